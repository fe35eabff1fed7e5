"""The effect of each head, as a signed bar and a number under its thumbnail. Layers and heads count from 0; lengths in
px."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from viz_app.data.number_format import fmt_signed
from viz_app.data.vocabulary import short_head_word
from viz_app.maps.head_grid_places import Head, Thumbnails
from viz_app.widgets import painting
from viz_app.widgets.theme import Theme

ROOM = 6.0
"""Px that a bar takes under the words."""
_THICK, _APART = 3.0, 4.0
_LETTERS = 4  # of a word that must have room beside its number


@dataclass(frozen=True)
class HeadBars:
    """(layer, head) -> change of a token without the head; a change of `limit` fills half of the thumbnail's width,
    losses to the left of the middle, gains to the right."""

    values: Mapping[Head, float] = field(default_factory=dict)
    limit: float = 1.0

    def number(self, head: Head) -> str:
        """A head's number with its sign, 0.00 without; "" if there is none."""
        value = self.values.get(head, math.nan)
        return "" if math.isnan(value) else fmt_signed(value)

    def draw(
        self, painter: QPainter, places: Thumbnails, names: Mapping[Head, str], current: Head | None,
        theme: Theme, font: QFont, seen: QRectF | None = None,
    ) -> None:  # fmt: skip
        """Paints word, number and bar under the thumbnails within `seen`; the current one's word has the full text
        colour. If one word does not fit, all are shortened. If one number does not fit beside the shortened words, none
        are shown: bars without a number would read as no effect."""
        if not places.word:
            return
        metrics, room = QFontMetricsF(font), places.side + places.gap - _APART
        least = min(room, metrics.horizontalAdvance("m" * _LETTERS))
        pairs = [(name, number) for head, name in names.items() if (number := self.number(head))]
        numbered = all(
            min(least, metrics.horizontalAdvance(name)) + _APART + metrics.horizontalAdvance(number) <= room
            for name, number in pairs
        )
        taken = {head: metrics.horizontalAdvance(self.number(head)) for head in names if numbered and self.number(head)}
        lefts = {head: room - taken[head] - _APART if head in taken else room for head in names}
        whole = all(metrics.horizontalAdvance(name) <= lefts[head] for head, name in names.items())
        ascent, descent = metrics.ascent(), metrics.descent() + 0.5
        painter.setFont(font)
        for head, name in names.items():
            rect = places.rect(*head)
            if seen is not None and not seen.intersects(rect.adjusted(0, 0, 0, places.word)):
                continue
            baseline, text = rect.bottom() + 4 + ascent, name
            if not whole:
                text = metrics.elidedText(short_head_word(name), Qt.TextElideMode.ElideMiddle, lefts[head])
            first = rect.center().x() - (room if head in taken else metrics.horizontalAdvance(text)) / 2
            painter.setPen(theme.q("ink" if head == current else "muted"))
            painting.draw_text(painter, QPointF(first, baseline), text)
            if head in taken:
                painting.draw_text(painter, QPointF(first + room - taken[head], baseline), self.number(head))
            self._draw_bar(painter, theme, head, QRectF(rect.left(), baseline + descent, rect.width(), _THICK))

    def _draw_bar(self, painter: QPainter, theme: Theme, head: Head, room: QRectF) -> None:
        value = self.values.get(head, math.nan)
        if math.isnan(value):
            return
        length = max(1.0, min(1.0, abs(value) / self.limit) * room.width() / 2)
        left = room.center().x() - (length if value < 0 else 0.0)
        colour = theme.q("source" if value < 0 else "target")
        painting.draw_rounded(painter, QRectF(left, room.top(), length, room.height()), corner=1.5, fill=colour)
