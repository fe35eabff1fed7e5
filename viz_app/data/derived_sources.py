"""Derived numbers (rollout, several heads in one, joined words): where they come from, and as tables. No Qt.

Layers, heads, rows and columns count from 0 here, in words from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from model_core.analysis.readings import ADDITIVE, key_tokens, query_tokens, rollout_kinds
from model_core.explain.provenance import ALL, Plain, Source
from model_core.record.trace import SCORES, Trace
from viz_app.data.derived_map import Arrangement
from viz_app.data.line_text import reading_title
from viz_app.data.map_text import WHAT_WORDS
from viz_app.data.number_format import fmt_weight
from viz_app.data.number_sources import cell_source, handed_over
from viz_app.data.snapshot import Cell, ShownNumber
from viz_app.data.tables import Context, MapTable, Table, context_of

if TYPE_CHECKING:
    from viz_app.document.state import State

_SYMBOLS = {"weights": "w", "raw": "q·k", "scaled": "s", "masked": "m", "value": "‖α v‖"}
_TITLES = {
    "weights": "attention weight", "raw": "score q·k", "scaled": "scaled score", "masked": "score after the mask",
    "value": "length of weight × value", "rollout": "attention rollout",
}  # fmt: skip


def shown_number(trace: Trace, part: Arrangement, cell: Cell, series: int = 0) -> Source | None:
    """The number of a shown cell of one series; None where it was not recorded."""
    wanted, head = part.wanted, part.series[series]
    if part.plain and head >= 0:
        place = wanted.sentence, head, *cell
        if wanted.measure == "value":
            return handed_over(trace, wanted.kind, wanted.layer, place)
        return cell_source(trace, wanted.kind, wanted.measure, wanted.layer, place)
    return Source(
        "model_core.analysis.readings.shown", cell, tuple(_arguments(part, head).items()), title_of(part, head),
        formula(part, head), tuple(_inputs(trace, part, cell, head)),
    )  # fmt: skip


def _heads(part: Arrangement, head: int) -> tuple[int, ...]:
    return part.wanted.heads if head < 0 else (head,)


def _arguments(part: Arrangement, head: int) -> dict[str, Plain]:
    """What `model_core.analysis.readings.shown` is called with, without what is as usual."""
    wanted = part.wanted
    given: dict[str, Plain] = {"kind": wanted.kind, "layer": wanted.layer, "measure": wanted.measure}
    if wanted.measure != "rollout":
        given |= {"heads": _heads(part, head)} | ({"mix": wanted.mix} if head < 0 else {})
    usual = {"join": "pieces", "hide": False, "read": False, "sentence": 0}
    return given | {name: getattr(wanted, name) for name, value in usual.items() if getattr(wanted, name) != value}


def shown_cell(trace: Trace, part: Arrangement, cell: Cell, series: int = 0) -> ShownNumber | None:
    """The number of one series in which a cell of the model's own is shown; None where it is left out."""
    shown, head = part.shown(cell), part.series[series]
    if shown is None:
        return None
    alone = head if head >= 0 else None
    if part.plain and head >= 0 and part.wanted.measure == "weights":
        return ShownNumber(alone)
    text = fmt_weight(float(part.values[series][shown]), 3)
    return ShownNumber(alone, title_of(part, head), text, shown_number(trace, part, shown, series))


def title_of(part: Arrangement, head: int) -> str:
    """For example "attention weight, mean of 4 heads, words"."""
    wanted = part.wanted
    title = _TITLES[wanted.measure]
    if wanted.measure == "rollout":
        title += f" up to layer {wanted.layer + 1}"
    elif head < 0:
        title += f", {'mean' if wanted.mix == 'mean' else 'maximum'} of {len(wanted.heads)} heads"
    joins = wanted.measure in ADDITIVE and not (part.queries.single and part.keys.single)
    title += f", {JOINED[wanted.join]}" if joins else ""
    return title + (", special tokens left out" if len(part.columns) < len(part.keys) else "")


JOINED = {"words": "words", "characters": "bytes of a character joined"}
"""A word of model_core.analysis.token_merging.JOINS -> what rows and columns are then."""


