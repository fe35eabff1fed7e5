"""Positions, feed-forward, encoder and decoder layer; the tables that turn a spec's words into modules.

Norms are in `model_core.transformer.norms`. Shapes: B batch, N tokens, D width, F feed-forward width, P positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import ClassVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.spec import ModelSpec
from model_core.transformer.attention import LayerCache, MultiHeadAttention
from model_core.transformer.hooks import HookPoint
from model_core.transformer.linear import Linear, Part
from model_core.transformer.norms import norm
from model_core.transformer.positions import sinusoidal


class Dropout(Part):
    """Inverted dropout (Srivastava et al. 2014) that slices its mask from one pool at a random offset.

    Drawing fresh Bernoulli masks was 8 % of a training step on a CPU. In evaluation it is the identity.
    """

    POOL: ClassVar[int] = 1 << 22
    _pools: ClassVar[dict[tuple[float, torch.dtype, torch.device], Tensor]] = {}

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, x: Tensor) -> Tensor:
        """x with units set to 0 at `rate` and the rest scaled by 1 / (1 - rate), in training only."""
        if not self.training or self.rate == 0.0:
            return x
        if x.numel() >= self.POOL:
            return F.dropout(x, self.rate)
        start = int(torch.randint(self.POOL - x.numel(), ()))
        return x * self._pool(x)[start : start + x.numel()].view(x.shape)

    def _pool(self, x: Tensor) -> Tensor:
        key = (self.rate, x.dtype, x.device)
        if key not in self._pools:
            with torch.inference_mode(False), torch.no_grad():  # a training may use it after whoever only looks
                keep = torch.empty(self.POOL, device=x.device).bernoulli_(1 - self.rate) / (1 - self.rate)
                self._pools[key] = keep.to(x.dtype)
        return self._pools[key]


ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": partial(F.gelu, approximate="tanh"),
    "silu": F.silu,
}


def sinusoidal_table(positions: int, width: int, base: float = 10_000.0, halves: bool = False) -> Tensor:
    """(P, D) table: sin(pos / base^(2i/D)) at even units, cos at odd ones (the paper, section 3.5), or in halves."""
    made = sinusoidal(positions, width, base, halves)
    return torch.from_numpy(made)  # numpy: on the "meta" device torch would be slow


class SinusoidalPositions(nn.Module):
    """The paper's fixed table; nothing is learned and nothing of it is stored in a checkpoint."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        halves = spec.position_layout == "halves"
        table = sinusoidal_table(spec.max_positions, spec.d_model, spec.position_base, halves)
        self.register_buffer("table", table, persistent=False)
        self.table: Tensor

    @property
    def rows(self) -> Tensor:
        """(P, D)."""
        return self.table

    def forward(self, start: int, length: int) -> Tensor:
        """Rows start … start + length - 1 of the table: (N, D)."""
        return self.table[start : start + length]


