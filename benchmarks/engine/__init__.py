"""What the engine takes: passes, decoding, effects, training; the same products in bare torch, and Marian."""
