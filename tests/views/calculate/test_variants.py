"""Calculate and the card of a number for every variant of a model: what is told is what the model does."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch
from pytestqt.qtbot import QtBot

from model_core.analysis import arithmetic
from model_core.engine.engine import Engine
from model_core.explain import formulas, provenance, rules
from model_core.explain.provenance import Source, function
from model_core.explain.source_lines import code_line
from model_core.record.edits import CellEdit, Edits, FeedForwardPlace, HeadPlace, MaskEdits, Patch, SublayerPlace
from model_core.record.patching import donor_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import VISIBLE, Trace
from model_core.spec import KINDS
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.transformer.layers import ACTIVATIONS
from model_core.transformer.model import EncoderDecoder
from tests.made.small import VARIANTS, small_model
from viz_app.data import selection
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Look, State
from viz_app.inspector.facts import cell_facts
from viz_app.views.attention import map_words
from viz_app.views.calculate.attention_blocks import AttentionBlocks
from viz_app.views.calculate.blocks import DEPTHS, Block, Choice, PageRow, Place
from viz_app.views.calculate.output_blocks import OutputBlocks
from viz_app.views.calculate.view import Calculate
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

Made = dict[str, tuple[EncoderDecoder, Trace]]


def run_of(model: EncoderDecoder, edits: Edits | None = None) -> Trace:
    engine = Engine()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    return engine.trace(RunSpec("own", ("5 6 7", "9 30 12 11 8"), ("8 9 4", "10 4"), edits=edits or Edits()))


@pytest.fixture(scope="module")
def variants() -> Made:
    """A model and a run of two lines of different length for every variant."""
    models = {name: small_model(**changes) for name, changes in VARIANTS.items()}
    return {name: (model, run_of(model)) for name, model in models.items()}


def blocks(trace: Trace, kind: str, choice: Choice | None = None) -> list[Block]:
    place = Place(kind, trace.spec.layers(kind) - 1, trace.spec.heads_of(kind) - 1, 0, 2, 1)
    choice = choice or Choice(6, 6)
    return [*AttentionBlocks(trace, place, choice).blocks(), *OutputBlocks(trace, place, choice).blocks()]


def row(found: list[Block], beginning: str) -> PageRow:
    return next(one for block in found for one in block.rows if one.label.startswith(beginning))


each = pytest.mark.parametrize("name", VARIANTS)


@each
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(3)
def test_every_number_is_there_and_is_what_its_source_says(variants: Made, name: str, kind: str) -> None:
    _, trace = variants[name]
    for choice in (Choice(6, 6), Choice(3, 3, "most", (1, 2, 1))):
        for block in blocks(trace, kind, choice):
            for one in block.rows:
                assert not one.missing and one.formula and one.code.text, one.label
                assert len(one.numbers) == len(block.columns)
                for number in (*one.numbers, *filter(None, [one.result])):
                    assert number.source is not None
                    assert number.value == pytest.approx(float(provenance.value_of(trace, number.source)))


@each
def test_every_recorded_tensor_has_words_and_inputs(variants: Made, name: str) -> None:
    _, trace = variants[name]
    for array_name, array in trace.arrays.items():
        found = provenance.origin(trace, Source(array_name, (0,) * array.ndim))
        assert found.title and len(found.axes) == array.ndim, array_name
        for one in found.inputs:
            provenance.array_of(trace, one)


@each
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(3)
def test_scores_follow_their_stated_rules(variants: Made, name: str, kind: str) -> None:
    """Scale, distance, mask, softmax and values again in float64, to 1e-5."""
    _, trace = variants[name]
    spec, layer = trace.spec.for_stack(kind), trace.spec.layers(kind) - 1
    head = spec.heads - 1
    raw, scaled, masked, weights, v, z = (
        trace.arrays[trace.name(kind, what, layer)][0, head].astype(np.float64)
        for what in ("raw", "scaled", "masked", "weights", "v", "head_outputs")
    )
    width = {"head": spec.head_width, "model": spec.d_model, "none": 1}[spec.attention_scale]
    assert scaled == pytest.approx(raw / np.sqrt(width), abs=1e-5)
    assert rules.divisor(spec) == (f"√{width}" if width != 1 else "")
    far = trace.arrays[f"{kind}.distances.bias"][0, head] if rules.adds_position_bias(spec, kind) else 0.0
    allowed = trace.reasons[kind][0] == VISIBLE
    assert masked[allowed] == pytest.approx((scaled + far)[allowed], abs=1e-5)
    hidden = spec.masked_score
    assert np.all(masked[~allowed] == np.float32(hidden)) and not allowed.all(), "the shorter line has padding"
    told = rules.mask_number(trace, kind).replace("−∞", "-inf").replace("−", "-")
    assert float(told) == pytest.approx(hidden, rel=1e-4)
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    assert weights == pytest.approx(raised / raised.sum(axis=-1, keepdims=True), abs=1e-5)
    assert z == pytest.approx(weights @ v, abs=1e-5)


@each
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(3)
def test_norms_and_feed_forward_follow_their_stated_rules(variants: Made, name: str, kind: str) -> None:
    model, trace = variants[name]
    spec, layer, query = trace.spec, trace.spec.layers(kind) - 1, 2
    own = getattr(model, "encoder" if kind == "encoder" else "decoder").layers[layer]
    sublayer = arithmetic.sublayer_of(kind, layer)
    norm = getattr(own, sublayer.rpartition(".")[2]).norm
    weight, bias = norm.weight.detach().double().numpy(), getattr(norm, "bias", None)
    normed = trace.arrays[f"{sublayer}.normed"][0, query]
    assert (bias is not None) == rules.has_shift(spec)
    if spec.norm == "batch":
        with pytest.raises(KeyError):
            arithmetic.norm_spread(trace, sublayer, query)
    else:
        reads = arithmetic.normed_input(trace, sublayer, query).astype(np.float64)
        less = 0.0 if spec.norm == "rms" else arithmetic.norm_mean(trace, sublayer, query)
        found = (reads - less) / arithmetic.norm_spread(trace, sublayer, query) * weight
        assert normed == pytest.approx(found + (0 if bias is None else bias.detach().double().numpy()), abs=2e-5)
    path = f"{sublayer.rpartition('.')[0]}.feed_forward"
    before, hidden = (torch.from_numpy(trace.arrays[f"{path}.{one}"][0].copy()) for one in ("before", "hidden"))
    gates = torch.from_numpy(trace.arrays[f"{path}.gates"][0].copy()) if spec.gated else 1.0
    assert torch.allclose(hidden, ACTIVATIONS[spec.activation](before) * gates, atol=1e-6)
    assert rules.ACTIVATIONS.keys() == ACTIVATIONS.keys()
    assert ("gates_BNF" in code_line(f"{path}.hidden", spec).text) == spec.gated


@each
def test_a_joined_unit_is_the_units_of_its_head(variants: Made, name: str) -> None:
    _, trace = variants[name]
    for unit in range(trace.spec.heads * trace.spec.value_width):
        source = function("merged", (unit,), kind="cross", layer=0, query=1, sentence=1)
        (given,) = provenance.inputs_of(trace, source)
        assert provenance.value_of(trace, given) == provenance.value_of(trace, source)


@each
@pytest.mark.share(3)
def test_the_view_shows_every_depth(qtbot: QtBot, variants: Made, name: str) -> None:
    _, trace = variants[name]
    view = Calculate()
    qtbot.addWidget(view)
    view.resize(1008, 590)
    view.show()
    for kind in KINDS:
        for depth in DEPTHS:
            state = State(run=trace.run, look=Look(kind=kind, query=2, key=1))
            view.draw(Snapshot(state, trace, theme.LIGHT, options=Calculate.Options(depth=depth)))
            assert view.sheet.page is not None and view.sheet.page.rows
            view.grab()


# ---------------------------------------------------------------- what is said


def said(trace: Trace, kind: str, beginning: str) -> str:
    one = row(blocks(trace, kind), beginning)
    return " | ".join([one.label, one.note, *one.formula])


def test_a_model_without_a_divisor_is_described_as_such(variants: Made) -> None:
    _, trace = variants["distances, gate, narrow heads, no biases"]
    assert "does not scale" in said(trace, "cross", "s = q·k")
    assert "for this distance" in said(trace, "encoder", "+ distance")
    assert not any(one.label == "+ distance" for block in blocks(trace, "cross") for one in block.rows)
    assert "5 units, out of all 32" in said(trace, "cross", "query")
    assert " + b" not in said(trace, "cross", "query") + said(trace, "cross", "a = n") + said(trace, "cross", "f = u")
    assert "relu(a) · g" in said(trace, "cross", "u = ") and "· V =" not in said(trace, "cross", "g = n·V")
    told = formulas.describe_number(trace, "decoder.layers.0.self_attn.masked_scores", (0, 0, 1, 0))
    assert "s + b" in told.formula and "decoder.distances.bias" in [one[0] for one in told.inputs]
    assert formulas.describe_number(trace, "logits", (0, 0, 0)).formula.startswith("logit = 0.2 · h")


def test_the_width_of_the_model_divides_where_it_does(variants: Made) -> None:
    _, trace = variants["one scale, divided by the model's width"]
    assert "÷ √32" in said(trace, "cross", "÷") and "q·k / √D" in said(trace, "cross", "÷")
    hidden = AttentionBlocks(trace, Place("decoder", 0, 0, 0, 0, 2), Choice(6, 6))._mask_row()
    assert rules.mask_number(trace, "decoder") in hidden.formula[0] and "−∞" not in hidden.formula[0]
    assert "deviation" in said(trace, "cross", "n = norm(x+o)")


def test_a_joint_bias_and_narrow_values_have_their_own_words(variants: Made) -> None:
    _, trace = variants["values of their own width, joint bias"]
    assert "+ b_o" in said(trace, "cross", "output o") and "b_q" not in said(trace, "cross", "query")
    assert "10–12" in said(trace, "cross", "z₄")
    titles = [block.title for block in blocks(trace, "cross")]
    assert titles[3:5] == ["Heads joined", "Output projection"]


def test_a_norm_of_learned_averages_shows_no_spread(variants: Made) -> None:
    _, trace = variants["batch norm, halves, other base"]
    one = row(blocks(trace, "cross"), "n = norm(x+o)")
    assert one.result is None and "from training" in one.formula[0]
    assert "first half" in formulas.describe_number(trace, "encoder.embed.positions", (1, 0)).formula


def test_an_edited_mask_value_and_a_switched_off_head_are_described() -> None:
    model = small_model()
    edits = Edits(MaskEdits(value=-1e9), heads_off=(HeadPlace("decoder", 1, 3),))
    trace = run_of(model, edits)
    hidden = AttentionBlocks(trace, Place("decoder", 1, 3, 0, 0, 2), Choice(6, 6))._mask_row()
    assert "becomes −1e+09" in hidden.formula[0]
    z = row(blocks(trace, "decoder"), "z = 0")
    assert "switched off" in z.note + z.formula[0] and {one.value for one in z.numbers} == {0.0}
    assert not any(one.label == "z = 0" for block in blocks(trace, "encoder") for one in block.rows)
    source = function("norm_spread", sublayer="decoder.layers.1.cross_sublayer", query=1)
    assert provenance.origin(trace, source).formula == "√(variance + ε)"


def test_maps_and_inspector_name_the_divisor_too(variants: Made) -> None:
    _, trace = variants["one scale, divided by the model's width"]
    at = selection.current_reading(trace, Look(kind="decoder", query=0, key=2), None)
    assert map_words.unit_word(trace, "decoder", "scaled") == "score ÷ √32"
    assert cell_facts(trace, at)[3].name == "scaled ÷ √32"
    assert f"hatched = {rules.mask_number(trace, 'decoder')}" in map_words.explained(trace, "decoder", "masked", 0)
    _, trace = variants["distances, gate, narrow heads, no biases"]
    at = selection.current_reading(trace, Look(kind="cross", query=0, key=1), None)
    assert map_words.unit_word(trace, "cross", "scaled") == "score, not divided"
    assert cell_facts(trace, at)[3].name == "scaled"
    assert "not divided" in map_words.explained(trace, "cross", "scaled", 0)


@pytest.mark.parametrize("norm_place", ["pre", "post"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_sum_whose_residual_path_is_cut_is_what_the_layer_adds_alone(kind: str, norm_place: str) -> None:
    model = small_model(norm_place=norm_place)
    stack, layer = ("encoder" if kind == "encoder" else "decoder"), 1
    attention = "cross-attention" if kind == "cross" else "self-attention"
    cuts = tuple(SublayerPlace(stack, layer, part) for part in (attention, "feed-forward"))
    trace = run_of(model, Edits(residuals_cut=cuts))
    found = blocks(trace, kind)
    total, output = _sums(found)
    assert total.whole == pytest.approx(output.whole, rel=1e-6, abs=1e-7)
    assert "+" not in total.formula[0].partition("=")[0] and "x + o" not in {one.label for one in _rows(found)}
    assert not any(one.label.startswith(("x + o + f", "x′ + f")) for one in _rows(found))


def _rows(found: list[Block]) -> list[PageRow]:
    return [one for block in found for one in block.rows]


def _sums(found: list[Block]) -> tuple[PageRow, PageRow]:
    """The row of the sum, and that of what attention adds to it."""
    return next(one for one in _rows(found) if one.label == "o"), next(
        one for one in _rows(found) if one.label == "+ o"
    )


def patched(what: str, kind: str, norm_place: str, **more: Any) -> Trace:
    """A run whose second layer gets an activation of the other text's."""
    model = small_model(norm_place=norm_place)
    donor = donor_of(run_of(model), 1)
    return run_of(model, Edits(patches=(Patch(what, kind, 1, None, donor),), **more))


