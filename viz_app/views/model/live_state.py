"""The state that the diagram shows: the sentence's lengths and tokens, what is selected, switched off and open.

Layers, heads, steps and rows count from 0. No Qt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from model_core.explain.anatomy import Anatomy, lengths
from model_core.record.edits import SUBLAYERS, SublayerPlace
from model_core.record.patching import sublayer_path
from model_core.record.trace import Sentence, Trace
from viz_app.data.selection import current_reading, kept_by_identity, key_names, query_names, sentence_of, step_of
from viz_app.data.snapshot import Snapshot
from viz_app.views.model.layout import Box, Ground, Wire


@dataclass(frozen=True)
class LiveState:
    """See module.

    known    letter of a shape -> its number in this sentence; T is 0 while nothing is written
    off      (kind, layer) -> heads that are switched off
    cut      names of the sums that leave out what came in
    family   "encoder" or "decoder": what models of one stack lack is faint; "" for neither
    tensor   name of the hook that is open beside the diagram, "" for none
    streams  name of a hook point of the stream -> its `stream_length`, those that were requested
    source   the selected source token, `step` the decoder row, `last` the last one written so far; or None
    """

    trace: Trace
    anatomy: Anatomy
    sentence: int
    kind: str
    layer: int
    head: int
    known: Mapping[str, int]
    off: Mapping[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    tensor: str = ""
    source: int | None = None
    step: int | None = None
    last: int | None = None
    cut: frozenset[str] = frozenset()
    family: str = ""
    streams: dict[str, float | None] = field(default_factory=dict, compare=False)

    @classmethod
    def from_snapshot(
        cls, shot: Snapshot, anatomy: Anatomy, tensor: str, source_row: int, family: str, before: LiveState | None
    ) -> LiveState:  # fmt: skip
        """From a snapshot, clamped to the sizes of its Trace; results found `before` for the same text are reused."""
        trace, look, spec = shot.trace, shot.look, shot.trace.spec
        sentence = sentence_of(trace, look)
        one = trace.sentences[sentence]
        off: dict[tuple[str, int], tuple[int, ...]] = {}
        for place in sorted(set(trace.run.edits.heads_off), key=lambda place: place.head):
            if place.head < spec.heads_of(place.kind):  # an edit may name heads of a larger model
                off[place.kind, place.layer] = (*off.get((place.kind, place.layer), ()), place.head)
        return cls(
            trace, anatomy, sentence, look.kind,
            *spec.nearest_head(look.kind, look.layer, look.head),
            known=lengths(spec, len(one.source), len(one.read)),
            off=off, tensor=tensor, source=_source(shot, source_row, len(one.source)), step=step_of(trace, look),
            last=shot.last_row("decoder"), cut=frozenset(map(sum_name, trace.run.edits.residuals_cut)), family=family,
            streams=before.streams if before and (before.trace, before.sentence) == (trace, sentence) else {},
        )  # fmt: skip

    def heads_off(self, stack: str, layer: int) -> int:
        """How many heads of a layer are switched off."""
        kinds = ("encoder",) if stack == "encoder" else ("decoder", "cross")
        return sum(len(self.off.get((kind, layer), ())) for kind in kinds)

    def cuts(self, stack: str, layer: int) -> int:
        """How many residual connections of a layer are cut."""
        return sum(name.startswith(f"{stack}.layers.{layer}.") for name in self.cut)

    def lacks(self, part: Box | Wire | Ground) -> bool:
        """Whether models of the selected family lack this part of the drawing."""
        if not self.family:
            return False
        if part.kind in ("memory", "tie") or part.stack != self.family:
            return True
        named = part.sum if isinstance(part, Wire) else part.name if isinstance(part, Box) else ""
        return self.family == "decoder" and ".cross_" in named

    def stream_length(self, name: str) -> float | None:
        """The mean length √Σx² of this sentence's rows at a hook point of the stream; None if it has none."""
        if name not in self.streams:
            self.streams[name] = self._stream_length(name)
        return self.streams[name]

    def _stream_length(self, name: str) -> float | None:
        array = self.trace.arrays.get(name)
        rows = self.known["S" if name.startswith("encoder") else "T"]
        if array is None or array.ndim != 3 or not rows:
            return None
        return float(np.linalg.norm(array[self.sentence, :rows].astype(np.float64), axis=1).mean())

    def looks_like(self, other: LiveState | None, selected: bool = True) -> bool:
        """Whether the diagram of another state is the same picture, apart from the selected tokens; without `selected`
        also apart from the boxes that show the selected attention, and how far it is written."""
        names = ("source", "step") if selected else ("source", "step", "kind", "layer", "head", "last")
        return other is not None and self == replace(other, **{name: getattr(self, name) for name in names})

    def tokens(self, name: str) -> tuple[str, ...]:
        """The names of a row of tokens: "source", "read" or "written", as far as written."""
        one = self.trace.sentences[self.sentence]
        if name == "source":
            return key_names(one, "encoder")
        found = _written(one, "decoder") if name == "written" else key_names(one, "decoder")
        return found if self.last is None else found[: self.last + 1]

    def token(self, name: str) -> int | None:
        return self.source if name == "source" else self.step

    def is_selected(self, attention: str, layer: int) -> bool:
        return (attention, layer) == (self.kind, self.layer)


@kept_by_identity
def _written(sentence: Sentence, kind: str) -> tuple[str, ...]:
    """The names of what each row writes."""
    return tuple(written for _, written in query_names(sentence, kind))


def sum_name(place: SublayerPlace) -> str:
    """The name of a sub-layer's sum in the anatomy."""
    return f"{sublayer_path(place.stack, place.layer, place.part)}.residual"


def sublayer_of(box: Box) -> SublayerPlace | None:
    """The sub-layer of a sum, None for any other box."""
    parts = SUBLAYERS if box.lane is not None else ()
    places = (SublayerPlace(box.stack, box.layer, part) for part in parts)
    return next((place for place in places if sum_name(place) == box.name), None)


def _source(shot: Snapshot, row: int, count: int) -> int | None:
    """The source token that is hovered or pinned in any view, otherwise the one chosen here, otherwise the strongest
    key of the step, as the chips show it."""
    axis = {"encoder": 0, "cross": 1}.get(shot.look.kind)
    pinned = (shot.look.query, shot.look.key)[axis] if axis is not None else None
    hovered = shot.hover[axis] if axis is not None and shot.hover is not None else None
    place = hovered if hovered is not None else pinned if pinned is not None else row
    if place < 0 and axis is not None:
        at = current_reading(shot.trace, shot.look, None)
        place = (at.query, at.key)[axis] or 0
    return None if not count else min(max(0, place), count - 1)
