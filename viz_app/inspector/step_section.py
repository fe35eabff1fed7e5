"""The first part of the inspector: the candidates of the current step, its end probability and entropy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from model_core.record.trace import Candidate, Sentence, Trace
from viz_app.charts.bar_list import NO_SOURCE, Bar, Bars, Fact, Facts
from viz_app.data.number_format import fmt_chance, fmt_score, fmt_weight
from viz_app.data.selection import candidate_name, query_name
from viz_app.inspector.sections import NOT_RECORDED, Section, inset, note
from viz_app.system.language import tr
from viz_app.text.tokens.token_chip import token_tip
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

NO_CANDIDATES = tr("Candidates are not in this recording.")
READ_BACK = tr("Of the finished text, with later tokens visible.")
"""What the candidates are of where edited masks let rows read later tokens."""


class StepSection(Section):
    """The candidates of the current step, its end probability and entropy."""

    chosen = Signal(int)  # id of the candidate that decoding shall go on from
    freed = Signal()  # let the model write freely again

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._ids: tuple[int, ...] = ()
        self._written: int | None = None
        self._shown: tuple[Trace | None, tuple[object, ...]] | None = None
        self.bars = Bars("target", 6, self)
        self.bars.setAccessibleName(tr("Candidates of this step"))
        self.bars.picked.connect(self._pick)
        self.hint = note(self)
        self.facts = Facts(2, self)
        self.facts.setAccessibleName(tr("Numbers of the step"))
        self.given = note(self)
        self.free = ElasticButton(self)
        self.free.clicked.connect(self.freed)
        self.column.addWidget(self.bars)
        self.column.addWidget(self.hint)
        self.column.addSpacing(2)
        self.column.addWidget(self.facts)
        self.column.addWidget(self.given)
        self._free_room = inset(self.free)
        self.column.addWidget(self._free_room)
        for label in (self.hint, self.given):
            label.ensurePolished()  # else Qt puts their first font back when they are first shown
        self.restyle()

    def restyle(self) -> None:
        for label in (self.hint, self.given):
            label.setFont(themes.font("small"))

    def show_step(self, trace: Trace | None, sentence: int, step: int | None) -> None:
        """The step of a complete Trace; None clears the part. The same one again stays as it is."""
        of, self._shown = self._shown, (trace, (sentence, step, self.bars.room, self.facts.shown_depth))
        if of is not None and of[0] is trace and of[1] == self._shown[1]:
            return
        if trace is None or step is None or not trace.complete:
            self._show_nothing()
            if trace is not None and trace.model.recorded:
                self.hint.setText(NO_CANDIDATES)
            return
        one = trace.sentences[sentence]
        asks = tr("Step {step}: what comes after “{token}”?", step=step + 1, token=query_name(one, "decoder", step)[0])
        self.title.set_text(asks, shorter=(tr("Step {step} writes", step=step + 1),))
        self._written = one.written[step].id
        probability = _recorded(trace, "probability", sentence, step)
        bars = candidate_bars(one, step, trace.candidates(step, sentence), probability, self.bars.room)
        self._ids = tuple(token_id for token_id, _ in bars)
        self.bars.set_bars([bar for _, bar in bars])
        self.bars.setVisible(bool(bars) or not trace.model.recorded)
        back = "step_probability" in trace.numbers
        chosen = READ_BACK if back else tr("Click one to continue from it: both are kept.")
        self.hint.setText(NO_CANDIDATES if trace.model.recorded else chosen)
        self.facts.set_facts(step_facts(trace, sentence, step))
        self._show_given(trace, one, step)

    def _show_nothing(self) -> None:
        self._ids, self._written = (), None
        self.title.set_text(tr("This step"))
        self.bars.set_bars([])
        self.hint.setText(tr("The candidates for the next token appear here."))
        self.facts.set_facts([])
        self.given.hide()
        self._free_room.hide()

    def _show_given(self, trace: Trace, one: Sentence, step: int) -> None:
        run = trace.run
        typed = run.target is not None
        empty = not (one.source_text.strip() or typed or run.prefix or run.opening)
        words = tr("The first {number} tokens are given, not chosen.", number=one.forced)
        if empty:
            words = tr("There is nothing to translate: the end is given, not chosen.")
        elif one.forced == 1:
            words = tr("The first token is given, not chosen.")
        self.given.setText(words)
        self.given.setVisible(bool(one.forced) and not typed)
        self.free.set_words(tr("Let the model write it") if typed else tr("Let the model write freely again"))
        self._free_room.setVisible(typed or (bool(one.forced) and not empty))

    def token_at(self, row: int) -> int | None:
        """The id of the candidate in a row, None below the last."""
        return self._ids[row] if 0 <= row < len(self._ids) else None

    def _pick(self, row: int) -> None:
        if row < len(self._ids) and self._ids[row] != self._written:
            self.chosen.emit(self._ids[row])


class ElasticButton(QPushButton):
    """A button as wide as there is room; its words are small, and … where they do not fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.ensurePolished()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        """Says something else."""
        self._words = words
        self.setAccessibleName(words)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFont(themes.font("small"))
        metrics = QFontMetricsF(self.font())
        self.setText(painting.elided(self._words, metrics, self.width() - themes.px(26)))


