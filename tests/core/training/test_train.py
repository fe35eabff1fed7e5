"""Training: its schedule, stopping and going on at the very same place, and what it refuses."""

from __future__ import annotations

import itertools
import json
import math
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from model_core.checkpoints.checkpoint import load_model
from model_core.errors import Refused
from model_core.record.model_info import read_about
from model_core.record.training_log import TrainEvent, read_log, snapshots
from model_core.schema import ranges
from model_core.synthetic.toy_tasks import TASKS
from model_core.tokenizers.vocab import load_vocabulary
from model_core.training import train as training_module
from model_core.training.datasets import training_data_for
from model_core.training.distributed import Ranks
from model_core.training.running import clock
from model_core.training.running import training as running
from model_core.training.running.training import Average
from model_core.training.schedule import rate_factor
from model_core.training.teacher_forcing import Learner, evaluate_forced
from model_core.training.train import RESUME, Training, train
from model_core.training.train_spec import TOY_SETTINGS, TrainSpec, toy_settings
from tests.made.small import SENTENCES

pytestmark = pytest.mark.usefixtures("short_epochs")

TINY = {"d_model": 16, "heads": 1}
PAIRS = list(zip(SENTENCES[:6], SENTENCES[6:], strict=True))


def toy(out: Path, **changes: Any) -> TrainSpec:
    """A toy training of a few steps. It takes no snapshots, which cost as much as the steps and change none of them
    (test_running.py, test_looking_changes_nothing)."""
    more = {"steps": 6, "stop_at": 0.0, "validate_every": 1e6, "validate_steps": 0, "threads": 1, "model": TINY}
    more |= {"batch_tokens": 100, "snapshots": 0}
    return TrainSpec(**{**TOY_SETTINGS, "task": "copy", "out": str(out), **more, **changes})


def corpus(folder: Path, **changes: Any) -> TrainSpec:
    """A training on a few sentences of our own, without snapshots as `toy`."""
    for name in ("train.tsv", "valid.tsv"):
        (folder / name).write_text("".join(f"{en}\t{es}\n" for en, es in PAIRS), encoding="utf-8")
    more = {"steps": 4, "vocabulary": 420, "threads": 1, "validate_every": 1e6, "precision": "fp32", "batch_tokens": 60}
    shape = {"d_model": 16, "heads": 2, "encoder_layers": 1, "decoder_layers": 1, "d_ff": 32}
    shape |= {"max_positions": 40, "dropout": 0.0}
    more |= {"snapshots": 0}
    files = {"data": (str(folder / "train.tsv"),), "valid": str(folder / "valid.tsv"), "out": str(folder / "out")}
    return TrainSpec(**{**files, **more, "model": shape, **changes})


def kinds(events: Iterator[TrainEvent]) -> list[str]:
    """The kinds of events, the ones that come by the clock left out, and snapshots."""
    return [event.kind for event in events if event.kind not in ("step", "snapshot")]


def after(steps: int) -> Callable[[], bool]:
    """Says stop in the step of this number."""
    calls = iter(range(10**6))
    return lambda: next(calls) >= steps - 1


def tensors_of(folder: Path) -> dict[str, torch.Tensor]:
    """Everything in a training's checkpoint."""
    return load_file(folder / RESUME)


def place_of(folder: Path) -> dict[str, Any]:
    """Where a training's checkpoint stands."""
    data = (folder / RESUME).read_bytes()
    return json.loads(json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]["place"])


# ---------------------------------------------------------------- schedule and average


def test_the_rate_warms_up_stays_and_falls() -> None:
    spec = TrainSpec("", warmup=10, decay_from=0.5, final_rate=0.1)
    assert [rate_factor(0.1, step, spec) for step in (0, 4, 9, 10, 99)] == pytest.approx([0.1, 0.5, 1, 1, 1])
    falling = [rate_factor(share, 99, spec) for share in (0.5, 0.75, 0.9, 0.99, 1.0)]
    assert falling == pytest.approx([1, 0.5, 0.2, 0.1, 0.1])
    assert rate_factor(0.75, 4, spec) == pytest.approx(0.25)
    assert rate_factor(0.0, 0, replace(spec, warmup=0)) == 1
    assert rate_factor(1.0, 0, replace(spec, warmup=0, decay_from=1.0)) == 1


def test_the_average_forgets_its_start_and_then_moves_slowly() -> None:
    model = torch.nn.Linear(1, 1, bias=False)
    with torch.no_grad():
        model.weight.fill_(100.0)
    average = Average(model, 0.9)
    expected = 100.0
    for update in range(1, 200):
        with torch.no_grad():
            model.weight.fill_(float(update % 2))
        average.follow(model)
        decay = min(0.9, (1 + update) / (10 + update))
        expected = decay * expected + (1 - decay) * (update % 2)
    assert float(average.weights["weight"]) == pytest.approx(expected, rel=1e-4)
    assert abs(expected - 0.5) < 0.1


# ---------------------------------------------------------------- a whole training


def test_a_training_reports_validates_and_leaves_a_model(tmp_path: Path) -> None:
    events = list(train(toy(tmp_path)))
    assert kinds(iter(events)) == ["start", "valid", "done"]
    start, done = events[0], events[-1]
    assert (start.step, start.fraction) == (0, 0.0)
    assert start.message.startswith("new training: ") and ", pairs generated on the fly, " in start.message
    assert (done.step, done.fraction) == (6, 1.0)
    valid = next(event for event in events if event.kind == "valid")
    assert 0 <= valid.exact <= valid.token_accuracy <= 1 and valid.valid_loss > 0
    model, vocab = load_model(tmp_path)
    held_out = training_data_for(toy(tmp_path)).valid
    assert evaluate_forced(model, held_out)[0] == pytest.approx(valid.valid_loss, abs=1e-3)
    assert vocab.words() == TASKS["copy"].words


