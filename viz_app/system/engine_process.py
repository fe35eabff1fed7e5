"""Starts the engine's process. Standard library only: called before Qt is imported, so that torch loads meanwhile."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from model_core.io.child_process import server_command, start

ENGINE = "model_core.engine.worker"
"""The module whose `main` serves."""

PIPE_BYTES = 1 << 20
"""Room in the pipes where the system lets one ask for it (Linux): a result of some MB crosses in a few pieces, for each
of which both processes wake up, instead of in fifty."""


def start_process(command: Sequence[str] | None = None) -> subprocess.Popen[bytes]:
    """Start the engine's process (or another one that speaks as it does), with pipes for requests and events.

    Its error output goes where this program's goes. Ctrl+C in a terminal does not reach it, not even while its Python
    starts: the window ends it. Raises OSError when it cannot be started.
    """
    stderr = None if _has_error_output() else subprocess.DEVNULL
    process = start(command or server_command(ENGINE), stderr=stderr)
    _widen(process)
    return process


def _widen(process: subprocess.Popen[bytes]) -> None:
    """More room for what the process says, where the system has any to give."""
    try:
        import fcntl

        assert process.stdout is not None
        fcntl.fcntl(process.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        return


def _has_error_output() -> bool:
    """Whether anybody can see what is written to file descriptor 2: a program without a console has none."""
    try:
        os.fstat(2)
    except OSError:
        return False
    return True


def end_process(process: subprocess.Popen[bytes], patience: float = 1.0) -> int:
    """End a process that no client has taken up: it ends with its line; killed after `patience` seconds. Its status."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
