"""The order of the keyboard's focus, and what asking for it does to Python's objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.made.traces import made_trace
from tests.support.harness import leave_unpainted, settled
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.files.dialogs import PictureDialog, PictureOptions
from viz_app.importing.new_model_dialog import NewModelDialog
from viz_app.importing.prune_dialog import PruneDialog
from viz_app.lessons.authoring.author import AuthorSheet
from viz_app.lessons.authoring.draft import Draft
from viz_app.views import VIEWS
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import MenuButton
from viz_app.widgets.layout import column_of, row_of
from viz_app.widgets.segmented import Segmented
from viz_app.window.focus_order import TAB, focus_chain, tab_through
from viz_app.window.main_window import Window

ROOT = Path(__file__).resolve().parents[3]


def test_deleting_a_widget_deletes_no_other(qtbot) -> None:
    """The scroll bar of a text box is asked for by name, then met in the chain behind a widget that is deleted."""
    window = QWidget()
    qtbot.addWidget(window)
    first, text, button = QWidget(window), QPlainTextEdit(window), QPushButton(window)
    button.setFocusProxy(text)
    bar, chain = text.horizontalScrollBar(), focus_chain(window)
    assert [one for one in chain if one in (first, text, button)] == [first, text, button] and bar in chain
    tab_through([button, text, first])
    shiboken6.delete(first)
    shiboken6.delete(button)
    assert shiboken6.isValid(bar) and shiboken6.isValid(text) and shiboken6.isValid(window)
    assert bar.parentWidget().parentWidget() is text


def test_a_nested_part_is_reached_where_it_is_laid_out(qtbot) -> None:
    """As the edits in the text; but one that is named before what it stands in comes first, as a page's heading."""
    window = QWidget()
    qtbot.addWidget(window)
    last, second, heading, first = (QLineEdit(window) for _ in range(4))
    column_of(second, parent=(edits := QWidget()))
    column_of(first, edits, last, heading, parent=(text := QWidget()))
    column_of(text, parent=window)
    tab_through([heading, text, edits])
    stops = [one for one in focus_chain(window) if isinstance(one, QLineEdit)]
    at = stops.index(heading)
    assert stops[at:] + stops[:at] == [heading, first, second, last]


def stops_of(sheet: QWidget, first: QWidget) -> list[QWidget]:
    """Where Tab stops in a sheet that is shown, from one of its parts on until it is there again."""
    sheet.show()
    chain = [one for one in focus_chain(sheet) if not one.objectName().startswith("qt_")]
    stops = [one for one in chain if one.focusPolicy() & TAB and one.isVisibleTo(sheet)]
    at = stops.index(first)
    return stops[at:] + stops[:at]


def test_tab_follows_the_layout_of_a_dialog(qtbot) -> None:
    """Whatever was made first; through a part that scrolls and through layouts in layouts."""
    sheet = Dialog("Sheet")
    qtbot.addWidget(sheet)
    third, first = QPushButton("third", sheet), QLineEdit(sheet)
    middle, fourth = QScrollArea(sheet), QCheckBox("fourth", sheet)
    second = QPushButton("second")
    column_of(second, parent=(inside := QWidget()))
    middle.setWidget(inside)
    middle.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    sheet.column.addLayout(row_of(first, middle))
    sheet.column.addLayout(column_of(row_of(third), fourth))
    assert stops_of(sheet, first) == [first, second, third, fourth]


@pytest.mark.parametrize("kind", ["new", "prune", "picture", "lesson"])
def test_tab_goes_down_the_forms(qtbot, kind: str) -> None:
    """From a row to the one below it, and to what is done with them at the end."""
    if kind == "new":
        page = NewModelDialog(None)
        wanted = [page.name, page.preset, page.words, page.seed, page.folder.line, page.folder.button]
        last = page.does
    elif kind == "prune":
        page = PruneDialog("reverse", "Reverse", ("cross 3.2",), None)
        wanted, last = [page.folder.line, page.folder.button], page.does
    elif kind == "picture":
        page = PictureDialog(PictureOptions(), lambda _options: None, "Lines")
        wanted, last = [page.what, page.format, page.pixels, page.caption], None
    else:
        page = AuthorSheet(Store(State()), Draft(), "en")
        wanted, last = [page.name, page.spoken, page.scenes], None
    qtbot.addWidget(page)
    stops = stops_of(page, wanted[0])
    assert stops[: len(wanted)] == wanted
    assert last is None or stops[-1] is last


