"""What a training leaves for others while it runs: log, snapshots, what was reached; and how it is paused and ended."""

from __future__ import annotations

import errno
import itertools
import json
import math
import os
import shutil
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from model_core.checkpoints.checkpoint import load_model
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.record.training_log import (
    LOG,
    SNAPSHOTS,
    TrainEvent,
    effective,
    read_log,
    read_training,
    snapshots,
)
from model_core.training.datasets import training_data_for
from model_core.training.running import clock as clock_module
from model_core.training.running.clock import closing_message
from model_core.training.running.training_folder import TrainingFolder
from model_core.training.schedule import GAP, is_snapshot_step, snapshot_steps
from model_core.training.teacher_forcing import Learner, collate
from model_core.training.train import RESUME, Training, train
from model_core.training.train_spec import TrainSpec
from model_core.transformer.hooks import recording
from tests.core.training.test_train import after, corpus, kinds, place_of, tensors_of, toy

pytestmark = pytest.mark.usefixtures("short_epochs")


def watched(out: Path, **changes: Any) -> TrainSpec:
    """A toy training with its snapshots."""
    return toy(out, snapshots=40, **changes)


def different(one: Path, other: Path) -> list[str]:
    """Names of the tensors of two checkpoints that are not the same, bit for bit."""
    first, second = tensors_of(one), tensors_of(other)
    assert first.keys() == second.keys()
    return [name for name in first if not torch.equal(first[name], second[name])]


def logged(folder: Path) -> list[TrainEvent]:
    return list(read_log(folder).events)


# ---------------------------------------------------------------- which snapshots are kept


@pytest.mark.parametrize("most", [1, 2, 3, 8, 14, 40])
def test_snapshots_are_close_together_first_and_few_at_every_moment(most: int) -> None:
    kept: list[int] = []
    for step in range(3000):
        assert is_snapshot_step(step, most) == (step in snapshot_steps(step, most))
        if is_snapshot_step(step, most):
            now = snapshot_steps(step, most)
            assert now[-1] == step and len(now) <= most and (step == 0 or most == 1 or now[0] == 0)
            assert set(now) - {step} <= set(kept), "what was thinned out does not come back"
            kept = now
    if most >= 14:
        assert {0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048} <= set(kept)
    gaps = {b - a for a, b in itertools.pairwise(step for step in kept if step >= 512)} if most == 40 else {GAP}
    assert all(gap % GAP == 0 for gap in gaps) and len(gaps) == 1, "and even afterwards"


def test_without_snapshots_there_is_no_folder(tmp_path: Path) -> None:
    events = list(train(toy(tmp_path)))
    assert "snapshot" not in {event.kind for event in events} and not (tmp_path / SNAPSHOTS).exists()
    assert snapshot_steps(100, 0) == [] and not is_snapshot_step(0, 0)


@pytest.mark.skipif(os.name == "nt", reason="a folder with an open file cannot be removed there")
def test_a_folder_on_a_missing_disk_is_not_created(tmp_path: Path) -> None:
    mount = tmp_path / "mount"
    running = train(toy(mount / "mine" / "run", steps=20, validate_steps=10))
    assert next(running).kind == "start"
    shutil.rmtree(mount)
    with pytest.raises(OSError, match="No such file"):
        list(running)
    assert not mount.exists()


def test_all_snapshots_together_hold_their_size(tmp_path: Path) -> None:
    spec = watched(tmp_path, steps=70, snapshot_megabytes=0.1)
    training = Training(spec, training_data_for(spec))
    size = 2 * training.model.parameter_count()
    list(train(spec))
    found = snapshots(tmp_path)
    assert 3 <= len(found) <= 0.1e6 / size + 1 and found[-1].step == 70
    assert sum(one.bytes for one in found[:-1]) <= 0.1e6
    shared = {(Path(one.folder) / "tokenizer.json").stat().st_ino for one in found}
    assert len(shared) == 1, "the vocabulary is one file"


# ---------------------------------------------------------------- what is in them


