"""A command of this program, run in the background in a process of its own; its events arrive as they happen.

The window neither waits for it nor ends without it: `cancel` and `stop` kill the whole process group, and a child whose
window was killed ends by itself (see `model_core.io.child_process`).
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from model_core.errors import Refused
from model_core.io import whole_folder
from model_core.io.child_process import child_command, kill, server_command, start
from viz_app.system.job_events import JobEvent, ProofEvent, RefusalEvent, ResultEvent, from_line
from viz_app.system.language import tr

MOST_LINES, LONGEST_LINE = 200, 2_000
"""Lines of a child that are not events: how many are kept, the last ones, and how many characters of each."""
MOST_PROOFS = 1_000
PATIENCE = 3.0
"""Seconds that a closing window waits for a child that was killed."""


def job_command(arguments: Sequence[str], module: str = "viz_app.cli") -> list[str]:
    """The command line of a child that calls `main` of a module with these arguments and reports events."""
    return child_command(module, [*arguments, "--json"] if module == "viz_app.cli" else arguments)


@dataclass(frozen=True)
class Outcome:
    """How a child ended.

    status     its exit status; negative: the signal that ended it
    result     its reported result, by name; None if there is none
    refusal    its reported refusal
    proofs     its reported proofs
    lines      the last lines of its other output: warnings, a traceback
    cancelled  whether the user ended it
    """

    status: int
    result: Mapping[str, Any] | None = None
    refusal: Refused | None = None
    proofs: tuple[ProofEvent, ...] = ()
    lines: tuple[str, ...] = ()
    cancelled: bool = False

    @property
    def description(self) -> str:
        """How it ended, for people."""
        if self.status < 0:
            words = tr("it was ended by signal {number}", number=-self.status)
            if self.status == -9:
                words = f"{words} ({tr('as the system does to a program that uses too much memory')})"
            return words
        return tr("it exited with code {number}", number=str(self.status))

    @property
    def reason(self) -> str:
        """Why there is no result: the child's own reason, otherwise how it ended."""
        return self.refusal.message if self.refusal is not None else self.description

    def require(self, code: str, words: str) -> None:
        """Raises Refused if it failed: its own refusal, otherwise one of this code with these words."""
        if self.status:
            raise self.refusal or Refused(code, words)


class ChildJob:
    """One process and the thread that reads it: `told(job, each event)` is called there, and last `told(job, Outcome)`.

    staging  a folder that is removed with all it holds when the child was cancelled or failed
    Raises OSError if no process can be started.
    """

    def __init__(
        self, command: Sequence[str], staging: Path | None, told: Callable[[ChildJob, JobEvent | Outcome], None]
    ) -> None:
        self._staging, self._told, self.cancelled = staging, told, False
        self.process = start(command)
        self._thread = threading.Thread(target=self._read, name="child job", daemon=True)
        self._thread.start()

    def cancel(self, gently: bool = False) -> None:
        """Kills the child and what it started, or asks it to end; returns at once."""
        self.cancelled = True
        if gently:
            kill(self.process, signal.SIGTERM)
        else:
            kill(self.process)

    def order(self, what: bytes) -> None:
        """Writes one of PAUSE, GO_ON and STOP of `model_core.io.child_process` to a child that takes orders; it ends
        after a STOP. To one that serves, a request. Does nothing if it has ended."""
        with contextlib.suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.write(what)
            self.process.stdin.flush()

    def wait(self) -> None:
        """Waits briefly until it has ended and all its events are delivered."""
        self._thread.join(PATIENCE)

    def _read(self) -> None:
        """Body of the thread: every line, then the end."""
        assert self.process.stdout is not None and self.process.stdin is not None
        outcome: dict[str, Any] = {}
        lines: deque[str] = deque(maxlen=MOST_LINES)
        proofs: deque[ProofEvent] = deque(maxlen=MOST_PROOFS)
        with contextlib.suppress(OSError, ValueError):
            for raw in self.process.stdout:
                line = raw.decode("utf-8", "replace").rstrip()
                event = from_line(line)
                if event is not None:
                    self._tell(event)
                elif line:
                    lines.append(line[:LONGEST_LINE])
                if isinstance(event, ProofEvent):
                    proofs.append(event)
                elif isinstance(event, ResultEvent):
                    outcome["result"] = event.values
                elif isinstance(event, RefusalEvent):
                    outcome["refusal"] = event.error()
        status = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                stream.close()
        if self._staging is not None and (self.cancelled or status != 0):
            shutil.rmtree(self._staging, ignore_errors=True)
        self._tell(Outcome(status, **outcome, proofs=tuple(proofs), lines=tuple(lines), cancelled=self.cancelled))

    def _tell(self, what: JobEvent | Outcome) -> None:
        with contextlib.suppress(RuntimeError):  # the window was deleted
            self._told(self, what)


