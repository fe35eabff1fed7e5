"""An engine of made-up numbers, in this process or as the program of a child: `python -m tests.support.fake_engine`.

The translation is the source's words in reverse. Words that mean more: "refuse" and "boom" raise, "print" prints,
"slow" takes 20 ms per step, "endless" never ends, "panic" raises what is no Exception, "die" ends the process; "fatal"
does so when effects are asked for.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from model_core.engine.worker import main as serve
from model_core.errors import Refused
from model_core.record.effects import EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Alternative, Step, Trace
from tests.made.traces import made_model, made_steps, made_trace

main = partial(serve, hold=0.0, hold_steps=0.0)
"""The worker's process, telling every Step at once."""


class Panic(BaseException):
    """As raised by some libraries written in other languages."""


class FakeEngine:
    """Answers as the Engine does; `begun` and `closed` count runs by their sources."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, ...]] = []
        self.closed: list[tuple[str, ...]] = []

    def run(self, run: RunSpec) -> Iterator[Trace | Step]:
        """The events of a run."""
        if "refuse" in run.source:
            raise Refused("E-TEST", "not this text")
        return self._events(run)

    def lazy_events(self, run: RunSpec, whole: bool = True) -> Iterator[Trace | Step]:
        """The same: its Steps are made already."""
        return self.run(run)

    def answers(self, asked: object, trace: Trace | None, stop: object) -> Iterator[object]:
        """No effects and no early readings."""
        if isinstance(asked, EffectsSpec) and "fatal" in asked.run.source:
            os._exit(7)
        return iter(())

    def without(self, asked: EffectsSpec, part: object, trace: Trace | None, stop: object = None) -> Alternative:
        """The same text as with the part."""
        full = trace or made_trace(asked.run.source, run=asked.run)
        one = full.sentences[asked.sentence]
        numbers = {name: np.full(len(one.written), 0.5, np.float32) for name in ("probability", "log_probability")}
        return Alternative("without", asked.sentence, one.read, one.written, 0, True, numbers, {})

    def _events(self, run: RunSpec) -> Iterator[Trace | Step]:
        self.begun.append(run.source)
        words = " ".join(run.source).split()
        try:
            targets = run.target or tuple(" ".join(reversed(line.split())) for line in run.source)
            full = made_trace(run.source, targets, (2, 2), heads=2, run=run, forced=run.target is not None)
            yield made_trace(run.source, targets, (2, 2), heads=2, run=run, stage="encoded")
            misbehave(words)
            for step in made_steps(full) if run.target is None else ():
                yield step
                if "slow" in words:
                    time.sleep(0.02)
            while "endless" in words:
                yield made_steps(full)[0]
                time.sleep(0.001)
            yield full
        finally:
            self.closed.append(run.source)


def misbehave(words: list[str]) -> None:
    """Do what these words ask for."""
    if "boom" in words:
        raise ValueError("the engine\ntripped")
    if "panic" in words:
        raise Panic("no exception")
    if "print" in words:
        print("a library says hello")
        os.write(1, b"and so does its C part\n")
    if "die" in words:
        os._exit(7)


if __name__ == "__main__":
    main(FakeEngine, lambda: (made_model(),))
