"""The sentences in which a head is most itself: a click opens one live.

Lengths are logical pixels.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import pixel_font
from viz_app.widgets.theme import Theme

Pair = tuple[str, str]

_AIR = 10.0  # px of a line beside its text
_PAD = 8.0
_GO = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_KEYS = (*_GO, Qt.Key.Key_Up, Qt.Key.Key_Down)


class SentenceList(QWidget):
    """Lines "source ▸ target". Arrow keys choose one, Return or the space bar opens it, as a click does."""

    chosen = Signal(int)
    pointed = Signal(object)  # the line under the pointer, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self._pairs: tuple[Pair, ...] = ()
        self._open: int | None = None
        self._pointed: int | None = None
        self._at = 0
        self._ring = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Sentences in which the head is most itself")
        self.setToolTip(painting.tip("Click a sentence to open it live; arrow keys and Return do the same."))
        themes.changed.connect(self._restyle)

    def set_sentences(self, title: str, pairs: tuple[Pair, ...], open_: int | None) -> None:
        """Shows other sentences; `open_` is the one that is seen live now."""
        if (title, pairs, open_) == (self._title, self._pairs, self._open):
            return
        other = pairs != self._pairs
        self._title, self._pairs, self._open = title, pairs, open_
        if other:
            self._at, self._pointed = 0, None
            self.updateGeometry()
        self._tell()
        self.update()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """What is shown."""
        return self._pairs

    def _tell(self) -> None:
        pair = self._pairs[self._at] if self._at < len(self._pairs) else ("", "")
        self.setAccessibleDescription(f"{self._title}: {pair[0]} ▸ {pair[1]}" if pair[0] else self._title)

    def _line(self) -> float:
        return math.ceil(QFontMetricsF(themes.font("body")).height()) + _AIR

    def wanted(self) -> int:
        """Px that the title and all lines take."""
        return round((max(1, len(self._pairs)) + 1) * self._line())

    def sizeHint(self) -> QSize:
        return QSize(themes.px(320), self.wanted())

    def line_rect(self, place: int) -> QRectF:
        """One line."""
        return QRectF(0, (place + 1) * self._line(), self.width(), self._line())

    def line_at(self, point: QPointF) -> int | None:
        """The line under a point, or None."""
        place = math.floor(point.y() / self._line()) - 1
        return place if 0 <= place < len(self._pairs) and 0 <= point.x() < self.width() else None

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        with QPainter(self) as painter:
            font = pixel_font(themes.font("small"))
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            painter.setPen(theme.q("muted"))
            base = (self._line() + metrics.capHeight()) / 2
            painter.drawText(QPointF(0, base), painting.elided(self._title, metrics, self.width()))
            painter.setFont(pixel_font(themes.font("body")))
            for place, pair in enumerate(self._pairs):
                self._draw_line(painter, place, pair, theme)

    def _draw_line(self, painter: QPainter, place: int, pair: Pair, theme: Theme) -> None:
        """A line on its ground: marked where it is open, washed where it is pointed at."""
        rect, metrics = self.line_rect(place), QFontMetricsF(painter.font())
        if rect.bottom() > self.height() + 1:
            return
        inner = rect.adjusted(0, 1, 0, -1)
        fill = theme.wash("source", 0.12) if place == self._pointed else theme.q("panel")
        line = theme.q("source" if place == self._open else "line")
        painting.draw_rounded(painter, inner, corner=5, fill=fill, line=line)
        if self._ring and place == self._at:
            painting.draw_focus_ring(painter, inner, theme, corner=5)
        base = rect.top() + (rect.height() + metrics.capHeight()) / 2
        room = rect.width() - 2 * _PAD
        arrow = metrics.horizontalAdvance(" ▸ ")
        first = painting.elided(pair[0], metrics, max(20.0, room * 0.55))
        painter.setPen(theme.q("ink"))
        painter.drawText(QPointF(_PAD, base), first)
        x = _PAD + metrics.horizontalAdvance(first)
        painter.setPen(theme.q("muted"))
        painter.drawText(QPointF(x, base), " ▸ ")
        painter.drawText(
            QPointF(x + arrow, base), painting.elided(pair[1], metrics, max(20.0, room - x - arrow + _PAD))
        )

    # ---- pointer and keys

    def _point_at(self, place: int | None) -> None:
        if place != self._pointed:
            self._pointed = place
            self.setCursor(Qt.CursorShape.ArrowCursor if place is None else Qt.CursorShape.PointingHandCursor)
            self.update()
            self.pointed.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.line_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.line_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and place is not None:
            self._at = place
            self._tell()
            self.chosen.emit(place)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not self._pairs or held:
            super().keyPressEvent(event)
        elif key in _GO:
            self.chosen.emit(self._at)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._at = min(max(self._at + (1 if key == Qt.Key.Key_Down else -1), 0), len(self._pairs) - 1)
            self._ring = True
            self._tell()
            self.update()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keeps its keys from the window's shortcuts and answers for tool tips; everything else as usual."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._pairs:
            own = event.modifiers() == Qt.KeyboardModifier.NoModifier and event.key() in _KEYS
            event.setAccepted(own)
            return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.line_at(QPointF(event.pos()))
            words = "" if place is None else "\n".join(self._pairs[place])
            QToolTip.showText(event.globalPos(), painting.tip(words), self)
            return True
        return bool(super().event(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard brought the focus."""
        self._ring = event.reason() in painting.KEYBOARD_FOCUS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the ring."""
        self._ring = False
        self.update()

    def _restyle(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()


__all__ = ["SentenceList"]
