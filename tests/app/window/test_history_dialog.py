"""The visible history: what is listed, what is ticked, and how one goes to a change by click and key."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton, QStyleOptionViewItem

from model_core.record.edits import CellEdit, Edits, HeadPlace, MaskEdits
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.commands.choice_list import WORD
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.widgets import theme as themes
from viz_app.window.dialogs import START, UNCHANGED, HistorySheet
from viz_app.window.main_window import Window, apply_theme

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house", "la casa blanca")


class Asked(QObject):
    """A lane that only notes what it is asked for."""

    message = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[RunSpec] = []

    def start(self) -> None: ...
    def cancel(self, asked: object = None) -> None: ...
    def restart(self) -> None: ...
    def submit(self, run: RunSpec, whole: bool = False, rest: bool = False) -> None:
        self.runs.append(run)


@pytest.fixture
def store(qapp) -> Store:
    """A store in which no two changes lie so near in time that they join."""
    made = Store(State(run=TRACE.run, desk=Layout(theme="light")), clock=itertools.count(0.0, 9.0).__next__)
    made.accept(TRACE)
    return made


@pytest.fixture
def sheet(store: Store, qtbot) -> HistorySheet:
    """A sheet over three changes: a head, a step, a layout."""
    store.look(head=2)
    store.look(step=1)
    store.desk(inspector=False)
    made = HistorySheet(store)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made).__enter__()
    return made


def lines(sheet: HistorySheet) -> list[str]:
    return [sheet.list.item(row).text() for row in range(sheet.list.count())]


def click(qtbot: Any, sheet: HistorySheet, row: int) -> None:
    place = sheet.list.visualItemRect(sheet.list.item(row)).center()
    qtbot.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def said(sheet: HistorySheet) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    words = [sheet.list.item(row).data(role).rsplit(", ", 1)[1] for row in range(sheet.list.count())]
    seen = [sheet.list.item(row).data(WORD) for row in range(sheet.list.count())]
    assert seen == [{"done": "", "current": "now", "undone": "undone"}[word] for word in words]
    return words


# ---------------------------------------------------------------- the store goes to a change


def test_going_to_a_change_undoes_and_redoes_as_often_as_it_takes(store: Store) -> None:
    for head in (1, 2, 3):
        store.look(head=head, layer=head - 1)
    for done, head in ((1, 1), (3, 3), (0, 0), (2, 2)):
        store.go_to(done)
        assert store.state.look.head == head
        assert store.history()[1] == done and len(store.history()[0]) == 3


def test_going_beyond_the_ends_stops_there(store: Store) -> None:
    store.look(head=1)
    store.go_to(99)
    assert store.state.look.head == 1
    store.go_to(-5)
    assert store.state.look.head == 0 and not store.can_undo()


def test_moving_over_many_history_entries_requests_one_run_and_announces_it_once(qapp) -> None:
    store, lane = Store(State(run=RunSpec(source=("a",))), clock=itertools.count(0.0, 9.0).__next__), Asked()
    store.attach(lane)
    for word in ("b", "c", "d"):
        store.run(source=(word,))
    told: list[frozenset[str]] = []
    store.changed.connect(told.append)
    lane.runs.clear()
    store.go_to(0)
    assert [run.source for run in lane.runs] == [("a",)]
    assert sum("run" in names for names in told) == 1
    store.go_to(0)
    assert len(lane.runs) == 1


# ---------------------------------------------------------------- the sheet


def test_it_lists_every_change_in_its_order_and_ticks_the_present_one(sheet: HistorySheet) -> None:
    assert lines(sheet) == [START, "Layer 1, head 3", "Step 2", "Hide the inspector"]
    assert said(sheet) == ["done", "done", "done", "current"]
    assert sheet.list.currentRow() == 3 and sheet.present().text() == "Hide the inspector"
    assert [sheet.list.item(row).font().bold() for row in range(4)] == [False, False, False, True]


def test_without_a_change_it_says_so_and_names_the_beginning_only_before_one(store: Store, qtbot) -> None:
    sheet = HistorySheet(store)
    qtbot.addWidget(sheet)
    assert lines(sheet) == [UNCHANGED]
    store.look(head=1)
    assert lines(sheet)[0] == START and len(lines(sheet)) == 2


def test_long_words_end_before_the_word_at_their_right(sheet: HistorySheet, store: Store) -> None:
    store.set_state(store.state.with_(look=replace(store.state.look, head=1)), "a change with a name " * 9)
    item = sheet.present()
    row, option = sheet.list.itemDelegate(), QStyleOptionViewItem()
    option.rect, option.fontMetrics = sheet.list.visualItemRect(item), QFontMetrics(item.font())
    option.decorationSize = sheet.list.iconSize()
    room = option.rect.width() - option.decorationSize.width() - option.fontMetrics.horizontalAdvance("now")
    row.initStyleOption(option, sheet.list.indexFromItem(item))
    assert 60 < QFontMetrics(option.font).horizontalAdvance(option.text) < room - 16
    assert option.text.endswith("…") and item.text().endswith("name ")


def test_a_change_of_edits_is_called_by_what_it_changes(store: Store) -> None:
    cell = CellEdit("cross", 0, 1, 2, False)
    peek = Edits(masks=MaskEdits(future=False))
    told = [
        peek,
        replace(peek, masks=replace(peek.masks, cells=(cell,))),
        replace(peek, masks=replace(peek.masks, cells=(cell,), value=-1e-20)),
        replace(peek, masks=replace(peek.masks, cells=(cell,), value=-1e-20), heads_off=(HeadPlace("cross", 0, 1),)),
        replace(peek, masks=replace(peek.masks, value=-1e-20), heads_off=(HeadPlace("cross", 0, 1),)),
        Edits(),
    ]
    for edits in told:
        store.run(edits=edits)
    assert store.history()[0] == (
        "peeking ahead", "1 mask cell", "mask value \u22121e-20", "cross 1.2 off", "1 mask cell removed", "no edits",
    )  # fmt: skip


def test_several_heads_are_counted(store: Store) -> None:
    heads = HeadPlace("encoder", 0, 1), HeadPlace("decoder", 1, 0), HeadPlace("cross", 0, 0)
    store.run(edits=Edits(heads_off=heads[:2]))
    store.run(edits=Edits(heads_off=heads))
    store.run(edits=Edits(heads_off=heads[1:]))
    assert store.history()[0] == ("2 heads off", "cross 1.1 off", "encoder 1.2 off removed")


def test_typing_is_called_by_what_was_typed(store: Store) -> None:
    store.run(source=("The animal didn't cross the street.",))
    store.run(target=("El  animal",))
    store.run(target=None)
    store.run(opening="El gato")
    store.run(opening="", source=("One.", "Two."))
    store.run(source=("",))
    assert store.history()[0] == (
        "type source: The animal didn't cross\u2026", "type target: El animal", "the model writes",
        "force a prefix: El gato", "type source: One. Two.", "type source",
    )  # fmt: skip


def test_a_change_of_options_is_called_by_what_it_changes(store: Store) -> None:
    store.options("attention", join="words")
    store.options("calculate", step=7)
    store.options("model", inside=True)
    store.options("model", opened="decoder.layers.2.feed_forward")
    store.options("calculate", page_head=3)
    store.options("positions", draft="", apply=False)
    assert store.history()[0] == (
        "attention: join words", "calculate: step 7", "model: inside on",
        "options of model", "options of calculate", "options of positions",
    )  # fmt: skip


def test_a_click_goes_back_and_forward(sheet: HistorySheet, store: Store, qtbot) -> None:
    click(qtbot, sheet, 1)
    assert (store.state.look.head, store.state.look.step, store.state.desk.inspector) == (2, None, True)
    assert said(sheet) == ["done", "current", "undone", "undone"]
    assert lines(sheet)[3] == "Hide the inspector"
    click(qtbot, sheet, 3)
    assert (store.state.look.step, store.state.desk.inspector) == (1, False)
    click(qtbot, sheet, 0)
    assert store.state.look.head == 0 and not store.can_undo()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_arrows_move_and_enter_or_space_goes(sheet: HistorySheet, store: Store, qtbot, key: Qt.Key) -> None:
    for _ in range(2):
        qtbot.keyClick(sheet.list, Qt.Key.Key_Up)
    assert store.history()[1] == 3 and sheet.list.currentRow() == 1
    qtbot.keyClick(sheet.list, key)
    assert store.history()[1] == 1 and store.state.look.step is None
    assert sheet.isVisible()


def test_undo_and_redo_have_their_keys_and_buttons_here_too(sheet: HistorySheet, store: Store, qtbot) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    sheet.activateWindow()
    qtbot.waitUntil(sheet.isActiveWindow)
    qtbot.keyClick(sheet.list, Qt.Key.Key_Z, control)
    assert store.history()[1] == 2 and sheet.list.currentRow() == 2
    qtbot.keyClick(sheet.list, Qt.Key.Key_Y, control)
    assert store.history()[1] == 3
    undo, redo = sheet.buttons
    assert undo.isEnabled() and not redo.isEnabled()
    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert store.history()[1] == 2 and redo.isEnabled()


def test_it_follows_what_is_done_elsewhere(sheet: HistorySheet, store: Store) -> None:
    store.undo()
    assert said(sheet) == ["done", "done", "current", "undone"]
    store.look(kind="encoder")
    assert lines(sheet) == [START, "Layer 1, head 3", "Step 2", "Encoder attention"]
    assert said(sheet)[-1] == "current"


def test_moving_the_pointer_keeps_the_selected_line(sheet: HistorySheet, store: Store, qtbot) -> None:
    qtbot.keyClick(sheet.list, Qt.Key.Key_Up)
    store.set_hover((1, 1))
    assert sheet.list.currentRow() == 2


def test_names_are_plain_text(store: Store, qtbot) -> None:
    store.set_state(State(run=TRACE.run.with_(candidates=3)), name="open <b>bold</b> & more")
    sheet = HistorySheet(store)
    qtbot.addWidget(sheet)
    assert lines(sheet) == [START, "Open <b>bold</b> & more"]


def test_a_new_theme_recolours_the_lines(sheet: HistorySheet, store: Store) -> None:
    def tick() -> QColor:
        image = sheet.present().icon().pixmap(20, 20).toImage()
        return max((image.pixelColor(x, y) for x in range(20) for y in range(20)), key=QColor.alpha)

    assert tick().lightness() == themes.LIGHT.q("ink").lightness()
    apply_theme(Layout(theme="dark"))
    assert tick().lightness() == themes.DARK.q("ink").lightness()


def test_everything_in_it_has_a_name_and_a_tip(sheet: HistorySheet) -> None:
    assert sheet.list.accessibleName() == "Changes" and sheet.list.toolTip()
    for button in sheet.findChildren(QPushButton):
        assert button.text() and button.toolTip()


# ---------------------------------------------------------------- from the window


def test_it_opens_by_its_key_while_typing_and_only_once(store: Store, qtbot) -> None:
    window = Window(store)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window).__enter__()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_source()
    box = window.text.source.box
    qtbot.keyClick(box, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    sheets = window.findChildren(HistorySheet)
    assert len(sheets) == 1 and sheets[0].isVisible() and not sheets[0].isModal()
    assert store.state.run == TRACE.run
    window.commands.run("history")
    assert len(window.findChildren(HistorySheet)) == 1
    qtbot.keyClick(sheets[0].list, Qt.Key.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert window.findChildren(HistorySheet) == []
    store.look(head=1)
    assert "History…" in [entry.words for entry in window.sheets.entries()]
