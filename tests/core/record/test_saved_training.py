"""A training that is saved for others, and those that come with the program."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from model_core.checkpoints.folder import folder_hash
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io import resources
from model_core.record.run_spec import RunSpec
from model_core.record.saved_training import _condensed_log, evenly_spaced, main, save_training
from model_core.record.training_log import (
    LOG,
    SnapshotPlace,
    TrainEvent,
    event_line,
    read_log,
    read_training,
    snapshots,
)
from model_core.training.train import RESUME, train
from model_core.training.train_spec import TrainSpec, toy_settings
from tests.core.training.test_train import corpus

LARGEST = {"reverse": 2_000_000, "english-spanish": 12_000_000}
"""Bytes of the bundled trainings."""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    list(train(TrainSpec(**{**toy_settings("copy"), "out": str(folder), "steps": 140, "stop_at": 0.0})))
    return folder


def test_a_saved_training_reads_the_same_without_its_resume_files(trained: Path, tmp_path: Path) -> None:
    with (trained / LOG).open("ab") as file:
        file.write(b'{"kind": "st')
    kept = save_training(trained, tmp_path / "own")
    steps = [0, 1, 2, 4, 8, 16, 32, 64, 96, 128, 140]
    assert [one.step for one in kept] == [one.step for one in snapshots(trained)] == steps
    done = read_log(tmp_path / "own").events[-1]
    assert done.kind == "done" and "140 updates" in done.message and "--steps" not in done.message
    assert read_training(tmp_path / "own").title == "Copy digits"
    assert not (tmp_path / "own" / RESUME).exists()
    one, other = (Engine().snapshots(place, "3 1 4") for place in (trained, tmp_path / "own"))
    assert [reading.text for reading in one.readings] == [reading.text for reading in other.readings]
    with pytest.raises(Refused, match="not empty"):
        save_training(trained, tmp_path / "own")


def test_few_snapshots_are_the_first_the_last_and_those_between(trained: Path, tmp_path: Path, capsys) -> None:
    assert main([str(trained), str(tmp_path / "own"), "5"]) == 0
    steps = [one.step for one in snapshots(tmp_path / "own")]
    assert len(steps) == 5 and steps[0] == 0 and steps[-1] == 140 and steps == sorted(set(steps))
    assert "5 snapshots, at 0, " in capsys.readouterr().out


@pytest.mark.parametrize("most", [1, 2, 3, 7, 19, 20, 21])
def test_so_many_are_chosen_each_once(most: int) -> None:
    places = tuple(SnapshotPlace(step, "") for step in (0, 1, 2, 4, 8, 16, *range(32, 480, 32)))
    chosen = evenly_spaced(places, most)
    assert len(chosen) == min(most, len(places)) == len(set(chosen)) and chosen[0].step == 0
    assert most == 1 or chosen[-1] == places[-1]


def test_no_path_of_this_machine_is_saved(tmp_path: Path) -> None:
    teacher = corpus(tmp_path, steps=1)
    list(train(teacher))
    more: dict[str, Any] = {"teachers": (teacher.out,), "soft": 0.5, "tokenizer": teacher.out, "snapshots": 40}
    list(train(corpus(tmp_path, out=str(tmp_path / "own"), **more)))
    save_training(tmp_path / "own", tmp_path / "saved")
    settings = read_training(tmp_path / "saved").settings
    assert (settings["data"], settings["valid"]) == (["train.tsv"], "valid.tsv")
    assert (settings["teachers"], settings["tokenizer"]) == (["out"], "out")
    for file in (tmp_path / "saved").rglob("*.json*"):
        assert str(tmp_path) not in file.read_text("utf-8")


def test_a_long_curve_is_thinned_and_nothing_else(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("model_core.record.saved_training.REPORTS", 3)
    save_training(trained, tmp_path / "saved")
    whole, kept = ([one.kind for one in read_log(place).events] for place in (trained, tmp_path / "saved"))
    assert whole.count("step") > 3 >= kept.count("step") > 0
    assert [kind for kind in kept if kind != "step"] == [kind for kind in whole if kind != "step"]


@pytest.mark.parametrize("count", [0, 1, 4, 5, 9, 10, 11, 999])
def test_a_thinned_curve_keeps_steps_at_equal_distances(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("model_core.record.saved_training.REPORTS", 5)
    (tmp_path / "log").write_bytes(b"".join(event_line(TrainEvent("step", step, 0, 0.0)) for step in range(count)))
    kept = [json.loads(line)["step"] for line in _condensed_log(tmp_path / "log").splitlines()]
    assert kept[:1] == [0][:count] and len({later - one for one, later in pairwise(kept)}) <= 1
    assert len(kept) == count if count <= 5 else 2 < len(kept) <= 5


def test_what_is_no_training_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="not a training folder"):
        save_training(tmp_path, tmp_path / "out")


@pytest.mark.parametrize("name", resources.trainings())
def test_the_bundled_trainings_show_heads_form(name: str) -> None:
    folder = resources.training(name)
    assert folder is not None and read_training(name).title
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    assert size <= LARGEST[name]
    events = [event for event in read_log(folder).events if event.kind == "snapshot"]
    assert {one.step for one in snapshots(folder)} <= {event.step for event in events}
    assert json.loads((folder / "training.json").read_text("utf-8"))["settings"]["out"] == ""
    assert read_log(folder).events[-1].kind == "done"


def test_the_bundled_head_that_reverses_forms_before_the_texts_are_right() -> None:
    found = Engine().snapshots("reverse", "3 1 4 1 5 9", links=tuple((5 - row, row) for row in range(6)))
    place = found.measure_names["cross"].index("gold")
    gold = [reading.measures["cross"][0, 0, place] for reading in found.readings]
    texts = [reading.text for reading in found.readings]
    assert gold[0] < 0.3 and gold[-1] > 0.6 and found.readings[-1].names["cross"] == ("anti-diagonal",)
    assert texts[0] != "9 5 1 4 1 3" == texts[-1]
    assert gold[texts.index("9 5 1 4 1 3")] > 0.4


def test_the_bundled_training_of_texts_learns_a_language_word_by_word() -> None:
    found = Engine().snapshots("english-spanish", "The white house is very old.")
    assert len(found.readings) >= 8 and found.lost == ()
    last = found.readings[-1]
    assert last.text.startswith("La casa") and last.text.endswith(".") and found.readings[0].text != last.text
    breadths = [reading.measures["cross"][:, :, found.measure_names["cross"].index("breadth")].mean()
                for reading in found.readings]  # fmt: skip
    assert breadths[0] > 0.85 and breadths[-1] < 0.7, "even rows at first, narrow ones in the end"


def test_a_bundled_snapshot_has_a_name_that_is_found_on_any_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = resources.folder() / "trainings" / "reverse" / "snapshots" / "64"
    assert resources.snapshot_name(str(folder)) == "reverse/snapshots/64"
    monkeypatch.chdir(resources.folder())
    assert resources.snapshot_name("trainings/reverse/snapshots/64") == "reverse/snapshots/64"
    assert resources.snapshot_name("reverse/snapshots/64") == "reverse/snapshots/64"
    assert resources.bundled("reverse/snapshots/64") == folder
    trace = Engine().trace(RunSpec(model="reverse/snapshots/64", source=("2 7 1 8",)))
    assert trace.model.hash == folder_hash(folder)
    for strange in ("reverse/snapshots/65", "reverse/snapshots/..", "none/snapshots/64", "../trainings/reverse"):
        assert resources.bundled(strange) is None
    assert resources.snapshot_name("/elsewhere/snapshots/64") == "/elsewhere/snapshots/64"
    assert resources.snapshot_name(str(folder.parent)) == str(folder.parent)
