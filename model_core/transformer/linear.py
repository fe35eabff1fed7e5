"""Modules that are called directly, and linear layers and layer norms of that kind.

nn.Module's own call first looks for eight kinds of PyTorch's hooks, and its attributes are found by a slow search; on
short texts both take longer than many operators do. Here a call is `forward` and nothing else, and `found_at_once` puts
parts where Python looks first. To listen, use a HookPoint. benchmarks/fast_paths.py
measures what this buys.

Shapes: B batch, N rows, D width, I inputs and O outputs of a linear layer.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class DirectModule(nn.Module):
    """A module whose call is its forward and nothing else."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        """What `forward` gives."""
        return self.forward(*given, **named)


class Linear(nn.Linear):
    """x Wᵀ + b, called directly."""

    def __call__(self, x: Tensor) -> Tensor:
        """(…, I) -> (…, O)."""
        return self.forward(x)

    def forward(self, x: Tensor) -> Tensor:
        """(…, I) -> (…, O)."""
        own = self._parameters
        return F.linear(x, own["weight"], own["bias"])  # type: ignore[arg-type]


class LayerNorm(nn.LayerNorm):
    """(x − mean) / √(variance + eps) · weight + bias, called directly."""

    def __call__(self, x: Tensor) -> Tensor:
        """(…, D) -> (…, D)."""
        return self.forward(x)

    def forward(self, x: Tensor) -> Tensor:
        """(…, D) -> (…, D)."""
        own = self._parameters
        return F.layer_norm(x, self.normalized_shape, own["weight"], own["bias"], self.eps)


def narrowed(x: Tensor) -> Tensor:
    """x in autocast's type, if autocast is on: one cast instead of one in each linear layer that reads x."""
    if torch.is_autocast_enabled(x.device.type):
        return x.to(torch.get_autocast_dtype(x.device.type))
    return x


def found_at_once(model: nn.Module) -> None:
    """Put every module's parts into its own dictionary, where Python looks before it asks nn.Module."""
    for module in model.modules():
        module.__dict__.update(module._modules)


__all__ = ["DirectModule", "LayerNorm", "Linear", "found_at_once", "narrowed"]
