"""Programs that tests start, forked from one process that has loaded torch: 20 ms each instead of two seconds.

The fixture `prepared` of conftest.py lets `subprocess` start `python main.py …`, `python -c …` and `python -m …` so,
also where the program itself starts them (the engine's process, conversions). A fork behaves as the program that was
asked for: a child of this process with its own arguments, folder, environment, pipes and session. It is no fresh
interpreter, so tests of what is loaded, of memory or of the start itself do without. What a fork starts itself starts
as always, unless it is one of STARTING or asks for `spare`. Linux only; elsewhere, and for
commands that are anything else than Python with -c, -m, -P, -u or a file, the plain start stays.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import inspect
import io
import json
import os
import runpy
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.support import quick_proofs

ROOT = Path(__file__).resolve().parents[2]
LOADED = (
    "model_core.engine.worker", "model_core.engine.engine", "model_core.training.train", "model_core.proofs.check",
    "model_core.importers", "model_core.importers.pickles", "viz_app.cli",
)  # fmt: skip
"""What is imported before the first fork, with all that these import."""

STARTING = {"torch.distributed.run": "torch._dynamo"}
"""Modules that start further programs, which are forked as well -> what these load besides: torch's compiler, which
DistributedDataParallel needs, 1.4 s of processor time."""

PR_SET_CHILD_SUBREAPER = 36
"""Of Linux' prctl: an orphan among our descendants becomes our child."""

POSSIBLE = sys.platform == "linux"


# ---------------------------------------------------------------- in the process of the tests


class Forking:
    """The line to a process that forks, for this process alone."""

    def __init__(self) -> None:
        self._lock, self.owner = threading.Lock(), os.getpid()
        self._line, self.theirs = socket.socketpair()

    def fork(self, request: dict[str, Any], streams: Sequence[int]) -> int:
        """Starts a program whose standard streams are these descriptors; its process id. It is a child of ours."""
        with self._lock:
            data = json.dumps(request).encode("utf-8", "surrogateescape")
            with adopting():
                socket.send_fds(self._line, [struct.pack("<i", len(data))], list(streams))
                self._line.sendall(data)
                pid, _ = struct.unpack("<i?", exactly(self._line, 5))
        return pid

    def close(self) -> None:
        """Ends the process that forks."""
        self._line.close()


class Prepared(Forking):
    """The process that forks for tests. It loads while the tests go on."""

    def __init__(self) -> None:
        super().__init__()
        with self.theirs as theirs:
            command = [sys.executable, "-m", "tests.support.prepared", str(theirs.fileno())]
            self.process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)

    def close(self) -> None:
        super().close()
        self.process.terminate()  # it may still be loading
        self.process.wait()


@contextlib.contextmanager
def adopting() -> Iterator[None]:
    """What loses its parent meanwhile becomes a child of this process."""
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def exactly(line: socket.socket, count: int) -> bytes:
    """So many bytes. Raises EOFError where the other side ends before."""
    data = b""
    while len(data) < count:
        if not (more := line.recv(count - len(data))):
            raise EOFError("the process that forks has ended")
        data += more
    return data


def understood(command: Any) -> bool:
    """Whether a fork can be what this command asks for."""
    if not isinstance(command, list | tuple) or str(command[0]) != sys.executable:
        return False
    words = [str(word) for word in command[1:]]
    while words and words[0] in ("-P", "-u"):
        words.pop(0)
    return bool(words) and (words[0] in ("-c", "-m") or words[0].endswith(".py"))


def spare() -> None:
    """From now on what this process starts is forked, too: by a copy of it as it is now, which ends with it."""
    forking = Forking()
    if os.fork():
        forking.theirs.close()
        subprocess.Popen._execute_child = execute_child(forking)  # type: ignore[attr-defined]
        return
    forking.close()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.close(nothing)
    if (request := serve(forking.theirs)) is None:
        os._exit(0)
    become(request)
    sys.exit()


