"""The line above the masks: which sentence of the batch, and what the hatches mean."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.record.trace import FUTURE, PADDING, USER, VISIBLE, Trace
from viz_app.data.number_format import shortened
from viz_app.data.vocabulary import ALLOWED, OPENED, REASON_TERMS
from viz_app.system.language import tr
from viz_app.views.masks.reasons_legend import ReasonsLegend
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.segmented import DropDown

LEGEND = {reason: term.legend for reason, term in REASON_TERMS.items() if term.legend}
SHORT_LEGEND = {reason: term.short for reason, term in REASON_TERMS.items() if term.short}
_APART = 8  # px
_LISTS = 300  # px at text size 100 %: in a lower view the sentence is chosen over the source text alone
_LOWEST = 240  # px at text size 100 %: in a lower one it gives all its room to the map


class HeadChoice(QWidget):
    """`chosen` carries the sentence (from 0) that the user wants to see."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.chooser = DropDown(self, tr("Sentence"), tr("Which line of the batch is shown."))
        self.chooser.currentIndexChanged.connect(self.chosen)
        self.word = plain_label(self, "body", tr("Sentence"), muted=True)
        self.word.setBuddy(self.chooser)
        self.legend = ReasonsLegend(self)
        self._room = True  # for the list
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        legend = (self.legend, 1, Qt.AlignmentFlag.AlignVCenter)
        row_of(self.word, self.chooser, legend, parent=self, spacing=_APART)

    def show_sentences(self, trace: Trace, sentence: int) -> None:
        """The list of the batch's lines; a single line needs none."""
        words = [f"{number}  {shortened(one.source_text, 28)}" for number, one in enumerate(trace.sentences, start=1)]
        if self.chooser.fill(words, sentence):
            self._fit()
        show_part(self.chooser, self._lists())

    def _lists(self) -> bool:
        return self.chooser.count() > 1 and self._room

    def show_legend(self, present: frozenset[int], narrow: bool, known: set[int], room: bool = True) -> None:
        """What the hatches mean; `known` are those that need no words.

        Without `room` the list of sentences is left to the one over the source text. Where nothing is left to say the
        whole line is hidden.
        """
        self._room = room
        show_part(self.chooser, self._lists())
        words = SHORT_LEGEND if narrow else LEGEND
        named = present - known - {VISIBLE}
        self.legend.show_reasons([(reason, words[reason]) for reason in LEGEND if reason in named])
        self.word.setVisible(self._lists() and not narrow)
        self.setVisible(bool(named) or self._lists())

    def fit_legend(self, present: frozenset[int], known: set[int], narrow: bool, height: int) -> None:
        """The legend in a view of that many px: what is there and not shown by a switch."""
        if height < themes.px(_LOWEST):
            known = known | {FUTURE, PADDING, USER, ALLOWED, OPENED}
        self.show_legend(present, narrow, known, height >= themes.px(_LISTS))

    def _fit(self) -> None:
        """The list as wide as its longest entry at once; the box itself waits a moment before it grows."""
        metrics = self.chooser.fontMetrics()
        entries = (self.chooser.itemText(place) for place in range(self.chooser.count()))
        self.chooser.setFixedWidth(max(map(metrics.horizontalAdvance, entries), default=0) + themes.px(52))

    def restyle(self) -> None:
        self._fit()

    def heightForWidth(self, width: int) -> int:
        taken = 0
        if self._lists():
            taken = self.chooser.minimumWidth() + _APART
            taken += 0 if self.word.isHidden() else self.word.sizeHint().width() + _APART
        high = self.legend.heightForWidth(max(80, width - taken))
        return max(high, self.chooser.sizeHint().height() if self._lists() else 0)

    def hasHeightForWidth(self) -> bool:
        return True
