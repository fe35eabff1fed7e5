"""Commands of ours beside the window: their events, their end, their staging folder; and events as lines."""

from __future__ import annotations

import ast
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import viz_app
from model_core.errors import Refused
from viz_app.system import child_job
from viz_app.system.child_job import OneJob, Outcome, job_command, put_in_place, staging_beside
from viz_app.system.job_events import (
    JobEvent,
    NoteEvent,
    ProgressEvent,
    ProofEvent,
    RefusalEvent,
    ResultEvent,
    from_line,
    to_line,
)

ROOT = Path(__file__).resolve().parents[3]
CHILD = 60_000
"""Milliseconds that a child may take on a busy machine."""

EVENTS: list[JobEvent] = [
    ProgressEvent(0.25, "1 of 4", 3.0, {"loss": 1.5}),
    ProgressEvent(0.0, "begins"),
    NoteEvent("layout “x”", {"step": 3}),
    ProofEvent("causality", "rows", 1e-7, 1e-6, True, "torch", "m"),
    RefusalEvent("E-X", "no\nwonder"),
    ResultEvent({"path": "/a b", "numbers": [1, 2.5, None]}),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_crosses_as_one_line_of_json(event: JobEvent) -> None:
    line = to_line(event)
    assert "\n" not in line and line.isascii() and "event" in json.loads(line)
    assert from_line(line) == event


def test_numbers_that_json_has_not_cross_as_none() -> None:
    proof = from_line(to_line(ProofEvent("a", "b", math.nan, math.inf, False)))
    assert isinstance(proof, ProofEvent) and (proof.worst, proof.bound) == (None, None)
    assert from_line(to_line(ProgressEvent(0.5, "x", math.nan))) == ProgressEvent(0.5, "x", None)
    assert from_line(to_line(NoteEvent("x", {"loss": math.nan}))) == NoteEvent("x", {"loss": None})


@pytest.mark.parametrize(
    "line",
    [
        "", "a warning", "{}", "[1]", "null", '{"event": "other"}', '{"event": ["note"]}', '{"event": "note"}',
        '{"event": "note", "text": 1}', '{"event": "progress", "fraction": "half", "text": ""}',
        '{"event": "progress", "fraction": true, "text": ""}', '{"event": "progress", "fraction": null, "text": ""}',
        '{"event": "proof", "name": "a", "compared": "b", "worst": 0, "bound": 0, "passed": 1}',
        '{"event": "result", "values": 3}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_line_that_is_no_event_is_ignored(line: str) -> None:
    assert from_line(line) is None


def test_what_a_later_version_adds_is_left_out() -> None:
    assert from_line('{"event": "note", "text": "a", "colour": "red"}') == NoteEvent("a")


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> Iterator[OneJob]:
    """An owner whose children run the code that they are given."""
    monkeypatch.setattr(child_job, "job_command", lambda words, _module: [sys.executable, "-c", *words])
    owner = OneJob()
    yield owner
    owner.stop()


def test_events_come_one_by_one_and_other_lines_are_kept(qtbot: QtBot, one: OneJob) -> None:
    lines = [to_line(event) for event in EVENTS]
    code = f"import sys\nprint('a warning', file=sys.stderr)\nfor line in {lines!r}: print(line, flush=True)\n"
    told: list[JobEvent] = []
    one.message.connect(told.append)
    with qtbot.waitSignal(one.ended, timeout=CHILD) as ended:
        one.start([code + "print('x' * 5000); raise SystemExit(3)"])
    (outcome,) = ended.args
    assert told == EVENTS
    assert outcome.status == 3 and outcome.lines == ("a warning", "x" * 2000)
    assert outcome.result == {"path": "/a b", "numbers": [1, 2.5, None]}
    assert outcome.proofs == (EVENTS[3],) and not outcome.cancelled
    assert (outcome.refusal.code, outcome.refusal.message) == ("E-X", "no\nwonder")
    assert outcome.description == "it exited with code 3"


def test_a_cancelled_job_reports_nothing_more_and_leaves_no_files(qtbot: QtBot, one: OneJob, tmp_path: Path) -> None:
    staging = staging_beside(tmp_path / "out")
    (staging / "half").write_text("1")
    told: list[JobEvent] = []
    with qtbot.waitSignal(one.ended, timeout=CHILD) as ended:
        with qtbot.waitSignal(one.message, timeout=CHILD):
            one.start([f"import time\nwhile True: time.sleep(0.01); print({to_line(NoteEvent('up'))!r}, flush=True)"],
                      staging=staging)  # fmt: skip
        assert one.child is not None
        one.child.cancel()
        one.message.connect(told.append)
    assert ended.args[0].cancelled and ended.args[0].status != 0
    assert told == [] and not staging.exists()


def test_a_second_job_takes_the_place_of_the_first(qtbot: QtBot, one: OneJob) -> None:
    told: list[Outcome] = []
    one.ended.connect(told.append)
    one.start(["import time; time.sleep(600)"])
    first = one.child
    assert first is not None
    with qtbot.waitSignal(one.ended, timeout=CHILD):
        one.start(["raise SystemExit(4)"])
        assert first.process.poll() is not None
    assert [outcome.status for outcome in told] == [4] and one.child is None


@pytest.mark.parametrize("wait", [True, False])
def test_a_stopped_job_reports_nothing(qtbot: QtBot, one: OneJob, wait: bool) -> None:
    told: list[object] = []
    one.ended.connect(told.append)
    one.start(["import time; time.sleep(600)"])
    assert one.child is not None
    process = one.child.process
    one.stop(wait)
    assert one.child is None
    qtbot.waitUntil(lambda: process.poll() is not None, timeout=CHILD)
    qtbot.wait(20)
    assert told == []


def test_a_process_that_cannot_start_leaves_nothing_behind(one: OneJob, monkeypatch, tmp_path: Path) -> None:
    def none(*_: object) -> None:
        raise OSError("too many")

    staging = staging_beside(tmp_path / "out")
    monkeypatch.setattr(child_job, "start", none)
    with pytest.raises(Refused, match="too many"):
        one.start(["pass"], staging=staging)
    assert one.child is None and not staging.exists()


def test_a_failure_is_reported_in_its_own_words_if_it_has_any() -> None:
    Outcome(0).require("E-X", "no")
    with pytest.raises(Refused, match="no memory") as own:
        Outcome(1, refusal=Refused("E-MEM", "no memory")).require("E-X", "it failed")
    with pytest.raises(Refused, match="it failed") as ours:
        Outcome(1).require("E-X", "it failed")
    assert (own.value.code, ours.value.code) == ("E-MEM", "E-X")


def connected_functions(source: str) -> list[str]:
    """What a module with a job of its own connects to it that is no method: lambdas, partials and so on."""
    if "OneJob" not in source:
        return []
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args]
    named = [(ast.unparse(node.func), node.args[0]) for node in calls if isinstance(node.func, ast.Attribute)]
    ends = ("job.ended.connect", "job.message.connect")
    return [ast.unparse(given) for name, given in named if name.endswith(ends) and not isinstance(given, ast.Attribute)]


def test_no_job_holds_its_owner() -> None:
    """See OneJob."""
    assert connected_functions("OneJob; self._job.ended.connect(lambda one: self.end(one))") == [
        "lambda one: self.end(one)"
    ]
    assert connected_functions("OneJob; job.message.connect(self._note); self.ended.connect(print)") == []
    sources = {path.name: path.read_text("utf-8") for path in Path(viz_app.__file__).parent.rglob("*.py")}
    assert sum("job.ended.connect" in text for text in sources.values()) > 4
    assert {name: found for name, text in sources.items() if (found := connected_functions(text))} == {}


def test_a_job_asked_to_stop_may_finish_by_itself(qtbot: QtBot, one: OneJob) -> None:
    code = "import signal, sys, time\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n"
    code += f"print({to_line(NoteEvent('up'))!r}, flush=True)\nwhile True: time.sleep(0.01)"
    with qtbot.waitSignal(one.ended, timeout=CHILD) as ended:
        with qtbot.waitSignal(one.message, timeout=CHILD):
            one.start([code])
        assert one.child is not None
        one.child.cancel(gently=True)
    assert ended.args[0].cancelled and (ended.args[0].status == 7 or sys.platform == "win32")


def test_the_end_of_a_child_in_words() -> None:
    assert Outcome(-9).description.startswith("it was ended by signal 9 (as the system")
    assert Outcome(-15).description == "it was ended by signal 15"
    assert Outcome(1, lines=("Traceback",)).refusal is None


def test_commands_are_run_with_json_events() -> None:
    assert job_command(["new", "--out", "x"])[-4:] == ["new", "--out", "x", "--json"]
    assert job_command(["x"], "viz_app.importing.probe")[-1] == "x"


def test_what_was_made_takes_its_place_whole(tmp_path: Path) -> None:
    out = tmp_path / "models" / "mine"
    staging = staging_beside(out)
    (staging / "mine").mkdir()
    (staging / "mine" / "x").write_text("1")
    put_in_place(staging / "mine", out)
    assert [path.name for path in out.parent.iterdir()] == ["mine"] and (out / "x").read_text() == "1"
    again = staging_beside(out)
    (again / "mine").mkdir()
    with pytest.raises(Refused, match="cannot be moved"):
        put_in_place(again / "mine", out)
    assert [path.name for path in out.parent.iterdir()] == ["mine"]
    (tmp_path / "file").touch()
    with pytest.raises(Refused, match="nothing can be written"):
        staging_beside(tmp_path / "file" / "mine")


def test_what_a_killed_window_left_is_removed_by_the_next_order(tmp_path: Path) -> None:
    out = tmp_path / "there" / "model"
    program = "import sys; from pathlib import Path; from viz_app.system.child_job import staging_beside\n"
    program += "print(staging_beside(Path(sys.argv[1])))"
    done = subprocess.run([sys.executable, "-c", program, str(out)], cwd=ROOT, capture_output=True, text=True)
    left = Path(done.stdout.strip())
    assert left.is_dir() and left.parent == out.parent, done.stderr
    made = staging_beside(out)
    assert list(out.parent.iterdir()) == [made]
