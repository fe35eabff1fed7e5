"""Layouts that are brought to rest at once."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from viz_app.widgets.layout import settle


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
