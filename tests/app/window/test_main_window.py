"""The assembled window: sizes, keys, menus, models, faults, what is remembered, and its end."""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QFontMetrics, QInputMethodEvent, QKeySequence, QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGraphicsView,
    QLabel,
    QMenu,
    QScrollBar,
    QToolButton,
    QWidget,
)

from model_core.analysis.unwritten import HiddenParts
from model_core.engine.messages import Models
from model_core.record.aligned_text import AlignedText
from model_core.record.edits import Decoding, Edits, HeadPlace
from model_core.record.run_spec import RunSpec
from model_core.spec import KINDS
from tests.daily import share
from tests.made.traces import made_model
from tests.support.harness import live_window, settled
from viz_app.commands.actions import ACTIONS, MENUS
from viz_app.commands.palette import Palette
from viz_app.data.maps import head_filter
from viz_app.data.maps.head_names import all_heads
from viz_app.document.state import HeadFilter, Layout, Pin, State
from viz_app.document.store import Store
from viz_app.document.trainings.followed_training import trainings_folder
from viz_app.system.crash_report import CrashReporter
from viz_app.system.settings import Settings
from viz_app.views.compare.pin_offers import offers
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.window.dialogs import AboutSheet, FaultSheet, KeySheet
from viz_app.window.geometry import fit_on_screen
from viz_app.window.main_window import Window, chosen_theme

pytestmark = pytest.mark.usefixtures("qapp")

TWELVE = "the old white house near the sea was sold to my friends"
SIZES = (1280, 720), (1440, 900), (1920, 1080)
SIXTY = " ".join(f"word{number}" for number in range(60))


@pytest.fixture
def make(qtbot) -> Iterator[Callable[..., Window]]:
    """Makes a shown window with a picture of `source`."""
    faults: list[CrashReporter] = []

    def window_with(source: str = "the white house", size: tuple[int, int] = (1440, 900), **desk: object) -> Window:
        store = Store(State(run=RunSpec(source=tuple(source.split("\n"))), desk=Layout(**{"theme": "light", **desk})))
        faults.append(CrashReporter(None))
        return live_window(store, qtbot, made_model((2, 2), 2), size, faults[-1])

    yield window_with


def focus_view(window: Window) -> None:
    page = window.desk.page("attention")
    assert page is not None
    page.view.setFocus()
    settled()


def look(window: Window) -> tuple[str, int, int]:
    chosen = window.store.state.look
    return chosen.kind, chosen.layer, chosen.head


# ---------------------------------------------------------------- sizes


def spilling(window: QWidget) -> list[str]:
    """Visible widgets that reach over the edge of what holds them, apart from what lies in a scroll area."""
    found = []
    for child in window.findChildren(QWidget):
        parent = child.parentWidget()
        scrolled = parent is None or parent.objectName() == "qt_scrollarea_viewport" or child.isWindow()
        there = child.isVisible() and not child.size().isEmpty()
        if there and not scrolled and not QRect(QPoint(0, 0), parent.size()).contains(child.geometry()):
            found.append(f"{type(child).__name__} {child.geometry().getRect()} in {type(parent).__name__}")
    return found


def clipped(window: QWidget) -> list[str]:
    """Visible words that have less room than they need."""
    found = []
    for child in window.findChildren(QWidget):
        if not child.isVisible() or child.window() is not window:
            continue
        metrics = QFontMetrics(child.font())
        if isinstance(child, QLabel) and not child.wordWrap() and child.text():
            wanted = metrics.horizontalAdvance(child.text())
        elif isinstance(child, QAbstractButton) and child.text():
            style = child.toolButtonStyle() if isinstance(child, QToolButton) else None
            words = "" if style == Qt.ToolButtonStyle.ToolButtonIconOnly else child.text().replace("&", "")
            wanted = metrics.horizontalAdvance(words)
        elif isinstance(child, QComboBox):
            wanted = metrics.horizontalAdvance(child.currentText())
        else:
            continue
        if wanted > child.width() or (wanted and metrics.height() > child.height() + 1):
            found.append(f"{type(child).__name__} {child.size().toTuple()} for {wanted}x{metrics.height()}")
    return found


