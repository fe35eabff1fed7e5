"""Where numbers come from: values, inputs that give the number again, lines of the source, scripts that run."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from model_core.analysis import arithmetic
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.explain import ancestry, formulas, provenance
from model_core.explain.formulas import describe_number
from model_core.explain.provenance import ALL, Source, function
from model_core.explain.source_lines import code_line
from model_core.record.edits import (
    CellEdit,
    Decoding,
    Donor,
    Edits,
    FeedForwardPlace,
    HeadPattern,
    HeadPlace,
    MaskEdits,
    Patch,
    PositionEdits,
    SublayerPlace,
    WeightOverride,
)
from model_core.record.patching import RESIDUAL, sublayer_path
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.small import VARIANTS, small_model, small_pieces
from tests.made.traces import made_spec, made_trace

pytestmark = pytest.mark.usefixtures("prepared")

ROOT = Path(__file__).resolve().parents[3]
CELL = {"kind": "cross", "layer": 0, "head": 0, "query": 1, "sentence": 0}


@pytest.fixture(scope="module")
def tiny() -> Trace:
    """A real run of the tiny model, two lines of different length: there is padding."""
    return Engine().trace(RunSpec("tiny", ("red ball", "blue")))


def ran(script: str, folder: Path) -> list[str]:
    """The lines that a script prints in a fresh interpreter outside of the project's folder."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=env, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


# ---------------------------------------------------------------- values and names

PLACES = [
    Source("decoder.layers.0.cross_attn.weights", (0, 0, 1, 2)),
    Source("decoder.layers.0.cross_attn.raw_scores", (0, 0, 0, 1)),
    Source("encoder.layers.0.self_attn.q", (1, 0, 0, 1)),
    Source("decoder.layers.0.cross_attn.head_outputs", (0, 0, 1, 0)),
    function("products", (1,), **CELL, key=0),
    Source("numbers.candidates", (0, 0, 1)),
    Source("numbers.entropy", (1, 0)),
    Source("decoder.embed.positions", (1, 0)),
    Source("encoder.embed.position.table", (2, 1)),
    Source("logits", (0, 1, 4)),
    Source("reasons.encoder", (1, 0, 2)),
    Source("ids.written", (0, 0)),
]


@pytest.mark.parametrize(
    "sources", [pytest.param(PLACES[:1], marks=pytest.mark.fresh), PLACES[1:]], ids=["fresh", "one after the other"]
)
def test_the_copied_python_prints_the_number_in_another_interpreter(
    tiny: Trace, sources: list[Source], tmp_path: Path
) -> None:
    """Each script alone in its namespace."""
    found = [provenance.origin(tiny, source) for source in sources]
    assert all(one.digits and one.title and one.shape for one in found)
    script = "\n".join(f"exec({one.python!r}, {{'__name__': '__main__'}})" for one in found)
    values = [one.value for one in found]
    assert [float(line) for line in ran(script, tmp_path)] == pytest.approx(values, rel=1e-6, abs=1e-9)


def test_a_run_with_every_field_is_written_as_it_was_read(tmp_path: Path) -> None:
    edits = Edits(
        MaskEdits((CellEdit("decoder", 1, 0, False), CellEdit("cross", 0, 1, True)), value=-1e9),
        heads_off=(HeadPlace("cross", 0, 0),),
        patterns=(HeadPattern("encoder", 0, 0, "mean", "a survey", 7),),
        feed_forwards_off=(FeedForwardPlace("encoder", 1),),
        overrides=(WeightOverride("cross", 0, 1, 2, 0, 0.25),),
        patches=(Patch("head", "cross", 0, None, Donor("it's", (5, 2), (6, 2)), 1),),
    )
    run = RunSpec(
        "x y", ("it's “red”\n", "\U0001f642"), None, "la", (4, 5), decoding=Decoding("sample", 0.5), edits=edits
    )
    lines = [*provenance.import_lines(run), f"print({provenance.python_value(run)} == {run!r})"]
    lines.insert(0, "from model_core.record.edits import *")
    assert ran("\n".join(lines), tmp_path) == ["True"]
    assert provenance.python_value(RunSpec()) == "RunSpec()"


