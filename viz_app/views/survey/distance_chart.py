"""How a head's weight falls with distance: one bar for each number of tokens earlier or later.

Lengths are logical pixels.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QAccessible, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from viz_app.system.language import counted, tr
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

TITLE = tr("Weight by distance, in tokens")


class DistanceBars(Canvas):
    """Shows the mean weight at each distance key − query, in tokens."""

    accessible_role = QAccessible.Role.Chart
    passive = True
    usual = 320, 116
    least = 120, 64

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, TITLE)
        self._steps: NDArray[np.int64] = np.zeros(0, np.int64)
        self._weights: NDArray[np.float32] = np.zeros(0, np.float32)

    def set_weights(self, steps: NDArray[np.int64], weights: NDArray[np.float32]) -> None:
        """Shows `weights` (N,) at the distances `steps` (N,), which increase by 1."""
        self._steps, self._weights = steps, np.nan_to_num(weights)
        strongest = np.argsort(-self._weights)[:3].tolist()
        self.setAccessibleDescription("; ".join(self.tip_of(place) for place in strongest))
        self.update()

    def tip_of(self, place: int) -> str:
        share = tr("{percent:.1f} % of a row's weight", percent=100 * float(self._weights[place]))
        return f"{distance_words(int(self._steps[place]))}: {share}"

    def area(self) -> QRectF:
        line = math.ceil(self.line("small"))
        return QRectF(0, line + 6, self.width(), max(1.0, self.height() - 2 * line - 12))

    def place_at(self, point: QPointF) -> int | None:
        count, area = len(self._steps), self.area()
        inside = count and area.left() <= point.x() < area.right() and 0 <= point.y() <= area.bottom()
        return int((point.x() - area.left()) / area.width() * count) if inside else None

    def draw(self, painter: QPainter, theme: Theme) -> None:
        metrics, area, count = self.metrics_of("small"), self.area(), len(self._steps)
        if not count:
            return
        most = max(float(self._weights.max()), 1e-6)
        wide = area.width() / count
        painter.setFont(self.font_of("small"))
        painter.setPen(theme.q("muted"))
        high = tr("up to {percent:.0f} %", percent=100 * most)
        left = self.width() - metrics.horizontalAdvance(high)
        title = next((one for one in (TITLE, tr("By distance")) if metrics.horizontalAdvance(one) + 12 <= left), "")
        painter.drawText(QPointF(0, metrics.ascent()), title)
        painter.drawText(QPointF(left, metrics.ascent()), high)
        for place, weight in enumerate(self._weights.tolist()):
            height = weight / most * area.height()
            bar = QRectF(area.left() + place * wide + 1, area.bottom() - height, max(1.0, wide - 2), height)
            painter.fillRect(bar, theme.q("target" if self._steps[place] == 0 else "source"))
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawLine(QPointF(area.left(), area.bottom() + 0.5), QPointF(area.right(), area.bottom() + 0.5))
        self._draw_words(painter, area, wide, metrics)

    def _draw_words(self, painter: QPainter, area: QRectF, wide: float, metrics: QFontMetricsF) -> None:
        """The labels of both ends and of the token itself."""
        painter.setPen(themes.current().q("muted"))
        base, last = area.bottom() + 4 + metrics.ascent(), int(self._steps[-1])
        painter.drawText(QPointF(area.left(), base), tr("{tokens} earlier", tokens=-int(self._steps[0])))
        own = int(np.flatnonzero(self._steps == 0)[0])
        itself = tr("itself")
        width = metrics.horizontalAdvance(itself)
        centre = area.left() + (own + 0.5) * wide - width / 2
        painter.drawText(QPointF(min(centre, area.right() - width), base), itself)
        if last:
            text = tr("{tokens} later", tokens=last)
            painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(text), base), text)


def distance_words(step: int) -> str:
    """How far a key is from its query: "3 tokens earlier"."""
    if not step:
        return tr("the token itself")
    tokens = counted(abs(step), tr("token"), tr("tokens"))
    return tr("{tokens} earlier", tokens=tokens) if step < 0 else tr("{tokens} later", tokens=tokens)
