"""Norms, positions, feed-forward, encoder and decoder layer; the tables that turn a spec's words into modules.

Shapes: B batch, N tokens, D width, F feed-forward width, P positions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.attention import LayerCache, MultiHeadAttention
from model_core.hooks import HookPoint
from model_core.parts import LayerNorm, Linear, Part
from model_core.positions import sinusoidal
from model_core.spec import ModelSpec


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
            keep = torch.empty(self.POOL, device=x.device).bernoulli_(1 - self.rate) / (1 - self.rate)
            self._pools[key] = keep.to(x.dtype)
        return self._pools[key]


class RMSNorm(Part):
    """x / √(mean x² + eps) · weight (Zhang and Sennrich 2019): no mean taken away, no shift."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return x_BND * torch.rsqrt(x_BND.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


NORMS: dict[str, Callable[[int, float], nn.Module]] = {
    "layer": lambda width, eps: LayerNorm(width, eps=eps),
    "rms": RMSNorm,
}
ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"relu": F.relu, "gelu": F.gelu, "silu": F.silu}


def sinusoidal_table(positions: int, width: int, base: float = 10_000.0) -> Tensor:
    """(P, D) table: sin(pos / base^(2i/D)) at even units, cos at odd ones (the paper, section 3.5)."""
    return torch.from_numpy(sinusoidal(positions, width, base))  # numpy: on the "meta" device torch would be slow


class SinusoidalPositions(nn.Module):
    """The paper's fixed table; nothing is learned and nothing of it is stored in a checkpoint."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        table = sinusoidal_table(spec.max_positions, spec.d_model, spec.position_base)
        self.register_buffer("table", table, persistent=False)
        self.table: Tensor

    def forward(self, start: int, length: int) -> Tensor:
        """Rows start … start + length - 1 of the table: (N, D)."""
        return self.table[start : start + length]


class LearnedPositions(nn.Module):
    """One trained vector per position."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.empty(spec.max_positions, spec.d_model))
        nn.init.normal_(self.table, std=spec.d_model**-0.5)

    def forward(self, start: int, length: int) -> Tensor:
        """Rows start … start + length - 1 of the table: (N, D)."""
        return self.table[start : start + length]


class NoPositions(nn.Module):
    """All zeros: the model sees a bag of tokens (the decoder's causal mask still tells order)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.register_buffer("table", torch.zeros(spec.max_positions, spec.d_model), persistent=False)
        self.table: Tensor

    def forward(self, start: int, length: int) -> Tensor:
        """(N, D) zeros."""
        return self.table[start : start + length]


POSITIONS: dict[str, Callable[[ModelSpec], nn.Module]] = {
    "sinusoidal": SinusoidalPositions,
    "learned": LearnedPositions,
    "none": NoPositions,
}


class FeedForward(Part):
    """Two linear layers with an activation between, the same at every position (the paper, section 3.3)."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.up = Linear(spec.d_model, spec.d_ff)
        self.down = Linear(spec.d_ff, spec.d_model)
        self.activation = ACTIVATIONS[spec.activation]
        self.before, self.hidden, self.output = HookPoint(), HookPoint(), HookPoint()

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        hidden_BNF = self.hidden(self.activation(self.before(self.up(x_BND))))
        return self.output(self.down(hidden_BNF))


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
        self.norm = NORMS[spec.norm](spec.d_model, spec.norm_eps)
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
        self.self_attn, self.feed_forward = MultiHeadAttention(spec), FeedForward(spec)
        self.attn_sublayer, self.ff_sublayer = Sublayer(spec), Sublayer(spec)

    def forward(self, x_BSD: Tensor, mask_BSS: Tensor | None) -> Tensor:
        """(B, S, D) -> (B, S, D)."""
        x_BSD = self.attn_sublayer(x_BSD, lambda x: self.self_attn(x, x, mask_BSS))
        return self.ff_sublayer(x_BSD, self.feed_forward)


class DecoderLayer(Part):
    """Causal self-attention, cross-attention over the encoder's memory, then feed-forward."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.self_attn, self.cross_attn = MultiHeadAttention(spec), MultiHeadAttention(spec)
        self.feed_forward = FeedForward(spec)
        self.attn_sublayer, self.cross_sublayer, self.ff_sublayer = Sublayer(spec), Sublayer(spec), Sublayer(spec)

    def forward(
        self,
        x_BTD: Tensor,
        memory_BSD: Tensor,
        mask_BTT: Tensor | None,
        cross_BTS: Tensor | None,
        caches: tuple[LayerCache, LayerCache] | None = None,
    ) -> Tensor:
        """(B, T, D) -> (B, T, D); `caches` are those of self- and cross-attention while decoding step by step."""
        own, cross = caches or (None, None)
        x_BTD = self.attn_sublayer(x_BTD, lambda x: self.self_attn(x, x, mask_BTT, own))
        x_BTD = self.cross_sublayer(x_BTD, lambda x: self.cross_attn(x, memory_BSD, cross_BTS, cross, grows=False))
        return self.ff_sublayer(x_BTD, self.feed_forward)
