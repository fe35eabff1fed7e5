"""The card under the masks, with one pane at a time: this cell, what the edits changed, or training and writing."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from model_core.explain.rules import mask_leaks
from model_core.record.trace import VISIBLE, Trace
from viz_app.data import map_text
from viz_app.system.language import tr
from viz_app.views.masks import edits, mask_rows
from viz_app.views.masks.changes import MaskChanges, mask_changes
from viz_app.views.masks.mask_rows import MaskCell
from viz_app.views.masks.panes import CellPane, ChangesPane, Pane, StepsPane
from viz_app.widgets.labels import Caption, push_button
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.segmented import Segmented

PANES = {
    "cell": (tr("This cell"), tr("What the mask does to the cell under the pointer, or the pinned one.")),
    "changes": (tr("What changed"), tr("The text and its probabilities with and without your edits.")),
    "steps": (tr("Training and writing"), tr("Which rows are computed at once, and which step by step.")),
}
UNTOUCHED = tr(
    "These are the model's own masks. Choose Edit and draw over cells, or let the decoder peek ahead: the model "
    "runs again at once, and the changes appear here."
)
GIVE = tr("Use as the target")
_GIVE_TIP = tr("The text stays, but is read as a whole (teacher forcing): rows may then read later tokens.")


class PaneCard(QFrame):
    """One pane at a time; `chosen` is the name of the one that is asked for."""

    chosen = Signal(str)
    given = Signal()  # the text that was written shall be the target, which is read as a whole

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Below the masks"))
        self.setProperty("card", True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tabs = Segmented(tr("Shown below"), PANES, self)
        self.tabs.chosen.connect(self.chosen)
        self.remark = Caption("small", "muted", parent=self)
        self.cell, self.changes, self.steps = CellPane(self), ChangesPane(self), StepsPane(self)
        self.panes: dict[str, Pane] = {"cell": self.cell, "changes": self.changes, "steps": self.steps}
        self.give = push_button(self, GIVE, _GIVE_TIP, self.given)
        self.give.setStatusTip(_GIVE_TIP)
        head = row_of(self.tabs, (self.remark, 1), 0, self.give, spacing=12)
        self._column = column_of(head, *self.panes.values(), 1, parent=self, margins=(14, 8, 14, 10))
        self._changes = lru_cache(maxsize=1)(_changes)
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
        """Fills the pane that is shown; `example` says that the cell was not pointed at."""
        row = cell.row
        words = map_text.heading(row.kind, row.layer, row.head)
        if self.pane is self.cell:
            words += f" · {tr('an example: point at any cell')}" if example else ""
            value = edits.value_in_force(trace, row.kind)
            self.cell.show_cell(cell, edits.value_words(value, cell) if cell.reason != VISIBLE else "")
        elif self.pane is self.changes:
            words = tr("the same run, with and without your edits")
            changed = self._changes(trace, sentence, (row.layer, row.head))
            self.changes.show_changes(changed.words, changed.found, changed.leak)
        else:
            words = tr("decoder self-attention, one head")
            rows = len(trace.sentences[sentence].read)
            reasons = trace.reasons["decoder"][sentence, :rows, :rows] if "decoder" in trace.reasons else None
            hides = trace.run.edits.masks.future and not mask_leaks(trace, "decoder")
            self.steps.show_step(reasons, step, hides)
        self.remark.set_text(words)
        show_part(self.give, self.pane is self.changes and "step_probability" in trace.numbers)

    def fit(self, room: int, width: int, steady: bool = False) -> None:
        """Takes at most `room` px at that width, where the pane's first part allows it; `steady`, the same for a cell
        and for what changed."""
        edges = self._column.contentsMargins()
        inner = max(1, width - edges.left() - edges.right() - 2)
        self.tabs.fit(inner)
        show_part(self.remark, self.tabs.is_open())
        frame = self._frame()
        room -= frame
        if steady and self.pane is not self.steps:
            high = min(room, self.cell.roomy(inner))
            self.setFixedHeight(frame + max(high, self.pane.fit(high, inner)))
            return
        high, roomy = self.pane.fit(room, inner), self.pane.roomy(inner)
        self.setFixedHeight(frame + (roomy if high < roomy <= room else high))

    def least_height(self, width: int) -> int:
        """Px with a cell's words and its row of numbers, whatever is pointed at."""
        edges = self._column.contentsMargins()
        return self._frame() + self.cell.roomy(width - edges.left() - edges.right() - 2, whole=False)

    def _frame(self) -> int:
        """Px around the pane: edges and tabs."""
        edges = self._column.contentsMargins()
        return edges.top() + edges.bottom() + self._column.spacing() + self.tabs.sizeHint().height() + 2

    def restyle(self) -> None:
        for pane in self.panes.values():
            pane.restyle()


def _changes(trace: Trace, sentence: int, of: tuple[int, int]) -> MaskChanges:
    """What the edits changed, of a (layer, head) of a run."""
    place, masked = mask_rows.masked_example(trace, sentence), None
    if place is not None:
        kind, (query, column) = place
        layer, head = mask_rows.head_of(trace, kind, of)
        masked = mask_rows.mask_row(trace, kind, layer, head, sentence, query).at(column)
    return mask_changes(trace, sentence, UNTOUCHED, masked)