class OneJob(QObject):
    """At most one child at a time. `began` carries its title; `message` each of its events, `ended` its Outcome, both
    in the window's thread, `ended` after the child is released; nothing is reported of a child that was stopped or
    left. `over`: it has ended or was stopped. Connect methods, not lambdas, which would keep their owner alive as long
    as the job."""

    began = Signal(str)
    message = Signal(object)
    ended = Signal(object)
    over = Signal()
    _told = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.child: ChildJob | None = None
        self._told.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def start(
        self, arguments: Sequence[str], module: str = "viz_app.cli", staging: Path | None = None, title: str = ""
    ) -> None:
        """Runs `main` of a module with these arguments, in place of the current child. Raises Refused if no process can
        be started."""
        self._begin(job_command(arguments, module), staging, title)

    def serve(self, module: str) -> None:
        """As `start`, for a module whose `main` reads its standard input itself, and ends with it."""
        self._begin(server_command(module))

    def _begin(self, command: Sequence[str], staging: Path | None = None, title: str = "") -> None:
        self.stop()
        try:
            self.child = ChildJob(command, staging, self._told.emit)
        except OSError as error:
            if staging is not None:
                shutil.rmtree(staging, ignore_errors=True)
            raise Refused("E-CHILD", tr("no process can be started: {error}", error=error)) from None
        self.began.emit(title)

    def stop(self, wait: bool = True, gently: bool = False) -> None:
        """Kills the child, or asks it to end, and waits until it has ended."""
        child, self.child = self.child, None
        if child is not None:
            child.cancel(gently)
            if wait:
                child.wait()
            self.over.emit()

    def leave(self, order: bytes) -> None:
        """The window closes: a child that takes orders gets this one, with a little time to obey; it may outlive the
        window."""
        child, self.child = self.child, None
        if child is not None:
            child.order(order)
            child.wait()

    def _take(self, child: ChildJob, told: JobEvent | Outcome) -> None:
        if child is not self.child:
            return
        if isinstance(told, Outcome):
            self.child = None
            child.wait()
            self.over.emit()
            self.ended.emit(told)
        elif not child.cancelled:
            self.message.emit(told)


def staging_beside(out: Path) -> Path:
    """A new folder on the disk of `out` for a child's result. Raises Refused if none can be made."""
    try:
        return whole_folder.staging_beside(out)
    except OSError as error:
        raise Refused(
            "E-FILE-WRITE",
            tr("nothing can be written to {folder}: {error}", folder=out.parent, error=error.strerror or error),
        ) from None


def put_in_place(made: Path, out: Path) -> None:
    """Moves a result from a staging folder to its place and removes that folder. Raises Refused."""
    try:
        if out.is_dir() and not any(out.iterdir()):
            out.rmdir()
        made.rename(out)
    except OSError as error:
        raise Refused(
            "E-FILE-WRITE", tr("it cannot be moved to {folder}: {error}", folder=out, error=error.strerror or error)
        ) from None
    finally:
        shutil.rmtree(made.parent, ignore_errors=True)
