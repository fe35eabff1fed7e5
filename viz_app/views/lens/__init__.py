"""What the decoder would write if it stopped at each place of its stack, and which parts raise a token's logit."""
