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
    """Starts the engine's process (or another one with the same protocol), with pipes for requests and events.

    Its error output goes where this program's goes. Ctrl+C in a terminal does not reach it, not even while its Python
    starts: the window ends it. Raises OSError if it cannot be started.
    """
    stderr = None if _has_error_output() else subprocess.DEVNULL
    process = start(command or server_command(ENGINE), stderr=stderr)
    _widen(process)
    return process


def _widen(process: subprocess.Popen[bytes]) -> None:
    """Enlarges the pipe buffer for events, if the system allows it."""
    try:
        import fcntl

        assert process.stdout is not None
        fcntl.fcntl(process.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        return


def _has_error_output() -> bool:
    """Whether file descriptor 2 leads anywhere: a program without a console has none."""
    try:
        os.fstat(2)
    except OSError:
        return False
    return True


def end_process(process: subprocess.Popen[bytes], patience: float = 1.0) -> int:
    """Ends a process that no client has adopted by closing its input; kills it after `patience` seconds. Returns its
    exit status."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
