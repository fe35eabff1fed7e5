"""Decoding as generators: one frozen event per step, with a key/value cache.

Decoding runs the same modules as the recorded pass; what is watched in it are the new attention rows only.
Shapes: B sentences, L layers, H heads, V vocabulary, M keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from model_core.failure import Refused
from model_core.hooks import hook_points, recording
from model_core.model import EncoderDecoder
from model_core.trace import ATTENTION


@dataclass(frozen=True)
class DecodedStep:
    """Row `index` of every sentence. `written` holds the pad id for sentences that had ended before.

    written  (B,) ids chosen or forced
    log_p    (B, V) log-probabilities of the next token, natural log
    weights  kind -> (L, B, H, M) the new attention row of every head; empty when not watched
    ended    (B,) True where the sentence has written its end by now
    """

    index: int
    written: Tensor
    log_p: Tensor
    weights: dict[str, Tensor]
    ended: Tensor


@torch.inference_mode()
def greedy(
    model: EncoderDecoder,
    source_BS: Tensor,
    memory_BSD: Tensor,
    max_steps: int,
    prefixes: Sequence[Sequence[int]] = (),
    watch: bool = False,
) -> Iterator[DecodedStep]:
    """Write the most probable token again and again until every sentence has ended or `max_steps` rows are written.

    source_BS and memory_BSD are the padded source ids and what `model.encode` made of them. `prefixes` gives, per
    sentence, ids that must be written first. Pad and start tokens are never chosen. With `watch` each step carries
    the new rows of decoder and cross weights. Raises Refused where a probability is not a number: the most probable of
    such a row would be id 0, or the end.
    """
    spec = model.spec
    batch = source_BS.shape[0]
    cache = model.new_cache(max_steps)
    keep = frozenset(filter(_watched, hook_points(model)) if watch else ()).__contains__
    never_V = torch.zeros(spec.target_vocabulary)
    never_V[[spec.pad_id, spec.bos_id]] = -torch.inf
    read_BT = torch.full((batch, 1), spec.bos_id)
    ended = torch.zeros(batch, dtype=torch.bool)
    for index in range(max_steps):
        with recording(model, keep=keep) as kept:
            hidden_B1D = model.decode(read_BT, memory_BSD, source_BS, cache)
            log_p_BV = model.unembed(hidden_B1D)[:, -1].log_softmax(-1)
        if bool((log_p_BV[:, 0].isnan() & ~ended).any()):  # one NaN in a row makes the whole row NaN
            raise Refused("E-RUN-NAN", f"at step {index + 1} a probability is not a number: the weights are damaged")
        written = (log_p_BV + never_V).argmax(-1)
        for sentence, prefix in enumerate(prefixes):
            if index < len(prefix):
                written[sentence] = prefix[index]
        written[ended] = spec.pad_id
        ended = ended | (written == spec.eos_id)
        yield DecodedStep(index, written, log_p_BV, _rows(kept, spec.decoder_layers), ended.clone())
        if bool(ended.all()):
            return
        read_BT = torch.cat([read_BT, written.unsqueeze(1)], dim=1)


def _watched(name: str) -> bool:
    return name.startswith("decoder.") and name.endswith("attn.weights")


def _rows(kept: dict[str, Tensor], layers: int) -> dict[str, Tensor]:
    """kind -> (L, B, H, M) from the recorded (B, H, 1, M) weights."""
    if not kept:
        return {}
    rows = {}
    for kind in ("decoder", "cross"):
        paths = [f"{ATTENTION[kind].format(layer=layer)}.weights" for layer in range(layers)]
        rows[kind] = torch.stack([kept[path][:, :, -1] for path in paths])
    return rows
