"""What can be measured of a head: how its weights lie, as numbers between sentences of different length. No torch.

A measure is a share of the weight (0 to 1, mean over the rows), bits, or a share of rows. Shapes: H heads, Q queries,
M keys (memory), R bins of a pattern. Rows of `weights_HQM` are those of one sentence without padding and sum to 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.arithmetic import entropy_bits

Array = NDArray[np.floating[Any]]
Cells = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Rows and keys of cells of a map."""

BINS, REACH = 32, 16
"""Bins on each side of a resampled pattern; distances to each side that `by_distance` distinguishes."""
LEADING = 0.4
"""Share of the weight from which a head is named after a place it reads."""
BROAD = 0.75
"""Share of the most possible bits from which a head is called broad."""
EVEN = 0.9
"""The same share from which no place gives the name: of three keys an even row has two thirds on the diagonal."""


@dataclass(frozen=True)
class Measure:
    """What a measure is called, what it says, its unit, and the attentions it makes sense for."""

    name: str
    words: str
    unit: str
    kinds: tuple[str, ...]


_ALL, _SELF, _SOURCE, _CROSS = ("encoder", "decoder", "cross"), ("encoder", "decoder"), ("encoder", "cross"), ("cross",)

MEASURES: tuple[Measure, ...] = (
    Measure("entropy", "how spread the weight of a row is", "bits", _ALL),
    Measure("breadth", "entropy as a share of the maximum for a row of its length", "share", _ALL),
    Measure("strongest", "weight of a row's strongest key", "share of weight", _ALL),
    Measure("first", "weight on the first token", "share of weight", _ALL),
    Measure("end", "weight on the end-of-sentence token, the last token of the source", "share of weight", _SOURCE),
    Measure("same", "weight on the row's own token", "share of weight", _SELF),
    Measure("previous", "weight on the previous token", "share of weight", _SELF),
    Measure("next", "weight on the next token", "share of weight", ("encoder",)),
    Measure("diagonal", "weight at the same relative position in source and target", "share of weight", _CROSS),
    Measure("forward", "steps after which the position read does not move backwards", "share of steps", _CROSS),
    Measure(
        "coverage", "source tokens that receive a total weight of 1; smaller totals count in part", "share", _CROSS
    ),
)

ONE_BY_ONE = {"strongest": 0.75, "coverage": 0.8}
"""Least weight of a row's strongest key, and least coverage, of a 1-to-1 head."""

BACKWARD_SHARE = 0.8
"""Least weight on the anti-diagonal of a head that is named after it, as a share of its rows' strongest weights: by
chance it has half of them in a text of three words."""

BACKWARD = Measure("anti-diagonal", "weight on the diagonal from the last source token", "share of weight", _CROSS)
"""One of model_core.analysis.reads."""

_PLACES = ("previous", "next", "same", "first", "end", "diagonal", "anti-diagonal")
"""Measures after which a head can be named."""


def measures_of(kind: str) -> tuple[Measure, ...]:
    """The measures that make sense for an attention, in their order."""
    return tuple(measure for measure in MEASURES if kind in measure.kinds)


def measured(weights_HQM: Array, kind: str) -> dict[str, Array]:
    """Measure's name -> (H,) float64 of one layer's maps. ValueError for a map without a cell.

    The decoder's first row is left out where there are others: it has only one token to read.
    """
    weights_HQM = np.asarray(weights_HQM, np.float64)
    _, queries, keys = weights_HQM.shape
    if not queries or not keys:
        raise ValueError("a map needs at least one row and one column")
    first = int(kind == "decoder" and queries > 1)
    rows_Q = np.arange(first, queries)
    chosen_HQM = weights_HQM[:, first:]
    bits_HQ = entropy_bits(chosen_HQM)
    seen_Q = rows_Q + 1 if kind == "decoder" else np.full(queries, keys)
    found = {
        "entropy": bits_HQ.mean(1),
        "breadth": (bits_HQ / np.log2(np.maximum(seen_Q, 2))).mean(1),
        "strongest": chosen_HQM.max(2).mean(1),
        "first": chosen_HQM[:, :, 0].mean(1),
    }
    if kind in _SOURCE:
        found["end"] = chosen_HQM[:, :, -1].mean(1)
    if kind in _SELF:
        found["same"] = chosen_HQM[:, rows_Q - first, rows_Q].mean(1)
        found["previous"] = _at(weights_HQM, -1)
    if kind == "encoder":
        found["next"] = _at(weights_HQM, 1)
    if kind == "cross":
        found |= _of_crossing(weights_HQM)
    return found