def test_a_training_learns(tmp_path: Path) -> None:
    losses = [event.valid_loss for event in train(toy(tmp_path, steps=150, rate=1e-2)) if event.kind == "valid"]
    assert len(losses) == 1 and losses[0] < 0.8 * math.log(14), "better than not knowing anything"


def test_the_model_folder_holds_the_averaged_weights_in_half_precision(tmp_path: Path) -> None:
    list(train(toy(tmp_path, average=0.5)))
    average = {n.removeprefix("average/"): t for n, t in tensors_of(tmp_path).items() if n.startswith("average/")}
    exported = load_file(tmp_path / "model.safetensors")
    assert exported.keys() == average.keys()
    assert all(torch.equal(tensor, average[name].half()) for name, tensor in exported.items())


def test_spec_json_and_card_tell_how_it_was_trained(tmp_path: Path) -> None:
    list(train(corpus(tmp_path, name="Shop", source_language="English", note="Six sentences.", seed=3)))
    about = json.loads((tmp_path / "out" / "spec.json").read_text())["about"]
    assert about["name"] == "Shop" and about["source_language"] == "English"
    assert about["training"]["seed"] == 3 and about["scores"]["step"] == 4
    assert about["training"]["data"] == ["train.tsv"] and str(tmp_path) not in json.dumps(about)
    assert "train.tsv" in (tmp_path / "out" / "card.md").read_text()


def test_a_toy_model_has_the_name_note_and_examples_that_were_given(tmp_path: Path) -> None:
    for given, name in (({}, TASKS["copy"].title), ({"name": "Mine", "note": "Why.", "examples": ("b a",)}, "Mine")):
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        list(train(toy(tmp_path / "out", **given)))
        about = json.loads((tmp_path / "out" / "spec.json").read_text())["about"]
        assert about["name"] == name == json.loads((tmp_path / "out" / "training.json").read_text())["title"]
    assert (about["about"], about["examples"]) == ("Why.", ["b a"])


@pytest.mark.parametrize("steps", [3, 6])
def test_without_averaging_the_trained_weights_are_written(tmp_path: Path, steps: int) -> None:
    """Also after a number of updates that `average_every` does not divide."""
    list(train(toy(tmp_path, steps=steps, average=0.0, average_every=4)))
    model, found = load_model(tmp_path).model, tensors_of(tmp_path)
    for name, weight in model.named_parameters():
        assert torch.equal(found[f"average/{name}"], found[f"model/{name}"]), name
        assert torch.equal(weight, found[f"model/{name}"].half().float()), name


@pytest.mark.parametrize("every", [4, 1000])
def test_before_the_first_averaging_the_trained_weights_are_written(tmp_path: Path, every: int) -> None:
    """The average would still be that of the weights it began with."""
    list(train(toy(tmp_path, steps=3, average=0.9, average_every=every, snapshots=40)))
    found = tensors_of(tmp_path)
    for folder in (tmp_path, snapshots(tmp_path)[-1].folder):
        for name, weight in load_model(folder).model.named_parameters():
            assert torch.equal(weight, found[f"model/{name}"].half().float()), name


def test_validation_uses_the_average_and_puts_the_weights_back(tmp_path: Path) -> None:
    training = Training(toy(tmp_path), training_data_for(toy(tmp_path)))
    training.model.train()
    before = {name: p.clone() for name, p in training.model.named_parameters()}
    for weight in training.average.weights.values():
        weight.zero_()
    loss, _, _ = training.validate()
    assert loss == pytest.approx(math.log(14), rel=1e-4), "with all weights 0 every token is as likely"
    assert all(torch.equal(p, before[name]) for name, p in training.model.named_parameters())
    assert training.model.training


def test_the_best_model_is_kept_not_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accuracies = iter([0.3, 0.9, 0.5, 0.4, 0.2, 0.1, 0.1, 0.1])
    monkeypatch.setattr(Training, "validate", lambda self: (1.0, next(accuracies), 0.0))
    list(train(toy(tmp_path, validate_every=0.0)))
    assert json.loads((tmp_path / "spec.json").read_text())["about"]["scores"]["valid_token_accuracy"] == 0.9


@pytest.mark.parametrize("precision", ["bf16", "auto"])
def test_other_precisions_learn_too(tmp_path: Path, precision: str) -> None:
    events = list(train(toy(tmp_path, steps=2, precision=precision)))
    assert events[-1].kind == "done" and ("bf16" in events[0].message or "fp32" in events[0].message)
    assert all(tensor.isfinite().all() for tensor in tensors_of(tmp_path).values())


@pytest.mark.parametrize(("instructions", "half", "chosen"), [
    (False, 0.1, "fp32"), (True, 0.5, "bf16"), (True, 0.95, "fp32"),
])  # fmt: skip
def test_the_faster_precision_is_taken_and_bf16_not_timed_where_it_takes_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instructions: bool, half: float, chosen: str
) -> None:
    timed: list[bool] = []

    def time_pass(_self: Training, _pairs: object, in_half: bool) -> float:
        timed.append(in_half)
        return half if in_half else 1.0

    monkeypatch.setattr(running, "computes_bf16", lambda _device: instructions)
    monkeypatch.setattr(Training, "_time_pass", time_pass)
    events = train(toy(tmp_path, steps=1, precision="auto"))
    assert chosen in next(events).message and (True in timed) is instructions
    events.close()  # type: ignore[attr-defined]


def test_choosing_the_precision_leaves_the_running_averages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "computes_bf16", lambda _: True)
    spec = corpus(tmp_path, precision="auto")
    spec = replace(spec, model={**spec.model, "norm": "batch"})
    training = Training(spec, training_data_for(spec))
    before = {name: one.clone() for name, one in running.running_averages(training.model).items()}
    training.model.train()
    training.choose_precision()
    assert before and all(map(torch.equal, before.values(), running.running_averages(training.model).values()))


def test_pieces_dropped_and_sentences_joined(tmp_path: Path) -> None:
    spec = corpus(tmp_path, join=1.0, piece_dropout=0.3, augment=1.0, repeat_short=2)
    assert kinds(train(spec))[-1] == "done"


