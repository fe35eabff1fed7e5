"""Trainings in a real window, by real processes: begun, paused, stopped, gone on with, kept, opened."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from model_core.checkpoints.checkpoint import load_model
from model_core.checkpoints.folder import model_folder
from model_core.io.child_process import PAUSE, child_command, kill, start
from model_core.record.model_info import read_about
from model_core.record.training_log import read_training, snapshots
from model_core.record.training_now import TrainingJob, TrainingNow
from tests.made.traces import made_trace
from tests.made.trainings import STEPS, write_training
from tests.support.harness import shown, stored
from tests.support.held_training import held
from viz_app.document.trainings.followed_training import available_trainings, trainings_folder
from viz_app.document.trainings.training_choice import RUINOUS_RATE
from viz_app.files.dialogs import FailureDialog
from viz_app.files.file_kinds import OpenedTraining, look_at
from viz_app.files.open_save import OPEN_FILTERS
from viz_app.files.training_actions import TrainingActions
from viz_app.system.command_queue import flush
from viz_app.system.own_models import models_folder
from viz_app.views.train.bar import TrainBar
from viz_app.views.train.view import Train
from viz_app.window.main_window import Window

resource: Any = pytest.importorskip("resource")
pytestmark = pytest.mark.usefixtures("prepared")
PATIENCE = 60_000  # ms of a child that loads torch


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path / "home"))
    with shown(stored(made_trace("3 1 4", "4 1 3")), qtbot) as window:
        yield window


def now_of(window: Window) -> TrainingNow:
    """What is known of the training that the view shows."""
    options = window.store.state.options.get("train", {})
    return window.store.effects.training.of(str(options.get("folder", "")))


def begin(window: Window, **choice: object) -> TrainingActions:
    """A small training, begun by its command."""
    small = {"task": "copy", "layers": 1, "heads": 1, "width": 32, "until": "updates", "updates": 100_000}
    window.store.desk(views=("train",))
    window.store.options("train", **(small | choice))
    window.commands.run("train.start")
    found: TrainingActions = window.file_actions.trainings
    return found


def test_a_training_is_begun_paused_stopped_and_goes_on(window: Window, qtbot: QtBot) -> None:
    actions = begin(window)
    assert now_of(window).state == "starting" and actions.line.isVisibleTo(window)
    qtbot.waitUntil(lambda: len(now_of(window).places) > 3, timeout=PATIENCE)
    assert now_of(window).state == "running" and now_of(window).folder == str(trainings_folder() / "Copy digits")
    window.commands.run("train.toggle")
    qtbot.waitUntil(lambda: now_of(window).state == "paused", timeout=PATIENCE)
    seen = len(now_of(window).events)
    qtbot.wait(300)
    assert len(now_of(window).events) == seen, "nothing happens while it is paused"
    assert actions.line.text().endswith("paused")
    window.commands.run("train.toggle")
    qtbot.waitUntil(lambda: now_of(window).state == "running" and len(now_of(window).events) > seen, timeout=PATIENCE)
    assert "paused" not in actions.line.text()
    window.commands.run("train.stop")
    qtbot.waitUntil(lambda: now_of(window).state == "stopped", timeout=PATIENCE)
    assert not now_of(window).job.words and not actions.line.isVisible()
    stopped = now_of(window).events[-1].step
    window.commands.run("train.toggle")
    qtbot.waitUntil(lambda: now_of(window).state == "running", timeout=PATIENCE)
    assert now_of(window).events[-1].step >= stopped
    window.commands.run("train.stop")
    qtbot.waitUntil(lambda: now_of(window).state == "stopped", timeout=PATIENCE)


def test_a_training_from_a_missing_model_is_reported(window: Window) -> None:
    window.store.run(model="/no/such/model")
    actions = begin(window, go_on=True)
    (page,) = [sheet for sheet in window.findChildren(FailureDialog) if sheet.isVisible()]
    assert page.words[0].text().startswith("There is no model folder '/no/such/model'")
    assert actions._job.child is None and now_of(window).job.doing == ""


def test_a_command_for_one_training_does_not_pause_another(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one trains here, another that was stopped can be looked at, but not resumed."""
    here, other = (str(write_training(tmp_path / name, end=end)) for name, end in (("here", ""), ("other", "stopped")))
    (tmp_path / "link").symlink_to(tmp_path)  # as a home may be
    here = str(tmp_path / "link" / "here")
    actions, orders = window.file_actions.trainings, list[bytes]()
    monkeypatch.setattr(actions, "_folder", here)
    monkeypatch.setattr(actions._job, "child", SimpleNamespace(order=orders.append, wait=lambda: None))
    actions._show_job(TrainingJob("running"))
    window.store.desk(views=("train",))
    window.store.options("train", folder=other)
    flush()
    bar = window.findChild(TrainBar)
    assert bar is not None and now_of(window).can_go_on and now_of(window).elsewhere
    assert not bar.buttons["go_on"].isEnabled()
    window.commands.run("train.toggle")
    assert not orders and not actions._paused
    actions.show(Path(here))
    flush()
    assert not now_of(window).elsewhere and bar.buttons["pause"].isEnabled()
    window.commands.run("train.toggle")
    assert orders == [PAUSE]


