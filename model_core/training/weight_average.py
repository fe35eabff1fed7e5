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

    def follow(self, model: nn.Module, due: bool = True) -> None:
        """Move the average towards the present weights where that is `due`; early updates move it faster, so that the
        start is forgotten. Before the first one the present weights are taken over: those at the start are no
        average of any."""
        averages, present = list(self.weights.values()), [p.detach() for p in model.parameters()]
        if due:
            self.updates += 1
            decay = min(self.decay, (1 + self.updates) / (10 + self.updates))
            torch._foreach_lerp_(averages, present, 1 - decay)
        elif not self.updates:
            torch._foreach_copy_(averages, present)

    def blended(self) -> dict[str, Tensor]:
        """The weights that are validated and written."""
        if not self.start:
            return self.weights
        return {name: self.start[name].lerp(one, self.blend) for name, one in self.weights.items()}
