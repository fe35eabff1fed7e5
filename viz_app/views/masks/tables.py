"""What Masks and Positions show as tables that are saved or copied: the numbers that are seen. No Qt.

Rows, keys, layers, heads, positions and dimensions count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from model_core.record.trace import REASONS, Trace
from viz_app.data import mask_rows
from viz_app.data.context import Context, context_of
from viz_app.data.position_table import PositionTable, by_distance, similarity
from viz_app.data.tables import Listing

if TYPE_CHECKING:
    from viz_app.document.state import State

MASK_HEADINGS = (
    "attention", "layer", "head", "query", "read", "written", "key", "token", "reason", "score", "masked", "weight",
)  # fmt: skip
MOST_CELLS = 200_000
"""Of masks with more cells there is no listing: the map that is looked at, with its reasons, is taken instead."""


def mask_table(state: State, trace: Trace, sentence: int) -> Listing | None:
    """Every cell of the three masks of a sentence, padding included: why it may be read or not, and its numbers in the
    head that is looked at ("" where they were not recorded); None for very long texts."""
    kinds = mask_rows.shown_kinds(trace)
    if not kinds or sum(trace.reasons[kind][sentence].size for kind in kinds) > MOST_CELLS:
        return None
    context = replace(context_of(state, trace, "Masks"), what="masks", hook="")
    rows = [row for kind in kinds for row in _mask_rows(trace, kind, sentence, context.layer, context.head)]
    return Listing(f"masks-layer{context.layer + 1}-head{context.head + 1}", context, MASK_HEADINGS, tuple(rows))


def _mask_rows(trace: Trace, kind: str, sentence: int, layer: int, head: int) -> Iterator[tuple[Any, ...]]:
    layer = mask_rows.layer_of(trace, kind, layer)
    reasons, columns = mask_rows.reasons_of(trace, kind, sentence), mask_rows.column_words(trace, kind, sentence)
    maps = [mask_rows.head_map(trace, kind, sentence, (layer, head), what) for what in ("scaled", "masked", "weights")]
    numbers = [np.full(reasons.shape, "").tolist() if one is None else one.astype(np.float64).tolist() for one in maps]
    for query, (read, written) in enumerate(mask_rows.row_words(trace, kind, sentence)):
        for key, token in enumerate(columns):
            found = (one[query][key] for one in numbers)
            yield kind, layer, head, query, read, written or "", key, token, REASONS[reasons[query, key]], *found


def position_table(context: Context, table: PositionTable, count: int) -> Listing:
    """The first `count` positions of the table, a line for each."""
    values = np.asarray(table.table[:count], np.float64)
    lines = [(place, _word(table, place), *row) for place, row in enumerate(values.tolist())]
    headings = ("position", "token", *(f"dim {dimension}" for dimension in range(table.width)))
    return Listing(f"positions-{table.side}", context, headings, tuple(lines))


def curve_table(context: Context, table: PositionTable, count: int, dimensions: Sequence[int]) -> Listing:
    """The curves of these dimensions, and beside them the dot products of positions 0, 1, 2 … apart."""
    values = np.asarray(table.table[:count], np.float64)
    columns = np.column_stack([values[:, list(dimensions)], *by_distance(similarity(values))])
    lines = [(place, _word(table, place), *row) for place, row in enumerate(columns.tolist())]
    apart = ("mean dot product of positions so far apart", "standard deviation")
    headings = ("position", "token", *(f"dim {dimension}" for dimension in dimensions), *apart)
    return Listing(f"positions-{table.side}-curves", context, headings, tuple(lines))


def sum_table(context: Context, table: PositionTable, position: int) -> Listing:
    """Token + position = input of one position, a line for each dimension."""
    parts = (table.tokens[position], table.table[position], table.inputs[position])
    values = np.stack([np.asarray(part, np.float64) for part in parts], axis=1).tolist()
    lines = [(position, table.words[position], dimension, *row) for dimension, row in enumerate(values)]
    headings = ("position", "token", "dimension", "token vector", "position vector", "input vector")
    return Listing(f"positions-{table.side}-sum-{position}", context, headings, tuple(lines))


def _word(table: PositionTable, place: int) -> str:
    return table.words[place] if place < table.used else ""


__all__ = ["MASK_HEADINGS", "MOST_CELLS", "curve_table", "mask_table", "position_table", "sum_table"]
