"""Effects are asked for while something shows them: at once or in a pause, once, and of the present run only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from model_core.engine.messages import EngineLost, Ready, Starting, TextWithout
from model_core.record.effects import Component, Effects, EffectsSpec, parts_of
from model_core.record.lens import Lens, LensSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Alternative
from tests.made.traces import made_trace
from tests.made.trainings import STEPS, write_training
from viz_app.document.runs import effects_of_run
from viz_app.document.runs.effects_of_run import EffectsRequest
from viz_app.document.store import Store

PART = Component("heads", "cross", 0, 1)


class Client(QObject):
    """Writes down what is asked."""

    message = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []
        self.cancelled: list[Any] = []

    def start(self) -> None: ...
    def submit(self, run: RunSpec, whole: bool = False, rest: bool = False) -> None: ...
    def cancel(self, asked: EffectsSpec | None = None) -> None:
        self.cancelled.append(asked)

    def restart(self) -> None: ...
    def ask_effects(self, asked: EffectsSpec, part: Component | None = None) -> None:
        self.asked.append((asked, part))


@pytest.fixture
def store(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(effects_of_run, "PAUSE", 20)
    monkeypatch.setattr(effects_of_run, "BREATH", 40)
    made = Store()
    made.attach(Client())  # type: ignore[arg-type]
    made.accept(made_trace(run=made.state.run))
    return made


def asked(store: Store) -> list[Any]:
    return store._engine.client.asked  # type: ignore[union-attr]


def runs_of(store: Store) -> list[RunSpec]:
    """The runs that are asked for from now on."""
    found: list[RunSpec] = []
    store._engine.client.submit = lambda run, whole=False, rest=False: found.append(run)  # type: ignore[union-attr,method-assign]
    return found


def effects(spec: EffectsSpec, done: int = 99) -> Effects:
    parts = parts_of(made_trace().spec, 0)
    return Effects(spec, (), (), parts, np.zeros(1), np.zeros((len(parts), 1)), min(done, len(parts)), 1.0)


def test_live_requests_are_sent_at_once_and_once(store: Store) -> None:
    store.accept(made_trace(run=store.state.run))  # the pause begins here, however long the test took to begin
    spec = EffectsSpec(store.state.run)
    for _ in range(3):
        store.effects.request("views", EffectsRequest(spec, (PART,), live=True))
    store.effects.request("inspector", EffectsRequest(spec, live=True))
    assert asked(store) == [(spec, None)]


def test_texts_wait_for_a_pause_of_typing_and_for_nothing_else(store: Store, qtbot: QtBot) -> None:
    spec, other = EffectsSpec(store.state.run), Component("heads", "cross", 0, 2)
    store.effects.request("views", EffectsRequest(spec, (PART,), live=True))
    assert asked(store) == [(spec, None)], "no new key can end the writing of a text"
    qtbot.waitUntil(lambda: asked(store) == [(spec, None), (spec, PART)], timeout=5000)
    store.effects.request("views", EffectsRequest(spec, (other,), live=True))
    assert asked(store)[2:] == [(spec, other)], "nobody types now"


def test_other_requests_wait_for_a_pause(store: Store, qtbot: QtBot) -> None:
    spec = EffectsSpec(store.state.run)
    store.effects.request("views", EffectsRequest(spec))
    assert asked(store) == []
    qtbot.waitUntil(lambda: asked(store) == [(spec, None)], timeout=5000)


def test_effects_no_longer_shown_are_cancelled_and_can_be_requested_again(store: Store, qtbot: QtBot) -> None:
    """The sweep of a view that was left went on to its end."""
    spec, lens = EffectsSpec(store.state.run), LensSpec(store.state.run)
    store.effects.request("views", EffectsRequest(spec, live=True))
    store.effects.request("inspector", EffectsRequest(spec, live=True))
    store.effects.request("views", EffectsRequest(lens, live=True))
    given_up = store._engine.client.cancelled  # type: ignore[union-attr]
    assert given_up == [], "the inspector still shows it"
    store.effects.request("inspector")
    assert given_up == [spec]
    store.effects.request("inspector", EffectsRequest(spec, live=True))
    assert asked(store) == [(spec, None), (lens, None), (spec, None)] and given_up == [spec]


def test_only_the_present_run_is_asked_for_effects(store: Store, qtbot: QtBot) -> None:
    old = EffectsSpec(store.state.run)
    store.run(source=("another",))
    store.effects.request("views", EffectsRequest(old, live=True))
    assert asked(store) == []
    store.accept(made_trace(run=store.state.run))
    qtbot.wait(60)
    assert asked(store) == []
    store.effects.request("views", EffectsRequest(EffectsSpec(store.state.run), live=True))
    assert asked(store) == [(EffectsSpec(store.state.run), None)]


def test_keys_in_a_row_ask_for_nothing_and_the_last_one_for_its_text_alone(store: Store, qtbot: QtBot) -> None:
    """The engine is free when the next key comes."""
    for text in ("a", "ab", "abc"):
        store.run(source=(text,))
        store.accept(made_trace(run=store.state.run))
        store.effects.request("views", EffectsRequest(EffectsSpec(store.state.run), live=True))
        assert asked(store) == []
    qtbot.waitUntil(lambda: asked(store) == [(EffectsSpec(store.state.run), None)], timeout=5000)


def test_received_effects_are_announced_kept_and_not_requested_again(store: Store, qtbot: QtBot) -> None:
    spec, names = EffectsSpec(store.state.run), list[frozenset[str]]()
    store.changed.connect(names.append)
    text = Alternative("without", 0, (), (), 0, True, {}, {})
    store.accept(found := effects(spec))
    store.accept(TextWithout(spec, PART, text))
    assert names == [frozenset({"effects"})] * 2
    assert store.effects.available()[spec] is found and store.effects.texts()[spec, PART] is text
    store.effects.request("views", EffectsRequest(spec, (PART,), live=True))
    assert asked(store) == []


def test_what_came_is_forgotten_where_other_weights_computed_the_run(store: Store) -> None:
    store.effects.at_once = True
    spec, trace = EffectsSpec(store.state.run), made_trace(run=store.state.run)
    store.effects.request("views", EffectsRequest(spec, (PART,)))
    store.accept(effects(spec))
    store.accept(trace)
    assert spec in store.effects.available()
    store.accept(trace.with_(model=replace(trace.model, hash="other weights")))
    assert not store.effects.available() and store.effects.incomplete == {spec}


def test_what_is_shown_is_not_forgotten_for_what_comes(store: Store) -> None:
    """A text typed again after others had its effects first: they are the oldest, and nobody asks for them again."""
    spec, text = EffectsSpec(store.state.run), Alternative("without", 0, (), (), 0, True, {}, {})
    store.accept(effects(spec))
    store.accept(TextWithout(spec, PART, text))
    store.effects.request("inspector", EffectsRequest(spec, (PART,)))
    for number in range(effects_of_run.KEPT**2 + 1):
        other = EffectsSpec(RunSpec(source=(f"text {number}",)))
        store.accept(effects(other))
        store.accept(TextWithout(other, PART, text))
    assert spec in store.effects.available() and (spec, PART) in store.effects.texts()
    store.effects.request("inspector")
    for number in range(effects_of_run.KEPT):
        store.accept(effects(EffectsSpec(RunSpec(source=(f"text {number}",)))))
    assert spec not in store.effects.available(), "nobody shows it any more"


def test_after_a_restart_effects_are_requested_again(store: Store, qtbot: QtBot) -> None:
    spec = EffectsSpec(store.state.run)
    store.effects.request("views", EffectsRequest(spec))
    qtbot.waitUntil(lambda: asked(store) == [(spec, None)], timeout=5000)
    store.accept(Starting())
    store.accept(made_trace(run=store.state.run))
    qtbot.waitUntil(lambda: asked(store) == [(spec, None)] * 2, timeout=5000)


def test_a_restarted_process_computes_the_run_first(store: Store, qtbot: QtBot) -> None:
    """It may have loaded other weights than those of the picture."""
    spec, trace, runs = EffectsSpec(store.state.run), made_trace(run=store.state.run), runs_of(store)
    store.effects.request("views", EffectsRequest(spec, live=True))
    store.accept(effects(spec))
    for event in (EngineLost("it stopped"), Starting(), Ready()):
        store.accept(event)
    assert runs == [store.state.run] and store.busy and asked(store) == [(spec, None)]
    store.accept(trace.with_(model=replace(trace.model, hash="other weights")))
    assert not store.effects.available(), "they are of the old weights"
    qtbot.waitUntil(lambda: asked(store) == [(spec, None)] * 2, timeout=5000)


def test_a_restarted_process_is_asked_for_missing_effects(store: Store, qtbot: QtBot) -> None:
    spec, other = (EffectsSpec(store.state.run, replacement=name) for name in ("zero", "uniform"))
    store.effects.request("views", EffectsRequest(spec, live=True), EffectsRequest(other, live=True))
    store.accept(effects(spec))
    store.accept(effects(other, done=3))
    for event in (EngineLost("it stopped"), Starting(), Ready(), made_trace(run=store.state.run)):
        store.accept(event)
    qtbot.waitUntil(lambda: asked(store)[2:] == [(other, None)], timeout=5000)


def test_a_restarted_process_does_not_repeat_an_abandoned_run(store: Store) -> None:
    store.run(source=("another",))
    store.cancel()
    runs = runs_of(store)
    for event in (EngineLost("it stopped"), Starting(), Ready()):
        store.accept(event)
    assert runs == [] and not store.busy


def test_effects_cancelled_by_a_key_are_requested_again_when_it_is_undone(store: Store, qtbot: QtBot) -> None:
    """The engine drops what belongs to another run, also to one that is never answered."""
    spec = EffectsSpec(store.state.run)
    store.effects.request("views", EffectsRequest(spec, live=True))
    store.run(source=("x",))
    store.undo()
    store.accept(made_trace(run=store.state.run))
    qtbot.waitUntil(lambda: asked(store) == [(spec, None)] * 2, timeout=5000)


def test_effects_cancelled_with_a_run_are_requested_again(store: Store, tmp_path: Path) -> None:
    """A sentence in the snapshots of a training, which another run does not end."""
    store.run(source=("9 8 7",))
    store.effects.follow(True)
    store.effects.at_once = True
    store.effects.training.of(str(write_training(tmp_path / "one", STEPS[:3])))
    assert len(asked(store)) == 1
    store.cancel()
    assert asked(store)[1:] == asked(store)[:1]
    store.accept(Ready())
    assert len(asked(store)) == 3, "by a process that is started again, too"
    store.effects.follow(False)


def test_only_the_latest_are_kept(store: Store) -> None:
    specs = [EffectsSpec(RunSpec(source=(str(number),))) for number in range(effects_of_run.KEPT + 3)]
    for spec in specs:
        store.accept(effects(spec))
    assert list(store.effects.available()) == specs[3:]


def test_a_lens_is_requested_until_complete_and_kept_apart_from_effects(store: Store) -> None:
    spec = LensSpec(store.state.run)
    store.effects.request("views", EffectsRequest(spec, live=True))
    assert asked(store) == [(spec, None)]
    store.accept(Lens(spec, 2, 10, 1.0))
    assert not store.effects.snapshot_fields["lenses"][spec].complete and not store.effects.available()
    store.effects.request("views")
    store.effects.request("views", EffectsRequest(spec, live=True))
    assert asked(store) == [(spec, None)] * 2, "it was given up as the view was left"


def test_computing_effects_can_be_stopped_and_resumed(store: Store) -> None:
    one, other = (EffectsSpec(store.state.run, replacement=name) for name in ("zero", "uniform"))
    store.effects.request("views", EffectsRequest(one, live=True), EffectsRequest(other, live=True))
    store.accept(effects(one))
    store.accept(effects(other, done=3))
    assert store.effects.incomplete == {other} and not store.effects.stopped
    before, cancelled = len(asked(store)), []
    store._engine.client.cancel = lambda: cancelled.append(1)  # type: ignore[union-attr,method-assign]
    store.cancel()
    assert store.effects.stopped == {other} and cancelled == [1] and len(asked(store)) == before
    assert store.effects.available()[other].done == 3, "what is there stays"
    store.effects.request("inspector", EffectsRequest(other, live=True))
    assert len(asked(store)) == before, "nobody else begins it again"
    store.cancel()
    assert not store.effects.stopped and asked(store)[-1] == (other, None) and len(asked(store)) == before + 1
