"""What goes with a window or card when it is deleted, and what does not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QFrame, QLabel

from viz_app.widgets import application_theme
from viz_app.widgets.application_theme import free_when_deleted

pytestmark = pytest.mark.usefixtures("qapp")


def cards(count: int) -> list[QFrame]:
    made = [QFrame() for _ in range(count)]
    for card in made:
        QLabel("a part", card)
        free_when_deleted(card)
    return made


def test_the_rules_of_a_card_are_forgotten_when_it_is_deleted_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: list[object] = []
    monkeypatch.setattr(application_theme, "forget_rules", forgotten.append)
    first, second = cards(2)
    second.close()
    assert forgotten == []
    first.deleteLater()
    QCoreApplication.sendPostedEvents(first, QEvent.Type.DeferredDelete)
    assert forgotten == [first]


def test_what_sees_a_card_deleted_is_not_a_part_of_it() -> None:
    """A filter that dies inside its own answer to the deletion crashed the window, once in some 400,000 gestures."""
    for card in cards(3):
        assert {type(child) for child in card.findChildren(QObject)} == {QLabel}
