"""The averaged weights of a training, blended with those it began from: what is validated and shipped."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Average:
    """Exponential moving average of the weights.

    With `blend` below 1 the result is that share of the average plus the rest of the initial weights (Wortsman et al.
    2022), so that a fine-tuned model keeps more of what the original could do.
    """

    def __init__(self, model: nn.Module, decay: float, blend: float = 1.0) -> None:
        self.decay, self.blend = decay, blend
        self.weights = {name: p.detach().clone() for name, p in model.named_parameters()}
        self.start = {name: one.clone() for name, one in self.weights.items()} if blend < 1 else {}
        self.updates = 0

    def update(self, model: nn.Module) -> None:
        """Move the average towards the present weights; early updates move it faster, so that the start is
        forgotten."""
        self.updates += 1
        decay = min(self.decay, (1 + self.updates) / (10 + self.updates))
        torch._foreach_lerp_(list(self.weights.values()), [p.detach() for p in model.parameters()], 1 - decay)

    def restart(self, model: nn.Module) -> None:
        """Take over the present weights: before the first update those at the start are no average of any."""
        torch._foreach_copy_(list(self.weights.values()), [p.detach() for p in model.parameters()])

    def blended(self) -> dict[str, Tensor]:
        """The weights that are validated and written."""
        if not self.start:
            return self.weights
        return {name: self.start[name].lerp(one, self.blend) for name, one in self.weights.items()}