def test_a_script_of_a_run_with_edits_gives_the_edited_number(tmp_path: Path) -> None:
    run = RunSpec("tiny", ("red ball",), edits=Edits(heads_off=(HeadPlace("cross", 0, 0),)))
    edited, plain = Engine().trace(run), Engine().trace(replace(run, edits=Edits()))
    source = Source("numbers.probability", (0, 0))
    found = provenance.origin(edited, source)
    assert found.value != pytest.approx(provenance.origin(plain, source).value, abs=1e-3)
    assert float(ran(found.python, tmp_path)[0]) == pytest.approx(found.value, rel=1e-6)


def test_a_changed_model_is_noticed(tiny: Trace, tmp_path: Path) -> None:
    other = tiny.with_(model=replace(tiny.model, hash="1" * 64))
    script = provenance.python_script(other, PLACES[0])
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 1 and "the model has changed" in done.stderr and done.stdout == ""


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (Source("encoder.layers.9.self_attn.q", (0, 0, 0, 0)), "E-NUMBER-NONE"),
        (Source("numbers.nothing", (0,)), "E-NUMBER-NONE"),
        (Source("alternatives.3.numbers.probability", (0,)), "E-NUMBER-NONE"),
        (Source("model_core.analysis.arithmetic.nothing", ()), "E-NUMBER-NONE"),
        (function("products", (0,), kind="cross"), "E-NUMBER-NONE"),
        (Source("logits", (0, 0)), "E-NUMBER-PLACE"),
        (Source("logits", (0, 0, ALL)), "E-NUMBER-PLACE"),
        (Source("logits", (0, 0, 7)), "E-NUMBER-PLACE"),
    ],
)
def test_a_missing_number_is_refused(tiny: Trace, source: Source, code: str) -> None:
    with pytest.raises(Refused) as refused:
        provenance.origin(tiny, source)
    assert refused.value.code == code and source.name in refused.value.message


@pytest.mark.parametrize("value", [0.1, -1.5e-7, -2.75, 3.0, 1e16, 1e20, 0.0, 123456.79])
def test_digits_read_back_as_the_same_float32(value: float) -> None:
    number = np.float32(value)
    words = provenance.shortest_text(number)
    assert np.float32(words) == number
    assert ("e" in words) == (np.isfinite(number) and number != 0 and not 1e-4 <= abs(number) < 1e16)
    assert provenance.shortest_text(np.float32(-np.inf)) == "-inf" and provenance.shortest_text(np.int64(7)) == "7"


def test_a_row_covers_its_numbers() -> None:
    row = Source("a.b", (0, ALL, 2))
    assert row.covers(Source("a.b", (0, 5, 2))) and not row.covers(Source("a.b", (0, 5, 3)))
    assert not row.covers(Source("a.c", (0, 5, 2))) and not row.covers(Source("a.b", (0, 5)))
    assert row.words() == "a.b[0, :, 2]"


# ---------------------------------------------------------------- inputs give the number again


def read(trace: Trace, source: Source) -> np.ndarray:
    """A number or a row of them, float64."""
    place = tuple(slice(None) if one is ALL else one for one in source.index)
    return provenance.array_of(trace, source)[place].astype(np.float64)