def formula(part: Arrangement, head: int = -1) -> str:
    """What was done to the recorded numbers, in the order in which it was done."""
    wanted = part.wanted
    steps = [_ROLLOUT[wanted.kind == "cross"] if wanted.measure == "rollout" else _SYMBOLS[wanted.measure]]
    if not (part.queries.single and part.keys.single):
        steps.append("summed over the keys of a word, averaged over its queries")
    if len(part.columns) < len(part.keys) and wanted.measure in ADDITIVE:
        steps.append("divided by the row’s sum without special tokens")
    if head < 0 and wanted.measure != "rollout":
        steps.append(f"{'mean' if wanted.mix == 'mean' else 'maximum'} over the heads")
    return "; ".join(steps)


_ROLLOUT = {
    False: "R = Ãₗ · … · Ã₁ with Ã = ½ mean of the heads’ weights + ½ identity",
    True: "C ← ½ Ã · C + ½ B · R_enc in each layer; Ã = ½ A + ½ identity, A and B the means of the heads’ weights",
}


def _inputs(trace: Trace, part: Arrangement, cell: Cell, head: int) -> Iterator[Source]:
    """The recorded numbers that a cell is made of, as rows where they are many."""
    wanted, b = part.wanted, part.wanted.sentence
    if wanted.measure == "rollout":
        for kind in rollout_kinds(wanted.kind):
            last = trace.spec.layers(kind) if kind != wanted.kind and kind == "encoder" else wanted.layer + 1
            yield from (Source(trace.name(kind, "weights", at), (b, ALL, ALL, ALL)) for at in range(last))
        return
    heads = _heads(part, head)
    every = (ALL,) if len(heads) == trace.spec.heads_of(wanted.kind) > 1 else heads
    what = wanted.measure if wanted.measure in SCORES else "weights"
    divided = len(part.columns) < len(part.keys) and wanted.measure in ADDITIVE
    for query in part.queries.span(cell[0]):
        keys: tuple[int | None, ...] = (ALL,) if divided else tuple(part.keys.span(part.columns[cell[1]]))
        for one in every:
            for key in keys:
                yield Source(trace.name(wanted.kind, what, wanted.layer), (b, one, query, key))
                if wanted.measure == "value":
                    yield Source(trace.name(wanted.kind, "v", wanted.layer), (b, one, key, ALL))


def made(trace: Trace, part: Arrangement) -> tuple[str, tuple[int, ...]]:
    """What was made of recorded numbers, for example "layer 2 · mean of 4 heads · scaled scores · words", and the heads
    that went into it."""
    wanted = part.wanted
    count = trace.spec.heads_of(wanted.kind)
    words = [reading_title(wanted.measure, wanted.mix, wanted.layer + 1, wanted.heads, count)]
    if wanted.measure in SCORES:
        words.append(WHAT_WORDS[wanted.measure])
    if wanted.measure in ADDITIVE and not (part.queries.single and part.keys.single):
        words.append(JOINED[wanted.join])
    if len(part.columns) < len(part.keys):
        words.append("special tokens left out" + (", rows renormalised" if wanted.measure in ADDITIVE else ""))
    heads = tuple(range(count)) if wanted.measure == "rollout" else wanted.heads
    return " · ".join(words), heads


def reading_context(state: State, trace: Trace, view: str, part: Arrangement) -> Context:
    wanted, hook = part.wanted, "model_core.analysis.readings.shown"
    found = context_of(state, trace, view, *made(trace, part))
    what = wanted.measure if wanted.measure in SCORES else found.what
    return replace(found, kind=wanted.kind, layer=wanted.layer, what=what, hook=hook)


def file_name(context: Context, view: str) -> str:
    words = re.split(r"[^\w]+", f"{view} {context.kind} {context.made}".lower())
    return "-".join(word for word in words if word)[:80]


def map_table(state: State, trace: Trace, part: Arrangement) -> MapTable:
    """The first series of a reading as the map that is shown."""
    one, wanted = trace.sentences[part.wanted.sentence], part.wanted
    context = reading_context(state, trace, "Attention", part)
    rows = tuple((label.read, label.written or "") for label in part.row_labels)
    queries, keys = query_tokens(one, wanted.kind, wanted.read), key_tokens(one, wanted.kind)
    table = Table(
        context, rows, part.column_labels, part.values[0], part.reasons,
        tuple(queries[part.queries.starts[row]] for row in range(len(rows))),
        tuple(keys[part.keys.starts[group]] for group in part.columns),
    )  # fmt: skip
    return MapTable(file_name(context, "attention"), table)
