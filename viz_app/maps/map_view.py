"""A map of numbers with tokens along two sides: laid out, painted once into a cached picture, marked.

The pointer, the pins and the step are painted over the cached picture of cells and labels, so that moving the mouse
never repaints the map (`pictures` counts how often it was painted).

Shapes: Q queries (rows), K keys (columns). A cell is (q, k), both from 0. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFont, QPaintEngine, QPainter, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import FloatArray, Scale
from viz_app.maps.axes import ColumnAxis, RowAxis
from viz_app.maps.cells import Cells
from viz_app.maps.grid import Grid, Zoom
from viz_app.maps.scene import Cell, MapScene, Marks
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import pixel_font
from viz_app.widgets.pan_canvas import PanCanvas
from viz_app.widgets.theme import Theme


class MapView(PanCanvas):
    """A map of Q × K cells; its only selection is the marks that it was given.

    `surface` names the theme's colour behind the labels: "background" or "panel". `roomy` lets the cells of a small map
    grow by this factor.
    """

    accessible_role = QAccessible.Role.Table
    laid_out = Signal()  # cells and labels lie somewhere else now: another size, other words, zoom
    corner = 4

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background", roomy: float = 1.0) -> None:
        super().__init__(parent, tr("Map"))
        self.pictures = 0  # how often the cells were painted, for measurements
        self._surface = surface
        self._scene = MapScene(Cells(), self.font())
        self._scene.roomy = roomy
        self._rows: tuple[RowLabel, ...] = ()
        self._columns: tuple[str, ...] = ()
        self._empty = True
        self.marks = Marks()  # as they are painted, the pointer's own included
        self._zoom = Zoom()
        self._picture: QPixmap | None = None
        self._stale_layout = self._stale_words = self._stale_cells = True
        self._other = True  # the values are others than at the last marks
        self._beside: tuple[MapView, ...] = ()  # maps that end at the same height
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(120, 96)

    def _step_at(self) -> float | None:
        """The row, as a fraction, where the step's outline is."""
        return None if self.marks.step is None else float(self.marks.step)

    def spoken_marks(self) -> None:
        """Called when values or marks have changed, to update the text for screen readers."""

    def draw_over(self, painter: QPainter, grid: Grid, theme: Theme) -> None:
        """Paints what a subclass adds over cells, labels and marks."""

    # ---- what it shows

    def set_values(
        self, values: npt.ArrayLike, masked: npt.ArrayLike | None, scale: Scale, shades: npt.ArrayLike | None = None
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
        self.spoken_marks()
        self._repaint()

    def clear(self) -> None:
        """Shows nothing until the next values."""
        self._empty, self._picture = True, None
        self.update()

    def set_rows(self, labels: Sequence[RowLabel]) -> None:
        """Sets the labels of rows; further rows have none."""
        self._set_words(tuple(labels), self._columns)

    def set_columns(self, labels: Sequence[str]) -> None:
        """Sets the labels of columns; further columns have none."""
        self._set_words(self._rows, tuple(labels))

    def _set_words(self, rows: tuple[RowLabel, ...], columns: tuple[str, ...]) -> None:
        if (rows, columns) != (self._rows, self._columns):
            self._rows, self._columns = rows, columns
            self._scene.set_words(rows, columns, self.font())
            self._relay()

    def axes(self, font: QFont) -> tuple[RowAxis, ColumnAxis]:
        """Its labels, measured in some font."""
        return self._scene.axes(self._rows, self._columns, font)

    def set_numbers(self, on: bool) -> None:
        """Whether numbers are written into cells in which they fit."""
        if on != self._scene.numbers:
            self._scene.numbers = on
            self._stale_cells = True
            self._repaint()

    def fill(self, on: bool) -> None:
        """While presenting, lets the cells of a small map grow as far as there is room, and shortens no level label."""
        self._scene.filled = on
        self._scene.set_words(self._rows, self._columns, self.font())
        self._relay()

    def set_dimmed(self, columns: Sequence[int]) -> None:
        """Dims these columns, counted from 0, and no others; their numbers stay."""
        if tuple(columns) != self._scene.cells.dimmed:
            self._scene.cells.dimmed = tuple(columns)
            self._stale_cells = True
            self._repaint()

    @property
    def values(self) -> FloatArray:
        """The numbers that are shown [Q, K]."""
        return self._scene.cells.values

    @property
    def broken(self) -> int:
        """How many visible cells are not finite numbers."""
        return 0 if self._empty else self._scene.cells.broken

    @property
    def zoom(self) -> float:
        """1.0 where the whole map is seen."""
        return self._zoom.factor

    def show_all(self) -> None:
        self._zoom.reset()
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
        """A cell on the widget; outside it when scrolled away."""
        return self.grid().cell_rect(q, k)

    def label_areas(self) -> tuple[dict[int, QPolygonF], dict[int, QPolygonF]]:
        """The rectangles of the visible labels, by row and by column: no two of them touch."""
        self._settle()
        labels = self._scene.labels
        return {one.index: one.area for one in labels.rows}, {one.index: one.area for one in labels.columns}

    def bottom(self) -> float:
        """Where cells and labels end on the widget, px."""
        self._settle()
        return self._scene.labels.bottom

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        self.paint_map(painter, rect)

    def paint_map(self, painter: QPainter, rect: QRectF) -> tuple[Grid, float]:
        """Paints the whole map with its marks as shapes and text into `rect`, for SVG and PDF.

        Returns where the cells lie and where the last label ends. A map without values paints nothing.
        Units are those of the screen at 100 %: scale the painter for another resolution. Nothing is filled behind it.
        """
        scene = self._pixel_scene()
        scene.beside = tuple(one._pixel_scene() for one in self._beside)
        painter.save()
        scene.lay_out(scene.fit(scene.inside(rect)))
        if not self._empty:
            scene.draw_vector(painter, themes.current(), self.marks)
        painter.restore()
        if not self._empty:
            self.draw_over(painter, scene.grid, themes.current())
        return scene.grid, scene.labels.bottom

    def _pixel_scene(self) -> MapScene:
        """Cells and labels with fonts in px, as SVG and PDF have them."""
        font = pixel_font(self.font())
        scene = MapScene(self._scene.cells, font)
        scene.numbers, scene.roomy, scene.filled = self._scene.numbers, self._scene.roomy, self._scene.filled
        scene.set_words(self._rows, self._columns, font)
        return scene

    def sizeHint(self) -> QSize:
        return QSize(640, 480)

    def _repaint(self) -> None:
        """Requests a new picture of cells, labels and marks."""
        if self._stale_layout or self._empty or self.ring:
            self.update()
        else:
            self.update(0, 0, self.width(), math.ceil(self._scene.labels.bottom) + 3)

    def _relay(self) -> None:
        self._stale_layout = True
        self.update()

    def restyled(self) -> None:
        self._stale_words = True

    def _settle(self) -> None:
        """Updates the layout if anything has changed."""
        if not self._stale_layout:
            return
        self._stale_layout, self._stale_words = False, True
        ratio, scene = self.devicePixelRatioF(), self._scene
        base = scene.fit(scene.inside(QRectF(self.rect())), ratio)
        scene.lay_out(self._zoom.settle(base, scene.room, unit=scene.rows.unit, ratio=ratio))
        self.laid_out.emit()

    def _kept_picture(self) -> QPixmap:
        """The cached picture of labels and cells, with only what changed repainted."""
        self._settle()
        ratio, theme = self.devicePixelRatioF(), themes.current()
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

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draws the cached picture and the marks over it."""
        ground = theme.q(self._surface)
        picture = None if self._empty else self._kept_picture()
        if picture is None:
            painter.fillRect(self.rect(), ground)
        elif painter.paintEngine().type() != QPaintEngine.Type.Raster and self.zoom == 1.0:
            painter.fillRect(self.rect(), ground)  # a window that is saved as SVG or PDF
            self._scene.draw_vector(painter, theme, self.marks)
        else:
            painter.drawPixmap(0, 0, picture)
            self._scene.draw_marks(painter, theme, self.marks, ground, self._step_at())
        if picture is not None:
            self.draw_over(painter, self._scene.grid, theme)

    def ring_rect(self) -> QRectF:
        return QRectF(self.rect()) if self._empty else self._scene.grid.rect.adjusted(-4, -4, 4, 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._relay()

    def changeEvent(self, event: QEvent) -> None:
        """Measures the labels again when the font changes."""
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_scene"):
            self._scene.set_words(self._rows, self._columns, self.font())
            self._relay()
        super().changeEvent(event)