@pytest.mark.parametrize("kind", KINDS)
def test_inputs_are_what_the_formula_says(tiny: Trace, kind: str) -> None:
    """Each step again from the inputs alone, in float64."""

    def inputs(what: str, *index: int) -> list[np.ndarray]:
        source = Source(tiny.name(kind, what, 0), index)
        assert provenance.value_of(tiny, source) == read(tiny, source)
        return [read(tiny, one) for one in provenance.inputs_of(tiny, source)], float(read(tiny, source))

    (q, k), score = inputs("raw_scores", 0, 0, 1, 0)
    assert q @ k == pytest.approx(score, abs=1e-5)
    (raw,), scaled = inputs("scores", 0, 0, 1, 0)
    assert raw / np.sqrt(2) == pytest.approx(scaled, abs=1e-5)
    (before, reason), masked = inputs("masked_scores", 0, 0, 1, 0)
    assert (before if reason == 0 else -np.inf) == pytest.approx(masked)
    (row,), weight = inputs("weights", 0, 0, 1, 0)
    assert np.exp(row[0] - row.max()) / np.exp(row - row.max()).sum() == pytest.approx(weight, abs=1e-5)
    (weights, values), z = inputs("head_outputs", 0, 0, 1, 1)
    assert weights @ values == pytest.approx(z, abs=1e-5)


def test_every_input_of_every_recorded_tensor_exists(tiny: Trace) -> None:
    told = 0
    for name, array in tiny.arrays.items():
        source = Source(name, (0,) * array.ndim)
        found = provenance.origin(tiny, source)
        assert found.title and len(found.axes) == array.ndim, name
        for one in found.inputs:
            assert read(tiny, one).size, (name, one)
        told += bool(found.inputs)
    assert told > 40


# ---------------------------------------------------------------- arithmetic


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sentence", [0, 1])
def test_arithmetic_equals_a_recomputation_in_float64(kind: str, sentence: int) -> None:
    trace = made_trace("the white house is old", "la casa blanca es vieja", sentences=2)
    rows, keys = trace.size(kind, sentence)
    layer, head, query, key = 2, 3, rows - 1, keys - 1
    q, k, v, masked, weights = (
        trace.arrays[trace.name(kind, what, layer)][sentence, head].astype(np.float64)
        for what in ("q", "k", "v", "masked", "weights")
    )
    call = (trace, kind, layer, head, query)
    own = arithmetic.products(*call, key, sentence)
    assert own == pytest.approx(q[query] * k[key], abs=1e-5)
    assert own.sum() == pytest.approx(trace.map(kind, layer, head, "raw", sentence)[query, key], abs=1e-4)
    raised = np.exp(masked[query] - masked[query].max())
    assert arithmetic.raised(*call, sentence) == pytest.approx(raised, abs=1e-6)
    assert arithmetic.raised_sum(*call, sentence) == pytest.approx(raised.sum(), rel=1e-5)
    assert arithmetic.largest_score(*call, sentence) == pytest.approx(masked[query].max())
    assert arithmetic.weight_sum(*call, sentence) == pytest.approx(1.0, abs=1e-5)
    assert arithmetic.weighted(*call, sentence) == pytest.approx(weights[query][:, None] * v, abs=1e-6)
    z = trace.arrays[trace.name(kind, "head_outputs", layer)][sentence, head, query]
    assert arithmetic.weighted(*call, sentence).sum(axis=0) == pytest.approx(z, abs=1e-5)
    assert arithmetic.merged(trace, kind, layer, query, sentence)[head * 8 : head * 8 + 8] == pytest.approx(z)


def test_the_residual_sum_and_the_norm_are_the_models_own(tiny: Trace) -> None:
    for kind in KINDS:
        sublayer = arithmetic.sublayer_of(kind, 0)
        recorded = tiny.arrays[f"{sublayer}.residual"][0, 1]
        assert arithmetic.added(tiny, sublayer, 1) == pytest.approx(recorded, abs=1e-5)
        reads = arithmetic.normed_input(tiny, sublayer, 1).astype(np.float64)
        spread = np.sqrt(np.square(reads).mean() + tiny.spec.norm_eps)
        assert arithmetic.norm_spread(tiny, sublayer, 1) == pytest.approx(spread, rel=1e-5)
        assert arithmetic.norm_mean(tiny, sublayer, 1) == pytest.approx(reads.mean(), abs=1e-6)
        assert tiny.arrays[f"{sublayer}.normed"][0, 1] == pytest.approx(reads / spread, abs=1e-5)


