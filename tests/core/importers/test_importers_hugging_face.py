"""Hugging Face checkpoints: random models of many shapes give the same logits, maps and texts here as there."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from model_core.decoding.beam import Beam, search_steps
from model_core.decoding.decode import generate
from model_core.errors import Refused
from model_core.importers import Options, convert
from model_core.importers.foreign import open_safetensors
from model_core.record.edits import Decoding
from model_core.record.trace import ATTENTION
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder
from model_core.transformer.positions import sinusoidal
from tests.made.marian import CONFIG, marian_state

torch.set_num_threads(1)

transformers: Any = None
"""The library, from the first test here on: each worker collects this file, and few run what is in it."""


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """Loads the library."""
    global transformers
    transformers = pytest.importorskip("transformers")


MARIAN_SEEDS = range(50)


def marian_config(chance: random.Random) -> Any:
    """A configuration of sizes, activation, scale and ties that differ from seed to seed."""
    heads, read = (chance.choice((1, 2, 4)) for _ in range(2))
    one = chance.random() < 0.8
    return transformers.MarianConfig(
        vocab_size=chance.randint(20, 60), decoder_vocab_size=chance.randint(20, 60) if not one else None,
        d_model=max(heads, read) * chance.choice((4, 8, 6)), encoder_layers=chance.randint(1, 3),
        decoder_layers=chance.randint(1, 3), encoder_attention_heads=heads, decoder_attention_heads=read,
        encoder_ffn_dim=chance.choice((16, 24, 40)), decoder_ffn_dim=chance.choice((16, 24, 40)),
        max_position_embeddings=32,
        activation_function=chance.choice(("swish", "gelu", "relu")), scale_embedding=chance.random() < 0.7,
        share_encoder_decoder_embeddings=one, pad_token_id=19, decoder_start_token_id=19, eos_token_id=0,
        bos_token_id=0, forced_eos_token_id=0, attn_implementation="eager",
    )  # fmt: skip


def strengthened(model: Any, seed: int) -> Any:
    """The model with numbers large enough that every rule shows: weights and biases of deviation 0.15."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" not in name or parameter.requires_grad:
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.15 + ("norm" in name and 1.0))
        for name, buffer in model.named_buffers():
            if name.endswith("final_logits_bias"):
                buffer.copy_(torch.randn(buffer.shape, generator=generator) * 0.15)
    return model.eval()


def saved(model: Any, folder: Path) -> EncoderDecoder:
    """The model by way of its files."""
    model.save_pretrained(folder, safe_serialization=True)
    return convert(open_safetensors(folder / "model.safetensors", folder / "config.json"), Options()).model


