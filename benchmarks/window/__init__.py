"""What the window takes: painting, gestures, typing, starts, memory; floors painted by hand to compare with."""
