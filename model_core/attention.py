"""Multi-head scaled dot-product attention with explicit weights ("Attention Is All You Need", sections 3.2.1, 3.2.2).

Shapes: B batch, Q queries, M memory (keys and values), D width, H heads, K head width.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from model_core.hooks import HookPoint
from model_core.spec import ModelSpec


class LayerCache:
    """Keys and values of one attention during decoding, in buffers of `room` rows that fill up as tokens come.

    A growing cache (self-attention) appends; a fixed one (cross-attention) is computed once from the memory.
    """

    def __init__(self, room: int = 0) -> None:
        self.room = room
        self.length = 0
        self._k: Tensor | None = None
        self._v: Tensor | None = None

    @property
    def filled(self) -> bool:
        """Whether there is anything in it."""
        return self.length > 0

    def extend(self, k_BHMK: Tensor, v_BHMK: Tensor) -> None:
        """Append rows; the buffers are made at the first call. RuntimeError when more rows come than there is room."""
        rows = k_BHMK.shape[2]
        if self._k is None or self._v is None:
            room = max(self.room, rows)
            self._k = k_BHMK.new_empty(*k_BHMK.shape[:2], room, k_BHMK.shape[3])
            self._v = torch.empty_like(self._k)
        end = self.length + rows
        if end > self._k.shape[2]:
            raise RuntimeError(f"key/value cache is full: {self._k.shape[2]} rows")
        self._k[:, :, self.length : end] = k_BHMK
        self._v[:, :, self.length : end] = v_BHMK
        self.length = end

    def shorten(self, length: int) -> None:
        """Forget the rows after the first `length`; the next ones take their place."""
        self.length = min(self.length, length)

    def views(self) -> tuple[Tensor, Tensor]:
        """Keys and values so far: two (B, H, length, K) views. RuntimeError when empty."""
        if self._k is None or self._v is None:
            raise RuntimeError("the key/value cache is empty")
        return self._k[:, :, : self.length], self._v[:, :, : self.length]


class MultiHeadAttention(nn.Module):
    """softmax(Q Kᵀ / √K) V in H heads, then one projection back to D. Every step has a hook point."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.heads = spec.heads
        self.scale = 1.0 / math.sqrt(spec.head_width)
        self.to_q, self.to_k, self.to_v, self.to_out = (
            nn.Linear(spec.d_model, spec.d_model, bias=spec.attention_bias) for _ in range(4)
        )
        self.q, self.k, self.v = HookPoint(), HookPoint(), HookPoint()
        self.raw_scores, self.scores, self.masked_scores = HookPoint(), HookPoint(), HookPoint()
        self.weights, self.head_outputs, self.output = HookPoint(), HookPoint(), HookPoint()

    def split(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, H, N, K): head h owns units h·K … (h+1)·K - 1."""
        batch, length, _ = x_BND.shape
        return x_BND.view(batch, length, self.heads, -1).transpose(1, 2)

    def keys_values(self, memory_BMD: Tensor, cache: LayerCache | None, grows: bool) -> tuple[Tensor, Tensor]:
        """Keys and values (B, H, M, K); from the cache where they are known, into it where they are new."""
        if cache is not None and cache.filled and not grows:
            return cache.views()
        k_BHMK = self.k(self.split(self.to_k(memory_BMD)))
        v_BHMK = self.v(self.split(self.to_v(memory_BMD)))
        if cache is None:
            return k_BHMK, v_BHMK
        cache.extend(k_BHMK, v_BHMK)
        return cache.views()

    def forward(
        self,
        x_BQD: Tensor,
        memory_BMD: Tensor,
        mask_BQM: Tensor,
        cache: LayerCache | None = None,
        grows: bool = True,
    ) -> Tensor:
        """Queries from x, keys and values from memory (the same tensor in self-attention): (B, Q, D).

        mask_BQM is True where a query may attend. With a cache, `memory` holds the new rows only (`grows`) or is read
        once (cross-attention). A masked cell's score is -inf, so its weight is exactly 0.
        """
        q_BHQK = self.q(self.split(self.to_q(x_BQD)))
        k_BHMK, v_BHMK = self.keys_values(memory_BMD, cache, grows)
        raw_BHQM = self.raw_scores(q_BHQK @ k_BHMK.transpose(-1, -2))
        scores_BHQM = self.scores(raw_BHQM * self.scale)
        masked_BHQM = self.masked_scores(scores_BHQM.masked_fill(~mask_BQM.unsqueeze(1), -math.inf))
        weights_BHQM = self.weights(masked_BHQM.softmax(dim=-1))
        z_BHQK = self.head_outputs(weights_BHQM @ v_BHMK)
        merged_BQD = z_BHQK.transpose(1, 2).flatten(2)
        return self.output(self.to_out(merged_BQD))
