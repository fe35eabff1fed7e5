"""The worker shows every run it begins, gives newer runs the place of older ones, and survives what goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from model_core.engine import agenda, wire
from model_core.engine import worker as worker_module
from model_core.engine.agenda import RUN, SWEEP, VIEW, Agenda, Job
from model_core.engine.messages import (
    AskBackgroundRun,
    BackgroundRun,
    Cancel,
    Close,
    Problem,
    Run,
    Stopped,
)
from model_core.engine.worker import Worker, read_requests
from model_core.record.effects import EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Step, Trace
from model_core.spec import POSITIONS
from tests.made.traces import made_model, made_trace
from tests.support import fake_engine
from tests.support.fake_engine import FakeEngine

ROOT = Path(__file__).resolve().parents[3]
LONG = 600.0
"""Seconds that an end may take before a test gives up; nothing is measured by it."""


def run(*source: str) -> Run:
    return Run(RunSpec(source=source))


def told(
    *requests: Any,
    engine: Any = None,
    after: dict[int, Any] | None = None,
    hold: float = 0.0,
    hold_steps: float | None = None,
) -> list[Any]:
    """What a worker tells when these requests wait for it; `after` adds requests when so many events were told."""
    events: list[Any] = []
    later = dict(after or {})

    def tell(event: Any) -> None:
        events.append(event)
        for request in later.pop(len(events), ()):
            worker.requests.put(request)
        if not later and isinstance(event, Problem | Stopped | Trace | BackgroundRun) and worker.requests.empty():
            if len(worker.agenda.jobs) > 1:
                return
            if isinstance(event, Trace) and not event.complete:
                return
            worker.requests.put(Close())

    worker = Worker(lambda: engine or FakeEngine(), tell, lambda: (made_model(),), hold, hold_steps)
    for request in requests:
        worker.requests.put(request)
    worker.serve()
    assert worker.agenda.jobs == []
    return events


def stages(events: list[Any]) -> list[str]:
    """The events in one word each."""
    return [event.stage if isinstance(event, Trace) else type(event).__name__.lower() for event in events]


# ---------------------------------------------------------------- runs


def test_a_run_from_start_to_end() -> None:
    events = told(run("the white house"))
    assert stages(events) == ["models", "ready", "encoded", *["step"] * 4, "complete"]
    assert events[0].models == (made_model(),) and events[1].milliseconds >= 0
    assert events[-1].sentences[0].target_text == "house white the"
    assert all(event.run.source == ("the white house",) for event in events[2:])


def test_of_the_runs_that_wait_only_the_newest_is_begun() -> None:
    engine = FakeEngine()
    told(run("a"), run("a b"), run("a b c"), engine=engine)
    assert engine.begun == [("a b c",)]


def test_a_newer_run_closes_the_one_that_works_after_its_first_event() -> None:
    engine = FakeEngine()
    events = told(run("endless a"), engine=engine, after={3: [run("b")]})
    assert stages(events) == ["models", "ready", "encoded", "encoded", "step", "step", "complete"]
    assert [event.run.source[0] for event in events[2:4]] == ["endless a", "b"]
    assert engine.closed == [("endless a",), ("b",)]


def test_every_run_that_was_begun_shows_its_encoding() -> None:
    engine = FakeEngine()
    texts = ["endless " + "x" * n for n in range(1, 8)]
    later = {3 + n: [run(text)] for n, text in enumerate([*texts[1:], "end"])}
    events = told(run(texts[0]), engine=engine, after=later)
    first = [event.run.source for event in events if isinstance(event, Trace) and event.stage == "encoded"]
    assert first == engine.begun and first[-1] == ("end",) and len(first) > 2
    assert events[-1].complete and events[-1].run.source == ("end",)


def test_of_short_runs_no_two_are_given_up_in_a_row() -> None:
    """Or whoever types quicker than they end would see no picture before a pause."""
    engine = FakeEngine()
    later = {6: [run("a b c")], 7: [run("a b c d")], 8: [run("a b")], 9: [run("a b c d e")]}
    events = told(run("a"), engine=engine, after=later)
    answers = [event.run.source[0] for event in events if isinstance(event, Trace) and event.complete]
    assert answers == ["a", "a b c d", "a b c d e"] and ("a b",) not in engine.begun
    assert ("a b c",) in engine.begun, "given up, once"


def test_a_long_run_still_yields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.engine.worker.FINISH_WITHIN", 0.02)
    engine = FakeEngine()
    events = told(run("a"), engine=engine, after={6: [run("endless a")], 7: [run("endless b")], 9: [run("b")]})
    assert events[-1].run.source == ("b",) and events[-1].complete
    assert engine.closed[1:] == [("endless a",), ("endless b",), ("b",)]


def test_cancel_acts_between_steps_and_says_which_run_it_stopped() -> None:
    engine = FakeEngine()
    events = told(run("endless a"), engine=engine, after={6: [Cancel()]})
    assert stages(events) == ["models", "ready", "encoded", "step", "step", "step", "stopped"]
    assert events[-1].run.source == ("endless a",) and engine.closed == [("endless a",)]


def test_cancel_with_nothing_to_cancel_says_nothing() -> None:
    events = told(Cancel(), run("a"))
    assert stages(events) == ["models", "ready", "encoded", "step", "step", "complete"]


class Clock:
    """Time that passes only in the engine's pauses, in place of the module `time`."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_the_steps_of_a_quick_sentence_are_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The complete Trace says all that they say; of one that takes longer they are, from the first."""
    clock = Clock()
    for module in (agenda, worker_module, fake_engine):
        monkeypatch.setattr(module, "time", clock)
    assert stages(told(run("the white house"), hold=60.0)) == ["models", "ready", "encoded", "complete"]
    slow = told(run("slow white house"), hold=0.03)
    assert stages(slow) == ["models", "ready", "encoded", *["step"] * 4, "complete"]
    assert [event.index for event in slow if isinstance(event, Step)] == [0, 1, 2, 3]
    again = told(run("the white house"), after={4: [run("a house")], 5: [run("slow white house")]}, hold=0.2)
    assert stages(again)[2:] == ["encoded", "complete", "complete", "complete"], "what was read, in the first run only"
    late = told(run("the white house"), after={4: [run("slow white house")]}, hold=0.03)
    assert stages(late)[4:] == ["encoded", *["step"] * 4, "complete"]
    refused = told(run("boom", "house"), hold=60.0)
    assert stages(refused)[2:] == [stage for stage in stages(told(run("boom", "house")))[2:] if stage != "step"]


