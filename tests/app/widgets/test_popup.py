"""A card under a button: whole on the screen wherever the button is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from viz_app.widgets.dialog import Popup
from viz_app.window.view_frame import Drawer


def owner_at(qtbot: QtBot, corner: QPoint) -> tuple[QWidget, QPushButton]:
    host = QWidget()
    qtbot.addWidget(host)
    button = QPushButton("more", host)
    host.move(corner)
    host.show()
    return host, button


@pytest.mark.parametrize("corner", [QPoint(-60, -40), QPoint(300, 200), QPoint(4000, 3000)])
def test_a_card_is_whole_on_the_screen(qtbot: QtBot, corner: QPoint) -> None:
    host, button = owner_at(qtbot, corner)
    card = Popup(host, "Settings")
    QVBoxLayout(card).addWidget(box := QLineEdit(card))
    card.open_below(button, box)
    screen = host.screen().availableGeometry()
    assert card.isVisible() and screen.contains(card.frameGeometry()) and card.accessibleName() == "Settings"
    if corner == QPoint(300, 200):
        assert card.geometry().right() == pytest.approx(button.mapToGlobal(button.rect().topRight()).x(), abs=1)
        assert card.y() > button.mapToGlobal(button.rect().bottomLeft()).y()
    card.close()


def test_the_options_of_a_page_at_the_edge_of_the_screen_are_seen_whole(qtbot: QtBot) -> None:
    host, _ = owner_at(qtbot, QPoint(0, 0))
    drawer = Drawer(host)
    options = QWidget()
    options.setFixedSize(300, 80)
    drawer.put_in(options)
    drawer.button.click()
    assert host.screen().availableGeometry().contains(drawer.frameGeometry())
    drawer.close()
