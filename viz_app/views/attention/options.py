"""The options of the attention view: how maps are coloured and written, and which map they select."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from model_core.analysis.known_masks import reasons_in
from model_core.record import mask_reasons
from model_core.record.edits import HeadPlace
from model_core.record.trace import Trace
from viz_app.charts.chosen_heads import chosen_heads
from viz_app.data import vocabulary
from viz_app.data.maps.color_range import Colouring
from viz_app.data.maps.derived_map import CellMapping
from viz_app.data.maps.map_options import JOINS, MIXES, MapChoice, over_layers
from viz_app.data.selection import Changes
from viz_app.data.snapshot import Cell, Snapshot, option, options_of
from viz_app.document.state import Look
from viz_app.system.language import tr

SHORT_CAUTION = tr("Attention is not explanation: a weight shows what is read, not what difference it makes.")


@dataclass(frozen=True)
class MapOptions:
    """How the map is coloured and written, and what is made of the recorded numbers.

    measure  "recorded", "rollout" (attention rollout) or "value" (‖weight × v‖)
    mix      a key of viz_app.data.maps.map_options.MIXES
    heads    the heads that are not mixed, as a text of viz_app.charts.chosen_heads
    all_heads  every head of every attention instead of one map
    order  of the heads beside one map, and of all heads: a word of viz_app.data.maps.head_order.ORDERS
    """

    scale: str = option(
        "same",
        tr("Strongest colour"),
        choices={"same": "0\u20131", "row": tr("row maximum"), "head": tr("head maximum"), "log": tr("log")},
        tip=tr(
            "What gets the strongest colour: a weight of 1 (for sums the number of heads, for scores the maximum "
            "over all heads), the maximum of each row, or the maximum of this head. Log covers weights from 0.001 "
            "(less in long texts) to 1. The numbers in the cells do not change."
        ),
        group=tr("Scale"),
        depth="full",
    )
    threshold: float = option(
        0.0,
        tr("Blank below"),
        choices={0.0: tr("nothing"), 0.01: "0.01", 0.02: "0.02", 0.05: "0.05", 0.1: "0.1", 0.2: "0.2", 0.5: "0.5"},
        tip=tr("Cells with a smaller weight are left blank. Point at one to see its number."),
        group=tr("Scale"),
        slider=True,
        depth="full",
    )
    dim: str = option(
        "none",
        tr("Dim columns"),
        choices={
            "none": tr("none"),
            "sink": tr("the strongest of each head"),
            "special": tr("special tokens"),
            "hidden": tr("special tokens, left out"),
        },
        tip=tr(
            "Fades columns that take most of the weight but mean little, such as </s>, so that the others stand "
            "out. The numbers do not change; the legend gives the weight in the faded columns. When those columns "
            "are left out, the others are renormalised to sum to 1 in each row."
        ),
        group=tr("Scale"),
        depth="full",
    )
    palette: str = option(
        "weights",
        tr("Colours"),
        choices={"weights": tr("blue"), "viridis": "viridis", "cividis": "cividis", "grey": tr("grey")},
        tip=tr(
            "The colours of weights; all work with any colour vision. Scores can be negative and stay blue and orange."
        ),
        group=tr("Scale"),
        depth="full",
    )
    numbers: bool = option(
        True,
        tr("Numbers"),
        tip=tr("Shows the numbers in the cells where they fit."),
        group=tr("Scale"),
        depth="full",
    )
    join: str = option(
        "pieces",
        tr("Tokens"),
        choices=JOINS,
        tip=tr(
            "Pieces as the model reads them, the bytes of one character merged, or whole words: weights are summed "
            "over keys and averaged over queries. Scores cannot be merged."
        ),
        group=tr("Tokens"),
        depth="full",
    )
    override: bool = option(
        False,
        tr("Set weights"),
        tip=tr(
            "Drag a cell up or down to set its weight; the other weights of its row share the rest, and the model "
            "computes on from there. When this is off, hold Ctrl."
        ),
        group=tr("More"),
        depth="full",
    )
    align: bool = option(
        False,
        tr("Draw alignment"),
        tip=tr(
            "Click a cell of cross-attention to link its words. Every head then has an agreement and an alignment "
            "error rate."
        ),
        group=tr("More"),
        depth="full",
    )
    measure: str = "recorded"
    mix: str = "one"
    heads: str = ""
    all_heads: bool = False
    order: str = "place"
    picture: str = option(
        "map",
        tr("Picture"),
        choices={"map": tr("map"), "plane": tr("queries and keys")},
        tip=tr("The map of the head, or its queries and keys as points in a plane, joined where weights are strong."),
        group=tr("More"),
        depth="full",
    )


_OF_MAP = frozenset({"join", "numbers", "override", "align"})


def unused(chosen: MapOptions) -> frozenset[str]:
    """The options that change nothing on the page of all heads, or in the plane."""
    return _OF_MAP | {"picture"} if chosen.all_heads else _OF_MAP if chosen.picture == "plane" else frozenset()


def map_choice(shot: Snapshot) -> MapChoice:
    """The map that the view's options select; beside the plane, which is one head's, that of the head as recorded."""
    place, chosen = MapChoice.from_snapshot(shot), options_of(shot, MapOptions)
    if chosen.picture == "plane":
        dim = "special" if chosen.dim == "hidden" else chosen.dim
        chosen = replace(chosen, measure="recorded", mix="one", join="pieces", dim=dim)
    mix, spec = chosen.mix if chosen.mix in MIXES else "one", shot.trace.spec
    layers = range(spec.layers(place.kind)) if over_layers(mix, chosen.measure) else (place.layer,)
    return replace(
        place,
        how=Colouring(chosen.scale, chosen.threshold, chosen.palette),
        dim=chosen.dim,
        measure=chosen.measure if chosen.measure in vocabulary.DERIVED else "recorded",
        mix=mix,
        mixed=chosen_heads(chosen.heads, layers, spec.heads_of(place.kind)) if mix != "one" else (),
        join=chosen.join,
    )


def pinned(look: Look, places: CellMapping, cell: Cell) -> Changes:
    """Pins a cell, of several pieces the strongest; unpins a pinned one."""
    before = None if look.query is None or look.key is None else (look.query, look.key)
    query, key = (None, None) if places.shown(before) == cell else places.piece(cell)
    return {"query": query, "key": key}


def row_read(look: Look, places: CellMapping, row: int, written: bool) -> Changes:
    """Reads along a row and, if rows are what is `written`, goes to its step; releases a row that is already read."""
    query = places.query(row)
    same = look.reading == "row" and look.query is not None and look.key is None and places.row(look.query) == row
    changes: Changes = {"reading": "row", "query": None if same else query, "key": None}
    return changes | {"step": query} if written else changes


def column_read(look: Look, places: CellMapping, column: int) -> Changes:
    """Reads down a column; releases a column that is already read."""
    same = look.reading == "column" and look.key is not None and look.query is None
    if same and places.column(look.key) == column:
        return {"reading": "row", "query": None, "key": None}
    return {"reading": "column", "query": None, "key": places.key(column)}


def is_off(trace: Trace, place: MapChoice) -> bool:
    """Whether the selected head was switched off in this run."""
    return HeadPlace(place.kind, place.layer, place.head) in trace.run.edits.heads_off


def reasons(masks: np.ndarray | None, broken: int) -> tuple[int, ...]:
    """Why cells of the map are hatched, each reason once."""
    hidden = () if masks is None else tuple(sorted(reasons_in(masks) - {mask_reasons.VISIBLE}))
    return (*hidden, vocabulary.BROKEN) if broken else hidden


def inside(cell: Cell | None, size: tuple[int, int]) -> Cell | None:
    """The cell, None if it lies outside a map of that size."""
    return cell if cell is not None and 0 <= cell[0] < size[0] and 0 <= cell[1] < size[1] else None
