"""Which activations of a run are recorded: all that are shown, except maps that can be computed again or are too large.

No torch. Shapes: B sentences, S source tokens, T target rows, H heads, D width, F feed-forward width, V vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from model_core.errors import Message, abbreviated_list
from model_core.record.derived_maps import most_recorded_cells
from model_core.record.trace import ATTENTION, IN_MAPS, SCORES
from model_core.spec import KINDS, ModelSpec

MASKS = ("mask", "cross_mask")
"""Last parts of the hook names of masks."""

REST_BYTES = 64_000_000
"""Bytes up to which activations inside the layers, other than queries and keys, are recorded of a long text."""

STEP_BYTES = 200_000_000
"""Bytes of logits up to which the steps' log-probabilities are compared with those of the whole pass."""

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (Message("values and the heads' outputs"), ("v", "head_outputs")),
    (Message("the residual stream"), ("residual",)),
    (Message("logits"), ("logits",)),
    (Message("norms and the sub-layers' outputs"), ("normed", "output")),
    (Message("feed-forward activations"), ("before", "hidden")),
)
"""Groups of activations in the order in which they are kept: (in words, the last parts of their hook names)."""


@lru_cache(maxsize=4096)  # asked of every hook point at every run
def _is_recorded(name: str, relative: bool, too_large: frozenset[str], left_out_parts: frozenset[str]) -> bool:
    path, _, last = name.rpartition(".")
    if last in SCORES.values():
        if relative and path.endswith("self_attn"):
            return last in ("weights", "masked_scores")  # these follow from more than queries and keys
        return last == "weights" and path not in too_large
    if ".layers." not in name and last != "logits":
        return True
    return last in ("q", "k") or last not in left_out_parts


@dataclass(frozen=True, eq=False)
class RecordingPolicy:
    """Decides, by hook name, what is recorded of a run of B sentences, S tokens and T rows (0 before they are written).

    Scores are never: they follow from queries and keys. Weights are not where an attention's maps are too large, as
    those of a long text are; then other activations are left out too, group by group, to stay within REST_BYTES.

    whole  all this is recorded; else of a long text what its maps are made of (see Trace.maps_only), and the masks
    """

    spec: ModelSpec
    sentences: int
    sources: int
    rows: int = 0
    whole: bool = True

    def __eq__(self, other: object) -> bool:
        """Whether another policy records the same of a model."""
        return isinstance(other, RecordingPolicy) and self._decisions == other._decisions

    def __hash__(self) -> int:
        return hash(self._decisions)

    @property
    def _decisions(self) -> tuple[object, ...]:
        return self.spec, self._for_maps, self.too_large, self.left_out_parts

    def __call__(self, name: str) -> bool:
        """Whether the activation of this hook point is recorded."""
        asked = self._for_maps is None or name.rpartition(".")[2] in self._for_maps
        return asked and _is_recorded(name, self.spec.positions == "relative", self.too_large, self.left_out_parts)

    @cached_property
    def _for_maps(self) -> frozenset[str] | None:
        """The last parts of the only hook names that may be recorded; None if any may."""
        if self.whole or not self.too_large:
            return None
        some = len(self.too_large) < sum(map(self.spec.layers, KINDS))
        return IN_MAPS | {*MASKS, *(("head_outputs",) if some else ())}

    @cached_property
    def too_large(self) -> frozenset[str]:
        """Paths of the attentions whose weights are not recorded."""
        sizes = {"encoder": (self.sources,) * 2, "decoder": (self.rows,) * 2, "cross": (self.rows, self.sources)}
        cells = {kind: self.sentences * self.spec.heads_of(kind) * sizes[kind][0] * sizes[kind][1] for kind in KINDS}
        return frozenset(
            ATTENTION[kind].format(layer=layer)
            for kind in KINDS
            for layer in range(self.spec.layers(kind))
            if cells[kind] > most_recorded_cells(self.spec)
        )

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The groups that are not recorded, in words."""
        if not self.too_large:
            return ()
        left, room = [], REST_BYTES
        for words, parts in GROUPS:
            room -= 4 * sum(map(self._numbers, parts))
            if room < 0:
                left.append(words)
        return tuple(left)

    @cached_property
    def left_out_parts(self) -> frozenset[str]:
        """The last parts of the hook names of these groups."""
        return frozenset(part for words, parts in GROUPS if words in self.left_out for part in parts)

    def _numbers(self, part: str) -> int:
        """Size of all activations with this last part of their hook name; before the rows are written, as many are
        expected as there are source tokens."""
        spec, rows = self.spec, self.rows or self.sources
        if part == "logits":
            return self.sentences * rows * spec.target_vocabulary
        each = {"v": (1, 2), "head_outputs": (1, 2), "residual": (2, 3), "normed": (2, 3), "output": (2, 3)}
        encoder, decoder = each.get(part, (1, 1))
        own, other = (spec.for_stack(kind).d_ff if part in ("before", "hidden") else spec.d_model for kind in KINDS[:2])
        numbers = own * encoder * spec.encoder_layers * self.sources + other * decoder * spec.decoder_layers * rows
        return self.sentences * numbers

    def notices(self) -> tuple[str, ...]:
        """The notice about a long text, if it is one."""
        if not self.too_large:
            return ()
        if not self.left_out:
            return (Message("Long text: large attention maps are computed when you look at them."),)
        groups = abbreviated_list(self.left_out, len(GROUPS))
        more = "Long text: large attention maps are computed when you look at them. Not recorded: {groups}."
        return (Message(more, groups=groups),)
