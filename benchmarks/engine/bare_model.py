"""The model without what makes it watchable, on the same weights: without hook points, and as bare matrix products.

Shapes: B batch, N tokens, Q queries, M memory, D width, H heads, K head width, F feed-forward, V vocabulary.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from model_core.decoding.fast_linear import least_cells, onednn, wide_product
from model_core.spec import ModelSpec
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.cache import NO_CACHE, NoCache
from model_core.transformer.layers import FeedForward, PostNorm, PreNorm
from model_core.transformer.model import Embedding, EncoderDecoder


class PlainEmbedding(Embedding):
    """As its base, with no points."""

    def forward(self, ids_BN: Tensor, start: int = 0) -> Tensor:
        """(B, N) -> (B, N, D)."""
        return self.dropout(self.table(ids_BN) * self.scale + self.position(start, ids_BN.shape[1]))


class PlainAttention(MultiHeadAttention):
    """As its base, with no points: scores and weights in one tensor."""

    def forward(
        self, x_BQD: Tensor, memory_BMD: Tensor, mask_BQM: Tensor, bias_BHQM: Tensor, cache: NoCache = NO_CACHE
    ) -> Tensor:
        """(B, Q, D)."""
        q_BHQK, k_BHMK = self.split(self.to_q(x_BQD)), self.split(self.to_k(memory_BMD))
        scores_BHQM = (q_BHQK @ k_BHMK.transpose(-1, -2)).mul_(self.scale)
        scores_BHQM.masked_fill_(~mask_BQM.unsqueeze(1), -math.inf)
        weights_BHQM = torch.softmax(scores_BHQM, -1, out=scores_BHQM)
        z_BHQK = weights_BHQM @ self.split(self.to_v(memory_BMD))
        return self.to_out(z_BHQK.transpose(1, 2).flatten(2))


class PlainFeedForward(FeedForward):
    """As its base, with no points."""

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return self.down(self.activation(self.up(x_BND)))


class PlainPreNorm(PreNorm):
    """As its base, with no points."""

    def forward(self, x_BND: Tensor, work: Callable[[Tensor], Tensor]) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return x_BND + self.dropout(work(self.norm(x_BND)))


class PlainPostNorm(PostNorm):
    """As its base, with no points."""

    def forward(self, x_BND: Tensor, work: Callable[[Tensor], Tensor]) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return self.norm(x_BND + self.dropout(work(x_BND)))


_PLAIN: dict[type[nn.Module], type[nn.Module]] = {
    Embedding: PlainEmbedding,
    MultiHeadAttention: PlainAttention,
    FeedForward: PlainFeedForward,
    PreNorm: PlainPreNorm,
    PostNorm: PlainPostNorm,
}


def without_points(model: EncoderDecoder) -> EncoderDecoder:
    """The same model, on the same weights, with no hook point in its embeddings and layers."""
    plain = copy.deepcopy(model, {id(weight): weight for weight in model.parameters()})
    for module in plain.modules():
        module.__class__ = _PLAIN.get(type(module), type(module))
    return plain


Product = tuple[Tensor, Tensor, Tensor]
"""Left, right, and where the product goes."""


class Products:
    """Only the matrix products of one forward pass over N source and N target tokens, into kept memory; the last one
    by the library that the model's own fast path asks for it."""

    def __init__(self, spec: ModelSpec, tokens: int) -> None:
        d, inner, n = spec.d_model, spec.d_ff, tokens
        plain = [(n, d, 3 * d), (n, d, d), (n, d, inner), (n, inner, d)]
        cross = [(n, d, d), (n, d, 2 * d), (n, d, d)]
        sizes = plain * (spec.encoder_layers + spec.decoder_layers) + cross * spec.decoder_layers
        self._large = list[tuple[nn.Linear, Tensor]]()
        if onednn(n) is not None and d * spec.target_vocabulary >= least_cells(n, d):
            self._large.append((nn.Linear(d, spec.target_vocabulary, bias=False), torch.randn(n, d)))
        else:
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
        for linear, rows in self._large:
            wide_product(linear, rows)


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
