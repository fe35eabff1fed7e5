"""The mosaic of all heads with a word under each: what the head is called by its measures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from viz_app.maps.grid import MARGIN, Thumbnails
from viz_app.maps.head_grid import Head, Mosaic
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import pixel_font

_LEAST = 28.0  # px at text size 100 %: smaller maps keep their space, and the names stand in tool tips
_LETTERS = 4  # of a word at least


@dataclass(frozen=True)
class Named(Thumbnails):
    """Thumbnails with room for a word under each of them."""

    line: float = 0.0  # px

    @property
    def height(self) -> float:
        """The whole content, px, with the last words."""
        return super().height + self.line


class NamedMosaic(Mosaic):
    """See module; `set_names` gives the words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, largest=72.0)
        self._names: Mapping[Head, str] = {}

    def set_names(self, names: Mapping[Head, str]) -> None:
        """(layer, head) -> word."""
        if dict(names) != self._names:
            self._names = dict(names)
            self.viewport().update()

    def _thumbnails(self, width: float, height: float | None, layers: int, heads: int) -> Thumbnails:
        """Where there is room, with a line for the words between the layers."""
        plain = super()._thumbnails(width, height, layers, heads)
        metrics, ratio = QFontMetricsF(themes.font("small")), self.devicePixelRatioF()
        gap = math.ceil(metrics.height() + 5)
        room = QSizeF(width - plain.left - MARGIN, (math.inf if height is None else height) - plain.top - MARGIN)
        side = min((room.width() + gap) / heads - gap, room.height() / layers - gap, self._largest * self._unit())
        side = math.floor(side * ratio) / ratio
        if side < _LEAST * self._unit() or side + gap - 6 < metrics.horizontalAdvance("m" * _LETTERS):
            return plain
        return Named(layers, heads, plain.left, plain.top, side, gap, gap)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            self._draw_names(painter)

    def _draw_names(self, painter: QPainter) -> None:
        places, theme = self.places(), themes.current()
        if not isinstance(places, Named):
            return
        font = pixel_font(themes.font("small"))
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        for head, name in self._names.items():
            rect = self.head_rect(*head)
            text = painting.elided(name, metrics, rect.width() + places.gap - 4)
            painter.setPen(theme.q("ink" if head == self._current else "muted"))
            left = rect.center().x() - metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(left, rect.bottom() + 3 + metrics.ascent()), text)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """The maps as one picture, frame and words as shapes and text, into `rect`, which lies at the origin."""
        theme, places = themes.current(), self.places()
        if not self._atlas.layers:
            return
        painter.drawImage(QPointF(places.left, places.top), self._picture.image(self._shown()))
        font = pixel_font(themes.font("small"))
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(theme.q("muted"))
        for head in range(places.heads):
            centre = QPointF(places.rect(0, head).center().x(), (places.top - MARGIN) / 2)
            painting.draw_number(painter, centre, str(head + 1), metrics)
        for layer in range(places.layers):
            centre = QPointF((places.left - MARGIN) / 2, places.rect(layer, 0).center().y())
            painting.draw_number(painter, centre, str(layer + 1), metrics)
        self._draw_frame(painter, self._current, theme.q("target"), 2.0)
        self._draw_names(painter)