def batch(chance: random.Random, spec: Any, count: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    """Padded source and target ids; the targets begin with the start id."""
    special = {spec.pad_id, spec.eos_id, spec.bos_id}
    sides = []
    for size, first, last in (
        (spec.source_vocabulary, [], [spec.eos_id]), (spec.target_vocabulary, [spec.bos_id], []),
    ):  # fmt: skip
        words = [one for one in range(size) if one not in special]
        rows = [[*first, *chance.choices(words, k=chance.randint(1, 9)), *last] for _ in range(count)]
        width = max(map(len, rows))
        sides.append(torch.tensor([row + [spec.pad_id] * (width - len(row)) for row in rows]))
    return sides[0], sides[1]


def compared(theirs: Any, ours: EncoderDecoder, chance: random.Random) -> tuple[float, float]:
    """Largest difference of the logits, and of all attention maps, on a padded batch; rows of padding left out."""
    source, read = batch(chance, ours.spec)
    real = read != ours.spec.pad_id
    real[:, 0] = True
    keep = [
        f"{ATTENTION[kind].format(layer=n)}.weights"
        for kind in ATTENTION for n in range(ours.spec.layers(kind))
    ]  # fmt: skip
    with torch.inference_mode():
        out = theirs(
            input_ids=source, attention_mask=(source != ours.spec.pad_id).long(), decoder_input_ids=read,
            decoder_attention_mask=real.long(), output_attentions=True, use_cache=False,
        )  # fmt: skip
        with recording(ours, keep.__contains__) as kept:
            logits = ours(source, read)
    kinds = {"encoder": out.encoder_attentions, "decoder": out.decoder_attentions, "cross": out.cross_attentions}
    worst = 0.0
    for kind, maps in kinds.items():
        for n, one in enumerate(maps):
            own = kept[f"{ATTENTION[kind].format(layer=n)}.weights"]
            rows = (source != ours.spec.pad_id) if kind == "encoder" else real
            worst = max(worst, float(((own - one).abs() * rows[:, None, :, None]).max()))
    return float((logits - out.logits)[real].abs().max()), worst


def written(ours: EncoderDecoder, source: torch.Tensor, steps: int) -> list[list[int]]:
    """Greedy texts, the end included."""
    with torch.inference_mode():
        rows = [step.written for step in generate(ours, source, ours.encode(source), steps)]
    return [[int(one) for one in row] for row in torch.stack(rows, 1)]


@pytest.mark.parametrize("seed", MARIAN_SEEDS)
@pytest.mark.share(2)
def test_a_random_marian_model_is_the_same_here(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    theirs = strengthened(transformers.MarianMTModel(marian_config(chance)), seed)
    ours = saved(theirs, tmp_path)
    logits, maps = compared(theirs, ours, chance)
    assert logits <= 1e-5 and maps <= 1e-6
    source, _ = batch(chance, ours.spec)
    pad = ours.spec.pad_id
    expected = theirs.generate(
        source, attention_mask=(source != pad).long(), num_beams=1, do_sample=False, max_new_tokens=12,
        bad_words_ids=[[pad]], forced_eos_token_id=None, return_dict_in_generate=False,
    )[:, 1:]  # fmt: skip
    own = written(ours, source, 12)
    assert [row[: expected.shape[1]] for row in own] == [
        [pad if 0 in row[:at] else one for at, one in enumerate(row)] for row in expected.tolist()
    ]


@pytest.mark.parametrize("seed", MARIAN_SEEDS)
@pytest.mark.share(2)
def test_beams_of_a_random_marian_model_are_the_same_here(seed: int, tmp_path: Path) -> None:
    """Several sources of several lengths at once."""
    chance = random.Random(seed)
    theirs = strengthened(transformers.MarianMTModel(marian_config(chance)), seed)
    ours = saved(theirs, tmp_path)
    source, _ = batch(chance, ours.spec)
    pad, eos, alpha, steps = ours.spec.pad_id, ours.spec.eos_id, chance.choice((0.0, 0.6, 1.0, 2.0)), 12
    for beams in (2, 4):
        expected = theirs.generate(
            source, attention_mask=(source != pad).long(), num_beams=beams, do_sample=False, max_new_tokens=steps,
            length_penalty=alpha, early_stopping=True, bad_words_ids=[[pad]], forced_eos_token_id=None,
            return_dict_in_generate=False,
        )[:, 1:]  # fmt: skip
        decoding = Decoding("beam", beams=beams, length_penalty=alpha, early_stopping=True)
        searches = [Beam(ours.spec, steps, decoding, records=False) for _ in source]
        list(search_steps(ours, source, ours.encode(source), searches))
        texts = [[*row, eos][: [*row, eos].index(eos) + 1][: expected.shape[1]] for row in expected.tolist()]
        assert [search.text() for search in searches] == texts


def bart_config(chance: random.Random) -> Any:
    heads, read = (chance.choice((1, 2, 4)) for _ in range(2))
    return transformers.BartConfig(
        vocab_size=40, d_model=max(heads, read) * 8, encoder_layers=2, decoder_layers=chance.randint(1, 2),
        encoder_attention_heads=heads, decoder_attention_heads=read, encoder_ffn_dim=24, decoder_ffn_dim=24,
        max_position_embeddings=30, scale_embedding=chance.random() < 0.5, attn_implementation="eager",
        activation_function=chance.choice(("gelu", "relu", "gelu_new")), tie_word_embeddings=chance.random() < 0.5,
    )  # fmt: skip


def t5_config(chance: random.Random, kind: str = "T5Config") -> Any:
    return getattr(transformers, kind)(
        vocab_size=40, d_model=24, d_kv=chance.choice((5, 8)), num_heads=3, d_ff=20, num_layers=2,
        num_decoder_layers=chance.randint(1, 3), relative_attention_num_buckets=8, relative_attention_max_distance=9,
        feed_forward_proj=chance.choice(("relu", "gated-gelu", "gated-silu")), decoder_start_token_id=0,
        attn_implementation="eager", tie_word_embeddings=chance.random() < 0.5,
    )  # fmt: skip


OTHERS = {
    "BART": ("BartForConditionalGeneration", bart_config),
    "T5": ("T5ForConditionalGeneration", t5_config),
    "mT5": ("MT5ForConditionalGeneration", lambda chance: t5_config(chance, "MT5Config")),
}


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("seed", range(8))
def test_a_random_model_of_another_kind_is_the_same_here(kind: str, seed: int, tmp_path: Path) -> None:
    chance, (name, config) = random.Random(seed), OTHERS[kind]
    theirs = strengthened(getattr(transformers, name)(config(chance)), seed)
    ours = saved(theirs, tmp_path)
    logits, maps = compared(theirs, ours, chance)
    assert logits <= 1e-5 and maps <= 1e-6


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "field", ["BART encoder_layers", "BART decoder_layers", "T5 num_layers", "T5 num_decoder_layers"]
)
def test_a_billion_layers_are_refused_before_they_are_listed(field: str, tmp_path: Path) -> None:
    kind, field = field.split()
    name, config = OTHERS[kind]
    saved(getattr(transformers, name)(config(random.Random(1))), tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), field: 10**9}), encoding="utf-8")
    with pytest.raises(Refused, match="coder_layers is 1000000000"):
        read(tmp_path)


