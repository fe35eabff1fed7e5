"""Processes that the program starts: one place, nothing of the current folder, no inherited files, no orphans."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import sys
import threading
from pathlib import Path

import pytest

from model_core.io import child_process
from model_core.io.child_process import child_command, kill, run, server_command, start

ROOT = Path(__file__).parents[3]
LONG = 600.0
"""Seconds that a child may take before a test gives up; nothing is measured by it."""
HOME = "model_core/io/child_process.py"
TO_COPY = ("viz_app/system/refused_files.py", "model_core/io/installing.py")
"""The module that names the Python in a line which people copy into a terminal; it starts nothing."""

STARTS = {
    "subprocess": {"Popen", "run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"},
    "os": {"fork", "forkpty", "system", "popen", "posix_spawn", "posix_spawnp", "startfile"}
    | {f"{way}{how}" for way in ("spawn", "exec") for how in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")},
    "pty": {"spawn", "fork"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
}
MODULES = {"multiprocessing", "torch.multiprocessing", "concurrent.futures.process"}
NAMES = {"QProcess", "ProcessPoolExecutor"}
CALLS = NAMES.union(*STARTS.values())
TOLD = re.compile(
    rf"\b(subprocess|pty|asyncio|multiprocessing|concurrent|executable|from os|{'|'.join(NAMES)}"
    rf"|os\.({'|'.join(STARTS['os'])}))\b"
)
"""Words without which a source starts nothing: most need not be parsed."""


def starts(source: str) -> set[str]:
    """What in this Python source may start a process, by name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in MODULES}
        elif isinstance(node, ast.ImportFrom):
            module = str(node.module)
            taken = {alias.name for alias in node.names}
            found |= {f"{module}.{name}" for name in taken & (STARTS.get(module, set()) | NAMES)}
            found |= {module} & MODULES | {f"{module}.{name}" for name in taken} & MODULES
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CALLS:
            home = ast.unparse(node.func.value)
            found |= {f"{home}.{node.func.attr}"} if node.func.attr in STARTS.get(home, set()) | NAMES else set()
        elif isinstance(node, ast.Attribute) and node.attr == "executable" and ast.unparse(node) == "sys.executable":
            found.add("sys.executable")
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import subprocess\nsubprocess.run(['a'])", {"subprocess.run"}),
        ("from subprocess import Popen", {"subprocess.Popen"}),
        ("from PySide6.QtCore import QObject, QProcess", {"PySide6.QtCore.QProcess"}),
        ("QtCore.QProcess(self)", {"QtCore.QProcess"}),
        ("def f():\n    os.fork()", {"os.fork"}),
        ("os.execvp('a', [])", {"os.execvp"}),
        ("import multiprocessing", {"multiprocessing"}),
        ("from torch import multiprocessing", {"torch.multiprocessing"}),
        ("from concurrent.futures import ProcessPoolExecutor", {"concurrent.futures.ProcessPoolExecutor"}),
        ("line = [sys.executable, '-c']", {"sys.executable"}),
        ("import subprocess\nx: subprocess.Popen[bytes] = start()\nsubprocess.list2cmdline([])", set()),
    ],
)
def test_the_search_for_starts_finds_them(source: str, expected: set[str]) -> None:
    assert starts(source) == expected
    assert TOLD.search(source) or not expected


def test_processes_are_started_in_one_place_only() -> None:
    files = [path for package in ("model_core", "viz_app") for path in (ROOT / package).rglob("*.py")]
    names = {path.relative_to(ROOT).as_posix(): path for path in files}
    assert len(names) > 200
    sources = {name: path.read_text(encoding="utf-8") for name, path in names.items()}
    found = {name: starts(source) for name, source in sources.items() if TOLD.search(source)}
    assert found.pop(HOME) == {"subprocess.Popen", "sys.executable", "os.execv"}
    assert [found.pop(name) for name in TO_COPY] == [{"sys.executable"}, {"sys.executable"}]
    assert {name: what for name, what in found.items() if what} == {}


