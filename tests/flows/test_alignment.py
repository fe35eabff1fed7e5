"""An alignment in a real window: drawn by clicks, measured for every head, saved, opened, undone, kept by a session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from model_core import save_recording
from model_core.analysis.heads.head_alignment import alignment_measures, on_tokens
from model_core.record.aligned_text import AlignedText
from tests.made.traces import made_trace
from tests.support.harness import shown, stored
from viz_app.document.state import Look, State
from viz_app.files.dialogs import FailureDialog
from viz_app.system.command_queue import flush
from viz_app.views.attention.view import Attention
from viz_app.window.main_window import Window

RED = ("the", "red", "fox"), ("el", "zorro", "rojo")
SURE = AlignedText(*RED, ((0, 0),))


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    store = stored(made_trace("the red fox", "el zorro rojo"), look=Look(kind="cross", layer=1, head=2))
    with shown(store, qtbot) as window:
        yield window


def view_of(window: Window) -> Attention:
    view = window.findChild(Attention)
    assert isinstance(view, Attention)
    return view


def click(qtbot: QtBot, window: Window, row: int, column: int) -> None:
    heat = view_of(window).figure.heat
    point: QPoint = heat.cell_rect(row, column).center().toPoint()
    qtbot.mouseClick(heat, Qt.MouseButton.LeftButton, pos=point)


def test_clicks_link_words_surely_then_possibly_then_not(qtbot: QtBot, window: Window) -> None:
    store, heat = window.store, view_of(window).figure.heat
    click(qtbot, window, 0, 0)
    assert store.state.alignments == ()  # a click pins, as ever
    window.commands.run("alignment.draw")
    click(qtbot, window, 0, 0)
    assert store.state.alignments == (SURE,) and heat.links == (((0, 0),), ())
    click(qtbot, window, 0, 0)
    assert store.state.alignments == (AlignedText(*RED, (), ((0, 0),)),) and heat.links == ((), ((0, 0),))
    click(qtbot, window, 0, 0)
    assert store.state.alignments == () and heat.links == ((), ())
    store.undo()  # the cell stays pinned: each click is one change
    store.undo()
    assert store.state.alignments == (SURE,)


def test_a_quick_second_click_links_too_and_is_in_the_hint(qtbot: QtBot, window: Window) -> None:
    store, heat = window.store, view_of(window).figure.heat
    window.commands.run("alignment.draw")
    point = heat.cell_rect(0, 0).center().toPoint()
    qtbot.mouseMove(heat, pos=point)
    assert window.status.hint.text().startswith("Click a cell to link its words.")
    qtbot.mouseClick(heat, Qt.MouseButton.LeftButton, pos=point)
    qtbot.mouseDClick(heat, Qt.MouseButton.LeftButton, pos=point)  # what Qt sends for the second of two quick clicks
    qtbot.mouseRelease(heat, Qt.MouseButton.LeftButton, pos=point)
    flush()
    assert store.state.alignments == (AlignedText(*RED, (), ((0, 0),)),)
    assert store.state.desk.views == ("attention",), "a double click goes nowhere while links are drawn"


def test_the_end_of_a_sentence_has_no_word(qtbot: QtBot, window: Window) -> None:
    window.commands.run("alignment.draw")
    click(qtbot, window, 3, 0)
    assert window.store.state.alignments == () and view_of(window).map.alignment.strength.isHidden()


def test_the_keyboard_chooses_the_link_of_the_pinned_cell(qtbot: QtBot, window: Window) -> None:
    window.commands.run("alignment.draw")
    window.store.look(query=2, key=1)
    line = view_of(window).map.alignment
    assert line.strength.isVisible()
    line.strength.chosen.emit("possible")
    assert window.store.state.alignments == (AlignedText(*RED, (), ((1, 2),)),)
    line.clear.click()
    flush()
    assert window.store.state.alignments == ()


def test_the_inspector_says_what_the_links_say_of_the_head(qtbot: QtBot, window: Window) -> None:
    store, texts = window.store, (AlignedText(*RED, ((0, 0), (1, 2)), ((2, 1),)),)
    store.set_state(store.state.with_(alignments=texts))
    found = on_tokens(texts[0], store.trace.sentences[0])
    values = {name: one[2] for name, one in alignment_measures(store.trace.maps("cross")[1], found).items()}
    facts = window.inspector.head.facts
    (fact,) = [one for one in facts.facts if one.name == "alignment"]
    assert fact.value == f"error {100 * values['error rate']:.0f} %, agrees {values['agreement']:.2f}"
    store.look(kind="encoder")
    assert not [one for one in facts.facts if one.name == "alignment"]


def test_links_of_a_file_are_those_of_the_text_that_is_shown(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text("0-0 1?2\n2-1\n")
    said: list[str] = []
    window.file_actions.message.connect(said.append)
    assert window.file_actions.open_path(path)
    state = window.store.state
    assert state.alignments == (AlignedText(*RED, ((0, 0),), ((1, 2),)),)
    assert state.run.source == ("the red fox",) and state.options["attention"]["align"] is True
    assert said == ["links.txt aligns the words of this text. The first 1 of its 2 lines are read."]


def test_a_link_beyond_the_words_is_explained_and_changes_nothing(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text("0-0 7-1\n")
    window.file_actions.open_path(path)
    (page,) = window.findChildren(FailureDialog)
    words = " ".join(label.text() for label in page.findChildren(QLabel))
    assert window.store.state.alignments == () and "beyond the 3 and 3 words" in words


def test_a_file_with_words_brings_its_text_where_it_is_another(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("a blue house .\tuna casa azul .\t0-0 1-2 2-1 3-3\n")
    assert window.file_actions.open_path(path)
    run = window.store.state.run
    assert (run.source, run.target) == (("a blue house.",), ("una casa azul.",))
    assert window.store.state.alignments[0].sure == ((0, 0), (1, 2), (2, 1), (3, 3))
    window.store.undo()
    assert window.store.state.run.source == ("the red fox",) and window.store.state.alignments == ()


def test_words_of_a_file_are_read_as_text_where_ids_are_typed(window: Window, tmp_path: Path) -> None:
    window.store.run(source=("7 5 8",), ids=True)
    path = tmp_path / "gold.tsv"
    path.write_text("a blue house\tuna casa azul\t0-0 1-2 2-1\n")
    assert window.file_actions.open_path(path)
    run = window.store.state.run
    assert (run.source, run.target, run.ids) == (("a blue house",), ("una casa azul",), False)


def test_a_file_with_words_is_shown_on_a_model_that_reads_them(window: Window, tmp_path: Path) -> None:
    """A recording does not."""
    recorded = tmp_path / "run.safetensors"
    weights = np.full((1, 2, 3, 3), 1 / 3, np.float32)
    save_recording([weights], ["the", "red", "fox"], path=recorded, kind="encoder")
    path = tmp_path / "gold.tsv"
    path.write_text("a blue house\tuna casa azul\t0-0 1-2 2-1\n")
    assert window.file_actions.open_path(recorded) and window.file_actions.open_path(path)
    state = window.store.state
    assert (state.run.model, state.run.source, len(state.alignments)) == ("", ("a blue house",), 1)


def test_what_is_saved_is_opened_again(window: Window, tmp_path: Path) -> None:
    store, texts = window.store, (AlignedText(*RED, ((0, 0),), ((1, 2),)),)
    store.set_state(store.state.with_(alignments=texts))
    for name, data in (("a.tsv", "the red fox\tel zorro rojo\t0-0 1?2\n"), ("a.txt", "0-0 1?2\n")):
        window.file_actions.alignments.save_as(tmp_path / name)
        window.file_actions.writer.finish()
        assert (tmp_path / name).read_text() == data
        store.set_state(store.state.with_(alignments=()))
        assert window.file_actions.open_path(tmp_path / name) and store.state.alignments == texts


def test_a_session_keeps_it() -> None:
    state = State(alignments=(SURE,))
    assert State.from_json(state.to_json()) == state
    old = {name: value for name, value in state.to_json().items() if name != "alignments"} | {"version": 3}
    assert State.from_json(old) == State()
