"""What the attention view was asked to show: how maps are coloured, and which of a Trace’s maps, inside its sizes.

Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from model_core.record import mask_reasons
from model_core.record.edits import HeadPlace
from model_core.record.trace import Trace
from viz_app.data import vocabulary
from viz_app.data.maps.color_range import Colouring
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Cell, Snapshot, option
from viz_app.system.language import tr

MEASURES = {measure: term.word for measure, term in vocabulary.DERIVED.items()}
"""What can be made of the recorded numbers -> its name."""
MIXES = {"one": tr("one head"), "mean": tr("mean of heads"), "max": tr("maximum of heads")}
"""How heads become one map -> its name."""
JOINS = {"pieces": tr("pieces"), "characters": tr("pieces, bytes joined"), "words": tr("words")}
"""Which tokens are read as one (a word of model_core.analysis.token_merging.JOINS) -> its name."""
_CAUTION = tr(
    "Attention is not explanation (Jain & Wallace 2019; Wiegreffe & Pinter 2019): a weight says what is read, not what "
    "it changes."
)
SHORT_CAUTION = tr("Attention is not explanation: a weight says what is read, not what it changes.")
CAUTION = f"{_CAUTION} {tr('Switch the head off (M) and see what changes.')}"


def caution(trace: Trace) -> str:
    """What attention does not say, and how to see it; a recording has no head that could be switched off."""
    return _CAUTION if trace.model.recorded else CAUTION


MASKED = ("weights", "masked")  # what is empty where the mask hides a cell; other scores exist before the mask


@dataclass(frozen=True)
class MapOptions:
    """How the map is coloured and written, and what is made of the recorded numbers.

    measure  "recorded", "rollout" (attention rollout) or "value" (‖weight × v‖)
    mix      "one" head, "mean" or "max" of all but `heads`, counted from 0 with commas between them
    all_heads  every head of every attention instead of one map
    order  of the heads beside one map, and of all heads: a word of viz_app.data.maps.head_order.ORDERS
    """

    scale: str = option(
        "same",
        tr("Strongest colour"),
        choices={"same": "0\u20131", "row": tr("row maximum"), "head": tr("head maximum"), "log": tr("log")},
        tip=tr(
            "What gets the strongest colour: a weight of 1 (of scores the largest of all heads), the largest number of "
            "each row, or the largest of this head. Log shows weights from 0.001 (less in long texts) to 1. The "
            "numbers in the cells stay what was recorded."
        ),
        group=tr("Scale"),
        depth="full",
    )
    threshold: float = option(
        0.0,
        tr("Blank below"),
        choices={0.0: tr("nothing"), 0.01: "0.01", 0.02: "0.02", 0.05: "0.05", 0.1: "0.1", 0.2: "0.2", 0.5: "0.5"},
        tip=tr(
            "Cells with a smaller weight are left blank, as if nothing were there. Pointing at one gives its number."
        ),
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
            "Fades columns that take most of the weight and mean little, such as </s>, so that the others can be "
            "seen. Numbers stay what was recorded; the key says how much weight is in the faded columns. Left out, the "
            "other columns' weights are brought back to a sum of 1 in each row."
        ),
        group=tr("Scale"),
        depth="full",
    )
    palette: str = option(
        "weights",
        tr("Colours"),
        choices={"weights": tr("blue"), "viridis": "viridis", "cividis": "cividis", "grey": tr("grey")},
        tip=tr(
            "The colours of weights; all can be told apart with any colour vision. Scores have two directions and "
            "keep blue and orange."
        ),
        group=tr("Scale"),
        depth="full",
    )
    numbers: bool = option(
        True,
        tr("Numbers"),
        tip=tr("Writes the numbers into the cells where they fit."),
        group=tr("Scale"),
        depth="full",
    )
    join: str = option(
        "pieces",
        tr("Tokens"),
        choices=JOINS,
        tip=tr(
            "Pieces as the model reads them, the bytes of one character joined, or whole words: weights are summed "
            "over keys and averaged over queries. Scores cannot be merged."
        ),
        group=tr("Tokens"),
        depth="full",
    )
    override: bool = option(
        False,
        tr("Set weights"),
        tip=tr(
            "A drag up or down on a cell sets its weight; the other weights of its row share what is left, and the "
            "model goes on from there. Without this, hold Ctrl."
        ),
        group=tr("More"),
        depth="full",
    )
    align: bool = option(
        False,
        tr("Draw alignment"),
        tip=tr(
            "A click on a cell of cross-attention links its words. Every head then has an agreement and an alignment "
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
        tip=tr("The map of the head, or its queries and keys as points of a plane, joined where weights are strong."),
        group=tr("More"),
        depth="full",
    )


@dataclass(frozen=True)
class MapChoice:
    """Which maps of a Trace are looked at, all inside its sizes; how they are coloured and which columns dimmed.

    measure, mix and join are those of MapOptions, `mixed` the heads that are mixed.
    """

    sentence: int
    kind: str
    what: str
    layer: int
    head: int
    how: Colouring
    dim: str
    measure: str = "recorded"
    mix: str = "one"
    mixed: tuple[int, ...] = ()
    join: str = "pieces"

    @classmethod
    def of(cls, shot: Snapshot) -> MapChoice:
        look, spec = shot.look, shot.trace.spec
        layer = max(0, min(look.layer, spec.layers(look.kind) - 1))
        heads = spec.heads_of(look.kind)
        head = max(0, min(look.head, heads - 1))
        chosen = shot.options or MapOptions()
        how = Colouring(chosen.scale, chosen.threshold, chosen.palette)
        measure = chosen.measure if chosen.measure in MEASURES else "recorded"
        mix = chosen.mix if chosen.mix in MIXES else "one"
        mixed = heads_on(chosen.heads, heads) if mix != "one" else ()
        return cls(
            sentence_of(shot.trace, look), look.kind, look.what, layer, head, how, chosen.dim, measure, mix, mixed,
            chosen.join,
        )  # fmt: skip

    @property
    def maps(self) -> tuple[int, str, str, Colouring, str]:
        """What the mosaic depends on besides the Trace."""
        return self.sentence, self.kind, self.what, self.how, self.dimmed

    @property
    def dimmed(self) -> str:
        """What is dimmed where nothing can be left out: a word of viz_app.data.maps.color_range.DIMMABLE."""
        return "special" if self.dim == "hidden" else self.dim

    @property
    def plain(self) -> bool:
        """Whether the map is one head's, as it was recorded."""
        return (self.measure, self.mix, self.join) == ("recorded", "one", "pieces") and self.dim != "hidden"

    @property
    def signed(self) -> bool:
        """Whether the numbers are scores, which have signs."""
        return self.what != "weights" and self.measure == "recorded"


