"""What the teacher alone sees on a second screen."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.document.lesson import Lesson, Question, Scene
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.lessons.notes import NotesWindow
from viz_app.lessons.player import Player


def test_the_teacher_sees_notes_answer_and_what_comes_next(qtbot: QtBot) -> None:
    trace = made_trace()
    store = Store(State(RunSpec(source=trace.run.source)))
    player = Player(store)
    state = {"run": {"source": list(trace.run.source)}, "look": {"step": 1}}
    first = Scene("One", notes={"en": "Let them **guess**.", "es": "Que adivinen."}, state=state, question=Question())
    player.open(Lesson("Two scenes", scenes=(first, Scene("`Two`", state=state))))
    language = "es"
    window = NotesWindow(player, lambda: language)
    qtbot.addWidget(window)
    assert window.answer.text() == "" and window.notes.text() == "Que adivinen."
    store.accept(trace)
    assert player.measuring.answer is not None and player.measuring.answer.said in window.answer.text()
    assert player.asking, "the class does not see it yet"
    assert window.now.text().startswith("1 of 2") and window.next.text() == "Next: Two"
    player.go(1)
    assert window.now.text().endswith("Two") and window.next.text() == "" and window.answer.text() == ""
    player.go(-1)
    language = "en"
    player.changed.emit()
    assert window.notes.text() == "Let them guess."
    assert ":" in window.clock.text()
