"""The comparison in words: the two runs, how they are aligned, single cells. No Qt. Layers, heads and steps count from
1 in words."""

from __future__ import annotations

from model_core.analysis.two_runs import token_keys
from model_core.direction import isolated, quoted
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.data.map_text import row_name
from viz_app.data.selection import key_name, query_name
from viz_app.data.snapshot import Cell, ShownNumber
from viz_app.data.words.parts import NOTHING_WRITTEN, head_number
from viz_app.system.language import tr
from viz_app.views.compare.content import CHANGE, A, B, HeadAt, RunComparison, RunSide

NAMES = {A: tr("A, the pinned run"), B: tr("B, the current run"), CHANGE: "B − A"}
"""The three maps -> what they are called."""
NOTHING = tr("The maps of this run were not recorded, or nothing has been written yet.")
NO_WEIGHT = tr("no weight differs")
ALONE = tr("The other run has no counterpart of this cell.")
UNPINNED = tr(
    "Pin a run (Ctrl+D): it becomes A. Then change the text, step, model, decoding or an edit to make B, and see "
    "both side by side."
)
WAITING = tr("Computing the pinned run …")


def side(letter: str, one: RunSide) -> str:
    """For example "A · without edits"; the heading says which head."""
    return " · ".join(filter(None, (letter, one.name)))


def heading(found: RunComparison | None) -> str:
    """The line above the view."""
    return tr("Compare · this run with a pinned one") if found is None else f"{tr('Compare')} · {head_words(found)}"


def head_words(found: RunComparison) -> str:
    """The compared heads, by what each reads in its own text."""
    a, b = ((one.kind, *one.head) for one in (found.a, found.b))
    if a == b:
        return _named(b, found.pair.called(b))
    names = (_named(head, own.get(head, "")) for head, own in zip((a, b), found.pair.names, strict=True))
    return tr("{a} against {b}", **dict(zip("ab", names, strict=True)))


def _named(head: HeadAt, name: str) -> str:
    return f"{head_number(*head)} ({name})" if name else head_number(*head)


def explained(found: RunComparison | None) -> str:
    """What is compared, and how it is aligned."""
    if found is None:
        return tr("Another sentence, step, model, decoding or edit: the selection moves in both.")
    if found.same:
        return f"{tr('A and B are the same run: every difference is 0.')} {found.said}".strip()
    return f"{found.said} {aligned_words(found)}".strip()


def aligned_words(found: RunComparison) -> str:
    """How rows and columns are aligned, and how many have no partner."""
    if found.alignment is None:
        return found.why
    if found.held is not None and found.b.kind != "encoder":
        return tr("Step {a} of A beside step {b} of B.", a=found.held + 1, b=(found.alignment.rows[0][1] or 0) + 1)
    names = tr("source {count} paired"), tr("target {count} paired")
    parts = [_pairs(words, *counts) for words, counts in zip(names, found.pair.paired, strict=True) if any(counts)]
    if not parts:
        return NOTHING_WRITTEN
    return tr("Tokens aligned by edit distance: {sides}.", sides="; ".join(parts))


def _pairs(words: str, both: int, only_a: int, only_b: int) -> str:
    """ "target 11 paired, 2 only in A"."""
    only = {"A": only_a, "B": only_b}
    alone = [tr("{count} only in {run}", count=count, run=run) for run, count in only.items() if count]
    return ", ".join([words.format(count=both), *alone])


def parted(found: RunComparison) -> str:
    """Where the two written texts diverge, in one sentence."""
    a, b = found.a.texts.written, found.b.texts.written
    alike = token_keys(found.a.trace, found.b.trace, a, b)
    for place, (i, j) in enumerate(found.pair.targets):
        if i is None or j is None or alike[0][i] != alike[1][j]:
            one, other = (quoted(side[at].text) if at is not None else tr("nothing") for side, at in ((a, i), (b, j)))
            return tr(
                "The translations first differ at token {place}: {one} in A, {other} in B.",
                place=place + 1,
                one=one,
                other=other,
            )
    return tr("Both write the same text.") if found.pair.targets else ""


def cell(found: RunComparison, which: str, place: Cell) -> str:
    """A cell of one of the maps in words, with the numbers of all three if there are any."""
    of_a, of_b = (found.cell_in(other, place, which) for other in (A, B))
    if of_a is None or of_b is None:
        return _alone(*((found.a, "A") if which == A else (found.b, "B")), place)
    sides = (found.a, of_a), (found.b, of_b)
    a, b = (float(one.weights[at]) for one, at in sides if one.weights is not None)
    names = [row_name(*query_name(one.texts, one.kind, at[0])) for one, at in sides]
    keys = [key_name(one.texts, one.kind, at[1]) for one, at in sides]
    row, key = (two[1] if two[0] == two[1] else f"{two[0]} / {two[1]}" for two in (names, keys))
    numbers = f"A {number_format.fmt_weight(a, 3)}, B {number_format.fmt_weight(b, 3)}"
    return f"{isolated(row)} → {isolated(key)}: {numbers}, B − A {number_format.fmt_score(b - a, 3)}"


def _alone(one: RunSide, letter: str, place: Cell) -> str:
    if one.weights is None:
        return ""
    row, key = row_name(*query_name(one.texts, one.kind, place[0])), key_name(one.texts, one.kind, place[1])
    number = number_format.fmt_weight(float(one.weights[place]), 3)
    return tr(
        "{row} → {key}: {run} {number}; the other run has no counterpart",
        row=row,
        key=key,
        run=letter,
        number=number,
    )


def cell_source(found: RunComparison, which: str, place: Cell) -> tuple[Trace, Source] | None:
    """The source of a cell's number; for two steps held side by side no function gives a difference."""
    a, b = found.a, found.b
    if which == CHANGE:
        own = found.cell_in(B, place, CHANGE)
        if found.change is None or found.held is not None or own is None:
            return None
        given = (("kind", b.kind), ("head", b.head), ("pinned_head", a.head), ("sentences", (a.sentence, b.sentence)))
        return b.trace, Source(
            "model_core.analysis.two_runs.weight_change", place, given, tr("weight of B \u2212 weight of A"),
            tr("difference = weight in the current run − weight in the pinned run"), (_weight(b, own),), a.trace,
        )  # fmt: skip
    one = a if which == A else b
    return (one.trace, _weight(one, place)) if one.trace.has(one.kind, "weights", one.head[0]) else None


def arrays(found: RunComparison) -> tuple[Source, ...]:
    """The difference of the two maps; if no function gives it, the weights of B."""
    source = cell_source(found, CHANGE, (0, 0)) or cell_source(found, B, (0, 0))
    return () if source is None else (source[1].opened(2),)


def _weight(one: RunSide, place: Cell) -> Source:
    layer, head = one.head
    return Source(one.trace.name(one.kind, "weights", layer), (one.sentence, head, *place))


def shown_number(found: RunComparison, which: str, cell: Cell) -> ShownNumber | None:
    """The number of the hovered map `which`, for a cell of B: the weight of A, or the difference."""
    at, of_a = found.cell_in(which, cell), which == A
    side, values = (found.a, found.a.weights) if of_a else (found.b, found.change)
    if at is None or which == B or values is None:
        return None
    source = cell_source(found, which, at)
    text = (number_format.fmt_weight if of_a else number_format.fmt_score)(float(values[at]), 3)
    name = tr("weight of A") if of_a else tr("weight of B − A")
    return ShownNumber(side.head[1], name, text, None if source is None else source[1])
