"""The only place that starts processes: a module of this program in a Python of its own. Standard library only.

The child imports this program from any current folder, and nothing from that folder: Python runs with -P, and
relative entries of PYTHONPATH are left out. It inherits no open file but its three streams. A child started by
`child_command` ends with its parent, because the pipe on its standard input is closed then.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

ROOT = Path(__file__).resolve().parents[2]
"""The folder that contains model_core and viz_app: the checkout, or the site-packages of an installation."""

SETTINGS = {
    "OMP_WAIT_POLICY": "PASSIVE",  # threads that wait for work sleep instead of taking the painter's processor
    "TOKENIZERS_PARALLELISM": "false",
    "OPENBLAS_NUM_THREADS": "1",  # numpy's: two threads took four times as long for a map on a busy machine
}
"""Environment of every child, where the user has not set it."""

ENDED_WITH_PARENT = 143
"""Exit status of a child whose parent has ended."""

MOST_OUTPUT = 1_000_000
"""Bytes of a child's output that `run` reads; one that writes more is killed."""

_WATCH = """\
import os, threading
class headscope_line:
    orders, patience = b"", 0.0
def watch():
    try:
        while order := os.read(0, 64):
            headscope_line.orders += order
    finally:
        headscope_line.orders += b"s"
        threading.Event().wait(headscope_line.patience)
        os._exit({status})
threading.Thread(target=watch, daemon=True).start()
"""
_PROGRAM = """\
import sys
if sys.argv[1] not in sys.path:
    sys.path.insert(0, sys.argv[1])
from {module} import main
sys.exit(main({arguments}))
"""


def child_command(module: str, arguments: Sequence[str] = ()) -> list[str]:
    """The command line of a child that calls `main(arguments)` of a module and ends with its parent.

    Its standard input has to be a pipe, as `start` makes it, into which nothing but `Orders` is written.
    """
    program = _WATCH.format(status=ENDED_WITH_PARENT) + _PROGRAM.format(module=module, arguments="sys.argv[2:]")
    return [sys.executable, "-P", "-c", program, str(ROOT), *arguments]


PAUSE, GO_ON, STOP = b"p", b"g", b"s"
"""Orders to a child, as they are written to its standard input."""


class Orders:
    """The orders that this process has received from its parent; never any where it is not a child of this program.

    A child that reads its orders is not killed at once when its parent has ended: it is ordered to stop, and has
    `patience` seconds to do so.
    """

    def __init__(self, line: Any = None, patience: float = 20.0) -> None:
        self._line = line
        if line is not None:
            line.patience = patience

    @classmethod
    def of_parent(cls) -> Orders:
        return cls(getattr(sys.modules.get("__main__"), "headscope_line", None))

    @property
    def stop(self) -> bool:
        """Whether it has been ordered to stop; an order to stop is final."""
        return self._line is not None and STOP in self._line.orders

    @property
    def pause(self) -> bool:
        """Whether the last order was to pause."""
        orders = b"" if self._line is None else self._line.orders
        return bool(orders.rfind(PAUSE) > orders.rfind(GO_ON))


def server_command(module: str) -> list[str]:
    """The command line of a child that calls `main()` of a module, which reads its standard input and ends with it."""
    return [sys.executable, "-P", "-c", _PROGRAM.format(module=module, arguments=""), str(ROOT)]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a child: that of this process without relative PYTHONPATH entries, then `more`."""
    found = {**SETTINGS, **os.environ}
    paths = [path for path in found.pop("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(path)]
    return found | ({"PYTHONPATH": os.pathsep.join(paths)} if paths else {}) | dict(more or {})


def start(
    command: Sequence[str], *, stderr: int | None = subprocess.STDOUT, group: bool = True,
    more: Mapping[str, str] | None = None, into: BinaryIO | None = None,
) -> subprocess.Popen[bytes]:  # fmt: skip
    """Start a child with pipes to its standard input and output. Raises OSError when it cannot be started.

    stderr  where its error output goes: subprocess.STDOUT (with the output), PIPE, DEVNULL, or None (where ours goes)
    group   whether it leads a process group of its own, which `kill` ends as a whole
    more    variables of its environment
    into    a file of ours that its standard output goes to, instead of a pipe
    """
    return subprocess.Popen(
        list(command), stdin=subprocess.PIPE, stdout=into or subprocess.PIPE, stderr=stderr, env=environment(more),
        close_fds=True, start_new_session=group and sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
        | (getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) if group else 0),
    )  # fmt: skip


def restart_program() -> NoReturn:
    """Replace this process by a new run of this program without its arguments."""
    os.execv(sys.executable, program_command(sys.orig_argv, len(sys.argv) - 1))


def program_command(line: list[str], arguments: int) -> list[str]:
    """The command line without its last `arguments` entries."""
    return line[: len(line) - arguments]


def kill(process: subprocess.Popen[bytes], how: int = getattr(signal, "SIGKILL", signal.SIGTERM)) -> None:
    """End a process that `start` made, with its group if it leads one. Does nothing if it has ended already.

    how  the signal; by default one that cannot be ignored
    """
    if process.poll() is not None:
        return
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        elif os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)


@dataclass(frozen=True)
class Finished:
    """How a child ended.

    status   its exit status; negative: the signal that ended it
    output   what it wrote to its standard output, as text
    in_time  False if it was killed because it took too long
    """

    status: int
    output: str
    in_time: bool


def run(
    command: Sequence[str], seconds: float, more: Mapping[str, str] | None = None, into: BinaryIO | None = None
) -> Finished:
    """Start a child and wait for its end, or kill it after that many seconds; its output goes `into` a file where one
    is given. Raises OSError when it cannot be started."""
    process = start(command, stderr=subprocess.DEVNULL, group=False, more=more, into=into)
    late = threading.Event()

    def give_up() -> None:
        late.set()
        kill(process)

    clock = threading.Timer(seconds, give_up)
    clock.daemon = True
    clock.start()
    assert process.stdin is not None
    try:
        output = process.stdout.read(MOST_OUTPUT) if process.stdout is not None else b""
        if len(output) == MOST_OUTPUT:
            kill(process)
        status = process.wait()
    finally:
        clock.cancel()
        kill(process)
        process.wait()
        process.stdin.close()
        if process.stdout is not None:
            process.stdout.close()
    return Finished(status, output.decode("utf-8", "replace"), not late.is_set())
