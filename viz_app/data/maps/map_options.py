"""What the attention view shows: how maps are coloured, and which of a Trace’s maps, inside its sizes.

Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.record.trace import Trace
from viz_app.data.maps.color_range import Colouring
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.system.language import tr

MIXES = {
    "one": tr("one head"), "mean": tr("mean of heads"), "max": tr("maximum of heads"), "sum": tr("sum of heads"),
    "mean_layers": tr("mean over all layers"), "max_layers": tr("maximum over all layers"),
    "sum_layers": tr("sum over all layers"),
}  # fmt: skip
"""How heads become one map -> its name: a word of model_core.analysis.heads.head_mixing.MIXES for those of a layer,
with "_layers" behind it for those of all layers."""
MIXED = {"mean": tr("mean"), "max": tr("maximum"), "sum": tr("sum")}
"""The same in a word, where it is said beside it of which heads."""
JOINS = {"pieces": tr("pieces"), "characters": tr("pieces, bytes merged"), "words": tr("words")}
"""Which tokens are read as one (a word of model_core.analysis.token_merging.JOINS) -> its name."""
_CAUTION = tr(
    "Attention is not explanation (Jain & Wallace 2019; Wiegreffe & Pinter 2019): a weight shows what is read, not "
    "what difference it makes."
)
CAUTION = f"{_CAUTION} {tr('Switch the head off (M) to see what changes.')}"


def caution(trace: Trace) -> str:
    """What attention does not tell, and how to find out; in a recording no head can be switched off."""
    return _CAUTION if trace.model.recorded else CAUTION


PLAIN = Colouring()
MASKED = ("weights", "masked")  # what is empty where the mask hides a cell; other scores exist before the mask


@dataclass(frozen=True)
class MapChoice:
    """Which maps of a Trace are shown, all inside its sizes; how they are coloured and which columns are dimmed.
    measure, mix and join are those of MapOptions; `mixed` are the heads that are mixed, (layer, head)."""

    sentence: int
    kind: str
    what: str
    layer: int
    head: int
    how: Colouring = PLAIN
    dim: str = "none"
    measure: str = "recorded"
    mix: str = "one"
    mixed: tuple[Cell, ...] = ()
    join: str = "pieces"

    @classmethod
    def from_snapshot(cls, shot: Snapshot) -> MapChoice:
        """The recorded map of the selected head, with default options."""
        look, spec = shot.look, shot.trace.spec
        layer, head = spec.nearest_head(look.kind, look.layer, look.head)
        return cls(sentence_of(shot.trace, look), look.kind, look.what, layer, head)

    @property
    def maps(self) -> tuple[int, str, str, Colouring, str]:
        """What the head grid depends on, apart from the Trace."""
        return self.sentence, self.kind, self.what, self.how, self.dimmed

    @property
    def dimmed(self) -> str:
        """What is dimmed if nothing can be left out: a word of model_core.analysis.heads.dimmed_columns.DIMMABLE."""
        return "special" if self.dim == "hidden" else self.dim

    @property
    def plain(self) -> bool:
        """Whether the map is one head's, as it was recorded."""
        return (self.measure, self.mix, self.join) == ("recorded", "one", "pieces") and self.dim != "hidden"

    @property
    def signed(self) -> bool:
        """Whether the numbers are scores, which have signs."""
        return self.what != "weights" and self.measure == "recorded"


def over_layers(mix: str, measure: str) -> bool:
    """Whether the heads of all layers are mixed; a rollout has its own way through the layers."""
    return mix.endswith("_layers") and measure != "rollout"


def recorded(trace: Trace, kind: str, what: str) -> bool:
    return all(trace.has(kind, what, layer) for layer in range(trace.spec.layers(kind)))


def masks(trace: Trace, place: MapChoice) -> np.ndarray | None:
    """The reasons [Q, K] of hidden cells; None for numbers that exist before the mask."""
    if place.what not in MASKED or place.kind not in trace.reasons:
        return None
    return trace.reason(place.kind, place.sentence)
