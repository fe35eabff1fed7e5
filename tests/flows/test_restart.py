"""An engine that does not answer: the status line offers to start it again, and everything goes on from there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from model_core.record.run_spec import RunSpec
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system import engine_process
from viz_app.system.engine_client import EngineClient
from viz_app.window.main_window import Window, apply_theme

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = 20_000
"""Milliseconds that anything may take before the test gives up; nothing is measured by it."""


def fake_process() -> subprocess.Popen[bytes]:
    """A child with the fake engine, which never ends the text "endless"."""
    text = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "import tests.support.fake_engine as f; f.main(f.FakeEngine, lambda: (f.made_model(),))"
    )
    return engine_process.start_process([sys.executable, "-P", "-c", text])


@pytest.fixture
def lane(qapp) -> Iterator[EngineClient]:
    made = EngineClient(start=fake_process)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def window(lane: EngineClient, qtbot) -> Window:
    """A window that finds 50 ms long enough, with a picture."""
    apply_theme(Layout(theme="light"))
    store = Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light")))
    made = Window(store)
    made.status._long.setInterval(50)
    qtbot.addWidget(made)
    made.show()
    store.attach(lane)
    qtbot.waitUntil(lambda: store.trace is not None and not store.busy, timeout=LONG)
    return made


def test_a_stuck_engine_is_restarted_by_the_button_and_the_text_is_kept(
    window: Window, lane: EngineClient, qtbot
) -> None:
    store, status = window.store, window.status
    picture = store.trace
    assert status.restart.isHidden()
    store.run(source=("endless",))
    qtbot.waitUntil(status.restart.isVisible, timeout=LONG)
    qtbot.waitUntil(status.run.cancel.isVisible, timeout=LONG)
    first = lane._connection.process
    status.restart.click()
    qtbot.waitUntil(lambda: lane._connection is not None and lane._connection.process is not first, timeout=LONG)
    assert first.returncode is not None
    assert store.state.run.source == ("endless",) and store.trace.run == picture.run, "it may have got its last arrays"
    store.run(source=("the old cat",))
    qtbot.waitUntil(lambda: not store.busy, timeout=LONG)
    assert store.trace.run.source == ("the old cat",)
    assert status.restart.isHidden() and window.notice.isHidden() and store.engine == "ready"
