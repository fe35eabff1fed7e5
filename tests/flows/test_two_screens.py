"""Presenting with two screens, in a program on a platform that has two: the picture on one, the notes on the other."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import ROOT, environment

SCREENS = {
    "screens": [
        {"name": name, "x": x, "y": 0, "width": wide, "height": high, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        for name, x, wide, high in (("laptop", 0, 1440, 900), ("projector", 1440, 1280, 720))
    ]
}
PROGRAM = """
import json, sys
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.support.fake_engine import FakeEngine
from tests.made.traces import made_model
from viz_app.cli.program import application
from viz_app.document.lesson import Lesson, Scene
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.lessons import screens as presenting
from viz_app.system.engine_client import InlineEngine
from viz_app.window.main_window import Window

app = application()
presenting.SETTLING = 0
store = Store(State())
window = Window(store)
lane = InlineEngine(FakeEngine(), (made_model((2, 2), 2),), parent=store)
store.attach(lane)
lane.start()
screens = {one.name(): one for one in app.screens()}
window.setScreen(screens["laptop"])
window.setGeometry(100, 60, 900, 600)
window.show()
app.processEvents()
told = []

def tell(what):
    for _ in range(30):
        QTest.qWait(10)
    notes = window.sheets.presenter.screens.notes
    told.append([what, window.screen().name(), [window.width(), window.height()], window.isFullScreen(),
                 notes and [notes.screen().name(), notes.isVisible(), notes.notes.text()],
                 notes and notes.clock.text()])

desk = window.sheets.lessons
desk.player.open(Lesson(scenes=(Scene(title="One", notes="first"), Scene(title="Two", notes="second"))))
presenter = window.sheets.presenter
presenter.start()
tell("start")
QTest.keyClick(presenter.screens.notes, Qt.Key.Key_PageDown)
tell("clicked on the notes")
QTest.keyClick(window, Qt.Key.Key_X)
tell("swapped")
QTest.keyClick(window, Qt.Key.Key_X)
tell("swapped back")
presenter.screens.begun -= 600
real = QGuiApplication.screens
QGuiApplication.screens = staticmethod(lambda: [window.screen()])
app.screenRemoved.emit(screens["projector"])
tell("unplugged")
QGuiApplication.screens = real
app.screenAdded.emit(screens["projector"])
tell("plugged in")
desk.player.leave()
tell("no lesson")
presenter.stop()
tell("stopped")
presenter.start()
tell("never a lesson")
presenter.stop()
window.showMaximized()
presenter.start()
presenter.stop()
told.append(["maximized", window.isMaximized()])
window.showFullScreen()
presenter.start()
presenter.stop()
told.append(["full screen", window.isFullScreen()])
window.showNormal()
window.setGeometry(1500, 60, 900, 600)
app.processEvents()
presenter.start()
tell("already on the projector")
presenter.stop()
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    """What was where, by what was done."""
    folder = tmp_path_factory.mktemp("screens")
    config = folder / "two.json"
    config.write_text(json.dumps(SCREENS), encoding="utf-8")
    env = {**environment(), "QT_QPA_PLATFORM": f"offscreen:configfile={config}", "HEADSCOPE_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=Path(ROOT), env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return {what: found for what, *found in json.loads(done.stdout.splitlines()[-1])}


def test_the_picture_fills_the_projector_and_the_notes_stay_with_the_teacher(told: dict[str, list[object]]) -> None:
    """The notes have the answer: they were on the projector, whenever the window was on the laptop."""
    assert told["start"][:4] == ["projector", [1280, 720], True, ["laptop", True, "first"]]
    assert told["already on the projector"][:3] == ["projector", [1280, 720], True]


def test_a_clicker_works_whichever_screen_has_the_keyboard(told: dict[str, list[object]]) -> None:
    assert told["clicked on the notes"][3] == ["laptop", True, "second"]


def test_a_key_brings_the_picture_to_the_other_screen(told: dict[str, list[object]]) -> None:
    assert told["swapped"][:4] == ["laptop", [1440, 900], True, ["projector", True, "second"]]
    assert told["swapped back"][:4] == ["projector", [1280, 720], True, ["laptop", True, "second"]]


def test_notes_of_an_unplugged_screen_return_and_move_to_a_new_one(told: dict[str, list[object]]) -> None:
    assert told["unplugged"][3] is None and told["unplugged"][2] is True
    assert told["plugged in"][:4] == ["projector", [1280, 720], True, ["laptop", True, "second"]]
    assert told["stopped"][3] is None and told["stopped"][2] is False


def test_the_time_so_far_is_that_of_the_presentation_whenever_the_screen_came(told: dict[str, list[object]]) -> None:
    assert re.fullmatch(r"\d\d:\d\d   10:\d\d", str(told["plugged in"][4]))


def test_afterwards_the_window_has_its_old_place_and_size(told: dict[str, list[object]]) -> None:
    assert told["stopped"][:3] == ["laptop", [900, 600], False]
    assert told["maximized"] == told["full screen"] == [True]


def test_the_clock_is_there_without_a_lesson(told: dict[str, list[object]]) -> None:
    for what in ("no lesson", "never a lesson"):
        *_, notes, clock = told[what]
        assert isinstance(notes, list) and notes[1:] == [True, ""], what
        assert re.fullmatch(r"\d\d:\d\d   \d+:\d\d", str(clock)), what
