"""Every field of a ModelSpec that makes a variant, against formulas written here, torch's own parts or Hugging Face."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from model_core import spec as words
from model_core.checkpoints.checkpoint import load_model
from model_core.decoding.beam import Beam, search_steps
from model_core.decoding.decode import generate
from model_core.decoding.fast_step import steppable
from model_core.engine.engine import Engine
from model_core.engine.interventions import position_tables
from model_core.errors import Refused
from model_core.proofs.check import prove
from model_core.proofs.numpy_reference import NumpyTransformer
from model_core.proofs.proof import CLOSE, ProofBatch, batch_for, difference, recorded
from model_core.proofs.torch_reference import Reference, comparable
from model_core.record.edits import Decoding, Edits, PositionEdits
from model_core.record.run_spec import RunSpec
from model_core.spec import ModelSpec
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.training.teacher_forcing import Learner, collate
from model_core.training.train import train
from model_core.training.train_spec import TrainSpec
from model_core.transformer.hooks import recording
from model_core.transformer.layers import RelativePositionBias, sinusoidal_table
from model_core.transformer.model import EncoderDecoder
from model_core.transformer.norms import norm
from tests.daily import examples
from tests.made.small import VARIANTS, small_model, small_spec

LEAKY = {"mask_value": -1e-20, "mask_place": "before", "norm_place": "post", "final_norm": False}
SOURCE, READ = torch.tensor([[5, 6, 7, 8, 2], [9, 4, 2, 0, 0]]), torch.tensor([[1, 9, 10, 30], [1, 12, 0, 0]])


def activations(model: EncoderDecoder) -> dict[str, Tensor]:
    """Everything that a pass over two sentences records."""
    with torch.inference_mode(), recording(model) as kept:
        model(SOURCE, READ)
    return kept


# ---------------------------------------------------------------- norms


def random_rows(width: int = 12) -> Tensor:
    return torch.randn(3, 5, width, generator=torch.Generator().manual_seed(4)) * 2 + 0.5


def test_batch_norm_is_that_of_torch_in_training_and_afterwards() -> None:
    spec = small_spec(d_model=12, norm="batch", norm_eps=1e-4)
    ours, theirs = norm(spec), nn.BatchNorm1d(12, eps=1e-4)
    with torch.no_grad():
        for one in (ours, theirs):
            one.weight.copy_(torch.linspace(0.5, 2, 12))
            one.bias.copy_(torch.linspace(-1, 1, 12))
    for mode in (True, True, False):
        ours.train(mode)
        theirs.train(mode)
        x = random_rows()
        assert difference(ours(x).detach(), theirs(x.reshape(-1, 12)).view(x.shape).detach()) <= 1e-6
    assert difference(ours.get_buffer("running_var"), theirs.running_var) <= 1e-6
    assert torch.isfinite(ours.train()(torch.ones(1, 1, 12))).all(), "one row alone has no variance"


def test_unbiased_norms_divide_by_one_less_and_add_eps_outside_of_the_root() -> None:
    x = random_rows()
    rows = x.reshape(-1, 12).tolist()
    for kind, shape in (("unbiased", (12,)), ("scalar", ())):
        ours = norm(small_spec(d_model=12, norm=kind, norm_eps=1e-3))
        assert ours.weight.shape == ours.bias.shape == shape
        with torch.no_grad():
            ours.weight.fill_(1.5)
            ours.bias.fill_(-0.25)
        expected = []
        for row in rows:
            mean = math.fsum(row) / 12
            deviation = math.sqrt(math.fsum((one - mean) ** 2 for one in row) / 11)
            expected.append([1.5 * (one - mean) / (deviation + 1e-3) - 0.25 for one in row])
        made = ours(x).detach()
        assert difference(made.reshape(-1, 12), torch.tensor(expected)) <= 1e-5
        assert difference(made, F.layer_norm(x, (12,)) * 1.5 - 0.25) > 0.01


@pytest.mark.parametrize("kind", words.NORMS)
def test_a_norm_may_have_no_shift(kind: str) -> None:
    without = norm(small_spec(norm=kind, norm_bias=False))
    assert [name for name, _ in without.named_parameters()] == ["weight"]
    x = random_rows(32)
    shifted = norm(small_spec(norm=kind))
    assert torch.equal(without.eval()(x), shifted.eval()(x))


# ---------------------------------------------------------------- feed-forward


def test_activations_are_their_formulas() -> None:
    x = torch.linspace(-4, 4, 41)
    double = x.double()
    expected = {
        "relu": double.clamp_min(0),
        "gelu": double * (1 + torch.erf(double / math.sqrt(2))) / 2,
        "gelu_tanh": double / 2 * (1 + torch.tanh(math.sqrt(2 / math.pi) * (double + 0.044715 * double**3))),
        "silu": double / (1 + torch.exp(-double)),
    }
    assert expected.keys() == set(words.ACTIVATIONS)
    for name, values in expected.items():
        made = small_model(activation=name).encoder.layers[0].feed_forward.activation(x)
        assert difference(made.double(), values) <= 1e-6
    assert difference(expected["gelu"], expected["gelu_tanh"]) > 1e-5


@pytest.mark.parametrize("bias", [True, False])
def test_a_gate_multiplies_the_hidden_units(bias: bool) -> None:
    part = small_model(gated=True, activation="silu", feed_forward_bias=bias).encoder.layers[1].feed_forward
    x = random_rows(32)
    hidden = F.silu(F.linear(x, part.up.weight, part.up.bias)) * F.linear(x, part.gate.weight, part.gate.bias)
    assert difference(part(x), F.linear(hidden, part.down.weight, part.down.bias)) <= 1e-5
    assert (part.up.bias is None, part.gate.bias is None, part.down.bias is None) == (not bias,) * 3


# ---------------------------------------------------------------- positions


def test_halves_hold_all_sines_first() -> None:
    table = sinusoidal_table(7, 6, 100.0, halves=True)
    waves = (math.sin, math.cos)
    expected = [[wave(place / 100.0 ** (pair / 3)) for wave in waves for pair in range(3)] for place in range(7)]
    assert difference(table, torch.tensor(expected)) <= 1e-6
    model = small_model(position_layout="halves", position_base=100.0)
    assert torch.equal(activations(model)["encoder.embed.positions"], sinusoidal_table(5, 32, 100.0, halves=True))


def test_learned_positions_begin_after_the_offset() -> None:
    model = small_model(positions="learned", position_offset=2)
    table = model.decoder.embed.position.table
    assert table.shape == (26, 32)
    assert torch.equal(activations(model)["decoder.embed.positions"], table[2:6])
    cache = model.new_cache(4)
    with torch.inference_mode():
        memory = model.encode(SOURCE)
        whole = model.decode(READ, memory, SOURCE)
        steps = [model.decode(READ[:, : t + 1], memory, SOURCE, cache) for t in range(4)]
    assert difference(torch.cat(steps, 1), whole) <= 1e-5


def test_edits_of_positions_count_from_the_offset_too() -> None:
    model = small_model(positions="learned", position_offset=2)
    table = model.encoder.embed.position.table.detach()
    shifted = position_tables(model, PositionEdits(shift=3))["encoder"]
    assert shifted.shape == (24, 32)
    assert torch.equal(shifted[:21], table[5:26]) and torch.equal(shifted[21:], table[2:5])
    engine = Engine()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    recorded_table = engine.trace(RunSpec("own", source=("5 6",))).arrays["encoder.embed.position.table"]
    assert np.array_equal(recorded_table, table[2:].numpy())


def test_distances_share_buckets_as_in_t5() -> None:
    t5 = pytest.importorskip("transformers.models.t5.modeling_t5")
    for two_sided in (True, False):
        for buckets, reach in ((32, 128), (8, 12), (16, 20)):
            spec = small_spec(positions="relative", position_buckets=buckets, position_reach=reach)
            ours = RelativePositionBias(spec, two_sided)
            places = torch.arange(300)
            ahead = places[None] - places[:, None]
            theirs = t5.T5Attention._relative_position_bucket(ahead, two_sided, buckets, reach)
            assert torch.equal(ours.bucket(300, 300), theirs)
            assert torch.equal(ours.bucket(3, 300), theirs[-3:])


def test_distance_biases_are_in_the_masked_scores() -> None:
    model = small_model(**VARIANTS["distances, gate, narrow heads, no biases"])
    kept = activations(model)
    bias = kept["decoder.distances.bias"]
    assert bias.shape == (2, 4, 4, 4) and torch.equal(bias[0], bias[1])
    for layer in (0, 1):
        path = f"decoder.layers.{layer}.self_attn"
        visible = torch.ones(4, 4, dtype=torch.bool).tril()
        apart = (kept[f"{path}.masked_scores"] - kept[f"{path}.scores"] - bias)[0][:, visible].abs().max()
        assert apart <= 1e-5
        assert torch.equal(kept[f"{path}.scores"], kept[f"{path}.raw_scores"]), "T5 divides by nothing"
    cross = "decoder.layers.0.cross_attn"
    assert torch.equal(kept[f"{cross}.masked_scores"][0], kept[f"{cross}.scores"][0])
    assert not activations(small_model(positions="relative"))["encoder.embed.positions"].any()


# ---------------------------------------------------------------- embedding, scores, masks, tables


def test_a_norm_on_the_input_reads_the_sum() -> None:
    model = small_model(embedding_norm=True, norm_place="post")
    kept, own = activations(model), model.encoder.embed.norm
    total = kept["encoder.embed.tokens"] + kept["encoder.embed.positions"]
    assert torch.equal(kept["encoder.embed.sum"], total)
    assert difference(kept["encoder.embed.input"], F.layer_norm(total, (32,), own.weight, own.bias, 1e-5)) <= 1e-6


@pytest.mark.parametrize(("scale", "divisor"), [("head", math.sqrt(8)), ("model", math.sqrt(32)), ("none", 1.0)])
def test_scores_are_divided_as_the_spec_says(scale: str, divisor: float) -> None:
    model = small_model(attention_scale=scale)
    kept = activations(model)
    for path in ("encoder.layers.0.self_attn", "decoder.layers.1.cross_attn"):
        assert difference(kept[f"{path}.scores"], kept[f"{path}.raw_scores"] / divisor) <= 1e-5
    assert model.spec.score_scale == pytest.approx(1 / divisor)


@pytest.mark.parametrize(("place", "expected"), [("before", -20.0 / math.sqrt(8)), ("after", -20.0)])
def test_a_mask_value_is_put_in_before_or_after_scores_are_divided(place: str, expected: float) -> None:
    model = small_model(mask_value=-20.0, mask_place=place)
    path = "decoder.layers.0.self_attn"
    kept = activations(model)
    hidden = torch.ones(4, 4, dtype=torch.bool).triu(1)
    assert torch.allclose(kept[f"{path}.masked_scores"][0][:, hidden], torch.tensor(expected))
    assert (kept[f"{path}.weights"][0][:, hidden] > 0).all() and model.spec.leaks
    assert kept["decoder.layers.0.cross_attn.masked_scores"][1, :, :, 3:].eq(torch.tensor(expected)).all()


def test_large_mask_values_hide_like_minus_infinity() -> None:
    for value, place in ((-1e9, "after"), (-1e20, "before")):
        model, plain = small_model(mask_value=value, mask_place=place), small_model()
        assert not model.spec.leaks
        assert torch.equal(model(SOURCE, READ), plain(SOURCE, READ))


def test_widths_of_heads_are_free() -> None:
    model = small_model(d_model=32, heads=3, d_key=5, d_value=7)
    part = model.decoder.layers[0].cross_attn
    shapes = [tuple(one.weight.shape) for one in (part.to_q, part.to_k, part.to_v, part.to_out)]
    assert shapes == [(15, 32), (15, 32), (21, 32), (32, 21)]
    kept = activations(model)
    path = "decoder.layers.0.cross_attn"
    assert kept[f"{path}.q"].shape == (2, 3, 4, 5) and kept[f"{path}.v"].shape == (2, 3, 5, 7)
    own = torch.einsum("bhqm,bhmk->bqhk", kept[f"{path}.weights"], kept[f"{path}.v"]).flatten(2)
    assert difference(kept[f"{path}.output"], F.linear(own, part.to_out.weight, part.to_out.bias)) <= 1e-5


def test_biases_are_switched_one_by_one() -> None:
    model = small_model(attention_bias=False, attention_output_bias=True, feed_forward_bias=False, norm_bias=False)
    names = {name.split(".", 3)[-1] for name, _ in model.named_parameters() if name.endswith("bias")}
    assert names == {"self_attn.to_out.bias", "cross_attn.to_out.bias"}
    assert small_spec(attention_bias=False).joint_bias is False and small_spec().joint_bias is True
    assert small_spec(attention_output_bias=False).joint_bias is False


def test_target_and_output_may_share_a_table_that_the_source_has_not() -> None:
    model = small_model(tied=False, output_tied=True, source_vocabulary=30)
    assert model.to_logits.weight is model.decoder.embed.table.weight
    assert model.to_logits.weight is not model.encoder.embed.table.weight
    assert model.parameter_count() == model.spec.parameters()


def test_the_output_is_scaled_before_its_table() -> None:
    model = small_model(logit_scale=0.25, output_bias=True)
    kept = activations(model)
    own = kept["decoder.output"] * 0.25 @ model.to_logits.weight.T + model.to_logits.bias
    assert difference(kept["logits"], own) <= 1e-5


def test_a_start_that_is_the_end_too_can_be_written() -> None:
    assert small_spec(bos_id=2).never_written == (0,)
    assert small_spec().never_written == (0, 1) and small_spec(bos_id=0).never_written == (0,)
    model = small_model(bos_id=2, output_bias=True)
    with torch.no_grad():
        model.to_logits.bias[2] = 1000.0
    source = torch.tensor([[5, 2]])
    step = next(generate(model, source, model.encode(source), 5))
    assert step.written.tolist() == [2] and bool(step.ended.all())


# ---------------------------------------------------------------- all of them together

CHOICES: dict[str, Any] = {
    "norm_place": st.sampled_from(["pre", "post"]),
    "norm": st.sampled_from(["layer", "rms", "scalar", "unbiased"]),
    "norm_bias": st.booleans(),
    "activation": st.sampled_from(words.ACTIVATIONS),
    "gated": st.booleans(),
    "positions": st.sampled_from(words.POSITIONS),
    "position_layout": st.sampled_from(words.POSITION_LAYOUTS),
    "position_base": st.sampled_from([50.0, 1e4]),
    "position_offset": st.integers(0, 3),
    "position_buckets": st.sampled_from([4, 8]),
    "position_reach": st.sampled_from([8, 20]),
    "embedding_norm": st.booleans(),
    "final_norm": st.booleans(),
    "scale_embedding": st.booleans(),
    "attention_scale": st.sampled_from(words.ATTENTION_SCALES),
    "mask_value": st.sampled_from([None, -1e9, -5.0]),
    "mask_place": st.sampled_from(words.MASK_PLACES),
    "attention_bias": st.booleans(),
    "attention_output_bias": st.sampled_from([None, True, False]),
    "feed_forward_bias": st.booleans(),
    "output_bias": st.booleans(),
    "d_key": st.sampled_from([0, 3, 8]),
    "d_value": st.sampled_from([0, 5]),
    "logit_scale": st.sampled_from([1.0, 0.2]),
    "heads": st.sampled_from([1, 4]),
    "encoder_layers": st.integers(1, 2),
    "decoder_layers": st.integers(1, 2),
    "bos_id": st.sampled_from([0, 1]),
}


def sharpness(model: EncoderDecoder, batch: ProofBatch) -> float:
    """How much larger than usual the scores are: a softmax turns their rounding into that of weights."""
    with torch.inference_mode(), recording(model, lambda name: name.endswith(".scores")) as kept:
        model(batch.source_BS, batch.read_BT)
    return max(1.0, *(float(one.abs().max()) / 3 for one in kept.values()))


@settings(max_examples=examples(60), deadline=None)
@given(st.fixed_dictionaries(CHOICES), st.integers(0, 1000), st.sampled_from(["one", "target", "apart"]))
def test_any_mixture_equals_the_formulas_written_out(changes: dict[str, Any], seed: int, tables: str) -> None:
    tied = {"one": (True, False), "target": (False, True), "apart": (False, False)}[tables]
    model = small_model(seed, **changes, tied=tied[0], output_tied=tied[1])
    batch = batch_for(model.spec, seed)
    logits, weights = recorded(model, batch.source_BS, batch.read_BT)
    expected, theirs = NumpyTransformer(model).run(batch.source_BS, batch.read_BT)
    sharp = sharpness(model, batch)
    bound = CLOSE * max(1.0, float(expected.abs().max()) / 4) * sharp
    assert difference(logits, expected) <= bound
    assert weights.keys() == theirs.keys()
    assert max(difference(weights[name], theirs[name]) for name in weights) <= CLOSE * sharp
    assert model.parameter_count() == model.spec.parameters()
    if comparable(model.spec):
        again, _ = Reference(model).run(batch.source_BS, batch.read_BT)
        assert difference(again, expected) <= bound


def test_the_formulas_written_out_notice_a_difference() -> None:
    model = small_model(**VARIANTS["unbiased deviation, no shift"])
    other, batch = NumpyTransformer(model), batch_for(model.spec)
    with torch.no_grad():
        model.encoder.layers[0].self_attn.to_v.weight[2, 3] += 0.5
    expected, _ = other.run(batch.source_BS, batch.read_BT)
    assert difference(recorded(model, batch.source_BS, batch.read_BT)[0], expected) > CLOSE


@pytest.mark.parametrize("changes", [*VARIANTS.values(), LEAKY], ids=[*VARIANTS, "leaky mask"])
def test_every_variant_learns(changes: dict[str, Any]) -> None:
    model = small_model(**changes, dropout=0.0).train()
    source, read, written = collate([([5, 6, 7], [8, 9]), ([4, 5], [9, 10, 11])], model.spec)
    loss = Learner(model, 0.1)(source, read, written)
    logits = model(source, read)
    real = written != model.spec.pad_id
    expected = F.cross_entropy(logits[real], written[real], label_smoothing=0.1, reduction="sum")
    assert float(loss.detach()) == pytest.approx(float(expected.detach()), rel=1e-4)
    loss.backward()
    moved = [name for name, one in model.named_parameters() if one.grad is not None and bool(one.grad.any())]
    left = {name for name, _ in model.named_parameters()} - set(moved)
    assert {name.rsplit(".", 2)[-2] for name in left} <= {"to_k"}, "a key's bias changes no weight; all else learns"


@pytest.mark.parametrize("changes", [*VARIANTS.values(), LEAKY], ids=[*VARIANTS, "leaky mask"])
def test_a_run_of_every_variant_is_complete(changes: dict[str, Any]) -> None:
    model = small_model(**changes)
    engine = Engine()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    run = RunSpec("own", source=("5 6 7", "9 30 12 11"), edits=Edits(positions=PositionEdits(shift=1)))
    for one in (run, run.with_(edits=Edits()), run.with_(target=("8 9", "10 4"), edits=Edits(), beside=True)):
        trace = engine.trace(one)
        assert trace.complete and trace.sentences[1].source[-1].text == "2"
        for kind in ("encoder", "decoder", "cross"):
            maps = trace.maps(kind, sentence=1)
            assert all(np.allclose(each.sum(-1), 1, atol=1e-5) for each in maps)
            assert trace.map(kind, 0, 1 % model.spec.heads, "scaled", 1).shape == maps[0].shape[1:]


# ---------------------------------------------------------------- a mask that hides nothing


def by_hand(model: EncoderDecoder, source: Tensor, steps: int) -> list[int]:
    """Greedy decoding in which every step is a pass over the whole text so far, as its tutorial does it."""
    ids = [model.spec.bos_id]
    with torch.inference_mode():
        for _ in range(steps):
            row = model(source, torch.tensor([ids]))[0, -1]
            row[list(model.spec.never_written)] = -torch.inf
            ids.append(int(row.argmax()))
            if ids[-1] == model.spec.eos_id:
                break
    return ids[1:]


@pytest.mark.parametrize("seed", range(6))
def test_an_open_mask_is_decoded_as_its_tutorial_does(seed: int) -> None:
    model = small_model(seed, **LEAKY)
    source = torch.tensor([[5, 6, 7, 8 + seed, 2]])
    memory = model.encode(source).detach()
    expected = by_hand(model, source, 8)
    steps = list(generate(model, source, memory, 8, watch=True, guess=(7, 8, 9)))
    assert [int(step.written) for step in steps] == expected
    assert [step.weights["decoder"].shape[-1] for step in steps] == list(range(1, len(steps) + 1))
    drawn = list(generate(model, source, memory, 8, Decoding("sample", top_k=1)))
    assert [int(step.written) for step in drawn] == expected
    search = Beam(model.spec, 8, Decoding("beam", beams=1))
    list(search_steps(model, source, memory, [search]))
    assert search.text() == expected


def test_an_open_mask_lets_later_tokens_through_and_is_proved_otherwise() -> None:
    model = small_model(**LEAKY)
    changed = READ.clone()
    changed[0, 3] = 31
    assert difference(model(SOURCE, READ)[:, :2], model(SOURCE, changed)[:, :2]) > 1e-4
    proofs = {proof.name: proof for proof in prove(model)}
    assert all(proof.passed for proof in proofs.values())
    assert "causality" not in proofs and "decoding, open mask" in proofs


# ---------------------------------------------------------------- reading and refusing


def test_an_old_spec_reads_as_before() -> None:
    old = {
        "source_vocabulary": 40, "target_vocabulary": 40, "d_model": 32, "heads": 4, "encoder_layers": 2,
        "decoder_layers": 2, "d_ff": 48, "max_positions": 24, "norm_place": "post", "final_norm": False,
        "norm": "layer", "norm_eps": 1e-5, "activation": "relu", "positions": "sinusoidal", "position_base": 1e4,
        "scale_embedding": True, "tied": True, "attention_bias": False, "output_bias": False, "dropout": 0.1,
        "pad_id": 0, "bos_id": 1, "eos_id": 2, "unk_id": 3,
    }  # fmt: skip
    spec = ModelSpec.from_json(old)
    assert spec == small_spec(norm_place="post", final_norm=False, attention_bias=False)
    assert (spec.head_width, spec.value_width, spec.joint_bias, spec.masked_score) == (8, 8, False, -math.inf)
    assert ModelSpec.from_json(spec.to_json()) == spec


WRONG = {
    "a position layout": ({"position_layout": "thirds"}, "interleaved, halves"),
    "a scale": ({"attention_scale": "width"}, "head, model, none"),
    "a place of the mask": ({"mask_place": "during"}, "after, before"),
    "a positive mask": ({"mask_value": 1.0}, "mask_value"),
    "an infinite mask": ({"mask_value": -math.inf}, "mask_value"),
    "a mask that is a text": ({"mask_value": "-1e9"}, "mask_value"),
    "a wide key": ({"d_key": 1025}, "d_key"),
    "a negative value width": ({"d_value": -1}, "d_value"),
    "an offset": ({"position_offset": 65}, "position_offset"),
    "too few buckets": ({"position_buckets": 3}, "position_buckets"),
    "a flag": ({"gated": 1}, "gated"),
    "a flag or nothing": ({"attention_output_bias": "no"}, "attention_output_bias"),
    "a scale of nothing": ({"logit_scale": 0}, "logit_scale"),
    "heads that do not divide": ({"heads": 5}, "not divisible"),
}


@pytest.mark.parametrize(("changes", "said"), WRONG.values(), ids=WRONG)
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        small_spec(**changes).checked()


def test_heads_need_not_divide_a_width_that_they_do_not_share() -> None:
    assert small_spec(heads=5, d_key=4).checked().value_width == 4


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_whose_mask_hides_is_decoded_row_by_row(changes: dict[str, Any]) -> None:
    """Over its weights, without its modules: the rows are those of the modules."""
    model = small_model(**changes)
    assert steppable(model)
    memory = model.encode(SOURCE).detach()
    quick = list(generate(model, SOURCE, memory, 8, watch=True))
    with recording(model):  # somebody listens: every row goes through the modules
        assert not steppable(model)
        plain = list(generate(model, SOURCE, memory, 8, watch=True))
    for one, other in zip(quick, plain, strict=True):
        assert torch.equal(one.written, other.written) and difference(one.log_p, other.log_p) <= 3e-5
        assert all(difference(one.weights[kind], other.weights[kind]) <= 1e-5 for kind in other.weights)


def test_a_run_says_that_its_mask_hides_nothing() -> None:
    engine = Engine()
    for name, changes in (("leaky", LEAKY), ("plain", {})):
        model = small_model(**changes)
        engine.add(name, model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    leaky, plain = (engine.trace(RunSpec(name, source=("5 6 7",))) for name in ("leaky", "plain"))
    assert any("may get weight" in notice for notice in leaky.notices)
    assert not any("may get weight" in notice for notice in plain.notices)
    assert "cache_difference" not in leaky.numbers and "step_probability" in leaky.numbers
    assert "cache_difference" in plain.numbers


@pytest.mark.parametrize("norm", ["batch", "scalar"])
def test_a_training_of_a_variant_resumes_and_leaves_a_model(norm: str, tmp_path: Path) -> None:
    model = {"d_model": 16, "heads": 2, "encoder_layers": 1, "decoder_layers": 1, "d_ff": 16, "max_positions": 24}
    spec = TrainSpec(
        str(tmp_path / "a"), task="copy", steps=12, batch_tokens=60, warmup=2, threads=1, precision="fp32",
        model={**model, "norm": norm, "gated": True, "norm_place": "post", "dropout": 0.0},
    )  # fmt: skip
    whole = list(train(spec))
    assert whole[-1].kind == "done"
    pressed: list[int] = []

    def stop() -> bool:
        pressed.append(1)
        return len(pressed) == 6

    parts = replace(spec, out=str(tmp_path / "b"))
    assert list(train(parts, stop))[-1].kind == "stopped"
    assert list(train(parts))[-1].kind == "done"
    one, other = (load_model(tmp_path / name).model.state_dict() for name in "ab")
    assert one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)
    if norm == "batch":
        assert float((one["encoder.layers.0.attn_sublayer.norm.running_mean"]).abs().max()) > 0


@pytest.mark.parametrize("reach", [8, 16])
def test_a_reach_within_the_buckets_of_one_distance_each_is_refused(reach: int) -> None:
    with pytest.raises(Refused, match="the reach must be larger than 16"):
        small_spec(positions="relative", position_buckets=32, position_reach=reach).checked()
    assert small_spec(positions="relative", position_buckets=32, position_reach=17).checked()
    assert small_spec(position_buckets=32, position_reach=8).checked(), "other positions have no reach"
