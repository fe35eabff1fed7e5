"""A map laid out in a rectangle: cells, labels and marks together, for a widget's picture as for SVG and PDF.

Shapes: Q queries (rows), K keys (columns). Lengths are logical pixels.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

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
_KEPT = 6  # words and layouts: those of the three kinds, and of the result before
_MARGIN = 4.0  # px
_SMALL = 12.0  # px: cells below this get lines that lead to their labels
_PIN = 5.0  # px, the radius of the pin in the corner of a pinned cell
_LEAST_MARK = 7.0  # px: no outline of a cell is smaller


@dataclass(frozen=True)
class Marks:
    """What is pointed at: a pinned and a hovered cell, the decoder's current row, the last row written so far, and a
    whole row or column that is being read."""

    pinned: Cell | None = None
    hovered: Cell | None = None
    step: int | None = None
    rows_shown: int | None = None
    row: int | None = None
    column: int | None = None

    @property
    def present_row(self) -> int | None:
        """The row that is looked at: that of the step, else the one that is being read, else that of the pin."""
        found = (self.step, self.row, self.pinned[0] if self.pinned else None)
        return next((row for row in found if row is not None), None)


@dataclass(frozen=True)
class _Inks:
    """The colours and pens of the marks, made once for a theme and a ground."""

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
class _Pointed:
    """Labels as they stand out, and which plain ones each covers: by row, by column, laid out when first needed."""

    rows: dict[int, Label | None] = field(default_factory=dict)
    columns: dict[int, Label | None] = field(default_factory=dict)
    covered: dict[tuple[bool, int], list[Label]] = field(default_factory=dict)


class _Layout(NamedTuple):
    """Where the labels of a map lie, and px where the last one ends."""

    rows: list[Label]
    columns: list[Label]
    bottom: float
    pointed: _Pointed


class MapScene:
    """Cells and both axes in one area. Call `lay_out` after any change and before drawing."""

    def __init__(self, cells: Cells, font: QFont) -> None:
        self.cells = cells
        self.numbers = True  # written where they fit
        self.roomy = 1.0  # how many times larger than usual the cells of a small map may become
        self.rows = RowAxis((), font)
        self.columns = ColumnAxis((), font)
        self.beside: tuple[MapScene, ...] = ()  # maps that end at the same height, whose labels may need more room
        self.number_font = _number_font(font)
        self.area = QRectF()
        self.room = QRectF()  # where cells may lie when zoomed
        self.grid = Grid(1, 1, 0, 0, 1, 1, 1, 1)
        self.row_labels: list[Label] = []
        self.column_labels: list[Label] = []
        self.bottom = 0.0  # px, where cells and labels end
        self._known_rows: NewestDict[object, RowAxis] = NewestDict(_KEPT)
        self._known_columns: NewestDict[object, ColumnAxis] = NewestDict(_KEPT)
        self._layouts: NewestDict[object, _Layout] = NewestDict(_KEPT)
        self._pointed = _Pointed()

    def set_words(self, rows: Sequence[RowLabel] | None, columns: Sequence[str] | None, font: QFont) -> None:
        """Takes the labels that are not None, and the font of all words."""
        if rows is not None:
            self.rows = self._known_rows.made((tuple(rows), font.key()), lambda: RowAxis(rows, font))
        if columns is not None:
            self.columns = self._known_columns.made((tuple(columns), font.key()), lambda: ColumnAxis(columns, font))
        self.number_font = _number_font(font)

    def inside(self, rect: QRectF) -> QRectF:
        """The area to fit into `rect`: 4 px less for the ring of the focus, more on top where labels reach out."""
        return rect.adjusted(_MARGIN, max(_MARGIN, self.rows.line / 4), -_MARGIN, -_MARGIN)

    def fit(self, area: QRectF, ratio: float = 1.0) -> Grid:
        """Shares out `area` between labels and cells; returns the grid in which the whole map is seen."""
        count_q, count_k = self.cells.values.shape
        columns, unit = self.columns, self.rows.unit
        gutter = self.rows.room(area.width())
        grid = None
        for _ in range(3):  # the labels' room depends on the cells and the other way round; it settles at once
            cell_w = grid.cell_w if grid else (area.width() - gutter) / count_k
            foot = max(one.columns.room(cell_w, area.height()) for one in (self, *self.beside))
            gutter = max(gutter, min(columns.overhang(cell_w), 100 * unit, area.width() * 0.25))
            self.room = QRectF(area.left() + gutter, area.top(), area.width() - gutter, area.height() - foot)
            found = fit_grid(
                self.room, count_q, count_k, unit=unit * self.roomy, line=self.rows.line if self.rows.labels else 0.0,
                widest=columns.widest + 8, ratio=ratio,
            )  # fmt: skip
            if found == grid:
                break
            grid = found
        assert grid is not None
        self.area = area
        return grid

    def lay_out(self, grid: Grid) -> None:
        """Takes the grid to draw and places every label that has room."""
        self.grid = grid
        key = self.rows, self.columns, grid, self.area.getRect()
        found = self._layouts.made(key, self._laid_out)
        self.row_labels, self.column_labels, self.bottom, self._pointed = found

    def _laid_out(self) -> _Layout:
        """Both rows of labels and where they end."""
        left, grid = self.area.left(), self.grid
        rows = _without_touching(self.rows.place(row, grid, left=left) for row in self.rows.shown(grid))
        columns = _without_touching(self.place_column(column) for column in self.columns.shown(grid))
        bottom = max([grid.bottom, *(label.area.boundingRect().bottom() for label in columns)])
        return _Layout(rows, columns, bottom, _Pointed())

    def place_column(self, column: int, bold: bool = False) -> Label | None:
        """The label of a column in this area, None if it has none or is scrolled away."""
        return self.columns.place(column, self.grid, bold=bold, left=self.area.left(), bottom=self.area.bottom())

    # ---- what is kept as a picture

    def draw_words(self, painter: QPainter, theme: Theme) -> None:
        """Paints every placed label as nothing pointed at it, and the frame of the map."""
        axes.draw_plain(painter, self.row_labels, self.rows, theme)
        axes.draw_plain(painter, self.column_labels, self.columns, theme)
        self.draw_frame(painter, theme)

    def draw_frame(self, painter: QPainter, theme: Theme) -> None:
        """Paints a hairline just outside the cells."""
        painter.setPen(QPen(theme.q("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.grid.rect.adjusted(-0.5, -0.5, 0.5, 0.5))

    def draw_cells(self, painter: QPainter, theme: Theme, ratio: float) -> None:
        """Paints colours, hatches and, where they fit, numbers, cut to the visible window."""
        painter.save()
        painter.setClipRect(self.grid.rect)
        self.cells.draw(painter, self.grid, theme, ratio)
        if self.numbers and self.cells.numbers_fit(self.grid, self.number_font):
            self.cells.draw_numbers(painter, self.grid, theme, self.number_font, None)
        draw_asked(painter, self.cells.reasons, self.grid, theme, self.number_font, None)
        painter.restore()

    # ---- what changes with the pointer

    def draw_marks(self, painter: QPainter, theme: Theme, marks: Marks, ground: QColor, step_at: float | None) -> None:
        """Paints rows not written yet, the step, the pin and the pointer over the kept picture.

        `ground` is the colour under the labels; `step_at` the row, with fraction, where the step's outline is now.
        """
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
        """An outline inside the cell, dark and light so that it shows on any colour; small cells get lines to it."""
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

    def pointed_labels(self, inks: _Inks, marks: Marks) -> list[tuple[Label, RowAxis | ColumnAxis, AxisStyle]]:
        """The labels that marks make stand out, least important first, with how each is painted."""
        found: list[tuple[Label | None, RowAxis | ColumnAxis, AxisStyle]] = []
        looks = {marks.step: inks.step_word} if marks.step is not None else {}
        if marks.row is not None:
            looks[marks.row] = inks.row_step_word if marks.row == marks.step else inks.row_word
        if marks.column is not None:
            found.append((self._bold_column(marks.column), self.columns, inks.column_word))
        for cell in (marks.pinned, marks.hovered):
            if cell is not None and self._inside(cell):
                looks.pop(cell[0], None)
                looks[cell[0]] = inks.row_step_word if cell[0] == marks.step else inks.row_word
                found.append((self._bold_column(cell[1]), self.columns, inks.column_word))
        found += [(self._bold_row(row), self.rows, look) for row, look in looks.items()]
        placed = [(label, axis, look) for label, axis, look in found if label is not None]
        return [
            (label, axis, look) for at, (label, axis, look) in enumerate(placed)
            if not any(axis is own and label.overlaps(later, axis.line * 0.2) for later, own, _ in placed[at + 1 :])
        ]  # fmt: skip

    def _bold_row(self, row: int) -> Label | None:
        """The label of a row as it stands out, laid out once."""
        known = self._pointed.rows
        if row not in known:
            known[row] = self.rows.place(row, self.grid, bold=True, left=self.area.left())
        return known[row]

    def _bold_column(self, column: int) -> Label | None:
        known = self._pointed.columns
        if column not in known:
            known[column] = self.place_column(column, bold=True)
        return known[column]

    def _covered_labels(self, label: Label, axis: RowAxis | ColumnAxis) -> list[Label]:
        """The plain labels that one which stands out would be painted over."""
        known = self._pointed.covered
        key = axis is self.rows, label.index
        if key not in known:
            known[key] = self._under(label, axis)
        return known[key]

    def _under(self, label: Label, axis: RowAxis | ColumnAxis) -> list[Label]:
        grid, rows = self.grid, axis is self.rows
        placed, size = (self.row_labels, grid.cell_h) if rows else (self.column_labels, grid.cell_w)
        near = (axis.line * 1.6 + 1) / size
        first = bisect_left(placed, label.index - near, key=attrgetter("index"))
        last = bisect_right(placed, label.index + near, key=attrgetter("index"))
        return [
            other for other in placed[first:last]
            if other.index == label.index or (abs(other.index - label.index) < near and other.overlaps(label))
        ]  # fmt: skip

    def _draw_scrolled(self, painter: QPainter, theme: Theme) -> None:
        """Two thin bars that say which part of a zoomed map is seen."""
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
        """Paints everything as shapes and text, nothing behind it; labels that would be covered are left out."""
        inks = _inks(theme, theme.q("background").rgb())
        pointed = self.pointed_labels(inks, marks)
        look = axes.plain(theme)
        for placed, axis in ((self.row_labels, self.rows), (self.column_labels, self.columns)):
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
    """The head of a pin in the corner, so that a pinned cell is not a cell that is merely pointed at."""
    radius = min(_PIN, 0.16 * rect.width(), 0.16 * rect.height())
    if radius >= 2:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(inks.halo)
        painter.setBrush(inks.step.color())
        painter.drawEllipse(rect.topRight() + QPointF(-radius, radius), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _without_touching(labels: Iterable[Label | None]) -> list[Label]:
    """The labels in their order without those that would touch the one before."""
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
