"""The update of a training's weights: AdamW by its formula, and without torch's compiler."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch
from torch import nn

from model_core.training.running.adamw import BETAS, EPS, AdamW
from tests.support.program import ROOT

DECAY = 0.1

TRAINED = """
import sys
from model_core.training.train import train
from model_core.training.train_spec import TOY_SETTINGS, TrainSpec

own = {"task": "copy", "out": sys.argv[1], "steps": 1, "stop_at": 0.0, "model": {"d_model": 16}}
events = list(train(TrainSpec(**{**TOY_SETTINGS, **own})))
print(events[-1].kind, sorted({"torch._dynamo", "sympy"} & set(sys.modules)))
"""


def test_it_is_the_formula() -> None:
    torch.manual_seed(1)
    parameter = nn.Parameter(torch.randn(3, 4))
    expected, mean, square = (
        one.double() for one in (parameter.detach().clone(), torch.zeros(3, 4), torch.zeros(3, 4))
    )
    optimizer = AdamW([parameter], DECAY)
    for step, rate in enumerate((0.01, 0.03, 0.02), 1):
        parameter.grad = torch.randn(3, 4)
        optimizer.step(rate)
        expected *= 1 - rate * DECAY
        mean = BETAS[0] * mean + (1 - BETAS[0]) * parameter.grad.double()
        square = BETAS[1] * square + (1 - BETAS[1]) * parameter.grad.double() ** 2
        expected -= rate * mean / (1 - BETAS[0] ** step) / ((square / (1 - BETAS[1] ** step)).sqrt() + EPS)
        torch.testing.assert_close(parameter.detach().double(), expected, rtol=1e-5, atol=1e-6)


def test_what_has_no_gradient_stays_and_keeps_no_moments() -> None:
    moved, still = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))
    optimizer = AdamW([moved, still], DECAY)
    optimizer.step(0.1)
    assert not optimizer.state
    moved.grad = torch.ones(2)
    optimizer.step(0.1)
    assert list(optimizer.state) == [moved] and float(optimizer.state[moved]["step"]) == 1
    assert still.tolist() == [1, 1] and moved.tolist() != [1, 1]
    optimizer.forget_gradients()
    assert moved.grad is None


@pytest.mark.usefixtures("prepared")
def test_a_training_loads_no_compiler(tmp_path) -> None:
    line = [sys.executable, "-c", TRAINED, str(tmp_path / "toy")]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["done", "[]"]