def execute_child(prepared: Forking) -> Any:
    """In place of `Popen._execute_child`: a fork where it can be one, else the plain start."""
    plain = subprocess.Popen._execute_child  # type: ignore[attr-defined]
    signature = inspect.signature(plain)

    def execute(self: Any, *words: Any) -> None:
        said = signature.bind(self, *words).arguments
        cwd = os.getcwd() if said["cwd"] is None else os.fspath(said["cwd"])
        unusual = said["executable"] or said["preexec_fn"] or said["pass_fds"] or said["shell"]
        if os.getpid() != prepared.owner or unusual or not understood(said["args"]) or not os.path.isdir(cwd):
            return plain(self, *words)
        request = {
            "command": [os.fspath(word) for word in said["args"]],
            "cwd": cwd,
            "env": dict(os.environ if said["env"] is None else said["env"]),
            "session": bool(said["start_new_session"]),
        }
        pipes = [said[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        self.pid = prepared.fork(request, [number if pipe == -1 else pipe for number, pipe in enumerate(pipes)])
        self._child_created = True
        self._close_pipe_fds(*(said[name] for name in _PIPES))

    return execute


_PIPES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")


# ---------------------------------------------------------------- in the process that forks


def serve(line: socket.socket) -> dict[str, Any] | None:
    """Forks for every request. Returns it in the fork, and None here once the other side has ended."""
    while True:
        head, streams, *_ = socket.recv_fds(line, 4, 3)
        if not head:
            return None
        request = json.loads(exactly(line, *struct.unpack("<i", head)).decode("utf-8", "surrogateescape"))
        between = os.fork()
        if between == 0:
            between = os.getpid()
            ready, begun = os.pipe()
            if child := os.fork():  # its parent ends, so that whoever asked becomes its parent
                os.close(begun)
                os.read(ready, 1)
                line.sendall(struct.pack("<i", child))
                os._exit(0)
            if request["session"]:
                os.setsid()
            os.close(ready)
            os.close(begun)
            line.close()
            while os.getppid() == between:
                time.sleep(0.001)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            return request
        for stream in streams:
            os.close(stream)
        os.waitpid(between, 0)
        line.sendall(b"\1")


def become(request: dict[str, Any]) -> None:
    """Run what was asked for, as the main program of this process."""
    for module in STARTING.keys() & set(request["command"]):
        importlib.import_module(STARTING[module])
        spare()
    words, unbuffered = list(request["command"][1:]), bool(request["env"].get("PYTHONUNBUFFERED"))
    safe = False
    while words[0] in ("-P", "-u"):
        safe, unbuffered = safe or words[0] == "-P", unbuffered or words[0] == "-u"
        words.pop(0)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    if os.environ.pop(quick_proofs.VARIABLE, ""):
        quick_proofs.only_quick_proofs(setattr)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    streams(unbuffered)
    threads()
    sys.path[:1] = [place for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
    kind, name = (words.pop(0), words[0]) if words[0] in ("-c", "-m") else ("", words[0])
    if not safe:
        sys.path.insert(0, {"-c": "", "-m": os.getcwd()}.get(kind, os.path.dirname(os.path.abspath(name))))
    sys.argv = [{"-c": "-c"}.get(kind, name), *words[1:]]
    if kind == "-c":
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(name, "<string>", "exec"), main.__dict__)
    elif kind == "-m":
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(name, run_name="__main__")


def live(request: dict[str, Any]) -> None:
    """Become the program and end as it does; but a fork that ends well does not take apart what was loaded before it
    began, which takes most of its time: pages are copied only to be freed."""
    try:
        become(request)
        code = 0
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        code = end.code or 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        sys.exit(code)
    os._exit(code & 0xFF)


def streams(unbuffered: bool) -> None:
    """Standard streams over the descriptors 0, 1 and 2 as they are now."""
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")
    for number, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
        raw = io.FileIO(number, "w", closefd=False)
        stream = io.TextIOWrapper(
            io.BufferedWriter(raw), "utf-8", errors, line_buffering=number == 2, write_through=unbuffered
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def threads() -> None:
    """As many threads as torch would have taken at its start."""
    import torch

    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS") or os.cpu_count() or 1))


def main() -> None:
    """Load, then fork until the line ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = socket.socket(fileno=int(sys.argv[1]))
    for name in LOADED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    if (request := serve(line)) is None:
        os._exit(0)
    live(request)


if __name__ == "__main__":
    main()
