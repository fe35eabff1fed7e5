"""A training is deleted from the window: asked for by its list or the palette, with what goes and what stays."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QFile
from pytestqt.qtbot import QtBot

from model_core.checkpoints.folder import model_folder
from model_core.io.one_writer import only_writer
from model_core.record.training_now import TrainingJob
from tests.made.traces import made_trace
from tests.made.trainings import write_training
from tests.support.harness import shown, stored
from viz_app.commands.actions import action
from viz_app.document.trainings.followed_training import available_trainings, trainings_folder
from viz_app.files.dialogs import FailureDialog
from viz_app.system.command_queue import flush
from viz_app.views.train import deletion
from viz_app.views.train.bar import TrainBar
from viz_app.views.train.deletion import DeletionPage
from viz_app.window.main_window import Window


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(QFile, "supportsMoveToTrash", lambda: False)
    with shown(stored(made_trace("3 1 4", "4 1 3")), qtbot) as window:
        yield window


def kept_training(window: Window, name: str = "mine") -> Path:
    """A training that is kept here, shown in Train."""
    folder = write_training(trainings_folder() / name)
    window.store.desk(views=("train",))
    window.store.options("train", folder=str(folder))
    flush()
    return folder


def asked(window: Window, qtbot: QtBot) -> DeletionPage:
    """The question, after the last entry of the list was chosen."""
    bar = window.findChild(TrainBar)
    assert bar is not None
    entry = bar.list.menu().actions()[-1]
    assert entry.text() == "Delete this training…" and entry.isEnabled()
    entry.trigger()
    flush()
    return the_page(window, qtbot)


def the_page(window: Window, qtbot: QtBot) -> DeletionPage:
    qtbot.waitUntil(lambda: any(page.isVisible() for page in window.findChildren(DeletionPage)))
    return next(page for page in window.findChildren(DeletionPage) if page.isVisible())


def said(page: DeletionPage) -> str:
    return "\n".join(label.text() for label in page.words)


def test_a_training_is_deleted_from_its_list(window: Window, qtbot: QtBot) -> None:
    other, folder = kept_training(window, "other"), kept_training(window)
    page = asked(window, qtbot)
    for part in (
        "Reverse digits · mine",
        str(folder),
        "8 snapshots",
        "10 files",
        "7 kB",
        "neither Ctrl+Z nor the trash",
    ):
        assert part in said(page)
    assert page.cancel.isDefault() and "open model comes from it" not in said(page)
    page.cancel.click()
    assert folder.is_dir() and not window.file_actions.writer.busy
    page = asked(window, qtbot)
    levels = window.store.history()
    page.does.click()
    qtbot.waitUntil(lambda: not window.file_actions.writer.busy)
    flush()
    assert not folder.exists() and other.is_dir() and list(trainings_folder().iterdir()) == [other]
    assert window.store.effects.training.of("").kept == available_trainings()
    assert window.store.state.options["train"]["folder"] == "" and window.store.history() == levels


def test_the_trash_is_tried_first_and_then_the_user_is_asked_again(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, offered = kept_training(window), list[Path]()

    def refuse(one: Path) -> bool:
        offered.append(one)
        return False

    monkeypatch.setattr(QFile, "supportsMoveToTrash", lambda: True)
    monkeypatch.setattr(deletion, "_moved_to_trash", refuse)
    page = asked(window, qtbot)
    assert page.does.text() == "Move to the trash" and "the trash of your desktop does" in said(page)
    page.does.click()
    qtbot.waitUntil(lambda: not window.file_actions.writer.busy)
    page = the_page(window, qtbot)
    assert offered == [folder] and folder.is_dir()
    assert page.does.text() == "Delete for good" and "could not be moved to the trash" in said(page)


def test_the_open_model_stays_open(window: Window, qtbot: QtBot) -> None:
    folder = kept_training(window)
    snapshot = folder / "snapshots" / "64"
    shutil.copytree(model_folder("copy"), snapshot, dirs_exist_ok=True)
    window.store.run(model=str(snapshot))
    trace, run = window.store.trace, window.store.state.run
    page = asked(window, qtbot)
    assert "The open model comes from it. It stays open" in said(page)
    page.does.click()
    qtbot.waitUntil(lambda: not window.file_actions.writer.busy)
    flush()
    assert not folder.exists() and window.store.trace is trace and window.store.state.run == run


def test_what_is_not_kept_here_or_trains_is_not_offered(window: Window, tmp_path: Path) -> None:
    folder, command = kept_training(window), action("train.delete")
    assert command.when(window.store)
    bar = window.findChild(TrainBar)
    assert bar is not None
    window.store.effects.training.set_job(str(folder), TrainingJob("running"))
    flush()
    assert not command.when(window.store) and not bar.list.menu().actions()[-1].isEnabled()
    assert "Stop the training first" in bar.list.menu().actions()[-1].toolTip()
    window.store.effects.training.set_job(str(folder), TrainingJob())
    for elsewhere in (str(write_training(tmp_path / "mine")), "reverse", ""):
        window.store.options("train", folder=elsewhere)
        flush()
        assert not command.when(window.store) and not bar.list.menu().actions()[-1].isEnabled()
        assert "not one that is included" in bar.list.menu().actions()[-1].toolTip()


def test_one_that_another_program_writes_is_not_deleted(window: Window, qtbot: QtBot) -> None:
    folder = kept_training(window)
    with only_writer(folder):
        window.commands.run("train.delete")
        qtbot.waitUntil(lambda: bool(window.findChildren(FailureDialog)))
    (page,) = window.findChildren(FailureDialog)
    words = " ".join(one.text() for one in page.words)
    assert "is writing to mine" in words and "Stop it where it runs" in words and folder.is_dir()
