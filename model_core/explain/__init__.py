"""Where a number comes from: tensor, formula, inputs, line of source. No torch."""
