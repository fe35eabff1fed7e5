"""Layouts that are brought to rest at once."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.harness import items_known, settled
from viz_app.widgets.layout import (
    FlowLayout,
    add_layout,
    column_of,
    fit_at_once,
    forget_items,
    laid_out,
    order_tabs,
    parts_in,
    row_of,
    settle,
    show_part,
)
from viz_app.widgets.view import View
from viz_app.window.focus_order import focus_chain

ROOT = Path(__file__).resolve().parents[3]


class Counted(QVBoxLayout):
    """Knows how often it was laid out."""

    laid_out = 0

    def activate(self) -> bool:
        self.laid_out += 1
        return super().activate()


def test_what_is_hidden_is_not_laid_out_with_the_rest(qtbot: QtBot) -> None:
    """A change of the text size while presenting laid out all pages of the window, three times."""
    root = QWidget()
    qtbot.addWidget(root)
    outer = QVBoxLayout(root)
    inside = []
    for hidden in (False, True):
        page = QWidget(root)
        outer.addWidget(page)
        inside.append(Counted(page))
        inside[-1].addWidget(QLabel("the white house", page))
        page.setHidden(hidden)
    settle(root)
    assert inside[0].laid_out > 0 and inside[1].laid_out == 0


def test_the_parts_of_a_layout_are_listed_in_order_and_no_items_stay(qtbot: QtBot) -> None:
    """Python would go on knowing the item of a widget that is gone, and take it for what Qt makes at its address: a
    window among `topLevelWidgets` was a QWidgetItem."""
    root = QWidget()
    qtbot.addWidget(root)
    column, row = QVBoxLayout(root), QHBoxLayout()
    first, last, left, right, free = (QLineEdit(root) for _ in range(5))
    for box, parts in ((column, (first, last)), (row, (left, right))):
        for part in parts:
            box.addWidget(part)
    column.insertSpacing(1, 9)
    column.insertLayout(1, row)
    assert items_known() != [], "PySide gets to know them"
    forget_items(column)
    flow = FlowLayout()
    add_layout(column, flow)
    flow.addWidget(within := QLineEdit(root))
    assert parts_in(column) == [first, row, last, flow]
    assert (parts_in(row), parts_in(flow)) == ([left, right], [within])
    order_tabs(laid_out(root))
    stops = [one for one in focus_chain(root) if isinstance(one, QLineEdit) and one is not free]
    assert stops == [first, left, right, last, within]
    last.setParent(None)
    assert items_known() == [], "that of the flow layout is Python's own, which learns of its end"


def test_no_item_of_a_layout_is_asked_for() -> None:
    asked = re.compile(r"\.(itemAt|itemAtPosition|takeAt|replaceWidget|addLayout|insertLayout)\b")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "viz_app").rglob("*.py")
        if asked.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"viz_app/widgets/layout.py"}, "add_layout, forget_items, parts_in and take_all are there"


class Panes(QWidget):
    """Panes beside each other, as many as fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.panes = [QWidget(self) for _ in range(3)]
        row_of(*((pane, 1) for pane in self.panes), parent=self, spacing=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        fit_at_once(self, self.fit)

    def fit(self) -> None:
        for at, pane in enumerate(self.panes):
            show_part(pane, at < self.width() // 200)


class Fitted(View):
    """A line that goes when the view is low, over panes."""

    title = "Fitted"

    def build(self) -> None:
        self.top, self.below = QLabel("line", self), Panes(self)
        column_of(self.top, (self.below, 1), parent=self, spacing=0)

    def fit(self) -> None:
        show_part(self.top, self.height() > 300)


def test_parts_that_a_new_size_shows_or_hides_have_their_sizes_at_once(qtbot: QtBot) -> None:
    """They had those of the pass in which they were shown until the event loop's next turn."""
    view = Fitted()
    qtbot.addWidget(view)
    view.resize(350, 250)
    view.show()
    for size in ((900, 250), (900, 500), (450, 500), (700, 200), (1000, 600), (350, 250)):
        view.resize(*size)
        seen = [pane for pane in view.below.panes if pane.isVisible()]
        line = view.top.height() if view.top.isVisible() else 0
        assert (view.top.isVisible(), len(seen)) == (size[1] > 300, min(3, size[0] // 200))
        assert view.below.geometry() == QRect(0, line, size[0], size[1] - line)
        before = [part.geometry() for part in (view.below, *seen)]
        assert sum(pane.width() for pane in seen) == size[0]
        settled()
        assert [part.geometry() for part in (view.below, *seen)] == before
