"""The engine's process: `python -m model_core.engine.worker` reads requests from stdin and writes events to stdout.

One thread computes, one reads requests, no locks. The most urgent job proceeds by one event at a time: 0 runs, 1
computations for a view, 2 sweeps. A newer run replaces the one that waits, and the running one between two of its
events; but of short runs no two in a row are abandoned, so that fast typing still shows pictures. Torch is imported
after the bundled models were sent, and never when this module is only imported.
"""

from __future__ import annotations

import gc
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from model_core.engine import wire
from model_core.engine.agenda import RUN, SWEEP, VIEW, Agenda, Job
from model_core.engine.messages import (
    AskBeside,
    AskEffects,
    AskLens,
    AskModels,
    AskPatch,
    AskSnapshots,
    AskText,
    Beside,
    Cancel,
    Close,
    Event,
    Found,
    Models,
    Problem,
    Question,
    Ready,
    Request,
    Run,
    Stopped,
    TextWithout,
    problem,
)
from model_core.engine.runs import BrokenEngine, Runs
from model_core.errors import Message
from model_core.io.memory import give_back_large
from model_core.record.effects import Component, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import SnapshotsSpec
from model_core.record.trace import Alternative, ModelInfo, Step, Trace

HOLD, HOLD_STEPS = 0.012, 0.15
"""Seconds from a run's beginning in which what was read of the source waits (for the first run it is sent at once), and
in which its Steps do: a sentence that is done by then is sent as a whole, and the window has one message to read and
paint instead of a dozen. The source's chips cost the window 3 ms by themselves, while the engine writes on."""

SHORT = 0.5
"""Seconds that a run may continue although there is a newer one, where the run before it was abandoned."""

LONG = 2_000
"""Characters of a text whose tensors are so large that freed memory goes back at once."""

GROWN = 0.15
"""Seconds between two parts of a sweep's results: the window has little to read while they grow."""


