"""The masks as tables to save or copy: the numbers that are shown. No Qt. Rows, keys, layers and heads count from 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from model_core.explain.provenance import Source
from model_core.record.trace import NAMES, Trace
from viz_app.data import map_text
from viz_app.data.number_sources import mask_source
from viz_app.data.tables import Listing, context_of
from viz_app.views.masks import mask_rows

if TYPE_CHECKING:
    from viz_app.document.state import State

MASK_HEADINGS = (
    "attention", "layer", "head", "query", "read", "written", "key", "token", "reason", "score", "masked", "weight",
)  # fmt: skip
_PAD = "pad"  # in every language: files are in English
MOST_CELLS = 200_000
"""Of masks with more cells there is no listing: the current map, with its reasons, is taken instead."""


def mask_table(state: State, trace: Trace, sentence: int) -> Listing | None:
    """Every cell of the three masks of a sentence, padding included: why it may be read or not, and its numbers in the
    selected head ("" if not recorded); None for very long texts."""
    kinds = mask_rows.shown_kinds(trace)
    if not kinds or sum(trace.reasons[kind][sentence].size for kind in kinds) > MOST_CELLS:
        return None
    context = replace(context_of(state, trace, "Masks"), what="masks", hook="")
    rows = [row for kind in kinds for row in _mask_rows(trace, kind, sentence, context.layer, context.head)]
    return Listing(f"masks-layer{context.layer + 1}-head{context.head + 1}", context, MASK_HEADINGS, tuple(rows))


def _mask_rows(trace: Trace, kind: str, sentence: int, layer: int, head: int) -> Iterator[tuple[Any, ...]]:
    layer, head = mask_rows.head_of(trace, kind, (layer, head))
    reasons, columns = trace.reasons[kind][sentence], map_text.padded_columns(trace, kind, sentence, _PAD)
    numbers = []
    for what in ("scaled", "masked", "weights"):
        known = mask_rows.head_map(trace, kind, sentence, (layer, head), what)
        numbers.append(np.full(reasons.shape, "", object))
        if known is not None:
            numbers[-1][: known.shape[0], : known.shape[1]] = known.astype(np.float64)
    for query, (read, written) in enumerate(map_text.padded_rows(trace, kind, sentence, _PAD)):
        for key, token in enumerate(columns):
            found = (one[query, key] for one in numbers)
            yield kind, layer, head, query, read, written or "", key, token, NAMES[reasons[query, key]], *found


def mask_arrays(trace: Trace, sentence: int) -> tuple[Source, ...]:
    """The reasons of each mask's cells: 0 where one may be read."""
    found = (mask_source(trace, kind, (sentence, 0, 0)) for kind in mask_rows.shown_kinds(trace))
    return tuple(one.opened(2) for one in found if one is not None)
