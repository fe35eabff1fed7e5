"""Two columns of words with lines between and beside them: the geometry.

The first column is what is read (keys, the source), the second what reads (queries, the target). Lengths are logical
pixels. Shapes: S lines. Columns are 0 (first) and 1 (second); indices in a column count from 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF

from viz_app.data.map_text import RowLabel
from viz_app.system.newest_dict import NewestDict
from viz_app.views.lines.line_selection import BETWEEN, EARLIER_SIDE, LATER_SIDE, LineSet, together
from viz_app.widgets import painting

_CELL = 96.0  # px at text size 100 %: tokens are at most so far apart
_STRETCH = 1.6  # a shorter column is spread out so much at most
GAP = 8.0  # px between a word and its lines
_ARC = 150.0  # px at text size 100 %, the widest arc
_WIDEST = 190.0  # px at text size 100 % for the words of a column
_BETWEEN = 820.0  # px at text size 100 % between the columns at most
ARROW = 14.0
_LONGEST: NewestDict[object, float] = NewestDict(8)
"""Px of the longest word of a column, by its words, their font and the text size: measured once."""


@dataclass(frozen=True, eq=False)
class Focus:
    """What stands out: some lines (S,) bool, tokens (side, place) with a band, and where numbers are written.

    numbered  the side whose words get the numbers of the lines that end there, None for no numbers
    soft      the rest stays well seen: for the current step
    """

    chosen: np.ndarray
    tokens: frozenset[tuple[int, int]] = frozenset()
    numbered: int | None = None
    soft: bool = False


@dataclass(frozen=True, eq=False)
class Drawing:
    """What a LineMap shows.

    words    labels of both columns, those of the second perhaps "read ▸ written"; titles a word over each
    lines    the lines, colours one per series of each run; fades (S,) 0-1, paler ones, or None
    arcs     room for arcs on the outer sides
    written  rows of the second column from this one on are not written yet, None for none
    """

    words: tuple[Sequence[RowLabel], Sequence[RowLabel]] = ((), ())
    titles: tuple[str, str] = ("", "")
    lines: LineSet = field(default_factory=lambda: together([]))
    colours: Mapping[int, tuple[QColor, ...]] = field(default_factory=dict)
    fades: np.ndarray | None = None
    arcs: bool = False
    written: int | None = None

    @property
    def lanes(self) -> int:
        """How many lines may run side by side between two words."""
        return max(map(len, self.colours.values()), default=1)

    def words_like(self, other: Drawing) -> bool:
        """Whether words and titles are those of another drawing and stand apart from the lines: without arcs, which
        end beside them."""
        mine, others = ((one.words, one.titles, one.written) for one in (self, other))
        return not (self.arcs or other.arcs) and mine == others

    def colour(self, at: int) -> QColor:
        """The colour of a line, by its index in `lines`."""
        return self.colours[int(self.lines.run[at])][int(self.lines.series[at])]


@dataclass(eq=False)
class LineScene:
    """A drawing and its geometry; call `lay_out` first. `factor` is 1 where everything is visible; with a larger one a
    part is, from `shift` px below the top."""

    drawing: Drawing = field(default_factory=Drawing)
    factor: float = 1.0
    shift: float = 0.0
    rect: QRectF = field(default_factory=QRectF)
    font: QFont = field(default_factory=QFont)
    unit: float = 1.0
    line: float = 16.0
    edges: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # x of both columns' outer and inner sides
    top: float = 0.0
    bottom: float = 0.0
    cells: tuple[float, float] = (1.0, 1.0)

    # ---- where things are

    def lay_out(self, rect: QRectF, font: QFont) -> None:
        """Divides `rect` among words, lines and arcs."""
        self.font, metrics = QFont(font), QFontMetricsF(font)
        self.rect, self.line, self.unit = QRectF(rect), math.ceil(metrics.height()), metrics.height() / 15.6
        wide = [self._widest(side, metrics, rect.width()) for side in (0, 1)]
        arc = min(_ARC * self.unit, rect.width() * 0.17) if self.drawing.arcs else 0.0
        between = min(_BETWEEN * self.unit, rect.width() - sum(wide) - 2 * arc - 4 * GAP)
        left = rect.left() + max(0.0, rect.width() - sum(wide) - 2 * arc - 4 * GAP - between) / 2
        first = left + arc + (GAP if self.drawing.arcs else 0.0)
        inner = first + wide[0] + GAP
        second = inner + max(24.0, between) + GAP
        self.edges = (first, inner, second, second + wide[1])
        self.top = rect.top() + (self.line + 8.0 if any(self.drawing.titles) else 4.0)
        self._share(max(1.0, rect.bottom() - 4.0 - self.top))

    def _share(self, height: float) -> None:
        counts = [max(1, len(words)) for words in self.drawing.words]
        cell = min(_CELL * self.unit, height / max(counts))
        if cell < self.line:  # the first and the last word need half a line more than their cells have
            half = min(self.line, height / 4) / 2
            self.top += half
            cell = (height - 2 * half) / max(counts)
        whole = cell * max(counts)
        spread = [min(cell * _STRETCH, whole / count) for count in counts]
        self.factor = min(max(1.0, self.factor), self.most_zoom(min(spread)))
        self.bottom = self.top + whole
        self.shift = min(max(0.0, self.shift), whole * (self.factor - 1.0))
        self.cells = spread[0] * self.factor, spread[1] * self.factor

    def most_height(self, font: QFont) -> int:
        """The height at the largest spacing of words."""
        high = QFontMetricsF(font).height()
        count = max(1, *(len(words) for words in self.drawing.words))
        return math.ceil(math.ceil(high) + 12.0 + _CELL * high / 15.6 * count)

    def most_zoom(self, cell: float) -> float:
        """The largest zoom factor, at which words are comfortably apart."""
        return max(1.0, 2.0 * self.line / cell)

    def _widest(self, side: int, metrics: QFontMetricsF, room: float) -> float:
        words = tuple(self.drawing.words[side])
        longest = _LONGEST.made(
            (words, self.font.key(), self.unit),
            lambda: max((self.width_of_label(label, metrics) for label in words), default=0.0),
        )
        title = metrics.horizontalAdvance(self.drawing.titles[side])
        return min(max(longest, title), _WIDEST * self.unit * (1.25 if side else 1.0), room * 0.27)

    def width_of_label(self, label: RowLabel, metrics: QFontMetricsF) -> float:
        """Width of a token's word, px."""
        wide = metrics.horizontalAdvance(painting.visible_words(label.read, self.font))
        if label.written is not None:
            wide += ARROW * self.unit + metrics.horizontalAdvance(painting.visible_words(label.written, self.font))
        return wide + 10.0

    def y(self, side: int, place: float) -> float:
        """The middle of a token's word."""
        return self.top - self.shift + (place + 0.5) * self.cells[side]

    def place_at(self, side: int, y: float) -> int | None:
        """The token at a height, None outside the column."""
        place = math.floor((y - self.top + self.shift) / self.cells[side])
        return place if 0 <= place < len(self.drawing.words[side]) and self.top <= y <= self.bottom else None

    def side_at(self, point: QPointF) -> int | None:
        first, inner, second, last = self.edges
        if first - GAP <= point.x() <= inner:
            return 0
        return 1 if second <= point.x() <= last + GAP else None

    def word_rect(self, side: int, place: int) -> QRectF:
        """The largest rectangle of a token's word."""
        first, inner, second, last = self.edges
        left, right = (first, inner - GAP) if side == 0 else (second + GAP, last + GAP)
        return QRectF(left, self.y(side, place) - self.line / 2, right - left, self.line)

    def between(self) -> QRectF:
        """Where lines are without arcs, and no words."""
        _, inner, second, _ = self.edges
        return QRectF(inner - GAP / 2, self.rect.top(), second - inner + GAP, self.rect.height())

    def title_place(self, side: int) -> tuple[QRectF, Literal["left", "right"]]:
        """Where the title of a column stands and where it begins or ends: over its words, or where it is longer than
        they are from the outer edge inwards, as there are no lines at that height."""
        (left, right), (_, inner, second, _) = (self.rect.left(), self.rect.right()), self.edges
        wide = painting.text_width(painting.visible_words(self.drawing.titles[side], self.font), self.font)
        own = right - second - GAP if side else inner - GAP - left
        fits, half = wide <= own, max(0.0, (right - left) / 2 - GAP)
        room = max(0.0, own if fits else half)
        rect = QRectF(right - room if side else left, self.rect.top(), room, self.line)
        return rect, "left" if fits == bool(side) else "right"

    def is_labelled(self, *, large: bool) -> bool:
        """Whether each token has its word, in `large` text a whole one."""
        metrics, (first, inner, second, last) = QFontMetricsF(self.font), self.edges
        for words, cell, room in zip(self.drawing.words, self.cells, (inner - first, last - second), strict=True):
            if words and cell < self.line:
                return False
            if large and any(self.width_of_label(label, metrics) > room + 1 for label in words):
                return False
        return True

    def labelled(self, side: int) -> list[int]:
        """The visible tokens whose words are shown: all, or every n-th if they would touch."""
        cell, count = self.cells[side], len(self.drawing.words[side])
        step = 1 if cell >= self.line else max(2, math.ceil(1.2 * self.line / cell))
        first = max(0, math.floor(self.shift / cell))
        last = min(count, math.ceil((self.shift + self.bottom - self.top) / cell))
        places = range(-(-first // step) * step, last, step)
        return [place for place in places if self.top - 1 <= self.y(side, place) <= self.bottom + 1]

    def ends(self, lines: LineSet) -> tuple[np.ndarray, np.ndarray]:
        """(S,) heights of both ends: at the key and at the query; lines of several series run side by side."""
        lanes, arc = self.drawing.lanes, lines.run != BETWEEN
        lane = np.where(arc, 0.0, (lines.series - (lanes - 1) / 2) * min(2.4, min(self.cells) * 0.55 / lanes))
        first, second = self.cells
        key_cell = np.where(lines.run == LATER_SIDE, second, first)
        query_cell = np.where(lines.run == EARLIER_SIDE, first, second)
        own = np.where(arc & (lines.query == lines.key), np.minimum(6.0, key_cell / 3), 0.0)
        start = self.top - self.shift
        return (
            start + (lines.key + 0.5) * key_cell + lane + own,
            start + (lines.query + 0.5) * query_cell + lane - own,
        )

    def bulges(self, lines: LineSet, keys: np.ndarray, queries: np.ndarray) -> np.ndarray:
        """(S,) px by which the control points of arcs between these heights extend; series side by side."""
        lanes = self.drawing.lanes
        lane = (lanes - 1 - lines.series) * min(3.0, 18.0 / lanes)
        room = (min(_ARC * self.unit, self.rect.width() * 0.17) - 6.0) / 0.75
        least, whole = 24.0 * self.unit, max(1.0, (self.bottom - self.top) * self.factor)
        far = np.sqrt(np.minimum(1.0, np.abs(keys - queries) / whole))
        return least + max(0.0, room - least) * far - lane

    def nearest(self, lines: LineSet, point: QPointF, reach: float = 5.0) -> int | None:
        """The line under a point, the strongest of those that are equally near; None if there is none."""
        if not len(lines) or not self.top - 8 <= point.y() <= self.bottom + 8:
            return None
        keys, queries = self.ends(lines)
        first, inner, second, last = self.edges
        share = (point.x() - inner) / max(1.0, second - inner)
        if 0.0 <= share <= 1.0:
            near, t = lines.run == BETWEEN, _parameter(share)
            slope = np.abs(queries - keys) * 6 * t * (1 - t) / ((1.5 - 3 * t + 3 * t * t) * max(1.0, second - inner))
            away = np.abs(_along(t, keys, queries) - point.y()) / np.hypot(1.0, slope)
        else:
            run, out = (
                (EARLIER_SIDE, first - GAP / 2 - point.x())
                if point.x() < first
                else (LATER_SIDE, point.x() - last - GAP)
            )
            near, ts = (lines.run == run) & (out >= 0), np.linspace(0.0, 1.0, 25)[:, None]
            beside = 3 * ts * (1 - ts) * self.bulges(lines, keys, queries)
            away = np.hypot(beside - out, _along(ts, keys, queries) - point.y()).min(axis=0)
        away = np.where(near, away, np.inf)
        best = float(away.min())
        return int(np.flatnonzero(away <= best + 0.8)[-1]) if best <= reach else None

    def curves(self, lines: LineSet, chosen: np.ndarray) -> list[tuple[int, float, float, float, float, float]]:
        """The visible ones of some lines (indices): (index, x at the key, x of both control points, x at the query,
        height at the key, height at the query); a control point is level with each end."""
        keys, queries = self.ends(lines)
        ends = keys[chosen], queries[chosen]
        chosen = chosen[(np.maximum(*ends) >= self.top - 2) & (np.minimum(*ends) <= self.bottom + 2)]
        _, inner, second, _ = self.edges
        earlier, between = lines.run == EARLIER_SIDE, lines.run == BETWEEN
        root = np.where(earlier, self._root(EARLIER_SIDE), self._root(LATER_SIDE))
        out = self.bulges(lines, keys, queries)
        bend = np.where(between, (inner + second) / 2, root + np.where(earlier, -out, out))
        numbers = np.where(between, inner, root), bend, np.where(between, second, root), keys, queries
        return list(zip(chosen.tolist(), *(some[chosen].tolist() for some in numbers), strict=True))

    def head_of(self, run: int) -> tuple[float, int]:
        """Where in px the lines of an attention reach the token that is read, and their direction: 1 rightwards."""
        return (self.edges[1], -1) if run == BETWEEN else (self._root(run), 1 if run == EARLIER_SIDE else -1)

    def _root(self, run: int) -> float:
        return self.edges[0] - GAP / 2 if run == EARLIER_SIDE else self.edges[3] + GAP


def _along(t: float | np.ndarray, keys: np.ndarray, queries: np.ndarray) -> np.ndarray:
    """Heights of curves at the parameter t (0-1)."""
    return keys + (queries - keys) * (3 * t * t - 2 * t**3)


def _parameter(share: float) -> float:
    """The curve parameter t (0-1) at which a line between the columns is this far across: x(t) = 1.5t − 1.5t² + t³."""
    return 0.5 + math.sinh(math.asinh(4 * share - 2) / 3)
