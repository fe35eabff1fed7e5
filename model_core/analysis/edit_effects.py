"""What an edit or an alternative changed in a Trace: where texts diverge, how probabilities moved, what leaked.

Pure functions of recorded numbers; no torch. Letters of shapes: L layers, H heads, T target rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.analysis.text_comparison import first_difference
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Sentence, Trace


@dataclass(frozen=True)
class Row:
    """One target row of two ways of writing; None if one of them is shorter.

    reads_same  both had written the same tokens before it, so that their probabilities answer the same question
    probability, other  of the token that each wrote, 0 to 1
    """

    index: int
    token: int | None
    probability: float | None
    other: float | None
    reads_same: bool


@dataclass(frozen=True)
class Changes:
    """The main text beside an alternative, row by row; `first` is the row where they diverge, None: nowhere."""

    first: int | None
    rows: tuple[Row, ...]


def leaked_future(trace: Trace, sentence: int = 0) -> np.ndarray:
    """(L, H) float64: the weight that decoder self-attention puts on later tokens, summed over rows; 0 by its mask.

    KeyError if the maps are not recorded as arrays.
    """
    weights_LHTT = np.stack(trace.maps("decoder", sentence=sentence))
    later_TT = np.triu(np.ones(weights_LHTT.shape[-2:], bool), 1)
    return weights_LHTT.sum(axis=(-2, -1), where=later_TT, dtype=np.float64)


def divergence(main: Sentence | Alternative, alternative: Sentence | Alternative) -> int | None:
    """The first row (from 0) whose written tokens differ, or that only one text has; None if there is none."""
    return first_difference(_ids(main), _ids(alternative))


def changes(trace: Trace, alternative: Alternative) -> Changes:
    """The main text of the alternative's sentence compared with the alternative."""
    one = trace.sentences[alternative.sentence]
    first = divergence(one, alternative)
    ids, others = _ids(one), _ids(alternative)
    probabilities, more = trace.numbers["probability"][alternative.sentence], alternative.numbers["probability"]
    rows = (
        Row(
            index,
            ids[index] if index < len(ids) else None,
            float(probabilities[index]) if index < len(ids) else None,
            float(more[index]) if index < len(others) else None,
            first is None or index <= first,
        )
        for index in range(max(len(ids), len(others)))
    )
    return Changes(first, tuple(rows))


def _ids(writing: Sentence | Alternative) -> tuple[int, ...]:
    return tuple(token.id for token in writing.written)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two ways of writing one sentence.

    before, after  the tokens written without and with the edits
    chances        probability of each of them: two (T,) arrays, of each way's own tokens
    first          the first step that differs; None if the tokens are the same
    forced         how many tokens of the edited run were given
    """

    before: tuple[Token, ...]
    after: tuple[Token, ...]
    chances: tuple[np.ndarray, np.ndarray]
    first: int | None
    forced: int

    @property
    def steps(self) -> int:
        """How many steps the longer one has."""
        return max(len(self.before), len(self.after))

    @property
    def shared(self) -> int:
        """How many steps, from the start, wrote the same tokens: only there are the probabilities comparable."""
        return self.steps if self.first is None else self.first

    def most_moved(self) -> tuple[int, float] | None:
        """(step, change) of the shared step whose probability changed most; None if nothing is shared."""
        if not self.shared:
            return None
        before, after = (chances[: self.shared].astype(np.float64) for chances in self.chances)
        moved = after - before
        step = int(np.nan_to_num(np.abs(moved)).argmax())
        return step, float(moved[step])


def unedited(trace: Trace, sentence: int) -> Alternative | None:
    """The Alternative "unedited" of a sentence, None if the run has none."""
    found = (other for other in trace.alternatives if other.name == "unedited" and other.sentence == sentence)
    return next(found, None)


def comparison(trace: Trace, sentence: int) -> Comparison | None:
    """The run of this Trace against the same run without its edits; None if it has no such Alternative."""
    other, one = unedited(trace, sentence), trace.sentences[sentence]
    if other is None or not one.written:
        return None
    after = trace.numbers["probability"][sentence, : len(one.written)]
    before = other.numbers["probability"]
    return Comparison(other.written, one.written, (before, after), divergence(one, other), one.forced)
