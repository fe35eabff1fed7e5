"""Canvases that show a part of something larger: a picture to drag and zoom, or lines with a scroll bar."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget

from viz_app.system.language import tr
from viz_app.widgets.canvas import Canvas

_ZOOM_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
BAR = 12
"""Px across a scroll bar."""
_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)


class PanCanvas(Canvas):
    """Subclasses give `zoom_by`, `show_all`, `grab_view` and `drag_view`. A click without a drag picks its place."""

    notch = 1.25  # how much closer one notch of the wheel goes
    key_zoom = 1.25  # the same for +; − goes back by as much

    _pressed_at: QPointF | None = None
    _dragging = False
    _guided = False  # the small picture of all is dragged

    # ---- for subclasses

    def zoom_by(self, factor: float, at: QPointF | None = None) -> bool:
        """Zooms, keeping a point in place; False if there is nothing to zoom."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Shows the whole picture again."""
        raise NotImplementedError

    def grab_view(self) -> bool:
        """Remembers the view as a drag begins; False if there is nothing to drag."""
        raise NotImplementedError

    def drag_view(self, by: QPointF) -> None:
        """Shows the view as the drag began, moved by this many px."""
        raise NotImplementedError

    def guide_to(self, point: QPointF) -> bool:
        """Goes to the position under a point of the overview; False if there is none."""
        return False

    def sizeHint(self) -> QSize:
        return QSize(640, 520)

    # ---- the mouse

    def drop_gesture(self) -> None:
        super().drop_gesture()
        self._pressed_at = None
        if self._dragging:
            self._dragging = False
            self.unsetCursor()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer; if there is nothing to zoom, the wheel scrolls the parent."""
        turn = event.angleDelta().y()
        event.setAccepted(bool(turn) and self.zoom_by(self.notch ** (turn / 120), event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at, self._dragging = None, False
        self._guided = self.guide_to(event.position())
        if not self._guided and event.button() in _BUTTONS:
            self._pressed_at = event.position()
        elif not self._guided:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._guided:
            self.guide_to(event.position())
            return
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
        begun, self._pressed_at, self._guided = self._pressed_at, None, False
        if self._dragging:
            self._dragging = False
            self.unsetCursor()
            self.point_at(None)
            self.point_at(self.place_at(event.position()))
        elif begun is not None and event.button() == Qt.MouseButton.LeftButton:
            self.click(event.position())

    def click(self, point: QPointF) -> None:
        """A press that was not a drag has ended at a point."""
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

    def wants(self, event: QKeyEvent) -> bool:
        return self._is_zoom(event) or super().wants(event)

    @staticmethod
    def _is_zoom(event: QKeyEvent) -> bool:
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        return held == Qt.KeyboardModifier.NoModifier and event.key() in (*_ZOOM_KEYS, Qt.Key.Key_0)


class ScrolledCanvas(Canvas):
    """Lines with a scroll bar at the right, whose value is the first visible line."""

    def __init__(self, parent: QWidget | None, name: str) -> None:
        super().__init__(parent, name)
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._bar.setAccessibleName(tr("Scroll: {name}", name=name))
        self._bar.valueChanged.connect(lambda _: self.update())
        self._bar.hide()

    def _arrange(self) -> None:
        """Lays the lines out again for another size of widget or text."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def restyled(self) -> None:
        self._arrange()

    def _scroll_over(self, hidden: int) -> None:
        """Sets the scroll bar for so many hidden lines."""
        self._bar.setRange(0, max(0, hidden))
        self._bar.setVisible(hidden > 0)

    def _show_line(self, line: int, room: int) -> None:
        """Scrolls to a line, where `room` of them fit."""
        self._bar.setValue(min(line, max(self._bar.value(), line - room + 1)))

    def _place_bar(self, top: float, height: float) -> None:
        self._bar.setGeometry(self.width() - BAR, round(top), BAR, max(0, round(height)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Three lines a notch, if something is hidden."""
        if self._bar.maximum():
            self._bar.setValue(self._bar.value() - round(event.angleDelta().y() / 40))
            event.accept()
        else:
            event.ignore()
