"""What an edit or an alternative changed, read off a Trace: where texts part, how probabilities moved, what leaked.

Pure functions of recorded numbers; no torch. Letters of shapes: L layers, H heads, T target rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.analysis.text_comparison import first_difference
from model_core.record.trace import Alternative, Sentence, Trace


@dataclass(frozen=True)
class Row:
    """One target row of two ways of writing; None where one of them is shorter.

    reads_same  both had written the same tokens before it, so that their probabilities answer the same question
    probability, other  of the token that each wrote, 0 to 1
    """

    index: int
    token: int | None
    other_token: int | None
    probability: float | None
    other: float | None
    reads_same: bool


@dataclass(frozen=True)
class Changes:
    """The main way of writing beside another one, row by row; `first` is the row where they part, None: nowhere."""

    first: int | None
    rows: tuple[Row, ...]

    @property
    def texts_differ(self) -> bool:
        """Whether other tokens were written."""
        return self.first is not None


def leaked_future(trace: Trace, sentence: int = 0) -> np.ndarray:
    """(L, H) float64: the weight that decoder self-attention puts on later tokens, summed over rows; 0 by its mask.

    KeyError where the maps are not recorded as arrays.
    """
    weights_LHTT = np.stack(trace.maps("decoder", sentence=sentence))
    later_TT = np.triu(np.ones(weights_LHTT.shape[-2:], bool), 1)
    leaked: np.ndarray = weights_LHTT.sum(axis=(-2, -1), where=later_TT, dtype=np.float64)
    return leaked


def divergence(main: Sentence | Alternative, alternative: Sentence | Alternative) -> int | None:
    """The first row (from 0) whose written tokens differ, or that only one of them has; None where there is none."""
    return first_difference(_ids(main), _ids(alternative))


def changes(trace: Trace, alternative: Alternative) -> Changes:
    """What the alternative's sentence became in the main run beside what it became on this alternative."""
    one = trace.sentences[alternative.sentence]
    first = divergence(one, alternative)
    ids, others = _ids(one), _ids(alternative)
    probabilities, more = trace.numbers["probability"][alternative.sentence], alternative.numbers["probability"]
    rows = (
        Row(
            index,
            ids[index] if index < len(ids) else None,
            others[index] if index < len(others) else None,
            float(probabilities[index]) if index < len(ids) else None,
            float(more[index]) if index < len(others) else None,
            first is None or index <= first,
        )
        for index in range(max(len(ids), len(others)))
    )
    return Changes(first, tuple(rows))


def _ids(writing: Sentence | Alternative) -> tuple[int, ...]:
    return tuple(token.id for token in writing.written)


__all__ = ["Changes", "Row", "changes", "divergence", "leaked_future"]