def test_sentences_get_exclamation_marks_where_only_that_is_requested(tmp_path: Path) -> None:
    data = training_data_for(corpus(tmp_path, exclaimed=1.0, augment=0.0))
    targets = [data.vocab.text(pair[1]) for pair in data.epoch(0)]
    assert any(text.endswith("!") for text in targets)


@pytest.mark.parametrize("positions", [16, 20, 33])
def test_joined_sentences_stay_inside_the_positions(tmp_path: Path, positions: int) -> None:
    shape = {**corpus(tmp_path).model, "max_positions": positions}
    lessons = training_data_for(corpus(tmp_path, join=1.0, model=shape, augment=0.0))
    pairs = lessons.epoch(0)
    assert len(pairs) > 0 and max(max(len(source), len(target)) for source, target in pairs) <= positions - 2


# ---------------------------------------------------------------- stopping and going on


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_a_pause_changes_nothing_where_units_are_dropped(tmp_path: Path, precision: str) -> None:
    """In bf16 the units are drawn in another way."""
    shape, whole, parts = {**corpus(tmp_path).model, "dropout": 0.3}, tmp_path / "whole", tmp_path / "parts"
    same: dict[str, Any] = {"steps": 6, "batch_tokens": 24, "model": shape, "precision": precision}
    list(train(corpus(tmp_path, out=str(whole), **same)))
    list(train(spec := corpus(tmp_path, out=str(parts), **same), after(3)))
    list(train(spec))
    one, other = tensors_of(whole), tensors_of(parts)
    assert [name for name in one if not torch.equal(one[name], other[name])] == []


@pytest.mark.parametrize("stop_after", [1, 6, 8])
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path, stop_after: int) -> None:
    """Weights, average and optimiser come out bit for bit the same, over the end of an epoch."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    list(train(corpus(tmp_path, out=str(whole), steps=9, batch_tokens=24)))
    spec = corpus(tmp_path, out=str(parts), steps=9, batch_tokens=24)
    events = list(train(spec, after(stop_after)))
    assert (events[-1].kind, events[-1].step) == ("stopped", stop_after)
    assert place_of(parts)["step"] == stop_after and not place_of(parts)["finished"]
    events = list(train(spec))
    assert events[0].step == stop_after and f"resumed at update {stop_after}" in events[0].message
    assert (events[-1].kind, events[-1].step) == ("done", 9)
    one, other = tensors_of(whole), tensors_of(parts)
    assert one.keys() == other.keys()
    assert [name for name in one if not torch.equal(one[name], other[name])] == []
    assert place_of(whole)["epoch"] == place_of(parts)["epoch"] > 0
    begun = [event.message for event in read_log(spec.out).events if event.kind == "start"]
    assert len(begun) == 2 and "new training" in begun[0] and "resumed" in begun[1], "the log goes on, too"


@pytest.mark.parametrize("more", [{}, {"slips": 0.2}, {"guide": 1.0, "guide_layer": 1, "guide_head": 1}])
def test_pieces_are_dropped_by_the_seed(tmp_path: Path, more: dict[str, Any]) -> None:
    """An epoch is the same in every process and after a pause, or the processes had different numbers of batches."""
    spec = corpus(tmp_path, piece_dropout=0.3, steps=9, batch_tokens=24, **more)
    data, again = training_data_for(spec), training_data_for(spec)
    first, second, same, other = ([pair[0] for pair in one.epoch(n)] for one in (data, again) for n in (0, 1))
    assert first == same != second == other
    whole, paused = (replace(spec, out=str(tmp_path / name)) for name in ("whole", "paused"))
    list(train(whole))
    list(train(paused, after(4)))
    list(train(paused))
    expected, found = tensors_of(tmp_path / "whole"), tensors_of(tmp_path / "paused")
    assert all(torch.equal(expected[name], found[name]) for name in expected)


@pytest.mark.parametrize(("epochs", "stop_after"), [(3.0, 1), (3.0, 5), (2.5, 3), (1.5, 2)])
def test_epochs_are_a_budget_over_a_pause_too(tmp_path: Path, epochs: float, stop_after: int) -> None:
    """Stopped inside of an epoch, whose share of the budget is not yet used."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    budget: dict[str, Any] = {"steps": 0, "epochs": epochs, "batch_tokens": 24, "warmup": 2}
    end = list(train(corpus(tmp_path, out=str(whole), **budget)))[-1]
    stopped = list(train(spec := corpus(tmp_path, out=str(parts), **budget), after(stop_after)))[-1]
    assert (stopped.kind, stopped.step) == ("stopped", stop_after) and stop_after < end.step
    assert place_of(parts)["place"] > 0, "inside of an epoch"
    events = list(train(spec))
    assert events[0].fraction == stopped.fraction < 1, "the bar goes on where it was"
    assert (events[-1].kind, events[-1].step) == ("done", end.step)
    one, other = tensors_of(whole), tensors_of(parts)
    assert [name for name in one if not torch.equal(one[name], other[name])] == []
    assert kinds(train(spec)) == ["start", "done"], "and is finished"


@pytest.mark.parametrize("finished", [False, True])
def test_a_checkpoint_that_does_not_tell_the_length_of_its_epoch_goes_on(tmp_path: Path, finished: bool) -> None:
    """Those of an earlier version: stopped in the second epoch, or finished at its end."""
    budget: dict[str, Any] = {"steps": 0, "epochs": 2.0, "batch_tokens": 24}
    end = list(train(spec := corpus(tmp_path, **budget)))[-1].step
    if not finished:
        spec = replace(spec, out=str(tmp_path / "stopped"))
        list(train(spec, after(end - 1)))
    path = Path(spec.out) / RESUME
    data, rounds = path.read_bytes(), place_of(Path(spec.out))["rounds"]
    told = f'\\"rounds\\": {rounds}'.encode()
    assert data.count(told) == 1
    path.write_bytes(data.replace(told, b'\\"former\\": %d' % rounds))
    steps = [event.step for event in train(spec) if event.kind in ("start", "done")]
    assert steps == [end if finished else end - 1, end]


