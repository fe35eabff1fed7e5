"""Training in half precision: the step that autocast and torch's dropout make, with fewer draws."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from model_core.decoding.fast_dropout import dropped_by_bits, half_precision
from model_core.training.teacher_forcing import Learner, collate
from model_core.transformer.model import EncoderDecoder
from tests.small import small_model

PAIRS = [([5, 6, 7], [8, 9]), ([10], [11, 12, 13, 14]), ([15, 16], [17])]


class Draws(TorchDispatchMode):
    """Counts the numbers that are drawn at random."""

    count = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        if func.overloadpacket.__name__ in ("random_", "bernoulli_"):
            self.count += result.numel()
        return result


def autocast(model: EncoderDecoder) -> AbstractContextManager[None]:
    """Half precision as torch has it."""
    return torch.autocast("cpu", torch.bfloat16)


def step(model: EncoderDecoder, half: Callable[[EncoderDecoder], AbstractContextManager[None]]) -> int:
    """How many numbers a step draws; its gradients are left in the model."""
    model.zero_grad()
    with Draws() as draws, half(model):
        loss = Learner(model, 0.1)(*collate(PAIRS, model.spec))
    loss.backward()
    return draws.count


def test_a_step_learns_what_that_of_autocast_does() -> None:
    model = small_model(dropout=0.0).train()
    step(model, autocast)
    expected = torch.cat([one.grad.flatten() for one in model.parameters()])
    step(model, half_precision)
    found = torch.cat([one.grad.flatten() for one in model.parameters()])
    assert torch.equal(found, expected)


def test_it_draws_a_quarter_of_the_numbers() -> None:
    model = small_model(dropout=0.25).train()
    ours, theirs = step(model, half_precision), step(model, autocast)
    assert 0 < ours <= -(-theirs // 4) + 20, "each dropout rounds up to whole numbers"


def test_outside_of_the_context_nothing_is_replaced() -> None:
    model = small_model(dropout=0.25).train()
    with pytest.raises(RuntimeError), half_precision(model):
        assert any("forward" in module.__dict__ for module in model.modules())
        raise RuntimeError
    assert not any("forward" in module.__dict__ for module in model.modules())


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_dropout_by_bits_keeps_its_share_and_the_mean(dtype: torch.dtype) -> None:
    """Of 90,001 units 27,000 are expected to be dropped; six deviations of their number are 825."""
    dropout, x = nn.Dropout(0.3), torch.ones(90_001, dtype=dtype, requires_grad=True)
    torch.manual_seed(5)
    first, second = dropped_by_bits(dropout, x), dropped_by_bits(dropout, x)
    torch.manual_seed(5)
    assert torch.equal(dropped_by_bits(dropout, x), first) and not torch.equal(first, second)
    assert first.dtype == dtype and abs(int((first == 0).sum()) - 27_000) < 825
    assert sorted(first.unique().tolist()) == pytest.approx([0, 1 / 0.7], rel=0.005)
    neighbours = (first[1:] == 0) & (first[:-1] == 0)
    assert abs(int(neighbours.sum()) - 8100) < 650, "units are dropped independently"
    first.sum().backward()
    assert torch.equal(x.grad, first.detach())


def test_dropout_by_bits_acts_in_training_only() -> None:
    x = torch.randn(50)
    assert torch.equal(dropped_by_bits(nn.Dropout(0.3).eval(), x), x)
