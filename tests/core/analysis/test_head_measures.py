"""Measures of heads, against plain loops and maps whose measures are known by hand."""

from __future__ import annotations

import itertools
import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from model_core.analysis.heads.head_measures import (
    BINS,
    LEADS,
    MEASURES,
    REACH,
    by_distance,
    measured,
    measured_closely,
    measures_of,
    name_of,
    pattern,
    resampled,
)
from model_core.spec import KINDS

Array = NDArray[np.float64]


def maps(heads: int, queries: int, keys: int, seed: int = 0, causal: bool = False) -> Array:
    """Random maps whose rows sum to 1."""
    scores = np.random.default_rng(seed).normal(0, 2, (heads, queries, keys))
    if causal:
        scores = np.where(np.tri(queries, keys, dtype=bool), scores, -np.inf)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True)


def eye(count: int, shift: int = 0) -> Array:
    """One map in which every row reads the key `shift` further on, as far as there is one (else itself)."""
    rows = np.zeros((1, count, count))
    for q in range(count):
        rows[0, q, q + shift if 0 <= q + shift < count else q] = 1
    return rows


@pytest.mark.parametrize(("shift", "name"), [(0, "same"), (-1, "previous"), (1, "next")])
def test_a_head_that_reads_one_place_is_named_after_it(shift: int, name: str) -> None:
    found = {key: float(value[0]) for key, value in measured(eye(6, shift), "encoder").items()}
    assert found[name] == 1 and name_of(found) == name
    assert (found["entropy"], found["strongest"]) == (0, 1)


def test_a_head_that_reads_backwards_is_anti_diagonal() -> None:
    """The last row writes the end and the last column is it: neither counts."""
    back = np.zeros((1, 6, 6))
    for row in range(5):
        back[0, row, 4 - row] = 1
    back[0, 5, 2] = 1
    found = {key: float(value[0]) for key, value in measured_closely(back, "cross").items()}
    assert found["anti-diagonal"] == 1 and found["diagonal"] < 0.5 and name_of(found) == "anti-diagonal"
    assert set(measured_closely(back, "cross")) - set(measured(back, "cross")) == {"anti-diagonal"}
    assert list(measured_closely(back, "encoder")) == list(measured(back, "encoder"))


@pytest.mark.parametrize(("queries", "keys"), [(1, 1), (1, 4), (4, 1), (2, 2), (5, 3)])
def test_every_map_has_an_anti_diagonal(queries: int, keys: int) -> None:
    found = measured_closely(maps(2, queries, keys), "cross")["anti-diagonal"]
    assert found.shape == (2,) and np.all((found >= 0) & (found <= 1 + 1e-12))


def test_the_weight_on_what_belongs_together() -> None:
    one = maps(3, 4, 5)
    found = measured_closely(one, "cross", [(0, 1), (2, 1), (4, 3), (9, 0), (0, 9)])
    np.testing.assert_allclose(found["gold"], (one[:, 1, 0] + one[:, 1, 2] + one[:, 3, 4]) / 2)
    assert "gold" not in measured_closely(one, "cross", [(9, 9)])
    assert "gold" not in measured_closely(one, "encoder", [(0, 0)])


@pytest.mark.parametrize("keys", [2, 3, 4, 6])
@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_an_even_head_is_broad_in_a_short_text_too(keys: int, kind: str) -> None:
    """Of three keys two thirds lie on the diagonal of an even map, which reads no place more than another."""
    queries = keys if kind == "encoder" else 16
    scores = np.random.default_rng(keys).normal(0, 0.1, (4, queries, keys))
    even = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    found = measured_closely(even, kind)
    assert {name_of({name: float(values[head]) for name, values in found.items()}) for head in range(4)} == {"broad"}


def test_first_end_and_broad() -> None:
    first, end = np.zeros((1, 4, 5)), np.zeros((1, 4, 5))
    first[:, :, 0] = end[:, :, -1] = 1
    for one, name in ((first, "first"), (end, "end")):
        found = {key: float(value[0]) for key, value in measured(one, "cross").items()}
        assert found[name] == 1 and name_of(found) == name
    even = {key: float(value[0]) for key, value in measured(np.full((1, 4, 8), 1 / 8), "cross").items()}
    assert even["entropy"] == pytest.approx(3) and even["breadth"] == pytest.approx(1)
    assert even["coverage"] == pytest.approx(0.5) and name_of(even) == "broad"


def test_the_first_row_of_the_decoder_says_nothing() -> None:
    weights = maps(2, 5, 5, causal=True)
    found = measured(weights, "decoder")
    for h in range(2):
        rows = [weights[h, q, : q + 1] for q in range(1, 5)]
        bits = [-sum(w * math.log2(w) for w in row if w > 0) for row in rows]
        assert found["entropy"][h] == pytest.approx(np.mean(bits))
        breadth = np.mean([b / math.log2(len(row)) for b, row in zip(bits, rows, strict=True)])
        assert found["breadth"][h] == pytest.approx(breadth)
        assert found["first"][h] == pytest.approx(np.mean([row[0] for row in rows]))
        assert found["same"][h] == pytest.approx(np.mean([row[-1] for row in rows]))
        assert found["previous"][h] == pytest.approx(np.mean([row[-2] for row in rows]))
        assert found["strongest"][h] == pytest.approx(np.mean([max(row) for row in rows]))
    alone = {name: float(value[0]) for name, value in measured(np.ones((1, 1, 1)), "decoder").items()}
    assert alone == {"entropy": 0, "breadth": 0, "strongest": 1, "first": 1, "same": 1, "previous": 0}


