"""Axes of numbers around a box for curves, drawn with pyqtgraph: no menus, no buttons, nothing that moves by itself.
Words above a chart name some of its x, so that they cover no curve and no mark.

Importing this takes a quarter of a second for pyqtgraph, whose global settings are made here, once. pyqtgraph's labels
would read `<s>` as markup, so no word of a chart is one of its labels. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QWidget

import pyqtgraph as pg  # isort: skip  # after the binding, so that it takes the same one
from viz_app.data import number_format
from viz_app.widgets import theme as themes
from viz_app.widgets.accessible import AccessibleParts
from viz_app.widgets.theme import Theme

pg.setConfigOptions(antialias=True, imageAxisOrder="row-major", background=None)

FloatArray = npt.NDArray[np.float64]
_DOTS = 7.0  # px between two values from which each gets a dot
_PALE = 0.4  # of a curve's colour that is left in one to compare with
_PART = 64
"""Values of a curve that are painted as one line: it takes time with the square of how often it goes up and down."""


@dataclass(frozen=True)
class Curve:
    """One curve: `y` over the chart's x, its name at its end, the theme's accent that it always has (0-7).

    `band` is a pair of arrays like `y`, the lower and the upper edge of a pale area around it. A `pale` curve is one to
    compare with: it is painted thinly, without dots. `fine` are values between, evenly over the whole x with those at x
    among them: the line goes through them, and is straight from one x to the next without.
    """

    name: str
    y: FloatArray
    accent: int = 0
    band: tuple[FloatArray, FloatArray] | None = None
    pale: bool = False
    fine: FloatArray | None = None


class Axis(pg.AxisItem):
    """A number axis with true minus signs and as many ticks as fit without crowding; `whole` restricts them to whole
    numbers."""

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
        """Tick labels in the program's number format."""
        if self._whole:
            return [f"{value * scale:,.0f}".replace("-", number_format.MINUS) for value in values]
        places = max(0, math.ceil(-math.log10(spacing * scale) - 1e-9))
        return [number_format.fmt_score(value * scale, places) for value in values]

    def restyle(self, theme: Theme) -> None:
        """The theme's muted words without lines: a tick is always painted, so it gets the ground's colour."""
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setTickPen(pg.mkPen(theme.q("background")))
        self.setTextPen(theme.q("muted"))
        self.setTickFont(themes.font("small"))


class CurveItem(pg.PlotCurveItem):
    """A curve whose line is painted in parts where it is long: the same pixels, ten times quicker for quick waves. What
    can be seen through is one line, as its parts would be darker where they meet."""

    def paint(self, painter: QPainter, option: object, widget: object) -> None:
        x, y = self.getData()
        pen = self.opts["pen"]
        if x is None or len(x) <= 4 * _PART or pen.color().alphaF() < 1:
            super().paint(painter, option, widget)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        for start in range(0, len(x) - 1, _PART):
            part = slice(start, start + _PART + 1)
            painter.drawPath(pg.arrayToQPath(x[part], y[part], connect="finite"))


