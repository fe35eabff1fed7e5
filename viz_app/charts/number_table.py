"""Lines of numbers in columns under headings: coloured backgrounds, hatches, a chosen column, "3 of 40".

Nothing overlaps and nothing shrinks. Columns that do not fit are left out around the chosen one, or continue in further
blocks below. A place is (line, column); line 0 holds the headings. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QAccessible, QColor, QFontMetricsF, QPaintEngine, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.record import mask_reasons
from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import Scale
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_NARROWEST, _WIDEST = 46.0, 84.0  # px of a column at text size 100 %
_GUTTER = 12  # px between the names and the first column
_BLOCKS = 8.0  # px between two blocks of columns


@dataclass(frozen=True)
class NumberLine:
    """One line: its name, the shorter one for a narrow place, the name's colour.

    remark  a note after the last column
    ruled   with a rule above it
    """

    name: str
    short: str = ""
    tone: str = "muted"
    remark: str = ""
    ruled: bool = False


@dataclass(frozen=True)
class NumberCell:
    """The content of one cell. With a `scale` its background is coloured by `value`; a `reason` hatches it around the
    text."""

    text: str
    tone: str = "ink"
    value: float = math.nan
    scale: Scale | None = None
    reason: int = mask_reasons.VISIBLE


@dataclass(frozen=True)
class NumberPlan:
    """The geometry of the table: the names and their width, the line height, the column edges of one block, which
    columns are shown, and the number of lines per block."""

    names: tuple[str, ...]
    gutter: float
    line: float
    edges: tuple[float, ...]
    columns: range
    lines: int

    @property
    def per_block(self) -> int:
        """How many columns a block has."""
        return len(self.edges) - 1

    def cell_rect(self, line: int, column: int) -> QRectF:
        block, at = divmod(column - self.columns.start, self.per_block)
        top = block * (self.lines * self.line + _BLOCKS) + line * self.line
        return QRectF(self.edges[at], top, self.edges[at + 1] - self.edges[at], self.line)

    def column_rect(self, column: int) -> QRectF:
        return self.cell_rect(0, column).united(self.cell_rect(self.lines - 1, column))


class NumberTable(Canvas):
    """Shows `lines` of numbers, given by `figure`, under headings. Subclasses define both."""

    accessible_role = QAccessible.Role.Table
    passive = True
    steady = True
    wraps = False  # True: columns that do not fit go on below, while they fit; then not `steady`
    head = NumberLine("")  # the line of the heads
    rows = 4  # lines with that of the heads
    air = 5.0  # px above and below a line of text
    spare = 2  # px below the last line

    def __init__(self, parent: QWidget | None, name: str) -> None:
        super().__init__(parent, name)
        self.lines: tuple[NumberLine, ...] = ()
        self.heads: Sequence[str] = ()
        self.chosen: int | None = None
        self._planned: tuple[object, NumberPlan] | None = None
        self._fonts = themes.font("body"), themes.font("strong")  # of the picture that is drawn

    # ---- for subclasses

    def show_numbers(self, lines: Sequence[NumberLine], heads: Sequence[str], chosen: int | None, words: str) -> None:
        """Replaces the numbers; `words` are for screen readers. Without headings nothing is shown."""
        self.lines, self.heads, self.chosen, self._planned = tuple(lines), heads, chosen, None
        self.setAccessibleDescription(words)
        self.update()

    def figure(self, line: int, column: int) -> NumberCell:
        """The content of a cell; lines count from 1."""
        raise NotImplementedError

    def gutter(self, metrics: QFontMetricsF, names: Sequence[str]) -> float:
        """Width of the names, px."""
        return math.ceil(max((metrics.horizontalAdvance(name) for name in names), default=0.0)) + _GUTTER

    def fitted(self, metrics: QFontMetricsF, room: float) -> tuple[range, list[float]]:
        """The columns to show where a block is `room` px wide, and the column widths of one block."""
        count, scale = len(self.heads), themes.text_scale()
        least = max(_NARROWEST * scale, metrics.horizontalAdvance("\u221200.00") + 12)
        fitting = max(1, min(count, int(room // least)))
        widths = [min(room / fitting, _WIDEST * scale)] * fitting
        if self.wraps:
            blocks = max(1, int((self.height() + _BLOCKS) // (self.rows * self._line() + _BLOCKS)))
            return range(min(count, blocks * fitting)), widths
        first = min(max(0, (self.chosen or 0) - fitting // 2), max(0, count - fitting))
        return range(first, min(count, first + fitting)), widths

    # ---- where things are

    def _line(self) -> float:
        return math.ceil(QFontMetricsF(themes.font("body")).height()) + self.air

    def plan(self) -> NumberPlan:
        """The geometry for the present size, text size and columns, measured once."""
        key = self.width(), self.height(), themes.text_scale()
        if self._planned is None or self._planned[0] != key:
            self._planned = key, self._made_plan(QFontMetricsF(themes.font("body")), self.width())
        return self._planned[1]

    def has_room(self, width: int) -> bool:
        """Whether this width is enough for the names, one column and the remarks."""
        plan = self._made_plan(QFontMetricsF(themes.font("body")), width)
        return plan.edges[1] - plan.edges[0] >= _NARROWEST * themes.text_scale()

    def _made_plan(self, metrics: QFontMetricsF, width: int) -> NumberPlan:
        lines = (self.head, *self.lines)
        names = tuple(line.name for line in lines)
        gutter = self.gutter(metrics, names)
        if gutter > width * 0.25 and any(line.short for line in lines):
            names = tuple(line.short for line in lines)
            gutter = self.gutter(metrics, names)
        remark = (
            0.0
            if self.wraps
            else metrics.horizontalAdvance(tr("{number} of {all}", number="00", all=len(self.heads))) + 16
        )
        columns, widths = self.fitted(metrics, max(1.0, width - gutter - remark))
        return NumberPlan(names, gutter, self._line(), tuple(accumulate(widths, initial=gutter)), columns, self.rows)

    def columns(self) -> range:
        return self.plan().columns

    def cell_rect(self, line: int, column: int) -> QRectF:
        """The rectangle of a number; line 0 is the heading."""
        return self.plan().cell_rect(line, column)

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        """(line, column) under a point."""
        plan = self.plan()
        column = next((one for one in plan.columns if plan.column_rect(one).contains(point)), None)
        if column is None:
            return None
        return min(int((point.y() - plan.cell_rect(0, column).top()) // plan.line), plan.lines - 1), column

    def label_at(self, point: QPointF) -> str:
        """The name of the line at a point left of the numbers."""
        plan, lines = self.plan(), (self.head, *self.lines)
        line = int(point.y() // plan.line)
        return lines[line].name if point.x() < plan.gutter and 0 <= line < len(lines) else ""

    def spoken(self, place: tuple[int, int]) -> str:
        """The tooltip of a cell, or its line, column and number."""
        tip = self.tip_of(place)
        if tip:
            return tip
        line, column = place
        head = self.heads[column]
        return f"{self.lines[line - 1].name}, {head}: {self.figure(line, column).text}" if line else head

    def accessible_rect(self, place: tuple[int, int]) -> QRectF:
        return self.cell_rect(*place)

    def rect_of(self, place: tuple[int, int]) -> QRectF:
        return self.plan().column_rect(place[1])

    def sizeHint(self) -> QSize:
        return QSize(480, round(self.rows * self._line()) + self.spare)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        plan = self.plan()
        if not plan.columns:
            return
        self._fonts = themes.font("body"), themes.font("strong")
        for first in plan.columns[:: plan.per_block]:
            self._draw_names(painter, theme, plan, first)
        for column in plan.columns:
            self.draw_column(painter, theme, column)
        self._draw_remarks(painter, theme, plan)
        if self.chosen is not None:
            outline = plan.column_rect(self.chosen).adjusted(1, 1, -1, -1)
            painting.draw_rounded(painter, outline, corner=4, line=theme.q("source"), width=1.5)

    def _draw_names(self, painter: QPainter, theme: Theme, plan: NumberPlan, first: int) -> None:
        """The names of the lines at the left of the block that begins with column `first`, and the rules above some of
        them."""
        end = plan.cell_rect(0, min(first + plan.per_block - 1, plan.columns[-1])).right()
        for at, (line, name) in enumerate(zip((self.head, *self.lines), plan.names, strict=True)):
            top = plan.cell_rect(at, first).top()
            place = QRectF(0, top, plan.gutter - _GUTTER, plan.line)
            painting.draw_words(painter, place, name, theme.q(line.tone), align="right", font=self._fonts[0])
            if line.ruled:
                painter.setPen(QPen(theme.q("edge"), 1))
                painter.drawLine(QPointF(0, top + 0.5), QPointF(end, top + 0.5))

    def draw_column(self, painter: QPainter, theme: Theme, column: int) -> None:
        """A column's heading and numbers."""
        chosen, plan = column == self.chosen, self.plan()
        font, ink = self._fonts[chosen], theme.q("source" if chosen else "muted")
        place = plan.cell_rect(0, column)
        painting.draw_token(painter, place.adjusted(4, 0, -4, 0), self.heads[column], ink, font=font)
        painter.setFont(self._fonts[False])
        for line in range(1, plan.lines):
            place.translate(0, plan.line)
            self._draw_figure(painter, theme, place, self.figure(line, column))

    @staticmethod
    def _draw_figure(painter: QPainter, theme: Theme, place: QRectF, figure: NumberCell) -> None:
        if figure.reason != mask_reasons.VISIBLE:
            _hatch(painter, theme, place.adjusted(1, 1, -1, -1), figure.reason)
            width = painting.text_width(figure.text, painter.font()) + 8
            clear = QRectF(place.center().x() - width / 2, place.top() + 4, width, place.height() - 8)
            painting.draw_rounded(painter, clear, corner=3, fill=theme.q("panel"))
        if figure.scale is not None and math.isfinite(figure.value):
            fill, ink = coloured(figure.value, figure.scale, theme)
            painter.fillRect(place.adjusted(1, 1, -1, -1), fill)
        else:
            ink = theme.q(figure.tone)
        painter.setPen(ink)
        painting.draw_number(painter, place.center(), figure.text)

    def _draw_remarks(self, painter: QPainter, theme: Theme, plan: NumberPlan) -> None:
        """Text behind the last column: the lines' remarks, and how many columns are shown if not all are."""
        left_out = not self.wraps and len(plan.columns) < len(self.heads)
        remarks = [
            tr("{number} of {all}", number=len(plan.columns), all=len(self.heads)) if left_out else "",
            *(one.remark for one in self.lines),
        ]
        for line, text in enumerate(remarks):
            last = plan.cell_rect(line, plan.columns[-1])
            place = QRectF(last.right() + 10, last.top(), self.width(), last.height())
            painting.draw_words(painter, place, text, theme.q("muted"), font=self._fonts[0])


