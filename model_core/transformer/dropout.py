"""Dropout that draws sixteen bits for a unit where torch draws a number: in bf16 the draws are a twelfth of a step."""

from __future__ import annotations

import torch
from torch import Tensor, nn

_LEVELS = 1 << 16


class Dropout(nn.Dropout):
    """As nn.Dropout (Srivastava et al. 2014); under autocast on a processor the share p is a multiple of 1/65,536.

    In float32 it draws what torch draws, so that a seed gives the same training as ever.
    """

    def forward(self, x: Tensor) -> Tensor:
        """(…) -> (…): in training each unit 0 with probability p, else divided by 1 − p."""
        if not (self.training and self.p > 0 and x.device.type == "cpu" and torch.is_autocast_enabled("cpu")):
            return super().forward(x)
        return x * self._factors(x)

    def _factors(self, x: Tensor) -> Tensor:
        """What x is multiplied by: 0 or 1 / (1 − p)."""
        count, dropped = x.numel(), round(self.p * _LEVELS)
        draws = torch.empty(-(-count // 4), dtype=torch.int64).random_(-(1 << 63), None).view(torch.int16)[:count]
        kept = (draws >= dropped - _LEVELS // 2).view(x.shape)
        return kept.to(x.dtype).mul_(_LEVELS / (_LEVELS - dropped))


__all__ = ["Dropout"]
