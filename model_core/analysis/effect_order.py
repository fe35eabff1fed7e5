"""Rank correlation, for whether what is attended to most also matters most. NumPy only. Shapes: N values."""

from __future__ import annotations

import numpy as np

ORDERS = ((0.8, "nearly the same order"), (0.5, "a similar order"), (0.2, "a loosely similar order"),
          (-0.2, "unrelated orders"), (-2.0, "nearly opposite orders"))  # fmt: skip
"""The least rank correlation for which two orders are described in these words."""


def ranks(values: np.ndarray) -> np.ndarray:
    """(N,) place of each value from the smallest (1) on; equal ones share the mean of their places."""
    values = np.asarray(values, np.float64)
    below = (values[:, None] > values).sum(1)
    same = (values[:, None] == values).sum(1)
    return below + (same + 1) / 2


def rank_correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Spearman's rank correlation (1904): Pearson's of the ranks, −1 to 1; not a number where all of one are equal."""
    first, second = (ranks(values) - (len(values) + 1) / 2 for values in (one, other))
    size = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float((first * second).sum()) / size if size > 0 else float("nan")


def order_words(correlation: float) -> str:
    """What a rank correlation means, in words; "" for none."""
    return next((words for least, words in ORDERS if correlation >= least), "")
