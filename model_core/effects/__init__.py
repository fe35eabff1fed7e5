"""Which part of the model did it: every head, feed-forward or source token switched off alone, and what that changes.

`sweep.py` runs the variants of one text as batches: what parts of the decoder change shares one encoding, what parts of
a layer change shares the layers before it, and row 0 of every batch is the model as it is. `switches.py` is what
switches parts off, by listeners at hook points, in whole passes and in decoding steps alike, `patches.py` what puts
activations of another text in their place. `lens.py` reads the residual stream early and takes it apart,
`linear_norms.py` what norms do to addends. The values are in `model_core.record.effects`, `model_core.record.patching`
and `model_core.record.lens`; text becomes tensors in `model_core.engine`, above this room.
"""
