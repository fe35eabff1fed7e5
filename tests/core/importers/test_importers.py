"""Importers: tutorial layouts give what their tutorials give, and everything that is wrong is refused by name."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file, save_model
from torch import Tensor

from model_core.checkpoints.checkpoint import load_model
from model_core.engine.engine import Engine
from model_core.errors import Message, Refused
from model_core.importers import Converted, Options, convert, recognise
from model_core.importers.convert import LAYOUTS
from model_core.importers.folder import import_model
from model_core.importers.foreign import ForeignCheckpoint, open_safetensors
from model_core.importers.marian import unknown_id
from model_core.importers.sinusoids import sinusoid_rule
from model_core.importers.sources import checkpoint, weights_file
from model_core.proofs.proof import difference
from model_core.record.model_info import read_about
from model_core.record.run_spec import RunSpec
from model_core.transformer.positions import sinusoidal
from tests.made import tutorials
from tests.made.marian import CONFIG, marian_state
from tests.made.tutorials import HEADS, SOURCES, TARGETS, State
from viz_app.system.refused_files import advised

pytestmark = pytest.mark.usefixtures("prepared")

FIXTURES = Path(__file__).parents[2] / "fixtures" / "layouts"
PAD = 1
SOURCE = torch.tensor([[3, 7, 20, 5, 9, 2], [4, 8, 6, 2, PAD, PAD], [11, 2, PAD, PAD, PAD, PAD]])
TARGET = torch.tensor([[0, 9, 24, 5, 6], [0, 14, 4, 4, 19], [0, 3, 7, 12, 10]])


def converted(state: State, folder: Path, options: Options | None = None, layout: str = "auto") -> Converted:
    """A state dict by way of a file."""
    save_file({name: one.contiguous().clone() for name, one in state.items()}, folder / "weights.safetensors")
    return convert(open_safetensors(folder / "weights.safetensors"), options or Options(HEADS, {"pad_id": PAD}), layout)


def logits(made: Converted) -> Tensor:
    with torch.inference_mode():
        return made.model(SOURCE, TARGET)


def worst(made: Converted, expected: Tensor) -> float:
    own = logits(made)
    return min(difference(own, expected), difference(own.log_softmax(-1), expected))


# ---------------------------------------------------------------- the layouts

TUTORIALS: dict[str, tuple[str, Callable[[int], State], Callable[..., Tensor]]] = {
    "annotated": ("annotated-transformer", tutorials.annotated_state, tutorials.annotated),
    "hkproj": ("hkproj", tutorials.hkproj_state, tutorials.hkproj),
    "hkproj, older": ("hkproj", lambda seed: tutorials.hkproj_state(seed, True, True), tutorials.hkproj),
    "hkproj, newer": ("hkproj", lambda seed: tutorials.hkproj_state(seed, False, False, (1, 3)), tutorials.hkproj),
    "jadore": ("jadore801120", tutorials.jadore_state, tutorials.jadore),
    "jadore, untied": (
        "jadore801120",
        lambda seed: tutorials.jadore_state(seed, 4, 4, shared=False),
        lambda *given: tutorials.jadore(*given, scaled="none"),
    ),
}


@pytest.mark.parametrize("name", TUTORIALS)
@pytest.mark.parametrize("seed", range(3))
def test_a_tutorial_gives_the_same_here(name: str, seed: int, tmp_path: Path) -> None:
    layout, state_of, run = TUTORIALS[name]
    state = state_of(seed)
    made = converted(state, tmp_path)
    assert made.layout.name == layout and made.reason.removeprefix("it has ") in state, "a tensor of the file"
    assert all(isinstance(words, Message) for words in (made.reason, *made.notes)), "the window says it in its language"
    expected = run(state, HEADS, SOURCE, TARGET, PAD)
    assert worst(made, expected) <= 1e-5 * max(1.0, float(expected.abs().max()) / 10)
    assert made.precision == torch.float32
    assert made.model.spec.max_positions == tutorials.PLACES


@pytest.mark.parametrize(
    ("table", "found"),
    [({"</s>": 0, "<unk>": 1, "a": 2}, 1), ({"a": 0, "<unk>": 2, "b": 1}, 2), ({"a": 0}, 7), ([1, 2], 7),
     ({"a": 0, "<unk>": 2}, 7), ({"a": 0, "<unk>": -1}, 7), ({"a": 0, "<unk>": "1"}, 7), ({"a": 0, "<unk>": True}, 7)],
)  # fmt: skip
def test_the_unknown_piece_is_that_of_the_vocabulary_beside_the_weights(table: Any, found: int, tmp_path: Path) -> None:
    foreign = ForeignCheckpoint(tmp_path / "weights", {}, folder=tmp_path)
    assert unknown_id(foreign, 3, 7) == 3, "without a vocabulary the usual one"
    (tmp_path / "vocab.json").write_text(json.dumps(table), encoding="utf-8")
    assert unknown_id(foreign, 3, 7) == found


def test_facts_not_in_tensors_are_given_by_the_user(tmp_path: Path) -> None:
    state = tutorials.jadore_state(5)
    options = Options(HEADS, {"pad_id": PAD}, {"scale_embedding": True, "logit_scale": 1.0})
    made = converted(state, tmp_path, options)
    assert worst(made, tutorials.jadore(state, HEADS, SOURCE, TARGET, PAD, scaled="emb")) <= 1e-5
    assert worst(made, tutorials.jadore(state, HEADS, SOURCE, TARGET, PAD)) > 0.1


@pytest.mark.filterwarnings("ignore:.*[nN]ested.?[tT]ensor")
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_a_module_around_torchs_own_transformer(first: bool, activation: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    theirs = tutorials.Translator(first, activation).eval()
    changes = {"norm_place": "pre" if first else "post", "activation": activation}
    made = converted(theirs.state_dict(), tmp_path, Options(HEADS, {"pad_id": PAD}, changes))
    assert made.layout.name == "torch.nn.Transformer" and not made.model.spec.tied
    with torch.no_grad():
        assert difference(logits(made), theirs(SOURCE, TARGET, PAD)) <= 1e-5
    assert "pos_embedding is the sinusoidal table of base 10,000" in " ".join(made.notes)


@pytest.mark.filterwarnings("ignore:.*[nN]ested.?[tT]ensor")
@pytest.mark.parametrize("shared", ["generator", "src_tok_emb"])
def test_a_table_that_is_stored_once_is_used_in_both_places(shared: str, tmp_path: Path) -> None:
    """As safetensors' save_model writes a model with tied tables: one of the names stands in the metadata alone."""
    torch.manual_seed(3)
    theirs = tutorials.Translator().eval()
    theirs.src_tok_emb = torch.nn.Embedding(TARGETS, tutorials.WIDTH)
    getattr(theirs, shared).weight = theirs.tgt_tok_emb.weight
    save_model(theirs, str(tmp_path / "model.safetensors"))
    foreign = open_safetensors(tmp_path / "model.safetensors")
    made = convert(foreign, Options(HEADS, {"pad_id": PAD}))
    with torch.no_grad():
        assert difference(logits(made), theirs(SOURCE, TARGET, PAD)) <= 1e-5


