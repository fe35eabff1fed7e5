"""An engine of made-up numbers that is quick whatever the text, and knows how long it computed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Step, Trace
from tests.made.traces import made_steps, made_trace


class BriefEngine:
    """Answers at once, of any text the first few words; "refuse" and "boom" end in words instead of a picture.

    `seconds` is the processor time of all runs so far: in the program that is another process's, not the window's.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def run(self, run: RunSpec) -> Iterator[Trace | Step]:
        """The events of a run."""
        events = self._events(run)
        while True:
            began = time.thread_time()
            try:
                event = next(events)
            except StopIteration:
                return
            finally:
                self.seconds += time.thread_time() - began
            yield event

    def _events(self, run: RunSpec) -> Iterator[Trace | Step]:
        sources = tuple(self.beginning(line) for line in run.source)
        if any("refuse" in line for line in sources):
            raise Refused("E-TEST", "not this text")
        if any("boom" in line for line in sources):
            raise ValueError("the engine\ntripped")
        targets = [self.beginning(line) for line in run.target or ()]
        targets += [" ".join(reversed(line.split())) for line in sources[len(targets) :]]
        made: dict[str, Any] = {"layers": (2, 2), "heads": 2, "run": run, "forced": run.target is not None}
        yield made_trace(sources, tuple(targets), stage="encoded", **made)
        full = made_trace(sources, tuple(targets), **made)
        yield from made_steps(full) if run.target is None else ()
        yield full

    def parts(self, run: RunSpec) -> Iterator[Trace | Step]:
        """The same: its Steps are made already."""
        return self.run(run)

    @staticmethod
    def beginning(line: str) -> str:
        """What of a line is read, as a model reads no more than its positions."""
        return " ".join(line[:60].split()[:10])
