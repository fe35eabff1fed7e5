"""Which numbers of a run the calculation shows: the cell it follows, and of long rows the units and keys there is room
for. No Qt. Everything counts from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from model_core.analysis.arithmetic import products
from model_core.record.trace import Trace
from viz_app.data import selection
from viz_app.data.snapshot import Snapshot

ORDERS = ("first", "most")


@dataclass(frozen=True)
class Place:
    """One query that reads one key, in one head."""

    kind: str
    layer: int
    head: int
    sentence: int
    query: int
    key: int

    def arguments(self, *names: str) -> dict[str, Any]:
        """Some of the fields as arguments of a function of model_core.analysis.arithmetic."""
        return {name: getattr(self, name) for name in names}

    @property
    def tones(self) -> tuple[str, str]:
        """The colours of the theme that its query and its key have: the source's or the target's."""
        return "source" if self.kind == "encoder" else "target", "target" if self.kind == "decoder" else "source"


@dataclass(frozen=True)
class Choice:
    """What there is room for, and what was chosen.

    units, keys  how many columns of each sort fit
    order        "first": in order, a page at a time; "most": those that add most
    pages        page (from 0) of the units of a head (K), of the model (D), of the feed-forward (F)
    """

    units: int = 8
    keys: int = 8
    order: str = "first"
    pages: tuple[int, int, int] = (0, 0, 0)


def place_of(shot: Snapshot) -> Place | None:
    """The cell that is followed: the pinned one, else the step's row with its strongest key; None for none."""
    at = selection.current_reading(shot.trace, shot.look, None)
    if at.cell is None and shot.look.kind == "encoder":
        at = selection.current_reading(shot.trace, replace(shot.look, query=0), None)
    if at.cell is None:
        return None
    return Place(at.kind, at.layer, at.head, at.sentence, *at.cell)


def page_count(total: int, room: int) -> int:
    """How many pages of `room` columns `total` ones make."""
    return max(1, -(-total // max(1, room)))


def shown_units(total: int, choice: Choice, sort: int, size_K: np.ndarray | None) -> list[int]:
    """The units that are shown, of `total`; `sort` is 0 for K, 1 for D, 2 for F, `size_K` how much each adds."""
    room = max(1, choice.units)
    if total <= room:
        return list(range(total))
    page = choice.pages[sort] % page_count(total, room)
    if choice.order == "most" and size_K is not None:
        order = np.argsort(-np.nan_to_num(np.abs(size_K)), kind="stable")
        return sorted(int(unit) for unit in order[page * room : (page + 1) * room])
    return list(range(page * room, min(total, (page + 1) * room)))


def shown_value_units(trace: Trace, place: Place, choice: Choice) -> list[int]:
    """The units of a value and of z that are shown: those of the key where it is as wide, else by the size of z."""
    spec, sizes = trace.spec.for_stack(place.kind), None
    if spec.value_width == spec.head_width and all(trace.has(place.kind, what, place.layer) for what in "qk"):
        sizes = unit_sizes(trace, place)
    elif trace.has(place.kind, "head_outputs", place.layer):
        z_BHQK = trace.arrays[trace.name(place.kind, "head_outputs", place.layer)]
        sizes = z_BHQK[place.sentence, place.head, place.query]
    return shown_units(spec.value_width, choice, 0, sizes)


def shown_keys(weights_M: np.ndarray, choice: Choice, key: int) -> list[int]:
    """The keys that are shown, in their order: all, or the chosen one with those that weigh most."""
    total, room = len(weights_M), max(1, choice.keys)
    if total <= room:
        return list(range(total))
    order = np.argsort(-np.nan_to_num(weights_M), kind="stable")
    return sorted([*order[order != key][: room - 1].tolist(), key])


def unit_sizes(trace: Trace, place: Place) -> np.ndarray:
    """(K,) how much each unit adds to the score of this query and key."""
    return products(trace, place.kind, place.layer, place.head, place.query, place.key, place.sentence)
