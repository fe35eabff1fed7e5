"""The key/value cache of one step: what is computed, what is reused, what that saves, and that both give the same."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from model_core.trace import Trace
from viz_app import theme as themes
from viz_app.parts import plain_label
from viz_app.roads.cache_grid import CacheGrid
from viz_app.roads.cache_words import cost_words, formula_words, proof_words


class CachePanel(QWidget):
    """Two grids, one under the other, and a card of words."""

    stepped = Signal(int)
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own, self.cross = CacheGrid(True, self), CacheGrid(False, self)
        self.own_words, self.cross_words = plain_label(self, "body"), plain_label(self, "body")
        self.card = QFrame(self)
        self.card.setProperty("card", True)
        self.card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.cost, self.proof = plain_label(self.card, "body"), plain_label(self.card, "body")
        self.formula = plain_label(self.card, "small", muted=True)
        inside = QVBoxLayout(self.card)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.setSpacing(4)
        for label in (self.cost, self.formula, self.proof):
            inside.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for label, grid in ((self.own_words, self.own), (self.cross_words, self.cross)):
            label.setWordWrap(True)
            column.addWidget(label)
            column.addWidget(grid, 1)
            column.addSpacing(8)
            grid.stepped.connect(self.stepped)
            grid.hinted.connect(self.hinted)
        for label in (self.cost, self.formula, self.proof):
            label.setWordWrap(True)
        column.addWidget(self.card)

    def show_step(self, trace: Trace, sentence: int, step: int) -> None:
        """The cache as step `step` finds and leaves it."""
        one, spec = trace.sentences[sentence], trace.spec
        self.own.show_cache([token.text for token in one.read], spec.decoder_layers, step, spec.d_model)
        self.cross.show_cache([token.text for token in one.source], spec.decoder_layers, step, spec.d_model)
        self.own_words.setText(f"Self-attention, what was written so far: {self.own.summary()}.")
        self.cross_words.setText(f"Cross-attention, the source: {self.cross.summary()}.")
        self.cost.setText(cost_words(trace, sentence, step))
        self.formula.setText(formula_words(trace, sentence, step))
        self.proof.setText(proof_words(trace, sentence, step))
        for label in (self.cost, self.formula):
            label.setVisible(bool(label.text()))

    def dress(self) -> None:
        """Fonts in the text size of now."""
        for label in (self.own_words, self.cross_words, self.cost, self.proof):
            label.setFont(themes.font("body"))
        self.formula.setFont(themes.font("small"))


__all__ = ["CachePanel"]