def test_what_enters_a_sublayer_is_what_left_the_one_before() -> None:
    before = arithmetic.stream_before
    assert before("encoder.layers.0.attn_sublayer") == "encoder.embed.input"
    assert before("encoder.layers.2.attn_sublayer") == "encoder.layers.1.ff_sublayer.residual"
    assert before("encoder.layers.2.ff_sublayer") == "encoder.layers.2.attn_sublayer.residual"
    assert before("decoder.layers.1.cross_sublayer") == "decoder.layers.1.attn_sublayer.residual"
    assert before("decoder.layers.1.ff_sublayer") == "decoder.layers.1.cross_sublayer.residual"


def test_a_row_that_may_read_nothing_has_no_exponentials() -> None:
    trace = made_trace()
    name = trace.name("cross", "masked", 0)
    scores = np.array(trace.arrays[name])
    scores[0, 0, 1] = -np.inf
    closed = trace.with_(arrays={**dict(trace.arrays), name: scores})
    assert np.isnan(arithmetic.raised(closed, "cross", 0, 0, 1)).all()


# ---------------------------------------------------------------- the model's own lines


@pytest.mark.parametrize("place", ["pre", "post"])
def test_each_line_of_code_is_in_the_file_and_names_what_it_calls(place: str) -> None:
    made_by = {"masked_scores": "masked_fill", "q": "to_q", "k": "to_k", "v": "to_v"}
    spec = replace(made_spec(), norm_place=place)
    names = [f"decoder.layers.0.cross_attn.{point}" for point in formulas._ATTENTION]
    names += [f"decoder.layers.0.feed_forward.{point}" for point in ("before", "hidden", "output")]
    names += ["decoder.layers.0.ff_sublayer.normed", "decoder.layers.0.ff_sublayer.residual"]
    names += ["encoder.embed.tokens", "encoder.embed.positions", "encoder.embed.input", "encoder.output", "logits"]
    for name in names:
        line = code_line(name, spec)
        point = name.rpartition(".")[2]
        assert f"{made_by.get(point, point)}(" in line.text, name
        file, _, number = line.place.partition(":")
        lines = (ROOT / file).read_text("utf-8").splitlines()
        assert lines[int(number) - 1].strip() == line.text.splitlines()[0].strip(), name


def test_both_norm_places_show_their_own_line() -> None:
    name = "encoder.layers.0.attn_sublayer.residual"
    pre, post = (code_line(name, replace(made_spec(), norm_place=place)) for place in ("pre", "post"))
    assert pre != post and "sublayer(" in pre.text and "normed(self.norm(x_BND +" in post.text


def test_lines_are_found_by_the_names_of_tensors_and_functions() -> None:
    assert "softmax" in code_line("decoder.layers.0.cross_attn.weights", made_spec()).text
    assert code_line("model_core.analysis.arithmetic.products", made_spec()).text == "return np.asarray(q_K * k_K)"
    assert code_line("nothing.here", made_spec()).text == ""


def test_the_logits_of_a_step_are_not_those_of_the_finished_text() -> None:
    trace = Engine().trace(RunSpec("tiny", ("red ball",), edits=Edits(MaskEdits(future=False))))
    assert provenance.inputs_of(trace, Source("numbers.step_probability", (0, 1))) == ()
    assert provenance.inputs_of(trace, Source("numbers.probability", (0, 1))) != ()


