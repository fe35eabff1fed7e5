"""Effects: each is what the run with that one part off says, in every variant, and nothing else than that."""

from __future__ import annotations

import copy
import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from model_core.decoding import beam
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io.resources import folder as resources
from model_core.proofs.numpy_reference import NumpyEdits, NumpyTransformer
from model_core.record.edits import (
    REPLACEMENTS,
    CellEdit,
    Decoding,
    Donor,
    Edits,
    HeadPattern,
    HeadPlace,
    MaskEdits,
    Patch,
    PositionEdits,
    TokenPlace,
    WeightOverride,
)
from model_core.record.effects import GROUPS, Component, Effects, EffectsSpec, parts_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ATTENTION, Trace
from model_core.transformer.hooks import listener_count, recording
from tests.daily import share
from tests.made.small import VARIANTS, small_model, small_pieces, small_spec
from tests.support.rounding import rounding

PIECES = small_pieces()
SURVEYS = resources() / "surveys"
SIZES = {"source_vocabulary": PIECES.size, "target_vocabulary": PIECES.size}
LINE = "We don't open."
EVERYTHING = ("heads", "source", "feed_forwards")
MODELS = {"": "The old house is very small.", "copy": "3 1 4 1", "reverse": "3 1 4 1 5", "sort": "k f a m",
          "grammar": ""}  # fmt: skip


def engine_of(changes: dict[str, Any] | None = None) -> Engine:
    engine = Engine("own")
    own = {"tied": False, **(changes or {})}
    engine.add("own", small_model(4, **SIZES, **own), PIECES)
    return engine


def alone(engine: Engine, trace: Trace, edits: Edits, sentence: int = 0) -> np.ndarray:
    """(T,) log-probabilities of the same text in a run of its own with these edits."""
    ids = tuple(token.id for token in trace.sentences[sentence].written)
    run = trace.run.with_(edits=edits, prefix=ids, prefix_sentence=sentence, decoding=Decoding())
    found = engine.trace(run if trace.run.target is None else trace.run.with_(edits=edits))
    assert tuple(token.id for token in found.sentences[sentence].written) == ids
    return found.numbers["log_probability"][sentence, : len(ids)].astype(np.float64)


def check(engine: Engine, run: RunSpec, bound: float, sentence: int = 0) -> Effects:
    """Heads and source tokens of a run, every day a third of them, against runs of their own."""
    trace = engine.trace(run)
    *_, found = engine.sweep(EffectsSpec(run, sentence, groups=("heads", "source")), trace)
    length = len(trace.sentences[sentence].written)
    np.testing.assert_allclose(
        found.base, trace.numbers["log_probability"][sentence, :length], rtol=0, atol=bound, err_msg="as it is"
    )
    for part in share(found.parts, 3):
        expected = alone(engine, trace, part.switched_off(run.edits, sentence), sentence) - found.base
        np.testing.assert_allclose(found.of(part), expected, rtol=0, atol=bound, err_msg=part.name)
    return found


def bound_of(engine: Engine, run: RunSpec) -> float:
    """How far rounding may move a number of this run."""
    trace, model = engine.trace(run), engine.open(run.model).model
    return max(1e-6, rounding(model, *(torch.from_numpy(trace.ids[side].copy()) for side in ("source", "read"))))


def doubled(engine: Engine, folder: str) -> Engine:
    """An engine with a copy of this model in double precision."""
    engine.add("double", copy.deepcopy(engine.open(folder).model).double(), engine.open(folder).vocab)
    return engine


@pytest.mark.parametrize("folder", MODELS)
def test_an_effect_is_the_run_with_the_same_edit_in_every_bundled_model(folder: str) -> None:
    engine = Engine()
    run = RunSpec(folder, (MODELS[folder] or engine.open(folder).info.examples[0],))
    found = check(engine, run, bound_of(engine, run))
    spec = engine.open(folder).model.spec
    heads = spec.heads * (spec.encoder_layers + 2 * spec.decoder_layers)
    assert len(found.parts) == heads + len(found.source) and found.complete
    assert np.abs(found.changes).max() > 0.1  # something matters
    check(doubled(engine, folder), run.with_(model="double"), 1e-9)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.share(3)
def test_an_effect_is_the_run_with_the_same_edit_in_every_variant(name: str) -> None:
    engine, run = engine_of(VARIANTS[name]), RunSpec("own", (LINE,), max_steps=6)
    check(engine, run, bound_of(engine, run))
    check(doubled(engine, "own"), run.with_(model="double"), 1e-9)