def assert_fits(window: Window, size: tuple[int, int]) -> None:
    """In a window of that size there is room for everything, and every word can be read."""
    window.resize(*size)
    settled()
    needed = window.layout().minimumSize()
    assert needed.width() <= size[0] and needed.height() <= size[1]
    assert window.size().toTuple() == size
    assert spilling(window) == []
    assert clipped(window) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("text_scale", [1.0, 2.0])
def test_the_window_keeps_its_size_and_every_word_fits(make, text_scale, theme) -> None:
    window = make(TWELVE, SIZES[0], theme=theme, text_scale=text_scale)
    for size in SIZES:
        assert_fits(window, size)
        scrolling = [bar for bar in window.centralWidget().findChildren(QScrollBar) if bar.isVisible()]
        if text_scale == 1.0:
            assert scrolling == []


@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("views", [("attention", "masks"), ("positions", "attention")])
@pytest.mark.share(3)
def test_two_views_leave_every_word_its_room(make, views, size, text_scale) -> None:
    assert_fits(make(TWELVE, size, views=views, text_scale=text_scale), size)


def test_texts_of_any_length_fit_into_a_small_window(make) -> None:
    window = make("", SIZES[0])
    for source in ("", "a", SIXTY, "one\ntwo words\nand three words"):
        window.store.run(source=tuple(source.split("\n")))
        assert_fits(window, SIZES[0])


def test_the_inspector_is_hidden_in_a_narrow_window_until_requested(make) -> None:
    window = make(size=(1000, 700))
    assert window.inspector.isHidden()
    window.commands.run("inspector")
    assert window.inspector.isVisible()
    window.commands.run("inspector")
    assert window.inspector.isHidden() and not window.store.state.desk.inspector
    window.resize(1440, 900)
    settled()
    assert window.inspector.isHidden()
    window.commands.run("inspector")
    assert window.inspector.isVisible()


def test_a_narrow_top_bar_keeps_every_menu_within_reach(make) -> None:
    window = make(size=(1440, 900))
    bar = window.bar
    assert bar.menus.isVisible() and bar.size_label.isVisible() and not bar.folded.isVisible()
    assert bar.model.text().startswith("English → Spanish · 2+2 layers · 2 heads")
    assert bar.size_label.text() == "cpu · 17.0\N{NO-BREAK SPACE}k parameters"
    window.store.desk(text_scale=2.0)
    window.resize(1000, 700)
    settled()
    assert bar.folded.isVisible() and not bar.menus.isVisible() and not bar.size_label.isVisible()
    folded = [entry.text().replace("&", "") for entry in bar.folded.menu().actions()]
    assert folded == list(MENUS)
    assert spilling(window) == []


# ---------------------------------------------------------------- the picture


def test_the_first_picture_is_drawn_and_its_painting_is_measured(make, qtbot) -> None:
    window = make()
    page = window.desk.page("attention")
    assert page is not None and page.isVisible()
    assert page.heading.text() == "Cross-attention · layer 1 · head 1"
    qtbot.waitUntil(lambda: bool(window.store.painted_ms))
    assert "drawn in" in window.status.times.text()
    assert window.status.engine.text() == "engine ready"


def test_the_window_shows_that_the_engine_loads_and_text_can_be_typed(qtbot) -> None:
    store = Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light")))
    store.accept(Models((made_model(),)))
    window = Window(store)
    qtbot.addWidget(window)
    window.show()
    settled()
    assert "Loading" in window.desk._place.line.text() and window.desk._place.isVisible()
    assert window.bar.model.text().startswith("English → Spanish")
    window.focus_source()
    qtbot.keyClicks(QApplication.focusWidget(), "hello")
    assert store.state.run.source == ("hello",)