def test_an_edit_is_shown_in_place_of_the_formula() -> None:
    """Only of the numbers that the edit reaches."""
    edits = Edits(
        heads_off=(HeadPlace("encoder", 0, 0),), feed_forwards_off=(FeedForwardPlace("decoder", 0),),
        patterns=(HeadPattern("decoder", 0, 0, "first"),),
        overrides=(WeightOverride("cross", 0, 0, 0, 1, 0.5), WeightOverride("cross", 0, 0, 0, 0, 0.2)),
        patches=(Patch("feed-forward", "encoder", 0, 1, Donor("blue ball", (5, 4, 2))),),
    )  # fmt: skip
    trace = Engine().trace(RunSpec("tiny", ("red ball",), edits=edits))
    plain = Engine().trace(RunSpec("tiny", ("red ball",)))
    cross = "decoder.layers.0.cross_attn.weights"
    for name, index, words in (
        (cross, (0, 0, 0, 1), "w = 0.5, set by hand"),
        (cross, (0, 0, 0, 0), "w = 0.2, set by hand"),
        (cross, (0, 0, 0, 2), "set by hand leave"),
        (cross, (0, 0, 1, 1), "e^"),
        ("decoder.layers.0.self_attn.weights", (0, 0, 1, 0), "the first key"),
        ("encoder.layers.0.self_attn.head_outputs", (0, 0, 1, 0), "switched off"),
        ("decoder.layers.0.feed_forward.output", (0, 0, 0), "f = 0"),
        ("encoder.layers.0.ff_sublayer.residual", (0, 1, 3), "patched in from the run of “blue ball”"),
        ("encoder.layers.0.ff_sublayer.residual", (0, 0, 3), "x"),
    ):
        assert words in describe_number(trace, name, index).formula, name
        own = describe_number(plain, name, index).formula
        assert own and all(word not in own for word in ("by hand", "switched off", "taken over", "edit"))


def test_a_number_that_an_edit_replaced_comes_from_none_of_its_usual_inputs() -> None:
    donor = Donor("blue ball", (5, 4, 2))
    edits = Edits(
        heads_off=(HeadPlace("encoder", 0, 0),), feed_forwards_off=(FeedForwardPlace("decoder", 0),),
        patterns=(HeadPattern("decoder", 0, 0, "first"),),
        overrides=(WeightOverride("cross", 0, 0, 0, 1, 0.5), WeightOverride("decoder", 0, 0, 1, 0, 0.5)),
        patches=(Patch("feed-forward", "encoder", 0, 1, donor), Patch("embedding", "encoder", -1, 0, donor)),
        residuals_cut=(SublayerPlace("encoder", 0, "feed-forward"),),
    )  # fmt: skip
    trace = Engine().trace(RunSpec("tiny", ("red ball",), edits=edits))
    for name, index, known in (
        ("encoder.layers.0.self_attn.head_outputs", (0, 0, 1, 0), False),
        ("decoder.layers.0.self_attn.head_outputs", (0, 0, 1, 0), True),
        ("decoder.layers.0.feed_forward.output", (0, 0, 0), False),
        ("decoder.layers.0.self_attn.weights", (0, 0, 2, 0), False),
        ("decoder.layers.0.self_attn.weights", (0, 0, 1, 0), False),
        ("decoder.layers.0.cross_attn.weights", (0, 0, 0, 1), True),
        ("encoder.layers.0.ff_sublayer.residual", (0, 1, 1), False),
        ("encoder.layers.0.ff_sublayer.residual", (0, 1, None), False),
        ("encoder.layers.0.ff_sublayer.residual", (0, 0, 1), True),
        ("encoder.embed.input", (0, 0, 1), False),
        ("encoder.embed.input", (0, 1, 1), True),
    ):
        source = Source(name, index)
        assert bool(provenance.inputs_of(trace, source)) == known, (name, index)
        if None not in index:
            assert bool(provenance.origin(trace, source).inputs) == known
            ways = ancestry.paths_to_inputs(trace, source)
            assert bool(ways) == known, (name, index)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_candidate_s_logit_is_given_as_the_model_computes_it(name: str) -> None:
    model, engine = small_model(**VARIANTS[name]), Engine("own")
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    trace = engine.trace(RunSpec("own", ("5 6 7",), ("8 9 4",)))
    told = provenance.origin(trace, Source("numbers.candidate_logits", (0, 1, 0)))
    assert told.formula == describe_number(trace, "logits", (0, 1, 0)).formula
    token = int(trace.ids["candidates"][0, 1, 0])
    parameters = {one: value.detach().double().numpy() for one, value in model.named_parameters(remove_duplicate=False)}
    logit = trace.arrays["decoder.output"][0, 1].astype(np.float64) @ parameters["to_logits.weight"][token]
    logit *= 0.2 if "0.2 ·" in told.formula else 1.0
    logit += parameters["to_logits.bias"][token] if "+ b" in told.formula else 0.0
    assert told.value == pytest.approx(logit, abs=1e-5)


