"""One large map of numbers: attention weights, scores or differences, that can be pointed at, zoomed and read.

Shapes: Q queries (rows), K keys (columns). A cell is (q, k), both from 0. Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from model_core.direction import isolated
from model_core.record import mask_reasons
from viz_app.data import vocabulary
from viz_app.data.map_text import row_name
from viz_app.maps.axes import ColumnAxis
from viz_app.maps.map_view import MapView
from viz_app.maps.scene import Cell, Marks
from viz_app.widgets.accessible import MOST
from viz_app.widgets.painting import is_told

_SLIDE = 140  # ms, the only thing that moves


class HeatMap(MapView):
    """A map with marks that reports what is pointed at and clicked.

    `describe` gives a cell's tooltip and its text for screen readers: (q, k) -> plain text; `summarise` the text for
    the whole map. `motion` False keeps the step marker from sliding.
    """

    notch = 1.0018**120
    key_zoom = notch**2

    clicked = Signal(object)  # (q, k)
    row_clicked = Signal(int)
    column_clicked = Signal(int)
    followed = Signal(object)  # (q, k): a double click asks where its number comes from

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background", roomy: float = 1.0) -> None:
        super().__init__(parent, surface=surface, roomy=roomy)
        self.describe: Callable[[int, int], str] | None = None
        self.summarise: Callable[[], str] = str
        self.motion = True
        self.counted = False  # its labels are numbers in order, of which every n-th is enough
        self.echoed = False  # the inspector says of a cell what its tooltip would
        self._slide = QVariantAnimation(self, duration=_SLIDE)
        self._slide.valueChanged.connect(self._repaint)
        self._axes_beside: list[ColumnAxis] = []  # of the maps that this one ends with
        self._grabbed = (0.0, 0.0), QPointF()  # the place that is held in a drag, and where it was taken

    # ---- marks

    def set_marks(
        self,
        pinned: Cell | None,
        hovered: Cell | None,
        step: int | None,
        rows_shown: int | None = None,
        *,
        row: int | None = None,
        column: int | None = None,
    ) -> None:
        """Marks a pinned and a hovered cell, outlines the row `step`, and leaves rows after `rows_shown` empty.

        `row` and `column` outline a whole row or column that is being read. All count from 0; None is no mark (for
        `rows_shown`: all rows are written). Marks outside the map are kept but not shown, so that they may come before
        or after the values they belong to. `step` slides from one row to another, but not from those of other values.
        """
        marks = Marks(pinned, hovered, step, rows_shown, row, column)
        other, self._other = self._other, False
        if marks == self.marks:
            return
        before, self.marks = self.marks, marks
        if step != before.step:
            self._move_step(None if other else before.step, step)
        self.spoken_marks()
        self._repaint()

    def is_written(self, row: int) -> bool:
        """Whether a row is written yet, not left empty."""
        return self.marks.rows_shown is None or row <= self.marks.rows_shown

    def _move_step(self, before: int | None, now: int | None) -> None:
        self._slide.stop()
        if self.motion and self.isVisible() and before is not None and now is not None and not self._empty:
            self._slide.setStartValue(float(before))
            self._slide.setEndValue(float(now))
            self._slide.start()

    def _step_at(self) -> float | None:
        if self._slide.state() == QVariantAnimation.State.Running:
            return float(self._slide.currentValue())
        return None if self.marks.step is None else float(self.marks.step)

    def hideEvent(self, event: QHideEvent) -> None:
        self._slide.stop()

    def end_with(self, others: Sequence[HeatMap]) -> None:
        """Reserves as much space for column labels as the maps beside this one currently need."""
        axes = [one._scene.columns for one in others]
        if axes != self._axes_beside:
            self._axes_beside, self._beside = axes, tuple(others)
            self._scene.beside = tuple(one._scene for one in others)
            self._relay()

    def show_cell(self, q: int, k: int) -> None:
        """Scrolls a zoomed map so that a cell is visible."""
        grid = self.grid()
        if self.zoom > 1.0 and not grid.rect.contains(grid.cell_rect(q, k)):
            self._zoom.drag(grid, (q + 0.5, k + 0.5), grid.rect.center())
            self._relay()

    def is_labelled(self, *, large: bool = False) -> bool:
        if self.counted:
            return True
        grid, scene = self.grid(), self._scene
        rows, columns = scene.labels.rows, scene.labels.columns
        wanted = min(len(self._rows), grid.rows), min(len(self._columns), grid.columns)
        if (len(rows), len(columns)) != wanted or not large:
            return (len(rows), len(columns)) == wanted
        straight = not columns or scene.columns.level(grid.cell_w)
        return straight and all(map(scene.rows.is_whole, rows)) and all(map(scene.columns.is_whole, columns))

    def spotlit_rect(self) -> QRectF | None:
        """The current row, with its label."""
        row, grid = self.marks.present_row, self.grid()
        if self._empty or row is None or row >= grid.rows:
            return None
        line = grid.cell_rect(row, 0).united(grid.cell_rect(row, grid.columns - 1)).adjusted(0, -2, 2, 2)
        line.setLeft(0)
        return line

    # ---- the mouse

    def zoom_by(self, factor: float, at: QPointF | None = None) -> bool:
        """Zooms around a point, without one around the pinned cell if it is visible, otherwise around the middle."""
        grid, pinned = self.grid(), self.marks.pinned
        if at is None:
            middle = grid.rect.center()
            point = middle if pinned is None else grid.cell_rect(*pinned).center()
            at = point if grid.rect.contains(point) else middle
        if self._empty or not self._zoom.turn(grid, at, factor):
            return False
        self._relay()
        return True

    def grab_view(self) -> bool:
        if self.zoom == 1.0 or self._pressed_at is None:
            return False
        self._grabbed = self._scene.grid.place_of(self._pressed_at), self._pressed_at
        return True

    def drag_view(self, by: QPointF) -> None:
        place, point = self._grabbed
        self._zoom.drag(self.grid(), place, point + by)
        self._relay()

    def place_at(self, point: QPointF) -> Cell | None:
        return self.cell_at(point)

    def point_at(self, place: object) -> None:
        if place == self.marks.hovered:
            return
        cell = place if isinstance(place, tuple) else None
        self.marks = replace(self.marks, hovered=cell)
        self.spoken_marks()
        self._repaint()
        self.hovered.emit(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A cross over cells, a hand over labels that can be clicked."""
        super().mouseMoveEvent(event)
        if not self._dragging and not self._empty:
            point, shapes, over = event.position(), Qt.CursorShape, Qt.CursorShape.CrossCursor
            if self.marks.hovered is None:
                words = self.row_under(point) is not None or self.column_under(point) is not None
                over = shapes.PointingHandCursor if words else shapes.ArrowCursor
            if over != self.cursor().shape():
                self.setCursor(over)

    def click(self, point: QPointF) -> None:
        cell = None if self._empty else self.cell_at(point)
        row, column = self.row_under(point), self.column_under(point)
        if cell is not None:
            self.clicked.emit(cell)
        elif row is not None:
            self.row_clicked.emit(row)
        elif column is not None:
            self.column_clicked.emit(column)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Follows the number of a cell; in a zoomed map resets the zoom."""
        cell = self.cell_at(event.position()) if self.zoom == 1.0 and not self._empty else None
        if cell is None:
            super().mouseDoubleClickEvent(event)
        else:
            self._pressed_at = None
            self.point_at(cell)
            self.followed.emit(cell)

    def row_under(self, point: QPointF) -> int | None:
        """The row whose label is at a point left of the cells, or None."""
        grid = self.grid()
        return grid.row_at(point.y()) if point.x() < grid.left and self._rows else None

    def column_under(self, point: QPointF) -> int | None:
        """The column whose label is at a point under the cells, or None."""
        there = self._columns and point.y() <= self.bottom()
        return self._scene.columns.column_under(point, self.grid()) if there else None

    # ---- words for those who read and those who listen

    def text_of(self, q: int, k: int) -> str:
        """A cell in words: from `describe`, otherwise its labels and its number or why it is hidden."""
        if self.describe is not None:
            return self.describe(q, k)
        cells = self._scene.cells
        row = row_name(*self._rows[q]) if q < len(self._rows) else str(q + 1)
        column = self._columns[k] if k < len(self._columns) else str(k + 1)
        reason = cells.reason(q, k)
        read = reason in (mask_reasons.VISIBLE, vocabulary.BROKEN)
        number = cells.text(q, k) if read else vocabulary.REASON_TERMS[reason].key
        return f"{isolated(row)} → {isolated(column)}: {number}"

    def accessible_summary(self) -> str:
        return "" if self._empty else self.summarise()

    def accessible_places(self) -> list[Cell]:
        rows, columns = (0, 0) if self._empty else self._scene.cells.values.shape
        return [(q, k) for q in range(min(rows, MOST)) for k in range(columns)][:MOST]

    def spoken(self, place: object) -> str:
        return self.text_of(*place) if isinstance(place, tuple) else ""

    def rect_of(self, place: object) -> QRectF | None:
        return self.cell_rect(*place) if isinstance(place, tuple) else None

    def spoken_marks(self) -> None:
        cell = self.marks.hovered or self.marks.pinned
        shape = self._scene.cells.values.shape
        if self._empty or cell is None or not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
            self.setAccessibleDescription("")
        else:
            self.setAccessibleDescription(self.text_of(*cell))

    def tip_at(self, point: QPointF) -> str:
        if self._empty:
            return ""
        cell = self.cell_at(point)
        if cell is not None:
            return "" if self.echoed and is_told(self) else self.text_of(*cell)
        row, column = self.row_under(point), self.column_under(point)
        if row is not None and row < len(self._rows):
            return row_name(*self._rows[row])
        return self._columns[column] if column is not None and column < len(self._columns) else ""
