"""Calculate: one cell followed by hand from queries and keys to the output."""
