"""Commands that write are ended at any moment, by whatever: what they write is whole or not there."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from model_core.checkpoints import checkpoint
from model_core.checkpoints.random_models import new_folder
from model_core.errors import Refused
from model_core.importers import folder as importing
from model_core.io.safe_files import write_atomic
from model_core.io.whole_folder import whole_folder
from model_core.training.train import train
from model_core.training.train_spec import TrainSpec
from tests.support.kill_writes import COMMANDS, prepare

ROOT = Path(__file__).resolve().parents[2]
SLOW = {"import of a pickle": 5, "train": 4}
"""Commands that take seconds are killed so many times less often."""
SMALL = {"d_model": 8, "heads": 2, "d_ff": 8, "encoder_layers": 1, "decoder_layers": 1}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
@pytest.mark.usefixtures("prepared")
@pytest.mark.timeout(0)  # of its own, by how many kills there are
@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_command_leaves_a_whole_result_or_none(name: str, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """`--writes 200` for more kills of each command."""
    kills = max(2, pytestconfig.getoption("writes") // SLOW.get(name, 1))
    command = [sys.executable, "-m", "tests.support.kill_writes", str(tmp_path), name, str(kills), "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600 + 60 * kills)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["bad"] == [] and found["left"] == [] and found["kills"] == kills, found


# ---------------------------------------------------------------- folders, whatever goes wrong


def make_new(out: Path) -> None:
    new_folder(out, SMALL)


def make_import(out: Path) -> None:
    prepare(out.parents[1])
    importing.import_model(out.parents[1] / "mine.safetensors", out, importing.Options(heads=4))


@pytest.mark.usefixtures("quick_proofs")
@pytest.mark.parametrize("make", [make_new, make_import])
def test_a_full_disk_at_any_write_leaves_no_folder_and_names_the_file(
    make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, writes = tmp_path / "deep" / "model", 0
    for fails in range(1, 20):
        writes = 0

        def full(path: Path, *more: Any, last: int = fails) -> None:
            nonlocal writes
            writes += 1
            if writes == last:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            write_atomic(path, *more)

        monkeypatch.setattr(checkpoint, "write_atomic", full)
        try:
            make(out)
        except OSError as error:
            assert not out.parent.exists(), "the folder that was made on the way is gone too"
            assert Path(error.filename).parent == out
        else:
            break
    assert writes == fails - 1 >= 3 and (out / "spec.json").is_file() and len(list(out.parent.iterdir())) == 1


def test_an_import_that_fails_in_its_proofs_has_written_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal says that nothing was written."""

    def broken(*_: object) -> None:
        raise Refused("E-TEST", "the proofs ended")

    monkeypatch.setattr(importing, "prove", broken)
    with pytest.raises(Refused, match="the proofs ended"):
        make_import(tmp_path / "deep" / "model")
    assert not (tmp_path / "deep").exists()


def test_a_refused_training_makes_no_folder(tmp_path: Path) -> None:
    data = tmp_path / "none.tsv"
    data.write_text("no tab here\n")
    with pytest.raises(Refused):
        list(train(TrainSpec(out=str(tmp_path / "out"), data=(str(data),), valid=str(data))))
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
@pytest.mark.usefixtures("prepared")
def test_a_regular_end_removes_unfinished_files(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys, torch\n"
        "from model_core.checkpoints import checkpoint\n"
        "checkpoint.write_atomic = lambda *_: os.kill(os.getpid(), signal.SIGTERM)\n"
        "from viz_app.cli import main\n"
        "sys.exit(main(['new', '--out', sys.argv[1]]))\n"
    )
    out = tmp_path / "there" / "deep" / "model"
    out.parents[1].mkdir()
    done = subprocess.run([sys.executable, "-c", program, str(out)], cwd=ROOT, capture_output=True, timeout=600)
    assert done.returncode == 128 + signal.SIGTERM and done.stderr == b""
    assert list(out.parents[1].iterdir()) == []


def test_a_folder_that_filled_meanwhile_is_not_touched(tmp_path: Path) -> None:
    out = tmp_path / "there" / "model"
    with pytest.raises(OSError, match="not empty"), whole_folder(out) as place:
        (place / "mine").write_text("new")
        out.mkdir()
        (out / "theirs").write_text("old")
    assert [one.name for one in out.iterdir()] == ["theirs"] and list(out.parent.iterdir()) == [out]


def test_an_empty_folder_is_filled_and_another_machines_work_left_alone(tmp_path: Path) -> None:
    out, theirs = tmp_path / "there" / "model", tmp_path / "there" / ".model.00000000-1-abc"
    theirs.mkdir(parents=True)
    out.mkdir()
    with whole_folder(out) as place:
        (place / "mine").write_text("new")
    assert sorted(one.name for one in out.parent.iterdir()) == [theirs.name, "model"]
    assert (out / "mine").read_text() == "new"
