"""The tour of the window: its stops, the card that explains each, and going through them."""