LARGE, SMALL = (1440, 900), (1000, 620)


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=str)
def test_tab_goes_through_a_view_as_one_reads(
    qtbot, shown_window: Callable[..., Window], size: tuple[int, int]
) -> None:
    """From a part never to one that stands above it, or to the left of it in the same lines. F6 leads to a picture."""
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    store = Store(State(run=trace.run, desk=Layout(theme="light", depth="research")))
    store.accept(trace)
    window = shown_window(store, size)
    window.activateWindow()
    leave_unpainted(window)
    wrong = []
    for view in VIEWS:
        for name in ("model", view):
            store.desk(views=(name,))
            settled()
        wrong += [(view, *pair) for pair in backwards(stops_in_view(qtbot, window, view, around=size == LARGE))]
    assert wrong == []


def stops_in_view(qtbot: QtBot, window: Window, view: str, around: bool) -> list[tuple[str, QRect]]:
    """Where Tab stops in the view that is shown: names and places, in their order. Tab goes all `around` the window
    until it is where it began, or from the text on until it leaves the view."""
    page = window.desk.page(view)
    window.focus_source()
    window.next_view()
    focus = QApplication.focusWidget()
    assert isinstance(focus, Canvas | QSlider | MenuButton | QPlainTextEdit) and page.view.isAncestorOf(focus), view
    if not around:
        window.focus_source()
        focus = QApplication.focusWidget()
    stops: list[QWidget] = []
    while focus not in stops and (around or page.isAncestorOf(focus) or not any(map(page.isAncestorOf, stops))):
        stops.append(focus)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
    first = next(
        at for at, stop in enumerate(stops) if page.isAncestorOf(stop) and not page.isAncestorOf(stops[at - 1])
    )
    stops = [stop for stop in stops[first:] + stops[:first] if page.view.isAncestorOf(stop)]
    return [
        (stop.accessibleName() or type(stop).__name__, QRect(stop.mapTo(page, stop.rect().topLeft()), stop.size()))
        for stop in stops
    ]


def backwards(stops: list[tuple[str, QRect]]) -> Iterator[tuple[str, str]]:
    """Two stops of which the later one stands above the other, or to the left of it in the same lines."""
    for (before, one), (after, other) in combinations(stops, 2):
        same_columns = one.left() <= other.right() and other.left() <= one.right()
        same_lines = one.top() <= other.bottom() and other.top() <= one.bottom()
        if (same_columns and other.bottom() < one.top()) or (same_lines and other.right() < one.left()):
            yield before, after


def test_tab_enters_a_row_of_choices_at_the_chosen_one(qtbot) -> None:
    """In whatever direction, and at another where that one cannot be chosen; never at a second one."""
    page = Dialog("Page")
    qtbot.addWidget(page)
    before, after = QLineEdit(page), QLineEdit(page)
    choice = Segmented("Choice", {name: (name, "about it") for name in ("one", "two", "three")}, page)
    page.column.addLayout(column_of(before, choice, after))
    one, two, three = choice.buttons.values()
    choice.show_value("two")
    assert stops_of(page, before)[:3] == [before, two, after]
    choice.set_available(("one", "three"), "why not")
    assert stops_of(page, before)[:3] == [before, one, after]
    choice.set_available(choice.buttons)
    choice.show_value("three")
    assert stops_of(page, before)[:3] == [before, three, after]


def test_the_focus_chain_is_read_in_one_place_only() -> None:
    """Elsewhere the answer would belong to the widget that was asked."""
    asked = ("nextInFocusChain()", "previousInFocusChain()", "focusProxy()")
    files = [path for path in (ROOT / "viz_app").rglob("*.py") if any(word in path.read_text() for word in asked)]
    assert [path.name for path in files] == ["focus_order.py"]
