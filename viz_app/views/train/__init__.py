"""Training in the window: its curves, its snapshots, and a sentence of one's own in each of them."""