def test_a_row_over_all_places_of_another_text_comes_from_none_of_this_ones() -> None:
    donor = Donor("blue ball", (5, 4, 2))
    longer = ("red ball", "red ball red ball")  # whose rows are padded in the first one
    for place, texts, ended in ((None, longer[:1], True), (1, longer[:1], False), (None, longer, True)):
        edits = Edits(patches=(Patch("feed-forward", "encoder", 0, place, donor),))
        trace = Engine().trace(RunSpec("tiny", texts, edits=edits))
        memory = Source("encoder.layers.0.ff_sublayer.residual", (0, ALL, ALL))
        assert (provenance.inputs_of(trace, memory) == ()) == ended
        ways = ancestry.paths_to_inputs(trace, Source("decoder.layers.0.cross_attn.v", (0, 0, ALL, 0)))
        assert bool(ways) != ended


def test_of_two_edits_of_one_place_the_one_in_force_is_named() -> None:
    one, other = Donor("blue ball", (5, 4, 2)), Donor("red cube", (4, 6, 2))
    site = "encoder.layers.0.ff_sublayer.residual"

    def run(*donors: Donor) -> Trace:
        patches = tuple(Patch("feed-forward", "encoder", 0, 1, donor) for donor in donors)
        patterns = HeadPattern("decoder", 0, 0, "uniform"), HeadPattern("decoder", 0, 0, "first")
        cells = WeightOverride("cross", 0, 0, 0, 1, 0.25), WeightOverride("cross", 0, 0, 0, 1, 0.5)
        edits = Edits(patches=patches, patterns=patterns, overrides=cells)
        return Engine().trace(RunSpec("tiny", ("red ball",), edits=edits))

    both = run(one, other)
    assert np.array_equal(both.arrays[site], run(other).arrays[site])
    assert "red cube" in describe_number(both, site, (0, 1, 3)).formula
    assert both.map("cross", 0, 0)[0, 1] == pytest.approx(0.5)
    assert "0.5" in describe_number(both, both.name("cross", "weights", 0), (0, 0, 0, 1)).formula
    assert both.map("decoder", 0, 0)[1].tolist() == [1.0, *[0.0] * (len(both.sentences[0].read) - 1)]
    assert "the first key" in describe_number(both, both.name("decoder", "weights", 0), (0, 0, 1, 0)).formula


def test_a_row_that_may_read_nothing_has_no_softmax() -> None:
    masks = MaskEdits(cells=tuple(CellEdit("cross", 1, key, False) for key in range(3)))
    trace = Engine().trace(RunSpec("tiny", ("red ball",), edits=Edits(masks)))
    name = trace.name("cross", "weights", 0)
    assert not trace.map("cross", 0, 0)[1].any() and trace.map("cross", 0, 0)[0].any()
    told = [describe_number(trace, name, (0, 0, row, 1)).formula for row in (0, 1)]
    assert ["e^" in one for one in told] == [True, False] and "nothing may be read" in told[1]
    numbered = Engine().trace(RunSpec("tiny", ("red ball",), edits=Edits(replace(masks, value=-1e9))))
    assert "e^" in describe_number(numbered, name, (0, 0, 1, 1)).formula, "all cells have the same score"


