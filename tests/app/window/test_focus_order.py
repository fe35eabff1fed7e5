"""The order of the keyboard's focus, and what asking for it does to Python's objects."""

from __future__ import annotations

from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QPushButton, QScrollArea, QWidget

from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.files.dialogs import PictureDialog, PictureOptions
from viz_app.files.importing.new_model_dialog import NewModelDialog
from viz_app.files.importing.prune_dialog import PruneDialog
from viz_app.lessons.authoring.author import AuthorSheet
from viz_app.lessons.authoring.draft import Draft
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.layout import column_of, row_of
from viz_app.window.focus_order import TAB, focus_chain, order_tabs

ROOT = Path(__file__).resolve().parents[3]


def test_a_widget_that_goes_takes_no_other_with_it(qtbot) -> None:
    """The scroll bar of a text box is asked for by name, then met in the chain behind a widget that is deleted."""
    window = QWidget()
    qtbot.addWidget(window)
    first, text, button = QWidget(window), QPlainTextEdit(window), QPushButton(window)
    button.setFocusProxy(text)
    bar, chain = text.horizontalScrollBar(), focus_chain(window)
    assert [one for one in chain if one in (first, text, button)] == [first, text, button] and bar in chain
    order_tabs(window, [button, text, first])
    shiboken6.delete(first)
    shiboken6.delete(button)
    assert shiboken6.isValid(bar) and shiboken6.isValid(text) and shiboken6.isValid(window)
    assert bar.parentWidget().parentWidget() is text


def stops_of(sheet: QWidget, first: QWidget) -> list[QWidget]:
    """Where Tab stops in a sheet that is shown, from one of its parts on until it is there again."""
    sheet.show()
    chain = [one for one in focus_chain(sheet) if not one.objectName().startswith("qt_")]
    stops = [one for one in chain if one.focusPolicy() & TAB and one.isVisibleTo(sheet)]
    at = stops.index(first)
    return stops[at:] + stops[:at]


def test_tab_goes_through_a_sheet_as_it_is_laid_out(qtbot) -> None:
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
        page = PictureDialog(PictureOptions(), lambda _options: None)
        wanted, last = [page.what, page.format, page.pixels, page.caption], None
    else:
        page = AuthorSheet(Store(State()), Draft(), "en")
        wanted, last = [page.name, page.spoken, page.scenes], None
    qtbot.addWidget(page)
    stops = stops_of(page, wanted[0])
    assert stops[: len(wanted)] == wanted
    assert last is None or stops[-1] is last


def test_the_chain_is_asked_for_in_one_place_only() -> None:
    """Elsewhere the answer would belong to the widget that was asked."""
    asked = ("nextInFocusChain()", "previousInFocusChain()", "focusProxy()")
    files = [path for path in (ROOT / "viz_app").rglob("*.py") if any(word in path.read_text() for word in asked)]
    assert [path.name for path in files] == ["focus_order.py"]
