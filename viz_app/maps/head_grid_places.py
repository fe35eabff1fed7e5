"""The places of all heads' thumbnails: line by line, as large as the room allows.

Pure geometry in logical pixels; nothing is painted here. Layers and heads count from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

Head = tuple[int, int]
"""(layer, head)"""
MARGIN = 5.0  # px around thumbnails, for the frame of the current one
_FOLD_GAIN = 1.2
"""A layer takes one line more only where that makes its thumbnails at least so much larger."""


@dataclass(frozen=True)
class Thumbnails:
    """A square for each head. By place every layer begins a line of its own; in an `order` those of it follow each
    other, and the others have none.

    columns  thumbnails in a line; a layer with more heads takes several lines
    word     px under each thumbnail for a word, 0 = none
    """

    layers: int
    heads: int
    left: float  # px, the corner of the first one
    top: float
    side: float
    gap: float
    columns: int
    word: float = 0.0
    order: tuple[Head, ...] | None = None

    @property
    def step(self) -> float:
        """From one line to the next, px."""
        return self.side + self.gap + self.word

    @property
    def folds(self) -> int:
        """How many lines a layer takes; 1 if the heads follow an order."""
        return 1 if self.order is not None else -(-self.heads // self.columns)

    @property
    def lines(self) -> int:
        return self.layers * self.folds if self.order is None else -(-len(self.order) // self.columns)

    @property
    def height(self) -> float:
        """The whole content, px."""
        return self.top + self.lines * self.step - self.gap + MARGIN

    def rect(self, layer: int, head: int) -> QRectF:
        line, column = self.place(layer, head)
        across = self.left + column * (self.side + self.gap)
        return QRectF(across, self.top + line * self.step, self.side, self.side)

    def place(self, layer: int, head: int) -> tuple[int, int]:
        """The line and the column of a head; ValueError for a head that the order does not have."""
        if self.order is not None:
            return divmod(self.order.index((layer, head)), self.columns)
        return layer * self.folds + head // self.columns, head % self.columns

    def at(self, point: QPointF) -> Head | None:
        """The (layer, head) under a point, including half of the gaps and the word below, or None."""
        line = math.floor((point.y() - self.top + self.gap / 2) / self.step)
        column = math.floor((point.x() - self.left + self.gap / 2) / (self.side + self.gap))
        return self.head_at(line, column)

    def head_at(self, line: int, column: int) -> Head | None:
        if not (0 <= line < self.lines and 0 <= column < self.columns):
            return None
        if self.order is not None:
            place = line * self.columns + column
            return self.order[place] if place < len(self.order) else None
        layer, fold = divmod(line, self.folds)
        head = fold * self.columns + column
        return (layer, head) if head < self.heads else None

    def neighbour(self, head: Head, step: tuple[int, int]) -> Head | None:
        """The neighbour (down, right) of a head: by layer and head, or if heads follow an order by their places."""
        if self.order is None:
            return head[0] + step[0], head[1] + step[1]
        line, column = self.place(*head)
        return self.head_at(line + step[0], column + step[1])

    def runs(self) -> Iterator[tuple[Head, int]]:
        """Heads that follow each other in a layer and in a line: the first of them and their number."""
        if self.order is not None:
            yield from ((head, 1) for head in self.order)
            return
        for layer in range(self.layers):
            for first in range(0, self.heads, self.columns):
                yield (layer, first), min(self.columns, self.heads - first)


def thumbnails(
    room: QSizeF, layers: int, heads: int, *, left: float, top: float, largest: float, smallest: float, ratio: float,
    word: float = 0.0, folds: bool = False, order: tuple[Head, ...] | None = None,
) -> Thumbnails:  # fmt: skip
    """The largest thumbnails, up to `largest` px, that fit into `room` beside `left` and under `top` px of numbers.

    Where the height would push them below `smallest` they keep that size and reach over the lower edge. A negative
    height of `room` is no limit. With `folds` a layer may take several lines; heads in an `order` break lines anywhere.
    `word` is the height of a word under each, `ratio` the device pixel ratio.
    """
    limited, ordered = room.height() >= 0, order is not None
    count = max(1, len(order)) if order is not None else heads
    width, height = room.width() - left - MARGIN, (room.height() - top - MARGIN if limited else math.inf)

    def sides(columns: int) -> tuple[float, float, float]:
        """The gap, and the side that the width and that the height allow."""
        gap = 6.0 if width / columns >= 30 else 4.0
        lines = -(-count // columns) * (1 if ordered else layers)
        return gap, min((width + gap) / columns - gap, largest), (height + gap) / lines - gap - word

    columns = min(heads, count)
    if limited and (folds or ordered):
        columns = _columns(sides, count, gain=1.0 if ordered else _FOLD_GAIN)
        if ordered and min(sides(columns)[1:]) < smallest:  # it scrolls
            columns = min(count, max(1, int((width - 10) / (smallest + 6))))
    gap, side, down = sides(columns)
    if down < side:
        side = max(down, min(side, smallest))
    if side > down:  # it scrolls: leave room for the bar
        side = min(side, (width - 10 + gap) / columns - gap)
    side, gap = (max(1, math.floor(length * ratio + 1e-6)) / ratio for length in (side, gap))
    word = math.floor(word * ratio) / ratio
    left, top = (math.ceil(length * ratio - 1e-6) / ratio for length in (left, top))
    return Thumbnails(layers, heads, left, top, side, gap, columns, word, order)


def _columns(sides: Callable[[int], tuple[float, float, float]], count: int, gain: float) -> int:
    """How many of `count` per line give the largest thumbnails; an extra line must make them `gain` times as large."""
    best, found = count, min(sides(count)[1:])
    for lines in range(2, count + 1):
        columns = -(-count // lines)
        side = min(sides(columns)[1:])
        if side > max(found, 0.0) * gain:
            best, found = columns, side
    return best
