"""The update of a training's weights (Loshchilov and Hutter 2019), by the one kernel that torch.optim.AdamW uses.

The optimisers of torch.optim load torch's compiler when they are made, two seconds of processor time in every process
that trains. Ours give the same weights, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn

BETAS = (0.9, 0.98)
EPS = 1e-9


class AdamW:
    """The optimiser; `state` holds, for each parameter that had a gradient: "step", "exp_avg" and "exp_avg_sq"."""

    def __init__(self, parameters: Iterable[nn.Parameter], weight_decay: float) -> None:
        self.parameters, self.weight_decay = list(parameters), weight_decay
        self.state: dict[nn.Parameter, dict[str, Tensor]] = {}

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """One update by the present gradients, at this learning rate."""
        learning = [(p, p.grad) for p in self.parameters if p.grad is not None]
        for p, _ in learning:
            if p not in self.state:
                moments = {"exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}
                self.state[p] = {"step": torch.zeros((), device=p.device)} | moments
        steps, means, squares = (
            [self.state[p][name] for p, _ in learning] for name in ("step", "exp_avg", "exp_avg_sq")
        )
        if learning:
            torch._foreach_add_(steps, 1)
            torch._fused_adamw_(
                [p for p, _ in learning], [gradient for _, gradient in learning], means, squares, [], steps,
                lr=rate, beta1=BETAS[0], beta2=BETAS[1], eps=EPS, weight_decay=self.weight_decay,
                amsgrad=False, maximize=False,
            )  # fmt: skip

    def forget_gradients(self) -> None:
        """Clears the gradients of all parameters before the next backward pass."""
        for p in self.parameters:
            p.grad = None
