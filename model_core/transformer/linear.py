"""Modules that are called directly, and linear layers that lie side by side so that one product computes them all.

Shapes: B batch, N rows, D width, I inputs and O outputs of a linear layer.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Part(nn.Module):
    """A module whose call is its forward and nothing else.

    nn.Module's own call first looks for eight kinds of its own hooks, which takes longer than many an operator on one
    row. Who wants to listen hangs on a HookPoint.
    """

    def __call__(self, *given: Any, **named: Any) -> Any:
        """What `forward` gives."""
        return self.forward(*given, **named)


class Linear(nn.Linear):
    """x Wᵀ + b, called directly (see Part)."""

    def __call__(self, x: Tensor) -> Tensor:
        """(…, I) -> (…, O)."""
        return self.forward(x)

    def forward(self, x: Tensor) -> Tensor:
        """(…, I) -> (…, O)."""
        own = self._parameters
        return F.linear(x, own["weight"], own["bias"])  # type: ignore[arg-type]


class LayerNorm(nn.LayerNorm):
    """(x − mean) / √(variance + eps) · weight + bias, called directly (see Part)."""

    def __call__(self, x: Tensor) -> Tensor:
        """(…, D) -> (…, D)."""
        return self.forward(x)

    def forward(self, x: Tensor) -> Tensor:
        """(…, D) -> (…, D)."""
        own = self._parameters
        return F.layer_norm(x, self.normalized_shape, own["weight"], own["bias"], self.eps)


def lay_side_by_side(layers: Sequence[nn.Linear]) -> None:
    """Put the weights of layers of one shape one behind the other in memory, each a parameter of its own as before.

    Layers of different shapes stay where they are.
    """
    if len({layer.weight.shape for layer in layers}) > 1:
        return
    for name in ("weight", "bias"):
        own = [getattr(layer, name) for layer in layers]
        if own[0] is not None and not own[0].is_meta:  # joining on "meta" would make torch load its compiler
            joint = torch.cat([one.detach() for one in own])
            for layer, part in zip(layers, joint.chunk(len(own)), strict=True):
                setattr(layer, name, nn.Parameter(part))


class SideBySide:
    """Linear layers read by one input: one product gives what all of them give, where their weights lie side by side.

    The joint matrix is a view of theirs, so whatever changes a weight in place (training, loading a file) changes it
    too. Where parameters were replaced (moved to another device, copied), and where gradients are wanted, each layer
    is asked by itself.
    """

    def __init__(self, layers: Sequence[nn.Linear]) -> None:
        self.layers = tuple(layers)
        self._places: list[int] = []
        self._joint: tuple[Tensor, Tensor | None] | None = None

    def __call__(self, x_BNI: Tensor) -> Sequence[Tensor]:
        """What each layer gives: (B, N, O) each."""
        if not torch.is_grad_enabled():
            joint = self._present()
            if joint is not None:
                return F.linear(x_BNI, *joint).chunk(len(self.layers), -1)
        return [layer(x_BNI) for layer in self.layers]

    def product(self) -> tuple[Tensor, Tensor | None]:
        """The joint matrix and bias, copied together where they do not lie side by side. Without gradients."""
        joint = self._present()
        if joint is not None:
            return joint
        weight, bias = ([getattr(layer, name) for layer in self.layers] for name in ("weight", "bias"))
        return torch.cat(weight).detach(), None if bias[0] is None else torch.cat(bias).detach()

    def _present(self) -> tuple[Tensor, Tensor | None] | None:
        """The joint matrix and bias, looked for anew where a parameter lies elsewhere than before."""
        places = [own.data_ptr() for layer in self.layers for own in layer._parameters.values() if own is not None]
        if places != self._places:
            self._places, self._joint = places, self._found()
        return self._joint

    def __deepcopy__(self, memo: dict[int, Any]) -> SideBySide:
        """Of the copied layers; their joint matrix is looked for anew."""
        return SideBySide(copy.deepcopy(self.layers, memo))

    def _found(self) -> tuple[Tensor, Tensor | None] | None:
        """The joint matrix and bias as views over the layers' own, None where they do not lie side by side."""
        weight, bias = (_over([getattr(layer, name) for layer in self.layers]) for name in ("weight", "bias"))
        return None if weight is None or (bias is None) != (self.layers[0].bias is None) else (weight, bias)


def _over(parts: Sequence[Tensor | None]) -> Tensor | None:
    """One tensor over contiguous parts of the same shape that lie behind one another in one storage; None otherwise."""
    first = parts[0]
    if first is None:
        return None
    step = first.numel() * first.element_size()
    for index, part in enumerate(parts):
        if part is None or part.shape != first.shape or not part.is_contiguous() or part.dtype != first.dtype:
            return None
        if part.untyped_storage().data_ptr() != first.untyped_storage().data_ptr():
            return None
        if part.data_ptr() != first.data_ptr() + index * step:
            return None
    return first.detach().as_strided((len(parts) * first.shape[0], *first.shape[1:]), first.stride())


__all__ = ["LayerNorm", "Linear", "Part", "SideBySide", "lay_side_by_side"]
