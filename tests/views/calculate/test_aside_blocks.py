"""Beside a cell's calculation, where it is asked for: the row with dropout, and einsum on two small matrices."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from model_core.explain.small_matrices import LINES, SmallMatrices
from tests.made import made_trace
from viz_app.views.calculate.aside_blocks import MATRICES, aside_blocks
from viz_app.views.calculate.blocks import Block
from viz_app.views.calculate.cell_position import Choice, Place

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
PLACE = Place("cross", 0, 0, 0, 1, 1)


def aside(dropout: bool = False, line: str = "") -> list[Block]:
    return aside_blocks(TRACE, PLACE, Choice(8, 8), dropout, line)


def numbers(block: Block, name: str) -> np.ndarray:
    return np.array(
        [[one.value for one in row.numbers] for row in block.rows if row.numbers and row.label[0] == name[0]]
    )


def test_dropout_takes_weights_away_and_enlarges_the_others() -> None:
    (block,) = aside(dropout=True)
    own, *drawn = np.array([[one.value for one in row.numbers] for row in block.rows])
    assert own[:-1] == pytest.approx(TRACE.map("cross", 0, 0)[1][: len(own) - 1]) and own[-1] == pytest.approx(1.0)
    left = 1 - (TRACE.spec.dropout or 0.1)
    for row in drawn:
        shares = row[:-1] / own[:-1] * left
        assert np.all(np.isclose(shares, 0.0) | np.isclose(shares, 1.0)) and row[-1] == pytest.approx(row[:-1].sum())
    assert any((row[:-1] == 0).any() for row in drawn), "some weight is 0 in some draw"
    assert np.array_equal(numbers(aside(dropout=True)[0], "d"), drawn), "the same each time it is drawn"


@pytest.mark.parametrize("line", LINES)
def test_einsum_makes_what_torch_makes(line: str) -> None:
    (block,) = aside(line=line)
    a, b = (np.rint(TRACE.arrays[TRACE.name("cross", what, 0)][0, 0, :4, :4]) for what in "qk")
    assert np.array_equal(numbers(block, "A"), a) and block.columns == ("1", "2", "3", "4")
    assert len(numbers(block, "B")) == (4 if "," in line else 0)
    made = torch.einsum(line, *map(torch.tensor, (a, b)[: line.count(",") + 1])).numpy()
    assert np.array_equal(numbers(block, "C"), np.atleast_2d(made))
    terms = SmallMatrices.of(TRACE, "cross", 0, 0).terms(line)
    assert sum(int(np.prod(term)) for term in terms) == made.flat[0], "its first number, written out"


def test_two_matrices_alone_tell_nothing() -> None:
    (block,) = aside(line=MATRICES)
    assert {row.label[0] for row in block.rows} == {"A", "B"}
    assert aside() == aside(line="no such line") == []