@pytest.mark.parametrize("norm_place", ["pre", "post"])
def test_a_patched_value_is_not_described_as_a_sum(norm_place: str) -> None:
    trace = patched("cross-attention", "decoder", norm_place)
    pre, found = norm_place == "pre", blocks(trace, "cross")
    own = next(one for one in _rows(found) if one.label == ("y" if pre else "n"))
    assert tuple(own.whole) == tuple(map(float, trace.arrays["decoder.layers.1.cross_sublayer.residual"][0, 2]))
    assert "patched in" in own.formula[0] and "=" not in own.formula[0]
    assert any("patched in" in block.about for block in found)
    assert any(one.label == ("n = norm(y)" if pre else "norm(n + f)") for one in _rows(found)), "what reads it"
    assert any("patched in" in " ".join(one.formula) for one in _rows(blocks(trace, "decoder"))), "x′"


@pytest.mark.parametrize("norm_place", ["pre", "post"])
def test_a_feed_forward_that_is_off_or_patched_is_not_described_as_a_product(norm_place: str) -> None:
    off = Edits(feed_forwards_off=(FeedForwardPlace("decoder", 1),))
    for trace, words in (
        (patched("feed-forward output", "decoder", norm_place), "patched in"),
        (run_of(small_model(norm_place=norm_place), off), "switched off"),
    ):
        found = next(one for one in _rows(blocks(trace, "cross")) if one.label.startswith("f"))
        assert words in found.formula[0] and "W₂" not in found.label + found.formula[0]
    end = _rows(blocks(patched("feed-forward", "decoder", norm_place), "cross"))[-1]
    assert "+" not in end.label + end.formula[0] and "patched in" in end.formula[0]


