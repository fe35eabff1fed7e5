"""The buttons under the numbers of a cell and of a head do the commands of the table, and fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QMenu

from model_core.analysis.survey_result import read_result
from model_core.io import resources
from model_core.record.edits import CellEdit, HeadPattern, TokenPlace
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from tests.support.harness import settled
from viz_app.commands.actions import action
from viz_app.data import selection
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.inspector.sections import CommandRow
from viz_app.widgets.labels import SlimButton
from viz_app.window.main_window import Window

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")


@pytest.fixture
def window_of(shown_window: Callable[..., Window]) -> Callable[..., Window]:
    def make(size: tuple[int, int] = (1280, 720), **desk: object) -> Window:
        store = Store(State(run=RunSpec(source=TRACE.run.source), desk=Layout(**{"theme": "light", **desk})))
        store.accept(TRACE)
        store.look(kind="cross", layer=1, head=2, step=2)
        return shown_window(store, size)

    return make


def buttons(row: CommandRow) -> list[SlimButton]:
    return row.findChildren(SlimButton)


def entry(row: CommandRow, words: str) -> None:
    """Opens the menu of a row, and chooses the entry with these words, by the keyboard."""
    opener = next(one for one in buttons(row) if one.text().endswith("▾"))
    opener.setFocus(Qt.FocusReason.TabFocusReason)
    opener.click()
    menu = next(one for one in row.findChildren(QMenu) if one.isVisible())
    chosen = next(one for one in menu.actions() if one.text() == words)
    assert chosen.isEnabled(), words
    menu.setActiveAction(chosen)
    chosen.trigger()
    menu.close()
    settled()


def test_the_cell_can_be_followed_and_changed(window_of) -> None:
    window = window_of()
    store, row = window.store, window.inspector.cell.commands
    at = selection.current_reading(TRACE, store.state.look, None)
    entry(row, "Forbid or allow this cell")
    assert store.state.run.edits.masks.cells == (CellEdit("cross", at.query, at.key, False, 0),)
    entry(row, "Forbid or allow this cell")
    assert not store.state.run.edits
    entry(row, "Mask the token that this cell reads")
    assert store.state.run.edits.masks.hidden == (TokenPlace(at.key, 0),)
    store.undo()
    store.desk(views=("lines",))
    entry(row, "Set the weight of this cell…")
    assert store.state.desk.views == ("attention",) and store.state.options["attention"]["override"]
    assert (store.state.look.query, store.state.look.key) == at.cell
    buttons(row)[0].click()
    settled()
    assert store.state.desk.views == ("calculate",)


def test_a_command_has_one_name_in_the_menus_and_under_the_numbers(window_of) -> None:
    window = window_of()
    follow = buttons(window.inspector.cell.commands)[0]
    assert follow.text() == action("follow").text


def test_the_head_can_be_switched_off_and_replaced(window_of) -> None:
    window = window_of()
    store, row = window.store, window.inspector.head.commands
    for words, pattern in (
        ("Make the head read all alike", "uniform"),
        ("Make the head read the first token", "first"),
    ):
        entry(row, words)
        assert store.state.run.edits.patterns == (HeadPattern("cross", 1, 2, pattern),)
    assert buttons(row)[0].text() == "Restore (M)"
    switch = window.commands.qt_actions["head.switch"]
    assert (switch.text(), switch.isChecked()) == ("Restore head", False), "it is replaced, not switched off"
    entry(row, "Make the head read the first token")
    assert not store.state.run.edits
    average = window.commands.qt_actions["head.reads.mean"]
    assert not average.isEnabled()  # no survey of this model
    store.options("heads", folder="/surveys/mine")
    entry(row, "Replace the head with its average")
    (one,) = store.state.run.edits.patterns
    assert (one.pattern, one.survey, one.rows) == ("mean", "/surveys/mine", TRACE.ids["read"].shape[1])


def test_the_average_of_the_model_that_comes_along_is_taken_from_its_survey(window_of) -> None:
    """English → Spanish has no name in a run, and its survey is found all the same."""
    window, folder = window_of(), resources.survey_folder("english-spanish")
    own = replace(TRACE.model, hash=read_result(folder).model_hash)
    window.store.accept(TRACE.with_(model=own))
    window.commands.catch_up()
    assert window.commands.qt_actions["head.reads.mean"].isEnabled()
    entry(window.inspector.head.commands, "Replace the head with its average")
    (one,) = window.store.state.run.edits.patterns
    assert (one.pattern, one.survey) == ("mean", folder.name)


def test_in_the_decoder_no_source_token_is_offered(window_of) -> None:
    window = window_of()
    window.store.look(kind="decoder")
    assert not window.commands.qt_actions["cell.token"].isEnabled()
    assert window.commands.qt_actions["cell.mask"].isEnabled()


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1440, 900), 1.5), ((1920, 1080), 2.0)])
def test_the_button_labels_fit_and_say_what_they_do(window_of, size: tuple[int, int], scale: float) -> None:
    inspector = window_of(size, text_scale=scale, theme="high_contrast").inspector
    for row in (inspector.cell.commands, inspector.head.commands):
        for button in buttons(row):
            needed = QFontMetricsF(button.font()).horizontalAdvance(button.text())
            assert needed <= button.width() - 6, button.text()
            assert button.height() >= 24 and button.toolTip() and button.accessibleName()
            assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        rects = [button.geometry() for button in buttons(row)]
        assert all(not one.intersects(other) for one, other in pairwise(rects))


def test_at_720_px_all_numbers_and_buttons_are_seen_without_scrolling(window_of) -> None:
    inspector = window_of().inspector
    assert inspector.widget().height() <= inspector.viewport().height()
    assert inspector.step.bars.room >= 4 and inspector.head.row_bars.room >= 1
