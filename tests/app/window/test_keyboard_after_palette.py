"""Where the keyboard is after something was chosen from the list behind Ctrl K: one can type on at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.made.traces import made_trace
from tests.support.harness import settled, shown, stored
from viz_app.commands.palette import Palette
from viz_app.document.state import Layout
from viz_app.system.command_queue import flush
from viz_app.views.attention.weight_map import WeightMap
from viz_app.views.console.prompt import Prompt
from viz_app.window.main_window import Window


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    store = stored(made_trace("the white house", "la casa blanca"), desk=Layout(depth="research"))
    with shown(store, qtbot, (1440, 900)) as window:
        yield window


def choose(window: Window, words: str) -> None:
    """As a user does, who stood in the source text, or in a view's picture."""
    window.sheets.find_command()
    (palette,) = (one for one in window.findChildren(Palette) if one.isVisible())
    palette.box.setText(words)
    palette.list.setCurrentRow(palette.words().index(words))
    QTest.keyClick(palette.box, Qt.Key.Key_Return)
    flush()
    settled()
    QApplication.processEvents()


@pytest.mark.parametrize("before", ["source", "view"])
@pytest.mark.parametrize("words", ["Console", "Beside: Console"])
def test_the_console_is_typed_into_at_once(window: Window, words: str, before: str) -> None:
    window.focus_source() if before == "source" else window.next_view()
    choose(window, words)
    box = window.focusWidget()
    assert isinstance(box, Prompt)
    QTest.keyClicks(box, "1 + 1")
    assert box.toPlainText() == "1 + 1" and window.store.state.run.source == ("the white house",)


def test_a_weight_is_typed_at_once(window: Window) -> None:
    window.focus_source()
    choose(window, "Set the weight of this cell…")
    assert isinstance(window.focusWidget(), WeightMap)
    QTest.keyClicks(window.focusWidget(), "0.5")
    assert window.store.state.run.source == ("the white house",)
    assert window.focusWidget().accessibleName() == "Weight of the pinned cell"


@pytest.mark.parametrize("words", ["Lens", "Masks"])
def test_a_view_that_is_chosen_has_its_keys(window: Window, words: str) -> None:
    """As after a click in the rail."""
    window.focus_source()
    choose(window, words)
    page = window.desk.page(words.lower())
    assert page is not None and page.isAncestorOf(window.focusWidget())


def test_a_second_view_leaves_the_cursor_in_the_text(window: Window) -> None:
    window.focus_source()
    choose(window, "Beside: Lens")
    assert window.text.isAncestorOf(window.focusWidget())