def heads_on(off: str, count: int) -> tuple[int, ...]:
    """The heads that are not switched off by a text such as "0,3"; all of `count` where that would be none."""
    gone = {int(word) for word in off.split(",") if word.strip().isdecimal()}
    return tuple(head for head in range(count) if head not in gone) or tuple(range(count))


def heads_off(on: Iterable[int], count: int) -> str:
    """The text that leaves exactly these heads on."""
    kept = set(on)
    return ",".join(str(head) for head in range(count) if head not in kept)


def switched(off: str, head: int, count: int, alone: bool = False) -> str:
    """The text after a head was switched on or off, the last one that is on stays; or after it was left `alone`: where
    it was alone already, all are on again."""
    before = heads_on(off, count)
    if alone:
        return "" if before == (head,) else heads_off({head}, count)
    on = set(before) ^ {head}
    return heads_off(on, count) if on else off


def recorded(trace: Trace, kind: str, what: str) -> bool:
    """Whether these numbers are there for every layer."""
    return all(trace.has(kind, what, layer) for layer in range(trace.spec.layers(kind)))


def is_off(trace: Trace, place: MapChoice) -> bool:
    """Whether the head that is looked at was switched off in this run."""
    return HeadPlace(place.kind, place.layer, place.head) in trace.run.edits.heads_off


def masks(trace: Trace, place: MapChoice) -> np.ndarray | None:
    """The reasons [Q, K] of hidden cells; None for numbers that exist before the mask."""
    if place.what not in MASKED or place.kind not in trace.reasons:
        return None
    return trace.reason(place.kind, place.sentence)


def reasons(masks: np.ndarray | None, broken: int) -> tuple[int, ...]:
    """Why cells of the map are hatched, each reason once."""
    codes = () if masks is None else (*range(mask_reasons.FUTURE, vocabulary.BROKEN), mask_reasons.HIDDEN)
    hidden = tuple(code for code in codes if np.any(masks == code))
    return (*hidden, vocabulary.BROKEN) if broken else hidden


def inside(cell: Cell | None, size: tuple[int, int]) -> Cell | None:
    """The cell, None where it lies outside of a map of that size."""
    return cell if cell is not None and 0 <= cell[0] < size[0] and 0 <= cell[1] < size[1] else None


def column_read(shot: Snapshot, place: MapChoice) -> int | None:
    """The column that is read from top to bottom, None while rows are read."""
    key = shot.look.key
    if shot.look.reading != "column" or key is None:
        return None
    return key if 0 <= key < shot.trace.size(place.kind, place.sentence)[1] else None
