"""The lane: a real child process that is killed, hung, flooded and closed; nothing is lost and nothing is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from model_core.engine import wire
from model_core.engine.messages import EngineLost, Models, Problem, Ready, Starting, Stopped
from model_core.record.effects import EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Step, Trace
from tests.made.traces import made_model, made_steps, made_trace
from tests.support.fake_engine import FakeEngine
from viz_app.document.runs.effects_of_run import EffectsRequest
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.system import engine_client, engine_process
from viz_app.system.engine_client import EngineClient, InlineEngine
from viz_app.system.engine_events import exit_in_words, relevant

pytestmark = pytest.mark.usefixtures("prepared")

ROOT = Path(__file__).resolve().parents[3]
FAKE = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"]
LONG = 20_000
"""Milliseconds that anything may take before a test gives up; nothing is measured by it."""


def fake_process() -> subprocess.Popen[bytes]:
    """A child with the fake engine: no torch, there in 0.2 s."""
    return engine_process.start_process(
        [
            *FAKE[:-1],
            FAKE[-1] + "import tests.support.fake_engine as f; f.main(f.FakeEngine, lambda: (f.made_model(),))",
        ]
    )


def program(text: str) -> Callable[[], subprocess.Popen[bytes]]:
    """Starts a child that runs this Python text instead of an engine."""
    return lambda: engine_process.start_process([sys.executable, "-c", text])


def run(*source: str) -> RunSpec:
    return RunSpec(source=source)


class Heard:
    """A lane and all it told."""

    def __init__(self, lane: Any) -> None:
        self.lane = lane
        self.events: list[Any] = []
        lane.message.connect(self.events.append)

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def whole(self, source: str) -> bool:
        """Whether the complete Trace of this text has come."""
        return any(event.complete and event.run.source == (source,) for event in self.of(Trace))


@pytest.fixture
def heard(qapp: Any) -> Iterator[Callable[..., Heard]]:
    """Makes lanes, starts them, and closes them at the end."""
    lanes: list[EngineClient] = []

    def make(**words: Any) -> Heard:
        lanes.append(EngineClient(**({"start": fake_process} | words)))
        one = Heard(lanes[-1])
        lanes[-1].start()
        return one

    yield make
    for lane in lanes:
        lane.close()
        lane.deleteLater()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restarts without waiting."""
    monkeypatch.setattr(engine_client, "DELAYS", (0,) * engine_client.RESTARTS)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is about to end may take its time: on a busy machine it would be killed."""
    monkeypatch.setattr(engine_client, "PATIENCE", LONG / 1000)


# ---------------------------------------------------------------- a process that works


def test_a_run_in_a_process(heard: Callable[..., Heard], qtbot: Any) -> None:
    one = heard()
    assert one.events == [], "everything comes through the event loop"
    one.lane.submit(run("the white house"))
    qtbot.waitUntil(lambda: one.whole("the white house"), timeout=LONG)
    kinds = [event.stage if isinstance(event, Trace) else type(event).__name__ for event in one.events]
    assert kinds == ["Models", "Ready", "encoded", "Step", "Step", "Step", "Step", "complete"]
    assert one.of(Models)[0].models == (made_model(),)


def test_a_process_started_early_is_adopted(heard: Callable[..., Heard], qtbot: Any, patient: None) -> None:
    process = fake_process()
    one = heard(process=process, start=lambda: pytest.fail("no other process is needed"))
    one.lane.start()
    qtbot.waitUntil(lambda: bool(one.of(Ready)), timeout=LONG)
    one.lane.submit(run("a"))
    qtbot.waitUntil(lambda: one.whole("a"), timeout=LONG)
    one.lane.close()
    assert process.returncode == 0


def test_of_many_keys_the_last_text_arrives(heard: Callable[..., Heard], qtbot: Any) -> None:
    """Ten keys a second for a while, and then a burst: each text slow enough to be overtaken."""
    one = heard()
    text = "slow and steady wins the race they say"
    qtbot.waitUntil(lambda: bool(one.of(Ready)), timeout=LONG)
    for length in range(1, 12):
        one.lane.submit(run(text[:length]))
        qtbot.wait(100)
    for length in range(12, len(text) + 1):
        one.lane.submit(run(text[:length]))
    qtbot.waitUntil(lambda: one.whole(text), timeout=LONG)
    encoded = [event.run.source[0] for event in one.of(Trace) if not event.complete]
    assert encoded == sorted(set(encoded), key=len) and encoded[-1] == text, "each at most once, in order"
    assert not [event for event in one.of(Step)[-3:] if event.run.source != (text,)]


def test_cancel_acts_between_steps(heard: Callable[..., Heard], qtbot: Any) -> None:
    one = heard()
    one.lane.submit(run("endless"))
    qtbot.waitUntil(lambda: len(one.of(Step)) > 3, timeout=LONG)
    one.lane.cancel()
    qtbot.waitUntil(lambda: one.of(Stopped) == [Stopped(run("endless"))], timeout=LONG)
    count = len(one.events)
    one.lane.submit(run("b"))
    qtbot.waitUntil(lambda: one.whole("b"), timeout=LONG)
    assert not [event for event in one.events[count:] if event.run.source == ("endless",)]


def test_what_cannot_be_sent_is_a_problem(heard: Callable[..., Heard], qtbot: Any) -> None:
    one = heard()
    odd = RunSpec(source=("a",), candidates="many")  # type: ignore[arg-type]
    one.lane.submit(odd)
    qtbot.waitUntil(lambda: bool(one.of(Problem)), timeout=LONG)
    assert one.of(Problem)[0].code == "E-RUN-TYPE" and one.of(Problem)[0].run == odd
    one.lane.submit(run("a"))
    qtbot.waitUntil(lambda: one.whole("a"), timeout=LONG)


def test_with_the_store_a_refusal_keeps_the_picture(heard: Callable[..., Heard], qtbot: Any) -> None:
    one = heard()
    store = Store(State(run("the white house")))
    store.attach(one.lane)
    qtbot.waitUntil(lambda: store.trace is not None and not store.busy, timeout=LONG)
    assert store.engine == "ready" and store.models == (made_model(),)
    store.run(source=("refuse",))
    assert store.engine == "busy"
    qtbot.waitUntil(lambda: store.problem is not None, timeout=LONG)
    assert store.problem == "Not this text [E-TEST]" and store.trace.run.source == ("the white house",)
    store.run(source=("endless",))
    qtbot.waitUntil(lambda: len(store.moment.writing) > 2, timeout=LONG)
    assert store.moment.encoded is not None and store.moment.encoded.run.source == ("endless",)
    store.cancel()
    assert not store.busy and store.moment.writing == ()
    store.deleteLater()


# ---------------------------------------------------------------- a process that dies


def test_killed_in_the_middle_of_runs_the_result_still_arrives(
    heard: Callable[..., Heard], qtbot: Any, quick: None
) -> None:
    one = heard()
    store = Store(State(run("endless")))
    store.attach(one.lane)
    seen = []
    one.lane.message.connect(
        lambda event: (
            seen.append((store.engine, store.busy, store.moment.writing)) if isinstance(event, EngineLost) else None
        )
    )
    for count in range(1, 4):
        qtbot.waitUntil(lambda: len(store.moment.writing) > 2, timeout=LONG)
        one.lane._connection.process.kill()
        qtbot.waitUntil(lambda count=count: len(one.of(EngineLost)) == count, timeout=LONG)
        qtbot.waitUntil(lambda: store.engine == "busy", timeout=LONG)
        assert store.problem is None
    assert seen == [("lost", True, ())] * 3 and store.state.run.source == ("endless",)
    store.run(source=("the end",))
    qtbot.waitUntil(lambda: one.whole("the end"), timeout=LONG)
    assert store.trace.run.source == ("the end",) and (store.engine, store.problem) == ("ready", None)
    assert all(lost.again and "your text is kept" in lost.message for lost in one.of(EngineLost))
    assert len(one.of(Starting)) == 3 and len(one.of(Ready)) == 4
    store.deleteLater()


def test_typing_continues_while_the_engine_is_down(heard: Callable[..., Heard], qtbot: Any) -> None:
    one = heard()
    store = Store(State(run("die")))
    store.attach(one.lane)
    qtbot.waitUntil(lambda: bool(one.of(EngineLost)), timeout=LONG)
    assert "exit code 7" in one.of(EngineLost)[0].message
    store.run(source=("uno",))
    store.run(source=("uno dos",))
    qtbot.waitUntil(lambda: one.whole("uno dos"), timeout=LONG)
    assert not one.whole("uno") and store.problem is None and store.engine == "ready"
    store.deleteLater()


def test_a_text_that_kills_every_engine_is_given_up_until_it_changes(
    heard: Callable[..., Heard], qtbot: Any, quick: None
) -> None:
    one = heard()
    store = Store(State(run("die")))
    store.attach(one.lane)
    qtbot.waitUntil(lambda: bool(one.of(EngineLost)) and not one.of(EngineLost)[-1].again, timeout=2 * LONG)
    assert len(one.of(EngineLost)) == engine_client.RESTARTS + 1 == 6 and len(one.of(Starting)) == 5
    assert not store.busy and "6 times" in store.problem and store.state.run.source == ("die",)
    store.run(source=("live",))
    qtbot.waitUntil(lambda: one.whole("live"), timeout=LONG)
    assert store.problem is None and store.engine == "ready"
    one.lane.submit(run("die"))
    qtbot.waitUntil(lambda: one.of(EngineLost)[-1].again, timeout=LONG)
    store.deleteLater()


def test_a_question_that_kills_every_engine_is_given_up_although_the_run_is_answered_each_time(
    heard: Callable[..., Heard], qtbot: Any, quick: None
) -> None:
    one = heard()
    store = Store(State(run("fatal")))
    store.attach(one.lane)
    store.effects.request("views", EffectsRequest(EffectsSpec(store.state.run)))
    qtbot.waitUntil(lambda: bool(one.of(EngineLost)) and not one.of(EngineLost)[-1].again, timeout=3 * LONG)
    assert len(one.of(EngineLost)) == engine_client.RESTARTS + 1
    assert len([event for event in one.of(Trace) if event.complete]) == engine_client.RESTARTS + 1
    store.deleteLater()


def test_an_answered_run_is_not_asked_again(heard: Callable[..., Heard], qtbot: Any, quick: None) -> None:
    one = heard()
    one.lane.submit(run("a"))
    qtbot.waitUntil(lambda: one.whole("a"), timeout=LONG)
    one.lane.restart()
    qtbot.waitUntil(lambda: len(one.of(Ready)) == 2, timeout=LONG)
    one.lane.submit(run("b"))
    qtbot.waitUntil(lambda: one.whole("b"), timeout=LONG)
    assert len([event for event in one.of(Trace) if event.complete]) == 2


def test_a_restart_that_was_asked_for_is_no_death(heard: Callable[..., Heard], qtbot: Any, quick: None) -> None:
    one = heard()
    store = Store(State(run("endless")))
    store.attach(one.lane)
    for count in range(1, engine_client.RESTARTS + 3):
        qtbot.waitUntil(lambda: len(store.moment.writing) > 2, timeout=LONG)
        store.restart_engine()
        qtbot.waitUntil(lambda count=count: len(one.of(Starting)) == count, timeout=LONG)
        assert store.moment.writing == () and store.busy
    assert one.of(EngineLost) == [] and store.problem is None
    store.run(source=("the end",))
    qtbot.waitUntil(lambda: one.whole("the end"), timeout=LONG)
    store.deleteLater()


def test_an_engine_that_was_given_up_can_be_restarted(heard: Callable[..., Heard], qtbot: Any, quick: None) -> None:
    one = heard()
    one.lane.submit(run("die"))
    qtbot.waitUntil(lambda: bool(one.of(EngineLost)) and not one.of(EngineLost)[-1].again, timeout=2 * LONG)
    starts = len(one.of(Starting))
    one.lane.restart()
    assert len(one.of(Starting)) == starts + 1
    one.lane.submit(run("live"))
    qtbot.waitUntil(lambda: one.whole("live"), timeout=LONG)


def test_nonsense_from_the_process_counts_as_its_death(heard: Callable[..., Heard], qtbot: Any) -> None:
    starts = iter(
        [program("print('Hello, this is not an engine', flush=True); import time; time.sleep(600)"), fake_process]
    )
    one = heard(start=lambda: next(starts)())
    one.lane.submit(run("a"))
    qtbot.waitUntil(lambda: one.whole("a"), timeout=LONG)
    (lost,) = one.of(EngineLost)
    assert "its answer was damaged" in lost.message and "Hell" in lost.message


def test_a_process_that_cannot_be_started(heard: Callable[..., Heard], qtbot: Any, quick: None) -> None:
    def fail() -> subprocess.Popen[bytes]:
        raise FileNotFoundError(2, "No such file")

    starts: Iterator[Callable[[], Any]] = iter([fail, fail, fake_process])
    one = heard(start=lambda: next(starts)())
    one.lane.submit(run("a"))
    qtbot.waitUntil(lambda: one.whole("a"), timeout=LONG)
    assert len(one.of(EngineLost)) == 2 and "could not be started" in one.of(EngineLost)[0].message


def test_a_long_life_begins_a_new_count(heard: Callable[..., Heard], qtbot: Any, quick: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(engine_client, "STEADY", 0.0)
    one = heard(start=program("pass"))
    qtbot.waitUntil(lambda: len(one.of(EngineLost)) > engine_client.RESTARTS + 2, timeout=2 * LONG)
    assert all(lost.again for lost in one.of(EngineLost))


# ---------------------------------------------------------------- the end


def test_close_in_the_middle_of_a_run_leaves_nothing(heard: Callable[..., Heard], qtbot: Any, patient: None) -> None:
    one = heard()
    one.lane.submit(run("endless"))
    qtbot.waitUntil(lambda: len(one.of(Step)) > 2, timeout=LONG)
    line = one.lane._connection
    one.lane.close()
    count = len(one.events)
    assert line.process.returncode == 0 and not any(thread.is_alive() for thread in line._threads)
    qtbot.wait(50)
    assert len(one.events) == count, "nothing is told any more"
    one.lane.submit(run("a"))
    one.lane.cancel()
    one.lane.close()
    one.lane.start()
    assert one.lane._connection is None


def test_close_of_a_process_that_does_not_listen_kills_it(heard: Callable[..., Heard], monkeypatch: Any) -> None:
    monkeypatch.setattr(engine_client, "PATIENCE", 0.1)
    one = heard(start=program("import time; time.sleep(600)"))
    for _ in range(20):
        one.lane.submit(run("x" * 100_000))  # far more than the pipe holds; the window must not wait for it
    line = one.lane._connection
    one.lane.close()
    assert line.process.returncode not in (None, 0) and not any(thread.is_alive() for thread in line._threads)


def test_close_before_start_and_while_waiting_for_a_restart(
    qapp: Any, qtbot: Any, patient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_client, "DELAYS", (0, 3 * LONG))  # waits for the second start, however slow this is
    process = fake_process()
    lane = EngineClient(process)
    lane.close()
    assert process.returncode == 0
    lane.deleteLater()
    lane = EngineClient(start=program("pass"))
    one = Heard(lane)
    lane.start()
    qtbot.waitUntil(lambda: len(one.of(EngineLost)) == 2, timeout=LONG)
    assert lane._restart.isActive()
    lane.close()
    assert not lane._restart.isActive()
    lane.deleteLater()


def test_a_slot_may_close_the_lane(heard: Callable[..., Heard], qtbot: Any) -> None:
    one = heard()
    one.lane.message.connect(lambda event: one.lane.close() if isinstance(event, Trace) else None)
    one.lane.submit(run("a b c"))
    qtbot.waitUntil(lambda: bool(one.of(Trace)), timeout=LONG)
    qtbot.wait(50)
    assert not one.whole("a b c")


# ---------------------------------------------------------------- the child, wherever it is started


@pytest.mark.fresh
def test_the_real_engine_starts_from_any_folder(
    tmp_path: Path, heard: Callable[..., Heard], qtbot: Any, monkeypatch: Any
) -> None:
    """Once with torch: from a folder full of traps, without PYTHONPATH."""
    for name in ("numpy.py", "torch.py", "model_core.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong file')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    one = heard(start=engine_process.start_process)
    qtbot.waitUntil(lambda: bool(one.of(Ready)), timeout=60_000)
    assert one.events[0] == one.of(Models)[0] and not one.of(EngineLost) and not one.of(Problem)
    odd = RunSpec(model="no such model", source=("a",))
    one.lane.submit(odd)
    qtbot.waitUntil(lambda: bool(one.of(Problem)), timeout=LONG)
    assert one.of(Problem)[0].code == "E-MODEL-MISSING" and one.of(Problem)[0].run == odd
    processes = [one for one in psutil.Process().children() if "model_core.engine.worker" in " ".join(one.cmdline())]
    assert len(processes) == 1
    environment = processes[0].environ()
    assert environment["OMP_WAIT_POLICY"] == "PASSIVE"


@pytest.mark.fresh
def test_starting_the_child_needs_neither_qt_nor_numpy() -> None:
    text = "import sys, viz_app.system.engine_process; sys.exit(bool({'torch', 'PySide6', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", text], cwd=ROOT).returncode == 0


def test_an_unadopted_process_can_be_ended() -> None:
    process = fake_process()
    assert engine_process.end_process(process, 600.0) == 0
    deaf = program("import time; time.sleep(600)")()
    assert engine_process.end_process(deaf, 0.1) != 0


def test_a_program_without_a_console_has_no_error_output(monkeypatch: pytest.MonkeyPatch) -> None:
    there = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        if descriptor == 2:
            raise OSError("closed")
        return there(descriptor)

    assert engine_process._has_error_output()
    monkeypatch.setattr(os, "fstat", fstat)
    assert not engine_process._has_error_output()


# ---------------------------------------------------------------- what is handed on


def test_of_overtaken_runs_only_the_latest_traces_count() -> None:
    old, newer, newest = run("a"), run("a b"), run("a b c")

    def trace(spec: RunSpec, stage: str = "encoded") -> Trace:
        return made_trace("a", "b", (1, 1), 1, run=spec, stage=stage)

    step = made_steps(trace(newer, "complete"))[0]
    whole_old, part_newer, part_newest = trace(old, "complete"), trace(newer), trace(newest)
    ready = Ready()
    events = [trace(old), ready, whole_old, part_newer, step, Problem("E", "x", newer), Stopped(old)]
    assert shown(relevant(events, newest)) == shown([ready, whole_old, part_newer])
    assert shown(relevant(events[:3], newest)) == shown([ready, whole_old])
    assert shown(relevant([*events, part_newest], newest)) == shown([ready, part_newest])
    assert shown(relevant([part_newer, whole_old], newest)) == shown([whole_old])
    assert shown(relevant([trace(old), part_newer], newest)) == shown([part_newer])


def test_nothing_of_the_newest_run_is_lost() -> None:
    newest = run("a b")
    full = made_trace("a b", "b a", run=newest)
    events = [full.with_(stage="encoded"), *made_steps(full), full, Problem("E", "x"), Stopped(newest)]
    assert shown(relevant(events, newest)) == shown(events)


def shown(events: list[Any]) -> list[int]:
    """Events by identity: arrays in them have no plain equality."""
    return [id(event) for event in events]


@pytest.mark.parametrize(
    ("status", "reason", "words"),
    [(-9, "", "signal 9"), (3, "", "exit code 3"), (0, "what?", "its answer was damaged: what?")],
)
def test_ends_in_words(status: int, reason: str, words: str) -> None:
    assert exit_in_words(status, reason) == words


# ---------------------------------------------------------------- without a process


def test_inline_everything_arrives_at_once(qapp: Any) -> None:
    store = Store(State(run("the white house")))
    lane = InlineEngine(FakeEngine(), (made_model(),))
    store.attach(lane)
    assert store.trace is not None and store.trace.sentences[0].target_text == "house white the"
    assert store.models == (made_model(),) and (store.engine, store.busy) == ("ready", False)
    store.run(source=("refuse",))
    assert store.problem == "Not this text [E-TEST]"
    store.run(source=("boom",))
    assert store.problem is not None and "ValueError: the engine tripped" in store.problem
    lane.restart()
    lane.close()
    store.deleteLater()


def test_inline_a_newer_run_overtakes(qapp: Any) -> None:
    engine = FakeEngine()
    lane = InlineEngine(engine)
    one = Heard(lane)
    lane.message.connect(
        lambda event: lane.submit(run("b")) if isinstance(event, Step) and event.run == run("endless") else None
    )
    lane.submit(run("endless"))
    assert one.whole("b") and engine.closed == [("b",), ("endless",)]


def test_inline_cancel(qapp: Any) -> None:
    lane = InlineEngine(FakeEngine())
    one = Heard(lane)
    lane.message.connect(lambda event: lane.cancel() if isinstance(event, Step) else None)
    lane.submit(run("endless"))
    assert len(one.of(Step)) == 1 and not one.of(Problem)


def test_a_line_refuses_what_is_no_request() -> None:
    process = fake_process()
    inbox: Any = engine_client.deque()
    line = engine_client.EngineConnection(process, inbox, lambda: None)
    with pytest.raises(wire.WireError):
        line.send("run")  # type: ignore[arg-type]
    assert line.end(20.0) == 0
    assert time.monotonic() >= line.started and isinstance(inbox[-1][1], engine_client.ConnectionEnd)
