"""A lesson in the real program, its engine in a process of its own: named on the command line, and played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from model_core.io.resources import lesson
from tests.flows.test_main_path import play
from viz_app.document.lesson import load_lesson
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")


def measured(window: Window) -> bool:
    """Whether the answer of the scene is there."""
    lessons = window.sheets.lessons
    return lessons.player.active and lessons.player.measuring.answer is not None and not window.store.busy


def test_a_lesson_opened_by_the_command_line_prints_nothing_while_it_computes(tmp_path: Path) -> None:
    path = lesson("04-translation")
    assert path is not None
    taught = load_lesson(path)
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    asked = [scene for scene in document["scenes"] if "question" in scene][:2]
    asked[1]["question"]["answer"] = "nothing"
    own = tmp_path / "mine.json"
    own.write_text(json.dumps({**document, "scenes": asked}), encoding="utf-8")
    told: dict[str, Any] = {"words": set()}

    def begin(window: Window) -> None:
        player = window.sheets.lessons.player
        window.store.changed.connect(lambda _names: told["words"].update(_later(window)))
        told["name"], told["first"], told["away"] = player.name, player.measuring.answer, player.away
        player.go(1)

    def answer(window: Window) -> None:
        player = window.sheets.lessons.player
        told["hidden"] = set(told["words"])
        player.press(1)
        player.reveal()
        told["score"] = player.score

    def noted(window: Window) -> bool:
        return 1 in window.sheets.lessons.player.notices and "changed" in window.notice.text.text()

    play(
        (measured, begin),
        (lambda window: measured(window) and window.sheets.lessons.player.at == 1, answer),
        (noted, lambda window: window.sheets.lessons.leave()),
        words=(str(own),),
    )
    assert told["name"] == "mine.json" and told["first"].words == taught.scenes[1].question.answer  # type: ignore[union-attr]
    assert told["score"][1] == 1
    assert told["away"] is False, "a first start leaves the scene as it is"
    assert not told["hidden"], "no later word is seen while a scene's run is written"


def _later(window: Window) -> set[str]:
    """Words behind the step that is asked about, as the text band has them."""
    hidden, store = window.store.hiding.hidden, window.store
    if hidden is None or hidden.words is None:
        return set()
    if store.trace is None or store.trace.run != store.state.run:
        return {step.token.text for step in store.moment.writing if step.index >= hidden.words}
    chips = window.text.target.chips.chips[hidden.words + 1 :]
    return {chip.text for chip in chips} - {"…"}