BARE = {"Bart": ("BartForConditionalGeneration", bart_config), "Marian": ("MarianMTModel", marian_config)}
"""Family -> what its library makes of a file that was saved without the output, and configurations."""


@pytest.mark.parametrize("family", BARE)
@pytest.mark.parametrize("seed", range(4))
def test_a_model_saved_without_its_output_is_the_same_here(family: str, seed: int, tmp_path: Path) -> None:
    chance, (name, config) = random.Random(seed), BARE[family]
    made = config(chance)
    made.share_encoder_decoder_embeddings, made.decoder_vocab_size = True, made.vocab_size
    made.tie_word_embeddings = True
    ours = saved(strengthened(getattr(transformers, f"{family}Model")(made), seed), tmp_path)
    theirs = getattr(transformers, name).from_pretrained(tmp_path, attn_implementation="eager").eval()
    logits, maps = compared(theirs, ours, chance)
    assert logits <= 1e-5 and maps <= 1e-6
    assert ours.spec.tied and not ours.to_logits.bias.detach().any()
    found = convert(open_safetensors(tmp_path / "model.safetensors", tmp_path / "config.json"))
    assert "final_logits_bias" in " ".join(found.notes) and "model." not in found.reason


# ---------------------------------------------------------------- what older and newer files hold, and wrong ones


def folder_of(state: dict[str, torch.Tensor], folder: Path, **changes: Any) -> Path:
    """A folder of Marian with these tensors and these fields of its configuration changed; None takes one away."""
    config = {name: value for name, value in {**CONFIG, **changes}.items() if value is not None}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    save_file({name: one.contiguous().clone() for name, one in state.items()}, folder / "model.safetensors")
    return folder


def read(folder: Path) -> EncoderDecoder:
    return convert(open_safetensors(folder / "model.safetensors", folder / "config.json")).model


