"""The base of every widget that paints itself: pointing, keyboard cursor and focus ring, tooltips, restyling, export.

A canvas paints only shapes and text, so that the same code serves the screen, SVG and PDF. Its places are any
comparable values, such as row numbers or (row, column); None is nowhere. Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.system.command_queue import run_later
from viz_app.system.glossary import explained
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.accessible import AccessibleParts
from viz_app.widgets.number_card import answer
from viz_app.widgets.painting import pixel_font
from viz_app.widgets.presented_parts import PresentedParts
from viz_app.widgets.theme import Theme
from viz_app.widgets.vector_painting import clipped

FAR = 1 << 20
"""A move by this many places ends at the edge."""
PAGE = 10
Moves = Mapping[Qt.Key, tuple[int, int]]
"""Key -> how many places (down, right)."""
LEFT_RIGHT: Moves = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1)}
UP_DOWN: Moves = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
ARROWS: Moves = {**LEFT_RIGHT, **UP_DOWN}
ENDS: Moves = {Qt.Key.Key_Home: (0, -FAR), Qt.Key.Key_End: (0, FAR)}
PAGES: Moves = {Qt.Key.Key_PageUp: (-PAGE, 0), Qt.Key.Key_PageDown: (PAGE, 0)}
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_GROWS = QSizePolicy.Policy.Expanding


@cache
def _measured(role: themes.Role) -> tuple[QFont, QFontMetricsF]:
    """A font of the current theme and its metrics, cached."""
    font = pixel_font(themes.font(role))
    return font, QFontMetricsF(font)


themes.changed.connect(lambda _theme: _measured.cache_clear())


def along(place: Any, by: int, count: int) -> int | None:
    """The place `by` further in a row of `count` places, clamped; from nowhere the first, in an empty row None."""
    if count < 1:
        return None
    return min(max(place + by, 0), count - 1) if isinstance(place, int) else 0


def across(place: Any, down: int, right: int, rows: int, columns: int) -> tuple[int, int] | None:
    """The cell (row, column) this much further in a grid, clamped; from nowhere the first."""
    if rows < 1 or columns < 1:
        return None
    if not isinstance(place, tuple):
        return 0, 0
    return min(max(place[0] + down, 0), rows - 1), min(max(place[1] + right, 0), columns - 1)


class Canvas(QWidget, AccessibleParts, PresentedParts):
    """A widget that paints itself. Subclasses give `draw` and, if they have places of some type, what follows it here.

    The keys in `moves` take the cursor from place to place while `held` is held down; Return picks the place it is at.
    """

    hovered = Signal(object)  # the place that the pointer or the cursor is at, None for none
    hinted = Signal(str)  # what a click there would do

    asks = ""  # what a right click does, a hint after that of a click
    titled = False  # whether the first line of a tooltip names its place
    painted: int = 0
    passive = False  # True: there is nothing to do here but to read tooltips
    moves: Moves = {}
    picks: tuple[Qt.Key, ...] = CHOOSE
    held = Qt.KeyboardModifier.ShiftModifier
    forgets = False  # whether the cursor goes with the focus
    still = False  # True: it looks the same wherever the pointer is
    ground = ""  # see `stand_on`
    shared = False  # True: pointer and keys have one cursor, `pointed`, that goes with the focus
    corner: float = themes.CORNER  # of the ring
    usual: tuple[int, int] | None = None  # px at text size 100 % that it asks for
    least: tuple[int, int] | None = None  # px at text size 100 % that it needs; a height of 0: the one it asks for
    steady = False  # True: it is as high as it asks for, however much room there is

    def __init__(self, parent: QWidget | None = None, name: str = "") -> None:
        super().__init__(parent)
        self.pointed: Any = None
        self.at: Any = None  # the place that the cursor is at
        self.ring = False
        self.source: Callable[..., tuple[Trace, Source] | None] | None = None  # the number of a place
        self._pressed: Any = None
        self.exposed: Any = None  # the QRegion of it that is painted, while it paints itself on the screen
        self.setSizePolicy(_GROWS, QSizePolicy.Policy.Fixed if self.steady else _GROWS)
        self.setAccessibleName(name)
        if not self.passive:
            self.setMouseTracking(True)
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        themes.changed.connect(self._restyle)

    # ---- for subclasses

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Paints everything but the focus ring; the background is already painted."""
        raise NotImplementedError

    def tip_of(self, place: Any) -> str:
        """The tooltip of a place, plain text."""
        return ""

    def label_of(self, place: Any) -> str:
        return self.tip_of(place).partition("\n")[0] if self.titled else ""

    def spoken(self, place: Any) -> str:
        return self.tip_of(place)

    def walk(self, place: Any, down: int, right: int) -> Any:
        """The place this much further from `place`, which may be None; None if there is none."""
        return None

    def pick(self, place: Any) -> None:
        """A place was clicked, or Return was pressed on it."""

    def restyled(self) -> None:
        """Called when colours or the text size have changed."""

    def sizeHint(self) -> QSize:
        return super().sizeHint() if self.usual is None else QSize(*map(themes.px, self.usual))

    def minimumSizeHint(self) -> QSize:
        if self.least is None:
            return super().minimumSizeHint()
        across, down = map(themes.px, self.least)
        return QSize(across, down or self.sizeHint().height())

    @staticmethod
    def font_of(role: themes.Role) -> QFont:
        """A font of the theme in px, so that it looks the same on screen and in vector graphics."""
        return _measured(role)[0]

    @staticmethod
    def metrics_of(role: themes.Role) -> QFontMetricsF:
        return _measured(role)[1]

    @staticmethod
    def line(role: themes.Role = "body") -> float:
        """Height of one line of text, px."""
        return _measured(role)[1].height()

    # ---- painting

    def stand_on(self, ground: str) -> None:
        """Paints this theme colour, which is that of its parents, as background: then the parents need not be
        repainted."""
        self.ground = ground
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted, self.exposed = self.painted + 1, event.region()
        with QPainter(self) as painter:
            painter.setClipRect(event.rect())  # without one Qt paints smooth lines of 1 px at a fifth of the speed
            if self.ground:
                painter.fillRect(event.rect(), themes.current().q(self.ground))
            self.draw(painter, themes.current())
            if self.ring:
                painting.draw_focus_ring(painter, self.ring_rect(), themes.current(), corner=self.corner)
        self.exposed = None

    def ring_rect(self) -> QRectF:
        """The rectangle of the focus ring: the place of the cursor, otherwise the widget."""
        return (self.rect_of(self.at) if self.at is not None else None) or QRectF(self.rect())

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the canvas as shapes and text with its corner at that of `rect`."""
        painter.translate(rect.topLeft())
        with clipped(painter, self):
            self.draw(painter, themes.current())
        painter.translate(-rect.topLeft())

    # ---- the pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point_at(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)

    def point_at(self, place: Any) -> None:
        """The pointer is over a place, or over none."""
        if place != self.pointed:
            self.pointed = place
            if self.shared:
                self.setAccessibleDescription(self.spoken(place) if place is not None else "")
            hint = self.hint_of(place) if place is not None else ""
            self.setCursor(Qt.CursorShape.PointingHandCursor if hint else Qt.CursorShape.ArrowCursor)
            self.hinted.emit(f"{hint} {self.asks}".strip() if hint else "")
            self.hovered.emit(place)
            if not self.still:
                self.update()

    def unpoint(self) -> None:
        """The content has changed. That nothing is hovered is signalled later, as others may be drawing now, too."""
        if (place := self.pointed) is not None:
            run_later(self, lambda: self.point_at(None) if self.pointed is place else None)

    def drop_gesture(self) -> None:
        """Cancels a press: another text is shown now."""
        self._pressed = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Starts a click if it would do something; any other press goes to the parent."""
        place = self.place_at(event.position())
        clicks = event.button() == Qt.MouseButton.LeftButton and place is not None and self.hint_of(place)
        self._pressed = place if clicks else None
        event.setAccepted(bool(clicks))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Picks the place that was pressed, if the pointer is still over it."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self.place_at(event.position()):
            self.pick(pressed)

    # ---- the keyboard

    def start(self) -> Any:
        """The place from which keys start."""
        return self.pointed if self.shared else self.at

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.take_key(event))

    def take_key(self, event: QKeyEvent) -> bool:
        """Moves the cursor or picks its place; False for any other key."""
        key, place = Qt.Key(event.key()), self.start()
        if not self.wants(event):
            return False
        if key in self.picks:
            self.pick(place)
        elif (place := self.walk(place, *self.moves[key])) is not None:
            self.move_to(place)
        return place is not None

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key moves the cursor or picks its place."""
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in self.picks:
            return held == Qt.KeyboardModifier.NoModifier and self.start() is not None
        return key in self.moves and held == self.held

    def move_to(self, place: Any) -> None:
        """Moves the cursor, with the ring around it; None removes it."""
        if self.shared:
            self.point_at(place)
            return
        self.at = place
        self.ring = self.ring or place is not None
        if place is not None:
            self.setAccessibleDescription(self.spoken(place))
        self.hinted.emit(self.hint_of(place) if place is not None else "")
        self.hovered.emit(place)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.ring = event.reason() in painting.KEYBOARD_FOCUS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.ring = False
        if self.shared or (self.forgets and self.at is not None):
            self.move_to(None)
        self.update()

    # ---- where a number comes from, tooltips, other themes

    def answers(self, click: bool = False) -> None:
        """Makes every number here show its source on request; `source` finds it. `click`: a left click requests it
        too."""
        answer(self, self.number_at, click)

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number at a point; for None that of the place from which keys start."""
        place = self.start() if point is None else self.place_at(QPointF(point))
        return self.source(place) if place is not None and self.source is not None else None

    def tip_at(self, point: QPointF) -> str:
        return "" if (place := self.place_at(point)) is None else self.tip_of(place)

    def label_at(self, point: QPointF) -> str:
        """The label at a point, for the terms in it; "" if there is none."""
        return "" if (place := self.place_at(point)) is None else self.label_of(place)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.place_at(point := QPointF(event.pos()))
            if self.passive and place is None:
                return bool(super().event(event))  # the tooltip of the whole, if there is one
            area = ((self.rect_of(place) if place is not None else None) or QRectF()).toAlignedRect()
            words = explained(self.label_at(point), self.tip_at(point))
            QToolTip.showText(event.globalPos(), painting.tip(words), self, area)
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self.wants(event):
            event.accept()
            return True
        return bool(super().event(event))

    def _restyle(self, _theme: object = None) -> None:
        self.restyled()
        self.updateGeometry()
        self.update()
