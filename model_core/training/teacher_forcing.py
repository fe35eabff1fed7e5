"""Teacher forcing: the decoder reads the right target and is asked, at every row, for the next token.

Shapes: B batch, S source tokens, T target rows, N real target tokens, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from model_core.spec import ModelSpec
from model_core.training.data import IdPair, LinkedPair
from model_core.training.loss import smoothed_loss
from model_core.transformer.hooks import Listener, recording
from model_core.transformer.masks import MASKS
from model_core.transformer.model import EncoderDecoder

VALIDATION_BATCH = 128
"""Pairs that are evaluated together."""


class Learner(nn.Module):
    """The model with its loss, as one module that DistributedDataParallel can wrap."""

    def __init__(
        self, model: EncoderDecoder, smoothing: float, guide: tuple[float, int, int] = (0.0, 1, 1), causal: bool = True
    ) -> None:
        """`guide`: weight of the alignment loss, and the layer and head of the cross-attention it teaches, from 1.
        Unless `causal` every row of the decoder may read the whole target."""
        super().__init__()
        self.model = model
        self.smoothing = smoothing
        self.guide = guide
        self.edits: dict[str, Listener] = {} if causal else {MASKS["decoder"]: without_causality}

    def forward(
        self, source_BS: Tensor, read_BT: Tensor, written_BT: Tensor, links_BTS: Tensor | None = None
    ) -> Tensor:
        """Label-smoothed loss summed over the real target tokens, and the alignment loss of the taught head.

        The second part is the cross-entropy between links and weights (Chen et al. 2016), times the guide's weight.
        """
        weight, layer, head = self.guide
        taught = f"decoder.layers.{layer - 1}.cross_attn.weights"
        seen: list[Tensor] = []
        heard: dict[str, Listener] = {} if links_BTS is None else {taught: seen.append}
        with recording(self.model, lambda name: False, {**self.edits, **heard}):
            memory_BSD = self.model.encode(source_BS)
            hidden_BTD = self.model.decode(read_BT, memory_BSD, source_BS)
        loss = self._written(hidden_BTD, written_BT)
        if links_BTS is None:
            return loss
        return loss - weight * (links_BTS * (seen[0][:, head - 1].float() + 1e-6).log()).sum()

    def _written(self, hidden_BTD: Tensor, written_BT: Tensor) -> Tensor:
        real = written_BT != self.model.spec.pad_id
        out = self.model.to_logits
        return smoothed_loss(out.scaled(hidden_BTD[real]), out.weight, out.bias, written_BT[real], self.smoothing)


def without_causality(mask_BTT: Tensor) -> Tensor:
    """A causal mask without its causality: every row may read what the last one may."""
    return mask_BTT[:, -1:].expand_as(mask_BTT)


def collate(pairs: list[IdPair], spec: ModelSpec) -> tuple[Tensor, Tensor, Tensor]:
    """Padded ids: source + `</s>` (B, S), `<s>` + target (B, T) as read, target + `</s>` (B, T) as written."""
    sources = [[*pair[0], spec.eos_id] for pair in pairs]
    reads = [[spec.bos_id, *pair[1]] for pair in pairs]
    writes = [[*pair[1], spec.eos_id] for pair in pairs]
    return _padded(sources, spec.pad_id), _padded(reads, spec.pad_id), _padded(writes, spec.pad_id)


def collate_links(pairs: Sequence[IdPair], source_BS: Tensor, written_BT: Tensor) -> Tensor | None:
    """Links of these pairs, padded with zeros to (B, T, S); None when no pair has any."""
    if not any(isinstance(pair, LinkedPair) for pair in pairs):
        return None
    links_BTS = torch.zeros(*written_BT.shape, source_BS.shape[1])
    for row, pair in enumerate(pairs):
        if isinstance(pair, LinkedPair):
            links_BTS[row, : len(pair.target), : len(pair.source)] = torch.from_numpy(pair.links)
    return links_BTS


def _padded(rows: list[list[int]], pad: int) -> Tensor:
    width = max(map(len, rows))
    width += width % 2  # few different shapes: matrix kernels are made per shape
    return torch.tensor([row + [pad] * (width - len(row)) for row in rows])


@torch.inference_mode()
def evaluate_forced(model: EncoderDecoder, pairs: list[IdPair]) -> tuple[float, float, float]:
    """(nats per token, token accuracy, share of sentences with every token right) of teacher-forced predictions."""
    loss = right = count = whole = 0.0
    for start in range(0, len(pairs), VALIDATION_BATCH):
        batch = collate(pairs[start : start + VALIDATION_BATCH], model.spec)
        source, read, written = (ids.to(model.device) for ids in batch)
        log_p = model(source, read).log_softmax(-1)
        real = written != model.spec.pad_id
        hit = (log_p.argmax(-1) == written) | ~real
        loss -= float(log_p.gather(2, written.unsqueeze(2)).squeeze(2)[real].sum())
        right += float((hit & real).sum())
        count += float(real.sum())
        whole += float(hit.all(1).sum())
    return loss / max(1.0, count), right / max(1.0, count), whole / max(1, len(pairs))
