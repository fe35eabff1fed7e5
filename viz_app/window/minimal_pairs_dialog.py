"""The sheet of minimal pairs: two sentences that differ in one thing, and where to look first.

Choosing one puts both sentences into the source box, as two lines, and opens Compare with the first one as A.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from model_core.analysis.minimal_pairs import MinimalPair, by_phenomenon
from model_core.analysis.text_comparison import differing_places, first_difference
from model_core.record.trace import Trace
from viz_app.commands.choice_list import WORD, ChoiceList, EntryDelegate, Index, add_line
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.state import Pin, State
from viz_app.document.store import Store
from viz_app.system.language import text_of_resource, tr
from viz_app.text.examples import ENGLISH, FirstStep, with_source
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label
from viz_app.widgets.painting import tip

NOTE = tr("Click a pair, or press Enter, to put both sentences into the source box and compare them side by side.")
SHOWING = "compare"
"""The view in which a pair is seen side by side."""
_PAIR = Qt.ItemDataRole.UserRole + 1
_AIR = 12  # px before the words of a pair


def differing(sentences: tuple[str, str]) -> tuple[tuple[tuple[str, bool], ...], ...]:
    """For each of two sentences: its words, and whether the other one lacks them there."""
    words = [sentence.split() for sentence in sentences]
    found = zip(words, differing_places(*words), strict=True)
    return tuple(tuple((word, at in places) for at, word in enumerate(line)) for line, places in found)


class PairDelegate(EntryDelegate):
    """Paints a pair as two lines, the words that differ in bold and, unless selected, in the colour of the source."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        pair: MinimalPair | None = index.data(_PAIR)
        if pair is None:
            return
        chosen = option.state & QStyle.StateFlag.State_Selected
        theme, plain, bold = themes.current(), themes.font("body"), themes.font("strong")
        painter.save()
        high = QFontMetricsF(plain).height()
        top = option.rect.center().y() - high
        for line in differing(pair.sentences):
            left = float(option.rect.left() + _AIR)
            for word, other in line:
                font = bold if other else plain
                painter.setFont(font)
                painter.setPen(theme.q("source" if other and not chosen else "ink"))
                painter.drawText(QPointF(left, top + QFontMetricsF(font).ascent()), word)
                left += QFontMetricsF(font).horizontalAdvance(f"{word} ")
            top += high
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.data(_PAIR) is not None:
            option.text = ""  # it is painted here

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        one = super().sizeHint(option, index)
        return one if index.data(_PAIR) is None else one + QSize(0, option.fontMetrics.height())


class PairList(ChoiceList):
    """Pairs under headings that cannot be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Minimal pairs"), tr("Pairs of sentences, grouped by what differs."), parent)
        self.setItemDelegate(PairDelegate(self))

    def add_pairs(self, pairs: Iterable[MinimalPair]) -> None:
        """Fills the empty list, a heading before the pairs of each phenomenon."""
        for phenomenon, group in by_phenomenon(pairs).items():
            add_line(self, text_of_resource(phenomenon), {Qt.ItemDataRole.FontRole: themes.font("strong")})
            heading = self.item(self.count() - 1)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            for pair in group:
                reason = text_of_resource(pair.reason)
                add_line(self, f"{pair.sentences[0]}   {pair.sentences[1]}", {
                    _PAIR: pair,
                    WORD: ATTENTIONS[pair.kind].inline,
                    Qt.ItemDataRole.FontRole: themes.font("body"),
                    Qt.ItemDataRole.AccessibleTextRole: f"{' '.join(pair.sentences)} {reason}",
                    Qt.ItemDataRole.ToolTipRole: tip(reason),
                })  # fmt: skip
        self.setCurrentRow(1)

    def pair_at(self, row: int) -> MinimalPair | None:
        """The pair in a row; None for a heading."""
        item = self.item(row)
        pair: MinimalPair | None = None if item is None else item.data(_PAIR)
        return pair


class PairsSheet(Dialog):
    """Closes when a pair is chosen, which it would cover. `message` carries the pair's explanation."""

    message = Signal(str)

    def __init__(self, store: Store, pairs: tuple[MinimalPair, ...], parent: QWidget | None = None) -> None:
        super().__init__(tr("Minimal pairs"), parent)
        self._store = store
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
        """Says why the pair at the cursor is interesting."""
        pair = self.list.pair_at(row)
        self.reason.setText("" if pair is None else text_of_resource(pair.reason))

    def _open_row(self, row: int) -> None:
        if (pair := self.list.pair_at(row)) is not None:
            self._open(pair)
            self.close()

    def _open(self, pair: MinimalPair) -> None:
        """Makes both sentences the source, as one change; the first one is pinned, the second one selected."""
        trace = self._store.trace
        speaks = trace is not None and trace.model.source_language == ENGLISH
        wanted = with_pair(self._store.state, pair, keep_model=speaks)
        FirstStep(self._store, wanted.run, parting_step)  # the sheet itself closes
        phenomenon, sides = text_of_resource(pair.phenomenon), tr("Sentence 1 is A, sentence 2 is B.")
        self._store.set_state(wanted, tr("minimal pair: {phenomenon}", phenomenon=phenomenon))
        self.message.emit(f"{phenomenon}: {text_of_resource(pair.reason)} {sides}")


def parting_step(trace: Trace) -> int | None:
    """The first step at which the two texts write different tokens; None if there is none."""
    one, other = ([token.id for token in sentence.written] for sentence in trace.sentences[:2])
    return first_difference(one, other)


def with_pair(state: State, pair: MinimalPair, *, keep_model: bool) -> State:
    """The state with both sentences as the source of this model, or of the bundled one: the first one is A, the second
    one B, side by side in the last of the open views."""
    state = with_source(state, pair.sentences, model=None if keep_model else "")
    views = state.desk.views if SHOWING in state.desk.views else (*state.desk.views[:-1], SHOWING)
    look = replace(state.look, kind=pair.kind, sentence=1)
    return state.with_(look=look, desk=replace(state.desk, views=views), pin=Pin(state.run, 0))
