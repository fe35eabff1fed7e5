"""Activation patching: which activations carry the difference between two texts? No torch.

Two texts A (the donor) and B (the run) write different tokens a and b in a target row. The measure is
d = log p(a) − log p(b) in that row of B. An activation of A at the same place is put into B, and the share that it
restores is (d with it − d of B) / (d of A − d of B): 0 where it changes nothing, 1 where B then prefers a as A does
(causal tracing: Meng et al. 2022; Wang et al. 2022, section 3). Places that only one of the texts has are left out:
of texts with unequal numbers of tokens the same place is taken, counted from the first token.

Letters of shapes: N activations, P places of a stack, L source tokens or target rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from model_core.errors import Refused
from model_core.record.derived_maps import ATTENTION
from model_core.record.edits import Donor, Edits, Patch, TokenId
from model_core.record.lens import StackPlace
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from model_core.schema import Range
from model_core.spec import KINDS, ModelSpec

RESIDUAL = {
    "encoder": ("self-attention", "feed-forward"),
    "decoder": ("self-attention", "cross-attention", "feed-forward"),
}
"""Sub-layers of a layer of each stack, in order."""
_SUBLAYER = {"self-attention": "attn_sublayer", "cross-attention": "cross_sublayer", "feed-forward": "ff_sublayer"}


@dataclass(frozen=True)
class PatchSpec:
    """A run, the donor whose activations are patched in, and the row where the difference is read. `tokens` are ids
    (a, b): what the donor writes in this row, and what the run writes."""

    run: RunSpec
    donor: Donor
    row: Annotated[int, Range(0, 100_000), "target row whose tokens are compared"]
    tokens: tuple[TokenId, TokenId]
    sentence: Annotated[int, Range(0, 1000), "of the run"] = 0


def donor_of(trace: Trace, sentence: int = 0) -> Donor:
    """One sentence of a finished run as a donor, without the run's edits."""
    one = trace.sentences[sentence]
    written = tuple(token.id for token in one.written)
    start = None if one.read[0].id == trace.spec.bos_id else one.read[0].id
    return Donor(one.source_text, tuple(token.id for token in one.source), written, start)


def patch_spec(trace: Trace, donor: Donor, sentence: int = 0, row: int | None = None) -> PatchSpec:
    """The PatchSpec for a finished run: of this row, or of the first in which both texts write different tokens after
    reading different ones. Raises Refused if they write or read the same, or have no such row."""
    written = [token.id for token in trace.sentences[sentence].written]
    rows = range(min(len(written), len(donor.written)))
    differing = [at for at in rows if written[at] != donor.written[at]]
    if row is None and not differing:
        raise Refused("E-PATCH", "both runs write the same tokens: there is no difference to restore")
    alike = differing[:1] if _begin_alike(trace, donor, sentence) else []
    row = next((at for at in differing if at not in alike), differing[0]) if row is None else row
    if row not in rows:
        raise Refused("E-PATCH", "step {row} does not exist in both texts", row=row + 1)
    if row not in differing:
        raise Refused(
            "E-PATCH", "both runs write the same token at step {row}: there is nothing to restore", row=row + 1
        )
    if row in alike:
        raise Refused(
            "E-PATCH-ALIKE",
            "both runs read the same up to step {row}, so their activations are the same: there is nothing to restore",
            row=row + 1,
        )
    return PatchSpec(trace.run, donor, row, (donor.written[row], written[row]), sentence)


def _begin_alike(trace: Trace, donor: Donor, sentence: int) -> bool:
    """Whether the run and the donor read the same up to the first token in which they differ, and nothing after it."""
    one, edits = trace.sentences[sentence], replace(trace.run.edits, swaps=())  # those are in the tokens that are read
    if edits or trace.spec.leaks:
        return False
    start = donor.read(trace.spec.bos_id)[0]
    return (tuple(token.id for token in one.source), one.read[0].id) == (donor.source, start)


def sites_of(spec: ModelSpec, asked: PatchSpec, sources: int) -> tuple[Patch, ...]:
    """The activations that can be patched into a sentence of that many source tokens: the output of every head and
    feed-forward at all places, then the residual stream at each place of encoder and decoder up to the row."""
    donor, sentence = asked.donor, asked.sentence
    found = [
        Patch("head", kind, layer, None, donor, head, sentence)
        for kind in KINDS for layer in range(spec.layers(kind)) for head in range(spec.heads_of(kind))
    ]  # fmt: skip
    lengths = {
        "encoder": min(sources, len(donor.source)), "decoder": min(asked.row + 1, max(1, len(donor.written))),
    }  # fmt: skip
    for stack in RESIDUAL:
        found += [
            Patch("feed-forward output", stack, layer, None, donor, 0, sentence) for layer in range(spec.layers(stack))
        ]
    for stack, length in lengths.items():
        for place in stack_places(spec, stack):
            found += [Patch(place.after, stack, place.layer, at, donor, 0, sentence) for at in range(length)]
    return tuple(found)


