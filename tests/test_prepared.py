"""tests/support/prepared.py: a fork of the prepared process is the program that was asked for."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt another's children"),
    pytest.mark.usefixtures("prepared"),
]

LOOK = """
import json, os, sys
print(json.dumps({
    "argv": sys.argv, "cwd": os.getcwd(), "word": os.environ.get("WORD"), "name": __name__, "group": os.getpgrp(),
    "session": os.getsid(0), "first": sys.path[0], "parent": os.getppid(), "torch": "torch" in sys.modules,
    "read": sys.stdin.read(), "open": sorted(os.listdir("/proc/self/fd"))[3:-1], "threads": os.environ.get("N"),
}))
print("ñ to the other one", file=sys.stderr)
sys.exit(7)
"""


def look(folder: Path, *command: str, **more: str) -> tuple[dict, subprocess.CompletedProcess[str]]:
    """What a program that runs LOOK found around itself."""
    env = {**os.environ, "WORD": "el niño", **more}
    line = [sys.executable, *command]
    done = subprocess.run(line, cwd=folder, env=env, input="typed", capture_output=True, encoding="utf-8", timeout=600)
    assert done.stdout, done.stderr
    return json.loads(done.stdout), done


def test_a_fork_has_the_words_folder_environment_streams_and_exit_code_asked_for(tmp_path: Path) -> None:
    found, done = look(tmp_path, "-c", LOOK, "one", "two words")
    assert found["torch"], "otherwise this is not a fork"
    assert (found["argv"], found["name"], found["read"]) == (["-c", "one", "two words"], "__main__", "typed")
    assert (found["cwd"], found["word"], found["first"]) == (str(tmp_path), "el niño", "")
    assert (found["parent"], found["group"]) == (os.getpid(), os.getpgrp())
    assert found["open"] == []
    assert (done.returncode, done.stderr) == (7, "ñ to the other one\n")


def test_a_file_and_a_module_run_as_the_main_program(tmp_path: Path) -> None:
    (tmp_path / "looks.py").write_text(LOOK, encoding="utf-8")
    file, _ = look(ROOT, str(tmp_path / "looks.py"), "x")
    module, _ = look(tmp_path, "-m", "looks", "x")
    elsewhere, _ = look(ROOT, "-m", "looks", PYTHONPATH=str(tmp_path))
    assert file["torch"] and module["torch"] and elsewhere["torch"]
    assert file["name"] == module["name"] == "__main__"
    assert (file["argv"], file["first"]) == ([str(tmp_path / "looks.py"), "x"], str(tmp_path))
    assert (module["argv"], module["first"]) == ([str(tmp_path / "looks.py"), "x"], str(tmp_path))


def test_safe_path_leaves_the_present_folder_out(tmp_path: Path) -> None:
    found, _ = look(tmp_path, "-P", "-c", LOOK)
    assert found["torch"] and found["first"] not in ("", str(tmp_path))


def test_a_fork_is_a_child_that_can_be_talked_to_and_killed_alone() -> None:
    program = "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen([sys.executable, "-c", program], start_new_session=True, **pipes) as child:
        child.stdin.write("hello\n")
        assert child.stdout.readline() == "HELLO\n"
        assert child.pid in [one.pid for one in psutil.Process().children()]
        assert os.getpgid(child.pid) == child.pid, "the leader of a session of its own"
        child.kill()
        assert child.wait(600) == -signal.SIGKILL
    found, _ = look(ROOT, "-c", LOOK)
    assert found["torch"], "the process that forks lives on"


def test_a_failure_ends_with_one_and_a_traceback_and_an_interrupt_interrupts() -> None:
    done = subprocess.run([sys.executable, "-c", "1 / 0"], capture_output=True, text=True)
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    program = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(600)"
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "KeyboardInterrupt" in done.stderr and time.monotonic() - started < 500


def test_at_its_end_threads_are_waited_for_and_handlers_run_and_what_was_written_is_there() -> None:
    program = (
        "import atexit, sys, threading, time\n"
        "atexit.register(lambda: print('the end'))\n"
        "threading.Thread(target=lambda: (time.sleep(0.05), print('a thread'))).start()\n"
        "print('written')\n"
        "sys.exit({code})\n"
    )
    for code, status, said in (("None", 0, ""), ("9", 9, ""), ("'no'", 1, "no\n"), ("300", 300 % 256, "")):
        line = [sys.executable, "-c", program.format(code=code)]
        done = subprocess.run(line, capture_output=True, text=True, timeout=600)
        assert (done.returncode, done.stdout, done.stderr) == (status, "written\na thread\nthe end\n", said)


def test_orphans_of_the_tests_own_programs_are_not_adopted() -> None:
    """Only what the prepared process forks becomes a child of the tests' process."""
    program = (
        "import os, subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(20)'],"
    )
    program += " stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).pid)"
    pid = int(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout)
    assert psutil.Process(pid).ppid() != os.getpid()
    os.kill(pid, signal.SIGKILL)


def test_what_a_fork_starts_is_forked_where_it_asks_for_that() -> None:
    """Its children are its own, have its streams and its group, and the copy that forks them ends with it."""
    program = f"""
import os, signal, subprocess, sys
from tests.support.prepared import spare
spare()
line = [sys.executable, "-c", {LOOK!r}]
done = subprocess.run(line, input="typed", capture_output=True, text=True)
assert done.returncode == 7, done.stderr
print(done.stdout.strip())
with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
    child.kill()
    assert child.wait() == -signal.SIGKILL
print(os.getpid(), os.getpgrp(), *open(f"/proc/self/task/{{os.getpid()}}/children").read().split())
"""
    line = [sys.executable, "-c", program]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, start_new_session=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found, (parent, group, *left) = (
        json.loads(done.stdout.splitlines()[0]),
        map(int, done.stdout.split("\n")[1].split()),
    )
    assert found["torch"] and found["read"] == "typed" and found["open"] == []
    assert (found["parent"], found["group"]) == (parent, group) and parent == group != os.getpgrp()
    assert len(left) == 1, "the copy"
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(left[0]).wait(600)


@pytest.mark.parametrize("words", [["-S", "-c", "pass"], ["-c", "import os; os.fstat(int(os.environ['FD']))"], []])
def test_what_a_fork_cannot_be_starts_as_always(words: list[str]) -> None:
    """An option that a running interpreter cannot follow, descriptors that are handed on, another program."""
    from tests.support.prepared import understood

    with open(__file__, "rb") as file:
        command = [sys.executable, *words] if words else ["true"]
        more = {"pass_fds": [file.fileno()]} if "FD" in str(words) else {}
        done = subprocess.run(command, env={**os.environ, "FD": str(file.fileno())}, **more)
    assert done.returncode == 0
    assert understood(command) is bool(more)