def _at(weights_HQM: Array, distance: int) -> Array:
    """(H,) mean weight on the key `distance` after the query, over the rows that have one; 0 where none has."""
    cells_HN = np.diagonal(weights_HQM, distance, 1, 2)
    return cells_HN.mean(1) if cells_HN.shape[1] else np.zeros(weights_HQM.shape[0])


def _of_crossing(weights_HQM: Array) -> dict[str, Array]:
    """Measures of cross-attention: along the diagonal, forward in the source, over all of it (the coverage of Wu et
    al. 2016, section 7, as a share)."""
    heads, queries, keys = weights_HQM.shape
    centre_HQ = weights_HQM @ np.arange(keys)
    moves_HQ = np.diff(centre_HQ, axis=1) >= -0.5
    forward_H = moves_HQ.mean(1) if queries > 1 else np.ones(heads)
    coverage_H = np.minimum(weights_HQM.sum(1), 1.0).mean(1)
    return {"diagonal": _on_diagonal(weights_HQM), "forward": forward_H, "coverage": coverage_H}


def _on_diagonal(weights_HQM: Array) -> Array:
    """(H,) mean weight at the same share of the way through rows and columns; of two keys where that is between."""
    queries, keys = weights_HQM.shape[1:]
    rows_N, keys_N = diagonal_cells(queries, keys)
    return np.asarray(weights_HQM[:, rows_N, keys_N].sum(1) / queries)


def diagonal_cells(queries: int, keys: int) -> Cells:
    """The cells at the same share of the way through rows and columns: two in a row where that is between two keys."""
    place_Q = np.arange(queries) * ((keys - 1) / max(1, queries - 1))
    low_Q = np.floor(place_Q + 1e-9).astype(int)
    high_Q = np.minimum(np.ceil(place_Q - 1e-9).astype(int), keys - 1)
    between_N = np.flatnonzero(high_Q > low_Q)
    return np.concatenate([np.arange(queries), between_N]), np.concatenate([low_Q, high_Q[between_N]])


def backward_cells(queries: int, keys: int) -> Cells:
    """The cells of the diagonal that begins at the last source token; the ends of both sentences are left out where
    there is anything else."""
    inner = max(1, keys - 1)
    rows_N, keys_N = diagonal_cells(max(1, queries - 1), inner)
    return rows_N, inner - 1 - keys_N


def measured_closely(weights_HQM: Array, kind: str, links: Iterable[tuple[int, int]] = ()) -> dict[str, Array]:
    """`measured`, of cross-attention also "anti-diagonal", and "gold" where `links` of (source, target) tokens are
    given: the mean over the rows of linked target tokens."""
    found = measured(weights_HQM, kind)
    if kind == "cross":
        queries, keys = weights_HQM.shape[1:]
        rows_N, keys_N = backward_cells(queries, keys)
        found[BACKWARD.name] = weights_HQM[:, rows_N, keys_N].sum(1, dtype=np.float64) / max(1, queries - 1)
        inside = [(key, row) for key, row in links if key < keys and row < queries]
        if inside:
            sums_HQ = np.zeros(weights_HQM.shape[:2])
            for key, row in inside:
                sums_HQ[:, row] += weights_HQM[:, row, key]
            found["gold"] = sums_HQ[:, sorted({row for _, row in inside})].mean(1)
    return found


REPEATS = ("induction", "duplicate", "copies")
"""Names after what a head reads wherever a token comes twice, see model_core.analysis.reads: such a head rests on the
ends in other rows, whose names these go before."""
COPIES_COVERAGE = 0.5
"""Coverage from which a head that reads the same name in the source is an aligner: it reads every other word, too. Of
the cross heads of the bundled models none has less than 0.6."""