def hook_of(patch: Patch) -> str:
    """The hook name of an activation that can be patched."""
    if patch.what == "head":
        return f"{ATTENTION[patch.kind].format(layer=patch.layer)}.head_outputs"
    if patch.what == "feed-forward output":
        return f"{patch.kind}.layers.{patch.layer}.feed_forward.output"
    return stream_hook(patch.kind, StackPlace(patch.what, patch.layer))


def stream_hook(stack: str, place: StackPlace) -> str:
    """The hook name of the residual stream at a place of a stack."""
    if place.after == "embedding":
        return f"{stack}.embed.input"
    return f"{sublayer_path(stack, place.layer, place.after)}.residual"


def patched_places(patch: Patch, bos_id: int) -> range:
    """The source tokens or target rows that a patch replaces, where the run has them; `bos_id` is its model's start."""
    donor = patch.donor
    given = range(len(donor.source if patch.kind == "encoder" else donor.read(bos_id)))
    return given if patch.place is None else given[patch.place : patch.place + 1]


def sublayer_path(stack: str, layer: int, part: str) -> str:
    """The path of the residual connection around a part of a layer, one of model_core.record.edits.SUBLAYERS."""
    return f"{stack}.layers.{layer}.{_SUBLAYER[part]}"


def is_cut(edits: Edits, sublayer: str) -> bool:
    """Whether the residual connection of a sub-layer such as "decoder.layers.1.cross_sublayer" is cut."""
    return any(sublayer_path(one.stack, one.layer, one.part) == sublayer for one in edits.residuals_cut)


def stack_places(spec: ModelSpec, stack: str) -> tuple[StackPlace, ...]:
    """The places of a stack whose residual stream can be patched, from the embedding on."""
    layers = [StackPlace(after, layer) for layer in range(spec.layers(stack)) for after in RESIDUAL[stack]]
    return (StackPlace("embedding"), *layers)


@dataclass(frozen=True, eq=False)
class Patching:
    """The results so far; complete when `done` is the number of `sites`.

    source, written              tokens of the run's sentence; `donor_written` those that the donor writes
    own, donor                   d of the run as it is, and of the donor
    sites                        the patches, each an edit that can be kept
    differences                  (N,) float64 d with each of them; NaN for patches that are not computed yet
    """

    asked: PatchSpec
    source: tuple[Token, ...]
    written: tuple[Token, ...]
    donor_written: tuple[Token, ...]
    own: float
    donor: float
    sites: tuple[Patch, ...]
    differences: np.ndarray
    done: int
    milliseconds: float

    @property
    def complete(self) -> bool:
        """Whether every activation has been computed."""
        return self.done == len(self.sites)

    def __repr__(self) -> str:
        """What it is, in one line."""
        return f"Patching({self.done} of {len(self.sites)} activations, step {self.asked.row + 1})"

    @property
    def shares(self) -> np.ndarray:
        """(N,) the share of the difference between both texts that each activation restores."""
        return (self.differences - self.own) / (self.donor - self.own)

    def share(self, patch: Patch) -> float:
        """The share of one of `sites`. KeyError for any other patch."""
        if patch not in self.sites:
            raise KeyError(patch.what)
        return float(self.shares[self.sites.index(patch)])

    def residual(self, stack: str) -> tuple[tuple[StackPlace, ...], np.ndarray]:
        """(places of the stack, (P, L) shares of the residual stream at each of them and each token)."""
        own = [at for at, one in enumerate(self.sites) if one.kind == stack and one.place is not None]
        places = tuple(dict.fromkeys(StackPlace(self.sites[at].what, self.sites[at].layer) for at in own))
        return places, self.shares[own].reshape(len(places), -1)

    def of(self, what: str) -> list[tuple[Patch, float]]:
        """The whole parts of a kind ("head", "feed-forward output") that have been computed, with their shares, the
        largest first."""
        pairs = zip(self.sites, self.shares.tolist(), strict=True)
        found = [(one, share) for one, share in pairs if one.what == what and one.place is None]
        return sorted((pair for pair in found if not np.isnan(pair[1])), key=lambda pair: -abs(pair[1]))
