"""Below the table: two probabilities over the depth of the stack, and the largest shares of a logit as bars. Lengths
are logical pixels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from model_core.explain.engine_numbers import share_source
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data.number_format import fmt_signed
from viz_app.data.words.parts import share_names
from viz_app.system.language import tr
from viz_app.views.lens import words
from viz_app.views.lens.content import LensContent, Share
from viz_app.widgets import painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.number_card import answer
from viz_app.widgets.theme import Role, Theme

_PAD = 6.0
_RIVAL = 3  # the accent of the other token
_NAMES = 0.4  # of the width: most that names take


class _Chart(Canvas):
    """A title over a picture of one row of the text; only tooltips, no clicks."""

    accessible_role = QAccessible.Role.Chart
    passive = True
    usual = 300, 170
    least = 60, 60

    def __init__(self, parent: QWidget | None, name: str) -> None:
        super().__init__(parent, name)
        self._content: LensContent | None = None
        self._row = 0
        self._against = False
        self._place = 0

    def show_row(self, content: LensContent, row: int, place: int, against: bool) -> None:
        """Shows a row of the text; `place` is the chosen place of the stack, `against` what shares are of."""
        same, before = content.looks_like(self._content), (self._row, self._place, self._against)
        self._content, self._row, self._place, self._against = content, row, place, against
        if not same or before != (row, place, against):
            self.setAccessibleDescription(self.titles()[0])
            self.update()

    @property
    def _read(self) -> LensContent | None:
        """The content, if there are numbers of this row."""
        content = self._content
        there = content is not None and content.reading is not None and self._row < content.rows
        return content if there else None

    def titles(self) -> tuple[str, ...]:
        """What it shows, and the same in fewer words."""
        raise NotImplementedError

    def names(self) -> list[str]:
        raise NotImplementedError

    def is_labelled(self, *, large: bool = False) -> bool:
        widest = max((self._width_of(name) for name in self.names()), default=0.0)
        whole = self._width_of(self._title(), "strong") <= self.width() and widest + _PAD <= self.width() * _NAMES
        return whole or not large

    def _width_of(self, words: str, role: Role = "small") -> float:
        font = self.font_of(role)
        return painting.text_width(painting.drawable(words, font), font)

    def _title(self) -> str:
        """The longest title that has room, otherwise the shortest."""
        titles = self.titles()
        return next((one for one in titles if self._width_of(one, "strong") <= self.width()), titles[-1])

    def _top(self) -> float:
        return math.ceil(self.line("strong")) + _PAD

    def draw(self, painter: QPainter, theme: Theme) -> None:
        rect = QRectF(0, 0, self.width(), self._top())
        painting.draw_words(painter, rect, self._title(), theme.q("ink"), font=self.font_of("strong"))
        if (content := self._read) is not None:
            self.draw_numbers(painter, theme, content)

    def draw_numbers(self, painter: QPainter, theme: Theme, content: LensContent) -> None:
        """Paints everything below the title."""
        raise NotImplementedError


class DepthCurves(_Chart):
    """The probability of the written token and of the most probable other one, place after place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Probabilities through the stack"))

    def titles(self) -> tuple[str, ...]:
        content = self._content
        return words.curve_titles(content, self._row) if content and content.rows else (self.accessibleName(),)

    def names(self) -> list[str]:
        content = self._read
        return [] if content is None else [content.written[self._row], words.rival(content, self._row)]

    def _plot(self) -> QRectF:
        """The rectangle of the curves: beside the scale, above the layers, before the names."""
        small = self.metrics_of("small")
        left = small.horizontalAdvance("0.5") + 2 * _PAD
        right = min(self.width() * _NAMES, max(map(small.horizontalAdvance, self.names()), default=0.0) + 14)
        below = self.line("small") + 4
        high = max(1.0, self.height() - self._top() - below - _PAD)
        return QRectF(left, self._top() + _PAD, max(1.0, self.width() - left - right - _PAD), high)

    @staticmethod
    def _x(plot: QRectF, content: LensContent, place: int) -> float:
        return plot.left() + plot.width() * place / max(1, len(content.places) - 1)

    def place_at(self, point: QPointF) -> object:
        content, plot = self._read, self._plot()
        if content is None:
            return None
        last = len(content.places) - 1
        share = (point.x() - plot.left()) / plot.width()
        return round(share * last) if -0.03 <= share <= 1.03 and point.y() >= self._top() else None

    def tip_of(self, place: int) -> str:
        return words.curve_words(self._content, place, self._row) if self._content is not None else ""

    def draw_numbers(self, painter: QPainter, theme: Theme, content: LensContent) -> None:
        plot = self._plot()
        self._draw_axes(painter, theme, content, plot)
        ends: list[tuple[float, str, QColor]] = []
        for name, rival in ((content.written[self._row], False), (words.rival(content, self._row), True)):
            colour = theme.accent(_RIVAL) if rival else theme.q("target")
            chances = [content.chance(place, self._row, rival) for place in range(len(content.places))]
            line = QPolygonF([QPointF(self._x(plot, content, at), plot.bottom() - plot.height() * one)
                              for at, one in enumerate(chances)])  # fmt: skip
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colour, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(line)
            painter.setBrush(colour)
            for point in line.toList():
                painter.drawEllipse(point, 2.0, 2.0)
            ends.append((plot.bottom() - plot.height() * chances[-1], name, colour))
        self._draw_names(painter, plot, ends)

    def _draw_axes(self, painter: QPainter, theme: Theme, content: LensContent, plot: QRectF) -> None:
        """Lines at 0, 0.5 and 1; the number of each layer under its places; the chosen place."""
        high, font, small = self.line("small"), self.font_of("small"), self.metrics_of("small")
        for tick in (0.0, 0.5, 1.0):
            y = plot.bottom() - plot.height() * tick
            painter.setPen(theme.q("line"))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            rect = QRectF(0, y - high / 2, plot.left() - _PAD, high)
            painting.draw_words(painter, rect, f"{tick:g}", theme.q("muted"), align="right", font=font)
        painter.setPen(QPen(theme.q("muted"), 1.0, Qt.PenStyle.DashLine))
        x = self._x(plot, content, self._place)
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        deep = content.sublayers
        layers = (len(content.places) - 1) // deep
        room = plot.width() * deep / max(1, len(content.places) - 1)
        every = max(1, math.ceil(small.horizontalAdvance("00 ") / room))
        wide = small.horizontalAdvance("layer 00") + 4 < room
        for layer in range(0, layers, every):
            middle = (self._x(plot, content, deep * layer + 1) + self._x(plot, content, deep * (layer + 1))) / 2
            rect = QRectF(middle - room / 2, plot.bottom() + 3, room, high)
            text = tr("layer {layer}", layer=layer + 1) if wide else str(layer + 1)
            painting.draw_words(painter, rect, text, theme.q("muted"), align="centre", font=font)

    def _draw_names(self, painter: QPainter, plot: QRectF, ends: list[tuple[float, str, QColor]]) -> None:
        """Names at the ends of the curves, moved apart if they would overlap."""
        high = self.line("small")
        upper, lower = sorted(ends, key=lambda one: one[0])
        apart = max(0.0, high - (lower[0] - upper[0])) / 2
        for (y, name, colour), by in ((upper, -apart), (lower, apart)):
            rect = QRectF(plot.right() + 8, y + by - high / 2, self.width() - plot.right() - 8, high)
            painting.draw_token(painter, rect, name, colour, align="left", font=self.font_of("small"))


