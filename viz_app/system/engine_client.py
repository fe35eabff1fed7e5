"""The engine's process, its two threads, and the one signal through which all events arrive.

A thread reads events and only wakes the GUI thread; the GUI thread delivers them, once per turn of the event loop. Of
overtaken runs only the latest Traces are delivered, of the newest run everything. Another thread writes the requests,
so that an unresponsive process never blocks the window. When the process dies it is restarted and asked for the present
run.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from model_core.engine import wire
from model_core.engine.messages import (
    AskBackgroundRun,
    AskText,
    BackgroundRun,
    Cancel,
    Close,
    EngineLost,
    Models,
    Problem,
    Question,
    Ready,
    Request,
    Run,
    RunQuestion,
    Starting,
    TextWithout,
    problem_of,
)
from model_core.record.effects import Component, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ModelInfo, Step, Trace
from viz_app.system.engine_events import ends_run, exit_in_words, relevant
from viz_app.system.engine_process import end_process, start_process
from viz_app.system.language import tr

RESTARTS = 5
"""How often a process that keeps dying is started again before the user is asked to change something."""

DELAYS = (0, 250, 500, 1000, 2000)
"""Milliseconds before the first, second, … of these restarts."""

STEADY = 60.0
"""Seconds after which a process counts as working: if it ends then, a new count begins."""

PATIENCE = 1.0
"""Seconds that a process gets for ending by itself."""


class ConnectionEnd:
    """The end of a process's output; `reason` says why reading stopped if it did not simply end."""

    def __init__(self, reason: str = "") -> None:
        self.reason = reason


class EngineConnection:
    """A running process with a thread that reads its events into `inbox` and one that writes requests. `wake` is called
    in the reading thread after each event. The last item in the inbox is a ConnectionEnd."""

    def __init__(
        self, process: subprocess.Popen[bytes], inbox: deque[tuple[EngineConnection, Any]], wake: Callable[[], None]
    ) -> None:
        self.process, self.inbox, self.wake = process, inbox, wake
        self.started = time.monotonic()
        self._outbox: queue.SimpleQueue[list[bytes | memoryview] | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=target, name=f"engine {target.__name__}", daemon=True)
            for target in (self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, request: Request) -> None:
        """Queue a request; returns at once. Raises WireError for one that cannot be sent."""
        self._outbox.put(wire.encode(request))

    def end(self, patience: float) -> int:
        """Asks the process to end, kills it after `patience` seconds, joins the threads; returns its exit status."""
        if self.process.poll() is None and patience:
            self.send(Close())
        self._outbox.put(None)
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):  # what is still to be written has no reader
                stream.close()
        return self.process.returncode

    def _read(self) -> None:
        """Body of the reading thread."""
        assert self.process.stdout is not None
        ended = ConnectionEnd()
        try:
            while (event := wire.read(self.process.stdout)) is not None:
                self.inbox.append((self, event))
                self.wake()
        except Exception as error:  # any exception: without its reading thread the process is lost
            ended = ConnectionEnd(str(error) or type(error).__name__)
        self.inbox.append((self, ended))
        self.wake()

    def _write(self) -> None:
        """Body of the writing thread."""
        assert self.process.stdin is not None
        try:
            while (chunks := self._outbox.get()) is not None:
                for chunk in chunks:
                    self.process.stdin.write(chunk)
                self.process.stdin.flush()
        except (OSError, ValueError):
            return  # the process has ended; the reading thread reports it


