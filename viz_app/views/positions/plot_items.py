"""A chart of curves that can be pointed at, zoomed and moved, with mouse or keyboard.

Whoever needs one imports this module when it builds it, never at start: see viz_app.views.positions.line_chart.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from viz_app.views.positions.line_chart import Chart
from viz_app.widgets import painting

_CLOSEST = 4.0  # values that the closest zoom shows
_DRAG = 5.0  # px from which a press is a drag


class CurvePlot(Chart):
    """A Chart with a pointer. The wheel zooms along x, dragging moves, a double click shows everything."""

    hovered = Signal(object)  # the x under the pointer, or None when it leaves
    clicked = Signal(int)  # an x
    stepped = Signal(int)  # Shift and an arrow key: -1 or 1

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background") -> None:
        super().__init__(parent, surface=surface)
        self._grabbed: tuple[float, float] | None = None  # px and x where dragging began
        self._moved = False

    def _zoom(self, low: float, high: float) -> None:
        """Shows x from `low` to `high`, kept inside and not closer than a few values."""
        first, last = self.ends()
        wide = max(high - low, min(_CLOSEST, last - first))
        if wide >= last - first:
            self.reset_view()
        else:
            start = min(max(low, first), last - wide)
            self.box.setXRange(start, start + wide, padding=0)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms along x around the pointer; at either end of zooming the wheel goes on to whoever scrolls."""
        low, high = self.box.viewRange()[0]
        factor = 1.0015 ** -event.angleDelta().y()
        whole = self.ends()[1] - self.ends()[0]
        if (factor > 1 and high - low >= whole) or (factor < 1 and high - low <= _CLOSEST) or factor == 1:
            event.ignore()
            return
        at = self.box.mapSceneToView(event.position()).x()
        self._zoom(at - (at - low) * factor, at + (high - at) * factor)
        event.accept()

    def drop_gesture(self) -> None:
        """Forgets a press or a drag: another text is shown now."""
        self._grabbed = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grabbed = event.position().x(), self.box.viewRange()[0][0]
            self._moved = False
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        px = event.position().x()
        if self._grabbed is not None and (self._moved or abs(px - self._grabbed[0]) > _DRAG):
            self._moved = True
            low, high = self.box.viewRange()[0]
            start = self._grabbed[1] - (px - self._grabbed[0]) / max(1.0, self.area().width()) * (high - low)
            self._zoom(start, start + high - low)
            return
        self.hovered.emit(self.x_at(px))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        clicked = self._grabbed is not None and not self._moved
        self._grabbed = None
        if clicked and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(self.x_at(event.position().x()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None
        self.reset_view()
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.stepped.emit(step)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.describe(self.x_at(event.pos().x())) if self.describe is not None and self.curves else ""
            QToolTip.showText(event.globalPos(), painting.tip(text), self)
            return True
        handled: bool = super().viewportEvent(event)
        return handled

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.ring = event.reason() in painting.KEYBOARD_FOCUS
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.ring = False
        self.viewport().update()
