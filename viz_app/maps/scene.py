"""A map laid out in a rectangle: cells, labels and marks, for a widget as for SVG and PDF.

Shapes: Q queries (rows), K keys (columns). Lengths are logical pixels.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from viz_app.data.map_text import RowLabel
from viz_app.maps import axes
from viz_app.maps.axes import AxisStyle, ColumnAxis, Label, RowAxis
from viz_app.maps.cells import Cells, draw_asked
from viz_app.maps.grid import Grid, fit_grid
from viz_app.system.newest_dict import NewestDict
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

Cell = tuple[int, int]
Axis = RowAxis | ColumnAxis
_KEPT = 6  # words and layouts: those of the three kinds, and of the result before
_MARGIN = 4.0  # px
_SMALL = 12.0  # px: cells below this get lines that lead to their labels
_PIN = 5.0  # px, the radius of the pin in the corner of a pinned cell
_LEAST_MARK = 7.0  # px: no outline of a cell is smaller


@dataclass(frozen=True)
class Marks:
    """The marks of a map: a pinned and a hovered cell, the decoder's current row, the last row written so far, and a
    whole row or column that is being read."""

    pinned: Cell | None = None
    hovered: Cell | None = None
    step: int | None = None
    rows_shown: int | None = None
    row: int | None = None
    column: int | None = None

    @property
    def present_row(self) -> int | None:
        """The current row: that of the step, otherwise the one being read, otherwise that of the pin."""
        found = (self.step, self.row, self.pinned[0] if self.pinned else None)
        return next((row for row in found if row is not None), None)


@dataclass(frozen=True)
class _Inks:
    """The colours and pens of the marks, for one theme and background."""

    unwritten: QColor
    pale: QColor
    step: QPen
    row: QPen
    column: QPen
    pin: QPen
    hover: QPen
    halo: QPen
    lead: QPen
    plain: AxisStyle
    step_word: AxisStyle
    row_word: AxisStyle
    row_step_word: AxisStyle
    column_word: AxisStyle


@lru_cache(maxsize=16)
def _inks(theme: Theme, ground: int) -> _Inks:
    under = QColor.fromRgb(ground)
    muted, ink, target, source = (theme.q(role) for role in ("muted", "ink", "target", "source"))
    pale = QColor(under)
    pale.setAlphaF(0.6)
    row_band, column_band = themes.mixed(target, under, 0.12), themes.mixed(source, under, 0.14)
    return _Inks(
        unwritten=theme.q("background"), pale=pale, step=_pen(target, 2.0), row=_pen(target, 1.5),
        column=_pen(source, 2.0), pin=_pen(ink, 2.5), hover=_pen(ink, 1.0),
        halo=_pen(theme.q("panel"), 1.0), lead=QPen(theme.q("ink", 0.45), 1), plain=axes.plain(theme),
        step_word=AxisStyle(muted, target, bold=True), row_word=AxisStyle(muted, ink, True, row_band),
        row_step_word=AxisStyle(muted, target, True, row_band),
        column_word=AxisStyle(source, source, True, column_band),
    )  # fmt: skip


@dataclass
class _Layout:
    """Where the labels of a map are, and where in px the last one ends. By axis and place, computed on demand:
    highlighted labels, and which plain ones each covers."""

    rows: list[Label]
    columns: list[Label]
    bottom: float
    bold: dict[tuple[Axis, int], Label | None] = field(default_factory=dict)
    covered: dict[tuple[Axis, int], list[Label]] = field(default_factory=dict)


class MapScene:
    """Cells and both axes in one area. Call `lay_out` after any change and before drawing."""

    def __init__(self, cells: Cells, font: QFont) -> None:
        self.cells = cells
        self.numbers = True  # written where they fit
        self.roomy = 1.0  # how many times larger than usual the cells of a small map may become
        self.filled = False  # presented: they may become as large as there is room, and level labels are whole
        self.rows = RowAxis((), font)
        self.columns = ColumnAxis((), font)
        self.beside: tuple[MapScene, ...] = ()  # maps that end at the same height, whose labels may need more room
        self.number_font = _number_font(font)
        self.area = QRectF()
        self.room = QRectF()  # where cells may lie when zoomed
        self.grid = Grid(1, 1, 0, 0, 1, 1, 1, 1)
        self.labels = _Layout([], [], 0.0)
        self._known_rows: NewestDict[object, RowAxis] = NewestDict(_KEPT)
        self._known_columns: NewestDict[object, ColumnAxis] = NewestDict(_KEPT)
        self._layouts: NewestDict[object, _Layout] = NewestDict(_KEPT)
        self._fits: NewestDict[object, tuple[Grid, QRectF]] = NewestDict(2 * _KEPT)

    def set_words(self, rows: tuple[RowLabel, ...], columns: tuple[str, ...], font: QFont) -> None:
        """Takes the labels, and the font of all text."""
        self.rows, self.columns = self.axes(rows, columns, font)
        self.number_font = _number_font(font)

    def axes(self, rows: tuple[RowLabel, ...], columns: tuple[str, ...], font: QFont) -> tuple[RowAxis, ColumnAxis]:
        """Labels measured in a font: once, of those asked for last."""
        key = font.key()
        found = self._known_rows.made((rows, key), lambda: RowAxis(rows, font))
        whole = self.filled
        return found, self._known_columns.made((columns, key, whole), lambda: ColumnAxis(columns, font, whole=whole))

    def inside(self, rect: QRectF) -> QRectF:
        """The area to fit into `rect`: 4 px less for the focus ring, more at the top if labels extend there."""
        return rect.adjusted(_MARGIN, max(_MARGIN, self.rows.line / 4), -_MARGIN, -_MARGIN)

    def fit(self, area: QRectF, ratio: float = 1.0) -> Grid:
        """Divides `area` between labels and cells; returns the grid that shows the whole map."""
        others = [one._fitted(area, ratio) for one in self.beside]
        foot = max((area.bottom() - room.bottom() for _, room in others), default=0.0)
        tall = min((grid.cell_h for grid, _ in others), default=0.0)
        grid, self.room = self._fitted(area, ratio, foot, tall)
        self.area = area
        return grid

    def _fitted(self, area: QRectF, ratio: float, least: float = 0.0, tall: float = 0.0) -> tuple[Grid, QRectF]:
        """The grid, and where its cells may be; at least this many px are left for column labels, and rows may be
        `tall`, however narrow their cells are. Kept, as maps that end together ask for one another's."""
        most = math.inf if self.filled else self.rows.unit * self.roomy
        asked = self.rows, self.columns, self.cells.values.shape, area.getRect(), ratio, least, tall, most
        grid, room = self._fits.made(asked, lambda: self._fitted_anew(area, ratio, least, tall, most))
        return grid, QRectF(room)

    def _fitted_anew(
        self, area: QRectF, ratio: float, least: float, tall: float, most: float
    ) -> tuple[Grid, QRectF]:  # fmt: skip
        """See `_fitted`; cells become `most` px large."""
        count_q, count_k = self.cells.values.shape
        columns, unit = self.columns, self.rows.unit
        gutter, grid, room = self.rows.room(area.width()), None, area
        for _ in range(3):  # the labels' room depends on the cells and the other way round; it settles at once
            cell_w = grid.cell_w if grid else (area.width() - gutter) / count_k
            foot = max(least, columns.room(cell_w, area.height()))
            gutter = max(gutter, min(columns.overhang(cell_w), 100 * unit, area.width() * 0.25))
            room = QRectF(area.left() + gutter, area.top(), area.width() - gutter, area.height() - foot)
            found = fit_grid(
                room, count_q, count_k, unit=most, line=self.rows.line if self.rows.labels else 0.0,
                widest=columns.widest + 8, ratio=ratio, tall=tall,
            )  # fmt: skip
            if found == grid:
                break
            grid = found
        assert grid is not None
        return grid, room

    def lay_out(self, grid: Grid) -> None:
        """Takes the grid to draw and places every label that fits."""
        self.grid = grid
        self.labels = self._layouts.made((self.rows, self.columns, grid, self.area.getRect()), self._laid_out)

    def _laid_out(self) -> _Layout:
        """The labels of both axes and where they end."""
        rows, columns = (
            _without_touching(axis.place(at, self.grid, self.area) for at in axis.shown(self.grid))
            for axis in (self.rows, self.columns)
        )
        return _Layout(rows, columns, max([self.grid.bottom, *(one.area.boundingRect().bottom() for one in columns)]))

    # ---- what is kept as a picture

    def draw_words(self, painter: QPainter, theme: Theme) -> None:
        """Paints every placed label as a plain one, and the frame of the map."""
        axes.draw_plain(painter, self.labels.rows, self.rows, theme)
        axes.draw_plain(painter, self.labels.columns, self.columns, theme)
        self.draw_frame(painter, theme)

    def draw_frame(self, painter: QPainter, theme: Theme) -> None:
        """Paints a hairline just outside the cells."""
        painter.setPen(QPen(theme.q("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.grid.rect.adjusted(-0.5, -0.5, 0.5, 0.5))

    def draw_cells(self, painter: QPainter, theme: Theme, ratio: float) -> None:
        """Paints colours, hatches and, if they fit, numbers, clipped to the visible window."""
        painter.save()
        painter.setClipRect(self.grid.rect)
        self.cells.draw(painter, self.grid, theme, ratio)
        if self.numbers and self.cells.numbers_fit(self.grid, self.number_font):
            self.cells.draw_numbers(painter, self.grid, theme, self.number_font, None)
        draw_asked(painter, self.cells.reasons, self.grid, theme, self.number_font, None)
        painter.restore()

    # ---- what changes with the pointer

    def draw_marks(self, painter: QPainter, theme: Theme, marks: Marks, ground: QColor, step_at: float | None) -> None:
        """Paints rows not written yet, the step, the pin and the pointer over the cached picture. `ground` is the
        colour under the labels; `step_at` the row, as a fraction, where the step's outline is now."""
        inks = _inks(theme, ground.rgb())
        if marks.rows_shown is not None:
            self._draw_unwritten(painter, inks, marks.rows_shown)
        painter.setClipRect(self.grid.rect.adjusted(-2, -2, 2, 2))
        self._draw_outlines(painter, inks, marks, step_at)
        painter.setClipping(False)
        for label, axis, look in self.pointed_labels(inks, marks):
            axes.erase(painter, self._covered_labels(label, axis), ground)
            axes.draw_label(painter, label, axis, look)
        self._draw_scrolled(painter, theme)

    def _draw_outlines(self, painter: QPainter, inks: _Inks, marks: Marks, step_at: float | None) -> None:
        grid = self.grid
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if step_at is not None and marks.step is not None and 0 <= marks.step < grid.rows:
            painter.setPen(inks.step)
            painter.drawRect(QRectF(grid.left - 1, grid.y_of(step_at) - 1, grid.width + 2, grid.cell_h + 2))
        if marks.row is not None and marks.row != marks.step and 0 <= marks.row < grid.rows:
            painter.setPen(inks.row)
            painter.drawRect(QRectF(grid.left - 1, grid.y_of(marks.row) - 1, grid.width + 2, grid.cell_h + 2))
        if marks.column is not None and 0 <= marks.column < grid.columns:
            painter.setPen(inks.column)
            painter.drawRect(QRectF(grid.x_of(marks.column) - 1, grid.top - 1, grid.cell_w + 2, grid.height + 2))
        for cell, pen in ((marks.pinned, inks.pin), (marks.hovered, inks.hover)):
            if cell is not None and self._inside(cell):
                self._draw_outline(painter, inks, cell, pen)
        if marks.pinned is not None and self._inside(marks.pinned):
            _draw_pin(painter, inks, grid.cell_rect(*marks.pinned))

    def _inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.grid.rows and 0 <= cell[1] < self.grid.columns

    def _draw_unwritten(self, painter: QPainter, inks: _Inks, rows_shown: int) -> None:
        top = max(self.grid.top, self.grid.y_of(rows_shown + 1))
        if top >= self.grid.bottom:
            return
        height = self.grid.bottom - top
        painter.fillRect(QRectF(self.grid.left, top, self.grid.width, height), inks.unwritten)
        words = self.grid.left - axes.GAP / 2 - self.area.left()
        painter.fillRect(QRectF(self.area.left(), top, words, height), inks.pale)

    def _draw_outline(self, painter: QPainter, inks: _Inks, cell: Cell, pen: QPen) -> None:
        """An outline inside the cell, dark and light to show on any colour; small cells get lines pointing to them."""
        rect = self.grid.cell_rect(*cell)
        if min(rect.width(), rect.height()) < _SMALL:
            middle = rect.center()
            painter.setPen(inks.lead)
            across = QLineF(self.grid.left, middle.y(), rect.left() - 3, middle.y())
            painter.drawLines([across, QLineF(middle.x(), rect.bottom() + 3, middle.x(), self.grid.bottom)])
        grow_x, grow_y = (max(0.0, _LEAST_MARK - size) / 2 for size in (rect.width(), rect.height()))
        inset = pen.widthF() / 2
        rect.adjust(inset - grow_x, inset - grow_y, -inset + grow_x, -inset + grow_y)
        painter.setPen(pen)
        painter.drawRect(rect)
        inset += 0.5
        painter.setPen(inks.halo)
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))

    def pointed_labels(self, inks: _Inks, marks: Marks) -> list[tuple[Label, Axis, AxisStyle]]:
        """The labels that marks highlight, least important first, with their styles."""
        found: list[tuple[Label | None, Axis, AxisStyle]] = []
        looks = {marks.step: inks.step_word} if marks.step is not None else {}
        if marks.row is not None:
            looks[marks.row] = inks.row_step_word if marks.row == marks.step else inks.row_word
        if marks.column is not None:
            found.append((self._bold(self.columns, marks.column), self.columns, inks.column_word))
        for cell in (marks.pinned, marks.hovered):
            if cell is not None and self._inside(cell):
                looks.pop(cell[0], None)
                looks[cell[0]] = inks.row_step_word if cell[0] == marks.step else inks.row_word
                found.append((self._bold(self.columns, cell[1]), self.columns, inks.column_word))
        found += [(self._bold(self.rows, row), self.rows, look) for row, look in looks.items()]
        placed = [(label, axis, look) for label, axis, look in found if label is not None]
        return [
            (label, axis, look) for at, (label, axis, look) in enumerate(placed)
            if not any(axis is own and label.overlaps(later, axis.line * 0.2) for later, own, _ in placed[at + 1 :])
        ]  # fmt: skip

    def _bold(self, axis: Axis, place: int) -> Label | None:
        """The highlighted label of a row or column."""
        if (axis, place) not in self.labels.bold:
            self.labels.bold[axis, place] = axis.place(place, self.grid, self.area, bold=True)
        return self.labels.bold[axis, place]

    def _covered_labels(self, label: Label, axis: Axis) -> list[Label]:
        """The plain labels that a highlighted one would cover."""
        key = axis, label.index
        if key not in self.labels.covered:
            rows = axis is self.rows
            placed = self.labels.rows if rows else self.labels.columns
            near = (axis.line * 1.6 + 1) / (self.grid.cell_h if rows else self.grid.cell_w)
            first = bisect_left(placed, label.index - near, key=attrgetter("index"))
            last = bisect_right(placed, label.index + near, key=attrgetter("index"))
            self.labels.covered[key] = [
                other for other in placed[first:last]
                if other.index == label.index or (abs(other.index - label.index) < near and other.overlaps(label))
            ]  # fmt: skip
        return self.labels.covered[key]

    def _draw_scrolled(self, painter: QPainter, theme: Theme) -> None:
        """Two thin bars that show which part of a zoomed map is visible."""
        grid = self.grid
        whole_w, whole_h = grid.columns * grid.cell_w, grid.rows * grid.cell_h
        colour = theme.q("muted", 0.7)
        if whole_w > grid.width + 0.5:
            part = QRectF(grid.left + grid.shift_x / whole_w * grid.width, grid.bottom - 5, grid.width**2 / whole_w, 3)
            painting.draw_rounded(painter, part, corner=1.5, fill=colour)
        if whole_h > grid.height + 0.5:
            part = QRectF(grid.right - 5, grid.top + grid.shift_y / whole_h * grid.height, 3, grid.height**2 / whole_h)
            painting.draw_rounded(painter, part, corner=1.5, fill=colour)

    def draw_vector(self, painter: QPainter, theme: Theme, marks: Marks) -> None:
        """Paints everything as shapes and text, without a background; labels that would be covered are left out."""
        inks = _inks(theme, theme.q("background").rgb())
        pointed = self.pointed_labels(inks, marks)
        look = axes.plain(theme)
        for placed, axis in ((self.labels.rows, self.rows), (self.labels.columns, self.columns)):
            hidden = {
                other.index for label, own, _ in pointed if own is axis for other in self._covered_labels(label, own)
            }
            for label in placed:
                if label.index not in hidden:
                    axes.draw_label(painter, label, axis, look)
        self.cells.draw_vector(painter, self.grid, theme, marks.rows_shown)
        if self.numbers and self.cells.numbers_fit(self.grid, self.number_font):
            self.cells.draw_numbers(painter, self.grid, theme, self.number_font, marks.rows_shown)
        draw_asked(painter, self.cells.reasons, self.grid, theme, self.number_font, marks.rows_shown)
        self.draw_frame(painter, theme)
        self._draw_outlines(painter, inks, marks, None if marks.step is None else float(marks.step))
        for label, axis, own_look in pointed:
            axes.draw_label(painter, label, axis, own_look)


def _draw_pin(painter: QPainter, inks: _Inks, rect: QRectF) -> None:
    """The head of a pin in the corner, which distinguishes a pinned cell from a hovered one."""
    radius = min(_PIN, 0.16 * rect.width(), 0.16 * rect.height())
    if radius >= 2:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(inks.halo)
        painter.setBrush(inks.step.color())
        painter.drawEllipse(rect.topRight() + QPointF(-radius, radius), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _without_touching(labels: Iterable[Label | None]) -> list[Label]:
    """The labels in order, without those that would touch the one before."""
    kept: list[Label] = []
    for label in labels:
        if label is not None and not (kept and label.overlaps(kept[-1])):
            kept.append(label)
    return kept


def _number_font(font: QFont) -> QFont:
    made = QFont(font)
    if made.pixelSize() > 0:
        made.setPixelSize(round(made.pixelSize() * 0.9))
    else:
        made.setPointSizeF(made.pointSizeF() * 0.9)
    return made


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