@pytest.fixture
def traps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with modules that leave a mark where they are imported; also named in PYTHONPATH."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in ("argparse", "json", "torch", "threading", "safetensors", "model_core", "viz_app"):
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'a').write('{name} ')\n")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", "."]))
    return tmp_path / "mark"


def test_a_child_imports_nothing_of_the_current_folder(traps: Path) -> None:
    done = run(child_command("viz_app.cli", ["--version"]), LONG)
    assert done.status == 0 and done.output.startswith("headscope ")
    assert not traps.exists()


def test_reading_a_pickle_imports_nothing_of_the_current_folder(traps: Path) -> None:
    import torch

    from model_core.importers.pickles import to_safetensors

    torch.save({"a": torch.ones(2), "b": torch.ones(3)}, "model.pt")
    to_safetensors(Path("model.pt").absolute(), traps.with_name("out.safetensors"))
    assert traps.with_name("out.safetensors").is_file() and not traps.exists()


def test_every_python_that_is_started_is_kept_from_the_current_folder() -> None:
    for command in (child_command("a", ["b"]), server_command("a")):
        assert command[:3] == [sys.executable, "-P", "-c"]


SEEN = """\
import json, os
def main(arguments=()):
    found = [n for n in range(3, 200) if os.path.exists(f"/proc/self/fd/{n}")]
    print(json.dumps([found, list(arguments), os.environ.get("OMP_WAIT_POLICY")]))
    return 0
"""


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="lists its open files")
def test_a_child_inherits_no_open_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "seen_by_child.py").write_text(SEEN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ours = os.open(tmp_path / "secret", os.O_CREAT | os.O_RDWR)
    os.set_inheritable(ours, True)
    try:
        done = run(child_command("seen_by_child", ["one", "-x"]), LONG)
    finally:
        os.close(ours)
    files, arguments, policy = json.loads(done.output)
    assert ours not in files and len(files) <= 1  # the folder that is being listed
    assert (arguments, policy) == (["one", "-x"], "PASSIVE")


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_a_child_ends_when_its_parent_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import time\ndef main(a):\n    print('up', flush=True)\n    time.sleep(600)\n"
    (tmp_path / "long_child.py").write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    process = start(child_command("long_child"))
    assert os.getpgid(process.pid) == process.pid != os.getpgid(0)
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == b"up\n"
    process.stdin.close()
    assert process.wait(LONG) == child_process.ENDED_WITH_PARENT
    process.stdout.close()


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_what_a_child_started_ends_with_it() -> None:
    code = "import subprocess, sys; p = subprocess.Popen(['sleep', '600']); print(p.pid, flush=True); p.wait()"
    process = start([sys.executable, "-c", code])
    assert process.stdout is not None and process.stdin is not None
    assert int(process.stdout.readline())
    kill(process)
    assert process.wait(LONG) == -signal.SIGKILL
    assert process.stdout.read() == b""  # which ends when nobody holds the pipe any more
    for stream in (process.stdin, process.stdout):
        stream.close()
    kill(process)  # nothing happens


def test_one_that_takes_too_long_or_says_too_much_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(threading.Timer):
        """Its time is over when the child has spoken, however slowly a Python starts."""

        def run(self) -> None:
            while not (tmp_path / "spoken").exists() and not self.finished.wait(0.01):
                pass
            super().run()

    monkeypatch.setattr(child_process.threading, "Timer", Clock)
    program = "import sys, time; print('x', flush=True); open(sys.argv[1], 'w').close(); time.sleep(600)"
    late = run([sys.executable, "-c", program, str(tmp_path / "spoken")], 0.0)
    assert (late.in_time, late.output.strip()) == (False, "x") and late.status != 0
    monkeypatch.undo()
    monkeypatch.setattr(child_process, "MOST_OUTPUT", 1000)
    loud = run([sys.executable, "-c", "while True: print('x' * 100)"], LONG)
    assert loud.in_time and len(loud.output) == 1000 and loud.status != 0