def test_the_log_and_the_snapshots_tell_the_training(tmp_path: Path) -> None:
    events = list(train(watched(tmp_path, steps=20, validate_steps=10, seed=4)))
    written = logged(tmp_path)
    assert [one.values() for one in written] == [one.values() for one in events]
    about = read_training(tmp_path)
    assert about.title == "Copy digits" and about.settings["seed"] == 4
    assert str(tmp_path) not in json.dumps(about.settings)
    assert (about.about["shape"]["encoder_layers"], about.about["shape"]["d_model"]) == (1, 16)
    kept = [event.step for event in events if event.kind == "snapshot"]
    assert kept == [0, 1, 2, 4, 8, 16, 20] == [one.step for one in snapshots(tmp_path)]
    for event in events:
        if event.kind == "snapshot":
            assert [(one.kind, one.layer, one.head) for one in event.heads] == [
                ("encoder", 0, 0), ("decoder", 0, 0), ("cross", 0, 0),
            ]  # fmt: skip
            assert {"gold", "anti-diagonal", "entropy"} <= set(event.heads[2].values) and event.heads[2].name
    assert [event.step for event in events if event.kind == "valid"] == [10, 20]
    rates = [event.rate for event in events if event.kind == "step"]
    assert all(0 < rate <= 4e-3 for rate in rates)


def test_a_snapshot_is_the_model_of_its_step(tmp_path: Path) -> None:
    """The averaged weights in half precision, which is what the engine then shows and what was measured."""
    whole, short = tmp_path / "whole", tmp_path / "short"
    list(train(watched(whole, steps=20, average=0.5)))
    list(train(watched(short, steps=20, average=0.5), after(8)))
    average = {n.removeprefix("average/"): t for n, t in tensors_of(short).items() if n.startswith("average/")}
    place = whole / SNAPSHOTS / "8"
    found = load_file(place / "model.safetensors")
    assert found.keys() == average.keys()
    assert all(torch.equal(tensor, average[name].half()) for name, tensor in found.items())
    spec = watched(whole)
    pair, links = training_data_for(spec).shown[0]
    source = load_model(place).vocab.text(pair[0])
    reading = Engine().snapshots(whole, source, links=links, steps=(8,)).at(8)
    trace = Engine(place).trace(source)
    np.testing.assert_allclose(reading.maps["cross"][0, 0], trace.map("cross", 0, 0), atol=1e-3)
    assert reading.text == trace.sentences[0].target_text


def test_measures_are_those_of_the_sentences_alone_and_not_of_their_padding(tmp_path: Path) -> None:
    from model_core.analysis.heads.head_measures import measured_closely
    from model_core.training.running.heads import head_numbers

    lessons = training_data_for(toy(tmp_path))
    model = Training(toy(tmp_path), lessons).model.eval()
    together = head_numbers(model, lessons.shown[:5])
    assert len({len(pair[0]) for pair, _ in lessons.shown[:5]}) > 1
    alone = [head_numbers(model, [one]) for one in lessons.shown[:5]]
    for place, head in enumerate(together):
        for name, value in head.values.items():
            assert value == pytest.approx(np.mean([one[place].values[name] for one in alone]), abs=2e-4)
    pair, links = lessons.shown[0]
    with recording(model) as kept, torch.no_grad():
        model(torch.tensor([[*pair[0], 2]]), torch.tensor([[1, *pair[1]]]))
    expected = measured_closely(kept["decoder.layers.0.cross_attn.weights"][0].numpy(), "cross", links)
    assert alone[0][2].values == pytest.approx({name: float(value[0]) for name, value in expected.items()}, abs=1e-4)


def test_looking_changes_nothing(tmp_path: Path) -> None:
    """Snapshots, validations and checkpoints leave the training as it would have been, dropout included."""
    looked, blind = tmp_path / "looked", tmp_path / "blind"
    shape = {"d_model": 16, "heads": 1, "dropout": 0.2}
    list(train(watched(looked, steps=40, validate_steps=3, checkpoint_every=0.0, model=shape)))
    list(train(toy(blind, steps=40, model=shape)))
    assert different(looked, blind) == []


# ---------------------------------------------------------------- paused, stopped, begun again


