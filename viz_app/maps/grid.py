"""The geometry of a map's cells: sizes that fit, zoom, and conversion from points to cells.

Pure geometry in logical pixels; nothing is painted here. Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

WIDEST, TALLEST = 96.0, 72.0  # px at text size 100 %: cells never grow beyond this when a map is fitted
ZOOMED = 64.0  # px: zooming ends when the larger side of a cell reaches this
_FLATTEST, _STEEPEST = 3.0, 2.5  # widest and tallest shape of a fitted cell: width / height, height / width
_LEAST = 8.0  # px: what is left for cells if there is no room at all
_WHOLE = 6.0  # px: cells from this size on get whole device pixels, so that all look alike


@dataclass(frozen=True)
class Grid:
    """The visible window onto `rows` × `columns` cells. Frozen; zooming and panning return new ones."""

    rows: int
    columns: int
    left: float  # px, the corner of the window
    top: float
    width: float  # px, the visible size, never more than all the cells
    height: float
    cell_w: float  # px, may be below 1
    cell_h: float
    shift_x: float = 0.0  # px scrolled away on the left
    shift_y: float = 0.0

    @property
    def rect(self) -> QRectF:
        """The visible window, px."""
        return QRectF(self.left, self.top, self.width, self.height)

    @property
    def bottom(self) -> float:
        """The lower edge of the window, px."""
        return self.top + self.height

    @property
    def right(self) -> float:
        """The right edge of the window, px."""
        return self.left + self.width

    def x_of(self, column: float) -> float:
        """The left edge of a column, px; may lie outside the window."""
        return self.left - self.shift_x + column * self.cell_w

    def y_of(self, row: float) -> float:
        """The upper edge of a row, px; may lie outside the window."""
        return self.top - self.shift_y + row * self.cell_h

    def cell_rect(self, row: int, column: int) -> QRectF:
        """One cell, px; may lie outside the window."""
        return QRectF(self.x_of(column), self.y_of(row), self.cell_w, self.cell_h)

    def row_at(self, y: float) -> int | None:
        """The visible row at a height, or None."""
        if not self.top <= y < self.bottom:
            return None
        return min(self.rows - 1, max(0, math.floor((y - self.top + self.shift_y) / self.cell_h)))

    def column_at(self, x: float) -> int | None:
        """The visible column at a place, or None."""
        if not self.left <= x < self.right:
            return None
        return min(self.columns - 1, max(0, math.floor((x - self.left + self.shift_x) / self.cell_w)))

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The visible (row, column) under a point, or None."""
        row, column = self.row_at(point.y()), self.column_at(point.x())
        return None if row is None or column is None else (row, column)

    def visible_rows(self) -> range:
        """The rows that are at least partly visible."""
        return _visible(self.rows, self.cell_h, self.shift_y, self.height)

    def visible_columns(self) -> range:
        """The columns that are at least partly visible."""
        return _visible(self.columns, self.cell_w, self.shift_x, self.width)

    def zoomed(self, factor: float, room: QRectF, ratio: float) -> Grid:
        """Cells scaled by `factor`, from the first one on, in a window that grows up to `room`."""
        cell_w, cell_h = (_snapped(size * factor, ratio) for size in (self.cell_w, self.cell_h))
        width = min(max(room.width(), _LEAST), cell_w * self.columns)
        height = min(max(room.height(), _LEAST), cell_h * self.rows)
        return replace(self, cell_w=cell_w, cell_h=cell_h, width=width, height=height, shift_x=0.0, shift_y=0.0)

    def place_of(self, point: QPointF) -> tuple[float, float]:
        """Row and column under a point as fractions, also outside the window."""
        row = (point.y() - self.top + self.shift_y) / self.cell_h
        return row, (point.x() - self.left + self.shift_x) / self.cell_w

    def with_place(self, place: tuple[float, float], point: QPointF) -> Grid:
        """The same cells scrolled so that `place` (row, column) is at `point`, as far as possible."""
        return self.shifted(
            place[1] * self.cell_w - (point.x() - self.left), place[0] * self.cell_h - (point.y() - self.top)
        )

    def shifted(self, x: float, y: float) -> Grid:
        """The same cells scrolled to (x, y) px, clamped."""
        most_x = max(0.0, self.columns * self.cell_w - self.width)
        most_y = max(0.0, self.rows * self.cell_h - self.height)
        return replace(self, shift_x=min(most_x, max(0.0, x)), shift_y=min(most_y, max(0.0, y)))


