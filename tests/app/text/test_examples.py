"""Examples: what the menu lists for which model, and that a click is one change that can be undone."""

from __future__ import annotations

import re
from dataclasses import astuple, replace

import pytest
from PySide6.QtWidgets import QMenu

from model_core.engine.messages import Models
from model_core.record.edits import Edits, HeadPlace
from model_core.record.model_info import bundled_models
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_model, made_trace
from viz_app.data.selection import telling_step
from viz_app.data.words.models import model_word
from viz_app.document.state import Layout, Look, State
from viz_app.document.store import Store
from viz_app.system import command_queue
from viz_app.text.examples import Example, ExamplesMenu, examples, with_source
from viz_app.widgets.application_theme import apply_theme

TOY = replace(
    made_model((1, 1), 1, name="Copy"), folder="copy", known_words=("a", "b"), examples=("a b",), source_language=""
)


@pytest.fixture
def store(qapp) -> Store:
    trace = made_trace("the white house", "la casa blanca")
    store = Store(State(run=trace.run))
    store.accept(trace)
    store.accept(Models((trace.model, TOY)))
    return store


@pytest.fixture
def button(store: Store, qtbot) -> ExamplesMenu:
    made = ExamplesMenu(store)
    qtbot.addWidget(made)
    made.fill()
    return made


def entry(menu: QMenu, words: str):
    return next(one for one in menu.actions() if one.text() == words and not one.isSeparator())


SPANISH = replace(made_model((2, 2), 2), folder="back", source_language="Spanish", target_language="English")


@pytest.mark.parametrize("language", ["English", "Spanish"])
def test_the_file_has_the_five_groups_and_no_sentence_twice(language: str) -> None:
    found = [one for one in examples() if one.language == language]
    groups = list(dict.fromkeys(one.group for one in found))
    assert groups == ["Forks", "Agreement", "Negation", "Order", "Long distance"]
    assert len({one.sentence for one in found}) == len(found)
    assert all(sum(one.group == group for one in found) >= 4 for group in groups)
    assert "cat" in found[0].sentence or "gato" in found[0].sentence
    assert found[0] == Example(language, "Forks", found[0].sentence, found[0].reason)


def test_a_word_is_as_many_words_before_another_as_its_reason_says() -> None:
    counts, found = {"three": 3, "four": 4, "five": 5, "six": 6}, 0
    for one in examples():
        for before, number, after in re.findall(r"“(\w+)”, (\w+) words before “(\w+)”", one.reason):
            words = one.sentence.strip(".").split()
            assert words.index(after) - words.index(before) == counts[number], one
            found += 1
    assert found == 2


def test_sentences_of_a_language_are_there_where_a_model_reads_it(store: Store, button: ExamplesMenu) -> None:
    assert "Spanish sentences" not in [one.text() for one in button.menu().actions()]
    store.accept(Models((store.trace.model, TOY, SPANISH)))
    button.fill()
    words = [one.text() for one in button.menu().actions()]
    assert words.index("English sentences") < words.index("Spanish sentences")
    assert words.count("Forks") == 1  # those of the other language are in a menu of its own
    forks = entry(entry(button.menu(), "Spanish sentences").menu(), "Forks").menu()
    entry(forks, "Su libro está en la mesa.").trigger()
    command_queue.flush()
    assert (store.state.run.model, store.state.run.source) == ("back", ("Su libro está en la mesa.",))


def test_every_example_is_plain_words() -> None:
    for one in examples():
        assert all(words.strip() and words.isprintable() for words in astuple(one)), one


def test_the_bundled_translator_begins_with_the_sentence_that_tells_a_story() -> None:
    (bundled,) = [model for model in bundled_models() if model.folder == ""]
    assert bundled.examples[0] == "The black cat is sleeping on the white bed." and len(bundled.examples) >= 8


def test_the_models_own_sentences_come_first_and_every_group_has_a_menu(button: ExamplesMenu, store: Store) -> None:
    words = [one.text() for one in button.menu().actions()]
    assert words[1:3] == list(store.trace.model.examples)
    for group in ("Forks", "Agreement", "Negation", "Order", "Long distance"):
        inner = entry(button.menu(), group).menu()
        listed = [one.text() for one in inner.actions()]
        assert listed == [one.sentence for one in examples() if (one.language, one.group) == ("English", group)]
    assert "Copy" in words and "Minimal pairs…" in words


