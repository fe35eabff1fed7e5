"""What the proofs share: a proof's result, the sentences they run on, and how numbers are compared.

Shapes: B batch, S source tokens, T target rows, H heads, Q queries, M keys, V vocabulary.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from model_core.record.trace import ATTENTION
from model_core.spec import KINDS, ModelSpec
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder

CLOSE = 1e-5
"""Bound for two computations of a float32 number of up to 10; larger numbers may differ by a millionth."""


LENGTHS = ((9, 7), (4, 12), (1, 1), (12, 3))
"""Source and target tokens of the sentences that the proofs run on: all lengths differ, so that there is padding."""
LONG = ((20, 75), (78, 71), (5, 9))
"""Like LENGTHS, for longer sentences."""


@dataclass(frozen=True)
class Proof:
    """What was compared, the worst difference found, and the largest one allowed. NaN never passes.

    reference  whose numbers the model's own were compared with: "torch", "formulas", "" for its own
    """

    name: str
    compared: str
    worst: float
    bound: float
    reference: str = ""

    @property
    def passed(self) -> bool:
        """Whether the worst difference is inside the bound."""
        return self.worst <= self.bound


@dataclass(frozen=True)
class ProofBatch:
    """Padded ids to run: source (B, S) and what the decoder reads (B, T), with the real lengths."""

    source_BS: Tensor
    read_BT: Tensor
    sources: tuple[int, ...]
    reads: tuple[int, ...]


Try = Callable[[EncoderDecoder, ProofBatch], list[Proof]]


def batch_for(spec: ModelSpec, seed: int = 0, lengths: tuple[tuple[int, int], ...] = LENGTHS) -> ProofBatch:
    """Random sentences for a model, the same ones for the same seed, cut to its positions."""
    rng = random.Random(seed)
    special = {spec.pad_id, spec.bos_id, spec.eos_id}
    sources, reads = [], []
    for source, read in lengths:
        source, read = min(source, spec.max_positions), min(read, spec.max_positions)
        sources.append([*_words(rng, spec.source_vocabulary, special, source - 1), spec.eos_id])
        reads.append([spec.bos_id, *_words(rng, spec.target_vocabulary, special, read - 1)])
    counts = [tuple(map(len, rows)) for rows in (sources, reads)]
    return ProofBatch(_padded(sources, spec.pad_id), _padded(reads, spec.pad_id), *counts)


def _words(rng: random.Random, size: int, special: set[int], count: int) -> list[int]:
    """`count` ordinary ids."""
    ordinary = [index for index in range(min(size, 1000)) if index not in special]
    return rng.choices(ordinary, k=count)


def _padded(rows: list[list[int]], pad: int) -> Tensor:
    width = max(map(len, rows))
    return torch.tensor([row + [pad] * (width - len(row)) for row in rows])


@torch.inference_mode()
def recorded(model: EncoderDecoder, source_BS: Tensor, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """(logits (B, T, V), weights (B, H, Q, M) by hook name) of one pass."""
    with recording(model, keep=lambda name: name.endswith(".weights")) as kept:
        logits_BTV = model(source_BS, read_BT)
    return logits_BTV, kept


def names(spec: ModelSpec, kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[str, str]]:
    """(kind, hook name of the weights) of every attention."""
    for kind in kinds:
        for layer in range(spec.layers(kind)):
            yield kind, f"{ATTENTION[kind].format(layer=layer)}.weights"


def hidden_cells(batch: ProofBatch) -> dict[str, Tensor]:
    """kind -> (B, Q, M), True if a query must not see a key, written out from the lengths alone."""
    sizes = {"encoder": (batch.source_BS, batch.sources), "decoder": (batch.read_BT, batch.reads)}
    hidden = {}
    for kind, queries in (("encoder", batch.source_BS), ("decoder", batch.read_BT), ("cross", batch.read_BT)):
        keys, lengths = sizes["decoder" if kind == "decoder" else "encoder"]
        cells = torch.zeros(len(lengths), queries.shape[1], keys.shape[1], dtype=torch.bool)
        for sentence, length in enumerate(lengths):
            cells[sentence, :, length:] = True
            for query in range(queries.shape[1] if kind == "decoder" else 0):
                cells[sentence, query, query + 1 :] = True
        hidden[kind] = cells
    return hidden


def another(spec: ModelSpec, ids_B: Tensor) -> Tensor:
    """Other ids than these, none of them the pad id."""
    shifted = (ids_B + 1) % spec.target_vocabulary
    return torch.where(shifted == spec.pad_id, (shifted + 1) % spec.target_vocabulary, shifted)


def score_scale(spec: ModelSpec, key_width: int) -> float:
    """What the scores of heads with keys of this width are multiplied by: 1 / √K, 1 / √D or 1."""
    return 1 / math.sqrt({"head": key_width, "model": spec.d_model, "none": 1}[spec.attention_scale])


def close(values: Tensor) -> float:
    """The bound for numbers of this size, in float32."""
    return CLOSE * max(1.0, float(values.abs().max()) / 10)


@torch.inference_mode()
def weights_bound(model: EncoderDecoder, batch: ProofBatch) -> float:
    """The bound for weights, in float32: the softmax turns a score's rounding into one of its weight, and scores that
    nothing divides (T5's) are large."""
    with recording(model, keep=lambda name: name.endswith(".scores")) as kept:
        model(batch.source_BS, batch.read_BT)
    return CLOSE * max([1.0, *(float(scores.abs().max()) / 10 for scores in kept.values())])


def difference(ours: Tensor, theirs: Tensor) -> float:
    """Largest absolute difference; infinite if the shapes differ, NaN if one of the tensors contains NaN."""
    if ours.shape != theirs.shape:
        return float("inf")
    return float((ours - theirs).detach().abs().max()) if ours.numel() else 0.0


def larger(one: float, other: float) -> float:
    """The larger of two numbers; NaN if one of them is NaN (max would hide it)."""
    return other if other != other or other > one else one
