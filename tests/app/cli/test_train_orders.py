"""A training as the window starts it: the same as the command's, ordered through its standard input."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from model_core.checkpoints.checkpoint import load_model
from model_core.io.child_process import GO_ON, PAUSE, STOP, Orders, child_command, kill, start
from model_core.record.training_log import TrainEvent, read_log, snapshots
from model_core.training.train import RESUME, train
from model_core.training.train_spec import TrainSpec, toy_settings
from tests.support.held_training import held
from viz_app.cli import parser
from viz_app.cli.training import train_spec
from viz_app.system.child_job import job_command
from viz_app.system.job_events import NoteEvent, RefusalEvent, ResultEvent, from_line

resource: Any = pytest.importorskip("resource")
pytestmark = [pytest.mark.usefixtures("prepared"), pytest.mark.skipif(sys.platform == "win32", reason="POSIX")]

ROOM = 60_000
"""Bytes of a file on a disk that gets full."""
LINE = ["train", "--task", "copy", "--set", "model.d_model=16", "--set", "stop_at=0", "--set", "batch_tokens=100"]

Started = subprocess.Popen[bytes]


@pytest.fixture
def started() -> Iterator[Callable[..., Started]]:
    """Starts a training as the window does; it is ended with the test. One with a gate does no more than 180 updates
    before that file is there."""
    programs: list[Started] = []

    def begin(*more: str | Path, gate: Path | None = None) -> Started:
        line = [*LINE, *map(str, more)]
        held_line = gate and child_command("tests.support.held_training", held(180, gate, [*line, "--json"]))
        programs.append(start(held_line or job_command(line)))
        return programs[-1]

    yield begin
    for program in programs:
        kill(program)
        program.wait()
        for stream in (program.stdin, program.stdout):
            assert stream is not None
            stream.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training of 200 updates that nothing happened to."""
    out = tmp_path_factory.mktemp("undisturbed") / "toy"
    list(train(train_spec(parser().parse_args([*LINE, "--steps", "200", "--out", str(out)]))))
    return out


def order(program: Started, what: bytes) -> None:
    assert program.stdin is not None
    program.stdin.write(what)
    program.stdin.flush()


