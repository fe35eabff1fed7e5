"""Moment: everything that the store holds at one time, frozen, for the parts of the window that show it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from model_core.record.trace import Step, Trace
from viz_app.document.state import State


@dataclass(frozen=True)
class Moment:
    """What the user chose and what the engine has answered.

    trace    the last complete Trace; its run may be older than the present one
    encoded  the first part of the newest run, while the rest of it is computed
    writing  the steps of the newest run so far, while it is computed
    hover    the cell (query, key) under the pointer
    The others are as the properties of Store.
    """

    state: State
    trace: Trace | None = None
    encoded: Trace | None = None
    writing: tuple[Step, ...] = ()
    hover: tuple[int, int] | None = None
    busy: bool = False
    problem: str | None = None
    engine: str = "starting"
    playing: bool = False
    painted_ms: float | None = None

    @cached_property
    def rows(self) -> int:
        """How many decoder rows the selected sentence has; 0 without a Trace."""
        return 0 if self.trace is None else len(self.trace.sentences[self.state.look.sentence].read)

    @cached_property
    def step(self) -> int:
        """The selected decoder row (from 0); 0 without a Trace."""
        last, chosen = max(0, self.rows - 1), self.state.look.step
        return last if chosen is None else min(chosen, last)
