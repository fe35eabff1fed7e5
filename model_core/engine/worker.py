"""The engine's process: `python -m model_core.engine.worker` reads requests from stdin and writes events to stdout.

One thread computes, one reads requests; there are no locks. The most urgent job proceeds by one event at a time: first
runs, then computations for a view, then sweeps (see `agenda.py`). A newer run replaces the one that waits, and the
running one between two of its events; but of short runs no two in a row are abandoned, so that fast typing still shows
pictures. Torch is imported after the bundled models were sent, and not at all when this module is only imported.
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
from model_core.engine.agenda import RUN, SWEEP, VIEW, Agenda, BrokenEngine, EngineProtocol, Job
from model_core.engine.messages import (
    Answer,
    AskBackgroundRun,
    AskText,
    BackgroundRun,
    Cancel,
    Close,
    Event,
    Models,
    Problem,
    Question,
    Ready,
    Request,
    Run,
    Stopped,
    TextWithout,
    problem_of,
)
from model_core.errors import Message
from model_core.io.memory import prepare_for, trim
from model_core.record.effects import Component, EffectsSpec
from model_core.record.lens import LensSpec
from model_core.record.patching import PatchSpec
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import SnapshotsSpec
from model_core.record.trace import Alternative, ModelInfo, Step, Trace

HOLD, HOLD_STEPS = 0.012, 0.15
"""Seconds from a run's beginning for which the encoder's Trace is held back (the first run's is sent at once), and for
which Steps are: a sentence that is done by then is one message to read and paint instead of a dozen. The source's chips
alone take the window 3 ms."""

FINISH_WITHIN = 0.5
"""Seconds for which a run may go on although there is a newer one, where the run before it was abandoned."""

FIRST_BYTES = 5_000_000
"""Bytes of arrays up to which the encoder's Trace is sent with them: the source's chips are shaded before the rest is
there."""

KEPT_BYTES = 20_000_000
"""Bytes of arrays up to which those of the last run are kept; larger ones are computed again where more of them is
asked for than was sent."""

GROWING_INTERVAL = 0.15
"""Seconds between two messages of a growing answer."""


class Worker:
    """Answers requests with an engine's events until it is asked to close.

    make_engine   loads the engine; called once, in `serve`
    send          takes every event (a call may block until the other side has room)
    models        the bundled models, sent before the engine is loaded
    hold          seconds from a run's beginning for which the encoder's Trace is held back
    hold_steps    the same for its Steps, at least `hold`; None = `hold`
    """

    def __init__(
        self,
        make_engine: Callable[[], EngineProtocol],
        send: Callable[[Event], None],
        models: Callable[[], tuple[ModelInfo, ...]] = tuple,
        hold: float = 0.0,
        hold_steps: float | None = None,
    ) -> None:
        self.make_engine, self.send, self.models, self.hold = make_engine, send, models, hold
        self.hold_steps = hold if hold_steps is None else hold_steps
        self.requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
        self.agenda = Agenda()
        self.engine: EngineProtocol | None = None
        self.closing = self.answered = False
        self.abandoned = False  # a run was, since the last answer
        self.last: Trace | None = None  # the last answer; with all that was recorded where that is not too large

    def serve(self) -> None:
        """Send the models, load the engine, then work until Close. Raises OSError when the other side has closed."""
        self.send(Models(self.models()))
        self._load()
        while not self.closing:
            self._take_requests()
            job = self.agenda.most_urgent()
            if job is not None and not self.closing:
                self._advance(job)
        for job in list(self.agenda.jobs):
            self.agenda.remove(job)

    def _load(self) -> None:
        """Load the engine; where that fails, every run is answered with the reason."""
        start = time.perf_counter()
        try:
            self.engine = self.make_engine()
        except Exception as error:
            traceback.print_exc()
            self.engine = BrokenEngine(error)
            self.send(
                Problem(
                    "E-ENGINE-START", Message("The engine cannot be loaded: {reason}", reason=problem_of(error).message)
                )
            )
            return
        self.send(Ready((time.perf_counter() - start) * 1e3))

    def _take_requests(self) -> None:
        """Handle all requests that have come; wait for one when there is nothing to do."""
        wait = not self.agenda.jobs
        while True:
            try:
                request = self.requests.get(block=wait)
            except queue.Empty:
                return
            wait = False
            self._handle(request)

    def _handle(self, request: Request) -> None:
        """Handle one request; computations are only put on the agenda."""
        match request:
            case Run(run=run, whole=whole, rest=rest):
                self.last = self._trace(run)  # frees the arrays of another run
                if self.last is not None and not rest:  # the model's files may have changed
                    self.last = self.last.with_(arrays={})
                self.agenda.forget(lambda asked, urgency: not isinstance(asked, SnapshotsSpec) and asked.run != run)
                finish = self.abandoned and self.answered
                dropped = self.agenda.add(Job(RUN, lambda: self._events(run, whole), run, whole=whole), finish)
                self.abandoned = self.abandoned or any(job.events is not None and not job.answered for job in dropped)
            case SnapshotsSpec():
                self.agenda.forget(lambda other, urgency: isinstance(other, SnapshotsSpec))
                self.agenda.add(Job(SWEEP, lambda: self._answers(request), asked=request))
            case EffectsSpec() | LensSpec() | PatchSpec():
                self.agenda.forget(lambda other, urgency: (other, urgency) == (request, SWEEP))
                self.agenda.add(Job(SWEEP, lambda: self._answers(request), asked=request))
            case AskText(asked=asked, part=part):
                self.agenda.add(Job(VIEW, lambda: self._text_without(asked, part), asked=asked))
            case AskBackgroundRun(run=run):
                self.agenda.set_background_run(Job(SWEEP, lambda: self._background_run(run), background=True))
            case Cancel(asked=left):
                self.agenda.forget(lambda other, urgency: left in (None, other))
                for job in self.agenda.drop(RUN) if left is None else ():
                    if job.run is not None:
                        self.send(Stopped(job.run))
            case Close():
                self.closing = True

    def _events(self, run: RunSpec, whole: bool) -> Iterator[Any]:
        if whole and (known := self._recorded(run)) is not None:
            return iter((known,))
        assert self.engine is not None, "jobs begin after the engine is loaded"
        prepare_for(run.source)
        return self.engine.lazy_events(run, whole)

    def _answers(self, asked: Question) -> Iterator[Answer]:
        """The growing answer to a question; a request that comes meanwhile interrupts it."""
        assert self.engine is not None
        trace = None if isinstance(asked, SnapshotsSpec) else self._trace(asked.run)
        return self.engine.answers(asked, trace, lambda: not self.requests.empty())

    def _text_without(self, asked: EffectsSpec, part: Component) -> Iterator[TextWithout | BackgroundRun]:
        """The text written without a part. A request that comes meanwhile has its turn first; then it is begun
        again."""
        from model_core.effects.sweep import Interrupted

        assert self.engine is not None
        text: Alternative | None = None
        while text is None:
            try:
                text = self.engine.without(asked, part, self._trace(asked.run), lambda: not self.requests.empty())
            except Interrupted:
                yield BackgroundRun(asked.run)  # empty: not sent
        yield TextWithout(asked, part, text)

    def _background_run(self, run: RunSpec) -> Iterator[BackgroundRun]:
        """A run beside the present one, of which only the complete Trace is sent; other jobs run in between."""
        assert self.engine is not None
        if (known := self._recorded(run)) is not None:
            yield BackgroundRun(run, known.maps_only())
            return
        try:
            for event in self.engine.lazy_events(run, False):
                yield BackgroundRun(run, event.maps_only() if isinstance(event, Trace) and event.complete else None)
        except Exception as error:
            yield BackgroundRun(run, problem=problem_of(error).message)

    def _trace(self, run: RunSpec) -> Trace | None:
        """The last answer, if it is of this run; it may have no arrays."""
        return self.last if self.last is not None and self.last.run == run else None

    def _recorded(self, run: RunSpec) -> Trace | None:
        """The last answer, if it is of this run and all that was recorded is still there."""
        return self.last if self.last is not None and self.last.run == run and len(self.last.arrays) else None

    def _advance(self, job: Job) -> None:
        """Send the next event of a job. An error in it is sent as a Problem and ends this job only."""
        try:
            event = job.next()
            if event is not None:
                self._send_or_hold(event, job)
                if self.agenda.superseded(job) and time.perf_counter() - job.began > FINISH_WITHIN:
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
        """Hold events back while a run is young: its complete Trace has all that they say.

        The encoder's Trace is sent at once until a first run has been answered: the window has nothing else to show.
        """
        if isinstance(event, BackgroundRun) and event.trace is None and not event.problem:
            return
        if isinstance(event, Answer) and not event.complete and time.perf_counter() - job.began < GROWING_INTERVAL:
            return
        if isinstance(event, Answer):
            job.began = time.perf_counter()
        if isinstance(event, Trace) and event.complete:
            job.held.clear()
            self.answered, self.abandoned, job.answered = True, False, True
            if self.last is not None and self.last.model.hash != event.model.hash:  # the same run by other weights
                self.agenda.forget(lambda asked, urgency: not isinstance(asked, SnapshotsSpec))
            large = event.recorded_bytes > KEPT_BYTES
            self.last = event.with_(arrays={}) if large else event
            self._send(event, job)
            if large:
                job.close()
                del event
                trim()
            return
        job.held.append(event)
        while job.held and self._is_due(job.held[0], time.perf_counter() - job.began):
            self._send(job.held.pop(0), job)

    def _is_due(self, event: Any, waited: float) -> bool:
        """Whether an event is sent that many seconds after its run began."""
        if isinstance(event, Trace):
            return not self.answered or waited >= self.hold
        return waited >= self.hold_steps or not (callable(event) or isinstance(event, Step))

    def _send(self, event: Any, job: Job) -> None:
        """Send an event; of a Trace only the arrays that maps are made of, unless all were requested; of a long text's
        first Trace none, as they come once more with the complete one."""
        event = event() if callable(event) else event
        if isinstance(event, Trace) and not event.complete and event.recorded_bytes > FIRST_BYTES:
            event = event.with_(arrays={}, unsent=True)
        self.send(event.maps_only() if isinstance(event, Trace) and not job.whole else event)

    def _send_problem(self, error: BaseException, job: Job) -> None:
        """Send one line for the user; the traceback of an unexpected error goes to stderr."""
        found = problem_of(error, job.run)
        if found.code == "E-ENGINE":
            traceback.print_exception(error)
        self.send(found)


# ---------------------------------------------------------------- the process


def read_requests(stream: BinaryIO, take: Callable[[Request], None]) -> None:
    """Pass on every request of a stream; its end, or garbage, counts as Close. Runs in a thread of its own."""
    try:
        while (request := wire.read(stream)) is not None:
            take(request)
    except (wire.WireError, OSError) as error:
        print(f"the engine process is exiting: {error}", file=sys.stderr)
    take(Close())


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """(requests, events): the process's stdin and stdout, moved to other file descriptors.

    Descriptor 1 leads to stderr afterwards and 0 to nothing, so that a library that prints cannot break a message.
    """
    requests, events = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (requests, events):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return os.fdopen(requests, "rb"), os.fdopen(events, "wb")


def load_engine() -> EngineProtocol:
    """The Engine, with half of the processor's cores: the window paints with the other half.

    Loading makes hundreds of thousands of objects that stay and no garbage: they are frozen, so that the collector
    never goes through them.
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
    make_engine: Callable[[], EngineProtocol] = load_engine,
    models: Callable[[], tuple[ModelInfo, ...]] | None = None,
    hold: float = HOLD,
    hold_steps: float = HOLD_STEPS,
) -> None:
    """Serve the process that started this one; never returns.

    It exits at once on request, or when the pipe breaks: there is nothing to clean up, and an orderly exit with torch
    loaded takes longer than a user waits for a window to close.
    """
    from model_core.record.model_info import bundled_models

    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the window, which then closes this process
    requests, events = take_over_pipes()
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
