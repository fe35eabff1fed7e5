"""The learning rate over a training, and what is reported of its progress."""

from __future__ import annotations

import math
from dataclasses import dataclass

from model_core.training.train_spec import TrainSpec


@dataclass(frozen=True)
class TrainEvent:
    """One moment of a training, for a progress bar and a loss curve.

    kind "note" | "start" | "step" | "valid" | "stopped" | "done"; `fraction` of the budget used (0–1); `loss`
    label-smoothed, nats per target token; tokens are those of source and target; times in seconds; accuracies and
    `exact` (sentences with every token right) are shares (0–1).
    """

    kind: str
    step: int
    epoch: int
    fraction: float
    loss: float = math.nan
    tokens_per_second: float = 0.0
    elapsed: float = 0.0
    remaining: float = math.nan
    token_accuracy: float = math.nan
    exact: float = math.nan
    valid_loss: float = math.nan
    message: str = ""


def rate_factor(fraction: float, step: int, spec: TrainSpec) -> float:
    """Learning rate relative to its peak: linear warm-up, constant, then linear decay over the budget's rest."""
    warm = min(1.0, (step + 1) / max(1, spec.warmup))
    if fraction <= spec.decay_from:
        return warm
    left = max(0.0, (1 - fraction) / max(1e-9, 1 - spec.decay_from))
    return warm * max(spec.final_rate, left)
