"""Edits of parts as listeners: heads and feed-forwards that are switched off, heads that read by another pattern,
weights set by hand, and activations patched in from another text (`model_core.effects.patches`).

Weights and activations that are set come last: they act on replaced heads as well. Shapes:
B sentences, Q queries, M keys, H heads, K head width, N rows, D width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from model_core.analysis.arithmetic import work_output
from model_core.analysis.heads.head_measures import resampled
from model_core.analysis.survey_result import RESULT, Findings, read_result
from model_core.effects.patches import donor_activations, exists_in, patch_listeners
from model_core.effects.switches import (
    Means,
    PassState,
    PatternReplacement,
    ablation_listeners,
    chained,
    last_tokens,
    mask_listeners,
    pattern_listeners,
)
from model_core.errors import Refused
from model_core.io.resources import survey_folder
from model_core.record.derived_maps import ATTENTION
from model_core.record.edits import Edits, HeadPattern, HeadPlace, SublayerPlace, WeightOverride
from model_core.record.effects import Component
from model_core.record.overridden_row import overridden_row
from model_core.record.patching import RESIDUAL, sublayer_path
from model_core.spec import KINDS, ModelSpec
from model_core.transformer.hooks import Listener
from model_core.transformer.model import EncoderDecoder

_OfHead = HeadPlace | HeadPattern | WeightOverride


def part_listeners(
    model: EncoderDecoder, edits: Edits, sentences: Sequence[int], source_BS: Tensor | None = None
) -> dict[str, Listener]:
    """hook name -> listener; to be called after those that change masks.

    `sentences` gives the sentence of the run in each row of the batch, `source_BS` what the encoder reads. Raises
    Refused for a survey that cannot be read or is of a model with different heads, and for a donor text that this
    model cannot read.
    """
    spec = model.spec
    off = [Component("heads", one.kind, one.layer, one.head) for one in edits.heads_off if _is_head(one, spec)]
    off += [
        Component("feed_forwards", one.stack, one.layer)
        for one in edits.feed_forwards_off if one.layer < spec.layers(one.stack)
    ]  # fmt: skip
    last = None if source_BS is None else last_tokens(source_BS, spec.pad_id)
    found = chained(ablation_listeners([off]) if off else {}, pattern_listeners(_patterns(edits, spec), last))
    cells = [one for one in edits.overrides if _is_head(one, spec)]
    here = PassState()
    final: dict[str, Listener] = {}
    for kind, layer in dict.fromkeys((one.kind, one.layer) for one in cells):
        own = [one for one in cells if (one.kind, one.layer) == (kind, layer)]
        final[f"{ATTENTION[kind].format(layer=layer)}.weights"] = partial(
            _overridden, here, kind, _rows(own), sentences
        )
    patches = [one for one in edits.patches if exists_in(one, spec)]
    rows = [[row for row, sentence in enumerate(sentences) if sentence == one.sentence] for one in patches]
    final |= patch_listeners(list(zip(rows, patches, strict=True)), donor_activations(model, patches), here)
    cuts = [_Cut(model, one) for one in edits.residuals_cut if _is_sublayer(one, spec)]
    found = chained(found, *({one.sum: one.replace} for one in cuts))
    return chained(found, mask_listeners(here) if final else {}, final, *({one.part: one.note} for one in cuts))


def ineffective_part_edits(edits: Edits, spec: ModelSpec) -> int:
    """How many edits of parts name parts that the model does not have, and do nothing."""
    heads: tuple[_OfHead, ...] = (*edits.heads_off, *edits.patterns, *edits.overrides)
    lost = sum(not _is_head(one, spec) for one in heads)
    lost += sum(one.layer >= spec.layers(one.stack) for one in edits.feed_forwards_off)
    lost += sum(not _is_sublayer(one, spec) for one in edits.residuals_cut)
    return lost + sum(not exists_in(one, spec) for one in edits.patches)


def _is_head(place: _OfHead, spec: ModelSpec) -> bool:
    return place.layer < spec.layers(place.kind) and place.head < spec.heads_of(place.kind)


def _is_sublayer(place: SublayerPlace, spec: ModelSpec) -> bool:
    return place.layer < spec.layers(place.stack) and place.part in RESIDUAL[place.stack]


class _Cut:
    """A sub-layer without its residual connection: its part's output replaces the sum. A norm after the sum
    is applied to that output."""

    def __init__(self, model: EncoderDecoder, place: SublayerPlace) -> None:
        self.path = sublayer_path(place.stack, place.layer, place.part)
        self.part = work_output(self.path)
        self.norm = model.get_submodule(f"{self.path}.norm") if model.spec.norm_place == "post" else None
        self.given_BND: Tensor | None = None

        self.sum = f"{self.path}.{'residual' if self.norm is None else 'normed'}"

    def note(self, given_BND: Tensor) -> None:
        """Listener at `part`, called after everything that changes it."""
        self.given_BND = given_BND

    def replace(self, _sum_BND: Tensor) -> Tensor:
        """Listener at `sum`."""
        assert self.given_BND is not None
        return self.given_BND if self.norm is None else self.norm(self.given_BND)


# ---------------------------------------------------------------- patterns


def _patterns(edits: Edits, spec: ModelSpec) -> dict[tuple[str, int], list[PatternReplacement]]:
    """Pattern replacements by (kind, layer); the later of two edits of one head counts."""
    found: dict[tuple[str, int], list[PatternReplacement]] = {}
    for one in {one.place: one for one in edits.patterns if _is_head(one, spec)}.values():
        mean = None
        if one.pattern == "mean":
            mean = partial(survey_patterns(one.survey, spec), Component("heads", one.kind, one.layer, one.head))
        found.setdefault((one.kind, one.layer), []).append(
            PatternReplacement(None, one.head, one.pattern, mean, one.rows)
        )
    return found


def survey_patterns(folder: str, spec: ModelSpec) -> Means:
    """The mean patterns of a survey, by its folder or the name of a bundled one.

    Raises Refused if it is missing or of a model with different heads.
    """
    place = survey_folder(folder)
    path = place / RESULT
    found = _survey(place, path.stat().st_mtime_ns if path.is_file() else 0)
    own, other = ([[one.layers(kind), one.heads_of(kind)] for kind in KINDS] for one in (spec, found.spec))
    if own != other:
        raise Refused(
            "E-EFFECTS", "the survey is of {model_name}, which has different heads: choose a survey of this model",
            model_name=found.model_name,
        )  # fmt: skip
    return partial(_mean_of, found)


@lru_cache(maxsize=4)
def _survey(folder: Path, _written: int) -> Findings:
    """A survey, read again when its file has changed."""
    return read_result(folder)


def _mean_of(found: Findings, part: Component, queries: int, keys: int) -> np.ndarray:
    """(Q, M) mean pattern of a head, stretched to this size."""
    return resampled(found.pattern(part.kind, part.layer, part.index), queries, keys)


# ---------------------------------------------------------------- single weights

Rows = Mapping[int, Mapping[tuple[int, int], Mapping[int, float]]]
"""sentence -> (head, query) -> key -> weight."""


def _rows(cells: Sequence[WeightOverride]) -> Rows:
    """The overrides as nested mappings; the later of two edits of one cell counts."""
    found: dict[int, dict[tuple[int, int], dict[int, float]]] = {}
    for one in cells:
        row = found.setdefault(one.sentence, {}).setdefault((one.head, one.query), {})
        row.pop(one.key, None)
        row[one.key] = one.weight
    return found


def _overridden(here: PassState, kind: str, rows: Rows, sentences: Sequence[int], weights_BHQM: Tensor) -> Tensor:
    """The weights of one attention, some of them set by hand."""
    weights_BHQM = weights_BHQM.clone()
    first, count = here.first_query(kind), weights_BHQM.shape[2]
    for at, (readable_QM, sentence) in enumerate(zip(here.masks[kind], sentences, strict=False)):
        for (head, query), wanted in rows.get(sentence, {}).items():
            if first <= query < first + count:
                row_M = weights_BHQM[at, head, query - first]
                row_M.copy_(_with_set_weights(row_M, readable_QM[query - first].cpu().numpy(), wanted))
    return weights_BHQM


def _with_set_weights(row_M: Tensor, readable_M: np.ndarray, wanted: Mapping[int, float]) -> Tensor:
    """`overridden_row` as a tensor; where the row is differentiated, so is what its other weights share."""
    set_M = torch.from_numpy(overridden_row(row_M.detach().cpu().numpy(), readable_M, wanted)).to(row_M.device)
    if not row_M.requires_grad:
        return set_M
    free_M = torch.ones_like(row_M)
    free_M[[key for key in wanted if key < len(row_M) and readable_M[key]]] = 0.0
    others_M, left = row_M * free_M, (set_M * free_M).sum()
    if not float(others_M.detach().sum()) > 0.0:  # all share alike
        return set_M
    shared_M = others_M / others_M.sum() * left
    return set_M + (shared_M - shared_M.detach())