@pytest.mark.filterwarnings("ignore:.*[nN]ested.?[tT]ensor")
def test_each_side_of_torchs_transformer_may_have_positions_of_its_own(tmp_path: Path) -> None:
    torch.manual_seed(3)
    theirs, new = tutorials.Translator().eval(), tutorials.randoms(4)
    state = {name: one for name, one in theirs.state_dict().items() if name != "pos_embedding"}
    tables = {f"{side}_position_embedding.weight": new(18, tutorials.WIDTH) for side in ("trg", "src")}
    made = converted(state | tables, tmp_path, Options(HEADS, {"pad_id": PAD}))
    with torch.no_grad():
        for side, name in (("src_tok_emb", "src"), ("tgt_tok_emb", "trg")):
            places = tables[f"{name}_position_embedding.weight"]
            own = made.model.encoder if name == "src" else made.model.decoder
            ids = SOURCE if name == "src" else TARGET
            expected = state[f"{side}.weight"][ids] * math.sqrt(tutorials.WIDTH) + places[: ids.shape[1]]
            assert difference(own.embed(ids), expected) <= 1e-6


@pytest.mark.parametrize("name", ["pe", "pe.pe", "PosEnc.weight"])
def test_a_table_of_positions_is_known_by_its_usual_names(name: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    state = tutorials.Translator().state_dict()
    table = tutorials.randoms(4)(18, tutorials.WIDTH)
    state[name] = table
    del state["pos_embedding"]
    own = converted(state, tmp_path).model.encoder.embed.position.table
    assert torch.equal(own.detach(), table)


def test_the_tensor_used_for_each_table_is_reported(tmp_path: Path) -> None:
    """Also where one table is taken for both sides since there is no other."""
    torch.manual_seed(3)
    state = tutorials.Translator().state_dict()
    said = "tables: src_tok_emb.weight (source), {} (target), generator.weight (output)"
    assert said.format("tgt_tok_emb.weight") in " ".join(converted(state, tmp_path).notes)
    state["src_tok_emb.weight"] = state.pop("tgt_tok_emb.weight")
    assert said.format("src_tok_emb.weight") in " ".join(converted(state, tmp_path).notes)


def test_user_tables_can_be_named(tmp_path: Path) -> None:
    torch.manual_seed(3)
    state = tutorials.Translator().state_dict()
    renamed = {name.replace("src_tok_emb", "a").replace("tgt_tok_emb", "b"): one for name, one in state.items()}
    with pytest.raises(Refused, match=r"which tensor is the source's table.*a\.weight, b\.weight"):
        converted(renamed, tmp_path)
    names = {"source": "a.weight", "target": "b.weight"}
    made = converted(renamed, tmp_path, Options(HEADS, {"pad_id": PAD}, {}, names))
    assert torch.equal(made.model.encoder.embed.table.weight, state["src_tok_emb.weight"])
    for use, name, code in (
        ("positions", "pos.tpyo", "E-IMPORT-NAMES"), ("positions", "scale", "E-IMPORT-SHAPE"),
        ("source", "a.wieght", "E-IMPORT-NAMES"), ("output", "", "E-IMPORT-NAMES"),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            options = Options(HEADS, {"pad_id": PAD}, {}, {**names, use: name})
            converted({**renamed, "scale": torch.tensor(1.0)}, tmp_path, options)
        assert refused.value.code == code and name in refused.value.message
    one = {name: tensor for name, tensor in state.items() if "tgt_tok_emb" not in name and "generator" not in name}
    with pytest.raises(Refused, match=r"source=a\.wieght.*src_tok_emb\.weight"):
        converted(one, tmp_path, Options(HEADS, names={"source": "a.wieght"}))


@pytest.mark.parametrize("spoil", [torch.tensor(3.0), torch.ones(4), torch.ones(0, 4), None])
@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("shared_head_projection", "encoder.position_embedding.weight"),
        ("full_projection_leaky_mask", "encoder.positional_encoding.weight"),
        ("full_projection_leaky_mask", "decoder.positional_embedding.weight"),
    ],
)
def test_positions_that_are_no_table_are_refused(file: str, name: str, spoil: Tensor | None, tmp_path: Path) -> None:
    state = load_file(FIXTURES / f"{file}.safetensors")
    assert name in state
    state = {key: one for key, one in state.items() if key != name} | ({} if spoil is None else {name: spoil})
    with pytest.raises(Refused, match=re.escape(name)) as refused:
        converted(state, tmp_path, Options(HEADS))
    assert refused.value.code == ("E-IMPORT-MISSING" if spoil is None else "E-IMPORT-SHAPE")


