"""Few rows times a wide matrix: the same product as the layer's own, only while it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from model_core.decoding import fast_linear
from model_core.decoding.fast_linear import FEW, fast_few_rows, fast_product, wide_product
from tests.made.small import small_model

TURNED = {"AMD, AVX-512": range(1, FEW + 1), "AVX2": range(2, FEW + 1), "Intel, AVX-512": range(0)}
"""Processor -> the numbers of rows that W · xᵀ multiplies faster."""


@pytest.mark.parametrize("processor", TURNED)
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", [(1,), (1, 1), (1, 2), (3, 1), (1, 5), (2, 4), (1, FEW + 1), (2, 3, 4), (1, 0)])
def test_the_product_is_that_of_the_layer(
    shape: tuple[int, ...], bias: bool, processor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_linear, "turned_rows", lambda: TURNED[processor])
    generator = torch.Generator().manual_seed(1)
    linear = nn.Linear(12, 96, bias=bias)
    with torch.inference_mode():
        x = torch.randn(*shape, 12, generator=generator)
        product = wide_product(linear, x)
        assert product.shape == (*shape, 96) and product.is_contiguous()
        assert torch.allclose(product, F.linear(x, linear.weight, linear.bias), atol=1e-5)


@pytest.mark.parametrize("processor", TURNED)
@pytest.mark.parametrize("asked", [True, False], ids=["oneDNN", "MKL"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("rows", [0, 1, 2, 3, FEW, FEW + 1, 70])
@torch.inference_mode()
def test_a_large_matrix_is_multiplied_by_whom_it_was_measured_to_be_faster(
    rows: int, dtype: torch.dtype, asked: bool, processor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usable, called = torch.backends.mkldnn.is_available(), list[int]()

    def product(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, *after: Any) -> torch.Tensor:
        called.append(x.shape[-2])
        own = torch.ops.mkldnn._linear_pointwise if usable else lambda x, weight, bias, *_: F.linear(x, weight, bias)
        found: torch.Tensor = own(x, weight, bias, *after)
        return found

    monkeypatch.setattr(fast_linear, "LARGE", 12 * 96 // 2)
    monkeypatch.setattr(fast_linear, "onednn", lambda count: product if asked else None)
    monkeypatch.setattr(fast_linear, "turned_rows", lambda: TURNED[processor])
    linear = nn.Linear(12, 96).to(dtype)
    x = torch.randn(2 * rows or 1, 1, 12, generator=torch.Generator().manual_seed(1), dtype=dtype)[::2].transpose(0, 1)
    x = x[:, :rows]  # not contiguous
    found = wide_product(linear, x)
    exact = F.linear(x.double(), linear.weight.double(), linear.bias.double())
    assert found.shape == (1, rows, 96) and found.dtype == dtype
    assert torch.allclose(found.double(), exact, rtol=0, atol=1e-5)
    taken = asked and dtype == torch.float32 and rows not in TURNED[processor]
    assert called == ([{70: 80}.get(rows, rows)] if taken else [])


def processor_of(monkeypatch: pytest.MonkeyPatch, capability: str, name: str | None, amx: bool | None) -> None:
    """Lets torch describe another processor; None: a torch that does not tell."""
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
    described = {} if name is None else {"cpu_name": name}
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: described, raising=False)
    if name is None:
        monkeypatch.delattr(torch.cpu, "get_capabilities")
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: amx, raising=False)
    if amx is None:
        monkeypatch.delattr(torch.cpu, "_is_amx_tile_supported")
    for decided in ("turned_rows", "onednn", "_intel_avx512"):
        monkeypatch.setattr(fast_linear, decided, getattr(fast_linear, decided).__wrapped__)


PROCESSORS = {
    "AMD, AVX-512": ("AVX512", "AMD EPYC", False),
    "Intel, AVX-512": ("AVX512", "Intel Xeon", False),
    "AMX": ("AVX512", None, True),
    "AVX-512, unknown": ("AVX512", None, None),
    "AVX2": ("AVX2", "Intel Core", False),
    "DEFAULT": ("DEFAULT", "Intel Core", False),
}
"""Name -> what torch says of it: its instructions, its name, whether it has AMX."""


@pytest.mark.parametrize("processor", PROCESSORS)
@torch.inference_mode()
def test_only_so_many_rows_as_were_measured_to_be_faster_are_multiplied_otherwise(
    processor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    processor_of(monkeypatch, *PROCESSORS[processor])
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    linear, forward, own = nn.Linear(12, 96), nn.Linear.forward, list[int]()
    monkeypatch.setattr(nn.Linear, "forward", lambda self, x: own.append(x.shape[0]) or forward(self, x))
    for rows in range(FEW + 2):
        wide_product(linear, torch.randn(rows, 12))
    intel = processor in ("Intel, AVX-512", "AMX")
    assert own == ([*range(FEW + 2)] if intel else [0, *([1] if processor == "AVX2" else []), FEW + 1])


@pytest.mark.parametrize("processor", PROCESSORS)
def test_onednn_is_asked_only_where_it_was_measured(processor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usable = torch.backends.mkldnn.is_available()
    processor_of(monkeypatch, *PROCESSORS[processor])
    measured = {"AVX2": range(1, 200), "Intel, AVX-512": range(4, 16), "AMX": range(4, 16)}.get(processor, range(0))
    asked = [rows for rows in range(200) if fast_linear.onednn(rows) is not None]
    assert asked == ([*measured] if usable else [])


@pytest.mark.parametrize("processor", PROCESSORS)
@torch.inference_mode()
def test_onednn_sees_few_numbers_of_rows_however_many_texts_there_are(
    processor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each of them it keeps memory as long as the process lives."""
    processor_of(monkeypatch, *PROCESSORS[processor])
    monkeypatch.setattr(fast_linear, "LARGE", 1)
    seen = set[int]()

    def product(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, *_after: Any) -> torch.Tensor:
        seen.add(x.shape[-2])
        return F.linear(x, weight, bias)

    own = fast_linear.onednn
    monkeypatch.setattr(fast_linear, "onednn", lambda rows: None if own(rows) is None else product)
    linear = nn.Linear(12, 96)
    for rows in range(1, 513):
        assert wide_product(linear, torch.ones(1, rows, 12)).shape == (1, rows, 96)
    assert len(seen) <= 8 + 512 // 16