def test_a_pause_is_reported_and_saved_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the time that it has taken: hours pass where the pause waits."""
    paused, whole, calls, hours, true = tmp_path / "paused", tmp_path / "whole", itertools.count(), [], time.monotonic
    monkeypatch.setattr(clock_module.time, "sleep", hours.append)
    monkeypatch.setattr(clock_module.time, "monotonic", lambda: true() + 3600 * len(hours))
    events = []
    for event in train(toy(paused, steps=12), pausing=lambda: 3 <= next(calls) < 8):
        events.append(event)
        if event.kind == "paused":
            assert place_of(paused)["step"] == event.step > 0
    assert kinds(iter(events)) == ["start", "paused", "valid", "done"]
    list(train(toy(whole, steps=12)))
    assert different(paused, whole) == []
    assert len(hours) == 4 and place_of(paused)["elapsed"] < 3600


def test_a_paused_training_can_be_stopped(tmp_path: Path) -> None:
    stop = iter([False] * 4 + [True] * 1000)
    events = list(train(watched(tmp_path, steps=50), lambda: next(stop), pausing=lambda: True))
    assert kinds(iter(events))[-1] == "stopped" and events[-1].step < 5
    assert snapshots(tmp_path)[-1].step == events[-1].step, "the last moment is kept, too"
    assert math.isnan(events[-1].exact) and math.isnan(logged(tmp_path)[-1].exact), "nothing was validated"


def test_a_paused_training_that_is_stopped_makes_no_more_updates(tmp_path: Path) -> None:
    events: list[TrainEvent] = []

    def stop() -> bool:
        return bool(events) and events[-1].kind == "paused"

    for event in train(toy(tmp_path, steps=50), stop, pausing=lambda: True):
        events.append(event)
    paused, stopped = events[-2:]
    assert (paused.kind, stopped.kind) == ("paused", "stopped")
    assert stopped.step == paused.step == place_of(tmp_path)["step"] > 0


def test_a_log_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    list(train(watched(tmp_path, steps=20), after(9)))
    with (tmp_path / LOG).open("ab") as file:
        file.write(b'{"kind": "step", "step": 1')
    list(train(watched(tmp_path, steps=20)))
    found = logged(tmp_path)
    assert [one.step for one in found if one.kind == "start"] == [0, 9] and found[-1].kind == "done"
    assert [one.step for one in effective(found) if one.kind == "snapshot"] == [0, 1, 2, 4, 8, 9, 16, 20]


def test_what_a_killed_program_left_is_removed(tmp_path: Path) -> None:
    list(train(watched(tmp_path, steps=20), after(9)))
    (tmp_path / SNAPSHOTS / ".16.abc-1-x" / "folder").mkdir(parents=True)
    list(train(watched(tmp_path, steps=20)))
    assert not list((tmp_path / SNAPSHOTS).glob(".*"))


def test_a_restarted_training_keeps_nothing_of_the_former_one(tmp_path: Path) -> None:
    list(train(watched(tmp_path, steps=20)))
    (tmp_path / RESUME).unlink()
    list(train(watched(tmp_path, steps=3)))
    assert [one.step for one in snapshots(tmp_path)] == [0, 1, 2, 3]
    assert [one.kind for one in logged(tmp_path)].count("start") == 1


def test_a_training_that_was_finished_logs_nothing_more(tmp_path: Path) -> None:
    list(train(toy(tmp_path)))
    before = (tmp_path / LOG).read_bytes()
    list(train(toy(tmp_path)))
    assert (tmp_path / LOG).read_bytes() == before


# ---------------------------------------------------------------- what was reached


def test_training_stops_at_the_requested_goal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.5, 0.9934])
    monkeypatch.setattr(Training, "validate", lambda self: (1.0, 0.5, next(shares)))
    last = list(train(toy(tmp_path, steps=50, stop_at=0.99, validate_steps=5)))[-1]
    assert last.kind == "done" and last.step == 11
    said = "Goal reached: 99.3 % of the validation sentences are exactly right (99 % requested); 11 updates"
    assert last.message.startswith(said)


@pytest.mark.parametrize(
    ("budget", "words"),
    [({"steps": 8}, "same command with --updates 16"), ({"steps": 0, "epochs": 0.05}, "same command with --epochs 0.1"),
     ({"steps": 10**6, "minutes": 0.01}, "run the same command with --minutes 1."),
     ({"steps": 0, "minutes": 0.01}, "the same command with --minutes 1")],
)  # fmt: skip
def test_an_unreached_limit_is_reported_with_advice(tmp_path: Path, budget: dict[str, Any], words: str) -> None:
    last = list(train(toy(tmp_path, stop_at=1.0, **budget)))[-1]
    assert last.kind == "done" and "exactly right (100 % requested)" in last.message
    assert words in last.message


@pytest.mark.parametrize(
    ("epoch", "place", "words"),
    [(0, 1, "less than 0.1 epochs"), (0, 100, "1 epoch"), (1, 0, "1 epoch"), (1, 25, "1.2 epochs"),
     (1, 99, "1.9 epochs"), (1, 100, "2 epochs"), (12, 3, "12.0 epochs"), (1233, 100, "1,234 epochs")],
)  # fmt: skip
def test_the_final_message_counts_finished_epochs(tmp_path: Path, epoch: int, place: int, words: str) -> None:
    """An epoch that was begun is a part of one, and never rounded up."""
    training = Training(spec := toy(tmp_path), training_data_for(spec))
    training.epoch, training.place, training.rounds = epoch, place, 100
    assert closing_message(training) == f"0 updates, {words}, 0 s of training."


@pytest.mark.parametrize(
    ("seconds", "words"), [(89.4, "89 s"), (90.0, "2 min"), (2817.8, "47 min"), (72e3, "1,200 min")]
)
def test_the_final_message_says_a_long_time_in_minutes(tmp_path: Path, seconds: float, words: str) -> None:
    training = Training(spec := toy(tmp_path), training_data_for(spec))
    training.elapsed = seconds
    assert closing_message(training).endswith(f", {words} of training.")


def test_a_training_of_two_epochs_says_two(tmp_path: Path) -> None:
    last = list(train(corpus(tmp_path, steps=0, epochs=2.0, batch_tokens=24)))[-1]
    assert ", 2 epochs, " in last.message


def test_a_training_goes_on_with_a_larger_budget(tmp_path: Path) -> None:
    list(train(toy(tmp_path, steps=5)))
    events = list(train(toy(tmp_path, steps=9)))
    assert [event.step for event in events if event.kind in ("start", "done")] == [5, 9]


def test_epochs_are_passes_over_the_data(tmp_path: Path) -> None:
    spec = corpus(tmp_path, steps=0, epochs=2.0, batch_tokens=24)
    last = list(train(spec))[-1]
    training = Training(spec, training_data_for(spec))
    from model_core.training.train import rest_of_epoch

    rounds = []
    for epoch in (0, 1):
        training.epoch, training.place = epoch, 0
        rounds.append(len(list(rest_of_epoch(training))))
    assert last.fraction == 1.0 and last.step == sum(rounds) > 4


def test_the_schedule_does_not_know_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that seems ten thousand times slower the very same weights come out."""
    plain, slow = tmp_path / "plain", tmp_path / "slow"
    for name, budget in (("steps", {"steps": 15}), ("epochs", {"steps": 0, "epochs": 0.06})):
        list(train(toy(plain / name, **budget)))
        true = time.monotonic
        monkeypatch.setattr(clock_module.time, "monotonic", lambda true=true: 1e4 * true())
        list(train(toy(slow / name, **budget)))
        monkeypatch.undo()
        assert place_of(slow / name)["elapsed"] > 60
        assert different(plain / name, slow / name) == []