def test_the_source_is_reported_before_the_steps() -> None:
    """They come later than the window needs a picture of the source."""
    slow = told(run("a house"), after={4: [run("slow white house")]}, hold_steps=60.0)
    assert stages(slow)[2:] == ["encoded", "complete", "encoded", "complete"]


def test_teacher_forcing_has_no_steps() -> None:
    request = Run(RunSpec(source=("a b",), target=("c d",)))
    assert stages(told(request)) == ["models", "ready", "encoded", "complete"]


# ---------------------------------------------------------------- what goes wrong


def test_a_refusal_is_reported_in_its_own_words() -> None:
    assert told(run("refuse"))[-1] == Problem("E-TEST", "not this text", RunSpec(source=("refuse",)))


@pytest.mark.parametrize(
    ("text", "line"), [("boom", "ValueError: the engine tripped"), ("panic", "Panic: no exception")]
)
def test_any_other_error_is_one_line_and_the_worker_lives_on(
    text: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    events = told(run(text), after={4: [run("a")]})
    assert stages(events)[2:] == ["encoded", "problem", "encoded", "step", "step", "complete"]
    assert events[3].code == "E-ENGINE" and line in events[3].message and "\n" not in events[3].message
    assert events[3].run.source == (text,)
    assert "Traceback" in capsys.readouterr().err


def test_missing_memory_is_reported() -> None:
    class Full(FakeEngine):
        def _events(self, run: RunSpec) -> Iterator[Trace | Step]:
            raise MemoryError
            yield

    (problem,) = [event for event in told(run("a"), engine=Full()) if isinstance(event, Problem)]
    assert problem.code == "E-ENGINE-MEMORY" and "memory" in problem.message


def test_an_event_that_cannot_be_sent_is_a_problem_of_its_run(capsys: pytest.CaptureFixture[str]) -> None:
    sent: list[Any] = []

    class Odd(FakeEngine):
        def _events(self, run: RunSpec) -> Iterator[Any]:
            yield made_trace(run=run)
            yield "no event"

    def tell(event: Any) -> None:
        wire.encode(event)
        sent.append(event)
        if isinstance(event, Problem):
            worker.requests.put(Close())

    worker = Worker(Odd, tell)
    worker.requests.put(run("a"))
    worker.serve()
    assert stages(sent) == ["models", "ready", "complete", "problem"] and "WireError" in sent[-1].message
    assert "Traceback" in capsys.readouterr().err


def test_an_engine_that_cannot_be_loaded_answers_every_run_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    events: list[Any] = []

    def broken() -> FakeEngine:
        raise ImportError("no such library")

    def tell(event: Any) -> None:
        events.append(event)
        if len(events) == 3:
            worker.requests.put(run("b"))
        if len(events) == 4:
            worker.requests.put(Close())

    worker = Worker(broken, tell)
    worker.requests.put(run("a"))
    worker.serve()
    assert stages(events) == ["models", "problem", "problem", "problem"]
    assert events[1].code == "E-ENGINE-START" and "no such library" in events[1].message
    assert [event.run.source for event in events[2:]] == [("a",), ("b",)]
    assert "Traceback" in capsys.readouterr().err


# ---------------------------------------------------------------- the agenda


def counting(name: str, count: int, log: list[str]) -> Callable[[], Iterator[str]]:
    def events() -> Iterator[str]:
        try:
            for number in range(count):
                log.append(f"{name}{number}")
                yield f"{name}{number}"
        finally:
            log.append(f"{name} ends")

    return events


def test_the_most_urgent_job_runs_first_and_a_parked_sweep_resumes() -> None:
    log: list[str] = []
    agenda = Agenda()
    agenda.add(Job(SWEEP, counting("sweep", 3, log)))
    order = {2: Job(RUN, counting("run", 2, log)), 3: Job(VIEW, counting("view", 1, log))}
    for turn in range(20):
        if turn in order:
            agenda.add(order[turn])
        job = agenda.most_urgent()
        if job is not None and job.next() is None:
            agenda.remove(job)
    assert log == [
        *("sweep0", "sweep1", "run0", "run1", "run ends", "view0", "view ends", "sweep2", "sweep ends"),
    ]
    assert agenda.most_urgent() is None


def test_a_long_sweep_does_not_delay_later_requests() -> None:
    """Each word of a long source is hidden once: whoever looks at something else meanwhile sees that, too."""
    log: list[str] = []
    agenda = Agenda()
    agenda.add(Job(SWEEP, counting("words", 800, log)))
    for turn in range(20):
        if turn == 10:
            agenda.add(Job(SWEEP, counting("lens", 3, log)))
        job = agenda.most_urgent()
        if job is not None and job.next() is None:
            agenda.remove(job)
    assert log[10] == "lens0", "what is new begins at once"
    assert "lens ends" in log and sum("words" in one for one in log[10:]) >= 3, "both go on"


def test_a_newer_run_leaves_other_jobs_alone() -> None:
    log: list[str] = []
    agenda = Agenda()
    for job in (Job(SWEEP, counting("sweep", 2, log)), Job(VIEW, counting("view", 2, log))):
        agenda.add(job)
        job.next()
    old, new = Job(RUN, counting("old", 9, log)), Job(RUN, counting("new", 9, log))
    agenda.add(old)
    old.next()
    agenda.add(new)
    assert log == ["sweep0", "view0", "old0", "old ends"] and len(agenda.jobs) == 3
    assert agenda.drop(RUN) == [new] and log[-1] == "old ends"


def test_a_failed_clean_up_does_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    def events() -> Iterator[int]:
        try:
            yield 1
        finally:
            raise OSError("clean-up failed")

    agenda = Agenda()
    job = Job(RUN, events)
    agenda.add(job)
    job.next()
    agenda.drop(RUN)
    assert agenda.jobs == [] and "clean-up failed" in capsys.readouterr().err


# ---------------------------------------------------------------- the line


def test_the_end_of_the_line_and_garbage_in_it_count_as_close(capsys: pytest.CaptureFixture[str]) -> None:
    for rest, said in ((b"", ""), (b"garbage, and more of it", "no message begins with")):
        taken: list[Any] = []
        far, near = os.pipe()
        with os.fdopen(near, "wb") as stream:
            wire.write(stream, run("a"))
            stream.write(rest)
        with os.fdopen(far, "rb") as stream:
            read_requests(stream, taken.append)
        assert taken == [run("a"), Close()] and said in capsys.readouterr().err


def test_over_pipes_in_threads() -> None:
    """The whole path of bytes, both ways, without a process."""
    (ask_far, ask_near), (say_far, say_near) = os.pipe(), os.pipe()
    requests, asking = os.fdopen(ask_far, "rb"), os.fdopen(ask_near, "wb")
    listening, saying = os.fdopen(say_far, "rb"), os.fdopen(say_near, "wb")
    worker = Worker(FakeEngine, lambda event: wire.write(saying, event))
    threads = [
        threading.Thread(target=read_requests, args=(requests, worker.requests.put)),
        threading.Thread(target=worker.serve),
    ]
    for thread in threads:
        thread.start()
    wire.write(asking, run("uno dos"))
    events = [wire.read(listening) for _ in range(7)]
    asking.close()
    for thread in threads:
        thread.join(LONG)
        assert not thread.is_alive()
    for stream in (requests, listening, saying):
        stream.close()
    assert stages(events) == ["models", "ready", "encoded", "step", "step", "step", "complete"]
    assert events[-1].sentences[0].target_text == "dos uno"


# ---------------------------------------------------------------- the process


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    """A worker with the fake engine in a process of its own; killed at the end if it still lives."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.fake_engine"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        yield process
        process.kill()


def heard(process: subprocess.Popen[bytes], count: int) -> list[Any]:
    assert process.stdout is not None
    return [wire.read(process.stdout) for _ in range(count)]


def test_prints_of_libraries_do_not_break_the_line(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None and child.stderr is not None
    wire.write(child.stdin, run("print"))
    assert stages(heard(child, 6)) == ["models", "ready", "encoded", "step", "step", "complete"]
    wire.write(child.stdin, Close())
    assert child.wait(LONG) == 0
    assert b"and so does its C part" in child.stderr.read()


@pytest.mark.parametrize("line", ["stdin", "stdout"])
def test_it_ends_when_the_line_ends_even_in_the_middle_of_a_run(child: subprocess.Popen[bytes], line: str) -> None:
    assert child.stdin is not None
    wire.write(child.stdin, run("endless"))
    heard(child, 5)
    getattr(child, line).close()
    assert child.wait(LONG) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals to one process are not a thing there")
def test_ctrl_c_is_for_the_window(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    wire.write(child.stdin, run("endless"))
    heard(child, 3)
    child.send_signal(signal.SIGINT)
    wire.write(child.stdin, run("b"))
    while not (isinstance(event := heard(child, 1)[0], Trace) and event.complete):
        assert event is not None
    assert event.run.source == ("b",)


def test_it_ends_when_its_parent_is_killed() -> None:
    program = (
        "import subprocess, sys, time\n"
        "p = subprocess.Popen([sys.executable, '-m', 'tests.support.fake_engine'],"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(p.pid, flush=True)\ntime.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    with parent:
        orphan = psutil.Process(int(parent.stdout.readline()))
        assert orphan.is_running()
        parent.kill()
        parent.wait()
    end = time.monotonic() + LONG
    while orphan.is_running() and orphan.status() != psutil.STATUS_ZOMBIE and time.monotonic() < end:
        time.sleep(0.02)
    assert not orphan.is_running() or orphan.status() == psutil.STATUS_ZOMBIE


def test_importing_the_worker_loads_no_torch() -> None:
    program = "import sys, model_core.engine.worker, model_core.record.model_info; sys.exit('torch' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment).returncode == 0


@pytest.mark.usefixtures("prepared")
def test_opening_a_model_loads_no_compiler(tmp_path: Path) -> None:
    """Torch loads its compiler, two seconds of work, for tensors without memory that are filled or calculated with."""
    program = """if True:
        import sys, torch
        from pathlib import Path
        from model_core.checkpoints.checkpoint import load_model, save_model
        from model_core.transformer.model import build
        from model_core.spec import POSITIONS, ModelSpec
        from model_core.tokenizers.vocab import closed_vocabulary
        vocab = closed_vocabulary(["a", "b"])
        for positions in POSITIONS:
            spec = ModelSpec(vocab.size, vocab.size, 16, 2, 1, 1, 32, 20, positions=positions, norm="rms")
            made = build(spec, seed=1)
            half = {name: tensor.half().float() for name, tensor in made.state_dict().items()}
            save_model(Path(sys.argv[1]), made.state_dict(), spec, vocab, {"name": "small"})
            opened = load_model(sys.argv[1]).model
            for name, tensor in (*opened.state_dict().items(), *opened.named_buffers()):
                assert torch.equal(tensor, half.get(name, dict(made.named_buffers()).get(name))), name
            print(positions, "torch._dynamo" in sys.modules)
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-c", program, str(tmp_path / "model")]
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.split() == [word for one in POSITIONS for word in (one, "False")], done.stderr


# ---------------------------------------------------------------- what is sent of a run


class Recording(FakeEngine):
    """Records, besides what maps are made of, a residual stream."""

    def _events(self, run: RunSpec) -> Iterator[Trace | Step]:
        stream = {STREAM: np.ones((1, 3, 4), np.float32)}
        for event in super()._events(run):
            yield event.with_(arrays={**event.arrays, **stream}) if isinstance(event, Trace) else event


STREAM = "encoder.layers.0.residual"


def test_a_run_is_answered_with_what_its_maps_are_made_of() -> None:
    *_, last = told(run("the white house"), engine=Recording())
    assert last.unsent and STREAM not in last.arrays
    assert last.maps("cross")[0].shape == (2, 4, 4) and last.numbers["probability"].shape == (1, 4)


def test_the_rest_of_a_run_comes_on_demand_and_is_not_computed_again() -> None:
    engine, rest = Recording(), Run(RunSpec(source=("the white house",)), whole=True, rest=True)
    events = told(run("the white house"), engine=engine, after={8: [rest]})
    first, last = [event for event in events if isinstance(event, Trace) and event.complete]
    assert first.unsent and not last.unsent and STREAM in last.arrays and last.run == first.run
    assert len(engine.begun) == 1
    *_, anew = told(run("a b"), rest, engine=engine)
    assert anew.run == rest.run and STREAM in anew.arrays and not anew.unsent
    assert len(engine.begun) == 2, "another worker has not computed it yet"


@pytest.mark.parametrize("rests", [(), (0,), (1,)], ids=["alone", "after the rest", "before the rest"])
def test_a_run_that_is_asked_for_again_is_computed_again(rests: tuple[int, ...]) -> None:
    """Its model's files may have changed, also where the rest of it was asked for in the same moment."""
    engine, again = Recording(), Run(RunSpec(source=("the white house",)), whole=True)
    asked = [again]
    for place in rests:
        asked.insert(place, replace(again, rest=True))
    events = told(Run(again.run), engine=engine, after={8: asked})
    first, last = [event for event in events if isinstance(event, Trace) and event.complete]
    assert first.unsent and not last.unsent and STREAM in last.arrays
    assert len(engine.begun) == 2


def test_questions_about_a_run_are_dropped_where_other_weights_compute_it_again() -> None:
    asked = EffectsSpec(RunSpec(source=("the white house",)))

    def left(*hashes: str) -> list[Any]:
        worker = Worker(FakeEngine, lambda event: None)
        worker._handle(asked)
        for name in hashes:
            trace = made_trace(run=asked.run)
            trace = trace.with_(model=replace(trace.model, hash=name))
            worker._send_or_hold(trace, Job(RUN, lambda: iter(()), asked.run))
        return [job.asked for job in worker.agenda.jobs]

    assert left("a", "a") == [asked] and left("a", "b") == []


def test_of_a_long_text_the_encoders_arrays_come_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.engine.worker.FIRST_BYTES", 10)
    first, last = [event for event in told(run("the white house")) if isinstance(event, Trace)]
    assert (first.stage, last.stage) == ("encoded", "complete")
    assert not first.arrays and first.unsent and first.sentences[0].source == last.sentences[0].source
    assert first.reason("encoder").shape == last.map("encoder", 0, 0).shape


def test_what_a_run_recorded_makes_room_when_the_next_one_begins() -> None:
    """Not when it is answered: of a long text both together are hundreds of megabytes."""
    worker = Worker(FakeEngine, lambda event: None)
    worker.last = made_trace(run=RunSpec(source=("a b",)))
    worker._handle(run("a b"))
    assert worker.last is not None, "the rest of the same run may be asked for"
    worker._handle(run("a b c"))
    assert worker.last is None


def test_dropped_recordings_of_a_long_text_are_recomputed_on_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("model_core.engine.worker.KEPT_BYTES", 10)
    engine, rest = Recording(), Run(RunSpec(source=("the white house",)), whole=True, rest=True)
    events = told(run("the white house"), engine=engine, after={8: [rest]})
    first, last = [event for event in events if isinstance(event, Trace) and event.complete]
    assert first.unsent and first.maps("cross") and STREAM in last.arrays and not last.unsent
    assert len(engine.begun) == 2

    worker = Worker(Recording, lambda event: None)
    worker.engine = engine
    worker._handle(run("the white house"))
    while (job := worker.agenda.most_urgent()) is not None:
        worker._advance(job)
    assert worker.last is not None and not worker.last.arrays and worker.last.sentences == first.sentences
    assert worker.last.ids["read"].tolist() == first.ids["read"].tolist(), "questions about the run need its text"


# ---------------------------------------------------------------- a run beside the present one


def test_a_background_run_is_answered_despite_newer_requests() -> None:
    other = RunSpec(source=("one two",))
    events = told(AskBackgroundRun(other), run("the white house"), run("a green hill"))
    found = [event for event in events if isinstance(event, BackgroundRun)]
    assert len(found) == 1 and found[0].asked == other and found[0].trace is not None
    assert found[0].trace.run == other and found[0].trace.complete
    whole = [event for event in events if isinstance(event, Trace) and event.complete]
    assert whole[-1].run.source == ("a green hill",)
    assert events.index(found[0]) > events.index(whole[-1]), "it is computed when there is nothing else to do"


def test_a_refused_background_run_says_why_and_is_replaced_by_the_next() -> None:
    refused, replaced, kept = (RunSpec(source=(text,)) for text in ("refuse", "one", "two"))
    found = [event for event in told(AskBackgroundRun(refused), run("a")) if isinstance(event, BackgroundRun)]
    assert [(one.trace, one.problem) for one in found] == [(None, "not this text")]
    found = [
        event
        for event in told(AskBackgroundRun(replaced), AskBackgroundRun(kept), run("a"))
        if isinstance(event, BackgroundRun)
    ]
    assert [one.asked for one in found] == [kept]