def distance_from_their_numbers(file: str, changes: dict[str, Any]) -> float:
    """Of the output of a checkpoint that others trained, converted with these changes."""
    expected = load_file(FIXTURES / "expected.safetensors")
    made = convert(open_safetensors(FIXTURES / f"{file}.safetensors"), Options(heads=4, changes=changes))
    with torch.inference_mode():
        own = made.model(expected["source"], expected["target"])
    own = own.log_softmax(-1) if file.startswith("scalar") else own
    return difference(own, expected[file])


@pytest.mark.parametrize("file", ["shared_head_projection", "full_projection_leaky_mask", "scalar_norm_base_1000"])
def test_checkpoints_that_others_trained(file: str) -> None:
    assert distance_from_their_numbers(file, {}) <= 1e-5


def test_projections_for_all_units_may_have_biases(tmp_path: Path) -> None:
    """As the tutorial's newer version has them: the biases are those of the queries, keys and values."""
    state, new = load_file(FIXTURES / "shared_head_projection.safetensors"), tutorials.randoms(4)
    for name in [one for one in state if re.search("values|keys|queries", one)]:
        state[name], state[name.replace("weight", "bias")] = new(32, 32), new(32)
    made = converted(state, tmp_path, Options(heads=4))
    assert made.layout.name == "shared-head-projection" and made.model.spec.attention_bias
    own = dict(made.model.named_parameters())
    for theirs, ours in (("queries", "to_q"), ("keys", "to_k"), ("values", "to_v")):
        for kind in ("weight", "bias"):
            found = own[f"decoder.layers.1.cross_attn.{ours}.{kind}"].detach()
            assert torch.equal(found, state[f"decoder.layers.1.transformer_block.attention.{theirs}.{kind}"])


