"""The sheet of minimal pairs: two sentences that differ in one thing, and where to look first.

Choosing one puts both sentences into the source box, as two lines between which one can switch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from model_core.analysis.minimal_pairs import MinimalPair, by_phenomenon
from viz_app.commands.choice_list import WORD, ChoiceList
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label
from viz_app.widgets.painting import tip

NOTE = "A click on a pair, or Enter, puts both sentences into the source box, one below the other."
ENGLISH = "English"
_PAIR = Qt.ItemDataRole.UserRole + 1


class PairList(ChoiceList):
    """Pairs under headings that cannot be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Minimal pairs", "Pairs of sentences, by what is different in them.", parent)

    def add_pairs(self, pairs: Iterable[MinimalPair]) -> None:
        """Fills the empty list, a heading before the pairs of each phenomenon."""
        number = 0
        for phenomenon, group in by_phenomenon(pairs).items():
            self._add(phenomenon, None).setFlags(Qt.ItemFlag.NoItemFlags)
            for pair in group:
                item = self._add(f"{pair.sentences[0]}   {pair.sentences[1]}", number)
                item.setData(WORD, ATTENTIONS[pair.kind].inline)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{' '.join(pair.sentences)} {pair.reason}")
                item.setToolTip(tip(pair.reason))
                number += 1
        self.setCurrentRow(1)

    def _add(self, words: str, number: int | None) -> QListWidgetItem:
        item = QListWidgetItem(words, self)
        item.setData(_PAIR, number)
        item.setFont(themes.font("strong" if number is None else "body"))
        return item

    def pair_at(self, row: int) -> int | None:
        """Which pair stands in a row; None for a heading."""
        item = self.item(row)
        number: int | None = None if item is None else item.data(_PAIR)
        return number


SHOWING = ("attention", "lines", "calculate", "masks")
"""Views in which the attention of a pair is seen; where none of them is open, the first one is."""


class PairsSheet(Dialog):
    """Stays open, so that one pair after the other can be looked at. `message` carries the reason of the one chosen."""

    message = Signal(str)

    def __init__(self, store: Store, pairs: tuple[MinimalPair, ...], parent: QWidget | None = None) -> None:
        super().__init__("Minimal pairs", parent)
        self._store, self._pairs = store, pairs
        self.list = PairList(self)
        self.list.setMinimumHeight(themes.px(120))
        self.list.currentRowChanged.connect(self._explain)
        self.list.chosen.connect(self._open_row)
        self.column.addWidget(self.list, 1)
        self.reason = plain_label(self, "body")
        self.note = plain_label(self, "small", NOTE, muted=True)
        for label in (self.reason, self.note):
            label.setWordWrap(True)
            self.column.addWidget(label)
        self.reason.setMinimumHeight(3 * self.reason.fontMetrics().lineSpacing() + 2)
        self.reason.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.end_with_close()
        self.resize_on_screen(themes.px(620), themes.px(560))
        self.list.add_pairs(pairs)
        self.list.setFocus()

    def _explain(self, row: int) -> None:
        """Says why the pair under the cursor is worth looking at."""
        number = self.list.pair_at(row)
        self.reason.setText("" if number is None else self._pairs[number].reason)

    def _open_row(self, row: int) -> None:
        number = self.list.pair_at(row)
        if number is not None:
            self.open_pair(number)

    def open_pair(self, number: int) -> None:
        """Both sentences become the source, as one change; the first one is looked at."""
        pair, trace = self._pairs[number], self._store.trace
        speaks = trace is not None and trace.model.source_language == ENGLISH
        self._store.set_state(with_pair(self._store.state, pair, keep_model=speaks), f"minimal pair: {pair.phenomenon}")
        self.message.emit(f"{pair.phenomenon}: {pair.reason} Switch between sentence 1 and 2 above the source box.")


def with_pair(state: State, pair: MinimalPair, *, keep_model: bool) -> State:
    """The state with both sentences as the source of this model, or of the bundled one."""
    run = state.run.with_(
        source=pair.sentences, target=None, opening="", prefix=(), prefix_sentence=0, branches=(),
        model=state.run.model if keep_model else "",
    )  # fmt: skip
    if not keep_model:
        run = run.with_(edits=type(run.edits)())  # places and ids of another text
    look = replace(state.look, kind=pair.kind, sentence=0, step=None, query=None, key=None)
    views = state.desk.views if set(state.desk.views) & set(SHOWING) else SHOWING[:1]
    return state.with_(run=run, look=look, desk=replace(state.desk, writer="model", views=views))