def until(out: Path, wanted: Callable[[list[TrainEvent]], bool], seconds: float = 600.0) -> list[TrainEvent]:
    """The log, once it says what is wanted."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if wanted(found := list(read_log(out).events)):
            return found
        time.sleep(0.02)
    raise AssertionError(f"not in {seconds} s: {[one.kind for one in read_log(out).events]}")


def told(program: Started) -> list[object]:
    assert program.stdout is not None
    return [from_line(line.decode()) for line in program.stdout.read().splitlines()]


def test_the_windows_training_is_the_commands(started: Callable[..., Started], tmp_path: Path) -> None:
    """Bit for bit: weights, averages, moments and every snapshot."""
    program = started("--steps", "70", "--out", tmp_path / "window")
    events = told(program)
    assert program.wait() == 0
    spec = train_spec(parser().parse_args([*LINE, "--steps", "70", "--out", str(tmp_path / "command")]))
    assert spec == TrainSpec(**{**toy_settings("copy"), "out": str(tmp_path / "command"), "steps": 70, "stop_at": 0.0,
                                "model": {"d_model": 16}, "batch_tokens": 100})  # fmt: skip
    list(train(spec))
    one, other = (load_file(tmp_path / name / RESUME) for name in ("window", "command"))
    assert [name for name in one if not torch.equal(one[name], other[name])] == []
    for ours, theirs in zip(*(snapshots(tmp_path / name) for name in ("window", "command")), strict=True):
        weights = [(Path(place.folder) / "model.safetensors").read_bytes() for place in (ours, theirs)]
        assert ours.step == theirs.step and weights[0] == weights[1]
    result = events[-1]
    assert isinstance(result, ResultEvent) and result.values["step"] == 70 and "--updates 140" in result.values["said"]
    notes = [one.values for one in events if isinstance(one, NoteEvent)]
    assert [one["step"] for one in notes if one["kind"] == "snapshot"] == [one.step for one in snapshots(spec.out)]


def test_it_pauses_continues_and_stops_on_command(started: Callable[..., Started], tmp_path: Path) -> None:
    out = tmp_path / "toy"
    program = started("--steps", "100000", "--out", out)
    until(out, lambda found: any(one.kind == "step" for one in found))
    order(program, PAUSE)
    found = until(out, lambda found: found[-1].kind == "paused")
    time.sleep(0.3)
    assert list(read_log(out).events) == found, "nothing is done meanwhile"
    order(program, GO_ON)
    until(out, lambda now: len(now) > len(found) and now[-1].kind == "step")
    order(program, STOP)
    events = told(program)
    assert program.wait() == 128 + 15
    assert isinstance(events[-1], RefusalEvent) and events[-1].code == "E-STOPPED"
    assert next(one.kind for one in reversed(read_log(out).events)) == "stopped"


def test_a_training_saves_itself_when_its_window_has_closed(started: Callable[..., Started], tmp_path: Path) -> None:
    out = tmp_path / "toy"
    program = started("--steps", "100000", "--set", "checkpoint_every=1000", "--out", out)
    until(out, lambda found: any(one.kind == "step" and one.step > 3 for one in found))
    assert program.stdin is not None
    program.stdin.close()
    program.wait(timeout=600)
    last = read_log(out).events[-1]
    assert last.kind == "stopped"
    spec = train_spec(parser().parse_args([*LINE, "--steps", "100000", "--out", str(out)]))
    assert next(iter(train(spec))).step == last.step


def test_kill_9_costs_the_last_seconds_and_nothing_else(
    started: Callable[..., Started], tmp_path: Path, undisturbed: Path
) -> None:
    """What comes out after going on is what an undisturbed training gives, bit for bit, snapshots included."""
    out = tmp_path / "toy"
    program = started("--steps", "200", "--set", "checkpoint_every=0.05", "--out", out, gate=tmp_path / "never")
    until(out, lambda found: any(one.step > 40 for one in found))
    kill(program)
    program.wait()
    killed_at = read_log(out).events[-1].step
    assert 40 < killed_at < 200
    list(train(train_spec(parser().parse_args([*LINE, "--steps", "200", "--out", str(out)]))))
    one, other = (load_file(folder / RESUME) for folder in (out, undisturbed))
    assert [name for name in one if not torch.equal(one[name], other[name])] == []
    ours, theirs = ({place.step: Path(place.folder) / "model.safetensors" for place in snapshots(folder)}
                    for folder in (out, undisturbed))  # fmt: skip
    assert ours.keys() == theirs.keys()
    assert [step for step in ours if ours[step].read_bytes() != theirs[step].read_bytes()] == []


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="Linux")
def test_a_full_disk_loses_only_the_last_seconds(
    started: Callable[..., Started], tmp_path: Path, undisturbed: Path
) -> None:
    """From some update on no file may become larger than a part of a checkpoint."""
    out, gate = tmp_path / "toy", tmp_path / "go on"
    more = ["--steps", "200", "--set", "checkpoint_every=0.01", "--set", "snapshots=6"]
    program = started(*more, "--out", out, gate=gate)
    until(out, lambda found: bool(found) and found[-1].step > 40 and (out / RESUME).is_file())
    resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (ROOM, ROOM))
    gate.touch()
    refusal = told(program)[-1]
    assert program.wait() == 2
    assert isinstance(refusal, RefusalEvent) and refusal.code == "E-SAVE-FULL"
    left = snapshots(out)
    assert f"the snapshots up to update {left[-1].step} are complete" in refusal.message and left[-1].step >= 32
    assert "the disk is full" in refusal.message and all(load_model(one.folder) for one in left)
    spec = train_spec(parser().parse_args([*LINE, *more, "--out", str(out)]))
    events = list(train(spec))
    assert 0 < events[0].step < events[-1].step == 200, "it goes on from where it was saved"
    one, other = load_file(out / RESUME), load_file(undisturbed / RESUME)
    assert [name for name in one if not torch.equal(one[name], other[name])] == []


def test_a_rate_that_is_too_high_ends_with_words_and_the_last_good_snapshot(
    started: Callable[..., Started], tmp_path: Path
) -> None:
    """At this rate every update multiplies the weights by -9, until they are no numbers any more."""
    out = tmp_path / "toy"
    program = started("--steps", "300", "--set", "rate=10", "--set", "weight_decay=1", "--out", out)
    refusal = told(program)[-1]
    assert program.wait() == 2 and isinstance(refusal, RefusalEvent) and refusal.code == "E-TRAIN-DIVERGED"
    assert "not finite" in refusal.message and "lower rate" in refusal.message
    last = list(read_log(out).events)[-1]
    left = snapshots(out)
    assert last.kind == "failed" and f"The model of update {left[-1].step} is kept" in last.message
    assert 0 < left[-1].step <= last.step
    assert all(p.isfinite().all() for p in load_model(left[-1].folder).model.parameters())
    assert not (out / RESUME).exists(), "nothing goes on from weights that are ruined"
    gentle = {**toy_settings("copy"), "start": left[1].folder, "rate": 1e-3, "model": {}, "steps": 3, "stop_at": 0.0}
    events = list(train(TrainSpec(**{**gentle, "out": str(tmp_path / "on")})))
    assert events[-1].kind == "done", "a snapshot of it can be gone on from"


def test_a_process_that_is_no_child_of_ours_gets_no_orders() -> None:
    orders = Orders.of_parent()
    assert not orders.stop and not orders.pause
