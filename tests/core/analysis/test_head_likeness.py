"""How alike heads read, against loops over single rows; the order and the plane made of it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from model_core.analysis.heads.head_averages import (
    averaged_tables,
    merge_findings,
    sentence_findings,
    single_sentence_survey,
)
from model_core.analysis.heads.head_likeness import divergences, linked, plane_points, summed_divergences
from model_core.spec import KINDS
from tests.made.surveys import PAIRS
from tests.made.traces import made_trace

Array = NDArray[np.float64]


def maps(heads: int = 7, rows: int = 5, keys: int = 6, seed: int = 3) -> Array:
    """Random weights (N, Q, M) whose rows sum to 1, some of them 0."""
    drawn = np.random.default_rng(seed).gamma(0.4, 1.0, (heads, rows, keys))
    drawn[drawn < 0.05] = 0.0
    drawn[..., 0] += 1e-3
    found: Array = drawn / drawn.sum(-1, keepdims=True)
    return found


def apart(one: Array, other: Array) -> float:
    """The Jensen–Shannon divergence of two rows in bits, term by term as Lin 1991 writes it."""
    total = 0.0
    for p, q in zip(one.tolist(), other.tolist(), strict=True):
        middle = (p + q) / 2
        total += (p * np.log2(p / middle) if p else 0.0) / 2 + (q * np.log2(q / middle) if q else 0.0) / 2
    return float(total)


def test_divergences_are_those_of_single_rows_added() -> None:
    weights = maps()
    found = divergences(weights)
    for one in range(len(weights)):
        for other in range(len(weights)):
            alone = sum(apart(*rows) for rows in zip(weights[one], weights[other], strict=True))
            assert found[one, other] == pytest.approx(alone, abs=1e-12)
    assert np.array_equal(found, found.T) and not np.diag(found).any()


def test_alike_is_0_and_never_the_same_key_is_1() -> None:
    first, last = np.zeros((4, 3)), np.zeros((4, 3))
    first[:, 0] = last[:, 2] = 1.0
    found = divergences(np.stack([first, first, last])) / 4
    assert found[0, 1] == 0.0 and found[0, 2] == pytest.approx(1.0)


def test_the_decoders_first_row_does_not_count() -> None:
    weights = maps(rows=4, keys=4)
    found, rows = summed_divergences([weights[:3], weights[3:]], "decoder")
    assert rows == 3 and found == pytest.approx(divergences(weights[:, 1:]))
    assert summed_divergences([weights], "cross")[1] == 4
    assert summed_divergences([weights[:, :1]], "decoder")[1] == 1


def test_a_survey_has_the_mean_over_the_rows_of_all_its_sentences() -> None:
    traces = [made_trace(source, target, seed=seed, forced=True) for seed, (source, target) in enumerate(PAIRS)]
    tables = averaged_tables(
        merge_findings([sentence_findings(trace, 0, number) for number, trace in enumerate(traces)])
    )
    for kind in KINDS:
        skipped = int(kind == "decoder")
        every = [np.concatenate([np.asarray(one, np.float64) for one in trace.maps(kind)]) for trace in traces]
        heads, rows = len(every[0]), sum(max(1, len(one[0]) - skipped) for one in every)
        wanted = np.zeros((heads, heads))
        for one in every:
            seen = one[:, skipped:] if len(one[0]) > 1 else one
            wanted += [[sum(map(apart, seen[i], seen[j])) for j in range(heads)] for i in range(heads)]
        assert tables[f"apart_rows.{kind}"] == rows
        assert tables[f"apart.{kind}"] == pytest.approx(wanted / rows, abs=1e-6)
    alone = single_sentence_survey(traces[0], 0)
    assert alone.head_divergence("cross") is not None


def test_neighbours_in_the_order_are_alike() -> None:
    """Two groups that were shuffled stand apart again, each in one piece."""
    one, other = maps(1)[0], maps(1, seed=9)[0]
    rng = np.random.default_rng(1)
    mixed = [base * 0.97 + 0.03 * noise for base, noise in zip([one, other] * 4, maps(8, seed=5), strict=True)]
    place = rng.permutation(8)
    order = linked(divergences(np.stack([mixed[at] for at in place])))
    assert sorted(order) == list(range(8))
    groups = [int(place[at]) % 2 for at in order]
    assert groups in ([0] * 4 + [1] * 4, [1] * 4 + [0] * 4)
    assert linked(np.zeros((1, 1))) == [0] and linked(np.zeros((0, 0))) == []


def test_points_on_a_line_keep_their_order() -> None:
    places = np.array([3.0, -1.0, 0.0, 7.0, 2.2])
    order = linked((places[:, None] - places[None]) ** 2)
    found = places[order]
    assert np.array_equal(found, np.sort(places)) or np.array_equal(found, np.sort(places)[::-1])


def test_the_plane_reproduces_points_of_a_plane() -> None:
    points = np.random.default_rng(4).normal(0, (3.0, 1.0), (9, 2))
    squared = ((points[:, None] - points[None]) ** 2).sum(-1)
    found, share = plane_points(squared)
    again = ((found[:, None] - found[None]) ** 2).sum(-1)
    assert again == pytest.approx(squared, abs=1e-9) and share == pytest.approx(1.0)
    assert found[:, 0].std() > found[:, 1].std()
    assert plane_points(np.zeros((1, 1)))[1] == 1.0 and plane_points(np.zeros((3, 3)))[0].shape == (3, 2)


def test_the_divergence_is_a_squared_distance_and_the_plane_never_makes_it_larger() -> None:
    """No eigenvalue of the centred matrix is below 0 (Fuglede and Topsøe 2004), so leaving dimensions out only brings
    heads nearer; the share is that of the two largest."""
    squared = divergences(maps(12))
    centring = np.eye(12) - 1 / 12
    values = np.linalg.eigvalsh(-0.5 * centring @ squared @ centring)
    assert values.min() > -1e-10
    places, share = plane_points(squared)
    assert (((places[:, None] - places[None]) ** 2).sum(-1) <= squared + 1e-9).all()
    assert share == pytest.approx(np.sort(values)[-2:].sum() / values.sum())
