"""The decoder for one new row of each sentence, written out over the model's weights: decoding step by step.

A row is so little to compute that calling sixty modules takes longer than their products. Here are the same operations
in the same order, without hook points; the rows of weights are written where they are read from. Used while nobody but
the decoding itself listens; `python main.py check` compares every step with a whole pass of the modules.

Shapes: B sentences, N = sentences × heads, D width, K head width, M keys, L decoder layers, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from model_core.decoding.fast_linear import few_rows_quickly
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.cache import LayerCache
from model_core.transformer.hooks import listening
from model_core.transformer.layers import DecoderLayer, FeedForward, PreNorm
from model_core.transformer.linear import LayerNorm
from model_core.transformer.model import DecodingCache, EncoderDecoder


def steppable(model: EncoderDecoder) -> bool:
    """Whether the model can be stepped: in evaluation, in its own precision, with nobody listening.

    Its mask has to hide what comes later: otherwise every row changes with every token.
    """
    ready = not model.training and not torch.is_autocast_enabled() and not listening(model)
    return ready and not model.spec.leaks


class Stepper:
    """Goes on from caches that hold at least one row. The rows of `weights` are kept where `watch`."""

    def __init__(self, model: EncoderDecoder, source_BS: Tensor, cache: DecodingCache, watch: bool) -> None:
        self.model, self.cache, self.watch = model, cache, watch
        hidden_BS = source_BS == model.spec.pad_id
        hidden_B11S = hidden_BS[:, None, None] if bool(hidden_BS.any()) else None
        layers: Sequence[Any] = list(model.decoder.layers)
        self.layers = [_Layer(layer, *own, hidden_B11S) for layer, own in zip(layers, cache, strict=True)]
        self.heads, self.sources = model.spec.heads, source_BS.shape[1]

    def row(self, ids_B: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """The ids written last -> logits (B, V) of the next ones; "decoder" and "cross" -> (L, B, H, M) weights."""
        place, batch = self.cache[0][0].length, ids_B.shape[0]
        x_BD = self.model.decoder.embed(ids_B.unsqueeze(1), place).squeeze(1)
        own_LN1M, cross_LN1M = (
            x_BD.new_empty(len(self.layers), batch * self.heads, 1, keys) for keys in (place + 1, self.sources)
        )
        bias_BH1M = self.model.decoder.distances(batch, 1, place + 1)
        bias_N1M = bias_BH1M.flatten(0, 1) if bias_BH1M.ndim else None
        with few_rows_quickly(self.model):
            for layer, own_N1M, cross_N1M in zip(self.layers, own_LN1M.unbind(), cross_LN1M.unbind(), strict=True):
                x_BD = layer.row(x_BD, own_N1M, cross_N1M, bias_N1M)
            logits_BV = self.model.unembed(self.model.decoder.final_norm(x_BD))
        if not self.watch:
            return logits_BV, {}
        weights = {"decoder": own_LN1M, "cross": cross_LN1M}
        return logits_BV, {kind: one.view(len(self.layers), batch, self.heads, -1) for kind, one in weights.items()}


class _Layer:
    """One decoder layer."""

    def __init__(self, layer: DecoderLayer, own: LayerCache, cross: LayerCache, hidden_B11S: Tensor | None) -> None:
        self.pre = isinstance(layer.attn_sublayer, PreNorm)
        self.norms = [_norm(part.norm) for part in (layer.attn_sublayer, layer.cross_sublayer, layer.ff_sublayer)]
        self.own, self.cross = _Own(layer.self_attn, own), _Cross(layer.cross_attn, cross, hidden_B11S)
        self.feed_forward: FeedForward = layer.feed_forward

    def row(self, x_BD: Tensor, own_N1M: Tensor, cross_N1M: Tensor, bias_N1M: Tensor | None) -> Tensor:
        """(B, D) -> (B, D); the new rows of weights are written into the next two, the last is added to the scores."""
        first, second, third = self.norms
        if self.pre:
            x_BD = x_BD + self.own.row(first(x_BD), own_N1M, bias_N1M)
            x_BD = x_BD + self.cross.row(second(x_BD), cross_N1M)
            return x_BD + self.feed_forward(third(x_BD))
        x_BD = first(x_BD + self.own.row(x_BD, own_N1M, bias_N1M))
        x_BD = second(x_BD + self.cross.row(x_BD, cross_N1M))
        return third(x_BD + self.feed_forward(x_BD))


class _Own:
    """Self-attention: the new row's key and value go into the cache first."""

    def __init__(self, attention: MultiHeadAttention, cache: LayerCache) -> None:
        self.qkv = [(part.weight, part.bias) for part in (attention.to_q, attention.to_k, attention.to_v)]
        self.out = (attention.to_out.weight, attention.to_out.bias)
        self.heads, self.scale, self.cache = attention.heads, attention.scale, cache

    def row(self, x_BD: Tensor, weights_N1M: Tensor, bias_N1M: Tensor | None) -> Tensor:
        """(B, D) -> (B, D)."""
        batch = x_BD.shape[0]
        q_BH1K, k_BH1K, v_BH1K = [F.linear(x_BD, *own).view(batch, self.heads, 1, -1) for own in self.qkv]
        self.cache.extend(k_BH1K, v_BH1K)
        k_BHMK, v_BHMK = self.cache.views()
        scores_N1M = torch.bmm(q_BH1K.flatten(0, 1), k_BHMK.flatten(0, 1).transpose(1, 2)).mul_(self.scale)
        if bias_N1M is not None:
            scores_N1M.add_(bias_N1M)
        torch.softmax(scores_N1M, -1, out=weights_N1M)
        return F.linear(torch.bmm(weights_N1M, v_BHMK.flatten(0, 1)).view(batch, -1), *self.out)


class _Cross:
    """Cross-attention: keys and values of the source are in the cache already."""

    def __init__(self, attention: MultiHeadAttention, cache: LayerCache, hidden_B11S: Tensor | None) -> None:
        self.q, self.out = ((part.weight, part.bias) for part in (attention.to_q, attention.to_out))
        self.scale, self.hidden_B11S, self.masked_score = attention.scale, hidden_B11S, attention.masked_score
        k_BHMK, v_BHMK = cache.views()
        self.k_NKM, self.v_NMK = k_BHMK.flatten(0, 1).transpose(1, 2), v_BHMK.flatten(0, 1)
        self.heads, self.width = attention.heads, k_BHMK.shape[3]

    def row(self, x_BD: Tensor, weights_N1M: Tensor) -> Tensor:
        """(B, D) -> (B, D)."""
        q_N1K = F.linear(x_BD, *self.q).view(-1, 1, self.width)
        scores_N1M = torch.bmm(q_N1K, self.k_NKM).mul_(self.scale)
        if self.hidden_B11S is not None:
            scores_N1M.view(x_BD.shape[0], self.heads, 1, -1).masked_fill_(self.hidden_B11S, self.masked_score)
        torch.softmax(scores_N1M, -1, out=weights_N1M)
        return F.linear(torch.bmm(weights_N1M, self.v_NMK).view(x_BD.shape[0], -1), *self.out)


def _norm(norm: Any) -> Callable[[Tensor], Tensor]:
    """A norm as a function."""
    if not isinstance(norm, LayerNorm):
        return lambda x_BD: norm(x_BD)
    shape, weight, bias, eps = norm.normalized_shape, norm.weight, norm.bias, norm.eps
    return lambda x_BD: torch.layer_norm(x_BD, shape, weight, bias, eps)


__all__ = ["Stepper", "steppable"]
