"""Columns of a map that take most of the weight and mean little: sinks, and special tokens. Pure numpy.

Shapes: Q queries, K keys. Layers, heads and columns count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from model_core.record.trace import Sentence, Trace

DIMMABLE = ("none", "sink", "special")
"""none; sink: the column that takes most of a head's weight; special: the columns of special tokens such as </s>."""

LEAST_SHARE = 0.3
"""A column is a sink if it has at least this share of a head's weight, and at least one and a half times an even
share."""


@dataclass(frozen=True)
class Dimming:
    """The dimmed columns of one head, rising, and what share (0-1) of its weight is in them."""

    columns: tuple[int, ...] = ()
    share: float = 0.0


def head_dimming(trace: Trace, kind: str, layer: int, head: int, sentence: int, which: str) -> Dimming:
    """The columns of one map to dim; none if the weights were not recorded. Raises ValueError for an unknown
    `which`."""
    if which not in DIMMABLE:
        raise ValueError(f"unknown columns {which!r}; choose from {', '.join(DIMMABLE)}")
    if which == "none" or not trace.has(kind, "weights", layer):
        return Dimming()
    shares = column_shares(trace.map(kind, layer, head, "weights", sentence))
    columns = _special(trace.sentences[sentence], kind) if which == "special" else _sink(shares)
    return Dimming(columns, float(shares[list(columns)].sum()))


def heads_dimming(trace: Trace, kind: str, sentence: int, which: str) -> dict[tuple[int, int], tuple[int, ...]]:
    """(layer, head) -> the columns to dim, for the heads that have any."""
    if which == "none":
        return {}
    heads = list(product(range(trace.spec.layers(kind)), range(trace.spec.heads_of(kind))))
    if which == "special":
        columns = _special(trace.sentences[sentence], kind)
        return dict.fromkeys(heads, columns) if columns else {}
    found = {place: head_dimming(trace, kind, *place, sentence, which).columns for place in heads}
    return {place: columns for place, columns in found.items() if columns}


def column_shares(weights: npt.NDArray[np.float32]) -> np.ndarray:
    """The share of all weight that each column [K] gets; what is not a number counts as 0."""
    columns: np.ndarray = weights.sum(axis=0, dtype=np.float64)
    if not np.isfinite(columns).all():
        columns = np.where(np.isfinite(weights), weights, 0.0).sum(axis=0, dtype=np.float64)
    whole = float(columns.sum())
    return columns / (whole if whole > 0 else 1.0)


def least_share(columns: int) -> float:
    """From which share of the weight a column of that many is a sink."""
    return max(LEAST_SHARE, 1.5 / max(1, columns))


def _sink(shares: np.ndarray) -> tuple[int, ...]:
    column = int(shares.argmax())
    return (column,) if shares[column] >= least_share(len(shares)) else ()


def _special(one: Sentence, kind: str) -> tuple[int, ...]:
    tokens = one.read if kind == "decoder" else one.source
    return tuple(column for column, token in enumerate(tokens) if token.kind == "special")
