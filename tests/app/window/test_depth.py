"""How much is on the screen: the dial, the rail, the keys, what is remembered, and what lessons set."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_model
from tests.support.harness import leave_unpainted, live_window, settled
from viz_app.document.lesson import Lesson, Scene
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system import settings
from viz_app.system.language import view_word
from viz_app.system.settings import DEPTHS, Settings
from viz_app.views import DEPTH_OF, VIEWS, view_class
from viz_app.widgets.labels import SlimButton
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.view import View
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    store = Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light")))
    return live_window(store, qtbot, made_model((2, 2), 2), (1280, 720))


def in_rail(window: Window) -> list[str]:
    return [name for name, button in window.rail.buttons.items() if not button.isHidden()]


def test_a_view_that_is_named_with_a_depth_is_a_view() -> None:
    assert set(DEPTH_OF) < set(VIEWS) and set(DEPTH_OF.values()) <= set(DEPTHS)


def test_choices_that_come_back_have_their_room(window: Window) -> None:
    """In a language of longer words the column beside the map is wider with them."""
    pick = window.view().pick
    pick.all.setText("Todas las cabezas de las atenciones")
    for depth in ("first", "full"):
        window.store.desk(depth=depth)
        settled()
    assert pick.numbers.isVisible() and not pick.numbers.is_cut() and not pick.mix.is_cut()


def test_a_first_look_leaves_few_views_in_the_rail_and_more_brings_them_all(window: Window) -> None:
    usual = [name for name in VIEWS if name != "console"]
    assert in_rail(window) == usual and window.rail.more.isHidden()
    window.store.desk(depth="research")
    assert in_rail(window) == list(VIEWS) and window.rail.more.isHidden()
    window.store.desk(depth="first")
    few = ["attention", "lines", "model", "calculate", "positions", "decoding"]
    assert in_rail(window)[:6] == few and not {"masks", "heads", "lens", "compare", "survey"} & set(in_rail(window))
    window.rail.more.click()
    assert window.store.state.desk.depth == "full" and in_rail(window) == usual
    window.store.undo()
    assert not window.store.can_undo(), "two changes of one dial in a row are one to take back"


def test_an_open_view_is_in_the_rail_at_every_depth(window: Window) -> None:
    window.store.desk(depth="first", views=("attention",))
    window.store.desk(views=("attention", "masks"))
    assert "masks" in in_rail(window)
    window.store.desk(views=("attention",))
    assert "masks" not in in_rail(window)


def test_keys_menu_and_dial_choose_the_depth(window: Window) -> None:
    for key, depth, word in (
        (Qt.Key.Key_1, "first", "First look"), (Qt.Key.Key_3, "research", "Research"), (Qt.Key.Key_2, "full", "Full"),
    ):  # fmt: skip
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        window.commands.refresh()
        assert window.store.state.desk.depth == depth
        assert window.bar.dial.text().startswith(word) and window.bar.dial.accessibleName() == f"Depth: {word}"
        assert [name for name in DEPTHS if window.commands.qt_actions[f"depth.{name}"].isChecked()] == [depth]
    assert window.bar.dial.menu().actions() == [window.commands.qt_actions[f"depth.{name}"] for name in DEPTHS]


def test_the_list_of_commands_finds_every_view_at_every_depth_and_says_where_it_is_shown(window: Window) -> None:
    def words() -> set[str]:
        return {entry.words for entry in window.sheets.entries()}

    assert "Masks" in words()
    window.store.desk(depth="first")
    assert {"Masks (in depth Full)", "Lines"} <= words()
    run = next(entry.run for entry in window.sheets.entries() if entry.words.startswith("Masks ("))
    run()
    assert window.store.state.desk.views == ("masks",) and "Masks" in words()


def part_of(view: View, name: str) -> QWidget:
    part: Any = view
    for step in name.split("."):
        part = part[step] if isinstance(part, dict) else getattr(part, step)
    return part  # type: ignore[no-any-return]


def test_the_list_finds_every_control_of_a_view_and_leads_to_it(window: Window, qtbot: QtBot) -> None:
    leave_unpainted(window)
    for view in VIEWS:
        assert_found(window, view, qtbot)


def assert_found(window: Window, view: str, qtbot: QtBot) -> None:
    for name, one in view_class(view).controls.items():
        window.store.desk(depth="first", views=("attention",))
        words = f"{view_word(view)}: {one.word}"
        found = [entry for entry in window.sheets.entries() if entry.words.partition(" (")[0] == words]
        assert found, words
        found[0].run()
        page = window.desk.page(view)
        assert page is not None
        control = part_of(page.view, name)

        def reached(control: Any = control, name: str = name) -> None:
            focus = QApplication.focusWidget()
            while not control.isVisible():  # of no use at present, as the epochs of a training that has none
                control = control.parentWidget()
            reaches_it = focus is control or (focus is not None and control.isAncestorOf(focus))
            assert reaches_it or not control.isEnabled(), name

        qtbot.waitUntil(reached, timeout=3000)


def test_history_calls_an_option_and_its_value_by_their_words(window: Window) -> None:
    for view, changes in (("attention", {"join": "words"}), ("attention", {"mix": "mean"}), ("masks", {"tool": "edit"}),
                          ("model", {"inside": True}), ("calculate", {"step": 7}), ("train", {"no_mask": True}),
                          ("model", {"opened": "decoder.layers.2.feed_forward"})):  # fmt: skip
        view_class(view)
        window.store.options(view, **changes)
    assert window.store.history()[0] == (
        "attention: tokens, words", "attention: heads in the map, mean of heads", "masks: what a click does, Edit",
        "model: inside attention, on", "calculate: step, 7", "train: no mask, on", "options of model",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("view", "option", "words"),
    [("attention", "threshold", "Attention: Blank below"), ("masks", "fill", "Masks: Cells show"),
     ("positions", "show", "Positions: Show"), ("calculate", "digits", "Calculate: Decimals")],
)  # fmt: skip
def test_the_palette_finds_every_option_and_focuses_its_control(
    window: Window, view: str, option: str, words: str
) -> None:
    view_class(view)
    window.store.desk(depth="first")
    entry = next(one for one in window.sheets.entries() if one.words.startswith(words))
    assert entry.words == f"{words} (in depth Full)"
    entry.run()
    QTest.qWait(20)
    page = window.desk.page(view)
    assert page is not None and page.options is not None
    control, focus = page.options.form.controls[option], QApplication.focusWidget()
    assert window.store.state.desk.depth == "full" and view in window.store.state.desk.views
    assert control.isVisible() and focus is not None and (focus is control or control.isAncestorOf(focus))
    assert words in {one.words for one in window.sheets.entries()}


def test_the_depth_is_remembered_and_saved_with_the_session(window: Window) -> None:
    assert State().desk.depth == Settings().depth == "full"
    window.store.desk(depth="first")
    settings.save(window.remembered(Settings()))
    assert settings.load().depth == "first"
    assert State.from_json(window.store.state.to_json()).desk.depth == "first"


def test_a_lesson_sets_a_depth_or_leaves_it_and_gives_it_back(window: Window) -> None:
    scenes = Scene(state={"desk": {"depth": "first"}}), Scene(state={}), Scene(state={"desk": {"depth": "research"}})
    window.store.desk(depth="full")
    player = window.sheets.lessons.player
    player.open(Lesson(scenes=scenes))
    found = [window.store.state.desk.depth]
    for _ in range(2):
        player.go(1)
        found.append(window.store.state.desk.depth)
    player.leave()
    assert (found, window.store.state.desk.depth) == (["first", "first", "research"], "full")


FOUND_OTHERWISE = ("More", "More of positions", "See every head", "Close the tensor", "Close the weights")
"""Cards of options, whose options are listed one by one, and what only closes."""


def test_every_control_that_is_seen_is_in_the_list(window: Window) -> None:
    leave_unpainted(window)
    window.resize(1600, 1000)
    for view in VIEWS:
        assert_listed(window, view)


def assert_listed(window: Window, view: str) -> None:
    window.store.desk(depth="research", views=(view,))
    for _ in range(4):
        QApplication.processEvents()
    page = window.desk.page(view)
    assert page is not None
    words = [entry.words.partition(" (")[0].casefold() for entry in window.sheets.entries()]
    options = [one.partition(": ")[2] for one in words if one.startswith(f"{view_word(view).casefold()}: ")]
    kinds = (Segmented, QPushButton, QCheckBox, QComboBox, QAbstractSpinBox, QLineEdit, QSlider)
    parts = (part for part in page.view.findChildren(QWidget) if isinstance(part, kinds))
    seen = [part for part in parts if part.isVisible() and part.isEnabled()]
    names = {part.accessibleName() or getattr(part, "text", str)() for part in seen if not _is_inside(part)}
    offers = {one.accessibleName() for one in getattr(page.view, "empty", page).findChildren(SlimButton)}
    missing = [
        name for name in names - offers - set(FOUND_OTHERWISE)
        if name and name.casefold() not in words and not any(one in name.casefold() for one in options)
    ]  # fmt: skip
    assert missing == [], view


def _is_inside(part: QWidget) -> bool:
    """Whether it is a piece of one control."""
    return isinstance(part.parentWidget(), (Segmented, QComboBox, QAbstractSpinBox))
