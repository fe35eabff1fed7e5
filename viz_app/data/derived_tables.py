"""Readings and lines as tables that are saved or copied: the numbers that are seen, and what they are. No Qt."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from model_core.analysis.readings import ADDITIVE, key_tokens, query_tokens
from model_core.record.trace import SCORES, Trace
from viz_app.data.context import Context, context_of
from viz_app.data.derived_map import Arrangement
from viz_app.data.derived_sources import JOINED
from viz_app.data.line_text import reading_title
from viz_app.data.map_text import WHAT_WORDS
from viz_app.data.tables import MapTable, Table

if TYPE_CHECKING:
    from viz_app.document.state import State


def made(trace: Trace, part: Arrangement) -> tuple[str, tuple[int, ...]]:
    """What was made of recorded numbers, for example "layer 2 · mean of 4 heads · scaled scores · words", and the heads
    that went into it."""
    wanted = part.wanted
    words = [reading_title(wanted.measure, wanted.mix, wanted.layer + 1, wanted.heads, trace.spec.heads)]
    if wanted.measure in SCORES:
        words.append(WHAT_WORDS[wanted.measure])
    if wanted.measure in ADDITIVE and not (part.queries.single and part.keys.single):
        words.append(JOINED[wanted.join])
    if len(part.columns) < len(part.keys):
        words.append("special tokens left out" + (", rows renormalised" if wanted.measure in ADDITIVE else ""))
    heads = tuple(range(trace.spec.heads)) if wanted.measure == "rollout" else wanted.heads
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


__all__ = ["file_name", "made", "map_table", "reading_context"]
