"""Open, save and export, in the background."""
