"""The engine's process is killed in the middle of runs, again and again: the window lives, and every answer comes."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from model_core.engine.messages import EngineLost
from model_core.record.run_spec import RunSpec
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system import engine_process
from viz_app.system.engine_client import EngineClient
from viz_app.window.main_window import Window, apply_theme

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = f"""\
import sys
sys.path.insert(0, {str(ROOT)!r})
import tests.support.fake_engine as fake
fake.main(fake.FakeEngine, lambda: (fake.made_model(),))
"""
LONG = 30_000
"""Milliseconds that an answer may take before the test gives up; nothing is measured by it."""

WORDS = ("casa", "mar", "perro", "luz", "tren")


@pytest.fixture
def lane(qapp: QApplication) -> Iterator[EngineClient]:
    """A lane to a child process without torch."""
    made = EngineClient(start=lambda: engine_process.start_process([sys.executable, "-P", "-c", PROGRAM]))
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def window(qtbot, lane: EngineClient) -> Iterator[Window]:
    """A window with this lane and its first picture."""
    apply_theme(Layout(theme="light"))
    made = Window(Store(State(run=RunSpec(source=("the first line",)), desk=Layout(theme="light"))))
    qtbot.addWidget(made)
    made.store.attach(lane)
    made.show()
    qtbot.waitUntil(lambda: made.store.trace is not None, timeout=LONG)
    yield made
    made.close()


def engines() -> list[int]:
    """Ids of the engine's processes that run."""
    found = []
    for one in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):  # its end was just noticed
            if one.status() != psutil.STATUS_ZOMBIE and "fake_engine" in " ".join(one.cmdline()):
                found.append(one.pid)
    return found


@pytest.mark.timeout(900)
def test_kill_minus_9_in_the_middle_of_runs(
    window: Window, lane: EngineClient, qtbot, pytestconfig: pytest.Config
) -> None:
    """`--kills 500 --seed 3` does it more often, at other moments."""
    dice = random.Random(pytestconfig.getoption("seed"))
    store, box = window.store, window.text.source.box
    losses: list[EngineLost] = []
    lane.message.connect(lambda event: losses.append(event) if isinstance(event, EngineLost) else None)
    kills = pytestconfig.getoption("kills")
    for number in range(kills):
        line = " ".join(["slow", *dice.choices(WORDS, k=6), str(number)])
        box.setPlainText(line)
        assert store.state.run.source == (line,)
        steps = dice.randint(0, 5)
        qtbot.waitUntil(lambda steps=steps: len(store.moment.writing) >= steps or not store.busy, timeout=LONG)
        qtbot.waitUntil(lambda: bool(engines()), timeout=LONG)  # the one before may just have been replaced
        (killed,) = engines()
        os.kill(killed, signal.SIGKILL)
        qtbot.waitUntil(lambda number=number: len(losses) > number, timeout=LONG)
        assert box.toPlainText() == line, "the text is kept"
        qtbot.waitUntil(lambda line=line: answered(store, line), timeout=LONG)
        assert engines() != [killed]
        assert store.trace.sentences[0].target_text == " ".join(reversed(line.split()))
        assert window.isVisible()
    qtbot.waitUntil(lambda: store.engine == "ready" and store.problem is None, timeout=LONG)
    assert len(losses) == kills
    assert len(engines()) == 1


def answered(store: Store, line: str) -> bool:
    """Whether the picture is that of this line, and nothing is waited for."""
    return store.trace is not None and store.trace.run.source == (line,) and not store.busy
