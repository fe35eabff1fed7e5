"""Training in bf16: autocast, and dropout that draws sixteen bits for a unit where torch draws a number.

benchmarks/fast_paths.py measures the time saved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from model_core.decoding.replaced import parts_of, replaced
from model_core.transformer.model import EncoderDecoder

_LEVELS = 1 << 16


@contextmanager
def half_precision(model: EncoderDecoder) -> Iterator[None]:
    """Within this context a training step of the model computes in bf16 where autocast does."""
    autocast = torch.autocast(model.device.type, torch.bfloat16)
    with replaced(parts_of(model, nn.Dropout), "forward", dropped_by_bits), autocast:
        yield


def dropped_by_bits(dropout: nn.Dropout, x: Tensor) -> Tensor:
    """(…) -> (…): as nn.Dropout (Srivastava et al. 2014), with a share p that is a multiple of 1/65,536."""
    if not (dropout.training and dropout.p > 0 and x.device.type == "cpu"):
        return nn.Dropout.forward(dropout, x)
    count, level = x.numel(), round(dropout.p * _LEVELS)
    draws = torch.empty(-(-count // 4), dtype=torch.int64).random_(-(1 << 63), None).view(torch.int16)[:count]
    kept = (draws >= level - _LEVELS // 2).view(x.shape)
    return x * kept.to(x.dtype).mul_(_LEVELS / (_LEVELS - level))


__all__ = ["dropped_by_bits", "half_precision"]
