"""What the attention view was asked to show: how maps are coloured, and which of a Trace’s maps, inside its sizes.

Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.trace import Trace
from viz_app import paint
from viz_app.ranges import Colouring
from viz_app.reading import sentence_of
from viz_app.view import Cell, Snapshot, option

MASKED = ("weights", "masked")  # what is empty where the mask hides a cell; other scores exist before the mask


@dataclass(frozen=True)
class MapOptions:
    """How the map is coloured and written."""

    scale: str = option(
        "same",
        "Strongest colour",
        choices={"same": "0\u20131", "row": "row maximum", "head": "head maximum", "log": "log"},
        tip="What gets the strongest colour: a weight of 1 (of scores the largest of all heads), the largest "
        "number of each row, or the largest of this head. Log shows weights from 0.001 (less in long texts) to 1. The "
        "numbers in the cells stay what was recorded.",
        group="Scale",
    )
    threshold: float = option(
        0.0,
        "Blank below",
        choices={0.0: "nothing", 0.01: "0.01", 0.02: "0.02", 0.05: "0.05", 0.1: "0.1", 0.2: "0.2", 0.5: "0.5"},
        tip="Cells with a smaller weight are left blank, as if nothing were there. Pointing at one gives its "
        "number.",
        group="Scale",
        slider=True,
    )
    dim: str = option(
        "none",
        "Dim columns",
        choices={"none": "none", "sink": "the strongest of each head", "special": "special tokens"},
        tip="Fades columns that take most of the weight and mean little, such as </s>, so that the others can be "
        "seen. Numbers stay what was recorded; the key says how much weight is in the faded columns.",
        group="Scale",
    )
    palette: str = option(
        "weights",
        "Colours",
        choices={"weights": "blue", "viridis": "viridis", "cividis": "cividis", "grey": "grey"},
        tip="The colours of weights; all can be told apart with any colour vision. Scores have two directions and "
        "keep blue and orange.",
        group="Scale",
    )
    numbers: bool = option(True, "Numbers", tip="Writes the numbers into the cells where they fit.", group="Scale")


@dataclass(frozen=True)
class MapChoice:
    """Which maps of a Trace are looked at, all inside its sizes; how they are coloured and which columns dimmed."""

    sentence: int
    kind: str
    what: str
    layer: int
    head: int
    how: Colouring
    dim: str

    @classmethod
    def of(cls, shot: Snapshot) -> MapChoice:
        look, spec = shot.look, shot.trace.spec
        layer = max(0, min(look.layer, spec.layers(look.kind) - 1))
        head = max(0, min(look.head, spec.heads - 1))
        chosen = shot.options or MapOptions()
        how = Colouring(chosen.scale, chosen.threshold, chosen.palette)
        return cls(sentence_of(shot.trace, look), look.kind, look.what, layer, head, how, chosen.dim)

    @property
    def maps(self) -> tuple[int, str, str, Colouring, str]:
        """What the mosaic depends on besides the Trace."""
        return self.sentence, self.kind, self.what, self.how, self.dim

    @property
    def signed(self) -> bool:
        """Whether the numbers are scores, which have signs."""
        return self.what != "weights"


def recorded(trace: Trace, kind: str, what: str) -> bool:
    """Whether these numbers are there for every layer."""
    return all(trace.has(kind, what, layer) for layer in range(trace.spec.layers(kind)))


def masks(trace: Trace, place: MapChoice) -> np.ndarray | None:
    """The reasons [Q, K] of hidden cells; None for numbers that exist before the mask."""
    if place.what not in MASKED or place.kind not in trace.reasons:
        return None
    return trace.reason(place.kind, place.sentence)


def reasons(masks: np.ndarray | None, broken: int) -> tuple[int, ...]:
    """Why cells of the map are hatched, each reason once."""
    codes = () if masks is None else range(paint.FUTURE, paint.BROKEN)
    hidden = tuple(code for code in codes if np.any(masks == code))
    return (*hidden, paint.BROKEN) if broken else hidden


def inside(cell: Cell | None, size: tuple[int, int]) -> Cell | None:
    """The cell, None where it lies outside of a map of that size."""
    return cell if cell is not None and 0 <= cell[0] < size[0] and 0 <= cell[1] < size[1] else None


def column_read(shot: Snapshot, place: MapChoice) -> int | None:
    """The column that is read from top to bottom, None while rows are read."""
    key = shot.look.key
    if shot.look.reading != "column" or key is None:
        return None
    return key if 0 <= key < shot.trace.size(place.kind, place.sentence)[1] else None