def test_a_projection_of_all_units_requires_the_number_of_heads(tmp_path: Path) -> None:
    expected, shared = (
        load_file(FIXTURES / "expected.safetensors"),
        load_file(FIXTURES / "shared_head_projection.safetensors"),
    )
    whole = {name: torch.block_diag(*[one] * 4) if re.search("values|keys|queries", name) else one
             for name, one in shared.items()}  # fmt: skip
    made = converted(whole, tmp_path, Options(heads=4))
    assert made.layout.name == "shared-head-projection" and made.model.spec.heads == 4 and not made.notes
    with torch.inference_mode():
        own = made.model(expected["source"], expected["target"])
    assert difference(own, expected["shared_head_projection"]) <= 1e-5, "the same as with what all heads share"
    whole["encoder.layers.0.attention.keys.weight"][0, -1] += 1
    other = converted(whole, tmp_path, Options(heads=4)).model.encoder.layers[0].self_attn.to_k.weight
    assert torch.equal(other.detach(), whole["encoder.layers.0.attention.keys.weight"])
    with pytest.raises(Refused, match="layout shared-head-projection does not give the number of heads"):
        converted(whole, tmp_path, Options())
    with pytest.raises(Refused, match="this file has 4 heads"):
        converted(shared, tmp_path, Options(heads=2))


MUTATIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "scores by the head": ("shared_head_projection", {"attention_scale": "head"}),
    "norms before": ("shared_head_projection", {"norm_place": "pre"}),
    "embeddings scaled": ("shared_head_projection", {"scale_embedding": True}),
    "a mask that hides": ("full_projection_leaky_mask", {"mask_value": None}),
    "another base": ("scalar_norm_base_1000", {"position_base": 10_000.0}),
    "halves": ("scalar_norm_base_1000", {"position_layout": "halves"}),
    "eps far off": ("scalar_norm_base_1000", {"norm_eps": 1e-3}),
    "another activation": ("scalar_norm_base_1000", {"activation": "gelu"}),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_rule_of_a_layout_shows_in_its_numbers(name: str) -> None:
    assert distance_from_their_numbers(*MUTATIONS[name]) > 1e-4


# ---------------------------------------------------------------- wrong files


def spoilt(change: Callable[[State], Any], folder: Path) -> Refused:
    """What is said of the Annotated Transformer with one change."""
    state = tutorials.annotated_state(1)
    change(state)
    with pytest.raises(Refused) as refusal:
        converted(state, folder)
    return refusal.value


