"""Two runs beside each other: a run and itself differ nowhere; what is paired equals a search by hand."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.analysis.text_comparison import aligned, differing_places
from model_core.analysis.two_runs import alignment, head_changes, paired_tokens, weight_change
from model_core.engine.engine import Engine
from model_core.record.edits import Edits, HeadPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.daily import examples
from tests.made.small import SENTENCES, VARIANTS, small_model, small_pieces


@cache
def engine() -> Engine:
    """Small models with weights of chance, one of each variant."""
    pieces = small_pieces()
    sizes = {"source_vocabulary": pieces.size, "target_vocabulary": pieces.size, "max_positions": 60}
    made = Engine("pre-norm")
    for number, (name, changes) in enumerate(VARIANTS.items()):
        made.add(name, small_model(number, **{**changes, **sizes}), pieces)
    return made


def trace_of(text: str, model: str = "pre-norm", edits: Edits | None = None) -> Trace:
    return engine().trace(RunSpec(model, (text,), max_steps=6, edits=edits or Edits()))


@settings(max_examples=examples(25), deadline=None)
@given(st.sampled_from(sorted(VARIANTS)), st.sampled_from(SENTENCES))
def test_a_run_and_itself_differ_by_exactly_0_everywhere(model: str, text: str) -> None:
    trace, again = trace_of(text, model), trace_of(text, model)
    for kind in KINDS:
        for layer in range(trace.spec.layers(kind)):
            for head in range(trace.spec.heads_of(kind)):
                found = weight_change(trace, again, kind, (layer, head), (layer, head))
                assert found.shape == trace.size(kind) and not found.any()
        changes = head_changes(again, trace, kind)
        assert changes.largest == 0.0 and np.abs(changes.moved).max() < 1e-6


def brute(one: list[int], other: list[int]) -> int:
    """The smallest edit distance, by looking at everything."""
    if not one or not other:
        return len(one) + len(other)
    return min(
        brute(one[1:], other[1:]) + (one[0] != other[0]), 1 + brute(one[1:], other), 1 + brute(one, other[1:]),
    )  # fmt: skip


short = st.lists(st.integers(0, 3), max_size=6)


@settings(max_examples=examples(120), deadline=None)
@given(short, short)
def test_the_pairing_costs_no_more_than_the_brute_force_optimum(one: list[int], other: list[int]) -> None:
    pairs = aligned(one, other)
    cost = sum(i is None or j is None or one[i] != other[j] for i, j in pairs)
    assert cost == brute(one, other)
    for side, row in enumerate((one, other)):
        assert [pair[side] for pair in pairs if pair[side] is not None] == list(range(len(row)))
    gone, new = differing_places(one, other)
    assert max(len(gone), len(new)) <= cost <= len(gone) + len(new)


@pytest.mark.parametrize("kind", KINDS)
def test_paired_rows_and_columns_equal_those_found_cell_by_cell(kind: str) -> None:
    a, b = trace_of(SENTENCES[0]), trace_of(SENTENCES[1])
    beside = alignment(a, b, kind)
    found = weight_change(b, a, kind, (1, 1), (0, 2))
    of_a, of_b = a.map(kind, 0, 2), b.map(kind, 1, 1)
    for row, (i, j) in enumerate(beside.both_rows):
        for column, (m, n) in enumerate(beside.both_columns):
            assert found[row, column] == np.float32(of_b[j, n]) - np.float32(of_a[i, m])
    tokens_a = a.sentences[0].source if kind == "encoder" else a.sentences[0].written
    tokens_b = b.sentences[0].source if kind == "encoder" else b.sentences[0].written
    ids = [token.id for token in tokens_a], [token.id for token in tokens_b]
    assert beside.rows == aligned(*ids)


def test_columns_of_the_decoder_are_those_whose_tokens_its_rows_write() -> None:
    a, b = trace_of(SENTENCES[0]), trace_of(SENTENCES[2])
    beside = alignment(a, b, "decoder")
    read_a, read_b = a.sentences[0].read, b.sentences[0].read
    assert beside.columns[0] == (0, 0)
    for i, j in beside.both_columns[1:]:
        assert (i - 1, j - 1) in beside.both_rows
    assert {i for i, _ in beside.columns if i is not None} == set(range(len(read_a)))
    assert {j for _, j in beside.columns if j is not None} == set(range(len(read_b)))


def test_models_of_other_shapes_are_compared_where_both_have_a_head() -> None:
    a, b = trace_of(SENTENCES[0]), trace_of(SENTENCES[0], "a decoder of fewer heads")
    assert head_changes(a, b, "cross").moved.shape == (a.spec.decoder_layers, 2)
    assert all(i == j for i, j in paired_tokens(a, b, "source")), "spellings, where the models are two"


def test_weight_on_what_only_one_of_the_two_has_counts_as_moved() -> None:
    a, b = trace_of("The baker opens the shop."), trace_of("The old baker opens the shop.")
    beside, found = alignment(a, b, "encoder"), head_changes(a, b, "encoder")
    one, other = (np.zeros((len(beside.both_rows), len(beside.columns))) for _ in range(2))
    for row, (i, j) in enumerate(beside.both_rows):
        for column, (m, n) in enumerate(beside.columns):
            one[row, column] = 0.0 if m is None else a.map("encoder", 1, 2)[i, m]
            other[row, column] = 0.0 if n is None else b.map("encoder", 1, 2)[j, n]
    assert any(m is None for m, _ in beside.columns)
    assert found.moved[1, 2] >= np.abs(one - other).sum(-1).mean() / 2 - 1e-6
    assert found.moved[1, 2] <= 1.0 + 1e-6


def test_a_head_that_is_off_changes_only_later_activations() -> None:
    plain = trace_of(SENTENCES[0])
    edited = trace_of(SENTENCES[0], edits=Edits(heads_off=(HeadPlace("encoder", 1, 0),)))
    moved = head_changes(plain, edited, "encoder").moved
    assert (moved[0] < 1e-6).all() and head_changes(plain, edited, "cross").largest > 0
