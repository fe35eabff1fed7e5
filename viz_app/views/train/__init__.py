"""Training in the window: its curves, its snapshots, and the user's sentence in each of them."""
