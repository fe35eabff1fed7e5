"""Teacher forcing: the decoder reads the right target and is asked, at every row, for the next token.

Shapes: B batch, S source tokens, T target rows, N real target tokens, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor, nn

from model_core.spec import ModelSpec
from model_core.training.data import IdPair, clean_of, links_of
from model_core.training.loss import TeacherOutput, smoothed_loss
from model_core.transformer.hooks import Listener, recording
from model_core.transformer.masks import MASKS
from model_core.transformer.model import EncoderDecoder

VALIDATION_BATCH = 128
"""Pairs that are evaluated together."""


class Learner(nn.Module):
    """The model with its loss, as one module that DistributedDataParallel can wrap."""

    def __init__(
        self, model: EncoderDecoder, smoothing: float, guide: tuple[float, int, int] = (0.0, 1, 1),
        causal: bool = True, teachers: Sequence[EncoderDecoder] = (), soft: float = 0.0, agreement: float = 0.0,
    ) -> None:  # fmt: skip
        """`guide`: weight of the alignment loss, and the layer and head of the cross-attention it teaches, from 1.
        Unless `causal` every row of the decoder may read the whole target. `teachers`, in evaluation mode, whose mean
        probabilities are the share `soft` of what is to be learned; they are no part of this module. `agreement`: the
        share that the model's own probabilities have, read from the same batch with other dropout."""
        super().__init__()
        self.model = model
        self.smoothing = smoothing
        self.guide = guide
        self.teachers, self.soft, self.agreement = tuple(teachers), soft, agreement
        self.edits: dict[str, Listener] = {} if causal else {MASKS["decoder"]: without_causality}

    def forward(
        self, source_BS: Tensor, read_BT: Tensor, written_BT: Tensor, links_BTS: Tensor | None = None,
        clean_BC: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        """Label-smoothed loss summed over the real target tokens; its gradient is that of the alignment loss as well.

        This is the cross-entropy between links and the taught head's weights (Chen et al. 2016), times the guide's
        weight; it is no part of the value, which can be compared with that of a training without a guide. Teachers
        read the source `clean_BC`, or else the model's own; see `smoothed_loss` for what they change. For an agreement
        the batch is read twice, the loss is the mean of both, and each reading learns the other's probabilities as
        well (R-Drop, Liang et al. 2021, section 2.2; here a reading gets no gradient as the other's teacher).
        """
        teachers = self._teachers(source_BS if clean_BC is None else clean_BC, read_BT, written_BT)
        if self.agreement:
            source_BS, read_BT, written_BT = (torch.cat((ids, ids)) for ids in (source_BS, read_BT, written_BT))
            links_BTS = None if links_BTS is None else torch.cat((links_BTS, links_BTS))
            teachers = [one._replace(hidden_ND=torch.cat((one.hidden_ND, one.hidden_ND))) for one in teachers]
        weight, layer, head = self.guide
        taught = f"decoder.layers.{layer - 1}.cross_attn.weights"
        seen: list[Tensor] = []
        heard: dict[str, Listener] = {} if links_BTS is None else {taught: seen.append}
        with recording(self.model, lambda name: False, {**self.edits, **heard}):
            memory_BSD = self.model.encode(source_BS)
            hidden_BTD = self.model.decode(read_BT, memory_BSD, source_BS)
        loss = self._written(hidden_BTD, written_BT, teachers)
        if links_BTS is not None:
            aligned = -weight * (links_BTS * (seen[0][:, head - 1].float() + 1e-6).log()).sum()
            loss = loss + (aligned - aligned.detach())
        return loss / 2 if self.agreement else loss

    def _written(self, hidden_BTD: Tensor, written_BT: Tensor, teachers: list[TeacherOutput]) -> Tensor:
        real, out = written_BT != self.model.spec.pad_id, self.model.to_logits
        hidden_ND = out.scaled(hidden_BTD[real])
        if self.agreement:
            other_ND = hidden_ND.detach().roll(len(hidden_ND) // 2, 0)
            bias = None if out.bias is None else out.bias.detach()
            teachers.append(TeacherOutput(self.agreement, other_ND, out.weight.detach(), bias))
        return smoothed_loss(hidden_ND, out.weight, out.bias, written_BT[real], self.smoothing, teachers)

    @torch.no_grad()
    def _teachers(self, source_BS: Tensor, read_BT: Tensor, written_BT: Tensor) -> list[TeacherOutput]:
        """What the teachers say of the real target tokens."""
        real, found = written_BT != self.model.spec.pad_id, []
        for teacher in self.teachers:
            hidden_BTD, out = teacher.decode(read_BT, teacher.encode(source_BS), source_BS), teacher.to_logits
            share = self.soft / len(self.teachers)
            found.append(TeacherOutput(share, out.scaled(hidden_BTD[real]), out.weight, out.bias))
        return found


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
    if all(links_of(pair) is None for pair in pairs):
        return None
    links_BTS = torch.zeros(*written_BT.shape, source_BS.shape[1])
    for row, pair in enumerate(pairs):
        links = links_of(pair)
        if links is not None:
            links_BTS[row, : len(pair[1]), : len(pair[0])] = torch.from_numpy(links)
    return links_BTS


def collate_clean(pairs: Sequence[IdPair], spec: ModelSpec) -> Tensor | None:
    """Sources of these pairs as teachers read them, with `</s>` and padded (B, C); None when all are the pairs' own."""
    if all(clean_of(pair) is pair[0] for pair in pairs):
        return None
    return _padded([[*clean_of(pair), spec.eos_id] for pair in pairs], spec.pad_id)


def _padded(rows: list[list[int]], pad: int) -> Tensor:
    width = max(map(len, rows))
    width += width % 2  # few different shapes: matrix kernels are made per shape
    return torch.tensor([row + [pad] * (width - len(row)) for row in rows])


def forced(model: EncoderDecoder, pairs: list[IdPair]) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Teacher-forced predictions, batch by batch in the order of the pairs, each (B, T): whether there is a token, its
    log-probability in nats (0 if there is none), and whether it is the most probable one."""
    for start in range(0, len(pairs), VALIDATION_BATCH):
        batch = collate(pairs[start : start + VALIDATION_BATCH], model.spec)
        source_BS, read_BT, written_BT = (ids.to(model.device) for ids in batch)
        log_p_BTV = model(source_BS, read_BT).log_softmax(-1)
        real_BT = written_BT != model.spec.pad_id
        log_p_BT = log_p_BTV.gather(2, written_BT.unsqueeze(2)).squeeze(2).masked_fill(~real_BT, 0.0)
        yield real_BT, log_p_BT, log_p_BTV.argmax(-1) == written_BT


@torch.inference_mode()
def evaluate_forced(model: EncoderDecoder, pairs: list[IdPair]) -> tuple[float, float, float]:
    """(nats per token, token accuracy, share of sentences with every token right) of teacher-forced predictions."""
    loss = right = count = whole = 0.0
    for real_BT, log_p_BT, hit_BT in forced(model, pairs):
        loss -= float(log_p_BT[real_BT].sum())
        right += float((hit_BT & real_BT).sum())
        count += float(real_BT.sum())
        whole += float((hit_BT | ~real_BT).all(1).sum())
    return loss / max(1.0, count), right / max(1.0, count), whole / max(1, len(pairs))