LEADS = {"broad": "breadth", "1-to-1": "coverage", "mixed": "strongest"}
"""Name -> the measure that says it most; of the other names it is the measure of the same name."""


def name_of(values: dict[str, float]) -> str:
    """A head's name by its mean measures: "broad" where its rows are nearly even, else the place that it reads most,
    and where it reads none much more than others again "broad", or "mixed".

    A cross head is "1-to-1" where each row reads one source token and together nearly all of them are read, but
    not in step along the diagonal. One that is read backwards is that first: it is a kind of 1-to-1. `values` may hold
    more than the measures, see model_core.analysis.reads: a head that reads repetitions is named after that unless it
    reads a place beside it as much.
    """
    if values["breadth"] >= EVEN:
        return "broad"
    place = max((name for name in values if _is_place(name, values)), key=values.__getitem__)
    rests = ("first", "end") if values[place] >= LEADING else (place,)
    repeated = max((name for name in REPEATS if name in values), key=values.__getitem__, default="")
    aligner = repeated == "copies" and values["coverage"] >= COPIES_COVERAGE
    if repeated and not aligner and values[repeated] >= (LEADING if place in rests else max(LEADING, values[place])):
        return repeated
    one_by_one = all(values.get(name, 0.0) >= least for name, least in ONE_BY_ONE.items())
    backwards = place == BACKWARD.name and values[place] >= LEADING
    if one_by_one and not backwards and values[place] < 0.95 * values["strongest"]:
        return "1-to-1"
    if values[place] >= LEADING:
        return place
    return "broad" if values["breadth"] >= BROAD else "mixed"


def _is_place(name: str, values: dict[str, float]) -> bool:
    if name == BACKWARD.name:
        return values[name] >= BACKWARD_SHARE * values["strongest"]
    return name in _PLACES or name == "punctuation" or name.startswith("diagonal ")


# ---------------------------------------------------------------- patterns


def pattern(weights_HQM: Array, bins: int = BINS) -> Array:
    """(H, R, R) the maps stretched or pressed to `bins` rows and columns; rows keep the sum they had.

    A row of the result is the mean of the queries that fall into its bin, a column the sum of the keys', each cell cut
    where a border of a bin lies in it.
    """
    return resampled(weights_HQM, bins, bins)


def resampled(weights: Array, rows: int, columns: int) -> Array:
    """(…, rows, columns) float64 the maps (…, Q, M) stretched or pressed to another size, as `pattern` says; of a
    pattern the map of a text that long, whose rows sum to what the pattern's do."""
    pressed = _in_parts(np.asarray(weights), columns)
    share = rows / max(1, pressed.shape[-2])
    return np.swapaxes(_in_parts(np.swapaxes(pressed, -2, -1), rows), -2, -1) * share


def _in_parts(cells: Array, count: int) -> Array:
    """(…, count) float64 sums over `count` equal parts of the last axis; a cell on a border gives each its share."""
    size = cells.shape[-1]
    if size == 0:
        return np.zeros((*cells.shape[:-1], count))
    borders = np.arange(count + 1) * size / count
    whole = np.minimum(borders.astype(np.intp), size - 1)
    sums = np.add.reduceat(cells, whole, -1, dtype=np.float64)[..., :-1]  # up to the cell of the next border
    within = np.diff((borders - whole) * cells[..., whole])
    return np.asarray(np.where(whole[:-1] < whole[1:], sums, 0.0) + within)


def by_distance(weights_HQM: Array, reach: int = REACH) -> tuple[Array, Array]:
    """((H, 2·reach + 1) summed weight at each distance key − query, (2·reach + 1,) how many cells that were)."""
    heads, queries, keys = weights_HQM.shape
    summed, counts = np.zeros((heads, 2 * reach + 1)), np.zeros(2 * reach + 1)
    for place, distance in enumerate(range(-reach, reach + 1)):
        if -queries < distance < keys:
            cells_HN = np.diagonal(weights_HQM, distance, 1, 2)
            summed[:, place], counts[place] = cells_HN.sum(1, dtype=np.float64), cells_HN.shape[1]
    return summed, counts
