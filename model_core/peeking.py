"""How much of the decoder's self-attention lies on later tokens: 0 under the causal mask, more where it is opened.

Pure functions of recorded weights; no torch. Letters of shapes: L layers, H heads, T target rows.
"""

from __future__ import annotations

import numpy as np


def later_shares(weights_LHTT: np.ndarray) -> np.ndarray:
    """(L, H) float64: the mean over rows of the weight that a row puts on later tokens, 0 to 1.

    The last row has no later token and does not count; with a single row every share is 0. ValueError for maps that
    are not square.
    """
    rows = weights_LHTT.shape[-1]
    if weights_LHTT.ndim != 4 or weights_LHTT.shape[-2] != rows:
        raise ValueError(f"decoder maps (L, H, T, T) are needed, got {weights_LHTT.shape}")
    if rows < 2:
        return np.zeros(weights_LHTT.shape[:2])
    later = np.triu(np.ones((rows, rows), bool), 1)
    shares: np.ndarray = weights_LHTT.sum(axis=(-2, -1), where=later, dtype=np.float64) / (rows - 1)
    return shares


__all__ = ["later_shares"]