@pytest.mark.parametrize("name", VARIANTS)
def test_an_effect_is_what_the_formulas_written_out_give(name: str) -> None:
    engine, run = engine_of(VARIANTS[name]), RunSpec("own", (LINE,), max_steps=6)
    model, trace, found = engine.open("own").model, engine.trace(run), engine.effects(run)
    ids = [torch.from_numpy(trace.ids[side].copy()) for side in ("source", "read")]
    for part in (found.parts[0], found.parts[len(found.parts) // 2], found.parts[-1]):
        off = frozenset({(ATTENTION[part.kind].format(layer=part.layer), part.index)})
        logits = NumpyTransformer(model, NumpyEdits(silent=off)).run(*ids)[0].double()
        log_p = logits.log_softmax(-1)[0, range(len(found.written)), [one.id for one in found.written]].numpy()
        np.testing.assert_allclose(found.of(part), log_p - found.base, rtol=0, atol=bound_of(engine, run) * 4)


def test_a_decoder_of_fewer_heads_has_as_many_parts_as_heads() -> None:
    parts = parts_of(small_spec(decoder_heads=2), 3)
    counts = [sum(part.kind == kind for part in parts) for kind in ("encoder", "decoder", "cross")]
    assert counts == [8, 4, 4]


def test_switching_off_is_zeroing_the_columns_of_the_output_projection() -> None:
    engine = engine_of()
    model, run = engine.open("own").model, RunSpec("own", (LINE,), max_steps=6)
    trace = engine.trace(run)
    found = engine.effects(EffectsSpec(run))
    ids = [torch.from_numpy(trace.ids[side].copy()) for side in ("source", "read")]
    for part in found.parts:
        pruned = copy.deepcopy(model)
        out = pruned.get_submodule(ATTENTION[part.kind].format(layer=part.layer)).to_out.weight
        width = model.spec.value_width
        with torch.no_grad():
            out[:, part.index * width : (part.index + 1) * width] = 0.0
            log_p = pruned(*ids).log_softmax(-1)[0, range(len(found.written)), [one.id for one in found.written]]
        assert np.abs(log_p.double().numpy() - found.base - found.of(part)).max() < 1e-5, part.name


EDITS = {
    "a head is off already": Edits(heads_off=(HeadPlace("cross", 0, 1), HeadPlace("encoder", 1, 0))),
    "a token is hidden": Edits(MaskEdits(hidden=(TokenPlace(1),))),
    "cells are forbidden": Edits(MaskEdits(cells=(CellEdit("cross", 1, 0, False), CellEdit("decoder", 2, 1, False)))),
    "masked scores are a number": Edits(MaskEdits(value=-1.0)),
    "positions are reversed": Edits(positions=PositionEdits(order="reversed")),
}


@pytest.mark.parametrize("name", EDITS)
def test_effects_are_those_under_the_edits_of_the_run(name: str) -> None:
    check(engine_of(), RunSpec("own", (LINE,), ("Abrimos la",), edits=EDITS[name]), 1e-5)


def test_of_several_sentences_one_is_meant_with_its_own_edits() -> None:
    edits = Edits(MaskEdits(hidden=(TokenPlace(0, 0), TokenPlace(2, 1)), cells=(CellEdit("cross", 1, 1, False, 1),)))
    run = RunSpec("own", (LINE, "The old boat is green tonight."), max_steps=6, edits=edits)
    check(engine_of(), run, 1e-5, sentence=1)
    check(engine_of(), run, 1e-5, sentence=0)


def weights_of(kind: str, name: str, queries: int, keys: int) -> np.ndarray:
    """(Q, M) the pattern that a replacement puts into a head, made cell by cell."""
    weights = np.zeros((queries, keys))
    for query, key in itertools.product(range(queries), range(keys)):
        seen = key <= query or kind != "decoder"
        place = {"itself": query, "previous": max(0, query - 1), "first": 0}.get(name, key)
        weights[query, key] = seen and key == min(place, keys - 1)
    return weights / weights.sum(1, keepdims=True)


@pytest.mark.parametrize("replacement", ["uniform", "itself", "previous", "first"])
def test_a_replacement_is_the_run_with_those_weights(replacement: str) -> None:
    engine = engine_of()
    model, run = engine.open("own").model, RunSpec("own", (LINE,), max_steps=6)
    trace, found = engine.trace(run), engine.effects(run, replacement=replacement)
    ids = [torch.from_numpy(trace.ids[side].copy()) for side in ("source", "read")]
    for part in found.parts:
        pattern = torch.from_numpy(weights_of(part.kind, replacement, *trace.size(part.kind))).float()

        def put(weights: torch.Tensor, part: Component = part, pattern: torch.Tensor = pattern) -> torch.Tensor:
            weights = weights.clone()
            weights[:, part.index] = pattern
            return weights

        path = f"{ATTENTION[part.kind].format(layer=part.layer)}.weights"
        with torch.inference_mode(), recording(model, lambda name: False, {path: put}):
            log_p = model(*ids).log_softmax(-1)[0, range(len(found.written)), [one.id for one in found.written]]
        assert np.abs(log_p.double().numpy() - found.base - found.of(part)).max() < 1e-5, part.name


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_the_effect_of_a_replacement_is_the_run_with_the_same_edit(replacement: str) -> None:
    """In the text given and, where the model writes it, step by step; the mean of the bundled survey too."""
    mean = replacement == "mean"
    engine, run = (Engine(), RunSpec(source=("The old house is small.",))) if mean else (
        engine_of(), RunSpec("own", (LINE,), max_steps=6))  # fmt: skip
    survey = str(SURVEYS / "english-spanish") if mean else ""
    trace = engine.trace(run)
    found = engine.effects(run, replacement=replacement, survey=survey)
    rows, bound = trace.ids["read"].shape[1], bound_of(engine, run)
    for part in found.parts[:: 5 if mean else 1]:
        edits = part.switched_off(Edits(), 0, replacement, survey, rows)
        expected = alone(engine, trace, edits) - found.base
        np.testing.assert_allclose(found.of(part), expected, rtol=0, atol=bound, err_msg=part.name)


def test_set_weights_have_the_last_word_in_effects_too() -> None:
    """A head that is replaced, and a weight of it that the run sets: as in the run with both edits. All rows of a batch
    are computed from its first layer on then, so that a part that is off in one row would show in the others."""
    engine = engine_of()
    overrides = (WeightOverride("cross", 1, 2, 1, 0, 0.8), WeightOverride("encoder", 0, 1, 0, 1, 0.5))
    patches = (Patch("head", "cross", 0, 1, Donor("x", (9, 12, 3), (5, 6, 3)), 1),)
    edits = Edits(overrides=overrides, patches=patches, patterns=(HeadPattern("encoder", 0, 1, "first"),))
    run = RunSpec("own", (LINE,), ("Abrimos la",), edits=edits)
    trace = engine.trace(run)
    for replacement in ("zero", "uniform"):
        found = engine.effects(run, replacement=replacement, groups=("heads", "feed_forwards"))
        for part in found.parts:
            expected = alone(engine, trace, part.switched_off(edits, 0, replacement)) - found.base
            np.testing.assert_allclose(found.of(part), expected, rtol=0, atol=bound_of(engine, run), err_msg=part.name)


def test_a_head_that_is_off_already_can_be_replaced() -> None:
    """As its edit does: what it reads then counts, while it stays off where another head is replaced."""
    engine = engine_of()
    edits = Edits(heads_off=(HeadPlace("cross", 0, 1), HeadPlace("encoder", 1, 0), HeadPlace("decoder", 1, 3)))
    run = RunSpec("own", (LINE,), ("Abrimos la",), edits=edits)
    trace = engine.trace(run)
    for together in ((), (Component("heads", "cross", 0, 1),)):
        found = engine.effects(EffectsSpec(run, replacement="uniform", together=together))
        for part in found.parts:
            changed = edits
            for one in (part, *together):
                changed = one.switched_off(changed, 0, "uniform")
            expected = alone(engine, trace, changed) - found.base
            np.testing.assert_allclose(found.of(part), expected, rtol=0, atol=bound_of(engine, run), err_msg=part.name)
        assert np.abs(found.of(Component("heads", "encoder", 1, 0))).max() > 1e-3


def test_the_mean_of_the_bundled_survey_keeps_more_than_nothing_does() -> None:
    """A head that reads as it does on average loses less of the text than one that gives nothing, over all heads."""
    run = RunSpec(source=("The black cat is sleeping on the white bed.",))
    engine, survey = Engine(), str(SURVEYS / "english-spanish")
    mean, zero = engine.effects(run, replacement="mean", survey=survey), engine.effects(run)
    assert mean.parts == zero.parts and not np.isnan(mean.changes).any()
    assert np.abs(mean.totals()).sum() < np.abs(zero.totals()).sum()
    with pytest.raises(Refused, match="different heads"):
        engine.effects(RunSpec("copy", ("1 2",)), replacement="mean", survey=survey)


def test_two_parts_together_are_the_run_with_both_edits() -> None:
    engine, run = engine_of(), RunSpec("own", (LINE,), max_steps=6)
    trace, both = engine.trace(run), (Component("heads", "encoder", 1, 2), Component("source", "encoder", 0, 1))
    found = engine.effects(run, groups=("heads",), together=both)
    for part in (found.parts[0], found.parts[9], found.parts[-1], both[0]):
        edits = Edits()
        for one in (part, *both):
            edits = one.switched_off(edits)
        expected = alone(engine, trace, edits) - found.base
        np.testing.assert_allclose(found.of(part), expected, rtol=0, atol=1e-5, err_msg=part.name)


@pytest.mark.parametrize("name", ["pre-norm", "post-norm as in the paper", "distances, gate, narrow heads, no biases"])
def test_a_feed_forward_off_adds_nothing_to_the_residual_stream(name: str) -> None:
    engine = engine_of(VARIANTS[name])
    model, run = engine.open("own").model, RunSpec("own", (LINE,), max_steps=6)
    trace, found = engine.trace(run), engine.effects(run, groups=("feed_forwards",))
    ids = [torch.from_numpy(trace.ids[side].copy()) for side in ("source", "read")]
    assert [part.name for part in found.parts] == [
        "encoder 1 feed-forward", "encoder 2 feed-forward", "decoder 1 feed-forward", "decoder 2 feed-forward"
    ]  # fmt: skip
    for part in found.parts:
        pruned = copy.deepcopy(model)
        down = pruned.get_submodule(f"{part.kind}.layers.{part.layer}.feed_forward").down
        with torch.no_grad():
            for parameter in down.parameters():
                parameter.zero_()
            log_p = pruned(*ids).log_softmax(-1)[0, range(len(found.written)), [one.id for one in found.written]]
        assert np.abs(log_p.double().numpy() - found.base - found.of(part)).max() < 1e-5, part.name
        expected = alone(engine, trace, part.switched_off(Edits())) - found.base
        np.testing.assert_allclose(found.of(part), expected, rtol=0, atol=bound_of(engine, run), err_msg=part.name)


def test_a_long_text_goes_in_many_batches_and_says_the_same() -> None:
    engine = Engine("own")
    engine.add("own", small_model(4, **SIZES, tied=False, max_positions=400), PIECES)
    line = "The old boat is green. " * 22
    trace = engine.trace(run := RunSpec("own", (line,), max_steps=150))
    states = list(engine.sweep(EffectsSpec(run), trace))
    assert len(trace.sentences[0].source) > 120 and len(states) > 20
    for part in (states[-1].parts[0], states[-1].parts[-1]):
        expected = alone(engine, trace, part.switched_off(Edits())) - states[-1].base
        np.testing.assert_allclose(states[-1].of(part), expected, rtol=0, atol=1e-4, err_msg=part.name)


# ---------------------------------------------------------------- piece by piece


def test_each_batch_adds_rows_and_an_interruption_loses_only_its_own() -> None:
    engine, run = engine_of(), RunSpec("own", (LINE,), max_steps=6)
    calls = itertools.count()
    states = list(engine.sweep(EffectsSpec(run, groups=EVERYTHING), stop=lambda: next(calls) in (9, 30, 31)))
    assert states[0].done == 0 and states[-1].complete and len({one.done for one in states}) < len(states)
    for before, after in itertools.pairwise(states):
        known = ~np.isnan(before.changes)
        assert known.all(1).sum() == before.done
        np.testing.assert_array_equal(after.changes[known], before.changes[known])
    np.testing.assert_array_equal(states[-1].changes, engine.effects(run, groups=EVERYTHING).changes)
    assert listener_count(engine.open("own").model) == 0


def test_a_stopped_sweep_computes_nothing_and_leaves_no_hooks() -> None:
    engine, run = engine_of(), RunSpec("own", (LINE,), max_steps=6)
    trace = engine.trace(run)
    states = list(itertools.islice(engine.sweep(EffectsSpec(run), trace, stop=lambda: True), 5))
    assert [one.done for one in states] == [0] * 5 and np.isnan(states[-1].changes).all()
    assert listener_count(engine.open("own").model) == 0


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize("decoding", [Decoding(), Decoding("sample", seed=3), Decoding("beam", beams=3)])
def test_the_text_without_a_part_is_that_of_the_run_with_its_edit(decoding: Decoding) -> None:
    engine = engine_of()
    run = RunSpec("own", (LINE,), max_steps=7, decoding=decoding)
    asked, trace = EffectsSpec(run), engine.trace(run)
    for part in parts_of(trace.spec, len(trace.sentences[0].source), ("heads", "source"))[::4]:
        text = engine.without(asked, part, trace)
        expected = engine.trace(run.with_(edits=part.switched_off(Edits())))
        assert text.written == expected.sentences[0].written, part.name
        own = expected.numbers["log_probability"][0, : len(text.written)]
        np.testing.assert_allclose(text.numbers["log_probability"], own, rtol=0, atol=1e-5)


@pytest.mark.parametrize("opening", ["", "No abrimos"])
def test_the_text_without_a_part_has_its_numbers_after_a_search_too_large_to_remember(
    opening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forced pass of the same text says the same, token by token."""
    engine = engine_of()
    run = RunSpec("own", (LINE,), opening=opening, max_steps=9, decoding=Decoding("beam", beams=3))
    asked, trace = EffectsSpec(run), engine.trace(run)
    monkeypatch.setattr(beam, "PASS_BYTES", 0)
    for part in (Component("heads", "cross", 1, 2), Component("feed_forwards", "decoder", 1)):
        text = engine.without(asked, part, trace)
        ids = tuple(token.id for token in text.written)
        edited = RunSpec("own", (LINE,), prefix=ids, max_steps=len(ids), edits=part.switched_off(Edits()))
        expected = engine.trace(edited).numbers["log_probability"][0, : len(ids)]
        np.testing.assert_allclose(text.numbers["log_probability"], expected, rtol=0, atol=1e-5)
        np.testing.assert_allclose(text.numbers["probability"], np.exp(expected), rtol=0, atol=1e-5)


def test_a_forced_beginning_stays_in_the_text_without_a_part() -> None:
    engine, run = engine_of(), RunSpec("own", (LINE,), opening="No abrimos", max_steps=9)
    trace = engine.trace(run)
    forced = trace.sentences[0].forced
    text = engine.without(EffectsSpec(run), Component("feed_forwards", "decoder", 1), trace)
    assert forced >= 2 and text.written[:forced] == trace.sentences[0].written[:forced]
    assert text.forced == forced


@pytest.mark.parametrize("replacement", ["uniform", "previous", "first"])
def test_a_replaced_head_writes_step_by_step_what_it_does_in_a_whole_pass(replacement: str) -> None:
    """Greedy with a cache: every token is the most probable one of a forced pass with the same replacement."""
    engine, run = engine_of(), RunSpec("own", (LINE,), max_steps=7)
    asked = EffectsSpec(run, replacement=replacement)
    for part in (
        Component("heads", "encoder", 0, 1),
        Component("heads", "decoder", 1, 3),
        Component("heads", "cross", 0, 2),
    ):
        text = engine.without(asked, part)
        again = run.with_(prefix=text.text)
        found = engine.effects(replace(asked, run=again))
        difference = found.base + found.of(part) - text.numbers["log_probability"]
        assert np.abs(difference).max() < 1e-5, part.name


# ---------------------------------------------------------------- what is asked for


def test_what_makes_no_sense_is_refused_by_name(tmp_path: Path) -> None:
    engine, run = engine_of(), RunSpec("own", (LINE,), max_steps=3)
    with pytest.raises(Refused, match="replacement"):
        engine.effects(run, replacement="half")
    with pytest.raises(Refused, match="'words'"):
        engine.effects(run, groups=("words",))
    with pytest.raises(Refused, match="survey"):
        engine.effects(run, replacement="mean")
    with pytest.raises(Refused, match="no sentence 2"):
        engine.effects(run, sentence=1)
    with pytest.raises(Refused, match=r"no cross 9\.1"):
        engine.effects(run, together=(Component("heads", "cross", 8, 0),))
    with pytest.raises(Refused):
        engine.effects(run, replacement="mean", survey=str(tmp_path))


def test_the_strongest_come_first_losses_before_gains() -> None:
    spec = EffectsSpec(RunSpec())
    parts = parts_of(small_model().spec, 2, GROUPS)[:4]
    changes = np.array([[0.1, 0.0], [-0.5, 0.5], [np.nan, np.nan], [-0.1, -0.2]])
    found = Effects(spec, (), (), parts, np.zeros(2), changes, 3, 0.0)
    assert found.ranked() == [parts[3], parts[0], parts[1]]
    assert found.ranked(0) == [parts[1], parts[3], parts[0]]
    assert not found.complete and found.totals(1)[1] == 0.5
    with pytest.raises(KeyError):
        found.of(Component("heads", "cross", 40, 0))
