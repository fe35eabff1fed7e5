"""The choice of the model: words for its shape, and a text that the next model can make sense of."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu
from pytest import MonkeyPatch
from pytestqt.qtbot import QtBot

from model_core.engine.messages import Models
from model_core.io import resources
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_model, made_trace
from tests.support.harness import shown, stored
from viz_app.data.vocabulary import layers_and_heads
from viz_app.document.id_text import FORMAT, KIND, plain_ids
from viz_app.document.state import Pin, State
from viz_app.document.store import Store
from viz_app.system import recent_files
from viz_app.system.command_queue import flush
from viz_app.window.model_menu import ModelChoice, fitting_source, knows, model_words, size_words
from viz_app.window.top_bar import ElidedButton

OPEN = made_model()
LETTERS = dataclasses.replace(
    made_model((1, 1), 1, name="Reverse"), folder="reverse", known_words=("a", "b", "c"), examples=("c a b", "a b")
)
GRAMMAR = dataclasses.replace(
    made_model((1, 1), 2, name="Grammar"),
    folder="grammar",
    known_words=("the", "white", "house"),
    examples=("the house",),
)


@pytest.fixture
def store(qapp) -> Store:
    made = Store(State(run=RunSpec(source=("The white house!", "my own text"), opening="la")))
    made.accept(Models((OPEN, LETTERS, GRAMMAR)))
    return made


def test_a_model_is_described_in_one_line() -> None:
    assert model_words(OPEN) == "English → Spanish · 3+3 layers · 4 heads"
    seen = dataclasses.replace(OPEN, folder="reverse/snapshots/1024")
    assert model_words(seen) == "English → Spanish · update 1,024 · 3+3 layers · 4 heads"
    assert layers_and_heads(made_model((1, 1), 1).spec) == "1+1 layers · 1 head"


@pytest.mark.parametrize(
    ("count", "number"), [(2_940_000, "2.94~M"), (77_484_009, "77.5~M"), (45_600, "45.6~k"), (999, "999")]
)
def test_a_model_is_measured(count: int, number: str) -> None:
    words = size_words(dataclasses.replace(OPEN, parameters=count))
    assert words == f"cpu · {number} parameters".replace("~", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize(
    ("text", "known"), [("a b c", True), ("A  B", True), ("a d", False), ("", False), ("a b.", False), ("ab", False)]
)
def test_a_closed_vocabulary_knows_only_its_own_words(text: str, known: bool) -> None:
    assert knows(LETTERS, text) is known
    assert knows(OPEN, text)


@pytest.mark.parametrize("opened", [".", "spec.json"])
def test_models_that_were_opened_stay_in_the_menu(
    store: Store, tmp_path: Path, monkeypatch: MonkeyPatch, opened: str
) -> None:
    """Those of the list of recent files that are there still, below the bundled ones; a text file is none."""
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path / "home"))
    folder, gone = tmp_path / "mine", tmp_path / "gone"
    folder.mkdir()
    source = resources.folder() / "models" / "reverse" / "spec.json"
    (folder / "spec.json").write_bytes(source.read_bytes())
    note = tmp_path / "note.txt"
    note.write_text("a text")
    for path in (gone, note, folder / opened):
        recent_files.remember(path)
    choice, menu = ModelChoice(store), QMenu()
    choice.fill(menu)
    words = [entry.text() for entry in menu.actions()]
    assert len(words) == len(store.models) + 2 and words[len(store.models)] == "", "a line between"
    assert words[-1].startswith("Reverse digits · 1+1 layers") and not menu.actions()[-1].isChecked()
    choice.choose(choice.models()[-1])
    assert store.state.run.model == str(folder)
    choice.fill(menu)
    assert menu.actions()[-1].isChecked()


def test_a_text_stays_where_it_makes_sense() -> None:
    assert fitting_source(LETTERS, ("b a",)) == ("b a",)
    assert fitting_source(LETTERS, ("b a", "dog")) == ("c a b",)
    assert fitting_source(OPEN, ("dog",)) == ("dog",)
    assert fitting_source(OPEN, ("  ",)) == ("the white house",)
    assert fitting_source(dataclasses.replace(OPEN, examples=()), ("",)) == ("",)


def test_a_model_of_plain_ids_gets_ids(tmp_path: Path) -> None:
    numbers = {"source": 20, "target": 20, "pad": 0, "bos": 1, "eos": 2, "unk": 3}
    (tmp_path / "tokenizer.json").write_text(json.dumps({"format": FORMAT, "kind": KIND, **numbers}))
    info = dataclasses.replace(OPEN, folder=str(tmp_path))
    assert fitting_source(info, ("7 5 8",)) == ("7 5 8",)
    (line,) = fitting_source(info, ("the white house",))
    assert plain_ids(info.folder).complaint([line]) == ""


def test_ids_are_not_remembered_as_text_of_a_language(qapp) -> None:
    english = dataclasses.replace(OPEN, source_language="English", target_language="Spanish")
    spanish = dataclasses.replace(OPEN, folder="back", source_language="Spanish", target_language="English")
    store = Store(State(run=RunSpec(source=("7 5 8",), ids=True)))
    store.accept(Models((english, spanish)))
    store.accept(made_trace("the red fox", "el zorro rojo", run=store.state.run))
    choice = ModelChoice(store)
    for info in (spanish, english):
        choice.choose(info)
    assert (store.state.run.source, store.state.run.ids) == (("the red fox",), False)


def test_another_model_gets_an_example_it_knows_and_the_own_text_comes_back(store: Store) -> None:
    choice = ModelChoice(store)
    choice.choose(LETTERS)
    assert (store.state.run.model, store.state.run.source) == ("reverse", ("c a b",))
    assert store.state.run.opening == ""
    choice.choose(GRAMMAR)
    assert store.state.run.source == ("the house",)
    choice.choose(OPEN)
    assert (store.state.run.model, store.state.run.source) == ("", ("The white house!", "my own text"))


def test_a_text_typed_for_a_small_model_is_kept_when_leaving_it(store: Store) -> None:
    choice = ModelChoice(store)
    choice.choose(LETTERS)
    store.run(source=("b b b",))
    choice.choose(OPEN)
    assert store.state.run.source == ("b b b",)


@pytest.mark.parametrize("ids", [False, True])
@pytest.mark.parametrize("small", [False, True])
def test_after_a_recording_or_ids_the_text_that_was_typed_last_comes_back(
    store: Store, tmp_path: Path, ids: bool, small: bool
) -> None:
    other = dataclasses.replace(OPEN, folder=str(tmp_path), recorded=not ids)
    numbers = {"source": 20, "target": 20, "pad": 0, "bos": 1, "eos": 2, "unk": 3}
    if ids:
        (tmp_path / "tokenizer.json").write_text(json.dumps({"format": FORMAT, "kind": KIND, **numbers}))
    store.accept(Models((OPEN, LETTERS, other)))
    choice = ModelChoice(store)
    for info in (LETTERS, OPEN):
        choice.choose(info)
    typed = ("b b b",) if small else ("an hour of typing",)
    store.run(source=typed, model="reverse" if small else "")
    store.run(source=("7 5 8",), model=other.folder)
    choice.choose(OPEN)
    assert store.state.run.source == typed
    choice.choose(LETTERS)
    store.run(source=("7 5 8",), model=other.folder)
    choice.choose(OPEN)
    assert store.state.run.source == typed, "an example is not what was typed"


def test_the_text_from_before_a_recording_comes_back_after_another_start(qapp, tmp_path: Path) -> None:
    recorded = dataclasses.replace(OPEN, folder=str(tmp_path), recorded=True)
    store = Store(State(run=RunSpec(source=("7 5 8",), model=recorded.folder)))
    store.accept(Models((OPEN, recorded)))
    choice = ModelChoice(store)
    choice.take_up(("an hour of typing",))
    assert choice.typed() == ("an hour of typing",)
    choice.choose(OPEN)
    assert store.state.run.source == ("an hour of typing",) == choice.typed()


def test_a_model_of_another_language_reads_what_was_written_and_the_own_text_comes_back(qapp) -> None:
    trace = made_trace("the white house", "la casa blanca")
    there = trace.model
    back = dataclasses.replace(
        there, folder="back", source_language="Spanish", target_language="English", examples=("hola",)
    )
    store = Store(State(run=trace.run))
    store.accept(trace)
    store.accept(Models((there, back)))
    choice = ModelChoice(store)
    choice.choose(back)
    assert (store.state.run.model, store.state.run.source) == ("back", (trace.sentences[0].target_text,))
    choice.choose(there)
    assert store.state.run.source == ("the white house",), "the text of one's own"
    choice.choose(back)
    store.run(source=("otra cosa",))
    choice.choose(there)
    assert store.state.run.source == there.examples[:1], "nothing was written of the new text yet"


def test_what_was_not_written_is_no_sentence_of_the_next_model(qapp) -> None:
    trace = made_trace(["the white house", "the dog"], ["la casa blanca", ""], forced=True)
    back = dataclasses.replace(
        trace.model, folder="back", source_language="Spanish", target_language="English", examples=("hola",)
    )
    store = Store(State(run=trace.run))
    store.accept(trace)
    store.accept(Models((trace.model, back)))
    choice = ModelChoice(store)
    choice.choose(back)
    assert store.state.run.source == ("la casa blanca",)
    choice.choose(trace.model)
    assert store.state.run.source == ("the white house", "the dog")


def test_a_translation_of_the_models_is_not_what_was_typed_last(qapp) -> None:
    trace = made_trace("the white house", "la casa blanca")
    there = trace.model
    back = dataclasses.replace(
        there, folder="back", source_language="Spanish", target_language="English", examples=("hola",)
    )
    recorded = dataclasses.replace(there, folder="recording", recorded=True)
    store = Store(State(run=trace.run))
    store.accept(trace)
    store.accept(Models((there, back, recorded)))
    choice = ModelChoice(store)
    store.run(source=("the white house",))
    choice.choose(back)
    store.run(model="recording", source=("7 5 8",))
    choice.choose(there)
    assert store.state.run.source == ("the white house",)


@pytest.mark.parametrize("between", ["recording", "ids", "small"])
def test_a_text_in_between_does_not_bring_a_text_of_another_language(qapp, tmp_path: Path, between: str) -> None:
    trace = made_trace("the white house", "la casa blanca")
    there = dataclasses.replace(trace.model, examples=("the dog",))
    back = dataclasses.replace(
        there, folder="back", source_language="Spanish", target_language="English", examples=("hola",)
    )
    numbers = {"source": 20, "target": 20, "pad": 0, "bos": 1, "eos": 2, "unk": 3}
    if between == "ids":
        (tmp_path / "tokenizer.json").write_text(json.dumps({"format": FORMAT, "kind": KIND, **numbers}))
    plain = dataclasses.replace(there, folder=str(tmp_path), source_language="", recorded=between == "recording")
    other = LETTERS if between == "small" else plain
    store = Store(State(run=trace.run))
    store.accept(trace)
    store.accept(Models((there, back, other)))
    choice = ModelChoice(store)
    store.run(source=("my own text",))

    def pass_through() -> None:
        if between == "small":
            choice.choose(other)
        else:
            store.run(model=other.folder, source=("7 5 8",))
        assert store.state.run.source != ("my own text",)

    pass_through()
    choice.choose(back)
    assert store.state.run.source == ("hola",), "no English for a model that reads Spanish"
    choice.choose(there)
    assert store.state.run.source == ("my own text",)
    choice.choose(back)
    store.run(source=("el perro",))
    pass_through()
    choice.choose(there)
    assert store.state.run.source == ("the dog",), "no Spanish for a model that reads English"
    choice.choose(back)
    assert store.state.run.source == ("el perro",)


def test_choosing_the_present_model_changes_nothing(store: Store) -> None:
    before = store.state
    ModelChoice(store).choose(OPEN)
    assert store.state == before and not store.can_undo()


def test_the_choice_of_a_model_can_be_undone_with_its_text(store: Store) -> None:
    before = store.state.run
    ModelChoice(store).choose(LETTERS)
    store.undo()
    assert store.state.run == before


def test_the_menu_lists_the_models_and_ticks_the_chosen_one(store: Store, qtbot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    choice = ModelChoice(store)
    choice.fill(menu)
    entries = menu.actions()
    assert [entry.text() for entry in entries] == [model_words(info) for info in (OPEN, LETTERS, GRAMMAR)]
    assert [entry.isChecked() for entry in entries] == [True, False, False]
    entries[1].trigger()
    assert store.state.run.model == "reverse"
    choice.fill(menu)
    assert [entry.isChecked() for entry in menu.actions()] == [False, True, False]


def test_an_ampersand_in_a_model_s_name_is_a_letter(store: Store, qtbot) -> None:
    named = dataclasses.replace(OPEN, name="R&D Q&A")
    store.accept(Models((named,)))
    menu, button = QMenu(), ElidedButton()
    for one in (menu, button):
        qtbot.addWidget(one)
    ModelChoice(store).fill(menu)
    button.set_words("R&D")
    assert button.shortcut().isEmpty() and button.text().startswith("R&&D")
    assert menu.actions()[0].text() == model_words(named).replace("&", "&&")


def test_an_unknown_model_has_no_words_until_its_first_picture(store: Store) -> None:
    choice = ModelChoice(store)
    store.run(model="/somewhere/else")
    assert choice.current() is None


def test_the_run_is_pinned_when_a_model_to_compare_with_is_chosen_and_not_before(
    qtbot: QtBot, isolated_settings: object
) -> None:
    with shown(stored(made_trace("the white house", "la casa")), qtbot) as window:
        window.store.accept(Models((OPEN, LETTERS)))
        before, levels = window.store.state, window.store.history()
        window.commands.run("compare.model")
        (menu,) = (one for one in window.findChildren(QMenu) if one.isVisible())
        assert [entry.isEnabled() for entry in menu.actions()] == [False, True], "not with itself"
        menu.close()
        flush()
        assert (window.store.state, window.store.history()) == (before, levels)
        window.commands.run("compare.model")
        (menu,) = (one for one in window.findChildren(QMenu) if one.isVisible())
        menu.actions()[1].trigger()
        flush()
        state, trace = window.store.state, window.store.trace
        assert trace is not None and state.pin == Pin(trace.run) and state.run.model == "reverse"
        assert state.desk.views == ("compare",)
        window.store.undo()
        assert (window.store.state.run, window.store.state.pin) == (before.run, None), "one choice, one change"
        assert not window.store.can_undo()
