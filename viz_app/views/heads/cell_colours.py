"""The colours of the matrix of effects: those of a row are made once and kept for the next picture. Shapes: T target
rows, B blocks of them."""

from __future__ import annotations

from typing import NamedTuple
from weakref import ReferenceType, ref

import numpy as np
from PySide6.QtGui import QImage

from model_core.analysis.map_blocks import Buffers, block_maxima, block_starts
from viz_app.data.maps.colormaps import Scale, index, inks, pixels, table
from viz_app.system.newest_dict import NewestDict

_SHARES = Scale(-1.0, 1.0, "diverging")  # of the change as a share of the limit
_KEPT = 128  # rows: those on a high screen, with two replacements side by side
_BUFFERS = Buffers()


class Cell(NamedTuple):
    """A cell of its own: the change, where its colours end, its colour and that of its number as 0xffRRGGBB."""

    value: float
    limit: float
    colour: int
    ink: int


class RowColours(NamedTuple):
    """A row as it is painted.

    cells    its cells, the sum of the row last; only this one where columns are painted as an image
    strip    (B,) that image, 1 px high; None for none
    waiting  a change is still being computed: its place is a frame
    """

    cells: tuple[Cell, ...]
    strip: QImage | None
    waiting: bool


class CellColours:
    """Computes and caches the colours of rows of changes, arrays (T,) that must not be written to. The changes
    themselves are not kept: a row holds the matrix of all of them."""

    def __init__(self) -> None:
        self._known: NewestDict[object, tuple[ReferenceType[np.ndarray], RowColours]] = NewestDict(_KEPT)

    def of(self, changes: np.ndarray, limits: tuple[float, float], dark: bool, blocks: int = 0) -> RowColours:
        """The colours of one row; `limits` are where those of the tokens and of the whole text end. With `blocks` the
        tokens are an image of so many px, at most one for each, of which each shows its largest change."""
        asked = id(changes), limits, dark, blocks
        known = self._known.get(asked)
        if known is None or known[0]() is not changes:
            known = self._known[asked] = ref(changes), row_colours(changes, limits, dark, blocks)
        return known[1]


def row_colours(changes: np.ndarray, limits: tuple[float, float], dark: bool, blocks: int = 0) -> RowColours:
    """See `CellColours.of`; not cached."""
    count = len(changes)
    values = np.append(changes, changes.sum() if count else np.nan)
    ends = np.append(np.full(count, limits[0]), limits[1])
    shares = (values / ends).astype(np.float32)
    alone = slice(count if blocks else 0, None)
    colours = pixels(shares[alone], _SHARES, dark, _BUFFERS)
    ink = inks(table("diverging", dark), dark=dark)[index(shares[alone], _SHARES.lo, _SHARES.hi)]
    found = zip(values[alone].tolist(), ends[alone].tolist(), colours.tolist(), ink.tolist(), strict=True)
    strip = _strip(shares[:-1], blocks, dark) if blocks else None
    return RowColours(tuple(Cell(*one) for one in found), strip, bool(np.isnan(changes).any()))


def _strip(shares: np.ndarray, blocks: int, dark: bool) -> QImage:
    starts = block_starts(len(shares), blocks)
    largest = block_maxima(shares[None], np.arange(1), starts, signed=True)
    made = pixels(largest, _SHARES, dark, Buffers())
    return QImage(made.data, blocks, 1, made.strides[0], QImage.Format.Format_RGB32).copy()
