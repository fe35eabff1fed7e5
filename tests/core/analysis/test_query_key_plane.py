"""The plane of a head's queries and keys: its dot products against the best approximation of rank 2, in float64."""

from __future__ import annotations

import numpy as np
import pytest

from model_core.analysis.heads.query_key_plane import head_plane, plane_of
from model_core.errors import Refused
from model_core.spec import KINDS
from tests.made.traces import made_trace


def centred(queries: np.ndarray, keys: np.ndarray, scale: float) -> np.ndarray:
    """The scores without what all keys have in common, one by one."""
    middle = keys.mean(0)
    return np.array([[scale * float(q @ (k - middle)) for k in keys] for q in queries])


@pytest.mark.parametrize(("rows", "columns", "width"), [(9, 7, 16), (5, 5, 3), (4, 6, 1), (1, 1, 8), (30, 40, 4)])
def test_dot_products_are_the_best_approximation_of_the_scores(rows: int, columns: int, width: int) -> None:
    rng = np.random.default_rng(rows)
    queries, keys, scale = rng.normal(0, 2, (rows, width)), rng.normal(1, 1, (columns, width)), width**-0.5
    found, scores = plane_of(queries, keys, scale), centred(queries, keys, scale)
    left, values, right = np.linalg.svd(scores)
    best = (left[:, :2] * values[:2][None, : left.shape[1]]) @ right[:2] if len(values) > 1 else scores
    assert found.queries @ found.keys.T == pytest.approx(best, abs=1e-9)
    total = float(np.square(scores).sum())
    kept = 1.0 if not total else float(np.square(values[:2]).sum()) / total
    assert found.share == pytest.approx(kept)
    assert float(np.square(scores - found.queries @ found.keys.T).sum()) == pytest.approx((1 - kept) * total, abs=1e-9)


def test_the_mean_key_that_is_taken_off_changes_no_weight() -> None:
    rng = np.random.default_rng(8)
    queries, keys = rng.normal(0, 1, (6, 4)), rng.normal(3, 1, (5, 4))
    plain, without = (np.exp(scores) for scores in (queries @ keys.T, centred(queries, keys, 1.0)))
    assert without / without.sum(1, keepdims=True) == pytest.approx(plain / plain.sum(1, keepdims=True))


def test_both_sides_are_equally_long_and_turned_the_same_way() -> None:
    """U√Σ and V√Σ have the same lengths along each axis; the outermost key lies on the positive side."""
    rng = np.random.default_rng(3)
    found = plane_of(rng.normal(0, 5, (8, 6)), rng.normal(0, 0.1, (7, 6)), 0.5)
    assert np.square(found.queries).sum(0) == pytest.approx(np.square(found.keys).sum(0))
    for axis in range(2):
        assert found.keys[np.abs(found.keys[:, axis]).argmax(), axis] > 0


def test_it_is_of_the_recorded_queries_and_keys_of_every_head() -> None:
    trace = made_trace("the white house is old", "la casa blanca es vieja")
    for kind in KINDS:
        for layer in range(trace.spec.layers(kind)):
            for head in range(trace.spec.heads_of(kind)):
                found = head_plane(trace, kind, layer, head)
                scores = np.asarray(trace.map(kind, layer, head, "scaled"), np.float64)
                scores = scores - scores.mean(1, keepdims=True)
                _, values, _ = np.linalg.svd(scores)
                products = found.queries @ found.keys.T
                assert float(np.square(scores - products).sum()) == pytest.approx(
                    float(np.square(values[2:]).sum()), rel=1e-4, abs=1e-6
                )  # fmt: skip


def test_without_queries_and_keys_there_is_no_plane() -> None:
    trace = made_trace("the white house", "la casa blanca")
    kept = {name: array for name, array in trace.arrays.items() if not name.endswith((".q", ".k"))}
    with pytest.raises(Refused, match="not recorded"):
        head_plane(trace.with_(arrays=kept), "cross", 0, 0)
