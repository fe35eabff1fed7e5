"""A typed key and its answer do again only what can look different: counted, part by part, in the whole window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from model_core.record.effects import EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.traces import made_model
from tests.support.harness import commands_at_rest, live_window
from viz_app.commands import bindings
from viz_app.commands.actions import ACTIONS
from viz_app.data import selection
from viz_app.data.map_text import RowLabel
from viz_app.data.maps import head_names
from viz_app.document.runs.effects_of_run import EffectsRequest
from viz_app.document.state import Layout, Look, State
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.maps import axes, head_grid_picture
from viz_app.text.playback_bar import PlaybackBar
from viz_app.text.source import SourceSide
from viz_app.text.target import TargetSide
from viz_app.views.heads import content
from viz_app.views.heads.matrix_picture import MatrixPicture
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.window import assembly
from viz_app.window.main_window import Window
from viz_app.window.top_bar import TopBar

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def window(qtbot) -> Iterator[Window]:
    """A shown window with a picture, its source box ready to be typed in."""
    store = Store(State(run=RunSpec(source=("the white house ",)), desk=Layout(theme="light")))
    window = live_window(store, qtbot, made_model((3, 3), 4), (1440, 900))
    box = window.text.source.box
    box.setFocus()
    box.moveCursor(box.textCursor().MoveOperation.End)
    settle()
    commands_at_rest(window)
    yield window


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def type_key(window: Window, qtbot, key: str = "h") -> None:
    """A key, its answer, and both painted."""
    before = window.store.trace
    qtbot.keyClicks(window.text.source.box, key)
    settle()
    trace = window.store.trace
    assert trace is not before and trace is not None and trace.run == window.store.state.run, "it was answered"


@pytest.fixture
def count(monkeypatch) -> Callable[[object, str], Counter[str]]:
    """Counts the calls of a function or method from now on."""

    def counted(owner: object, name: str) -> Counter[str]:
        calls: Counter[str] = Counter()
        whole = getattr(owner, name)

        def one_more(*values: object, **named: object) -> object:
            calls[name] += 1
            return whole(*values, **named)

        monkeypatch.setattr(owner, name, one_more)
        return calls

    return counted


# ---------------------------------------------------------------- what can be commanded


def test_a_key_asks_no_action_whether_it_can_be_done(window: Window, qtbot, monkeypatch) -> None:
    asked: Counter[str] = Counter()

    def watch(name: str) -> Callable[[Store], bool]:
        return lambda store: bool(asked.update([name])) or True

    monkeypatch.setattr(window.commands, "actions", {one.id: replace(one, when=watch(one.id)) for one in ACTIONS})
    type_key(window, qtbot)
    assert not asked
    made = window.commands.qt_actions["undo"]
    assert asked == Counter(one.id for one in ACTIONS) and made.isEnabled(), "whoever asks finds them up to date"


def test_the_first_key_can_be_undone_at_once(window: Window, qtbot) -> None:
    text = window.text.source.box.toPlainText()
    type_key(window, qtbot)
    assert not window.commands._made["undo"].isEnabled(), "the action has not looked yet"
    qtbot.keyClick(window.text.source.box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert window.text.source.box.toPlainText() == text


def test_actions_show_what_changed_after_a_while_by_themselves(window: Window, qtbot) -> None:
    window.commands._late.setInterval(bindings.LATE)
    type_key(window, qtbot)
    qtbot.waitUntil(lambda: window.commands._made["undo"].isEnabled(), timeout=20 * bindings.LATE)


def test_actions_wait_until_nothing_more_changes(window: Window, monkeypatch) -> None:
    monkeypatch.setattr(window.commands, "_late", late := Mock(**{"isActive.return_value": True}))
    for kind in ("encoder", "decoder", "cross"):
        late.start.reset_mock()
        window.store.look(kind=kind)
        assert late.start.called, "each puts them off again"


# ---------------------------------------------------------------- parts of the window


def test_a_key_leaves_alone_who_writes_and_which_model_it_is(window: Window, qtbot, count) -> None:
    writer, fits = count(TargetSide, "_show_writer"), count(TopBar, "_fit")
    type_key(window, qtbot)
    assert not writer and not fits


def test_the_transport_is_renewed_once_at_most_for_a_key_and_its_answer(window: Window, qtbot, count) -> None:
    steps = window.store.moment.rows
    calls = count(PlaybackBar, "refresh")
    type_key(window, qtbot)
    assert calls["refresh"] == int(window.store.moment.rows != steps)


def test_what_is_read_is_found_once_for_the_text_band(window: Window, qtbot, monkeypatch) -> None:
    calls: Counter[object] = Counter()

    def read(trace: Trace | None, look: Look, hover: object) -> object:
        calls[id(trace)] += 1
        return whole(trace, look, hover)

    whole = selection.current_reading
    monkeypatch.setattr(selection, "current_reading", read)
    type_key(window, qtbot)
    assert max(calls.values()) <= 2, "the text band and the inspector read the answer once each"


def test_the_heads_of_an_attention_are_measured_in_one_pass(window: Window, qtbot, count) -> None:
    calls = count(head_names, "measured_in")
    type_key(window, qtbot)
    assert calls["measured_in"] == 1


def test_words_that_stood_there_before_are_not_prepared_again(window: Window, qtbot) -> None:
    type_key(window, qtbot)
    type_key(window, qtbot, "o")
    qtbot.keyClick(window.text.source.box, Qt.Key.Key_Backspace)
    settle()
    before = painting._visible_words.cache_info().misses
    type_key(window, qtbot, "o")
    assert painting._visible_words.cache_info().misses == before


def test_label_hints_and_limits_of_the_source_are_written_once(window: Window, qtbot, count) -> None:
    tokens = len(window.text.source.chips.chips)
    calls = count(SourceSide, "_show_words")
    type_key(window, qtbot)
    assert calls["_show_words"] == int(len(window.text.source.chips.chips) != tokens)


def test_the_overlay_of_the_thumbnails_is_painted_when_it_changes(window: Window, qtbot, count) -> None:
    window.store.look(kind="cross", step=None)
    settle()
    covers = count(head_grid_picture.OverlayPicture, "_painted")
    for key in "abcdef ghi":
        type_key(window, qtbot, key)
    assert covers["_painted"] <= 1, "maps of other sizes have the same corners and lines"


def test_a_label_of_a_map_is_measured_once(qtbot) -> None:
    labels = [RowLabel("measured", "once"), RowLabel("only", None)]
    first = axes.RowAxis(labels, themes.font("body"))
    measured = painting.text_width.cache_info().misses
    later = axes.RowAxis(labels, themes.font("body"))
    assert first.width("measured") == later.width("measured") > 0
    assert painting.text_width.cache_info().misses == measured


# ---------------------------------------------------------------- what heads do


def test_heads_are_named_in_one_pass_for_each_attention_and_shown_once(window: Window, qtbot, count) -> None:
    window.store.desk(views=("heads",))
    settle()
    passes, contents, cells = (
        count(head_names, "measured_in"),
        count(content, "content"),
        count(MatrixPicture, "_draw_cell"),
    )
    type_key(window, qtbot)
    shown = window.desk.page("heads").view._content
    assert len(shown.rows) > 10 and not shown.done, "no effects are there yet"
    assert passes["measured_in"] == len(window.store.trace.kinds) and contents["content"] == 1
    assert not cells, "cells without a number are painted together"


# ---------------------------------------------------------------- the picture first


def test_the_picture_of_a_key_does_not_wait_for_the_inspector(window: Window, qtbot, monkeypatch) -> None:
    order: list[str] = []
    refresh = Inspector.refresh
    monkeypatch.setattr(Inspector, "refresh", lambda *asked, **how: (order.append("inspector"), refresh(*asked, **how)))
    window.inspector._late.timeout.disconnect()
    window.inspector._late.timeout.connect(lambda: window.inspector.refresh())
    window.store.changed.connect(lambda names: order.extend(names & {"trace", "painted"}))
    type_key(window, qtbot)
    assert order == ["trace", "painted", "inspector"]
    trace = window.store.trace
    assert trace is not None and window.inspector.step._written == trace.sentences[0].written[-1].id


def test_cancel_is_enabled_as_soon_as_a_result_is_pending(window: Window) -> None:
    """Nobody else changes then: what is requested follows from what a view shows."""
    store, cancel = window.store, window.commands.qt_actions["cancel"]
    for owner in list(store.effects._requests):
        store.effects.request(owner)
    window.commands.refresh()
    assert not cancel.isEnabled() and not store.busy
    store.effects.request("views", EffectsRequest(EffectsSpec(store.state.run, groups=("source",))))
    assert store.effects.incomplete and window.commands.qt_actions["cancel"].isEnabled()
    store.effects.request("views")
    assert not window.commands.qt_actions["cancel"].isEnabled()


def test_the_focus_order_is_computed_only_for_the_keyboard(window: Window, monkeypatch) -> None:
    ways: Counter[str] = Counter()
    monkeypatch.setattr(assembly, "tab_through", lambda parts: ways.update(["found"]))
    window.store.desk(views=("model",))
    settle()
    assert ways["found"] == 0
    window.focusNextPrevChild(True)
    assert ways["found"] == 1
