"""A HeatMap for keyboard and drawing: Shift and an arrow key go from cell to cell, Return chooses one; with a brush the
left button draws over cells.

Arrow keys alone belong to the views' commands (next head, next layer), so that they work wherever the focus is.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.record import mask_reasons
from viz_app.maps.grid import Grid
from viz_app.maps.heatmap import Cell, HeatMap
from viz_app.widgets import canvas, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_LEAST_RULED = 7.0  # px: cells below this get no lines between them
_DOT, _LEAST_DOT = 0.2, 1.5  # radius of a dot as a share of its cell, and in px at least


class EditableHeatMap(HeatMap):
    """A map with a keyboard. `moved` carries the cell that Shift and an arrow, Home or End key lead to.

    `ruled` draws hairlines between the cells, for maps in which the cells' colour says little. With `brush` the left
    button draws over cells instead of clicking and panning; so it does while Shift is held if there is a `shift_brush`.
    """

    moves = {**canvas.ARROWS, **canvas.ENDS, **canvas.PAGES}

    moved = Signal(object)  # (q, k)
    chosen = Signal(object)  # (q, k): Return on the hovered or pinned cell
    pressed_on = Signal(object)  # (q, k): the brush was put on a cell
    brushed = Signal(object)  # (q, k): it went on to another one
    lifted = Signal()  # it was lifted
    dropped = Signal()  # the cells became others while it was down
    row_brushed = Signal(int)  # it touched a row's label
    column_brushed = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background", ruled: bool = False) -> None:
        super().__init__(parent, surface=surface)
        self.ruled = ruled
        self.brush = self.shift_brush = False
        self._last: Cell | None = None  # the cell that the brush was on last, while it is down
        self.dots: tuple[Cell, ...] = ()  # cells with a dot
        self.sketch: tuple[tuple[Cell, ...], tuple[Cell, ...]] = ((), ())  # cells painted as hidden, and as opened
        self.opened: tuple[tuple[int, int, int], ...] = ()  # tinted cells

    # ---- what lies over the cells

    def set_dots(self, cells: tuple[Cell, ...]) -> None:
        if cells != self.dots:
            self.dots = cells
            self.update()

    def set_opened(self, runs: tuple[tuple[int, int, int], ...]) -> None:
        """Tints cells: in row q the columns from `first` up to but not including `end`, as (q, first, end)."""
        if runs != self.opened:
            self.opened = runs
            self.update()

    def set_sketch(self, hidden: tuple[Cell, ...], shown: tuple[Cell, ...]) -> None:
        """Paints cells as if the user had already hidden or opened them, until the values say so."""
        if (hidden, shown) != self.sketch:
            self.sketch = hidden, shown
            self.update()

    def draw_over(self, painter: QPainter, grid: Grid, theme: Theme) -> None:
        """Hairlines, the sketch of a stroke, and the dots."""
        hidden, shown = self.sketch
        gone = frozenset(hidden)  # thousands of cells, as many dots
        if self.ruled:
            draw_rules(painter, grid)
        painter.save()
        painter.setClipRect(grid.rect)
        for row, first, end in (run for run in self.opened if self.is_written(run[0])):
            cells = grid.cell_rect(row, first).united(grid.cell_rect(row, end - 1))
            painter.fillRect(cells, painting.opened_tint(theme))
        for cell in hidden:
            painting.draw_hatched(painter, grid.cell_rect(*cell), theme, mask_reasons.USER)
        for cell in shown:
            painter.fillRect(grid.cell_rect(*cell), theme.q("panel"))
        painter.restore()
        if self.ruled and (hidden or shown):
            draw_rules(painter, grid)
        painter.save()
        painter.setClipRect(grid.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.q("user"))
        radius = max(_LEAST_DOT, min(_DOT * min(grid.cell_w, grid.cell_h), 5.0 * themes.text_scale()))
        dots = (cell for cell in self.dots if self.is_written(cell[0]))
        for cell in dict.fromkeys((*dots, *shown)):
            if cell not in gone:
                painter.drawEllipse(grid.cell_rect(*cell).center(), radius, radius)
        painter.restore()

    # ---- the brush

    def _brushes(self, event: QMouseEvent) -> bool:
        shifted = self.shift_brush and bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return event.button() == Qt.MouseButton.LeftButton and (self.brush or shifted)

    def drop_stroke(self) -> None:
        """Cancels the stroke: the rows and columns have changed."""
        if self._last is not None:
            self._last = None
            self.dropped.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Starts a stroke on a cell or on a label of a row or column; without a brush as a HeatMap."""
        if not self._brushes(event):
            super().mousePressEvent(event)
            return
        point = event.position()
        cell, row, column = self.cell_at(point), self.row_under(point), self.column_under(point)
        if cell is not None:
            self._last = cell
            self.pressed_on.emit(cell)
        elif row is not None:
            self.row_brushed.emit(row)
        elif column is not None:
            self.column_brushed.emit(column)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continues a stroke; otherwise points at a cell or pans."""
        if self._last is None:
            super().mouseMoveEvent(event)
            return
        cell = self.cell_at(event.position())
        self.point_at(cell)
        if cell is not None and cell != self._last:
            self._last = cell
            self.brushed.emit(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a stroke; otherwise as a HeatMap."""
        if self._last is None:
            super().mouseReleaseEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._last = None
            self.lifted.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """With a brush the second click draws like the first; otherwise resets the zoom."""
        if self._brushes(event):
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    # ---- the keyboard

    @property
    def cursor_cell(self) -> Cell | None:
        """The cell from which keys start: the pointer's, otherwise the pinned one."""
        marks = self.marks
        return marks.hovered if marks.hovered is not None else marks.pinned

    def spot(self, point: QPoint | None) -> Cell | None:
        """The cell under a point of the widget; for None the one from which keys start."""
        return self.cursor_cell if point is None else self.cell_at(QPointF(point))

    def start(self) -> Cell | None:
        return self.cursor_cell

    def walk(self, place: object, down: int, right: int) -> Cell | None:
        return canvas.across(place, down, right, self.grid().rows, self.grid().columns)

    def move_to(self, place: object) -> None:
        self.moved.emit(place)

    def pick(self, place: object) -> None:
        self.chosen.emit(place)


def draw_rules(painter: QPainter, grid: Grid) -> None:
    """Paints hairlines between the visible cells, if they are large enough."""
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
