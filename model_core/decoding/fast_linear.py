"""Products with a wide matrix, such as the output projection: most of the time of a decoding step.

Torch asks MKL for x · Wᵀ. Few rows take MKL up to three times as long as W · xᵀ with few columns, but not on Intel's
processors with AVX-512, where one to three rows take half the time of W · xᵀ, nor for a single row without AVX-512.
With a matrix that is larger than the caches oneDNN is faster, with AVX2 by a quarter, and on Intel's processors with
AVX-512 for 4 to 15 rows: MKL multiplies 15 rows by OPUS-MT's vocabulary in 50 ms, 16 in 20 ms, and oneDNN 15 in 17 ms.
There it is so from a million cells on, wide or not: with OPUS-MT's feed-forward a pass over 15 tokens takes 13 % less.
A matrix of fewer inputs gains too little.
The products are the same up to rounding; benchmarks/engine/fast_paths.py measures the gain.

Shapes: R rows, I inputs and O outputs of a linear layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, TypeVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.transformer.model import EncoderDecoder

FEW = 8
"""More rows are never multiplied as W · xᵀ."""

LARGE = 2_000_000
"""Cells of a matrix from which on oneDNN is faster with one row; with more rows it is from twice as many on, and from
half as many on where MKL is slow."""

SLOW_INPUTS = 512
"""Inputs of a matrix from which on MKL is slow with `SLOW_ROWS`; with 256 it is with some of them, and not by much."""

SLOW_ROWS = range(4, 16)
"""Numbers of rows by which MKL multiplies slowly on Intel's processors with AVX-512: 16 take less than half of 15."""

STEP = 16
"""oneDNN keeps 0.6 MB for each number of rows, so that it is given rows of zeros up to a multiple of this."""

WIDE = 4
"""A matrix is wide with at least this many times as many outputs as inputs."""


def wide_product(linear: nn.Linear, x: Tensor) -> Tensor:
    """(…, I) -> (…, O): as `nn.Linear.forward`."""
    weight_OI, bias_O = linear.weight, linear.bias
    x_RI = x.reshape(-1, x.shape[-1])
    rows = x_RI.shape[0]
    if rows not in turned_rows():
        product = onednn(rows)
        if product is None or weight_OI.numel() < least_cells(rows, linear.in_features) or x.dtype != torch.float32:
            return nn.Linear.forward(linear, x)
        more = -rows % STEP if rows > STEP else 0
        x_RI = F.pad(x_RI, (0, 0, 0, more)) if more else x_RI
        return product(x_RI, weight_OI, bias_O, "none", [], "")[:rows].view(*x.shape[:-1], linear.out_features)
    if rows in (1, 3):  # one more row, of zeros, is faster
        x_RI = F.pad(x_RI, (0, 0, 0, 1))
    product_OR = weight_OI @ x_RI.t() if bias_O is None else torch.addmm(bias_O.unsqueeze(1), weight_OI, x_RI.t())
    return product_OR.t()[:rows].contiguous().view(*x.shape[:-1], -1)


def least_cells(rows: int, inputs: int) -> int:
    """Cells of a matrix with so many inputs from which on oneDNN multiplies so many rows faster."""
    if rows == 1:
        return LARGE
    return LARGE // 2 if rows in SLOW_ROWS and inputs >= SLOW_INPUTS and _intel_avx512() else 2 * LARGE


@cache
def turned_rows() -> range:
    """Numbers of rows with which W · xᵀ is faster than x · Wᵀ."""
    if _intel_avx512():
        return range(0)
    return range(2 if onednn(1) is not None else 1, FEW + 1)


@cache
def onednn(rows: int) -> Callable[..., Tensor] | None:
    """oneDNN's x Wᵀ + b of float32, where it was measured to be faster than MKL's with so many rows: with AVX2 and no
    AVX-512, and on Intel's processors with AVX-512 with 4 to 15 rows."""
    avx2 = torch.backends.cpu.get_cpu_capability() == "AVX2"
    faster = rows in SLOW_ROWS if _intel_avx512() else rows > 0 and avx2
    if not faster or not torch.backends.mkldnn.is_available():
        return None
    return getattr(torch.ops.mkldnn, "_linear_pointwise", None)


@cache
def _intel_avx512() -> bool:
    """Whether this is a processor by Intel with AVX-512; if its maker is not known, one with AMX is."""
    if torch.backends.cpu.get_cpu_capability() != "AVX512":
        return False
    described: Mapping[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    has_amx = getattr(torch.cpu, "_is_amx_tile_supported", bool)  # torch has no public name for it
    return str(described.get("cpu_name", "")).startswith("Intel") or has_amx()


@contextmanager
def fast_few_rows(model: EncoderDecoder) -> Iterator[None]:
    """Within this context the model's wide and large linear layers use `wide_product`, without gradients, where this
    processor multiplies some number of rows faster by it."""
    found: list[nn.Linear] | None = model.__dict__.get("_found_wide_or_large")
    if found is None:
        found = [one for one in parts_of(model, nn.Linear) if _is_wide(one) or one.weight.numel() >= LARGE // 2]
        model.__dict__["_found_wide_or_large"] = found
    with replaced([one for one in found if gains(one)], "forward", wide_product):
        yield


def fast_product(linear: nn.Linear) -> Callable[[Tensor], Tensor]:
    """A linear layer's `forward` without its module, or `wide_product` if it gains by that. To be made anew if the
    layer gets other parameters."""
    plain = partial(F.linear, weight=linear.weight, bias=linear.bias)
    if not gains(linear):
        return plain
    if 1 in turned_rows() or onednn(1) is not None:
        return partial(wide_product, linear)
    inputs = linear.in_features  # a single row is multiplied as it is
    return lambda x: plain(x) if x.numel() == inputs else wide_product(linear, x)


def gains(linear: nn.Linear) -> bool:
    """Whether `wide_product` multiplies some number of rows by this layer otherwise than the layer itself: on the CPU,
    as GPUs show no such difference, on Intel's processors with AVX-512 if it is large, elsewhere if it is wide and
    either few rows are faster as W · xᵀ or it is large."""
    weight_OI = linear.weight
    if weight_OI.device.type != "cpu":
        return False
    if _intel_avx512():
        return weight_OI.numel() >= least_cells(SLOW_ROWS.start, linear.in_features)
    return _is_wide(linear) and (bool(turned_rows()) or weight_OI.numel() >= LARGE)


def _is_wide(linear: nn.Linear) -> bool:
    return linear.out_features >= WIDE * linear.in_features


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
