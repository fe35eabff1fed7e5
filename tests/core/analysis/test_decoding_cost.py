"""Multiplications by arithmetic, against those of the matrix products that a model really does."""

from __future__ import annotations

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from model_core.analysis.decoding_cost import PARTS, Cost, step_cost, text_cost
from model_core.transformer.model import EncoderDecoder
from tests.made.small import small_model

BOS = 1
SOURCE = torch.tensor([[5, 6, 7, 8, 9, 2]])
READ = torch.tensor([[BOS, 11, 12, 13, 14, 15, 16]])


@torch.inference_mode()
def counted(model: EncoderDecoder, steps: int, cached: bool) -> list[int]:
    """What each step really multiplies, from the shapes of all matrix products in it."""
    memory, cache = model.encode(SOURCE), model.new_cache(steps) if cached else None
    found = []
    for step in range(steps):
        with FlopCounterMode(display=False, depth=None) as counter:
            hidden = model.decode(READ[:, : step + 1], memory, SOURCE, cache)
            model.unembed(hidden[:, -1:])
        found.append(counter.get_total_flops() // 2)
    return found


@pytest.mark.parametrize("cached", [True, False])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"d_ff": 7, "heads": 2, "decoder_layers": 3, "attention_bias": False},
        {"gated": True, "d_key": 5},
        {"d_key": 3, "d_value": 11, "decoder_heads": 2},
    ],
)
def test_the_total_is_what_a_model_multiplies(changes: dict, cached: bool) -> None:
    model = small_model(**changes)
    for step, real in enumerate(counted(model, 7, cached)):
        assert step_cost(model.spec, 6, step, cached).total == real


def test_each_part_by_hand() -> None:
    """Width 32, 2 layers, feed-forward 48, vocabulary 40; 6 source tokens; step 3 has 4 rows."""
    spec = small_model().spec
    assert step_cost(spec, 6, 3, True).parts() == {
        "projections": 2 * 6 * 32 * 32,
        "scores": 2 * (4 + 6) * 32,
        "values": 2 * (4 + 6) * 32,
        "feed_forward": 2 * 2 * 32 * 48,
        "unembedding": 32 * 40,
    }
    assert step_cost(spec, 6, 3, False).parts() == {
        "projections": 2 * (6 * 4 + 2 * 6) * 32 * 32,
        "scores": 2 * 4 * (4 + 6) * 32,
        "values": 2 * 4 * (4 + 6) * 32,
        "feed_forward": 2 * 4 * 2 * 32 * 48,
        "unembedding": 32 * 40,
    }


def test_the_first_step_costs_the_same_and_later_ones_save_more_and_more() -> None:
    spec = small_model().spec
    assert step_cost(spec, 6, 0, True) == step_cost(spec, 6, 0, False)
    saved = [step_cost(spec, 6, step, False).total - step_cost(spec, 6, step, True).total for step in range(9)]
    assert saved[0] == 0 and saved == sorted(saved) and len(set(saved)) == 9


def test_a_text_is_the_sum_of_its_steps() -> None:
    spec = small_model().spec
    whole = text_cost(spec, 6, 4, True)
    assert tuple(whole.parts()) == PARTS
    for name in PARTS:
        assert getattr(whole, name) == sum(getattr(step_cost(spec, 6, step, True), name) for step in range(4))
    assert text_cost(spec, 6, 0, True) == Cost(0, 0, 0, 0, 0)