# ---------------------------------------------------------------- what goes wrong


def test_a_loss_that_is_no_number_keeps_the_last_good_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forward, calls = Learner.forward, itertools.count()
    monkeypatch.setattr(
        Learner, "forward", lambda self, *batch: forward(self, *batch) * (math.nan if next(calls) == 6 else 1)
    )
    events = []
    with pytest.raises(Refused, match="update 7 is not finite"):
        events.extend(train(watched(tmp_path, steps=50)))
    last = logged(tmp_path)[-1]
    assert last.kind == "failed" and "lower rate" in last.message and "of update 6 is kept" in last.message
    assert snapshots(tmp_path)[-1].step == 6
    model = load_model(snapshots(tmp_path)[-1].folder).model
    assert all(p.isfinite().all() for p in model.parameters())


def test_a_ruinous_rate_ends_with_its_last_good_weights(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="not finite"):
        list(train(watched(tmp_path, steps=50, rate=1e5)))
    last = logged(tmp_path)[-1]
    assert last.kind == "failed" and 0 <= snapshots(tmp_path)[-1].step <= last.step < 50
    model = load_model(snapshots(tmp_path)[-1].folder).model
    assert all(p.isfinite().all() for p in model.parameters())


@pytest.mark.parametrize("what", ["keep", "log"])
def test_a_full_disk_ends_the_training_and_damages_no_complete_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    full, plain = tmp_path / "full", tmp_path / "plain"
    method, calls = getattr(TrainingFolder, what), itertools.count()

    def until_full(self: TrainingFolder, *given: Any) -> None:
        if next(calls) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        method(self, *given)

    monkeypatch.setattr(TrainingFolder, what, until_full)
    with pytest.raises(OSError, match="No space"):
        list(train(watched(full, steps=12)))
    monkeypatch.undo()
    assert all(load_model(one.folder) for one in snapshots(full))
    list(train(watched(full, steps=12)))
    list(train(watched(plain, steps=12)))
    assert different(full, plain) == []


def test_a_line_that_fits_in_part_is_the_reason_and_not_the_files_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = TrainingFolder(tmp_path, 4)
    monkeypatch.setattr(kept, "_log", Mock(write=lambda line: len(line) - 1))
    with pytest.raises(OSError, match="in part") as caught:
        kept.log(TrainEvent("note", 0, 0, 0.0))
    assert caught.value.strerror == "a line could only be written in part"


