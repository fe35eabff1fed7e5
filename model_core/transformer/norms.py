"""Norms, and the table that turns a spec's value into one.

Shapes: B batch, N tokens, D width. Input and output of each are (…, D).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from model_core.spec import ModelSpec


class RMSNorm(nn.Module):
    """x / √(mean x² + eps) · weight (Zhang and Sennrich 2019): no mean subtracted, no shift."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        return x_BND * torch.rsqrt(x_BND.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class UnbiasedNorm(nn.Module):
    """weight · (x − mean) / (deviation + eps) + bias, with the unbiased standard deviation (divided by D − 1).

    As in The Annotated Transformer and code derived from it; for N(0, 1) rows of 512 units it differs from layer norm
    by up to 0.003. `shape` is (D,), or () for one scale and one shift shared by all units.
    """

    def __init__(self, shape: tuple[int, ...], eps: float, shift: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(shape))
        self.bias = nn.Parameter(torch.zeros(shape)) if shift else None
        self.eps = eps

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        deviation_BN1, mean_BN1 = torch.std_mean(x_BND, -1, correction=1, keepdim=True)
        normed_BND = self.weight * (x_BND - mean_BN1) / (deviation_BN1 + self.eps)
        return normed_BND if self.bias is None else normed_BND + self.bias


class BatchNorm(nn.Module):
    """Each unit normalised by its own mean and variance (Ioffe and Szegedy 2015).

    In training these are computed over all rows of the batch, padding included, and running averages are kept for
    evaluation. A batch with a single row, which has no variance, is normalised by the averages even in training.
    """

    MOMENTUM = 0.1

    def __init__(self, width: int, eps: float, shift: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width)) if shift else None
        self.register_buffer("running_mean", torch.zeros(width))
        self.register_buffer("running_var", torch.ones(width))
        self.running_mean: Tensor
        self.running_var: Tensor
        self.eps = eps

    def forward(self, x_BND: Tensor) -> Tensor:
        """(B, N, D) -> (B, N, D)."""
        rows_ND = x_BND.reshape(-1, x_BND.shape[-1])
        of_batch = self.training and rows_ND.shape[0] > 1
        normed_ND = torch.nn.functional.batch_norm(
            rows_ND, self.running_mean, self.running_var, self.weight, self.bias, of_batch, self.MOMENTUM, self.eps
        )
        return normed_ND.view(x_BND.shape)


NORMS: dict[str, Callable[[ModelSpec], nn.Module]] = {
    "layer": lambda spec: nn.LayerNorm(spec.d_model, eps=spec.norm_eps, bias=spec.norm_bias),
    "rms": lambda spec: RMSNorm(spec.d_model, spec.norm_eps),
    "batch": lambda spec: BatchNorm(spec.d_model, spec.norm_eps, spec.norm_bias),
    "scalar": lambda spec: UnbiasedNorm((), spec.norm_eps, spec.norm_bias),
    "unbiased": lambda spec: UnbiasedNorm((spec.d_model,), spec.norm_eps, spec.norm_bias),
}
"""`ModelSpec.norm` -> factory."""


def norm(spec: ModelSpec) -> nn.Module:
    """A norm for this spec, with neutral weights."""
    return NORMS[spec.norm](spec)
