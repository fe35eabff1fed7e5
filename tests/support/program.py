"""The program as its users start it, for the tests of the command line: calls of main, processes, checkpoints."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

Run = Callable[..., tuple[int, str, str]]
"""Words of the command line -> (exit code, stdout, stderr)."""


def refused(answer: tuple[int, str, str], *words: str) -> None:
    """Exit code 2 and one clear line with these words, no traceback, nothing on stdout."""
    code, out, err = answer
    assert (code, out) == (2, ""), err
    assert err.startswith("headscope: ") and err.count("\n") == 1 and err.endswith("\n") and len(err) < 600, err
    assert "Traceback" not in err and "internal error" not in err
    assert all(word in err for word in words), err


def command(*arguments: str | Path) -> list[str]:
    """How to start main.py."""
    return [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]


def environment() -> dict[str, str]:
    """The environment of a started program: one thread, no display."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}


def place_of(folder: Path) -> dict[str, Any]:
    """Where a training's checkpoint stands."""
    data = (folder / "training.safetensors").read_bytes()
    return json.loads(json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]["place"])


def build(life: Any) -> None:
    """Does all that a started window (viz_app.cli.program.Program) does after its outline is seen."""
    life.window.show()
    for beside in life._builder._steps:
        if beside is not None:
            beside()
    life._builder._steps = None


def free_port() -> str:
    """A port that nothing listens on, and that the system gives nobody else for a minute: a connection to it was just
    closed. Whoever asks for it by its number gets it. (The guard of connections is passed by.)"""
    with socket.socket() as server, socket.socket() as client:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", 0))
        server.listen(1)
        socket.SocketType.connect(client, server.getsockname())
        server.accept()[0].close()
        return str(server.getsockname()[1])


FORKED = """
import os, runpy, sys, traceback
from pathlib import Path
import torch._dynamo

folder, running = Path(sys.argv[1]), {}
for name, port in (words.split(":") for words in sys.argv[2:]):
    for rank in "01":
        if number := os.fork():
            running[number] = f"{name}.{rank}"
            continue
        os.environ.update(RANK=rank, LOCAL_RANK=rank, MASTER_PORT=port)
        for stream, ending in ((1, "said"), (2, "error")):
            os.dup2(os.open(folder / f"{name}.{rank}.{ending}", os.O_CREAT | os.O_WRONLY), stream)
        sys.argv[1:], code = [str(folder / name)], 1
        try:
            runpy.run_path(str(folder / f"{name}.py"), run_name="__main__")
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    while running:
        number, status = os.wait()
        Path(folder, f"{running.pop(number)}.code").write_text(str(os.waitstatus_to_exitcode(status)))
"""


def pairs_of_two(folder: Path, programs: dict[str, str]) -> dict[str, list[tuple[int, str, str]]]:
    """Programs by their names, one after the other, each by two processes as by `of_two`; a program's one argument is
    folder/name. They are forked from one process, which has loaded what DistributedDataParallel needs: torch's
    compiler, 1.7 s of processor time."""
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text)
    words = [sys.executable, "-c", FORKED, str(folder), *(f"{name}:{free_port()}" for name in programs)]
    done = subprocess.run(words, cwd=ROOT, env=_of_group(), capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr

    def read(name: str, rank: int) -> tuple[int, str, str]:
        said, error, code = ((folder / f"{name}.{rank}.{one}").read_text() for one in ("said", "error", "code"))
        return int(code), said, error

    return {name: [read(name, 0), read(name, 1)] for name in programs}


def _of_group() -> dict[str, str]:
    """The environment of each of two processes, apart from its rank and the port."""
    group = {"WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "GLOO_SOCKET_IFNAME": "lo"}
    return {**environment(), **group, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}


def of_two(*arguments: str | Path) -> list[tuple[int, str, str]]:
    """Two processes with the variables that torchrun sets, over the machine's own loopback: code, stdout, stderr."""
    env = {**_of_group(), "MASTER_PORT": free_port()}
    more: dict[str, Any] = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    line = [sys.executable, *map(str, arguments)]
    started = [
        subprocess.Popen(line, env={**env, "RANK": rank, "LOCAL_RANK": rank}, **more) for rank in ("0", "1")
    ]  # fmt: skip
    said = [process.communicate(timeout=600) for process in started]
    return [(process.returncode, *words) for process, words in zip(started, said, strict=True)]