def test_a_click_is_one_change_that_undo_takes_back(button: ExamplesMenu, store: Store) -> None:
    store.look(step=1, query=1, key=1)
    before = store.state
    entry(entry(button.menu(), "Order").menu(), "I don't like it.").trigger()
    command_queue.flush()
    assert store.state.run.source == ("I don't like it.",)
    assert (store.state.look.step, store.state.look.query) == (None, None)
    store.undo()
    assert (store.state.run, store.state.look) == (before.run, before.look)


def test_an_english_sentence_opens_the_translator_where_another_model_is_open(store: Store, qtbot) -> None:
    trace = made_trace("a b", "a b", run=RunSpec(model="copy", source=("a b",)))
    store.run(model="copy", source=("a b",))
    store.accept(trace.with_(model=TOY))
    button = ExamplesMenu(store)
    qtbot.addWidget(button)
    button.fill()
    assert button.menu().actions()[1].text() == "a b"
    negation = entry(entry(button.menu(), "English sentences").menu(), "Negation").menu()
    entry(negation, "Nobody knows the answer.").trigger()
    command_queue.flush()
    assert (store.state.run.model, store.state.run.source) == ("", ("Nobody knows the answer.",))


def test_pairs_and_toy_models_are_asked_for(button: ExamplesMenu, qtbot) -> None:
    with qtbot.waitSignal(button.pairs_asked):
        entry(button.menu(), "Minimal pairs…").trigger()
    with qtbot.waitSignal(button.model_asked) as asked:
        entry(button.menu(), "Copy").trigger()
    assert asked.args == [TOY]


def test_all_that_comes_along_fits_a_low_screen(qapp, qtbot) -> None:
    bundled = tuple(bundled_models())
    store = Store(State())
    store.accept(Models(bundled))
    button = ExamplesMenu(store)
    qtbot.addWidget(button)
    apply_theme(store.state.desk)
    button.fill()
    words = [one.text() for one in button.menu().actions()]
    assert {"English sentences", "Spanish sentences", "Reverse digits"} <= set(words)
    maps = {
        info.folder: entry(button.menu(), model_word(info.name)).icon().pixmap(32).toImage()
        for info in bundled if info.known_words
    }  # fmt: skip
    assert len(maps) >= 5 and not any(image.isNull() for image in maps.values()), "each toy model has its map"
    dark = {name: [image.pixelColor(at, at).lightness() < 128 for at in (4, 27)] for name, image in maps.items()}
    assert dark["copy"] == [True, True] and dark["reverse"] == [False, False], "along the diagonal"
    lines = [button.menu().actionGeometry(one) for one in button.menu().actions()]
    assert len({line.left() for line in lines}) == 1 and sum(line.height() for line in lines) <= 680


def test_the_button_is_large_enough_to_be_hit(button: ExamplesMenu) -> None:
    assert button.sizeHint().height() >= 24 and button.words() == "Examples"


def test_an_example_begins_at_a_word_that_was_in_doubt(store: Store, button: ExamplesMenu) -> None:
    """Not at the end of the sentence; a step that somebody went to meanwhile stays, and so does a text typed later."""
    sentence = "the old house was white"
    for gone, begun in ((None, True), (1, False)):
        button.open(sentence)
        if gone is not None:
            store.look(step=gone)
        trace = replace(made_trace(sentence, "la casa vieja era blanca"), run=store.state.run)
        store.accept(trace)
        assert store.state.look.step == (telling_step(trace) if begun else gone)
        assert store.state.look.step < len(trace.sentences[0].written) - 1
    button.open(sentence)
    store.run(source=("I like cats",))
    store.accept(replace(made_trace("I like cats", "me gustan los gatos"), run=store.state.run))
    assert store.state.look.step is None


def test_another_source_is_read_from_its_first_line_and_written_by_the_model() -> None:
    look = Look(kind="encoder", layer=2, sentence=2, step=3, query=1, key=1)
    run = RunSpec("tiny", ("a", "b", "c"), target=("x", "y", "z"), edits=Edits(heads_off=(HeadPlace("cross", 0, 0),)))
    state = State(run=run, look=look, desk=Layout(writer="me"))
    found = with_source(state, ("red ball",))
    assert found.look == Look(kind="encoder", layer=2) and found.desk.writer == "model"
    assert found.run == RunSpec("tiny", ("red ball",), edits=run.edits)
    other = with_source(state, ("red ball",), model="other")
    assert other.run == RunSpec("other", ("red ball",)), "edits name places of another model"