class Worker:
    """Answers requests with an engine's events until it is asked to close.

    make_engine   loads the engine; called once, in `serve`
    send          takes every event (a call may block until the other side has room)
    models        the bundled models, sent before the engine is loaded
    hold          seconds from a run's beginning in which the encoder's Trace waits
    hold_steps    the same for its Steps, no fewer; None = as many
    """

    def __init__(
        self,
        make_engine: Callable[[], Runs],
        send: Callable[[Event], None],
        models: Callable[[], tuple[ModelInfo, ...]] = tuple,
        hold: float = 0.0,
        hold_steps: float | None = None,
    ) -> None:
        self.make_engine, self.send, self.models, self.hold = make_engine, send, models, hold
        self.hold_steps = hold if hold_steps is None else hold_steps
        self.requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
        self.agenda = Agenda()
        self.engine: Runs | None = None
        self.closing = self.answered = False
        self.given_up = False  # a run, since the last answer
        self.last: Trace | None = None  # the answer sent last, with all that was recorded

    def serve(self) -> None:
        """Tell the models, load the engine, then work until Close. Raises OSError when nobody listens any more."""
        self.send(Models(self.models()))
        self._load()
        while not self.closing:
            self._take()
            job = self.agenda.most_urgent()
            if job is not None and not self.closing:
                self._advance(job)
        for job in list(self.agenda.jobs):
            self.agenda.remove(job)

    def _load(self) -> None:
        """Load the engine. When that fails every run is answered with the reason, for it would fail again."""
        start = time.perf_counter()
        try:
            self.engine = self.make_engine()
        except Exception as error:
            traceback.print_exc()
            self.engine = BrokenEngine(error)
            self.send(
                Problem(
                    "E-ENGINE-START", Message("The engine cannot be loaded: {reason}", reason=problem(error).message)
                )
            )
            return
        self.send(Ready((time.perf_counter() - start) * 1e3))

    def _take(self) -> None:
        """Take up all requests that have come; wait for one when there is nothing to do."""
        wait = not self.agenda.jobs
        while True:
            try:
                request = self.requests.get(block=wait)
            except queue.Empty:
                return
            wait = False
            self._obey(request)

    def _obey(self, request: Request) -> None:
        """Do what a request says; computing is only put on the agenda."""
        match request:
            case Run(run=run, whole=whole):
                self.last = self._trace(run)  # what another run recorded makes room for this one
                self.agenda.forget(lambda asked, urgency: not isinstance(asked, SnapshotsSpec) and asked.run != run)
                finish = self.given_up and self.answered
                dropped = self.agenda.add(Job(RUN, lambda: self._events(run, whole), run, whole=whole), finish)
                self.given_up = self.given_up or any(job.events is not None and not job.answered for job in dropped)
            case AskEffects(asked=asked) | AskLens(asked=asked) | AskPatch(asked=asked):
                self.agenda.forget(lambda other, urgency: (other, urgency) == (asked, SWEEP))
                self.agenda.add(Job(SWEEP, lambda: self._swept(asked), asked=asked))
            case AskSnapshots(asked=asked):
                self.agenda.forget(lambda other, urgency: isinstance(other, SnapshotsSpec))
                self.agenda.add(Job(SWEEP, lambda: self._swept(asked), asked=asked))
            case AskText(asked=asked, part=part):
                self.agenda.add(Job(VIEW, lambda: self._written(asked, part), asked=asked))
            case AskBeside(run=run):
                self.agenda.set_beside(Job(SWEEP, lambda: self._background_parts(run), beside=True))
            case Cancel():
                self.agenda.forget(lambda asked, urgency: True)
                for job in self.agenda.drop(RUN):
                    if job.run is not None:
                        self.send(Stopped(job.run))
            case AskModels():
                self.send(Models(self.models()))
            case Close():
                self.closing = True

    def _events(self, run: RunSpec, whole: bool) -> Iterator[Any]:
        if whole and self.last is not None and self.last.run == run:
            return iter((self.last,))
        assert self.engine is not None, "jobs begin after the engine was loaded"
        if sum(map(len, run.source)) > LONG:
            give_back_large()
        return self.engine.parts(run)

    def _swept(self, asked: Question) -> Iterator[Found]:
        """Effects, patches, a text read early, or snapshots, while nobody asks for anything."""
        assert self.engine is not None
        trace = None if isinstance(asked, SnapshotsSpec) else self._trace(asked.run)
        return self.engine.answers(asked, trace, lambda: not self.requests.empty())

    def _written(self, asked: EffectsSpec, part: Component) -> Iterator[TextWithout | Beside]:
        """The text without a part; a request that comes meanwhile has its turn, and it is begun again."""
        from model_core.effects.sweep import Interrupted

        assert self.engine is not None
        text: Alternative | None = None
        while text is None:
            try:
                text = self.engine.without(asked, part, self._trace(asked.run), lambda: not self.requests.empty())
            except Interrupted:
                yield Beside(asked.run)  # says nothing, and is not sent
        yield TextWithout(asked, part, text)

    def _background_parts(self, run: RunSpec) -> Iterator[Beside]:
        """Its parts, of which only the last one is sent; other jobs run in between."""
        assert self.engine is not None
        if (known := self._trace(run)) is not None:
            yield Beside(run, known.maps_only())
            return
        try:
            for part in self.engine.parts(run):
                yield Beside(run, part.maps_only() if isinstance(part, Trace) and part.complete else None)
        except Exception as error:
            yield Beside(run, problem=problem(error).message)

    def _trace(self, run: RunSpec) -> Trace | None:
        """What was sent last, if it is of this run."""
        return self.last if self.last is not None and self.last.run == run else None

    def _advance(self, job: Job) -> None:
        """Send the next event of a job. An error in it is sent as a Problem and ends this job only."""
        try:
            event = job.next()
            if event is not None:
                self._send_or_hold(event, job)
                if self.agenda.overtaken(job) and time.perf_counter() - job.began > SHORT:
                    self.agenda.remove(job)
                return
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            self._send_problem(error, job)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # a panic inside the tokenizers library is no Exception
            self._send_problem(error, job)
        self.agenda.remove(job)

    def _send_or_hold(self, event: Any, job: Job) -> None:
        """Parts wait until a run has taken a while; a complete Trace holds all that they say.

        The encoder's Trace is sent at once until a first run has been answered: the window has nothing else to show.
        """
        if isinstance(event, Beside) and event.trace is None and not event.problem:
            return
        if isinstance(event, Found) and not event.complete and time.perf_counter() - job.began < GROWN:
            return
        if isinstance(event, Found):
            job.began = time.perf_counter()
        if isinstance(event, Trace) and event.complete:
            job.held.clear()
            self.answered, self.given_up, job.answered = True, False, True
            self.last = event
            self._send(event, job)
            return
        job.held.append(event)
        while job.held and self._is_told(job.held[0], time.perf_counter() - job.began):
            self._send(job.held.pop(0), job)

    def _is_told(self, part: Any, waited: float) -> bool:
        """Whether a part is sent that many seconds after its run began."""
        if isinstance(part, Trace):
            return not self.answered or waited >= self.hold
        return waited >= self.hold_steps or not (callable(part) or isinstance(part, Step))

    def _send(self, event: Any, job: Job) -> None:
        """An event of a run; of Traces what maps are made of, unless all was asked for."""
        event = event() if callable(event) else event
        self.send(event.maps_only() if isinstance(event, Trace) and not job.whole else event)

    def _send_problem(self, error: BaseException, job: Job) -> None:
        """One line for the user; the traceback of what was not meant to happen goes to stderr."""
        found = problem(error, job.run)
        if found.code == "E-ENGINE":
            traceback.print_exception(error)
        self.send(found)


