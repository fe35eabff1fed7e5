"""Positions as tables to save or copy: the numbers that are shown. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from viz_app.data.tables import Context, Listing
from viz_app.views.positions.position_table import DistanceBias, PositionTable, by_distance, similarity


def part_table(
    context: Context, show: str, tables: tuple[PositionTable, PositionTable], bias: DistanceBias | None, position: int,
    count: int, dimensions: Sequence[int],
) -> Listing:  # fmt: skip
    """The numbers of the current part ("sum", "curves", otherwise the map), under the name of their array; `tables` are
    the one that is drawn and the one that the run recorded, `count` how many positions are drawn."""
    drawn, added = tables
    if bias is not None and show != "sum":
        return bias_table(replace(context, hook=f"{drawn.side}.distances.bias"), drawn.side, bias)
    part = added.total if show == "sum" else "position.table" if drawn.whole else "positions"
    there = show == "sum" or np.array_equal(drawn.table, added.table)  # else with other edits, or in another size
    context = replace(context, hook=f"{drawn.side}.embed.{part}" if there else "")
    if show == "sum":
        return sum_table(context, added, min(position, added.used - 1))
    return curve_table(context, drawn, count, dimensions) if show == "curves" else position_table(context, drawn, count)


def bias_table(context: Context, side: str, bias: DistanceBias) -> Listing:
    """What each head adds to a score, one line per distance."""
    lines = [(int(at), *row) for at, row in zip(bias.distances, bias.by_distance.T.tolist(), strict=True)]
    headings = ("distance", *(f"head {head + 1}" for head in range(len(bias.by_distance))))
    return Listing(f"distances-{side}", context, headings, tuple(lines))


def position_table(context: Context, table: PositionTable, count: int) -> Listing:
    """The first `count` positions of the table, one line each."""
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
    """Token + position = input (or what a norm reads: their sum) of one position, one line per dimension."""
    parts = (table.tokens[position], table.table[position], table.inputs[position])
    values = np.stack([np.asarray(part, np.float64) for part in parts], axis=1).tolist()
    lines = [(position, table.words[position], dimension, *row) for dimension, row in enumerate(values)]
    headings = ("position", "token", "dimension", "token vector", "position vector", f"{table.total} vector")
    return Listing(f"positions-{table.side}-sum-{position}", context, headings, tuple(lines))


def _word(table: PositionTable, place: int) -> str:
    return table.words[place] if place < table.used else ""
