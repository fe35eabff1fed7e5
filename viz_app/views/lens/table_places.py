"""Where the cells of the lens's table lie: columns as wide as their words where not all have the same room. Lengths are
logical pixels."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from model_core.spec import SPACE
from viz_app.views.lens.content import LensContent
from viz_app.widgets import painting

BETWEEN = 8.0  # px that a column is wider than its words
ARROW = " ▸ "


@dataclass(frozen=True)
class TablePlaces:
    """The geometry: `edges` are the left ends of the columns from the text's row `first` on, and the right end of the
    last; `lines` places from the top. `whole`: no word is cut."""

    edges: tuple[float, ...]
    top: float
    row: float
    first: int
    lines: int
    whole: bool = True

    @property
    def left(self) -> float:
        return self.edges[0]

    @property
    def count(self) -> int:
        return len(self.edges) - 1

    def column_rect(self, column: int, top: float, high: float) -> QRectF:
        """A column of the screen between two heights."""
        return QRectF(self.edges[column], top, self.edges[column + 1] - self.edges[column], high)

    def cell_rect(self, line: int, column: int) -> QRectF:
        return self.column_rect(column, self.top + line * self.row, self.row)

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """(line, −1 above the cells; column) under a point."""
        column = bisect_right(self.edges, point.x()) - 1
        line = -1 if point.y() < self.top else int((point.y() - self.top) // self.row)
        return (line, column) if 0 <= column < self.count and line < self.lines else None


def edges_of(left: float, widths: Sequence[float]) -> tuple[float, ...]:
    """Where columns of these widths begin, and where the last one ends."""
    return tuple(accumulate(widths, initial=left))


def shared_widths(needs: Sequence[float], room: float, most: float) -> list[float]:
    """Widths of columns that need `needs` px for their words: equal, `most` at most, or where a word is longer as wide
    as that; where `room` does not suffice only the longest words are cut."""
    count, total = len(needs), sum(needs)
    if total > room:
        return [min(need, _level(sorted(needs), room, most=True)) for need in needs]
    level = _level(sorted(needs, reverse=True), min(room, max(most * count, total)), most=False)
    return [max(need, level) for need in needs]


def _level(order: list[float], room: float, *, most: bool) -> float:
    """What each of the last columns gets once the ones before them have what they need."""
    for at, need in enumerate(order):
        level = room / (len(order) - at)
        if need >= level if most else need <= level:
            return level
        room -= need
    return order[-1] if order else 0.0


def words_width(content: LensContent, row: int, small: QFont, strong: QFont) -> float:
    """Px that the column of a row needs for its words: what is read and written, and every cell."""
    names = [painting.text_width(painting.visible_words(content.written[row], strong), strong)]
    if content.decodes:
        names[0] += painting.text_width(ARROW, strong)
        names.append(painting.text_width(painting.visible_words(content.read[row], small), small))
    if content.reading is not None:
        words = {content.shown_word(place, row) for place in range(len(content.places))}
        names += [_word_width(word, small) for word in words]
    return max(names) + BETWEEN


def _word_width(word: str, font: QFont) -> float:
    """As painting.draw_token paints it, with the sign of the space before it."""
    apart = len(word) > 1 and word[0] == SPACE
    return painting.text_width(painting.visible_words(word[apart:], font), font) + apart * (painting.BLANK + 2)
