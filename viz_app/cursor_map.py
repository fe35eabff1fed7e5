"""A HeatMap that can be read without a mouse: Shift and an arrow key go from cell to cell, Return chooses one.

Arrow keys alone belong to the views' commands (next head, next layer), so that they work wherever the focus is.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from viz_app import theme as themes
from viz_app.grid import Grid
from viz_app.heatmap import Cell, HeatMap
from viz_app.theme import Theme

_MOVES = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_JUMPS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
_CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEAST_RULED = 7.0  # px: cells below this get no lines between them


class CursorMap(HeatMap):
    """A map with a keyboard. `moved` carries the cell that Shift and an arrow, Home or End key lead to.

    `ruled` draws hairlines between the cells, for maps in which the cells' colour says little.
    """

    moved = Signal(object)  # (q, k)
    chosen = Signal(object)  # (q, k): Return on the hovered or pinned cell

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background", ruled: bool = False) -> None:
        super().__init__(parent, surface=surface)
        self.ruled = ruled

    @property
    def cursor_cell(self) -> Cell | None:
        """The cell that the keys start from: the pointer's, else the pinned one."""
        marks = self.marks
        return marks.hovered if marks.hovered is not None else marks.pinned

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves from cell to cell or chooses one; every other key goes on."""
        if not self.take_key(event):
            event.ignore()

    def take_key(self, event: QKeyEvent) -> bool:
        """Does what a key means to this map; False for a key that means nothing to it."""
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        cell = self.cursor_cell
        if key in _CHOOSE and cell is not None and held == Qt.KeyboardModifier.NoModifier:
            self.chosen.emit(cell)
        elif held == Qt.KeyboardModifier.ShiftModifier and key in _MOVES:
            self.moved.emit(self._neighbour(cell, _MOVES[key]))
        elif held == Qt.KeyboardModifier.ShiftModifier and key in _JUMPS:
            self.moved.emit((cell[0] if cell else 0, _JUMPS[key] % self.grid().columns))
        else:
            return False
        return True

    def _neighbour(self, cell: Cell | None, step: tuple[int, int]) -> Cell:
        """The next cell in a direction, inside the map; without a cell, the first one."""
        if cell is None:
            return 0, 0
        grid = self.grid()
        return min(max(cell[0] + step[0], 0), grid.rows - 1), min(max(cell[1] + step[1], 0), grid.columns - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map, and hairlines between its cells."""
        super().paintEvent(event)
        if self.ruled:
            painter = QPainter(self)
            draw_rules(painter, self.grid())
            painter.end()

    def paint_to(self, painter: QPainter, rect: QRectF, theme: Theme | None = None) -> tuple[Grid, float]:
        """As a HeatMap's own, with the hairlines."""
        grid, end = super().paint_to(painter, rect, theme)
        if self.ruled:
            draw_rules(painter, grid)
        return grid, end


def draw_rules(painter: QPainter, grid: Grid) -> None:
    """Paints hairlines between the visible cells, if these are large enough for it."""
    if min(grid.cell_w, grid.cell_h) < _LEAST_RULED:
        return
    painter.save()
    painter.setPen(QPen(themes.current().q("line"), 1))
    painter.setClipRect(grid.rect)
    for column in grid.visible_columns()[1:]:
        painter.drawLine(QPointF(grid.x_of(column), grid.top), QPointF(grid.x_of(column), grid.bottom))
    for row in grid.visible_rows()[1:]:
        painter.drawLine(QPointF(grid.left, grid.y_of(row)), QPointF(grid.right, grid.y_of(row)))
    painter.restore()


__all__ = ["CursorMap", "draw_rules"]
