"""Model: the architecture drawn with shapes, and the live tensors behind it."""
