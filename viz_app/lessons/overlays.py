"""Overlays for presenting to a class: a spotlight, a blank screen, and pen marks on the cells of a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from viz_app.maps.map_view import MapView
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

HINT = tr("S spotlight · B black · P pen · N next sentence · F1 every key · Esc ends")
"""The hint about keys at the start of a presentation."""
LESSON_HINT = tr("PgDn PgUp scenes · Enter answer · S spotlight · B black · F1 every key · Esc ends")
"""The same, where a lesson is presented."""
NO_MAP = tr("The pen marks cells of a map: this view has none")
"""The hint when the pen is requested where it cannot mark anything."""
NO_ROW = tr("The spotlight is on the row of the step: this view has none")
"""The hint when the spotlight is requested where it would highlight nothing."""
QUIET = 0.72
"""How strongly what is not in the light is covered by the ground."""
READ = 6000
"""Milliseconds that a hint stays."""


class Overlay(QWidget):
    """Covers a widget and lets all input through to it."""

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self._below = below
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below.installEventFilter(self)
        self.setGeometry(below.rect())
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the size of the widget below."""
        if event.type() == QEvent.Type.Resize and watched is self._below:
            self.setGeometry(self._below.rect())
        return False

    def show_over(self, on: bool) -> None:
        """Shows it above everything else, or hides it."""
        self.setVisible(on)
        if on:
            self.raise_()
            self.update()


class Blank(Overlay):
    """Nothing to see: black, for eyes on the teacher, or in a colour of the theme."""

    def __init__(self, below: QWidget, role: str = "") -> None:
        super().__init__(below)
        self._role = role

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), themes.current().q(self._role) if self._role else QColor("black"))


class Hint(Overlay):
    """A line of text at the lower edge; disappears after READ ms."""

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self.words = ""
        self._timer = QTimer(self, singleShot=True, interval=READ)
        self._timer.timeout.connect(self.hide)

    def say(self, words: str) -> None:
        self.words = words
        self.show_over(True)
        self._timer.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, font = themes.current(), themes.font("small")
        metrics = QFontMetricsF(font)
        wide = min(self.width() - 16.0, metrics.horizontalAdvance(self.words) + 2 * themes.px(12))
        high = metrics.height() + themes.px(12)
        rect = QRectF((self.width() - wide) / 2, self.height() - high - themes.px(12), wide, high)
        with QPainter(self) as painter:
            painting.draw_rounded(painter, rect, fill=theme.q("primary"))
            inside = rect.adjusted(themes.px(8), 0, -themes.px(8), 0)
            painting.draw_words(painter, inside, self.words, theme.q("on_primary"), align="centre", font=font)


class Spotlight(Overlay):
    """Dims everything but some places; `lit` gives their rectangles on the window, `veil` how strongly the rest is
    dimmed. Nothing is dimmed where there are none."""

    def __init__(self, below: QWidget, lit: Callable[[], list[QRect]], veil: float = QUIET) -> None:
        super().__init__(below)
        self._lit, self._veil = lit, veil

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, veil = themes.current(), QRegion(self.rect())
        if not (found := self._lit()):
            return
        for rect in found:
            veil -= QRegion(rect)
        with QPainter(self) as painter:
            painter.setClipRegion(veil)
            painter.fillRect(self.rect(), theme.q("background", self._veil))
            painter.setClipping(False)
            for rect in found:
                painting.draw_rounded(painter, QRectF(rect), corner=4, line=theme.q("target"), width=2.0)


class CellPen(Overlay):
    """Rings around cells of a map: a click adds or removes one while the pen is out; they move with their cells."""

    def __init__(self, heat: MapView) -> None:
        super().__init__(heat)
        self._heat = heat
        self.cells: set[tuple[int, int]] = set()

    def take(self, on: bool) -> None:
        """Takes the pen out: clicks mark instead of pinning."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not on)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.show_over(on or bool(self.cells))

    def clear(self) -> None:
        self.cells.clear()
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._heat.cell_at(QPointF(event.position()))
        if cell is not None:
            self.cells ^= {cell}
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(themes.current().q("user"), 4.0))
            for cell in sorted(self.cells):
                painter.drawEllipse(self.ring(*cell))

    def ring(self, row: int, column: int) -> QRectF:
        """A ring as flat as its cell, so that the numbers beside it stay legible."""
        rect = self._heat.cell_rect(row, column)
        ring = QRectF(0, 0, max(rect.width(), 16.0) + 8, max(rect.height(), 16.0) + 8)
        ring.moveCenter(rect.center())
        return ring


def pens_in(window: QWidget, maps: Iterable[MapView]) -> list[CellPen]:
    """A pen for each of these maps, and the existing pens of maps seen before."""
    for heat in maps:
        if heat.findChild(CellPen) is None:
            CellPen(heat)
    return window.findChildren(CellPen)


def wipe(window: QWidget) -> None:
    """Removes the marks of all pens."""
    for pen in window.findChildren(CellPen):
        pen.clear()


def on_window(part: QWidget, window: QWidget, rect: QRectF | None = None) -> QRect:
    """A part of the window, or a rectangle of it, in px of the window."""
    own = part.rect() if rect is None else rect.toAlignedRect()
    return QRect(part.mapTo(window, own.topLeft()), own.size()).intersected(QRect(QPoint(), window.size()))
