"""Curves over whole numbers (positions, distances, steps) drawn with pyqtgraph: calm, with direct labels.

Importing this takes a quarter of a second for pyqtgraph, whose global settings are made here, once. pyqtgraph's labels
would read `<s>` as markup, so no word of a chart is one of its labels: words are painted here, as plain text.

x are whole numbers in rising order; y has any unit. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QGraphicsPathItem, QWidget

import pyqtgraph as pg  # isort: skip  # after the binding, so that it takes the same one
from viz_app.data import number_format
from viz_app.views.positions.ticks import placed_apart, tick_step
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

pg.setConfigOptions(antialias=True, imageAxisOrder="row-major", background=None)

FloatArray = npt.NDArray[np.float64]
_PALE = 0.4  # of a curve's colour that is left in one to compare with
_DOTS = 14.0  # px between two values from which each gets a dot


@dataclass(frozen=True)
class Curve:
    """One curve: `y` over the chart's x, its name at its end, the theme's accent that it always has (0-7).

    `band` is a pair of arrays like `y`, the lower and the upper edge of a pale area around it. A `pale` curve is one to
    compare with: it is painted thinly, without dots.
    """

    name: str
    y: FloatArray
    accent: int = 0
    band: tuple[FloatArray, FloatArray] | None = None
    pale: bool = False


class Axis(pg.AxisItem):
    """An axis of numbers with a true minus sign and as many ticks as have air; `whole` keeps them on whole numbers."""

    def __init__(self, orientation: str, whole: bool = False) -> None:
        self._whole = whole
        super().__init__(orientation, maxTickLength=0)
        self.setStyle(maxTickLevel=0, tickTextOffset=5, hideOverlappingLabels=False, textFillLimits=[(0, 1.0)])
        self.enableAutoSIPrefix(False)

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        """One row of ticks 1, 2 or 5 times a power of ten apart."""
        reach = abs(maxVal - minVal)
        if reach <= 0 or size <= 0:
            return []
        metrics = QFontMetricsF(themes.font("small"))
        widest = metrics.horizontalAdvance(f"{max(abs(minVal), abs(maxVal)):.0f}")
        least = 1.9 * metrics.height() if self.orientation == "left" else widest + 2.2 * metrics.height()
        step = tick_step(reach / max(1.0, size / least))
        return [(max(1.0, step) if self._whole else step, 0.0)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Numbers as everywhere in the program."""
        places = 0 if self._whole else max(0, math.ceil(-math.log10(spacing * scale) - 1e-9))
        return [number_format.fmt_score(value * scale, places) for value in values]

    def restyle(self, theme: Theme, surface: str) -> None:
        """The theme's muted words without lines: a tick is always painted, so it gets the ground's colour."""
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setTickPen(pg.mkPen(theme.q(surface)))
        self.setTextPen(theme.q("muted"))
        self.setTickFont(themes.font("small"))