def test_a_head_that_is_off_and_patched_says_what_its_numbers_are() -> None:
    off = (HeadPlace("cross", 1, 0),)
    trace = patched("head", "cross", "pre", heads_off=off)
    for at, words in ((1, "patched in"), (3, "switched off")):  # the other text has two rows
        z = row(AttentionBlocks(trace, Place("cross", 1, 0, 0, at, 0), Choice(6, 6)).blocks(), "z")
        assert any(one.value for one in z.numbers) == (words == "patched in") == (z.label != "z = 0")
        assert words in z.formula[0] and words in z.note and "Σ" not in z.label


def test_the_stream_that_comes_in_is_named_as_what_it_is() -> None:
    """The first layer's: a sum, the norm of a sum, or another text's."""
    model = small_model(**VARIANTS["norm on the input, offset, shared output"])
    patch = Patch("embedding", "encoder", -1, None, donor_of(run_of(model), 1))
    for trace, word in (
        (run_of(small_model()), "token + position"),
        (run_of(model), "norm of token + position"),
        (run_of(model, Edits(patches=(patch,))), "patched in"),
    ):
        x = row(OutputBlocks(trace, Place("encoder", 0, 0, 0, 1, 0), Choice(6, 6)).blocks(), "x")
        assert x.note == word and word in x.formula[0]