TABLE, SCALE = "src_embed.0.lut.weight", "encoder.norm.a_2"
WRONG: dict[str, tuple[Callable[[State], Any], str, str]] = {
    "missing": (lambda s: s.pop("decoder.layers.1.src_attn.linears.2.bias"), "E-IMPORT-MISSING", "linears.2.bias"),
    "unexpected": (lambda s: s.update({"encoder.extra": torch.ones(2)}), "E-IMPORT-OVER", "encoder.extra"),
    "another shape": (
        lambda s: s.update({"generator.proj.bias": torch.ones(7)}),
        "E-IMPORT-SHAPE",
        r"generator.proj.bias has shape \(7,\), but this model needs \(25,\)",
    ),
    "no table": (lambda s: s.pop("tgt_embed.0.lut.weight"), "E-IMPORT-MISSING", "tgt_embed.0.lut.weight"),
    "a flat table": (lambda s: s.update({TABLE: torch.ones(9)}), "E-IMPORT-SHAPE", TABLE),
    "not a number": (lambda s: s[SCALE].fill_(torch.nan), "E-WEIGHTS-NAN", SCALE),
    "whole numbers": (lambda s: s.update({SCALE: torch.ones(24, dtype=torch.int8)}), "E-WEIGHTS-DTYPE", SCALE),
    "a layer too many": (
        lambda s: s.update({"encoder.layers.9.self_attn.linears.0.weight": torch.ones(24, 24)}),
        "E-IMPORT-MISSING",
        "encoder.layers.2",
    ),
    "an empty table": (lambda s: s.update({TABLE: torch.ones(0, 24)}), "E-IMPORT-SHAPE", TABLE),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_by_its_name(name: str, tmp_path: Path) -> None:
    change, code, said = WRONG[name]
    refusal = spoilt(change, tmp_path)
    assert refusal.code == code and re.search(said, str(refusal))


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int64, torch.bool])
def test_whole_numbers_are_not_taken_for_weights(dtype: torch.dtype, tmp_path: Path) -> None:
    state = tutorials.annotated_state(1)
    name = "decoder.layers.0.feed_forward.w_1.weight"
    with pytest.raises(Refused, match=rf"{name}.* has type {str(dtype).removeprefix('torch.')}") as told:
        converted({**state, name: (state[name] * 100).to(dtype)}, tmp_path)
    assert told.value.code == "E-WEIGHTS-DTYPE"


def test_the_number_of_heads_is_required(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"add --heads N .*1, 2, 3, 4, 6, 8, 12, 24"):
        converted(tutorials.annotated_state(1), tmp_path, Options())
    with pytest.raises(Refused, match="not divisible by 5"):
        converted(tutorials.annotated_state(1), tmp_path, Options(5))


def test_an_unknown_layout_names_the_nearest(tmp_path: Path) -> None:
    state = {"encoder.layers.0.self_attn.query.weight": torch.ones(4, 4), "z.bias": torch.ones(2)}
    with pytest.raises(
        Refused, match=r"the closest is .*encoder\.layers\.0\.self_attn\.query\.weight, z\.bias"
    ) as told:
        converted(state, tmp_path)
    assert all(layout.name in str(told.value) for layout in LAYOUTS)
    with pytest.raises(Refused, match="unknown layout 'mine'"):
        converted(state, tmp_path, layout="mine")

    with pytest.raises(Refused, match=r"none is close\. Its first tensors: source, target"):
        converted({"source": torch.ones(2, 3), "target": torch.ones(2, 3)}, tmp_path)


ONE_STACK = {
    "transformer.h.0.attn.c_attn.weight": "a decoder alone",
    "h.0.attn.c_attn.weight": "a decoder alone",
    "model.layers.0.self_attn.q_proj.weight": "a decoder alone",
    "bert.encoder.layer.0.attention.self.query.weight": "an encoder alone",
    "encoder.layer.0.attention.self.query.weight": "an encoder alone",
    "transformer.layer.0.attention.q_lin.weight": "an encoder alone",
    "encoder.block.0.layer.0.SelfAttention.q.weight": "an encoder alone",
    "transformer_encoder.layers.0.self_attn.in_proj_weight": "an encoder alone",
}
"""A name of a model with one stack -> what it is."""


@pytest.mark.parametrize("name", ONE_STACK)
def test_a_model_of_one_stack_is_shown_the_way_to_a_recording(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=rf"is {ONE_STACK[name]} .*save_recording\(attention, tokens\)") as told:
        converted({name: torch.ones(4, 4)}, tmp_path)
    assert told.value.code == "E-IMPORT-STACK"
    with pytest.raises(Refused) as told:
        converted({name: torch.ones(4, 4), "decoder.block.0.crossattention.k.weight": torch.ones(4, 4)}, tmp_path)
    assert told.value.code != "E-IMPORT-STACK"


def test_layouts_are_distinguished(tmp_path: Path) -> None:
    for name, (layout, state_of, _) in TUTORIALS.items():
        save_file({key: one.clone() for key, one in state_of(0).items()}, tmp_path / "w.safetensors")
        foreign = open_safetensors(tmp_path / "w.safetensors")
        assert [one.name for one in LAYOUTS if one.reason(foreign)] == [layout], name
        assert recognise(foreign, layout)[0].name == layout


def test_wrappers_prefixes_are_taken_away(tmp_path: Path) -> None:
    state = tutorials.annotated_state(2)
    wrapped = {f"module._orig_mod.{name}": one for name, one in state.items()}
    assert worst(converted(wrapped, tmp_path), tutorials.annotated(state, HEADS, SOURCE, TARGET, PAD)) <= 1e-5