class LearnedPositions(nn.Module):
    """One trained vector per position. The rows before `offset` stand for no position."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.offset = spec.position_offset
        self.table = nn.Parameter(torch.empty(self.offset + spec.max_positions, spec.d_model))
        nn.init.normal_(self.table, std=spec.d_model**-0.5)

    @property
    def rows(self) -> Tensor:
        """(P, D), without the rows that stand for no position."""
        return self.table[self.offset :]

    def forward(self, start: int, length: int) -> Tensor:
        """Rows offset + start … offset + start + length - 1 of the table: (N, D)."""
        return self.table[self.offset + start : self.offset + start + length]


class NoPositions(nn.Module):
    """All zeros: the model sees a bag of tokens (the decoder's causal mask still tells order)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.register_buffer("table", torch.zeros(spec.max_positions, spec.d_model), persistent=False)
        self.table: Tensor

    @property
    def rows(self) -> Tensor:
        """(P, D) zeros."""
        return self.table

    def forward(self, start: int, length: int) -> Tensor:
        """(N, D) zeros."""
        return self.table[start : start + length]


POSITIONS: dict[str, Callable[[ModelSpec], nn.Module]] = {
    "sinusoidal": SinusoidalPositions,
    "learned": LearnedPositions,
    "none": NoPositions,
    "relative": NoPositions,
}
"""What is added to token vectors."""


class NoDistances(nn.Module):
    """Nothing is added to the scores."""

    def __init__(self, spec: ModelSpec, two_sided: bool) -> None:
        super().__init__()

    def forward(self, batch: int, queries: int, keys: int) -> Tensor | None:
        """None."""
        return None


class Distances(nn.Module):
    """A learned number for each head and distance between query and key (Raffel et al. 2020, section 2.1).

    Distances share buckets: one each for the small ones, then ever wider ones up to `position_reach`, the last for all
    beyond. `two_sided` (the encoder) gives half of the buckets to keys that come later.
    """

    def __init__(self, spec: ModelSpec, two_sided: bool) -> None:
        super().__init__()
        self.two_sided, self.buckets, self.reach = two_sided, spec.position_buckets, spec.position_reach
        self.table = nn.Parameter(torch.empty(spec.position_buckets, spec.heads))
        nn.init.normal_(self.table, std=spec.d_model**-0.5)
        self.bias = HookPoint()

    def forward(self, batch: int, queries: int, keys: int) -> Tensor | None:
        """(B, H, Q, M), the same for every sentence; the queries are the last ones of the keys."""
        bias_HQM = self.table[self.bucket(queries, keys)].permute(2, 0, 1)
        return self.bias(bias_HQM.expand(batch, -1, -1, -1))

    def bucket(self, queries: int, keys: int) -> Tensor:
        """(Q, M) row of the table for each query and key."""
        places_M = torch.arange(keys, device=self.table.device)
        ahead_QM = places_M - places_M[keys - queries :, None]
        buckets, first_QM = self.buckets, torch.zeros_like(ahead_QM)
        if self.two_sided:
            buckets //= 2
            first_QM = (ahead_QM > 0) * buckets
        far_QM = ahead_QM.abs() if self.two_sided else (-ahead_QM).clamp_min(0)
        exact = buckets // 2
        share_QM = (far_QM.clamp_min(1).float() / exact).log() / math.log(self.reach / exact)
        wide_QM = (exact + (share_QM * (buckets - exact)).long()).clamp_max(buckets - 1)
        return first_QM + torch.where(far_QM < exact, far_QM, wide_QM)


DISTANCES: dict[str, Callable[[ModelSpec, bool], nn.Module]] = dict.fromkeys(POSITIONS, NoDistances)
DISTANCES["relative"] = Distances
"""What is added to the scores of self-attention."""


class FeedForward(Part):
    """Two linear layers with an activation between, the same at every position (the paper, section 3.3)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.up = Linear(spec.d_model, spec.d_ff, bias=spec.feed_forward_bias)
        self.down = Linear(spec.d_ff, spec.d_model, bias=spec.feed_forward_bias)
        self.activation = ACTIVATIONS[spec.activation]
        self.before, self.hidden, self.output = HookPoint(), HookPoint(), HookPoint()

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        hidden_BNF = self.hidden(self.activation(self.before(self.up(x_BND))))
        return self.output(self.down(hidden_BNF))


class GatedFeedForward(FeedForward):
    """The same with a gate: a second linear layer multiplies the hidden units (Shazeer 2020)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__(spec)
        self.gate = Linear(spec.d_model, spec.d_ff, bias=spec.feed_forward_bias)
        self.gates = HookPoint()

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        gates_BNF = self.gates(self.gate(x_BND))
        hidden_BNF = self.hidden(self.activation(self.before(self.up(x_BND))) * gates_BNF)
        return self.output(self.down(hidden_BNF))


FEED_FORWARDS: dict[bool, Callable[[ModelSpec], FeedForward]] = {False: FeedForward, True: GatedFeedForward}
"""By whether there is a gate."""


def narrowed(x: Tensor) -> Tensor:
    """x in autocast's type, if autocast is on: one cast instead of one in each linear layer that reads x."""
    if torch.is_autocast_enabled(x.device.type):
        return x.to(torch.get_autocast_dtype(x.device.type))
    return x


class Sublayer(Part):
    """The residual connection and the norm around one sub-layer: x + f(norm(x)) or norm(x + f(x)).

    `residual` is the stream after it; `normed` what the norm gave (before the sub-layer or after the sum).
    """

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.pre = spec.norm_place == "pre"
        self.norm = norm(spec)
        self.dropout = Dropout(spec.dropout)
        self.normed, self.residual = HookPoint(), HookPoint()

    def forward(self, x_BND: Tensor, work: Callable[[Tensor], Tensor]) -> Tensor:
        """(B, N, D) -> (B, N, D) with `work` the sub-layer."""
        if self.pre:
            return self.residual(x_BND + self.dropout(work(narrowed(self.normed(self.norm(x_BND))))))
        return self.residual(self.normed(self.norm(x_BND + self.dropout(work(x_BND)))))


class EncoderLayer(Part):
    """Self-attention, then feed-forward, each in a residual sub-layer."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.self_attn, self.feed_forward = MultiHeadAttention(spec), FEED_FORWARDS[spec.gated](spec)
        self.attn_sublayer, self.ff_sublayer = Sublayer(spec), Sublayer(spec)

    def forward(self, x_BSD: Tensor, mask_BSS: Tensor | None, bias_BHSS: Tensor | None = None) -> Tensor:
        """(B, S, D) -> (B, S, D); `bias` is added to the scores."""
        x_BSD = self.attn_sublayer(x_BSD, lambda x: self.self_attn(x, x, mask_BSS, bias_BHQM=bias_BHSS))
        return self.ff_sublayer(x_BSD, self.feed_forward)


class DecoderLayer(Part):
    """Causal self-attention, cross-attention over the encoder's memory, then feed-forward."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.self_attn, self.cross_attn = MultiHeadAttention(spec), MultiHeadAttention(spec)
        self.feed_forward = FEED_FORWARDS[spec.gated](spec)
        self.attn_sublayer, self.cross_sublayer, self.ff_sublayer = Sublayer(spec), Sublayer(spec), Sublayer(spec)

    def forward(
        self,
        x_BTD: Tensor,
        memory_BSD: Tensor,
        mask_BTT: Tensor | None,
        cross_BTS: Tensor | None,
        caches: tuple[LayerCache, LayerCache] | None = None,
        bias_BHTT: Tensor | None = None,
    ) -> Tensor:
        """(B, T, D) -> (B, T, D); `caches` are those of self- and cross-attention while decoding step by step, `bias`
        is added to the scores of self-attention."""
        own, cross = caches or (None, None)
        x_BTD = self.attn_sublayer(x_BTD, lambda x: self.self_attn(x, x, mask_BTT, own, bias_BHQM=bias_BHTT))
        x_BTD = self.cross_sublayer(x_BTD, lambda x: self.cross_attn(x, memory_BSD, cross_BTS, cross, grows=False))
        return self.ff_sublayer(x_BTD, self.feed_forward)
