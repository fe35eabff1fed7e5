"""The learning rate over a training, and at which steps the model is kept. No torch."""

from __future__ import annotations

from model_core.training.train_spec import TrainSpec

GAP = 32
"""Least number of updates between two snapshots that are not among the first, doubling ones."""


def rate_factor(fraction: float, step: int, spec: TrainSpec) -> float:
    """Learning rate relative to its peak: linear warm-up, constant, then linear decay over the budget's rest."""
    warm = min(1.0, (step + 1) / max(1, spec.warmup))
    if fraction <= spec.decay_from:
        return warm
    left = max(0.0, (1 - fraction) / max(1e-9, 1 - spec.decay_from))
    return warm * max(spec.final_rate, left)


def snapshot_steps(step: int, most: int) -> list[int]:
    """The steps up to this one whose snapshots are kept: 0, 1, 2, 4, 8 … and evenly from GAP on, with the gap doubled
    until there are at most `most`. A later call keeps a subset of the earlier steps, plus new ones."""
    if most < 1:
        return []
    doubling = [0, *(1 << power for power in range(step.bit_length()))]
    gap = GAP
    while step // gap > most:
        gap *= 2
    while gap <= step:
        found = sorted({*doubling, *range(gap, step + 1, gap)})
        if len(found) <= most:
            return found
        gap *= 2
    return doubling if len(doubling) <= most else [0, *doubling[len(doubling) - most + 1 :]]


def is_snapshot_step(step: int, most: int) -> bool:
    """Whether a snapshot is due after this many updates."""
    return (step & (step - 1) == 0 or step % GAP == 0) and step in snapshot_steps(step, most)