def test_typing_changes_the_picture(make, qtbot) -> None:
    window = make()
    window.focus_source()
    qtbot.keyClicks(QApplication.focusWidget(), "one, two")
    assert window.store.state.run.source == ("one, two",)
    assert window.store.trace.sentences[0].source_text == "one, two"
    window.focus_source()
    event = QInputMethodEvent()
    event.setCommitString("señor 🙂")
    QApplication.sendEvent(QApplication.focusWidget(), event)
    assert window.store.trace.run.source == ("señor 🙂",)


def test_what_cannot_be_done_is_one_line_and_the_picture_stays(make) -> None:
    window = make()
    trace = window.store.trace
    window.store.run(source=("refuse",))
    assert window.notice.isVisible() and "Not this text" in window.notice.text.text()
    assert window.store.trace is trace
    assert not window.desk.page("attention").mark.isHidden()
    window.store.run(source=("fine again",))
    assert window.notice.isHidden() and window.desk.page("attention").mark.isHidden()


# ---------------------------------------------------------------- keys


def test_arrows_move_between_heads_only_while_the_view_has_the_focus(make, qtbot) -> None:
    window = make()
    focus_view(window)
    target = QApplication.focusWidget()
    for key, expected in ((Qt.Key.Key_Right, ("cross", 0, 1)), (Qt.Key.Key_Down, ("cross", 1, 1)),
                          (Qt.Key.Key_Left, ("cross", 1, 0)), (Qt.Key.Key_Up, ("cross", 0, 0))):  # fmt: skip
        qtbot.keyClick(target, key)
        assert look(window) == expected
    window.focus_source()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    assert look(window) == ("cross", 0, 0)


def test_single_keys_command_the_window_and_never_while_typing(make, qtbot) -> None:
    window = make()
    store = window.store
    focus_view(window)
    target = QApplication.focusWidget()
    for letter, kind in (("e", "encoder"), ("d", "decoder"), ("c", "cross")):
        qtbot.keyClicks(target, letter)
        assert store.state.look.kind == kind
    last = store.moment.rows - 1
    qtbot.keyClicks(target, ",,")
    assert store.moment.step == last - 2
    qtbot.keyClicks(target, ".")
    assert store.moment.step == last - 1
    qtbot.keyClick(target, Qt.Key.Key_Home)
    assert store.moment.step == 0
    qtbot.keyClick(target, Qt.Key.Key_End)
    assert store.moment.step == last
    qtbot.keyClick(target, Qt.Key.Key_Space)
    assert store.playing
    qtbot.keyClick(target, Qt.Key.Key_Space)
    assert not store.playing
    before = store.state.look, store.state.desk
    window.focus_source()
    qtbot.keyClicks(QApplication.focusWidget(), "ed c,.1 p")
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Left):
        qtbot.keyClick(QApplication.focusWidget(), key)
    assert store.state.run.source == ("ed c,.1 p",)
    assert (store.state.look, store.state.desk) == before and not store.playing


def test_space_presses_the_button_that_has_the_focus(make, qtbot) -> None:
    window = make()
    window.rail.buttons["attention"].setFocus()
    qtbot.keyClick(window.rail.buttons["attention"], Qt.Key.Key_Space)
    assert not window.store.playing


def test_a_click_in_the_rail_takes_the_keyboard_out_of_the_text(make, qtbot) -> None:
    window = make()
    window.focus_source()
    text = window.store.state.run.source
    qtbot.mouseClick(window.rail.buttons["calculate"], Qt.MouseButton.LeftButton)
    view = window.desk.page("calculate").view
    assert QApplication.focusWidget() is view.sheet, "the numbers, not the first button"
    qtbot.keyClicks(QApplication.focusWidget(), "]")
    assert window.store.state.run.source == text
    assert window.store.state.options["calculate"]["step"] == 2
    other = window.rail.buttons["attention"]
    other.setFocus()
    qtbot.keyClick(other, Qt.Key.Key_Space)
    assert QApplication.focusWidget() is other, "who goes through the rail by keys stays there"


