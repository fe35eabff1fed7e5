"""Attention without maps: the same numbers, less memory, and only where nobody listens."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from model_core.decoding.fast_attention import fast_recording
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.hooks import recording
from tests.made.small import small_model

SOURCE, READ = torch.tensor([[5, 6, 7, 8, 9, 2], [5, 6, 2, 0, 0, 0]]), torch.tensor([[1, 8, 9, 10], [1, 8, 0, 0]])


def never(name: str) -> bool:
    return False


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 6 * 4 * 4 * 4)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one at every attention that makes no map."""
    found: list[int] = []
    attention = torch.nn.functional.scaled_dot_product_attention

    def counted(*given: Any, **named: Any) -> torch.Tensor:
        found.append(1)
        return attention(*given, **named)

    monkeypatch.setattr("model_core.decoding.fast_attention.F.scaled_dot_product_attention", counted)
    return found


@torch.inference_mode()
def test_no_unused_map_is_made(small_limit: None, calls: list[int]) -> None:
    model = small_model()
    explicit = model(SOURCE, READ)
    assert not calls
    with fast_recording(model, never):
        quick = model(SOURCE, READ)
    assert len(calls) == 6
    with fast_recording(model, lambda name: name.endswith((".q", ".k", ".v"))) as kept:
        model(SOURCE, READ)
    assert len(calls) == 12 and len(kept) == 18
    with fast_recording(model):
        model(SOURCE, READ)
    assert len(calls) == 12
    assert float((quick - explicit).abs().max()) <= 1e-5


@torch.inference_mode()
@pytest.mark.parametrize(
    "changes", [{}, {"norm_place": "post"}, {"attention_scale": "none"}, {"d_key": 4, "d_value": 12}], ids=str
)
def test_activations_are_those_of_the_explicit_attention(small_limit: None, changes: dict[str, Any]) -> None:
    model = small_model(**changes)
    with recording(model) as explicit:
        model(SOURCE, READ)
    with fast_recording(model, lambda name: not name.endswith(("scores", "weights"))) as quick:
        model(SOURCE, READ)
    assert quick and max(float((quick[name].float() - explicit[name].float()).abs().max()) for name in quick) <= 1e-5


@torch.inference_mode()
@pytest.mark.parametrize("changes", [{"mask_value": -1e-20}, {"positions": "relative"}], ids=str)
def test_models_that_need_their_scores_make_their_maps(
    small_limit: None, calls: list[int], changes: dict[str, Any]
) -> None:
    model = small_model(**changes)
    with fast_recording(model, never):
        model(SOURCE, READ)
    assert not calls


def test_nothing_of_it_stays_on_the_model(small_limit: None) -> None:
    model = small_model()
    with pytest.raises(InterruptedError), fast_recording(model, never):
        raise InterruptedError
    attentions = [module for module in model.modules() if isinstance(module, MultiHeadAttention)]
    assert len(attentions) == 6 and not any("core" in module.__dict__ for module in attentions)


def test_a_pass_asks_no_module_for_its_points_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking takes longer than attaching the listeners: 2 per cent of a pass over 16 tokens of a small model."""
    asked: list[str] = []
    found = torch.nn.Module.__getattr__
    monkeypatch.setattr(torch.nn.Module, "__getattr__", lambda self, name: asked.append(name) or found(self, name))
    model = small_model()
    for _ in range(2):
        asked.clear()
        with fast_recording(model, never):
            pass
    assert not {"raw_scores", "scores", "masked_scores", "weights"} & set(asked)


@torch.inference_mode()
def test_a_causal_mask_is_not_spread_and_a_shared_memory_makes_no_map(
    small_limit: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Torch turns a mask into a float for each cell, and makes the whole map where batches differ."""
    given: list[tuple[torch.Size, torch.Size, bool, bool]] = []
    attention = torch.nn.functional.scaled_dot_product_attention

    def watched(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: Any, **named: Any) -> torch.Tensor:
        assert k.shape[0] == v.shape[0]
        given.append((q.shape[:1], k.shape[:1], mask is None, named["is_causal"]))
        return attention(q, k, v, mask, **named)

    monkeypatch.setattr("model_core.decoding.fast_attention.F.scaled_dot_product_attention", watched)
    model, read = small_model(), READ[:1].expand(2, -1)
    memory = model.encode(SOURCE[:1])
    explicit = model.decode(read, memory, SOURCE[:1])
    with fast_recording(model, never, most_cells=1):
        quick = model.decode(read, memory, SOURCE[:1])
    assert [(queries == keys, bare) for queries, keys, bare, _ in given] == [(True, True)] * 4
    assert [causal for *_, causal in given] == [True, False] * 2
    assert float((quick - explicit).abs().max()) <= 1e-5
    given.clear()
    with fast_recording(model, never, most_cells=1):
        model(SOURCE, READ)
    assert [bare for _, _, bare, _ in given] == [False] * 6, "padding is masked cell by cell"
