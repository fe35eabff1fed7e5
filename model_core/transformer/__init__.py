"""The Transformer: model, attention, layers, norms, masks, positions, hooks."""
