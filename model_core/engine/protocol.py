"""What the engine process needs from an engine, and a stand-in for one that cannot be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn, Protocol

from model_core.engine.messages import Answer, Question
from model_core.record.effects import Component, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Alternative, Step, Trace

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
    """Stands in for an engine that could not be loaded: whatever it is asked, it raises what loading raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def _fail(self, *_asked: Any, **_how: Any) -> NoReturn:
        raise self.error

    lazy_events = answers = without = _fail
