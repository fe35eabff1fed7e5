"""Outputs that grow are written by one program at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path

import pytest

from model_core.errors import Refused
from model_core.io import one_writer
from model_core.io.one_writer import only_writer
from tests.support.program import ROOT, Run, environment, refused
from viz_app.cli import claim

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such locks there")

HOLDS = """
import sys
from pathlib import Path
from model_core.io.one_writer import only_writer
with only_writer(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Temporary files of this test's own, and no patience."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(one_writer, "PATIENCE", 0.0)


def holder(out: Path) -> subprocess.Popen[str]:
    """A program that writes there, until its input ends."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    command = [sys.executable, "-c", HOLDS, str(out)]
    program = subprocess.Popen(command, cwd=ROOT, env=environment(), text=True, **pipes)
    assert program.stdout is not None and program.stdout.readline() == "held\n"
    return program


def test_a_second_program_is_refused_until_the_first_has_ended(run: Run, tmp_path: Path) -> None:
    """A table that two wrote had its rows twice; also under another name of the same place, and after a kill."""
    (tmp_path / "link").symlink_to(tmp_path)
    words = ("sweep", "--model", "reverse", "--source", "3 1", "--out")
    with holder(tmp_path / "x.csv") as program:
        refused(run(*words, tmp_path / "link" / "x.csv"), "another headscope is writing to x.csv")
        assert not (tmp_path / "x.csv").exists()
        assert run(*words, tmp_path / "y.csv")[0] == 0, "another output"
        program.send_signal(signal.SIGKILL)
        program.wait()
    assert run(*words, tmp_path / "x.csv")[0] == 0
    assert not os.listdir(tmp_path / "temporary"), "nothing is left"


def test_processes_of_torchrun_keep_each_other_out_of_what_they_do_not_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANK", "1")
    options = Namespace(out=str(tmp_path / "x.tsv"))
    with claim("sweep", options), claim("sweep", options):
        pass
    with claim("distil", options), pytest.raises(Refused) as found, claim("distil", options):
        pass
    assert found.value.code == "E-OUT-BUSY"


def test_a_process_that_cannot_claim_still_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with only_writer(tmp_path / "x"), only_writer(tmp_path / "x"):
        pass


def test_the_claim_is_given_up_after_an_exception(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), only_writer(tmp_path / "x"):
        raise ZeroDivisionError
    with only_writer(tmp_path / "x"), pytest.raises(Refused) as found, only_writer(tmp_path / "x"):
        pass
    assert found.value.code == "E-OUT-BUSY"
