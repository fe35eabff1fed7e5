"""The diagram with mouse and keyboard: zoomed by wheel and keys, moved by dragging, walked by arrow keys.

It shows what it is told and says what is pointed at or clicked.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from viz_app.views.model.diagram_widget import Easel, Place
from viz_app.widgets import painting

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_ZOOM = {Qt.Key.Key_Plus: 1.25, Qt.Key.Key_Equal: 1.25, Qt.Key.Key_Minus: 0.8}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LETTERS = {Qt.Key.Key_F: "fold", Qt.Key.Key_A: "all"}
_NOTCH = 1.0015  # how much closer for each unit of the wheel; a notch is 120
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class Diagram(Easel):
    """See module."""

    pointed = Signal(object)  # Place, or None
    chosen = Signal(object)  # Place: clicked, or Enter
    folded = Signal(object)  # Box whose layer F opens or folds; None: A, all or one
    closed = Signal()  # Escape

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # ---- the mouse

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer."""
        steps = event.angleDelta().y()
        if not steps or self.plan is None:
            event.ignore()
            return
        self.zoom_by(_NOTCH**steps, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a click or a drag."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = event.position()
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Points, or drags while a button is held."""
        point = event.position()
        begun = self._pressed if self._dragged is None else None
        if begun is not None and (point - begun).manhattanLength() >= QApplication.startDragDistance():
            self._dragged = begun
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragged is not None and self.plan is not None:
            self._camera = self._camera.moved(point - self._dragged).kept(self.plan.bounds, QRectF(self.rect()))
            self._dragged, self._own = point, True
            self._moved()
            return
        self._point_at(self.place_at(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a drag, or chooses what was clicked."""
        dragged, self._dragged = self._dragged is not None, None
        began, self._pressed = self._pressed, None
        if dragged:
            self.unsetCursor()
        elif began is not None and event.button() == Qt.MouseButton.LeftButton:
            place = self.place_at(event.position())
            if place is not None:
                self._cursor = place[0].name
                self.chosen.emit(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Between the boxes: shows all again. On a box the first click has already said everything."""
        self._pressed = None
        if self.place_at(event.position()) is None:
            self.reset_view()

    def _point_at(self, place: Place | None) -> None:
        if place == self._hover:
            return
        self._hover = place
        self.setCursor(Qt.CursorShape.PointingHandCursor if place else Qt.CursorShape.ArrowCursor)
        self.update()
        self.pointed.emit(place)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point_at(None)

    # ---- keys

    def event(self, event: QEvent) -> bool:
        """Keeps its own keys from the window's shortcuts, and answers for tool tips."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._means(event):
            event.accept()
            return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            text = self.describe(*place) if place is not None and self.describe is not None else ""
            QToolTip.showText(event.globalPos(), painting.tip(text), self)
            return True
        return super().event(event)

    @staticmethod
    def _means(event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        mine = key in _ARROWS or key in _ZOOM or key in _ENTER or key in _LETTERS or key == Qt.Key.Key_0
        return mine and event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier in _PLAIN

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from box to box, Enter chooses, F folds, A opens all, + - 0 zoom, Escape closes what is open."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif self.plan is None or not self._means(event):
            super().keyPressEvent(event)
        elif key in _ARROWS:
            self._walk(*_ARROWS[key])
        elif key in _ZOOM:
            self.zoom_by(_ZOOM[key])
        elif key == Qt.Key.Key_0:
            self.reset_view()
        elif key in _LETTERS:
            self.folded.emit(self.cursor_box if _LETTERS[key] == "fold" else None)
        elif self.cursor_box is not None:
            self.chosen.emit((self.cursor_box, None))

    def _walk(self, across: int, down: int) -> None:
        """To the next box in a direction; the first step goes to the attention that is looked at."""
        assert self.plan is not None and self.live is not None
        box = self.plan.beside(self._cursor, across, down)
        if self.cursor_box is None:
            live = self.live
            mine = [one for one in self.plan.boxes if one.attention and live.is_selected(one.attention, one.layer)]
            box = next(iter(mine), self.plan.boxes[0])
        if box is None:
            return
        self._cursor, self._ring = box.name, True
        self._reveal(self.seen(box))
        self._say()
        self.update()
        self.pointed.emit((box, None))

    def _reveal(self, rect: QRectF) -> None:
        """Moves the diagram so far that a place is seen."""
        room = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        x = max(0.0, room.left() - rect.left()) or min(0.0, room.right() - rect.right())
        y = max(0.0, room.top() - rect.top()) or min(0.0, room.bottom() - rect.bottom())
        if x or y:
            self._camera, self._own = self._camera.moved(QPointF(x, y)), True
            self._moved()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard brought the focus."""
        self._ring = event.reason() in painting.KEYBOARD_FOCUS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the ring."""
        self._ring = False
        self.update()


__all__ = ["Diagram", "Place"]
