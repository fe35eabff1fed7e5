"""Alternative texts of one sentence compared: where they diverge, how their maps differ, why a token is cut; and the
position from which a text only repeats itself (degenerate repetition, Holtzman et al. 2020).

Pure functions of recorded numbers; no torch. Shapes: L layers, H heads, T target rows, M memory (keys), C candidates.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from model_core.record.edits import Decoding
from model_core.record.trace import Trace

Pair = tuple[int | None, int | None]
_MOST = 1_000_000
LEAST_LOOP = 6
"""A loop has at least this many tokens, and its round at least `ROUNDS` times."""
ROUNDS = 2.5


def first_difference(one: Sequence[Hashable], other: Sequence[Hashable]) -> int | None:
    """The first place (from 0) at which two rows of ids or two words differ; in a longer one, its next place.

    None if both are the same.
    """
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return None if len(one) == len(other) else min(len(one), len(other))


def differing_places(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of each that `aligned` pairs with a different item, or with none.

    None anywhere for equal sequences; items that were only added or only left out differ on one side.
    """
    apart = [(i, j) for i, j in aligned(one, other) if i is None or j is None or one[i] != other[j]]
    return tuple(i for i, _ in apart if i is not None), tuple(j for _, j in apart if j is not None)


def aligned(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[Pair, ...]:
    """Two sequences of items (ids, words) aligned by the smallest edit distance: (place in one, place in other), None
    for a gap.

    Common beginnings and ends stay aligned. A part of more than a million pairs is aligned place by place.
    """
    return _aligned(tuple(one), tuple(other))


@lru_cache(maxsize=16)
def _aligned(one: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> tuple[Pair, ...]:
    first = 0
    while first < min(len(one), len(other)) and one[first] == other[first]:
        first += 1
    last = 0
    while last < min(len(one), len(other)) - first and one[-1 - last] == other[-1 - last]:
        last += 1
    a, b = one[first : len(one) - last], other[first : len(other) - last]
    middle = _edits(a, b) if len(a) * len(b) <= _MOST else _side_by_side(len(a), len(b))
    pairs: list[Pair] = [(at, at) for at in range(first)]
    pairs += [(None if i is None else first + i, None if j is None else first + j) for i, j in middle]
    pairs += [(len(one) - last + at, len(other) - last + at) for at in range(last)]
    return tuple(pairs)


def _side_by_side(one: int, other: int) -> list[Pair]:
    return [(at if at < one else None, at if at < other else None) for at in range(max(one, other))]


def _edits(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[Pair]:
    """The pairs of the cheapest change of one row into the other; a replaced token before a gap."""
    numbers: dict[Hashable, int] = {}
    rows, columns = ([numbers.setdefault(item, len(numbers)) for item in side] for side in (one, other))
    apart = np.not_equal.outer(np.array(rows, int), np.array(columns, int))
    places = np.arange(len(other) + 1)
    ends = np.zeros((len(one) + 1, len(other) + 1), int)  # changes from here to the end
    ends[-1] = places[::-1]
    for i in range(len(one) - 1, -1, -1):
        best = 1 + ends[i + 1]  # an item of one left out, or one replaced or kept; then items of the other added
        best[:-1] = np.minimum(best[:-1], ends[i + 1, 1:] + apart[i])
        ends[i] = np.minimum.accumulate((best + places)[::-1])[::-1] - places
    pairs: list[Pair] = []
    i = j = 0
    while i < len(one) or j < len(other):
        both = i < len(one) and j < len(other)
        if both and ends[i, j] == ends[i + 1, j + 1] + apart[i, j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif i < len(one) and ends[i, j] == 1 + ends[i + 1, j]:
            pairs.append((i, None))
            i += 1
        else:
            pairs.append((None, j))
            j += 1
    return pairs


def compared_places(trace: Trace, kind: str, number: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The rows and the columns of the main text and of `trace.alternatives[number]` that correspond.

    Rows are beside each other by what they write. Columns of the decoder's own attention are by what they read; those
    of the cross-attention are the same source.
    """
    other = trace.alternatives[number]
    written = [token.id for token in trace.sentences[other.sentence].written]
    rows = [(i, j) for i, j in aligned(written, other.text) if i is not None and j is not None]
    if kind != "decoder":
        return rows, [(at, at) for at in range(len(trace.sentences[other.sentence].source))]
    columns = [(0, 0), *((i + 1, j + 1) for i, j in rows if i + 1 < len(written) and j + 1 < len(other.text))]
    return rows, columns


def head_difference(trace: Trace, kind: str, layer: int, head: int, road: int) -> np.ndarray:
    """The main text's weights of a head minus those of `trace.alternatives[road]`: (T, M) of `compared_places`. For
    scripts copied from earlier versions, which call the alternative's number so.

    KeyError if either was not recorded, IndexError for an alternative that does not exist.
    """
    other = trace.alternatives[road]
    rows, columns = (np.array(pairs, int).reshape(-1, 2).T for pairs in compared_places(trace, kind, road))
    one_TM = trace.map(kind, layer, head, "weights", other.sentence)[np.ix_(rows[0], columns[0])]
    other_TM: np.ndarray = other.weights[kind][layer, head][np.ix_(rows[1], columns[1])]
    return one_TM - other_TM


def cut_reason(rank: int, chance: float, decoding: Decoding) -> str:
    """Why the candidate of this rank (0 = the most probable) cannot be drawn: "top-k", "top-p", or "" if it can.

    `chance` is its probability after the filters. The most probable k stay first (Fan et al. 2018, section 5.1), then
    the most probable that together reach p (Holtzman et al. 2020, section 3.1).
    """
    if decoding.method != "sample" or chance > 0:
        return ""
    if 0 < decoding.top_k <= rank:
        return "top-k"
    return "top-p" if decoding.top_p < 1.0 else ""


def left_over(chances_C: np.ndarray) -> float:
    """The probability of all tokens that are none of the candidates: 1 − their sum, never below 0."""
    return max(0.0, 1.0 - float(np.asarray(chances_C, np.float64).sum()))


def probability(log_probability: float) -> float:
    """e to the power of a natural log-probability: 0 for −∞."""
    return math.exp(log_probability)


@dataclass(frozen=True)
class Loop:
    """From token `start` (from 0) to the end, each token is the one `period` before it; `start` begins the second
    round."""

    start: int
    period: int


def loop_of(ids: Sequence[int]) -> Loop | None:
    """The loop that a text ends in, None if it ends in none; of several the one that begins first."""
    count, found = len(ids), None
    for period in range(1, count // 2 + 1):
        start = count
        while start > period and ids[start - 1] == ids[start - 1 - period]:
            start -= 1
        length = count - (start - period)  # with the first round
        enough = length >= LEAST_LOOP and length >= ROUNDS * period
        if enough and (found is None or start < found.start):
            found = Loop(start, period)
    return found
