"""The card under the masks: this cell, what the edits changed, or the same rows in training and while writing."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from model_core.record.trace import VISIBLE, Trace
from viz_app.data import mask_rows, run_comparison
from viz_app.data.mask_rows import MaskCell, MaskRow
from viz_app.data.run_comparison import Comparison
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.views.masks import cache_picture, edits
from viz_app.views.masks.cache_picture import MaskSteps
from viz_app.views.masks.changes import MaskChanges, mask_changes
from viz_app.views.masks.mask_card import CellPane, Pane
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, plain_label
from viz_app.widgets.layout import show_part
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.text_comparison_table import TextComparison

PANES = {
    "cell": ("This cell", "What the mask does to the cell that is pointed at or pinned."),
    "changes": ("What changed", "The text and its probabilities without and with your edits."),
    "steps": ("Training and writing", "Which rows are computed at once, and which step by step."),
}
UNTOUCHED = (
    "These are the model's own masks. Choose Edit and draw over cells, or let the decoder peek ahead: the model runs "
    "again at once, and here stands what changed."
)
GIVE = "Give it as the target"
_GIVE_TIP = "The text stays, but is read as a whole (teacher forcing): rows may then read later tokens."
_LITTLE = 36  # px at text size 100 %
NAMES, SHORT_NAMES = ("without edits", "with edits"), ("without", "with")


class ChangesPane(Pane):
    """What the edits did: in words, token by token, and how much of the future was read."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = ("", "")
        self.words = plain_label(self, "body")
        self.table = TextComparison(self)
        self.leak = plain_label(self, "body", muted=True)
        self.put(self.words, self.table, self.leak)
        for label in (self.words, self.leak):
            label.setWordWrap(True)

    def show_changes(self, words: str, found: Comparison | None, leak: str) -> None:
        """Shows another comparison; without one the words stand alone."""
        self._texts = words, words if found is None else run_comparison.summary(found)
        self.show_message(short=False)
        self.leak.setText(leak)
        self.table.show_texts(found, NAMES, SHORT_NAMES)

    def show_message(self, short: bool) -> None:
        """All that changed, or what became of the text alone."""
        self.words.setText(self._texts[short])

    def wanted(self) -> tuple[QWidget, ...]:
        """The words, the tokens, the rest."""
        parts: tuple[QWidget, ...] = (self.words,)
        if self.table.text():
            parts = (*parts, self.table)
        return (*parts, self.leak) if self.leak.text() else parts


class StepsPane(Pane):
    """The mask's rows in training and while writing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._there, self._texts = False, ("", "")
        self.picture = MaskSteps(self)
        self.words = plain_label(self, "body")
        self.words.setWordWrap(True)
        self.put(self.picture, self.words)

    def show_step(self, reasons: np.ndarray | None, step: int, future: bool) -> None:
        """Shows the decoder's mask (T, T) at a step; None where nothing is written yet."""
        self._there = reasons is not None and reasons.size > 0
        if reasons is None or not self._there:
            self._texts = ("The decoder has not written anything yet.",) * 2
        else:
            at, rows = min(step, len(reasons) - 1), len(reasons)
            self.picture.show_step(reasons, at)
            self._texts = cache_picture.summary(at, rows, future), cache_picture.step_summary(at, rows)
        self.show_message(short=False)

    def show_message(self, short: bool) -> None:
        """All three ways, or this step alone."""
        self.words.setText(self._texts[short])

    def wanted(self) -> tuple[QWidget, ...]:
        """The words, and the picture where there is something to show."""
        return (self.words, self.picture) if self._there else (self.words,)


