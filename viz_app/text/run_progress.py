"""Which run the chips show while another is computed, and what is marked in it.

A quick run replaces the last one at once, so that typing does not flicker. Of a slower one the source tokens are shown
as soon as they are read, beside the last target; of one that takes longer than PATIENCE each target token as it is
written. No widgets here.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from model_core.record.run_spec import RunSpec
from model_core.record.trace import Step, Trace
from viz_app.data import selection
from viz_app.data.selection import Reading
from viz_app.document.moment import Moment
from viz_app.document.state import State
from viz_app.text.tokens.token_chip import NO_MARKS, ChipMarks

PATIENCE = 0.15  # s


class RunProgress:
    """Evaluates the Moment last given to `notice`; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._now = Moment(State())
        self._clock = clock
        self._run: RunSpec | None = None
        self._started = 0.0
        self._read: tuple[Trace | None, object, Reading] | None = None  # of what it was made, what is read

    def notice(self, now: Moment) -> None:
        """Takes what the store holds now, before any query; detects the start of a new run."""
        self._now = now
        if now.state.run != self._run:
            self._run, self._started = now.state.run, self._clock()

    def busy(self) -> bool:
        """True while the trace is older than the run."""
        trace = self._now.trace
        return trace is None or trace.run != self._now.state.run

    def slow(self) -> bool:
        """True if the new run takes so long that its parts are shown as they come."""
        return self.busy() and (self._now.trace is None or self._clock() - self._started > PATIENCE)

    def shows_trace(self) -> bool:
        """True if the target's chips are those of the last complete run."""
        return self._now.trace is not None and not (self.slow() and self.encoded() is not None)

    def encoded(self) -> Trace | None:
        """The newest run's first part while the rest is computed."""
        encoded = self._now.encoded
        return encoded if self.busy() and encoded is not None and encoded.run == self._now.state.run else None

    def source_trace(self) -> Trace | None:
        return self.encoded() or self._now.trace

    def written(self) -> tuple[Step, ...] | None:
        """The visible steps of this sentence while they arrive; None while the last trace is shown."""
        encoded = self.encoded()
        if self.shows_trace() or encoded is None:
            return None
        sentence = selection.sentence_of(encoded, self._now.state.look)
        return tuple(step for step in self._now.writing if step.sentence == sentence)

    # ---- what is marked

    def reading(self) -> Reading:
        hover = self._now.hover if self.shows_trace() else None
        trace, asked = self._now.trace if self.shows_trace() else self.encoded(), (self._now.state.look, hover)
        if self._read is None or trace is not self._read[0] or asked != self._read[1]:
            self._read = trace, asked, selection.current_reading(trace, *asked)
        return self._read[2]

    def source_marks(self) -> ChipMarks:
        """Shades and frames of the source chips; if another text was read since the trace, of the tokens at the same
        places."""
        marks, read, shown = self._source_marks(), self.source_trace(), self._now.trace
        if read is None or shown is None or read is shown or not self.shows_trace():
            return marks
        sentence = selection.sentence_of(read, self._now.state.look)
        if not sentence < len(shown.sentences):
            return NO_MARKS
        sides = shown.sentences[sentence].source, read.sentences[sentence].source
        return marks.where([one == other for one, other in zip(*sides, strict=False)])

    def _source_marks(self) -> ChipMarks:
        look = self._now.state.look
        if look.kind == "decoder":
            return NO_MARKS
        if (steps := self.written()) is not None and look.kind == "cross":
            row = _newest_row(steps, "cross", look.layer, look.head)
            return NO_MARKS if row is None else ChipMarks(shades=row, key=selection.strongest(row))
        at = self.reading()
        by_column = look.reading == "column"
        if look.kind == "encoder":
            return ChipMarks(shades=at.column if by_column else at.row, key=at.key, query=at.query)
        return ChipMarks(shades=None if by_column else at.row, key=at.key)

    def target_marks(self, lead: int) -> ChipMarks:
        """Shades and frames of the target chips; the first `lead` chips stand before the first step (`<s>`)."""
        look = self._now.state.look
        if (steps := self.written()) is not None:
            row = _newest_row(steps, "decoder", look.layer, look.head) if look.kind == "decoder" else None
            key = None if row is None else selection.strongest(row)
            return ChipMarks(row, key, current=len(steps) - 1 + lead if steps else None)
        trace = self._now.trace
        step = selection.step_of(trace, look) if trace is not None and trace.sentences else None
        if trace is None or step is None:
            return NO_MARKS
        at = self.reading()
        query = None if at.query is None or look.kind == "encoder" else at.query + lead
        key = at.key if look.kind == "decoder" else None
        shades = at.row if at.kind == "decoder" else None  # chip j is what row j reads
        if look.reading == "column" and at.kind != "encoder" and at.column is not None:
            shades = np.concatenate([np.zeros(lead, dtype=at.column.dtype), at.column])  # chip t + 1 is row t
        return ChipMarks(shades, key, query, step + lead, step + lead + 1, hidden=self._now.playing)


def _newest_row(steps: tuple[Step, ...], kind: str, layer: int, head: int) -> np.ndarray | None:
    """(M,) weights of the row written last, None if the Step lacks them."""
    weights = steps[-1].weights.get(kind) if steps else None
    if weights is None or layer >= weights.shape[0] or head >= weights.shape[1]:
        return None
    row: np.ndarray = weights[layer, head]
    return row
