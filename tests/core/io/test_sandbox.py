"""A process under the filter reads and computes, and reaches nothing else; the child that reads pickles is one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from model_core.errors import Message
from model_core.io import sandbox

ROOT = Path(__file__).resolve().parents[3]
TRIES = """\
import json, os, socket, subprocess, sys, threading
from pathlib import Path

here = Path(sys.argv[1])
found = {}

def attempt(name, action):
    try:
        action()
        found[name] = "done"
    except OSError as error:
        found[name] = type(error).__name__

def all_of(where=""):
    attempt("socket" + where, socket.socket)
    attempt("pair" + where, socket.socketpair)
    attempt("new file" + where, lambda: (here / "new").write_text("x"))
    attempt("append" + where, lambda: open(here / "there", "a"))
    attempt("both ways" + where, lambda: open(here / "there", "r+"))
    attempt("unlink" + where, (here / "there").unlink)
    attempt("rename" + where, lambda: (here / "there").rename(here / "gone"))
    attempt("folder" + where, (here / "folder").mkdir)
    attempt("link" + where, lambda: (here / "link").symlink_to(here))
    attempt("chmod" + where, lambda: (here / "there").chmod(0o600))
    attempt("program" + where, lambda: subprocess.run([sys.executable, "--version"]))
    attempt("signal" + where, lambda: os.kill(os.getppid(), 0))
    attempt("read" + where, (here / "there").read_text)

started, go = threading.Event(), threading.Event()
def early():
    started.set()
    go.wait()
    all_of(", in a thread that was there before")
"""
OWN = """
thread = threading.Thread(target=early)
thread.start()
started.wait()
from model_core.errors import Message
from model_core.io import sandbox
assert sandbox.close()
all_of()
go.set()
thread.join()
print(json.dumps(found))
"""
READER = """
from model_core.importers import pickles
def read(path):
    all_of()
    sys.stderr.write(json.dumps(found))
    raise pickles.Refused("E-TEST", "seen")
pickles._read = read
sys.exit(pickles.main([str(here / "there")]))
"""
needed = pytest.mark.skipif(not sandbox.available(), reason="this system has no such filter")


def tried(program: str, folder: Path) -> tuple[int, str, str]:
    """What a child that ran this found."""
    (folder / "there").write_text("as it was")
    command = [sys.executable, "-c", TRIES + program, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    left = [one.name for one in folder.iterdir()]
    assert left == ["there"] and (folder / "there").read_text() == "as it was", done.stderr
    return done.returncode, done.stdout, done.stderr


@needed
def test_nothing_is_written_reached_or_started_by_any_thread(tmp_path: Path) -> None:
    status, out, _ = tried(OWN, tmp_path)
    found = json.loads(out)
    assert status == 0 and len(found) == 26
    assert {name: how for name, how in found.items() if how != "PermissionError"} == {
        name: "done" for name in found if name.startswith("read")
    }


@needed
def test_the_process_that_reads_a_pickle_is_closed_before_it_reads(tmp_path: Path) -> None:
    status, out, err = tried(READER, tmp_path)
    assert status == 2 and json.loads(out) == {"code": "E-TEST", "message": Message("seen").to_json()}
    found = json.loads(err)
    assert found.pop("read") == "done" and set(found.values()) == {"PermissionError"} and len(found) == 12


def test_without_a_filter_nothing_changes_and_that_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert not sandbox.available() and not sandbox.close()
