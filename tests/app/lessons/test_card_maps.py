"""The maps on the cards of lessons: computed beside the window, the model's own, kept until lesson or model change."""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
import weakref
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from model_core.io.resources import lesson, lessons
from viz_app.cli import lesson_maps
from viz_app.document import lesson as lesson_files
from viz_app.document.lesson import from_bytes, load_lesson
from viz_app.document.state import State
from viz_app.lessons import card_maps
from viz_app.lessons.card_maps import CardMap, CardMaps
from viz_app.lessons.cards import LessonsSheet
from viz_app.lessons.checking import MOST_CELLS, telling_scene
from viz_app.system import child_job
from viz_app.system.child_job import Outcome

pytestmark = pytest.mark.usefixtures("qapp", "prepared")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A lesson that plays on a tiny model."""
    found = lesson("01-attention")
    assert found is not None
    return Path(shutil.copy(found, tmp_path / "01-attention.json"))


def made(maps: CardMaps, *paths: Path) -> list[tuple[Path, np.ndarray]]:
    """What is told at once."""
    found: list[tuple[Path, np.ndarray]] = []
    maps.made.connect(lambda where, weights: found.append((where, weights)))
    maps.begin({path: load_lesson(path) for path in paths})
    return found


def test_every_lesson_has_a_scene_that_stands_for_it() -> None:
    asking = [telling_scene(load_lesson(one)) for one in lessons()]
    assert len(asking) == 14
    assert sum(one.question is not None for one in asking) >= 8


def test_the_map_is_the_models_and_is_kept(path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_maps, "IDLE", 0)
    maps = CardMaps()
    with qtbot.waitSignal(maps.made, timeout=60_000) as told:
        maps.begin({path: load_lesson(path)})
    qtbot.waitUntil(lambda: maps._job.child is None, timeout=10_000)
    where, weights = told.args  # type: ignore[misc]
    from model_core.engine.engine import Engine

    taught = load_lesson(path)
    state = telling_scene(taught).shown(taught.states)
    trace = Engine().trace(state.run)
    look = state.look
    own = trace.map(look.kind, look.layer, look.head)[:MOST_CELLS, :MOST_CELLS]
    assert where == path and np.allclose(weights, own, atol=6e-4)
    assert np.allclose(made(CardMaps(), path)[0][1], weights), "kept: told at once, nothing is computed"

    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "minutes": 99}), encoding="utf-8")
    again = CardMaps()
    assert made(again, path) == [], "another lesson: its map is not known"
    again.stop()


def test_a_job_that_ended_does_not_hold_its_owner(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the owner went while its job was being deleted and deleted it a second time: the program crashed."""
    monkeypatch.setattr(child_job, "job_command", lambda *_: [sys.executable, "-c", "pass"])
    maps = CardMaps()
    assert made(maps, path) == []
    maps._compute()
    assert maps._job.child is not None
    maps._job.child.ended.emit(Outcome(0))
    owner = weakref.ref(maps)
    del maps
    gc.collect()
    assert owner() is None


@pytest.mark.parametrize("content", ["", "[]", '{"a": 1', '{"a": NaN}', "7"])
def test_a_damaged_file_is_as_none(path: Path, content: str) -> None:
    card_maps._file().write_text(content, encoding="ascii")
    maps = CardMaps()
    assert made(maps, path) == []
    maps.stop()


@pytest.mark.parametrize("kept", [7, [], [["a"]], [1, 2], {"b": 1}, None])
def test_what_is_kept_and_is_no_map_is_not_shown(path: Path, kept: Any) -> None:
    card_maps._file().write_text(json.dumps({card_maps._key(path, load_lesson(path)): kept}), encoding="ascii")
    maps = CardMaps()
    assert made(maps, path) == []
    maps.stop()


def test_a_lesson_that_cannot_be_played_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a process that lets the others go first."""
    nice: list[int] = []
    monkeypatch.setattr(os, "nice", nice.append, raising=False)
    other = tmp_path / "broken.json"
    other.write_text("{}", encoding="utf-8")
    assert lesson_maps.main([str(other), str(tmp_path / "none.json")]) == 0
    assert capsys.readouterr().out == "" and nice and min(nice) > 0


def test_a_card_paints_dark_where_the_weight_is(qtbot: QtBot) -> None:
    part = CardMap(None)  # type: ignore[arg-type]
    qtbot.addWidget(part)
    part.resize(part.sizeHint())
    assert not part.filled
    part.show_map(np.array([[1.0, 0.0], [0.0, 1.0]]))
    image, side = part.grab().toImage(), part.sizeHint().width()
    light = [QColor(image.pixel(x, side // 4)).lightness() for x in (side // 4, 3 * side // 4)]
    assert part.filled and light[0] < 90 and light[1] > 230


def test_the_page_shows_what_is_kept_and_stops_with_the_page(qtbot: QtBot) -> None:
    known = {card_maps._key(one, load_lesson(one)): [[1.0, 0.0], [0.5, 0.5]] for one in lessons()}
    card_maps._file().write_text(json.dumps(known), encoding="ascii")
    sheet = LessonsSheet("en")
    qtbot.addWidget(sheet)
    sheet.show()
    assert all(card.map.filled for card in sheet.cards) and not sheet.maps._idle.isActive()
    sheet.close()


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
    once = sum(1 + bool(scene.then) for one in found for scene in one.scenes)
    read = Mock(side_effect=from_bytes)
    states = Mock(side_effect=State.from_changes)
    monkeypatch.setattr(lesson_files, "from_bytes", read)
    monkeypatch.setattr(State, "from_changes", states)
    qtbot.addWidget(LessonsSheet("en"))
    assert read.call_count == len(found)
    assert states.call_count == once + len(found), "and of the scene that stands for a lesson once more"