class Chart(pg.GraphicsView):
    """Curves over one row of whole numbers, each named at its end; nothing happens when it is pointed at.

    The marked x gets a line and the curves' dots there; a part of the x may lie on a pale ground. `ring` is drawn
    around everything for the keyboard's focus. `describe` gives an x in words, for tool tips and screen readers.
    """

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background") -> None:
        super().__init__(parent)
        self.describe: Callable[[int], str] | None = None
        self._surface = surface
        self._x: FloatArray = np.full(1, np.nan)
        self._curves: tuple[Curve, ...] = ()
        self._marked: int | None = None
        self._shade: tuple[float, float] | None = None
        self.ring = False
        self._picture: QPixmap | None = None  # everything but marks, until something of it changes
        self._items: list[pg.PlotCurveItem] = []
        self._bands: list[QGraphicsPathItem] = []
        self._build()
        self.setInteractive(False)
        self.setMinimumSize(120, 64)
        self.setAccessibleName(self.tr("Curves"))
        self.restyle()
        themes.changed.connect(self.restyle)

    def _build(self) -> None:
        """The view box with an axis on its left and below; no menus, no buttons."""
        self.box = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0.0)
        self.axis_x, self.axis_y = Axis("bottom", whole=True), Axis("left")
        self._layout = pg.GraphicsLayout()
        self._layout.setSpacing(0)
        self._layout.addItem(self.axis_y, 0, 0)
        self._layout.addItem(self.box, 0, 1)
        self._layout.addItem(self.axis_x, 1, 1)
        self.axis_x.linkToView(self.box)
        self.axis_y.linkToView(self.box)
        self.setCentralItem(self._layout)
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.sceneObj.changed.connect(self._spoil)
        self.box.sigRangeChanged.connect(self._spoil)

    # ---- what it shows

    def set_curves(self, x: npt.ArrayLike, curves: Sequence[Curve]) -> None:
        """Shows curves over `x` [N]; a mark that is not among them is let go.

        Raises ValueError for no x, or for a curve of another length.
        """
        places = np.asarray(x, dtype=np.float64)
        if places.ndim != 1 or not len(places):
            raise ValueError(f"a chart needs a row of x, got shape {list(places.shape)}")
        for curve in curves:
            if curve.y.shape != places.shape:
                raise ValueError(f"{curve.name!r} has {list(curve.y.shape)} values over {len(places)} x")
        same = np.array_equal(places, self._x)
        self._x, self._curves = places, tuple(curves)
        if self._marked not in places:
            self._marked = None
        self._spoil()
        self._fill_items()
        self._fit_y()
        if not same:
            self.reset_view()
        self._leave_room()
        self._show_message()
        self.viewport().update()

    def set_marked(self, x: int | None) -> None:
        """Marks one x, or none."""
        if x != self._marked:
            self._marked = x
            self._show_message()
            self.viewport().update()

    def set_shade(self, ends: tuple[float, float] | None) -> None:
        """Lays a pale ground under the x between two ends, or none."""
        if ends != self._shade:
            self._shade = ends
            self._spoil()

    def _spoil(self, *_what: object) -> None:
        """The kept picture is one of before."""
        self._picture = None
        self.viewport().update()

    def reset_view(self) -> None:
        """Shows all x again."""
        first, last = self.ends()
        spare = 0.5 if last - first < 1 else (last - first) * 0.012
        self.box.setXRange(first - spare, last + spare, padding=0)

    def ends(self) -> tuple[float, float]:
        """The first and the last x."""
        return float(self._x[0]), float(self._x[-1])

    @property
    def curves(self) -> tuple[Curve, ...]:
        """What is shown."""
        return self._curves

    @property
    def marked(self) -> int | None:
        """The marked x."""
        return self._marked

    def _fill_items(self) -> None:
        """Puts the data on items that are kept from one call to the next."""
        while len(self._items) < len(self._curves):
            item, band = pg.PlotCurveItem(), QGraphicsPathItem()
            band.setZValue(-5)
            self.box.addItem(band, ignoreBounds=True)
            self.box.addItem(item, ignoreBounds=True)
            self._items.append(item)
            self._bands.append(band)
        for number, (item, band) in enumerate(zip(self._items, self._bands, strict=True)):
            there = number < len(self._curves)
            item.setVisible(there)
            band.setVisible(there and self._curves[number].band is not None)
            if there:
                curve = self._curves[number]
                item.setData(self._x, curve.y, connect="finite")
                band.setPath(self._band_path(curve))
        self._colour_items()

    def _band_path(self, curve: Curve) -> QPainterPath:
        path = QPainterPath()
        if curve.band is not None:
            lower, upper = curve.band
            edge = [QPointF(x, y) for x, y in zip(self._x.tolist(), lower.tolist(), strict=True)]
            edge += [QPointF(x, y) for x, y in zip(self._x[::-1].tolist(), upper[::-1].tolist(), strict=True)]
            path.addPolygon(QPolygonF(edge))
        return path

    def _colour_items(self) -> None:
        theme = themes.current()
        for item, band, curve in zip(self._items, self._bands, self._curves, strict=False):
            colour = theme.accent(curve.accent)
            width = 2.4 if theme.name == "high_contrast" else 1.8
            if curve.pale:
                colour.setAlphaF(_PALE)
                width = 1.2
            item.setPen(pg.mkPen(colour, width=width))
            pale = QColor(colour)
            pale.setAlphaF(0.22)
            band.setBrush(pale)
            band.setPen(QPen(Qt.PenStyle.NoPen))

    def _fit_y(self) -> None:
        """A range that holds every curve and band with some air; the zero line always lies in it."""
        parts = [edge for curve in self._curves for edge in (curve.y, *(curve.band or ()))]
        values = np.concatenate(parts) if parts else np.zeros(1)
        values = values[np.isfinite(values)]
        low, high = (min(0.0, float(values.min())), max(0.0, float(values.max()))) if values.size else (0.0, 0.0)
        if high - low < 1e-12:
            low, high = -1.0, 1.0
        air = (high - low) * 0.06
        self.box.setYRange(low - air, high + air, padding=0)
        self._widen_axis(low, high)

    def _widen_axis(self, low: float, high: float) -> None:
        """Room for the numbers on the left, before they are painted: pyqtgraph would learn it only then."""
        step = tick_step((high - low) / 8)
        metrics = QFontMetricsF(themes.font("small"))
        ends = [text for end in (low, high) for text in self.axis_y.tickStrings([end], 1.0, step)]
        self.axis_y.setWidth(math.ceil(max(metrics.horizontalAdvance(text) for text in ends)) + 9)

    def _leave_room(self) -> None:
        """Room for the names on the right."""
        metrics = QFontMetricsF(themes.font("small"))
        widest = max((metrics.horizontalAdvance(curve.name) for curve in self._curves), default=0.0)
        self._layout.setContentsMargins(2, 4, widest + 10 if widest else 8, 2)

    def _show_message(self) -> None:
        """What a screen reader says: the names, or the values at the marked x."""
        if self._marked is not None and self.describe is not None:
            self.setAccessibleDescription(self.describe(self._marked))
        else:
            self.setAccessibleDescription(", ".join(curve.name for curve in self._curves if curve.name))

    def restyle(self, _theme: Theme | None = None) -> None:
        """Takes the colours and the text size of now; a chart that was closed has nothing left to restyle."""
        if self.closed:
            return
        theme = themes.current()
        self.setBackgroundBrush(theme.q(self._surface))
        for axis in (self.axis_x, self.axis_y):
            axis.restyle(theme, self._surface)
        self.axis_x.setHeight(math.ceil(QFontMetricsF(themes.font("small")).height()) + 4)
        self._colour_items()
        self._fit_y()
        self._leave_room()
        self._spoil()

    # ---- where things are

    def point_of(self, x: float, y: float) -> QPointF:
        """A value's place on the widget, px."""
        found: QPointF = self.box.mapViewToScene(QPointF(x, y))
        return found

    def x_at(self, px: float) -> int:
        """The shown x nearest to a place on the widget."""
        value = self.box.mapSceneToView(QPointF(px, 0.0)).x()
        return int(self._x[int(np.abs(self._x - value).argmin())])

    def area(self) -> QRectF:
        """Where curves are drawn, px."""
        found: QRectF = self.box.mapRectToScene(self.box.rect())
        return found

    def label_areas(self) -> list[QRectF]:
        """What the curves' names cover."""
        metrics, area = QFontMetricsF(themes.font("small")), self.area()
        height, named = metrics.height(), self._named()
        ends = [self._end_of(curve) for curve in named]
        middles = placed_apart(ends, height, area.top() - 2, area.bottom() + 2)
        return [
            QRectF(area.right() + 6, middle - height / 2, metrics.horizontalAdvance(curve.name), height)
            for middle, curve in zip(middles, named, strict=True)
        ]

    def _named(self) -> list[Curve]:
        """The curves that have a name at their end."""
        return [curve for curve in self._curves if not curve.pale]

    def _end_of(self, curve: Curve) -> float:
        """The height at which a curve leaves the visible part, px."""
        last = self.box.viewRange()[0][1]
        place = max(0, int(np.searchsorted(self._x, last, side="right")) - 1)
        y = float(curve.y[place])
        return self.point_of(0.0, y if math.isfinite(y) else 0.0).y()

    # ---- painting

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """The ground, the shaded part, the zero line."""
        theme = themes.current()
        painter.fillRect(rect, theme.q(self._surface))
        area = self.area()
        if self._shade is not None:
            left, right = (self.point_of(x, 0.0).x() for x in self._shade)
            shaded = QRectF(left, area.top(), right - left, area.height()).intersected(area)
            painter.fillRect(shaded, theme.wash("source", 0.10, self._surface))
        zero = round(self.point_of(0.0, 0.0).y()) + 0.5
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero))

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        """Dots and the curves' names."""
        theme = themes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_dots(painter, theme, self.area())
        painter.setFont(themes.font("small"))
        metrics = QFontMetricsF(painter.font())
        for curve, place in zip(self._named(), self.label_areas(), strict=True):
            painter.setPen(theme.accent(curve.accent))
            painter.drawText(QPointF(place.left(), place.top() + metrics.ascent()), curve.name)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lays the kept picture and paints the marks over it: pointing paints no curve again."""
        view, ratio = self.viewport(), self.devicePixelRatioF()
        size = view.size() * ratio
        if self._picture is None or self._picture.size() != size or self._picture.devicePixelRatio() != ratio:
            picture = QPixmap(size)
            picture.setDevicePixelRatio(ratio)
            with QPainter(picture) as painter:
                self.render(painter, QRectF(view.rect()), view.rect())
            self._picture = picture
        with QPainter(view) as painter:
            painter.drawPixmap(0, 0, self._picture)
            self._draw_marks(painter)
            if self.ring:
                painting.draw_focus_ring(painter, QRectF(view.rect()), themes.current(), corner=4)

    def _draw_marks(self, painter: QPainter) -> None:
        """The marked x: a line, and a dot on each curve."""
        area, theme = self.area(), themes.current()
        if self._marked is None:
            return
        at = self.point_of(float(self._marked), 0.0).x()
        if not area.left() - 0.5 <= at <= area.right() + 0.5:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.q("target"), 1.5))
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()))
        (place,) = np.flatnonzero(self._x == self._marked)[:1].tolist() or [None]
        for curve in self._curves if place is not None else ():
            if math.isfinite(curve.y[place]) and not curve.pale:
                painter.setPen(QPen(theme.q(self._surface), 1))
                painter.setBrush(theme.accent(curve.accent))
                painter.drawEllipse(self.point_of(float(self._marked), float(curve.y[place])), 4.0, 4.0)

    def _draw_dots(self, painter: QPainter, theme: Theme, area: QRectF) -> None:
        first, last = self.box.viewRange()[0]
        seen = np.flatnonzero((self._x >= first) & (self._x <= last))
        if len(seen) > 1 and area.width() / (len(seen) - 1) < _DOTS:
            return
        for curve in self._curves:
            if curve.pale:
                continue
            painter.setPen(QPen(theme.q(self._surface), 1))
            painter.setBrush(theme.accent(curve.accent))
            for place in seen.tolist():
                if math.isfinite(curve.y[place]):
                    painter.drawEllipse(self.point_of(self._x[place], float(curve.y[place])), 2.6, 2.6)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the chart as shapes and text into `rect`, which is as large as the chart and lies at the origin."""
        self.render(painter, rect, self.viewport().rect())
        self._draw_marks(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays out anew."""
        super().resizeEvent(event)
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """A comfortable size; the chart fits itself into any."""
        return QSize(420, 200)


__all__ = ["Axis", "Chart", "Curve"]
