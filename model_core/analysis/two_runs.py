"""Two runs compared: which rows and columns of an attention correspond, and B − A of their weights.

A is the reference run, B the current one. Pure functions of recorded numbers; no torch. Letters of shapes: L layers, H
heads of both models, R rows and C columns that both have. All places count from 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from model_core.analysis.text_comparison import Pair, aligned
from model_core.record.tokens import Token
from model_core.record.trace import Sentence, Trace

Both = tuple[tuple[int, int], ...]
"""(place in A, place in B) of what both have."""


@dataclass(frozen=True)
class Alignment:
    """Which rows, and which columns, of one attention correspond; a gap is None.

    Rows are aligned by the smallest edit distance of what they write (in an encoder, of what they read); columns of the
    source likewise, and those of the decoder's own attention as the rows that write their tokens.
    """

    rows: tuple[Pair, ...]
    columns: tuple[Pair, ...]

    @cached_property
    def both_rows(self) -> Both:
        return without_gaps(self.rows)

    @cached_property
    def both_columns(self) -> Both:
        return without_gaps(self.columns)


def without_gaps(pairs: Sequence[Pair]) -> Both:
    """The pairs without gaps."""
    return tuple((a, b) for a, b in pairs if a is not None and b is not None)


def token_keys(
    a: Trace, b: Trace, tokens_a: Sequence[Token], tokens_b: Sequence[Token]
) -> tuple[list[Hashable], list[Hashable]]:
    """What tokens of two runs are compared by: ids within one model, spellings between two models."""
    if a.model.hash == b.model.hash and a.model.folder == b.model.folder:
        return [token.id for token in tokens_a], [token.id for token in tokens_b]
    return [token.piece for token in tokens_a], [token.piece for token in tokens_b]


def paired_tokens(a: Trace, b: Trace, side: str, sentences: tuple[int, int] = (0, 0)) -> tuple[Pair, ...]:
    """The tokens of one `side` of two runs, "source" or "written", aligned by edit distance."""
    one, other = (getattr(trace.sentences[at], side) for trace, at in zip((a, b), sentences, strict=True))
    return aligned(*token_keys(a, b, one, other))


def alignment(a: Trace, b: Trace, kind: str, sentences: tuple[int, int] = (0, 0)) -> Alignment:
    """The rows and columns of an attention that correspond."""
    rows = paired_tokens(a, b, "source" if kind == "encoder" else "written", sentences)
    if kind == "encoder":
        return Alignment(rows, rows)
    if kind == "cross":
        return Alignment(rows, paired_tokens(a, b, "source", sentences))
    one, other = (trace.sentences[at] for trace, at in zip((a, b), sentences, strict=True))
    return Alignment(rows, ((0, 0), *_read(rows, one, other)) if rows else ())


def _read(rows: Sequence[Pair], one: Sentence, other: Sentence) -> list[Pair]:
    """The columns of a decoder's attention after the first: each reads what a row before has written."""
    last = len(one.read), len(other.read)
    found = [tuple(None if at is None or at + 1 >= end else at + 1 for at, end in zip(pair, last, strict=True))
             for pair in rows]  # fmt: skip
    return [(a, b) for a, b in found if a is not None or b is not None]


def weight_change(
    trace: Trace, pinned: Trace, kind: str, head: tuple[int, int], pinned_head: tuple[int, int],
    sentences: tuple[int, int] = (0, 0),
) -> np.ndarray:  # fmt: skip
    """The weights of a head (layer, head) minus those of a head of the pinned run, of the rows and columns that both
    have: (R, C) float32. `sentences` of (the pinned run, the run). KeyError if either was not recorded."""
    a = pinned.map(kind, *pinned_head, "weights", sentences[0])
    b = trace.map(kind, *head, "weights", sentences[1])
    return map_difference(a, b, alignment(pinned, trace, kind, sentences))


def map_difference(a_QM: np.ndarray, b_QM: np.ndarray, beside: Alignment) -> np.ndarray:
    """B − A of two maps, of the rows and columns that both have: (R, C) float32."""
    (rows_a, rows_b), (columns_a, columns_b) = _sides(beside.both_rows), _sides(beside.both_columns)
    return np.subtract(b_QM[rows_b[:, None], columns_b], a_QM[rows_a[:, None], columns_a], dtype=np.float32)


@dataclass(frozen=True, eq=False)
class HeadChanges:
    """How much the attention of every head that both models have differs.

    moved    (L, H) the share of a row's weight that lies elsewhere, the mean of the rows that both have: half the sum
             of |B − A| over columns, a column that only one has counting as 0 in the other
    largest  the largest |B − A| of any cell that both have
    """

    moved: np.ndarray
    largest: float


def _finite(values: np.ndarray) -> np.ndarray:
    """The values with 0 in place of NaN and infinities."""
    return np.nan_to_num(values, posinf=0.0, neginf=0.0)


def head_changes(a: Trace, b: Trace, kind: str, sentences: tuple[int, int] = (0, 0)) -> HeadChanges:
    """The changes of all heads of an attention that both models have. KeyError if the maps were not recorded, or the
    text is too long for all of them."""
    beside = alignment(a, b, kind, sentences)
    layers = min(a.spec.layers(kind), b.spec.layers(kind))
    heads = min(a.spec.heads_of(kind), b.spec.heads_of(kind))
    moved, largest = np.zeros((layers, heads)), 0.0
    (rows_a, rows_b), (columns_a, columns_b) = _sides(beside.both_rows), _sides(beside.both_columns)
    maps = a.maps(kind, "weights", sentences[0]), b.maps(kind, "weights", sentences[1])
    if not len(rows_a):
        return HeadChanges(moved, largest)
    for layer in range(layers):
        one, other = (side[layer][:heads][:, rows] for side, rows in zip(maps, (rows_a, rows_b), strict=True))
        shared = one[:, :, columns_a], other[:, :, columns_b]
        apart = _finite(np.abs(np.subtract(shared[1], shared[0], dtype=np.float64)))
        alone = sum(_finite(whole.sum(-1, np.float64) - part.sum(-1, np.float64))
                    for whole, part in zip((one, other), shared, strict=True))  # fmt: skip
        moved[layer] = ((apart.sum(-1) + np.abs(alone)) / 2).mean(-1)
        largest = max(largest, float(apart.max(initial=0.0)))
    return HeadChanges(moved, largest)


def _sides(pairs: Both) -> tuple[np.ndarray, np.ndarray]:
    """The places in A, and those in B."""
    found = np.array(pairs, int).reshape(-1, 2)
    return found[:, 0], found[:, 1]