def test_older_files_hold_tables_more_than_once(tmp_path: Path) -> None:
    state = marian_state(1)
    table, places = state["model.shared.weight"], torch.from_numpy(sinusoidal(20, 16, halves=True))
    again = {f"model.{side}.embed_tokens.weight": table for side in ("encoder", "decoder")}
    again |= {f"model.{side}.embed_positions.weight": places for side in ("encoder", "decoder")}
    model = read(folder_of({**state, **again, "lm_head.weight": table}, tmp_path))
    assert torch.equal(model.to_logits.weight.detach(), table) and model.spec.tied
    for name in ("lm_head.weight", "model.decoder.embed_tokens.weight", "model.encoder.embed_positions.weight"):
        other = {**state, **again, "lm_head.weight": table}
        other[name] = other[name] + 0.01
        with pytest.raises(Refused, match=rf"{name} should equal .*differ by up to 0\.01"):
            read(folder_of(other, tmp_path))


def test_a_missing_output_bias_is_zero(tmp_path: Path) -> None:
    state = marian_state(1)
    del state["final_logits_bias"]
    model = read(folder_of(state, tmp_path))
    assert not model.to_logits.bias.detach().any() and model.spec.output_bias


def test_tables_of_their_own_are_kept_apart(tmp_path: Path) -> None:
    state = marian_state(1)
    table = state.pop("model.shared.weight")
    state |= {"model.encoder.embed_tokens.weight": table, "model.decoder.embed_tokens.weight": table + 1}
    model = read(folder_of(state, tmp_path, share_encoder_decoder_embeddings=False, decoder_vocab_size=30))
    assert not model.spec.tied and model.spec.output_tied
    assert torch.equal(model.to_logits.weight.detach(), table + 1)
    state["lm_head.weight"] = table + 2
    apart = {"share_encoder_decoder_embeddings": False, "decoder_vocab_size": 30, "tie_word_embeddings": False}
    model = read(folder_of(state, tmp_path, **apart))
    assert not model.spec.output_tied and torch.equal(model.to_logits.weight.detach(), table + 2)


@pytest.mark.parametrize("older", [False, True])
def test_one_table_that_is_not_tied_may_be_stored_for_each_side(older: bool, tmp_path: Path) -> None:
    """Newer files hold the table of each side, and one that is not used; older ones hold one for both."""
    state = marian_state(1)
    table = state["model.shared.weight"]
    state["lm_head.weight"] = table + 3
    if not older:
        state |= {"model.encoder.embed_tokens.weight": table + 1, "model.decoder.embed_tokens.weight": table + 2}
    model = read(folder_of(state, tmp_path, tie_word_embeddings=False))
    assert not model.spec.tied and not model.spec.output_tied
    sides = (model.encoder.embed, model.decoder.embed)
    expected = (table, table) if older else (table + 1, table + 2)
    assert all(torch.equal(one.table.weight.detach(), own) for one, own in zip(sides, expected, strict=True))
    assert torch.equal(model.to_logits.weight.detach(), table + 3)


@pytest.mark.parametrize("family", ["fsmt", "mbart", "pegasus"])
def test_another_family_is_not_taken_for_the_one_whose_names_it_has(family: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=rf"a model of type '{family}' .*none of the layouts") as told:
        read(folder_of(marian_state(1), tmp_path, model_type=family))
    assert told.value.code == "E-IMPORT-LAYOUT"


@pytest.mark.parametrize("family", ["marian", "", None])
def test_a_configuration_need_not_say_its_family(family: str | None, tmp_path: Path) -> None:
    config = folder_of(marian_state(1), tmp_path) / "config.json"
    config.write_text(json.dumps({**CONFIG, "model_type": family}), encoding="utf-8")
    assert read(tmp_path).spec.tied


