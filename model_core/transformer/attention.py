"""Multi-head scaled dot-product attention with explicit weights ("Attention Is All You Need", sections 3.2.1, 3.2.2).

Shapes: B batch, Q queries, M memory (keys and values), D width, H heads, K head width (of values it may differ).
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from model_core.record.derived_maps import kept_cells
from model_core.spec import ModelSpec
from model_core.transformer.hooks import HookPoint
from model_core.transformer.linear import Linear, Part, SideBySide, lay_side_by_side


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
            self._v = v_BHMK.new_empty(*v_BHMK.shape[:2], room, v_BHMK.shape[3])
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


class MultiHeadAttention(Part):
    """softmax(Q Kᵀ / √K) V in H heads, then one projection back to D. Every step has a hook point.

    What scores are divided by, what a masked cell reads instead of its score and which biases there are is set here,
    once, by the spec.
    Where nobody listens to the scores they are made in one tensor instead of three, with the same bits. Where nobody
    listens to the weights of a long text either, no map is made at all (`unseen`).
    """

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.heads = spec.heads
        self.scale, self.masked_score, self.leaks = spec.score_scale, spec.masked_score, spec.leaks
        self.most_cells = kept_cells(spec)
        width, keys, values = spec.d_model, spec.heads * spec.head_width, spec.heads * spec.value_width
        self.to_q, self.to_k, self.to_v = (Linear(width, one, bias=spec.attention_bias) for one in (keys, keys, values))
        self.to_out = Linear(values, width, bias=spec.joint_bias)
        lay_side_by_side((self.to_q, self.to_k, self.to_v))
        self.to_qkv, self.to_kv = SideBySide((self.to_q, self.to_k, self.to_v)), SideBySide((self.to_k, self.to_v))
        self.q, self.k, self.v = HookPoint(), HookPoint(), HookPoint()
        self.raw_scores, self.scores, self.masked_scores = HookPoint(), HookPoint(), HookPoint()
        self.weights, self.head_outputs, self.output = HookPoint(), HookPoint(), HookPoint()

    def split(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, H, N, K): head h owns units h·K … (h+1)·K - 1."""
        batch, length, _ = x_BND.shape
        return x_BND.view(batch, length, self.heads, -1).transpose(1, 2)

    def queries_keys_values(
        self, x_BQD: Tensor, memory_BMD: Tensor, cache: LayerCache | None, grows: bool
    ) -> tuple[Tensor, Tensor, Tensor]:
        """(B, H, Q, K), twice (B, H, M, K); keys and values from the cache where they are known, into it where new."""
        if memory_BMD is x_BQD:
            q_BQD, k_BMD, v_BMD = self.to_qkv(x_BQD)
        else:
            q_BQD = self.to_q(x_BQD)
            if cache is not None and cache.filled and not grows:
                return self.q(self.split(q_BQD)), *cache.views()
            k_BMD, v_BMD = self.to_kv(memory_BMD)
        q_BHQK, k_BHMK, v_BHMK = self.q(self.split(q_BQD)), self.k(self.split(k_BMD)), self.v(self.split(v_BMD))
        if cache is None:
            return q_BHQK, k_BHMK, v_BHMK
        cache.extend(k_BHMK, v_BHMK)
        return q_BHQK, *cache.views()

    def forward(
        self,
        x_BQD: Tensor,
        memory_BMD: Tensor,
        mask_BQM: Tensor | None,
        cache: LayerCache | None = None,
        grows: bool = True,
        bias_BHQM: Tensor | None = None,
    ) -> Tensor:
        """Queries from x, keys and values from memory (the same tensor in self-attention): (B, Q, D).

        mask_BQM is True where a query may attend, None where every one may attend to everything. With a cache, `memory`
        holds the new rows only (`grows`) or is read once (cross-attention). A masked cell's score is -inf, so its
        weight is exactly 0, unless the spec has another number for it. `bias` is added to the scores.
        """
        q_BHQK, k_BHMK, v_BHMK = self.queries_keys_values(x_BQD, memory_BMD, cache, grows)
        mask_B1QM = None if mask_BQM is None else mask_BQM.unsqueeze(1)
        if bias_BHQM is None and self.unseen(q_BHQK, k_BHMK):
            z_BHQK = F.scaled_dot_product_attention(q_BHQK, k_BHMK, v_BHMK, mask_B1QM, scale=self.scale)
        else:
            z_BHQK = self.weigh(q_BHQK, k_BHMK, mask_B1QM, bias_BHQM) @ v_BHMK
        merged_BQD = self.head_outputs(z_BHQK).transpose(1, 2).flatten(2)
        return self.output(self.to_out(merged_BQD))

    def weigh(
        self, q_BHQK: Tensor, k_BHMK: Tensor, mask_B1QM: Tensor | None, bias_BHQM: Tensor | None = None
    ) -> Tensor:
        """softmax(Q Kᵀ / √K) with masked cells left out: (B, H, Q, M), every row sums to 1."""
        raw_BHQM = self.raw_scores(q_BHQK @ k_BHMK.transpose(-1, -2))
        if self.heard(self.raw_scores, self.scores, self.masked_scores) or torch.is_grad_enabled():
            scores_BHQM = self.scores(raw_BHQM * self.scale)
            if bias_BHQM is not None:
                scores_BHQM = scores_BHQM + bias_BHQM
            masked_BHQM = scores_BHQM if mask_B1QM is None else scores_BHQM.masked_fill(~mask_B1QM, self.masked_score)
            return self.weights(self.masked_scores(masked_BHQM).softmax(dim=-1))
        raw_BHQM.mul_(self.scale)
        if bias_BHQM is not None:
            raw_BHQM.add_(bias_BHQM)
        if mask_B1QM is not None:
            raw_BHQM.masked_fill_(~mask_B1QM, self.masked_score)
        return self.weights(torch.softmax(raw_BHQM, -1, out=raw_BHQM))

    def unseen(self, q_BHQK: Tensor, k_BHMK: Tensor) -> bool:
        """Whether the maps of this pass are larger than what is kept, and nobody listens to them."""
        batch, heads, queries, _ = q_BHQK.shape
        if batch * heads * queries * k_BHMK.shape[2] <= self.most_cells or self.leaks or torch.is_grad_enabled():
            return False
        return not self.heard(self.raw_scores, self.scores, self.masked_scores, self.weights)

    @staticmethod
    def heard(*points: HookPoint) -> bool:
        """Whether anybody listens to one of these points."""
        return any(point.listeners for point in points)
