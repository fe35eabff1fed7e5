"""Beside a cell's calculation, where it is asked for: its row with other scores or dropout, einsum on two matrices."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from model_core.engine.engine import Engine
from model_core.explain.small_matrices import LINES, SmallMatrices
from model_core.record.edits import CellEdit, Edits, HeadPattern, MaskEdits, WeightOverride
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.views.calculate.blocks import Block, Choice, Place
from viz_app.views.calculate.optional_blocks import FACTORS, MATRICES, OptionalBlocks

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
PLACE = Place("cross", 0, 0, 0, 1, 1)


def aside(**asked: Any) -> list[Block]:
    return OptionalBlocks(TRACE, PLACE, Choice(8, 8)).blocks(**asked)


def numbers(block: Block, name: str) -> np.ndarray:
    return np.array(
        [[one.value for one in row.numbers] for row in block.rows if row.numbers and row.label[0] == name[0]]
    )


def test_multiplied_scores_make_the_row_that_the_softmax_makes_of_them() -> None:
    (block,) = aside(scaled=True)
    scores = torch.tensor(TRACE.map("cross", 0, 0, "masked")[1].astype(np.float64))
    assert len(block.columns) == len(scores) + 1, "every key, and the sum"
    for times, row in zip(FACTORS, block.rows, strict=True):
        expected = [*torch.softmax(times * scores, 0).tolist(), 1.0]
        assert [one.value for one in row.numbers] == pytest.approx(expected, rel=1e-5)
    own, doubled = (np.array([one.value for one in block.rows[at].numbers[:-1]]) for at in (1, 2))
    assert doubled.max() > own.max()


@pytest.mark.parametrize(
    "edits",
    [
        Edits(overrides=(WeightOverride("cross", 0, 0, 1, 1, 0.9),)),
        Edits(patterns=(HeadPattern("cross", 0, 0, "first"),)),
        Edits(MaskEdits(cells=tuple(CellEdit("cross", 1, key, False) for key in range(7)))),
    ],
)
def test_the_softmax_is_of_the_scores_whatever_an_edit_made_of_the_weights(edits: Edits) -> None:
    trace = Engine().trace(RunSpec("reverse", ("3 1 4 1 5 9",), edits=edits))
    scores = torch.tensor(trace.map("cross", 0, 0, "masked")[1].astype(np.float64))
    changed, scaled = OptionalBlocks(trace, PLACE, Choice(8, 8)).blocks(scaled=True, number="4")
    own = {row.label: [one.value for one in row.numbers][: len(scores)] for row in (*changed.rows, *scaled.rows)}
    for label, factor in (("w", 1.0), *((f"{times:g} · s", times) for times in FACTORS)):
        assert own[label] == pytest.approx(torch.softmax(factor * scores, 0).nan_to_num().tolist(), rel=1e-5)
    if edits.masks == MaskEdits():
        moved = torch.tensor(own["s′"], dtype=torch.float64)
        assert own["w′"] == pytest.approx(torch.softmax(moved, 0).tolist(), rel=1e-5)
    else:
        assert own["w′"] == own["w"] and "nothing may be read" in changed.rows[-1].formula[0]


def test_one_number_of_a_key_changes_its_score_and_every_weight() -> None:
    (block,) = aside(number="4")
    q, k = (TRACE.arrays[TRACE.name("cross", what, 0)][0, 0].astype(np.float64) for what in "qk")
    before_M = k[: len(block.columns) - 1, 0].copy()
    k[PLACE.key, 0] = 4.0
    scores = torch.tensor(q[PLACE.query] @ k[: len(block.columns) - 1].T / np.sqrt(k.shape[-1]))
    rows = {row.label: [one.value for one in row.numbers] for row in block.rows}
    assert rows["k₁"] == pytest.approx(before_M), "as it is"
    assert rows["k₁′"] == pytest.approx(k[: len(scores), 0])
    assert rows["s′"] == pytest.approx(scores.tolist(), rel=1e-5)
    assert rows["w′"] == pytest.approx([*torch.softmax(scores, 0).tolist(), 1.0], rel=1e-5)
    changed = [place for place, (before, now) in enumerate(zip(rows["s"], rows["s′"], strict=True)) if before != now]
    assert changed == [PLACE.key], "no other score"
    assert aside(number="5") == [] == aside(number="")


@pytest.mark.parametrize("number", ["4", "-4"])
@pytest.mark.parametrize("value", [None, -2.0])
@pytest.mark.parametrize("key", [0, 2])
def test_a_masked_score_does_not_depend_on_its_key(key: int, value: float | None, number: str) -> None:
    """Row 0 of the decoder may read key 0 alone."""
    trace = Engine().trace(RunSpec("reverse", ("3 1 4 1 5 9",), edits=Edits(MaskEdits(value=value))))
    (block,) = OptionalBlocks(trace, Place("decoder", 0, 0, 0, 0, key), Choice(20, 20)).blocks(number=number)
    q, k = (trace.arrays[trace.name("decoder", what, 0)][0, 0].astype(np.float64) for what in "qk")
    k[key, 0] = float(number)
    scores = torch.tensor(q[0] @ k.T / np.sqrt(k.shape[-1]))
    scores[1:] = -np.inf if value is None else value
    rows = {row.label: row for row in block.rows}
    made = [one.value for one in rows["s′"].numbers]
    assert made == pytest.approx(scores[: len(made)].tolist(), rel=1e-5)
    assert [one.value for one in rows["w′"].numbers][:-1] == pytest.approx(torch.softmax(scores, 0).tolist(), rel=1e-5)
    assert ("mask" in rows["s′"].formula[0]) == ("mask" in block.about) == (key > 0)


@pytest.mark.parametrize("scale", ["head", "model", "none"])
def test_the_moved_score_is_what_its_line_says(scale: str) -> None:
    info = replace(TRACE.model, spec=replace(TRACE.spec, attention_scale=scale))
    (block,) = OptionalBlocks(TRACE.with_(model=info), PLACE, Choice(8, 8)).blocks(number="4")
    letters, numbers, end = {row.label: row.formula[0] for row in block.rows}["s′"].split(" = ")[1:]
    root = {"head": "√K", "model": "√D", "none": ""}[scale]
    assert letters.partition(" / ")[2] == root and bool(numbers.partition(" / ")[2]) == bool(root)
    worked = re.sub(r"√(\d+)", r"math.sqrt(\1)", numbers.replace("−", "-").replace("·", "*"))
    assert eval(worked, {"math": math}) == pytest.approx(float(end.replace("−", "-")), abs=1e-3)


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
    terms = SmallMatrices.from_trace(TRACE, "cross", 0, 0).terms(line)
    assert sum(int(np.prod(term)) for term in terms) == made.flat[0], "its first number, written out"


def test_two_matrices_alone_have_no_formula() -> None:
    (block,) = aside(line=MATRICES)
    assert {row.label[0] for row in block.rows} == {"A", "B"}
    assert aside() == aside(line="no such line") == []
