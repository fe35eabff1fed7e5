"""What the worker of the engine's process needs of an engine, and what stands in for one that cannot be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from model_core.engine.messages import Found, Question
from model_core.record.effects import Component, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Alternative, Step, Trace

Part = Trace | Step | Callable[[], Step]
"""An event of a run, or what makes it: most Steps are held and never sent."""


class Runs(Protocol):
    """What the worker needs of an engine."""

    def parts(self, run: RunSpec) -> Iterator[Part]:
        """The events of a run: the "encoded" Trace, the Steps, the "complete" Trace. May raise Refused."""

    def answers(self, asked: Question, trace: Trace | None, stop: Callable[[], bool]) -> Iterator[Found]:
        """All effects that are there after each batch, a text read early, or snapshots. May raise Refused."""

    def without(
        self, asked: EffectsSpec, part: Component, trace: Trace | None, stop: Callable[[], bool]
    ) -> Alternative:
        """The text that is written without a part. May raise Refused, and Interrupted where `stop` says True."""


class BrokenEngine:
    """Stands in for an engine that could not be loaded."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def parts(self, run: RunSpec) -> Iterator[Part]:
        """Raises what loading raised."""
        raise self.error

    def answers(self, asked: Question, trace: Trace | None, stop: Callable[[], bool]) -> Iterator[Found]:
        """Raises what loading raised."""
        raise self.error

    def without(
        self, asked: EffectsSpec, part: Component, trace: Trace | None, stop: Callable[[], bool]
    ) -> Alternative:
        """Raises what loading raised."""
        raise self.error


__all__ = ["BrokenEngine", "Part", "Runs"]
