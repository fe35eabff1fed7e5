"""Measures of the heads in the current text, and the names that follow from them. No Qt. Layers and heads count from
0."""

from __future__ import annotations

import math
import weakref
from collections import deque
from collections.abc import Mapping
from itertools import product

import numpy as np

from model_core.analysis.heads.head_measures import name_of
from model_core.analysis.reads import measured_in
from model_core.record.mask_reasons import HIDDEN
from model_core.record.trace import Trace
from viz_app.data.vocabulary import head_word

MOST_CELLS, MOST_CELLS_OF_ONE = 2_000_000, 40_000
"""Cells of all maps of an attention up to which its heads are measured at once; those of one map up to which a single
head is."""

Place = tuple[str, int, int]
"""(attention, layer, head)."""
Measures = Mapping[str, float]
"""Measure -> number of one head."""
HeadNames = Mapping[Place, str]
"""(attention, layer, head) -> what it is called by what it reads."""

_KEPT: deque[tuple[weakref.ref[Trace], str, int, list[dict[str, float]]]] = deque(maxlen=6)
"""What was measured last."""


def all_heads(trace: Trace, kind: str = "") -> tuple[Place, ...]:
    """All heads of a run, or of one of its attentions, layer by layer."""
    return tuple(
        (one, layer, head) for one in trace.kinds if kind in ("", one)
        for layer, head in product(range(trace.spec.layers(one)), range(trace.spec.heads_of(one)))
    )  # fmt: skip


def is_hidden(trace: Trace, kind: str, sentence: int) -> bool:
    """Whether a question hides rows of an attention: the visible ones alone do not tell what a head reads."""
    return kind in trace.reasons and bool((trace.reasons[kind][sentence, :, :1] == HIDDEN).any())


def _kept_measures(trace: Trace, kind: str, sentence: int) -> list[dict[str, float]] | None:
    return next((found for known, *place, found in _KEPT if known() is trace and place == [kind, sentence]), None)


def measures_of_attention(trace: Trace, kind: str, sentence: int) -> list[dict[str, float]]:
    """The measures of all heads of an attention, layer by layer, computed in one pass; those of recent texts are
    cached."""
    if (known := _kept_measures(trace, kind, sentence)) is not None:
        return known
    maps_NQM = np.concatenate(list(trace.maps(kind, "weights", sentence)))
    values = measured_in(maps_NQM, kind, trace.sentences[sentence])
    columns = zip(*(one.tolist() for one in values.values()), strict=True)
    found = [dict(zip(values, own, strict=True)) for own in columns]
    _KEPT.append((weakref.ref(trace), kind, sentence, found))
    return found


def measures_of_text(trace: Trace, sentence: int) -> dict[Place, Measures]:
    """(attention, layer, head) -> measures in this text; without attentions whose maps were not recorded, are hidden,
    or are too large to measure at once."""
    found: dict[Place, Measures] = {}
    for kind in trace.kinds:
        heads, seen = all_heads(trace, kind), trace.whole(kind) and not is_hidden(trace, kind, sentence)
        if seen and 0 < math.prod(trace.size(kind, sentence)) * len(heads) <= MOST_CELLS:
            found |= zip(heads, measures_of_attention(trace, kind, sentence), strict=True)
    return found


def head_names(trace: Trace, sentence: int) -> HeadNames:
    """The name of every head by what it reads in this text; empty if the text is too long, or a single token."""
    measured = (one for one in measures_of_text(trace, sentence).items() if trace.size(one[0][0], sentence)[1] > 1)
    return {at: head_word(name_of(dict(values)), at[0]) for at, values in measured}


def head_name(trace: Trace, kind: str, layer: int, head: int, sentence: int) -> str:
    """The name of one head by what it reads in this text; "" if unknown, hidden, or a single token."""
    alone = trace.size(kind, sentence)[1] < 2
    if not alone and (known := _kept_measures(trace, kind, sentence)) is not None:
        return head_word(name_of(known[layer * trace.spec.heads_of(kind) + head]), kind)
    small = 0 < math.prod(trace.size(kind, sentence)) <= MOST_CELLS_OF_ONE
    if alone or not small or not trace.has(kind, "weights", layer) or is_hidden(trace, kind, sentence):
        return ""
    weights_1QM = trace.map(kind, layer, head, "weights", sentence)[None]
    values = measured_in(weights_1QM, kind, trace.sentences[sentence])
    return head_word(name_of({name: float(one[0]) for name, one in values.items()}), kind)
