"""The model: every variant against torch.nn.Transformer, its parts against the formulas, its limits."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.errors import Refused
from model_core.proofs.check import prove
from model_core.proofs.proof import CLOSE, batch_for, difference, recorded
from model_core.proofs.torch_reference import Reference
from model_core.spec import MAX_PARAMETERS, ModelSpec
from model_core.transformer.layers import ACTIVATIONS, sinusoidal_table
from model_core.transformer.model import EncoderDecoder, build
from model_core.transformer.norms import RMSNorm
from tests.daily import examples
from tests.made.small import VARIANTS, small_model, small_spec


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.share(6)
def test_every_proof_holds_for_every_variant(changes: dict[str, Any]) -> None:
    proofs = list(prove(small_model(**changes)))
    assert len(proofs) >= 12
    assert [proof for proof in proofs if not proof.passed] == []


CHOICES = st.fixed_dictionaries(
    {
        "norm_place": st.sampled_from(["pre", "post"]),
        "norm": st.sampled_from(["layer", "rms"]),
        "activation": st.sampled_from(sorted(ACTIVATIONS)),
        "positions": st.sampled_from(["sinusoidal", "learned", "none"]),
        "final_norm": st.booleans(),
        "scale_embedding": st.booleans(),
        "tied": st.booleans(),
        "attention_bias": st.booleans(),
        "output_bias": st.booleans(),
        "heads": st.sampled_from([1, 2, 4, 8]),
        "encoder_layers": st.integers(1, 3),
        "decoder_layers": st.integers(1, 3),
    }
)

LENGTHS = st.lists(st.tuples(st.integers(1, 24), st.integers(1, 24)), min_size=1, max_size=4)


@settings(max_examples=examples(25))
@given(CHOICES, st.integers(0, 1000), LENGTHS)
def test_any_mixture_of_switches_equals_torch(changes: dict, seed: int, lengths: list[tuple[int, int]]) -> None:
    model = small_model(seed, **changes)
    batch = batch_for(model.spec, seed, tuple(lengths))
    logits, weights = recorded(model, batch.source_BS, batch.read_BT)
    expected, theirs = Reference(model).run(batch.source_BS, batch.read_BT)
    assert difference(logits, expected) <= CLOSE * max(1.0, float(expected.abs().max()) / 10)
    assert weights.keys() == theirs.keys()
    assert max(difference(weights[name], theirs[name]) for name in weights) <= CLOSE


def test_the_reference_is_not_our_own_code() -> None:
    """It must notice when only its own copy of the parameters differs."""
    model = small_model()
    reference = Reference(model)
    batch = batch_for(model.spec)
    with torch.no_grad():
        model.decoder.layers[1].cross_attn.to_v.weight[3, 5] += 0.5
    expected, _ = reference.run(batch.source_BS, batch.read_BT)
    logits, _ = recorded(model, batch.source_BS, batch.read_BT)
    assert difference(logits, expected) > CLOSE
    assert type(reference.torch) is torch.nn.Transformer


# ---------------------------------------------------------------- shapes and parameters


def test_logits_are_one_row_of_the_vocabulary_per_target_token() -> None:
    model = small_model(source_vocabulary=30, target_vocabulary=50, tied=False)
    assert model(torch.tensor([[5, 29, 2]]), torch.tensor([[1, 49]])).shape == (1, 2, 50)


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_the_count_by_arithmetic_is_the_count_of_the_parameters(changes: dict[str, Any]) -> None:
    model = small_model(**changes)
    assert model.spec.parameters() == model.parameter_count() == sum(p.numel() for p in set(model.parameters()))


def test_the_same_seed_gives_the_same_weights_and_leaves_the_random_numbers_alone() -> None:
    torch.manual_seed(7)
    expected = torch.rand(1)
    torch.manual_seed(7)
    one, other, third = build(small_spec(), 3), build(small_spec(), 3), build(small_spec(), 4)
    assert torch.equal(torch.rand(1), expected)
    assert all(torch.equal(a, b) for a, b in zip(one.parameters(), other.parameters(), strict=True))
    assert not torch.equal(one.to_logits.weight, third.to_logits.weight)


def test_tied_tables_are_one() -> None:
    model = small_model()
    assert model.to_logits.weight is model.encoder.embed.table.weight is model.decoder.embed.table.weight
    untied = small_model(tied=False)
    assert untied.to_logits.weight is not untied.decoder.embed.table.weight
    assert untied.decoder.embed.table.weight is not untied.encoder.embed.table.weight


# ---------------------------------------------------------------- parts


@pytest.mark.parametrize("width", [6, 7])
def test_positions_are_the_sines_and_cosines_of_the_paper(width: int) -> None:
    table = sinusoidal_table(5, width, 100.0)
    for position in range(5):
        for unit in range(width):
            angle = position / 100.0 ** ((unit - unit % 2) / width)
            expected = math.cos(angle) if unit % 2 else math.sin(angle)
            assert float(table[position, unit]) == pytest.approx(expected, abs=1e-6)


def test_our_root_mean_square_norm_is_the_one_of_torch() -> None:
    ours, theirs = RMSNorm(6, 1e-4), torch.nn.RMSNorm(6, 1e-4)
    with torch.no_grad():
        ours.weight.copy_(torch.arange(6.0))
        theirs.weight.copy_(ours.weight)
    x = torch.randn(2, 3, 6)
    assert torch.allclose(ours(x), theirs(x), atol=1e-6)


def test_dropout_acts_in_training_only() -> None:
    model = small_model(dropout=0.5)
    batch = batch_for(model.spec)
    expected = model(batch.source_BS, batch.read_BT)
    assert not torch.equal(model.train()(batch.source_BS, batch.read_BT), expected)
    assert torch.equal(model.eval()(batch.source_BS, batch.read_BT), expected)


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("positions", ["sinusoidal", "learned", "none"])
def test_text_longer_than_the_positions_is_refused(positions: str) -> None:
    model = small_model(max_positions=5, positions=positions)
    full, more = torch.full((1, 5), 7), torch.full((1, 6), 7)
    assert model(full, full).shape == (1, 5, 40)
    for source, read in ((more, full), (full, more)):
        with pytest.raises(Refused, match="6 tokens, but this model has only 5 positions"):
            model(source, read)


def test_a_cache_does_not_lead_past_the_last_position() -> None:
    model = small_model(max_positions=3)
    source = torch.tensor([[5, 2]])
    memory, cache = model.encode(source), model.new_cache(8)
    for length in (1, 2, 3):
        assert model.decode(torch.full((1, length), 7), memory, source, cache).shape == (1, 1, 32)
    with pytest.raises(Refused, match="4 tokens"):
        model.decode(torch.full((1, 4), 7), memory, source, cache)


def test_a_full_cache_is_refused() -> None:
    model = small_model()
    source = torch.tensor([[5, 2]])
    memory, cache = model.encode(source), model.new_cache(1)
    model.decode(torch.tensor([[1]]), memory, source, cache)
    with pytest.raises(RuntimeError, match="cache is full"):
        model.decode(torch.tensor([[1, 5]]), memory, source, cache)


ABSURD = {
    "a billion layers": ({"encoder_layers": 10**9}, "encoder_layers"),
    "no layers": ({"decoder_layers": 0}, "decoder_layers"),
    "very wide": ({"d_model": 10**7}, "d_model"),
    "no heads": ({"heads": 0}, "heads"),
    "negative": ({"d_ff": -5}, "d_ff"),
    "a float": ({"d_model": 32.0}, "d_model"),
    "a boolean": ({"heads": True}, "heads"),
    "not a number": ({"norm_eps": math.nan}, "norm_eps"),
    "a text": ({"heads": "4"}, "heads"),
    "thousands of digits": ({"d_ff": 10**4000}, "d_ff"),
    "heads that do not fit": ({"heads": 5}, "not divisible by 5"),
    "all sizes at their largest": (
        {"d_model": 4096, "d_ff": 32_768, "encoder_layers": 48, "decoder_layers": 48, "heads": 64},
        "parameters",
    ),
    "a large vocabulary": ({"source_vocabulary": 2**31, "target_vocabulary": 2**31}, "source_vocabulary"),
    "tied but different": ({"target_vocabulary": 41}, "tied"),
    "an unknown norm": ({"norm": "instance"}, "layer, rms, batch"),
    "a list for a word": ({"activation": ["relu"]}, "relu, gelu, gelu_tanh, silu"),
    "a flag that is none": ({"tied": 1}, "tied"),
    "full dropout": ({"dropout": 1.0}, "dropout"),
    "a pad outside the vocabulary": ({"pad_id": 40}, "pad_id"),
    "infinite base": ({"position_base": math.inf}, "position_base"),
}


@pytest.mark.parametrize(("changes", "words"), ABSURD.values(), ids=ABSURD)
def test_an_absurd_spec_is_refused_before_anything_is_built(changes: dict, words: str, monkeypatch) -> None:
    def build_nothing(*args: Any, **more: Any) -> None:
        raise AssertionError("something was built")

    monkeypatch.setattr("model_core.transformer.model.nn.Embedding", build_nothing)
    monkeypatch.setattr("model_core.transformer.model.nn.Linear", build_nothing)
    with pytest.raises(Refused, match=words) as refusal:
        EncoderDecoder(small_spec(**changes))
    assert len(str(refusal.value)) < 200 and "\n" not in str(refusal.value)


def test_limits_are_meant_to_the_last_number() -> None:
    assert small_spec(encoder_layers=48).checked().encoder_layers == 48
    with pytest.raises(Refused, match="49"):
        small_spec(encoder_layers=49).checked()
    wide = {"d_model": 4096, "d_ff": 8, "encoder_layers": 1, "decoder_layers": 1}
    rows = (MAX_PARAMETERS - small_spec(**wide).parameters()) // 4096 + 40
    full = small_spec(source_vocabulary=rows, target_vocabulary=rows, **wide)
    assert 0 <= MAX_PARAMETERS - full.checked().parameters() < 4096
    with pytest.raises(Refused, match="limit is 1,000,000,000"):
        small_spec(source_vocabulary=rows + 1, target_vocabulary=rows + 1, **wide).checked()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "not a JSON object"),
        ({}, "source_vocabulary"),
        ({"source_vocabulary": 40}, "target_vocabulary"),
        ({"source_vocabulary": 40, "target_vocabulary": 40, "colour": 1}, "colour"),
    ],
)
def test_a_spec_is_read_strictly(data: Any, words: str) -> None:
    with pytest.raises(Refused, match=words):
        ModelSpec.from_json(data)


def test_a_spec_survives_its_json() -> None:
    spec = small_spec(norm="rms", tied=False, dropout=0.3)
    assert ModelSpec.from_json(spec.to_json()) == spec


def test_parts_can_be_exchanged_and_a_copy_has_its_own() -> None:
    """Parts are also kept where Python looks first; that must never show a part that is not there any more."""
    model = small_model()
    twin = copy.deepcopy(model)
    for path, module in model.named_modules():
        for name, part in module._modules.items():
            own = twin.get_submodule(path)
            assert getattr(own, name) is own._modules[name] is not part
    source, read = torch.tensor([[5, 6, 7, 2]]), torch.tensor([[1, 8, 9]])
    before = model(source, read)
    model.encoder.layers[0].feed_forward = type(model.encoder.layers[0].feed_forward)(model.spec)
    assert not torch.equal(model(source, read), before)
    assert torch.equal(twin(source, read), before)
