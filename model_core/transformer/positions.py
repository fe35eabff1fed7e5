"""Sinusoidal tables of position vectors, of any base and layout.

numpy only. Shapes: P positions, D width; a row of a table is the vector of one position.
"""

from __future__ import annotations

import numpy as np


def sinusoidal(positions: int | np.ndarray, width: int, base: float = 10_000.0, halves: bool = False) -> np.ndarray:
    """(P, D) float32 table, computed in float64: sine and cosine of pos / base^(2i/D) (Vaswani et al. 2017, 3.5).

    positions  how many (0, 1, …), or the (P,) positions themselves, which may be negative or fractional
    halves     all sines first, then all cosines, as Marian has them; otherwise sine at even units, cosine at odd ones
    """
    at_P = np.arange(positions) if isinstance(positions, int) else positions
    angle = at_P.astype(np.float64)[:, None] / base ** (np.arange(0, width, 2, dtype=np.float64) / width)
    sines, cosines = np.sin(angle), np.cos(angle)[:, : width // 2]
    if halves:
        return np.concatenate([sines, cosines], axis=1).astype(np.float32)
    table = np.empty((len(at_P), width), np.float32)
    table[:, 0::2], table[:, 1::2] = sines, cosines
    return table
