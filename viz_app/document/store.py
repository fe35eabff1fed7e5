"""Store: the only writer of the State and of the results.

Whatever the user does becomes one of a few calls (`run`, `look`, `options`, `desk`, `choose`, …), whatever the engine
answers comes through `accept`; both end in one signal that names what changed. Equal values change nothing.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from model_core.record.edits import Branch
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ModelInfo, Trace
from model_core.recordings.file_format import is_recording
from viz_app.document.changes import (
    changed_layout,
    changed_look,
    changed_parts,
    changed_run,
    chosen_candidate,
    differences,
    inside,
    refusal,
    typing_key,
    written_by,
)
from viz_app.document.engine_link import EngineLink
from viz_app.document.hiding import Hiding
from viz_app.document.history import History, ViewHistory, desk_name, look_name, options_name, run_name
from viz_app.document.moment import Moment
from viz_app.document.runs.effects_of_run import EffectsOfRun
from viz_app.document.runs.pinned_run import PinnedRun
from viz_app.document.runs.rest_of_run import RestOfRun
from viz_app.document.runs.results import Results
from viz_app.document.state import Layout, State, fit_look
from viz_app.system.language import tr

if TYPE_CHECKING:
    from viz_app.system.engine_client import EngineClient, InlineEngine

Cell = tuple[int, int]
"""(query, key) of a map, both from 0."""


Fields = Mapping[str, Any] | None
"""New values of fields by their names."""


class Playback(QObject):
    """Advances the step of a Store, as many steps per second as its layout says. `number` counts the plays."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._store = store
        self.number = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def start(self) -> None:
        """Plays up to the last step; from the first one if the last is already shown. A pinned row that comes later is
        unpinned: it would reveal what it reads before it is written."""
        store = self._store
        self.number += 1
        self._timer.start(self._interval())
        again, look = store.moment.step >= store.moment.rows - 1, store.state.look
        first = 0 if again else store.moment.step
        changes: dict[str, int | None] = {"step": 0} if again else {}
        if look.kind != "encoder" and (look.query or 0) > first:
            changes |= {"query": None, "key": None}
        if changes:
            store.look(**changes)

    def stop(self) -> None:
        self._timer.stop()

    def fit_speed(self) -> None:
        """Takes up a changed speed."""
        if self.running:
            self._timer.setInterval(self._interval())

    def _interval(self) -> int:
        """Milliseconds per step."""
        return max(1, round(1000 / self._store.state.desk.speed))

    def _go_on(self) -> None:
        step, last = self._store.moment.step + 1, self._store.moment.rows - 1
        self._store.look(step=None if step >= last else step)
        if step >= last:
            self._store.set_playing(False)


