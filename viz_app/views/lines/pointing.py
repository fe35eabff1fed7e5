"""Which heads the Lines view draws, which lines are highlighted, how they are described, and what a click or a key
changes.

Layers, heads, rows and columns count from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viz_app.charts.chosen_heads import chosen_heads
from viz_app.data import number_sources
from viz_app.data.maps import derived_text, map_options
from viz_app.data.maps.derived_map import CellMapping, MapRequest
from viz_app.data.maps.derived_text import reading_title
from viz_app.data.selection import sentence_of, step_of
from viz_app.data.snapshot import Cell, ShownNumber, Snapshot
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.system.language import tr
from viz_app.views.lines import text
from viz_app.views.lines.line_picture import LinePicture
from viz_app.views.lines.line_selection import EARLIER_SIDE, LATER_SIDE, LineSet, Target
from viz_app.views.lines.scene import Focus

if TYPE_CHECKING:
    from viz_app.views.lines.view import Lines


def heads_drawn(shot: Snapshot, options: Lines.Options, kind: str) -> tuple[Cell, ...]:
    """The heads that are drawn of an attention, (layer, head)."""
    spec, look = shot.trace.spec, shot.look
    layer, head = spec.nearest_head(kind, look.layer, look.head)
    if is_single(shot, options):
        return ((layer, head),)
    count = spec.heads_of(kind)
    over = map_options.over_layers(options.mix, options.measure)
    layers = range(max(1, spec.layers(kind))) if over else (layer,)  # of a recording a stack may have none
    return chosen_heads(options.heads, layers, count)


def is_single(shot: Snapshot, options: Lines.Options) -> bool:
    """Whether only the selected head is drawn."""
    return options.mix == "one" or not all_recorded(shot)


def all_recorded(shot: Snapshot) -> bool:
    """Whether all heads' maps exist; for a long text each is computed on demand, so only one is drawn."""
    return shot.trace.name(shot.look.kind, "weights", 0) in shot.trace.arrays


def request(shot: Snapshot, options: Lines.Options, kind: str) -> MapRequest:
    """The derived map to draw for an attention."""
    mix = "each" if is_single(shot, options) else options.mix
    return MapRequest.from_heads(
        heads_drawn(shot, options, kind), mix, sentence=sentence_of(shot.trace, shot.look), kind=kind,
        measure=options.measure, join=options.join, hide=options.special == "hidden", read=options.whole,
    )  # fmt: skip


def described(picture: LinePicture, shot: Snapshot, target: Target) -> str:
    part, cell = picture.part_of(target), picture.cell_of(target)
    if part is None:
        return ""
    if cell is None:
        return tr("Special tokens are left out.")
    if target.is_token:
        reads = picture.reads(target)
        return text.token_text(part, cell[0] if reads else cell[1], query=reads)
    return derived_text.line_words(shot.trace, part, cell, target.series)


def shown_number(picture: LinePicture, shot: Snapshot, target: Target | None, cell: Cell) -> ShownNumber | None:
    """The number of the hovered line or, of several drawn for a cell, of the selected head's."""
    if (part := picture.part) is None:
        return None
    series = part.series.index(shot.look.head) if shot.look.head in part.series else 0
    if target is not None and not target.is_token and picture.piece(target) == (picture.kind, cell):
        series = target.series
    return number_sources.shown_cell(shot.trace, part, cell, series)


def hint(picture: LinePicture, shot: Snapshot, target: Target) -> str:
    """What a click on a line or a token does; "" for nothing."""
    changes = clicked(picture, shot, target)
    if changes is None:
        return ""
    if (changes["query"], changes["key"]) == (None, None):
        return tr("Click to release it.")
    if target.is_token:
        if picture.reads(target):
            return tr("Click to show everything this token reads.")
        return tr("Click to show everything that reads this token.")
    if "head" in changes:
        return tr("Click to pin this line and go to head {head}.", head=changes["head"] + 1)
    return tr("Click to pin this line.")