def _visible(cells: int, size: float, shift: float, window: float) -> range:
    first = math.floor(shift / size + 1e-6)
    last = math.ceil((shift + window) / size - 1e-6)
    return range(max(0, first), min(cells, last))


def _snapped(size: float, ratio: float) -> float:
    """Rounds to whole device pixels where cells are large enough for that not to matter."""
    return math.floor(size * ratio + 1e-6) / ratio if size >= _WHOLE else size


def fit_grid(
    room: QRectF,
    rows: int,
    columns: int,
    *,
    unit: float = 1.0,
    line: float = 16.0,
    widest: float = 0.0,
    ratio: float = 1.0,
    tall: float = 0.0,
) -> Grid:
    """The largest calm grid in `room`, in its upper left corner.

    Cells fill the room but stay below 96 × 72 px (times `unit`, the size of text) and are neither much flatter nor
    much steeper than square, unless `widest` (px, the longest column label), `line` (px, a row label) or `tall` (px,
    the rows of a map beside this one) asks for more. `ratio` is the device pixel ratio. Raises ValueError for a map
    without cells.
    """
    if rows < 1 or columns < 1:
        raise ValueError(f"a map needs at least one row and one column, got {rows} by {columns}")
    width, height = max(room.width(), _LEAST) / columns, max(room.height(), _LEAST) / rows
    cell_w, cell_h = min(width, WIDEST * unit), min(height, TALLEST * unit)
    cell_w = min(cell_w, max(_FLATTEST * cell_h, min(WIDEST * unit, widest)))
    cell_h = min(cell_h, max(_STEEPEST * cell_w, line * 1.25, tall))
    cell_w, cell_h = _snapped(cell_w, ratio), _snapped(cell_h, ratio)
    left, top = math.ceil(room.left() * ratio) / ratio, math.ceil(room.top() * ratio) / ratio
    whole = [max(1.0, math.floor(size * ratio + 1e-6)) / ratio for size in (cell_w * columns, cell_h * rows)]
    return Grid(rows, columns, left, top, whole[0], whole[1], whole[0] / columns, whole[1] / rows)


class Zoom:
    """Which part of a map is visible: the scale relative to the fitted one, and the first row and column."""

    def __init__(self) -> None:
        self.factor = 1.0  # 1 where the whole map is seen
        self.corner = (0.0, 0.0)  # row and column in the upper left
        self._base = Grid(1, 1, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0)
        self._room = QRectF()
        self._ratio = self._unit = 1.0

    def reset(self) -> None:
        self.factor, self.corner = 1.0, (0.0, 0.0)

    def settle(self, base: Grid, room: QRectF, *, unit: float, ratio: float) -> Grid:
        """The grid to show if the fitted one is `base` and cells may fill up to `room`."""
        self._base, self._room, self._unit, self._ratio = base, room, unit, ratio
        self.factor = min(self.factor, self.largest)
        if self.factor == 1.0:
            return base
        grid = base.zoomed(self.factor, room, ratio)
        return grid.with_place(self.corner, grid.rect.topLeft())

    @property
    def largest(self) -> float:
        """The largest factor: cells of 64 px at text size 100 %, never below 1."""
        return max(1.0, ZOOMED * self._unit / max(self._base.cell_w, self._base.cell_h))

    def turn(self, grid: Grid, point: QPointF, closer: float) -> bool:
        """Zooms by the factor `closer` around `point`; False if nothing changes."""
        factor = min(self.largest, max(1.0, self.factor * closer))
        if factor == self.factor:
            return False
        place = grid.place_of(point)
        self.factor = factor
        self._take(self._base.zoomed(factor, self._room, self._ratio).with_place(place, point))
        return True

    def drag(self, grid: Grid, place: tuple[float, float], point: QPointF) -> None:
        """Scrolls so that `place` (row, column) is at `point`, as far as possible."""
        self._take(grid.with_place(place, point))

    def _take(self, grid: Grid) -> None:
        self.corner = (grid.shift_y / grid.cell_h, grid.shift_x / grid.cell_w)
