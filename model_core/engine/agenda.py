"""The jobs of the engine process, in order of urgency, and what they need from an engine."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

from model_core.engine.messages import Answer, Question
from model_core.record.effects import Component, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Alternative, Step, Trace

RUN, VIEW, SWEEP = 0, 1, 2
"""Urgencies of jobs, the most urgent first."""


@dataclass
class Job:
    """A job, computed event by event; `begin` is called at its first turn.

    held        events that are not sent yet
    began       `time.perf_counter` at its first turn; of a growing answer, when a part of it was sent last
    turned      `time.perf_counter` at its last turn
    answered    its answer was sent
    whole       all that was recorded is sent, see messages.Run
    asked       the question that it answers, None for runs
    background  it is the run to compare with
    """

    urgency: int
    begin: Callable[[], Iterator[Any]]
    run: RunSpec | None = None
    events: Iterator[Any] | None = None
    held: list[LazyEvent] = field(default_factory=list)
    began: float = 0.0
    turned: float = 0.0
    answered: bool = False
    whole: bool = False
    asked: Question | None = None
    background: bool = False

    def next(self) -> Any | None:
        """The next event, None after the last one. Raises what the computation raises."""
        if self.events is None:
            self.events, self.began = iter(self.begin()), time.perf_counter()
        self.turned = time.perf_counter()
        return next(self.events, None)

    def close(self) -> None:
        close = getattr(self.events, "close", None)
        if close is not None:
            close()


class Agenda:
    """The waiting and running jobs, in order of arrival."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def add(self, job: Job, finish: bool = False) -> list[Job]:
        """Add a job. Of runs only the newest stays, with `finish` also the one being computed; returns those
        dropped."""
        dropped = self.drop(RUN, finish) if job.urgency == RUN else []
        self.jobs.append(job)
        return dropped

    def drop(self, urgency: int, finish: bool = False) -> list[Job]:
        """Drop all jobs of this urgency, with `finish` only those not begun; returns them."""
        dropped = [job for job in self.jobs if job.urgency == urgency and not (finish and job.events is not None)]
        for job in dropped:
            self.remove(job)
        return dropped

    def forget(self, done_with: Callable[[Question, int], bool]) -> None:
        """Drop the questions of which `done_with(question, urgency)` is true."""
        for job in [one for one in self.jobs if one.asked is not None and done_with(one.asked, one.urgency)]:
            self.remove(job)

    def set_background_run(self, job: Job) -> None:
        """Add the run to compare with, instead of the last one."""
        for other in [one for one in self.jobs if one.background]:
            self.remove(other)
        self.jobs.append(job)

    def superseded(self, job: Job) -> bool:
        """Whether this is a run and there is a newer one."""
        return job.urgency == RUN and sum(one.urgency == RUN for one in self.jobs) > 1

    def remove(self, job: Job) -> None:
        """Close and remove a job; exceptions of its clean-up go to stderr."""
        self.jobs.remove(job)
        try:
            job.close()
        except Exception:
            traceback.print_exc()

    def most_urgent(self) -> Job | None:
        """The job whose turn it is: the most urgent, and among equals the oldest; sweeps, of which one may take
        minutes, take turns."""
        return min(self.jobs, key=lambda job: (job.urgency, job.turned if job.urgency == SWEEP else 0.0), default=None)


LazyEvent = Trace | Step | Callable[[], Step]
"""An event of a run, or a function that makes it: most Steps are never sent."""


class EngineProtocol(Protocol):
    """What the worker needs from an engine."""

    def lazy_events(self, run: RunSpec, whole: bool = True) -> Iterator[LazyEvent]:
        """The events of a run: the "encoded" Trace, the Steps, the "complete" Trace; where not all that it records is
        wanted (`whole`), those of a long text may have less. May raise Refused."""

    def answers(self, asked: Question, trace: Trace | None, stop: Callable[[], bool]) -> Iterator[Answer]:
        """What is found so far, after each part of the work. May raise Refused."""

    def without(
        self, asked: EffectsSpec, part: Component, trace: Trace | None, stop: Callable[[], bool]
    ) -> Alternative:
        """The text written without a part. May raise Refused, and Interrupted if `stop` returns True."""


class BrokenEngine:
    """Stands in for an engine that could not be loaded: every request raises what loading raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def _fail(self, *_asked: Any, **_how: Any) -> NoReturn:
        raise self.error

    lazy_events = answers = without = _fail
