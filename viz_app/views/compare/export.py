"""The comparison as a table that is saved or copied. No Qt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model_core.record.effects import Component
from viz_app.data.selection import key_names, query_names, read_names
from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr
from viz_app.views.compare.content import RunComparison, token_columns
from viz_app.views.compare.patching import PatchContent

CELLS = (
    "row A", "row B", "read A", "written A", "read B", "written B", "column A", "column B", "key A", "key B", "A", "B",
    "B − A",
)  # fmt: skip
TOKENS = (
    "side", "place A", "place B", "read A", "read B", "token A", "token B", "how", "log p A", "log p B", "B − A",
)  # fmt: skip
HEADS = ("head", "attention", "layer", "index", "moved")
SHARES = ("activation", "attention", "layer", "head", "place", "token", "difference", "share")


def comparison_table(context: Context, found: RunComparison, part: str) -> Listing:
    """The numbers of a part: for the maps every cell that both runs have, for the texts every token, for the heads each
    with its change. Rows, columns, layers and heads count from 0."""
    headings: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]
    if part == "texts":
        headings, rows, what = TOKENS, _tokens(found), tr("two texts, token by token")
    elif part == "heads":
        headings, rows, what = HEADS, _heads(found), tr("share of a row's weight that moved, of every head")
    else:
        headings, rows, what, part = CELLS, _cells(found), tr("weights of two runs and their difference"), "maps"
    what = f"{what}; A: {found.a.name or tr('the same run')}"
    return Listing(f"compare-{part}", replace(context, what=what, hook=""), headings, tuple(rows))


def patching_table(context: Context, shown: PatchContent) -> Listing | None:
    """Every activation of A that has been patched into B: the difference log p(A's token) − log p(B's token) with it,
    in nats, and the share that it restores; None before the first. What is patched at every place has place −1."""
    found = shown.found
    if found is None or not found.done:
        return None
    rows = []
    for one, difference, share in zip(found.sites, found.differences.tolist(), found.shares.tolist(), strict=True):
        if math.isfinite(difference):
            head, place = one.head if one.what == "head" else -1, -1 if one.place is None else one.place
            token = "" if one.place is None else shown.columns(one.kind)[place]
            rows.append((one.what, one.kind, one.layer, head, place, token, difference, share))
    what = tr("share of the difference between A and B that each activation restores")
    return Listing("compare-patching", replace(context, what=what, hook=""), SHARES, tuple(rows))


def _cells(found: RunComparison) -> Iterator[tuple[Any, ...]]:
    beside, change = found.alignment, found.change
    if beside is None or change is None or found.a.weights is None or found.b.weights is None:
        return
    (rows_a, keys_a), (rows_b, keys_b) = (
        (query_names(one.texts, one.kind), key_names(one.texts, one.kind)) for one in (found.a, found.b)
    )
    for row, (i, j) in enumerate(beside.both_rows):
        for column, (m, n) in enumerate(beside.both_columns):
            numbers = float(found.a.weights[i, m]), float(found.b.weights[j, n]), float(change[row, column])
            yield i, j, *rows_a[i], *rows_b[j], m, n, keys_a[m], keys_b[n], *numbers


def _tokens(found: RunComparison) -> Iterator[tuple[Any, ...]]:
    """A target token with the one read before it."""
    read = [read_names(one.texts.read, one.texts.written) for one in (found.a, found.b)]
    for side in ("source", "target"):
        for one in token_columns(found, side):
            places = (-1 if at is None else at for at in one.places)
            before = ("" if at is None or side == "source" else names[at]
                      for at, names in zip(one.places, read, strict=True))  # fmt: skip
            words = ("" if token is None else token.text for token in one.tokens)
            logs = (math.nan if log is None else log for log in (*one.logs, one.change))
            yield side, *places, *before, *words, one.how, *logs


def _heads(found: RunComparison) -> Iterator[tuple[Any, ...]]:
    for kind, layer, head in found.pair.ranked_heads():
        name = Component("heads", kind, layer, head).name
        yield name, kind, layer, head, float(found.pair.changes[kind].moved[layer, head])
