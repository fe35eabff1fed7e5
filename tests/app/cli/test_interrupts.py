"""Ctrl+C at every moment of the start, as a terminal sends it: to the window and to what it has started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.daily import share
from viz_app.cli import main
from viz_app.cli.output import Output
from viz_app.system.interrupts import ending_cleanly

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """\
import os, sys
from viz_app.cli import program

def at(name):
    print(name, flush=True)
    sys.stdin.readline()

def stopping(owner, name):
    real = getattr(owner, name)
    def call(*rest, **more):
        if MOMENT == name:
            at(name)
        return real(*rest, **more)
    setattr(owner, name, call)

MOMENT = sys.argv[1]
stopping(program.engine_process, "start_process")
stopping(program, "application")
real_build = program.Program._steps
def steps(self, options):
    for number, step in enumerate(real_build(self, options)):
        if MOMENT == f"step {number}":
            at(MOMENT)
        yield step
program.Program._steps = steps
stopping(program.Program, "run")
from viz_app.cli import main
sys.exit(main([]))
"""
WAITING = 900.0
"""Seconds of processor time that a start never takes."""
BUSY = 0.1
"""Seconds of processor time that a program and its engine use in a second in which they do not just wait: a text cursor
blinks all the time."""
MOMENTS = ("start_process", "application", "run", "step 0", "step 1", "step 2", "step 4")


def started(words: list[str], home: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HEADSCOPE_HOME": str(home), "OMP_NUM_THREADS": "1"}
    environment["PYTHONPATH"] = str(ROOT)
    return subprocess.Popen(
        words,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """How it ended after Ctrl+C; one that does not end is killed and fails the test."""
    try:
        _, said = process.communicate(b"\n", timeout=600)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise AssertionError("Ctrl+C was lost: the window stayed open") from None
    return process.returncode, said.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("kind", "moment"),
    [*((signal.SIGINT, moment) for moment in MOMENTS), (signal.SIGTERM, "application"), (signal.SIGTERM, "step 2")],
)
@pytest.mark.share(2)
def test_a_signal_at_this_moment_of_the_start_closes_the_window(kind: int, moment: str, tmp_path: Path) -> None:
    process = started([sys.executable, "-c", PROGRAM, moment], tmp_path)
    assert process.stdout is not None
    reached = process.stdout.readline().decode().strip()
    os.killpg(process.pid, kind)
    assert (reached, *ended(process)) == (moment, 0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_the_engine_does_not_hear_ctrl_c_while_its_python_starts(tmp_path: Path) -> None:
    """It belongs to another process group: what a terminal sends goes to the window alone."""
    program = """\
import os, sys
from viz_app.system.engine_process import end_process, start_process
engine = start_process()
print(os.getpgid(engine.pid) == os.getpgid(0), flush=True)
end_process(engine)
"""
    process = started([sys.executable, "-c", program], tmp_path)
    out, _ = process.communicate(timeout=600)
    assert out.decode().strip() == "False"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("kind", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_picture_is_stopped_once_qt_is_loaded(kind: int, code: int, tmp_path: Path) -> None:
    """An exception while Qt is being loaded aborts the program."""
    program = """\
import signal, sys
class Press:
    def find_spec(self, name, path=None, target=None):
        if name == "PySide6.QtCore":
            signal.raise_signal(int(sys.argv[1]))
sys.meta_path.insert(0, Press())
signal.signal(signal.SIGINT, signal.default_int_handler)
from viz_app.cli import main
try:
    code = main(["render", "--view", "attention", "--source", "a", "--out", sys.argv[2]])
except SystemExit as ended:
    code = ended.code
print(code, "PySide6.QtWidgets" in sys.modules)
"""
    process = started([sys.executable, "-c", program, str(int(kind)), str(tmp_path / "a.png")], tmp_path)
    out, _ = process.communicate(timeout=600)
    assert out.decode().split() == [str(code), "True"]
    assert not (tmp_path / "a.png").exists()


def processor_time(program: psutil.Process, *, with_engine: bool) -> float:
    """Seconds that it has used, and its engine."""
    found = 0.0
    for one in (program, *(program.children() if with_engine else ())):
        with contextlib.suppress(psutil.NoSuchProcess):
            found += sum(one.cpu_times()[:2])
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("after", [WAITING, *share([0.12, 0.16, 0.22, 0.3, 0.45], 2)])
def test_ctrl_c_some_time_after_the_start(after: float, tmp_path: Path) -> None:
    """The program as users start it, whatever it is doing when it has used that much processor time, which leaves out
    the start of Python itself on a busy machine; the last time, without docstrings and assertions, when it waits: when
    neither it nor its engine did anything for a second."""
    process = started([sys.executable, *(["-OO"] if after == WAITING else []), str(ROOT / "main.py")], tmp_path)
    used, before, until = 0.0, 0.0, time.monotonic() + 8
    while used < after and time.monotonic() < until:
        time.sleep(0.05 if after == WAITING else 0.005)
        used = processor_time(psutil.Process(process.pid), with_engine=after == WAITING)
        if used > before + (BUSY if after == WAITING else 0):
            before, until = used, time.monotonic() + (1 if after == WAITING else 8)
    os.killpg(process.pid, signal.SIGINT)
    code, said = ended(process)
    if code == -signal.SIGINT or ("site" in said and "main.py" not in said):
        pytest.skip("Python itself was not up yet")
    assert (code, said) in [(0, ""), (130, ""), (130, "headscope: stopped\n")]


@pytest.mark.parametrize(("number", "kind"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)])
def test_what_python_loses_of_an_interrupt_comes_again(number: int, kind: type[BaseException], capfd) -> None:
    """As in the middle of an import, whose callbacks cannot end anything: the command went on to its end."""

    class Ending:
        def __del__(self) -> None:
            signal.raise_signal(number)
            for _ in range(3):  # the handler is called between two of these
                pass

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a suite that runs in the background
    began = time.monotonic()
    try:
        with pytest.raises(kind) as end, ending_cleanly():
            ending = Ending()
            del ending
            time.sleep(60)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() < began + 50, "in the middle of a call that waits"
    assert getattr(end.value, "code", 143) == 143
    assert capfd.readouterr().err == ""


def test_any_other_lost_exception_is_reported_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(str(lost.exc_value)))

    class Ending:
        def __del__(self) -> None:
            raise ValueError("lost")

    with ending_cleanly():
        Ending()
    assert told == ["lost"]


@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["", "json"])
def test_ctrl_c_after_the_result_does_not_change_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_json: list[str]
) -> None:
    """The model was saved and its folder reported, and the command said that it had been stopped."""
    reported = Output.result

    def too_late(own: Output, text: str | None, **values: Any) -> None:
        reported(own, text, **values)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Output, "result", too_late)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a suite that runs in the background
    try:
        assert main(["new", "--out", str(tmp_path / "new"), "--set", "d_model=16", "--set", "heads=2", *as_json]) == 0
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
