"""Few rows times a wide matrix: the same product as the layer's own, only while it is asked for."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from model_core.decoding.fast_linear import FEW, fast_few_rows, wide_product
from model_core.transformer.linear import Linear
from tests.small import small_model


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", [(1,), (1, 1), (1, 2), (3, 1), (1, 5), (2, 4), (1, FEW + 1), (2, 3, 4), (1, 0)])
def test_the_product_is_that_of_the_layer(shape: tuple[int, ...], bias: bool) -> None:
    generator = torch.Generator().manual_seed(1)
    linear = Linear(12, 96, bias=bias)
    with torch.inference_mode():
        x = torch.randn(*shape, 12, generator=generator)
        product = wide_product(linear, x)
        assert product.shape == (*shape, 96) and product.is_contiguous()
        assert torch.allclose(product, F.linear(x, linear.weight, linear.bias), atol=1e-5)


@torch.inference_mode()
def test_a_models_wide_layers_are_multiplied_otherwise_inside_only(monkeypatch: pytest.MonkeyPatch) -> None:
    model = small_model(3, d_model=8, heads=2, d_ff=32)
    names = {id(module): name for name, module in model.named_modules()}
    seen: list[str] = []

    def listening_in(linear: Linear, x: torch.Tensor) -> torch.Tensor:
        seen.append(names[id(linear)])
        return wide_product(linear, x)

    monkeypatch.setattr("model_core.decoding.fast_linear.wide_product", listening_in)
    source, target = torch.tensor([[5, 6, 7]]), torch.tensor([[1, 9]])
    plain = model(source, target)
    with fast_few_rows(model):
        quick = model(source, target)
    assert "to_logits" in seen and any(name.endswith("feed_forward.up") for name in seen), seen
    assert not any("attn" in name for name in seen)
    assert torch.allclose(plain, quick, atol=1e-5)
    seen.clear()
    with pytest.raises(RuntimeError), fast_few_rows(model):
        raise RuntimeError
    assert torch.equal(model(source, target), plain) and not seen
