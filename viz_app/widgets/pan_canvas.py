"""A canvas that shows a part of a larger picture: dragged with the mouse, zoomed with the wheel and with + − 0."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from viz_app.widgets.canvas import Canvas

_ZOOM_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)


class PanCanvas(Canvas):
    """Subclasses give `zoom_by`, `show_all`, `grab_view` and `drag_view`. A click that is no drag picks its place."""

    notch = 1.25  # how much closer one notch of the wheel goes
    key_zoom = 1.25  # the same for +; − goes back by as much

    _pressed_at: QPointF | None = None
    _dragging = False

    # ---- for subclasses

    def zoom_by(self, factor: float, at: QPointF | None = None) -> bool:
        """Goes closer, keeping what is seen at a point in its place; False where there is nothing to zoom."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Shows the whole picture again."""
        raise NotImplementedError

    def grab_view(self) -> bool:
        """Remembers what is seen as a drag begins; False where there is nothing to drag."""
        raise NotImplementedError

    def drag_view(self, by: QPointF) -> None:
        """Shows what was seen as the drag began, moved by so many px."""
        raise NotImplementedError

    # ---- the mouse

    def drop_gesture(self) -> None:
        super().drop_gesture()
        self._pressed_at = None
        if self._dragging:
            self._dragging = False
            self.unsetCursor()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer; where there is nothing to zoom, the wheel belongs to whoever scrolls."""
        turn = event.angleDelta().y()
        event.setAccepted(bool(turn) and self.zoom_by(self.notch ** (turn / 120), event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at, self._dragging = None, False
        if event.button() in _BUTTONS:
            self._pressed_at = event.position()
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        begun = self._pressed_at
        by = QPointF() if begun is None else event.position() - begun
        if begun is not None and not self._dragging and by.manhattanLength() >= QApplication.startDragDistance():
            self._dragging = self.grab_view()
            if self._dragging:
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragging:
            self.drag_view(by)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        begun, self._pressed_at = self._pressed_at, None
        if self._dragging:
            self._dragging = False
            self.unsetCursor()
            self.point_at(None)
            self.point_at(self.place_at(event.position()))
        elif begun is not None and event.button() == Qt.MouseButton.LeftButton:
            self.click(event.position())

    def click(self, point: QPointF) -> None:
        """A press that was no drag has ended at a point."""
        place = self.place_at(point)
        if place is not None:
            self.pick(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = None
        self.show_all()

    # ---- the keyboard

    def take_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if self._is_zoom(event):
            if key == Qt.Key.Key_0:
                self.show_all()
            else:
                self.zoom_by(self.key_zoom ** _ZOOM_KEYS[key])
            return True
        return super().take_key(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        return self._is_zoom(event) or super()._is_own(event)

    @staticmethod
    def _is_zoom(event: QKeyEvent) -> bool:
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        return held == Qt.KeyboardModifier.NoModifier and event.key() in (*_ZOOM_KEYS, Qt.Key.Key_0)
