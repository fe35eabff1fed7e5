"""What several tests of trainings share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from model_core.training import datasets
from model_core.training.datasets import TASK_EPOCH


@pytest.fixture
def short_epochs() -> Iterator[None]:
    """An epoch of a toy task has 600 pairs: drawing 6,000 takes longer than the few steps of these trainings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(datasets, "TASK_EPOCH", 600)
        yield


@pytest.fixture
def usual_epochs(short_epochs: None) -> Iterator[None]:
    """An epoch as users have it, for what is learned in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(datasets, "TASK_EPOCH", TASK_EPOCH)
        yield