@each
@pytest.mark.parametrize("kind", KINDS)
def test_einsum_and_formula_name_the_same_input_of_the_feed_forward(variants: Made, name: str, kind: str) -> None:
    for beginning in ("a = ", "g = "):
        for one in _rows(blocks(variants[name][1], kind)):
            if one.label.startswith(beginning):
                read = one.formula[0].removeprefix(beginning).partition(" ·")[0]
                assert f'", {read}, ' in one.einsum, one.label


@pytest.mark.parametrize("room", [1, 2, 3, 4])
def test_a_partly_written_out_sum_is_marked(room: int) -> None:
    found = _rows(blocks(run_of(small_model()), "cross", Choice(room, 6)))
    told = [line for one in found for line in one.formula if re.search(r" = \(.*\)$|q·k = Σ.*·.*·", line)]
    assert len(told) > 6 and all("…" in line for line in told)


@pytest.mark.parametrize("widths", [{}, {"d_key": 6, "d_value": 12}, {"d_key": 12, "d_value": 6}])
def test_the_units_listed_as_adding_most_do_so(widths: dict[str, int]) -> None:
    trace, room = run_of(small_model(**widths)), 4
    found = blocks(trace, "cross", Choice(room, 6, "most"))
    z = trace.arrays[trace.name("cross", "head_outputs", 1)][0, -1, 2]
    largest = sorted(int(unit) for unit in np.argsort(-np.abs(z))[:room])
    for block in found:
        if block.title in ("Weighted values", "Heads joined") and widths:
            assert block.pager is not None and "add most" in block.pager.words
            assert block.columns == tuple(str(unit + 1) for unit in largest)
    (values,) = (block.columns for block in found if block.title == "Weighted values")
    assert values == next(block.columns for block in found if block.title == "Heads joined"), "the same units"


