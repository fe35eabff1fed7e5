"""A model as one folder: weights, spec, tokenizer, card."""
