"""A lesson of one's own is checked beside the window when it is opened."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from model_core.io.resources import lessons
from viz_app.document.lesson import Lesson, Question, Scene, to_bytes
from viz_app.document.store import Store
from viz_app.files.file_kinds import OpenedLesson, look_at
from viz_app.lessons.desk import CheckJob, LessonDesk
from viz_app.system import child_job
from viz_app.system.child_job import Outcome

pytestmark = pytest.mark.usefixtures("prepared", "qapp")


def scene(answer: str) -> Scene:
    """The strongest source token of the first step of a tiny model."""
    return Scene(state={"run": {"model": "tiny", "source": ["3 1 2"]}}, question=Question("next", answer=answer))


def test_changed_answers_are_reported_to_the_teacher(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(to_bytes(Lesson("Mine", scenes=(scene(""), scene("no such word")))))
    job, noted = CheckJob(), []
    job.noted.connect(lambda place, words, _: noted.append((place, words)))
    with qtbot.waitSignal(job.ended, timeout=60_000) as ended:
        job.start(path)
    assert ended.args == [1, ""]
    assert len(noted) == 1 and noted[0][0] == 1 and "was “no such word”" in noted[0][1]


def test_it_is_checked_with_the_model_that_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    path, state = tmp_path / "mine.json", {"run": {"source": ["3 1 2"]}}
    usual = Scene(state=state, question=Question("next", answer="?"))
    path.write_bytes(to_bytes(Lesson("Mine", scenes=(usual, Scene(state=state)), models={"": "0" * 64})))
    job, noted = CheckJob(), []
    job.noted.connect(lambda _, words, changed: noted.append((words, changed)))
    with qtbot.waitSignal(job.ended, timeout=60_000) as ended:
        job.start(path, "copy")
    assert ended.args == [1, ""], "the other scene asks nothing: its model alone is another one"
    assert [changed for _, changed in noted] == [True, False] and "was “?”" in noted[0][0]


def test_what_cannot_be_checked_is_reported(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(to_bytes(Lesson("Mine", scenes=(Scene(state={"run": {"model": "gone"}}),))))
    job = CheckJob()
    with qtbot.waitSignal(job.ended, timeout=60_000) as ended:
        job.start(path)
    assert ended.args[0] == -1 and "gone" in ended.args[1]


def test_a_scene_that_cannot_be_shown_leaves_the_others_checked(qtbot: QtBot, tmp_path: Path) -> None:
    path, gone = tmp_path / "mine.json", Scene(state={"run": {"model": "gone"}}, question=Question("next"))
    path.write_bytes(to_bytes(Lesson("Mine", scenes=(scene(""), gone, scene("no such word")))))
    job, noted = CheckJob(), []
    job.noted.connect(lambda place, words, changed: noted.append((place, words, changed)))
    with qtbot.waitSignal(job.ended, timeout=60_000) as ended:
        job.start(path)
    assert ended.args == [2, ""]
    assert [place for place, _, _ in noted] == [1, 2] and "gone" in noted[0][1] and "no such word" in noted[1][1]


def test_bundled_lessons_are_checked_with_the_program(qtbot: QtBot) -> None:
    job = CheckJob()
    job.start(lessons()[0])
    assert job._job.child is None


@pytest.mark.parametrize("end", ["key", "button", "another lesson"])
def test_a_lesson_that_is_no_longer_open_is_no_longer_checked(qtbot: QtBot, tmp_path: Path, end: str) -> None:
    path, lesson = tmp_path / "mine.json", Lesson("Mine", scenes=(scene("no such word"),))
    path.write_bytes(to_bytes(lesson))
    window = QWidget()
    qtbot.addWidget(window)
    desk = LessonDesk(window, Store(), QVBoxLayout(window), lambda hidden: None)
    told: list[object] = []
    desk.news.connect(told.append)
    desk.open(path, lesson)
    assert desk.check._job.child is not None
    {"key": desk.leave, "button": desk.panel.end.click, "another lesson": lambda: desk.preview(lesson, 0)}[end]()
    assert desk.check._job.child is None and not told
    desk.stop()


def test_an_untitled_lesson_that_is_tried_out_has_the_keyboard_and_no_loose_sign(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    desk = LessonDesk(window, Store(), QVBoxLayout(window), lambda hidden: None)
    desk.preview(Lesson(scenes=(Scene(), Scene())), 1)
    assert window.focusWidget() is desk.panel
    for words in (desk.panel.place.text(), desk.panel.progress.tip_of(0)):
        assert words[-1].isdigit()
    desk.stop()


def test_a_lesson_that_was_put_by_unfinished_is_opened_to_be_finished(qtbot: QtBot, tmp_path: Path) -> None:
    path, lesson = tmp_path / "mine.json", Lesson("Mine", scenes=(Scene("one", question=Question("which")),))
    path.write_bytes(to_bytes(lesson, finished=False))
    found = look_at(path)
    assert isinstance(found, OpenedLesson) and found.lesson == lesson
    window = QWidget()
    qtbot.addWidget(window)
    desk = LessonDesk(window, Store(), QVBoxLayout(window), lambda hidden: None)
    told: list[str] = []
    desk.news.connect(told.append)
    desk.open(path, found.lesson)
    assert desk.own.sheet is not None and desk.own.draft.lesson == lesson and not desk.player.active
    assert told == ["mine.json cannot be played yet, so it is open for editing. "
                    "Scene 1 asks which one it is, but has fewer than two options."]  # fmt: skip
    desk.own.sheet.close()
    desk.stop()


def test_a_job_that_ended_does_not_hold_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the owner went while its job was being deleted and deleted it a second time: the program crashed."""
    monkeypatch.setattr(child_job, "job_command", lambda *_: [sys.executable, "-c", "pass"])
    job = CheckJob()
    job.start(Path("mine.json"), "reverse")
    assert job._job.child is not None
    job._job.ended.emit(Outcome(0))
    owner = weakref.ref(job)
    del job
    gc.collect()
    assert owner() is None
