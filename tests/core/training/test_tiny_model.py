"""The tiny example: its files are its table of numbers, it does what it says, and every proof holds."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model_core.checkpoints.checkpoint import load_model
from model_core.engine import part_edits
from model_core.engine.engine import Engine
from model_core.io import resources
from model_core.proofs import check
from model_core.proofs.check import prove
from model_core.proofs.part_proofs import edited_parts
from model_core.proofs.proof import batch_for
from model_core.record.model_info import read_about
from model_core.record.overridden_row import overridden_row
from model_core.record.run_spec import RunSpec
from model_core.training.tiny_model import WEIGHTS, WORDS, save_tiny, tiny_model, tiny_spec


def test_the_bundled_files_are_the_numbers_written_by_hand(tmp_path: Path) -> None:
    folder = resources.bundled("tiny")
    assert folder is not None
    save_tiny(tmp_path)
    assert read_about(tmp_path) == read_about(folder)
    for name in ("tokenizer.json", "card.md", "model.safetensors"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name
    model, vocab = load_model("tiny")
    assert vocab.words() == WORDS and model.spec == tiny_spec()
    for name, own in tiny_model().state_dict().items():
        assert torch.equal(model.state_dict()[name], own), name


def test_every_number_can_be_read(tmp_path: Path) -> None:
    names = dict(tiny_model().named_parameters())
    assert set(WEIGHTS) <= set(names)
    assert {x for values in names.values() for x in values.detach().flatten().tolist()} <= {-2.0, -1.0, 0.0, 1.0, 2.0}
    assert sum(values.numel() for values in names.values()) == tiny_spec().parameters()


@pytest.mark.parametrize(
    ("source", "target"), [("red ball", "red"), ("ball blue", "blue"), ("blue", "blue"), ("red red blue", "red")]
)
def test_it_writes_the_colour_and_ends(source: str, target: str) -> None:
    trace = Engine().trace(RunSpec(model="tiny", source=(source,)))
    one = trace.sentences[0]
    assert one.target_text == target and one.finished and len(one.written) == 2
    weights = trace.map("cross", 0, 0)
    colours = [place for place, word in enumerate(source.split()) if word != "ball"]
    assert weights[0][colours].sum() > 0.9, "the first row looks at the colours"


@pytest.mark.parametrize("seed", [0, 3])
def test_every_proof_holds_for_it(seed: int) -> None:
    model, _ = load_model("tiny")
    failed = [proof for proof in prove(model, seed) if not proof.passed]
    assert failed == []


def test_roundings_that_a_norm_makes_large_excuse_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its edited runs bring vectors of almost nothing before a norm. A set weight a ten-thousandth off is found."""
    model, _ = load_model("tiny")
    batch = batch_for(model.spec)
    monkeypatch.setattr(part_edits, "overridden_row", lambda *row: 1.0001 * overridden_row(*row))
    found, _cut = edited_parts(model, batch)
    assert not found.passed
    monkeypatch.setattr(check, "PROOFS", (edited_parts,))
    monkeypatch.setattr(check, "LONG_PROOFS", ())
    assert [proof.passed for proof in prove(model) if proof.name == "edited parts"] == [False]
