"""Greedy decoding by its definition: without cache, guesses, hooks or a fast step. Slow; tests compare with it."""

from __future__ import annotations

import torch
from torch import Tensor

from model_core.transformer.model import EncoderDecoder


@torch.inference_mode()
def greedy_plain(model: EncoderDecoder, source_BS: Tensor, max_steps: int) -> list[list[int]]:
    """The ids that the model writes for each source, the end of sentence included; at most `max_steps` each.

    Every token is the most probable one of a whole pass over all tokens before it.
    """
    spec = model.spec
    memory_BSD = model.encode(source_BS)
    read_BT = torch.full_like(source_BS[:, :1], spec.bos_id)
    ended_B = torch.zeros(source_BS.shape[0], dtype=torch.bool, device=source_BS.device)
    for _ in range(max_steps):
        logits_BV = model.unembed(model.decode(read_BT, memory_BSD, source_BS))[:, -1]
        logits_BV[:, list(spec.never_written)] = -torch.inf
        written_B = logits_BV.argmax(-1).masked_fill(ended_B, spec.pad_id)
        read_BT = torch.cat([read_BT, written_B.unsqueeze(1)], dim=1)
        ended_B |= written_B == spec.eos_id
        if bool(ended_B.all()):
            break
    texts = [row[1:] for row in read_BT.tolist()]
    return [ids[: ids.index(spec.eos_id) + 1] if spec.eos_id in ids else ids for ids in texts]