def test_positions_that_follow_no_rule_are_kept(tmp_path: Path) -> None:
    state = tutorials.annotated_state(2)
    state["src_embed.1.pe"] = state["src_embed.1.pe"] + 0.25
    made = converted(state, tmp_path)
    assert made.model.spec.positions == "learned" and "follows no known formula" in " ".join(made.notes)


@pytest.mark.parametrize(("places", "width"), [(350, 128), (5000, 64), (5000, 512), (8192, 96)])
def test_tables_of_tutorials_are_sinusoids_in_float32(places: int, width: int) -> None:
    table = tutorials.waves(places=places, width=width).numpy()
    assert sinusoid_rule(table) == {"position_layout": "interleaved", "position_base": 10_000.0}
    noise = np.random.default_rng(1).standard_normal(table.shape).astype(np.float32)
    assert sinusoid_rule(table + 1e-3 * noise) is None
    table[3, 5] += 1e-3
    assert sinusoid_rule(table) is None


@pytest.mark.parametrize(("rows", "kept"), [((30, 18), 18), ((18, 40), 18), ((9000, 9000), 8192)])
def test_tables_of_other_lengths_are_cut_to_the_positions(rows: tuple[int, int], kept: int, tmp_path: Path) -> None:
    state, new = tutorials.annotated_state(2), tutorials.randoms(4)
    state["src_embed.1.pe"], state["tgt_embed.1.pe"] = (new(1, count, tutorials.WIDTH) for count in rows)
    made = converted(state, tmp_path)
    assert made.model.spec.positions == "learned" and made.model.spec.max_positions == kept
    assert worst(made, tutorials.annotated(state, HEADS, SOURCE, TARGET, PAD)) <= 1e-5
    assert torch.equal(made.model.decoder.embed.position.table.detach(), state["tgt_embed.1.pe"][0, :kept])
    assert f"the first {kept:,} are kept" in " ".join(made.notes)


def test_more_positions_than_a_table_has_are_refused(tmp_path: Path) -> None:
    state = tutorials.annotated_state(2)
    state["src_embed.1.pe"] = state["src_embed.1.pe"] + 0.25
    with pytest.raises(Refused, match=r"src_embed\.1\.pe has shape \(1, 18, 24\)"):
        converted(state, tmp_path, Options(HEADS, {"pad_id": PAD}, {"max_positions": 19}))
    made = converted(state, tmp_path, Options(HEADS, {"pad_id": PAD}, {"max_positions": 17}))
    assert worst(made, tutorials.annotated(state, HEADS, SOURCE, TARGET, PAD)) <= 1e-5


@pytest.mark.filterwarnings("ignore:.*[nN]ested.?[tT]ensor")
def test_a_learned_table_around_torchs_transformer_is_cut_to_the_positions(tmp_path: Path) -> None:
    torch.manual_seed(3)
    theirs = tutorials.Translator().eval()
    theirs.register_buffer("pos_embedding", tutorials.randoms(4)(9000, 1, tutorials.WIDTH))
    made = converted(theirs.state_dict(), tmp_path, Options(HEADS, {"pad_id": PAD}))
    with torch.no_grad():
        assert difference(logits(made), theirs(SOURCE, TARGET, PAD)) <= 1e-5
    assert "the first 8,192 are kept" in " ".join(made.notes)


@pytest.mark.parametrize("base", [10.0, 500.0, 10_000.0, 123_000.0])
@pytest.mark.parametrize("halves", [True, False])
@pytest.mark.parametrize("width", [8, 30, 512])
def test_the_rule_of_a_positional_table_is_found(base: float, halves: bool, width: int) -> None:
    found = sinusoid_rule(sinusoidal(40, width, base, halves))
    assert found == {"position_layout": "halves" if halves else "interleaved", "position_base": base}


def test_half_precision_stays_half(tmp_path: Path) -> None:
    state = {name: one.half() for name, one in tutorials.hkproj_state(1).items()}
    state |= {name: tutorials.waves()[None] for name in ("src_pos.pe", "tgt_pos.pe")}
    made = converted(state, tmp_path)
    assert made.precision == torch.float16
    expected = tutorials.hkproj({name: one.float() for name, one in state.items()}, HEADS, SOURCE, TARGET, PAD)
    assert worst(made, expected) <= 1e-5


