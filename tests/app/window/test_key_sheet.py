"""The page of keys where there is little room."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from viz_app.commands.actions import ACTIONS
from viz_app.window.dialogs import KeySheet


def test_keys_are_whole_on_a_narrow_page(qtbot: QtBot) -> None:
    page = KeySheet(ACTIONS)
    qtbot.addWidget(page)
    page.resize(320, 480)
    page.show()
    caps = [label for label in page.findChildren(QLabel) if label.property("keycap")]
    assert len(caps) > 40
    assert [cap.text() for cap in caps if cap.width() < cap.sizeHint().width()] == []
