"""Attention without materialised maps, for long texts whose maps are too large to keep and have no listener.

`fast_recording` is `recording` with this in place: entered once per pass, it replaces the `core` of every attention
whose scores and weights have no listener. Their outputs are the same up to rounding. It saves memory: a map has queries
× keys cells per head, 268 MB for one head at 8,192 tokens; the time is measured in benchmarks/engine/fast_paths.py.

Shapes: B batch, H heads, Q queries, M memory (keys), K head width.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import torch.nn.functional as F
from torch import Tensor

from model_core.decoding.fast_linear import fast_few_rows, parts_of, replaced
from model_core.record.derived_maps import most_recorded_cells
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.hooks import Listener, Names, recording
from model_core.transformer.masks import causal_mask
from model_core.transformer.model import EncoderDecoder


def core_without_maps(
    attention: MultiHeadAttention,
    q_BHQK: Tensor, k_BHMK: Tensor, v_BHMK: Tensor, mask_B1QM: Tensor, bias_BHQM: Tensor, most_cells: int,
) -> Tensor:  # fmt: skip
    """As `MultiHeadAttention.core`; where the map would have more than `most_cells` cells, none is made."""
    batch, heads, queries, _ = q_BHQK.shape
    if batch * heads * queries * k_BHMK.shape[2] <= most_cells:
        return MultiHeadAttention.core(attention, q_BHQK, k_BHMK, v_BHMK, mask_B1QM, bias_BHQM)
    k_BHMK, v_BHMK = (one.expand(batch, *one.shape[1:]) for one in (k_BHMK, v_BHMK))  # else torch makes the map, too
    mask: Tensor | None = None if bool(mask_B1QM.all()) else mask_B1QM  # else it is spread to a float for each cell
    keys = k_BHMK.shape[2]
    causal = mask is not None and queries == keys and bool((mask == causal_mask(keys, keys, mask.device)).all())
    z_BHQK = F.scaled_dot_product_attention(
        q_BHQK, k_BHMK, v_BHMK, None if causal else mask, is_causal=causal, scale=attention.scale
    )
    return attention.head_outputs(z_BHQK)


@contextmanager
def fast_recording(
    model: EncoderDecoder,
    keep: Names | None = None,
    edits: Mapping[str, Listener] | None = None,
    most_cells: int | None = None,
) -> Iterator[dict[str, Tensor]]:
    """As `model_core.transformer.hooks.recording`, without gradients; a map of more than `most_cells` cells (default:
    as many as are recorded of one attention) is not made where nothing listens to it.

    Models whose mask leaves weight on masked cells, or with relative positions, always make their maps.
    """
    explicit = model.spec.leaks or model.spec.positions == "relative"
    most = most_recorded_cells(model.spec) if most_cells is None else most_cells
    with recording(model, keep, edits) as kept, fast_few_rows(model):
        chosen = [] if explicit else [one for one, heard in _score_listeners(model) if not any(heard)]
        with replaced(chosen, "core", partial(core_without_maps, most_cells=most)):
            yield kept


def _score_listeners(model: EncoderDecoder) -> list[tuple[MultiHeadAttention, tuple[list[Listener], ...]]]:
    """Every attention with the listeners of its scores and weights (looked up once per model: asking each module for
    its points takes half of the time of entering `fast_recording`)."""
    found: list[tuple[MultiHeadAttention, tuple[list[Listener], ...]]] | None
    found = model.__dict__.get("_found_score_listeners")
    if found is None:
        points = ("raw_scores", "scores", "masked_scores", "weights")
        found = [
            (one, tuple(getattr(one, name).listeners for name in points)) for one in parts_of(model, MultiHeadAttention)
        ]
        model.__dict__["_found_score_listeners"] = found
    return found
