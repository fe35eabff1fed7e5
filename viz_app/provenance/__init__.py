"""Where a number comes from: tensor, index, formula, and the Python that reproduces it."""
