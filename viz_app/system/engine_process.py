"""Starts the engine's process. Standard library only: called before Qt is imported, so that torch loads meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""Where model_core and viz_app lie side by side: the checkout, or the site-packages of an installation."""

PROGRAM = """\
import sys
if sys.argv[1] not in sys.path:
    sys.path.insert(0, sys.argv[1])
from model_core.engine.worker import main
main()
"""
"""What the process runs: this very model_core, wherever it was started from, and nothing out of the current folder."""

SETTINGS = {
    "OMP_WAIT_POLICY": "PASSIVE",  # threads that wait for work sleep instead of taking the painter's processor
    "TOKENIZERS_PARALLELISM": "false",
    "OPENBLAS_NUM_THREADS": "1",  # numpy's: two threads took four times as long for a map on a busy machine
}
"""Environment of the process, where the user has not set it."""


PIPE_BYTES = 1 << 20
"""Room in the pipes where the system lets one ask for it (Linux): a result of some MB crosses in a few pieces, for each
of which both processes wake up, instead of in fifty."""


def engine_command() -> list[str]:
    """The command line of the engine's process."""
    return [sys.executable, "-P", "-c", PROGRAM, str(ROOT)]


def start_process(command: Sequence[str] | None = None) -> subprocess.Popen[bytes]:
    """Start the engine's process (or another one that speaks as it does), with pipes for requests and events.

    Its error output goes where this program's goes. Raises OSError when it cannot be started.
    """
    process = subprocess.Popen(
        list(command or engine_command()),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=None if _has_error_output() else subprocess.DEVNULL,
        env={**SETTINGS, **os.environ},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
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
    """End a process that no Lane has taken up: it ends with its line; killed after `patience` seconds. Its status."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
