"""Which heads a filter leaves, in every view that lists heads, and how it is described. No Qt. Layers and heads count
from 0 here and from 1 in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from model_core.record.effects import Effects, EffectsSpec
from model_core.record.trace import Trace
from viz_app.data.maps.aligned_heads import AlignedHeads, Alignments
from viz_app.data.maps.head_names import Measures, Place, all_heads, measures_of_text
from viz_app.data.maps.head_order import EFFECTS, KINDS_OF, ORDERS
from viz_app.data.number_format import fmt_setting
from viz_app.data.selection import sentence_of, step_of
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.state import EFFECT, HeadFilter, State
from viz_app.system.language import counted, tr

NO_FILTER = HeadFilter()


@dataclass(frozen=True)
class ListedHeads:
    """The heads that are left of `all`.

    known  whether the requested measure is known of any head; where it is of none, none is hidden by it
    """

    heads: frozenset[Place]
    all: int
    known: bool = True

    @property
    def whole(self) -> bool:
        return len(self.heads) == self.all

    def of(self, kind: str, heads: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Those of an attention that are left, in the same order."""
        return tuple(head for head in heads if (kind, *head) in self.heads)

    def in_order(
        self, kind: str, order: Sequence[tuple[int, int]], everyone: Iterable[tuple[int, int]]
    ) -> tuple[tuple[int, int], ...] | None:
        """The heads that a grid shows: those of an attention that are left, in an order (() = by place); None = all by
        place."""
        heads = tuple(order) or tuple(everyone)
        kept = self.of(kind, heads)
        return kept if order or len(kept) < len(heads) else None

    def neighbour(self, kind: str, now: tuple[int, int], move: tuple[int, int]) -> dict[str, int]:
        """Changes of the look that go to the next listed head, `move` (layers, heads) away; {} if there is none."""
        way = sum(move)
        beyond = [one[1:] for one in self.heads if one[0] == kind and (one[1:] > now if way > 0 else one[1:] < now)]
        if move[0]:
            others = [one for one in beyond if one[0] != now[0]]
            layer = (min if way > 0 else max)((one[0] for one in others), default=0)
            head = min((one for one in others if one[0] == layer), key=lambda one: abs(one[1] - now[1]), default=None)
        else:
            head = (min if way > 0 else max)(beyond, default=None)
        return {} if head is None else {"layer": head[0], "head": head[1]}

    def words(self) -> str:
        """For example "8 of 36 heads"."""
        if self.whole:
            return counted(self.all, tr("head"), tr("heads"))
        return tr("{shown} of {all} heads", shown=len(self.heads), all=self.all)


def filter_heads(
    asked: HeadFilter, values: Mapping[Place, Measures | None], effects: Mapping[Place, float]
) -> ListedHeads:
    """What a filter leaves of the heads in `values`, which are all heads; `effects` are needed if it filters by an
    effect."""
    found: dict[Place, float | None] = {
        place: effects.get(place) if asked.measure in EFFECTS else (own or {}).get(asked.measure)
        for place, own in values.items()
    }
    known = not asked.measure or any(number is not None for number in found.values())
    sign = 1 if asked.side == "least" else -1
    kept = frozenset(
        place
        for place, number in found.items()
        if asked.kind in ("", place[0])
        and asked.layer in (None, place[1])
        and (not asked.measure or not known or (number is not None and sign * number >= sign * asked.bound))
    )
    return ListedHeads(kept, len(values), known)


_ALIGNED = AlignedHeads()
"""Of the whole program: views ask for the same text."""


def aligned_measures(trace: Trace, sentence: int, alignments: Alignments) -> dict[Place, Measures]:
    """(attention, layer, head) -> measures, including those against an alignment; without maps that are not recorded or
    too long."""
    aligned = _ALIGNED.of(trace, sentence, alignments)
    cross = {("cross", *head): own for head, own in aligned.items()}
    measured = measures_of_text(trace, sentence)
    return {place: {**own, **cross.get(place, {})} for place, own in measured.items()}


def heads_listed(shot: Snapshot) -> ListedHeads:
    return filtered_heads(shot.state, shot.trace, shot.effects)


def listed_places(shot: Snapshot, kind: str) -> tuple[tuple[int, int], ...]:
    """(layer, head) of the listed heads of an attention; () without a filter."""
    if shot.look.heads == NO_FILTER:
        return ()
    return tuple(sorted(one[1:] for one in heads_listed(shot).heads if one[0] == kind))


def filtered_heads(state: State, trace: Trace, found_effects: Mapping[EffectsSpec, Effects]) -> ListedHeads:
    """As `heads_listed`, for a run and the known effects."""
    asked, sentence = state.look.heads, sentence_of(trace, state.look)
    measured: Mapping[Place, Measures] = {}
    if asked.measure in KINDS_OF:
        measured = aligned_measures(trace, sentence, state.alignments)
    effects: dict[Place, float] = {}
    found = found_effects.get(EffectsSpec(trace.run, sentence)) if asked.measure in EFFECTS else None
    if found is not None and found.complete:
        numbers = found.totals(step_of(trace, state.look) if asked.measure == EFFECT else None)
        effects = {(part.kind, part.layer, part.index): float(one)
                   for part, one in zip(found.parts, numbers, strict=True)}  # fmt: skip
    return filter_heads(asked, {place: measured.get(place) for place in all_heads(trace)}, effects)


# ---------------------------------------------------------------- words


def filter_words(asked: HeadFilter) -> str:
    """For example "cross-attention, layer 2, previous ≥ 0.5"; "" for none."""
    parts = [ATTENTIONS[asked.kind].inline] if asked.kind else []
    parts += [] if asked.layer is None else [tr("layer {layer}", layer=asked.layer + 1)]
    if asked.measure:
        sign = "≥" if asked.side == "least" else "≤"
        parts.append(f"{ORDERS[asked.measure][0]} {sign} {fmt_setting(asked.bound, 6)}")
    return ", ".join(parts)
