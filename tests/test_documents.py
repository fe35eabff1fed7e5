"""Every program in the documents runs as written, and does what is said beside it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def programs(path: Path) -> list[str]:
    """The blocks of Python in a document, in their order."""
    return re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)


def run(program: str, **given: Any) -> dict[str, Any]:
    """Executes a program; returns its names."""
    names = {"__name__": "__main__", **given}
    exec(compile(program, "document", "exec"), names)
    return names


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program writes lies in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def test_every_program_of_every_document_is_run_here() -> None:
    counts = {path.name: len(programs(path)) for path in DOCUMENTS if programs(path)}
    assert counts == {"README.md": 1, "architecture.md": 1, "importing.md": 1, "recordings.md": 3}


def test_the_notebook_of_the_readme() -> None:
    names = run(programs(ROOT / "README.md")[0])
    assert names["vocab"].text(names["logits"][0, :-1].argmax(-1).tolist()) == "5 1 4 1 3"
    batch, heads, rows, columns = names["activations"]["decoder.layers.0.cross_attn.weights"].shape
    assert (batch, rows, columns) == (1, names["target_ids"].shape[1], names["source_ids"].shape[1])
    assert heads == names["model"].spec.heads
    weights = names["trace"].map("cross", layer=1, head=2)
    assert np.abs(weights.sum(1) - 1).max() <= 1e-5


def test_a_recording_with_a_model_of_hugging_face() -> None:
    pytest.importorskip("transformers")
    from model_core.recordings.open import open_recording

    short, whole, _ = programs(ROOT / "docs" / "recordings.md")
    names = run(whole)
    trace = open_recording(Path("hen.safetensors").resolve())
    assert trace.sentences[0].source_text == "a blue hen"
    run(short, out=names["out"], source=["a", "blue", "hen", "</s>"], target=["<pad>", "una", "gallina"])
    again = open_recording(Path("recording.safetensors").resolve())
    for kind in trace.kinds:
        assert np.array_equal(again.map(kind, layer=1, head=3), trace.map(kind, layer=1, head=3))


def test_bertviz_is_given_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, Any]] = []
    bertviz = ModuleType("bertviz")
    bertviz.head_view = lambda **given: shown.append(given)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bertviz", bertviz)
    names = run(programs(ROOT / "docs" / "recordings.md")[2])
    spec, sentence = names["trace"].model.spec, names["trace"].sentences[0]
    assert len(shown[0]["cross_attention"]) == spec.decoder_layers
    shape = (1, spec.heads, len(sentence.read), len(sentence.source))
    assert tuple(shown[0]["cross_attention"][0].shape) == shape


def test_the_adapter_converts_a_state_dict_of_its_layout() -> None:
    import torch

    names = run(programs(ROOT / "docs" / "importing.md")[0])
    torch.manual_seed(1)
    width, hidden = 8, 16
    shapes = {"consulta": (width, width), "clave": (width, width), "valor": (width, width), "salida": (width, width)}
    state = {"origen.weight": torch.randn(12, width), "destino.weight": torch.randn(10, width)}
    state |= {"salida.weight": torch.randn(10, width), "salida.bias": torch.randn(10)}
    for side, blocks, norms in (
        ("codificador", ("atencion",), ("norma_1", "norma_3")),
        ("decodificador", ("atencion", "cruzada"), ("norma_1", "norma_2", "norma_3")),
    ):
        own = {f"{block}.{name}": shape for block in blocks for name, shape in shapes.items()}
        own |= {"interior.0": (hidden, width), "interior.2": (width, hidden)}
        for name, shape in own.items():
            state[f"{side}.0.{name}.weight"] = torch.randn(shape)
            state[f"{side}.0.{name}.bias"] = torch.randn(shape[0])
        for norm in norms:
            state[f"{side}.0.{norm}.weight"], state[f"{side}.0.{norm}.bias"] = torch.ones(width), torch.zeros(width)
    model = names["converted"](state, 2, Path("traductor"))
    from model_core import Engine, RunSpec

    trace = Engine().trace(RunSpec(model=str(Path("traductor").resolve()), source=("5 6 7",)))
    assert (model.spec.heads, trace.model.name) == (2, "Traductor")
    with pytest.raises(ValueError, match=r"codificador\.0\.extra"):
        names["adapted"]({**state, "codificador.0.extra": torch.ones(1)}, 2)


def test_the_view_of_the_architecture(qapp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from model_core.record.run_spec import RunSpec
    from tests.made.traces import made_trace
    from viz_app import views
    from viz_app.cli import render as rendering
    from viz_app.data.snapshot import Snapshot
    from viz_app.document.state import Look, State
    from viz_app.widgets import theme

    program = programs(ROOT / "docs" / "architecture.md")[0]
    module = ModuleType("viz_app.views.entropy.view")
    monkeypatch.setitem(sys.modules, "viz_app.views.entropy", ModuleType("viz_app.views.entropy"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(program, "view.py", "exec"), vars(module))
    for place in (views, rendering):
        monkeypatch.setattr(place, "VIEWS", (*views.VIEWS, "entropy"))
    told: list[str] = []
    plain = QLabel.setText
    monkeypatch.setattr(QLabel, "setText", lambda label, text: (told.append(text), plain(label, text))[1])
    out = rendering.render("entropy", RunSpec(model="copy", source=("a b c",)), tmp_path / "entropy.png")
    assert out.stat().st_size > 1000
    assert any(re.fullmatch(r"\d\.\d\d bits", text) for text in told)
    for trace in (made_trace(layers=(1, 1), heads=1), made_trace(stage="encoded")):  # smaller than what is looked at
        options = module.Entropy.Options()
        module.Entropy().draw(Snapshot(State(look=Look(layer=5, head=7)), trace, theme.current(), options=options))
    assert re.fullmatch(r"\d\.\d\d bits", told[-3]) and told[-1] == "The decoder has not written anything yet."


# ---------------------------------------------------------------- the names of controls

CATALOGUE = ROOT / "resources" / "languages" / "es.ts"
NO_CONTROLS = {"is", "einsum", "State", "Remake", "Run", "0–1"}
"""In italics for another reason: stress, fields of a picture, a name of code, figures of a scale."""


def texts() -> list[str]:
    """All texts of the window, without what stands for a key or opens a menu."""
    found = ElementTree.parse(CATALOGUE).iter("source")
    return [re.sub(r"\s\s⏎$|[….]+$", "", one.text or "") for one in found]


def italics(path: Path) -> list[tuple[int, str]]:
    """(line, name) of all that is in italics, menus and alternatives taken apart."""
    plain = re.sub(r"```.*?```", lambda block: "\n" * block[0].count("\n"), path.read_text("utf-8"), flags=re.DOTALL)
    plain = re.sub(r"`[^`\n]*`", "", plain)
    found = re.finditer(r"(?<![*\w])\*([^*\n]{1,60})\*(?![*\w])", plain)
    return [
        (plain[: one.start()].count("\n") + 1, part)
        for one in found
        for part in re.split(r" / | \| | ▸ ", one[1])
        if part not in NO_CONTROLS
    ]


def filled(text: str) -> re.Pattern[str] | None:
    """A text with anything in its fields; None for one that has hardly any words of its own."""
    parts = re.split(r"(\{[^}]*\})", text)
    if len("".join(parts[::2]).strip()) <= 3:
        return None
    return re.compile("".join(".+" if at % 2 else re.escape(part) for at, part in enumerate(parts)))


def is_named(name: str, plain: set[str], forms: list[re.Pattern[str]]) -> bool:
    """Whether a name is a text of the window, one that such a text begins with (ending in …), or several in a row."""
    words = name.rstrip("….⌄▾ ").casefold()
    if words in plain | NO_CONTROLS or any(form.fullmatch(words) for form in forms):
        return True
    if name.endswith(" …") and any(text.startswith(words) for text in plain):
        return True
    ends = [at for at, letter in enumerate(words) if letter == " "]
    return any(words[:at].rstrip(":") in plain and is_named(words[at + 1 :], plain, forms) for at in ends)


@pytest.mark.parametrize("name", ["README", "capabilities", "files", "lessons", "importing", "recordings"])
def test_a_control_is_called_in_the_documents_what_it_is_called_in_the_window(name: str) -> None:
    path = ROOT / "README.md" if name == "README" else ROOT / "docs" / f"{name}.md"
    plain = {text.casefold() for text in texts()}
    forms = [form for text in plain if "{" in text and (form := filled(text)) is not None]
    assert [one for one in italics(path) if not is_named(one[1], plain, forms)] == []


def test_a_control_that_is_not_there_would_be_found() -> None:
    plain = {text.casefold() for text in texts()}
    assert is_named("Encoder", plain, []) and is_named("Show weights ⌄", plain, [])
    assert not is_named("Start with a tiny example", plain, []) and not is_named("How this word was cut…", plain, [])