class PaneCard(QFrame):
    """One pane at a time; `chosen` is the name of the one that is asked for."""

    chosen = Signal(str)
    given = Signal()  # the text that was written shall be the target, which is read as a whole

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tabs = Segmented("What stands below", PANES, self)
        self.tabs.chosen.connect(self.chosen)
        self.remark = Caption("small", "muted", parent=self)
        self.cell, self.changes, self.steps = CellPane(self), ChangesPane(self), StepsPane(self)
        self.panes: dict[str, Pane] = {"cell": self.cell, "changes": self.changes, "steps": self.steps}
        self.give = QPushButton(GIVE, self)
        self.give.setToolTip(painting.tip(_GIVE_TIP))
        self.give.setStatusTip(_GIVE_TIP)
        self.give.clicked.connect(self.given)
        self._head = QHBoxLayout()
        self._head.setSpacing(12)
        self._head.addWidget(self.tabs)
        self._head.addWidget(self.remark, 1)
        self._head.addStretch(0)
        self._head.addWidget(self.give)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 10)
        column.setSpacing(8)
        column.addLayout(self._head)
        for pane in self.panes.values():
            column.addWidget(pane)
        column.addStretch(1)
        self._held: tuple[tuple[int, float], int] = ((0, 1.0), 0)  # (width, text size), px of the pane of then
        self._kept: tuple[Trace, tuple[int, int, int], MaskChanges] | None = None
        self.show_pane("cell")

    def show_pane(self, name: str) -> None:
        """Shows another pane."""
        self.tabs.show_value(name)
        for own, pane in self.panes.items():
            show_part(pane, own == name)

    @property
    def pane(self) -> Pane:
        """The pane that is shown."""
        return self.panes[self.tabs.value]

    def show_content(self, trace: Trace, sentence: int, cell: MaskCell, example: bool, step: int) -> None:
        """Fills the pane that is shown; `example` says that nobody pointed at the cell."""
        row = cell.row
        words = f"{ATTENTIONS[row.kind].title} · layer {row.layer + 1} · head {row.head + 1}"
        if self.pane is self.cell:
            words += " · an example: point at any cell" if example else ""
            value = edits.value_in_force(trace)
            self.cell.show_cell(cell, edits.value_words(value, cell) if cell.reason != VISIBLE else "")
        elif self.pane is self.changes:
            words = "the same run, without and with your edits"
            self.changes.show_changes(*self._changes(trace, sentence, row))
        else:
            words = "decoder self-attention, one head"
            rows = len(trace.sentences[sentence].read)
            reasons = trace.reasons["decoder"][sentence, :rows, :rows] if "decoder" in trace.reasons else None
            self.steps.show_step(reasons, step, trace.run.edits.masks.future)
        self.remark.set_text(words)
        show_part(self.give, self.pane is self.changes and "step_probability" in trace.numbers)

    def _changes(self, trace: Trace, sentence: int, row: MaskRow) -> tuple[str, Comparison | None, str]:
        """What the edits changed, worked out once for a head of a run."""
        key = (sentence, row.layer, row.head)
        if self._kept is None or self._kept[0] is not trace or self._kept[1] != key:
            place = mask_rows.masked_example(trace, sentence)
            masked = None
            if place is not None:
                kind, (query, column) = place
                layer = mask_rows.layer_of(trace, kind, row.layer)
                masked = mask_rows.mask_row(trace, kind, layer, row.head, sentence, query).at(column)
            self._kept = (trace, key, mask_changes(trace, sentence, UNTOUCHED, masked))
        found = self._kept[2]
        return found.words, found.found, found.leak

    def fit(self, room: int, width: int) -> None:
        """Takes at most `room` px at that width, where the pane's first part allows it."""
        edges = self._column.contentsMargins()
        inner = max(1, width - edges.left() - edges.right() - 2)
        self.tabs.fit(inner)
        show_part(self.remark, self.tabs.is_open())
        frame = edges.top() + edges.bottom() + self._column.spacing() + self.tabs.sizeHint().height() + 2
        high = self._settled(self.pane.fit(room - frame, inner), room - frame, inner)
        self.setFixedHeight(frame + high)

    def _settled(self, high: int, room: int, width: int) -> int:
        """The height of before where a pane needs but little less: the maps above keep their places."""
        key, (before, held) = (width, themes.text_scale()), self._held
        if key == before and high < held <= min(room, high + themes.px(_LITTLE)):
            return held
        self._held = key, high
        return high

    def restyle(self) -> None:
        for pane in self.panes.values():
            pane.restyle()
