"""The parts of the positions view: a picture under its title, a small colour bar, a map with marked columns."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.charts.plot_area import tick_step
from viz_app.data import number_format
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.maps.editable_heatmap import EditableHeatMap
from viz_app.maps.grid import Grid
from viz_app.maps.legend import draw_ramp
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, row_of
from viz_app.widgets.theme import Theme

_BAR = 56.0  # px at text size 100 %
_MARK = 8.0  # px at text size 100 %: the triangle on a marked column


class ScaleBar(Canvas):
    """The colours of a map between its smallest and its largest number."""

    passive = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Colour scale"))
        self._scale = Scale(-1.0, 1.0, "diverging")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_scale(self, scale: Scale) -> None:
        if scale != self._scale:
            self._scale = scale
            least, most = self.ends()
            self.setAccessibleDescription(tr("{least} to {most}", least=least, most=most))
            self.updateGeometry()
            self.update()

    def ends(self) -> tuple[str, str]:
        low, high = self._scale.lo, self._scale.hi
        decimals = number_format.score_decimals(max(abs(low), abs(high)))
        return number_format.fmt_score(low, decimals), number_format.fmt_score(high, decimals)

    def sizeHint(self) -> QSize:
        """Two numbers and the bar between them."""
        metrics = QFontMetricsF(themes.font("small"))
        words = sum(metrics.horizontalAdvance(end) for end in self.ends())
        return QSize(round(words + _BAR * themes.text_scale() + 14), round(metrics.height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def draw(self, painter: QPainter, theme: Theme) -> None:
        font, middle = themes.font("small"), QRectF(self.rect()).center().y()
        metrics = QFontMetricsF(font)
        low, high = self.ends()
        bar = QRectF(0, 0, _BAR * themes.text_scale(), 8 * themes.text_scale())
        bar.moveCenter(QPointF(0, middle))
        bar.moveLeft(metrics.horizontalAdvance(low) + 5)
        painter.setFont(font)
        painter.setPen(theme.q("muted"))
        baseline = middle + metrics.capHeight() / 2
        painter.drawText(QPointF(0, baseline), low)
        painter.drawText(QPointF(bar.right() + 5, baseline), high)
        draw_ramp(painter, bar, self._scale.ramp, theme)
        painting.draw_rounded(painter, bar, corner=1, line=theme.q("edge"))


class Panel(QWidget):
    """A picture under its title and a remark; what is at the right of the title is never left out. `strut` is a widget
    that sets the least height of the title line, so that neighbouring pictures begin level."""

    def __init__(
        self, title: str, picture: QWidget, right: tuple[QWidget, ...] = (), strut: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._strut = strut
        self.picture = picture
        self.title = Caption("strong", "ink", elastic=False, parent=self)
        self.title.set_text(title)
        self.remark = Caption("small", "muted", parent=self)
        self._top = QWidget(self)
        row_of(self.title, (self.remark, 1), *right, parent=self._top)
        column_of(self._top, (picture, 1), parent=self, spacing=2)

    def restyle(self) -> None:
        if self._strut is not None:
            self._top.setMinimumHeight(self._strut.sizeHint().height())


class NumberedMap(QWidget):
    """A map of numbers over numbers: its columns are counted on a horizontal line below, which is lower than labels
    are. Chosen columns are marked in the colours of their curves. `scale` is its colour bar, to be placed beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.map, self.scale = EditableHeatMap(self), ScaleBar(parent)
        self._count = 0
        self.chosen: tuple[int, ...] = ()  # the marked columns, in the order of their colours
        self._over = _Over(self)
        self.map.laid_out.connect(self._over.update)
        column_of((self.map, 1), parent=self, spacing=0)
        themes.changed.connect(self.restyle)
        self.restyle()

    def restyle(self, _theme: Theme | None = None) -> None:
        """Reserves space for the numbers at the present text size."""
        metrics = QFontMetricsF(themes.font("small"))
        head = round(_MARK * themes.text_scale()) if self.chosen else 0
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(0, head, 0, round(metrics.height()) - 2)
        self._over.update()

    def show_numbers(self, values: np.ndarray, scale: Scale) -> None:
        """Replaces the numbers (rows, columns), both counted from 0."""
        self.map.clear()  # labels and values of one size come together
        self.map.set_rows([RowLabel(str(row)) for row in range(len(values))])
        self.map.set_values(values.astype(np.float32, copy=False), None, scale)
        self._count = values.shape[1]
        self._over.update()
        self.scale.show_scale(scale)

    def set_chosen(self, columns: tuple[int, ...]) -> None:
        if columns != self.chosen:
            self.chosen = columns
            self.restyle()

    def numbers(self, grid: Grid) -> list[tuple[int, QRectF]]:
        """The columns whose number is written under the cells of `grid`, which is the map's, and where: chosen ones
        first, then every n-th that fits."""
        metrics = QFontMetricsF(themes.font("small"))
        top, height = self.map.y() + grid.bottom + 1, metrics.height()
        every = tick_step(max(1.0, (metrics.horizontalAdvance(str(self._count)) + 12) / grid.cell_w))
        found: list[tuple[int, QRectF]] = []
        for column in (*self.chosen, *range(0, self._count, max(1, round(every)))):
            wide = metrics.horizontalAdvance(str(column))
            middle = self.map.x() + grid.x_of(column + 0.5)
            place = QRectF(min(middle - wide / 2, self.width() - wide), top, wide, height)  # whole: "100" is no "1000"
            inside = grid.left - 1 <= middle - self.map.x() <= grid.right + 1
            if inside and not any(place.adjusted(-4, 0, 4, 0).intersects(other) for _, other in found):
                found.append((column, place))
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps numbers and marks over everything."""
        self._over.setGeometry(self.rect())
        self._over.raise_()

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the whole map, numbers and marks as shapes and text; `rect` is as large as the widget."""
        painter.save()
        painter.translate(rect.topLeft() + self.map.pos().toPointF())
        grid, _ = self.map.paint_map(painter, QRectF(self.map.rect()))
        painter.translate(-self.map.pos().toPointF())
        self.draw_around(painter, grid)
        painter.restore()

    def draw_around(self, painter: QPainter, grid: Grid) -> None:
        """Paints the numbers below the cells of `grid`, which is the map's, and the marks above it."""
        theme, font = themes.current(), themes.font("small")
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        for column, place in self.numbers(grid):
            there = column in self.chosen
            painter.setPen(theme.accent(self.chosen.index(column)) if there else theme.q("muted"))
            painter.drawText(QPointF(place.left(), place.top() + metrics.ascent()), str(column))
        self._draw_marks(painter, grid, theme)

    def _draw_marks(self, painter: QPainter, grid: Grid, theme: Theme) -> None:
        """A small triangle above each chosen column."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = 0.5 * _MARK * themes.text_scale()
        foot = self.map.y() + grid.top - 1
        for number, column in enumerate(self.chosen):
            middle = self.map.x() + grid.x_of(column + 0.5)
            if grid.left <= middle - self.map.x() <= grid.right:
                painter.setPen(theme.accent(number))
                painter.setBrush(theme.accent(number))
                head = [QPointF(middle - half, foot - 2 * half), QPointF(middle + half, foot - 2 * half)]
                painter.drawPolygon(QPolygonF([*head, QPointF(middle, foot)]))


class _Over(QWidget):
    """A transparent overlay of a NumberedMap, through which the mouse passes."""

    def __init__(self, picture: NumberedMap) -> None:
        super().__init__(picture)
        self._picture = picture
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._picture.draw_around(painter, self._picture.map.grid())