def test_every_measure_is_given_and_no_other() -> None:
    for kind in KINDS:
        found = measured(maps(3, 4, 4, causal=kind == "decoder"), kind)
        assert list(found) == [measure.name for measure in measures_of(kind)]
        assert all(value.shape == (3,) for value in found.values())
    assert {measure.name for measure in MEASURES} == {m.name for kind in KINDS for m in measures_of(kind)}


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 99))
def test_cross_measures_equal_plain_loops(queries: int, keys: int, seed: int) -> None:
    weights = maps(2, queries, keys, seed)
    found = measured(weights, "cross")
    for h in range(2):
        rows = weights[h]
        entropy = np.mean([-sum(w * math.log2(w) for w in row if w > 0) for row in rows])
        diagonal = 0.0
        for q, row in enumerate(rows):
            place = q * (keys - 1) / max(1, queries - 1)
            diagonal += sum(w for k, w in enumerate(row) if abs(k - place) < 1 - 1e-6) / queries
        centres = [sum(k * w for k, w in enumerate(row)) for row in rows]
        steps = [after >= before - 0.5 for before, after in itertools.pairwise(centres)]
        assert found["entropy"][h] == pytest.approx(entropy, abs=1e-9)
        assert found["diagonal"][h] == pytest.approx(diagonal, abs=1e-9)
        assert found["forward"][h] == pytest.approx(np.mean(steps) if steps else 1.0)
        assert found["coverage"][h] == pytest.approx(np.mean([min(1.0, c) for c in rows.sum(0)]), abs=1e-9)


@given(st.integers(1, 70), st.integers(1, 70), st.integers(1, 40), st.integers(0, 99))
def test_a_pattern_keeps_the_sums_of_rows(queries: int, keys: int, bins: int, seed: int) -> None:
    found = pattern(maps(2, queries, keys, seed), bins)
    assert found.shape == (2, bins, bins)
    assert np.allclose(found.sum(-1), 1) and (found >= -1e-12).all()


def test_a_pattern_of_the_same_size_is_the_map_and_of_a_diagonal_a_diagonal() -> None:
    weights = maps(1, BINS, BINS)
    assert np.allclose(pattern(weights), weights)
    assert np.allclose(pattern(eye(2), 4)[0], np.kron(np.eye(2), np.full((2, 2), 0.5)))
    assert np.allclose(pattern(eye(8), 4)[0], np.eye(4))


@pytest.mark.parametrize(
    ("queries", "keys", "rows", "columns"), [(7, 5, 4, 3), (7, 5, 12, 5), (3, 40, 3, 7), (1, 1, 4, 4)]
)
def test_cells_on_a_border_give_each_part_its_share(queries: int, keys: int, rows: int, columns: int) -> None:
    """Against every pair of a part and a cell, with how much of the way they share."""

    def shared(parts: int, cells: int) -> np.ndarray:
        ends = [[min((p + 1) / parts, (c + 1) / cells) - max(p / parts, c / cells) for c in range(cells)]
                for p in range(parts)]  # fmt: skip
        return np.maximum(0.0, ends)

    weights = maps(2, queries, keys, causal=False)
    expected = rows * shared(rows, queries) @ weights @ shared(columns, keys).T * keys
    np.testing.assert_allclose(resampled(weights, rows, columns), expected, rtol=1e-6, atol=1e-12)
    assert not resampled(weights[:, :0], rows, columns).any()


def test_weights_by_distance_equal_plain_loops() -> None:
    weights = maps(2, 20, 23, causal=False)
    summed, counts = by_distance(weights)
    for place, distance in enumerate(range(-REACH, REACH + 1)):
        cells = [(q, q + distance) for q in range(20) if 0 <= q + distance < 23]
        assert counts[place] == len(cells)
        assert summed[0, place] == pytest.approx(sum(weights[0, q, k] for q, k in cells))


def test_a_map_without_cells_is_no_map() -> None:
    with pytest.raises(ValueError, match="at least one row"):
        measured(np.zeros((1, 0, 3)), "cross")


@pytest.mark.parametrize(
    ("order", "strong", "name"),
    [
        ((0, 2, 1, 4, 3, 5), 1.0, "1-to-1"),  # swaps, as of nouns and adjectives
        ((5, 4, 3, 2, 1, 0), 0.8, "1-to-1"),  # backwards
        ((0, 1, 2, 3, 4, 5), 0.9, "diagonal"),  # in step
        ((0, 2, 1, 4, 3, 5), 0.6, "mixed"),  # too weak
        ((2, 2, 1, 2, 3, 2), 1.0, "mixed"),  # half of the source is never read
    ],
)
def test_a_cross_head_that_reads_every_word_once_is_one_to_one(order, strong: float, name: str) -> None:
    weights = np.full((1, 6, 6), (1 - strong) / 5)
    weights[0, np.arange(6), order] = strong
    found = {key: float(value[0]) for key, value in measured(weights, "cross").items()}
    assert name_of(found) == name
    assert set(LEADS.values()) <= set(found) and LEADS.get(name, name) in found
