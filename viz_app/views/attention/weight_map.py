"""A HeatMap whose cells can be dragged up and down, with marks on those set by hand and those whose words an alignment
links."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication

from viz_app.maps.grid import Grid
from viz_app.maps.heatmap import Cell, HeatMap
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_WHOLE = 160.0  # px at text size 100 % that lead from 0 to 1
_NUMERALS = tuple("0123456789.")
_CORNER, _LEAST, _MOST = 0.34, 3.0, 9.0  # a mark's side as a share of its cell, and in px


class WeightMap(HeatMap):
    """With `weighs` the left button drags a cell up or down instead of panning; with `by_ctrl` it does while Ctrl is
    held. Escape cancels a drag.

    With `counts` the map claims the keys that begin a number. With `linking` the second click of a double click is one
    more click.
    """

    lifted = Signal(object, float)  # (q, k), by which share of the whole range the pointer rose
    released = Signal()  # the drag has ended
    dropped = Signal()  # the drag was taken back
    typed = Signal(str)  # how a number begins

    weighs = by_ctrl = linking = counts = False
    marked: tuple[Cell, ...] = ()  # cells with a frame and a corner
    links: tuple[tuple[Cell, ...], tuple[Cell, ...]] = ((), ())  # cells of sure links, and of possible ones
    _taken: tuple[Cell, QPointF] | None = None  # the cell that was pressed, and where
    _weighing = False

    # ---- marks

    def set_marked(self, cells: tuple[Cell, ...]) -> None:
        """Gives each of these cells a frame and a filled corner."""
        if cells != self.marked:
            self.marked = cells
            self.update()

    def set_links(self, sure: tuple[Cell, ...], possible: tuple[Cell, ...]) -> None:
        """Gives cells of sure links a frame, those of possible ones a dashed frame."""
        if (sure, possible) != self.links:
            self.links = sure, possible
            self.update()

    def draw_over(self, painter: QPainter, grid: Grid, theme: Theme) -> None:
        """Frames around linked cells; frames inside those set by hand, their upper left corners filled."""
        if not (self.marked or any(self.links)):
            return
        painter.save()
        painter.setClipRect(grid.rect)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for cells, line in zip(self.links, (Qt.PenStyle.SolidLine, Qt.PenStyle.DotLine), strict=True):
            for cell in self._seen(cells, grid):
                cell.adjust(1.5, 1.5, -1.5, -1.5)
                painter.setPen(QPen(theme.q("panel"), 4.0))  # seen on any colour of the map
                painter.drawRect(cell)
                painter.setPen(QPen(theme.q("good"), 2.0, line))
                painter.drawRect(cell)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for cell in self._seen(self.marked, grid):
            cell.adjust(1, 1, -1, -1)
            side = min(max(_CORNER * min(cell.width(), cell.height()), _LEAST), _MOST * themes.text_scale())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.q("user"), 1.5))
            painter.drawRect(cell)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.q("user"))
            corner = cell.topLeft()
            painter.drawPolygon(QPolygonF([corner, corner + QPointF(side, 0), corner + QPointF(0, side)]))
        painter.restore()

    def _seen(self, cells: tuple[Cell, ...], grid: Grid) -> Iterator[QRectF]:
        """The rectangles of the cells that the map has, in rows that are written."""
        for row, column in cells:
            if row < grid.rows and column < grid.columns and self.is_written(row):
                yield grid.cell_rect(row, column)

    # ---- the drag

    def drop_gesture(self) -> None:
        super().drop_gesture()
        self._end(taken_back=True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        ctrl = self.by_ctrl and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        cell = self.cell_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        self._taken = (cell, event.position()) if cell is not None and (self.weighs or ctrl) else None
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        (self.mousePressEvent if self.linking else super().mouseDoubleClickEvent)(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._taken is None:
            super().mouseMoveEvent(event)
            return
        cell, begun = self._taken
        by = event.position() - begun
        if self._weighing or by.manhattanLength() >= QApplication.startDragDistance():
            self._weighing, self._pressed_at = True, None
            self.setCursor(Qt.CursorShape.SizeVerCursor)
            self.lifted.emit(cell, -by.y() / themes.px(round(_WHOLE)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._end():
            super().mouseReleaseEvent(event)

    def _end(self, taken_back: bool = False) -> bool:
        """Ends a drag; False if there is none."""
        was, self._weighing, self._taken = self._weighing, False, None
        if was:
            self.unsetCursor()
            (self.dropped if taken_back else self.released).emit()
        return was

    def event(self, event: QEvent) -> bool:
        """Claims Escape during a drag, and the keys that begin a number."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._means(event):
            event.accept()
            return True
        return super().event(event)

    def _means(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        begins = self.counts and not held and event.text() in _NUMERALS
        return begins or (self._weighing and event.key() == Qt.Key.Key_Escape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._means(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._end(taken_back=True)
        else:
            self.typed.emit(event.text())
