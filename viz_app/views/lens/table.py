"""The table of the lens: a row for each place of the stack, the last at the top, a column for each row of the text.

Of a text with too many rows those around the chosen one are shown. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import zip_longest

import numpy as np
from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from model_core.direction import isolated
from model_core.explain.engine_numbers import lens_source
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from model_core.spec import SPACE
from viz_app.data.maps.colormaps import index, inks, table
from viz_app.data.words.parts import place_name
from viz_app.system.language import tr
from viz_app.views.lens import words
from viz_app.views.lens.content import LensContent
from viz_app.views.lens.table_places import ARROW, TablePlaces, edges_of, shared_widths, words_width
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS, ENDS
from viz_app.widgets.number_card import answer
from viz_app.widgets.pan_canvas import ScrolledCanvas
from viz_app.widgets.theme import Theme

_LEAST, _MOST = 46.0, 104.0  # px at text size 100 %: a column
_AIR, _THIN = 8.0, 2.0  # px above and below a row's words together: if there is room, and at least
_NAMES = 0.3  # of the width: most that the names of the places take
_BAR = 14.0
_PAD = 6.0  # px beside a name
_CORNER = 3.0  # px of a cell


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
        self._place = self._step = self._shown = 0
        self._by = "probability"
        self._needs: tuple[object, dict[int, float]] = (), {}  # px by row for its words, of which content and font
        answer(self, self._number)

    # ---- what it shows

    def show_content(self, content: LensContent, place: int, step: int, shown: int, by: str) -> None:
        """Shows a reading; the cell (place, step) is chosen, rows from `shown` on are not written yet, `by` says what
        colours mean."""
        same = content.looks_like(self._content)
        before = self._place, self._step, self._shown, self._by
        self._content, self._place, self._step, self._shown, self._by = content, place, step, shown, by
        if same and before == (place, step, shown, by):  # during typing the last reading is still shown
            return
        if self.pointed is not None and not self._has(self.pointed):
            self.point_at(None)
        self._arrange()
        if self.at is not None:
            self.start()
        self.setAccessibleDescription(words.cell_words(content, place, step) if content.rows else "")
        self.update()

    def _has(self, place: tuple[int, int]) -> bool:
        """Whether the reading has this cell, or this column label."""
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
        content = self._content
        rows, stack = (content.rows, content.places) if content is not None else (0, ())
        left = min(self.width() * _NAMES, self._names_width())
        room = max(1.0, self.width() - left - _BAR)
        first, needs = self._columns(room) if rows else (0, [])
        widths = shared_widths(needs, room, float(themes.px(_MOST)))
        whole = sum(needs) <= room
        high = max(1.0, self.height() - self._head() - 2)
        row = min(self._row(_AIR), max(self._row(_THIN), high / max(1, len(stack))))
        lines = min(len(stack), max(1, math.floor(high / row)))
        return TablePlaces(edges_of(left, widths), self._head(), row, first, lines, whole)

    def _names_width(self) -> float:
        """Px for the names of the places."""
        stack, small = self._content.places if self._content is not None else (), self.font_of("small")
        return max((painting.text_width(place_name(place), small) for place in stack), default=0.0) + 2 * _PAD

    def _columns(self, room: float) -> tuple[int, list[float]]:
        """The first row of the text that has a column, and px that each column needs for its words. Where not all rows
        have one anyway, only as many have one as need not cut a word."""
        content, small, strong = self._content, self.font_of("small"), self.font_of("strong")
        assert content is not None
        if (made_for := (content, small.key())) != self._needs[0]:
            self._needs = made_for, {}
        known = self._needs[1]
        count = max(1, min(content.rows, math.floor(room / themes.px(_LEAST))))
        while True:
            first = min(max(0, self._step - count // 2), content.rows - count)
            for row in range(first, first + count):
                if row not in known:
                    known[row] = words_width(content, row, small, strong)
            needs = [known[row] for row in range(first, first + count)]
            if count in (1, content.rows) or sum(needs) <= room:
                return first, needs
            count -= 1

    def spotlit_rect(self) -> QRectF | None:
        """The column of the step."""
        places = self.places()
        column = self._step - places.first
        if not 0 <= column < places.count:
            return None
        return places.column_rect(column, 0.0, places.top + places.lines * places.row).adjusted(-2, 0, 2, 2)

    def is_labelled(self, *, large: bool = False) -> bool:
        return not large or (self.places().whole and self._names_width() <= self.width() * _NAMES)

    def _stack_place(self, line: int) -> int:
        assert self._content is not None
        return len(self._content.places) - 1 - line - self._bar.value()

    def place_at(self, point: QPointF) -> object:
        places = self.places()
        found = places.at(point) if self._content is not None else None
        return found and ((-1 if found[0] < 0 else self._stack_place(found[0])), places.first + found[1])

    def rect_of(self, place: tuple[int, int]) -> QRectF:
        places = self.places()
        column = place[1] - places.first
        if place[0] < 0:
            return places.column_rect(column, 0.0, places.top) if 0 <= column < places.count else QRectF()
        return places.cell_rect(self._stack_place(0) - place[0], column) if 0 <= column < places.count else QRectF()

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
        return words.column_words(content, place[1]) if place[0] < 0 else words.cell_words(content, *place)

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
        rows = self._content.rows if self._content is not None else 0
        self.at = (self._place, self._step) if rows else None
        return self.at

    def walk(self, place: object, down: int, right: int) -> object:
        """Chooses another cell; down is towards the embedding."""
        content = self._content
        if content is None or not isinstance(place, tuple):
            return None
        target = min(max(place[0] - down, 0), len(content.places) - 1), min(max(place[1] + right, 0), content.rows - 1)
        line = len(content.places) - 1 - target[0]
        self._show_line(line, self.places().lines)
        self.chosen.emit(*target)
        return target

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self._content is not None:
            chosen = self._place, self._step
            _Picture(self, painter, theme, self._content, self._stack_place(0), chosen, self._shown, self._by).draw()


class _Picture:
    """One painting of a table: `top` is the place of the stack on the first line, (place, step) the `chosen` cell, rows
    from `shown` on are not written yet, `by` is what colours mean."""

    def __init__(
        self, canvas: LensTable, painter: QPainter, theme: Theme, content: LensContent, top: int,
        chosen: tuple[int, int], shown: int, by: str,
    ) -> None:  # fmt: skip
        self.canvas, self.painter, self.theme, self.content = canvas, painter, theme, content
        self.top, (self.place, self.step), self.by, self.places = top, chosen, by, canvas.places()
        self.small, places = canvas.font_of("small"), self.places
        self.read = range(min(places.count, max(0, shown - places.first)) if content.reading is not None else 0)
        self.rects = [
            [places.cell_rect(line, column).adjusted(1.0, 1.0, -1.0, -1.0) for column in range(places.count)]
            for line in range(places.lines)
        ]

    def draw(self) -> None:
        """Paints all of it. All backgrounds come first, then all frames and text: a change of pen takes longer than a
        cell."""
        self._draw_corner()
        self._draw_columns()
        for line in range(self.places.lines):
            self._draw_name(line)
        ramp, dark = table("weights", self.theme.dark), self.theme.dark
        entries = None
        if self.content.reading is not None:
            entries = index(self.content.shade(self.by).astype(np.float32), 0.0, 1.0)
        self.painter.save()
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_grounds(None if entries is None else ramp[entries])
        self._draw_frames()
        self.painter.restore()
        if entries is not None:
            self._draw_tokens(inks(ramp, dark=dark)[entries])
        self._draw_marks()

    def _draw_corner(self) -> None:
        """Which rows are shown, if not all."""
        places, rows = self.places, self.content.rows
        if places.count >= rows:
            return
        room, half = places.left - 2 * _PAD, places.top / 2
        ends = {"first": places.first + 1, "last": places.first + places.count}
        which = tr("steps {first}–{last}", **ends) if self.content.decodes else tr("tokens {first}–{last}", **ends)
        if self.canvas.metrics_of("small").horizontalAdvance(which) > room:
            which = "{first:,}–{last:,}".format(**ends)
        for line, text in enumerate((which, tr("of {count}", count=rows))):
            rect = QRectF(_PAD, line * half, room, half)
            painting.draw_words(self.painter, rect, text, self.theme.q("muted"), font=self.small)

    def _draw_columns(self) -> None:
        """What each row reads, and below it what it writes."""
        places, half, content = self.places, self.places.top / 2, self.content
        for column in range(places.count):
            row = places.first + column
            rect = places.column_rect(column, 0.0, half).adjusted(1, 0, -1, 0)
            above = content.read[row] if content.decodes else f"{row + 1:,}"
            painting.draw_token(self.painter, rect, above, self.theme.q("muted"), align="centre", font=self.small)
            font, tone = (self.canvas.font_of("strong"), "target") if row == self.step else (self.small, "ink")
            written = painting.visible_words(content.written[row], font)
            if content.decodes:
                written = f"{ARROW}{isolated(written)}"  # continues the text above it
            rect.translate(0, half - 2)
            painting.draw_words(self.painter, rect, written, self.theme.q(tone), align="centre", font=font)

    def _draw_name(self, line: int) -> None:
        place, places = self.top - line, self.places
        rect = QRectF(_PAD, places.top + line * places.row, places.left - 2 * _PAD, places.row)
        tone, name = "target" if place == self.place else "ink", place_name(self.content.places[place])
        painting.draw_words(self.painter, rect, name, self.theme.q(tone), align="right", font=self.small)

    def _draw_grounds(self, pixels: np.ndarray | None) -> None:
        """Every cell with its thin frame, and in its colour once it is computed."""
        self.painter.setPen(QPen(self.theme.q("line"), 1.0))
        for line, row in enumerate(self.rects):
            first = self.places.first
            found = [] if pixels is None else pixels[self.top - line, first : first + len(self.read)].tolist()
            for colour, rect in zip_longest(found, row):
                self.painter.setBrush(Qt.BrushStyle.NoBrush if colour is None else QColor.fromRgb(colour))
                self.painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _CORNER, _CORNER)

    def _draw_frames(self) -> None:
        """A frame around each cell that is `framed`."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(self.theme.q("target"), 1.6))
        for line, row in enumerate(self.rects):
            for column in self.read:
                if self.content.framed(self.top - line, self.places.first + column):
                    self.painter.drawRoundedRect(row[column].adjusted(0.8, 0.8, -0.8, -0.8), _CORNER, _CORNER)

    def _draw_tokens(self, pixels: np.ndarray) -> None:
        """As painting.draw_token, all of one colour together."""
        texts, blanks = defaultdict(list), defaultdict(list)
        cap, sign = self.canvas.metrics_of("small").capHeight(), painting.BLANK + 2
        for line, row in enumerate(self.rects):
            first, count = self.places.first, len(self.read)
            inks_of_row = pixels[self.top - line, first : first + count].tolist()
            said = self.content.shown_words(self.top - line, range(first, first + count))
            for column, (word, rect) in enumerate(zip(said, row[:count], strict=True)):
                apart = sign if len(word) > 1 and word[0] == SPACE else 0.0
                left, room = rect.left() + 2 + apart, rect.width() - 4 - apart
                words = painting.visible_words(word[1:] if apart else word, self.small)
                text, width = painting.fitted(words, self.small, room)
                left += (room - width) / 2
                baseline = rect.top() + (rect.height() + cap) / 2
                texts[inks_of_row[column]].append((QPointF(left, baseline), text))
                if apart:
                    y = round(baseline) + 1.5
                    blanks[inks_of_row[column]].append(QLineF(left - sign, y, left - sign + painting.BLANK, y))
        self.painter.setFont(self.small)
        for ink, found in texts.items():
            colour = QColor.fromRgb(ink)
            self.painter.setPen(colour)
            for at, text in found:
                painting.draw_text(self.painter, at, text)
            colour.setAlphaF(0.6 * colour.alphaF())
            self.painter.setPen(QPen(colour, 1.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            self.painter.drawLines(blanks[ink])

    def _draw_marks(self) -> None:
        """The frame of the step's column, and of the chosen cell."""
        places = self.places
        column, line = self.step - places.first, self.top - self.place
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if not 0 <= column < places.count:
            return
        whole = places.cell_rect(0, column).united(places.cell_rect(places.lines - 1, column))
        painting.draw_rounded(self.painter, whole, corner=4.0, line=self.theme.q("target"), width=2.0)
        if 0 <= line < places.lines:
            cell = places.cell_rect(line, column)
            painting.draw_rounded(self.painter, cell, corner=4.0, line=self.theme.q("ink"), width=2.0)
