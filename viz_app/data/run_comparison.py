"""One sentence as it was written with the run's edits, beside the same run without them. No Qt, nothing is computed but
differences of recorded numbers.

Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.analysis.edit_effects import divergence
from model_core.record.trace import Alternative, Token, Trace


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two ways of writing one sentence.

    before, after  the tokens written without and with the edits
    chances        probability of each of them: two (T,) arrays, of each way's own tokens
    first          the first step that differs; None where the tokens are the same
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
        """How many steps, from the start, wrote the same tokens: only there probabilities are of the same thing."""
        return self.steps if self.first is None else self.first

    def most_moved(self) -> tuple[int, float] | None:
        """(step, change) of the shared step whose probability changed most; None where nothing is shared."""
        if not self.shared:
            return None
        before, after = (chances[: self.shared].astype(np.float64) for chances in self.chances)
        moved = after - before
        step = int(np.abs(moved).argmax())
        return step, float(moved[step])


def unedited(trace: Trace, sentence: int) -> Alternative | None:
    """The Alternative "unedited" of a sentence, None where the run has none."""
    found = (other for other in trace.alternatives if other.name == "unedited" and other.sentence == sentence)
    return next(found, None)


def comparison(trace: Trace, sentence: int) -> Comparison | None:
    """The run of this Trace against the same run without its edits; None where it has no such Alternative."""
    other, one = unedited(trace, sentence), trace.sentences[sentence]
    if other is None or not one.written:
        return None
    after = trace.numbers["probability"][sentence, : len(one.written)]
    before = other.numbers["probability"]
    return Comparison(other.written, one.written, (before, after), divergence(one, other), one.forced)
