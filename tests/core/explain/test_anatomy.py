"""The anatomy: every hook point and every parameter of the real model, by arithmetic; and the summary of a tensor."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.explain.anatomy import Weight, anatomy, lengths, masked_score_text, shape_sizes, walk_parts
from model_core.explain.tensor_summary import norm, summary
from model_core.spec import ModelSpec
from model_core.transformer.hooks import hook_points, recording
from model_core.transformer.model import EncoderDecoder
from tests.daily import examples
from tests.made.small import VARIANTS, small_model, small_spec

SWITCHES = {
    "norm_place": ("pre", "post"),
    "norm": ("layer", "rms"),
    "final_norm": (True, False),
    "tied": (True, False),
    "attention_bias": (True, False),
    "output_bias": (True, False),
    "positions": ("sinusoidal", "learned"),
}
EVERY = [dict(zip(SWITCHES, values, strict=True)) for values in itertools.product(*SWITCHES.values())]


def own_weights(spec: ModelSpec) -> list[Weight]:
    """All weights of a spec's anatomy that are not another one's, steps inside included."""
    return [one for part in walk_parts(anatomy(spec).parts) for one in part.weights if not one.shared]


def agrees(model: EncoderDecoder) -> None:
    """Names, shapes and sums are the model's own."""
    spec = model.spec
    known = lengths(spec)
    theirs = {name: tuple(parameter.shape) for name, parameter in model.named_parameters()}
    ours = own_weights(spec)
    assert len({one.name for one in ours}) == len(ours)
    assert {one.name: shape_sizes(one.shape, known) for one in ours} == theirs
    found = anatomy(spec)
    assert found.parameters() == spec.parameters() == model.parameter_count()
    assert sum(found.parameters([part]) for part in found.parts) == spec.parameters()


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_names_and_shapes_of_the_parameters_are_those_of_the_model(changes: dict[str, Any]) -> None:
    agrees(small_model(**changes))


@pytest.mark.parametrize("changes", EVERY, ids=lambda changes: " ".join(map(str, changes.values())))
def test_every_mixture_of_switches_adds_up(changes: dict[str, Any]) -> None:
    spec = small_spec(**changes, encoder_layers=1)
    agrees(EncoderDecoder(spec))


def test_untied_vocabularies_may_differ() -> None:
    agrees(small_model(tied=False, source_vocabulary=30, target_vocabulary=50, output_bias=True))


@settings(max_examples=examples(30))
@given(
    st.integers(1, 12), st.integers(1, 12), st.sampled_from([1, 2, 8, 16]), st.integers(1, 64), st.integers(5, 90),
)  # fmt: skip
def test_the_sum_is_that_of_the_spec(encoder: int, decoder: int, heads: int, width: int, words: int) -> None:
    sizes = {"d_model": heads * width + heads, "heads": heads, "d_ff": 3 * width + 2}
    spec = ModelSpec(words, words, encoder_layers=encoder, decoder_layers=decoder, **sizes).checked()
    found = anatomy(spec)
    assert found.parameters() == spec.parameters()
    assert len(found.encoder.layers) == encoder and len(found.decoder.layers) == decoder


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_every_hook_point_belongs_to_one_part_and_its_shape_is_what_is_recorded(changes: dict[str, Any]) -> None:
    model = small_model(**changes)
    found = anatomy(model.spec)
    told = Counter(one.name for part in found.parts for one in part.activations)
    masks = {"encoder.mask", "decoder.mask", "decoder.cross_mask"}  # what edits change; a Trace has their reasons
    assert set(told) == set(hook_points(model)) - masks and set(told.values()) == {1}
    with recording(model) as kept, torch.inference_mode():
        model(torch.tensor([[5, 6, 7, 8, 2]]), torch.tensor([[1, 9, 10]]))
    known = lengths(model.spec, source=5, target=3)
    for part in walk_parts(found.parts):
        for one in part.activations:
            batch = () if one.name.endswith("embed.positions") else (1,)
            assert tuple(kept[one.name].shape) == (*batch, *shape_sizes(one.shape, known)), one.name


@pytest.mark.parametrize(("value", "words"), [(None, "−∞"), (-1e9, "−1e+09"), (-1e-20, "−1e-20"), (0.0, "0")])
def test_what_replaces_a_forbidden_score_is_written_with_a_true_minus(value: float | None, words: str) -> None:
    assert masked_score_text(small_spec(mask_value=value)) == words


