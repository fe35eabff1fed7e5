"""Why a text stopped: the probability of the end over the steps, how undecided the model was, and one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import Writing, stop_words
from viz_app.views.decoding.end_chart import StepBars
from viz_app.views.decoding.sources import step_number
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import show_part

END, ENTROPY = "p(end of sentence)", "entropy of the next token"
_LOW = 300  # px at text size 100 %: a lower panel has no room for the entropy
_FEW = 4  # how many texts are told why they stopped


class EndPanel(QWidget):
    """The sentence, both charts, and why the roads beside the main text stopped."""

    stepped = Signal(int)
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Trace, int, Writing] | None = None
        self.why = plain_label(self, "body")
        self.why.setWordWrap(True)
        self.roads = plain_label(self, "small", muted=True)
        self.roads.setWordWrap(True)
        self.end = StepBars(END, "target", "", 1.0, self)
        self.entropy = StepBars(ENTROPY, "source", "bits", None, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for part, share in ((self.why, 0), (self.roads, 0), (self.end, 3), (self.entropy, 2)):
            column.addWidget(part, share)
        self.end.source = partial(self._number, "end_probability")
        self.entropy.source = partial(self._number, "entropy")
        for chart in (self.end, self.entropy):
            chart.stepped.connect(self.stepped)
            chart.hinted.connect(self.hinted)

    def show_end(
        self, trace: Trace, sentence: int, texts: Sequence[Writing], step: int, rows_shown: int | None
    ) -> None:
        """Shows the main text's numbers; the roads' reasons stand below its own."""
        main = texts[0]
        self._shown = trace, sentence, main
        words = [token.text for token in main.written]
        empty = np.zeros(0)
        self.end.show_steps(main.numbers.get("end_probability", empty), words, step, rows_shown)
        self.entropy.show_steps(main.numbers.get("entropy", empty), words, step, rows_shown)
        limit = trace.run.max_steps
        self.why.setText(stop_words(trace, main, limit=limit))
        others = [f"{text.name}: {stop_words(trace, text)}" for text in texts[1:_FEW]]
        self.roads.setText("\n".join(others))
        self.share_room()

    def _number(self, name: str, step: int) -> tuple[Trace, Source] | None:
        """Where the bar of a step comes from."""
        if self._shown is None:
            return None
        found = step_number(*self._shown, name, step)
        return None if found is None else (self._shown[0], found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.share_room()

    def share_room(self) -> None:
        """The end comes first; entropy and the roads' reasons give way."""
        low = self.height() < themes.px(_LOW)
        show_part(self.entropy, not low)
        show_part(self.roads, bool(self.roads.text()) and not low)

    def dress(self) -> None:
        """Fonts in the text size of now."""
        self.why.setFont(themes.font("body"))
        self.roads.setFont(themes.font("small"))
        self.share_room()


__all__ = ["END", "EndPanel"]
