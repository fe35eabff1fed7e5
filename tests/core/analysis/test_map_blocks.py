"""Maps reduced to blocks of cells."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.analysis import map_blocks


@given(st.integers(1, 60), st.integers(1, 60), st.data(), st.booleans(), st.booleans(), st.sampled_from((1, 99, 9999)))
def test_block_maxima_are_those_of_brute_force(
    count_q: int, count_k: int, data: st.DataObject, signed: bool, masked: bool, strip: int
) -> None:
    """Every block holds exactly its largest value (signed: the one farthest from zero), so no bright cell is lost;
    hidden cells count as a given number, however many rows are joined at a time."""
    rows = map_blocks.block_starts(count_q, data.draw(st.integers(1, count_q)))
    columns = map_blocks.block_starts(count_k, data.draw(st.integers(1, count_k)))
    random = np.random.default_rng(count_q * 61 + count_k)
    given_values = random.normal(size=(2, count_q, count_k)).astype(np.float32)
    visible = random.random((2, count_q, count_k)) < 0.6 if masked else None
    values = given_values if visible is None else np.where(visible, given_values, np.float32(0.25))
    with patch.object(map_blocks, "_STRIP", strip):
        found = map_blocks.block_maxima(
            given_values, rows, columns, signed=signed, buffers=map_blocks.Buffers(), visible=visible, neutral=0.25
        )
    row_ends, column_ends = [*rows[1:], count_q], [*columns[1:], count_k]
    for layer in range(2):
        for r, (top, bottom) in enumerate(zip(rows, row_ends, strict=True)):
            for c, (left, right) in enumerate(zip(columns, column_ends, strict=True)):
                block = values[layer, top:bottom, left:right].ravel()
                expected = block[np.abs(block).argmax()] if signed else block.max()
                assert found[layer, r, c] == expected


@pytest.mark.parametrize("shape", [(97, 61), (61, 97), (2, 40, 40)])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("strip", [1, 500, 1 << 16])
def test_hidden_columns_are_those_of_a_map_that_is_filled(shape: tuple[int, ...], signed: bool, strip: int) -> None:
    """Causal maps, padding at an end and rows without a visible cell, whose columns are not read at all, are reduced as
    the same map with the neutral number in its hidden cells."""
    values = np.random.default_rng(3).normal(size=shape).astype(np.float32)
    *_, high, wide = shape
    causal = np.tril(np.ones((high, wide), bool))
    padded = causal & (np.arange(wide) < wide - 9) & (np.arange(high) > 4)[:, None]
    late = np.arange(wide) >= np.arange(high)[:, None] // 2
    rows, columns = map_blocks.block_starts(high, high // 3), map_blocks.block_starts(wide, wide // 4)
    for visible in (causal, padded, late, np.zeros_like(causal), np.ones_like(causal)):
        seen = np.broadcast_to(visible, shape)
        filled = np.where(seen, values, np.float32(0.5))
        kept = map_blocks.Buffers()
        with patch.object(map_blocks, "_STRIP", strip):
            found = map_blocks.block_maxima(
                values, rows, columns, signed=signed, buffers=kept, visible=seen, neutral=0.5
            ).copy()
        assert np.array_equal(found, map_blocks.block_maxima(filled, rows, columns, signed=signed))


def test_blocks_that_cannot_be_are_refused() -> None:
    """No block without a cell."""
    with pytest.raises(ValueError):
        map_blocks.block_starts(4, 5)
    with pytest.raises(ValueError):
        map_blocks.block_starts(4, 0)
