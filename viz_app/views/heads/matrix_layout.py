"""Where the rows and columns of the matrix of effects lie, and which words have room. Lengths are logical pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

CELL_MOST = 80.0  # px at text size 100 %: short texts leave room at the right
SHORTENED = 0.8  # of the longest word that a level word above its column keeps at least
TURNED = 0.7  # sine and cosine of the slope of the tokens above the columns


@dataclass(frozen=True)
class MatrixLayout:
    """A grid of `columns` tokens, and one more column for the whole text, under `top` px of words.

    row    px from one row to the next; `left` where the cells begin, beside the names
    cell   px that a column is wide; `total` those of the column of sums, `gap` before it
    """

    top: float
    left: float
    row: float
    cell: float
    gap: float
    total: float
    columns: int
    level: bool = False  # the words above the columns are not turned

    @property
    def right(self) -> float:
        """Where the last column of tokens ends."""
        return self.left + self.cell * self.columns

    def column(self, at: int | None) -> QRectF:
        """A column's place from the top of its cells, 1 px high; None is that of the sums."""
        if at is None:
            return QRectF(self.right + self.gap, self.top, self.total, 1.0)
        return QRectF(self.left + at * self.cell, self.top, self.cell, 1.0)

    def cell_rect(self, line: int, at: int | None) -> QRectF:
        """A cell in the line of rows counted from the top."""
        rect = self.column(at)
        return QRectF(rect.left(), self.top + line * self.row, rect.width(), self.row)

    def line_rect(self, line: int) -> QRectF:
        """A whole line with its name."""
        return QRectF(0.0, self.top + line * self.row, self.right + self.gap + self.total, self.row)

    def at(self, point: QPointF) -> tuple[int, int | None] | None:
        """(line, column; −1 on a name, None on the sums) under a point; line −1 is above the cells. None beside it."""
        line = -1 if point.y() < self.top else math.floor((point.y() - self.top) / self.row)
        if point.x() < self.left:
            return line, -1
        column = math.floor((point.x() - self.left) / self.cell) if self.cell else self.columns
        if column < self.columns:
            return line, column
        sums = self.column(None)
        return (line, None) if sums.left() <= point.x() < sums.right() else None

    def every(self, line: float) -> int:
        """Every how many columns a turned word of this height has room."""
        if self.level:
            return 1
        needed = line / TURNED * 0.95
        return max(1, math.ceil(needed / self.cell)) if self.cell else 1


def matrix_layout(
    width: float, columns: int, names: float, word: float, row: float, total: float, unit: float, bold: float
) -> MatrixLayout:
    """The arrangement in `width` px of names, words and sums of these sizes; `bold` is that of the longest word where
    it is chosen, `unit` px are 1 at 100 %.

    Words stand level where hardly one has to be shortened for it.
    """
    gap = 12.0 * unit
    level = min(CELL_MOST * unit, (width - names - gap - total) / max(1, columns))
    if SHORTENED * word + 4 * unit <= level:
        return MatrixLayout(math.ceil(row * 1.1), names, row, level, gap, total, columns, True)
    gap = max(gap, row)  # the last word passes over the one that names the sums
    room = width - names - gap - total - bold * TURNED * 0.6
    cell = min(CELL_MOST * unit, max(1.0, room) / max(1, columns))
    return MatrixLayout(math.ceil(bold * TURNED + row * 0.6), names, row, cell, gap, total, columns)
