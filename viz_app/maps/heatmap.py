"""One large map of numbers: attention weights, scores or differences, with tokens along both sides.

The widget shows what it is given and reports what is pointed at; it computes nothing and remembers no selection but
the marks that it was told. Cells and labels are painted once into a kept picture; the pointer, the pins and the step
are painted over it, so that moving the mouse never paints the map again (`pictures` counts how often it was).

Shapes: Q queries (rows), K keys (columns). A cell is (q, k), both from 0. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontInfo,
    QHelpEvent,
    QHideEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from viz_app.data import cell_reasons
from viz_app.data.colormaps import Scale
from viz_app.data.map_text import RowLabel
from viz_app.maps.cells import Cells
from viz_app.maps.grid import Grid, Zoom
from viz_app.maps.scene import Cell, MapScene, Marks
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

__all__ = ["Cell", "HeatMap", "Marks", "RowLabel", "Scale"]

_SLIDE = 140  # ms, the only thing that moves


class HeatMap(QWidget):
    """A map of Q × K cells.

    `describe` is asked for a cell's tool tip and for what a screen reader says: (q, k) -> plain text.
    `surface` names the theme's colour behind the labels: "background" or "panel".
    `motion` False keeps the step marker from sliding. `roomy` lets the cells of a small map grow so many times larger.
    """

    hovered = Signal(object)  # (q, k), or None when the pointer leaves the cells
    clicked = Signal(object)  # (q, k)
    row_clicked = Signal(int)
    column_clicked = Signal(int)
    left = Signal()  # the pointer left the widget
    laid_out = Signal()  # cells and labels lie somewhere else now: another size, other words, zoom

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background", roomy: float = 1.0) -> None:
        super().__init__(parent)
        self.describe: Callable[[int, int], str] | None = None
        self.motion = True
        self.pictures = 0  # how often the cells were painted, for measurements
        self._surface = surface
        self._scene = MapScene(Cells(), self.font())
        self._scene.roomy = roomy
        self._rows: tuple[RowLabel, ...] = ()
        self._columns: tuple[str, ...] = ()
        self._empty = True
        self._marks = Marks()
        self._zoom = Zoom()
        self._picture: QPixmap | None = None
        self._stale_layout = self._stale_words = self._stale_cells = True
        self._other = True  # the values are others than at the last marks
        self._pressed: QPointF | None = None
        self._grabbed: tuple[float, float] | None = None  # the place held while panning
        self._ring = False
        self._slide = QVariantAnimation(self, duration=_SLIDE)
        self._slide.valueChanged.connect(self._repaint)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 96)
        self.setAccessibleName(self.tr("Map"))
        themes.changed.connect(self._restyle)

    # ---- what it shows

    def set_values(
        self,
        values: npt.ArrayLike,
        masked: npt.ArrayLike | None,
        scale: Scale,
        shades: npt.ArrayLike | None = None,
    ) -> None:
        """Shows `values` float32 [Q, K]; `masked` uint8 [Q, K] hides cells: 1 future, 2 padding, 3 by the user.

        `shades` [Q, K], on the same scale, are coloured instead of the values, which are still what is written.
        The arrays are kept, not copied, and never written. A visible cell that is not a finite number is hatched in
        red and counted in `broken`. Zoom survives while the shape stays.
        Raises ValueError for another shape, no cells or an unknown code; the last picture stays then.
        """
        before = self._scene.cells.values.shape
        self._scene.cells.set(values, masked, scale, shades)
        if self._scene.cells.values.shape != before or self._empty:
            self._zoom.reset()
            self._stale_layout = True
        self._empty = False
        self._stale_cells = self._other = True
        self._name_cell()
        self._repaint()

    def clear(self) -> None:
        """Shows nothing until the next values."""
        self._empty = True
        self._picture = None
        self.update()

    def set_rows(self, labels: Sequence[RowLabel]) -> None:
        """Labels the rows; rows beyond the labels stay without."""
        if tuple(labels) == self._rows:
            return
        self._rows = tuple(labels)
        self._scene.set_words(self._rows, None, self.font())
        self._relay()

    def set_columns(self, labels: Sequence[str]) -> None:
        """Labels the columns; columns beyond the labels stay without."""
        if tuple(labels) == self._columns:
            return
        self._columns = tuple(labels)
        self._scene.set_words(None, self._columns, self.font())
        self._relay()

    def set_numbers(self, on: bool) -> None:
        """Whether numbers are written into the cells where they fit."""
        if on != self._scene.numbers:
            self._scene.numbers = on
            self._stale_cells = True
            self._repaint()

    def set_dimmed(self, columns: Sequence[int]) -> None:
        """Paints these columns, counted from 0, as if from far away; their numbers stay. Until it is told others."""
        if tuple(columns) != self._scene.cells.dimmed:
            self._scene.cells.dimmed = tuple(columns)
            self._stale_cells = True
            self._repaint()

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

        `row` and `column` outline a whole row or column that is being read.
        All count from 0; None is no mark (for `rows_shown`: all rows are written). Marks outside the map are kept but
        not seen, so that they may come before or after the values they belong to. `step` slides from one row to
        another, but not from those of other values.
        """
        marks = Marks(pinned, hovered, step, rows_shown, row, column)
        other, self._other = self._other, False
        if marks == self._marks:
            return
        before, self._marks = self._marks, marks
        if step != before.step:
            self._move_step(None if other else before.step, step)
        self._name_cell()
        self._repaint()

    @property
    def marks(self) -> Marks:
        """The marks as they are painted, the pointer's own included."""
        return self._marks

    @property
    def broken(self) -> int:
        """How many visible cells are not finite numbers."""
        return 0 if self._empty else self._scene.cells.broken

    @property
    def zoom(self) -> float:
        """1.0 where the whole map is seen."""
        return self._zoom.factor

    def reset_view(self) -> None:
        """Shows the whole map again."""
        self._zoom.reset()
        self._relay()

    def zoom_by(self, notches: float) -> None:
        """Zooms as so many notches of a wheel do, around the pinned cell where it is seen, else around the middle."""
        grid, pinned = self.grid(), self._marks.pinned
        middle = grid.rect.center()
        point = middle if pinned is None else grid.cell_rect(*pinned).center()
        if not self._empty and self._zoom.turn(grid, point if grid.rect.contains(point) else middle, 120 * notches):
            self._relay()

    def show_cell(self, q: int, k: int) -> None:
        """Scrolls a zoomed map so that a cell is seen."""
        grid = self.grid()
        if self.zoom > 1.0 and not grid.rect.contains(grid.cell_rect(q, k)):
            self._zoom.drag(grid, (q + 0.5, k + 0.5), grid.rect.center())
            self._relay()

    # ---- where things are

    def grid(self) -> Grid:
        """Where the cells lie now."""
        self._settle()
        return self._scene.grid

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell (q, k) under a point of the widget, or None."""
        return None if self._empty else self.grid().cell_at(point)

    def cell_rect(self, q: int, k: int) -> QRectF:
        """A cell on the widget; outside of it when scrolled away."""
        return self.grid().cell_rect(q, k)

    def label_areas(self) -> tuple[dict[int, QPolygonF], dict[int, QPolygonF]]:
        """What the shown labels cover, by row and by column: no two of them touch."""
        self._settle()
        rows, columns = self._scene.row_labels, self._scene.column_labels
        return {label.index: label.area for label in rows}, {label.index: label.area for label in columns}

    def bottom(self) -> float:
        """Where cells and labels end on the widget, px: free below."""
        self._settle()
        return self._scene.bottom

    def paint_to(self, painter: QPainter, rect: QRectF, theme: Theme | None = None) -> tuple[Grid, float]:
        """Paints the whole map with its marks as shapes and text into `rect`, for SVG and PDF.

        Returns where the cells lie and where the last label ends. A map without values paints nothing.
        Units are those of the screen at 100 %: scale the painter for another resolution. Nothing is filled behind it.
        """
        font = QFont(self.font())
        font.setPixelSize(QFontInfo(font).pixelSize())
        scene = MapScene(self._scene.cells, font)
        scene.numbers, scene.roomy = self._scene.numbers, self._scene.roomy
        scene.set_words(self._rows, self._columns, font)
        painter.save()
        scene.lay_out(scene.fit(scene.inside(rect)))
        if not self._empty:
            scene.draw_vector(painter, theme or themes.current(), self._marks)
        painter.restore()
        return scene.grid, scene.bottom

    def sizeHint(self) -> QSize:
        """A comfortable size; the map fits itself into any."""
        return QSize(640, 480)

    # ---- painting

    def _repaint(self) -> None:
        """Asks for a new picture of cells, labels and marks; what stands below them is left alone."""
        if self._stale_layout or self._empty or self._ring:
            self.update()
        else:
            self.update(0, 0, self.width(), math.ceil(self._scene.bottom) + 3)

    def _relay(self) -> None:
        self._stale_layout = True
        self.update()

    def _restyle(self) -> None:
        self._stale_words = True
        self.update()

    def _settle(self) -> None:
        """Lays out again if anything changed since."""
        if not self._stale_layout:
            return
        self._stale_layout, self._stale_words = False, True
        ratio, scene = self.devicePixelRatioF(), self._scene
        base = scene.fit(scene.inside(QRectF(self.rect())), ratio)
        scene.lay_out(self._zoom.settle(base, scene.room, unit=scene.rows.unit, ratio=ratio))
        self.laid_out.emit()

    def _kept_picture(self) -> QPixmap:
        """The picture of labels and cells, with only what changed painted again."""
        self._settle()
        ratio = self.devicePixelRatioF()
        theme = themes.current()
        size = self.size() * ratio
        if self._picture is None or self._picture.size() != size or self._picture.devicePixelRatio() != ratio:
            self._picture = QPixmap(size)
            self._picture.setDevicePixelRatio(ratio)
            self._stale_words = True
        if self._stale_words or self._stale_cells:
            with QPainter(self._picture) as painter:
                if self._stale_words:
                    painter.fillRect(self.rect(), theme.q(self._surface))
                    self._scene.draw_words(painter, theme)
                self._scene.draw_cells(painter, theme, ratio)
            self.pictures += 1
            self._stale_words = self._stale_cells = False
        return self._picture

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lays the kept picture and paints the marks over it."""
        theme = themes.current()
        ground = theme.q(self._surface)
        picture = None if self._empty else self._kept_picture()
        with QPainter(self) as painter:
            if picture is None:
                painter.fillRect(self.rect(), ground)
            elif painter.paintEngine().type() != QPaintEngine.Type.Raster and self.zoom == 1.0:
                painter.fillRect(self.rect(), ground)  # a window that is saved as SVG or PDF
                self._scene.draw_vector(painter, theme, self._marks)
            else:
                painter.drawPixmap(0, 0, picture)
                self._scene.draw_marks(painter, theme, self._marks, ground, self._step_at())
            if self._ring:
                ring = self._scene.grid.rect.adjusted(-4, -4, 4, 4) if picture is not None else QRectF(self.rect())
                painting.draw_focus_ring(painter, ring, theme, corner=4)

    # ---- the step marker

    def _move_step(self, before: int | None, now: int | None) -> None:
        self._slide.stop()
        if self.motion and self.isVisible() and before is not None and now is not None and not self._empty:
            self._slide.setStartValue(float(before))
            self._slide.setEndValue(float(now))
            self._slide.start()

    def _step_at(self) -> float | None:
        if self._slide.state() == QVariantAnimation.State.Running:
            return float(self._slide.currentValue())
        return None if self._marks.step is None else float(self._marks.step)

    # ---- the mouse

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer; where nothing is to zoom the wheel goes on to whoever scrolls."""
        if self._empty or not self._zoom.turn(self.grid(), event.position(), event.angleDelta().y()):
            event.ignore()
            return
        self._relay()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Points at a cell, or pans while a button is held."""
        point = event.position()
        if self._grabbed is None and self.zoom > 1.0 and self._pressed is not None and _far(point, self._pressed):
            self._grabbed = self._scene.grid.place_of(self._pressed)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._grabbed is not None:
            self._zoom.drag(self.grid(), self._grabbed, point)
            self._relay()
            return
        self._point_at(self.cell_at(point))

    def _point_at(self, cell: Cell | None) -> None:
        if cell == self._marks.hovered:
            return
        self._marks = replace(self._marks, hovered=cell)
        self._name_cell()
        self._repaint()
        self.hovered.emit(cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a click (left) or a pan (left or middle)."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = event.position()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a pan, or reports what was clicked."""
        panned, self._grabbed = self._grabbed is not None, None
        began, self._pressed = self._pressed, None
        if panned:
            self.unsetCursor()
        elif began is not None and event.button() == Qt.MouseButton.LeftButton and not self._empty:
            self._click(event.position())

    def _click(self, point: QPointF) -> None:
        cell = self.cell_at(point)
        row, column = self.row_under(point), self.column_under(point)
        if cell is not None:
            self.clicked.emit(cell)
        elif row is not None:
            self.row_clicked.emit(row)
        elif column is not None:
            self.column_clicked.emit(column)

    def row_under(self, point: QPointF) -> int | None:
        """The row whose label stands at a point left of the cells, or None."""
        grid = self.grid()
        return grid.row_at(point.y()) if point.x() < grid.left and self._rows else None

    def column_under(self, point: QPointF) -> int | None:
        """The column whose label stands at a point under the cells, or None."""
        return self._scene.columns.column_under(point, self.grid()) if self._columns else None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Shows the whole map again."""
        self._pressed = None
        self.reset_view()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point_at(None)
        self.left.emit()

    # ---- words for those who read and those who listen

    def text_of(self, q: int, k: int) -> str:
        """What a cell is, in words: what `describe` says, else its labels and its number or why it is hidden."""
        if self.describe is not None:
            return self.describe(q, k)
        cells = self._scene.cells
        row = " ▸ ".join(part for part in self._rows[q] if part) if q < len(self._rows) else str(q + 1)
        column = self._columns[k] if k < len(self._columns) else str(k + 1)
        reason = cells.reason(q, k)
        number = (
            cells.text(q, k) if reason in (cell_reasons.VISIBLE, cell_reasons.BROKEN) else cell_reasons.REASONS[reason]
        )
        return f"{row} → {column}: {number}"

    def _name_cell(self) -> None:
        cell = self._marks.hovered or self._marks.pinned
        shape = self._scene.cells.values.shape
        if self._empty or cell is None or not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
            self.setAccessibleDescription("")
        else:
            self.setAccessibleDescription(self.text_of(*cell))

    def _tip_at(self, point: QPointF) -> str:
        cell = self.cell_at(point)
        if cell is not None:
            return self.text_of(*cell)
        row, column = self.row_under(point), self.column_under(point)
        if row is not None and row < len(self._rows):
            return " ▸ ".join(part for part in self._rows[row] if part is not None)
        return self._columns[column] if column is not None and column < len(self._columns) else ""

    def event(self, event: QEvent) -> bool:
        """Answers the question for a tool tip; everything else as usual."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = "" if self._empty else self._tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), painting.tip(text), self)
            return True
        return super().event(event)

    # ---- changes around it

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays out anew."""
        self._relay()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stops what moves."""
        self._slide.stop()

    def changeEvent(self, event: QEvent) -> None:
        """Measures the words again when the font changes."""
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_scene"):
            self._scene.set_words(self._rows, self._columns, self.font())
            self._relay()
        super().changeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard brought the focus."""
        self._ring = event.reason() in painting.KEYBOARD_FOCUS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the ring."""
        self._ring = False
        self.update()


def _far(point: QPointF, other: QPointF) -> bool:
    """True where a press has become a drag."""
    return (point - other).manhattanLength() >= QApplication.startDragDistance()