def test_a_killed_process_is_reported_and_can_resume(window: Window, qtbot: QtBot) -> None:
    actions = begin(window)
    qtbot.waitUntil(lambda: len(now_of(window).places) > 2, timeout=PATIENCE)
    assert actions._job.child is not None
    actions._job.child.process.kill()
    qtbot.waitUntil(lambda: not now_of(window).job.doing, timeout=PATIENCE)
    now = now_of(window)
    assert now.state == "quiet" and now.can_go_on and "signal 9" in now.job.words and len(now.places) > 2


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="Linux")
def test_a_full_disk_is_reported_and_the_training_can_resume(window: Window, qtbot: QtBot) -> None:
    actions = begin(window)
    qtbot.waitUntil(lambda: len(now_of(window).places) > 5, timeout=PATIENCE)
    assert actions._job.child is not None
    resource.prlimit(actions._job.child.process.pid, resource.RLIMIT_FSIZE, (10_000, 10_000))
    qtbot.waitUntil(lambda: not now_of(window).job.doing, timeout=PATIENCE)
    now = now_of(window)
    assert "cannot be written: the disk is full" in now.job.words and "Free some space" in now.job.words
    assert now.can_go_on and len(now.places) > 5 and all(load_model(place.folder) for place in now.places)
    window.commands.run("train.toggle")
    qtbot.waitUntil(lambda: now_of(window).state == "running" and now_of(window).events[-1].step > 0, timeout=PATIENCE)
    assert not now_of(window).job.words
    window.commands.run("train.stop")
    qtbot.waitUntil(lambda: now_of(window).state == "stopped", timeout=PATIENCE)


def test_a_diverging_rate_is_reported_and_the_last_good_snapshot_stays(window: Window, qtbot: QtBot) -> None:
    begin(window, rate=RUINOUS_RATE)
    qtbot.waitUntil(lambda: not now_of(window).job.doing, timeout=PATIENCE)
    now = now_of(window)
    assert now.state == "failed" and now.events[-1].kind == "failed" and now.places
    assert "not finite" in now.job.words and "lower rate" in now.job.words
    last = load_model(now.places[-1].folder).model
    assert all(weight.isfinite().all() for weight in last.parameters())
    assert not now.can_go_on, "from ruined weights nothing goes on"


