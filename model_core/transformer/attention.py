"""Multi-head scaled dot-product attention with explicit weights ("Attention Is All You Need", sections 3.2.1, 3.2.2).

Shapes: B batch, Q queries, M memory (keys and values), D width, H heads, K head width (of values it may differ).
"""

from __future__ import annotations

from torch import Tensor, nn

from model_core.spec import ModelSpec
from model_core.transformer.cache import NO_CACHE, NoCache
from model_core.transformer.hooks import HookPoint


class MultiHeadAttention(nn.Module):
    """softmax(Q Kᵀ / √K) V in H heads, then one projection back to D. Every step has a hook point.

    In the paper, `scale` is 1 / √K and `masked_score` is −∞; the spec may set others. On an instance, `core` may be
    replaced by a function that computes the same output without building the maps
    (`model_core.decoding.fast_attention`).
    """

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.heads, self.scale, self.masked_score = spec.heads, spec.score_scale, spec.masked_score
        width, keys, values = spec.d_model, spec.heads * spec.head_width, spec.heads * spec.value_width
        self.to_q = nn.Linear(width, keys, bias=spec.attention_bias)
        self.to_k = nn.Linear(width, keys, bias=spec.attention_bias)
        self.to_v = nn.Linear(width, values, bias=spec.attention_bias)
        self.to_out = nn.Linear(values, width, bias=spec.joint_bias)
        self.q, self.k, self.v = HookPoint(), HookPoint(), HookPoint()
        self.raw_scores, self.scores, self.masked_scores = HookPoint(), HookPoint(), HookPoint()
        self.weights, self.head_outputs, self.output = HookPoint(), HookPoint(), HookPoint()

    def forward(
        self, x_BQD: Tensor, memory_BMD: Tensor, mask_BQM: Tensor, bias_BHQM: Tensor, cache: NoCache = NO_CACHE
    ) -> Tensor:
        """Queries from x, keys and values from the memory (the same tensor in self-attention): (B, Q, D).

        mask    True if a query may attend; elsewhere the score becomes `masked_score`: −∞ gives the weight 0
        bias    added to the scores: (B, H, Q, M), or a single 0 if positions add nothing to scores
        cache   keeps the keys and values of earlier rows while a text is decoded
        """
        q_BHQK = self.q(self.split(self.to_q(x_BQD)))
        k_BHMK, v_BHMK = cache.keys_values(memory_BMD, self.keys_values)
        z_BHQK = self.core(q_BHQK, k_BHMK, v_BHMK, mask_BQM.unsqueeze(1), bias_BHQM)
        joined_BQD = z_BHQK.transpose(1, 2).flatten(2)
        return self.output(self.to_out(joined_BQD))

    def core(self, q_BHQK: Tensor, k_BHMK: Tensor, v_BHMK: Tensor, mask_B1QM: Tensor, bias_BHQM: Tensor) -> Tensor:
        """softmax(Q Kᵀ · scale + bias, masked) V: the outputs z of all heads, (B, H, Q, K)."""
        raw_BHQM = self.raw_scores(q_BHQK @ k_BHMK.transpose(-1, -2))
        scores_BHQM = self.scores(raw_BHQM * self.scale)
        masked_BHQM = self.masked_scores((scores_BHQM + bias_BHQM).masked_fill(~mask_B1QM, self.masked_score))
        weights_BHQM = self.weights(masked_BHQM.softmax(dim=-1))
        return self.head_outputs(weights_BHQM @ v_BHMK)

    def keys_values(self, memory_BMD: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of a memory: (B, H, M, K) each."""
        k_BHMK = self.k(self.split(self.to_k(memory_BMD)))
        v_BHMK = self.v(self.split(self.to_v(memory_BMD)))
        return k_BHMK, v_BHMK

    def split(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, H, N, K): head h owns units h·K … (h+1)·K - 1."""
        batch, length, _ = x_BND.shape
        return x_BND.view(batch, length, self.heads, -1).transpose(1, 2)
