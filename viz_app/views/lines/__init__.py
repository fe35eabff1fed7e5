"""Lines: attention as lines between tokens, several heads at once."""