def test_what_clicks_in_the_rail_give_the_keyboard_has_no_frame(make, qtbot) -> None:
    """Each view is made by its click: some of its parts are shown by its first picture."""
    window = make()
    window.focus_source()
    for name in ("lines", "model", *share(("calculate", "masks", "decoding", "heads", "lens", "compare", "survey"), 2)):
        qtbot.mouseClick(window.rail.buttons[name], Qt.MouseButton.LeftButton)
        settled()
        focus = QApplication.focusWidget()
        assert focus is not None and window.desk.page(name).isAncestorOf(focus)
        assert not focus.property("keys") and not getattr(focus, "ring", False), name


def test_the_arrows_are_the_views_again_after_a_guess(make, qtbot) -> None:
    window = make()
    focus_view(window)
    window.sheets.lessons.guess()
    panel = window.sheets.lessons.panel
    assert panel.isVisible() and QApplication.focusWidget() is panel
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert panel.isHidden()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    assert look(window) == ("cross", 0, 1)


def test_p_pins_what_is_pointed_at_and_escape_unpins(make, qtbot) -> None:
    window = make()
    focus_view(window)
    window.store.set_hover((1, 2))
    qtbot.keyClicks(QApplication.focusWidget(), "p")
    assert (window.store.state.look.query, window.store.state.look.key) == (1, 2)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert (window.store.state.look.query, window.store.state.look.key) == (None, None)


def test_undo_and_redo_work_from_the_text_box_and_say_what_they_do(make, qtbot) -> None:
    window = make()
    window.store.look(head=1)
    window.focus_source()
    box = QApplication.focusWidget()
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.store.state.look.head == 0
    assert window.commands.qt_actions["redo"].text().startswith("Redo: ")
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(box, Qt.Key.Key_Z, modifiers)
    assert window.store.state.look.head == 1
    assert window.commands.qt_actions["undo"].text().startswith("Undo: ")


