"""The whole program, killed without warning, comes back as it was left; what it cannot read it keeps and says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from viz_app.document import session as sessions
from viz_app.document.session import Session, load_session, save_last
from viz_app.document.state import Look, State

ROOT = Path(__file__).resolve().parents[2]
POSIX = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")

PROGRAM = """
import os, signal, sys
from PySide6.QtCore import QTimer
from tests.support.program import build
from viz_app.cli import program
from viz_app.document import session
from viz_app.system import engine_process
from viz_app.files.dialogs import FailureDialog

what, life = sys.argv[1], None

def step():
    window, store = life.window, life.store
    if store.trace is None or store.busy:
        return
    if what == "type" and store.state.run.source != ("kept words",):
        store.run(source=("kept words",))
        store.look(layer=1, head=1, kind="decoder")
        store.desk(inspector=False)
    elif what == "type":
        last = session.last_file()
        if last.exists() and session.load_session(last).state == store.wanted:
            os.kill(os.getpid(), signal.SIGKILL)
    else:
        look = store.state.look
        notices = [" ".join(one.text() for one in page.words) for page in window.findChildren(FailureDialog)]
        shown = store.state.run.source, look.kind, look.layer, look.head, store.state.desk.inspector, notices
        print(window.status._said if what == "said" else repr(shown))
        timer.stop()
        window.close()

engine = engine_process.start_process([sys.executable, "-m", "tests.support.fake_engine"])
life = program.Program(program.application(), engine, program.LaunchOptions(source=os.environ.get("ASKED")))
build(life)
life.autosave._timer.setInterval(50)
timer = QTimer()
timer.timeout.connect(step)
timer.start(20)
sys.exit(life.run())
"""


def start(what: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """One life of the program, with an engine of made-up numbers."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, what], cwd=ROOT, env={**os.environ, **environment}, capture_output=True,
        text=True, timeout=600,
    )  # fmt: skip


@POSIX
def test_a_killed_window_comes_back_as_it_was_left(isolated_settings: Path) -> None:
    killed = start("type")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    again = start("show")
    assert again.returncode == 0, again.stderr
    assert again.stdout.strip() == repr((("kept words",), "decoder", 1, 1, False, []))
    assert load_session(isolated_settings / "session.json").state.run.source == ("kept words",)


def test_a_changed_model_of_the_last_session_is_reported(isolated_settings: Path) -> None:
    save_last(Session(State(run=State().run.with_(source=("an old text",))), "Mine", "1" * 64))
    done = start("said")
    assert done.returncode == 0, done.stderr
    assert "is not the one this session was saved with" in done.stdout


def test_a_text_that_is_asked_for_wins_and_the_last_session_is_kept(isolated_settings: Path) -> None:
    save_last(Session(State(look=Look(layer=1)).with_(run=State().run.with_(source=("an old text",)))))
    done = start("show", ASKED="asked for")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("(('asked for',)")
    assert load_session(isolated_settings / "session.before.json").state.run.source == ("an old text",)


def test_an_unreadable_last_session_is_reported_and_kept(isolated_settings: Path) -> None:
    (isolated_settings / "session.json").write_bytes(b"{half")
    done = start("show")
    assert done.returncode == 0, done.stderr
    assert "The last session cannot be read" in done.stdout
    assert (isolated_settings / "session.damaged.json").read_bytes() == b"{half"
    assert load_session(sessions.last_file()).state.run.source != ("",), "an example was shown, and is the session now"
