"""Effects of the current run's parts, texts written without one, its text read early, and what another text's
activations restore in it: computed when something shows them, and cached.

Those of the previous run stay until the new ones arrive: a view that shows them uses their own tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from model_core.engine.messages import Answer, EngineLost, Problem, Ready, RunQuestion, Starting, TextWithout
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.lens import Lens
from model_core.record.patching import Patching
from model_core.record.snapshots import Snapshots
from model_core.record.trace import Alternative, Trace
from viz_app.system.newest_dict import NewestDict

if TYPE_CHECKING:
    from viz_app.document.engine_link import EngineLink
    from viz_app.document.store import Store
    from viz_app.document.trainings.followed_training import FollowedTraining

PAUSE = 200
"""Milliseconds without another key until effects are computed that are shown beside something else."""

BREATH = 120
"""Milliseconds after a key in which not even what is live is requested: ten keys a second never wait for it."""

KEPT = 8
"""Effects, and texts of each, that are kept."""


@dataclass(frozen=True)
class EffectsRequest:
    """What a part of the window shows: effects and the texts without these parts, a text read early, or patches.

    live    request effects a moment after the last key, otherwise in a pause of typing; texts, which a new key cannot
            interrupt, always in a pause
    second  shown beside another request with another replacement, which is the one that heads are replaced by
    """

    asked: RunQuestion
    texts: tuple[Component, ...] = ()
    live: bool = False
    second: bool = False


def effects_asked(trace: Trace | None, sentence: int) -> EffectsSpec | None:
    """The effects of all heads on the text of a sentence; None if there is no model, or no text yet."""
    if trace is None or trace.model.recorded or not trace.complete or not trace.sentences[sentence].written:
        return None
    return EffectsSpec(trace.run, sentence)


def same_question(last: RunQuestion, asked: RunQuestion) -> bool:
    """Whether the answer about an earlier run may stay until the requested one arrives: of the same model."""
    return last.run.model == asked.run.model and replace(last, run=asked.run) == asked


class EffectsOfRun(QObject):
    """Asks for what is requested, of the present run only; each request has an owner, whose former one it replaces.

    at_once  nothing waits for a pause: for pictures that are drawn without a window
    breathed  a breath has passed since the last key
    requests_changed   something else is requested than before
    """

    breathed = Signal()
    requests_changed = Signal()

    def __init__(self, store: Store, engine: EngineLink) -> None:
        super().__init__(store)
        self._store, self._engine = store, engine
        self._requests: dict[str, tuple[EffectsRequest, ...]] = {}
        self._found: NewestDict[RunQuestion, Answer] = NewestDict(KEPT)
        self._texts: NewestDict[tuple[RunQuestion, Component], Alternative] = NewestDict(KEPT * KEPT)
        self._asked: set[tuple[RunQuestion, Component | None]] = set()
        self._stopped: frozenset[RunQuestion] = frozenset()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._ask)
        self._breath = QTimer(self, singleShot=True, interval=BREATH)
        self._breath.timeout.connect(self._breath_came)
        self._breath.timeout.connect(self.breathed)
        self.at_once = False
        store.changed.connect(self._follow)

    @cached_property
    def training(self) -> FollowedTraining:
        """The selected training, loaded when something shows one."""
        from viz_app.document.trainings.followed_training import FollowedTraining

        return FollowedTraining(self._store, self._engine)

    @property
    def typing(self) -> bool:
        """Whether the run was changed less than a breath ago."""
        return self._breath.isActive() and not self.at_once

    def follow(self, shown: bool) -> None:
        """Whether something that shows a training is visible."""
        if shown or "training" in self.__dict__:
            self.training.set_shown(shown)

    def request(self, owner: str, *requests: EffectsRequest) -> None:
        """Sets what this owner shows; empty for nothing. What is no longer shown is cancelled."""
        before = self._requests.get(owner, ())
        if before != requests:
            self._requests[owner] = requests
            left = {one.asked for one in before} - self._shown
            for asked in left & {asked for asked, _ in self._asked}:
                self._engine.forget(asked)
            self._asked = {one for one in self._asked if one[0] not in left}
            if not self.typing:
                self._ask(live=not self.at_once)
            if not all(one.live for one in requests):
                self._pause.start()
            self.requests_changed.emit()

    @property
    def _shown(self) -> set[RunQuestion]:
        return {request.asked for some in self._requests.values() for request in some}

    def _follow(self, names: frozenset[str]) -> None:
        """Reacts to a new run or trace."""
        if "run" in names:
            self._asked.clear()  # the engine drops what belongs to another run
            self._breath.start()
        if "reloaded" in names:  # the same runs by other weights
            self._found.clear()
            self._texts.clear()
            self._asked.clear()
        if "trace" in names:
            self._stopped = frozenset(one for one in self._stopped if one.run == self._store.state.run)
            self._pause.start()

    def instead(self) -> tuple[str, str, int]:
        """What a head gives when switched off now: as in the effects that a view shows (see REPLACEMENTS; survey and
        target rows are those of a mean)."""
        requests = [request for request in self._requests.get("views", ()) if not request.second]
        shown = [request.asked for request in requests if isinstance(request.asked, EffectsSpec)]
        asked = next((one for one in shown if one.replacement != "zero" and "heads" in one.groups), None)
        if asked is None or self._store.trace is None:
            return "zero", "", 0
        return asked.replacement, asked.survey, self._store.trace.ids["read"].shape[1]

    @property
    def incomplete(self) -> frozenset[RunQuestion]:
        run = self._store.state.run
        known = {asked for asked, found in self._found.items() if found.complete}
        return frozenset(one for one in self._shown - known if one.run == run)

    @property
    def stopped(self) -> frozenset[RunQuestion]:
        """What the user stopped computing, until resumed."""
        return self._stopped & self.incomplete

    def toggle(self) -> None:
        """Stops computing what is shown beside the text, or resumes; finished parts stay."""
        if not self.incomplete:
            return
        self._stopped = frozenset() if self.stopped else self.incomplete
        if self._stopped:
            self._engine.cancel()
        elif self._engine.whole:
            self._store.rest.ask()
        self._ask(live=False)
        self._store.changed.emit(frozenset({"effects"}))

    def forget_asked(self) -> None:
        """The engine has lost its requests."""
        self._asked.clear()
        if "training" in self.__dict__:
            self.training.ask_again()

    @property
    def snapshot_fields(self) -> dict[str, Any]:
        return {
            "effects": self.available(),
            "texts": self.texts(),
            "lenses": self._found_of(Lens),
            "patchings": self._found_of(Patching),
            "stopped": self.stopped,
        }

    def available(self, whole: bool = False) -> Mapping[EffectsSpec, Effects]:
        """All effects so far, the latest last; with `whole` even while they are hidden."""
        return self._found_of(Effects, hidden=whole)

    def _found_of(self, kind: type[Any], hidden: bool = False) -> Mapping[Any, Any]:
        """Request -> result, of one kind; with `hidden` even while it is."""
        there = {one.asked: one for one in self._found.values() if isinstance(one, kind)}
        return MappingProxyType(there if hidden or not self._hidden else {})

    def texts(self) -> Mapping[tuple[RunQuestion, Component], Alternative]:
        return MappingProxyType({} if self._hidden else dict(self._texts))

    @property
    def _hidden(self) -> bool:
        """Whether a question is open: the effects of parts would give the answer away."""
        return self._store.hiding.hidden is not None

    def accept(self, event: Any) -> set[str]:
        """Takes an event of the engine; returns the names of what changed."""
        match event:
            case Effects() | Lens() | Patching():
                self._keep_requested()
                self._found[event.asked] = event
            case TextWithout():
                self._keep_requested()
                self._texts[event.asked, event.part] = event.text
            case Snapshots() | Problem(run=None) if "training" in self.__dict__:
                return self.training.accept(event)
            case EngineLost() | Starting():
                self.forget_asked()
                return set()
            case Ready():
                self.forget_asked()
                trace, state = self._store.trace, self._store.state
                if trace is not None and trace.run == state.run and not (trace.model.recorded or self._store.busy):
                    self._store.submit()  # first: a process that was started again may have read other weights
                self._ask(live=False)
                return set()
            case _:
                return set()
        return {"effects"}

    def _keep_requested(self) -> None:
        """Keeps what is shown from being dropped for newer results, however old it is."""
        shown = [request for some in self._requests.values() for request in some]
        self._found.renew(request.asked for request in shown)
        self._texts.renew((request.asked, part) for request in shown for part in request.texts)

    def _breath_came(self) -> None:
        self._ask(live=True)

    def _ask(self, live: bool = False) -> None:
        """Requests what is shown and missing; with `live` only what does not wait for a pause."""
        if self._store.trace is None or self._store.busy:
            return
        run = self._store.trace.run
        for request in [one for some in self._requests.values() for one in some if one.live or not live]:  # may grow
            found = self._found.get(request.asked)
            wanted: list[Component | None] = [] if found is not None and found.complete else [None]
            texts = () if live and self._pause.isActive() else request.texts
            wanted += [part for part in texts if (request.asked, part) not in self._texts]
            current = request.asked.run == run == self._store.state.run and request.asked not in self._stopped
            for part in wanted if current else ():
                if (request.asked, part) not in self._asked:
                    self._asked.add((request.asked, part))
                    self._engine.ask_effects(request.asked, part)
