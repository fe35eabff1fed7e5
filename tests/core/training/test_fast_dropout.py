"""The dropout of a training on a processor: what it keeps, how it scales, where it stands."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from model_core.spec import ModelSpec
from model_core.training.running.fast_dropout import FastDropout, with_fast_dropout
from model_core.transformer.model import EncoderDecoder


@given(p=st.floats(0.001, 0.999), seed=st.integers(0, 2**31 - 1))
def test_each_place_of_four_is_dropped_with_probability_p(p: float, seed: int) -> None:
    torch.manual_seed(seed)
    zeros = (FastDropout(p)(torch.ones(4 * 4096)) == 0).view(-1, 4).double().mean(0)
    assert torch.allclose(zeros, torch.full((4,), p).double(), atol=6 * math.sqrt(p * (1 - p) / 4096) + 2**-16)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("shape", [(1,), (7, 13), (3, 5, 6)])
def test_what_is_kept_is_divided_by_the_share_that_is_kept(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x = torch.randn(shape, dtype=dtype, generator=torch.Generator().manual_seed(3)).requires_grad_()
    torch.manual_seed(1)
    dropped = FastDropout(0.25)(x)
    dropped.backward(torch.ones_like(dropped))
    gained = torch.where(dropped == 0, 0.0, 1 / 0.75)
    assert dropped.shape == x.shape and dropped.dtype == dtype
    assert torch.allclose(dropped.float(), x.float() * gained, rtol=2**-7)
    assert x.grad is not None and torch.allclose(x.grad.float(), gained, rtol=2**-7)


def test_the_generator_s_state_says_what_is_dropped_and_neighbours_are_independent() -> None:
    draws = []
    for seed in (5, 5, 6):
        torch.manual_seed(seed)
        draws.append(FastDropout(0.5)(torch.ones(40_000)) == 0)
    assert torch.equal(draws[0], draws[1]) and not torch.equal(draws[0], draws[2])
    for apart in range(1, 9):
        both = (draws[0][:-apart] & draws[0][apart:]).double().mean()
        assert abs(float(both) - 0.25) < 6 * math.sqrt(0.25 * 0.75 / 40_000)


def test_a_model_in_training_has_it_everywhere_and_translates_as_before() -> None:
    spec = ModelSpec(source_vocabulary=20, target_vocabulary=20, d_model=16, heads=2, d_ff=32, dropout=0.3)
    model = EncoderDecoder(spec)
    ids = torch.tensor([[5, 6, 7, 2]])
    before, names = model.eval()(ids, ids), set(model.state_dict())
    with_fast_dropout(model)
    assert torch.equal(model(ids, ids), before) and set(model.state_dict()) == names
    assert not any(isinstance(one, nn.Dropout) for one in model.modules())
    torch.manual_seed(1)
    assert not torch.equal(model.train()(ids, ids), before)


@pytest.mark.parametrize("p", [0.0, 1.0])
def test_none_and_all_stay_with_torch(p: float) -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.Dropout(p))
    with_fast_dropout(model)
    assert isinstance(model[1], nn.Dropout)
