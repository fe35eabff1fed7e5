"""Rank correlation against its definition, and what it is called."""

from __future__ import annotations

import math

import numpy as np
import pytest

from model_core.analysis.effect_order import order_words, rank_correlation, ranks


def test_equal_values_share_the_mean_of_their_places() -> None:
    assert ranks(np.array([3.0, 1.0, 3.0, 0.0])).tolist() == [3.5, 2.0, 3.5, 1.0]


def test_it_is_the_correlation_of_the_ranks() -> None:
    rng = np.random.default_rng(3)
    one, other = rng.integers(0, 6, 40).astype(float), rng.random(40)
    expected = np.corrcoef(ranks(one), ranks(other))[0, 1]
    assert rank_correlation(one, other) == pytest.approx(expected, abs=1e-12)
    assert rank_correlation(other, np.exp(9 * other)) == pytest.approx(1.0)
    assert rank_correlation(other, -other) == pytest.approx(-1.0)


def test_equal_values_have_no_correlation() -> None:
    assert math.isnan(rank_correlation(np.ones(4), np.arange(4.0)))


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.9, "nearly the same order"), (0.5, "a similar order"), (0.0, "unrelated orders"), (math.nan, "")],
)
def test_it_is_put_into_words(value: float, words: str) -> None:
    assert order_words(value) == words
