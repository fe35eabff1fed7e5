"""Esc in a text box: the keyboard goes to the view, and the next Esc ends there what it ends elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.made.traces import made_trace
from tests.support.harness import settled, shown, stored
from viz_app.commands.actions import has_brush
from viz_app.commands.head_actions import sees_all_heads
from viz_app.commands.key_page import TYPED, rows_of
from viz_app.document.state import Layout
from viz_app.system.command_queue import flush
from viz_app.window.main_window import Window


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    store = stored(made_trace("the white house", "la casa blanca"), desk=Layout(depth="research"))
    with shown(store, qtbot, (1440, 900)) as window:
        yield window


def press(window: Window, key: Qt.Key | str) -> None:
    """A key for whatever has the keyboard."""
    focus = window.focusWidget() or window
    QTest.keyClick(focus, key)
    flush()
    settled()


def in_view(window: Window) -> bool:
    view, focus = window.view(), QApplication.focusWidget()
    return view is not None and focus is not None and (view is focus or view.isAncestorOf(focus))


@pytest.mark.parametrize("view", ["attention", "heads", "masks", "calculate"])
def test_a_key_for_the_view_is_not_typed_after_esc(window: Window, view: str) -> None:
    window.open_view(view)
    settled()
    window.focus_source()
    press(window, Qt.Key.Key_Escape)
    assert in_view(window) and not window.text.isAncestorOf(QApplication.focusWidget())
    press(window, "2")
    assert window.store.state.run.source == ("the white house",) == (window.text.source.box.toPlainText(),)


def test_the_keys_of_the_view_work_after_esc(window: Window) -> None:
    window.open_view("masks")
    settled()
    window.focus_source()
    press(window, Qt.Key.Key_Escape)
    press(window, "x")
    assert has_brush(window.store)


def test_a_weight_is_typed_after_esc(window: Window) -> None:
    window.store.options("attention", override=True)
    window.store.look(query=0, key=1)
    window.focus_source()
    press(window, Qt.Key.Key_Escape)
    window.store.look(query=0, key=1)
    settled()
    press(window, "0")
    assert window.focusWidget().accessibleName() == "Weight of the pinned cell"


def test_the_target_box_is_left_alike(window: Window) -> None:
    window.text.target.write_myself()
    settled()
    box = window.text.target.box
    box.setFocus()
    assert box.hasFocus()
    press(window, Qt.Key.Key_Escape)
    assert in_view(window)


def test_the_first_esc_leaves_the_text_and_the_next_one_unpins(window: Window) -> None:
    window.store.look(query=0, key=1)
    window.focus_source()
    press(window, Qt.Key.Key_Escape)
    assert (window.store.state.look.query, window.store.state.look.key) == (0, 1) and in_view(window)
    press(window, Qt.Key.Key_Escape)
    assert (window.store.state.look.query, window.store.state.look.key) == (None, None) and in_view(window)


def test_esc_in_a_text_leaves_all_heads_open(window: Window) -> None:
    """It left the text and went back to one head at once."""
    window.store.options("attention", all_heads=True)
    settled()
    window.focus_source()
    press(window, Qt.Key.Key_Escape)
    assert sees_all_heads(window.store) and in_view(window)
    press(window, Qt.Key.Key_Escape)
    assert not sees_all_heads(window.store)


def test_esc_closes_an_open_menu_alone(window: Window) -> None:
    window.store.look(query=0, key=1)
    window.focus_source()
    menu: QMenu = window.text.source.examples.menu()
    menu.popup(window.mapToGlobal(window.rect().center()))
    opened: QWidget | None = QApplication.activePopupWidget()
    assert opened is menu
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    settled()
    assert not menu.isVisible() and window.focusWidget() is window.text.source.box
    assert window.store.state.look.query == 0


def test_without_a_view_that_takes_it_no_text_has_the_keyboard(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Window, "view", lambda _window: None)
    window.focus_source()
    press(window, Qt.Key.Key_Escape)
    assert not window.text.source.box.hasFocus()


def test_the_page_of_keys_mentions_it() -> None:
    rows = rows_of(TYPED)
    at = rows.index(("In the source or target text",))
    assert rows[at + 1][0] == "Esc" and "view" in rows[at + 1][1]
