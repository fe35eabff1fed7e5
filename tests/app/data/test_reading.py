"""What is read in the chosen head, of recorded maps and of those that are made when they are looked at."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.traces import made_trace
from viz_app.data.selection import Reading, current_reading
from viz_app.document.state import Look


@pytest.fixture
def recorded() -> Trace:
    return made_trace(source_tokens=9, target_tokens=7)


@pytest.fixture
def made(recorded: Trace, monkeypatch: pytest.MonkeyPatch) -> Trace:
    """The same run as that of a long text: without weights."""
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    kept = {name: one for name, one in recorded.arrays.items() if not name.endswith(("weights", "scores"))}
    return recorded.with_(arrays=kept)


PLACES = [
    (Look(kind=kind, layer=1, head=2, query=query, key=key, step=2), hover)
    for kind, query, key, hover in itertools.product(KINDS, (None, 3), (None, 1), (None, (4, 2), (99, 0)))
]


@pytest.mark.parametrize(("look", "hover"), PLACES)
def test_a_reading_is_the_one_of_the_recorded_map(
    recorded: Trace, made: Trace, look: Look, hover: tuple[int, int] | None
) -> None:
    weights, at, other = (
        recorded.map(look.kind, 1, 2),
        current_reading(made, look, hover),
        current_reading(recorded, look, hover),
    )
    assert (at.cell, at.origin) == (other.cell, other.origin)
    for found in (at, other):
        if found.cell is None:
            assert (found.row, found.column, look.kind) == (None, None, "encoder")
        else:
            assert found.row is not None and np.allclose(found.row, weights[found.query], atol=1e-6)
            assert found.column is not None and np.allclose(found.column, weights[:, found.key], atol=1e-6)


@pytest.mark.parametrize(("look", "hover"), PLACES)
def test_to_read_a_row_and_a_column_of_a_head_again_makes_no_map(
    made: Trace, look: Look, hover: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.map_uncached(look.kind, 1, 2)  # once
    monkeypatch.setattr(Trace, "map", lambda *_, **__: pytest.fail("a map was made"))
    at = current_reading(made, look, hover)
    assert at.cell is None or (at.row is not None and at.column is not None)


def test_a_head_that_is_not_there_and_a_text_without_tokens_are_not_read() -> None:
    nothing = (None, None, None, None)
    for trace, look in (
        (made_trace(), Look(head=99)),
        (made_trace(), Look(layer=99)),
        (made_trace("the", "").with_(sentences=()), Look()),
        (None, Look()),
    ):
        at: Reading = current_reading(trace, look, (0, 0))
        assert (at.query, at.key, at.row, at.column) == nothing
