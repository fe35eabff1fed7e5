"""A legend of hatches alone, in as many lines as the width asks for."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.record import mask_reasons
from viz_app.data.vocabulary import ALLOWED, OPENED
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_SIDE, _SPACE, _BETWEEN = 16.0, 7.0, 22.0  # px at text size 100 %: a swatch, to its words, to the next


class ReasonsLegend(Canvas):
    """Swatches with words. `show_reasons` takes (code of viz_app.widgets.painting, words) pairs."""

    passive = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Legend"))
        self.entries: tuple[tuple[int, str], ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_reasons(self, entries: Sequence[tuple[int, str]]) -> None:
        """Shows other entries."""
        if tuple(entries) != self.entries:
            self.entries = tuple(entries)
            self.setAccessibleDescription("; ".join(words for _, words in self.entries))
            self._restyle()

    def places(self, width: float) -> list[QRectF]:
        """Where each entry lies in a legend of that width."""
        scale, metrics = themes.text_scale(), QFontMetricsF(self.font())
        line = math.ceil(max(metrics.height(), _SIDE * scale)) + 4
        x = y = 0.0
        found = []
        for _, words in self.entries:
            wide = (_SIDE + _SPACE) * scale + metrics.horizontalAdvance(words)
            if x > 0 and x + wide > width:
                x, y = 0.0, y + line
            found.append(QRectF(x, y, wide, line))
            x += wide + _BETWEEN * scale
        return found

    def heightForWidth(self, width: int) -> int:
        places = self.places(width)
        return math.ceil(places[-1].bottom()) if places else 0

    def sizeHint(self) -> QSize:
        places = self.places(1e9)
        return QSize(math.ceil(places[-1].right()), math.ceil(places[-1].bottom())) if places else QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.heightForWidth(max(80, self.width())))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        scale = themes.text_scale()
        metrics = QFontMetricsF(self.font())
        painter.setFont(self.font())
        for (reason, words), place in zip(self.entries, self.places(self.width()), strict=True):
            side = _SIDE * scale
            box = QRectF(place.left(), place.center().y() - side / 2, side, side)
            draw_swatch(painter, box, reason)
            painter.setPen(theme.q("ink"))
            start = QPointF(box.right() + _SPACE * scale, place.center().y() + metrics.capHeight() / 2)
            painter.drawText(start, words)


def draw_swatch(painter: QPainter, box: QRectF, reason: int) -> None:
    """Paints one swatch: how a cell with this reason looks."""
    theme = themes.current()
    if reason in (mask_reasons.VISIBLE, ALLOWED, OPENED):
        painter.fillRect(box, theme.q("panel"))
        if reason != mask_reasons.VISIBLE:
            painter.fillRect(box, painting.opened_tint(theme))
    else:
        painting.draw_hatched(painter, box, theme, reason)
    painting.draw_rounded(painter, box, corner=2, line=theme.q("edge"))
    if reason == ALLOWED:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.q("user"))
        painter.drawEllipse(box.center(), 0.2 * box.width(), 0.2 * box.width())
        painter.restore()
