"""The measures of a model's heads in some validation sentences, taken during training.

Shapes: B sentences, H heads, Q queries, M keys.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from model_core.analysis.heads.head_measures import measured_closely, name_of
from model_core.record.trace import ATTENTION
from model_core.record.training_log import HeadNumbers
from model_core.spec import KINDS
from model_core.training.data import IdPair
from model_core.training.teacher_forcing import collate
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder

Linked = tuple[IdPair, tuple[tuple[int, int], ...]]
"""A pair as ids, and which source token and target token belong together; () if unknown."""

DIGITS = 4
"""Digits after the point in what is reported."""


@torch.inference_mode()
def head_numbers(model: EncoderDecoder, pairs: Sequence[Linked]) -> tuple[HeadNumbers, ...]:
    """Every head's measures, their means over these sentences under teacher forcing, and its name after them."""
    found: list[HeadNumbers] = []
    if not pairs:
        return ()
    source_BS, read_BT, _ = collate([pair for pair, _ in pairs], model.spec)
    names = {f"{ATTENTION[kind].format(layer=layer)}.weights": (kind, layer)
             for kind in KINDS for layer in range(model.spec.layers(kind))}  # fmt: skip
    with recording(model, keep=names.__contains__) as kept:
        model(source_BS.to(model.device), read_BT.to(model.device))
    sizes = [(len(pair[0]) + 1, len(pair[1]) + 1) for pair, _ in pairs]
    for name, (kind, layer) in names.items():
        maps_BHQM = kept[name].float().cpu().numpy()
        rows = []
        for maps_HQM, (sources, targets), (_, links) in zip(maps_BHQM, sizes, pairs, strict=True):
            queries, keys = sources if kind == "encoder" else targets, targets if kind == "decoder" else sources
            rows.append(measured_closely(maps_HQM[:, :queries, :keys], kind, links))
        measures = dict.fromkeys(measure for row in rows for measure in row)
        means = {measure: np.mean([row[measure] for row in rows if measure in row], 0) for measure in measures}
        for head in range(maps_BHQM.shape[1]):
            values = {measure: round(float(value_H[head]), DIGITS) for measure, value_H in means.items()}
            found.append(HeadNumbers(kind, layer, head, name_of(values), values))
    return tuple(found)