def test_the_length_of_an_epoch_is_shared_by_more_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process did 4 of 8 batches: each of two has 4, and 2 of them are done."""
    training = Training(spec := toy(tmp_path, steps=0, epochs=2.0), training_data_for(spec))
    training.epoch, training.place, training.rounds = 1, 4, 8
    training.save(tmp_path)
    monkeypatch.setattr(Ranks, "broadcast", lambda self, make: make())
    two = Training(spec, training_data_for(spec), Ranks(world=2))
    assert two.resume(tmp_path) and (two.place, two.rounds) == (2, 4) and two.fraction() == training.fraction() == 0.75


@pytest.mark.parametrize("steps", [6, 12])
def test_other_validation_pairs_are_validated_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """Neither the best accuracy so far nor that the goal was reached is known of them."""
    shares = iter([1.0, 0.25, 0.75])
    monkeypatch.setattr(Training, "validate", lambda self: (1.0, share := next(shares), share))
    spec = corpus(tmp_path, steps=6, stop_at=0.9)
    assert list(train(spec))[-1].exact == 1.0
    assert kinds(train(spec)) == ["start", "done"]
    other = tmp_path / "other.tsv"
    other.write_text("".join(f"{en}\t{es}\n" for en, es in PAIRS[:3]), encoding="utf-8")
    for share in (0.25, 0.75):
        spec = replace(spec, valid=str(other), steps=steps)
        end = list(train(spec))[-1]
        assert (end.kind, end.step, end.exact) == ("done", steps, share)
        assert read_about(Path(spec.out))[1]["scores"]["valid_token_accuracy"] == share
        other.write_text("".join(f"{en}\t{es}\n" for en, es in PAIRS[:2]), encoding="utf-8")


def test_closing_the_generator_saves(tmp_path: Path) -> None:
    events = train(toy(tmp_path, steps=1000, validate_every=0.0))
    for event in events:
        if event.kind == "valid" and event.step >= 3:
            break
    events.close()  # type: ignore[attr-defined]
    assert place_of(tmp_path)["step"] >= 3
    last = read_log(tmp_path).events[-1]
    assert (last.kind, last.step) == ("stopped", place_of(tmp_path)["step"]), "who follows the folder is told"
    assert next(iter(train(toy(tmp_path, steps=1000)))).step >= 3


def test_an_error_in_between_saves_too(tmp_path: Path) -> None:
    """Whatever it is: also that another process of the training was killed."""

    class Interrupt(KeyboardInterrupt):
        pass

    def interrupt() -> bool:
        if next(calls) == 3:
            raise Interrupt
        return False

    calls = iter(range(100))
    with pytest.raises(Interrupt):
        list(train(toy(tmp_path), interrupt))
    assert place_of(tmp_path)["step"] == 3
    last = read_log(tmp_path).events[-1]
    assert (last.kind, last.step) == ("stopped", 3), "who follows the folder is told"


def test_a_training_that_was_killed_makes_what_it_lost_again(tmp_path: Path) -> None:
    """Killed after its last checkpoint, it resumes there: the snapshots of later updates are not of its weights."""
    spec = toy(tmp_path, steps=40, snapshots=40)
    list(train(spec, after(9)))
    kept = (tmp_path / RESUME).read_bytes()
    list(train(spec, after(8)))
    (tmp_path / RESUME).write_bytes(kept)
    assert snapshots(tmp_path)[-1].step == 17
    list(train(spec, after(2)))
    assert snapshots(tmp_path)[-1].step == 11


def test_a_finished_training_stays_as_it_is(tmp_path: Path) -> None:
    list(train(toy(tmp_path)))
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.glob("*.*")}
    assert {RESUME, "model.safetensors", "spec.json"} <= {path.name for path in before}
    events = list(train(toy(tmp_path)))
    assert kinds(iter(events)) == ["start", "done"] and events[-1].step == 6
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.glob("*.*")} == before


def test_a_training_stops_when_it_is_good_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.1, 0.5, 0.9, 0.2])
    monkeypatch.setattr(Training, "validate", lambda self: (1.0, 0.5, next(shares)))
    spec = toy(tmp_path, steps=100, stop_at=0.9, validate_every=0.0)
    events = list(train(spec))
    assert [event.exact for event in events if event.kind == "valid"] == [0.1, 0.5, 0.9]
    assert events[-1].kind == "done" and events[-1].exact == 0.9 and events[-1].step == 4
    assert kinds(train(spec)) == ["start", "done"], "and is finished"
    again = train(replace(spec, stop_at=0.0, validate_every=1e6), after(1))
    assert [event.step for event in again if event.kind in ("start", "stopped")] == [4, 5], "more can be asked for"


def test_a_training_goes_on_from_the_weights_and_pieces_of_another_model(tmp_path: Path) -> None:
    first = corpus(tmp_path)
    list(train(first))
    spec = corpus(tmp_path, out=str(tmp_path / "second"), start=first.out, vocabulary=500)
    training = Training(spec, training_data_for(spec))
    model, vocab = load_model(first.out)
    assert training.data.vocab.to_json() == vocab.to_json()
    fresh = Training(first, training_data_for(first)).model
    for name, weight in training.model.named_parameters():
        assert torch.equal(weight, model.get_parameter(name)), name
        assert torch.equal(training.average.weights[name], model.get_parameter(name)), name
    assert not torch.equal(fresh.to_logits.weight, model.to_logits.weight)
    assert kinds(train(spec)) == ["start", "valid", "done"]


def test_what_a_model_says_of_its_training_names_no_folder(tmp_path: Path) -> None:
    list(train(corpus(tmp_path, out=str(tmp_path / "first"))))
    second = corpus(tmp_path, out=str(tmp_path / "second"), start=str(tmp_path / "first"), steps=1)
    list(train(second))
    for name in ("first", "second"):
        assert str(tmp_path) not in (tmp_path / name / "spec.json").read_text("utf-8")
    assert read_about(tmp_path / "second")[1]["training"]["start"] == "first"


def test_a_training_continues_a_model_of_any_shape_when_none_is_given(tmp_path: Path) -> None:
    list(train(toy(tmp_path / "first", model={"d_model": 24, "heads": 2, "norm": "rms"})))
    spec = toy(tmp_path / "second", task="reverse", start=str(tmp_path / "first"), model={"dropout": 0.1})
    training = Training(spec, training_data_for(spec))
    model = load_model(tmp_path / "first").model
    assert training.model.spec == replace(model.spec, dropout=0.1)
    for name, weight in training.model.named_parameters():
        assert torch.equal(weight, model.get_parameter(name)), name
    with pytest.raises(Refused) as refused:
        list(train(toy(tmp_path / "third", task="grammar", start=str(tmp_path / "first"))))
    assert refused.value.code == "E-TRAIN-START", "another vocabulary"


def test_a_task_goes_on_with_a_model_that_reads_pieces(tmp_path: Path) -> None:
    list(train(corpus(tmp_path, model={"d_model": 16, "heads": 2, "d_ff": 32, "max_positions": 64})))
    first = load_model(tmp_path / "out")
    events = list(train(toy(tmp_path / "on", start=str(tmp_path / "out"), model={}, steps=3)))
    assert events[-1].kind == "done"
    model, vocab = load_model(tmp_path / "on")[:2]
    assert vocab.to_json() == first.vocab.to_json()
    assert model.spec.source_vocabulary == first.model.spec.source_vocabulary


def test_a_task_does_not_go_on_with_a_model_that_lacks_its_words(tmp_path: Path) -> None:
    list(train(toy(tmp_path / "copy")))
    with pytest.raises(Refused, match=r"does not know the words of this task: -, ,, january"):
        list(train(toy(tmp_path / "dates", task="dates", start=str(tmp_path / "copy"), model={})))


def test_a_blend_keeps_a_share_of_the_weights_it_began_from(tmp_path: Path) -> None:
    first = corpus(tmp_path)
    list(train(first))
    spec = corpus(tmp_path, out=str(tmp_path / "second"), start=first.out, blend=0.25, rate=1e-2)
    list(train(spec))
    old, new = (load_file(Path(one.out) / "model.safetensors") for one in (first, spec))
    average = {n.removeprefix("average/"): t for n, t in tensors_of(Path(spec.out)).items() if n.startswith("average/")}
    for name, weight in new.items():
        assert torch.allclose(weight.float(), 0.75 * old[name].float() + 0.25 * average[name], atol=2e-3), name
    assert not all(torch.equal(weight, old[name]) for name, weight in new.items())


def test_a_start_of_another_shape_or_none_at_all_is_refused(tmp_path: Path) -> None:
    first = corpus(tmp_path)
    list(train(first))
    wider = {**first.model, "d_ff": 64}
    for changes, code in (({"model": wider}, "E-TRAIN-START"), ({"start": "/no/such/model"}, "E-MODEL-MISSING")):
        with pytest.raises(Refused) as refused:
            list(train(replace(first, **{"out": str(tmp_path / "second"), "start": first.out, **changes})))
        assert refused.value.code == code


def test_a_time_budget_ends_a_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(clock.time, "monotonic", lambda: 0.01 * next(ticks))  # whatever the machine is doing
    events = list(train(toy(tmp_path, steps=0, minutes=0.01)))
    assert events[-1].kind == "done" and events[-1].step > 1
    assert place_of(tmp_path)["elapsed"] >= 0.6


def test_other_settings_do_not_go_on_with_a_checkpoint(tmp_path: Path) -> None:
    list(train(toy(tmp_path), after(2)))
    with pytest.raises(Refused, match=r"different settings \(rate, seed\)") as refused:
        list(train(toy(tmp_path, rate=1e-4, seed=9)))
    assert refused.value.code == "E-TRAIN-OTHER"
    assert place_of(tmp_path)["step"] == 2, "what was there is kept"
    list(train(toy(tmp_path, threads=2, checkpoint_every=5.0, name="other", note="x"), after(1)))


@pytest.mark.parametrize("keep", [0, 5, 60, 2000, -1])
def test_a_damaged_checkpoint_is_refused_and_kept(tmp_path: Path, keep: int) -> None:
    list(train(toy(tmp_path), after(2)))
    data = (tmp_path / RESUME).read_bytes()[:keep]
    (tmp_path / RESUME).write_bytes(data)
    with pytest.raises(Refused, match=r"to start over, move training\.safetensors away") as refused:
        list(train(toy(tmp_path)))
    assert refused.value.code == "E-TRAIN-DAMAGED" and (tmp_path / RESUME).read_bytes() == data


def test_a_checkpoint_of_other_shapes_is_refused(tmp_path: Path) -> None:
    list(train(toy(tmp_path), after(1)))
    data = (tmp_path / RESUME).read_bytes()
    (tmp_path / RESUME).write_bytes(data.replace(b"model/encoder.final_norm.bias", b"model/encoder.final_norm.beta"))
    with pytest.raises(Refused, match="cannot be resumed"):
        list(train(toy(tmp_path)))


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training that is done."""
    list(train(toy(folder := tmp_path_factory.mktemp("left"), steps=2, snapshots=2)))
    return folder


