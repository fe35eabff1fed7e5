"""The one table of actions: no key twice, every key works from a keyboard, and what the actions do to the store."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QWidget,
)

from model_core.engine.messages import Problem
from tests.made.traces import made_trace
from viz_app.commands import action as conditions
from viz_app.commands import actions, head_actions
from viz_app.commands.actions import ACTIONS, MENUS, SUBMENUS, action
from viz_app.commands.bindings import ShortcutFilter, needs_key
from viz_app.commands.cell_actions import LARGE_MAP
from viz_app.commands.key_page import in_columns, key_rows
from viz_app.commands.palette import Entry, matching
from viz_app.data.edit_list import differences
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.system.glossary import glossary
from viz_app.system.settings import TEXT_SIZES
from viz_app.views import VIEWS
from viz_app.widgets import icons


@pytest.fixture
def store(qapp) -> Store:
    trace = made_trace("the white house", "la casa blanca")
    made = Store(State(run=trace.run))
    made.accept(trace)
    return made


def do(store: Store, name: str) -> None:
    action(name).do(SimpleNamespace(store=store, give_keyboard=lambda _view: None))


# ---------------------------------------------------------------- the table


def test_no_key_is_taken_twice(qapp) -> None:
    keys = [QKeySequence.fromString(key).toString() for one in ACTIONS for key in one.keys]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    assert len(keys) > 30


def test_every_key_can_be_read_by_qt(qapp) -> None:
    for one in ACTIONS:
        for key in one.keys:
            sequence = QKeySequence.fromString(key)
            assert sequence.count() == 1 and sequence[0].key() != Qt.Key.Key_unknown, f"{one.id}: {key}"


def test_ids_are_unique_and_menus_and_icons_are_known(qapp) -> None:
    ids = [one.id for one in ACTIONS]
    assert len(set(ids)) == len(ids)
    assert {one.menu for one in ACTIONS} == set(MENUS)
    assert {one.icon for one in ACTIONS if one.icon} <= set(icons.NAMES)


def test_groups_of_a_menu_are_adjacent() -> None:
    for menu in MENUS:
        groups = [one.group for one in ACTIONS if one.menu == menu]
        assert groups == sorted(groups), menu


def test_no_group_of_a_menu_is_longer_than_one_reads_at_a_glance() -> None:
    for menu in MENUS:
        lines = {
            (one.group, SUBMENUS.get((menu, one.id.partition(".")[0]), one.id)) for one in ACTIONS if one.menu == menu
        }
        assert max(Counter(group for group, _ in lines).values()) <= 8, menu


def test_each_of_the_first_nine_views_has_its_number() -> None:
    for place, name in enumerate(VIEWS[:9]):
        assert action(f"view.{name}").keys == (str(place + 1),)


def test_an_unknown_action_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        action("make.coffee")


def test_the_key_sheet_has_every_key(qapp) -> None:
    rows = key_rows(ACTIONS)
    listed = " ".join(row[0] for row in rows if len(row) == 2)
    for one in ACTIONS:
        for key in one.keys:
            assert QKeySequence.fromString(key).toString(QKeySequence.SequenceFormat.NativeText) in listed
    assert [row[0] for row in rows if len(row) == 1] == list(MENUS)


def test_the_key_sheet_has_every_action_once_also_those_without_a_key(qapp) -> None:
    rows = [row for row in key_rows(ACTIONS) if len(row) == 2]
    assert Counter(words for _, words in rows) == Counter(one.text.rstrip("…") for one in ACTIONS)
    keyless = {one.text.rstrip("…") for one in ACTIONS if not one.keys}
    assert keyless and {words for keys, words in rows if not keys} == keyless


def test_the_key_columns_are_about_equally_long() -> None:
    rows: list[tuple[str, ...]] = [("A",), *[("x", "y")] * 4, ("B",), *[("x", "y")] * 2, ("C",), ("x", "y")]
    assert in_columns(rows, 1) == [(0, 10)]
    assert in_columns(rows, 2) == [(0, 5), (5, 10)]
    assert in_columns(rows, 3) == in_columns(rows, 9) == [(0, 5), (5, 8), (8, 10)]
    assert in_columns([("A",), ("x", "y")], 3) == [(0, 2)]


def test_every_action_says_what_it_does(qapp) -> None:
    for one in ACTIONS:
        assert one.text.strip() == one.text != ""
        assert not one.tip or one.tip.endswith("."), one.id


# ---------------------------------------------------------------- what they do


def test_heads_and_layers_move_and_stop_at_the_border(store: Store) -> None:
    store.look(kind="cross", layer=0, head=0)
    do(store, "head.previous")
    do(store, "layer.previous")
    assert (store.state.look.layer, store.state.look.head) == (0, 0)
    for _ in range(9):
        do(store, "head.next")
    assert (store.state.look.layer, store.state.look.head) == (0, 3)
    for _ in range(9):
        do(store, "layer.next")
    assert (store.state.look.layer, store.state.look.head) == (2, 3)


def test_steps_move_and_stop_at_the_ends(store: Store) -> None:
    last = len(store.trace.sentences[0].read) - 1
    assert store.moment.step == last and not conditions.can_go_on(store)
    do(store, "step.back")
    assert store.state.look.step == last - 1 and conditions.can_go_on(store)
    do(store, "step.first")
    assert store.state.look.step == 0 and not conditions.can_go_back(store)
    do(store, "step.back")
    assert store.state.look.step == 0
    do(store, "step.forward")
    assert store.state.look.step == 1
    do(store, "step.last")
    assert store.moment.step == last


def test_kinds_are_chosen_and_ticked(store: Store) -> None:
    for kind in ("encoder", "decoder", "cross"):
        do(store, f"kind.{kind}")
        assert store.state.look.kind == kind
        ticked = [one.id for one in ACTIONS if one.id.startswith("kind.") and one.checked and one.checked(store)]
        assert ticked == [f"kind.{kind}"]


def test_p_pins_the_cell_under_the_pointer_and_escape_lets_it_go(store: Store) -> None:
    assert not action("pin").when(store)
    store.set_hover((2, 1))
    assert action("pin").when(store)
    do(store, "pin")
    assert (store.state.look.query, store.state.look.key) == (2, 1)
    assert action("unpin").when(store)
    do(store, "unpin")
    assert (store.state.look.query, store.state.look.key) == (None, None)
    assert not action("unpin").when(store)


def test_p_without_a_cell_under_the_pointer_unpins(store: Store) -> None:
    store.look(query=1, key=1)
    assert action("pin").when(store)
    do(store, "pin")
    assert (store.state.look.query, store.state.look.key) == (None, None) and not action("pin").when(store)


def test_ids_are_those_of_the_present_text_and_of_no_earlier_picture(store: Store) -> None:
    ids = action("ids")
    assert ids.when(store)
    for change in ({"source": ("the black cat",)}, {"model": "tiny"}, {"target": ("el gato",)}):
        store.run(**change)
        store.accept(Problem("E-TEST", "not this text", store.state.run))
        assert not ids.when(store), change
        store.undo()
        store.cancel()
        assert ids.when(store)
    do(store, "ids")
    assert store.state.run.ids and not ids.when(store), "not yet"
    store.accept(made_trace("the white house", "la casa blanca", run=store.state.run))
    assert ids.when(store)


def test_text_grows_and_shrinks_in_its_steps_and_stops(store: Store) -> None:
    for size in (*TEXT_SIZES[1:], TEXT_SIZES[-1]):
        do(store, "text.larger")
        assert store.state.desk.text_scale == size
    assert not action("text.larger").when(store)
    do(store, "text.smaller")
    assert store.state.desk.text_scale == TEXT_SIZES[-2]
    do(store, "text.normal")
    assert store.state.desk.text_scale == TEXT_SIZES[0]
    assert not action("text.smaller").when(store)


def test_themes_are_chosen_one_at_a_time(store: Store) -> None:
    for name in ("dark", "light", "high_contrast", "system"):
        do(store, f"theme.{name}")
        assert store.state.desk.theme == name
        assert [one.id for one in ACTIONS if one.id.startswith("theme.") and one.checked(store)] == [f"theme.{name}"]


def test_nothing_that_needs_a_picture_can_be_done_without_one(qapp) -> None:
    empty = Store()
    for name in ("kind.encoder", "head.next", "layer.next", "step.back", "step.forward", "step.first", "step.last",
                 "play", "pin", "unpin"):  # fmt: skip
        assert not action(name).when(empty), name
    head_actions.move_head(empty, 1, 1)
    actions.go_to_step(empty, 3)
    assert (empty.state.look.layer, empty.state.look.step) == (0, None)
    trace = made_trace()
    alone = Store(State(run=trace.run))
    alone.accept(trace.with_(sentences=(replace(trace.sentences[0], target_text="", read=(), written=()),)))
    actions.go_to_step(alone, 0)
    assert alone.state.look.step is None, "as in a recording of an encoder alone"


# ---------------------------------------------------------------- keys and typing

Key = Qt.Key
LETTERS = [(Key.Key_E, "e"), (Key.Key_Comma, ","), (Key.Key_Period, "."), (Key.Key_1, "1"), (Key.Key_Space, " "),
           (Key.Key_P, "p")]  # fmt: skip


def press(key: Qt.Key, text: str = "", held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.ShortcutOverride, key, held, text)


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QSpinBox])
@pytest.mark.parametrize(("key", "text"), [*LETTERS, (Key.Key_Home, ""), (Key.Key_Left, ""), (Key.Key_PageUp, "")])
def test_a_text_box_keeps_the_keys_of_typing(qtbot, kind: type[QWidget], key: Qt.Key, text: str) -> None:
    box = kind()
    qtbot.addWidget(box)
    assert needs_key(box, press(key, text))


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        (QPushButton, [Key.Key_Space]),
        (QCheckBox, [Key.Key_Space]),
        (QSlider, [Key.Key_Left, Key.Key_Home, Key.Key_PageDown]),
        (QComboBox, [Key.Key_Space, Key.Key_Down, Key.Key_End]),
        (QListWidget, [Key.Key_Up, Key.Key_Home, Key.Key_Return]),
    ],
)
def test_other_widgets_keep_the_keys_they_work_with(qtbot, kind: type[QWidget], keys: list[Qt.Key]) -> None:
    widget = kind()
    qtbot.addWidget(widget)
    for key in keys:
        assert needs_key(widget, press(key, " " if key == Key.Key_Space else ""))


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_return_chooses_in_the_list_of_a_combo_box(qtbot, key: Qt.Key) -> None:
    box, chosen = QComboBox(), []
    qtbot.addWidget(box)
    box.addItems(["one", "two", "three"])
    box.activated.connect(chosen.append)
    box.show()
    box.showPopup()
    courtesy = ShortcutFilter(box)
    courtesy.follow(None, box.view())
    qtbot.keyClick(box.view(), Key.Key_Down)
    qtbot.keyClick(box.view(), Key.Key_Down)
    qtbot.keyClick(box.view(), key)
    assert chosen == [2] and not box.view().isVisible()
    courtesy.follow(box.view(), None)


def test_keys_held_with_control_and_keys_of_plain_widgets_are_shortcuts(qtbot) -> None:
    box, label, button = QLineEdit(), QLabel(), QPushButton()
    for widget in (box, label, button):
        qtbot.addWidget(widget)
    assert not needs_key(box, press(Key.Key_K, "\x0b", Qt.KeyboardModifier.ControlModifier))
    assert not needs_key(box, press(Key.Key_F1))
    assert not needs_key(box, press(Key.Key_Escape, "\x1b"))
    assert not needs_key(button, press(Key.Key_Comma, ","))
    for key, text in LETTERS:
        assert not needs_key(label, press(key, text))


def test_capitals_are_read_as_typed_and_in_sentence_case_again(store) -> None:
    do(store, "capitals")
    assert store.state.run.as_typed and action("capitals").checked(store)
    assert store.history()[0][-1] == "how typed text is read"
    do(store, "capitals")
    assert not store.state.run.as_typed


def test_texts_become_ids_and_text_again(store: Store) -> None:
    before = store.state.run
    do(store, "ids")
    assert store.state.run.ids and action("ids").checked(store)
    assert all(word.isdigit() for word in store.state.run.source[0].split())
    assert State.from_json(store.state.to_json()) == store.state
    assert "token ids" in " ".join(differences(store.state.run, store.trace))
    do(store, "undo")
    assert store.state.run == before


def test_all_heads_come_and_escape_goes_back(store: Store) -> None:
    """It is an option of the view: undo takes it back, and a session carries it."""
    assert action("heads.all").keys == ("A",) and not action("heads.all").checked(store)
    do(store, "heads.all")
    assert action("heads.all").checked(store) and State.from_json(store.state.to_json()) == store.state
    assert action("unpin").when(store) and action("unpin").words(store) == "Back to one head"
    do(store, "undo")
    assert not action("heads.all").checked(store)
    do(store, "redo")
    assert action("heads.all").checked(store)
    do(store, "unpin")
    assert not action("heads.all").checked(store)
    do(store, "heads.all")
    store.desk(views=("lines",))
    assert not action("heads.all").when(store) and not action("heads.all").checked(store)


@pytest.mark.parametrize("name", ["weights.set", "cell.weight"])
@pytest.mark.parametrize("options", [{"all_heads": True}, {"picture": "plane"}])
def test_a_weight_is_set_on_the_large_map(store: Store, name: str, options: dict[str, object]) -> None:
    """Where something else is shown, the map comes back, and one undo brings that again."""
    store.options("attention", **options)
    before = store.state
    do(store, name)
    shown = {one: LARGE_MAP[one] for one in options}
    assert store.state.options["attention"] == {"override": True, **shown}
    if name == "weights.set":
        do(store, "undo")
        assert store.state == before


def test_what_was_typed_itself_is_found_first() -> None:
    entries = [Entry("Model", words, "", lambda: None) for words in ("Start over", "Restart the engine", "Restart")]
    assert [one.words for one in matching(entries, "restart")] == ["Restart", "Restart the engine"]
    assert matching(entries, "start")[0].words == "Start over"


def test_what_was_typed_without_accents_finds_words_with_them() -> None:
    views = [Entry("Ver", words, "", lambda: None) for words in ("Enmascarar un token", "Máscaras", "Líneas")]
    assert [one.words for one in matching(views, "mascaras")] == ["Máscaras"]
    assert [one.words for one in matching(views, "mas")] == ["Máscaras", "Enmascarar un token"]
    assert [one.words for one in matching(views, "LÍNEAS")] == ["Líneas"]
    assert any(term.matches("atencion cruzada") for term in glossary())


def test_a_match_in_the_description_of_a_command_ranks_last() -> None:
    entries = [
        Entry("File", "Save view as…", "", lambda: None, "Exports the view as PNG, SVG or PDF. picture save"),
        Entry("View", "View of Exports", "", lambda: None, "Something else"),
    ]
    assert matching(entries, "svg") == matching(entries, "png save") == entries[:1]
    assert matching(entries, "export") == entries[::-1], "what is called so comes first"
    assert matching(entries, "ports the") == [], "inside a word only of its own name"


def test_a_head_is_found_by_its_short_name_and_a_command_by_its_key() -> None:
    words = ("Cross-attention layer 2 head 3 · mixed", "2.3"), ("Cross-attention layer 3 head 2 · mixed", "3.2")
    heads = [Entry("Head", name, key, lambda: None) for name, key in words]
    entries = [*heads, Entry("View", "Present", "F5", lambda: None)]
    assert matching(entries, "cross 2.3") == heads[:1], "as Heads, Lens and Compare name it"
    assert [one.words for one in matching(entries, "f5")] == ["Present"]
