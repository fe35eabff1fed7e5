"""Modules that are called directly compute what PyTorch's own call computes."""

from __future__ import annotations

import torch
from torch import nn

from benchmarks.fast_paths import called_as_usual
from model_core.transformer.linear import LayerNorm, Linear
from tests.small import small_model

SOURCE, READ = torch.tensor([[5, 6, 7, 2]]), torch.tensor([[1, 8, 9]])


def test_layers_are_those_of_torch() -> None:
    x = torch.randn(2, 3, 6)
    for ours, theirs in ((Linear(6, 4), nn.Linear(6, 4)), (LayerNorm(6), nn.LayerNorm(6))):
        ours.load_state_dict(theirs.state_dict())
        assert torch.equal(ours(x), theirs(x))


def test_a_model_called_as_usual_gives_the_same_and_is_put_back() -> None:
    model = small_model()
    expected = model(SOURCE, READ)
    with called_as_usual(model):
        assert "encoder" not in model.__dict__
        assert torch.equal(model(SOURCE, READ), expected)
    assert model.__dict__["encoder"] is model.encoder and torch.equal(model(SOURCE, READ), expected)
