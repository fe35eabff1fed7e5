"""The legend of a map: a colour bar with numbers, one swatch for each reason why cells are hatched, and notes on what
was done to the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.data.maps import colormaps
from viz_app.data.maps.color_range import Tick
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.painting import pixel_font
from viz_app.widgets.theme import Theme

_BAR = (176.0, 8.0)  # px at text size 100 %
_SWATCH = 14.0
_GAP = 10  # px between the word and the bar
_APART = 20.0  # px between two entries
_ABOVE_NOTE = 3.0  # px above every line of the notes
_STOPS = 32


@dataclass(frozen=True)
class LegendContent:
    """What colours and hatches mean.

    word     what the colours measure: "weight"
    ramp     a name of viz_app.data.maps.colormaps.RAMPS
    ticks    words along the bar, from left to right
    reasons  codes of viz_app.widgets.painting that occur in the map, FUTURE to BROKEN
    blank    place 0-1 up to which the bar is blank, as cells are
    notes    plain sentences below: what is dimmed or left out of the picture
    """

    word: str = ""
    ramp: str = "weights"
    ticks: tuple[Tick, ...] = ()
    reasons: tuple[int, ...] = ()
    blank: float = 0.0
    notes: tuple[str, ...] = ()


class _Plan:
    """The layout of the legend for one width: the bar with its word and ticks first, swatches after it or below.
    `brief` leaves one line with the notes."""

    def __init__(self, key: LegendContent, font: QFont, width: float, brief: bool = False) -> None:
        self.metrics = QFontMetricsF(font)
        self.unit = max(1.0, self.metrics.height() / 13.3)
        self.line = math.ceil(self.metrics.height())
        room = round(self.metrics.horizontalAdvance(key.word)) + _GAP if key.word else 0
        self.bar = QRectF(room, (self.line - _BAR[1]) / 2, min(_BAR[0] * self.unit, width - room), _BAR[1])
        self.swatches: list[tuple[int, QRectF]] = []
        self.height = float(self.line) * (2 if key.ticks else 1)
        side = round(min(_SWATCH * self.unit, self.line))
        x, y = self.bar.right() + _APART, 0.0
        self.first_line = self.bar.right()
        for reason in key.reasons:
            wide = side + 6 + self.metrics.horizontalAdvance(REASON_TERMS[reason].key)
            if x + wide > width and x > room:
                x, y = max(0, min(room, math.floor(width - wide))), self.height + 4
                self.height = y + self.line
            self.swatches.append((reason, QRectF(round(x), round(y + (self.line - side) / 2), side, side)))
            x += wide + _APART
            self.first_line = x - _APART if y == 0 else self.first_line
        self.lines: list[tuple[QPointF, str]] = []  # the notes: where the baseline begins, what is written
        if brief:
            line = painting.elided("; ".join(key.notes), self.metrics, width)
            self.swatches, self.lines = [], [(QPointF(0, self.metrics.ascent()), line)]
            self.height = float(self.line)
            return
        room = room if width - room > width / 2 else 0
        for line in [line for note in key.notes for line in painting.wrapped(note, self.metrics, width - room)]:
            self.lines.append((QPointF(room, self.height + _ABOVE_NOTE + self.metrics.ascent()), line))
            self.height += self.line + _ABOVE_NOTE


_plan = lru_cache(maxsize=64)(_Plan)  # laid out several times for each picture, mostly of the same content


class MapLegend(Canvas):
    """Paints a LegendContent; its width determines its height."""

    passive = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("What the colours mean"))
        self.key = LegendContent()  # what it says now
        self._brief = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_key(self, key: LegendContent) -> None:
        if key != self.key:
            self.key = key
            self.setAccessibleDescription(self.words())
            painting.set_tip(self, self.words())
            self.updateGeometry()
            self.update()

    def set_brief(self, brief: bool) -> None:
        """Whether there is only room for one line with the notes."""
        if brief != self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def words(self) -> str:
        ticks = [word for _, word in self.key.ticks]
        ends = tr("{least} to {most}", least=ticks[0], most=ticks[-1]) if ticks else ""
        hatched = [tr("hatched: {reason}", reason=REASON_TERMS[reason].key) for reason in self.key.reasons]
        return "; ".join([f"{self.key.word} {ends}".strip(), *hatched, *self.key.notes])

    def indent(self, whole: bool = False) -> int:
        """Px before the bar: the width of its word. `whole`: as `paint_to` paints it."""
        word = "" if self._brief and not whole else self.key.word
        return round(QFontMetricsF(themes.font("small")).horizontalAdvance(word)) + _GAP if word else 0

    def first_line(self, width: float) -> float:
        """Px from its left edge that bar and swatches take in the first line, in a legend of this width."""
        return width if self._brief else _plan(self.key, themes.font("small"), width).first_line

    def heightForWidth(self, width: int) -> int:
        return math.ceil(_plan(self.key, themes.font("small"), width, self._brief).height) + 1

    def whole_height(self, width: float) -> int:
        """The height in px at this width of everything that `paint_to` paints: bar, swatches and notes."""
        return math.ceil(_plan(self.key, themes.font("small"), width).height) + 1

    def sizeHint(self) -> QSize:
        return QSize(360, self.heightForWidth(360))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self._draw(painter, QRectF(self.rect()), theme, themes.font("small"), self._brief)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the whole legend, even if it does not fit on the screen, at the upper left of `rect`."""
        self._draw(painter, rect, themes.current(), pixel_font(themes.font("small")))

    def _draw(self, painter: QPainter, rect: QRectF, theme: Theme, font: QFont, brief: bool = False) -> None:
        plan = _plan(self.key, font, rect.width(), brief)
        painter.save()
        painter.translate(rect.topLeft())
        painter.setFont(font)
        if not brief:
            self._draw_bar(painter, plan, theme)
        for reason, swatch in plan.swatches:
            painting.draw_hatched(painter, swatch, theme, reason)
            painter.setPen(QPen(theme.q("line"), 1))
            painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.setPen(theme.q("muted"))
            left, middle = swatch.right() + 6, swatch.center().y()
            words = painting.elided(REASON_TERMS[reason].key, plan.metrics, rect.width() - left)
            painter.drawText(QPointF(left, middle + plan.metrics.capHeight() / 2), words)
        painter.setPen(theme.q("ink"))
        for place, line in plan.lines:
            painter.drawText(place, line)
        painter.restore()

    def _draw_bar(self, painter: QPainter, plan: _Plan, theme: Theme) -> None:
        bar, metrics = plan.bar, plan.metrics
        painter.setPen(theme.q("muted"))
        painter.drawText(QPointF(0, bar.center().y() + metrics.capHeight() / 2), self.key.word)
        draw_ramp(painter, bar, self.key.ramp, theme)
        if self.key.blank > 0:
            blank = QRectF(bar.left(), bar.top(), bar.width() * min(1.0, self.key.blank), bar.height())
            painter.fillRect(blank, theme.q("background"))
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.setPen(theme.q("muted"))
        for place, word in self.key.ticks:
            x = bar.left() + place * (bar.width() - metrics.horizontalAdvance(word))
            painter.drawText(QPointF(x, plan.line + metrics.ascent()), word)


def draw_ramp(painter: QPainter, bar: QRectF, ramp: str, theme: Theme) -> None:
    """Fills a bar with the colours of a ramp, from left to right."""
    gradient = QLinearGradient(bar.topLeft(), bar.topRight())
    gradient.setStops(_stops(ramp, theme.dark))
    painter.fillRect(bar, gradient)


@lru_cache(maxsize=16)
def _stops(ramp: str, dark: bool) -> Sequence[tuple[float, QColor]]:
    """A ramp as places 0-1 and colours of a gradient."""
    table = colormaps.table(ramp, dark)
    places = [round(step * 255 / _STOPS) for step in range(_STOPS + 1)]
    return [(place / 255, QColor.fromRgb(int(table[place]))) for place in places]
