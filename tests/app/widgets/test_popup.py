"""A card under a button: whole on the screen wherever the button is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.harness import settled
from viz_app.document.state import Layout
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import apply_theme
from viz_app.widgets.dialog import Popup
from viz_app.widgets.forms import choice_box
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


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("lines", [2, 6, 10])
def test_a_list_opened_by_keys_shows_all_its_lines_at_once(qtbot: QtBot, scale: float, lines: int) -> None:
    """Two pixels less than they need, and an arrow takes the place of half a line."""
    apply_theme(Layout(text_scale=scale))
    host, _ = owner_at(qtbot, QPoint(0, 0))
    box = choice_box(host, [(line, f"line {line}") for line in range(lines)])
    box.resize(160, box.sizeHint().height())
    box.show()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    box.setProperty("keys", True)
    box.style().polish(box)
    settled()
    box.showPopup()
    settled()
    rows = box.view()
    last = rows.visualRect(box.model().index(lines - 1, 0))
    room = rows.viewport().rect()
    box.hidePopup()
    apply_theme(Layout())
    assert last.bottom() <= room.bottom()


def test_a_list_without_a_choice_asks_for_one(qtbot: QtBot) -> None:
    host, _ = owner_at(qtbot, QPoint(0, 0))
    asking, empty = (choice_box(host, [(1, "one"), (2, "two")], ask=words) for words in ("choose a number", " "))
    for box in (asking, empty):
        box.resize(200, 24)
    assert asking.grab().toImage() != empty.grab().toImage(), "what it asks is written in it"


def test_the_options_of_a_page_at_the_edge_of_the_screen_are_seen_whole(qtbot: QtBot) -> None:
    host, _ = owner_at(qtbot, QPoint(0, 0))
    drawer = Drawer(host, "Options of this view")
    options = QWidget()
    options.setFixedSize(300, 80)
    drawer.put_in(options)
    drawer.button.click()
    assert host.screen().availableGeometry().contains(drawer.frameGeometry())
    drawer.close()
