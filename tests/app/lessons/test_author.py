"""One's own lesson: scenes are added, moved, edited and taken out, each undone; kept, saved, and painted as slides."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, QSizeF, Signal
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from model_core.recordings.open import recorded_run
from model_core.recordings.save import save_recording
from tests.made.traces import made_trace
from tests.support.harness import dropped, of_urls
from tests.support.pdf_text import pdf_texts
from viz_app.cli import slides
from viz_app.commands.choice_list import WORD
from viz_app.document.lesson import QUESTIONS, Lesson, Question, Scene, in_language, load_lesson, to_bytes
from viz_app.document.state import Layout, Look, Pin, State
from viz_app.document.store import Store
from viz_app.lessons.authoring.author import AuthorSheet
from viz_app.lessons.authoring.draft import Draft, draft_file, scene_of, with_words
from viz_app.lessons.authoring.own import OwnLesson
from viz_app.lessons.checking import checked, with_answers
from viz_app.lessons.markup import colours
from viz_app.system import child_job
from viz_app.system.child_job import Outcome
from viz_app.widgets import theme as themes
from viz_app.widgets.view import View
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp", "isolated_settings")

STATE = State(RunSpec(model="tiny", source=("3 1 2",)), Look(step=1), desk=Layout(theme="dark", text_scale=1.5))


def titles(draft: Draft) -> list[object]:
    return [scene.title for scene in draft.lesson.scenes]


def test_only_buttons_that_do_something_are_enabled(qtbot: QtBot) -> None:
    sheet = AuthorSheet(Store(STATE), Draft(), "en")
    qtbot.addWidget(sheet)

    def on() -> set[str]:
        names = {"Play", "Save as…", "Slides…", "↑", "↓"}
        return {one.text() for one in sheet.findChildren(QPushButton) if one.text() in names and one.isEnabled()}

    assert on() == set(), "there is no scene"
    sheet.add_window()
    assert on() == {"Play", "Save as…", "Slides…"}
    sheet.add_window()
    assert on() == {"Play", "Save as…", "Slides…", "↑"}
    sheet.up.click()
    assert on() == {"Play", "Save as…", "Slides…", "↓"}


def test_a_lesson_without_scenes_says_how_to_make_the_first(qtbot: QtBot) -> None:
    sheet = AuthorSheet(Store(STATE), Draft(), "en")
    qtbot.addWidget(sheet)
    assert f"“{sheet.add.text()}”" in sheet.text.placeholderText(), "the button is named as it is"
    sheet.add_window()
    assert sheet.text.placeholderText() == sheet.text.accessibleName()


def test_a_file_that_is_dropped_on_the_text_of_a_scene_stays_where_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    sheet = AuthorSheet(Store(STATE), Draft(Lesson(scenes=(Scene("a"),))), "en")
    qtbot.addWidget(sheet)
    assert not dropped(sheet.text.viewport(), of_urls(tmp_path / "a.txt")) and not sheet.text.toPlainText()


def test_every_change_of_a_draft_is_undone() -> None:
    draft = Draft()
    for name in "abc":
        draft.add(Scene(name))
    assert draft.move(2, -2) == 0 and titles(draft) == ["c", "a", "b"]
    assert draft.duplicate(1) == 2 and titles(draft) == ["c", "a", "a", "b"]
    draft.edit(2, title="d")
    draft.delete(0)
    assert titles(draft) == ["a", "d", "b"]
    seen = [titles(draft)]
    while draft.can_undo():
        draft.undo()
        seen.append(titles(draft))
    assert seen[-1] == [] and len(seen) == 8
    while draft.can_redo():
        draft.redo()
    assert titles(draft) == seen[0]
    draft.delete(9)
    draft.edit(9, title="x")
    assert titles(draft) == seen[0], "places that are not there are left alone"


def test_what_is_typed_in_one_go_is_undone_in_one() -> None:
    draft = Draft(Lesson(scenes=(Scene("a"), Scene("b"))))
    for text in ("x", "xy", "xyz"):
        draft.edit(0, text=text)
    draft.edit(1, text="z")
    draft.edit(0, spotlight="row")
    draft.undo()
    draft.undo()
    assert [scene.text for scene in draft.lesson.scenes] == ["xyz", ""]
    draft.undo()
    assert draft.lesson.scenes[0].text == "" and not draft.can_undo()
    draft.edit(1, question=Question("next"))
    for ask in ("W", "Wh", "Why"):
        draft.edit(1, question=Question("next", ask))
    draft.undo()
    assert draft.lesson.scenes[1].question == Question("next")


def test_a_scene_is_the_window_without_what_it_wears() -> None:
    scene = scene_of(STATE)
    assert scene.shown().with_(desk=STATE.desk) == STATE
    assert "desk" not in scene.state


def test_words_get_a_second_language_when_they_are_written_in_it() -> None:
    assert with_words("", "en", "a") == "a"
    both = with_words("a", "es", "b")
    assert both == {"en": "a", "es": "b"}
    assert with_words(both, "es", "") == "a"
    assert with_words("", "es", "b") == {"es": "b"}


def test_a_draft_is_there_at_the_next_start() -> None:
    draft = Draft.reopened()
    assert draft.lesson.scenes == ()
    draft.add(scene_of(STATE))
    draft.keep()
    assert Draft.reopened().lesson == draft.lesson
    draft.undo()
    draft.keep()
    assert not draft_file().exists()


@pytest.mark.parametrize("kind", ["which", "einsum", "changes", "tokens"])
def test_a_draft_whose_question_is_unfinished_is_kept(kind: str) -> None:
    draft = Draft.reopened()
    draft.add(Scene("one", state=scene_of(STATE).state, question=Question(kind)))
    draft.add(scene_of(STATE))
    assert draft.keep() == ""
    again = Draft.reopened()
    assert (again.lesson, again.notice) == (draft.lesson, "") and len(again.lesson.scenes) == 2
    with pytest.raises(Refused, match="Scene 1"):
        to_bytes(draft.lesson)


def drafts() -> set[str]:
    """The files of lessons that are being made."""
    return {path.name for path in draft_file().parent.glob("lesson draft*")}


def test_a_window_that_only_looked_at_the_draft_leaves_that_of_another_one() -> None:
    Draft(Lesson(scenes=(Scene("a"),))).keep()
    looking, changing = Draft.reopened(), Draft.reopened()
    changing.add(Scene("b"))
    changing.keep()
    assert not looking.keep() and titles(Draft.reopened()) == ["a", "b"]
    looking.delete(0)
    assert not looking.keep() and titles(Draft.reopened()) == ["a", "b"], "an empty one is nothing to be kept"


def test_a_draft_that_another_window_has_changed_is_kept_beside_its_own() -> None:
    first, second = Draft.reopened(), Draft.reopened()
    first.add(Scene("a"))
    assert first.keep() == ""
    second.add(Scene("b"))
    assert "lesson draft 2.json" in second.keep()
    second.add(Scene("c"))
    assert second.keep() == "" and drafts() == {"lesson draft.json", "lesson draft 2.json"}
    assert titles(Draft.reopened()) == ["a"]
    assert load_lesson(draft_file().with_name("lesson draft 2.json")) == second.lesson


def test_editing_a_lesson_puts_the_present_draft_aside(own: OwnLesson) -> None:
    told: list[str] = []
    own.news.connect(told.append)
    for title in "ab":
        own.edit(Lesson(title, scenes=(Scene(title),))).close()
    own.edit(Lesson("c", scenes=(Scene("c"),))).close()
    assert drafts() == {"lesson draft.json", "lesson draft 2.json", "lesson draft 3.json"}
    kept = [load_lesson(draft_file().with_name(f"lesson draft{one}.json")).title for one in ("", " 2", " 3")]
    assert kept == ["c", "a", "b"]
    assert len(told) == 2 and "lesson draft 2.json" in told[0] and "lesson draft 3.json" in told[1]


def test_a_lesson_is_not_edited_where_the_draft_cannot_be_put_by(
    own: OwnLesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.draft.add(Scene("mine"))
    monkeypatch.setattr(own.draft, "put_by", lambda: (_ for _ in ()).throw(OSError("the disk is full")))
    own.edit(Lesson(scenes=(Scene("theirs"),))).close()
    assert titles(own.draft) == ["mine"]


def test_a_second_damaged_draft_leaves_the_first() -> None:
    for data in (b"{first", b"{second"):
        draft_file().write_bytes(data)
        assert Draft.reopened().notice
    held = {path.name: path.read_bytes() for path in draft_file().parent.glob("*damaged*")}
    assert held == {"lesson draft.damaged.json": b"{first", "lesson draft.damaged 2.json": b"{second"}


@pytest.mark.parametrize("data", [b"{half", b'{"format": "headscope-lesson", "version": 2, "scenes": [{}]}'])
def test_a_draft_that_cannot_be_read_is_set_aside_and_reported(own: OwnLesson, data: bytes) -> None:
    draft_file().write_bytes(data)
    said: list[str] = []
    own.news.connect(said.append)
    own.edit().close()
    assert drafts() == {"lesson draft.damaged.json"} and "lesson draft.damaged.json" in said[0] and len(said) == 1
    assert draft_file().with_name("lesson draft.damaged.json").read_bytes() == data


def test_a_draft_that_can_be_neither_read_nor_moved_is_not_written_over(
    own: OwnLesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft_file().write_bytes(b"{half")
    with monkeypatch.context() as patch:
        patch.setattr("viz_app.document.session.os.replace", lambda *_: (_ for _ in ()).throw(PermissionError(1, "no")))
        assert own.draft.notice
    own.edit().close()
    own.add_window()
    own.stop()
    assert draft_file().read_bytes() == b"{half" and drafts() == {"lesson draft.json", "lesson draft 2.json"}


@pytest.fixture
def own(qtbot: QtBot) -> Iterator[OwnLesson]:
    """In a window whose store shows a made-up text."""
    from PySide6.QtWidgets import QWidget

    window, store = QWidget(), Store(STATE)
    qtbot.addWidget(window)
    store.accept(made_trace(STATE.run.source, "1 2 3", run=STATE.run))
    made = OwnLesson(window, store, lambda: "en")
    yield made
    made.stop()


def test_the_sheet_writes_what_is_typed(qtbot: QtBot, own: OwnLesson) -> None:
    own.add_window()
    sheet = own.sheet
    assert isinstance(sheet, AuthorSheet) and sheet.scenes.count() == 1
    own.add_window()
    assert sheet.at == 1
    sheet.title.setText("Order")
    sheet.title.textEdited.emit("Order")
    sheet.text.setPlainText("Look at `b`.")
    sheet.kind.setCurrentIndex(2)
    sheet.kind.activated.emit(2)
    sheet.asked.setText("Which one?")
    sheet.asked.textEdited.emit("Which one?")
    scene = own.draft.lesson.scenes[1]
    assert (scene.title, scene.text) == ("Order", "Look at `b`.")
    assert scene.question == Question("source", "Which one?")
    sheet.spoken.setCurrentIndex(1)
    sheet.spoken.activated.emit(1)
    sheet.title.setText("Orden")
    sheet.title.textEdited.emit("Orden")
    assert own.draft.lesson.scenes[1].title == {"en": "Order", "es": "Orden"}
    sheet.up.click()
    assert own.draft.lesson.scenes[0].question is not None and sheet.at == 0
    sheet.twice.click()
    sheet.out.click()
    sheet.back.click()
    assert len(own.draft.lesson.scenes) == 3
    shown: list[tuple[Lesson, int]] = []
    own.played.connect(lambda lesson, at: shown.append((lesson, at)))
    assert (sheet.scenes.item(0).text(), sheet.scenes.item(0).data(WORD)) == ("1  Orden", "Attention")
    assert all(sheet.scenes.visualItemRect(sheet.scenes.item(at)).height() >= 24 for at in range(3))
    sheet.look.click()
    assert shown[0][0] is own.draft.lesson and shown[0][1] == sheet.at
    own._store.desk(views=("lens",))
    own._store.options("lens", shares="against")
    sheet.then.click()
    after = own.draft.lesson.scenes[sheet.at].after()
    assert after.run == STATE.run and after.desk.views == ("lens",) and after.options["lens"] == {"shares": "against"}
    own.draft.keep()
    assert Draft.reopened().lesson == own.draft.lesson
    assert not sheet.isHidden()
    sheet.played.emit()
    assert sheet.isHidden() and shown[-1] == (own.draft.lesson, 0), "the sheet does not cover what is played"


def test_the_answer_shows_the_window_also_what_it_compares_with_and_options_that_are_usual_again(
    own: OwnLesson,
) -> None:
    own._store.options("attention", join="words", digits=3)
    own._store.options("lens", shares="against")
    own.add_window()
    own._store.pinned.pin(Pin(RunSpec(model="tiny", source=("1 2",))))
    wanted = own._store.state.with_(options={"attention": {"digits": 2}})
    own._store.set_state(wanted)
    own.sheet.then.click()
    own.draft.keep()
    (scene,) = Draft.reopened().lesson.scenes
    after = scene.after()
    assert after.pin is not None and after.pin == wanted.pin
    assert {view: dict(values) for view, values in after.options.items() if values} == {"attention": {"digits": 2}}
    own.sheet.take_window()
    own._store.pinned.pin(None)
    own.sheet.then.click()
    assert own.draft.lesson.scenes[0].after().pin is None


def choose(sheet: AuthorSheet, kind: str) -> None:
    at = 1 + QUESTIONS.index(kind)
    sheet.kind.setCurrentIndex(at)
    sheet.kind.activated.emit(at)


def test_another_kind_of_question_has_the_same_words_in_each_language(own: OwnLesson) -> None:
    words = {"en": "Which one?", "es": "¿Cuál?"}
    own.draft.add(Scene("one", state=scene_of(STATE).state, question=Question("source", words, answer="3")))
    for language in ("en", "es"):
        own._language = lambda language=language: language
        sheet = own.edit()
        choose(sheet, "head")
        sheet.close()
        assert own.draft.lesson.scenes[0].question == Question("head", words)
        own.draft.undo()


def test_a_first_scene_has_the_language_of_the_window(window: Window) -> None:
    """Also where no lesson was opened before."""
    lessons = window.sheets.lessons
    lessons.panel.language = "es"
    window.commands.run("lesson.add")
    assert lessons.own.sheet.language == "es"
    lessons.own.sheet.close()


def options(own: OwnLesson) -> list[tuple[str, ...]]:
    return [scene.question.options for scene in own.draft.lesson.scenes if scene.question is not None]


def test_which_one_offers_the_texts_of_scenes_that_are_added_later(own: OwnLesson) -> None:
    texts = ("3 1 2", "1 2", "2 2")
    own.add_window()
    choose(own.sheet, "which")
    own._store.run(source=texts[1:2])
    own.add_window()
    assert options(own) == [texts[:2]]
    choose(own.sheet, "which")
    own._store.run(source=texts[2:])
    own.sheet.add_window()
    assert options(own) == [texts] * 2
    own.draft.keep()
    assert Draft.reopened().lesson == own.draft.lesson
    own.draft.undo()
    assert options(own) == [texts[:2]] * 2, "one change"


def test_which_one_offers_the_text_of_a_scene_that_becomes_another(own: OwnLesson) -> None:
    own.add_window()
    own._store.run(source=("1 2",))
    own.add_window()
    choose(own.sheet, "which")
    own._store.run(source=("2 2",))
    own.draft.edit(1, state=scene_of(own._store.state).state)
    assert options(own) == [("3 1 2", "2 2")]
    own.draft.undo()
    assert options(own) == [("3 1 2", "1 2")], "one change"


def test_which_one_offers_other_texts_when_it_is_chosen_again_and_not_while_its_words_are_typed(own: OwnLesson) -> None:
    asked = Question("which", options=("reverse", "sort"))
    own.draft.add(Scene("one", state=scene_of(STATE).state, question=asked))
    own._store.run(source=("1 2",))
    own.add_window()
    assert options(own) == [asked.options], "they were chosen by hand"
    sheet = own.edit()
    sheet.scenes.setCurrentRow(0)
    sheet.asked.setText("Which model?")
    sheet.asked.textEdited.emit("Which model?")
    assert options(own) == [asked.options]
    choose(sheet, "which")
    assert options(own) == [("3 1 2", "1 2")]
    question = own.draft.lesson.scenes[0].question
    assert question is not None and question.ask == "Which model?"


def test_a_saved_lesson_has_the_answers_that_were_measured(qtbot: QtBot, own: OwnLesson, tmp_path: Path) -> None:
    own.draft.add(Scene("one", state=scene_of(STATE).state, question=Question("next")))
    path, said = tmp_path / "mine.json", []
    own.message.connect(said.append)
    own.write_lesson(path)
    qtbot.waitUntil(lambda: any("measured" in line for line in said), timeout=60_000)
    lesson = load_lesson(path)
    assert lesson.scenes[0].question is not None and lesson.scenes[0].question.answer
    assert lesson.models.keys() == {"tiny"} and len(lesson.models["tiny"]) == 64
    assert json.loads(path.read_text("utf-8"))["format"] == "headscope-lesson"


def test_slides_have_a_page_for_each_scene_and_each_answer(qtbot: QtBot, own: OwnLesson, tmp_path: Path) -> None:
    own.draft.add(Scene("one", "Read **this**.", state=scene_of(STATE).state, question=Question("next")))
    own.draft.add(Scene("two", state=scene_of(STATE).state))
    path, said = tmp_path / "mine.pdf", []
    own.message.connect(said.append)
    own.write_slides(path)
    qtbot.waitUntil(lambda: any("is saved" in line for line in said), timeout=60_000)
    data = path.read_bytes()
    assert data.startswith(b"%PDF") and data.count(b"/Type /Page\n") == 3


def test_slides_show_all_words_of_a_long_text(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [f"word{number:03}" for number in range(900)]
    scene = Scene("one", " ".join(words), state=scene_of(STATE).state, question=Question("next"))
    engine, lesson, built = Engine(), Lesson("Long", scenes=(scene,)), []
    real = slides.Workspace
    monkeypatch.setattr(slides, "Workspace", lambda store: built.append(store) or real(store))
    data = slides.slides(lesson, list(checked(lesson, engine)), engine, "en")
    assert data.count(b"/Type /Page\n") >= 4, "the question and the answer each go on"
    assert len(built) == 2, "the views of all their pages are built once"
    told = "".join(pdf_texts(data))
    assert all(word in told for word in words)


def test_slides_show_no_marks_of_markdown_and_no_loose_signs() -> None:
    """Of strong words with a token in them as of titles that are not there."""
    asked = Scene("Who writes `red`?", state=scene_of(STATE).state, question=Question("next", ask="After `the`?"))
    engine, lesson = Engine(), Lesson(scenes=(asked, Scene(state=scene_of(STATE).state)))
    told = pdf_texts(slides.slides(lesson, list(checked(lesson, engine)), engine, "en"))
    assert not set("`*") & set("".join(told))
    assert not [line for line in told if line.strip().startswith("·")]
    assert "".join(told).count("After") == 2, "on the page of the question and on that of the answer"


def test_a_slide_offers_the_answers_and_has_a_view_in_large_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class could not choose: the answers that it was offered stood nowhere."""
    sizes, real = list[float](), View.paint_to

    def paint_to(view: View, *rest: Any) -> None:
        sizes.append(themes.text_scale())
        real(view, *rest)

    monkeypatch.setattr(View, "paint_to", paint_to)
    scene = Scene("One", state=scene_of(STATE).state, question=Question("probability"))
    engine, lesson = Engine(), Lesson("Mine", scenes=(scene,))
    found = list(checked(lesson, engine))
    told = "".join(pdf_texts(slides.slides(lesson, found, engine, "en"))).replace(" ", "").replace("\ufffd", "–")
    assert found[0].answer is not None and len(found[0].answer.options) > 3
    for option in found[0].answer.options:
        words = in_language(option.words, "en").replace(" ", "")
        assert told.count(words) >= 2, "with the question and with the answer"
    assert sizes == [1.5, 1.5] and themes.text_scale() == 1.0


