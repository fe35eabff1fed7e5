"""Arrays whose cells share memory or are stored in a different order: views by strides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import as_strided

SMALL = 1 << 20
"""Bytes up to which an array is left unchanged."""


def as_rule(codes_BQM: np.ndarray) -> np.ndarray:
    """The same cells, read-only, in the memory of one row where all rows are equal (padding), and of one row and one
    column where all diagonals are (causal); other arrays, and small ones, are returned unchanged."""
    if codes_BQM.nbytes <= SMALL:
        return codes_BQM
    batch, queries, keys = codes_BQM.shape
    line = np.concatenate([codes_BQM[:, ::-1, 0], codes_BQM[:, 0, 1:]], 1)  # cell (q, m) at queries - 1 - q + m
    step = line.itemsize
    diagonals = as_strided(
        line[:, queries - 1 :], (batch, queries, keys), (line.strides[0], -step, step), writeable=False
    )
    for view in (np.broadcast_to(codes_BQM[:, :1].copy(), codes_BQM.shape), diagonals):
        if np.array_equal(view, codes_BQM):
            return view
    return codes_BQM


def memory_of(array: np.ndarray) -> tuple[np.ndarray, int] | None:
    """(the items of memory in which all cells lie, one after the other; the place of the first cell in it), no copies;
    None if there are more items than cells, or the cells do not lie at whole items."""
    if not array.size:
        return None
    size = array.itemsize
    before, after = ends_of(array.shape, array.strides, size)
    if any(step % size for step in array.strides) or before + after > array.nbytes:
        return None
    lowest = array[tuple(slice(None, None, -1) if step < 0 else slice(None) for step in array.strides)]
    return as_strided(lowest, ((before + after) // size,), (size,), writeable=False), before // size


def ends_of(shape: Sequence[int], strides: Sequence[int], size: int) -> tuple[int, int]:
    """(bytes before the first cell, bytes from its beginning on) in which all cells of `size` bytes lie."""
    ranges = [(length - 1) * step for length, step in zip(shape, strides, strict=True)]
    return -sum(min(0, one) for one in ranges), sum(max(0, one) for one in ranges) + size
