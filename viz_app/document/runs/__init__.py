"""What belongs to one run and comes after it: its effects, the rest of its record, the run pinned beside it."""
