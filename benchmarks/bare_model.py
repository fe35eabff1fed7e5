"""The model without what makes it watchable, on the same weights: without hook points, and as bare matrix products.

Shapes: B batch, N tokens, Q queries, M memory, D width, H heads, K head width, F feed-forward, V vocabulary.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from model_core import masks
from model_core.attention import LayerCache, MultiHeadAttention
from model_core.layers import FeedForward, Sublayer, narrowed
from model_core.model import DecodingCache, Embedding, EncoderDecoder
from model_core.spec import ModelSpec


class PlainEmbedding(Embedding):
    """As its base, with no points."""

    def forward(self, ids_BN: Tensor, start: int = 0) -> Tensor:
        """(B, N) -> (B, N, D)."""
        return self.dropout(self.table(ids_BN) * self.scale + self.position(start, ids_BN.shape[1]))


class PlainAttention(MultiHeadAttention):
    """As its base, with no points."""

    def keys_values(self, memory_BMD: Tensor, cache: LayerCache | None, grows: bool) -> tuple[Tensor, Tensor]:
        """Keys and values (B, H, M, K)."""
        if cache is not None and cache.filled and not grows:
            return cache.views()
        k_BHMK, v_BHMK = self.split(self.to_k(memory_BMD)), self.split(self.to_v(memory_BMD))
        if cache is None:
            return k_BHMK, v_BHMK
        cache.extend(k_BHMK, v_BHMK)
        return cache.views()

    def forward(
        self, x_BQD: Tensor, memory_BMD: Tensor, mask_BQM: Tensor, cache: LayerCache | None = None, grows: bool = True
    ) -> Tensor:
        """(B, Q, D)."""
        q_BHQK = self.split(self.to_q(x_BQD))
        k_BHMK, v_BHMK = self.keys_values(memory_BMD, cache, grows)
        scores_BHQM = (q_BHQK @ k_BHMK.transpose(-1, -2)) * self.scale
        weights_BHQM = scores_BHQM.masked_fill(~mask_BQM.unsqueeze(1), -math.inf).softmax(dim=-1)
        return self.to_out((weights_BHQM @ v_BHMK).transpose(1, 2).flatten(2))


class PlainFeedForward(FeedForward):
    """As its base, with no points."""

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return self.down(self.activation(self.up(x_BND)))


class PlainSublayer(Sublayer):
    """As its base, with no points."""

    def forward(self, x_BND: Tensor, work: Callable[[Tensor], Tensor]) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        if self.pre:
            return x_BND + self.dropout(work(narrowed(self.norm(x_BND))))
        return self.norm(x_BND + self.dropout(work(x_BND)))


class PlainModel(EncoderDecoder):
    """As its base, with no points."""

    def encode(self, source_BS: Tensor) -> Tensor:
        """(B, S) -> (B, S, D)."""
        mask_BSS = masks.padding_mask(source_BS, self.spec.pad_id, source_BS.shape[1])
        x_BSD = self.encoder.embed(source_BS)
        for layer in self.encoder.layers:
            x_BSD = layer(x_BSD, mask_BSS)
        return self.encoder.final_norm(x_BSD)

    def decode(
        self, read_BT: Tensor, memory_BSD: Tensor, source_BS: Tensor, cache: DecodingCache | None = None
    ) -> Tensor:
        """(B, T) -> (B, T, D); without a cache only."""
        assert cache is None
        mask_BTT = masks.decoder_mask(read_BT, self.spec.pad_id)
        cross_BTS = masks.padding_mask(source_BS, self.spec.pad_id, read_BT.shape[1])
        x_BTD = self.decoder.embed(read_BT)
        for layer in self.decoder.layers:
            x_BTD = layer(x_BTD, memory_BSD, mask_BTT, cross_BTS, None)
        return self.decoder.final_norm(x_BTD)

    def unembed(self, hidden_BTD: Tensor) -> Tensor:
        """(B, T, D) -> (B, T, V)."""
        return self.to_logits(hidden_BTD)


_PLAIN: dict[type[nn.Module], type[nn.Module]] = {
    Embedding: PlainEmbedding,
    MultiHeadAttention: PlainAttention,
    FeedForward: PlainFeedForward,
    Sublayer: PlainSublayer,
    EncoderDecoder: PlainModel,
}


def without_points(model: EncoderDecoder) -> EncoderDecoder:
    """The same model, on the same weights, whose forward passes go past no hook point."""
    plain = copy.deepcopy(model, {id(weight): weight for weight in model.parameters()})
    for module in plain.modules():
        module.__class__ = _PLAIN.get(type(module), type(module))
    return plain


Product = tuple[Tensor, Tensor, Tensor]
"""Left, right, and where the product goes."""


class Products:
    """Only the matrix products of one forward pass over N source and N target tokens, into kept memory."""

    def __init__(self, spec: ModelSpec, tokens: int) -> None:
        d, inner, n = spec.d_model, spec.d_ff, tokens
        plain = [(n, d, 3 * d), (n, d, d), (n, d, inner), (n, inner, d)]
        cross = [(n, d, d), (n, d, 2 * d), (n, d, d)]
        sizes = plain * (spec.encoder_layers + spec.decoder_layers) + cross * spec.decoder_layers
        sizes.append((n, d, spec.target_vocabulary))
        self._flat = [_product((), *size) for size in sizes]
        heads, width = (spec.heads,), spec.head_width
        maps = spec.encoder_layers + 2 * spec.decoder_layers
        pairs = [(_product(heads, n, width, n), _product(heads, n, n, width)) for _ in range(maps)]
        self._batched = [one for pair in pairs for one in pair]

    @torch.inference_mode()
    def run(self) -> None:
        """All of them once."""
        for left, right, out in self._flat:
            torch.mm(left, right, out=out)
        for left, right, out in self._batched:
            torch.bmm(left, right, out=out)


def _product(batch: tuple[int, ...], rows: int, inner: int, columns: int) -> Product:
    """Random factors; the right one transposed in memory, as a linear layer keeps its weights."""
    right = torch.randn(*batch, columns, inner).transpose(-1, -2)
    return torch.randn(*batch, rows, inner), right, torch.empty(*batch, rows, columns)


class StepProducts:
    """Every decoder weight read once: the products of a decoding step, of one row."""

    def __init__(self, spec: ModelSpec) -> None:
        d, inner = spec.d_model, spec.d_ff
        sizes = [(d, 3 * d), (d, d), (d, d), (d, d), (d, inner), (inner, d)] * spec.decoder_layers
        sizes.append((d, spec.target_vocabulary))
        self._products = [_product((), 1, *size) for size in sizes]

    @torch.inference_mode()
    def run(self, steps: int) -> None:
        """So many steps."""
        for _ in range(steps):
            for left, right, out in self._products:
                torch.mm(left, right, out=out)
