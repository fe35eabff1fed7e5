"""How long a training will take, measured before it begins."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from pathlib import Path

import pytest

from model_core.errors import Refused
from model_core.training.datasets import training_data_for
from model_core.training.running.estimate import FEWEST, WARM, Estimate, estimate_training
from model_core.training.train import Training, train
from tests.core.training.test_train import corpus, toy


def test_a_few_updates_suffice_for_an_estimate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.training.running.estimate.SECONDS", 0.0)
    learn, made = Training.learn, itertools.count(1)
    monkeypatch.setattr(Training, "learn", lambda *given: (next(made), learn(*given))[1])
    out = tmp_path / "never"
    found = estimate_training(toy(out, steps=200))
    assert found is not None and next(made) == 1 + WARM + FEWEST
    assert not out.exists(), "nothing is written"
    assert found.updates == 200 and found.update > 0 and found.limit == math.inf and found.in_time
    assert found.seconds == found.prepared + 200 * found.update
    assert found.parameters == Training(toy(out), training_data_for(toy(out))).model.parameter_count()


def test_epochs_of_a_small_file_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.training.running.estimate.SECONDS", 0.0)
    spec = corpus(tmp_path, steps=0, epochs=3.0)
    found = estimate_training(spec)
    assert found is not None and found.updates % 3 == 0 and found.updates // 3 >= 1
    made = list(train(spec))[-1].step
    assert abs(made - found.updates) <= 3, "batches of an epoch are drawn anew: one more or less in each"


def test_a_longest_time_ends_it_sooner() -> None:
    long = Estimate(prepared=2.0, update=0.01, updates=5000, limit=30.0, parameters=1)
    assert not long.in_time and long.seconds == 32 and long.updates_in_limit == 3000
    short = Estimate(prepared=2.0, update=0.01, updates=500, limit=30.0, parameters=1)
    assert short.in_time and short.seconds == 7
    timed = Estimate(prepared=0.0, update=0.01, updates=0, limit=60.0, parameters=1)
    assert not timed.in_time and timed.seconds == 60 and timed.updates_in_limit == 6000


def test_it_ends_when_a_dial_moves(tmp_path: Path) -> None:
    assert estimate_training(toy(tmp_path / "out"), lambda: True) is None


def test_what_cannot_be_trained_cannot_be_estimated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="heads"):
        estimate_training(toy(tmp_path / "out", model={"d_model": 16, "heads": 3}))
    with pytest.raises(Refused, match="every validation pair has"):
        estimate_training(toy(tmp_path / "out", model={"max_positions": 3}))
    monkeypatch.setattr("model_core.training.running.training.computes_bf16", lambda _: True)
    spec = corpus(tmp_path, precision="auto")
    Path(spec.valid).write_text("Hi\tNo\n", encoding="utf-8")
    with pytest.raises(Refused, match="every sentence pair is too long"):
        estimate_training(replace(spec, model={**spec.model, "max_positions": 7}))
