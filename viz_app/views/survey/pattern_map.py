"""A head's average pattern, large: from the start of the texts to their end, in percent of their length.

Shapes: R bins. A bin is (row, column), both from 0. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.analysis.heads.head_measures import BINS
from model_core.record import mask_reasons
from viz_app.charts.images import image_of, ramp_image
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_format import fmt_percent
from viz_app.system.language import tr
from viz_app.views.survey.head_summary import SIDES, SurveyContent
from viz_app.widgets import canvas, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_APART = 6.0  # px between the map and its words
_START = tr("start")
_PARTS = ((0.0, _START), (0.25, "25 %"), (0.5, "50 %"), (0.75, "75 %"), (1.0, tr("end")))
_PLACES = {"source": tr("position in the source"), "target": tr("position in the target")}
_READ = {"source": tr("read in the source"), "target": tr("read in the target")}
Bin = tuple[int, int]
"""(row, column) of a pattern, both from 0."""


@dataclass(frozen=True, eq=False)
class Pattern:
    """values (R, R), the number with the strongest colour, what rows and columns are, what the colours mean, and which
    bins (R, R) could not be read, as reasons."""

    values: NDArray[np.float32]
    most: float
    rows: str
    columns: str
    words: str
    masked: NDArray[np.uint8] | None = None


def pattern_of(content: SurveyContent) -> Pattern:
    """The average pattern of the selected head."""
    rows, columns = SIDES[content.kind]
    future = content.future
    words = tr("of the weight; hatched: comes later")
    if future is None:
        words = tr("of the weight; if even: {percent:.1f} %", percent=100 / BINS)
    values = content.findings.pattern(*content.place)
    return Pattern(values, content.largest, _PLACES[rows], _READ[columns], words, future)


@dataclass(frozen=True)
class MapPlan:
    """`square` holds the bins; `left` and `title` are the upper left ends of the two titles; `key` the line of the
    legend, None if it does not fit."""

    square: QRectF
    left: float
    title: float
    key: QRectF | None


def planned(room: QRectF, metrics: QFontMetricsF) -> MapPlan:
    """The largest square that leaves room for the text; without the legend if that would take a third of it."""
    line = math.ceil(metrics.height())
    beside = line + _APART + metrics.horizontalAdvance(_START) + _APART
    below = 4 + line + 2 + line
    key = line + 8
    with_key = room.height() - below - key
    shows_key = with_key >= 2 * key
    side = min(room.width() - beside - 1, with_key if shows_key else room.height() - below - 1)
    side = max(0.0, math.floor(side))
    square = QRectF(room.left() + beside, room.top() + 1, side, side)
    title = square.bottom() + 4 + line + 2
    foot = QRectF(room.left(), title + line + 4, room.width(), line + 2)
    return MapPlan(square, room.left(), title, foot if shows_key else None)


class PatternMap(Canvas):
    """Shows a Pattern. `describe` gives a bin in words: (row, column) -> plain text. Shift and an arrow key move the
    selected bin."""

    moves = {**canvas.ARROWS, **canvas.ENDS, **canvas.PAGES}
    shared = True
    corner = 4
    usual = 340, 400

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Average pattern of the head"))
        self.describe: Callable[[int, int], str] | None = None
        self._pattern: Pattern | None = None
        self._marked: tuple[float, float] | None = None
        self._image: QImage | None = None
        painting.set_tip(self, tr("Point at a position: its share of the weight. Shift+arrow keys move it."))

    # ---- what it shows

    def set_pattern(self, pattern: Pattern | None) -> None:
        """Shows another pattern, None clears it."""
        self._pattern, self._image = pattern, None
        self.unpoint()
        self.setAccessibleDescription("")
        self.update()

    def set_mark(self, place: tuple[float, float] | None) -> None:
        """Marks a position, as fractions of height and width: the selected cell in the sentence."""
        if place != self._marked:
            self._marked = place
            self.update()

    def plan(self) -> MapPlan:
        return planned(QRectF(self.rect()), self.metrics_of("small"))

    def place_at(self, point: QPointF) -> Bin | None:
        square = self.plan().square
        if self._pattern is None or not square.contains(point) or square.isEmpty():
            return None
        rows, columns = self._pattern.values.shape
        row = int((point.y() - square.top()) / square.height() * rows)
        column = int((point.x() - square.left()) / square.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)

    def ring_rect(self) -> QRectF:
        return self.plan().square.adjusted(-4, -4, 4, 4)

    def tip_of(self, place: Bin) -> str:
        return self.describe(*place) if self.describe is not None else ""

    def walk(self, place: object, down: int, right: int) -> Bin | None:
        """From the middle if nothing is selected."""
        if self._pattern is None:
            return None
        rows, columns = self._pattern.values.shape
        return canvas.across(place or (rows // 2, columns // 2), down, right, rows, columns)

    def restyled(self) -> None:
        self._image = None

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        plan, pattern = self.plan(), self._pattern
        if pattern is None or plan.square.width() < 8:
            return
        painter.setFont(self.font_of("small"))
        if self._image is None:
            self._image = image_of(pattern.values, Scale(0.0, pattern.most), theme)
        painter.drawImage(plan.square, self._image)
        self._draw_hatch(painter, theme, plan.square, pattern.masked)
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawRect(plan.square.adjusted(-0.5, -0.5, 0.5, 0.5))
        self._draw_ticks(painter, theme, plan.square)
        self._draw_titles(painter, theme, plan, pattern)
        if plan.key is not None:
            self._draw_key(painter, theme, plan.key, pattern)
        self._draw_marks(painter, theme, plan.square, pattern)

    @staticmethod
    def _draw_hatch(painter: QPainter, theme: Theme, square: QRectF, masked: NDArray[np.uint8] | None) -> None:
        """Hatches what comes later: row by row, as one run from its first bin on."""
        if masked is None:
            return
        wide, high = square.width() / masked.shape[1], square.height() / masked.shape[0]
        for row, bins in enumerate(masked):
            if bins.any():
                left = square.left() + float(np.flatnonzero(bins)[0]) * wide
                rect = QRectF(left, square.top() + row * high, square.right() - left, high)
                painting.draw_hatched(painter, rect, theme, mask_reasons.FUTURE)

    def _draw_ticks(self, painter: QPainter, theme: Theme, square: QRectF) -> None:
        metrics = self.metrics_of("small")
        painter.setPen(theme.q("muted"))
        words = _PARTS if square.width() > 6 * metrics.horizontalAdvance("75 %") else _PARTS[::4]
        both = sum(metrics.horizontalAdvance(word) for _, word in _PARTS[::4]) + 4  # else they would overlap
        for share, word in words:
            width = metrics.horizontalAdvance(word)
            x = square.left() + share * (square.width() - width)
            y = square.top() + metrics.ascent() + share * (square.height() - metrics.height())
            if square.width() >= both:
                painter.drawText(QPointF(x, square.bottom() + 4 + metrics.ascent()), word)
            if square.height() >= 2 * metrics.height():
                painter.drawText(QPointF(square.left() - 6 - width, y), word)

    def _draw_titles(self, painter: QPainter, theme: Theme, plan: MapPlan, pattern: Pattern) -> None:
        """What is read below the map, who reads beside it, upwards."""
        square, metrics = plan.square, self.metrics_of("small")
        painter.setPen(theme.q("source"))
        text = _fitting(pattern.columns, "{} →", metrics, square.width())
        left = square.center().x() - metrics.horizontalAdvance(text) / 2
        painter.drawText(QPointF(left, plan.title + metrics.ascent()), text)
        painter.save()
        painter.setPen(theme.q("target"))
        text = _fitting(pattern.rows, "← {}", metrics, square.height())
        painter.translate(plan.left + metrics.ascent(), square.center().y() + metrics.horizontalAdvance(text) / 2)
        painter.rotate(-90)
        painter.drawText(QPointF(0, 0), text)
        painter.restore()

    def _draw_key(self, painter: QPainter, theme: Theme, bar: QRectF, pattern: Pattern) -> None:
        """The bar from nothing to the largest share, with the even share."""
        metrics, high = self.metrics_of("small"), fmt_percent(pattern.most)
        painter.setPen(theme.q("muted"))
        base = bar.center().y() + metrics.capHeight() / 2
        painter.drawText(QPointF(bar.left(), base), "0")
        start = bar.left() + metrics.horizontalAdvance("0") + 6
        strip = QRectF(start, bar.center().y() - 4, min(bar.width() * 0.4, themes.px(72)), 8)
        painter.drawImage(strip, ramp_image("weights", theme))
        painter.drawText(QPointF(strip.right() + 6, base), high)
        left = strip.right() + 6 + metrics.horizontalAdvance(high) + 10
        found = (pattern.words, pattern.words.split(";")[0], "")
        room = max(8.0, bar.right() - left)
        painter.drawText(QPointF(left, base), next(one for one in found if metrics.horizontalAdvance(one) <= room))
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawRect(strip.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _draw_marks(self, painter: QPainter, theme: Theme, square: QRectF, pattern: Pattern) -> None:
        """The hovered bin; otherwise a ring at the position of the sentence's own cell."""
        rows, columns = pattern.values.shape
        if isinstance(self.pointed, tuple):
            width, height = square.width() / columns, square.height() / rows
            left, top = square.left() + self.pointed[1] * width, square.top() + self.pointed[0] * height
            rect = QRectF(left, top, width, height).adjusted(-1.5, -1.5, 1.5, 1.5)
            painting.draw_rounded(painter, rect, corner=2, line=theme.q("target"), width=2.0)
        elif self._marked is not None:
            down, across = self._marked
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.q("target"), 2.0))
            centre = QPointF(square.left() + across * square.width(), square.top() + down * square.height())
            painter.drawEllipse(centre, 5.0, 5.0)
            painter.restore()


def _fitting(words: str, form: str, metrics: QFontMetricsF, room: float) -> str:
    """The words in their form, or if they do not fit only the last one; "" if even that does not fit."""
    found = (form.format(words), form.format(words.split()[-1]))
    return next((text for text in found if metrics.horizontalAdvance(text) <= room), "")


def share_of(place: int, count: int) -> float:
    """The middle of one of `count` parts, as a fraction of the whole."""
    return (place + 0.5) / max(1, count)


def part_of(share: float, count: int) -> int:
    """Which of `count` parts contains this fraction of the whole."""
    return min(max(0, math.floor(share * count)), max(0, count - 1))