# ---------------------------------------------------------------- the process


def read_requests(stream: BinaryIO, take: Callable[[Request], None]) -> None:
    """Hand every request of a stream on; its end, or garbage in it, counts as Close. Runs in a thread of its own."""
    try:
        while (request := wire.read(stream)) is not None:
            take(request)
    except (wire.WireError, OSError) as error:
        print(f"the engine's process ends: {error}", file=sys.stderr)
    take(Close())


def own_line() -> tuple[BinaryIO, BinaryIO]:
    """(requests, events): the process's stdin and stdout, moved away so that nobody else reads or writes there.

    File descriptor 1 leads to stderr afterwards and 0 to nothing: a library that prints cannot break a message.
    """
    requests, events = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (requests, events):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return os.fdopen(requests, "rb"), os.fdopen(events, "wb")


def real_engine() -> Runs:
    """The Engine, with half of the processor's cores: the other half paints.

    Loading makes no garbage but hundreds of thousands of objects that stay: looking through them is put off, and never
    done afterwards.
    """
    gc.disable()
    import torch

    from model_core.engine.engine import Engine

    gc.freeze()
    gc.enable()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    torch.set_num_threads(max(1, min(4, cores // 2)))
    return Engine()


def main(
    make_engine: Callable[[], Runs] = real_engine,
    models: Callable[[], tuple[ModelInfo, ...]] | None = None,
    hold: float = HOLD,
    hold_steps: float = HOLD_STEPS,
) -> None:
    """Serve the process that started this one; never returns.

    It ends at once on request, or when the pipe breaks: there is nothing to clean up, and an orderly end of a process
    with torch takes longer than a user waits for a window to close.
    """
    from model_core.record.model_info import bundled_models

    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the window, which then closes this process
    requests, events = own_line()
    worker = Worker(make_engine, lambda event: wire.write(events, event), models or bundled_models, hold, hold_steps)

    def take(request: Request) -> None:
        if isinstance(request, Close):
            os._exit(0)
        worker.requests.put(request)

    threading.Thread(target=read_requests, args=(requests, take), daemon=True).start()
    try:
        worker.serve()
    except BrokenPipeError:
        pass
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
