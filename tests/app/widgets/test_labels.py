"""Buttons are pressed by Space and by Enter, in the window as in a dialog; labels say what can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from viz_app.widgets.labels import SlimButton, plain_label, push_button


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_a_key_presses_the_button_that_has_the_focus(key: Qt.Key, qtbot: QtBot) -> None:
    pressed = []
    window = QWidget()
    qtbot.addWidget(window)
    button = push_button(window, "Next", "Goes on.", lambda: pressed.append(key))
    window.show()
    button.setFocus()
    qtbot.keyClick(button, key)
    assert pressed == [key]


def test_a_sentence_with_what_no_font_can_draw_spells_it_out(qtbot: QtBot) -> None:
    """As chips, maps and captions do: a rectangle is no name."""
    window = QWidget()
    qtbot.addWidget(window)
    label = plain_label(window, "body", "sorted by step 3, “\U0001f44f”")
    assert label.text() == "sorted by step 3, “U+1F44F”"
    label.setText("día")
    assert label.text() == "día"


def test_the_hint_of_a_button_that_asks_on_ends_its_name_once(qtbot: QtBot) -> None:
    """The status bar said “A minimal pair…. Pairs of sentences”."""
    button = SlimButton()
    qtbot.addWidget(button)
    button.set_words("A pair…", "A pair…", "Two sentences.")
    assert button.statusTip() == "A pair. Two sentences." and button.accessibleName() == "A pair…"