def test_the_view_of_a_slide_is_the_one_that_is_presented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Calculate the card of the step, not the whole page in letters too small to read; no frame of the keyboard."""
    state = scene_of(STATE).state
    shown = {**state, "desk": {"views": ["calculate"]}, "options": {"calculate": {"step": 5}}}
    painted, real = [], View.paint_to

    def paint_to(view: View, *rest: Any) -> None:
        painted.append((view.presented, view.window().focusWidget()))
        real(view, *rest)

    monkeypatch.setattr(View, "paint_to", paint_to)
    engine, lesson = Engine(), Lesson("Mine", scenes=(Scene("one", state=shown),))
    told = pdf_texts(slides.slides(lesson, list(checked(lesson, engine)), engine, "en"))
    assert painted == [(True, None)]
    assert any("From scores to weights" in line for line in told)
    assert not any("Query meets key" in line for line in told)


def test_a_scene_that_cannot_be_shown_has_no_slide_and_leaves_the_models_hashes() -> None:
    gone = Scene("gone", state={"run": {"model": "nowhere"}}, question=Question("next"))
    engine, lesson = Engine(), Lesson("Mine", scenes=(gone, Scene("two", state=scene_of(STATE).state)))
    found = list(checked(lesson, engine))
    assert slides.slides(lesson, found, engine, "en").count(b"/Type /Page\n") == 1
    assert set(with_answers(lesson, found).models) == {"tiny"}


@pytest.mark.parametrize("count", [1, 40, 80, 120, 200, 900])
def test_words_of_a_slide_get_smaller_and_then_more_pages(count: int) -> None:
    room, text = QSizeF(380, 590), " ".join(["explanation"] * count)
    column = [(text, 22, False), ("Which one?", 22, True), ("`answer`", 26, False)]
    made = slides._fitting(column, room, colours("", "", ""))
    usual = slides._fitting(column[:1], QSizeF(380, 1e6), colours("", "", "")).size().height()
    assert made.pageCount() == 1 or count >= 200
    assert made.size().height() <= made.pageCount() * room.height() + 1
    assert usual <= made.size().height() or count > 40, "no smaller than it has to be"


def test_a_lesson_with_a_recording_is_measured_and_painted_like_any_other(
    qtbot: QtBot, own: OwnLesson, tmp_path: Path
) -> None:
    recorded = save_recording(
        [np.array([[[[0.2, 0.8], [0.6, 0.4]]]], np.float32)], ["▁red", "▁fox"], kind="encoder",
        path=tmp_path / "recorded.safetensors",
    )  # fmt: skip
    state = State(recorded_run(recorded), Look(kind="encoder", query=1))
    for kind in ("source", "head"):
        own.draft.add(Scene(kind, state=scene_of(state).state, question=Question(kind)))
    own.draft.add(Scene("model", state=scene_of(STATE).state, question=Question("next")))
    path, slides, said = tmp_path / "mine.json", tmp_path / "mine.pdf", list[str]()
    own.message.connect(said.append)
    own.write_lesson(path)
    qtbot.waitUntil(lambda: any("measured" in line for line in said), timeout=60_000)
    own.write_slides(slides)
    qtbot.waitUntil(slides.exists, timeout=60_000)
    first, second, third = (scene.question for scene in load_lesson(path).scenes)
    assert first is not None and first.answer == "red", "the second row reads the first token most"
    assert second is not None and not second.answer and third is not None and third.answer


class Job(QObject):
    """A OneJob that does nothing."""

    ended = Signal(object)

    def __init__(self, own: OwnLesson) -> None:
        super().__init__(own)
        self.begun: list[list[str]] = []
        self.ended.connect(own._finish)

    def start(self, words: list[str]) -> None:
        self.begun.append(words)

    def stop(self) -> None:
        pass


def test_what_is_done_beside_the_window_is_done_to_its_end_before_the_next(
    qtbot: QtBot, own: OwnLesson, tmp_path: Path
) -> None:
    own.draft.add(Scene("one", state=scene_of(STATE).state, question=Question("next")))
    job, said = Job(own), list[str]()
    own._job = job  # type: ignore[assignment]
    own.message.connect(said.append)
    path, slides = tmp_path / "mine.json", tmp_path / "mine.pdf"
    own.write_lesson(path)
    qtbot.waitUntil(lambda: len(job.begun) == 1, timeout=60_000)
    own.write_slides(slides)
    assert job.begun == [["lesson", str(path), "--write"]]
    job.ended.emit(Outcome(0, {"scenes": 1, "unasked": 1}))
    assert "measured" in said[-1] and "1" in said[-1] and len(job.begun) == 2 and str(slides) in job.begun[1]
    own.write_lesson(path)
    own.write_lesson(path)
    qtbot.waitUntil(lambda: not own.writer.busy, timeout=60_000)
    job.ended.emit(Outcome(0, {"scenes": 1, "unasked": 1}))
    assert "mine.pdf" in said[-1] and "measured" not in said[-1]
    assert len(job.begun) == 3 and job.begun[2] == job.begun[0], "once for the same file"


def test_slides_that_are_given_up_leave_no_folder(
    own: OwnLesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(child_job, "job_command", lambda *_: [sys.executable, "-c", "input()"])
    own.draft.add(Scene("one", state=scene_of(STATE).state))
    for name in ("a.pdf", "a.pdf", "b.pdf"):
        own.write_slides(tmp_path / name)
        assert len(list(tmp_path.glob("headscope-lesson-*"))) == 1
    own.stop()
    assert not list(tmp_path.glob("headscope-lesson-*"))