def test_keys_with_control_work_while_typing(make, qtbot) -> None:
    window = make()
    window.focus_source()
    box = QApplication.focusWidget()
    qtbot.keyClick(box, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert window.store.state.desk.text_scale == 1.25 and themes.text_scale() == 1.25
    qtbot.keyClick(box, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert themes.text_scale() == 1.0
    focus_view(window)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is window.text.source.box


# ---------------------------------------------------------------- menus and the list of commands


def entries_of(menu: QMenu) -> Iterator[QAction]:
    """The entries of a menu and of the menus in it."""
    for entry in menu.actions():
        yield from entries_of(entry.menu()) if entry.menu() else [entry]


def test_the_longest_menu_fits_a_small_screen(make) -> None:
    window = make()
    window.commands.refresh()
    for menu in window.menus.values():
        assert menu.sizeHint().height() <= 740, menu.title()


def test_every_action_is_in_its_menu_with_its_key_in_its_tip_and_disabled_when_impossible(make) -> None:
    window = make()
    made = window.commands.qt_actions
    assert not made["undo"].isEnabled() and not made["step.forward"].isEnabled() and made["step.back"].isEnabled()
    for word in MENUS:
        listed = [entry for entry in entries_of(window.menus[word]) if entry in window.commands.qt_actions.values()]
        wanted = [one.id for one in ACTIONS if one.menu == word and one.id not in ("model", "recent", "beside")]
        assert listed == [window.commands.qt_actions[name] for name in wanted]
    assert window.commands.qt_actions["undo"].shortcut().toString() == "Ctrl+Z"
    assert window.models in [entry.menu() for entry in window.menus["Model"].actions()]
    for name, action in made.items():
        said = window.commands.words(name)
        assert said and said in html.unescape(action.toolTip())
        if action.shortcuts():
            assert action.shortcut().toString(QKeySequence.SequenceFormat.NativeText) in said
    window.store.look(step=0)
    made = window.commands.qt_actions
    assert made["undo"].isEnabled() and made["step.forward"].isEnabled() and not made["step.back"].isEnabled()
    assert made["kind.cross"].isChecked() and not made["kind.encoder"].isChecked()


def test_the_list_of_commands_finds_and_runs_one(make, qtbot) -> None:
    window = make()
    window.commands.run("find")
    palette = window.findChild(Palette)
    settled()
    assert palette.isVisible() and "Find anything…" not in palette.words()
    qtbot.keyClicks(palette.box, "enc")
    assert palette.words()[0] == "Encoder attention"
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    assert window.store.state.look.kind == "encoder"
    settled()
    assert window.findChild(Palette) is None


def test_heads_steps_sizes_and_sentences_are_found(make, qtbot) -> None:
    window = make()

    def found(typed: str, first: str) -> State:
        window.commands.run("find")
        palette = window.findChild(Palette)
        qtbot.keyClicks(palette.box, typed)
        settled()
        assert palette.words()[0].startswith(first) and not palette.nothing.isVisible()
        qtbot.keyClick(palette.box, Qt.Key.Key_Return)
        settled()
        return window.store.state

    found("cross layer 1 head 2", "Cross-attention layer 1 head 2")
    assert look(window) == ("cross", 0, 1)
    assert found("text size 150", "Text size 150 %").desk.text_scale == 1.5
    assert found("step 2", "Step 2 writes ").look.step == 1
    assert found("nobody knows", "Nobody knows the answer.").run.source == ("Nobody knows the answer.",)


def test_the_list_of_commands_moves_by_arrows_knows_models_and_says_where_nothing_fits(make, qtbot) -> None:
    window = make()
    window.commands.run("find")
    palette = window.findChild(Palette)
    qtbot.keyClicks(palette.box, "zzz")
    settled()
    assert palette.words() == [] and "zzz" in palette.nothing.text() and palette.nothing.isVisible()
    for _ in range(3):
        qtbot.keyClick(palette.box, Qt.Key.Key_Backspace)
    assert palette.words() and not palette.nothing.isVisible()
    qtbot.keyClicks(palette.box, "theme")
    assert len(palette.words()) == 4
    qtbot.keyClick(palette.box, Qt.Key.Key_Down)
    qtbot.keyClick(palette.box, Qt.Key.Key_Down)
    assert palette.list.currentRow() == 2
    for _ in range(9):
        qtbot.keyClick(palette.box, Qt.Key.Key_Up)
    assert palette.list.currentRow() == 0
    palette.box.setText("english spanish")
    assert palette.words() == ["Model: English → Spanish · 2+2 layers · 2 heads"]
    palette.box.setText("no such thing")
    assert palette.words() == []
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.close()


def test_dialogs_open_and_close_and_all_their_parts_have_names_and_tips(make) -> None:
    window = make()
    for name, kind in (("keys", KeySheet), ("about", AboutSheet), ("history", Dialog), ("find", Palette)):
        window.commands.run(name)
        sheet = window.findChild(kind)
        assert sheet.isVisible() and not sheet.isModal(), name
        takes = Qt.FocusPolicy.TabFocus
        inside = [one for one in sheet.findChildren(QWidget) if one.focusPolicy() & takes and one.isVisible()]
        inside = [one for one in inside if not one.objectName().startswith("qt_")]
        assert inside
        assert [one for one in inside if not (one.accessibleName() or getattr(one, "text", str)())] == []
        assert [f"{type(one).__name__} in {name}" for one in inside if not one.toolTip()] == []
        if kind is AboutSheet:
            words = sheet.text.text()
            assert "torch 2." in words and "PySide6-Essentials 6." in words and "headscope 0." in words
            assert "English → Spanish" in words
        sheet.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert window.findChild(kind) is None


def test_heads_are_filtered_by_key_undone_and_kept_in_the_session(make) -> None:
    window = make(views=("attention",))
    store, page = window.store, window.desk.page("attention")
    count = len(all_heads(store.trace))
    assert page.heads.words() == f"{count} heads"
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.heads.card.isVisible() and page.heads.card.isAncestorOf(QApplication.focusWidget())
    measure, bound = (page.heads.form.controls[name] for name in ("measure", "bound"))
    measure.setCurrentIndex(measure.findData("entropy"))
    bound.setFocus()
    bound.selectAll()
    QTest.keyClicks(bound, "0.75")
    QTest.keyClick(bound, Qt.Key.Key_Return)
    asked = store.state.look.heads
    assert (asked.measure, asked.side, asked.bound) == ("entropy", "most", 0.75)
    listed = head_filter.heads_listed(window.desk.snapshot(page))
    assert 0 < len(listed.heads) < count and page.heads.words() == f"{len(listed.heads)} of {count} heads"
    assert "entropy ≤ 0.75" in page.sentence.text()
    assert State.from_json(store.state.to_json()) == store.state
    page.heads.card.hide()
    for kind in KINDS:
        mine, seen = [one[1:] for one in sorted(listed.heads) if one[0] == kind], set()
        store.look(kind=kind, layer=0, head=0)
        for key in 4 * [Qt.Key.Key_Right] + 4 * [Qt.Key.Key_Left] + [Qt.Key.Key_Down, Qt.Key.Key_Up]:
            QTest.keyClick(page.view.figure.heat, key)
            seen.add((store.state.look.layer, store.state.look.head))
        assert seen - {(0, 0)} == set(mine) - {(0, 0)}, "arrow keys reach the heads that are listed, and no others"
    store.look(step=0)  # else all are one change, as they follow so fast
    window.commands.run("heads.unfilter")
    assert store.state.look.heads == HeadFilter() and page.heads.words() == f"{count} heads"
    store.undo()
    assert store.state.look.heads == asked


def test_the_list_of_commands_has_every_action_that_can_be_done(make) -> None:
    window = make()
    store, met = window.store, set()
    store.desk(depth="research")  # every view stands in the rail, and is called by its name alone
    store.look(step=1)
    changes: list[Callable[[], object]] = [
        lambda: store.set_hover((1, 1)),
        lambda: store.look(query=1, key=1),
        store.undo,
        lambda: store.look(heads=HeadFilter(kind="cross")),
        lambda: store.pinned.pin(Pin(store.state.run)),
        lambda: store.desk(text_scale=1.25),
        lambda: store.desk(views=("masks",)),
        lambda: store.desk(views=("calculate",)),
        lambda: store.visited.go(back=True),
        lambda: store.visited.go(back=False),
        lambda: store.run(decoding=Decoding("sample")),
        lambda: store.run(edits=Edits(heads_off=(HeadPlace("cross", 0, 0),))),
        lambda: store.set_state(store.state.with_(alignments=(AlignedText(("a",), ("b",), ((0, 0),)),)), "a link"),
        lambda: store.options("heads", folder="/surveys/mine"),
        lambda: store.options("train", folder=str(trainings_folder() / "mine")),
        lambda: store._notify(store._results._set_busy(True)),
    ]
    texts = {one.text for one in ACTIONS}
    for change in changes:
        change()
        listed = [entry.words for entry in window.sheets.entries()]
        can = [one.text for one in ACTIONS if one.when(store) and one.id != "find"]
        commands = [entry.words for entry in window.sheets.entries() if entry.words in texts]
        assert sorted(commands) == sorted(can)
        met |= set(listed)
    assert {one.text for one in ACTIONS} - met == {"Find anything…"}


def test_each_thing_to_compare_with_is_found_by_itself(make) -> None:
    window = make()
    store = window.store
    found = {one.words: one for one in window.sheets.entries() if one.menu == "Compare"}
    assert {"Compare with: The same with beam search", "Compare with: My own target"} <= set(found)
    assert {words.removeprefix("Compare with: ") for words in found} == {
        offer.words for offer in offers(store.trace, store.state.look)[1:]
    }
    found["Compare with: The same with beam search"].run()
    assert store.state.desk.views == ("compare",) and store.state.pin is not None
    assert store.state.pin.run.decoding.method == "beam"
    pin = store.state.pin
    found["Compare with: A minimal pair…"].run()
    assert store.state.pin == pin, "none is chosen yet"
    store.hiding.hide(HiddenParts(words=1))
    assert [one.words for one in window.sheets.entries() if one.menu == "Compare"] == []
    store.hiding.hide(None)


def test_arrows_go_from_menu_to_menu_while_a_view_has_the_keyboard(make) -> None:
    window = make()
    window.enter_view("attention")
    settled()
    window.bar.menus.setActiveAction(window.bar.menus.actions()[0])
    before = window.store.state.look
    for key, title in ((Qt.Key.Key_Right, "&Edit"), (Qt.Key.Key_Right, "&View"), (Qt.Key.Key_Left, "&Edit")):
        QTest.keyClick(window.windowHandle(), key)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu) and menu.title() == title
    menu.close()
    assert window.store.state.look == before, "the arrows do not change the head behind the menu"


def test_tips_of_menus_and_hints_of_views_come_to_the_status_line(make) -> None:
    window = make()
    window.desk.hinted.emit("Click pins this cell.")
    assert window.status.hint.text() == "Click pins this cell."
    QApplication.sendEvent(window, QStatusTipEvent("Undoes the last change."))
    assert window.status.hint.text() == "Undoes the last change."
    QApplication.sendEvent(window, QStatusTipEvent(""))
    assert window.status.hint.text() == "Click pins this cell."


# ---------------------------------------------------------------- theme, faults, settings, end


def test_themes_dress_the_window(make) -> None:
    window = make()
    for name in ("dark", "high_contrast", "light"):
        window.commands.run(f"theme.{name}")
        assert themes.current().name == name
        settled()
        ground = window.desk.grab().toImage().pixelColor(2, 2).name()
        assert ground.lower() == themes.current().background.lower()


def test_the_theme_of_the_system_is_light_or_dark(qapp) -> None:
    assert chosen_theme("system") in (themes.LIGHT, themes.DARK)
    assert chosen_theme("dark") is themes.DARK


def test_a_fault_is_one_line_with_details_and_goes_when_they_were_read(make) -> None:
    window = make()
    try:
        raise RuntimeError("<b>broken</b> on purpose")
    except RuntimeError as error:
        for _ in range(20):
            window._faults.report(RuntimeError, error, error.__traceback__)
    assert "kept" in window.status.hint.text() and window.status.more.isVisible()
    assert list(window.findChildren(FaultSheet)) == []
    window.status.more.click()
    sheet = window.findChild(FaultSheet)
    assert "<b>broken</b> on purpose" in sheet.text.toPlainText()
    assert not window.status.more.isVisible() and "kept" not in window.status.hint.text()
    sheet.close()


def test_what_is_remembered_brings_the_window_back(make, qtbot) -> None:
    window = make("my own text", (760, 600), theme="dark", text_scale=1.25, speed=4.0, inspector=False)
    kept = window.remembered(Settings())
    assert (kept.theme, kept.text_scale, kept.speed, kept.inspector) == ("dark", 1.25, 4.0, False)
    assert (kept.model, kept.source) == ("", "my own text")
    other = Window(Store(State(desk=Layout(theme="light"))), kept)
    qtbot.addWidget(other)
    assert other.size().toTuple() == (760, 600)


def test_the_first_window_fits_on_the_screen(qtbot) -> None:
    window = Window(None, Settings())
    qtbot.addWidget(window)
    assert not window.restored
    usual = window.geometry()
    for room, wanted in (
        ((0, 0, 1920, 1080), (1440, 900)), ((0, 30, 1366, 738), (1350, 690)), ((0, 0, 1280, 720), (1264, 672)),
        ((100, 0, 2560, 700), (1440, 652)), ((0, 0, 600, 400), (640, 440)),
    ):  # fmt: skip
        window.setGeometry(usual)
        fit_on_screen(window, QRect(*room))
        assert (window.width(), window.height()) == wanted
        if wanted[0] <= room[2] and wanted != (1440, 900):
            assert QRect(*room).contains(window.geometry())


@pytest.mark.parametrize("geometry", ["", "!!!", "QUJD", base64.b64encode(bytes(500)).decode()])
def test_a_damaged_geometry_is_the_usual_size(qtbot, geometry: str) -> None:
    window = Window(Store(State(desk=Layout(theme="light"))), Settings(geometry=geometry))
    qtbot.addWidget(window)
    assert window.size().toTuple() == (1440, 900)


def test_closing_stops_playing_and_signals_once(make, qtbot) -> None:
    window = make()
    told: list[int] = []
    window.closed.connect(lambda: told.append(1))
    window.store.set_playing(True)
    window.store.run(source=("slow",))
    window.close()
    window.close()
    assert told == [1] and not window.store.playing
    assert not window.status._wait.isActive()


def test_the_tabulator_goes_as_one_reads_and_reaches_every_part_by_name(make) -> None:
    window = make()
    parts = [window.bar, window.rail, window.text, window.desk, window.inspector]
    window.inspector.setFocus(Qt.FocusReason.TabFocusReason)
    while window.inspector.isAncestorOf(QApplication.focusWidget()) or QApplication.focusWidget() is window.inspector:
        window.focusNextChild()  # past the end: around to the beginning
    assert QApplication.focusWidget() is window.bar.model
    met: list[QWidget] = []
    for _ in range(100):
        focused = QApplication.focusWidget()
        if focused in met:
            break
        met.append(focused)
        window.focusNextChild()
    visited = [next(place for place, part in enumerate(parts) if part.isAncestorOf(one) or part is one) for one in met]
    assert visited == sorted(visited) and set(visited) == set(range(len(parts)))
    nameless = [one for one in met if not one.accessibleName() and not getattr(one, "text", str)()]
    assert nameless == []
    assert {"HeadGrid", "HeatMap", "TextBox", "ChipRow"} <= {kind.__name__ for one in met for kind in type(one).__mro__}


@pytest.mark.parametrize("name", ["train", "positions"])
def test_charts_are_empty_once_the_window_is_closed(make: Callable[..., Window], name: str) -> None:
    """What is in them is not left to the window's destructor, which crashes where Python has freed a part of it."""
    window = make("the fox")
    window.desk.made_page(name)
    window.store.desk(views=(name,))
    charts = window.findChildren(QGraphicsView)
    assert charts and any(chart.scene().items() for chart in charts)
    window.close()
    assert not any(chart.scene().items() for chart in charts)


def test_a_screen_reader_hears_the_line_that_enter_would_run(make, qtbot) -> None:
    """The cursor stays in the box while up and down move in the list."""
    window = make()
    window.commands.run("find")
    palette = window.findChild(Palette)
    qtbot.keyClicks(palette.box, "beam")
    for key in (None, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        if key is not None:
            qtbot.keyClick(palette.box, key)
        assert palette.box.accessibleDescription() == palette.words()[palette.list.currentRow()]
    qtbot.keyClicks(palette.box, "zzz")
    assert palette.box.accessibleDescription() == palette.nothing.text() != ""
    palette.close()
