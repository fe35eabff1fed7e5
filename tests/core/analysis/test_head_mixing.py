"""Several heads as one map, against loops in float64."""

from __future__ import annotations

import numpy as np
import pytest

from model_core.analysis.heads.head_mixing import mixed
from model_core.analysis.value_norms import handed_over, value_weighted
from tests.made.traces import made_trace


@pytest.fixture(scope="module")
def weights() -> np.ndarray:
    """(H, Q, M) of a made run with a causal mask."""
    return made_trace("one two three four", "uno dos tres cuatro cinco", heads=6).maps("decoder")[1]


@pytest.mark.parametrize("heads", [(0,), (1, 4), (5, 0, 3), tuple(range(6))])
def test_mean_maximum_and_sum_are_those_of_each_cell(weights: np.ndarray, heads: tuple[int, ...]) -> None:
    mean, most, total = mixed(weights, heads), mixed(weights, heads, "max"), mixed(weights, heads, "sum")
    for query in range(weights.shape[1]):
        for key in range(weights.shape[2]):
            cell = [float(weights[head, query, key]) for head in heads]
            assert mean[query, key] == pytest.approx(sum(cell) / len(cell), abs=1e-7)
            assert most[query, key] == np.float32(max(cell))
            assert total[query, key] == pytest.approx(sum(cell), abs=1e-6)
    assert mean.dtype == weights.dtype == most.dtype == total.dtype
    assert mean.sum(axis=-1) == pytest.approx(1.0, abs=1e-6)
    assert total.sum(axis=-1) == pytest.approx(len(heads), abs=1e-5)
    assert (most.sum(axis=-1) >= 1.0 - 1e-6).all()


def test_a_head_that_is_named_twice_counts_once(weights: np.ndarray) -> None:
    assert np.array_equal(mixed(weights, (2, 2, 1)), mixed(weights, (1, 2)))


@pytest.mark.parametrize(("heads", "how"), [((), "mean"), ((6,), "mean"), ((-1,), "max"), ((0,), "median")])
def test_what_cannot_be_mixed_is_refused(weights: np.ndarray, heads: tuple[int, ...], how: str) -> None:
    with pytest.raises(ValueError, match=r"mix"):
        mixed(weights, heads, how)


# ---------------------------------------------------------------- weight × value


def test_a_contribution_is_the_length_of_the_weighted_value() -> None:
    trace = made_trace("one two three", "uno dos", heads=3)
    path = "decoder.layers.2.cross_attn"
    weights, v = (trace.arrays[f"{path}.{name}"][0] for name in ("weights", "v"))
    found = value_weighted(weights, v)
    for head, query, key in np.ndindex(*weights.shape):
        parts = [float(weights[head, query, key]) * float(unit) for unit in v[head, key]]
        assert found[head, query, key] == pytest.approx(sum(part * part for part in parts) ** 0.5, abs=1e-5)
    assert found.shape == weights.shape
    for head in range(3):
        assert np.array_equal(handed_over(trace, "cross", 2, 0, head), found[head])


def test_with_the_output_projection_it_is_what_reaches_the_residual_stream() -> None:
    random = np.random.default_rng(3)
    weights = random.dirichlet(np.ones(5), size=(2, 4)).astype(np.float32)
    v = random.standard_normal((2, 5, 3)).astype(np.float32)
    out = random.standard_normal((6, 6)).astype(np.float32)
    found = value_weighted(weights, v, out)
    for head, query, key in np.ndindex(*weights.shape):
        alone = np.zeros(6)
        alone[3 * head : 3 * head + 3] = weights[head, query, key].astype(np.float64) * v[head, key]
        wanted = np.linalg.norm(out.astype(np.float64) @ alone)
        assert found[head, query, key] == pytest.approx(wanted, abs=1e-5)
    assert np.abs(found - value_weighted(weights, v)).max() > 0.1


def test_a_large_weight_on_a_short_value_is_a_small_contribution() -> None:
    weights = np.array([[[0.9, 0.1]]], dtype=np.float32)
    v = np.array([[[0.01, 0.0], [3.0, 4.0]]], dtype=np.float32)
    assert value_weighted(weights, v)[0, 0].tolist() == pytest.approx([0.009, 0.5])
