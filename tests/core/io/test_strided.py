"""Masks that follow a rule take the memory of the rule, and have the same cells."""

from __future__ import annotations

import numpy as np
import pytest

from model_core.io.strided import as_rule, memory_of

SIDE = 1500
PADDED = np.zeros((2, SIDE, SIDE), np.uint8)
PADDED[1, :, SIDE // 2 :] = 2
CAUSAL = np.triu(np.ones((1, SIDE, SIDE), np.uint8), 1)
NEAR = 1 - np.tril(np.triu(np.ones((1, SIDE, SIDE), np.uint8), -5), 9)
FREE = CAUSAL.copy()
FREE[0, 7, 3] = 3


@pytest.mark.parametrize(
    ("codes", "most"),
    [(PADDED, 2 * SIDE), (CAUSAL, 2 * SIDE), (CAUSAL[:, SIDE // 3 :], 2 * SIDE), (NEAR, 2 * SIDE), (FREE, FREE.nbytes)],
    ids=["padding", "causal", "the last rows", "neighbours", "by hand"],
)
def test_it_has_the_same_cells_in_less_memory(codes: np.ndarray, most: int) -> None:
    found = as_rule(codes)
    assert np.array_equal(found, codes)
    memory = memory_of(found)
    assert memory is not None and memory[0].nbytes <= most


def test_no_cell_is_looked_for_outside_of_an_array() -> None:
    assert memory_of(np.arange(9)[::-2]) is None, "more memory than cells"
    assert memory_of(np.empty((0, 3))) is None
    items, first = memory_of(np.arange(6.0).reshape(2, 3)[::-1])  # type: ignore[misc]
    assert items.tolist() == list(range(6)) and first == 3
