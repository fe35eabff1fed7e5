"""The text as it is and the text without a part, as lines of words with those marked that changed. No Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model_core.analysis.edit_effects import divergence, unedited
from model_core.analysis.text_comparison import differing_places
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Trace
from viz_app.data.number_format import fmt_score
from viz_app.data.selection import words_of
from viz_app.system.language import tr
from viz_app.views.heads import words
from viz_app.views.heads.content import EffectContent, EffectRow


@dataclass(frozen=True)
class TextLine:
    """One text: what it is called, its words, which of them the other has not, its numbers in words, at the right."""

    name: str
    words: tuple[str, ...]
    changed: tuple[bool, ...]
    numbers: str = ""
    strong: bool = False


@dataclass(frozen=True, eq=False)
class EditedText:
    """A text as it is written without the run's edits, `before`, and with them, `after`.

    logs   log-probabilities of their own tokens, two arrays (T,), each by its own way of writing
    first  the first step at which they differ, None where they are the same
    lost   log-probability, with the edits, of the token that is written there without them; NaN where it is none of
           the recorded candidates
    """

    before: tuple[Token, ...]
    after: tuple[Token, ...]
    logs: tuple[np.ndarray, np.ndarray]
    first: int | None
    lost: float

    @classmethod
    def from_trace(cls, trace: Trace, sentence: int) -> EditedText | None:
        """Of a sentence; None where the run has no edits."""
        other, one = unedited(trace, sentence), trace.sentences[sentence]
        if other is None or not one.written or "log_probability" not in trace.numbers:
            return None
        first, lost = divergence(one, other), math.nan
        if first is not None and first < min(len(other.written), len(one.written)):
            found = (one for one in trace.candidates(first, sentence) if one.token.id == other.written[first].id)
            lost = next((math.log(one.probability) for one in found if one.probability > 0), math.nan)
        logs = other.numbers["log_probability"], trace.numbers["log_probability"][sentence, : len(one.written)]
        return cls(other.written, one.written, logs, first, lost)

    def step_words(self, step: int | None) -> str:
        """The log-probability of a step's token before and after, as far as both are of the same beginning."""
        if step is None or step >= max(len(self.before), len(self.after)):
            return ""
        if self.first is not None and step > self.first:
            return tr("texts diverge at step {step}", step=self.first + 1)
        if step >= len(self.before):
            return ""
        old = float(self.logs[0][step])
        new = self.lost if step == self.first else float(self.logs[1][step])
        what = tr("step {step}: log p({token})", step=step + 1, token=self.before[step].text)
        if math.isnan(new):
            return f"{what} {_log(old)}, {tr('no longer among the candidates')}"
        return f"{what} {_log(old)} → {_log(new)}"


def changed_words(tokens: Sequence[Token], others: Sequence[Token]) -> tuple[bool, ...]:
    """Of each word of `tokens` whether the other text lacks it there, by their longest common parts."""
    own = words_of(tokens)
    if others is tokens:
        return (False,) * len(own)
    changed, _ = differing_places(own, words_of(others))
    return tuple(place in changed for place in range(len(own)))


def text_lines(
    shown: EffectContent,
    row: EffectRow | None,
    written: Sequence[Token],
    text: Alternative | None,
    column: int | None,
    edited: EditedText | None = None,
    now: int | None = None,
) -> tuple[TextLine, ...]:
    """The text as it is, and the one `edited` where the run has edits, with the probability of the token of the step
    `now` before and after; the one without the chosen part, where it is there, and what becomes of a column's token."""
    if not written:
        return ()
    other = written if text is None else text.written
    if edited is None:
        whole = float(shown.base.sum())
        total = "" if math.isnan(whole) or not shown.current else f"{tr('text: log p')} {_log(whole)}"
        lines = [TextLine(tr("as it is"), words_of(written), changed_words(written, other), total)]
    else:
        lines = list(_edited_lines(edited, now))
    if row is not None and not (edited is not None and row.off):
        found = () if text is None else words_of(text.written)
        changed = () if text is None else changed_words(text.written, written)
        name = words.without(shown, row)
        name = name if edited is None else tr("{without}, too", without=name)
        lines.append(TextLine(name, found, changed, _numbers(shown, row, column), strong=edited is None))
    return tuple(lines)


def _edited_lines(edited: EditedText, step: int | None) -> tuple[TextLine, TextLine]:
    """The text without the edits above the one with them, and what becomes of a step's token, of the text for None."""
    before, after = edited.before, edited.after
    numbers = ["", edited.step_words(step)]
    if step is None:
        numbers = [f"{tr('text: log p')} {_log(float(logs.sum()))}" for logs in edited.logs]
    return (
        TextLine(tr("as it is"), words_of(before), changed_words(before, after), numbers[0]),
        TextLine(tr("with the edits"), words_of(after), changed_words(after, before), numbers[1], strong=True),
    )


def _log(value: float) -> str:
    return fmt_score(value, 2)


def _numbers(shown: EffectContent, row: EffectRow, column: int | None) -> str:
    """ "step 10: log p(verde) −0.41 → −3.30", of the text that was written with everything on; "" while it is unknown
    of this text, only of an earlier one."""
    value, base = row.value(column), float(shown.base.sum() if column is None else shown.base[column])
    if shown.asked.method != "removed" or not shown.current:
        return ""
    if math.isnan(value):
        return words.WAITING
    what = tr("text: log p")
    if column is not None:
        what = tr("step {step}: log p({token})", step=column + 1, token=shown.columns[column])
    return f"{what} {_log(base)} → {_log(base + value)}"
