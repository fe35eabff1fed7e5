"""Several heads as one map: their mean, maximum or sum, of any subset. Pure numpy.

A mean of rows that sum to 1 sums to 1 again, their sum to the number of heads; a maximum is not a distribution.

Shapes: H heads, Q queries, M memory (keys).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

MIXES = ("mean", "max", "sum")


def mixed(weights_HQM: np.ndarray, heads: Sequence[int], how: str = "mean") -> np.ndarray:
    """The mean, the maximum or the sum (`how`, a word of MIXES) over these heads, counted from 0: (H, Q, M) -> (Q, M).

    A head that is named twice counts once. The result has the type of the weights; numbers are added up in float64.
    Raises ValueError for an unknown `how`, no heads, or a head that does not exist.
    """
    if how not in MIXES:
        raise ValueError(f"unknown way to mix heads {how!r}; choose from {', '.join(MIXES)}")
    chosen = sorted(set(heads))
    if not chosen or chosen[0] < 0 or chosen[-1] >= len(weights_HQM):
        raise ValueError(f"heads {list(heads)} of {len(weights_HQM)} cannot be mixed")
    part = weights_HQM[chosen]
    if how == "max":
        return part.max(axis=0)
    add = part.sum if how == "sum" else part.mean
    return add(axis=0, dtype=np.float64).astype(weights_HQM.dtype)
