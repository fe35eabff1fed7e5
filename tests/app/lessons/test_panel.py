"""The panel of a lesson says everything in one language."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from viz_app.document.lesson import Lesson, Scene
from viz_app.document.store import Store
from viz_app.lessons.panel import LessonPanel
from viz_app.lessons.player import Player

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_marks_of_scenes_speak_the_language_of_the_panel(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viz_app.lessons.panel.current_language", lambda: "es")
    player = Player(Store())
    panel = LessonPanel(player)
    qtbot.addWidget(panel)
    player.open(Lesson(scenes=(Scene({"en": "Order", "es": "Orden"}),)))
    assert panel.title.accessibleName() == "Orden" and "Orden" in panel.progress.tip_of(0)
    panel.speak("en")
    assert panel.title.accessibleName() == "Order" and "Order" in panel.progress.tip_of(0)
