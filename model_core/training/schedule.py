"""The learning rate over a training."""

from __future__ import annotations

from model_core.training.train_spec import TrainSpec


def rate_factor(fraction: float, step: int, spec: TrainSpec) -> float:
    """Learning rate relative to its peak: linear warm-up, constant, then linear decay over the budget's rest."""
    warm = min(1.0, (step + 1) / max(1, spec.warmup))
    if fraction <= spec.decay_from:
        return warm
    left = max(0.0, (1 - fraction) / max(1e-9, 1 - spec.decay_from))
    return warm * max(spec.final_rate, left)
