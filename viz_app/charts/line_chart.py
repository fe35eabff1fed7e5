"""Curves over whole numbers (positions, distances, steps) drawn with pyqtgraph: calm, with direct labels; they can be
pointed at, zoomed and moved, with mouse or keyboard.

All words are painted here, as plain text. Importing this takes a quarter of a second, for pyqtgraph: what needs a chart
imports it when it is built, never at start.

x are whole numbers in rising order; y has any unit. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from viz_app.charts.plot_area import (
    Curve,
    CurveItems,
    Flag,
    PlotArea,
    draw_dots,
    draw_flags,
    flag_room,
    last_known,
    placed_apart,
    placed_flags,
)
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.accessible import KeyboardRing
from viz_app.widgets.theme import Theme

_CLOSEST = 4.0  # values that the closest zoom shows
_DRAG = 5.0  # px from which a press is a drag


class Chart(KeyboardRing, PlotArea):
    """Curves over one row of whole numbers, each named at its end; nothing happens when it is pointed at.

    The marked x gets a line and the curves' dots there; a part of the x may lie on a pale ground. `ring` is drawn
    around everything for the keyboard's focus. `describe` gives an x in words, for tooltips and screen readers.
    """

    _flags: tuple[tuple[int, str], ...] = ()  # already there while pyqtgraph makes the widget and gives it a size

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.describe: Callable[[int], str] | None = None
        self.curves: tuple[Curve, ...] = ()
        self.marked: int | None = None  # the marked x
        self._shade: tuple[float, float] | None = None
        self._picture: QPixmap | None = None  # everything but marks, until something of it changes
        self._items = CurveItems(self.box)
        self.box.sigResized.connect(self._spoil)  # not the scene's `changed`: painting itself changes a scene, too
        self.box.sigRangeChanged.connect(self._spoil)
        self.setMinimumSize(120, 64)
        self.setAccessibleName(tr("Curves"))
        self.restyle()
        self._styled = True  # whether it has the present colours
        themes.changed.connect(self._follow)

    # ---- what it shows

    def set_curves(self, x: npt.ArrayLike, curves: Sequence[Curve]) -> None:
        """Shows curves over `x` [N]; a mark that is not among them is released.

        Raises ValueError for no x, or for a curve of another length.
        """
        places = np.asarray(x, dtype=np.float64)
        if places.ndim != 1 or not len(places):
            raise ValueError(f"a chart needs a row of x, got shape {list(places.shape)}")
        for curve in curves:
            if curve.y.shape != places.shape:
                raise ValueError(f"{curve.name!r} has {list(curve.y.shape)} values over {len(places)} x")
        same = np.array_equal(places, self._x)
        self._x, self.curves = places, tuple(curves)
        if self.marked not in places:
            self.marked = None
        self._spoil()
        self._items.show(self._x, self.curves)
        self._fit_y()
        if not same:
            self.reset_view()
        self._leave_room()
        self._show_message()
        self.viewport().update()

    def set_marked(self, x: int | None) -> None:
        """Marks one x, or none. For the same x the message is renewed, as the curves may have changed."""
        before, self.marked = self.marked, x
        self._show_message()
        if x != before:
            self.viewport().update()

    def set_shade(self, ends: tuple[float, float] | None) -> None:
        """Shades the background between two x, or nowhere."""
        if ends != self._shade:
            self._shade = ends
            self._spoil()

    def set_flags(self, flags: Sequence[tuple[int, str]]) -> None:
        """Puts a word above some x; words that do not fit are left out."""
        if tuple(flags) != self._flags:
            self._flags = tuple(flags)
            self._leave_room()
            self._spoil()

    def _spoil(self, *_what: object) -> None:
        """Discards the cached picture."""
        self._picture = None
        self.viewport().update()

    def _fit_y(self) -> None:
        """A range that holds every curve and band with a margin; the zero line always lies in it."""
        parts = [edge for curve in self.curves for edge in (curve.y, *(curve.band or ()))]
        values = np.concatenate(parts) if parts else np.zeros(0)
        values = values[np.isfinite(values)]
        low, high = (min(0.0, float(values.min())), max(0.0, float(values.max()))) if values.size else (0.0, 0.0)
        if high - low < 1e-12:
            low, high = 0.0, 1.0
        air = (high - low) * 0.06
        self.box.setYRange(low - air, high + air, padding=0)
        self._widen_axis(low, high)

    def _leave_room(self) -> None:
        """Room for the names and half the last number on the right, and for the flags above."""
        metrics = QFontMetricsF(themes.font("small"))
        widest = max((metrics.horizontalAdvance(curve.name) for curve in self.curves), default=0.0)
        half = metrics.horizontalAdvance(self.axis_x.tickStrings(self.ends()[1:], 1.0, 1.0)[0]) / 2
        self._take_room("right", max(widest + 10 if widest else 8, math.ceil(half)))
        self._take_room("top", 4 + flag_room(self._placed_flags()))

    def _placed_flags(self) -> list[Flag]:
        area = self.area()
        ends = area.left(), area.right()
        return placed_flags(self._flags, lambda x: self.point_of(x, 0.0).x(), *ends, float(self.height()))

    def _show_message(self) -> None:
        """Sets the text for screen readers: the names, or the values at the marked x."""
        if self.marked is not None and self.describe is not None:
            self.setAccessibleDescription(self.describe(self.marked))
        else:
            self.setAccessibleDescription(", ".join(curve.name for curve in self.curves if curve.name))

    def _follow(self, _theme: Theme) -> None:
        """Takes the new colours when next shown: restyling all hidden charts takes time."""
        self._styled = False
        if self.isVisible():
            self.restyle()

    def showEvent(self, event: QShowEvent) -> None:
        if not self._styled:
            self.restyle()
        super().showEvent(event)

    def restyle(self) -> None:
        """Applies the current colours and text size; a closed chart is left alone."""
        if self.closed:
            return
        self._styled = True
        theme = themes.current()
        self.setBackgroundBrush(theme.q("background"))
        for axis in (self.axis_x, self.axis_y):
            axis.restyle(theme)
        self.axis_x.setHeight(math.ceil(QFontMetricsF(themes.font("small")).height()) + 4)
        self._items.colour(self.curves)
        self._fit_y()
        self._leave_room()
        self._spoil()

    # ---- where things are

    def label_areas(self) -> list[QRectF]:
        """The rectangles of the curves' names."""
        metrics, area = QFontMetricsF(themes.font("small")), self.area()
        height, named = metrics.height(), self._named()
        ends = [self._end_of(curve) for curve in named]
        middles = placed_apart(ends, height, area.top() - 2, area.bottom() + 2)
        return [
            QRectF(area.right() + 6, middle - height / 2, metrics.horizontalAdvance(curve.name), height)
            for middle, curve in zip(middles, named, strict=True)
        ]

    def _named(self) -> list[Curve]:
        """The curves with a name at their end, as many as fit."""
        room = self.height() - self.area().top() + 2
        most = max(1, int(room / QFontMetricsF(themes.font("small")).height()))
        return [curve for curve in self.curves if not curve.pale][:most]

    def _end_of(self, curve: Curve) -> float:
        """The height in px at which a curve leaves the visible part."""
        last = self.box.viewRange()[0][1]
        place = max(0, int(np.searchsorted(self._x, last, side="right")) - 1)
        return self.point_of(0.0, last_known(curve.y[: place + 1])).y()

    # ---- painting

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the background, the shaded part and the zero line."""
        theme = themes.current()
        painter.fillRect(rect, theme.q("background"))
        area = self.area()
        if self._shade is not None:
            left, right = (self.point_of(x, 0.0).x() for x in self._shade)
            shaded = QRectF(left, area.top(), right - left, area.height()).intersected(area)
            painter.fillRect(shaded, theme.wash("source", 0.10, "background"))
        zero = round(self.point_of(0.0, 0.0).y()) + 0.5
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero))

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        """Paints dots and the curves' names."""
        theme = themes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_dots(self, self.curves, painter, theme)
        painter.setFont(themes.font("small"))
        metrics = QFontMetricsF(painter.font())
        draw_flags(self._placed_flags(), painter, self.area(), theme)
        for curve, place in zip(self._named(), self.label_areas(), strict=True):
            painter.setPen(theme.accent(curve.accent))
            painter.drawText(QPointF(place.left(), place.top() + metrics.ascent()), curve.name)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the cached picture and the marks over it, so that pointing repaints no curve."""
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
        if self.marked is None:
            return
        at = self.point_of(float(self.marked), 0.0).x()
        if not area.left() - 0.5 <= at <= area.right() + 0.5:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.q("target"), 1.5))
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()))
        (place,) = np.flatnonzero(self._x == self.marked)[:1].tolist() or [None]
        for curve in self.curves if place is not None else ():
            if math.isfinite(curve.y[place]) and not curve.pale:
                painter.setPen(QPen(theme.q("background"), 1))
                painter.setBrush(theme.accent(curve.accent))
                painter.drawEllipse(self.point_of(float(self.marked), float(curve.y[place])), 4.0, 4.0)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the chart as shapes and text into `rect`, which is as large as the chart and lies at the origin."""
        if not self._styled:
            self.restyle()
        self.render(painter, rect, self.viewport().rect())
        self._draw_marks(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._flags:
            self._leave_room()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(420, 200)


class CurvePlot(Chart):
    """A Chart that responds to the pointer. The wheel zooms along x, dragging pans, a double click shows everything."""

    hovered = Signal(object)  # the x under the pointer, or None when it leaves
    clicked = Signal(int)  # an x
    stepped = Signal(int)  # Shift and an arrow key: -1 or 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grabbed: tuple[float, float] | None = None  # px and x where dragging began
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self._moved = False

    def _zoom(self, low: float, high: float) -> None:
        """Shows x from `low` to `high`, clamped to the data and to a smallest range."""
        first, last = self.ends()
        wide = max(high - low, min(_CLOSEST, last - first))
        if wide >= last - first:
            self.reset_view()
        else:
            start = min(max(low, first), last - wide)
            self.box.setXRange(start, start + wide, padding=0)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms along x around the pointer; at the limits of the zoom the wheel scrolls the parent."""
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
        """Cancels a press or a drag, because another text is shown now."""
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