def coloured(value: float, scale: Scale, theme: Theme) -> tuple[QColor, QColor]:
    """The background colour of a finite number on a scale, and a text colour that is legible on it."""
    step = 255.0 / (scale.hi - scale.lo)  # as colormaps.index, of one number twenty times as fast
    place = float(np.float32(value) * np.float32(step) + np.float32(0.5 - scale.lo * step))
    entry = int(min(max(place, 0.0), 255.0))
    ground, ink = _pixels(scale.ramp, theme.dark)
    return QColor.fromRgb(ground[entry]), QColor.fromRgb(ink[entry])


@cache
def _pixels(ramp: str, dark: bool) -> tuple[list[int], list[int]]:
    """The colours of a ramp, and the legible text colour for each."""
    table = colormaps.table(ramp, dark)
    return table.tolist(), colormaps.inks(table, dark=dark).tolist()


def _hatch(painter: QPainter, theme: Theme, box: QRectF, reason: int) -> None:
    """Hatches a box: a cached texture on screen, lines in SVG and PDF."""
    if painter.paintEngine().type() != QPaintEngine.Type.Raster:
        painting.draw_hatched(painter, box, theme, reason)
        return
    painter.setBrushOrigin(box.topLeft())
    painter.fillRect(box, painting.hatch(theme, reason, painter.device().devicePixelRatioF()))
