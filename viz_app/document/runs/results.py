"""Results: what the engine has answered, as far as it is still valid. No Qt."""

from __future__ import annotations

from typing import Any

from model_core.analysis.unwritten import HiddenParts
from model_core.engine.messages import EngineLost, Models, Problem, Ready, Starting, Stopped
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ModelInfo, Step, Trace
from viz_app.system.language import as_sentence


class Results:
    """The traces and messages of the engine. Methods return the names of what they changed, as Store.changed has them.

    whole    the last complete Trace; it stays until the next one is there, whatever happens
    trace    the same without what is `hidden`
    encoded  the first part of the newest run while the rest is computed
    writing  the Steps of the newest run so far
    busy     whether the newest run is unanswered
    problem  one line for the user, None = all is well
    """

    def __init__(self) -> None:
        self.whole: Trace | None = None
        self.to_hide: HiddenParts | None = None
        self._shown: tuple[Trace, HiddenParts, Trace] | None = None
        self._encoded: Trace | None = None
        self._writing: tuple[Step, ...] = ()
        self.busy = False
        self.problem: str | None = None
        self.models: tuple[ModelInfo, ...] = ()
        self._hashes: dict[str, str] = {}  # of the models that computed something, by their folders
        self._engine = "starting"
        self._problem_is_loss = False
        self._refusal = ""

    @property
    def hidden(self) -> HiddenParts | None:
        """The part of `to_hide` that exists in the last complete Trace."""
        return self.to_hide if self.to_hide is None or self.whole is None else self.to_hide.fitted(self.whole)

    @property
    def trace(self) -> Trace | None:
        """See class; the same object as long as neither the run nor what is hidden changes."""
        if self.whole is None or (hidden := self.hidden) is None:
            return self.whole
        if self._shown is None or self._shown[0] is not self.whole or self._shown[1] != hidden:
            self._shown = self.whole, hidden, hidden.hide_in(self.whole)
        return self._shown[2]

    @property
    def encoded(self) -> Trace | None:
        return self._encoded if self.hidden is None or not self.hidden.texts else None

    @property
    def writing(self) -> tuple[Step, ...]:
        return self._writing if self.hidden is None else self.hidden.visible_steps(self._writing)

    @property
    def engine(self) -> str:
        """ "starting", "ready", "busy", "lost" while it is about to be restarted, or "stopped" if it is not."""
        return "busy" if self._engine == "ready" and self.busy else self._engine

    def begin(self) -> set[str]:
        """A run was requested."""
        return self._clear() | self._set_busy(True) | self._set_problem(None)

    def give_up(self) -> set[str]:
        """The run is no longer waited for."""
        return self._clear() | self._set_busy(False)

    def refuse(self, words: str) -> set[str]:
        """Reports a request that cannot be fulfilled; nothing else changes. "" clears the message."""
        if not words and self.problem != self._refusal:
            return set()
        self._refusal = words
        return self._set_problem(words or None)

    def accept(self, event: Any, run: RunSpec) -> set[str]:
        """Takes an event of the engine while `run` is the newest run.

        Steps may come together, as a tuple. Of overtaken runs only complete Traces count, and only until the newest one
        is answered: what is shown follows the typing.
        """
        match event:
            case Trace() if event.complete:
                return self._accept_complete(event, event.run == run)
            case Trace() if event.run == run and self.busy:
                self._encoded, self._writing = event, ()
                return {"writing"}
            case Step():
                return self.accept((event,), run)
            case (Step(), *_) if self.busy and any(step.run == run for step in event):
                self._writing = (*self._writing, *(step for step in event if step.run == run))
                return {"writing"}
            case Problem() if event.run is None:
                return self._set_problem(f"{as_sentence(event.message)} [{event.code}]")
            case Problem() if event.run == run:
                return self.give_up() | self._set_problem(f"{as_sentence(event.message)} [{event.code}]")
            case Stopped() if event.run == run:
                return self.give_up()
            case Models():
                self.models = event.models
                return {"models"}
            case Ready() | Starting() | EngineLost():
                return self._accept_engine(event)
        return set()

    def _accept_complete(self, trace: Trace, newest: bool) -> set[str]:
        if not newest and not self.busy:
            return set()
        self.whole, model = trace, trace.model
        reloaded = self._hashes.get(model.folder, model.hash) != model.hash
        self._hashes[model.folder] = model.hash
        names = {"trace", "reloaded"} if reloaded else {"trace"}
        return names | (self.give_up() | self._set_problem(None) if newest else set())

    def _accept_engine(self, event: Ready | Starting | EngineLost) -> set[str]:
        if isinstance(event, EngineLost):
            names = self._clear() | (set() if event.again else self._set_busy(False)) | self._set_problem(event.message)
            self._problem_is_loss, self._engine = True, "lost" if event.again else "stopped"
            return names | {"engine"}
        self._engine = "ready" if isinstance(event, Ready) else "starting"
        names = {"engine"} | (self._clear() if isinstance(event, Starting) else set())
        cured = self._problem_is_loss and self._engine == "ready"
        return names | (self._set_problem(None) if cured else set())

    def _clear(self) -> set[str]:
        """Discards the parts of a run in progress."""
        empty = self._encoded is None and not self._writing
        self._encoded, self._writing = None, ()
        return set() if empty else {"writing"}

    def _set_busy(self, busy: bool) -> set[str]:
        changed, before = busy != self.busy, self.engine
        self.busy = busy
        return ({"busy"} if changed else set()) | ({"engine"} if before != self.engine else set())

    def _set_problem(self, problem: str | None) -> set[str]:
        changed = problem != self.problem
        self.problem, self._problem_is_loss = problem, False
        return {"problem"} if changed else set()
