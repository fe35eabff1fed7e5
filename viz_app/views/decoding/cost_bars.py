"""Multiplications of one decoding step with and without the cache, as two bars of parts on one scale."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.decoding_cost import PARTS, Cost
from viz_app.views.decoding.cache_text import counted
from viz_app.widgets import painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

NAMES = ("with the cache", "without it")
WORDS = {
    "projections": "projections q, k, v, o",
    "scores": "q·k",
    "values": "weights × v",
    "feed_forward": "feed-forward",
    "unembedding": "logits",
}
_ACCENTS = {"projections": 0, "scores": 2, "values": 3, "feed_forward": 1, "unembedding": 7}


class CostBars(Canvas):
    """Two bars; each part has the same colour in both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.costs: tuple[Cost, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Multiplications of this step with and without the cache")
        self.setToolTip(painting.tip("Multiplications in matrix products of this step, by part."))

    def show_costs(self, with_cache: Cost, without: Cost) -> None:
        """Shows two costs."""
        self.costs = (with_cache, without)
        words = [f"{name} {cost.total:,}" for name, cost in zip(NAMES, self.costs, strict=True)]
        self.setAccessibleDescription("; ".join(words))
        self.update()

    # ---- where things are

    def _row(self) -> float:
        return self.line("small") * 1.5

    def sizeHint(self) -> QSize:
        return QSize(400, math.ceil(3 * self._row()) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _room(self) -> tuple[float, float]:
        """Where the bars begin and how long the longest may be."""
        metrics = self.metrics_of("small")
        left = max(metrics.horizontalAdvance(name) for name in NAMES) + 10
        right = metrics.horizontalAdvance("000.00 million") + 8
        return left, max(1.0, self.width() - left - right)

    def pieces(self, number: int) -> list[tuple[str, QRectF]]:
        """The parts of a bar with their places."""
        left, room = self._room()
        most = max((cost.total for cost in self.costs), default=1) or 1
        row, found = self._row(), []
        for part, count in self.costs[number].parts().items():
            width = room * count / most
            found.append((part, QRectF(left, number * row + row * 0.2, width, row * 0.6)))
            left += width
        return found

    def place_at(self, point: QPointF) -> tuple[int, str] | None:
        """(bar, part) under a point."""
        for number in range(len(self.costs)):
            for part, rect in self.pieces(number):
                if rect.contains(point):
                    return number, part
        return None

    def tip_of(self, place: object) -> str:
        if not isinstance(place, tuple):
            return ""
        number, part = place
        return f"{WORDS[part]} {NAMES[number]}: {self.costs[number].parts()[part]:,} multiplications"

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Names, bars, totals, and which colour is which part."""
        font, metrics = self.font_of("small"), self.metrics_of("small")
        for number, cost in enumerate(self.costs):
            pieces = self.pieces(number)
            for part, rect in pieces:
                colour = theme.accent(_ACCENTS[part])
                painter.fillRect(rect, colour if self.pointed in (None, (number, part)) else theme.wash("muted", 0.4))
            y = (number + 0.5) * self._row() + metrics.capHeight() / 2
            painter.setFont(font)
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(0, y), NAMES[number])
            painter.setPen(theme.q("ink"))
            painter.drawText(QPointF(pieces[-1][1].right() + 6, y), counted(cost.total))
        self._draw_legend(painter, theme, metrics)

    def _draw_legend(self, painter: QPainter, theme: Theme, metrics: QFontMetricsF) -> None:
        x, middle = self._room()[0], 2.5 * self._row()
        side = metrics.capHeight()
        for part in PARTS if self.costs else ():
            width = side + 5 + metrics.horizontalAdvance(WORDS[part])
            if x + width > self.width():
                break
            painter.fillRect(QRectF(x, middle - side / 2, side, side), theme.accent(_ACCENTS[part]))
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(x + side + 5, middle + side / 2), WORDS[part])
            x += width + 14


__all__ = ["NAMES", "CostBars"]
