"""Columns that are dimmed so that the others can be seen, and the notice that says so.

Many heads put most of their weight on a column that means little: the end of the sentence or its beginning. Dimming is
a matter of the picture: no number changes.

Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model_core.record.trace import Sentence, Trace
from viz_app.data.colormaps import FloatArray

DIMMABLE = ("none", "sink", "special")
"""none; sink: the column that takes most of a head's weight; special: the columns of special tokens such as </s>."""

LEAST_SHARE = 0.3
"""A column is a sink from this share of a head's weight on, and from one and a half times an even share."""


@dataclass(frozen=True)
class Dimming:
    """The dimmed columns of one head, rising, and what share (0-1) of its weight is in them."""

    columns: tuple[int, ...] = ()
    share: float = 0.0


def of_head(trace: Trace, kind: str, layer: int, head: int, sentence: int, which: str) -> Dimming:
    """The columns of one map to dim; none where the weights were not recorded. Raises ValueError for another word."""
    if which not in DIMMABLE:
        raise ValueError(f"unknown columns {which!r}; known are {', '.join(DIMMABLE)}")
    if which == "none" or not trace.has(kind, "weights", layer):
        return Dimming()
    shares = column_shares(trace.map(kind, layer, head, "weights", sentence))
    columns = _special(trace.sentences[sentence], kind) if which == "special" else _sink(shares)
    return Dimming(columns, float(shares[list(columns)].sum()))


def of_heads(trace: Trace, kind: str, sentence: int, which: str) -> dict[tuple[int, int], tuple[int, ...]]:
    """(layer, head) -> the columns to dim, for the heads that have any."""
    if which == "none":
        return {}
    heads = [(layer, head) for layer in range(trace.spec.layers(kind)) for head in range(trace.spec.heads)]
    if which == "special":
        columns = _special(trace.sentences[sentence], kind)
        return dict.fromkeys(heads, columns) if columns else {}
    found = {place: of_head(trace, kind, *place, sentence, which).columns for place in heads}
    return {place: columns for place, columns in found.items() if columns}


def column_shares(weights: FloatArray) -> np.ndarray:
    """The share of all weight that each column [K] gets; what is not a number counts as 0."""
    columns: np.ndarray = weights.sum(axis=0, dtype=np.float64)
    if not np.isfinite(columns).all():
        columns = np.where(np.isfinite(weights), weights, 0.0).sum(axis=0, dtype=np.float64)
    whole = float(columns.sum())
    return columns / (whole if whole > 0 else 1.0)


def least_share(columns: int) -> float:
    """From which share of the weight a column of so many is a sink."""
    return max(LEAST_SHARE, 1.5 / max(1, columns))


def _sink(shares: np.ndarray) -> tuple[int, ...]:
    column = int(shares.argmax())
    return (column,) if shares[column] >= least_share(len(shares)) else ()


def _special(one: Sentence, kind: str) -> tuple[int, ...]:
    tokens = one.read if kind == "decoder" else one.source
    return tuple(column for column, token in enumerate(tokens) if token.kind == "special")


def notice(found: Dimming, words: Sequence[str], which: str, stretch: str) -> str:
    """What is dimmed, in one line: "</s> column dimmed: 43 % of the weight is there"; "" where nothing was asked for.

    `words` are the columns' tokens; `stretch` is a word of viz_app.data.color_range.STRETCHES.
    """
    if which == "none":
        return ""
    if not found.columns and which == "special":
        return "No special token stands in a column: none is dimmed"
    if not found.columns:
        return "No column of this head stands out: none is dimmed"
    names = list(dict.fromkeys(words[column] for column in found.columns))
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    many = "columns" if len(found.columns) > 1 else "column"
    line = f"{listed} {many} dimmed: {_percent(found.share)} of the weight is there"
    others = {"row": "row maximum", "head": "head maximum"}.get(stretch)
    return f"{line}; colours reach the {others} of the other columns" if others else line


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"
