"""Products with a wide matrix, such as the output projection: most of the time of a decoding step.

The libraries behind torch multiply W · xᵀ with few columns up to three times as fast as x · Wᵀ with few rows. On
processors without AVX-512 that is not so for a single row; with AMX one to three rows take half the time as x · Wᵀ, and
four no more. Without AVX-512 oneDNN multiplies with a matrix that is larger than the caches by a quarter faster than
MKL, which torch asks. The products are the same up to rounding; benchmarks/engine/fast_paths.py measures the gain.

Shapes: R rows, I inputs and O outputs of a linear layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import TypeVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.transformer.model import EncoderDecoder

FEW = 8
"""More rows take the ordinary product, or oneDNN's."""

LARGE = 2_000_000
"""Cells of a matrix from which on oneDNN is faster with one row; with many rows it is from twice as many on."""

WIDE = 4
"""A matrix is wide with at least this many times as many outputs as inputs."""


def wide_product(linear: nn.Linear, x: Tensor) -> Tensor:
    """(…, I) -> (…, O): as `nn.Linear.forward`."""
    weight_OI, bias_O = linear.weight, linear.bias
    x_RI = x.reshape(-1, x.shape[-1])
    rows = x_RI.shape[0]
    product = onednn()
    if rows < fewest():
        return nn.Linear.forward(linear, x)
    if rows > FEW or (rows == 1 and product is not None):
        large = weight_OI.numel() >= (LARGE if rows == 1 else 2 * LARGE)
        if product is None or not large or x.dtype != torch.float32:
            return nn.Linear.forward(linear, x)
        return product(x, weight_OI, bias_O, "none", [], "")
    if rows in (1, 3):  # one more row, of zeros, is faster
        x_RI = F.pad(x_RI, (0, 0, 0, 1))
    product_OR = weight_OI @ x_RI.t() if bias_O is None else torch.addmm(bias_O.unsqueeze(1), weight_OI, x_RI.t())
    return product_OR.t()[:rows].contiguous().view(*x.shape[:-1], -1)


@cache
def fewest() -> int:
    """Rows from which on W · xᵀ is not slower than x · Wᵀ."""
    has_amx = getattr(torch.cpu, "_is_amx_tile_supported", bool)  # torch has no public name for it
    return 5 if has_amx() else 1


@cache
def onednn() -> Callable[..., Tensor] | None:
    """oneDNN's x Wᵀ + b of float32, where it was measured to be faster than MKL's: with AVX2 and no AVX-512."""
    if torch.backends.cpu.get_cpu_capability() != "AVX2" or not torch.backends.mkldnn.is_available():
        return None
    return getattr(torch.ops.mkldnn, "_linear_pointwise", None)


@contextmanager
def fast_few_rows(model: EncoderDecoder) -> Iterator[None]:
    """Within this context the model's wide linear layers use `wide_product`, without gradients; on the CPU only, as
    GPUs show no such difference."""
    linears = parts_of(model, nn.Linear) if model.device.type == "cpu" else []
    with replaced([one for one in linears if one.out_features >= WIDE * one.in_features], "forward", wide_product):
        yield


Part = TypeVar("Part", bound=nn.Module)


def parts_of(model: nn.Module, kind: type[Part]) -> list[Part]:
    """All modules of a class in a model (looked up once per model)."""
    found: dict[type[nn.Module], list[Part]] = model.__dict__.setdefault("_found_parts", {})
    if kind not in found:
        found[kind] = [module for module in model.modules() if isinstance(module, kind)]
    return found[kind]


@contextmanager
def replaced(parts: Sequence[nn.Module], name: str, method: Callable[..., Tensor]) -> Iterator[None]:
    """Within this context the method called `name` of these modules is `method`, which gets the module first."""
    try:
        for part in parts:
            part.__dict__[name] = partial(method, part)
        yield
    finally:
        for part in parts:
            part.__dict__.pop(name, None)
