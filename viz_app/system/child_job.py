"""A word of the command line, run in a process group of its own, its lines told as they come.

The window neither waits for it nor ends without it: `cancel` and `stop` kill the whole group, and a child whose window
was killed ends by itself, because the pipe it holds is closed then.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from model_core.errors import Refused
from viz_app.system.engine_process import ROOT, SETTINGS
from viz_app.system.refusals import plain

LINES = 200
"""Lines of a child that are kept, the last ones."""
LONGEST = 2_000
"""Characters of one line that are kept."""
PATIENCE = 3.0
"""Seconds that a closing window waits for a child that was killed."""

PROGRAM = """\
import os, sys, threading
def watch():
    try:
        os.read(0, 1)
    finally:
        os._exit(143)
threading.Thread(target=watch, daemon=True).start()
if sys.argv[1] not in sys.path:
    sys.path.insert(0, sys.argv[1])
from {module} import main
sys.exit(main(sys.argv[2:]))
"""
"""What the child runs: this very program, wherever it was started from, and nothing out of the current folder."""

_REFUSAL = re.compile(r"headscope: (?P<message>.*) \[(?P<code>E-[A-Z0-9-]+)\]")


def command(arguments: Sequence[str], module: str = "viz_app.cli") -> list[str]:
    """The command line of a child that calls `main` of a module with these arguments."""
    return [sys.executable, "-P", "-c", PROGRAM.format(module=module), str(ROOT), *arguments]


@dataclass(frozen=True)
class Outcome:
    """How a child ended: its exit status (negative: a signal), its last lines, whether it was the user's wish."""

    status: int
    lines: tuple[str, ...]
    cancelled: bool = False

    @property
    def refusal(self) -> Refused | None:
        """Why it refused, as it said itself; None where it did not."""
        for line in reversed(self.lines):
            if found := _REFUSAL.fullmatch(line):
                return plain(Refused(found["code"], found["message"]))
        return None

    @property
    def how(self) -> str:
        """The way it ended, for people."""
        if self.status < 0:
            killed = " (the system ends a program so that takes too much memory)" if self.status == -9 else ""
            return f"it was ended by signal {-self.status}{killed}"
        return f"it ended with exit code {self.status}"


class Work(QObject):
    """One child. `said` carries each line it writes, `ended` its Outcome; both in the window's thread.

    staging  a folder that is removed with all it holds when the child was cancelled or failed
    """

    said = Signal(str)
    ended = Signal(object)
    _line = Signal(str)
    _over = Signal(object)

    def __init__(self, line: Sequence[str], staging: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._staging, self._cancelled, self._silent = staging, False, False
        self._kept: deque[str] = deque(maxlen=LINES)
        self._line.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self._over.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self.process = start(line)
        self._thread = threading.Thread(target=self._read, name="work", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The child's process id, also that of its group."""
        return self.process.pid

    def cancel(self) -> None:
        """Kills the child and what it started; returns at once. `ended` follows."""
        self._cancelled = True
        kill(self.process)

    def stop(self) -> None:
        """The window closes: the child is killed and waited for. Nothing is told any more."""
        self._silent = True
        self.cancel()
        self._thread.join(PATIENCE)

    # ---- in the thread

    def _read(self) -> None:
        """Body of the thread: every line, then the end."""
        assert self.process.stdout is not None and self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            for raw in self.process.stdout:
                line = raw.decode("utf-8", "replace").rstrip()[:LONGEST]
                if line:
                    self._kept.append(line)
                    self._hand_on(self._line.emit, line)
        status = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                stream.close()
        if self._staging is not None and (self._cancelled or status != 0):
            shutil.rmtree(self._staging, ignore_errors=True)
        self._hand_on(self._over.emit, Outcome(status, tuple(self._kept), self._cancelled))

    @staticmethod
    def _hand_on(emit: Callable[[Any], None], value: object) -> None:
        with contextlib.suppress(RuntimeError):  # the window is gone
            emit(value)

    # ---- in the window's thread

    def _tell(self, line: str) -> None:
        if not self._cancelled:
            self.said.emit(line)

    def _finish(self, outcome: Outcome) -> None:
        self._thread.join(PATIENCE)
        if not self._silent:
            self.ended.emit(outcome)


def start(line: Sequence[str]) -> subprocess.Popen[bytes]:
    """Starts a child as the leader of a group of its own; what it says, on both streams, comes through one pipe."""
    return subprocess.Popen(
        list(line),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**SETTINGS, **os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that `start` made, and its group, at once. Nothing happens where it has ended."""
    if process.poll() is not None:
        return
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def staging_beside(out: Path) -> Path:
    """A new folder on the disk of `out` in which a child makes it. Raises Refused where none can be made."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".headscope-", dir=out.parent))
    except OSError as error:
        raise Refused("E-FILE-WRITE", f"nothing can be written into {out.parent}: {error.strerror or error}") from None


def put_in_place(made: Path, out: Path) -> None:
    """Moves what was made in a staging folder to its place and removes that folder. Raises Refused."""
    try:
        if out.is_dir() and not any(out.iterdir()):
            out.rmdir()
        made.rename(out)
    except OSError as error:
        raise Refused("E-FILE-WRITE", f"it cannot be moved to {out}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(made.parent, ignore_errors=True)


__all__ = ["Outcome", "Work", "command", "put_in_place", "staging_beside"]
