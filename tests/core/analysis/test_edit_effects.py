"""What changed between two ways of writing, counted out by hand."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from model_core.analysis.edit_effects import changes, divergence, leaked_future
from model_core.record.trace import Trace
from tests.made.alternatives import with_alternatives
from tests.made.traces import made_trace


def test_nothing_leaks_under_the_causal_mask() -> None:
    trace = made_trace(sentences=2)
    for sentence in (0, 1):
        assert leaked_future(trace, sentence).shape == (3, 4) and not leaked_future(trace, sentence).any()


def test_what_leaks_is_the_weight_above_the_diagonal() -> None:
    trace = made_trace()
    name = Trace.name("decoder", "weights", 1)
    weights = trace.arrays[name].copy()
    weights[0, 2, 0, 1:3] = [0.25, 0.125]
    weights[0, 2, 1, 3] = 0.5
    leaked = leaked_future(trace.with_(arrays={**trace.arrays, name: weights}))
    assert leaked[1, 2] == pytest.approx(0.875) and leaked.sum() == pytest.approx(0.875)


def test_the_first_row_that_differs_and_the_probabilities_side_by_side() -> None:
    trace = with_alternatives(made_trace(), part_at=2, longer=1)
    (alternative,) = trace.alternatives
    one = trace.sentences[0]
    found = changes(trace, alternative)
    assert found.first == divergence(one, alternative) == 2
    assert len(found.rows) == max(len(one.written), len(alternative.written))
    for row in found.rows:
        assert row.reads_same == (row.index <= 2)
        if row.index < len(one.written):
            assert row.token == one.written[row.index].id
            assert row.probability == float(trace.numbers["probability"][0, row.index])
        else:
            assert row.token is None and row.probability is None
        assert row.other == float(alternative.numbers["probability"][row.index])
    assert divergence(one, one) is None and divergence(alternative, one) == 2


def test_the_same_text_with_other_probabilities_has_no_first_row() -> None:
    trace = with_alternatives(made_trace())
    one = trace.sentences[0]
    (alternative,) = trace.alternatives
    numbers = {"probability": np.full(len(one.written), 0.5, np.float32)}
    same = type(alternative)("unedited", 0, one.read, one.written, 0, True, numbers, {})
    found = changes(trace, same)
    assert found.first is None and all(row.reads_same for row in found.rows)
    assert {row.other for row in found.rows} == {0.5}


def test_a_shorter_alternative_parts_where_it_ends() -> None:
    trace = made_trace()
    one = trace.sentences[0]
    short = type(one)("", "", one.source, one.read[:2], one.written[:2])
    assert divergence(one, short) == divergence(short, one) == 2


def test_no_torch_is_needed() -> None:
    modules = "model_core.analysis.edit_effects, model_core.analysis.decoding_cost, model_core.transformer.positions"
    code = f"import sys, {modules}; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)
