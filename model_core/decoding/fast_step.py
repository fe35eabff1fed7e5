"""The decoder for new rows of each sentence, written out over the model's weights: one step of decoding.

For a few rows calling sixty modules takes longer than the matrix products. Here are the same operations in the same
order, but for the scale of scores, which is multiplied into the product; activations are recorded under the hook
points' names. It is used while only the decoding itself has listeners;
`python main.py check` compares every step with a whole pass of the modules.

Shapes: B sentences, R new rows, T tokens read, N = sentences × heads, D width, K head width, M keys, H heads,
V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import torch
from torch import Tensor, nn

from model_core.decoding.fast_linear import fast_product
from model_core.record.trace import SCORES
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.cache import LayerCache
from model_core.transformer.hooks import listener_count
from model_core.transformer.layers import FeedForward, GatedFeedForward, PreNorm, RelativePositionBias
from model_core.transformer.masks import decoder_mask, padding_mask
from model_core.transformer.model import DecodingCache, Embedding, EncoderDecoder, NormedEmbedding

Rows = Callable[[Tensor], Tensor]
"""(B, R, D) -> (B, R, D)."""

Kept = list[tuple[int, str]]
"""Those of a part's activations that are recorded: index in the order in which it hands them over, hook name."""


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
    """Computes new decoder rows. `memory_BSD` is `model.encode(source_BS)`: its keys and values go into caches that
    lack them. `keep` names the activations to record; those of the source are recorded with the first row."""

    def __init__(
        self, model: EncoderDecoder, source_BS: Tensor, memory_BSD: Tensor, cache: DecodingCache,
        keep: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.model, self.source_BS, self.cache, self.keep = model, source_BS, cache, keep
        self.keeps_masks = not keep.isdisjoint(("decoder.mask", "decoder.cross_mask"))  # half of what is made to watch
        hidden_BS = source_BS == model.spec.pad_id
        hidden_B11S = hidden_BS[:, None, None] if bool(hidden_BS.any()) else None
        decoder, kept = model.decoder, partial(_kept, keep)
        self.embed = _Embedding(decoder.embed, kept("decoder.embed", "tokens", "positions", "sum", "input"))
        self.biased = isinstance(decoder.distances, RelativePositionBias)
        self.bias_kept = kept("decoder.distances", "bias")
        self.sublayers: list[tuple[bool, Rows, Work, Kept]] = []
        layer: Any
        for index, layer in enumerate(decoder.layers):
            path, (own, cross) = f"decoder.layers.{index}", cache[index]
            cross.keys_values(memory_BSD, layer.cross_attn.keys_values)
            works: dict[str, Work] = {
                "attn_sublayer": _SelfAttention(layer.self_attn, own, f"{path}.self_attn", keep).rows,
                "cross_sublayer": _Cross(layer.cross_attn, cross, f"{path}.cross_attn", keep, hidden_B11S).rows,
                "ff_sublayer": _FeedForward(layer.feed_forward, f"{path}.feed_forward", keep).rows,
            }
            for name, work in works.items():
                sublayer, recorded = getattr(layer, name), kept(f"{path}.{name}", "normed", "residual")
                self.sublayers.append((isinstance(sublayer, PreNorm), _norm(sublayer.norm), work, recorded))
        self.final_norm = None if isinstance(decoder.final_norm, nn.Identity) else _norm(decoder.final_norm)
        self.output_kept, self.logits_kept = kept("decoder", "output"), kept("", "logits")
        self.to_logits, self.logit_scale = fast_product(model.to_logits), model.to_logits.scale

    def rows(self, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """All ids read so far (B, T) -> logits (B, R, V) of the rows that the caches lack, and the recorded
        activations."""
        place = self.cache[0][0].length
        step = self._step(read_BT, place)
        x_BRD = self.embed.rows(read_BT[:, place:], place, step)
        for pre, norm, work, kept in self.sublayers:
            if pre:
                normed_BRD = norm(x_BRD)
                x_BRD = x_BRD + work(normed_BRD, step)
            else:
                normed_BRD = x_BRD = norm(x_BRD + work(x_BRD, step))
            if kept:
                step.record(kept, normed_BRD, x_BRD)
        if self.final_norm is not None:
            x_BRD = self.final_norm(x_BRD)
        step.record(self.output_kept, x_BRD)
        logits_BRV = self.to_logits(x_BRD if self.logit_scale == 1 else x_BRD * self.logit_scale)
        step.record(self.logits_kept, logits_BRV)
        return logits_BRV, step.kept

    def _step(self, read_BT: Tensor, place: int) -> _Step:
        """What the parts share when they compute the rows from `place` on."""
        batch, keys = read_BT.shape
        rows, pad_id = keys - place, self.model.spec.pad_id
        step = _Step(batch, rows, first=place == 0)
        if self.biased:
            step.bias_BHRT = self.model.decoder.distances(batch, rows, keys)
            step.record(self.bias_kept, step.bias_BHRT)
        if rows > 1 or self.keeps_masks:
            mask_BRT = decoder_mask(read_BT, pad_id, rows)
            step.hidden_B1RT = ~mask_BRT.unsqueeze(1) if rows > 1 else None
            if self.keeps_masks:
                masks = mask_BRT, padding_mask(self.source_BS, pad_id, rows)
                step.record(_kept(self.keep, "decoder", "mask", "cross_mask"), *masks)
        return step


class _Step:
    """What the parts share in one step: the numbers added to the scores of self-attention, its masked cells (None for
    neither), and what was recorded so far, by hook name. `first`: the rows begin the texts."""

    def __init__(self, batch: int, rows: int, first: bool) -> None:
        self.batch, self.count, self.first = batch, rows, first
        self.bias_BHRT: Tensor | None = None
        self.hidden_B1RT: Tensor | None = None
        self.kept: dict[str, Tensor] = {}

    def record(self, kept: Kept, *values: Tensor) -> None:
        """Store those of a part's activations that are recorded."""
        for index, hook in kept:
            self.kept[hook] = values[index]


def _kept(keep: frozenset[str], path: str, *names: str) -> Kept:
    """Those of the activations of the module at `path` that are recorded."""
    hooks = (f"{path}.{name}" if path else name for name in names)
    return [(index, hook) for index, hook in enumerate(hooks) if hook in keep]


Work = Callable[[Tensor, _Step], Tensor]
"""What a sub-layer adds to the residual stream: (B, R, D) -> (B, R, D)."""


class _Embedding:
    """What the first layer reads."""

    def __init__(self, embed: Embedding, kept: Kept) -> None:
        self.embed, self.kept, self.table, self.scale = embed, kept, embed.table.weight, embed.scale
        self.norm = _norm(embed.norm) if isinstance(embed, NormedEmbedding) else None
        self.position = embed.position.forward

    def rows(self, ids_BR: Tensor, place: int, step: _Step) -> Tensor:
        """(B, R) ids at positions place, place + 1, … -> (B, R, D). Raises Refused past the last position."""
        if place + step.count > self.embed.max_positions:
            self.embed(ids_BR, place)  # which raises
        tokens_BRD = torch.embedding(self.table, ids_BR) * self.scale
        positions_RD = self.position(place, step.count)
        sum_BRD = tokens_BRD + positions_RD
        input_BRD = sum_BRD if self.norm is None else self.norm(sum_BRD)
        if self.kept:  # learned positions are a view of the parameter
            step.record(self.kept, tokens_BRD, positions_RD.detach(), sum_BRD, input_BRD)
        return input_BRD


class _FeedForward:
    """The feed-forward of a layer, gated or not."""

    def __init__(self, module: FeedForward, path: str, keep: frozenset[str]) -> None:
        self.up, self.down, self.activation = fast_product(module.up), fast_product(module.down), module.activation
        self.gate = fast_product(module.gate) if isinstance(module, GatedFeedForward) else None
        self.kept = _kept(keep, path, "before", "hidden", "output")
        self.gates_kept = _kept(keep, path, "gates")

    def rows(self, x_BRD: Tensor, step: _Step) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        before_BRF = self.up(x_BRD)
        hidden_BRF = self.activation(before_BRF)
        if self.gate is not None:
            gates_BRF = self.gate(x_BRD)
            hidden_BRF = hidden_BRF * gates_BRF
            step.record(self.gates_kept, gates_BRF)
        output_BRD = self.down(hidden_BRF)
        if self.kept:
            step.record(self.kept, before_BRF, hidden_BRF, output_BRD)
        return output_BRD


class _Attention:
    """The code that both attentions of a layer share."""

    def __init__(self, attention: MultiHeadAttention, path: str, keep: frozenset[str]) -> None:
        self.heads, self.scale, self.masked_score = attention.heads, attention.scale, attention.masked_score
        self.q, self.k, self.v, self.out = map(
            fast_product, (attention.to_q, attention.to_k, attention.to_v, attention.to_out)
        )
        self.kept, self.weights_kept = _kept(keep, path, "q", "head_outputs", "output"), _kept(keep, path, "weights")

    def split(self, x_BRD: Tensor, step: _Step) -> Tensor:
        """(B, R, H · K) -> (B, H, R, K)."""
        if step.count == 1:
            return x_BRD.view(step.batch, self.heads, 1, -1)
        return x_BRD.view(step.batch, step.count, self.heads, -1).transpose(1, 2)

    def mix(self, q_BHRK: Tensor, scores_NRM: Tensor, v_NMK: Tensor, hidden: Tensor | None, step: _Step) -> Tensor:
        """(B, R, D) from the scores, which may be written over, and the values; `hidden` cells are masked."""
        sizes = step.batch, self.heads, step.count
        if hidden is not None:
            scores_NRM.view(*sizes, -1).masked_fill_(hidden, self.masked_score)
        weights_NRM = torch.softmax(scores_NRM, -1, out=scores_NRM if scores_NRM.is_cpu else None)  # GPUs: not promised
        z_NRK = torch.bmm(weights_NRM, v_NMK)
        if step.count == 1:
            joined_BRD = z_NRK.view(step.batch, 1, -1)
        else:
            joined_BRD = z_NRK.view(*sizes, -1).transpose(1, 2).flatten(2)
        output_BRD = self.out(joined_BRD)
        if self.weights_kept:
            step.record(self.weights_kept, weights_NRM.view(*sizes, -1))
        if self.kept:
            step.record(self.kept, q_BHRK, z_NRK.view(*sizes, -1), output_BRD)
        return output_BRD


class _SelfAttention(_Attention):
    """Self-attention: the new rows' keys and values go into the cache first."""

    def __init__(self, attention: MultiHeadAttention, cache: LayerCache, path: str, keep: frozenset[str]) -> None:
        super().__init__(attention, path, keep)
        self.cache, self.cached_kept = cache, _kept(keep, path, "k", "v")
        self.zero = attention.to_q.weight.new_zeros(())

    def rows(self, x_BRD: Tensor, step: _Step) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        q_BHRK = self.split(self.q(x_BRD), step)
        k_BHRK, v_BHRK = self.split(self.k(x_BRD), step), self.split(self.v(x_BRD), step)
        if self.cached_kept:
            step.record(self.cached_kept, k_BHRK, v_BHRK)
        self.cache.extend(k_BHRK, v_BHRK)
        k_BHTK, v_BHTK = self.cache.views()
        q_NRK, k_NKT = q_BHRK.flatten(0, 1), k_BHTK.flatten(0, 1).transpose(1, 2)
        if step.bias_BHRT is None:
            scores_NRT = torch.baddbmm(self.zero, q_NRK, k_NKT, beta=0, alpha=self.scale)
        else:
            scores_NRT = torch.baddbmm(step.bias_BHRT.flatten(0, 1), q_NRK, k_NKT, alpha=self.scale)
        return self.mix(q_BHRK, scores_NRT, v_BHTK.flatten(0, 1), step.hidden_B1RT, step)


class _Cross(_Attention):
    """Cross-attention: keys and values of the source are in the cache already."""

    def __init__(
        self, attention: MultiHeadAttention, cache: LayerCache, path: str, keep: frozenset[str],
        hidden_B11S: Tensor | None,
    ) -> None:  # fmt: skip
        super().__init__(attention, path, keep)
        self.source_kept, self.source_BHSK = _kept(keep, path, "k", "v"), cache.views()
        k_NSK, self.v_NSK = (one.flatten(0, 1) for one in self.source_BHSK)
        self.scaled_k_NKS, self.hidden_B11S = (k_NSK * self.scale).transpose(1, 2), hidden_B11S

    def rows(self, x_BRD: Tensor, step: _Step) -> Tensor:
        """(B, R, D) -> (B, R, D)."""
        if step.first and self.source_kept:
            step.record(self.source_kept, *self.source_BHSK)
        q_BHRK = self.split(self.q(x_BRD), step)
        scores_NRS = torch.bmm(q_BHRK.flatten(0, 1), self.scaled_k_NKS)
        return self.mix(q_BHRK, scores_NRS, self.v_NSK, self.hidden_B11S, step)


def _norm(norm: Any) -> Rows:
    if not isinstance(norm, nn.LayerNorm):
        return lambda x_BRD: norm(x_BRD)
    shape, weight, bias, eps = norm.normalized_shape, norm.weight, norm.bias, norm.eps
    return lambda x_BRD: torch.layer_norm(x_BRD, shape, weight, bias, eps)
