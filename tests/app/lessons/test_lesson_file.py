"""Lesson files: read strictly, written so that they can be read again, and what their scenes hide."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from model_core.checkpoints.folder import model_folder
from model_core.errors import Refused
from model_core.io.resources import lessons
from model_core.record.model_info import read_about
from model_core.spec import ModelSpec
from viz_app.document.lesson import (
    HIDES,
    QUESTIONS,
    Lesson,
    Question,
    Scene,
    from_json,
    in_language,
    load_lesson,
    to_bytes,
)
from viz_app.document.state import Look
from viz_app.files.file_kinds import OpenedLesson, look_at
from viz_app.lessons.markup import colours, plain, rich
from viz_app.system.language import catalogue_file, read_catalogue
from viz_app.system.refused_files import NotOpened

STATE = {"run": {"source": ["the white house"]}, "look": {"step": 1, "layer": 1}}


def document(**scene: Any) -> dict[str, Any]:
    """A lesson of one scene, as its file has it."""
    return {"format": "headscope-lesson", "version": 1, "title": "Order", "scenes": [{"state": STATE, **scene}]}


def test_another_model_takes_the_place_of_the_usual_one_alone() -> None:
    pinned = {"run": {"source": ["a"]}, "pin": {"run": {}}}
    scenes = (Scene(state=pinned, then={"look": {"step": 2}}), Scene(state={"run": {"model": "tiny"}}))
    lesson = Lesson(scenes=scenes, models={"": "abc", "tiny": "def"}).on_model("mine")
    shown = [one.shown() for one in lesson.scenes]
    assert [one.run.model for one in shown] == ["mine", "tiny"] and shown[0].run.source == ("a",)
    assert shown[0].pin is not None and shown[0].pin.run.model == "mine"
    assert lesson.scenes[0].after().run.model == "mine"
    told = {"run": {"model": ""}, "pin": {"run": {"model": ""}}}
    (answered,) = Lesson(scenes=(Scene(state=pinned, then=told),)).on_model("mine").scenes
    after = answered.after()
    assert after.run.model == "mine" and after.pin is not None and after.pin.run.model == "mine"
    assert lesson.models == {"mine": "abc", "tiny": "def"}, "so that it is said that the model is another one"
    assert lesson.on_model("") is lesson


def test_a_lesson_is_the_same_when_it_is_read_again() -> None:
    asked = Question("source", {"en": "Which?", "es": "¿Cuál?"}, answer="house")
    scenes = (Scene("one", {"en": "a", "es": "b"}, state=STATE), Scene(state=STATE, question=asked, hide=("parts",)))
    lesson = Lesson({"en": "Order", "es": "Orden"}, "about", 5, scenes, {"": "abc"})
    found = json.loads(to_bytes(lesson))
    assert from_json(found, "x") == lesson
    assert set(found["scenes"][0]) == {"title", "text", "state"}, "what is as usual is not written"
    assert lesson.languages == ("en", "es")


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ({"state": {"look": {"layer": -1}}}, "Scene 1"),
        ({"state": {"lok": {}}}, "Scene 1"),
        ({"question": {"kind": "why"}}, "expected one of"),
        ({"question": {"kind": "which", "options": ["one"]}}, "fewer than two"),
        ({"question": {"kind": "changes"}}, "no “then”"),
        ({"question": {"kind": "tokens"}}, "no “then”"),
        ({"hide": ["everything"]}, "hides"),
        ({"spotlight": "me"}, "expected one of"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_does_not_fit_is_refused_and_named(scene: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        from_json(document(**scene), "x")


def test_a_lesson_names_user_models_relative_to_its_file(tmp_path: Path) -> None:
    mine, other = str(tmp_path / "course" / "mine"), str(tmp_path / "course" / "other")
    scene = Scene(
        "One", state={"run": {"model": mine}, "pin": {"run": {"model": other}}}, then={"run": {"model": other}}
    )
    lesson = Lesson("Two models", scenes=(scene, Scene("Two")), models={mine: "a" * 64, "": "b" * 64})
    path = tmp_path / "course" / "lesson.json"
    path.parent.mkdir()
    path.write_bytes(to_bytes(lesson, folder=path.parent))
    assert str(tmp_path) not in path.read_text("utf-8") and load_lesson(path) == lesson
    moved = path.parent.rename(tmp_path / "moved")
    assert load_lesson(moved / "lesson.json").models == {str(moved / "mine"): "a" * 64, "": "b" * 64}


def test_a_newer_or_foreign_file_is_refused() -> None:
    with pytest.raises(Refused, match="version 2"):
        from_json({**document(), "version": 2}, "x")
    with pytest.raises(Refused, match="not a headscope lesson"):
        from_json({"format": "headscope-session"}, "x")


def test_a_lesson_file_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "order.json"
    path.write_text(json.dumps(document()), encoding="utf-8")
    found = look_at(path)
    assert isinstance(found, OpenedLesson) and found.lesson.title == "Order"
    path.write_text(json.dumps(document(hide=["all"])), encoding="utf-8")
    with pytest.raises(NotOpened):
        look_at(path)


def test_each_question_hides_what_would_tell() -> None:
    look = Look(kind="cross", step=3)
    hidden = {kind: Scene(question=Question(kind)).hidden_in(look) for kind in QUESTIONS}
    assert hidden["changes"] is None and Scene().hidden_in(look) is None
    assert hidden["next"] is not None and (hidden["next"].words, hidden["next"].chances) == (3, 3)
    row = hidden["source"]
    assert row is not None and (row.row, row.words, row.rows) == (("cross", 3), 4, 4)
    assert hidden["head"] is not None and hidden["head"].parts and hidden["head"].words is None
    encoder = Scene(question=Question("source")).hidden_in(Look(kind="encoder", query=2))
    assert encoder is not None and encoder.row == ("encoder", 2) and encoder.words is None
    told = Scene(question=Question("source")).hidden_in(look)
    untold = Scene(hide=("step",), question=Question("source")).hidden_in(look)
    assert told is not None and untold is not None and (told.words, untold.words) == (4, 3), "what the step writes"
    every = Scene(hide=HIDES).hidden_in(look)
    assert every is not None and every.texts and every.parts and every.chances == 3


def test_words_are_in_the_language_that_is_there() -> None:
    words = {"en": "house", "es": "casa"}
    assert (in_language(words, "es"), in_language(words, "fr"), in_language("Haus", "es")) == ("casa", "house", "Haus")
    assert in_language({"de": "Haus"}, "es") == "Haus"


def test_markdown_is_a_few_marks_and_never_html() -> None:
    assert rich("**a** and *b*") == "<p><b>a</b> and <i>b</i></p>"
    assert "&lt;img src=x&gt;" in rich("<img src=x> `<s>`") and "<img" not in rich("<img src=x> `<s>`")
    assert "\u2068&lt;s&gt;\u2069" in rich("`<s>`", lambda token: "#ff0000")
    assert "&lt;/\u2060s&gt;" in rich("`</s>`"), "one line holds all of it"
    assert "ij-\u2060&gt;" in rich("`ij->`")
    assert "8\u20030.81" in rich("`8  0.81`"), "HTML would leave one narrow space between word and number"
    assert rich("one\n\n- a\n- b").count("<li>") == 2
    assert "<a" not in rich("[x](http://example.org)")
    assert plain("**a** reads `b`") == "a reads b"


@pytest.mark.parametrize(
    ("token", "text", "colour"),
    [
        ("white", "The white house is old.", "blue"),
        ("The white house", "The white house is old.", "blue"),
        ("white  0.97", "The white house is old.", "blue"),
        ("la casa blanca", "The white house is old.", "orange"),
        ("hit", "The white house is old.", "orange"),
        ("</s>", "The white house is old.", "orange"),
        ("8", "2 7 1 8", "orange"),
        ("2 7 1 8", "2 7 1 8", "blue"),
        ("verde", "", "orange"),
    ],
)
def test_words_of_the_source_have_its_colour(token: str, text: str, colour: str) -> None:
    """All tokens were in the colour of the target, also the answer to which source word a row reads."""
    assert f'<b style="color: {colour}">' in rich(f"`{token}`", colours("blue", "orange", text))


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_a_bundled_lesson_is_short_in_both_languages_and_ends_with_a_task(path: Path) -> None:
    found = look_at(path)
    assert isinstance(found, OpenedLesson)
    lesson = found.lesson
    assert 5 <= len(lesson.scenes) <= 12 and 5 <= lesson.minutes <= 20 and lesson.models
    assert sum(scene.question is not None for scene in lesson.scenes) >= 2
    texts = [lesson.title, lesson.about]
    for scene in lesson.scenes:
        texts += [scene.title, scene.text, *(words for words in (scene.notes,) if words)]
        texts += [scene.question.ask] if scene.question and scene.question.ask else []
        assert scene.question is None or scene.question.answer, "the answer that was measured is kept"
    assert all(isinstance(words, Mapping) and set(words) == {"en", "es"} and all(words.values()) for words in texts)
    for text in (in_language(words, language) for words in texts for language in ("en", "es")):
        assert len(plain(text).split()) <= 40 and "!" not in text, text
    last = lesson.scenes[-1]
    assert last.question is None and in_language(last.title, "en") == "On your own"


def test_a_control_that_a_lesson_names_has_the_name_of_the_window_in_each_language() -> None:
    spanish = {english: word for (english, note), word in read_catalogue(catalogue_file("es")).items() if not note}
    named = 0
    for scene in (scene for path in lessons() for scene in load_lesson(path).scenes):
        texts = json.dumps([scene.state, scene.then], ensure_ascii=False)
        for words, other in ((in_language(one, "en"), in_language(one, "es")) for one in (scene.text, scene.notes)):
            for word in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", words):
                if word[0].isupper() and word not in texts:
                    named += 1
                    assert f"*{spanish.get(word)}*" in other, (word, other)
    assert named > 10


def spec_of(model: str) -> ModelSpec:
    return read_about(model_folder(model))[0]


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_a_model_that_is_called_the_same_or_compared_head_by_head_has_the_same_shape(path: Path) -> None:
    scenes = load_lesson(path).scenes
    for at, scene in enumerate(scenes):
        state, words = scene.shown(), in_language(scene.text, "en")
        if re.search(r"\bsame (translator|model)\b", words, re.IGNORECASE):
            assert spec_of(state.run.model) == spec_of(scenes[at - 1].shown().run.model), words
        if state.pin is not None and state.pin.kind:
            assert spec_of(state.run.model) == spec_of(state.pin.run.model), words
