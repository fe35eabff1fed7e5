"""How an arranged map is coloured: the range of its numbers, which columns are dimmed, and what its key says.

Shapes: R rows, C columns.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model_core.analysis.readings import ADDITIVE
from viz_app.data import color_range, dimming
from viz_app.data.color_range import Colouring, Range
from viz_app.data.derived_map import Arrangement
from viz_app.data.dimming import Dimming


def dimmed(part: Arrangement, which: str) -> Dimming:
    """The columns of the first series to dim: those of special tokens, or the one that takes most ("sink")."""
    shares = dimming.column_shares(np.maximum(part.values[0], 0.0))
    columns = part.special if which == "special" else ()
    if which == "sink" and shares.max(initial=0.0) >= dimming.least_share(len(shares)):
        columns = (int(shares.argmax()),)
    return Dimming(columns, float(shares[list(columns)].sum()))


def of_map(part: Arrangement, how: Colouring, most: float, dim: Dimming) -> Range:
    """The range of the first series (R, C); `most` is the largest score of all heads.

    Lengths of vectors have no natural end: they are coloured as shares of the largest, and the bar says its number.
    """
    values, measure = part.values[0], part.wanted.measure
    if measure in ADDITIVE:
        return color_range.of_head(values, how, signed=False, most=1.0, dimmed=dim.columns)
    if measure != "value":
        return color_range.of_head(values, how, signed=True, most=most, dimmed=dim.columns)
    shares = values / np.float32(part.reach)
    found = color_range.of_head(shares, how, signed=False, most=1.0, dimmed=dim.columns)
    ticks = found.ticks
    if how.stretch in ("same", "head"):
        ends = color_range.reach(found.scale.hi * part.reach)
        ticks = tuple((place, color_range.short(float(ends) * place) if place else "0") for place, _ in found.ticks)
    return replace(found, shades=shares if found.shades is None else found.shades, ticks=ticks)


def unit(part: Arrangement, stretch: str) -> str:
    """The word beside the colour bar for what is no recorded number."""
    word = {"rollout": "rollout", "value": "‖weight × v‖"}.get(part.wanted.measure, "weight")
    if part.wanted.mix in ("mean", "max") and part.wanted.measure != "rollout":
        word = f"{word}, {'mean' if part.wanted.mix == 'mean' else 'maximum'}"
    if stretch == "row":
        return f"{word}, row by row"
    if stretch == "log":
        return f"{word}{' ÷ largest' if part.wanted.measure == 'value' else ''}, log"
    return word


__all__ = ["dimmed", "of_map", "unit"]