# ---------------------------------------------------------------- the folder


def test_a_folder_opens_as_the_same_model_and_reads_plain_ids(tmp_path: Path) -> None:
    source = FIXTURES / "scalar_norm_base_1000.safetensors"
    told: list[str] = []
    found = import_model(source, tmp_path / "out", Options(heads=4), say=told.append)
    assert told == found.lines and told[0].startswith("layout hkproj")
    assert all(proof.passed for proof in found.proofs) and len(found.proofs) > 10
    assert found.proofs[0].worst == 0.0
    model, vocab = load_model(tmp_path / "out")
    expected = load_file(FIXTURES / "expected.safetensors")
    with torch.inference_mode():
        own = model(expected["source"], expected["target"]).log_softmax(-1)
    assert difference(own, expected["scalar_norm_base_1000"]) <= 1e-5
    assert vocab.sizes == (20, 24) and vocab.target.size == 24
    spec, about = read_about(tmp_path / "out")
    assert about["layout"] == "hkproj" and "SHA-256" in about["about"] and spec.position_base == 1000
    trace = Engine().trace(RunSpec(str(tmp_path / "out"), source=("7 18 15 cat 99 0",)))
    assert [token.text for token in trace.sentences[0].source] == ["7", "18", "15", "cat", "99", "0", "2"]
    assert [token.id for token in trace.sentences[0].source] == [7, 18, 15, 3, 3, 3, 2]
    assert any("cat" in notice for notice in trace.notices)
    forced = Engine().trace(RunSpec(str(tmp_path / "out"), source=("7 18",), target=("13 16",)))
    assert [token.id for token in forced.sentences[0].written] == [13, 16, 2]


@pytest.mark.usefixtures("quick_proofs")
def test_a_folder_of_hugging_faces_cache_is_called_as_its_model(tmp_path: Path) -> None:
    folder = tmp_path / "models--Helsinki-NLP--opus-mt-en-es" / "snapshots" / ("5d" * 20)
    folder.mkdir(parents=True)
    shutil.copy(FIXTURES / "scalar_norm_base_1000.safetensors", folder / "model.safetensors")
    import_model(folder, tmp_path / "out", Options(heads=4))
    assert read_about(tmp_path / "out")[1]["name"] == "opus-mt-en-es"


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(Refused, match="is not empty"):
        import_model(FIXTURES / "scalar_norm_base_1000.safetensors", tmp_path / "out", Options(heads=4))
    with pytest.raises(Refused, match="heads"):
        import_model(FIXTURES / "scalar_norm_base_1000.safetensors", tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


PLACES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "nothing": (lambda folder: folder / "none", "E-FILE-READ"),
    "an empty folder": (lambda folder: folder, "E-IMPORT-NONE"),
    "text": (lambda folder: _file(folder / "a.safetensors", b"hello there, this is text"), "E-WEIGHTS-HEADER"),
    "an empty file": (lambda folder: _file(folder / "a.safetensors", b""), "E-WEIGHTS-HEADER"),
    "no tensors": (lambda folder: _file(folder / "a.safetensors", b"\x02\0\0\0\0\0\0\0{}"), "E-IMPORT-EMPTY"),
    "files of other names": (
        lambda folder: _file(_file(folder / "a.safetensors", b"").with_name("b.safetensors"), b"").parent,
        "E-IMPORT-FILES",
    ),
    "several files": (lambda folder: _file(folder / "model.safetensors.index.json", b"{}").parent, "E-IMPORT-SHARDS"),
    "one of ours": (lambda folder: _file(folder / "spec.json", b"{}").parent, "E-IMPORT-OURS"),
}


def _file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_the_only_weights_in_a_folder_may_have_any_name(tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "shared_head_projection.safetensors", tmp_path / "epoch 9.safetensors")
    with checkpoint(tmp_path) as found:
        assert "encoder.layers.0.attention.values.weight" in found.shapes


