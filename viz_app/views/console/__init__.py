"""A Python console: the run that the window shows in a process of its own, which can drive the window."""
