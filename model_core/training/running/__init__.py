"""A training in progress: its state, its folder, its clock, the measures of its heads, and estimates of its time."""