def test_a_folder_without_weights_says_what_was_looked_for_and_found(tmp_path: Path) -> None:
    with pytest.raises(
        Refused, match=r"is an empty folder: looked for model.safetensors, pytorch_model.bin or another"
    ):
        weights_file(tmp_path)
    (tmp_path / "runs").mkdir()
    for name in ("config.json", "epoch 9.pt"):
        (tmp_path / name).write_bytes(b"{}")
    with pytest.raises(Refused, match=r"looked for .* found config.json, epoch 9.pt, runs/") as caught:
        weights_file(tmp_path)
    said = str(advised(caught.value))
    assert "Save the weights again" not in said and "Choose the folder or" in said


@pytest.mark.parametrize("name", PLACES)
def test_what_is_no_checkpoint_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    make, code = PLACES[name]
    with pytest.raises(Refused) as refusal:
        import_model(make(tmp_path / "in"), tmp_path / "out", Options(heads=4))
    assert refusal.value.code == code and not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name", ["model-00001-of-00002.safetensors", "pytorch_model-00002-of-00002.bin", "pytorch_model.bin.index.json"]
)
def test_weights_in_several_files_are_to_be_saved_as_one(name: str, tmp_path: Path) -> None:
    """Whether the folder is given or one of its files."""
    index = "model.safetensors.index.json" if "safetensors" in name else "pytorch_model.bin.index.json"
    for one in (index, name):
        (tmp_path / one).write_text("{}")
    for given in (tmp_path, tmp_path / name):
        with pytest.raises(Refused, match=r"are in several files\. .*save_pretrained\(FOLDER, max_shard_size") as told:
            import_model(given, tmp_path / "out")
        assert told.value.code == "E-IMPORT-SHARDS" and given.name in told.value.message


def test_a_file_that_is_cut_or_flipped_is_refused_or_read_as_it_is(tmp_path: Path) -> None:
    good = (FIXTURES / "scalar_norm_base_1000.safetensors").read_bytes()
    for cut in (1, 7, 8, 500, len(good) // 2, len(good) - 1):
        (tmp_path / "cut.safetensors").write_bytes(good[:cut])
        with pytest.raises(Refused):
            import_model(tmp_path / "cut.safetensors", tmp_path / "out", Options(heads=4))
    length = int.from_bytes(good[:8], "little")
    header = json.loads(good[8 : 8 + length])
    header["extra"] = {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}
    text = json.dumps(header).encode()
    (tmp_path / "cut.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + good[8 + length :])
    with pytest.raises(Refused, match="1 of its tensors do not belong to layout hkproj: extra"):
        import_model(tmp_path / "cut.safetensors", tmp_path / "out", Options(heads=4))
    assert not (tmp_path / "out").exists()


def test_sizes_are_those_of_the_tutorials() -> None:
    assert (SOURCES, TARGETS) == (21, 25) and int(SOURCE.max()) < SOURCES and int(TARGET.max()) < TARGETS


def opus(folder: Path, **config: Any) -> Path:
    """A small OPUS-MT folder without its tokenizer."""
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({**CONFIG, **config}))
    save_file(marian_state(1), folder / "model.safetensors")
    return folder


@pytest.mark.usefixtures("quick_proofs")
def test_a_folders_weights_are_the_folder(tmp_path: Path) -> None:
    folder = opus(tmp_path / "opus", decoder_vocab_size=999)  # is not read where both sides share one table
    by_file = import_model(folder / "model.safetensors", tmp_path / "a")
    by_folder = import_model(folder, tmp_path / "b")
    assert by_file.converted.model.spec == by_folder.converted.model.spec
    about = [json.loads((out / "spec.json").read_text())["about"] for out in (tmp_path / "a", tmp_path / "b")]
    assert about[0] == about[1] and about[0]["name"] == "opus"


@pytest.mark.usefixtures("quick_proofs")
def test_what_of_a_tokenizer_is_missing_is_named(tmp_path: Path) -> None:
    folder = opus(tmp_path / "opus")
    (folder / "vocab.json").write_text("{}")
    told: list[str] = []
    import_model(folder, tmp_path / "a", say=told.append)
    assert any(line.startswith("no tokenizer (source.spm, target.spm are not in the folder)") for line in told)


def test_weights_alone_say_that_their_config_is_needed(tmp_path: Path) -> None:
    torch.save(marian_state(1), tmp_path / "mine.pt")
    with pytest.raises(
        Refused, match=r"mine\.pt alone does not give the number of heads .* config\.json. Give the whole folder"
    ):
        import_model(tmp_path / "mine.pt", tmp_path / "out")
