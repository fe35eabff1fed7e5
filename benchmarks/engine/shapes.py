"""The models that are compared, with random weights: the shape of OPUS-MT, a small one, and the bundled one's."""

from __future__ import annotations

import torch
from torch import Tensor

from model_core.spec import ModelSpec
from model_core.transformer.model import EncoderDecoder, build


def _shape(vocabulary: int, width: int, layers: int, heads: int, inner: int) -> ModelSpec:
    """Post-norm without a last norm, tied tables and a bias on the logits: Marian's variant."""
    return ModelSpec(
        vocabulary, vocabulary, width, heads, layers, layers, inner, max_positions=1024, norm_place="post",
        final_norm=False, output_bias=True,
    )  # fmt: skip


SHAPES = {
    "small (d 128, 2+2 layers, 4 heads, vocabulary 8,000)": _shape(8000, 128, 2, 4, 512),
    "bundled (d 256, 3+3 layers, 4 heads, vocabulary 8,000)": _shape(8000, 256, 3, 4, 1024),
    "OPUS-MT (d 512, 6+6 layers, 8 heads, vocabulary 58,101)": _shape(58_101, 512, 6, 8, 2048),
}
"""By the words of the tables."""

NEVER = -1e4
"""Added to the logits of pad, start and end, so that random weights never end a sentence."""


def made(spec: ModelSpec) -> EncoderDecoder:
    """A model of this shape with weights by chance, the same ones each time, that never writes pad, start or end."""
    torch.set_num_threads(1)
    model = build(spec, seed=1)
    with torch.no_grad():
        for index in (spec.pad_id, spec.bos_id, spec.eos_id):
            model.to_logits.bias[index] = NEVER
    return model


def short(name: str) -> str:
    """The first word of a shape's name."""
    return name.partition(" (")[0]


def ids(spec: ModelSpec, length: int, seed: int) -> Tensor:
    """(1, N) token ids, none of them special."""
    draw = torch.Generator().manual_seed(seed)
    return torch.randint(4, spec.source_vocabulary, (1, length), generator=draw)
