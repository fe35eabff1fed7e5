"""Which part of the model is responsible: each head, feed-forward or source token switched off alone, and its effect.

`sweep.py` runs the variants of one text as batches: variants that change only the decoder share one encoding, those
that change a layer share the layers before it, and row 0 of every batch is the unchanged model. `switches.py` switches
parts off, with listeners at hook points, in whole passes and in decoding steps alike; `patches.py` replaces
activations by those of another text. `lens.py` reads the residual stream early and decomposes it,
`linear_norms.py` carries its addends through norms. The values are in `model_core.record.effects`,
`model_core.record.patching` and `model_core.record.lens`; text becomes tensors in `model_core.engine`, above this room.
"""
