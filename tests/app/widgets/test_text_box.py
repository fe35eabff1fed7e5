"""Text boxes: what can be dropped on them, or pasted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.harness import dropped, of_urls
from viz_app.text.text_edit import TextBox
from viz_app.views.console.transcript import CodeBox
from viz_app.widgets.text_box import PlainLine, PlainTextBox

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("kind", [PlainTextBox, TextBox, CodeBox])
def test_a_text_box_takes_text_and_no_files(kind: type[PlainTextBox], qtbot: QtBot, tmp_path: Path) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    box = kind(parent, "Code", "", "") if kind is CodeBox else kind(parent)
    text, file = QMimeData(), QMimeData()
    text.setText("a cat")
    file.setText("a.txt")
    file.setUrls([QUrl.fromLocalFile(tmp_path / "a.txt")])
    assert box.canInsertFromMimeData(text)
    assert not box.canInsertFromMimeData(file)


def test_a_line_takes_text_and_addresses_and_no_files(qtbot: QtBot, tmp_path: Path) -> None:
    """Other programs send the text of an address with it."""
    for data, taken in ((of_urls(tmp_path / "a.txt"), False), (of_urls("https://example.org/a"), True)):
        line = PlainLine()
        qtbot.addWidget(line)
        data.setText(data.urls()[0].toString())
        assert dropped(line, data) == taken
        assert line.text() == (data.text() if taken else "")
