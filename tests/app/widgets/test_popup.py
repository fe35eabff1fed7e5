"""A card under a button: whole on the screen wherever the button is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from viz_app.document.state import Layout
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import apply_theme
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


@pytest.mark.parametrize("name", ["light", "dark", "high_contrast"])
def test_cards_menus_and_lists_share_edge_corner_and_mark(qtbot: QtBot, name: str) -> None:
    apply_theme(Layout(theme=name))
    host, _ = owner_at(qtbot, QPoint(0, 0))
    menu, card, box = QMenu(host), Popup(host, "Settings"), QComboBox(host)
    menu.addAction("first")
    QVBoxLayout(card).addWidget(QLabel("first", card))
    box.addItems(["first", "second"])
    edge, chosen = themes.current().q("edge"), themes.current().q("chosen")
    menu.setActiveAction(menu.actions()[0])
    for part in (menu, card):
        part.resize(120, 60)
        picture = part.grab().toImage()
        assert {picture.pixelColor(*at).name() for at in ((0, 0), (60, 0), (119, 59), (0, 30))} == {edge.name()}
    first = menu.actionGeometry(menu.actions()[0])
    assert menu.grab().toImage().pixelColor(first.right() - 8, first.center().y()).name() == chosen.name()
    box.showPopup()
    picture = box.view().viewport().grab().toImage()
    shown = picture.pixelColor(picture.width() - 4, box.view().visualRect(box.view().currentIndex()).center().y())
    box.hidePopup()
    assert shown.name() == chosen.name()


def test_the_options_of_a_page_at_the_edge_of_the_screen_are_seen_whole(qtbot: QtBot) -> None:
    host, _ = owner_at(qtbot, QPoint(0, 0))
    drawer = Drawer(host, "Options of this view")
    options = QWidget()
    options.setFixedSize(300, 80)
    drawer.put_in(options)
    drawer.button.click()
    assert host.screen().availableGeometry().contains(drawer.frameGeometry())
    drawer.close()
