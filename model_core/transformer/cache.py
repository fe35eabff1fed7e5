"""Key/value caches of one attention: none, one that grows with the text, or one for the encoder's fixed output.

Shapes: B batch, H heads, M keys, K head width (of values it may differ).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

KeysValues = Callable[[Tensor], tuple[Tensor, Tensor]]
"""(B, M, D) memory -> keys and values, (B, H, M, K) each."""


class NoCache:
    """No cache: keys and values are computed from the whole memory at every call."""

    length = 0

    def keys_values(self, memory_BMD: Tensor, compute: KeysValues) -> tuple[Tensor, Tensor]:
        return compute(memory_BMD)


class LayerCache(NoCache):
    """Keys and values of self-attention while decoding, in buffers of `capacity` rows; each call appends rows."""

    def __init__(self, capacity: int = 0) -> None:
        self.capacity = capacity
        self.length = 0
        self._k: Tensor | None = None
        self._v: Tensor | None = None

    def keys_values(self, memory_BMD: Tensor, compute: KeysValues) -> tuple[Tensor, Tensor]:
        """Append the keys and values of the memory's rows; returns those of all rows so far, (B, H, length, K) each."""
        self.extend(*compute(memory_BMD))
        return self.views()

    @property
    def filled(self) -> bool:
        return self.length > 0

    def extend(self, k_BHMK: Tensor, v_BHMK: Tensor) -> None:
        """Append rows; the first call allocates the buffers. Raises RuntimeError if they do not fit."""
        rows = k_BHMK.shape[2]
        if self._k is None or self._v is None:
            capacity = max(self.capacity, rows)
            self._k = k_BHMK.new_empty(*k_BHMK.shape[:2], capacity, k_BHMK.shape[3])
            self._v = v_BHMK.new_empty(*v_BHMK.shape[:2], capacity, v_BHMK.shape[3])
        end = self.length + rows
        if end > self._k.shape[2]:
            raise RuntimeError(f"the key/value cache is full: {self._k.shape[2]} rows")
        self._k[:, :, self.length : end] = k_BHMK
        self._v[:, :, self.length : end] = v_BHMK
        self.length = end

    def shorten(self, length: int) -> None:
        """Forget the rows after the first `length`; the next ones take their place."""
        self.length = min(self.length, length)

    def select(self, texts_B: Tensor) -> None:
        """Keep these texts of the batch, in this order and possibly repeated."""
        if self._k is None or self._v is None:
            return
        k_BHMK, v_BHMK = self.views()
        if len(texts_B) > len(k_BHMK):
            self._k, self._v, self.length = None, None, 0
            self.extend(k_BHMK[texts_B], v_BHMK[texts_B])
            return
        moved_N = (texts_B != torch.arange(len(texts_B), device=texts_B.device)).nonzero().squeeze(1)
        for one_BHMK in (k_BHMK, v_BHMK):
            one_BHMK.index_copy_(0, moved_N, one_BHMK.index_select(0, texts_B[moved_N]))
        self._k, self._v = self._k[: len(texts_B)], self._v[: len(texts_B)]

    def views(self) -> tuple[Tensor, Tensor]:
        """Keys and values so far: two (B, H, length, K) views. Raises RuntimeError when empty."""
        if self._k is None or self._v is None:
            raise RuntimeError("the key/value cache is empty")
        return self._k[:, :, : self.length], self._v[:, :, : self.length]


class MemoryCache(LayerCache):
    """Keys and values of cross-attention: computed from the encoder's output at the first call, then kept."""

    def keys_values(self, memory_BMD: Tensor, compute: KeysValues) -> tuple[Tensor, Tensor]:
        """Keys and values of the first call's memory; later memories are ignored."""
        if not self.filled:
            self.extend(*compute(memory_BMD))
        return self.views()


NO_CACHE = NoCache()
