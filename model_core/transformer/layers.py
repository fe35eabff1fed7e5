"""Positions, feed-forward, encoder and decoder layer; the tables that turn a spec's values into modules.

Norms are in `model_core.transformer.norms`. Shapes: B batch, N tokens, D width, F feed-forward width, P positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.spec import ModelSpec
from model_core.transformer.attention import MultiHeadAttention
from model_core.transformer.cache import NoCache
from model_core.transformer.hooks import HookPoint
from model_core.transformer.norms import norm
from model_core.transformer.positions import sinusoidal

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": partial(F.gelu, approximate="tanh"),
    "silu": F.silu,
}
"""`ModelSpec.activation` -> function."""


def sinusoidal_table(positions: int, width: int, base: float = 10_000.0, halves: bool = False) -> Tensor:
    """(P, D) table: sin(pos / base^(2i/D)) at even units, cos at odd ones (the paper, section 3.5), or in halves."""
    return torch.from_numpy(sinusoidal(positions, width, base, halves))  # in torch it would be slow on "meta"


class FixedPositions(nn.Module):
    """One vector per position; nothing is learned, and nothing is stored in a checkpoint."""

    def __init__(self, table_PD: Tensor) -> None:
        super().__init__()
        self.register_buffer("table", table_PD, persistent=False)
        self.table: Tensor

    @property
    def rows(self) -> Tensor:
        """(P, D): the vectors of all positions."""
        return self.table

    def forward(self, start: int, length: int) -> Tensor:
        """Rows start … start + length - 1 of the table: (N, D)."""
        return self.table[start : start + length]


class SinusoidalPositions(FixedPositions):
    """The paper's table (section 3.5)."""

    def __init__(self, spec: ModelSpec) -> None:
        halves = spec.position_layout == "halves"
        super().__init__(sinusoidal_table(spec.max_positions, spec.d_model, spec.position_base, halves))


class NoPositions(FixedPositions):
    """All zeros: the encoder sees a bag of tokens (in the decoder the causal mask still reveals the order)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__(torch.zeros(spec.max_positions, spec.d_model))


class LearnedPositions(nn.Module):
    """One learned vector per position. The rows before `offset` belong to no position."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.offset = spec.position_offset
        self.table = nn.Parameter(torch.empty(self.offset + spec.max_positions, spec.d_model))
        nn.init.normal_(self.table, std=spec.d_model**-0.5)

    @property
    def rows(self) -> Tensor:
        """(P, D): the vectors of all positions, without the `offset` rows before them."""
        return self.table[self.offset :]

    def forward(self, start: int, length: int) -> Tensor:
        """Rows offset + start … offset + start + length - 1 of the table: (N, D)."""
        return self.table[self.offset + start : self.offset + start + length]


POSITIONS: dict[str, Callable[[ModelSpec], nn.Module]] = {
    "sinusoidal": SinusoidalPositions,
    "learned": LearnedPositions,
    "none": NoPositions,
    "relative": NoPositions,
}
"""`ModelSpec.positions` -> what is added to the token vectors."""


class NoPositionBias(nn.Module):
    """A single 0 is added to all scores."""

    def __init__(self, spec: ModelSpec, bidirectional: bool) -> None:
        super().__init__()
        self.register_buffer("zero", torch.zeros(()), persistent=False)
        self.zero: Tensor

    def forward(self, batch: int, queries: int, keys: int) -> Tensor:
        """The scalar 0, which broadcasts to (B, H, Q, M)."""
        return self.zero


class RelativePositionBias(nn.Module):
    """A learned number for each head and distance between query and key (Raffel et al. 2020, section 2.1).

    Distances fall into buckets: each small one has its own, larger ones share buckets of equal width on a
    logarithmic scale up to `position_reach`, and the last bucket has everything beyond. With `bidirectional` (the
    encoder), half of the buckets are for keys after the query.
    """

    def __init__(self, spec: ModelSpec, bidirectional: bool) -> None:
        super().__init__()
        self.bidirectional, self.buckets, self.reach = bidirectional, spec.position_buckets, spec.position_reach
        self.table = nn.Parameter(torch.empty(spec.position_buckets, spec.heads))
        nn.init.normal_(self.table, std=spec.d_model**-0.5)
        self.bias = HookPoint()

    def forward(self, batch: int, queries: int, keys: int) -> Tensor:
        """(B, H, Q, M), the same for every sentence; the queries are the last ones of the keys."""
        bias_HQM = self.table[self.bucket(queries, keys)].permute(2, 0, 1)
        return self.bias(bias_HQM.expand(batch, -1, -1, -1))

    def bucket(self, queries: int, keys: int) -> Tensor:
        """(Q, M) int64: the bucket of each query and key, a row of the table."""
        positions_M = torch.arange(keys, device=self.table.device)
        offset_QM = positions_M - positions_M[keys - queries :, None]  # > 0: the key comes after the query
        if self.bidirectional:
            buckets = self.buckets // 2
            first_QM, distance_QM = (offset_QM > 0) * buckets, offset_QM.abs()
        else:
            buckets = self.buckets
            first_QM, distance_QM = torch.zeros_like(offset_QM), (-offset_QM).clamp_min(0)
        exact = buckets // 2  # distances below this one have a bucket each
        share_QM = (distance_QM.clamp_min(1).float() / exact).log() / math.log(self.reach / exact)
        shared_QM = (exact + (share_QM * (buckets - exact)).long()).clamp_max(buckets - 1)
        return first_QM + torch.where(distance_QM < exact, distance_QM, shared_QM)


