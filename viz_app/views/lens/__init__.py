"""What the decoder would write if it stopped at each place of its stack, and what pushes a token up."""
