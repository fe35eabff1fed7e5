"""Edits of parts: patterns, feed-forwards off, weights set by hand, activations of another text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.engine.engine import Engine
from model_core.engine.wire import from_bytes, to_bytes
from model_core.errors import Refused
from model_core.io.resources import folder as resources
from model_core.proofs.part_proofs import edited_parts, edits_of_nothing
from model_core.proofs.proof import batch_for
from model_core.record.edits import (
    Branch,
    Decoding,
    Donor,
    Edits,
    FeedForwardPlace,
    HeadPattern,
    HeadPlace,
    MaskEdits,
    Patch,
    SublayerPlace,
    TokenPlace,
    WeightOverride,
    with_head,
)
from model_core.record.effects import EffectsSpec
from model_core.record.overridden_row import overridden_row
from model_core.record.patching import sublayer_path
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.small import VARIANTS, small_model, small_pieces, varied_model
from viz_app.document.state import State

PIECES = small_pieces()
ENGINE = Engine("pieces")
ENGINE.add("pieces", varied_model(PIECES), PIECES)
LINE = "We don't open."
OTHER = Donor("Open it.", (9, 12, 30, 3), (5, 6, 7, 8, 3))
SOME = Edits(
    patterns=(HeadPattern("encoder", 0, 1, "previous"), HeadPattern("decoder", 1, 0, "uniform")),
    feed_forwards_off=(FeedForwardPlace("decoder", 0),),
    overrides=(WeightOverride("cross", 1, 2, 2, 1, 0.75), WeightOverride("decoder", 0, 1, 3, 0, 0.5)),
    patches=(Patch("head", "cross", 0, None, OTHER, 1), Patch("feed-forward", "encoder", 0, 1, OTHER)),
    residuals_cut=(SublayerPlace("encoder", 1, "self-attention"), SublayerPlace("decoder", 0, "feed-forward")),
)


def traced(edits: Edits = Edits(), **run: Any) -> Trace:  # noqa: B008
    return ENGINE.trace(RunSpec(**{"model": "pieces", "source": (LINE,), "max_steps": 8, "edits": edits, **run}))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.share(3)
def test_the_proofs_of_edited_parts_hold_in_every_variant(name: str) -> None:
    """Also those of the other variants hold: test_model.py runs every proof on each."""
    model = small_model(4, **VARIANTS[name])
    if model.spec.leaks:
        pytest.skip("masks that hide nothing")
    found = [proof for each in (edited_parts, edits_of_nothing) for proof in each(model, batch_for(model.spec))]
    assert len(found) == 5 and all(proof.passed for proof in found), found


# ---------------------------------------------------------------- one row


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=8), st.data(),
    st.dictionaries(st.integers(0, 9), st.floats(0, 1), max_size=4),
)  # fmt: skip
def test_a_row_with_set_weights_sums_to_one(raw: list[float], data: st.DataObject, wanted: dict[int, float]) -> None:
    readable = np.array(data.draw(st.lists(st.booleans(), min_size=len(raw), max_size=len(raw))))
    row = np.array(raw) * readable
    row = row / row.sum() if row.sum() > 0 else row
    found = overridden_row(row, readable, wanted)
    assert not found[~readable].any()
    keys = [key for key in wanted if key < len(raw) and readable[key]]
    if not keys:
        np.testing.assert_array_equal(found, row)
        return
    total, others = sum(wanted[key] for key in keys), [key for key in np.flatnonzero(readable) if key not in keys]
    if total > 0 or others:
        assert found.sum() == pytest.approx(1.0)
    if total <= 1 and others:
        np.testing.assert_allclose(found[keys], [wanted[key] for key in keys], atol=1e-12)
    if row[others].sum() > 0 and total < 1:
        np.testing.assert_allclose(found[others] / found[others].sum(), row[others] / row[others].sum(), atol=1e-9)


@pytest.mark.parametrize(
    ("row", "wanted", "expected"),
    [
        ([0.5, 0.3, 0.2], {0: 0.0}, [0.0, 0.6, 0.4]),
        ([1.0, 0.0, 5e-324], {0: 0.0}, [0.0, 0.0, 1.0]),  # the smallest number there is
        ([0.5, 0.3, 0.2], {0: 0.75}, [0.75, 0.15, 0.1]),
        ([0.5, 0.3, 0.2], {0: 0.5, 1: 0.4}, [0.5, 0.4, 0.1]),
        ([0.5, 0.3, 0.2], {0: 0.9, 1: 0.9}, [0.5, 0.5, 0.0]),
        ([1.0, 0.0, 0.0], {0: 0.6}, [0.6, 0.2, 0.2]),
        ([1.0], {0: 0.3}, [1.0]),
        ([1.0], {0: 0.0}, [1.0]),
    ],
)
def test_what_others_make_room_for(row: list[float], wanted: dict[int, float], expected: list[float]) -> None:
    found = overridden_row(np.array(row), np.ones(len(row), bool), wanted)
    np.testing.assert_allclose(found, expected, atol=1e-12)


# ---------------------------------------------------------------- runs


def test_weights_set_in_two_sentences_are_those_of_each_alone() -> None:
    lines = LINE, " ".join(reversed(LINE.split()))
    own = (WeightOverride("cross", 1, 2, 2, 1, 0.75), WeightOverride("encoder", 0, 1, 1, 0, 0.9, 1))
    both = traced(Edits(overrides=own), source=lines)
    assert both.map("cross", 1, 2)[2, 1] == pytest.approx(0.75, abs=1e-6)
    assert both.map("encoder", 0, 1, sentence=1)[1, 0] == pytest.approx(0.9, abs=1e-6)
    for sentence, one in enumerate(own):
        alone = traced(Edits(overrides=(replace(one, sentence=0),)), source=(lines[sentence],))
        assert both.sentences[sentence].written == alone.sentences[0].written
        for kind in ("encoder", "cross"):
            same = both.map(kind, 1, 0, sentence=sentence), alone.map(kind, 1, 0)
            np.testing.assert_allclose(*same, atol=1e-5)


def test_set_weights_are_recorded_and_one_outside_the_text_is_noted() -> None:
    edits = Edits(overrides=(WeightOverride("cross", 1, 2, 2, 1, 0.75), WeightOverride("cross", 1, 2, 60, 1, 0.5)))
    plain, found = traced(), traced(edits)
    row = found.map("cross", layer=1, head=2)[2]
    assert row[1] == pytest.approx(0.75, abs=1e-6) and row.sum() == pytest.approx(1, abs=1e-6)
    same = found.map("cross", layer=1, head=2)[:2], plain.map("cross", layer=1, head=2)[:2]
    np.testing.assert_allclose(*same, atol=1e-6)
    assert any("1 edit is outside this text" in notice for notice in found.notices)


def test_a_masked_weight_stays_and_is_reported() -> None:
    found = traced(Edits(overrides=(WeightOverride("decoder", 0, 0, 1, 3, 0.75),)))
    assert found.map("decoder", layer=0, head=0)[1, 3] == 0
    assert any("1 overridden weight belongs to a masked cell" in notice for notice in found.notices)


@pytest.mark.parametrize("decoding", [Decoding(), Decoding("sample", seed=3), Decoding("beam", beams=3)])
def test_what_is_written_under_edits_of_parts_is_what_the_whole_pass_says(decoding: Decoding) -> None:
    """Steps with the cache against one pass, and branches beside it."""
    found = traced(SOME, decoding=decoding, branches=(Branch((30, 31)),))
    if "cache_difference" in found.numbers:
        assert float(found.numbers["cache_difference"].max()) < 1e-5
    ids = tuple(token.id for token in found.sentences[0].written)
    again = traced(SOME, prefix=ids, max_steps=len(ids))
    np.testing.assert_allclose(again.numbers["log_probability"], found.numbers["log_probability"], atol=1e-5)
    (branch,) = (one for one in found.alternatives if one.name == "branch")
    forced = traced(SOME, prefix=tuple(token.id for token in branch.written), max_steps=len(branch.written))
    np.testing.assert_allclose(branch.numbers["log_probability"], forced.numbers["log_probability"][0], atol=1e-5)


def test_each_sort_of_edit_changes_the_run() -> None:
    plain = traced(prefix=(30, 31, 32), max_steps=4)
    for field in ("patterns", "feed_forwards_off", "residuals_cut", "overrides", "patches"):
        found = traced(Edits(**{field: getattr(SOME, field)}), prefix=(30, 31, 32), max_steps=4)
        assert np.abs(found.arrays["logits"] - plain.arrays["logits"]).max() > 1e-3, field


@pytest.mark.parametrize("part", ["self-attention", "cross-attention", "feed-forward"])
def test_a_residual_path_that_is_cut_leaves_what_the_part_gives(part: str) -> None:
    found = traced(Edits(residuals_cut=(SublayerPlace("decoder", 1, part),)), max_steps=4)
    work = {"self-attention": "self_attn", "cross-attention": "cross_attn", "feed-forward": "feed_forward"}[part]
    given = found.arrays[f"decoder.layers.1.{work}.output"]
    after = found.arrays[f"{sublayer_path('decoder', 1, part)}.residual"]
    np.testing.assert_array_equal(after, given)
    assert np.abs(after - traced(max_steps=4).arrays[f"{sublayer_path('decoder', 1, part)}.residual"]).max() > 1e-3


def test_edits_belong_to_a_sentence() -> None:
    edits = replace(
        SOME, patterns=(), feed_forwards_off=(), residuals_cut=(),
        overrides=tuple(replace(one, sentence=1) for one in SOME.overrides),
        patches=tuple(replace(one, sentence=1) for one in SOME.patches),
    )  # fmt: skip
    two = (LINE, "The old boat is green.")
    plain, found = traced(source=two, target=("a", "a b")), traced(edits, source=two, target=("a", "a b"))
    apart = np.abs(found.arrays["logits"] - plain.arrays["logits"]).max((1, 2))
    assert apart[0] < 1e-6 < 1e-3 < apart[1]


LONG, TARGET = "The old boat is green and white tonight.", "El barco viejo es blanco, de noche."


@pytest.mark.parametrize("pattern", ["itself", "previous", "first", "uniform"])
@pytest.mark.parametrize("masks", [MaskEdits(), MaskEdits(hidden=(TokenPlace(5, 0), TokenPlace(5, 1)))])
def test_a_cross_head_reads_by_a_pattern_as_in_a_run_of_its_sentence_alone(pattern: str, masks: MaskEdits) -> None:
    """Rows beyond the source read its last token, the text's own and not the longest one's; nothing where it is
    hidden. Made cell by cell, and in runs of each sentence, in given and in written texts."""
    edits = Edits(masks, patterns=(HeadPattern("cross", 0, 1, pattern),))
    both = traced(edits, source=(LONG, LINE), target=(TARGET, TARGET))
    one = both.sentences[1]
    keys, last = len(one.source), len(one.source) - 1
    assert keys == 6 < len(one.read) < len(both.sentences[0].source), "rows beyond the short source, inside the padding"
    expected = np.zeros((len(one.read), keys))
    for query, key in np.ndindex(expected.shape):
        place = {"itself": query, "previous": max(0, query - 1), "first": 0}.get(pattern, key)
        expected[query, key] = key == min(place, last) and TokenPlace(key, 1) not in masks.hidden
    expected /= np.maximum(expected.sum(1, keepdims=True), 1)
    np.testing.assert_allclose(both.map("cross", 0, 1, sentence=1)[:, :keys], expected, atol=1e-6)
    alone = traced(edits, source=(LINE,), target=(TARGET,))
    rows = len(one.written)
    np.testing.assert_allclose(
        both.numbers["log_probability"][1, :rows], alone.numbers["log_probability"][0, :rows], atol=1e-5
    )
    for decoding in (Decoding(), Decoding("beam", beams=3)):
        run = {"max_steps": 16, "decoding": decoding}
        wrote, own = traced(edits, source=(LONG, LINE), **run), traced(edits, source=(LINE,), **run)
        assert wrote.sentences[1].written == own.sentences[0].written and len(own.sentences[0].written) > keys
        assert float(wrote.numbers["cache_difference"].max()) < 1e-5


@pytest.mark.parametrize("pattern", ["itself", "previous"])
def test_the_effect_of_a_cross_head_is_that_of_its_sentence_alone(pattern: str) -> None:
    """Replaced by the effects, and by the edits of their run."""
    both = RunSpec("pieces", (LONG, LINE), (TARGET, TARGET))
    alone = RunSpec("pieces", (LINE,), (TARGET,))
    own = Edits(patterns=(HeadPattern("cross", 1, 0, pattern),))
    for edits in (Edits(), own):
        inside = ENGINE.effects(EffectsSpec(both.with_(edits=edits), 1, pattern))
        found = ENGINE.effects(EffectsSpec(alone.with_(edits=edits), 0, pattern))
        assert inside.parts == found.parts
        np.testing.assert_allclose(inside.base, found.base, atol=1e-5)
        np.testing.assert_allclose(inside.changes, found.changes, atol=2e-5)


def test_a_mean_pattern_is_the_same_for_every_length_that_is_written() -> None:
    """How many rows it is stretched to is part of the edit, not of what becomes of it."""
    survey = str(resources() / "surveys" / "english-spanish")
    edits = Edits(patterns=(HeadPattern("decoder", 1, 0, "mean", survey),))
    engine = Engine()
    found = engine.trace(RunSpec(source=("The old house is small.",), edits=edits))
    assert float(found.numbers["cache_difference"].max()) < 1e-5
    named = with_head(Edits(), HeadPlace("decoder", 1, 0), "mean", survey)
    assert named.patterns[0].survey == "english-spanish", "a session finds it on another computer"
    again = engine.trace(RunSpec(source=("The old house is small.",), edits=named))
    np.testing.assert_array_equal(again.arrays["logits"], found.arrays["logits"])
    with pytest.raises(Refused):
        engine.trace(RunSpec(source=("a",), edits=Edits(patterns=(HeadPattern("decoder", 1, 0, "mean"),))))


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("rows", [0, 9])
def test_a_mean_pattern_is_stretched_to_a_sentence_and_not_to_its_padding(kind: str, rows: int) -> None:
    engine, lines = Engine(), ("The small old house is next to the river, and the door is green.", "It is small.")
    heads = tuple(HeadPattern(kind, 1, head, "mean", "english-spanish", rows) for head in range(4))
    run = RunSpec(source=lines, target=("La casa.", "Es pequeño."), edits=Edits(patterns=heads))
    both, alone = engine.trace(run), engine.trace(run.with_(source=lines[1:], target=("Es pequeño.",)))
    for head in range(4):
        np.testing.assert_allclose(both.map(kind, 1, head, sentence=1), alone.map(kind, 1, head), atol=1e-5)
    count = len(alone.sentences[0].written)
    own, other = alone.numbers["log_probability"][0], both.numbers["log_probability"][1]
    np.testing.assert_allclose(own[:count], other[:count], atol=1e-4)


def test_what_cannot_be_is_refused_by_name() -> None:
    for edits, words in (
        (Edits(patterns=(HeadPattern("cross", 0, 0, "half"),)), "pattern"),
        (Edits(overrides=(WeightOverride("cross", 0, 0, 0, 0, 1.5),)), "weight"),
        (Edits(patches=(Patch("cross-attention", "encoder", 0, 0, OTHER),)), "no cross-attention of encoder"),
        (Edits(patches=(Patch("head", "cross", 0, 0, Donor("x", (10**6,))),)), "another vocabulary"),
        (Edits(patches=(Patch("head", "cross", 0, 0, Donor("x", (9,) * 1000)),)), "longer than"),
    ):
        with pytest.raises(Refused, match=words):
            traced(edits)


def test_a_survey_of_another_model_is_refused(tmp_path: Path) -> None:
    edits = Edits(patterns=(HeadPattern("cross", 0, 0, "mean", str(resources() / "surveys" / "english-spanish")),))
    with pytest.raises(Refused, match="different heads"):
        traced(edits)


def test_edits_outside_the_model_are_counted() -> None:
    edits = Edits(
        patterns=(HeadPattern("cross", 9, 0, "first"),), feed_forwards_off=(FeedForwardPlace("encoder", 9),),
        overrides=(WeightOverride("cross", 0, 99, 0, 0, 0.5),), patches=(Patch("head", "cross", 0, 0, OTHER, 99),),
    )  # fmt: skip
    assert any("4 edits are outside" in notice for notice in traced(edits).notices)


def test_edits_of_parts_survive_session_line_and_pipe() -> None:
    state = State(run=RunSpec(source=(LINE,), edits=SOME))
    assert State.from_json(state.to_json()) == state
    assert State.from_changes(state.changes()) == state
    assert from_bytes(to_bytes(state.run)) == state.run


def test_weights_that_were_not_recorded_are_not_made_up_where_an_edit_set_them() -> None:
    """Of a long text they follow from queries and keys; where an edit set them they do not."""
    edits = Edits(
        patterns=(HeadPattern("encoder", 0, 0, "first"),), overrides=(WeightOverride("cross", 1, 0, 0, 1, 0.5),)
    )
    trace = traced(edits)
    kept = {name: array for name, array in trace.arrays.items() if not name.endswith(".weights")}
    long = trace.with_(arrays=kept)
    assert not long.has("encoder", "weights", 0) and not long.has("cross", "weights", 1)
    assert trace.has("cross", "weights", 1) and long.has("cross", "masked", 1)
