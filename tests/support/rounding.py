"""Bounds for numbers of a float32 pass: they grow with the numbers that the pass goes through."""

from __future__ import annotations

import torch
from torch import Tensor

from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder

STEPS = 32
"""Roundings that may add up between two ways to compute the same number."""


@torch.inference_mode()
def rounding(model: EncoderDecoder, source_BS: Tensor, read_BT: Tensor) -> float:
    """How far two correct passes of this model over these ids may be apart in any of their numbers.

    A sum is rounded by a share of its largest part, however small its result is; threads add in another order. Scores
    are left out: masked ones are as large as the mask value.
    """
    with recording(model, lambda name: not name.endswith("scores")) as kept:
        model(source_BS, read_BT)
    largest = max(float(values.abs().max()) for values in kept.values() if values.is_floating_point())
    return STEPS * torch.finfo(torch.float32).eps * max(1.0, largest)


__all__ = ["rounding"]