@pytest.mark.parametrize("kept", ["", "spec.json", "model.safetensors", "tokenizer.json", "log.jsonl", "snapshots"])
@pytest.mark.parametrize("make", [toy, corpus])
def test_another_model_or_training_is_not_overwritten(left: Path, tmp_path: Path, make: Any, kept: str) -> None:
    """One without a checkpoint, or any part of it: an imported model, a training that was saved to share."""
    shutil.copytree(left, out := tmp_path / "out")
    for path in list(out.iterdir()):
        if path.name == RESUME or (kept and path.name != kept):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    before = files_of(out)
    spec = replace(make(tmp_path, rate=0.002), out=str(out))
    with pytest.raises(Refused) as refused:
        list(train(spec))
    assert refused.value.code == "E-TRAIN-OUT" and before == files_of(out)


@pytest.mark.parametrize("read", ["data", "valid"])
def test_a_file_that_is_read_is_not_replaced(tmp_path: Path, read: str) -> None:
    spec = replace(corpus(tmp_path), out=str(tmp_path))
    (tmp_path / ("train.tsv" if read == "data" else "valid.tsv")).rename(own := tmp_path / "training.json")
    before = files_of(tmp_path)
    with pytest.raises(Refused, match="E-OUT-READ"):
        list(train(replace(spec, **{read: (str(own),) if read == "data" else str(own)})))
    assert before == files_of(tmp_path)


