"""Two columns of words with strands between and beside them: where everything lies and how it is painted.

The first column is what is read (keys, the source), the second what reads (queries, the target). Lengths are logical
pixels; on a screen wide strands are made of lines of one device pixel, which the raster engine paints twenty times
faster than wide strokes, in vector pictures they are strokes.

Shapes: S strands. Columns are 0 (first) and 1 (second); places in a column count from 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from viz_app.data.line_selection import BETWEEN, EARLIER_SIDE, Strands
from viz_app.data.map_text import RowLabel
from viz_app.widgets import painting
from viz_app.widgets.theme import Theme

_CELL = 96.0  # px at text size 100 %: tokens are at most so far apart
_STRETCH = 1.6  # a shorter column is spread out so much at most
_GAP = 8.0  # px between a word and its strands
_ARC = 150.0  # px at text size 100 %, the widest arc
_WIDEST = 190.0  # px at text size 100 % for the words of a column
_BETWEEN = 820.0  # px at text size 100 % between the columns at most
_ARROW = 14.0
_LINE = 0.8  # px: how far apart the lines of a wide strand lie
_THIN, _WIDE = 1.0, 4.2  # px, strands of strength 0 and 1
_MANY = 300  # from so many strands on the weak ones stand further back
_FAINT, _FULL = 0.16, 0.92  # their opacity


def width_of(strength: float, cell: float = math.inf) -> float:
    """Px of a strand between tokens that are `cell` px apart: never much wider than there is room for."""
    return _THIN + max(0.4, min(_WIDE, cell * 0.5) - _THIN) * strength


def opacity_of(strength: float, many: bool = False) -> float:
    """0-1, of a strand that nothing points at; of `many` the weak ones stand further back."""
    return _FAINT + (_FULL - _FAINT) * (strength if many else math.sqrt(strength))


@dataclass(eq=False)
class Sheet:
    """What is drawn and where; `lay_out` first.

    words     the labels of both columns; a label of the second may have two parts, "read ▸ written"
    arcs      room for arcs is kept on the outer sides
    titles    a word over each column
    factor    1 where all is seen; larger shows a part, which begins `shift` px below the top
    lanes     how many strands lie beside each other between two words
    """

    words: tuple[Sequence[RowLabel], Sequence[RowLabel]] = ((), ())
    titles: tuple[str, str] = ("", "")
    arcs: bool = False
    lanes: int = 1
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
    _ends: tuple[tuple[Any, ...], tuple[np.ndarray, np.ndarray]] | None = field(default=None, init=False, repr=False)

    # ---- where things are

    def lay_out(self, rect: QRectF, font: QFont) -> None:
        """Shares `rect` out among words, strands and arcs."""
        self.font, metrics = QFont(font), QFontMetricsF(font)
        self.rect, self.line, self.unit = QRectF(rect), math.ceil(metrics.height()), metrics.height() / 15.6
        wide = [self._widest(side, metrics, rect.width()) for side in (0, 1)]
        arc = min(_ARC * self.unit, rect.width() * 0.17) if self.arcs else 0.0
        between = min(_BETWEEN * self.unit, rect.width() - sum(wide) - 2 * arc - 4 * _GAP)
        left = rect.left() + max(0.0, rect.width() - sum(wide) - 2 * arc - 4 * _GAP - between) / 2
        first = left + arc + (_GAP if self.arcs else 0.0)
        inner = first + wide[0] + _GAP
        second = inner + max(24.0, between) + _GAP
        self.edges = (first, inner, second, second + wide[1])
        self.top = rect.top() + (self.line + 8.0 if any(self.titles) else 4.0)
        self._share(max(1.0, rect.bottom() - 4.0 - self.top))

    def _share(self, height: float) -> None:
        counts = [max(1, len(words)) for words in self.words]
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
        """The height at which the words are as far apart as they may be."""
        high = QFontMetricsF(font).height()
        count = max(1, *(len(words) for words in self.words))
        return math.ceil(math.ceil(high) + 12.0 + _CELL * high / 15.6 * count)

    def most_zoom(self, cell: float) -> float:
        """How far can be zoomed in: words then stand comfortably apart."""
        return max(1.0, 2.0 * self.line / cell)

    def _widest(self, side: int, metrics: QFontMetricsF, room: float) -> float:
        longest = max((self._width(label, metrics) for label in self.words[side]), default=0.0)
        title = metrics.horizontalAdvance(self.titles[side])
        return min(max(longest, title), _WIDEST * self.unit * (1.25 if side else 1.0), room * 0.27)

    def _width(self, label: RowLabel, metrics: QFontMetricsF) -> float:
        wide = metrics.horizontalAdvance(painting.shown(label.read, self.font))
        if label.written is not None:
            wide += _ARROW * self.unit + metrics.horizontalAdvance(painting.shown(label.written, self.font))
        return wide + 10.0

    def y(self, side: int, place: float) -> float:
        """The middle of a token's word."""
        return self.top - self.shift + (place + 0.5) * self.cells[side]

    def place_at(self, side: int, y: float) -> int | None:
        """The token at a height, None outside of the column."""
        place = math.floor((y - self.top + self.shift) / self.cells[side])
        return place if 0 <= place < len(self.words[side]) and self.top <= y <= self.bottom else None

    def side_at(self, point: QPointF) -> int | None:
        """The column of words at a point."""
        first, inner, second, last = self.edges
        if first - _GAP <= point.x() <= inner:
            return 0
        return 1 if second <= point.x() <= last + _GAP else None

    def word_rect(self, side: int, place: int) -> QRectF:
        """What a token's word covers at most."""
        first, inner, second, last = self.edges
        left, right = (first, inner - _GAP) if side == 0 else (second + _GAP, last + _GAP)
        return QRectF(left, self.y(side, place) - self.line / 2, right - left, self.line)

    def labelled(self, side: int) -> list[int]:
        """The tokens whose words are shown: all, or every n-th where they would touch; only what is seen."""
        cell, count = self.cells[side], len(self.words[side])
        step = 1 if cell >= self.line else max(2, math.ceil(1.2 * self.line / cell))
        first = max(0, math.floor(self.shift / cell))
        last = min(count, math.ceil((self.shift + self.bottom - self.top) / cell))
        places = range(-(-first // step) * step, last, step)
        return [place for place in places if self.top - 1 <= self.y(side, place) <= self.bottom + 1]

    def ends(self, strands: Strands) -> tuple[np.ndarray, np.ndarray]:
        """(S,) heights of both ends: at the key and at the query; strands of several series lie beside each other.

        Those of the strands that were asked for last are kept while everything lies where it does.
        """
        place = strands, self.top, self.shift, self.cells, self.lanes
        if self._ends is None or self._ends[0][0] is not strands or self._ends[0] != place:
            self._ends = place, self._measured(strands)
        return self._ends[1]

    def _measured(self, strands: Strands) -> tuple[np.ndarray, np.ndarray]:
        room = min(self.cells) * 0.55
        lane = (strands.series - (self.lanes - 1) / 2) * min(2.4, room / max(1, self.lanes))
        arc = strands.run != BETWEEN
        later = np.where(strands.run == EARLIER_SIDE, 0, 1)
        key_cell = np.where(arc, np.take(self.cells, later), self.cells[0])
        query_cell = np.where(arc, np.take(self.cells, later), self.cells[1])
        start = self.top - self.shift
        own = np.where(arc & (strands.query == strands.key), np.minimum(6.0, key_cell / 3), 0.0)
        return (
            start + (strands.key + 0.5) * key_cell + np.where(arc, 0.0, lane) + own,
            start + (strands.query + 0.5) * query_cell + np.where(arc, 0.0, lane) - own,
        )

    def bulges(self, strands: Strands, keys: np.ndarray, queries: np.ndarray) -> np.ndarray:
        """(S,) px that the control points of arcs between these heights reach out; series lie beside each other."""
        lane = (self.lanes - 1 - strands.series) * min(3.0, 18.0 / max(1, self.lanes))
        room = (min(_ARC * self.unit, self.rect.width() * 0.17) - 6.0) / 0.75
        least, whole = 24.0 * self.unit, max(1.0, (self.bottom - self.top) * self.factor)
        far = np.sqrt(np.minimum(1.0, np.abs(keys - queries) / whole))
        return least + max(0.0, room - least) * far - lane

    def nearest(self, strands: Strands, point: QPointF, reach: float = 5.0) -> int | None:
        """The strand under a point, the strongest of those that are equally near; None where there is none."""
        if not len(strands) or not self.top - 8 <= point.y() <= self.bottom + 8:
            return None
        keys, queries = self.ends(strands)
        away = np.full(len(strands), np.inf)
        _, inner, second, _ = self.edges
        share = (point.x() - inner) / max(1.0, second - inner)
        if 0.0 <= share <= 1.0:
            t = _parameter(share)
            curve = keys + (queries - keys) * (3 * t * t - 2 * t**3)
            slope = np.abs(queries - keys) * 6 * t * (1 - t) / ((1.5 - 3 * t + 3 * t * t) * max(1.0, second - inner))
            between = strands.run == BETWEEN
            away[between] = (np.abs(curve - point.y()) / np.hypot(1.0, slope))[between]
        else:
            self._measure_arcs(strands, point, keys, queries, away)
        best = float(away.min())
        return int(np.flatnonzero(away <= best + 0.8)[-1]) if best <= reach else None

    def _measure_arcs(
        self, strands: Strands, point: QPointF, keys: np.ndarray, queries: np.ndarray, away: np.ndarray
    ) -> None:
        """Writes the distances of the arcs on the side where the point is."""
        earlier = point.x() < self.edges[0]
        arcs = strands.run == (EARLIER_SIDE if earlier else EARLIER_SIDE + 1)
        out = self.edges[0] - _GAP / 2 - point.x() if earlier else point.x() - self.edges[3] - _GAP
        if out < 0 or not arcs.any():
            return
        t = np.linspace(0.0, 1.0, 25)[:, None]
        x = 3 * t * (1 - t) * self.bulges(strands, keys, queries)[arcs]
        y = keys[arcs] + (queries - keys)[arcs] * (3 * t * t - 2 * t**3)
        away[arcs] = np.hypot(x - out, y - point.y()).min(axis=0)

    # ---- painting

    def paths(self, strands: Strands, chosen: np.ndarray) -> Iterable[tuple[int, QPainterPath]]:
        """The curves of some strands (their places), those that are seen."""
        keys, queries = self.ends(strands)
        bulges = self.bulges(strands, keys, queries)
        _, inner, second, _ = self.edges
        middle = (inner + second) / 2
        top, bottom = self.top - 2, self.bottom + 2
        for at in chosen.tolist():
            key, query = float(keys[at]), float(queries[at])
            if max(key, query) < top or min(key, query) > bottom:
                continue
            path = QPainterPath()
            if strands.run[at] == BETWEEN:
                path.moveTo(inner, key)
                path.cubicTo(middle, key, middle, query, second, query)
            else:
                x, out = self._root(int(strands.run[at])), float(bulges[at])
                out = -out if strands.run[at] == EARLIER_SIDE else out
                path.moveTo(x, key)
                path.cubicTo(x + out, key, x + out, query, x, query)
            yield at, path

    def _root(self, run: int) -> float:
        return self.edges[0] - _GAP / 2 if run == EARLIER_SIDE else self.edges[3] + _GAP

    def draw_strands(
        self,
        painter: QPainter,
        strands: Strands,
        chosen: np.ndarray,
        colours: Sequence[QColor],
        *,
        fades: np.ndarray | None = None,
        stress: float = 1.0,
        vector: bool = False,
        ratio: float = 1.0,
    ) -> None:
        """Paints some strands in the colours of their series, their opacity times `stress` and, each, `fades` (S,)."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setClipRect(self.rect.adjusted(0, self.top - self.rect.top() - 3, 0, 0))
        many, cell = len(chosen) > _MANY, min(self.cells)
        for at, path in self.paths(strands, chosen):
            strength = float(strands.strength[at])
            shade = QColor(colours[int(strands.series[at])])
            opacity = opacity_of(strength, many) * stress * (1.0 if fades is None else float(fades[at]))
            shade.setAlphaF(min(1.0, opacity))
            width = width_of(strength, cell)
            if vector:
                painter.strokePath(path, QPen(shade, width))
                continue
            pen = QPen(shade, 1.0)
            pen.setCosmetic(True)
            painter.setPen(pen)
            count = max(1, round(width * ratio / _LINE))
            for lane in range(count):
                painter.drawPath(path.translated(0.0, (lane - (count - 1) / 2) * _LINE / ratio))
        painter.restore()

    def draw_titles(self, painter: QPainter, theme: Theme) -> None:
        """The words over both columns."""
        inner, second = self.edges[1] - _GAP, self.edges[2] + _GAP
        first = QRectF(self.rect.left(), self.rect.top(), max(0.0, inner - self.rect.left()), self.line)
        last = QRectF(second, self.rect.top(), max(0.0, self.rect.right() - second), self.line)
        for rect, title, side in zip((first, last), self.titles, (0, 1), strict=True):
            if title:
                tone, align = ("target", "left") if side else ("source", "right")
                painting.draw_token(painter, rect, title, theme.q(tone), align=align, font=self.font)

    def draw_words(self, painter: QPainter, theme: Theme, *, strength: float = 1.0, written: int | None = None) -> None:
        """All words that there is room for; `strength` below 1 lets them stand back, as those from the row `written` of
        the second column on always do."""
        for side in (0, 1):
            for place in self.labelled(side):
                late = side == 1 and written is not None and place >= written
                self.draw_word(painter, theme, side, place, strength=min(strength, 0.35) if late else strength)

    def draw_word(
        self,
        painter: QPainter,
        theme: Theme,
        side: int,
        place: int,
        *,
        strength: float = 1.0,
        tone: str = "ink",
        band: QColor | None = None,
    ) -> None:
        """One token's word, ending (first column) or beginning (second) at the strands."""
        if not 0 <= place < len(self.words[side]) or not self.top - 2 <= self.y(side, place) <= self.bottom + 2:
            return
        label, rect, metrics = self.words[side][place], self.word_rect(side, place), QFontMetricsF(self.font)
        if band is not None:
            wide = min(rect.width() + 8, self._width(label, metrics))
            left = rect.right() - wide + 5 if side == 0 else rect.left() - 5
            painting.draw_rounded(painter, QRectF(left, rect.top(), wide, rect.height()), corner=4, fill=band)
        ink, grey = theme.wash(tone, strength, "background"), theme.wash("muted", strength, "background")
        if label.written is None:
            painting.draw_token(painter, rect, label.read, ink, align="left" if side else "right", font=self.font)
            return
        arrow = _ARROW * self.unit
        need = metrics.horizontalAdvance(painting.shown(label.written, self.font)) + 1
        have = metrics.horizontalAdvance(painting.shown(label.read, self.font)) + 1
        room = rect.width() - arrow
        read = min(have, max(room - need, room * 0.4))
        before = QRectF(rect.left(), rect.top(), read, rect.height())
        end = painting.draw_token(painter, before, label.read, grey, align="left", font=self.font).right()
        _draw_arrow(painter, end + arrow / 2, rect.center().y(), 2.8 * self.unit, grey)
        after = QRectF(end + arrow, rect.top(), max(8.0, rect.right() - end - arrow), rect.height())
        painting.draw_token(painter, after, label.written, ink, align="left", font=self.font)


def _parameter(share: float) -> float:
    """The curve parameter t (0-1) at which a strand between the columns is so far across: x(t) = 1.5t − 1.5t² + t³."""
    low, high = 0.0, 1.0
    for _ in range(20):
        t = (low + high) / 2
        low, high = (t, high) if 1.5 * t - 1.5 * t * t + t**3 < share else (low, t)
    return (low + high) / 2


def _draw_arrow(painter: QPainter, x: float, y: float, half: float, colour: QColor) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon([QPointF(x - half, y - half), QPointF(x + half, y), QPointF(x - half, y + half)])
    painter.restore()


__all__ = ["Sheet", "opacity_of", "width_of"]
