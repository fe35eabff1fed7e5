"""Store: the sole writer of the State and of the results.

Whatever the user does becomes one of a few calls (`run`, `look`, `options`, `desk`, `choose`, …), whatever the engine
says comes through `accept`; both end in one signal that names what changed. Equal values change nothing.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from model_core.engine.messages import problem
from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ModelInfo, Trace
from model_core.recordings.open import AGAIN, is_recording, open_recording
from viz_app.document.history import History, desk_name, look_name, options_name, run_name
from viz_app.document.moment import Moment
from viz_app.document.results import Results
from viz_app.document.state import Layout, State, fitted

Cell = tuple[int, int]
"""(query, key) of a map, both from 0."""

TYPED = {"source", "target", "opening"}
"""Fields of a run that are typed: their changes join while the typing goes on."""


class Answers(Protocol):
    """What the store needs of a Lane: `told` is a signal that carries the engine's events."""

    told: Any

    def start(self) -> None:
        """Begin to listen to the engine."""

    def submit(self, run: RunSpec) -> None:
        """Ask for a run in place of the one before."""

    def cancel(self) -> None:
        """Give the run up."""

    def restart(self) -> None:
        """End the engine and start it again."""


class Store(QObject):
    """The State, its history, and the results that belong to it. `clock` gives seconds.

    `changed` carries a frozenset of "run", "look", "options", "desk" (drawers of the State), "hover", "trace",
    "writing" (`encoded` or `writing`), "busy", "problem", "models", "engine", "playing", "painted"; "history" alone
    where a change that can be undone shows in none of them: a choice that lies beyond the present Trace.
    """

    changed = Signal(frozenset)

    def __init__(
        self,
        state: State | None = None,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._wanted = self._state = state or State()
        self._history = History()
        self._results = Results()
        self._lane: Answers | None = None
        self.hover: Cell | None = None
        self.painted_ms: float | None = None
        self._moment: Moment | None = None
        self._plays = 0
        self._play = QTimer(self)
        self._play.timeout.connect(self._play_on)

    # -- what is there -----------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """What the user chose; its look lies inside the sizes of `trace`.

        What was chosen beyond those sizes is remembered and comes back with a larger Trace.
        """
        return self._state

    @property
    def trace(self) -> Trace | None:
        """The last complete Trace; its run may be older than the present one."""
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
        """ "starting", "ready", "busy" or "lost"."""
        return self._results.engine

    @property
    def playing(self) -> bool:
        """Whether the steps are being played."""
        return self._play.isActive()

    @property
    def moment(self) -> Moment:
        """All that is there in one frozen value, the same one until something changes."""
        if self._moment is None:
            found = self._results
            self._moment = Moment(
                self._state, found.trace, found.encoded, found.writing, self.hover, found.busy, found.problem,
                found.engine, self.playing, self.painted_ms,
            )  # fmt: skip
        return self._moment

    # -- what the user does ------------------------------------------------------------------------------------------
    def ask(self, view: str, options: Mapping[str, Any] | None = None, **changes: Any) -> None:
        """What a view asks for: changes of the run, together with changes of its own options one level of history."""
        after = self.state.with_options(view, **options).options if options else self.state.options
        self._run(changes, options=after)

    def run(self, **changes: Any) -> None:
        """Change fields of the RunSpec: asks for a computation. TypeError for a field that it has not.

        A prefix and branches are made of one model's ids for one text: changing either without giving new ones drops
        them; another model also drops swapped tokens. A target makes the user the writer, none the model.
        """
        self._run(changes)

    def _run(self, changes: dict[str, Any], **drawers: Any) -> None:
        """Changes of the run, with other drawers."""
        now = self.state.run
        run = now.with_(**_frozen(changes))
        if (run.source, run.model) != (now.source, now.model):
            kept = {"prefix": run.prefix == now.prefix, "branches": run.branches == now.branches}
            run = run.with_(**{name: () for name, same in kept.items() if same})
        if run.model != now.model and run.edits == now.edits:  # ids of another vocabulary
            run = run.with_(edits=dataclasses.replace(run.edits, swaps=()))
        found = differences(now, run)
        typed = found and set(found) <= TYPED and None not in found.values()
        key = ("run", *sorted(found)) if typed else None
        self._change(run_name(found, now.edits), key, run=run, desk=_written_by(self.state.desk, run), **drawers)

    def look(self, **changes: Any) -> None:
        """Change what is looked at; only repaints. TypeError for a field that a Look has not.

        Another kind of attention or another sentence lets the pinned cell go unless a new one is given.
        """
        now = self.state.look
        look = dataclasses.replace(now, **changes)
        if (look.kind, look.sentence) != (now.kind, now.sentence) and (look.query, look.key) == (now.query, now.key):
            look = dataclasses.replace(look, query=None, key=None)
        look = fitted(look, self.trace)
        found = differences(now, look)
        if self.playing and set(found) == {"step"}:
            self._change("play", ("play", self._plays), merge=True, look=look)
        else:
            self._change(look_name(found, look), ("look", *sorted(found)), look=look)

    def suggest(self, **changes: Any) -> None:
        """Change what is looked at as a choice of the program's own: no level of history, nothing to undo."""
        wanted = self._wanted.with_(look=dataclasses.replace(self._wanted.look, **changes))
        if wanted != self._wanted:
            self._become(wanted)

    def options(self, view: str, **changes: Any) -> None:
        """Change options of one view."""
        after = self.state.with_options(view, **changes).options
        self._change(options_name(view, changes), ("options", view, *sorted(changes)), options=after)

    def desk(self, **changes: Any) -> None:
        """Change the layout. TypeError for a field that a Layout has not.

        writer="me" starts from the target that is shown; writer="model" lets the model write again.
        """
        desk = dataclasses.replace(self.state.desk, **_frozen(changes))
        run = self.state.run
        if desk.writer == "me" and run.target is None:
            run = run.with_(target=self._shown_target(), prefix=(), opening="")
        elif desk.writer == "model" and run.target is not None:
            run = run.with_(target=None)
        found = differences(self.state.desk, desk)
        self._change(desk_name(found, desk), ("desk", *sorted(found)), desk=desk, run=run)
        if self.playing:
            self._play.setInterval(self._interval())

    def choose(self, step: int, token_id: int) -> bool:
        """Let the model go on from another candidate: what is written before row `step` stays, then this token.

        Acts on the sentence that is looked at. False, and nothing happens, where the picture belongs to another text
        or model than the one that is being computed, or has no such step.
        """
        run, trace, sentence = self.state.run, self.trace, self.state.look.sentence
        if trace is None or (trace.run.source, trace.run.model) != (run.source, run.model):
            return False
        written = trace.sentences[sentence].written
        if not 0 <= step < len(written):
            return False
        prefix = (*(token.id for token in written[:step]), token_id)
        run = run.with_(prefix=prefix, prefix_sentence=sentence, target=None, opening="")
        name = f"choose {_candidate_words(trace, step, sentence, token_id)}at step {step + 1}"
        look = dataclasses.replace(self.state.look, step=step)
        self._change(name, run=run, look=look, desk=_written_by(self.state.desk, run))
        return True

    def force_opening(self, text: str) -> None:
        """The model's target of the sentence that is looked at has to begin with this text; "" sets it free."""
        self.run(opening=text, prefix=(), prefix_sentence=self.state.look.sentence, target=None)

    def set_hover(self, cell: Cell | None) -> None:
        """The cell under the pointer, in whatever widget; no change of the State. Outside the map it is none."""
        cell = self._inside(cell)
        if cell != self.hover:
            self.hover = cell
            self._tell({"hover"})

    def set_state(self, state: State, name: str = "open a session") -> None:
        """Put another State in the place of the present one, as one change that can be undone."""
        self._change(name, run=state.run, look=state.look, options=state.options, desk=state.desk)

    def set_painted(self, milliseconds: float) -> None:
        """How long the last picture took to paint."""
        self.painted_ms = milliseconds
        self._tell({"painted"})

    # -- undo --------------------------------------------------------------------------------------------------------
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._history.past)

    def can_redo(self) -> bool:
        """Whether there is an undone change."""
        return bool(self._history.future)

    def undo(self) -> None:
        """Take the last change back; without one nothing happens."""
        if self.can_undo():
            self._become(self._history.undo(self._wanted))

    def redo(self) -> None:
        """Make the change undone last once more; without one nothing happens."""
        if self.can_redo():
            self._become(self._history.redo(self._wanted))

    def go_to(self, done: int) -> None:
        """Undo or redo until `done` changes (of `history`) are in force, as one step: at most one run is asked for."""
        wanted, history = self._wanted, self._history
        while len(history.past) > max(0, done):
            wanted = history.undo(wanted)
        while len(history.past) < done and history.future:
            wanted = history.redo(wanted)
        if wanted is not self._wanted:
            self._become(wanted)

    def history(self) -> tuple[tuple[str, ...], int]:
        """(names of all changes in their order, how many of them are in force)."""
        return self._history.names(), len(self._history.past)

    # -- play --------------------------------------------------------------------------------------------------------
    def set_playing(self, on: bool) -> None:
        """Play the steps up to the last one, or stop; from the start where the last one is shown already."""
        if on == self.playing or (on and self.moment.rows < 2):
            return
        if not on:
            self._play.stop()
        else:
            self._plays += 1
            self._play.start(self._interval())
            if self.moment.step >= self.moment.rows - 1:
                self.look(step=0)
        self._tell({"playing"})

    def _interval(self) -> int:
        """Milliseconds per step."""
        return max(1, round(1000 / self.state.desk.speed))

    def _play_on(self) -> None:
        step, last = self.moment.step + 1, self.moment.rows - 1
        self.look(step=None if step >= last else step)
        if step >= last:
            self.set_playing(False)

    # -- the engine --------------------------------------------------------------------------------------------------
    def attach(self, lane: Answers) -> None:
        """Start this lane, ask it for every run from now on, the present one at once, and take what it tells."""
        self._lane = lane
        lane.told.connect(self.accept)
        lane.start()
        self.submit()

    def submit(self) -> None:
        """Ask for the present run (again)."""
        self._tell(self._results.begin())
        self._ask(self.state.run)

    def _ask(self, run: RunSpec) -> None:
        """Ask the engine for a run; a recording is opened here, without it."""
        if not is_recording(run.model):
            if self._lane is not None:
                self._lane.submit(run)
            return
        if self._lane is not None:
            self._lane.cancel()
        try:
            self.accept(open_recording(run.model, run))
        except (Refused, MemoryError) as error:
            self.accept(problem(error, run))

    def cancel(self) -> None:
        """Give the computation up; the last picture stays."""
        if self.busy:
            if self._lane is not None:
                self._lane.cancel()
            self._tell(self._results.give_up())

    def restart_engine(self) -> None:
        """End an engine that does not answer; it is started again and asked for the present run."""
        if self._lane is not None:
            self._lane.restart()

    def accept(self, event: Any) -> None:
        """Take what the engine says; see Results.accept. Nothing is done with what does not count any more."""
        names = self._results.accept(event, self.state.run)
        if "trace" in names:
            before = self._state
            self._state = self._wanted.with_(look=fitted(self._wanted.look, self.trace))
            names |= set(differences(before, self._state)) | self._check_hover()
        self._tell(names)

    # -- inside ------------------------------------------------------------------------------------------------------
    def _change(self, name: str, key: Hashable = None, merge: bool = False, **drawers: Any) -> None:
        """Change whole drawers of the State, with a level of history; nothing where all equal the present ones."""
        now, run = self.state.run, drawers.get("run", self.state.run)
        if is_recording(now.model) and run.model == now.model and run != now:
            self._tell(self._results.refuse(AGAIN))
        elif any(getattr(self.state, drawer) != value for drawer, value in drawers.items()):
            self._tell(self._results.refuse(""))
            self._history.push(self._wanted, name, key, self._clock(), merge)
            self._become(self._wanted.with_(**drawers))

    def _become(self, wanted: State) -> None:
        """Make a State the present one and tell which drawers changed; a changed run is computed."""
        before, self._wanted = self._state, wanted
        self._state = wanted.with_(look=fitted(wanted.look, self.trace))
        names = set(differences(before, self._state))
        moved = (before.look.kind, before.look.sentence) != (self.state.look.kind, self.state.look.sentence)
        names |= self._check_hover(drop=moved)
        if "run" not in names:
            self._tell(names or {"history"})
            return
        if self.playing:
            self._play.stop()
            names.add("playing")
        self._tell(names | self._results.begin())
        self._ask(self.state.run)

    def _inside(self, cell: Cell | None) -> Cell | None:
        """The cell, if the map that is looked at has it."""
        if cell is None or self.trace is None:
            return None
        rows, columns = self.trace.size(self.state.look.kind, self.state.look.sentence)
        return cell if 0 <= cell[0] < rows and 0 <= cell[1] < columns else None

    def _check_hover(self, drop: bool = False) -> set[str]:
        """Let the hovered cell go where it is not in the map any more, or where `drop` says so."""
        before, self.hover = self.hover, None if drop else self._inside(self.hover)
        return {"hover"} if self.hover != before else set()

    def _shown_target(self) -> tuple[str, ...]:
        """One target text per source line: those that are shown, where they belong to the present source."""
        lines = len(self.state.run.source)
        if self.trace is None or self.trace.run.source != self.state.run.source:
            return ("",) * lines
        texts = tuple(sentence.target_text for sentence in self.trace.sentences)
        return (*texts, *("",) * lines)[:lines]

    def _tell(self, names: set[str]) -> None:
        self._moment = None
        if names:
            self.changed.emit(frozenset(names))


def differences(before: Any, after: Any) -> dict[str, Any]:
    """The fields of two dataclasses of one type that differ, with their values in `after`."""
    pairs = {f.name: (getattr(before, f.name), getattr(after, f.name)) for f in dataclasses.fields(before)}
    return {name: new for name, (old, new) in pairs.items() if old != new}


def _frozen(changes: dict[str, Any]) -> dict[str, Any]:
    """The same with tuples in place of lists, so that a State stays comparable and hashable parts stay so."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in changes.items()}


def _written_by(desk: Layout, run: RunSpec) -> Layout:
    """The desk with the writer that a run has."""
    return dataclasses.replace(desk, writer="model" if run.target is None else "me")


def _candidate_words(trace: Trace, step: int, sentence: int, token_id: int) -> str:
    """The token in quotes and a blank, "" for one that is no candidate of the step."""
    tokens = trace.candidate_tokens[sentence][step] if trace.candidate_tokens else ()
    return next((f"“{token.text}” " for token in tokens if token.id == token_id), "")


__all__ = ["Cell", "Store", "differences"]
