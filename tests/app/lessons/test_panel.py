"""The panel of a lesson says everything in one language."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.support.harness import settled
from viz_app.document.lesson import Lesson, Question, Scene
from viz_app.document.state import Layout
from viz_app.document.store import Store
from viz_app.lessons.panel import LessonPanel
from viz_app.lessons.player import Player
from viz_app.lessons.questions import CHANGE_OPTIONS, OTHER, Answer
from viz_app.widgets.application_theme import apply_theme
from viz_app.widgets.layout import settle

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


def test_the_title_of_a_lesson_is_never_cut(qtbot: QtBot) -> None:
    """On a projector it ended in "Translation is n…"."""
    player = Player(Store())
    panel = LessonPanel(player)
    qtbot.addWidget(panel)
    panel.resize(panel.across(), 600)
    player.open(Lesson("Translation is not word by word, nor is it anything like that", scenes=(Scene(),) * 8))
    qtbot.wait(1)
    settle(panel)
    assert panel.place.text().endswith("anything like that")
    assert (
        panel.place.height() >= panel.place.heightForWidth(panel.place.width()) > 1.5 * panel.end.fontMetrics().height()
    )


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_no_part_of_the_panel_makes_it_wider_than_it_is(
    qtbot: QtBot, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way back beside the choice of the language cut all words at the right, in Spanish and in large text."""
    monkeypatch.setattr(Player, "away", True)
    player = Player(Store())
    panel = LessonPanel(player)
    qtbot.addWidget(panel)
    both = {"en": "Words", "es": "Palabras"}
    try:
        apply_theme(Layout(theme="light", text_scale=scale))
        panel.resize(panel.across(), 700)
        panel.again.setText("Volver a la escena")
        player.open(Lesson(both, scenes=(Scene(both, both),)))
        panel.show()
        settled()
        assert panel.again.isVisible() and panel.choice.isVisible()
        assert panel.area.widget().width() <= panel.area.viewport().width()
    finally:
        player.leave()
        apply_theme(Layout(theme="light"))


def test_the_right_answer_stands_out_once_it_is_shown(qtbot: QtBot) -> None:
    """It was as pale as the wrong ones."""
    player = Player(Store())
    panel = LessonPanel(player)
    qtbot.addWidget(panel)
    player.open(Lesson(scenes=(Scene(question=Question("changes")),)))
    assert [button.property("role") for button in panel.buttons] == [None, None]
    player.measuring.answer = Answer(CHANGE_OPTIONS, OTHER, "It changes")
    player.state.revealed = True
    panel.refresh()
    assert [button.property("role") for button in panel.buttons] == [None, "right"]