class Store(QObject):
    """The State, its history, and the results that belong to it. `clock` gives seconds.

    `changed` carries a frozenset of "run", "look", "options", "desk", "pin", "alignments" (parts of the State),
    "hover", "effects", "trace", "reloaded" (its model has changed), "pinned", "writing" (`encoded` or `writing`),
    "busy", "problem", "models", "engine", "playing", "painted"; "history" alone where a change shows in none of them.
    """

    changed = Signal(frozenset)

    def __init__(
        self, state: State | None = None, clock: Callable[[], float] | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.wanted = self._state = state or State()  # as chosen, and as the picture can show it: see `state`
        self._clock, self._history, self._results = clock or time.monotonic, History(), Results()
        self._engine = EngineLink(self.accept, lambda: self.effects.forget_asked())
        self.hover: Cell | None = None
        self.option_words: Callable[[str, Mapping[str, Any]], str] = lambda _view, _changes: ""  # set by who has views
        self.painted_ms: float | None = None
        self._moment: Moment | None = None
        self._playback, self.visited = Playback(self), ViewHistory(self, self._history)
        self.rest, self.pinned = RestOfRun(self, self._engine), PinnedRun(self, self._engine)
        self.effects, self.hiding = EffectsOfRun(self, self._engine), Hiding(self._results, self._notify, self._history)

    # -- what is there -----------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The user's choices, with the look clamped to `trace`; `wanted` keeps what exceeds it, for a larger one."""
        return self._state

    @property
    def trace(self) -> Trace | None:
        """The last complete Trace, without what is hidden; its run may be older than the present one."""
        return self._results.trace

    @property
    def busy(self) -> bool:
        """Whether the newest run is being computed."""
        return self._results.busy

    @property
    def problem(self) -> str | None:
        """One line about what went wrong, None when nothing did."""
        return self._results.problem

    @property
    def models(self) -> tuple[ModelInfo, ...]:
        """The bundled models."""
        return self._results.models

    @property
    def engine(self) -> str:
        """See Results.engine."""
        return self._results.engine

    @property
    def playing(self) -> bool:
        return self._playback.running

    @property
    def moment(self) -> Moment:
        """Everything at this time in one frozen value; the same object until something changes."""
        if self._moment is None:
            state, found = self._state, self._results
            self._moment = Moment(state, found.trace, found.encoded, found.writing, self.hover, found.busy,
                                  found.problem, found.engine, self.playing, self.painted_ms)  # fmt: skip
        return self._moment

    # -- what the user does ------------------------------------------------------------------------------------------
    def ask(self, view: str, options: Fields = None, look: Fields = None, **changes: Any) -> None:
        """Applies a view's request: changes of the run, its own options, the look and the pin, as one undo level."""
        after = self.state.with_options(view, **options).options if options else self.state.options
        at, pin = changed_look(self.state.look, look or {}, None), changes.pop("pin", None) or self.state.pin
        self._run(changes, options=after, look=at, pin=pin)

    def run(self, **changes: Any) -> None:
        """Changes fields of the RunSpec, which starts a run. A target makes the user the writer, none the model."""
        self._run(changes)

    def _run(self, changes: dict[str, Any], **parts: Any) -> None:
        """Changes of the run, together with other parts of the State."""
        now, run = self.state.run, changed_run(self.state.run, changes)
        found = differences(now, run)
        key = typing_key(found) if parts.get("pin", self.state.pin) == self.state.pin else None
        self._change(run_name(found, now.edits), key, run=run, desk=written_by(self.state.desk, run), **parts)

    def look(self, **changes: Any) -> None:
        """Changes the selection; only repaints. See changed_look."""
        now = self.state.look
        look = changed_look(now, changes, self.trace)
        found = differences(now, look)
        if self.playing and set(found) == {"step"}:
            self._change(tr("play"), ("play", self._playback.number), merge=True, look=look)
        else:
            self._change(look_name(found, look), ("look", *sorted(found)), look=look)

    def suggest(
        self, run: RunSpec | None = None, desk: Layout | None = None, options: Fields = None, **changes: Any
    ) -> None:
        """Change what is looked at, run, layout or all options as a choice of the program's own: no level of
        history."""
        now, look = self.wanted, dataclasses.replace(self.wanted.look, **changes)
        parts = {"run": run or now.run, "desk": desk or now.desk, "options": options or now.options}
        if (wanted := now.with_(look=look, **parts)) != now:
            self._apply_state(wanted)

    def options(self, view: str, **changes: Any) -> None:
        after, said = self.state.with_options(view, **changes).options, self.option_words(view, changes)
        self._change(options_name(view, changes, said), ("options", view, *sorted(changes)), options=after)

    def desk(self, **changes: Any) -> None:
        """Changes the layout; other views get no undo level: see visited, changed_layout."""
        desk, run = changed_layout(self.state, changes, self.trace)
        found = differences(self.state.desk, desk)
        if set(found) == {"views"}:
            self._apply_state(self.visited.left(self.wanted, desk))
        else:
            self._change(desk_name(found, desk), ("desk", *sorted(found)), desk=desk, run=run)
        self._playback.fit_speed()

    def choose(self, step: int, token_id: int, branches: tuple[Branch, ...] | None = None) -> bool:
        """Lets the model continue from another candidate of row `step`; False if it cannot: see chosen_candidate."""
        found = chosen_candidate(self.state, self.trace, step, token_id, branches)
        if found is not None:
            look = dataclasses.replace(self.state.look, step=step)
            self._change(found[1], run=found[0], look=look, desk=written_by(self.state.desk, found[0]))
        return found is not None

    def force_opening(self, text: str) -> None:
        """Makes the model's target of the selected sentence begin with this text; "" removes the constraint."""
        self.run(opening=text, prefix=(), prefix_sentence=self.state.look.sentence, target=None)

    def set_hover(self, cell: Cell | None) -> None:
        """Sets the cell under the pointer, in any widget; not part of the State. One outside the map is none."""
        cell = inside(cell, self.state.look, self.trace)
        if cell != self.hover:
            self.hover = cell
            self._notify({"hover"})

    def set_state(self, state: State, name: str = tr("open a session")) -> None:
        """Replaces the State, as one undoable change."""
        self._change(name, **{part.name: getattr(state, part.name) for part in dataclasses.fields(state)})

    def set_painted(self, milliseconds: float) -> None:
        """Records how long the last picture took to paint, in milliseconds."""
        self.painted_ms = milliseconds
        self._notify({"painted"})

    # -- undo --------------------------------------------------------------------------------------------------------
    def can_undo(self) -> bool:
        return bool(self._history.past)

    def can_redo(self) -> bool:
        return bool(self._history.future)

    def undo(self) -> None:
        """Undoes the last change; without one does nothing."""
        if self.can_undo():
            self._apply_state(self._history.undo(self.wanted))

    def redo(self) -> None:
        """Redoes the last undone change; without one does nothing."""
        if self.can_redo():
            self._apply_state(self._history.redo(self.wanted))

    def go_to(self, done: int) -> None:
        """Undoes or redoes until `done` changes (of `history`) are in force; requests at most one run."""
        if (wanted := self._history.go_to(done, self.wanted)) is not self.wanted:
            self._apply_state(wanted)

    def history(self) -> tuple[tuple[str, ...], int]:
        """(names of all changes in order, how many of them are in force)."""
        return self._history.names(), len(self._history.past)

    # -- play --------------------------------------------------------------------------------------------------------
    def set_playing(self, on: bool) -> None:
        """Starts playback up to the last step, or stops it; from the start if the last step is already shown."""
        if on == self.playing or (on and self.moment.rows < 2):
            return
        (self._playback.start if on else self._playback.stop)()
        self._notify({"playing"})

    # -- the engine --------------------------------------------------------------------------------------------------
    def attach(self, client: EngineClient | InlineEngine) -> None:
        """Starts this client, sends it every run from now on, the present one at once, and receives its answers."""
        self._engine.attach(client)
        self.submit()

    def submit(self) -> None:
        """Requests the present run (again)."""
        self._notify(self._results.begin())
        self._engine.ask(self.state.run)

    def cancel(self) -> None:
        """Cancels the run and keeps the last trace; without a run, pauses or resumes the effects: see `toggle`."""
        if not self.busy:
            return self.effects.toggle()
        self._engine.cancel()
        self._notify(self._results.give_up())

    def restart_engine(self) -> None:
        """Kills an engine that does not respond; a new one starts and computes the present run."""
        asks = self.engine == "stopped" and not is_recording(self.state.run.model)  # a request starts one given up
        (self.submit if asks else self._engine.restart)()

    def accept(self, event: Any) -> None:
        """Takes an event of the engine; see Results.accept. Outdated ones are ignored."""
        names = self._results.accept(event, self.state.run) | self.effects.accept(event) | self.pinned.accept(event)
        if "trace" in names:
            before = self._state
            self._state = self.wanted.with_(look=fit_look(self.wanted.look, self.trace))
            names |= set(differences(before, self._state)) | self._check_hover()
            self.rest.picture_arrived()
        self._notify(names)

    # -- inside ------------------------------------------------------------------------------------------------------
    def _change(self, name: str, key: Hashable = None, merge: bool = False, **parts: Any) -> None:
        """Changes whole parts of the State as an undo level; nothing if all equal the present ones."""
        if refused := refusal(self.state.run, parts):
            self._notify(self._results.refuse(refused))
        elif new := changed_parts(parts, self.state, self.wanted):
            self._notify(self._results.refuse(""))
            self._history.push(self.wanted, name, key, self._clock(), merge)
            self._apply_state(self.wanted.with_(**new))

    def _apply_state(self, wanted: State) -> None:
        """Replaces the State and signals which parts changed; a changed run is computed."""
        before, self.wanted = self._state, wanted
        self._state = wanted.with_(look=fit_look(wanted.look, self.trace))
        moved = (before.look.kind, before.look.sentence) != (self.state.look.kind, self.state.look.sentence)
        names = set(differences(before, self._state)) | self._check_hover(drop=moved)
        if "run" not in names:
            self._notify(names or {"history"})
            return
        if self.playing:
            self._playback.stop()
            names |= {"playing"}
        self._notify(names | self._results.begin())
        self._engine.ask(self.state.run)

    def _check_hover(self, drop: bool = False) -> set[str]:
        """Clears the hovered cell if the map no longer has it, or if `drop` is set."""
        before, self.hover = self.hover, None if drop else inside(self.hover, self.state.look, self.trace)
        return {"hover"} if self.hover != before else set()

    def _notify(self, names: set[str]) -> None:
        self._moment = None
        if names:
            self.changed.emit(frozenset(names))
