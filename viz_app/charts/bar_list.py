"""Lines of the inspector: words with a probability as a bar, names with a value, the heading of a cell.

The widgets reserve room for a fixed number of rows, so that nothing below them moves from step to step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import ref

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.direction import in_order, isolated
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.data.depth import reaches
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import UP_DOWN, Canvas, along
from viz_app.widgets.painting import draw_words
from viz_app.widgets.theme import Theme

_LEAST_WORDS = 64  # px at text size 100 %
_GAP, _FACT_GAP = 8.0, 10.0  # px between word, bar and number; between name and value
_INSET = 4.0  # px at both ends of a row
_AIR = 2.0  # px above and below a line of text
_BAR = 0.62  # of the height of a line of text


class _Rows(Canvas):
    """A vertical list that reserves height for a fixed number of rows; a place is a row."""

    accessible_role = QAccessible.Role.List
    least = 160, 0
    steady = True

    def __init__(self, rows: int, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.room = rows
        self.trace: Trace | None = None  # the run that its numbers are of

    def count(self) -> int:
        raise NotImplementedError

    def set_room(self, rows: int) -> None:
        """Reserves height for this many rows, at least one."""
        if max(1, rows) != self.room:
            self.room = max(1, rows)
            self.updateGeometry()
            self.update()

    @classmethod
    def row_height(cls) -> int:
        """Height of one row in px at the present text size."""
        return round(cls.line() + 2 * _AIR)

    def sizeHint(self) -> QSize:
        return QSize(themes.px(240), self.room * self.row_height())

    def row_rect(self, row: int) -> QRectF:
        """The rectangle of a row, px."""
        return QRectF(0, row * self.row_height(), self.width(), self.row_height())

    def row_at(self, y: float) -> int | None:
        """The row at a height, None below the last."""
        row = int(y // self.row_height())
        return row if 0 <= row < self.count() else None

    def source_of(self, row: int) -> Source | None:
        raise NotImplementedError

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        row = self.at if point is None else self.row_at(point.y())
        source = self.source_of(row) if row is not None else None
        return None if self.trace is None or source is None else (self.trace, source)

    def place_at(self, point: QPointF) -> int | None:
        return self.row_at(point.y())

    def rect_of(self, place: int) -> QRectF:
        return self.row_rect(place)


@dataclass(frozen=True)
class Bar:
    """One row: a word, a share (0 to 1), its tooltip, and the source of the share; `strong` marks the chosen one."""

    text: str
    share: float
    tip: str = ""
    strong: bool = False
    source: Source | None = field(default=None, compare=False)


class Bars(_Rows):
    """Rows of bars in the colour `role` of the theme. `pickable` False: a click does nothing.

    words  the share of the width that the words have
    """

    picked = Signal(int)

    moves = UP_DOWN
    held = Qt.KeyboardModifier.NoModifier
    forgets = True
    corner = 4

    def __init__(self, role: str, rows: int = 6, parent: QWidget | None = None) -> None:
        super().__init__(rows, parent)
        self.role = role
        self.pickable = True
        self.words = 0.36
        self._bars: tuple[Bar, ...] = ()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The visible rows: as many of those given as fit."""
        return self._bars[: self.room]

    def count(self) -> int:
        return len(self.bars)

    def source_of(self, row: int) -> Source | None:
        return self.bars[row].source

    def set_bars(self, bars: Sequence[Bar]) -> None:
        """Replaces the rows."""
        before, self._bars = self._bars, tuple(bars)
        if before == self._bars:
            return
        there = range(self.count())
        self.at = self.at if self.at in there else None
        self.pointed = self.pointed if self.pointed in there else None
        self.update()

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        number = painting.text_width("<0.01", self.font_of("strong"))
        for row, bar in enumerate(self.bars):
            lit = row in (self.pointed, self.at) and self.pickable
            self._draw_row(painter, theme, self.row_rect(row), bar, number, lit)

    def _draw_row(self, painter: QPainter, theme: Theme, rect: QRectF, bar: Bar, number: float, lit: bool) -> None:
        if lit:
            painting.draw_rounded(painter, rect.adjusted(-1, 0, 1, 0), corner=4, fill=theme.wash(self.role, 0.10))
        font, inside = self.font_of("strong" if bar.strong else "body"), rect.adjusted(_INSET, 0, -_INSET, 0)
        words = QRectF(inside)
        words.setRight(max(themes.px(_LEAST_WORDS), rect.width() * self.words))
        ink = theme.q(self.role if bar.strong else "ink")
        painting.draw_token(painter, words, bar.text, ink, align="left", font=font)
        left = words.right() + _GAP
        room = QRectF(left, 0, inside.right() - number - _GAP - left, round(self.line() * _BAR))
        room.moveTop(round(rect.center().y() - room.height() / 2))
        painting.draw_bar(painter, room, bar.share, theme.wash(self.role, 1.0 if bar.strong or lit else 0.72))
        figure = number_format.fmt_chance(bar.share)
        draw_words(painter, inside, figure, theme.q("ink" if bar.strong else "muted"), align="right", font=font)

    # ---- pointer and keyboard

    def tip_of(self, place: int) -> str:
        return self.bars[place].tip

    def hint_of(self, place: int) -> str:
        return tr("Click to select it.") if self.pickable else ""

    def spoken(self, place: int) -> str:
        bar = self.bars[place]
        return f"{bar.text} {number_format.fmt_chance(bar.share)}"

    def walk(self, place: object, down: int, right: int) -> int | None:
        return along(place, down, self.count())

    def pick(self, place: int) -> None:
        if self.pickable:
            self.picked.emit(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.ring and self.bars and self.at is None:
            self.move_to(0)


@dataclass(frozen=True)
class Fact:
    """One line. `tone` is the theme's colour of the value; `tip` plain text; `depth` the one from which on it is
    shown, `source` where its number comes from."""

    name: str
    value: str
    tip: str = ""
    tone: str = "ink"
    depth: str = "first"
    source: Source | None = field(default=None, compare=False)


class Facts(_Rows):
    """Lines of facts; room for `rows` lines is kept, or for as many as were shown of this run, so that nothing below
    moves: at the depth of a first look for those that it shows."""

    passive = True

    def __init__(self, rows: int, parent: QWidget | None = None) -> None:
        super().__init__(rows, parent)
        self._rows, self._asked, self.shown_depth = rows, rows, "full"
        self._of: ref[Trace] | None = None  # the run for which room is kept
        self.facts: tuple[Fact, ...] = ()

    def count(self) -> int:
        return len(self.facts)

    def source_of(self, row: int) -> Source | None:
        return self.facts[row].source

    def set_facts(self, facts: Sequence[Fact]) -> None:
        """Replaces the lines; those that need a greater depth are left out."""
        before, self.facts = self.facts, tuple(fact for fact in facts if reaches(self.shown_depth, fact.depth))
        same = self._of is not None and self._of() is self.trace
        self._of = None if self.trace is None else ref(self.trace)
        super().set_room(max(self.room if same else self._asked, len(self.facts)))
        if before != self.facts:
            self.setAccessibleDescription("; ".join(map(self.spoken, range(len(self.facts)))))
            self.update()

    def set_room(self, rows: int) -> None:
        self._asked = max(1, rows)
        super().set_room(rows)

    def show_depth(self, depth: str) -> None:
        """Sets the depth that applies from the next `set_facts` on; at First look room is reserved only for what is
        shown."""
        if depth != self.shown_depth:
            self.shown_depth, self.facts = depth, ()
            self.set_room(self._rows if reaches(depth, "full") else 1)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        font = self.font_of("body")
        for row, fact in enumerate(self.facts):
            line = self.row_rect(row).adjusted(_INSET, 0, -_INSET, 0)
            name = QRectF(line.left(), line.top(), self.width() * 0.62, line.height())
            used = draw_words(painter, name, fact.name, theme.q("muted"), font=font)
            line.setLeft(used.right() + _FACT_GAP)
            draw_words(painter, line, fact.value, theme.q(fact.tone), align="right", font=font)

    def tip_of(self, place: int) -> str:
        return self.facts[place].tip

    def label_of(self, place: int) -> str:
        return self.facts[place].name

    def spoken(self, place: int) -> str:
        fact = self.facts[place]
        return f"{isolated(fact.name)}: {isolated(fact.value)}"


class CellTitle(Canvas):
    """ "casa ▸ blanca → white": the query in the target's colour, the key in the source's, plain text on one line."""

    passive = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        return in_order(word for word, _ in self._words)

    def set_words(self, words: Sequence[tuple[str, str]]) -> None:
        """Shows (word, colour role of the theme) pieces from left to right."""
        if tuple(words) != self._words:
            self._words = tuple(words)
            self.setAccessibleName(self.text())
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(themes.px(160), round(self.line("strong")))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def place_at(self, point: QPointF) -> object:
        return "title"

    def tip_of(self, place: object) -> str:
        return self.text()

    def draw(self, painter: QPainter, theme: Theme) -> None:
        font, metrics = self.font_of("strong"), self.metrics_of("strong")
        blank, x = painting.text_width(" ", font), _INSET
        for (_, role), text in zip(self._words, self._fitted(metrics, font), strict=True):
            line = QRectF(x, 0, self.width(), metrics.height())
            x = draw_words(painter, line, text, theme.q(role), font=font).right() + blank

    def _fitted(self, metrics: QFontMetricsF, font: QFont) -> list[str]:
        """The words, the long ones all shortened until the line fits."""
        words = [painting.visible_words(word, font) for word, _ in self._words]
        widths = [painting.text_width(word, font) for word in words]
        blanks = painting.text_width(" ", font) * max(0, len(words) - 1)
        room = self.width() - 2 * _INSET - blanks
        most = room
        while most > 24 and sum(min(most, width) for width in widths) > room:
            most -= 4
        return [
            word if width <= most else painting.elided(word, metrics, most)
            for word, width in zip(words, widths, strict=True)
        ]
