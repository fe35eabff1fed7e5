"""A row of attention weights in which some are set by hand and the others make room. No torch."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def overridden(weights: np.ndarray, readable: np.ndarray, wanted: Mapping[int, float]) -> np.ndarray:
    """(M,) float64: the row with the `wanted` weights (by key) and a sum of 1. See WeightOverride for what is done
    where the set weights sum to more than 1, or the others to 0.

    weights   (M,) the row as the head made it
    readable  (M,) bool: weights of masked keys cannot be set, nor those of keys that are not there
    """
    row: np.ndarray = weights.astype(np.float64)
    keys = [key for key in wanted if key < len(row) and readable[key]]
    if not keys:
        return row
    chosen = np.zeros(len(row), bool)
    chosen[keys] = True
    set_ = np.zeros(len(row))
    set_[keys] = [wanted[key] for key in keys]
    others, free = np.where(chosen, 0.0, row), readable & ~chosen
    if others.sum() <= 0.0:
        others = free.astype(np.float64)
    total, left = set_.sum(), others.sum()
    if total >= 1.0 or left <= 0.0:
        return set_ / total if total > 0.0 else row
    return set_ + others / left * (1.0 - total)  # shares first: of weights next to 0 the factor would overflow


__all__ = ["overridden"]
