"""Edits of parts as listeners: heads that are off or read otherwise, feed-forwards that are off, weights set by hand,
activations of another text.

What a weight or an activation is set to has the last word: it acts on a head that is replaced, too. Shapes:
B sentences, Q queries, M keys, H heads, K head width, N rows, D width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from model_core.analysis.head_measures import resampled
from model_core.analysis.survey_result import RESULT, Findings, read_result
from model_core.decoding.fast_attention import recording_quickly
from model_core.effects.switches import Means, Pass, Reads, joined, noted, replaced, switches
from model_core.errors import Refused
from model_core.record.derived_maps import ATTENTION
from model_core.record.edits import Donor, Edits, HeadPattern, HeadPlace, Patch, WeightOverride
from model_core.record.effects import Component
from model_core.record.overridden_row import overridden
from model_core.spec import KINDS, ModelSpec
from model_core.transformer.hooks import Listener
from model_core.transformer.model import EncoderDecoder

_OfHead = HeadPlace | HeadPattern | WeightOverride


def part_listeners(model: EncoderDecoder, edits: Edits, sentences: Sequence[int]) -> dict[str, Listener]:
    """hook name -> listener; they have to come behind those that change masks. `sentences` says, for each row of the
    batch, which sentence of the run it is. Raises Refused for a survey that cannot be read, or is of a model with other
    heads, and for another text that this model cannot read."""
    spec = model.spec
    off = [Component("heads", one.kind, one.layer, one.head) for one in edits.heads_off if _is_head(one, spec)]
    off += [
        Component("feed_forwards", one.stack, one.layer)
        for one in edits.feed_forwards_off if one.layer < spec.layers(one.stack)
    ]  # fmt: skip
    found = joined(switches([off]) if off else {}, replaced(_patterns(edits, spec)))
    cells = [one for one in edits.overrides if _is_head(one, spec)]
    here = Pass()
    last: dict[str, Listener] = {}
    for kind, layer in dict.fromkeys((one.kind, one.layer) for one in cells):
        own = [one for one in cells if (one.kind, one.layer) == (kind, layer)]
        last[f"{ATTENTION[kind].format(layer=layer)}.weights"] = _Overridden(here, kind, _rows(own), tuple(sentences))
    last |= _patched(model, edits.patches, sentences, here)
    return joined(found, noted(here) if last else {}, last)


def unknown_parts(edits: Edits, spec: ModelSpec) -> int:
    """How many edits of parts do nothing because the model is smaller."""
    heads: tuple[_OfHead, ...] = (*edits.heads_off, *edits.patterns, *edits.overrides)
    lost = sum(not _is_head(one, spec) for one in heads)
    lost += sum(one.layer >= spec.layers(one.stack) for one in edits.feed_forwards_off)
    return lost + sum(not _is_there(one, spec) for one in edits.patches)


def _is_head(place: _OfHead, spec: ModelSpec) -> bool:
    return place.layer < spec.layers(place.kind) and place.head < spec.heads_of(place.kind)


# ---------------------------------------------------------------- patterns


def _patterns(edits: Edits, spec: ModelSpec) -> dict[tuple[str, int], list[Reads]]:
    """What heads read instead, by (kind, layer); of two edits of one head the later counts."""
    found: dict[tuple[str, int], list[Reads]] = {}
    for one in {one.place: one for one in edits.patterns if _is_head(one, spec)}.values():
        mean = None
        if one.pattern == "mean":
            mean = partial(means_of(one.survey, spec), Component("heads", one.kind, one.layer, one.head))
        found.setdefault((one.kind, one.layer), []).append(Reads(None, one.head, one.pattern, mean, one.rows))
    return found


def means_of(folder: str, spec: ModelSpec) -> Means:
    """The mean patterns of the survey in a folder. Raises Refused where it is not there, or of a model with other
    heads."""
    path = Path(folder) / RESULT
    found = _survey(folder, path.stat().st_mtime_ns if path.is_file() else 0)
    own, other = ([[one.layers(kind), one.heads_of(kind)] for kind in KINDS] for one in (spec, found.spec))
    if own != other:
        raise Refused("E-EFFECTS", f"the survey is of {found.model_name}, a model with other heads")
    return partial(_mean_of, found)


@lru_cache(maxsize=4)
def _survey(folder: str, _written: int) -> Findings:
    """A survey, read again when it was written again."""
    return read_result(Path(folder))


def _mean_of(found: Findings, part: Component, queries: int, keys: int) -> np.ndarray:
    """(Q, M)."""
    return resampled(found.pattern(part.kind, part.layer, part.index), queries, keys)


# ---------------------------------------------------------------- single weights

Rows = Mapping[int, Mapping[tuple[int, int], Mapping[int, float]]]
"""sentence -> (head, query) -> key -> weight."""


def _rows(cells: Sequence[WeightOverride]) -> Rows:
    """Of two edits of one cell the later counts."""
    found: dict[int, dict[tuple[int, int], dict[int, float]]] = {}
    for one in cells:
        row = found.setdefault(one.sentence, {}).setdefault((one.head, one.query), {})
        row.pop(one.key, None)
        row[one.key] = one.weight
    return found


@dataclass(frozen=True)
class _Overridden:
    """Rows of one attention with weights set by hand."""

    here: Pass
    kind: str
    rows: Rows
    sentences: Sequence[int]

    def __call__(self, weights_BHQM: Tensor) -> Tensor:
        weights_BHQM = weights_BHQM.clone()
        first, count = self.here.start(self.kind), weights_BHQM.shape[2]
        for weights_HQM, readable_QM, sentence in zip(
            weights_BHQM, self.here.masks[self.kind], self.sentences, strict=False
        ):
            for (head, query), wanted in self.rows.get(sentence, {}).items():
                if first <= query < first + count:
                    row_M = weights_HQM[head, query - first]
                    readable_M = readable_QM[query - first].cpu().numpy()
                    row_M.copy_(torch.from_numpy(overridden(row_M.cpu().numpy(), readable_M, wanted)))
        return weights_BHQM


# ---------------------------------------------------------------- activations of another text


def hook_of(patch: Patch) -> str:
    """The hook name of an activation that can be taken over."""
    if patch.what == "head":
        return f"{ATTENTION[patch.kind].format(layer=patch.layer)}.head_outputs"
    if patch.what == "embedding":
        return f"{patch.kind}.embed.input"
    path = f"{patch.kind}.layers.{patch.layer}"
    after = {"self-attention": "attn_sublayer", "cross-attention": "cross_sublayer", "feed-forward": "ff_sublayer"}
    return f"{path}.feed_forward.output" if patch.what not in after else f"{path}.{after[patch.what]}.residual"


def _is_there(patch: Patch, spec: ModelSpec) -> bool:
    """Whether a model has this activation."""
    if not patch.possible:
        return False
    heads = patch.what != "head" or patch.head < spec.heads_of(patch.kind)
    return heads and patch.layer < spec.layers(patch.kind) and (patch.layer >= 0) == (patch.what != "embedding")


@torch.inference_mode()
def donated(model: EncoderDecoder, donor: Donor, names: frozenset[str]) -> dict[str, Tensor]:
    """hook name -> activation of another text, (1, N, D) or of heads (1, H, N, K). Raises Refused for ids that the
    model has not, or more than it has positions."""
    spec = model.spec
    if any(one >= spec.source_vocabulary for one in donor.source) or any(
        one >= spec.target_vocabulary for one in donor.written
    ):
        raise Refused("E-RUN-EDITS", "the text that is taken over from was read by a model with another vocabulary")
    if max(len(donor.source), len(donor.written)) > spec.max_positions:
        raise Refused("E-RUN-EDITS", f"the text that is taken over from is longer than {spec.max_positions} tokens")
    source_1S = torch.tensor([donor.source], device=model.device)
    read_1T = torch.tensor([[spec.bos_id, *donor.written[:-1]]], device=model.device)
    with recording_quickly(model, names.__contains__) as kept:
        memory_1SD = model.encode(source_1S)
        if any(name.startswith("decoder.") for name in names):
            model.decode(read_1T, memory_1SD, source_1S)
    return kept


def _patched(
    model: EncoderDecoder, patches: Sequence[Patch], sentences: Sequence[int], here: Pass
) -> dict[str, Listener]:
    """The listeners that put activations of other texts in the place of a run's own."""
    there = [one for one in patches if _is_there(one, model.spec)]
    rows = [[row for row, sentence in enumerate(sentences) if sentence == one.sentence] for one in there]
    return patched(model, list(zip(rows, there, strict=True)), here)


