"""Activation patching: listeners that replace activations of a run with those of another text (causal tracing in Meng
et al. 2022).

Shapes: B rows of the batch, N places (source tokens or target rows), H heads, K head width, D width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from model_core.decoding.fast_attention import fast_recording
from model_core.effects.switches import PassState
from model_core.errors import Refused
from model_core.record.edits import Donor, Patch
from model_core.record.patching import hook_of
from model_core.spec import ModelSpec
from model_core.transformer.hooks import Listener
from model_core.transformer.model import EncoderDecoder

Donations = Mapping[Donor, Mapping[str, Tensor]]
"""Activations of other texts: hook name -> (1, N, D), of heads (1, H, N, K)."""


def exists_in(patch: Patch, spec: ModelSpec) -> bool:
    if not patch.possible:
        return False
    heads = patch.what != "head" or patch.head < spec.heads_of(patch.kind)
    return heads and patch.layer < spec.layers(patch.kind) and (patch.layer >= 0) == (patch.what != "embedding")


def donor_activations(model: EncoderDecoder, patches: Sequence[Patch]) -> Donations:
    """The activations that these patches need, from one pass over each donor. Raises Refused for ids that the model
    lacks, or more of them than it has positions."""
    names: dict[Donor, set[str]] = {}
    for one in patches:
        names.setdefault(one.donor, set()).add(hook_of(one))
    return {donor: _donated(model, donor, frozenset(those)) for donor, those in names.items()}


@torch.inference_mode()
def _donated(model: EncoderDecoder, donor: Donor, names: frozenset[str]) -> dict[str, Tensor]:
    spec = model.spec
    sizes = ((donor.source, spec.source_vocabulary), (donor.written, spec.target_vocabulary))
    if any(one >= size for ids, size in sizes for one in ids):
        raise Refused("E-RUN-EDITS", "the text to patch from was read by a model with another vocabulary")
    if max(len(donor.source), len(donor.written)) > spec.max_positions:
        raise Refused(
            "E-RUN-EDITS", "the text to patch from is longer than {max_positions} tokens",
            max_positions=spec.max_positions,
        )  # fmt: skip
    source_1S = torch.tensor([donor.source], device=model.device)
    read_1T = torch.tensor([donor.read(spec.bos_id)], device=model.device)
    with fast_recording(model, names.__contains__) as kept:
        memory_1SD = model.encode(source_1S)
        if any(name.startswith("decoder.") for name in names):
            model.decode(read_1T, memory_1SD, source_1S)
    return kept


def patch_listeners(
    patches: Sequence[tuple[Sequence[int], Patch]], donations: Donations, here: PassState
) -> dict[str, Listener]:
    """hook name -> listener that patches activations into these rows of the batch; `here` is the state of its pass."""
    taken: dict[str, list[_PatchValue]] = {}
    for rows, one in patches:
        values = donations[one.donor][hook_of(one)][0]
        own, head = (values[one.head], one.head) if one.what == "head" else (values, None)
        taken.setdefault(hook_of(one), []).append(_PatchValue(tuple(rows), head, one.place, own))
    return {
        name: partial(_patched, here, "encoder" if name.startswith("encoder.") else "decoder", those)
        for name, those in taken.items()
    }


@dataclass(frozen=True)
class _PatchValue:
    """Values (N, D) or (N, K) of another text, for one place or for all (None)."""

    rows: Sequence[int]
    head: int | None
    place: int | None
    values: Tensor

    def write_into(self, value: Tensor, first: int) -> None:
        """Write the values into (B, N, D) or (B, H, N, K), whose first row is at position `first`."""
        begin, end = (0, len(self.values)) if self.place is None else (self.place, self.place + 1)
        begin, end = max(begin, first), min(end, first + value.shape[-2], len(self.values))
        if begin < end:
            for row in self.rows:
                if row < len(value):
                    own = value[row] if self.head is None else value[row, self.head]
                    own[begin - first : end - first] = self.values[begin:end]


def _patched(here: PassState, stack: str, taken: Sequence[_PatchValue], value: Tensor) -> Tensor:
    """One activation of a run with activations of other texts in it."""
    value = value.clone()
    for one in taken:
        one.write_into(value, here.first_query(stack))
    return value
