"""How long a training takes is measured before it begins: when a process for that is started, and when it is ended."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.document.trainings import training_probe
from viz_app.document.trainings.training_probe import TrainingProbe
from viz_app.system import child_job
from viz_app.system.child_job import ChildJob, Outcome

pytestmark = pytest.mark.usefixtures("qapp", "prepared")
PATIENCE = 60_000  # ms of a child that loads torch


@pytest.fixture
def store() -> Store:
    return Store(State(run=RunSpec(source=("9 8 7",))))


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[ChildJob]:
    """The processes that are started."""
    found: list[ChildJob] = []

    class Noted(ChildJob):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            found.append(self)

    monkeypatch.setattr(child_job, "ChildJob", Noted)
    monkeypatch.setattr(training_probe, "PAUSE", 20)
    return found


def test_the_choice_that_is_seen_is_measured_once(qtbot: QtBot, store: Store, jobs: list[ChildJob]) -> None:
    told: list[bool] = []
    probe = TrainingProbe(store, lambda: told.append(True))
    store.options("train", task="copy", layers=1, heads=1, width=32, until="updates", updates=400)
    probe.follow(True)
    assert probe.estimate() is None
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE)
    found = probe.estimate()
    assert found is not None and found.updates == 400 and not found.problem
    assert probe._job.child is None
    assert 400 * found.update < found.seconds < 400 * found.update + PATIENCE / 1e3
    for seed in (2, 3):
        store.options("train", seed=seed)
        probe.follow(True)
    qtbot.wait(100)
    assert len(jobs) == 1 and probe.estimate() is found, "the seed does not change how long it takes"
    probe.follow(False)
    assert probe.estimate() is None
    probe.close()


def test_a_dial_that_moves_ends_what_is_measured(qtbot: QtBot, store: Store, jobs: list[ChildJob]) -> None:
    probe = TrainingProbe(store, lambda: None)
    probe.follow(True)
    qtbot.waitUntil(lambda: len(jobs) == 1)
    first = jobs[0]
    store.options("train", width=512)
    probe.follow(True)
    qtbot.waitUntil(lambda: first.process.poll() is not None)
    qtbot.waitUntil(lambda: len(jobs) == 2)
    probe.follow(False)
    qtbot.waitUntil(lambda: jobs[1].process.poll() is not None)
    probe.close()


def test_dials_that_move_quickly_start_nothing(qtbot: QtBot, store: Store, jobs: list[ChildJob]) -> None:
    probe = TrainingProbe(store, lambda: None)
    for width in (32, 128, 256):
        store.options("train", width=width)
        probe.follow(True)
    store.options("train", heads=3)  # which cannot be started
    probe.follow(True)
    qtbot.wait(100)
    assert not jobs
    probe.close()


def test_what_cannot_be_trained_is_known_beforehand(qtbot: QtBot, store: Store, jobs: list[ChildJob]) -> None:
    told: list[bool] = []
    probe = TrainingProbe(store, lambda: told.append(True))
    probe.follow(True)
    qtbot.waitUntil(lambda: len(jobs) == 1)
    probe._job.stop()
    probe._job.ended.emit(Outcome(2, refusal=Refused("E-TRAIN-START", "the model has another shape")))
    found = probe.estimate()
    assert told and found is not None and found.problem == "the model has another shape"
    probe.close()


def test_the_estimate_reports_a_missing_model(qtbot: QtBot, store: Store, jobs: list[ChildJob]) -> None:
    """And is nothing that keeps the window from being drawn, as when it starts with the last session."""
    probe = TrainingProbe(store, lambda: None)
    store.run(model="/no/such/model")
    store.options("train", go_on=True, task="copy")
    probe.follow(True)
    qtbot.waitUntil(lambda: probe.estimate() is not None, timeout=PATIENCE)
    found = probe.estimate()
    assert len(jobs) == 1 and found is not None and "there is no model folder '/no/such/model'" in found.problem
    probe.close()


def test_no_process_is_no_estimate(store: Store, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> None:
        raise OSError("no process")

    monkeypatch.setattr(child_job, "ChildJob", none)
    monkeypatch.setattr(training_probe, "PAUSE", 1)
    probe = TrainingProbe(store, lambda: None)
    probe.follow(True)
    qtbot.wait(50)
    assert probe.estimate() is None
    probe.close()
