"""The Transformer of Vaswani et al. 2017, and nothing else: read this room to see how it works.

Start with `attention.py` (the formula: project, split, score, scale, mask, softmax, weigh, join), then `layers.py`
(positions, feed-forward, the residual connection with its norm, the two kinds of layer) and `model.py` (embedding,
stack, the whole). `norms.py`, `masks.py`, `cache.py` and `positions.py` define what these use; `hooks.py` shows how an
activation is read or changed from outside, and `device.py` chooses where all of it is computed. Decoding, and every
path that exists only for speed, is in `model_core.decoding`: `fast_attention` and `fast_linear` replace a `core` or a
`forward` within a context. Training is in `model_core.training`.

Modules are looked up in tables by the values of a ModelSpec (NORMS, ACTIVATIONS, POSITIONS, POSITION_BIASES,
FEED_FORWARDS, SUBLAYERS, EMBEDDINGS, STACKS), so that no forward pass asks which variant it is. A model of one stack
could be composed of the same parts: GPT-2 is a `Stack` of EncoderLayers (self-attention and feed-forward) with causal
position biases, run under `causal_mask` with growing caches, its output given to a `Projection`; BERT is the encoder's
`Stack` under `padding_mask` with another head. It needs a row in STACKS and a class beside `EncoderDecoder` whose
`forward` names one stack; no line of the layers or the attention changes.
"""