class ShareBars(_Chart):
    """What each part adds to a logit, the largest individually, the others summed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Shares of the logit"))
        answer(self, self._number)

    def titles(self) -> tuple[str, ...]:
        content = self._content
        if content is None or not content.rows:
            return (self.accessibleName(),)
        return words.shares_titles(content, self._row, self._against)

    def names(self) -> list[str]:
        return [one.name for one in self.bars()]

    def bars(self) -> tuple[Share, ...]:
        """The bars that fit, from the top; the last one is the sum of the rest."""
        content = self._read
        if content is None:
            return ()
        room = math.floor((self.height() - self._top()) / self._high())
        count = len(content.all_shares(self._row, self._against))
        return content.largest(self._row, self._against, count if count <= room else max(1, room - 1))

    def _number(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number of a bar; None for the sum of the others."""
        place = 0 if point is None else self.place_at(QPointF(point))
        content, bars = self._content, self.bars()
        known = None if content is None else content.known()
        if content is None or known is None or not isinstance(place, int) or place >= len(bars):
            return None
        (trace, reading), name = known, bars[place].name
        names = share_names(reading)
        if name not in names:
            return None
        return trace, share_source(trace.spec, content.asked, reading, names.index(name), self._row, self._against)

    def _high(self) -> float:
        return math.ceil(self.line("small")) + 1.0

    def place_at(self, point: QPointF) -> object:
        line = math.floor((point.y() - self._top()) / self._high())
        return line if 0 <= line < len(self.bars()) else None

    def tip_of(self, place: int) -> str:
        bars = self.bars()
        return f"{self._names(bars)[place]}: {fmt_signed(bars[place].value, 4)}" if place < len(bars) else ""

    def _names(self, bars: tuple[Share, ...] | None = None) -> list[str]:
        """The names of the parts of these bars (None: of those that fit), heads also by what they read."""
        called = {} if self._content is None else self._content.called()
        named = ((one.name, called.get(one.name)) for one in (self.bars() if bars is None else bars))
        return [tr("{head} · {name}", head=part, name=name) if name else part for part, name in named]

    def draw_numbers(self, painter: QPainter, theme: Theme, content: LensContent) -> None:
        bars, small, font = self.bars(), self.metrics_of("small"), self.font_of("small")
        called = self._names(bars)
        if max(map(small.horizontalAdvance, called)) + _PAD > self.width() * _NAMES:
            called = [one.name for one in bars]  # a part's own name matters more than what it reads
        names = min(self.width() * _NAMES, max(map(small.horizontalAdvance, called)) + _PAD)
        number = small.horizontalAdvance("+00.00") + _PAD
        most = max(0.0, *(one.value for one in bars))
        least = min(0.0, *(one.value for one in bars))
        before = number if least < 0 else 0.0
        unit = max(1.0, self.width() - names - before - number) / max(1e-12, most - least)
        zero = names + before - least * unit
        last = bars[-1] if len(bars) < len(content.all_shares(self._row, self._against)) else None
        top, high = self._top(), self._high()
        for line, (one, name) in enumerate(zip(bars, called, strict=True)):
            y, ink = top + line * high, theme.q("muted" if one is last else "ink")
            painting.draw_words(painter, QRectF(0, y, names - _PAD, high), name, ink, align="right", font=font)
            tone = "muted" if one is last else "target" if one.value >= 0 else "source"
            left, right = sorted((zero, zero + one.value * unit))
            bar = QRectF(left, y + 2, max(1.0, right - left), high - 4)
            painting.draw_rounded(painter, bar, corner=2.0, fill=theme.wash(tone, 0.75, "background"))
            start, align = (right + _PAD / 2, "left") if one.value >= 0 else (left - number, "right")
            room = QRectF(start, y, number - _PAD / 2, high)
            painting.draw_words(painter, room, fmt_signed(one.value), theme.q("muted"), align=align, font=font)
        painter.setPen(theme.q("edge"))
        painter.drawLine(QPointF(zero, top), QPointF(zero, top + len(bars) * high))