def test_half_precision_is_computed_with_in_float32(tmp_path: Path) -> None:
    state = {name: one.half() for name, one in marian_state(1).items()}
    made = convert(open_safetensors(folder_of(state, tmp_path) / "model.safetensors", tmp_path / "config.json"))
    assert made.precision == torch.float16
    assert all(one.dtype == torch.float32 for one in made.model.parameters())


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "norms before": ({"normalize_before": True}, "normalize_before is true"),
    "a norm on the input": ({"normalize_embedding": True}, "normalize_embedding is true"),
    "final norms": ({"add_final_layer_norm": True}, "add_final_layer_norm is true"),
    "another activation": ({"activation_function": "mish"}, "activation_function is 'mish'; expected one of relu"),
    "no width": ({"d_model": None}, "d_model is None"),
    "heads that do not divide": ({"decoder_attention_heads": 3}, "is not divisible by 3 decoder_heads"),
    "a width that is a text": ({"d_model": "16"}, "d_model is '16'"),
    "a flag that is none": ({"scale_embedding": 1}, "scale_embedding is 1"),
    "more layers than there are": ({"decoder_layers": 2}, r"26 of the tensors .*decoder\.layers\.1"),
    "fewer layers than there are": ({"encoder_layers": 0}, "encoder_layers is 0"),
    "another size": (
        {"encoder_ffn_dim": 32, "decoder_ffn_dim": 32},
        r"fc1\.weight has shape .* needs \(32, 16\)",
    ),
    "a billion layers": ({"encoder_layers": 10**9}, "encoder_layers is 1000000000"),
    "a pad outside": ({"pad_token_id": 30}, "pad_id is 30"),
    "one table too few": ({"share_encoder_decoder_embeddings": False}, "embed_tokens.weight"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_configuration_is_refused_by_its_field(name: str, tmp_path: Path) -> None:
    changes, said = WRONG[name]
    with pytest.raises(Refused, match=said):
        read(folder_of(marian_state(1), tmp_path, **changes))


def test_weights_without_their_configuration_ask_for_the_folder(tmp_path: Path) -> None:
    folder_of(marian_state(1), tmp_path)
    with pytest.raises(Refused, match="Give the whole folder"):
        convert(open_safetensors(tmp_path / "model.safetensors"))


MUTATIONS: dict[str, dict[str, Any]] = {
    "interleaved": {"position_layout": "interleaved"},
    "unscaled": {"scale_embedding": False},
    "ReLU": {"activation": "relu"},
    "norms before": {"norm_place": "pre"},
    "eps": {"norm_eps": 1e-2},
    "another base": {"position_base": 1000.0},
    "scores by the model": {"attention_scale": "model"},
}


@pytest.mark.parametrize("name", [*MUTATIONS, "no bias"])
def test_every_rule_of_marian_shows_in_its_numbers(name: str, tmp_path: Path) -> None:
    chance = random.Random(0)
    theirs = strengthened(transformers.MarianMTModel(transformers.MarianConfig(**CONFIG)), 3)
    theirs.save_pretrained(tmp_path)
    foreign = open_safetensors(tmp_path / "model.safetensors", tmp_path / "config.json")
    assert compared(theirs, convert(foreign).model, chance)[0] <= 1e-5
    wrong = convert(foreign, Options(changes=MUTATIONS.get(name, {}))).model
    if name == "no bias":
        with torch.no_grad():
            wrong.to_logits.bias.zero_()
    assert compared(theirs, wrong, chance)[0] > 0.01


def test_t5_with_an_output_of_its_own(tmp_path: Path) -> None:
    chance = random.Random(2)
    theirs = strengthened(transformers.T5ForConditionalGeneration(t5_config(chance)), 2)
    state = {name: one.clone() for name, one in theirs.state_dict().items() if "embed_tokens" not in name}
    state["lm_head.weight"] = state["lm_head.weight"] * 0.5 + 0.1
    config = {**theirs.config.to_dict(), "tie_word_embeddings": False, "scale_decoder_outputs": False}
    (tmp_path / "config.json").write_text(json.dumps(config))
    save_file({name: one.contiguous() for name, one in state.items()}, tmp_path / "model.safetensors")
    ours = read(tmp_path)
    assert not ours.spec.tied and ours.spec.logit_scale == 1.0
    theirs.config.scale_decoder_outputs = False
    theirs.lm_head.weight = torch.nn.Parameter(state["lm_head.weight"])
    logits, maps = compared(theirs, ours, chance)
    assert logits <= 1e-5 and maps <= 1e-6
