"""The pinned run: a value of the State, and its Trace beside it, computed only where it is shown and not there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from model_core.engine.messages import BackgroundRun, Ready, Starting
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.document.session import Session, from_bytes, to_bytes
from viz_app.document.state import Pin, State
from viz_app.document.store import Store

OTHER = RunSpec(source=("another text",))


class Client(QObject):
    """Writes down what is asked."""

    message = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.beside: list[RunSpec] = []
        self.runs: list[RunSpec] = []

    def start(self) -> None: ...
    def submit(self, run: RunSpec, whole: bool = False, rest: bool = False) -> None:
        self.runs.append(run)

    def cancel(self, asked: object = None) -> None: ...
    def restart(self) -> None: ...
    def ask_effects(self, asked: Any, part: Any = None) -> None: ...
    def ask_beside(self, run: RunSpec) -> None:
        self.beside.append(run)


def trace(run: RunSpec) -> Trace:
    return made_trace(run.source, run=run)


@pytest.fixture
def store(qtbot: QtBot) -> Store:
    made = Store()
    made.attach(Client())  # type: ignore[arg-type]
    made.accept(trace(made.state.run))
    return made


def asked(store: Store) -> list[RunSpec]:
    return store._engine.client.beside  # type: ignore[union-attr]


def test_the_present_run_is_kept_when_it_is_pinned_and_the_text_changes(store: Store) -> None:
    store.pinned.set_shown(True)
    before = store.trace
    store.pinned.pin(Pin(store.state.run))
    store.run(source=("something else",))
    store.accept(trace(store.state.run))
    assert store.pinned.trace is before and store.trace is not before and asked(store) == []


def test_a_pin_is_undone_and_saved(store: Store) -> None:
    store.pinned.pin(Pin(OTHER, 0, "cross", 1, 2, 3))
    assert store.history()[0][-1] == "pin a head"
    kept = from_bytes(to_bytes(Session(store.state)), "a file").state
    assert kept.pin == store.state.pin
    store.undo()
    assert store.state.pin is None and store.pinned.trace is None
    store.redo()
    assert store.state.pin == Pin(OTHER, 0, "cross", 1, 2, 3)


def test_the_pinned_run_is_requested_once_and_only_while_shown(store: Store) -> None:
    store.pinned.pin(Pin(OTHER))
    assert asked(store) == []
    store.pinned.set_shown(True)
    store.pinned.set_shown(True)
    store.accept(trace(store.state.run))
    assert asked(store) == [OTHER]
    told: list[Any] = []
    store.changed.connect(told.append)
    found = trace(OTHER)
    store.accept(BackgroundRun(OTHER, found))
    assert store.pinned.trace is found and frozenset({"pinned"}) in told


def test_one_pinned_run_is_kept_and_late_answers_are_ignored(store: Store) -> None:
    store.pinned.set_shown(True)
    store.pinned.pin(Pin(OTHER))
    store.accept(BackgroundRun(OTHER, trace(OTHER)))
    third = RunSpec(source=("a third text",))
    store.pinned.pin(Pin(third))
    assert store.pinned.trace is None and asked(store) == [OTHER, third]
    store.accept(BackgroundRun(OTHER, trace(OTHER)))
    assert store.pinned.trace is None


def test_why_it_cannot_be_computed_is_known_and_forgotten_with_the_next_pin(store: Store) -> None:
    store.pinned.set_shown(True)
    store.pinned.pin(Pin(OTHER))
    store.accept(BackgroundRun(OTHER, problem="not this text"))
    assert store.pinned.problem == "The pinned run cannot be computed: not this text" and store.problem is None
    store.pinned.pin(Pin(store.state.run))
    assert store.pinned.problem == "" and store.pinned.trace is store.trace


def test_a_lost_engine_is_asked_again(store: Store) -> None:
    store.pinned.set_shown(True)
    store.pinned.pin(Pin(OTHER))
    store.accept(Starting())
    store.accept(Ready())
    assert asked(store) == [OTHER, OTHER]


def test_a_session_with_a_pin_requests_it_after_the_first_picture(qtbot: QtBot) -> None:
    opened = Store(State(pin=Pin(OTHER)))
    opened.attach(Client())  # type: ignore[arg-type]
    opened.pinned.set_shown(True)
    assert asked(opened) == []
    opened.accept(trace(opened.state.run))
    assert asked(opened) == [OTHER]


def test_a_run_of_a_model_that_has_changed_is_computed_again(store: Store) -> None:
    store.pinned.set_shown(True)
    store.pinned.pin(Pin(OTHER))
    store.accept(BackgroundRun(OTHER, trace(OTHER)))
    again = trace(store.state.run)
    store.accept(again)
    assert store.pinned.trace is not None and asked(store) == [OTHER]
    store.accept(again.with_(model=replace(again.model, hash="other weights")))
    assert store.pinned.trace is None and asked(store) == [OTHER, OTHER]


def by_other_weights(run: RunSpec, folder: str = "") -> Trace:
    made = trace(run)
    return made.with_(model=replace(made.model, folder=folder, hash="other weights"))


def test_a_pinned_run_by_other_weights_has_the_present_one_computed_again_first(store: Store) -> None:
    """The model's files have changed since the present run was computed."""
    store.pinned.set_shown(True)
    store.pinned.pin(Pin(OTHER))
    runs = store._engine.client.runs  # type: ignore[union-attr]
    store.accept(BackgroundRun(OTHER, by_other_weights(OTHER)))
    assert store.pinned.trace is None and store.busy and runs == [store.state.run] * 2
    store.accept(by_other_weights(store.state.run))
    assert asked(store) == [OTHER, OTHER] and len(runs) == 2
    found = by_other_weights(OTHER)
    store.accept(BackgroundRun(OTHER, found))
    assert store.pinned.trace is found and len(runs) == 2


def test_while_another_run_is_computed_a_pinned_one_by_other_weights_waits_for_it(store: Store) -> None:
    store.pinned.set_shown(True)
    store.pinned.pin(Pin(OTHER))
    store.run(source=("a third text",))
    store.accept(BackgroundRun(OTHER, by_other_weights(OTHER)))
    assert store.pinned.trace is None and len(store._engine.client.runs) == 2  # type: ignore[union-attr]
    store.accept(by_other_weights(store.state.run))
    assert asked(store) == [OTHER, OTHER]


def test_a_run_of_another_model_may_have_other_weights(store: Store) -> None:
    store.pinned.set_shown(True)
    store.pinned.pin(Pin(OTHER))
    store.accept(BackgroundRun(OTHER, by_other_weights(OTHER, "another model")))
    assert store.pinned.trace is not None and not store.busy
    changed = trace(store.state.run)
    store.accept(changed.with_(model=replace(changed.model, folder="another model", hash="third weights")))
    assert store.pinned.trace is None and asked(store) == [OTHER, OTHER], "of this model it is the older one"
