"""A norm at one input as a linear map of its addends plus a shift.

A norm divides by a number computed from its whole input. With that number fixed to its value in this run, the norm is
linear: it maps a sum of addends to the sum of their images, as in direct logit attribution (Elhage et al.
2021). All in float64. Shapes: N addends, T rows, D width.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from model_core.transformer.norms import BatchNorm, RMSNorm, UnbiasedNorm

Linearised = Callable[[Tensor], Tensor]
"""(N, T, D) addends -> (N, T, D) their images, without the shift."""


def linear_map(norm: nn.Module, x_TD: Tensor) -> tuple[Linearised, Tensor]:
    """(linear map of this norm for addends of x, its shift (D,) or (T, D)). TypeError for an unknown norm."""
    x_TD = x_TD.double()
    nothing = torch.zeros(x_TD.shape[-1], dtype=torch.float64, device=x_TD.device)
    if isinstance(norm, nn.Identity):
        return lambda addends: addends, nothing
    own = {name: one.detach().double() for name, one in norm.named_parameters()}
    weight, shift, eps = own["weight"], nothing + own.get("bias", nothing), float(getattr(norm, "eps"))  # noqa: B009
    if isinstance(norm, nn.LayerNorm):
        factor_T1 = (x_TD.var(-1, unbiased=False, keepdim=True) + eps).rsqrt()
        return lambda addends: _centred(addends) * factor_T1 * weight, shift
    if isinstance(norm, RMSNorm):
        factor_T1 = (x_TD.square().mean(-1, keepdim=True) + eps).rsqrt()
        return lambda addends: addends * factor_T1 * weight, shift
    if isinstance(norm, UnbiasedNorm):
        divisor_T1 = x_TD.std(-1, unbiased=True, keepdim=True) + eps
        return lambda addends: _centred(addends) / divisor_T1 * weight, shift
    if isinstance(norm, BatchNorm):
        mean_D, variance_D = (norm.get_buffer(name).double() for name in ("running_mean", "running_var"))
        factor_D = (variance_D + eps).rsqrt() * weight
        return lambda addends: addends * factor_D, shift - mean_D * factor_D
    raise TypeError(f"{type(norm).__name__} is not a known norm")


def _centred(addends: Tensor) -> Tensor:
    return addends - addends.mean(-1, keepdim=True)
