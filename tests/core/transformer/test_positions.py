"""Position tables against their formula, written out number by number."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.engine.position_edits import edited_table, reordered, row_order, untrained_table
from model_core.record.edits import ORDERS, TABLES, PositionEdits
from model_core.transformer.positions import sinusoidal


@given(st.integers(1, 12), st.integers(2, 17), st.floats(1.5, 1e6), st.booleans())
def test_every_number_is_the_formulas(positions: int, width: int, base: float, halves: bool) -> None:
    table = sinusoidal(positions, width, base, halves)
    assert table.shape == (positions, width) and table.dtype == np.float32
    sines = (width + 1) // 2
    for place in range(positions):
        for unit in range(width):
            pair, cosine = (unit % sines, unit >= sines) if halves else (unit // 2, bool(unit % 2))
            angle = place / base ** (2 * pair / width)
            assert table[place, unit] == pytest.approx(math.cos(angle) if cosine else math.sin(angle), abs=1e-6)


def test_far_positions_are_computed_in_float64() -> None:
    table = sinusoidal(np.array([-3.5, 8191.0, 1e6]), 4)
    assert table[0, 0] == pytest.approx(math.sin(-3.5), abs=1e-7)
    assert table[2, :2] == pytest.approx([math.sin(1e6), math.cos(1e6)], abs=1e-7)


def test_halves_are_the_same_numbers_in_another_order() -> None:
    one, other = sinusoidal(9, 8), sinusoidal(9, 8, halves=True)
    assert np.array_equal(one[:, 0::2], other[:, :4]) and np.array_equal(one[:, 1::2], other[:, 4:])


@given(st.integers(1, 40), st.sampled_from(ORDERS), st.integers(-100, 100), st.integers(0, 9))
def test_every_order_assigns_each_row_to_one_place(positions: int, name: str, shift: int, seed: int) -> None:
    rows = row_order(positions, PositionEdits(order=name, shift=shift, seed=seed))
    assert sorted(rows.tolist()) == list(range(positions))
    straight = row_order(positions, PositionEdits(order=name, seed=seed))
    assert [rows[p] for p in range(positions)] == [straight[(p + shift) % positions] for p in range(positions)]


def test_orders_by_hand() -> None:
    table = np.arange(8.0).reshape(4, 2)
    assert reordered(table, PositionEdits()).tolist() == table.tolist()
    assert reordered(table, PositionEdits(order="reversed"))[:, 0].tolist() == [6, 4, 2, 0]
    assert reordered(table, PositionEdits(shift=1))[:, 0].tolist() == [2, 4, 6, 0]
    assert reordered(table, PositionEdits(order="reversed", shift=-1))[:, 0].tolist() == [0, 6, 4, 2]
    shuffled = [row_order(40, PositionEdits(order="shuffled", seed=seed)).tolist() for seed in (1, 1, 2)]
    assert shuffled[0] == shuffled[1] != shuffled[2] and shuffled[0] != list(range(40))


def test_each_table_is_what_it_is_called() -> None:
    own = np.random.default_rng(0).standard_normal((6, 8)).astype(np.float32)
    made = {name: edited_table(own, PositionEdits(table=name, base=50.0, seed=3)) for name in TABLES}
    assert np.array_equal(made["model"], own) and not made["none"].any()
    assert np.array_equal(made["interleaved"], sinusoidal(6, 8, 50.0))
    assert np.array_equal(made["halves"], sinusoidal(6, 8, 50.0, halves=True))
    assert np.array_equal(made["random"], untrained_table(6, 8, 3))
    assert all(table.shape == own.shape and table.dtype == np.float32 for table in made.values())
    turned = edited_table(own, PositionEdits(table="halves", order="reversed", shift=2))
    assert np.array_equal(turned, np.roll(sinusoidal(6, 8, halves=True)[::-1], -2, axis=0))


def test_an_untrained_table_has_the_spread_of_a_learned_one() -> None:
    table = untrained_table(400, 64, 1)
    assert abs(float(table.std()) * 8 - 1) < 0.02 and np.array_equal(table, untrained_table(400, 64, 1))
    assert not np.array_equal(table, untrained_table(400, 64, 2))