@pytest.mark.parametrize("make", [toy, corpus])
def test_a_training_restarts_once_its_checkpoint_was_moved_away(tmp_path: Path, make: Any) -> None:
    spec = replace(make(tmp_path, steps=3), out=str(tmp_path / "out"))
    list(train(spec))
    (Path(spec.out) / RESUME).rename(tmp_path / "away")
    events = list(train(replace(spec, steps=4, name="other")))
    assert (events[0].step, events[-1].kind, events[-1].step) == (0, "done", 4)


def test_temporary_files_of_a_killed_training_are_removed(tmp_path: Path) -> None:
    (tmp_path / f".{RESUME}.abcd1234").write_bytes(b"half a checkpoint")
    list(train(toy(tmp_path, steps=1)))
    assert list(tmp_path.glob(".*")) == []


def test_a_checkpoint_is_written_by_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "CHECKPOINT_SHARE", 0)  # however long the one before took
    for event in train(toy(tmp_path, steps=8, checkpoint_every=0.0, validate_every=0.0)):
        if event.kind == "valid" and 3 <= event.step < 8:
            assert place_of(tmp_path)["step"] >= event.step - 1


# ---------------------------------------------------------------- what goes wrong


def test_a_training_that_diverges_stops_and_keeps_its_last_checkpoint(tmp_path: Path, monkeypatch) -> None:
    list(train(toy(tmp_path), after(2)))
    before = (tmp_path / RESUME).read_bytes()
    forward = Learner.forward
    monkeypatch.setattr(Learner, "forward", lambda self, *batch: forward(self, *batch) * math.nan)
    with pytest.raises(Refused, match="update 3 is not finite"):
        list(train(toy(tmp_path)))
    assert (tmp_path / RESUME).read_bytes() == before


def test_pairs_that_are_too_long_for_the_model_are_reported(tmp_path: Path) -> None:
    """They are never learned, and a user who has many of them needs another `max_positions`."""
    spec = corpus(tmp_path, steps=1)
    path = Path(spec.data[0])
    long = ("a cat and " * 30 + "a cat", "un gato")
    path.write_text(path.read_text("utf-8") + "".join(f"{a}\t{b}\n" for a, b in (long, long[::-1])), "utf-8")
    first = next(events := train(spec))
    events.close()
    (tmp_path / "one.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in (*PAIRS, long)), "utf-8")
    assert training_data_for(replace(spec, data=(str(tmp_path / "one.tsv"),))).complaint == (
        "left out 1 pair of 39 tokens or more on one side"
    )
    assert first.kind == "note" and first.message == "left out 2 pairs of 39 tokens or more on one side"
    data = training_data_for(spec)
    assert len(data.epoch(0)) == len(data.pairs) - 2


@pytest.mark.parametrize(("count", "words"), [(1, ", 1 pair, "), (6, ", 6 pairs, "), (1200, ", 1,200 pairs, ")])
def test_a_training_begins_with_the_number_of_its_pairs(count: int, words: str, tmp_path: Path) -> None:
    spec = corpus(tmp_path, steps=1)
    pairs = "".join(f"{en}\t{es}\n" for en, es in PAIRS)
    Path(spec.data[0]).write_text("".join((pairs * 200).splitlines(keepends=True)[:count]), "utf-8")
    events = train(spec)
    start = next(event for event in events if event.kind == "start")
    events.close()
    assert words in start.message


@pytest.mark.parametrize("varied", ["slips", "renamed", "exclaimed", "homemade"])
def test_each_way_to_vary_pairs_is_used_alone(varied: str, tmp_path: Path) -> None:
    spec = corpus(tmp_path, augment=0.0)
    pairs = "".join(
        f"Tom {words}.\tTom {other}.\n"
        for words, other in (
            ("likes the white house", "quiere la casa blanca"),
            ("sleeps at home today", "duerme en casa hoy"),
        )
    )
    Path(spec.data[0]).write_text(pairs * 20, encoding="utf-8")
    plain = training_data_for(spec)
    assert plain.epoch(0) == plain.epoch(1)
    own = training_data_for(replace(spec, **{varied: 50 if varied == "homemade" else 0.5}))
    texts = [sorted(own.vocab.text(pair[0]) for pair in own.epoch(number)) for number in (0, 1)]
    assert texts[0] != texts[1], "another one in each epoch"


def test_malformed_lines_are_reported_first(tmp_path: Path) -> None:
    spec = corpus(tmp_path, steps=1)
    with open(spec.data[0], "a", encoding="utf-8") as file:
        file.write("no tab\n\n")
    first, *_ = train(spec)
    assert first.kind == "note" and first.message.startswith("skipped 2 malformed lines: train.tsv:7 no tab")
    noted, started, *_ = read_log(spec.out).events
    assert (noted.kind, noted.message, started.kind) == ("note", first.message, "start"), "and whoever follows it"


@pytest.mark.parametrize("making", ["homemade", "validate_pairs"])
def test_pairs_that_take_long_to_make_are_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, making: str
) -> None:
    monkeypatch.setattr(training_module, "MANY_MADE", 20)
    spec = corpus(tmp_path, homemade=20) if making == "homemade" else toy(tmp_path, validate_pairs=20)
    events = train(spec)
    assert "20 sentence pairs" in next(events).message
    monkeypatch.setattr(training_module, "training_data_for", lambda *_: pytest.fail("read although it was closed"))
    events.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("precision", ["fp32", "auto"])