def candidate_bars(
    one: Sentence, step: int, candidates: Sequence[Candidate], probability: float | None, room: int
) -> list[tuple[int, Bar]]:
    """(id, Bar) of at most `room` candidates; the written token is always among them, at its place or at the end."""
    written = one.written[step]
    given = step < one.forced
    shown = [(each.token, each.probability) for each in candidates[:room]]
    if written.id not in [token.id for token, _ in shown] and probability is not None:
        shown = [*shown[: max(0, room - 1)], (written, probability)]
    bars = []
    for token, share in shown:
        taken = token.id == written.id
        lines = [token_tip(token), f"{tr('probability')} {fmt_chance(share, 4)}"]
        if taken:
            lines.append(tr("written here: given, not chosen by the model") if given else tr("written here"))
        bars.append((token.id, Bar(candidate_name(token), share, "\n".join(lines), strong=taken)))
    return bars


def _recorded(trace: Trace, name: str, sentence: int, step: int) -> float | None:
    """A number of a step, None where it was not recorded."""
    values = trace.numbers.get(name)
    return None if values is None else float(values[sentence, step])


def step_facts(trace: Trace, sentence: int, step: int) -> list[Fact]:
    """End probability and entropy of a step; by what it was chosen where a whole pass says something else."""
    end, bits = (_recorded(trace, name, sentence, step) for name in ("end_probability", "entropy"))
    own = _recorded(trace, "step_probability", sentence, step)
    facts = [
        Fact(
            tr("ends the sentence"),
            NOT_RECORDED if end is None else fmt_chance(end),
            tr("Probability that the next token is the end of sentence, </s>."),
        ),
        Fact(
            tr("entropy"),
            NOT_RECORDED if bits is None else tr("{number} bits", number=fmt_weight(bits)),
            tr(
                "How uncertain the model is about the next token: 0 bits = all on one candidate, 1 bit = as open as "
                "two equal candidates."
            ),
        ),
        *_research_facts(trace, sentence, step),
    ]
    if own is not None:
        about = tr(
            "Probability of the written token at its own step. The other numbers here belong to the finished text, "
            "given to the decoder as a whole: with these masks a row may read later tokens, unknown at its step."
        )
        facts.insert(2, Fact(tr("chosen with"), fmt_chance(own), about))
    return facts


def _research_facts(trace: Trace, sentence: int, step: int) -> list[Fact]:
    """Log-probability, id and rank of the written token."""
    logarithm, written = _recorded(trace, "log_probability", sentence, step), trace.sentences[sentence].written[step]
    ranks = [one.token.id for one in trace.candidates(step, sentence)]
    rank = str(ranks.index(written.id) + 1) if written.id in ranks else tr("beyond {number}", number=len(ranks))
    return [
        Fact(tr("log-probability"), NOT_RECORDED if logarithm is None else fmt_score(logarithm, 4),
             tr("Natural logarithm of the probability of the written token."), depth="research", line=3),
        Fact(tr("token id"), str(written.id), tr("Row of the token in the vocabulary."),
             depth="research", line=NO_SOURCE),
        Fact(tr("rank"), rank, tr("Rank of the written token among the recorded candidates."),
             depth="research", line=NO_SOURCE),
    ]  # fmt: skip