def test_a_training_that_another_program_writes_is_followed_to_its_end(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    out, gate = tmp_path / "elsewhere", tmp_path / "go on"
    line = ["train", "--task", "copy", "--set", "model.d_model=16", "--steps", "400", "--until", "0", "--out", str(out)]
    other = start(child_command("tests.support.held_training", held(300, gate, line)), stderr=subprocess.DEVNULL)
    try:
        qtbot.waitUntil(lambda: (out / "training.json").is_file(), timeout=PATIENCE)
        assert window.file_actions.open_path(out)
        flush()
        qtbot.waitUntil(lambda: now_of(window).state == "running" and len(now_of(window).places) > 3, timeout=PATIENCE)
        seen = len(now_of(window).events)
        assert now_of(window).events[-1].kind != "done" and not now_of(window).job.doing
        gate.touch()
        qtbot.waitUntil(lambda: now_of(window).state == "done", timeout=PATIENCE)
        now = now_of(window)
        assert len(now.events) > seen and now.events[-1].step == 400 == now.places[-1].step
        assert other.wait() == 0
    finally:
        kill(other)
        other.wait()
        for stream in (other.stdin, other.stdout):
            assert stream is not None
            stream.close()


def test_a_training_is_saved_for_others(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "stick"
    home.mkdir()
    window.store.desk(views=("train",))
    window.store.options("train", folder="reverse")
    window.commands.run("train.save")
    dialog = window.file_actions.dialog
    assert dialog is not None
    dialog.fileSelected.emit(str(home))
    flush()
    out = home / "Reverse digits"
    qtbot.waitUntil(lambda: not window.file_actions.writer.busy)
    assert read_training(out).title == "Reverse digits"
    assert [one.step for one in snapshots(out)] == [place.step for place in now_of(window).places]
    assert window.file_actions.open_path(out)
    flush()
    assert now_of(window).folder == str(out) and now_of(window).state == "done"


def test_a_training_that_cannot_be_saved_is_explained(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    window.file_actions.trainings.save_in("reverse", tmp_path / "file")
    qtbot.waitUntil(lambda: bool(window.findChildren(FailureDialog)))
    (page,) = window.findChildren(FailureDialog)
    said = " ".join(one.text() for one in page.words)
    assert "cannot be written" in said and "went wrong in the program" not in said


def test_a_model_folder_that_has_its_training_beside_it_is_opened_as_either(window: Window, tmp_path: Path) -> None:
    folder = write_training(tmp_path / "mine")
    shutil.copytree(model_folder("copy"), folder, dirs_exist_ok=True)
    window.file_actions.open_model()
    dialog = window.file_actions.dialog
    assert dialog is not None
    dialog.fileSelected.emit(str(folder))
    flush()
    assert window.store.state.run.model == str(folder) and window.store.state.desk.views != ("train",)
    assert look_at(folder) == OpenedTraining(folder)


def test_the_reason_why_nothing_can_be_trained_is_shown(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    empty = tmp_path / "empty.tsv"
    empty.write_text("")
    before = str(write_training(tmp_path / "before"))
    window.store.options("train", folder=before)
    actions = begin(window, task="file", data=str(empty))
    assert window.store.state.options["train"]["folder"] == str(trainings_folder() / "empty")
    qtbot.waitUntil(lambda: actions._job.child is None and not now_of(window).job.doing, timeout=PATIENCE)
    view = window.findChild(Train)
    assert view is not None and view.card.isVisible(), "where another choice is made"
    assert "empty.tsv" in view.trouble.text() == now_of(window).unstarted
    options = window.store.state.options["train"]
    assert (options["folder"], options["page"]) == (before, "new"), "what wrote nothing is not selected"
    window.store.options("train", page="")
    flush()
    assert not view.card.isVisible() and "empty.tsv" not in view.trouble.text()


def test_a_folder_is_opened_and_a_snapshot_is_kept(window: Window, tmp_path: Path) -> None:
    folder = write_training(tmp_path / "mine")
    assert look_at(folder) == OpenedTraining(folder) == look_at(folder / "training.json")
    assert window.file_actions.open_path(folder)
    flush()
    page = window.desk.page("train")
    assert page is not None and page.isVisible()
    assert now_of(window).folder == str(folder) and len(now_of(window).places) == len(STEPS)
    assert window.store.history()[0][-1] == "open mine"


def test_a_model_that_is_kept_is_called_what_its_folder_is(window: Window) -> None:
    """Of one training several can be kept, each in the list of models."""
    window.store.options("train", folder="reverse")
    for update in ("64", "128"):
        window.store.run(model=f"reverse/snapshots/{update}")
        window.commands.run("train.keep")
    kept = sorted(models_folder().iterdir())
    assert len(kept) == 2
    assert [read_about(folder)[1]["name"] for folder in kept] == [folder.name for folder in kept]


def test_kept_trainings_are_listed_the_latest_first(window: Window) -> None:
    for name in ("first", "second"):
        write_training(trainings_folder() / name)
    own = [folder for folder, _ in available_trainings() if str(trainings_folder()) in folder]
    assert {Path(folder).name for folder in own} == {"first", "second"}
    titles = dict(available_trainings())
    assert titles["reverse"] == "Reverse digits (included)"
    assert titles[str(trainings_folder() / "first")] == "Reverse digits · first"


@pytest.mark.parametrize("way", ["dropped", "opened"])
def test_pairs_that_come_while_train_is_open_are_learned_from(window: Window, tmp_path: Path, way: str) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("a\tb\n")
    before = window.store.state.run.source
    window.store.desk(views=("train",))
    actions = window.file_actions
    assert actions.open_path(pairs) if way == "opened" else actions.open_dropped((pairs,)) is None
    assert window.store.state.options["train"]["data"] == str(pairs) and window.store.state.run.source == before
    page = window.desk.page("train")
    assert page is not None
    card = page.view.card  # type: ignore[attr-defined]
    assert card.isVisible() and card.file.text() == "pairs.tsv"
    assert f"*{pairs.suffix} " in OPEN_FILTERS[0], "the dialog of File > Open lists such files"
