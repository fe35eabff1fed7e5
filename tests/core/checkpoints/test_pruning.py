"""Models without some of their parts: what the folder holds, what it says, and that it writes as under the edits."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model_core.checkpoints.checkpoint import load_model, save_model
from model_core.checkpoints.pruning import Pruned, prune, silenced, without_heads
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.proofs.pruning_proofs import off, pruned_is_edited
from model_core.record.effects import parts_of
from model_core.record.model_info import read_about
from model_core.record.run_spec import RunSpec
from model_core.transformer.model import EncoderDecoder
from tests.made.small import VARIANTS, small_model, small_pieces

PIECES = small_pieces()
SIZES = {"source_vocabulary": PIECES.size, "target_vocabulary": PIECES.size}
NAMES = ("cross 2.1", "encoder 1.3", "decoder 1 feed-forward")


def saved(tmp_path: Path, precision: torch.dtype = torch.float32) -> str:
    """A small model in a folder."""
    model = small_model(4, **SIZES)
    about = {"name": "Small", "about": "For tests.", "source_language": "English"}
    folder = tmp_path / "own"
    save_model(folder, model.state_dict(), model.spec, PIECES, about, "# Small\n\nIts card.\n", precision)
    return str(folder)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.share(2)
def test_the_folder_is_the_model_under_the_edits_in_every_variant(name: str, tmp_path: Path) -> None:
    changes = {"tied": False, **VARIANTS[name]} | SIZES
    model = small_model(4, **changes)
    save_model(tmp_path / "own", model.state_dict(), model.spec, PIECES, {}, "", torch.float32)
    parts = parts_of(model.spec, 0, ("heads", "feed_forwards"))[::3]
    found = prune(str(tmp_path / "own"), tmp_path / "out", [part.name for part in parts])
    proof = pruned_is_edited(found)
    assert proof.passed and proof.worst <= 1e-5, proof
    plain = pruned_is_edited(Pruned(found.folder, found.before, found.after, ()))
    assert plain.worst > 1e-3, "the parts do something"


def test_what_it_writes_is_what_the_edited_run_writes(tmp_path: Path) -> None:
    folder = saved(tmp_path)
    found = prune(folder, tmp_path / "out", NAMES)
    engine, line = Engine(), "We don't open."
    one = engine.trace(RunSpec(folder, (line,), edits=off(found.parts), max_steps=8))
    other = engine.trace(RunSpec(str(tmp_path / "out"), (line,), max_steps=8))
    assert one.sentences[0].written == other.sentences[0].written
    assert abs(one.arrays["logits"] - other.arrays["logits"]).max() <= 1e-5


def test_card_and_description_say_what_was_taken_out(tmp_path: Path) -> None:
    folder = saved(tmp_path, torch.float16)

    def measure(before: EncoderDecoder, after: EncoderDecoder) -> str:
        assert before is not after
        return "BLEU fell by 2.0."

    found = prune(folder, tmp_path / "out", [*NAMES, NAMES[0]], measure)
    card = (tmp_path / "out" / "card.md").read_text()
    assert all(name in card for name in NAMES) and "BLEU fell by 2.0." in card and card.endswith("Its card.\n")
    _, about = read_about(tmp_path / "out")
    assert about["name"] == "Small, without 2 heads and 1 feed-forward" and about["source_language"] == "English"
    assert tuple(about["pruned"]) == NAMES == tuple(part.name for part in found.parts)
    size = [(Path(one) / "model.safetensors").stat().st_size for one in (folder, tmp_path / "out")]
    assert abs(size[0] - size[1]) < 200, "numbers of the same size"
    original, again = load_model(folder).model.state_dict(), load_model(tmp_path / "out").model.state_dict()
    changed = [name for name in original if not torch.equal(original[name], again[name])]
    assert set(changed) == {
        "encoder.layers.0.self_attn.to_out.weight", "decoder.layers.0.feed_forward.down.weight",
        "decoder.layers.0.feed_forward.down.bias", "decoder.layers.1.cross_attn.to_out.weight",
    }  # fmt: skip
    again_out = prune(str(tmp_path / "out"), tmp_path / "more", ["encoder 1.1"])
    assert read_about(again_out.folder)[1]["pruned"] == [*NAMES, "encoder 1.1"]


def test_the_model_itself_stays_as_it_was() -> None:
    model = small_model(4)
    before = {name: numbers.clone() for name, numbers in model.state_dict().items()}
    silenced(model, parts_of(model.spec, 0, ("heads", "feed_forwards")))
    assert all(torch.equal(before[name], numbers) for name, numbers in model.state_dict().items())


EACH = ("encoder 1.2", "encoder 2.1", "cross 1.1", "decoder 1.3", "cross 2.3", "decoder 2.3")
"""A head of every attention of a model with two layers in each stack."""


@pytest.mark.parametrize("changes", [
    {}, {"attention_bias": False}, {"d_key": 6, "d_value": 10}, {"attention_scale": "model"}, {"tied": False},
])  # fmt: skip
def test_where_every_attention_loses_a_head_the_model_has_fewer(changes: dict[str, object], tmp_path: Path) -> None:
    model = small_model(4, **SIZES, **changes)
    about = {"name": "Small", "taught_heads": [[1, 3], [2, 3], [2, 1]]}
    save_model(tmp_path / "own", model.state_dict(), model.spec, PIECES, about, "", torch.float32)
    found = prune(str(tmp_path / "own"), tmp_path / "out", [*EACH, "cross 1.4"])
    assert {part.name for part in found.removed} == set(EACH) and found.after.spec.heads == model.spec.heads - 1
    assert "zero output: cross 1.4 (" in found.removal_note
    again, _ = load_model(tmp_path / "out")
    assert again.spec == found.after.spec and again.spec.heads_of("cross") == model.spec.heads - 1
    assert sum(one.numel() for one in again.parameters()) < sum(one.numel() for one in model.parameters())
    assert pruned_is_edited(found).passed and pruned_is_edited(found).worst <= 1e-5
    assert read_about(tmp_path / "out")[1]["taught_heads"] == [[1, 2], [2, 1]]
    engine, line = Engine(), "We don't open."
    one = engine.trace(RunSpec(str(tmp_path / "own"), (line,), edits=off(found.parts), max_steps=8))
    other = engine.trace(RunSpec(str(tmp_path / "out"), (line,), max_steps=8))
    assert one.sentences[0].written == other.sentences[0].written


def test_one_stack_alone_can_have_fewer_heads(tmp_path: Path) -> None:
    found = prune(saved(tmp_path), tmp_path / "out", ["encoder 1.2", "encoder 2.4", "decoder 1.1"])
    spec = load_model(tmp_path / "out").model.spec
    assert (spec.heads_of("encoder"), spec.heads_of("decoder"), spec.heads_of("cross")) == (3, 4, 4)
    assert [part.name for part in found.removed] == ["encoder 1.2", "encoder 2.4"] and pruned_is_edited(found).passed


def test_the_last_head_and_heads_with_distances_stay_and_give_nothing(tmp_path: Path) -> None:
    every = [f"encoder {layer}.{head}" for layer in (1, 2) for head in (1, 2, 3, 4)]
    found = prune(saved(tmp_path), tmp_path / "out", every)
    assert found.after.spec.heads == 1 and len(found.removed) == 6 and pruned_is_edited(found).passed
    model = small_model(4, positions="relative")
    assert without_heads(model, parts_of(model.spec, 0, ("heads",))[::4]) == (model, ())


def test_what_makes_no_sense_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    folder, out = saved(tmp_path), tmp_path / "out"
    for names, words in ((["cross 9.1"], "no part 'cross 9.1'"), ([], "nothing to prune")):
        with pytest.raises(Refused, match=words):
            prune(folder, out, names)
    assert not out.exists()
    out.mkdir()
    (out / "mine").write_text("mine")
    with pytest.raises(Refused, match="not empty"):
        prune(folder, out, NAMES)
