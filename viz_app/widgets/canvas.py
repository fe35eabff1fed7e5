"""What the hand-painted pictures of the Decoding view share: pointing, the keyboard's ring, tips, other themes.

A picture paints itself with shapes and text alone, so that the same code serves the screen, SVG and PDF.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import pixel_font
from viz_app.widgets.theme import Theme

_FONTS: dict[themes.Role, tuple[QFont, QFontMetricsF]] = {}
"""The fonts of the theme of now; emptied when it changes."""


def _dressed(role: themes.Role) -> tuple[QFont, QFontMetricsF]:
    """A font and its measures, made once."""
    if role not in _FONTS:
        font = pixel_font(themes.font(role))
        _FONTS[role] = font, QFontMetricsF(font)
    return _FONTS[role]


def _forget(_theme: object = None) -> None:
    _FONTS.clear()


themes.changed.connect(_forget)


class Picture(QWidget):
    """A widget with places that can be pointed at. Subclasses give `draw`, `place_at`, `tip_of`, perhaps `hint_of`.

    A place is any value that can be compared; None is nowhere.
    """

    hinted = Signal(str)
    asks = ""  # what a right click does, told after what a click does

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pointed: object = None
        self._ring = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        themes.changed.connect(self._restyle)

    # ---- for subclasses

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Paints everything; the ground is there already."""
        raise NotImplementedError

    def place_at(self, point: QPointF) -> object:
        """What lies under a point, None for nothing."""
        return None

    def tip_of(self, place: object) -> str:
        """The tool tip of a place, plain text."""
        return ""

    def hint_of(self, place: object) -> str:
        """What a click there would do."""
        return ""

    def restyled(self) -> None:
        """Called when colours or the size of text are others."""

    # ---- fonts

    @staticmethod
    def font_of(role: themes.Role) -> QFont:
        """A font of the theme in px, so that it looks alike on the screen and in a vector picture."""
        return _dressed(role)[0]

    @staticmethod
    def metrics_of(role: themes.Role) -> QFontMetricsF:
        """The measures of that font."""
        return _dressed(role)[1]

    @staticmethod
    def line(role: themes.Role = "body") -> float:
        """Px of one line of text."""
        return _dressed(role)[1].height()

    # ---- events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.draw(painter, themes.current())
        if self._ring:
            painting.draw_focus_ring(painter, QRectF(self.rect()), themes.current())
        painter.end()

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the picture as shapes and text with its corner at that of `rect`."""
        painter.save()
        painter.translate(rect.topLeft())
        painter.setClipRect(QRectF(self.rect()), Qt.ClipOperation.IntersectClip)
        self.draw(painter, themes.current())
        painter.restore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point_at(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)

    def point_at(self, place: object) -> None:
        """The pointer is over a place, or over none."""
        if place != self.pointed:
            self.pointed = place
            words = self.hint_of(place) if place is not None else ""
            self.setCursor(Qt.CursorShape.PointingHandCursor if words else Qt.CursorShape.ArrowCursor)
            self.hinted.emit(f"{words} {self.asks}".strip() if words else "")
            self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), painting.tip(self.tip_of(place) if place is not None else ""), self)
            return True
        return bool(super().event(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = event.reason() in painting.KEYBOARD_FOCUS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ring = False
        self.update()

    def _restyle(self, _theme: object = None) -> None:
        self.restyled()
        self.updateGeometry()
        self.update()


__all__ = ["Picture"]
