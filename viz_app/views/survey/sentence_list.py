"""The most typical sentences for a head: a click opens one live. Lengths are logical pixels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from model_core.direction import isolated
from viz_app.system.language import tr
from viz_app.widgets import canvas, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.pan_canvas import BAR, ScrolledCanvas
from viz_app.widgets.theme import Theme

Pair = tuple[str, str]

HERE = tr("Click to translate this sentence now and see what the head does in it.")
ELSEWHERE = tr("Click to open the survey's model with this sentence and see what the head does in it.")
_AIR = 10.0  # px of a line beside its text
_PAD = 8.0


class SentenceList(ScrolledCanvas):
    """Lines "source ▸ target". Arrow keys choose one, Return or the space bar opens it, as a click does. `hint`
    describes that."""

    accessible_role = QAccessible.Role.List
    chosen = Signal(int)

    moves = canvas.UP_DOWN
    picks = (*canvas.CHOOSE, Qt.Key.Key_Space)
    held = Qt.KeyboardModifier.NoModifier
    corner = 5
    steady = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Sentences that show the head most clearly"))
        self.hint = HERE
        self._title = ""
        self.pairs: tuple[Pair, ...] = ()
        self._open: int | None = None
        painting.set_tip(self, tr("Click a sentence to open it live; or use the arrow keys and Enter."))

    def set_sentences(self, title: str, pairs: tuple[Pair, ...], open_: int | None) -> None:
        """Shows other sentences; `open_` is the one currently open."""
        if (title, pairs, open_) == (self._title, self.pairs, self._open):
            return
        other = pairs != self.pairs
        self._title, self.pairs, self._open = title, pairs, open_
        if other:
            self.at = None
            self.unpoint()
            self.updateGeometry()
            self._bar.setValue(0)
            self._arrange()
        start = self.start()
        self.setAccessibleDescription(title if start is None else self.spoken(start))
        self.update()

    def start(self) -> int | None:
        return self.at if isinstance(self.at, int) else 0 if self.pairs else None

    def walk(self, place: object, down: int, right: int) -> int | None:
        return canvas.along(place, down, len(self.pairs))

    def pick(self, place: int) -> None:
        self.at = place
        self.setAccessibleDescription(self.spoken(place))
        self.chosen.emit(place)

    def spoken(self, place: int) -> str:
        source, target = self.pairs[place]
        return f"{self._title}: {isolated(source)} ▸ {isolated(target)}" if source else self._title

    def hint_of(self, place: int) -> str:
        return self.hint

    def tip_of(self, place: int) -> str:
        return "\n".join(self.pairs[place])

    def move_to(self, place: int | None) -> None:
        """Also scrolls there."""
        super().move_to(place)
        if place is not None:
            self._show_line(place, self._room())

    # ---- where things are

    def _room(self) -> int:
        """How many lines fit under the title."""
        return max(1, int(self.height() // self._row()) - 1)

    def _arrange(self) -> None:
        """Makes lines that do not fit scrollable."""
        self._scroll_over(len(self.pairs) - self._room())
        self._place_bar(self._row(), self.height() - self._row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def restyled(self) -> None:
        self._arrange()

    def _row(self) -> float:
        return math.ceil(self.line()) + _AIR

    def needed_height(self) -> int:
        """The height in px of the title and all lines."""
        return round((max(1, len(self.pairs)) + 1) * self._row())

    def sizeHint(self) -> QSize:
        return QSize(themes.px(320), self.needed_height())

    def rect_of(self, place: object) -> QRectF:
        top = (place + 1 - self._bar.value() if isinstance(place, int) else 0) * self._row()
        return QRectF(0, top, self.width() - BAR * bool(self._bar.maximum()), self._row()).adjusted(0, 1, 0, -1)

    def ring_rect(self) -> QRectF:
        start = self.start()
        return QRectF(self.rect()) if start is None else self.rect_of(start)

    def place_at(self, point: QPointF) -> int | None:
        line = math.floor(point.y() / self._row()) - 1
        place = line + self._bar.value()
        return place if line >= 0 and place < len(self.pairs) and 0 <= point.x() < self.width() else None

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        painter.setFont(self.font_of("small"))
        painting.draw_words(painter, QRectF(0, 0, self.width(), self._row()), self._title, theme.q("muted"))
        painter.setFont(self.font_of("body"))
        first = self._bar.value()
        for place, pair in enumerate(self.pairs[first:], first):
            self._draw_line(painter, place, pair, theme)

    def _draw_line(self, painter: QPainter, place: int, pair: Pair, theme: Theme) -> None:
        """A line with its background: marked if open, tinted if hovered."""
        rect = self.rect_of(place)
        if rect.bottom() > self.height():
            return
        fill = theme.q("chosen") if place == self.pointed else theme.q("panel")
        line = theme.q("source" if place == self._open else "line")
        painting.draw_rounded(painter, rect, corner=5, fill=fill, line=line)
        room, muted = rect.adjusted(_PAD, 0, -_PAD, 0), theme.q("muted")
        first = QRectF(room.left(), room.top(), max(20.0, room.width() * 0.55), room.height())
        room.setLeft(painting.draw_words(painter, first, pair[0], theme.q("ink")).right())
        room.setLeft(painting.draw_words(painter, room, " ▸ ", muted).right())
        room.setWidth(max(20.0, room.width()))
        painting.draw_words(painter, room, pair[1], muted)
