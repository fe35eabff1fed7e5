"""The matrix of effects: a row for each part, a column for each written token, its change of log-probability as colour.

Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from model_core.explain.engine_numbers import effect_source
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.system.language import tr
from viz_app.views.heads import words
from viz_app.views.heads.cell_colours import CellColours
from viz_app.views.heads.content import NOTHING, EffectContent, EffectRow, Line, arranged
from viz_app.views.heads.matrix_picture import PAD, WORD, MatrixLayout, MatrixMarks, MatrixPicture, matrix_layout
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS, ENDS, PAGES
from viz_app.widgets.number_card import answer
from viz_app.widgets.pan_canvas import ScrolledCanvas
from viz_app.widgets.theme import Role, Theme

_ROW = 6.0  # px above and below a row's words together
_TALLEST = 2.5  # times the usual height: a row in the room of a presentation
_NAMES = 0.4  # of the width that the names take at most
_LEGEND = 34.0  # px at text size 100 % below the rows


class EffectMatrix(ScrolledCanvas):
    """Rows sorted by one column. `chosen` carries the part of another row, `stepped` another column (None: the sums),
    `opened` the part that Return or a double click opens, `unfolded` that the rest is to be shown."""

    accessible_role = QAccessible.Role.Table
    chosen = Signal(object)
    stepped = Signal(object)
    opened = Signal(object)
    unfolded = Signal()

    still = True
    moves = {**ARROWS, **ENDS, **PAGES}
    held = Qt.KeyboardModifier.NoModifier
    usual = 640, 360
    least = 120, 60

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("What each part does to each token"))
        self._content, self._marks = NOTHING, MatrixMarks()
        self.lines: tuple[Line, ...] = ()  # from the top; in place of the folded ones how many they are
        self._laid: MatrixLayout | None = None
        self._colours = CellColours()
        self._filled, self._taller = False, 1.0  # presented; rows are so many times as high as usual
        self._heads: tuple[object, tuple[float, float]] = (), (0.0, 0.0)  # the words over the columns; see `_heads_of`
        answer(self, self._number)

    # ---- what it shows

    def show_content(self, content: EffectContent, marks: MatrixMarks) -> None:
        """Shows effects, sorted by a column, with a step framed and the row of a part marked."""
        same = content.looks_like(self._content) and marks == self._marks
        self._content, self._marks = content, marks
        if same:
            return
        self._arrange()
        if (chosen := self._chosen()) is not None:
            self._scroll_to(chosen[0])
        row = content.row_of(marks.part)
        self.setAccessibleDescription(words.row_words(content, row, marks.column) if row is not None else "")
        self.update()

    def fill(self, on: bool) -> None:
        """While presenting, lets few rows share the room of many."""
        if on != self._filled:
            self._filled = on
            self._arrange()
            self.update()

    def _arrange(self) -> None:
        self._laid, self._taller = None, 1.0
        room = math.floor((high := self.height() - self._places().top - themes.px(_LEGEND)) / self._row())
        column, _, part, everything = self._marks
        self.lines = arranged(self._content, column, max(2, room), everything, part)
        if self._filled and self.lines:
            self._taller = min(max(1.0, high / (self._row() * len(self.lines))), _TALLEST)
            room = math.floor(high / self._row() + 1e-6)
        self._scroll_over(len(self.lines) - room)
        self._bar.setPageStep(max(1, room))
        self._laid = None
        self._place_bar(self._places().top, room * self._row())
        if self.at is not None:
            self.start()

    # ---- places

    def spotlit_rect(self) -> QRectF | None:
        """The column of the step."""
        step, places = self._marks.step, self._places()
        if step >= places.columns:
            return None
        column = places.column(step)
        return QRectF(column.left() - 2, 0.0, column.width() + 4, places.top + places.row * len(self.lines) + 2)

    def is_labelled(self, *, large: bool = False) -> bool:
        places = self._places()
        return places.every(self.line("small")) == 1 and (places.level or not large)

    def _row(self) -> float:
        return self._usual_row() * self._taller

    def _usual_row(self) -> float:
        return math.ceil(self.line("small")) + _ROW

    def _places(self) -> MatrixLayout:
        """The geometry, computed once for each arrangement."""
        if self._laid is None:
            self._laid = self._measured()
        return self._laid

    def _measured(self) -> MatrixLayout:
        rows, columns, small = self._content.rows, self._content.columns, self.metrics_of("small")
        name = self._widest("body", map(words.row_label, rows))
        note = max((small.horizontalAdvance(row.side_text(self._marks.column)) for row in rows), default=0.0)
        fold = small.horizontalAdvance(words.less_words(len(rows)))  # which no frame of a column may cross
        left = min(self.width() * _NAMES, max(fold, name + (note + PAD if note else 0.0)) + 2 * PAD)
        word, bold = (min(themes.px(WORD), wide) for wide in self._heads_of(columns))
        total = small.horizontalAdvance(tr("whole text")) + PAD
        width = self.width() - (14 if self._bar.isVisible() else 0)
        unit = themes.text_scale()
        line = self.line("small") if self._filled else 0.0
        found = matrix_layout(width, len(columns), left, word, self._usual_row(), total, unit, bold, line)
        return replace(found, row=self._row(), head=self._usual_row())

    def _widest(self, role: Role, names: Iterable[str]) -> float:
        """Width in px of the widest name as painted."""
        font, width = self.font_of(role), self.metrics_of(role).horizontalAdvance
        return max((width(painting.visible_words(name, font)) for name in names), default=0.0)

    def _heads_of(self, columns: tuple[str, ...]) -> tuple[float, float]:
        """Width in px of the widest column label, and of the widest as the chosen one; cached across rows and marks."""
        asked = columns, themes.text_scale()
        if self._heads[0] != asked:
            self._heads = asked, (self._widest("small", columns), self._widest("strong", columns))
        return self._heads[1]

    def place_at(self, point: QPointF) -> object:
        found = self._places().at(point)
        if found is None:
            return None
        line, column = found
        if line < 0:
            return (-1, column) if column != -1 else None
        line += self._bar.value()
        return (line, column) if line < len(self.lines) and not self._below(line) else None

    def row_at(self, place: object) -> EffectRow | None:
        """The row of a place; None for the fold and the line of tokens."""
        line = place[0] if isinstance(place, tuple) else -1
        row = self.lines[line] if 0 <= line < len(self.lines) else None
        return row if isinstance(row, EffectRow) else None

    def _below(self, line: int) -> bool:
        """Whether a line does not fit above the legend."""
        places = self._places()
        bottom = places.top + (line - self._bar.value() + 1) * places.row
        return bottom > self.height() - themes.px(_LEGEND) + 1

    def rect_of(self, place: tuple[int, int]) -> QRectF:
        line, column = place
        places = self._places()
        if line < 0:
            return QRectF(places.column(column).left(), 0, places.column(column).width(), places.top)
        rect = places.line_rect(line - self._bar.value())
        return rect if column == -1 else places.cell_rect(line - self._bar.value(), column)

    def tip_of(self, place: tuple[int, int]) -> str:
        content, (line, column) = self._content, place
        if line < 0:
            return words.column_tip(content, column)
        row = self.lines[line] if line < len(self.lines) else 0
        if isinstance(row, int):
            return words.fold_words(row, content, self.lines, self._marks.column) if row else ""
        return (
            words.row_words(content, row, self._marks.column)
            if column == -1
            else words.cell_words(content, row, column)
        )

    def hint_of(self, place: tuple[int, int]) -> str:
        line, column = place
        if line < 0:
            return tr("Click to sort by the whole text.") if column is None else tr("Click to sort by this token.")
        if line < len(self.lines) and isinstance(self.lines[line], int):
            return tr("Click to see all rows.")
        return tr(
            "Click to see the text without it; press Enter or double-click to open a head, M to keep it switched off."
        )

    def _number(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number of a cell, for None of the chosen part and column; None while it is computed."""
        content = self._content
        place = self.start() if point is None else self.place_at(QPointF(point))
        row = self.row_at(place)
        if content.trace is None or row is None or not isinstance(place, tuple):
            return None
        column = self._marks.column if place[1] == -1 else place[1]
        if not content.current or math.isnan(row.value(column)):
            return None
        return content.trace, effect_source(content.asked, row.part, row.values, column)

    # ---- what the user does

    def pick(self, place: tuple[int, int]) -> None:
        line, column = place
        if line < 0:
            self.stepped.emit(column)
            return
        row = self.lines[line]
        if isinstance(row, int):
            self.unfolded.emit()
            return
        self.chosen.emit(row.part)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(self.place_at(event.position()))
        if row is not None:
            self.opened.emit(row.part)

    def start(self) -> tuple[int, int] | None:
        self.at = found = self._chosen()
        return found

    def _chosen(self) -> tuple[int, int] | None:
        """The place of the chosen row."""
        rows = ((line, row) for line, row in enumerate(self.lines) if isinstance(row, EffectRow))
        return next(((line, -1) for line, row in rows if row.part == self._marks.part), None)

    def take_key(self, event: QKeyEvent) -> bool:
        if Qt.Key(event.key()) in self.picks and self.wants(event):
            self.opened.emit(self._marks.part)
            return True
        return super().take_key(event)

    def walk(self, place: object, down: int, right: int) -> object:
        """Up and down: another row; left and right: rows are sorted by another column."""
        if not (count := len(self._content.columns)):
            return None
        if right:
            now = self._marks.step if self._marks.column is not None else count
            self.stepped.emit(min(max(now + right, 0), count - 1))
            return self.start()
        rows = [at for at, row in enumerate(self.lines) if isinstance(row, EffectRow)]
        if not rows:
            return None
        line = place[0] if isinstance(place, tuple) else -1
        now = rows.index(line) if line in rows else -1
        target = rows[min(max(now + down, 0), len(rows) - 1)]
        self._scroll_to(target)
        row = self.lines[target]
        assert isinstance(row, EffectRow)
        self.chosen.emit(row.part)
        return target, -1

    def _scroll_to(self, line: int) -> None:
        if line < self._bar.value():
            self._bar.setValue(line)
        while self._below(line) and self._bar.value() < self._bar.maximum():
            self._bar.setValue(self._bar.value() + 1)

    # ---- painting

    def _shown(self) -> tuple[Line, ...]:
        first = self._bar.value()
        return tuple(row for line, row in enumerate(self.lines[first:], first) if not self._below(line))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self._content is not NOTHING:
            shown = self._places(), self._content, self._shown(), self._marks, self._colours
            MatrixPicture(self, theme, *shown).draw(painter)
