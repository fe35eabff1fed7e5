"""Where the parts of a large pattern lie: words on its left and under it, the key below. Lengths are logical pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

Bin = tuple[int, int]
"""(row, column) of a pattern, both from 0."""

_APART = 6.0


@dataclass(frozen=True)
class MapPlan:
    """`square` holds the bins; `left` and `title` are the upper left ends of the two titles; `key` the line of the
    colours' key, None where there is no room for it."""

    square: QRectF
    left: float
    title: float
    key: QRectF | None


def planned(room: QRectF, metrics: QFontMetricsF) -> MapPlan:
    """The largest square that leaves room for the words; without the key where that would take a third of it."""
    line = math.ceil(metrics.height())
    beside = line + _APART + metrics.horizontalAdvance("start") + _APART
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
