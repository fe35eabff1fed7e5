"""The box that is typed into: while all lines have room, all of them are seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from viz_app.document.state import Layout
from viz_app.text.text_edit import TextBox
from viz_app.widgets.application_theme import apply_theme


@pytest.fixture(params=[1.0, 1.25, 2.0])
def box(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[TextBox]:
    apply_theme(Layout(theme="light", text_scale=request.param))
    made = TextBox()
    qtbot.addWidget(made)
    made.resize(900, made.height())
    made.show()
    yield made
    apply_theme(Layout(theme="light"))


def first_seen(box: TextBox) -> int:
    return box.firstVisibleBlock().blockNumber()


@pytest.mark.parametrize("lines", [2, 3])
def test_every_line_is_seen_where_all_have_room(box: TextBox, qtbot: QtBot, lines: int) -> None:
    for number in range(lines):
        qtbot.keyClicks(box, f"The dog {number}")
        assert first_seen(box) == 0, "as they are typed"
        if number < lines - 1:
            qtbot.keyClick(box, Qt.Key.Key_Return)
    box.show_text("x")
    box.moveCursor(box.textCursor().MoveOperation.End)
    box.show_text("\n".join(["The dogs are tired."] * lines))
    assert box.line() == lines - 1 and first_seen(box) == 0, "as they are put in by a pair of sentences"


def test_more_lines_scroll_to_the_cursor(box: TextBox, qtbot: QtBot) -> None:
    for number in range(6):
        qtbot.keyClicks(box, f"The dog {number}")
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert box.line() == 6 and first_seen(box) == 6 - box.most + 1