def patched(
    model: EncoderDecoder, patches: Sequence[tuple[Sequence[int], Patch]], here: Pass
) -> dict[str, Listener]:
    """hook name -> listener that takes activations over, each in these rows of the batch; `here` is told of masks."""
    names: dict[Donor, set[str]] = {}
    for _, one in patches:
        names.setdefault(one.donor, set()).add(hook_of(one))
    kept = {donor: donated(model, donor, frozenset(those)) for donor, those in names.items()}
    taken: dict[str, list[_Taken]] = {}
    for rows, one in patches:
        values = kept[one.donor][hook_of(one)][0]
        own = values[one.head] if one.what == "head" else values
        head = one.head if one.what == "head" else None
        taken.setdefault(hook_of(one), []).append(_Taken(tuple(rows), head, one.place, own))
    return {
        name: _Patched(here, "encoder" if name.startswith("encoder.") else "decoder", those)
        for name, those in taken.items()
    }


@dataclass(frozen=True)
class _Taken:
    """What is taken over: (N, D) or (N, K) of the other text, at one place or (None) at all."""

    rows: Sequence[int]
    head: int | None
    place: int | None
    values: Tensor

    def put(self, value: Tensor, first: int) -> None:
        """Write it into (B, N, D) or (B, H, N, K), whose first place is `first`."""
        begin, end = (0, len(self.values)) if self.place is None else (self.place, self.place + 1)
        begin, end = max(begin, first), min(end, first + value.shape[-2], len(self.values))
        if begin < end:
            for row in self.rows:
                if row < len(value):
                    own = value[row] if self.head is None else value[row, self.head]
                    own[begin - first : end - first] = self.values[begin:end]


@dataclass(frozen=True)
class _Patched:
    """Activations of other texts in the place of a run's own."""

    here: Pass
    stack: str
    taken: Sequence[_Taken]

    def __call__(self, value: Tensor) -> Tensor:
        value = value.clone()
        for one in self.taken:
            one.put(value, self.here.start(self.stack))
        return value


__all__ = ["donated", "hook_of", "means_of", "part_listeners", "patched", "unknown_parts"]
