"""The tree of continuations, and under it the probability of the end at each step with why the text stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import DecodedText, stop_words
from viz_app.views.decoding.end_panel import END, StepBars
from viz_app.views.decoding.panel import DecodingPanel
from viz_app.views.decoding.sources import step_number
from viz_app.views.decoding.step_columns import Columns
from viz_app.views.decoding.tree_widget import TreeMap
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import show_part

_CHART, _TALL = 92, 300  # px of the chart at text size 100 %: at least, and where the tree leaves more room
_LOW = 330  # px at text size 100 %: a lower panel has no room for it


class TreePanel(DecodingPanel):
    """The tree has all the room that the small chart leaves."""

    continued = Signal(object, int)
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=8)
        self._trace: Trace | None = None
        self._sentence = 0
        self._main: DecodedText | None = None
        self.map = TreeMap(self)
        self.end = StepBars(END, "target", "", 1.0, self)
        self.why = self.label(muted=True)
        self.column.addWidget(self.map, 1)
        self.column.addWidget(self.why)
        self.column.addWidget(self.end)
        self.end.follow, self.end.source = self._under, self._number
        self.map.continued.connect(self.continued)
        self.map.removed.connect(self.removed)
        for part in (self.map, self.end):
            part.stepped.connect(self.stepped)
            part.hinted.connect(self.hinted)

    def show_tree(
        self, trace: Trace, sentence: int, texts: Sequence[DecodedText], step: int, rows_shown: int | None
    ) -> None:
        """Shows the tree of a sentence around a step."""
        self._trace, self._sentence, self._main = trace, sentence, texts[0]
        words = [token.text for token in texts[0].written]
        self.end.show_steps(texts[0].numbers.get("end_probability", np.zeros(0)), words, step, rows_shown)
        self.why.setText(stop_words(trace, texts[0], limit=trace.run.max_steps))
        self.map.show_tree(trace, sentence, texts, step, rows_shown)
        self.fit()

    def _number(self, step: int) -> tuple[Trace, Source] | None:
        """Where the bar of a step comes from."""
        if self._trace is None or self._main is None:
            return None
        found = step_number(self._trace, self._sentence, self._main, "end_probability", step)
        return None if found is None else (self._trace, found)

    def _under(self) -> Columns | None:
        """The tree's columns without its start, where all of them are seen: each bar then stands under its token."""
        columns = self.map.place().columns
        if columns.scrolls or not self.map.isVisibleTo(self):
            return None
        return replace(columns, count=columns.count - 1, left=columns.left + columns.pitch)

    def fit(self) -> None:
        """The tree comes first: the chart, then the sentence are left out for it."""
        low = self.height() < themes.px(_LOW)
        show_part(self.end, not low)
        show_part(self.why, self.height() >= themes.px(_LOW) * 0.6)
        why = 0 if self.why.isHidden() else self.why.heightForWidth(self.width()) + 8
        room = self.height() - why
        spare = room - 8 - self.map.wanted_height(room if low else room - themes.px(_CHART) - 8)
        self.end.setFixedHeight(max(themes.px(_CHART), min(themes.px(_TALL), spare)))


__all__ = ["TreePanel"]