def test_only_the_encoders_output_is_memory() -> None:
    words = {one.name: str(one.words) for part in anatomy(small_spec()).parts for one in part.activations}
    assert words["encoder.output"].startswith("memory") and words["decoder.output"] == "output"


def test_a_part_has_what_its_steps_have() -> None:
    found = anatomy(small_spec())
    for part in found.parts:
        if part.inside:
            inner = [one for step in part.inside for one in step.activations]
            assert sorted(inner, key=str) == sorted(part.activations, key=str)
    attention = found.part("decoder.layers.1.cross_attn")
    assert attention is not None and attention.shape == ("H", "T", "S")
    assert found.parameters([attention]) == 4 * (32 * 32 + 32)
    assert found.part("decoder.layers.2.cross_attn") is None
    step = found.part("encoder.layers.0.self_attn.to_k")
    assert step is not None and step.shape == ("H", "S", "K") and found.parameters([step]) == 32 * 32 + 32


def test_pre_and_post_norm_differ_in_their_order_and_in_what_is_recorded() -> None:
    pre = anatomy(small_spec()).encoder.layers[0].sublayers[0]
    post = anatomy(small_spec(norm_place="post")).encoder.layers[0].sublayers[0]
    assert [part.kind for part in pre.order] == ["norm", "attention", "add"]
    assert [part.kind for part in post.order] == ["attention", "add", "norm"]
    assert [one.name.rsplit(".")[-1] for one in pre.add.activations] == ["residual"]
    assert post.add.activations == ()
    assert [one.name.rsplit(".")[-1] for one in post.norm.activations] == ["normed", "residual"]


def test_a_shared_table_is_counted_once() -> None:
    tied, untied = anatomy(small_spec()), anatomy(small_spec(tied=False))
    assert tied.parameters([tied.encoder.tokens]) == 40 * 32
    assert tied.parameters([tied.decoder.tokens]) == tied.parameters([tied.projection]) == 0
    assert untied.parameters([untied.decoder.tokens]) == untied.parameters([untied.projection]) == 40 * 32
    shared = {one.shared for part in (tied.decoder.tokens, tied.projection) for one in part.weights}
    assert shared == {"encoder.embed.table.weight"}


def test_it_loads_no_torch() -> None:
    code = "import sys, model_core.explain.anatomy, model_core.explain.tensor_summary; print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


# ---------------------------------------------------------------- the summary


def test_a_summary_is_what_plain_arithmetic_says() -> None:
    values = np.array([[1.5, -2.0, 0.25], [4.0, 0.0, -1.0]], np.float32)
    numbers = [1.5, -2.0, 0.25, 4.0, 0.0, -1.0]
    mean = math.fsum(numbers) / 6
    found = summary(values)
    assert (found.shape, found.dtype, found.broken) == ((2, 3), "float32", 0)
    assert (found.least, found.most) == (-2.0, 4.0)
    assert found.mean == pytest.approx(mean, abs=1e-12)
    assert found.deviation == pytest.approx(math.sqrt(math.fsum((x - mean) ** 2 for x in numbers) / 6), abs=1e-12)
    assert norm(values[0]) == pytest.approx(math.sqrt(1.5**2 + 4 + 0.0625), abs=1e-12)


def test_what_is_no_finite_number_is_counted_and_left_out() -> None:
    found = summary(np.array([1.0, np.nan, -np.inf, 3.0]))
    assert (found.least, found.most, found.mean, found.deviation, found.broken) == (1.0, 3.0, 2.0, 1.0, 2)
    empty = summary(np.full((2, 2), -np.inf, np.float32))
    assert empty.broken == 4 and math.isnan(empty.mean) and math.isnan(empty.least)
    assert norm([3.0, np.inf, 4.0]) == 5.0


@settings(max_examples=examples(30))
@given(st.lists(st.floats(-1e4, 1e4, width=32), min_size=1, max_size=50))
def test_a_summary_of_any_numbers(numbers: list[float]) -> None:
    found = summary(np.array(numbers, np.float32))
    mean = math.fsum(numbers) / len(numbers)
    assert found.mean == pytest.approx(mean, abs=1e-5)
    assert norm(numbers) == pytest.approx(math.sqrt(math.fsum(x * x for x in numbers)), rel=1e-9, abs=1e-9)
