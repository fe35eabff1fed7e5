"""The decoder for new rows of each sentence, written out over the model's weights: one step of decoding.

For a few rows calling sixty modules takes longer than the matrix products. Here are the same operations in the same
order; activations are recorded under the hook points' names. It is used while only the decoding itself has listeners;
`python main.py check` compares every step with a whole pass of the modules.

Shapes: B sentences, R new rows, T tokens read, N = sentences × heads, D width, K head width, M keys, H heads,
V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.decoding.fast_linear import fast_few_rows
from model_core.record.trace import SCORES
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.cache import LayerCache
from model_core.transformer.hooks import listener_count, recording
from model_core.transformer.layers import DecoderLayer, FeedForward, PreNorm, Sublayer
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


class Recorder(dict[str, Tensor]):
    """Activations by hook name; only those in `keep` are stored."""

    def __init__(self, keep: frozenset[str]) -> None:
        super().__init__()
        self.keep = keep

    def record(self, path: str, **values: Tensor) -> None:
        """Store activations of the module at `path`, by the last part of their hook names."""
        if self.keep:
            for name, one in values.items():
                hook = f"{path}.{name}"
                if hook in self.keep:
                    self[hook] = one


class Stepper:
    """Computes new decoder rows from caches that hold at least one row. `keep` names the activations to record."""

    def __init__(
        self, model: EncoderDecoder, source_BS: Tensor, cache: DecodingCache, keep: frozenset[str] = frozenset()
    ) -> None:
        self.model, self.source_BS, self.cache, self.keep = model, source_BS, cache, keep
        self.called = frozenset(name for name in keep if name == "logits" or any(part in name for part in CALLED))
        hidden_BS = source_BS == model.spec.pad_id
        hidden_B11S = hidden_BS[:, None, None] if bool(hidden_BS.any()) else None
        layers: list[Any] = list(model.decoder.layers)
        self.layers = [
            _Layer(f"decoder.layers.{index}", layer, *own, hidden_B11S)
            for index, (layer, own) in enumerate(zip(layers, cache, strict=True))
        ]

    def rows(self, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """All ids read so far (B, T) -> logits (B, R, V) of the rows that the caches lack, and the recorded
        activations."""
        place, model = self.cache[0][0].length, self.model
        batch, keys = read_BT.shape
        rows, kept = keys - place, Recorder(self.keep)
        mask_BRT = decoder_mask(read_BT, model.spec.pad_id, rows) if rows > 1 or self.keep else None
        hidden_B1RT = ~mask_BRT.unsqueeze(1) if mask_BRT is not None and rows > 1 else None
        with fast_few_rows(model), recording(model, self.called) as heard:
            x_BRD = model.decoder.embed(read_BT[:, place:], place)
            bias_BHRT = model.decoder.distances(batch, rows, keys)
            for layer in self.layers:
                x_BRD = layer.rows(x_BRD, bias_BHRT, hidden_B1RT, kept)
            x_BRD = model.decoder.final_norm(x_BRD)
            logits_BRV = model.unembed(x_BRD)
        if mask_BRT is not None:
            cross_BRS = padding_mask(self.source_BS, model.spec.pad_id, rows)
            kept.record("decoder", mask=mask_BRT, cross_mask=cross_BRS, output=x_BRD)
        return logits_BRV, {**kept, **heard}


class _Layer:
    """One decoder layer."""

    def __init__(
        self, path: str, layer: DecoderLayer, own: LayerCache, cross: LayerCache, hidden_B11S: Tensor | None
    ) -> None:
        self.own = _SelfAttention(f"{path}.self_attn", layer.self_attn, own)
        self.cross = _Cross(f"{path}.cross_attn", layer.cross_attn, cross, hidden_B11S)
        self.feed_forward: FeedForward = layer.feed_forward
        parts = ("attn_sublayer", "cross_sublayer", "ff_sublayer")
        self.sublayers = [_Sublayer(f"{path}.{part}", getattr(layer, part)) for part in parts]

    def rows(self, x_BRD: Tensor, bias_BHRT: Tensor, hidden_B1RT: Tensor | None, kept: Recorder) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        first, second, third = self.sublayers
        x_BRD = first.rows(x_BRD, lambda x: self.own.rows(x, bias_BHRT, hidden_B1RT, kept), kept)
        x_BRD = second.rows(x_BRD, lambda x: self.cross.rows(x, kept), kept)
        return third.rows(x_BRD, self.feed_forward, kept)


class _Sublayer:
    """The residual connection and the norm around one sub-layer."""

    def __init__(self, path: str, sublayer: Sublayer) -> None:
        self.path, self.pre, self.norm = path, isinstance(sublayer, PreNorm), _norm(sublayer.norm)

    def rows(self, x_BRD: Tensor, sublayer: Rows, kept: Recorder) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        if self.pre:
            normed_BRD = self.norm(x_BRD)
            residual_BRD = x_BRD + sublayer(normed_BRD)
        else:
            normed_BRD = residual_BRD = self.norm(x_BRD + sublayer(x_BRD))
        kept.record(self.path, normed=normed_BRD, residual=residual_BRD)
        return residual_BRD


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
        self, q_BHRK: Tensor, k_NKM: Tensor, v_NMK: Tensor, bias: Tensor | None, hidden: Tensor | None, kept: Recorder
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
        kept.record(self.path, q=q_BHRK, weights=weights_BHRM, head_outputs=z_BHRK, output=output_BRD)
        return output_BRD


class _SelfAttention(_Attention):
    """Self-attention: the new rows' keys and values go into the cache first."""

    def __init__(self, path: str, attention: MultiHeadAttention, cache: LayerCache) -> None:
        super().__init__(path, attention)
        self.cache = cache

    def rows(self, x_BRD: Tensor, bias_BHRT: Tensor, hidden_B1RT: Tensor | None, kept: Recorder) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        q_BHRK, k_BHRK, v_BHRK = (self.split(x_BRD, weights) for weights in (self.q, self.k, self.v))
        kept.record(self.path, k=k_BHRK, v=v_BHRK)
        self.cache.extend(k_BHRK, v_BHRK)
        k_NTK, v_NTK = (one.flatten(0, 1) for one in self.cache.views())
        bias = bias_BHRT if bias_BHRT.ndim else None
        return self.attend(q_BHRK, k_NTK.transpose(1, 2), v_NTK, bias, hidden_B1RT, kept)


class _Cross(_Attention):
    """Cross-attention: keys and values of the source are in the cache already."""

    def __init__(self, path: str, attention: MultiHeadAttention, cache: LayerCache, hidden_B11S: Tensor | None) -> None:
        super().__init__(path, attention)
        k_NSK, v_NSK = (one.flatten(0, 1) for one in cache.views())
        self.k_NKS, self.v_NSK, self.hidden_B11S = k_NSK.transpose(1, 2), v_NSK, hidden_B11S

    def rows(self, x_BRD: Tensor, kept: Recorder) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        return self.attend(self.split(x_BRD, self.q), self.k_NKS, self.v_NSK, None, self.hidden_B11S, kept)


def _norm(norm: Any) -> Rows:
    """A norm as a function."""
    if not isinstance(norm, nn.LayerNorm):
        return lambda x_BRD: norm(x_BRD)
    shape, weight, bias, eps = norm.normalized_shape, norm.weight, norm.bias, norm.eps
    return lambda x_BRD: torch.layer_norm(x_BRD, shape, weight, bias, eps)
