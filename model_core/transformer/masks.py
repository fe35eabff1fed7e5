"""Masks in one convention everywhere: bool, True = this query may attend to this key.

Shapes: B batch, Q queries, M memory (the keys). Why a cell is masked is derived afterwards from the recorded mask
(`model_core.engine.interventions.reason_codes`).
"""

from __future__ import annotations

import torch
from torch import Tensor

MASKS = {"encoder": "encoder.mask", "decoder": "decoder.mask", "cross": "decoder.cross_mask"}
"""Kind of attention -> hook name of its mask (B, Q, M)."""


def padding_mask(key_ids_BM: Tensor, pad_id: int, queries: int) -> Tensor:
    """(B, Q, M): every query may attend to every key that is not padding."""
    return (key_ids_BM != pad_id).unsqueeze(1).expand(-1, queries, -1)


def causal_mask(queries: int, keys: int, device: torch.device | None = None) -> Tensor:
    """(Q, M): query i may attend to keys up to its own position; with a cache, the queries are the last rows."""
    return torch.ones(queries, keys, dtype=torch.bool, device=device).tril(keys - queries)


def decoder_mask(read_ids_BT: Tensor, pad_id: int, queries: int | None = None) -> Tensor:
    """(B, Q, T): causal and not padding; `queries` counts the last rows (with a cache), default all T.

    The first token is always visible, even if a model starts its decoder with the pad id (as Marian does):
    otherwise the first row would have nothing to attend to.
    """
    keys = read_ids_BT.shape[1]
    queries = keys if queries is None else queries
    real = read_ids_BT != pad_id
    real[:, 0] = True
    return real.unsqueeze(1) & causal_mask(queries, keys, read_ids_BT.device)