def test_rows_beyond_the_other_text_are_not_described_as_patched() -> None:
    model = small_model()
    donor = donor_of(run_of(model), 1)  # two rows
    trace = run_of(model, Edits(patches=(Patch("feed-forward output", "decoder", 1, None, donor),)))
    said = [
        provenance.origin(trace, Source("decoder.layers.1.feed_forward.output", (0, row, 0))).formula
        for row in range(4)
    ]
    assert ["patched in" in one for one in said] == [row < len(donor.written) for row in range(4)]


def test_the_stream_after_a_cut_cross_attention_is_not_described_as_a_sum() -> None:
    trace = run_of(small_model(), Edits(residuals_cut=(SublayerPlace("decoder", 1, "cross-attention"),)))
    told = row(blocks(trace, "decoder"), "x′")
    assert "x + o" not in told.formula[0] and "cut" in told.formula[0]


def test_a_row_that_may_read_nothing_is_explained() -> None:
    cells = tuple(CellEdit("cross", 2, key, False) for key in range(5))
    trace = run_of(small_model(), Edits(MaskEdits(cells=cells)))
    assert not trace.map("cross", 1, 0)[2].any()
    found = _rows(blocks(trace, "cross"))
    raised, weights = (next(one for one in found if one.label == name) for name in ("e^(s − max)", "weight"))
    assert "nothing may be read" in raised.missing and "nothing may be read" in weights.formula[0]
    assert not any("NaN" in line for one in found for line in one.formula)
