"""Columns that are dimmed: which they are, how much weight is in them, and what is said."""

from __future__ import annotations

import numpy as np
import pytest

from model_core.analysis.heads import dimmed_columns
from model_core.analysis.heads.dimmed_columns import Dimming
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.views.attention import map_words

WORDS = ("the", "house", ".", "</s>")


def weighted(rows: list[list[float]]) -> Trace:
    """A Trace whose first head of the cross-attention has these weights."""
    trace = made_trace("the house .", "la casa .")
    name = Trace.name("cross", "weights", 0)
    array = trace.arrays[name].copy()
    array[0, 0] = rows
    return trace.with_(arrays={**trace.arrays, name: array})


ROW = [0.2, 0.1, 0.1, 0.6]


def test_the_sink_is_the_column_with_most_weight_of_all_rows() -> None:
    trace = weighted([ROW, ROW, [0.1, 0.9, 0, 0], ROW])
    found = dimmed_columns.head_dimming(trace, "cross", 0, 0, 0, "sink")
    assert found.columns == (3,) and found.share == pytest.approx(0.45)
    assert dimmed_columns.heads_dimming(trace, "cross", 0, "sink")[0, 0] == (3,)


def test_an_ordinary_column_is_no_sink() -> None:
    trace = weighted([[0.31, 0.29, 0.2, 0.2]] * 4)
    assert dimmed_columns.head_dimming(trace, "cross", 0, 0, 0, "sink") == Dimming()
    assert (0, 0) not in dimmed_columns.heads_dimming(trace, "cross", 0, "sink")
    assert (
        dimmed_columns.least_share(4) == pytest.approx(0.375)
        and dimmed_columns.least_share(100) == dimmed_columns.LEAST_SHARE
    )


def test_special_tokens_are_found_by_their_kind() -> None:
    trace = weighted([ROW] * 4)
    assert dimmed_columns.head_dimming(trace, "cross", 0, 0, 0, "special").columns == (3,)
    assert dimmed_columns.head_dimming(trace, "cross", 0, 0, 0, "special").share == pytest.approx(0.6)
    assert dimmed_columns.head_dimming(trace, "decoder", 0, 0, 0, "special").columns == (0,), "<s>"
    assert set(dimmed_columns.heads_dimming(trace, "encoder", 0, "special").values()) == {(3,)}


def test_none_is_none_and_other_words_are_refused() -> None:
    trace = weighted([ROW] * 4)
    assert dimmed_columns.head_dimming(trace, "cross", 0, 0, 0, "none") == Dimming()
    assert dimmed_columns.heads_dimming(trace, "cross", 0, "none") == {}
    with pytest.raises(ValueError, match="unknown columns"):
        dimmed_columns.head_dimming(trace, "cross", 0, 0, 0, "all")


def test_what_is_not_a_number_has_no_share() -> None:
    shares = dimmed_columns.column_shares(np.array([[np.nan, 0.5], [np.inf, 0.5]], np.float32))
    assert shares.tolist() == [0.0, 1.0]
    assert dimmed_columns.column_shares(np.zeros((2, 3), np.float32)).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("found", "which", "stretch", "line"),
    [
        (Dimming((3,), 0.432), "sink", "same", "</s> column dimmed: it holds 43\u00a0% of the weight"),
        (Dimming((0, 3), 0.6), "special", "log", "the and </s> columns dimmed: they hold 60\u00a0% of the weight"),
        (
            Dimming((3,), 0.5), "sink", "row",
            "</s> column dimmed: it holds 50\u00a0% of the weight; "
            "colours scale to the row maximum of the other columns",
        ),
        (Dimming(), "sink", "same", "No column of this head stands out: none is dimmed"),
        (Dimming(), "special", "same", "No column is a special token: none is dimmed"),
        (Dimming(), "none", "same", ""),
    ],
)  # fmt: skip
def test_the_notice(found: Dimming, which: str, stretch: str, line: str) -> None:
    assert map_words.notice(found, WORDS, which, stretch) == line