class CurveItems:
    """The plot items of the curves, reused between calls."""

    def __init__(self, box: pg.ViewBox) -> None:
        self._box = box
        self._items: list[CurveItem] = []
        self._bands: list[QGraphicsPathItem] = []

    def show(self, x: FloatArray, curves: Sequence[Curve]) -> None:
        while len(self._items) < len(curves):
            item, band = CurveItem(), QGraphicsPathItem()
            band.setZValue(-5)
            self._box.addItem(band, ignoreBounds=True)
            self._box.addItem(item, ignoreBounds=True)
            self._items.append(item)
            self._bands.append(band)
        for number, (item, band) in enumerate(zip(self._items, self._bands, strict=True)):
            there = number < len(curves)
            item.setVisible(there)
            band.setVisible(there and curves[number].band is not None)
            if there:
                fine = curves[number].fine
                if fine is None:
                    item.setData(x, curves[number].y, connect="finite")
                else:
                    item.setData(np.linspace(x[0], x[-1], len(fine)), fine, connect="finite")
                band.setPath(_band_path(x, curves[number]))
        self.colour(curves)

    def colour(self, curves: Sequence[Curve]) -> None:
        """Applies the current theme's colours to the items."""
        theme = themes.current()
        for item, band, curve in zip(self._items, self._bands, curves, strict=False):
            colour = theme.accent(curve.accent)
            width = 2.4 if theme.name == "high_contrast" else 1.8
            if curve.pale:
                colour.setAlphaF(_PALE)
                width = 1.2
            pen = pg.mkPen(colour, width=width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            item.setPen(pen)
            pale = QColor(colour)
            pale.setAlphaF(0.22)
            band.setBrush(pale)
            band.setPen(QPen(Qt.PenStyle.NoPen))


def _band_path(x: FloatArray, curve: Curve) -> QPainterPath:
    path = QPainterPath()
    if curve.band is not None:
        lower, upper = curve.band
        edge = [QPointF(*at) for at in zip(x.tolist(), lower.tolist(), strict=True)]
        edge += [QPointF(*at) for at in zip(x[::-1].tolist(), upper[::-1].tolist(), strict=True)]
        path.addPolygon(QPolygonF(edge))
    return path


class PlotArea(pg.GraphicsView, AccessibleParts):
    """A plot over whole numbers x with axes on the left and below."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._x: FloatArray = np.full(1, np.nan)
        self._partners: tuple[PlotArea, ...] = (self,)
        self._room = {"left": 0.0, "top": 4.0, "right": 8.0}  # px that it needs around the box
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
        self.setInteractive(False)

    def accessible_places(self) -> tuple[object, ...]:
        """None: the description gives the values at the marked x."""
        return ()

    def reset_view(self) -> None:
        """Shows all x again."""
        first, last = self.ends()
        spare = 0.5 if last - first < 1 else (last - first) * 0.012
        self.box.setXRange(first - spare, last + spare, padding=0)

    def ends(self) -> tuple[float, float]:
        """The first and the last x."""
        return float(self._x[0]), float(self._x[-1])

    def point_of(self, x: float, y: float) -> QPointF:
        """The position of a value on the widget, px."""
        found: QPointF = self.box.mapViewToScene(QPointF(x, y))
        return found

    def x_at(self, px: float) -> int:
        """The visible x nearest to a position on the widget."""
        value = self.box.mapSceneToView(QPointF(px, 0.0)).x()
        return int(self._x[int(np.abs(self._x - value).argmin())])

    def area(self) -> QRectF:
        """The rectangle in which curves are drawn, px."""
        found: QRectF = self.box.mapRectToScene(self.box.rect())
        return found

    def _widen_axis(self, low: float, high: float) -> None:
        """Reserves width for the tick labels before they are painted: pyqtgraph would do so only then."""
        step = tick_step((high - low) / 8)
        metrics = QFontMetricsF(themes.font("small"))
        ends = [text for end in (low, high) for text in self.axis_y.tickStrings([end], 1.0, step)]
        self._take_room("left", math.ceil(max(metrics.horizontalAdvance(text) for text in ends)) + 9)

    def line_up_with(self, *others: PlotArea) -> None:
        """Gives charts that stand side by side the same margins, so that their plots align."""
        for one in (self, *others):
            one._partners = (self, *others)

    def _take_room(self, side: str, needed: float) -> None:
        """Reserves a margin at one side, as wide as the neighbouring chart that needs the most."""
        self._room[side] = needed
        room = {side: max(one._room[side] for one in self._partners) for side in self._room}
        for one in self._partners:
            one.axis_y.setWidth(room["left"])
            one._layout.setContentsMargins(2, room["top"], room["right"], 2)


def tick_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 … (or 0.5, 0.2 …) that is not below `least` > 0."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= least * (1 - 1e-9))


def placed_apart(middles: Sequence[float], height: float, top: float, bottom: float) -> list[float]:
    """Positions for the centres of labels of one `height`, as near to `middles` as possible without overlap. The order
    is kept; all lie between `top` and `bottom` if they fit. Any unit, growing downwards."""
    order = sorted(range(len(middles)), key=lambda place: middles[place])
    half = height / 2
    found = [0.0] * len(middles)
    groups: list[tuple[float, list[int]]] = []  # (middle of the group, its labels)
    for place in order:
        members, sum_ = [place], middles[place]
        while True:
            reach = half * len(members)
            middle = min(max(sum_ / len(members), top + reach), max(bottom - reach, top + reach))
            if not groups or groups[-1][0] + half * len(groups[-1][1]) <= middle - reach + 1e-9:
                break
            _, earlier = groups.pop()
            members = earlier + members
            sum_ = sum(middles[member] for member in members)
        groups.append((middle, members))
    for middle, members in groups:
        for number, member in enumerate(members):
            found[member] = middle + (number - (len(members) - 1) / 2) * height
    return found


def draw_dots(chart: PlotArea, curves: Sequence[Curve], painter: QPainter, theme: Theme) -> None:
    """Draws a dot at every visible value, unless they are too dense."""
    first, last = chart.box.viewRange()[0]
    seen = np.flatnonzero((chart._x >= first) & (chart._x <= last))
    apart = chart.area().width() / max(1, len(seen) - 1)
    if apart < _DOTS:
        return
    radius = min(2.6, apart / 5)
    chart.box.updateMatrix()
    inside, outside = chart.box.childTransform(), chart.box.sceneTransform()  # as `point_of`, asked for once
    for curve in curves:
        if curve.pale:
            continue
        painter.setPen(QPen(theme.q("background"), 1))
        painter.setBrush(theme.accent(curve.accent))
        for place in seen.tolist():
            if math.isfinite(curve.y[place]):
                at = inside.map(QPointF(chart._x[place], float(curve.y[place])))
                painter.drawEllipse(outside.map(at), radius, radius)


def last_known(values: FloatArray) -> float:
    """The last finite value, 0 if there is none."""
    known = values[np.isfinite(values)]
    return float(known[-1]) if len(known) else 0.0


_ROWS = 3
"""Of words; those for which there is no room are left out, their lines stay."""
_SHARE = 0.25  # of the height of a chart, at most
_APART, _BESIDE = 6.0, 3.0  # px between two words, from a line to its word


@dataclass(frozen=True)
class Flag:
    """A line at `x` and the position of its word: left end, and row from below; None if it does not fit."""

    word: str
    x: float
    left: float
    row: int | None


def placed_flags(
    flags: Sequence[tuple[int, str]], place_of: Callable[[float], float], left: float, right: float, height: float
) -> list[Flag]:
    """Each word beside its line in the first row where it touches no other, as long as the rows take no more than their
    share of `height` from the curves; flags left of `left` or right of `right` are not among them."""
    metrics = QFontMetricsF(themes.font("small"))
    ends = [left - _APART] * min(_ROWS, int(_SHARE * height / metrics.height()))
    found = []
    for x, word in flags:
        at, wide = place_of(float(x)), metrics.horizontalAdvance(word)
        if not left - 0.5 <= at <= right + 0.5:
            continue
        start = max(left, min(at + _BESIDE, right - wide))
        row = next((row for row, end in enumerate(ends) if end + _APART <= start), None)
        if row is not None:
            ends[row] = start + wide
        found.append(Flag(word, at, start, row))
    return found


def flag_room(flags: Sequence[Flag]) -> float:
    """The height that the rows of flags take above a chart."""
    rows = max((flag.row + 1 for flag in flags if flag.row is not None), default=0)
    return rows * QFontMetricsF(themes.font("small")).height()


def draw_flags(flags: Sequence[Flag], painter: QPainter, area: QRectF, theme: Theme) -> None:
    """Draws the lines, up to their words above `area`."""
    metrics = QFontMetricsF(painter.font())
    for flag in flags:
        foot = area.top() - (flag.row or 0) * metrics.height()
        painter.setPen(QPen(theme.q("edge"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(flag.x, foot), QPointF(flag.x, area.bottom()))
        if flag.row is not None:
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(flag.left, foot - metrics.descent() - 1), flag.word)
