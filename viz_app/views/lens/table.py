"""The table of the lens: a row for each place of the stack, the last at the top, a column for each row of the text.

A text with more rows than have room is shown around the chosen one. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from model_core.explain.engine_numbers import lens_source
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data.words.parts import place_name
from viz_app.system.language import tr
from viz_app.views.lens import words
from viz_app.views.lens.content import LensContent
from viz_app.views.lens.table_picture import PAD, TablePicture
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS, ENDS
from viz_app.widgets.number_card import answer
from viz_app.widgets.pan_canvas import ScrolledCanvas
from viz_app.widgets.theme import Theme

_LEAST, _MOST = 46.0, 104.0  # px at text size 100 %: a column
_AIR, _THIN = 8.0, 2.0  # px above and below a row's words together: where there is room, and at least
_NAMES = 0.3  # of the width: most that the names of the places take
_BAR = 14.0


@dataclass(frozen=True)
class TablePlaces:
    """Where the cells lie: `count` columns from the text's row `first` on, `lines` places from the top."""

    left: float
    top: float
    cell: float
    row: float
    first: int
    count: int
    lines: int

    def cell_rect(self, line: int, column: int) -> QRectF:
        """A cell by its line and column on the screen."""
        return QRectF(self.left + column * self.cell, self.top + line * self.row, self.cell, self.row)

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """(line, −1 above the cells; column) under a point."""
        column = math.floor((point.x() - self.left) / self.cell)
        line = -1 if point.y() < self.top else math.floor((point.y() - self.top) / self.row)
        return (line, column) if 0 <= column < self.count and line < self.lines else None


class LensTable(ScrolledCanvas):
    """A place of it is (place of the stack, row of the text); above the cells the place is −1. `chosen` carries it."""

    accessible_role = QAccessible.Role.Table
    chosen = Signal(int, int)

    still = True
    moves = {**ARROWS, **ENDS}
    held = Qt.KeyboardModifier.NoModifier
    usual = 640, 280
    least = 120, 60

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("The most probable token at each point in the stack"))
        self._content: LensContent | None = None
        self._place = self._step = 0
        self._shown = 0
        self._by = "probability"
        answer(self, self._number)

    # ---- what it shows

    def show_content(self, content: LensContent, place: int, step: int, shown: int, by: str) -> None:
        """Shows a reading; the cell (place, step) is chosen, rows from `shown` on are not written yet, colours say what
        `by` names."""
        same = content.looks_like(self._content)
        same = same and (place, step, shown, by) == (self._place, self._step, self._shown, self._by)
        self._content, self._place, self._step, self._shown, self._by = content, place, step, shown, by
        if same:  # somebody types, and the reading of the last pause is still there
            return
        if self.pointed is not None and not self._has(self.pointed):
            self.point_at(None)
        self._arrange()
        if self.at is not None:
            self.start()
        self.setAccessibleDescription(words.cell_words(content, place, step) if content.rows else "")
        self.update()

    def _has(self, place: tuple[int, int]) -> bool:
        """Whether the reading has this cell, or this name of a column."""
        content = self._content
        return content is not None and place[0] < len(content.places) and place[1] < content.rows

    def _arrange(self) -> None:
        content = self._content
        if content is None:
            return
        self.setMaximumHeight(math.ceil(self._head() + len(content.places) * self._row(_AIR) + 4))
        self._scroll_over(len(content.places) - self.places().lines)
        self._place_bar(self._head(), self.height() - round(self._head()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def restyled(self) -> None:
        self._arrange()

    # ---- places

    def _row(self, air: float) -> float:
        return math.ceil(self.line("small")) + air

    def _head(self) -> float:
        """Two lines: what is read and what is written."""
        return 2 * math.ceil(self.line("small")) + 6.0

    def places(self) -> TablePlaces:
        """Where everything lies now."""
        content, small = self._content, self.metrics_of("small")
        rows = content.rows if content is not None else 0
        stack = content.places if content is not None else ()
        names = max((small.horizontalAdvance(place_name(place)) for place in stack), default=0.0) + 2 * PAD
        left = min(self.width() * _NAMES, names)
        room = max(1.0, self.width() - left - _BAR)
        count = max(1, min(rows, math.floor(room / themes.px(_LEAST)))) if rows else 0
        cell = min(float(themes.px(_MOST)), room / count) if count else room
        first = min(max(0, self._step - count // 2), rows - count)
        high = max(1.0, self.height() - self._head() - 2)
        row = min(self._row(_AIR), max(self._row(_THIN), high / max(1, len(stack))))
        return TablePlaces(left, self._head(), cell, row, first, count, min(len(stack), max(1, math.floor(high / row))))

    def _stack_place(self, line: int) -> int:
        """The place of the stack in a line of the screen."""
        assert self._content is not None
        return len(self._content.places) - 1 - line - self._bar.value()

    def place_at(self, point: QPointF) -> object:
        places = self.places()
        found = places.at(point) if self._content is not None else None
        if found is None:
            return None
        line, column = found
        return (-1 if line < 0 else self._stack_place(line)), places.first + column

    def rect_of(self, place: tuple[int, int]) -> QRectF:
        places = self.places()
        column = place[1] - places.first
        if place[0] < 0:
            return QRectF(places.left + column * places.cell, 0.0, places.cell, places.top)
        return places.cell_rect(self._stack_place(0) - place[0], column)

    def tip_at(self, point: QPointF) -> str:
        content, places = self._content, self.places()
        if content is not None and point.x() < places.left and point.y() < places.top:
            return words.columns_words(content, places.first, places.count)
        return super().tip_at(point)

    def label_at(self, point: QPointF) -> str:
        """The place of the stack at a point left of the cells."""
        places, content = self.places(), self._content
        line = math.floor((point.y() - places.top) / places.row)
        if content is None or point.x() >= places.left or not 0 <= line < places.lines:
            return ""
        return content.places[self._stack_place(line)].name

    def tip_of(self, place: tuple[int, int]) -> str:
        content = self._content
        if content is None or not self._has(place):
            return ""
        if place[0] < 0:
            return words.column_words(content, place[1])
        return words.cell_words(content, *place)

    def hint_of(self, place: tuple[int, int]) -> str:
        return tr("Click to select it.")

    def _number(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The log-probability of the written token in a cell, for None in the chosen one."""
        place = (self._place, self._step) if point is None else self.place_at(QPointF(point))
        known = None if self._content is None else self._content.known()
        if self._content is None or known is None or not isinstance(place, tuple) or place[0] < 0:
            return None
        return known[0], lens_source(known[0].spec, self._content.asked, known[1], *place)

    # ---- what the user does

    def pick(self, place: tuple[int, int]) -> None:
        self.chosen.emit(self._place if place[0] < 0 else place[0], place[1])

    def start(self) -> object:
        """The keys start from the chosen cell."""
        rows = self._content.rows if self._content is not None else 0
        self.at = (self._place, self._step) if rows else None
        return self.at

    def walk(self, place: object, down: int, right: int) -> object:
        """Another cell is chosen; down is towards the embedding."""
        content = self._content
        if content is None or not isinstance(place, tuple):
            return None
        target = min(max(place[0] - down, 0), len(content.places) - 1), min(max(place[1] + right, 0), content.rows - 1)
        line = len(content.places) - 1 - target[0]
        self._show_line(line, self.places().lines)
        self.chosen.emit(*target)
        return target

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self._content is not None:
            places, by = self.places(), self._by
            top = self._stack_place(0)
            at = self._place, self._step
            TablePicture(self, theme, places, self._content, top, *at, self._shown, by).draw(painter)
