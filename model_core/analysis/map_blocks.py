"""Maps of long texts reduced to blocks of cells, each by its largest number, so that a strong cell stays visible.

Shapes: H heads, Q queries, K keys, R and C rows and columns of blocks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]
ByteArray = npt.NDArray[np.uint8]
IntArray = npt.NDArray[np.intp]
Head = tuple[int, int]
"""(layer, head), from 0."""
_STRIP = 1 << 16
"""Cells of joined rows at a time: 256 KB of float32."""


class Buffers:
    """Arrays kept from one picture to the next, by name, so that painting allocates nothing."""

    def __init__(self) -> None:
        self._kept: dict[str, npt.NDArray[Any]] = {}

    def get(self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """An array of that shape with arbitrary contents; valid until the same name is requested again."""
        size = math.prod(shape)
        kept = self._kept.get(name)
        if kept is None or kept.size < size or kept.dtype != dtype:
            kept = self._kept[name] = np.empty(size, dtype)
        return kept[:size].reshape(shape)


def block_starts(cells: int, blocks: int) -> IntArray:
    """First cell of each of `blocks` neighbouring groups that share out `cells`; no group is empty.

    Raises ValueError unless 1 <= blocks <= cells.
    """
    if not 1 <= blocks <= cells:
        raise ValueError(f"cannot divide {cells} cells into {blocks} blocks")
    return np.arange(blocks, dtype=np.intp) * cells // blocks


def block_maxima(
    values: npt.NDArray[Any], rows: IntArray, columns: IntArray, *, signed: bool = False,
    buffers: Buffers | None = None, visible: npt.NDArray[np.bool_] | None = None, neutral: float = 0.0,
) -> npt.NDArray[Any]:  # fmt: skip
    """The largest value of each block of cells: [..., Q, K] -> [..., R, C].

    `rows` and `columns` hold the first cell of each block (see `block_starts`); the last block reaches to the end.
    Cells that are not `visible` [..., Q, K] count as `neutral`.
    Rows are joined first, whole lines at a time, then strided columns, which is several times quicker than
    `ufunc.reduceat`. With `signed` the value farthest from zero wins instead, so that no deep blue cell is lost.
    If there is nothing to join, the result is `values` itself; otherwise it is stored in `buffers` until the next call.
    """
    *lead, high, wide = values.shape
    if (len(rows), len(columns)) == (high, wide) and visible is None:
        return values
    kept = buffers or Buffers()
    found = kept.get("blocks", (*lead, len(rows), len(columns)), values.dtype)
    ends = np.append(rows[1:], high)
    step = max(1, _STRIP // (math.prod(lead) * wide))
    for first in range(0, len(rows), step):  # strips that stay in the processor's cache
        some, top = np.s_[..., first : first + step, :], rows[first]
        part = np.s_[..., top : ends[first : first + step][-1], :]
        strip, across = values[part], len(columns)
        if visible is not None:
            strip, across = _masked(values[part], visible[part], columns, neutral, kept)
            found[some][..., across:] = neutral
        strip = _joined_along(strip, -2, rows[first : first + step] - top, signed, kept)
        _joined_along(strip, -1, columns[:across], signed, kept, found[some][..., :across])
    return found


def _masked(
    values: npt.NDArray[Any], visible: npt.NDArray[np.bool_], columns: IntArray, neutral: float, kept: Buffers
) -> tuple[npt.NDArray[Any], int]:
    """Rows with `neutral` in hidden cells, up to the end of the last block with a visible cell, and the number of
    blocks up to there: of a causal map half the cells are never read."""
    wide, rows = values.shape[-1], tuple(range(values.ndim - 1))
    some = np.flatnonzero(visible.any(rows))
    if not len(some):
        return values[..., :0], 0
    across = int(np.searchsorted(columns, some[-1], side="right"))
    end = int(columns[across]) if across < len(columns) else wide
    strip = kept.get("strip", (*values.shape[:-1], end), values.dtype)
    partly = np.flatnonzero(~visible[..., :end].all(rows))
    first = int(partly[0]) if len(partly) else end
    strip[..., :first] = values[..., :first]
    strip[..., first:] = neutral
    np.copyto(strip[..., first:], values[..., first:end], where=visible[..., first:end])
    return strip, across


def _joined_along(
    values: npt.NDArray[Any], axis: int, starts: IntArray, signed: bool, kept: Buffers,
    out: npt.NDArray[Any] | None = None,
) -> npt.NDArray[Any]:  # fmt: skip
    """Groups of cells along the last or last but one axis as one, in `out` if given."""
    cells = values.shape[axis]
    if len(starts) == cells:
        if out is not None:
            np.copyto(out, values)
        return values
    lasts = np.append(starts[1:], cells) - 1
    shape = (*values.shape[:-2], len(starts), values.shape[-1]) if axis == -2 else (*values.shape[:-1], len(starts))
    joined, other = (kept.get(f"{name}{axis}", shape, values.dtype) for name in ("joined", "other"))
    joined = joined if out is None or not out.flags.c_contiguous else out
    np.take(values, starts, axis=axis, out=joined, mode="wrap")  # all are inside, and "clip" takes longer
    for offset in range(1, int((lasts - starts).max()) + 1):
        np.take(values, np.minimum(starts + offset, lasts), axis=axis, out=other, mode="wrap")
        if signed:
            np.copyto(joined, other, where=np.abs(other) > np.abs(joined))
        else:
            np.maximum(joined, other, out=joined)
    if out is not None and out is not joined:  # numpy takes into memory that lies together far quicker
        np.copyto(out, joined)
    return joined


def joined_reasons(reasons: ByteArray, rows: IntArray, columns: IntArray) -> ByteArray:
    """Reason codes of blocks of cells: hidden only where every cell of the block is."""
    return 255 - block_maxima(255 - reasons, rows, columns)


@dataclass
class BlockMaps:
    """The reduced maps of one kind: [H, R, C] per layer, 0 for heads that are not reduced yet; `left` lists them."""

    maps: list[FloatArray]
    rows: int
    columns: int
    left: list[Head] = field(default_factory=list)
    _reasons: tuple[tuple[object, ...], ByteArray] | None = None  # those of a mask, and where that lies in memory

    def reasons(self, reasons: ByteArray) -> ByteArray:
        """The mask's reasons [Q, K] by blocks [R, C]: hidden only where all cells of a block are. Read-only; of a mask
        that cannot be written they are made once."""
        place = reasons.ctypes.data, reasons.shape, reasons.strides
        if self._reasons is None or self._reasons[0] != place or reasons.flags.writeable:
            rows, columns = reasons.shape
            made = joined_reasons(reasons, np.arange(0, rows, self.rows), np.arange(0, columns, self.columns))
            made.flags.writeable = False
            self._reasons = place, made
        return self._reasons[1]

    def take(self, head: Head, values: FloatArray, signed: bool) -> None:
        """One head's map [Q, K]; of scores (`signed`) a block shows the number furthest from 0. Once no head is left,
        the maps are read-only."""
        if not signed:
            self.maps[head[0]][head[1]] = self._blocks(np.maximum, values)
        else:
            values = np.where(np.isfinite(values), values, np.float32(0.0))
            most, least = self._blocks(np.maximum, values), self._blocks(np.minimum, values)
            self.maps[head[0]][head[1]] = np.where(-least > most, least, most)
        if not self.left:
            for maps in self.maps:
                maps.flags.writeable = False

    def _blocks(self, join: np.ufunc, values: FloatArray) -> FloatArray:
        """[Q, K] -> [R, C], rows first: whole rows lie together in memory."""
        return _joined(join, _joined(join, values, self.rows).T, self.columns).T


def _joined(join: np.ufunc, values: FloatArray, size: int) -> FloatArray:
    """Every `size` rows as one, the last ones with what is left. Strided slices: ten times as fast as reduceat."""
    joined = values[::size].copy()
    for offset in range(1, min(size, len(values))):
        part = values[offset::size]
        join(joined[: len(part)], part, out=joined[: len(part)])
    return joined
