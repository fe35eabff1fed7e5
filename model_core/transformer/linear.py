"""Modules that are called directly, and linear layers and layer norms of that kind.

nn.Module's own call first checks for eight kinds of PyTorch hooks, and looks up submodules and parameters
slowly; on short texts, both take longer than many operators. Here a call is just `forward`, parameters are
read from `_parameters`, and `bind_submodules` puts submodules where Python looks first. To listen to an activation,
use a HookPoint. benchmarks/fast_paths.py measures what this saves.

Shapes: B batch, N rows, D width, I inputs and O outputs of a linear layer.
"""

from __future__ import annotations

from typing import Any

import torch.nn.functional as F
from torch import Tensor, nn


class DirectModule(nn.Module):
    """A module whose call is just its forward."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The output of `forward`."""
        return self.forward(*args, **kwargs)


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


def bind_submodules(model: nn.Module) -> None:
    """Put every module's submodules into its own `__dict__`, where Python looks before it calls `__getattr__`."""
    for module in model.modules():
        module.__dict__.update(module._modules)


__all__ = ["DirectModule", "LayerNorm", "Linear", "bind_submodules"]
