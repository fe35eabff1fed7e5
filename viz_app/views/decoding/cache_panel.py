"""The key/value cache of one step: what is computed, what is reused, what that saves, and that both give the same."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from model_core.analysis.decoding_cost import PARTS, Cost, step_cost
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.views.decoding.cache_grid import CacheGrid
from viz_app.views.decoding.cache_text import GUESSED, cost_words, counted, formula_words, proof_words
from viz_app.views.decoding.panel import DecodingPanel
from viz_app.views.decoding.sources import cache_number
from viz_app.widgets import painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.layout import show_part
from viz_app.widgets.number_query import answer
from viz_app.widgets.theme import Theme

NAMES = ("with the cache", "without it")
WORDS = {
    "projections": "projections q, k, v, o",
    "scores": "q·k",
    "values": "weights × v",
    "feed_forward": "feed-forward",
    "unembedding": "logits",
}
_ACCENTS = {"projections": 0, "scores": 2, "values": 3, "feed_forward": 1, "unembedding": 7}
_AGAIN = "Runs the same text once more, row by row with the cache, and compares each row with a pass without it."
_APART = 8  # px between the parts


class CostBars(Canvas):
    """Multiplications of one step with and without the cache, as two bars of parts on one scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, "Multiplications of this step with and without the cache")
        self.costs: tuple[Cost, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(painting.tip("Multiplications in matrix products of this step, by part."))

    def show_costs(self, with_cache: Cost, without: Cost) -> None:
        """Shows two costs."""
        self.costs = (with_cache, without)
        words = [f"{name} {cost.total:,}" for name, cost in zip(NAMES, self.costs, strict=True)]
        self.setAccessibleDescription("; ".join(words))
        self.update()

    # ---- where things are

    def _row(self) -> float:
        return self.line("small") * 1.5

    def sizeHint(self) -> QSize:
        return QSize(400, math.ceil(3 * self._row()) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _room(self) -> tuple[float, float]:
        """Where the bars begin and how long the longest may be."""
        metrics = self.metrics_of("small")
        left = max(metrics.horizontalAdvance(name) for name in NAMES) + 10
        right = metrics.horizontalAdvance("000.00 million") + 8
        return left, max(1.0, self.width() - left - right)

    def pieces(self, number: int) -> list[tuple[str, QRectF]]:
        """The parts of a bar with their places."""
        left, room = self._room()
        most = max((cost.total for cost in self.costs), default=1) or 1
        row, found = self._row(), []
        for part, count in self.costs[number].parts().items():
            width = room * count / most
            found.append((part, QRectF(left, number * row + row * 0.2, width, row * 0.6)))
            left += width
        return found

    def place_at(self, point: QPointF) -> tuple[int, str] | None:
        """(bar, part) under a point."""
        bars = range(len(self.costs))
        found = [(bar, part) for bar in bars for part, rect in self.pieces(bar) if rect.contains(point)]
        return found[0] if found else None

    def tip_of(self, place: object) -> str:
        if not isinstance(place, tuple):
            return ""
        number, part = place
        return f"{WORDS[part]} {NAMES[number]}: {self.costs[number].parts()[part]:,} multiplications"

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Names, bars, totals, and which colour is which part."""
        font, metrics = self.font_of("small"), self.metrics_of("small")
        for number, cost in enumerate(self.costs):
            pieces = self.pieces(number)
            for part, rect in pieces:
                colour = theme.accent(_ACCENTS[part])
                painter.fillRect(rect, colour if self.pointed in (None, (number, part)) else theme.wash("muted", 0.4))
            y = (number + 0.5) * self._row() + metrics.capHeight() / 2
            painter.setFont(font)
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(0, y), NAMES[number])
            painter.setPen(theme.q("ink"))
            painter.drawText(QPointF(pieces[-1][1].right() + 6, y), counted(cost.total))
        self._draw_legend(painter, theme, metrics)

    def _draw_legend(self, painter: QPainter, theme: Theme, metrics: QFontMetricsF) -> None:
        x, middle = self._room()[0], 2.5 * self._row()
        side = metrics.capHeight()
        for part in PARTS if self.costs else ():
            width = side + 5 + metrics.horizontalAdvance(WORDS[part])
            if x + width > self.width():
                break
            painter.fillRect(QRectF(x, middle - side / 2, side, side), theme.accent(_ACCENTS[part]))
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(x + side + 5, middle + side / 2), WORDS[part])
            x += width + 14


class CachePanel(DecodingPanel):
    """Two grids below each other, and a card of costs. What there is no room for is left out, the formula first."""

    again_asked = Signal()  # the same text, written row by row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, _APART)
        self._shown: tuple[Trace, int, int] | None = None
        self._offered = False  # the text was not written row by row, but can be
        self.own, self.cross = CacheGrid(True, self), CacheGrid(False, self)
        self.own_words, self.cross_words = self.label(), self.label()
        self.cost, self.proof, self.formula = self.label(), self.label(), self.label("small", muted=True)
        self.bars = CostBars(self)
        self.card_of_costs = self.card([self.cost, self.bars, self.formula])
        self.card_of_costs.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.again = QPushButton("Write it row by row", self)
        self.again.setToolTip(painting.tip(_AGAIN))
        self.again.setStatusTip(_AGAIN)
        self.again.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.again.clicked.connect(self.again_asked)
        below = (self.own_words, self.own, self.cross_words, self.cross, self.card_of_costs, self.proof, self.again)
        for part in below:
            self.column.addWidget(part)
        self.column.addStretch(1)
        for picture in (self.own, self.cross, self.bars):
            picture.hinted.connect(self.hinted)
        answer(self.proof, self._number, click=True)
        for grid in (self.own, self.cross):
            grid.stepped.connect(self.stepped)

    def show_step(self, trace: Trace, sentence: int, step: int) -> None:
        """The cache as step `step` finds and leaves it."""
        self._shown = trace, sentence, step
        one, spec = trace.sentences[sentence], trace.spec
        self.own.show_cache([token.text for token in one.read], spec.decoder_layers, step, spec.d_model)
        self.cross.show_cache([token.text for token in one.source], spec.decoder_layers, step, spec.d_model)
        self.own_words.setText(f"Self-attention, what was written so far: {self.own.summary()}.")
        self.cross_words.setText(f"Cross-attention, the source: {self.cross.summary()}.")
        self.cost.setText(cost_words(trace, sentence, step))
        self.formula.setText(formula_words(trace, sentence, step))
        words = proof_words(trace, sentence, step)
        self.proof.setText(words)
        self._offered = words == GUESSED
        self.bars.show_costs(*(step_cost(spec, len(one.source), step, cached) for cached in (True, False)))
        self.fit()

    def _number(self, _point: QPoint | None) -> tuple[Trace, Source] | None:
        """Where the difference of the proof comes from."""
        found = None if self._shown is None else cache_number(*self._shown)
        return None if found is None or self._shown is None else (self._shown[0], found)

    def fit(self) -> None:
        """Leaves out what does not fit: formula, bars, the source's grid, its words, the proof, the costs."""
        shown: list[QWidget] = [
            self.own_words, self.own, self.cost, self.proof, self.cross_words, self.cross, self.bars, self.formula,
        ]  # fmt: skip
        shown += [self.again] if self._offered else []
        order = (
            self.formula, self.bars, self.cross, self.cross_words, self.again, self.proof, self.cost, self.own_words,
        )  # fmt: skip
        for part in order:
            if self._needs(shown) > self.height() and part in shown:
                shown.remove(part)
        for part in (self.own, *order):
            show_part(part, part in shown)
        card = self.card_of_costs
        show_part(card, self.cost in shown)
        card.setFixedHeight(self._needs([part for part in shown if part.parentWidget() is card]) - _APART)
        for grid in (self.own, self.cross):
            grid.setMaximumHeight(grid.most_height())

    def _needs(self, parts: list[QWidget]) -> int:
        """Px that these parts take below each other."""
        inside = self.card_of_costs.layout()
        assert inside is not None
        edges = inside.contentsMargins()
        inner = max(1, self.width() - edges.left() - edges.right() - 2)
        found = edges.top() + edges.bottom() + 2
        for part in parts:
            wide = inner if part.parentWidget() is self.card_of_costs else max(1, self.width())
            least = part.minimumSizeHint().height()
            found += _APART + (part.heightForWidth(wide) if part.hasHeightForWidth() else least)
        return found


__all__ = ["CachePanel", "CostBars"]