POSITION_BIASES: dict[str, Callable[[ModelSpec, bool], nn.Module]] = dict.fromkeys(POSITIONS, NoPositionBias)
POSITION_BIASES["relative"] = RelativePositionBias
"""`ModelSpec.positions` -> what is added to the scores of self-attention."""


class FeedForward(nn.Module):
    """Two linear layers with an activation between, the same at every position (the paper, section 3.3)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.up = nn.Linear(spec.d_model, spec.d_ff, bias=spec.feed_forward_bias)
        self.down = nn.Linear(spec.d_ff, spec.d_model, bias=spec.feed_forward_bias)
        self.activation = ACTIVATIONS[spec.activation]
        self.before, self.hidden, self.output = HookPoint(), HookPoint(), HookPoint()

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        hidden_BNF = self.hidden(self.activation(self.before(self.up(x_BND))))
        return self.output(self.down(hidden_BNF))


class GatedFeedForward(FeedForward):
    """A gated feed-forward: a second linear layer multiplies the hidden units (Shazeer 2020)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__(spec)
        self.gate = nn.Linear(spec.d_model, spec.d_ff, bias=spec.feed_forward_bias)
        self.gates = HookPoint()

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        gates_BNF = self.gates(self.gate(x_BND))
        hidden_BNF = self.hidden(self.activation(self.before(self.up(x_BND))) * gates_BNF)
        return self.output(self.down(hidden_BNF))


FEED_FORWARDS: dict[bool, Callable[[ModelSpec], FeedForward]] = {False: FeedForward, True: GatedFeedForward}
"""`ModelSpec.gated` -> class."""


class Sublayer(nn.Module):
    """The residual connection and the norm around one sub-layer.

    Hook points: `residual` is the residual stream after it, `normed` the norm's output (before the sub-layer, or after
    the sum).
    """

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.norm = norm(spec)
        self.dropout = nn.Dropout(spec.dropout)
        self.normed, self.residual = HookPoint(), HookPoint()

    def forward(self, x_BND: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """(B, N, D) -> (B, N, D); `sublayer` is the attention or the feed-forward."""
        raise NotImplementedError


class PreNorm(Sublayer):
    """x + f(norm(x)) (Xiong et al. 2020)."""

    def forward(self, x_BND: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return self.residual(x_BND + self.dropout(sublayer(self.normed(self.norm(x_BND)))))


class PostNorm(Sublayer):
    """norm(x + f(x)) (the paper, section 3.1)."""

    def forward(self, x_BND: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return self.residual(self.normed(self.norm(x_BND + self.dropout(sublayer(x_BND)))))


SUBLAYERS: dict[str, Callable[[ModelSpec], Sublayer]] = {"pre": PreNorm, "post": PostNorm}
"""`ModelSpec.norm_place` -> class."""

Caches = tuple[NoCache, NoCache]
"""The caches of one layer: of its self-attention and of its cross-attention."""


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in a residual sub-layer."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.self_attn, self.feed_forward = MultiHeadAttention(spec), FEED_FORWARDS[spec.gated](spec)
        self.attn_sublayer, self.ff_sublayer = SUBLAYERS[spec.norm_place](spec), SUBLAYERS[spec.norm_place](spec)

    def forward(self, x_BND: Tensor, mask_BQN: Tensor, bias_BHQN: Tensor, caches: Caches) -> Tensor:
        """(B, N, D) -> (B, N, D); `bias` is added to the scores."""
        x_BND = self.attn_sublayer(x_BND, lambda x: self.self_attn(x, x, mask_BQN, bias_BHQN, caches[0]))
        return self.ff_sublayer(x_BND, self.feed_forward)


class DecoderLayer(nn.Module):
    """Causal self-attention, cross-attention over the encoder's memory, then feed-forward."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.self_attn, self.cross_attn = MultiHeadAttention(spec), MultiHeadAttention(spec)
        self.feed_forward = FEED_FORWARDS[spec.gated](spec)
        self.attn_sublayer = SUBLAYERS[spec.norm_place](spec)
        self.cross_sublayer = SUBLAYERS[spec.norm_place](spec)
        self.ff_sublayer = SUBLAYERS[spec.norm_place](spec)
        self.register_buffer("no_bias", torch.zeros(()), persistent=False)
        self.no_bias: Tensor

    def forward(
        self, x_BTD: Tensor, mask_BTT: Tensor, bias_BHTT: Tensor, caches: Caches, memory_BSD: Tensor, cross_BTS: Tensor
    ) -> Tensor:
        """(B, T, D) -> (B, T, D); `bias` is added to the scores of self-attention."""
        x_BTD = self.attn_sublayer(x_BTD, lambda x: self.self_attn(x, x, mask_BTT, bias_BHTT, caches[0]))
        x_BTD = self.cross_sublayer(x_BTD, lambda x: self.cross_attn(x, memory_BSD, cross_BTS, self.no_bias, caches[1]))
        return self.ff_sublayer(x_BTD, self.feed_forward)
