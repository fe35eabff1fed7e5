"""Estimates how long a training will take on this machine: prepares its data, makes a few updates and discards them."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch

from model_core.training.datasets import training_data_for
from model_core.training.train import Training, rest_of_epoch
from model_core.training.train_spec import TrainSpec

WARM, FEWEST = 3, 3
"""Updates before timing begins, and the fewest that are timed."""
SECONDS = 1.0
"""About how long updates are timed."""


@dataclass(frozen=True)
class Estimate:
    """The estimate of a training from a few updates.

    prepared    seconds before its first update: files read, vocabulary learned
    update      seconds of an update
    updates     how many it makes at most, of epochs about; 0 where only the time limits them
    limit       time limit of its updates, in seconds; infinite if there is none
    parameters  of its model
    """

    prepared: float
    update: float
    updates: int
    limit: float
    parameters: int

    @property
    def seconds(self) -> float:
        """Seconds that it takes at most."""
        return self.prepared + (min(self.limit, self.update * self.updates) if self.updates else self.limit)

    @property
    def in_time(self) -> bool:
        """Whether the time limit allows all updates."""
        return 0 < self.update * self.updates < self.limit

    @property
    def updates_in_limit(self) -> int:
        """About how many updates the time limit allows, to two significant digits."""
        return int(float(f"{self.limit / self.update:.1e}"))


def estimate_training(spec: TrainSpec, stop: Callable[[], bool] = bool) -> Estimate | None:
    """Measured in this process, with this training's own data, shape and precision; None if `stop` said True.

    Writes to a temporary folder only. Raises Refused in the same cases as the training.
    """
    spec.checked()
    if spec.threads:
        torch.set_num_threads(spec.threads)
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="headscope-") as folder:
        training = Training(replace(spec, out=folder), training_data_for(replace(spec, out=folder)))
    training.choose_precision()
    training.model.train()
    prepared = time.perf_counter() - begun
    learner = training.learner()
    seconds: list[float] = []
    while len(seconds) < WARM + FEWEST or sum(seconds[WARM:]) < SECONDS:
        for pairs in rest_of_epoch(training):
            if stop():
                return None
            begun = time.perf_counter()
            training.learn(learner, pairs)
            seconds.append(time.perf_counter() - begun)
            if len(seconds) >= WARM + FEWEST and sum(seconds[WARM:]) >= SECONDS:
                break
        training.place = 0
    updates = spec.steps or math.ceil(spec.epochs * training.rounds)
    each = sum(seconds[WARM:]) / len(seconds[WARM:])
    return Estimate(prepared, each, updates, 60 * spec.time_limit, training.model.parameter_count())
