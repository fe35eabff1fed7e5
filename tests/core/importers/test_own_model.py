"""The adapter in docs/importing.md as it stands there: a model of a layout of one's own opens and gives its numbers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.checkpoints.checkpoint import load_model
from model_core.proofs.proof import difference

PAGE = Path(__file__).parents[3] / "docs" / "importing.md"
D, H, INNER, SOURCE, TARGET = 16, 2, 24, 20, 22


def example() -> dict[str, Any]:
    """The names that the page's Python defines."""
    found = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    names: dict[str, Any] = {}
    exec(compile(found[0], str(PAGE), "exec"), names)
    return names


class Atencion(nn.Module):
    """Attention with names of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.consulta, self.clave, self.valor, self.salida = (nn.Linear(D, D) for _ in range(4))

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q, k, v = (
            part(one).view(*one.shape[:2], H, -1).transpose(1, 2)
            for part, one in ((self.consulta, x), (self.clave, memory), (self.valor, memory))
        )
        made: Tensor = F.scaled_dot_product_attention(q, k, v, mask).transpose(1, 2).flatten(2)
        return self.salida(made)


class Capa(nn.Module):
    """A layer of the decoder, or of the encoder."""

    def __init__(self, cross: bool) -> None:
        super().__init__()
        self.atencion, self.norma_1, self.norma_3 = Atencion(), nn.LayerNorm(D), nn.LayerNorm(D)
        self.interior = nn.Sequential(nn.Linear(D, INNER), nn.GELU(), nn.Linear(INNER, D))
        if cross:
            self.cruzada, self.norma_2 = Atencion(), nn.LayerNorm(D)

    def forward(self, x: Tensor, mask: Tensor, memory: Tensor | None = None, other: Tensor | None = None) -> Tensor:
        x = self.norma_1(x + self.atencion(x, x, mask))
        if memory is not None and other is not None:
            x = self.norma_2(x + self.cruzada(x, memory, other))
        return self.norma_3(x + self.interior(x))


class Traductor(nn.Module):
    """Somebody's own encoder and decoder."""

    def __init__(self) -> None:
        super().__init__()
        self.origen, self.destino = nn.Embedding(SOURCE, D), nn.Embedding(TARGET, D)
        self.codificador = nn.ModuleList(Capa(False) for _ in range(2))
        self.decodificador = nn.ModuleList(Capa(True) for _ in range(2))
        self.salida = nn.Linear(D, TARGET)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        angle = torch.arange(30)[:, None] / 10_000 ** (torch.arange(0, D, 2) / D)
        places = torch.stack([angle.sin(), angle.cos()], -1).flatten(1)
        real, count = (source != 0)[:, None, None], target.shape[1]
        x = self.origen(source) + places[: source.shape[1]]
        for layer in self.codificador:
            x = layer(x, real)
        y = self.destino(target) + places[:count]
        for layer in self.decodificador:
            y = layer(y, torch.ones(count, count, dtype=torch.bool).tril(), x, real)
        return self.salida(y)


def test_the_documented_adapter_converts_an_own_model(tmp_path: Path) -> None:
    torch.manual_seed(5)
    theirs = Traductor().eval()
    names = example()
    source, target = torch.tensor([[5, 9, 19, 2], [7, 2, 0, 0]]), torch.tensor([[1, 21, 8], [1, 4, 5]])
    with torch.inference_mode():
        expected = theirs(source, target)
        ours = names["converted"](theirs.state_dict(), H, tmp_path / "model")
        assert difference(ours(source, target), expected) <= 1e-5
        again = load_model(tmp_path / "model").model
        assert difference(again(source, target), expected) < 0.02, "half precision, as the page saves it"


def test_the_pages_adapter_names_what_is_missing(tmp_path: Path) -> None:
    names, state = example(), Traductor().state_dict()
    del state["decodificador.1.cruzada.clave.bias"]
    with pytest.raises(RuntimeError, match=r"decoder\.layers\.1\.cross_attn\.to_k\.bias"):
        names["converted"](state, H, tmp_path / "model")


def test_the_pages_adapter_names_what_is_left_over(tmp_path: Path) -> None:
    state = {**Traductor().state_dict(), "compuerta.weight": torch.ones(2)}
    with pytest.raises(ValueError, match=r"unexpected: compuerta\.weight"):
        example()["converted"](state, H, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_page_names_every_layout_and_every_field() -> None:
    from model_core.importers.convert import LAYOUTS
    from model_core.spec import ModelSpec

    text = PAGE.read_text(encoding="utf-8")
    assert [layout.name for layout in LAYOUTS if f"| `{layout.name}` |" not in text] == []
    sizes = {"source_vocabulary", "target_vocabulary", "d_model", "heads", "encoder_layers", "decoder_layers", "d_ff"}
    rest = {"max_positions", "dropout", "pad_id", "bos_id", "eos_id", "unk_id"}
    assert [name for name in ModelSpec(9, 9).to_json() if name not in sizes | rest and f"`{name}`" not in text] == []
