"""The decoder for new rows of each sentence, written out over the model's weights: one step of decoding.

For a few rows calling sixty modules takes longer than the matrix products. Here are the same operations in the same
order; activations are recorded under the hook points' names. It is used while only the decoding itself has listeners;
`python main.py check` compares every step with a whole pass of the modules.

Shapes: B sentences, R new rows, T tokens read, N = sentences × heads, D width, K head width, M keys, H heads,
V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.decoding.fast_linear import fast_few_rows
from model_core.record.trace import SCORES
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.cache import LayerCache
from model_core.transformer.hooks import listener_count, recording
from model_core.transformer.layers import PreNorm, Sublayer
from model_core.transformer.masks import decoder_mask, padding_mask
from model_core.transformer.model import DecodingCache, EncoderDecoder

Rows = Callable[[Tensor], Tensor]
"""(B, R, D) -> (B, R, D)."""

CALLED = ("decoder.embed.", "decoder.distances.", ".feed_forward.")
"""Parts of the hook names of those modules that are called here, too."""


def steppable(model: EncoderDecoder, keep: frozenset[str] = frozenset()) -> bool:
    """Whether a `Stepper` can be used: the model is in evaluation mode, in its own precision and has no listener.

    Its mask has to hide later tokens; otherwise every row changes with every token. `keep` may name attention weights,
    but no scores.
    """
    ready = not model.training and not torch.is_autocast_enabled() and not listener_count(model)
    return ready and not model.spec.leaks and not _has_scores(keep)


@lru_cache(maxsize=16)
def _has_scores(names: frozenset[str]) -> bool:
    scores = frozenset(SCORES.values()) - {"weights"}
    return any(name.rpartition(".")[2] in scores for name in names)


class Stepper:
    """Computes new decoder rows from caches that hold at least one row. `keep` names the activations to record."""

    def __init__(
        self, model: EncoderDecoder, source_BS: Tensor, cache: DecodingCache, keep: frozenset[str] = frozenset()
    ) -> None:
        self.model, self.source_BS, self.cache, self.keep = model, source_BS, cache, keep
        self.called = frozenset(name for name in keep if name == "logits" or any(part in name for part in CALLED))
        self.keeps_masks = not keep.isdisjoint(("decoder.mask", "decoder.cross_mask"))  # half of what is made to watch
        hidden_BS = source_BS == model.spec.pad_id
        hidden_B11S = hidden_BS[:, None, None] if bool(hidden_BS.any()) else None
        self.sublayers: list[tuple[str, Sublayer, Rows, Work]] = []
        layer: Any
        for index, layer in enumerate(model.decoder.layers):
            path, (own, cross) = f"decoder.layers.{index}", cache[index]
            works: dict[str, Work] = {
                "attn_sublayer": _SelfAttention(f"{path}.self_attn", layer.self_attn, own).rows,
                "cross_sublayer": _Cross(f"{path}.cross_attn", layer.cross_attn, cross, hidden_B11S).rows,
                "ff_sublayer": partial(_called, layer.feed_forward),
            }
            for name, work in works.items():
                sublayer = getattr(layer, name)
                self.sublayers.append((f"{path}.{name}", sublayer, _norm(sublayer.norm), work))

    def rows(self, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """All ids read so far (B, T) -> logits (B, R, V) of the rows that the caches lack, and the recorded
        activations."""
        place, model = self.cache[0][0].length, self.model
        batch, keys = read_BT.shape
        rows = keys - place
        mask_BRT = decoder_mask(read_BT, model.spec.pad_id, rows) if rows > 1 or self.keeps_masks else None
        hidden_B1RT = ~mask_BRT.unsqueeze(1) if mask_BRT is not None and rows > 1 else None
        with fast_few_rows(model), recording(model, self.called) as heard:
            x_BRD = model.decoder.embed(read_BT[:, place:], place)
            step = _Step(self.keep, model.decoder.distances(batch, rows, keys), hidden_B1RT)
            for path, sublayer, norm, work in self.sublayers:
                if isinstance(sublayer, PreNorm):
                    normed_BRD = norm(x_BRD)
                    x_BRD = x_BRD + work(normed_BRD, step)
                else:
                    normed_BRD = x_BRD = norm(x_BRD + work(x_BRD, step))
                step.record(path, normed=normed_BRD, residual=x_BRD)
            x_BRD = model.decoder.final_norm(x_BRD)
            logits_BRV = model.unembed(x_BRD)
        step.record("decoder", output=x_BRD)
        if mask_BRT is not None and self.keeps_masks:
            step.record("decoder", mask=mask_BRT, cross_mask=padding_mask(self.source_BS, model.spec.pad_id, rows))
        return logits_BRV, {**step.kept, **heard}


@dataclass
class _Step:
    """What the sub-layers of one step share: which activations to record, and so far, by hook name; the numbers added
    to the scores of self-attention, and its masked cells (None: none is)."""

    keep: frozenset[str]
    bias_BHRT: Tensor
    hidden_B1RT: Tensor | None
    kept: dict[str, Tensor] = field(default_factory=dict)

    def record(self, path: str, **values: Tensor) -> None:
        """Store activations of the module at `path`, by the last part of their hook names."""
        for name, one in values.items() if self.keep else ():
            if (hook := f"{path}.{name}") in self.keep:
                self.kept[hook] = one


Work = Callable[[Tensor, _Step], Tensor]
"""What a sub-layer adds to the residual stream: (B, R, D) -> (B, R, D)."""


class _Attention:
    """The code that both attentions of a layer share."""

    def __init__(self, path: str, attention: MultiHeadAttention) -> None:
        self.path, self.heads = path, attention.heads
        self.scale, self.masked_score = attention.scale, attention.masked_score
        self.q, self.k, self.v, self.out = (
            (part.weight, part.bias) for part in (attention.to_q, attention.to_k, attention.to_v, attention.to_out)
        )

    def split(self, x_BRD: Tensor, weights: tuple[Tensor, Tensor]) -> Tensor:
        """(B, R, D) -> (B, H, R, K) by a matrix and its bias."""
        return F.linear(x_BRD, *weights).view(*x_BRD.shape[:2], self.heads, -1).transpose(1, 2)

    def attend(
        self, q_BHRK: Tensor, k_NKM: Tensor, v_NMK: Tensor, bias: Tensor | None, hidden: Tensor | None, step: _Step
    ) -> Tensor:
        """(B, R, D) from queries, keys and values; `bias` is added to the scores (B, H, R, M), `hidden` are masked."""
        batch, heads, rows, _ = q_BHRK.shape
        scores_NRM = torch.bmm(q_BHRK.reshape(batch * heads, rows, -1), k_NKM).mul_(self.scale)
        scores_BHRM = scores_NRM.view(batch, heads, rows, -1)
        if bias is not None:
            scores_BHRM += bias
        if hidden is not None:
            scores_BHRM.masked_fill_(hidden, self.masked_score)
        weights_NRM = scores_NRM.softmax(-1)
        z_BHRK = torch.bmm(weights_NRM, v_NMK).view(batch, heads, rows, -1)
        output_BRD = F.linear(z_BHRK.transpose(1, 2).flatten(2), *self.out)
        weights_BHRM = weights_NRM.view(batch, heads, rows, -1)
        step.record(self.path, q=q_BHRK, weights=weights_BHRM, head_outputs=z_BHRK, output=output_BRD)
        return output_BRD


class _SelfAttention(_Attention):
    """Self-attention: the new rows' keys and values go into the cache first."""

    def __init__(self, path: str, attention: MultiHeadAttention, cache: LayerCache) -> None:
        super().__init__(path, attention)
        self.cache = cache

    def rows(self, x_BRD: Tensor, step: _Step) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        q_BHRK, k_BHRK, v_BHRK = (self.split(x_BRD, weights) for weights in (self.q, self.k, self.v))
        step.record(self.path, k=k_BHRK, v=v_BHRK)
        self.cache.extend(k_BHRK, v_BHRK)
        k_NTK, v_NTK = (one.flatten(0, 1) for one in self.cache.views())
        bias = step.bias_BHRT if step.bias_BHRT.ndim else None
        return self.attend(q_BHRK, k_NTK.transpose(1, 2), v_NTK, bias, step.hidden_B1RT, step)


class _Cross(_Attention):
    """Cross-attention: keys and values of the source are in the cache already."""

    def __init__(self, path: str, attention: MultiHeadAttention, cache: LayerCache, hidden_B11S: Tensor | None) -> None:
        super().__init__(path, attention)
        k_NSK, v_NSK = (one.flatten(0, 1) for one in cache.views())
        self.k_NKS, self.v_NSK, self.hidden_B11S = k_NSK.transpose(1, 2), v_NSK, hidden_B11S

    def rows(self, x_BRD: Tensor, step: _Step) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        return self.attend(self.split(x_BRD, self.q), self.k_NKS, self.v_NSK, None, self.hidden_B11S, step)


def _called(module: Rows, x_BRD: Tensor, step: _Step) -> Tensor:
    """A module as Work: its activations go to its own hook points."""
    return module(x_BRD)


def _norm(norm: Any) -> Rows:
    if not isinstance(norm, nn.LayerNorm):
        return lambda x_BRD: norm(x_BRD)
    shape, weight, bias, eps = norm.normalized_shape, norm.weight, norm.bias, norm.eps
    return lambda x_BRD: torch.layer_norm(x_BRD, shape, weight, bias, eps)
