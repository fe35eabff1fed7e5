"""Logits → scaled → filtered → probabilities of one step, with the settings that make one of the other."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record.edits import Decoding
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import GIVEN
from viz_app.views.decoding.candidate_table import CandidateTable, chances_of
from viz_app.views.decoding.panel import DecodingPanel
from viz_app.views.decoding.sources import chance_number
from viz_app.widgets import theme as themes
from viz_app.widgets.decoding_form import DecodingForm
from viz_app.widgets.layout import show_part

_LOW, _LOWER = 240, 190  # px at text size 100 %: lower panels have no sentence, then no settings


class CandidatePanel(DecodingPanel):
    """Settings above, the table of the step below. `asked` carries changes of the run."""

    asked = Signal(object)
    chosen = Signal(int)  # id of a candidate to go on from

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=12)
        self.form = DecodingForm(self, about=False)
        self.settings = self.card([self.form])
        self.words = self.label()
        self.table = CandidateTable(self)
        self.column.addWidget(self.settings)
        self.column.addWidget(self.words)
        self.column.addWidget(self.table, 1)
        self._shown: tuple[Trace, int, int] | None = None
        self.table.source = self._number
        self.form.changed.connect(lambda decoding: self.asked.emit({"decoding": decoding}))
        self.table.chosen.connect(self.chosen)
        self.table.hinted.connect(self.hinted)

    def show_step(self, trace: Trace, run: RunSpec, sentence: int, step: int) -> None:
        """The candidates of a step; the settings are those of `run`, which may be newer than the Trace."""
        self._shown = trace, sentence, step
        self.form.show_decoding(run.decoding, GIVEN if run.target is not None else "")
        self.words.setText(choice_words(trace, sentence, step))
        self.table.show_chances(chances_of(trace, sentence, step), _used(trace, sentence, step))

    def _number(self, place: tuple[int, int]) -> tuple[Trace, Source] | None:
        """Where a number of the table comes from."""
        if self._shown is None:
            return None
        found = chance_number(*self._shown, *place)
        return None if found is None else (self._shown[0], found)

    def fit(self) -> None:
        """The table comes first: the sentence and the settings, which the text band has too, are left out for it."""
        show_part(self.words, self.height() >= themes.px(_LOW))
        show_part(self.settings, self.height() >= themes.px(_LOWER))

    def restyle(self) -> None:
        self.form.restyle()
        super().restyle()


def _used(trace: Trace, sentence: int, step: int) -> Decoding:
    """The settings by which a step was chosen: none of them where its token was given."""
    given = trace.run.target is not None or step < trace.sentences[sentence].forced
    return Decoding() if given and trace.run.decoding.method != "sample" else trace.run.decoding


def choice_words(trace: Trace, sentence: int, step: int) -> str:
    """How the token of a step was chosen, in one sentence."""
    one, decoding = trace.sentences[sentence], trace.run.decoding
    word, place = f"“{one.written[step].text}”", f"Step {step + 1}"
    if step < one.forced:
        return f"{place}: {word} was given, not chosen; the bars say how probable the model finds it."
    if decoding.method == "sample":
        return f"{place}: {word} was drawn with seed {decoding.seed}. A tick marks the probability before the filters."
    if decoding.method == "beam":
        return f"{place}: {word} lies on the text with the best score; it need not be the most probable token."
    return f"{place}: {word} has the largest logit, and greedy decoding always takes that one."


__all__ = ["CandidatePanel", "choice_words"]
