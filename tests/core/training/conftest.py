"""What several tests of trainings share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from model_core.training import datasets


@pytest.fixture
def short_epochs() -> Iterator[None]:
    """An epoch of a toy task has 600 pairs: drawing 6,000 takes longer than the few steps of these trainings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(datasets, "EPOCH", 600)
        yield