def test_sentences_that_do_not_fit_end_the_training_at_once(
    tmp_path: Path, precision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "computes_bf16", lambda _: True)
    shape = {**corpus(tmp_path).model, "max_positions": 3}
    with pytest.raises(Refused, match="every validation pair has"):
        list(train(corpus(tmp_path, model=shape)))
    spec = corpus(tmp_path, precision=precision)
    Path(spec.valid).write_text("Hi\tNo\n", encoding="utf-8")
    shape["max_positions"] = 7
    with pytest.raises(Refused, match="every sentence pair is too long for 7 positions"):
        list(train(replace(spec, model=shape, out=str(tmp_path / "other"))))
    with pytest.raises(Refused, match="every validation pair has"):
        list(train(toy(tmp_path / "task", model={"max_positions": 3})))


@pytest.mark.parametrize("task", ["copy", "sort", "grammar"])
def test_a_task_is_learned_from_those_pairs_that_fit(tmp_path: Path, task: str) -> None:
    """Heads are measured in held-out pairs, some of which a model of few positions cannot read."""
    held_out = TASKS[task].test(random.Random(1), 300)
    words = sorted(max(len(pair.source.split()), len(pair.target.split())) for pair in held_out)
    spec = toy(tmp_path, task=task, steps=1, model={"max_positions": words[len(words) // 2] + 2})
    data = training_data_for(spec)
    assert 0 < len(data.valid) < len(held_out) and data.shown and all(ids in data.valid for ids, _ in data.shown)
    assert kinds(train(spec))[-1] == "done"


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown task": ({"task": "juggle"}, "choose from copy, reverse, sort, dates, grammar, scripts"),
    "no data": ({"task": ""}, "--task NAME"),
    "an unknown model setting": ({"model": {"d_modle": 3}}, "unknown model setting 'd_modle'"),
    "an absurd model": ({"model": {"encoder_layers": 10**9}}, "encoder_layers is 1000000000"),
    "heads that do not fit": ({"model": {"heads": 3}}, "not divisible by 3"),
    "a rate that is a text": ({"rate": "fast"}, "rate is 'fast'; expected a number"),
    "a rate that is not a number": ({"rate": math.nan}, "rate is nan"),
    "negative minutes": ({"minutes": -1}, "minutes is -1"),
    "steps as a float": ({"steps": 5.0}, "steps is 5.0; expected a whole number"),
    "steps as a boolean": ({"steps": True}, "steps is True"),
    "batches of nothing": ({"batch_tokens": 0}, "batch_tokens is 0"),
    "an unknown precision": ({"precision": "fp8"}, "expected one of auto, fp32, bf16"),
    "a name that is a number": ({"name": 5}, "name is 5; expected a string"),
    "data that are numbers": ({"data": (1, 2)}, r"data\[0\] is 1; expected a string"),
}


@pytest.mark.parametrize(("changes", "words"), WRONG.values(), ids=WRONG)
def test_wrong_settings_are_refused_and_nothing_is_trained(tmp_path: Path, changes: dict, words: str) -> None:
    with pytest.raises(Refused, match=words):
        list(train(toy(tmp_path / "out", **changes)))
    assert not (tmp_path / "out" / RESUME).exists()


SLOW_ENDS = {"threads": 1024, "homemade": 10_000_000}
ENDS = [(name, end) for name, both in ranges(TrainSpec).items() for end in both if SLOW_ENDS.get(name) != end]


@pytest.mark.parametrize(("name", "end"), ENDS, ids=[f"{name} {end:g}" for name, end in ENDS])
@pytest.mark.share(6)
def test_a_setting_at_an_end_of_its_range_trains_or_is_refused(tmp_path: Path, name: str, end: float) -> None:
    with suppress(Refused):
        spec = TrainSpec.from_json({**corpus(tmp_path).to_json(), name: end})
        assert list(train(spec, after(3)))[-1].kind in ("done", "stopped")


def test_a_taught_head_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for place, words in (
        ({"guide_head": 1}, "guide_layer is 2"),
        ({"guide_layer": 1, "guide_head": 3}, "guide_head is 3"),
    ):
        with pytest.raises(Refused, match=words):
            list(train(corpus(tmp_path, guide=1.0, **place)))


@pytest.mark.parametrize("words", [{"vocabulary": 100}, {"tokenizer": "copy"}, {"start": "copy", "model": {}}])
@pytest.mark.parametrize("more", [{}, {"guide": 1.0, "guide_layer": 1, "guide_head": 1}])
def test_words_have_no_pieces_to_drop(tmp_path: Path, words: dict[str, Any], more: dict[str, Any]) -> None:
    """Of a vocabulary of whole words, learned or another model's; nothing is written before it is said."""
    spec = replace(corpus(tmp_path, piece_dropout=0.1), **words, **more)
    with pytest.raises(Refused, match="piece_dropout") as refused:
        list(train(spec))
    assert refused.value.code == "E-TRAIN-VOCABULARY" and "vocabulary" in refused.value.message
    assert not Path(spec.out).exists()
    assert training_data_for(replace(spec, piece_dropout=0.0)).epoch(0), "the words alone are fine"


@pytest.mark.parametrize(
    ("changes", "minutes"),
    [({}, 45.0), ({"minutes": 3.0}, 3.0), ({"minutes": 3.0, "steps": 9}, 3.0), ({"steps": 9}, math.inf),
     ({"epochs": 1.5}, math.inf), ({"epochs": 1.5, "minutes": 2.0}, 2.0)],
)  # fmt: skip
def test_without_another_budget_a_training_takes_the_usual_time(changes: dict[str, Any], minutes: float) -> None:
    assert TrainSpec("", **changes).time_limit == minutes


def test_settings_are_read_strictly() -> None:
    assert TrainSpec.from_json({"out": "x", "data": ["a", "b"], "rate": 1}).data == ("a", "b")
    spec = TrainSpec("x", data=("a",), model={"heads": 2})
    assert TrainSpec.from_json(spec.to_json()) == spec
    for data, words in (
        ({"out": "x", "epoch": 5}, "unknown field 'epoch'"),
        ({"out": "x", "model": 5}, "model is 5"),
        ({"out": "x", "data": "a.tsv"}, "data is 'a.tsv'; expected a list"),
        ({}, "missing field 'out'"),
        ({"out": 5}, "out is 5"),
    ):
        with pytest.raises(Refused, match=words):
            TrainSpec.from_json(data)


def test_settings_that_change_nothing_of_a_toy_task_are_refused() -> None:
    for idle in ({"guide": 1}, {"join": 0.5}, {"turned": True}, {"vocabulary": 500}, {"homemade": 9}):
        with pytest.raises(Refused, match=f"{next(iter(idle))} is for files.*leave it out"):
            TrainSpec.from_json({"out": "x", **toy_settings("copy"), **idle})
        assert TrainSpec.from_json({"out": "x", "data": ["a.tsv"], **idle})
    TrainSpec.from_json({"out": "x", **toy_settings("copy"), "guide": 0.0, "augment": 0.0, "vocabulary": 8000})


# ---------------------------------------------------------------- data and ranks


def test_held_out_pairs_are_never_drawn_for_training() -> None:
    for task in TASKS:
        lessons = training_data_for(TrainSpec("", task=task))
        held_out = {tuple(source) for source, _ in lessons.valid}
        assert len(held_out) > 50 and not held_out & {tuple(source) for source, _ in lessons.epoch(0)}


def test_every_epoch_is_new_and_the_same_again() -> None:
    lessons = training_data_for(TrainSpec("", task="grammar"))
    assert lessons.epoch(0) == lessons.epoch(0) != lessons.epoch(1)


def test_the_vocabulary_is_learned_once(tmp_path: Path) -> None:
    spec = corpus(tmp_path)
    list(train(spec))
    first = load_model(spec.out).vocab.to_json()
    Path(spec.data[0]).write_text("Another text altogether\tOtro texto\n" * 9, encoding="utf-8")
    assert training_data_for(spec).vocab.to_json() == first


@pytest.mark.parametrize("known", ["", "english-spanish"])
def test_the_vocabulary_of_a_start_that_failed_is_not_used(tmp_path: Path, known: str) -> None:
    wrong = corpus(tmp_path, vocabulary=100, model={"d_model": 16, "heads": 3})
    with pytest.raises(Refused, match="not divisible by 3"):
        list(train(wrong))
    assert load_vocabulary(Path(wrong.out) / "training.tokenizer.json").closed, "one of words"
    spec = corpus(tmp_path, tokenizer=known)
    for changes in ({}, {"steps": 6}):  # begun, then continued
        list(train(replace(spec, **changes)))
        vocab = load_model(spec.out).vocab
        assert not vocab.closed and training_data_for(spec).vocab.to_json() == vocab.to_json()


def test_every_process_gets_its_own_batches_and_as_many_as_the_others(tmp_path: Path) -> None:
    spec = toy(tmp_path)
    lessons = training_data_for(spec)
    shares = []
    for rank in range(3):
        training = Training(spec, lessons, Ranks(rank, 3))
        shares.append(list(training_module.rest_of_epoch(training)))
        assert training.place == len(shares[-1])
    alone = list(training_module.rest_of_epoch(Training(spec, lessons)))
    assert len({len(share) for share in shares}) == 1 and len(shares[0]) == len(alone) // 3
    assert [batch for three in zip(*shares, strict=True) for batch in three] == alone[: len(alone) // 3 * 3]


def test_an_epoch_shorter_than_the_number_of_processes_is_shared(tmp_path: Path) -> None:
    spec = corpus(tmp_path, batch_tokens=10_000)
    lessons = training_data_for(spec)
    for rank in range(3):
        assert len(list(training_module.rest_of_epoch(Training(spec, lessons, Ranks(rank, 3))))) == 1


@pytest.mark.parametrize("steps", [0, 6])
def test_processes_end_at_the_same_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """The second process counts more seconds after a step, in which the first one validated."""
    spec = toy(tmp_path, steps=steps, minutes=1.0)
    lessons = training_data_for(spec)
    both = [Training(spec, lessons, Ranks(rank, 2)) for rank in range(2)]
    told = [0.0, 0.0, 0, 0]
    monkeypatch.setattr(Ranks, "all_reduce", lambda self, numbers: told)
    for seconds, ended in (((30.0, 70.0), False), ((61.0, 75.0), True)):
        told[1] = seconds[0]
        for training, own in zip(both, seconds, strict=True):
            training._synchronise(1)
            training.elapsed = own + 40.0
        assert [training.exhausted() for training in both] == [ended, ended]
        assert both[0].fraction() == both[1].fraction()


def test_alone_there_is_nothing_to_share() -> None:
    assert Ranks().all_reduce([1.0, 2.5]) == [1.0, 2.5]
    assert Ranks().broadcast(lambda: b"abc") == b"abc"


@pytest.mark.usefixtures("usual_epochs")
def test_reversing_is_learned_to_ninety_nine_percent(tmp_path: Path) -> None:
    """With the settings of `train --task reverse`; held-out sentences, exactly right to the last token."""
    events = list(train(TrainSpec(**toy_settings("reverse"), out=str(tmp_path))))
    assert events[-1].kind == "done" and events[-1].exact >= 0.99
    model, vocab = load_model(tmp_path)
    from model_core.decoding.decode import generate

    source = torch.tensor([[*vocab.ids(["3 1 4 1 5"])[0], 2]])
    with torch.inference_mode():
        memory = model.encode(source)
    written = [int(step.written) for step in generate(model, source, memory, 12)]
    assert vocab.text(written) == "5 1 4 1 3"
