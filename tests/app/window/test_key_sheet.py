"""The page of keys where there is little room."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from tests.harness import settled
from viz_app.commands.actions import ACTIONS
from viz_app.widgets.labels import PlainLabel, plain_label
from viz_app.window import dialogs
from viz_app.window.dialogs import KeySheet


def test_keys_are_whole_on_a_narrow_page(qtbot: QtBot) -> None:
    page = KeySheet(ACTIONS)
    qtbot.addWidget(page)
    page.resize(320, 480)
    page.show()
    caps = [label for label in page.findChildren(QLabel) if label.property("keycap")]
    assert len(caps) > 40
    assert [cap.text() for cap in caps if cap.width() < cap.sizeHint().width()] == []


def test_there_are_as_many_columns_as_the_screen_has_room_for(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (700, 1280, 1920):
        monkeypatch.setattr(QScreen, "availableSize", lambda _screen, width=width: QSize(width, 720))
        page = KeySheet(ACTIONS)
        qtbot.addWidget(page)
        page.show()
        page.resize(width, 700)
        (area,) = page.findChildren(QScrollArea)
        settled()
        assert area.horizontalScrollBar().maximum() == 0, f"{width} px"


def test_its_parts_are_made_once_however_many_columns_are_tried(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Mock(side_effect=plain_label)
    monkeypatch.setattr(dialogs, "plain_label", made)
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: QSize(500, 720))
    page = KeySheet(ACTIONS)
    qtbot.addWidget(page)
    assert 100 < made.call_count <= len(page.findChildren(PlainLabel))
