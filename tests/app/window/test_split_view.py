"""Split view: which views stand side by side, by button, key, rail and menu; gone back to, saved, and at every size."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QBoxLayout, QDialog, QMenu, QWidget

from model_core.engine.messages import Models, Ready
from tests.made.traces import made_model, made_trace
from tests.support.harness import leave_unpainted, settled
from viz_app.charts.bar_list import Bars
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.maps.head_grid import HeadGrid
from viz_app.maps.heatmap import HeatMap
from viz_app.text.tokens.token_row import ChipRow
from viz_app.views import VIEWS
from viz_app.widgets import theme as themes
from viz_app.window.main_window import Window, apply_theme
from viz_app.window.split_view import LEAST, direction, replaced, side_by_side, with_beside, without

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def make(qtbot) -> Callable[..., Window]:
    """Makes a shown window with a picture."""

    def window_with(*views: str, size: tuple[int, int] = (1280, 720), **desk: object) -> Window:
        layout = Layout(**{"theme": "light", "views": views or ("attention",), **desk})
        store = Store(State(run=TRACE.run, desk=layout))
        store.accept(Models((made_model((3, 3), 4),)))
        store.accept(Ready())
        window = Window(store)
        qtbot.addWidget(window)
        window.resize(*size)
        store.accept(TRACE)
        window.show()
        qtbot.waitExposed(window).__enter__()
        window.activateWindow()
        settled()
        return window

    return window_with


def seen(window: Window) -> list[str]:
    """The views on the screen, from left to right (or from top to bottom)."""
    settled()
    pages = [window.desk.page(name) for name in VIEWS]
    there = [page for page in pages if page is not None and page.isVisible()]
    return [page.name for page in sorted(there, key=lambda page: (page.x(), page.y()))]


def ticked(window: Window) -> list[str]:
    return [name for name, button in window.rail.buttons.items() if button.isChecked()]


def page(window: Window, name: str):
    found = window.desk.page(name)
    assert found is not None
    return found


# ---------------------------------------------------------------- which views


def test_each_view_is_shown_once_and_no_more_than_two() -> None:
    assert side_by_side(("masks", "masks")) == ("masks",)
    assert side_by_side(("a", "b", "a", "c")) == ("a", "b")


def test_a_second_view_is_placed_at_the_right() -> None:
    assert with_beside(("a",), "b") == ("a", "b")
    assert with_beside(("a", "b"), "c") == ("a", "c")
    assert with_beside(("a", "b"), "b") == ("a", "b")


def test_the_last_view_is_never_closed() -> None:
    assert without(("a", "b"), "a") == ("b",)
    assert without(("a",), "a") == ("a",)


def test_a_view_takes_the_place_of_another_or_changes_sides_with_it() -> None:
    assert replaced(("a", "b"), 0, "c") == ("c", "b")
    assert replaced(("a", "b"), 1, "c") == ("a", "c")
    assert replaced(("a", "b"), 0, "b") == ("b", "a")
    assert replaced(("a", "b"), 0, "a") == ("a", "b")


# ---------------------------------------------------------------- opening and closing


def test_the_button_opens_a_second_view_and_closes_it_again(make, qtbot) -> None:
    window = make()
    button = window.bar.split
    assert button.isVisible() and not button.isChecked() and button.text() == "Split"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert seen(window) == ["attention", "lines"] == ticked(window)
    assert button.isChecked() and window.commands.qt_actions["split"].isChecked()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert seen(window) == ["attention"] == ticked(window)
    assert not button.isChecked()


def test_the_key_works_while_typing_and_brings_back_what_was_closed_last(make, qtbot) -> None:
    window = make()
    window.split.show_beside("positions")
    box = window.text.source.box
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_B, CONTROL)
    assert seen(window) == ["attention"]
    qtbot.keyClick(box, Qt.Key.Key_B, CONTROL)
    assert seen(window) == ["attention", "positions"]
    assert window.store.state.run == TRACE.run


def test_the_rail_opens_one_view_and_with_control_a_second(make, qtbot) -> None:
    window = make()
    buttons, left = window.rail.buttons, Qt.MouseButton.LeftButton
    qtbot.mouseClick(buttons["positions"], left, CONTROL)
    assert seen(window) == ["attention", "positions"] == ticked(window)
    qtbot.mouseClick(buttons["masks"], left, CONTROL)
    assert seen(window) == ["attention", "masks"] == ticked(window)
    qtbot.mouseClick(buttons["attention"], left, CONTROL)
    assert seen(window) == ["masks"] == ticked(window)
    qtbot.mouseClick(buttons["masks"], left, CONTROL)
    assert seen(window) == ["masks"] == ticked(window)
    window.split.toggle()
    qtbot.mouseClick(buttons["positions"], left)
    assert seen(window) == ["positions"] == ticked(window)


@pytest.mark.parametrize("beside", ["calculate", "model"])
def test_the_number_that_is_followed_is_that_of_the_view_in_use(beside: str, make) -> None:
    window = make(beside, "attention")
    follow = window.commands.qt_actions["follow"]
    first, second = window.desk.open_views()
    first.view.setFocus()
    window.store.set_hover((2, 3))
    second.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # Qt sets it where the pointer is
    follow.trigger()
    look = window.store.state.look
    assert seen(window) == ["calculate"] and (look.query, look.key) == (2, 3)
    window.store.desk(views=("attention", beside))
    window.store.set_hover(None)
    window.desk.open_views()[0].view.setFocus()
    follow.trigger()
    assert seen(window) == ["calculate"]
    window.store.desk(views=("attention", "calculate"))
    window.desk.open_views()[1].view.setFocus()
    follow.trigger()
    assert seen(window) == ["model"]


def test_pressing_an_open_view_in_the_rail_leaves_it_alone(make, qtbot) -> None:
    window = make("attention", "masks")
    qtbot.mouseClick(window.rail.buttons["masks"], Qt.MouseButton.LeftButton)
    assert seen(window) == ["masks"] == ticked(window)
    assert not window.bar.split.isChecked()


def test_the_order_is_that_of_the_desk_and_not_that_of_opening(make) -> None:
    window = make("attention", "positions")
    window.store.desk(views=("masks", "attention"))
    assert seen(window) == ["masks", "attention"]
    window.store.desk(views=("attention", "masks"))
    assert seen(window) == ["attention", "masks"]


def test_a_page_offers_other_views_for_its_place_and_closes(make, qtbot) -> None:
    window = make("attention")
    corner = page(window, "attention").corner
    assert not corner.isVisible()
    window.split.toggle()
    settled()
    assert corner.isVisible() and page(window, "lines").corner.isVisible()
    menu = corner.choice.menu()
    menu.aboutToShow.emit()
    entries = {entry.text(): entry for entry in menu.actions()}
    assert list(entries) == [name.capitalize() for name in VIEWS]
    assert [word for word, entry in entries.items() if entry.isChecked()] == ["Attention"]
    entries["Positions"].trigger()
    assert seen(window) == ["positions", "lines"]
    page(window, "positions").corner.chosen.emit("lines")
    assert seen(window) == ["lines", "positions"]
    qtbot.mouseClick(page(window, "lines").corner.close_button, Qt.MouseButton.LeftButton)
    assert seen(window) == ["positions"]
    assert not page(window, "positions").corner.isVisible()


def test_the_list_of_second_views_opens_by_key_and_from_the_menu(make, qtbot) -> None:
    window = make()
    window.commands.run("beside")
    menu = window.split.menu
    qtbot.waitUntil(menu.isVisible)
    assert [entry.text() for entry in menu.actions() if entry.isChecked()] == []
    next(entry for entry in menu.actions() if entry.text() == "Positions").trigger()
    menu.close()
    assert seen(window) == ["attention", "positions"]
    menu.aboutToShow.emit()
    assert [entry.text() for entry in menu.actions() if entry.isChecked()] == ["Positions"]
    assert menu in [entry.menu() for entry in window.menus["View"].actions()]


def test_the_palette_offers_second_views(make) -> None:
    window = make()
    words = {entry.words: entry for entry in window.sheets.entries()}
    assert {"Split view", "View beside", "Beside: Masks", "Beside: Positions"} <= set(words)
    words["Beside: Positions"].run()
    assert seen(window) == ["attention", "positions"]
    assert "Beside: Positions" not in {entry.words for entry in window.sheets.entries()}


# ---------------------------------------------------------------- one selection, the way back, kept


def test_both_views_follow_one_selection(make) -> None:
    window = make("attention", "masks")
    store = window.store
    store.set_hover((2, 1))
    left, right = page(window, "attention").view, page(window, "masks").view
    assert left._shot == right._shot.with_(options=left._shot.options)
    left.picked.emit({"query": 3, "key": 2})
    assert right._shot.pinned == (3, 2)
    right.picked.emit({"query": 1, "key": 1})
    assert left._shot.pinned == (1, 1)
    store.look(layer=2, head=3)
    assert "layer 3 · head 4" in page(window, "attention").heading.text()
    assert "layer 3 · head 4" in right.card.remark.text()


def test_the_inspector_says_the_number_of_the_view_in_which_a_cell_was_chosen(make, qtbot) -> None:
    """Also by keys, and when the pointer has left it: the map at the right said the mean, the inspector one head."""
    window = make("lines", "attention")
    window.store.options("attention", mix="mean")
    settled()
    heat = page(window, "attention").view.figure.heat
    heat.setFocus()
    qtbot.keyClick(heat, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(heat, Qt.Key.Key_Return)
    settled()
    look = window.store.state.look
    assert look.query is not None and not heat.underMouse()
    mean = TRACE.arrays["decoder.layers.0.cross_attn.weights"][0, :, look.query, look.key].mean()
    assert window.inspector.cell.facts.facts[0].value == f"{mean:.3f}"
    page(window, "lines").view.hovered.emit((1, 2))
    assert window.inspector.cell.facts.facts[0].name == "weight", "the chosen head's weight has its usual line"


def test_a_closed_view_is_no_longer_drawn_and_catches_up_when_it_is_opened(make) -> None:
    window = make("attention", "masks")
    window.split.toggle()
    window.store.look(head=3)
    view = page(window, "masks").view
    assert view._shot.look.head == 0
    window.split.toggle()
    assert view._shot.look.head == 3


def test_moving_between_views_has_its_own_back_history(make) -> None:
    """Alt and the arrows go through the views, undo through everything else and leaves the views as they are."""
    window = make()
    back, forward = (window.commands.qt_actions[f"views.{way}"] for way in ("back", "forward"))
    assert not back.isEnabled() and not forward.isEnabled()
    window.split.toggle()
    window.store.look(head=2)
    window.split.show_beside("positions")
    assert seen(window) == ["attention", "positions"] and back.isEnabled()
    assert back.shortcut().toString() == "Alt+Left" and forward.shortcut().toString() == "Alt+Right"
    window.store.undo()
    assert seen(window) == ["attention", "positions"] and window.store.state.look.head != 2
    assert not window.store.can_undo(), "other views are not a level of history"
    window.commands.run("views.back")
    assert seen(window) == ["attention", "lines"] == ticked(window) and window.bar.split.isChecked()
    window.commands.run("views.back")
    assert seen(window) == ["attention"] == ticked(window) and not window.bar.split.isChecked()
    assert not back.isEnabled() and forward.isEnabled()
    window.commands.run("views.forward")
    assert seen(window) == ["attention", "lines"]
    window.open_view("masks")
    assert not forward.isEnabled(), "a new way forgets the old one"
    window.store.redo()
    assert window.store.state.look.head == 2 and seen(window) == ["masks"]


def test_it_is_a_part_of_the_session(make) -> None:
    window = make()
    window.split.show_beside("positions")
    kept = State.from_json(window.store.state.to_json())
    window.split.toggle()
    window.store.set_state(kept)
    assert seen(window) == ["attention", "positions"] == ticked(window)


def test_a_session_with_too_many_views_shows_two(make) -> None:
    window = make("masks", "masks", "attention", "positions")
    assert seen(window) == ["masks", "attention"] == sorted(ticked(window), key=("masks", "attention").index)
    page(window, "masks").corner.closed.emit()
    assert seen(window) == ["attention"]


# ---------------------------------------------------------------- the keyboard


def test_f6_goes_from_the_text_to_a_view_and_from_one_view_to_the_other(make, qtbot) -> None:
    window = make("attention", "masks")
    window.focus_source()
    for name in ("attention", "masks", "attention"):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        assert page(window, name).view.isAncestorOf(QApplication.focusWidget())
    heat = page(window, "attention").view.figure.heat
    heat.setFocus()
    qtbot.keyClick(heat, Qt.Key.Key_F6)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
    assert QApplication.focusWidget() is heat


def test_the_focus_of_a_closed_view_goes_to_the_one_that_stays(make) -> None:
    window = make("attention", "masks")
    window.next_view()
    window.next_view()
    assert page(window, "masks").isAncestorOf(QApplication.focusWidget())
    window.split.toggle()
    assert page(window, "attention").view.isAncestorOf(QApplication.focusWidget())


def test_a_view_that_a_dialog_opens_has_the_focus_of_the_one_that_it_closes(make, qtbot) -> None:
    """As a session or a lesson is: while the dialog has the keyboard the window has its own focus all the same."""
    window = make("masks")
    window.next_view()
    dialog = QDialog(window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    dialog.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog)
    window.store.desk(views=("attention",))
    dialog.close()
    assert page(window, "attention").view.isAncestorOf(window.focusWidget())


def test_the_focus_elsewhere_stays_where_it_is(make) -> None:
    window = make("attention", "masks")
    window.focus_source()
    window.split.toggle()
    window.split.toggle()
    assert QApplication.focusWidget() is window.text.source.box


# ---------------------------------------------------------------- room


def test_two_views_need_space_side_by_side_or_stacked(qapp) -> None:
    assert direction(800, 300) == QBoxLayout.Direction.LeftToRight
    assert direction(799, 600) == QBoxLayout.Direction.TopToBottom
    assert direction(799, 599) is None
    apply_theme(Layout(theme="light", text_scale=2.0))
    assert direction(1599, 1199) is None and direction(1600, 600) == QBoxLayout.Direction.LeftToRight


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_views_fit_at_the_usual_sizes(make, theme) -> None:
    window = make("attention", "masks", theme=theme)
    leave_unpainted(window)
    pairs = [("attention", "masks"), ("attention", "positions"), ("positions", "masks")]
    for views, size in itertools.product(pairs, [(1280, 720), (1440, 900)]):
        window.store.desk(views=views)
        window.resize(*size)
        settled()
        needed = window.layout().minimumSize()
        assert needed.width() <= size[0] and needed.height() <= size[1]
        left, right = (page(window, name) for name in views)
        assert left.isVisible() and right.isVisible() and window.inspector.isVisible()
        assert left.geometry().right() < right.geometry().left()
        assert left.y() == right.y() and abs(left.width() - right.width()) <= 1
        for one in (left, right):
            assert one.heading.sizeHint().width() <= one.heading.width()
            assert window.desk.rect().contains(one.geometry())
            assert one.view.geometry().height() > 200


@pytest.mark.parametrize("width", (1280, 1440, 1920))
def test_the_tensor_name_is_shown_only_beside_a_whole_heading(make, width: int) -> None:
    window = make("attention", "lines", size=(width, 900), depth="research")
    tensors = [page(window, name).tensor for name in ("attention", "lines")]
    for name in ("attention", "lines"):
        heading = page(window, name).heading
        assert heading.sizeHint().width() <= heading.width(), name
    assert all(tensor.text().endswith("cross_attn.weights") for tensor in tensors)
    assert (min(tensor.width() for tensor in tensors) > 100) == (width == 1920), "where there is room, it is there"


def test_in_a_narrow_and_high_window_views_are_stacked(make) -> None:
    window = make("attention", "masks", size=(760, 1000))
    top, low = page(window, "attention"), page(window, "masks")
    assert top.isVisible() and low.isVisible() and top.geometry().bottom() < low.geometry().top()
    window.resize(1440, 900)
    settled()
    assert top.geometry().right() < low.geometry().left()


def test_the_first_of_two_views_that_do_not_fit_is_shown_with_a_notice(make) -> None:
    window = make("attention", "masks", size=(700, 600))
    assert seen(window) == ["attention"]
    assert window.desk._short.isVisible() and window.desk._short.text().startswith("Masks needs more room")
    for _ in range(2):
        window.next_view()
        assert page(window, "attention").view.isAncestorOf(QApplication.focusWidget())
    window.resize(1280, 720)
    assert seen(window) == ["attention", "masks"] and not window.desk._short.isVisible()
    window.store.desk(text_scale=2.0)
    assert seen(window) == ["attention"] and window.desk._short.isVisible()
    window.split.toggle()
    settled()
    assert not window.desk._short.isVisible()


def test_an_option_that_is_found_is_seen_also_of_a_view_that_has_no_room(make) -> None:
    window = make("attention", "masks", size=(700, 600))
    control = next(iter(page(window, "masks").options.form.controls))
    assert seen(window) == ["attention"]
    window.sheets._show_option("masks", control, "")
    assert seen(window) == ["masks"]
    settled()
    window.resize(1280, 720)
    window.store.desk(views=("attention", "masks"))
    settled()
    window.sheets._show_option("masks", control, "")
    assert seen(window) == ["attention", "masks"]


def test_in_little_space_the_button_shows_only_its_icon(make) -> None:
    window = make(size=(1280, 720))
    assert window.bar.split.text() == "Split"
    window.store.desk(text_scale=2.0)
    settled()
    assert window.bar.split.text() == "" and window.bar.split.isVisible() and not window.bar.split.icon().isNull()


# ---------------------------------------------------------------- names and tips of everything


def focusable(window: Window) -> list[QWidget]:
    """Everything that is seen and takes the focus by the tabulator."""
    takes = Qt.FocusPolicy.TabFocus
    found = [one for one in window.findChildren(QWidget) if one.focusPolicy() & takes and one.window() is window]
    return [one for one in found if one.isVisibleTo(window) and not own_part(one)]


def words_of(one: QWidget) -> str:
    return one.accessibleName() or getattr(one, "text", str)()


def test_everything_that_takes_the_focus_has_a_name_and_a_tip_and_every_button_a_name(make) -> None:
    window = make("attention", "masks")
    leave_unpainted(window)
    pairs = [("attention", "masks"), ("attention", "positions")]
    for views, size in itertools.product(pairs, [(1440, 900), (1280, 720), (760, 1000)]):
        window.store.desk(views=views)
        window.resize(*size)
        settled()
        found = focusable(window)
        assert len(found) > 20
        nameless = [one for one in found if not words_of(one)]
        assert [f"{type(one).__name__} in {type(one.parentWidget()).__name__}" for one in nameless] == []
        tipless = [one for one in found if not one.toolTip() and not own_tips(one)]
        assert [f"{type(one).__name__} {words_of(one)!r}" for one in tipless] == []
        buttons = [one for one in window.findChildren(QAbstractButton) if one.isVisible() and not own_part(one)]
        assert len(buttons) > 15
        assert [one for one in buttons if not words_of(one)] == []


def own_tips(one: QWidget) -> bool:
    """Whether this tells the tip of what is under the pointer by itself; a tip of the inspector would cover it."""
    return isinstance(one, ChipRow | Bars | HeatMap | HeadGrid | Inspector)


def own_part(one: QWidget) -> bool:
    """Whether Qt itself made this as a part of another widget."""
    parent = one.parentWidget()
    inside = isinstance(parent, QAbstractScrollArea) and parent.viewport() is one
    return inside or one.objectName().startswith("qt_") or isinstance(parent, QMenu)


@pytest.mark.parametrize("views", [("attention", "masks"), ("masks", "positions")])
def test_the_tabulator_reaches_both_views_from_left_to_right(make, views) -> None:
    window = make(*views)
    window.focus_source()
    met: list[QWidget] = []
    while (focused := QApplication.focusWidget()) not in met:
        met.append(focused)
        window.focusNextChild()
    inside = [name for one in met for name in views if page(window, name).isAncestorOf(one)]
    assert set(inside) == set(views) and inside == sorted(inside, key=views.index)
    for name in views:
        corner = page(window, name).corner
        assert corner.choice in met and corner.close_button in met
    reached = {one for one in focusable(window) if one.isEnabled()}
    assert {type(one).__name__ for one in reached - set(met)} == set()


def test_the_theme_dresses_the_line_between_the_views(make) -> None:
    window = make("attention", "masks")
    window.commands.run("theme.dark")
    settled()
    line = window.desk._line
    assert line.isVisible() and line.width() == 1
    assert window.grab().toImage().pixelColor(line.mapTo(window, line.rect().center())) == themes.current().q("line")


def test_two_views_side_by_side_show_all_of_their_controls(make) -> None:
    """In the narrowest window in which they stand so, at any text size: what does not fit folds, and is not cut off."""
    window = make(*VIEWS[:2])
    leave_unpainted(window)
    window.store.desk(depth="research", inspector=False)
    for scale in (1.0, 2.0):
        window.store.desk(text_scale=scale)
        for first in range(0, len(VIEWS), 2):
            window.store.desk(views=VIEWS[min(first, len(VIEWS) - 2) :][:2])
            settled()
            around = window.width() - window.desk.width()
            window.resize(around + 2 * themes.px(LEAST[0]) + 1, 900)
            settled()
            needs = {name: page(window, name).minimumSizeHint().width() for name in seen(window)}
            has = {name: page(window, name).width() for name in needs}
            assert len(needs) == 2 and all(needs[name] <= has[name] for name in needs), (scale, needs, has)
    window.store.desk(text_scale=1.0)


def test_options_that_grow_with_their_space_end_in_the_drawer(make, monkeypatch) -> None:
    """Below the heading they need more px than in the drawer: without an end to it they go to and fro for ever."""
    window = make("calculate", "masks", size=(1100, 700))
    frame, moves = page(window, "calculate"), []
    window.store.desk(views=("calculate",))
    settled()
    place, plain = frame._place_options, QSize(frame.options.minimumSizeHint())

    def noted(wanted: str) -> None:
        moves.append(wanted)
        assert len(moves) < 40, moves
        place(wanted)

    def needs() -> QSize:
        return plain if frame._placed == "drawer" else QSize(frame.width(), plain.height())

    monkeypatch.setattr(frame, "_place_options", noted)
    monkeypatch.setattr(frame.options, "wide", lambda: 5000)
    monkeypatch.setattr(frame.options, "minimumSizeHint", needs)
    for width in (1000, 1100, 1000):
        moves.clear()
        window.resize(width, 700)
        for _ in range(20):
            settled()
            frame._fit()
        assert frame._placed == "drawer" and moves.count("under") <= 2
