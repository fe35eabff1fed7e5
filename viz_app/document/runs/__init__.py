"""What follows a run: its effects, the rest of its record, and the run pinned beside it."""