def test_a_snapshot_that_fails_on_its_way_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = TrainingFolder(tmp_path, 4)
    monkeypatch.setattr(Path, "write_bytes", lambda self, data: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
    with pytest.raises(OSError, match="full"):
        kept.keep(0, {"spec.json": b"{}"}, {})
    assert list((tmp_path / SNAPSHOTS).iterdir()) == []


def test_a_disk_without_links_gets_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr("model_core.training.running.training_folder.os.link", none)
    list(train(watched(tmp_path)))
    assert all(load_model(one.folder) for one in snapshots(tmp_path))


# ---------------------------------------------------------------- choices that teach


@pytest.mark.usefixtures("usual_epochs")
def test_without_its_mask_the_decoder_learns_to_read_what_it_is_to_write(tmp_path: Path) -> None:
    """And then cannot write: better than one trained with the mask where there is none, worse where there is one."""
    masked, open_, exact = {}, {}, {}
    for causal in (True, False):
        spec = toy(tmp_path / str(causal), steps=200, rate=1e-2, causal=causal, snapshots=0, model={"d_model": 32})
        exact[causal] = next(event.exact for event in train(spec) if event.kind == "valid")
        model = load_model(spec.out).model.eval()
        batch = collate(training_data_for(spec).valid, model.spec)
        with torch.no_grad():
            masked[causal], open_[causal] = (float(Learner(model, 0.0, causal=mask)(*batch)) for mask in (True, False))
    assert open_[False] < masked[True] < open_[True], "it reads what it is to write"
    assert masked[True] < masked[False] and exact[False] < exact[True]


@pytest.mark.parametrize("shape", [{"positions": "none"}, {"norm_place": "post", "final_norm": False}, {"heads": 4}])
def test_shapes_that_teach_are_trained(tmp_path: Path, shape: dict[str, Any]) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    model = {"d_model": 16, "heads": 1, "dropout": 0.1, **shape}
    more = {"steps": 3, "warmup": 0, "label_smoothing": 0.1, "model": model}
    assert kinds(train(toy(one, **more)))[-1] == "done"
    list(train(toy(other, **more)))
    assert different(one, other) == [], "the same seed gives the same run"


def test_a_small_vocabulary_is_one_of_words(tmp_path: Path) -> None:
    spec = corpus(tmp_path, vocabulary=50)
    list(train(spec))
    model, vocab = load_model(spec.out)
    assert vocab.closed and vocab.size <= 50 and model.spec.source_vocabulary == vocab.size
    assert vocab.words()[0] == "the", "the most frequent one"
    about = json.loads((Path(spec.out) / "spec.json").read_text())["about"]
    assert about["known_words"] == list(vocab.words())
    assert training_data_for(spec).vocab.to_json() == vocab.to_json()


@pytest.mark.parametrize("often", [{"validate_steps": 3}, {"validate_every": 0.0}])
def test_no_update_is_validated_twice(tmp_path: Path, often: dict[str, Any]) -> None:
    events = list(train(toy(tmp_path, steps=6, **often)))
    steps = [event.step for event in events if event.kind == "valid"]
    assert steps[-1] == 6 and len(set(steps)) == len(steps), "the last one is not at its end as well"


def test_without_a_file_of_validation_pairs_some_are_held_out(tmp_path: Path) -> None:
    data = tmp_path / "all.tsv"
    lines = [f"{word} {number}\tx{number}" for number in range(100) for word in ("Go", "go!")]
    data.write_text("\n".join(lines) + "\n", encoding="utf-8")
    lessons = training_data_for(corpus(tmp_path, data=(str(data),), valid="", vocabulary=60, validate_pairs=4))
    learned = {source.lower().strip("!").replace("!", "") for source, _ in lessons.pairs}
    assert len(lessons.pairs) == 190 and len(lessons.valid) == 4
    assert len(learned) == 95, "sources that differ in case and signs alone are on the same side"
    data.write_text("Go\tx\n", encoding="utf-8")
    with pytest.raises(Refused, match="nothing can be held out"):
        training_data_for(corpus(tmp_path, data=(str(data),), valid="", vocabulary=60))


def test_bleu_is_reported_on_request(tmp_path: Path) -> None:
    pytest.importorskip("sacrebleu")
    valid = next(event for event in train(corpus(tmp_path, bleu_pairs=3)) if event.kind == "valid")
    assert 0 <= valid.bleu <= 100


def test_a_folder_is_followed_after_it_was_copied(tmp_path: Path) -> None:
    list(train(watched(tmp_path / "there")))
    shutil.copytree(tmp_path / "there", tmp_path / "here")
    found = Engine().snapshots(tmp_path / "here", "3 1 4")
    assert found.complete and found.lost == () and len(found.readings) == len(snapshots(tmp_path / "here"))
