"""Queries and keys of one head as points of a plane, so that their dot products are as near as two dimensions allow to
the head's scores. No torch.

The mean key is subtracted from every key first: that adds one number to all scores of a row, which the softmax does not
see. Of the scores q·(k − k̄)·scale, (Q, M), the singular value decomposition U Σ Vᵀ gives the best approximation of
rank 2 (Eckart and Young 1936); the queries lie at U√Σ, the keys at V√Σ. Shapes: Q queries, M keys, K width of a head.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.errors import Refused
from model_core.record.derived_maps import array_name
from model_core.record.trace import Trace


@dataclass(frozen=True, eq=False)
class QueryKeyPlane:
    """queries (Q, 2), keys (M, 2); `share` of the squared scores (mean key subtracted) that their dot products keep."""

    queries: np.ndarray
    keys: np.ndarray
    share: float


def plane_of(queries_QK: np.ndarray, keys_MK: np.ndarray, scale: float) -> QueryKeyPlane:
    """The plane of one head; `scale` is what scores are multiplied by. The key that lies furthest out along an axis
    lies on its positive side."""
    queries_QK = np.asarray(queries_QK, np.float64) * scale
    keys_MK = np.asarray(keys_MK, np.float64)
    own_Qr, inner_rK = np.linalg.qr(queries_QK)
    other_Mr, outer_rK = np.linalg.qr(keys_MK - keys_MK.mean(0))
    left_rn, values_n, right_nr = np.linalg.svd(inner_rK @ outer_rK.T)
    count = min(2, len(values_n))
    roots = np.sqrt(values_n[:count])
    queries, keys = np.zeros((len(queries_QK), 2)), np.zeros((len(keys_MK), 2))
    queries[:, :count] = own_Qr @ left_rn[:, :count] * roots
    keys[:, :count] = other_Mr @ right_nr[:count].T * roots
    signs = np.sign(keys[np.abs(keys).argmax(0), [0, 1]])
    signs = np.where(signs == 0, 1.0, signs)
    squares: list[float] = np.square(values_n).tolist()
    total = sum(squares)
    return QueryKeyPlane(queries * signs, keys * signs, sum(squares[:2]) / total if total > 0 else 1.0)


def head_plane(trace: Trace, kind: str, layer: int, head: int, sentence: int = 0) -> QueryKeyPlane:
    """The plane of a head of a run; all count from 0. Raises Refused if queries and keys were not recorded,
    or some of them are not numbers."""
    names = [array_name(kind, what, layer) for what in "qk"]
    if any(name not in trace.arrays for name in names):
        raise Refused("E-PLANE", "this head's queries and keys were not recorded")
    rows, columns = trace.size(kind, sentence)
    sizes = zip(names, (rows, columns), strict=True)
    queries_QK, keys_MK = (trace.arrays[name][sentence, head, :count] for name, count in sizes)
    if not (np.isfinite(queries_QK).all() and np.isfinite(keys_MK).all()):
        raise Refused("E-PLANE", "some of this head's queries or keys are NaN or infinite")
    return plane_of(queries_QK, keys_MK, trace.spec.for_stack(kind).score_scale)
