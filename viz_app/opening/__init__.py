"""Models that are not there yet: those of other programs, converted, and new ones; both made in a child process."""