class EngineClient(QObject):
    """Owns the engine's process. `message` carries Trace, Step, Models, Ready, Problem, Stopped, EngineLost, Starting.

    process   an engine's process that was started already, None to start one
    start     starts a process, now or after one died
    """

    message = Signal(object)
    _woken = Signal()

    def __init__(
        self,
        process: subprocess.Popen[bytes] | None = None,
        start: Callable[[], subprocess.Popen[bytes]] = start_process,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._process, self._start_process = process, start
        self._connection: EngineConnection | None = None
        self._inbox: deque[tuple[EngineConnection, Any]] = deque()
        self._waking = False
        self._closing = False
        self._failures = 0
        self._restart_requested = False  # by the user: the end of the process is not a failure
        self._request: Run | None = None
        self._answered = True
        self._last_answered: RunSpec | None = None
        self._restart = QTimer(self, singleShot=True)
        self._restart.timeout.connect(self._begin_again)
        self._woken.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    # -- requests -------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Starts listening to the process, and starts one if there is none. A second call does nothing."""
        if self._connection is None and not self._restart.isActive() and not self._closing:
            app = QCoreApplication.instance()
            if app is not None:
                app.aboutToQuit.connect(self.close)
            self._begin()

    def submit(self, run: RunSpec, whole: bool = False, rest: bool = False) -> None:
        """Ask for a run; it replaces the one before. Its events come through `message`, never in this call.

        whole, rest  all that it records is requested, or what the last answer left out: see Run
        """
        if self._closing:
            return
        self._request, self._answered = Run(run, whole, rest), False
        if self._connection is not None:
            self._send(self._request)
        elif self._failures > RESTARTS:
            self._failures = 0
            self._begin_again()

    def cancel(self, asked: RunQuestion | None = None) -> None:
        """Cancels the present run and all questions about it, or only this question; takes effect between two
        events."""
        self._answered = self._answered or asked is None
        if self._connection is not None:
            self._send(Cancel(asked))

    def ask_effects(self, asked: Question, part: Component | None = None) -> None:
        """Requests effects, a text read early, or the text without this part, computed when nothing else is."""
        if self._connection is not None:
            self._send(AskText(asked, part) if isinstance(asked, EffectsSpec) and part is not None else asked)

    def ask_beside(self, run: RunSpec) -> None:
        """Requests a run beside the present one, in place of the previous such request; answered by a BackgroundRun."""
        if self._connection is not None:
            self._send(AskBackgroundRun(run))

    def restart(self) -> None:
        """Kills an unresponsive process and starts a new one at once; also starts an engine that was given up. Neither
        counts as a failure."""
        if self._connection is not None:
            self._restart_requested = True
            self._connection.process.kill()
        elif not self._closing and (self._failures > RESTARTS or self._restart.isActive()):
            self._failures = 0
            self._restart.stop()
            self._begin_again()

    def close(self) -> None:
        """Ends the process and the threads, within two seconds. Nothing arrives through `message` any more."""
        self._closing = True
        self._restart.stop()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.end(PATIENCE)
        elif self._process is not None:
            end_process(self._process, PATIENCE)
        self._process = None
        self._inbox.clear()

    @property
    def _present_run(self) -> RunSpec | None:
        return None if self._request is None else self._request.run

    # -- the process -------------------------------------------------------------------------------------------------
    def _begin(self) -> None:
        """Starts a process, or adopts the one that was given, and requests the present run if it is unanswered."""
        process, self._process = self._process, None
        try:
            self._connection = EngineConnection(process or self._start_process(), self._inbox, self._wake)
        except OSError as error:
            self._process_ended(tr("it could not be started: {error}", error=error))
            return
        if self._request is not None and not self._answered:
            self._send(self._request)

    def _begin_again(self) -> None:
        self.message.emit(Starting())
        if not self._closing:
            self._begin()

    def _send(self, request: Request) -> None:
        assert self._connection is not None
        try:
            self._connection.send(request)
        except wire.WireError as error:
            refused = Problem(
                "E-RUN-TYPE", tr("This cannot be sent to the engine: {error}", error=error), self._present_run
            )
            QTimer.singleShot(0, self, lambda: self.message.emit(refused))

    def _process_ended(self, how: str) -> None:
        """Reports that the process ended, and starts another unless too many died in a row."""
        self._failures += 1
        again = self._failures <= RESTARTS
        if again:
            notice = tr("The engine stopped ({reason}) and is being restarted; your text is kept.", reason=how)
            self._restart.start(DELAYS[self._failures - 1])
        else:
            notice = tr(
                "The engine stopped {number} times in a row ({reason}) and is not restarted. Your text is kept; the "
                "next change to it restarts the engine.",
                number=self._failures,
                reason=how,
            )
        self.message.emit(EngineLost(notice, again))

    # -- events -----------------------------------------------------------------------------------
    def _wake(self) -> None:
        """In the reading thread: schedules `_deliver` in the GUI thread, once however much has arrived."""
        if not self._waking:
            self._waking = True
            with contextlib.suppress(RuntimeError):  # raised when the client was deleted without having been closed
                self._woken.emit()

    def _deliver(self) -> None:
        """In the GUI thread: delivers what has arrived."""
        self._waking = False
        events = []
        while self._inbox:
            connection, event = self._inbox.popleft()
            if connection is self._connection:
                events.append(event)
        for event in relevant(events, self._present_run):
            if self._closing:
                return
            self._hand_on(event)

    def _hand_on(self, event: Any) -> None:
        if isinstance(event, ConnectionEnd):
            connection, self._connection = self._connection, None
            assert connection is not None
            if time.monotonic() - connection.started > STEADY:
                self._failures = 0
            how = exit_in_words(connection.end(patience=0.0), event.reason)
            if self._restart_requested:
                self._restart_requested, self._failures = False, 0
                self._begin_again()
            else:
                self._process_ended(how)
            return
        if ends_run(event) and event.run == self._present_run:
            self._answered = True
            if isinstance(event, Trace) and event.run != self._last_answered:  # the same one is requested at each start
                self._last_answered, self._failures = event.run, 0
        self.message.emit(event)


class RunsEngine(Protocol):
    """The part of an engine that InlineEngine needs."""

    def run(self, run: RunSpec) -> Iterator[Trace | Step]:
        """The events of a run. May raise Refused."""


class InlineEngine(QObject):
    """A client without process and threads: `submit` computes, and emits every event, before it returns.

    For tests, and pictures without a window. A run submitted by a slot of `message` overtakes the current one.
    """

    message = Signal(object)

    def __init__(self, engine: RunsEngine, models: tuple[ModelInfo, ...] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.engine, self.models = engine, models
        self._turn = 0

    def start(self) -> None:
        """Reports the models, and that the engine is ready."""
        self.message.emit(Models(self.models))
        self.message.emit(Ready())

    def submit(self, run: RunSpec, whole: bool = True, rest: bool = False) -> None:
        """Computes a run, always with everything that it records; errors become a Problem."""
        self._turn += 1
        turn = self._turn
        try:
            for event in self.engine.run(run):
                self.message.emit(event)
                if turn != self._turn:
                    return
        except Exception as error:
            self.message.emit(problem_of(error, run))

    def ask_effects(self, asked: Any, part: Component | None = None) -> None:
        """Computes effects, a text read early, or a text without a part; nothing if the engine cannot."""
        runs: Any = self.engine
        if not hasattr(runs, "answers"):
            return
        try:
            found = [*runs.answers(asked)][-1] if part is None else TextWithout(asked, part, runs.without(asked, part))
            self.message.emit(found)
        except Exception as error:
            self.message.emit(problem_of(error))

    def ask_beside(self, run: RunSpec) -> None:
        try:
            *_, trace = self.engine.run(run)
            self.message.emit(BackgroundRun(run, trace if isinstance(trace, Trace) else None))
        except Exception as error:
            self.message.emit(BackgroundRun(run, problem=problem_of(error, run).message))

    def cancel(self, asked: RunQuestion | None = None) -> None:
        """Cancels the run in whose event this is called; questions are answered immediately."""
        self._turn += asked is None

    def restart(self) -> None:
        """Does nothing: there is no process."""

    def close(self) -> None:
        self.cancel()