def notes(picture: LinePicture, shot: Snapshot, options: Lines.Options, drawn: LineSet) -> list[str]:
    found = list(dict.fromkeys(note for part in picture.parts.values() for note in part.notes))
    heading = reading_title(request(shot, options, shot.look.kind), shot.trace.spec)
    for part in picture.parts.values():  # a stack of fewer layers or heads
        if (own := reading_title(part.request, shot.trace.spec)) != heading:
            found.append(f"{ATTENTIONS[part.request.kind].title}: {own}")
    if not all_recorded(shot) and options.mix != "one":
        found.append(tr("In a text this long one head is drawn at a time"))
    masked = 0 if options.measure == "rollout" else picture.masked(drawn)
    return [*found, tr("{masked:,} of them masked, yet read", masked=masked)] if masked else found


def focus(picture: LinePicture, shot: Snapshot, target: Target | None, drawn: LineSet) -> Focus | None:
    """What is highlighted: the hovered target, otherwise the shared cell, otherwise what is read, otherwise the current
    step, i.e. the last row while none is chosen."""
    look = shot.look
    if not picture:
        return None
    if target is not None and target.is_token:
        return picture.token_focus(drawn, target.side, target.place)
    if target is not None:
        return picture.cell_focus(drawn, target.run, target.cell, target.series)
    cell = picture.drawn_cell(shot.hover) or picture.drawn_cell(shot.pinned)
    if cell is not None:
        return picture.cell_focus(drawn, picture.run, cell)
    column = picture.drawn_column(look.key) if look.reading == "column" else None
    if column is not None:
        return picture.token_focus(drawn, 1 if picture.run == LATER_SIDE else 0, column)
    row, soft = picture.drawn_row(look.query), False
    if row is None and look.kind != "encoder":
        row, soft = picture.drawn_row(step_of(shot.trace, look)), True
    return None if row is None else picture.token_focus(drawn, 0 if picture.run == EARLIER_SIDE else 1, row, soft)


def clicked(picture: LinePicture, shot: Snapshot, target: Target) -> dict[str, Any] | None:
    """Pins a line's cell, or reads along a token's row or column; releases what is already pinned."""
    found, part, look = picture.piece(target), picture.part_of(target), shot.look
    if found is None or part is None:
        return None
    kind, (query, key) = found
    own = kind == look.kind
    changes: dict[str, Any] = {} if own else {"kind": kind}
    if not target.is_token:
        if (head := part.series[target.series]) >= 0:
            changes["head"] = head
        same = own and shot.pinned == (query, key) and look.head == changes.get("head", look.head)
        return changes | {"query": None if same else query, "key": None if same else key}
    if picture.reads(target):
        same = own and (look.reading, look.key, picture.drawn_row(look.query)) == ("row", None, target.place)
        changes |= {"reading": "row", "query": None if same else query, "key": None}
        return changes if kind == "encoder" else changes | {"step": query}
    same = own and (look.reading, look.query, picture.drawn_column(look.key)) == ("column", None, target.place)
    return changes | {"reading": "row" if same else "column", "query": None, "key": None if same else key}


def token_beside(
    picture: LinePicture, shot: Snapshot, down: int, across: int
) -> tuple[dict[str, Any], tuple[int, int]] | None:
    """Reads the next token; sideways one of the other column."""
    look, run, part = shot.look, picture.run, picture.part
    if part is None:
        return None
    reads = across > 0 if across else look.reading == "row"
    places = CellMapping(part, part.size)
    at = None if across else places.row(look.query) if reads else places.column(look.key)
    if at is None:
        step = places.row(step_of(shot.trace, look)) if reads and look.kind != "encoder" else None
        at, down = step or 0, 0
    place = min(max(at + down, 0), part.size[0 if reads else 1] - 1)
    changes: dict[str, Any] = {"reading": "row" if reads else "column", "query": None, "key": None}
    changes["query" if reads else "key"] = places.query(place) if reads else places.key(place)
    if reads and look.kind != "encoder":
        changes["step"] = changes["query"]
    column = place if reads else picture.drawn_column(places.key(place)) or 0
    return changes, (1 if (reads and run != EARLIER_SIDE) or run == LATER_SIDE else 0, column)