@torch.inference_mode()
def test_a_models_wide_layers_are_multiplied_otherwise_inside_only(monkeypatch: pytest.MonkeyPatch) -> None:
    model = small_model(3, d_model=8, heads=2, d_ff=32)
    names = {id(module): name for name, module in model.named_modules()}
    seen: list[str] = []

    def listening_in(linear: nn.Linear, x: torch.Tensor) -> torch.Tensor:
        seen.append(names[id(linear)])
        return wide_product(linear, x)

    monkeypatch.setattr(fast_linear, "wide_product", listening_in)
    processor_of(monkeypatch, *PROCESSORS["AVX2"])
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


@pytest.mark.parametrize("large", [12 * 96, 2 * 12 * 96 + 2], ids=["large", "not large"])
@pytest.mark.parametrize("processor", PROCESSORS)
@torch.inference_mode()
def test_a_layer_as_a_function_is_multiplied_as_inside(
    processor: str, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same product, by `wide_product` for each number of rows that it multiplies otherwise."""
    processor_of(monkeypatch, *PROCESSORS[processor])
    monkeypatch.setattr(fast_linear, "LARGE", large)
    monkeypatch.setattr(fast_linear, "SLOW_INPUTS", 12)
    asked = list[int]()
    monkeypatch.setattr(fast_linear, "wide_product", lambda linear, x: asked.append(len(x)) or wide_product(linear, x))
    wide, narrow = nn.Linear(12, 96), nn.Linear(96, 12)
    for linear in (wide, narrow):
        product = fast_product(linear)
        for rows in (1, 2, 5, 20):
            x = torch.randn(rows, linear.in_features, generator=torch.Generator().manual_seed(rows))
            assert torch.allclose(product(x), F.linear(x, linear.weight, linear.bias), atol=1e-5)
    if processor in ("Intel, AVX-512", "AMX"):
        assert asked == (2 * [2, 5, 20] if large == 12 * 96 else []), "by the narrow one, too, if it is large"
    else:
        assert asked == [1, 2, 5, 20]


@torch.inference_mode()
def test_a_layer_that_gains_nothing_here_is_called_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking takes longer than a small layer's own overhead."""
    processor_of(monkeypatch, *PROCESSORS["AMX"])
    model = small_model(d_model=8, heads=2)
    with fast_few_rows(model):
        assert "forward" not in model.to_logits.__dict__
    monkeypatch.setattr(fast_linear, "LARGE", 1)
    with fast_few_rows(model):
        assert "forward" in model.to_logits.__dict__


@pytest.mark.parametrize("processor", PROCESSORS)
@torch.inference_mode()
def test_mkls_slow_numbers_of_rows_go_to_onednn_from_half_the_size_on(
    processor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A narrow layer, as the second one of a feed-forward: no other processor and no other number of rows, and not if
    it has few inputs."""
    processor_of(monkeypatch, *PROCESSORS[processor])
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    called = list[int]()

    def product(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, *_after: Any) -> torch.Tensor:
        called.append(len(x))
        return F.linear(x, weight, bias)

    own = fast_linear.onednn
    monkeypatch.setattr(fast_linear, "onednn", lambda rows: None if own(rows) is None else product)
    model = small_model(d_model=8, heads=2, d_ff=96)
    for large, inputs, slow in (
        (2 * 8 * 96, 96, [*range(4, 16)]), (2 * 8 * 96 + 2, 96, []),
        (8 * 96 // 2, 97, [*range(4, 16)]), (8 * 96, 97, []),
    ):  # fmt: skip
        monkeypatch.setattr(fast_linear, "LARGE", large)
        monkeypatch.setattr(fast_linear, "SLOW_INPUTS", inputs)
        model.__dict__.pop("_found_wide_or_large", None)
        called.clear()
        with fast_few_rows(model):
            for rows in range(1, 40):
                model.encoder.layers[0].feed_forward.down(torch.ones(rows, 96))
        assert called == (slow if processor in ("Intel, AVX-512", "AMX") else [])
