"""The key/value cache of one step: what is computed, what is reused, what that saves, and that both give the same."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from model_core.analysis.decoding_cost import step_cost
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.views.decoding.cache_grid import CacheGrid
from viz_app.views.decoding.cache_text import GUESSED, cost_words, formula_words, proof_words
from viz_app.views.decoding.cost_bars import CostBars
from viz_app.views.decoding.sources import cache_number
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import show_part
from viz_app.widgets.number_query import answer

_AGAIN = "Runs the same text once more, row by row with the cache, and compares each row with a pass without it."
_APART = 8  # px between the parts


class CachePanel(QWidget):
    """Two grids, one under the other, and a card of costs. What there is no room for gives way, the formula first."""

    stepped = Signal(int)
    hinted = Signal(str)
    again_asked = Signal()  # the same text, written row by row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Trace, int, int] | None = None
        self._offered = False  # the text was not written row by row, but can be
        self.own, self.cross = CacheGrid(True, self), CacheGrid(False, self)
        self.own_words, self.cross_words = plain_label(self, "body"), plain_label(self, "body")
        self.card = QFrame(self)
        self.card.setProperty("card", True)
        self.card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.cost, self.proof = plain_label(self.card, "body"), plain_label(self, "body")
        self.formula = plain_label(self.card, "small", muted=True)
        self.again = QPushButton("Write it row by row", self)
        self.again.setToolTip(painting.tip(_AGAIN))
        self.again.setStatusTip(_AGAIN)
        self.again.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.again.clicked.connect(self.again_asked)
        self.bars = CostBars(self.card)
        self._inside = QVBoxLayout(self.card)
        self._inside.setContentsMargins(12, 8, 12, 8)
        self._inside.setSpacing(_APART)
        for inner in (self.cost, self.bars, self.formula):
            self._inside.addWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_APART)
        for part in (self.own_words, self.own, self.cross_words, self.cross, self.card, self.proof, self.again):
            column.addWidget(part)
        column.addStretch(1)
        for label in (self.own_words, self.cross_words, self.cost, self.formula, self.proof):
            label.setWordWrap(True)
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
        self.share_room()

    def _number(self, _point: QPoint | None) -> tuple[Trace, Source] | None:
        """Where the difference of the proof comes from."""
        found = None if self._shown is None else cache_number(*self._shown)
        return None if found is None or self._shown is None else (self._shown[0], found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.share_room()

    def share_room(self) -> None:
        """Leaves out what does not fit: formula, bars, the source's grid, its words, the proof, the costs."""
        shown: list[QWidget] = [
            self.own_words, self.own, self.cost, self.proof, self.cross_words, self.cross, self.bars, self.formula,
        ]  # fmt: skip
        shown += [self.again] if self._offered else []
        ways = (
            self.formula, self.bars, self.cross, self.cross_words, self.again, self.proof, self.cost, self.own_words,
        )  # fmt: skip
        for part in ways:
            if self._needs(shown) <= self.height():
                break
            if part in shown:
                shown.remove(part)
        for part in (self.own_words, self.own, self.cross_words, self.cross, self.cost, self.bars, self.formula):
            show_part(part, part in shown)
        show_part(self.proof, self.proof in shown)
        show_part(self.again, self.again in shown)
        show_part(self.card, self.cost in shown)
        self.card.setFixedHeight(self._needs([part for part in shown if part.parentWidget() is self.card]) - _APART)
        for grid in (self.own, self.cross):
            grid.setMaximumHeight(grid.most_height())

    def _needs(self, parts: list[QWidget]) -> int:
        """Px that these parts take one under the other."""
        edges = self._inside.contentsMargins()
        inner = max(1, self.width() - edges.left() - edges.right() - 2)
        found = edges.top() + edges.bottom() + 2
        for part in parts:
            wide = inner if part.parentWidget() is self.card else max(1, self.width())
            least = part.minimumSizeHint().height()
            found += _APART + (part.heightForWidth(wide) if part.hasHeightForWidth() else least)
        return found

    def dress(self) -> None:
        """Fonts in the text size of now."""
        for label in (self.own_words, self.cross_words, self.cost, self.proof):
            label.setFont(themes.font("body"))
        self.formula.setFont(themes.font("small"))
        self.share_room()


__all__ = ["CachePanel"]
