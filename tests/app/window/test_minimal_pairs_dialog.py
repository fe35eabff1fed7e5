"""The sheet of minimal pairs: what it lists, and what choosing a pair does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from model_core.analysis.minimal_pairs import by_phenomenon, minimal_pairs
from model_core.record.edits import Branch, Edits, Swap
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.document.state import Look, Pin, State
from viz_app.widgets import theme
from viz_app.window.main_window import Window
from viz_app.window.minimal_pairs_dialog import PairsSheet, differing, with_pair


def opened(window: Window) -> PairsSheet:
    """The sheet, by its command."""
    window.commands.run("pairs")
    (sheet,) = window.findChildren(PairsSheet)
    return sheet


def test_it_lists_every_pair_under_its_phenomenon(window: Window) -> None:
    sheet, pairs = opened(window), minimal_pairs()
    rows = [sheet.list.item(row) for row in range(sheet.list.count())]
    headings = [row.text() for row in rows if not row.flags() & Qt.ItemFlag.ItemIsSelectable]
    assert headings == list(by_phenomenon(pairs))
    listed = [row.text() for row in rows if row.flags() & Qt.ItemFlag.ItemIsSelectable]
    assert listed == [f"{one.sentences[0]}   {one.sentences[1]}" for one in pairs]
    assert sheet.reason.text() == pairs[0].reason
    assert opened(window) is sheet


def test_a_pair_becomes_two_lines_in_one_change(qtbot: QtBot, window: Window) -> None:
    sheet, pairs, store = opened(window), minimal_pairs(), window.store
    before = store.state
    qtbot.keyClick(sheet.list, Qt.Key.Key_Down)
    qtbot.keyClick(sheet.list, Qt.Key.Key_Return)
    assert store.state.run.source == pairs[1].sentences and store.state.look.kind == pairs[1].kind
    assert window.text.source.box.toPlainText() == "\n".join(pairs[1].sentences)
    assert window.notice.isVisible() and pairs[1].reason in window.notice.text.text()
    assert not sheet.isVisible(), "it would cover what was asked for"
    store.undo()
    assert (store.state.run, store.state.look) == (before.run, before.look)
    sheet = opened(window)
    heading = sheet.list.visualItemRect(sheet.list.item(0)).center()
    qtbot.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    assert store.state.run == before.run
    item = sheet.list.visualItemRect(sheet.list.item(1)).center()
    qtbot.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, pos=item)
    assert store.state.run.source == pairs[0].sentences


def test_a_pair_is_first_shown_where_its_texts_diverge(qtbot: QtBot, window: Window) -> None:
    store, sheet = window.store, opened(window)
    qtbot.keyClick(sheet.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not isValid(sheet))  # it closes before the texts are there
    store.accept(made_trace(store.state.run.source, ("la casa es vieja", "la casa era vieja"), run=store.state.run))
    assert store.state.look.step == 2
    store.look(step=1)
    store.accept(made_trace(store.state.run.source, ("la casa es vieja", "el casa es vieja"), run=store.state.run))
    assert store.state.look.step == 1, "once"


def test_what_belongs_to_another_text_is_released() -> None:
    pair = minimal_pairs()[0]
    edits = Edits(swaps=(Swap(0, 0, 7),))
    run = RunSpec(model="reverse", source=("1 2",), target=("2 1",), edits=edits, branches=(Branch((5,), 0),))
    state = State(run=run, look=Look(sentence=1, step=3, query=1, key=1))
    state = state.with_(desk=replace(state.desk, writer="me"))
    other = with_pair(state, pair, keep_model=False)
    assert (other.run.model, other.run.target, other.run.branches, other.run.edits) == ("", None, (), Edits())
    assert (other.look.sentence, other.look.step, other.look.query) == (1, None, None)
    assert other.desk.writer == "model"
    assert other.desk.views == ("compare",) and other.pin == Pin(other.run, 0)
    for views, seen in (
        (("survey",), ("compare",)),
        (("model", "lines"), ("model", "compare")),
        (("compare", "lines"),) * 2,
    ):
        desk = replace(state.desk, views=views)
        assert with_pair(state.with_(desk=desk), pair, keep_model=True).desk.views == seen
    same = with_pair(state, pair, keep_model=True)
    assert same.run.model == "reverse" and same.run.edits == edits


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_its_words_are_whole_at_any_text_size(qtbot: QtBot, window: Window, scale: float) -> None:
    window.store.desk(text_scale=scale)
    sheet = opened(window)
    qtbot.waitExposed(sheet)
    for row in range(1, sheet.list.count()):
        sheet.list.setCurrentRow(row)
        for label in (sheet.reason, sheet.note):
            assert label.height() + 1 >= label.heightForWidth(label.width())
    window.store.desk(text_scale=1.0)
    assert theme.text_scale() == 1.0


def test_the_words_that_differ_are_marked() -> None:
    first, second = differing(("The red book is new.", "The red chair is new."))
    assert [word for word, other in first if other] == ["book"]
    assert [word for word, other in second if other] == ["chair"]
    assert differing(("Open the door.", "Do not open the door."))[0][1:] == (("the", False), ("door.", False))
    for pair in minimal_pairs():
        assert any(other for line in differing(pair.sentences) for _, other in line), pair
