"""Text boxes: what can be dropped on them, or pasted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from viz_app.text.text_edit import TextBox
from viz_app.views.console.transcript import CodeBox
from viz_app.widgets.text_box import PlainTextBox

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
