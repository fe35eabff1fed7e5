"""Attention rollout (Abnar & Zuidema 2020, section 3): how much of each token is in each row after several layers.

A layer passes on what it reads and, over the residual connection, what it had before. Rollout counts each as one half,
Ã = ½ A + ½ I with rows normalised to a sum of 1 (A the mean of the heads), and multiplies the layers: R = Ã_l … Ã_1. It
looks at weights alone: values, feed-forwards and norms are ignored. Where the residual connection is cut Ã = A.

Shapes: H heads, N tokens of a self-attention, T decoder rows, S source tokens, Q queries, M memory. Layers from 0.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import numpy as np

RESIDUAL = 0.5
"""The share of a row that comes over the residual connection."""


def with_residual(weights_HQM: np.ndarray, residual: float = RESIDUAL) -> np.ndarray:
    """Ã of one self-attention: (H, N, N) weights -> (N, N) float64, ½ of the heads' mean + ½ of the identity, each row
    divided by its sum. A row without any weight becomes the row of the identity, or of zeros without a residual."""
    mean = weights_HQM.mean(axis=0, dtype=np.float64)
    own = (1.0 - residual) * mean + residual * np.eye(len(mean))
    sums = own.sum(axis=-1, keepdims=True)
    return own / np.where(sums > 0.0, sums, 1.0)


def rollout(layers: Sequence[np.ndarray], cut: Container[int] = ()) -> list[np.ndarray]:
    """Rollout of a stack of self-attentions after each of its layers: (H, N, N) each, earliest first -> (N, N) each;
    `cut` are the layers whose residual connection is cut.

    Entry [i, j] is the share of input token j in row i; rows sum to 1. Where every layer is causal, so is the rollout:
    the product of lower triangles is one. For the decoder this is its self-attention alone, without the
    cross-attention.
    """
    found: list[np.ndarray] = []
    for layer, weights in enumerate(layers):
        step = with_residual(weights, _residual(layer, cut))
        found.append(step @ found[-1] if found else step)
    return found


def cross_rollout(
    decoder: Sequence[np.ndarray], cross: Sequence[np.ndarray], encoder: Sequence[np.ndarray],
    cut: Mapping[str, Container[int]] | None = None,
) -> list[np.ndarray]:  # fmt: skip
    """Rollout of the whole model after each decoder layer, as shares of source tokens: (T, S) float64 each.

    decoder, cross, encoder: the weights of each layer, (H, T, T), (H, T, S) and (H, S, S), earliest first; decoder and
    cross are equally many; `cut` are the layers, by kind, whose residual connection is cut: B R_enc alone there.
    The paper has encoders only; this applies the same rule to a decoder. With R_enc the encoder's rollout and P the
    shares of target tokens (first the identity) and C of source tokens (first 0) in each decoder row, every decoder
    layer does

        self-attention    P ← Ã P                C ← Ã C            Ã = ½ A + ½ I
        cross-attention   P ← ½ P                C ← ½ C + ½ B R_enc    B the mean of the cross-attention's heads

    so that P and C of a row sum to 1 together. Returned is C: what a row lacks to 1 comes from the target so far.
    Without encoder layers R_enc is the identity. Raises ValueError if decoder and cross are not equally many.
    """
    if len(decoder) != len(cross):
        raise ValueError(f"{len(decoder)} layers of decoder self-attention and {len(cross)} of cross-attention")
    cut = cut or {}
    memory = rollout(encoder, cut.get("encoder", ()))[-1] if encoder else None
    shares = np.zeros(cross[0].shape[1:]) if cross else np.zeros((0, 0))
    found = []
    for layer, (own, other) in enumerate(zip(decoder, cross, strict=True)):
        reads = other.mean(axis=0, dtype=np.float64)
        if memory is not None:
            reads = reads @ memory
        through, kept = (_residual(layer, cut.get(kind, ())) for kind in ("decoder", "cross"))
        shares = kept * (with_residual(own, through) @ shares) + (1.0 - kept) * reads
        found.append(shares)
    return found


def _residual(layer: int, cut: Container[int]) -> float:
    return 0.0 if layer in cut else RESIDUAL