@pytest.mark.parametrize(
    ("edits", "stacks"),
    [
        (PositionEdits(order="reversed"), {"encoder", "decoder"}),
        (PositionEdits(order="reversed", stacks="encoder"), {"encoder"}),
        (PositionEdits(shift=1, stacks="decoder"), {"decoder"}),
        (PositionEdits(stacks="encoder"), set()),
    ],
)
def test_changed_positions_are_reported_for_their_stacks_only(edits: PositionEdits, stacks: set[str]) -> None:
    plain, trace = (
        Engine().trace(RunSpec("reverse", ("3 1 4",), edits=one)) for one in (Edits(), Edits(positions=edits))
    )
    for stack in ("encoder", "decoder"):
        for name, index in ((f"{stack}.embed.positions", (1, 0)), (f"{stack}.embed.position.table", (1, 0))):
            assert ("changed" in describe_number(trace, name, index).formula) == (stack in stacks)
        same = [one.arrays[f"{stack}.embed.positions"][1] for one in (plain, trace)]
        assert np.array_equal(*same) == (stack not in stacks)


@pytest.mark.parametrize("norm_place", ["pre", "post"])
@pytest.mark.parametrize(("stack", "part"), [(stack, part) for stack, parts in RESIDUAL.items() for part in parts])
def test_what_came_in_is_no_input_of_a_sum_whose_residual_path_is_cut(
    norm_place: str, stack: str, part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each number again from its inputs alone, in float64, and by its own script."""
    pieces, engine = small_pieces(), Engine("own")
    size = {"source_vocabulary": pieces.size, "target_vocabulary": pieces.size}
    model = small_model(4, **size, tied=False, norm_place=norm_place)
    engine.add("own", model, pieces)
    edits = Edits(residuals_cut=(SublayerPlace(stack, 1, part),))
    trace = engine.trace(RunSpec("own", ("We don't open.",), max_steps=4, edits=edits))
    path, post = sublayer_path(stack, 1, part), norm_place == "post"
    work = {"self-attention": "self_attn", "cross-attention": "cross_attn", "feed-forward": "feed_forward"}[part]
    given = trace.arrays[f"{stack}.layers.1.{work}.output"][0, 1].astype(np.float64)
    before = trace.arrays[arithmetic.stream_before(path)][0, 1].astype(np.float64)
    reads = given if post else before
    spread = np.sqrt(reads.var() + model.spec.norm_eps)
    weight, bias = (model.get_parameter(f"{path}.norm.{one}").detach().double().numpy() for one in ("weight", "bias"))
    normed = (reads - reads.mean()) / spread * weight + bias
    row, sums = {"sublayer": path, "query": 1}, normed if post else given
    for source, wanted, inputs in (
        (Source(f"{path}.normed", (0, 1, 2)), normed[2], [reads]),
        (Source(f"{path}.residual", (0, 1, 2)), sums[2], [sums[2]]),
        (function("added", (2,), **row), given[2], [given[2]]),
        (function("normed_input", (2,), **row), reads[2], [reads[2]]),
        (function("norm_mean", (), **row), reads.mean(), [reads]),
        (function("norm_spread", (), **row), spread, [reads]),
    ):
        bound = 1e-5 * max(1.0, float(np.abs(wanted)))
        found = provenance.origin(trace, source)
        assert found.value == pytest.approx(wanted, abs=bound), source
        for one, value in zip(found.inputs, inputs, strict=True):
            assert read(trace, one) == pytest.approx(value, abs=bound), source
        monkeypatch.setattr("model_core.engine.engine.Engine", lambda: engine)
        exec(found.python, {"__name__": "__main__"})
        assert float(capsys.readouterr().out) == pytest.approx(wanted, abs=bound), source
    told = [describe_number(trace, f"{path}.{point}", (0, 1, 2)).formula for point in ("residual", "normed")]
    assert ["cut here" in one for one in told] == [True, post]
    other = describe_number(trace, f"{path.replace('1', '0')}.normed", (0, 1, 2))
    assert "cut" not in other.formula and len(other.inputs) == 1 + post
