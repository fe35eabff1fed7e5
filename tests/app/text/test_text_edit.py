"""The box that is typed into: while all lines have room, all of them are seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.io.limits import TEXT_CHARACTERS
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
def test_every_line_is_visible_if_all_fit(box: TextBox, qtbot: QtBot, lines: int) -> None:
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


def commit(box: TextBox, text: str) -> None:
    """An input method writes a text."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(box, event)


def paste(box: TextBox, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    box.insertFromMimeData(data)


@pytest.fixture
def full(qtbot: QtBot) -> TextBox:
    """A box that has room for one more letter, the cursor in its middle."""
    made = TextBox()
    qtbot.addWidget(made)
    paste(made, "ab " * (TEXT_CHARACTERS // 3) + "a")
    cursor = made.textCursor()
    cursor.setPosition(4)
    made.setTextCursor(cursor)
    return made


def test_a_box_takes_no_more_than_a_session_can_hold(full: TextBox, qtbot: QtBot) -> None:
    seen: list[str] = []
    told: list[int] = []
    full.edited.connect(seen.append)
    full.shortened.connect(lambda: told.append(full.lost))
    qtbot.keyClicks(full, "x")
    assert not told and full.toPlainText().startswith("ab axb ")
    text = full.toPlainText()
    qtbot.keyClicks(full, "y")
    qtbot.keyClick(full, Qt.Key.Key_Return)
    commit(full, "日𝄞")
    paste(full, "zzz")
    assert full.toPlainText() == text and full.textCursor().position() == 5
    assert told == [1, 1, 2, 3] and max(map(len, seen)) == TEXT_CHARACTERS
    qtbot.keyClick(full, Qt.Key.Key_Backspace)
    commit(full, "日本")
    assert full.toPlainText().startswith("ab a日b ") and full.lost == 1
    full.show_text("new")
    assert full.lost == 0


def test_a_longer_text_of_the_program_s_own_loses_only_what_is_typed(full: TextBox, qtbot: QtBot) -> None:
    longer = "a" * (TEXT_CHARACTERS + 5)
    full.show_text(longer)
    qtbot.keyClicks(full, "x")
    assert full.toPlainText() == longer
