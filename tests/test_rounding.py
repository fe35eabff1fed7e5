"""The bound on rounding holds for a correct pass and is far below what a fault makes of it."""

from __future__ import annotations

import pytest
import torch

from model_core.proofs.proof import difference
from tests.made.small import VARIANTS, small_model
from tests.support.rounding import rounding

SOURCE, READ = torch.tensor([[5, 6, 7, 2]]), torch.tensor([[1, 9, 10, 11]])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_pass_in_double_precision_is_within_the_bound(variant: str) -> None:
    model = small_model(3, **VARIANTS[variant])
    bound = rounding(model, SOURCE, READ)
    with torch.inference_mode():
        single = model(SOURCE, READ)
        exact = model.double()(SOURCE, READ)
        assert difference(single.double(), exact) <= bound
        for parameter in model.parameters():
            parameter += 0.002 * parameter.std() if parameter.numel() > 1 else 0
        assert difference(model(SOURCE, READ), exact) > bound, "weights that are off by two thousandths of their spread"


def test_the_bound_grows_with_the_numbers() -> None:
    model = small_model(3)
    before = rounding(model, SOURCE, READ)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter *= 10
    assert rounding(model, SOURCE, READ) > 5 * before
