"""A row of attention weights in which some are set by hand and the others rescaled. No torch."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def overridden_row(weights: np.ndarray, readable: np.ndarray, wanted: Mapping[int, float]) -> np.ndarray:
    """(M,) float64: the row with the `wanted` weights (key -> weight) and a sum of 1. See WeightOverride for rows whose
    set weights sum to more than 1, or whose other weights sum to 0.

    weights   (M,) the row as the head made it
    readable  (M,) bool: weights of masked keys cannot be set, nor those of keys that are not there
    """
    row: np.ndarray = weights.astype(np.float64)
    keys = [key for key in wanted if key < len(row) and readable[key]]
    if not keys:
        return row
    chosen = np.zeros(len(row), bool)
    chosen[keys] = True
    fixed = np.zeros(len(row))
    fixed[keys] = [wanted[key] for key in keys]
    others, free = np.where(chosen, 0.0, row), readable & ~chosen
    if others.sum() <= 0.0:
        others = free.astype(np.float64)
    total, left = fixed.sum(), others.sum()
    if total >= 1.0 or left <= 0.0:
        return fixed / total if total > 0.0 else row
    return fixed + others / left * (1.0 - total)  # divided first: with tiny weights 1 / left would overflow
