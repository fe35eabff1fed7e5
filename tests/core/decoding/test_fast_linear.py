"""Few rows times a wide matrix: the same product as the layer's own, only while it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from model_core.decoding import fast_linear
from model_core.decoding.fast_linear import FEW, fast_few_rows, fewest, onednn, wide_product
from tests.made.small import small_model


@pytest.mark.parametrize("amx", [True, False], ids=["AMX", "no AMX"])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", [(1,), (1, 1), (1, 2), (3, 1), (1, 5), (2, 4), (1, FEW + 1), (2, 3, 4), (1, 0)])
def test_the_product_is_that_of_the_layer(
    shape: tuple[int, ...], bias: bool, amx: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_linear, "fewest", lambda: 5 if amx else 1)
    generator = torch.Generator().manual_seed(1)
    linear = nn.Linear(12, 96, bias=bias)
    with torch.inference_mode():
        x = torch.randn(*shape, 12, generator=generator)
        product = wide_product(linear, x)
        assert product.shape == (*shape, 96) and product.is_contiguous()
        assert torch.allclose(product, F.linear(x, linear.weight, linear.bias), atol=1e-5)


@pytest.mark.parametrize("asked", [True, False], ids=["oneDNN", "MKL"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("rows", [0, 1, 2, 3, FEW, FEW + 1, 70])
@torch.inference_mode()
def test_a_large_matrix_is_multiplied_by_whom_it_was_measured_to_be_faster(
    rows: int, dtype: torch.dtype, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    usable, called = torch.backends.mkldnn.is_available(), list[int]()

    def product(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, *after: Any) -> torch.Tensor:
        called.append(x.shape[1])
        own = torch.ops.mkldnn._linear_pointwise if usable else lambda x, weight, bias, *_: F.linear(x, weight, bias)
        found: torch.Tensor = own(x, weight, bias, *after)
        return found

    monkeypatch.setattr(fast_linear, "LARGE", 12 * 96 // 2)
    monkeypatch.setattr(fast_linear, "onednn", lambda: product if asked else None)
    monkeypatch.setattr(fast_linear, "fewest", lambda: 1)
    linear = nn.Linear(12, 96).to(dtype)
    x = torch.randn(2 * rows or 1, 1, 12, generator=torch.Generator().manual_seed(1), dtype=dtype)[::2].transpose(0, 1)
    x = x[:, :rows]  # not contiguous
    found = wide_product(linear, x)
    exact = F.linear(x.double(), linear.weight.double(), linear.bias.double())
    assert found.shape == (1, rows, 96) and found.dtype == dtype
    assert torch.allclose(found.double(), exact, rtol=0, atol=1e-5)
    taken = asked and dtype == torch.float32 and (rows == 1 or rows > FEW)
    assert called == ([rows] if taken else [])


@pytest.mark.parametrize(("amx", "least"), [(True, 5), (False, 1), (None, 1)], ids=["AMX", "no AMX", "unknown"])
@torch.inference_mode()
def test_fewer_rows_than_were_measured_to_be_faster_are_the_layers_own(
    amx: bool | None, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if amx is None:
        monkeypatch.delattr(torch.cpu, "_is_amx_tile_supported", raising=False)
    else:
        monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: amx, raising=False)
    monkeypatch.setattr(fast_linear, "fewest", fewest.__wrapped__)
    monkeypatch.setattr(fast_linear, "onednn", lambda: None)
    linear, forward, own = nn.Linear(12, 96), nn.Linear.forward, list[int]()
    monkeypatch.setattr(nn.Linear, "forward", lambda self, x: own.append(x.shape[0]) or forward(self, x))
    for rows in range(FEW + 2):
        wide_product(linear, torch.randn(rows, 12))
    assert own == [*range(least), FEW + 1]


def test_onednn_is_used_only_where_it_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {}
    for capability in ("DEFAULT", "AVX2", "AVX512"):
        monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda capability=capability: capability)
        answers[capability] = onednn.__wrapped__() is not None
    assert answers == {"DEFAULT": False, "AVX2": torch.backends.mkldnn.is_available(), "AVX512": False}


@torch.inference_mode()
def test_a_models_wide_layers_are_multiplied_otherwise_inside_only(monkeypatch: pytest.MonkeyPatch) -> None:
    model = small_model(3, d_model=8, heads=2, d_ff=32)
    names = {id(module): name for name, module in model.named_modules()}
    seen: list[str] = []

    def listening_in(linear: nn.Linear, x: torch.Tensor) -> torch.Tensor:
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
