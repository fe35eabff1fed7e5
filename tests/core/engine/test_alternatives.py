"""Alternatives: each is the run that it stands for, with numbers and maps as a run of its own would have them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from model_core.analysis.text_comparison import compared_places, head_difference
from model_core.decoding.decode import sampling_probabilities
from model_core.engine import wire
from model_core.engine.alternatives import MOST_BRANCHES
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.proofs.proof import close, difference
from model_core.record import recording_policy
from model_core.record.edits import Branch, CellEdit, Decoding, Edits, HeadPlace, MaskEdits, PositionEdits, Swap
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Alternative, Step, Trace
from model_core.spec import BOS, EOS, PAD
from tests.made.small import SENTENCES, small_pieces, varied_model

PIECES = small_pieces()
ENGINE = Engine()
ENGINE.add("pieces", varied_model(PIECES), PIECES)
LINE, OTHER = "We don't open.", "Open the old window."
EDITS = Edits(MaskEdits((CellEdit("cross", 0, 0, False),)), heads_off=(HeadPlace("decoder", 0, 1),))
METHODS = [Decoding(), Decoding("sample", 1.4, top_k=20, seed=3), Decoding("beam", beams=3)]


def traced(**run: Any) -> Trace:
    """The full Trace of a run."""
    return ENGINE.trace(RunSpec(**{"model": "pieces", "source": (LINE,), "max_steps": 8, **run}))


def same(alternative: Alternative, trace: Trace) -> None:
    """Assert that an alternative is the main one of another run."""
    one = trace.sentences[alternative.sentence]
    for name in ("read", "written", "forced", "finished"):
        assert getattr(alternative, name) == getattr(one, name)
    for name in ("probability", "log_probability", "end_probability", "entropy"):
        expected = trace.numbers[name][alternative.sentence, : len(one.written)]
        assert alternative.numbers[name] == pytest.approx(expected, abs=1e-4)
    for kind in ("decoder", "cross"):
        expected = np.stack(trace.maps(kind, sentence=alternative.sentence))
        assert alternative.weights[kind].shape == expected.shape and alternative.weights[kind].dtype == np.float32
        assert np.abs(alternative.weights[kind] - expected).max() <= 1e-5


# ---------------------------------------------------------------- unedited


@pytest.mark.parametrize("decoding", METHODS, ids=lambda one: one.method)
def test_unedited_is_the_same_run_without_its_edits(decoding: Decoding) -> None:
    sources = (LINE, OTHER)
    edited, plain = (traced(source=sources, decoding=decoding, edits=edits) for edits in (EDITS, Edits()))
    assert [(one.name, one.sentence) for one in edited.alternatives] == [("unedited", 0), ("unedited", 1)]
    for alternative in edited.alternatives:
        same(alternative, plain)
    assert plain.alternatives == ()


def test_unedited_has_its_maps_where_every_token_of_it_was_guessed() -> None:
    """The edited text is the guess for the unedited one; here it is right, for these edits change nothing."""
    ended = (40, 41, EOS)
    edited, plain = (traced(prefix=ended, edits=edits) for edits in (Edits(positions=PositionEdits(seed=2)), Edits()))
    assert edited.sentences[0].finished and edited.sentences[0].written == plain.sentences[0].written
    same(edited.alternatives[0], plain)


@pytest.mark.parametrize("edits", [EDITS, Edits(positions=PositionEdits(table="none")), Edits(swaps=(Swap(0, 300),))])
def test_unedited_beside_a_given_target_is_teacher_forced(edits: Edits) -> None:
    edited, plain = (traced(target=("No abrimos.",), edits=one) for one in (edits, Edits()))
    (alternative,) = edited.alternatives
    same(alternative, plain)
    assert alternative.text == tuple(edited.ids["written"][0].tolist())
    assert np.abs(alternative.numbers["probability"] - edited.numbers["probability"][0]).max() > 1e-6


@pytest.mark.parametrize("decoding", METHODS, ids=lambda one: one.method)
def test_edits_that_change_no_token_leave_an_alternative_of_the_same_text(decoding: Decoding) -> None:
    """Then all of it was guessed, and one pass is both the writing and the recorded one."""
    lost = Edits(heads_off=(HeadPlace("cross", 40, 0),))
    edited = traced(decoding=decoding, edits=lost)
    same(edited.alternatives[0], traced(decoding=decoding))
    typed = traced(source=(LINE + "!",), decoding=decoding, edits=lost)
    same(typed.alternatives[0], traced(source=(LINE + "!",), decoding=decoding))


def test_unedited_keeps_the_typed_beginning() -> None:
    edited, plain = (traced(opening="El barco", edits=edits) for edits in (EDITS, Edits()))
    same(edited.alternatives[0], plain)
    assert edited.alternatives[0].forced > 0


def test_a_blank_line_has_alternatives_too() -> None:
    edited = traced(source=("", LINE), edits=EDITS, branches=(Branch((), 0), Branch((300,), 1)))
    assert [(one.name, one.sentence) for one in edited.alternatives] == [
        ("unedited", 0), ("unedited", 1), ("branch", 0), ("branch", 1)
    ]  # fmt: skip
    assert edited.alternatives[0].text == (EOS,)


def test_the_difference_of_maps_is_plain_subtraction_where_both_have_a_place() -> None:
    trace = traced(edits=EDITS, opening="El barco")
    other = trace.alternatives[0]
    for kind in ("decoder", "cross"):
        main = np.stack(trace.maps(kind))
        rows, columns = compared_places(trace, kind, 0)
        assert rows and columns
        heads = np.ndindex(*main.shape[:2])
        found = np.stack([head_difference(trace, kind, layer, head, 0) for layer, head in heads])
        found = found.reshape(*main.shape[:2], len(rows), len(columns))
        for at, (row, other_row) in enumerate(rows):
            for place, (column, other_column) in enumerate(columns):
                expected = main[:, :, row, column] - other.weights[kind][:, :, other_row, other_column]
                assert np.array_equal(found[:, :, at, place], expected)


# ---------------------------------------------------------------- branches


def test_each_branch_is_a_greedy_run_with_its_beginning_and_the_edits() -> None:
    branches = (Branch((300, 301)), Branch((310,), 1), Branch((300,), 0), Branch((300, EOS), 1))
    trace = traced(source=(LINE, OTHER), branches=branches, edits=EDITS, decoding=METHODS[1])
    alternatives = [alternative for alternative in trace.alternatives if alternative.name == "branch"]
    assert [alternative.sentence for alternative in alternatives] == [0, 1, 0, 1]
    for alternative, branch in zip(alternatives, branches, strict=True):
        run = {"prefix": branch.ids, "prefix_sentence": branch.sentence, "edits": EDITS}
        same(alternative, traced(source=(LINE, OTHER), **run))
        assert alternative.text[: alternative.forced] == branch.ids
    assert alternatives[3].text == (300, EOS) and alternatives[3].finished


def test_branches_without_a_line_or_beyond_the_limit_are_left_out_with_a_notice() -> None:
    trace = traced(branches=(Branch((300,), 7), Branch((301,))))
    assert [alternative.text[0] for alternative in trace.alternatives] == [301]
    assert any("1 branch is not shown" in notice for notice in trace.notices)
    trace = traced(branches=tuple(Branch((300 + index,)) for index in range(MOST_BRANCHES + 2)))
    assert len(trace.alternatives) == MOST_BRANCHES and any("2 branches are not" in notice for notice in trace.notices)


@pytest.mark.parametrize("ids", [(-1,), (PIECES.size,), (PAD,), (300, BOS)])
def test_a_branch_that_no_text_can_have_is_refused(ids: tuple[int, ...]) -> None:
    with pytest.raises(Refused) as refused:
        traced(branches=(Branch(ids),))
    assert refused.value.code == "E-RUN-PREFIX"


def test_a_long_branch_may_still_continue() -> None:
    trace = traced(branches=(Branch((300,) * 18),), max_steps=0)
    assert trace.alternatives[0].forced == 18 and len(trace.alternatives[0].written) > 18


# ---------------------------------------------------------------- free


@pytest.mark.parametrize("decoding", METHODS, ids=lambda one: one.method)
def test_free_running_is_computed_beside_a_given_target(decoding: Decoding) -> None:
    given = traced(source=(LINE, OTHER), target=("No abrimos.",), beside=True, edits=EDITS, decoding=decoding)
    free = [alternative for alternative in given.alternatives if alternative.name == "free"]
    assert [alternative.sentence for alternative in free] == [0, 1]
    alone = traced(source=(LINE, OTHER), edits=EDITS, decoding=decoding)
    for alternative in free:
        same(alternative, alone)
    assert traced(beside=True).alternatives == (), "without a target the main alternative is free"


# ---------------------------------------------------------------- what decoding tells


@pytest.mark.parametrize("decoding", METHODS, ids=lambda one: one.method)
def test_candidates_are_reported_as_decoding_sees_them(decoding: Decoding) -> None:
    trace = traced(source=(LINE, OTHER), decoding=decoding)
    ids = trace.ids["candidates"]
    logits = np.take_along_axis(trace.arrays["logits"], ids, 2)
    assert np.array_equal(trace.numbers["candidate_logits"], logits)
    drawn = trace.numbers["candidate_chances"]
    if decoding.method == "sample":
        assert trace.numbers["candidate_scaled"] == pytest.approx(logits / 1.4, abs=1e-5)
        whole = sampling_probabilities(torch.tensor(trace.arrays["logits"]), decoding, (PAD, BOS)).numpy()
        assert drawn == pytest.approx(np.take_along_axis(whole, ids, 2), abs=1e-6)
        for sentence, one in enumerate(trace.sentences):
            for row, token in enumerate(one.written):
                assert whole[sentence, row, token.id] > 0, "what was written could be drawn"
    else:
        assert np.array_equal(trace.numbers["candidate_scaled"], logits)
        assert np.array_equal(drawn, trace.numbers["candidates"])


@pytest.mark.parametrize("decoding", METHODS, ids=lambda one: one.method)
def test_the_cache_changes_nothing_whatever_the_method(decoding: Decoding) -> None:
    traced(source=(SENTENCES[4],))
    trace = traced(source=(LINE, OTHER), decoding=decoding, edits=EDITS)
    apart = trace.numbers["cache_difference"]
    assert apart.shape == trace.ids["written"].shape
    assert 0 < float(apart.max()) <= close(torch.tensor(trace.arrays["logits"]))


@pytest.mark.parametrize("decoding", METHODS, ids=lambda one: one.method)
def test_steps_are_reported_as_they_happen_with_forced_ones_marked(decoding: Decoding) -> None:
    run = RunSpec(
        model="pieces", source=(LINE, OTHER), opening="El barco", prefix_sentence=1, max_steps=7, decoding=decoding
    )
    *steps, trace = list(ENGINE.run(run))[1:]
    assert isinstance(trace, Trace) and all(isinstance(step, Step) for step in steps)
    ids = PIECES.ids(["El barco"])[0]
    assert [token.id for token in trace.sentences[1].written[: len(ids)]] == ids
    assert trace.sentences[1].forced == len(ids) and trace.sentences[0].forced == 0
    for sentence, one in enumerate(trace.sentences):
        told = [step for step in steps if isinstance(step, Step) and step.sentence == sentence]
        assert [step.index for step in told] == list(range(len(told))) and len(one.written) <= 7
        if decoding.method != "beam":
            assert [step.token.id for step in told] == [token.id for token in one.written]
            for step in told:
                maps = np.stack(trace.maps("cross", sentence=sentence))[:, :, step.index]
                assert difference(torch.tensor(step.weights["cross"]), torch.tensor(maps)) <= 1e-5


def test_the_tree_of_a_beam_search_is_reported_with_its_winner() -> None:
    trace = traced(source=(LINE, OTHER), decoding=METHODS[2])
    for sentence, one in enumerate(trace.sentences):
        nodes = [(index, node) for index, node in enumerate(trace.tree) if node.sentence == sentence]
        won = [node for _, node in nodes if node.winner]
        assert [node.token.id for node in won] == [token.id for token in one.written]
        assert [node.log_probability for node in won] == pytest.approx(
            trace.numbers["log_probability"][sentence, : len(won)].tolist(), abs=1e-4
        )
        assert won[-1].total == pytest.approx(sum(node.log_probability for node in won))
        assert won[-1].score == pytest.approx(won[-1].total / len(won))
        for index, node in nodes:
            assert node.parent < index and (node.parent == -1 or trace.tree[node.parent].sentence == sentence)
            assert (node.parent == -1) == (node.step == 0)
    assert {node.sentence for node in trace.tree} == {0, 1}
    assert traced().tree == traced(target=("No",), decoding=METHODS[2]).tree == ()


def test_alternatives_and_trees_cross_the_line_to_the_window() -> None:
    trace = traced(edits=EDITS, branches=(Branch((300,)),), decoding=METHODS[2])
    again = wire.from_bytes(wire.to_bytes(trace))
    assert again.tree == trace.tree and again.run == trace.run and len(again.alternatives) == 2
    for one, other in zip(again.alternatives, trace.alternatives, strict=True):
        assert (one.name, one.read, one.written, one.forced) == (other.name, other.read, other.written, other.forced)
        assert all(np.array_equal(one.numbers[name], values) for name, values in other.numbers.items())
        assert all(np.array_equal(one.weights[kind], values) for kind, values in other.weights.items())
    assert np.array_equal(again.arrays["decoder.mask"], trace.arrays["decoder.mask"])


# ---------------------------------------------------------------- what is recorded


def kept_maps(trace: Trace) -> list[set[str]]:
    """The kinds of maps that each alternative has."""
    return [set(one.weights) for one in trace.alternatives]


def test_maps_that_are_too_large_are_not_recorded_of_an_alternative_either(monkeypatch: pytest.MonkeyPatch) -> None:
    run: dict[str, Any] = {"source": (LINE + OTHER,), "edits": EDITS, "branches": (Branch((300,)),)}
    one = traced(**run)
    rows, sources = (len(tokens) for tokens in (one.sentences[0].read, one.sentences[0].source))
    assert rows < sources and kept_maps(one) == [{"decoder", "cross"}] * 2
    most = one.spec.heads_of("cross") * rows * rows
    monkeypatch.setattr(recording_policy, "most_recorded_cells", lambda _spec: most)
    less = traced(**run)
    assert kept_maps(less) == [{"decoder"}] * 2
    for known, found in zip(one.alternatives, less.alternatives, strict=True):
        assert known.text == found.text
        assert np.allclose(known.weights["decoder"], found.weights["decoder"], atol=1e-6)
        assert np.allclose(known.numbers["probability"], found.numbers["probability"], atol=1e-6)
    with pytest.raises(KeyError):
        head_difference(less, "cross", 0, 0, 0)


@pytest.mark.parametrize("target", [None, ("No abrimos.",)])
def test_alternatives_for_the_window_have_no_maps(target: tuple[str, ...] | None) -> None:
    run = RunSpec("pieces", (LINE,), target=target, beside=True, edits=EDITS, branches=(Branch((300,)),), max_steps=8)
    *_, shown = ENGINE.lazy_events(run, whole=False)
    whole = ENGINE.trace(run)
    assert isinstance(shown, Trace) and kept_maps(shown) == [set()] * len(whole.alternatives)
    assert [one.text for one in shown.alternatives] == [one.text for one in whole.alternatives]
    assert set(shown.arrays) == set(whole.arrays), "of a short text everything else is there"
