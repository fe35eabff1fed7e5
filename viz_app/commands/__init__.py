"""Actions with their shortcuts, bound to the window, and the command palette."""
