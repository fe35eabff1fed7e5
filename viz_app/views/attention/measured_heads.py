"""Measures of every head's weights in the current text: a plain name and how sharp its rows are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product

from PySide6.QtCore import QObject

from model_core.analysis.heads.head_alignment import TokenAlignment
from model_core.analysis.heads.head_measures import name_of
from model_core.analysis.reads import measured_in
from model_core.record.trace import Trace
from viz_app.data.maps import map_options
from viz_app.data.maps.aligned_heads import AlignedHeads, Alignments, aligned_one, placed_in
from viz_app.data.maps.head_filter import heads_listed
from viz_app.data.maps.head_names import is_hidden, measures_of_attention
from viz_app.data.maps.head_order import ordered
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import head_word
from viz_app.data.words.parts import head_phrase
from viz_app.maps.head_bars import HeadBars
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.in_turns import Head, HeadTask
from viz_app.system.language import tr

_TAUGHT = tr("This head was trained to align words; the others learned their roles on their own.")
AT_ONCE = 150_000
"""Cells of all maps of a kind that are measured at once."""


@dataclass(frozen=True)
class HeadMeasures:
    """The display name of a head, and all its measures by name."""

    word: str
    values: Mapping[str, float]

    @classmethod
    def from_values(cls, values: dict[str, float], kind: str, keys: int) -> HeadMeasures:
        """From one head's measures by name; a head that can read only one token has no name."""
        return cls(head_word(name_of(values), kind) if keys > 1 else "", values)

    def words(self) -> str:
        """For example "diagonal, entropy 0.84 bits"."""
        words = tr("{name}, entropy {entropy:.2f} bits", name=self.word, entropy=self.values["entropy"])
        return words.removeprefix(", ")  # without a name


@dataclass
class _Kept:
    found: dict[Head, HeadMeasures] = field(default_factory=dict)
    left: list[Head] = field(default_factory=list)


class MeasuredHeads(HeadTask):
    """Measures of the heads of one Trace, computed on demand and kept until another Trace."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trace: Trace | None = None
        self._kept: dict[tuple[str, int], _Kept] = {}
        self._asked = "", 0
        self._placed: TokenAlignment | None = None

    def of(
        self, trace: Trace, kind: str, sentence: int, later: bool = False, alignments: Alignments = ()
    ) -> dict[Head, HeadMeasures]:
        """(layer, head) -> its measures; {} if no weights were recorded, or a question hides some.

        For a long text there are none, or with `later` those computed so far, also against one of the `alignments`, and
        `grown` announces more.
        """
        if trace is not self._trace:
            self._trace, self._kept = trace, {}
        placed = placed_in(alignments, trace, sentence) if kind == "cross" and not trace.whole(kind) else None
        if placed != self._placed:
            self._placed = placed
            self._kept.pop(("cross", sentence), None)
        self.pause()
        known = map_options.recorded(trace, kind, "weights") and not is_hidden(trace, kind, sentence)
        if 0 in trace.size(kind, sentence) or not known:
            return {}
        self._asked = kind, sentence
        kept = self._kept.get(self._asked)
        if kept is None:
            layers, heads = trace.spec.layers(kind), trace.spec.heads_of(kind)
            kept = self._kept[self._asked] = _Kept(left=list(product(range(layers), range(heads))))
            rows, columns = trace.size(kind, sentence)
            if trace.whole(kind) and layers * heads * rows * columns <= AT_ONCE:
                self._measure_all(trace, kept)
        self.left = kept.left
        if later:
            self.go_on()
        return dict(kept.found) if later or not kept.left else {}

    def make(self, head: Head) -> None:
        assert self._trace is not None
        kind, sentence = self._asked
        kept = self._kept[self._asked]
        self.left.remove(head)
        weights = self._trace.map_uncached(kind, *head, "weights", sentence)
        values = measured_in(weights[None], kind, self._trace.sentences[sentence])
        against = aligned_one(weights, self._placed) if kind == "cross" and self._placed is not None else {}
        kept.found[head] = HeadMeasures.from_values(
            {name: float(one[0]) for name, one in values.items()} | against, kind, weights.shape[1]
        )

    def _measure_all(self, trace: Trace, kept: _Kept) -> None:
        kind, sentence = self._asked
        for head, own in zip(kept.left, measures_of_attention(trace, kind, sentence), strict=True):
            kept.found[head] = HeadMeasures.from_values(own, kind, trace.size(kind, sentence)[1])
        kept.left.clear()


_ALIGNED = AlignedHeads()


def values_of(shot: Snapshot, place: MapChoice, found: Mapping[Head, HeadMeasures]) -> dict[Head, dict[str, float]]:
    """(layer, head) -> all its measures in this text, also against an alignment."""
    aligned = _ALIGNED.of(shot.trace, place.sentence, shot.state.alignments) if place.kind == "cross" else {}
    return {head: {**one.values, **aligned.get(head, {})} for head, one in found.items()}


def listed_heads(
    shot: Snapshot, place: MapChoice, order: str, found: Mapping[Head, HeadMeasures], bars: HeadBars | None
) -> tuple[Head, ...] | None:
    """The heads of an attention that the filter leaves, in an order; None = all by place."""
    spec = shot.trace.spec
    everyone = list(product(range(spec.layers(place.kind)), range(spec.heads_of(place.kind))))
    heads = ordered(everyone, order, values_of(shot, place, found), {} if bars is None else bars.values)
    return heads_listed(shot).in_order(place.kind, heads, everyone)


def mark_heads(
    grid: HeadGrid,
    trace: Trace,
    kind: str,
    found: Mapping[Head, HeadMeasures],
    more: Callable[[Head], str] = lambda _: "",
) -> None:
    """Crosses out the heads that are switched off, and sets each head's tooltip: its measures, whether it was taught to
    align, and a line from `more`."""
    off = frozenset((one.layer, one.head) for one in trace.run.edits.heads_off if one.kind == kind)
    taught = trace.model.taught if kind == "cross" else ()

    def words(layer: int, head: int) -> str:
        at = layer, head
        name = head_phrase(layer, head, at in off)
        lines = name, found[at].words() if at in found else "", _TAUGHT if at in taught else "", more(at)
        return "\n".join(filter(None, lines))

    grid.describe = words
    grid.set_off(off)
