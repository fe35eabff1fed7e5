"""Numbers of a run that are computed from recorded ones."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from model_core.analysis.arithmetic import surprise


@pytest.mark.parametrize("name", ["step_probability", "log_probability"])
def test_surprise_is_never_below_0_nor_minus_0(name: str) -> None:
    chances = np.array([[1.0, 0.5, 0.0, np.nextafter(1.0, 2.0)]])
    with np.errstate(divide="ignore"):
        numbers = {name: chances if name == "step_probability" else np.log(chances)}
    found = surprise(cast(Any, SimpleNamespace(numbers=numbers)))
    assert found.shape == (1, 4)
    np.testing.assert_allclose(found, [[0.0, 1.0, np.inf, 0.0]])
    assert not np.signbit(found).any()
