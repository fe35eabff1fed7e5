"""The page of lessons and the maps on its cards, which are the models' own."""

from __future__ import annotations

import json
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from model_core.io.resources import lessons
from tests.lesson_maps import FILE, measured, telling_scene
from viz_app.document import lesson as lesson_files
from viz_app.document.lesson import from_bytes, load_lesson
from viz_app.document.state import State
from viz_app.lessons.cards import CardMap, LessonsSheet, card_maps

pytestmark = pytest.mark.usefixtures("qapp")


def test_every_lesson_has_a_scene_that_stands_for_it() -> None:
    asking = [telling_scene(load_lesson(one)) for one in lessons()]
    assert len(asking) == 14
    assert sum(one.question is not None for one in asking) >= 8


def test_the_maps_are_the_models() -> None:
    kept, found = json.loads(FILE.read_text("ascii")), measured()
    assert kept.keys() == found.keys() == {path.stem for path in lessons()}
    for name, rows in found.items():
        assert np.allclose(kept[name], rows, atol=2e-3), f"{name}: run python -m tests.lesson_maps"
        assert np.min(kept[name]) >= 0 and np.max(kept[name]) <= 1


def test_a_card_paints_dark_where_the_weight_is(qtbot: QtBot) -> None:
    part = CardMap(np.array([[1.0, 0.0], [0.0, 1.0]]), None)  # type: ignore[arg-type]
    qtbot.addWidget(part)
    part.resize(part.sizeHint())
    image, side = part.grab().toImage(), part.sizeHint().width()
    light = [QColor(image.pixel(x, side // 4)).lightness() for x in (side // 4, 3 * side // 4)]
    assert light[0] < 90 and light[1] > 230


def test_each_card_has_its_map(qtbot: QtBot) -> None:
    sheet, kept = LessonsSheet("en"), card_maps()
    qtbot.addWidget(sheet)
    for card, path in zip(sheet.cards, lessons(), strict=True):
        assert np.array_equal(card.map.weights, kept[path.stem])


def test_the_keyboard_begins_at_the_first_lesson(qtbot: QtBot) -> None:
    sheet = LessonsSheet("en")
    qtbot.addWidget(sheet)
    with qtbot.waitActive(sheet):
        sheet.show()
        sheet.activateWindow()
    assert sheet.focusWidget() is sheet.cards[0]
    sheet.close()


def test_the_page_reads_every_lesson_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """And every State of its scenes: it read the lessons twice, and each scene as its own answer where it has none."""
    found = [load_lesson(path) for path in lessons()]
    read = Mock(side_effect=from_bytes)
    states = Mock(side_effect=State.from_changes)
    monkeypatch.setattr(lesson_files, "from_bytes", read)
    monkeypatch.setattr(State, "from_changes", states)
    qtbot.addWidget(LessonsSheet("en"))
    assert read.call_count == len(found)
    assert states.call_count == sum(1 + bool(scene.then) for one in found for scene in one.scenes)
