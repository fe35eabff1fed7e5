"""While a text is played, no token that comes later is named anywhere in what is shown."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from model_core.analysis.unwritten import LATER, UnwrittenRun, with_rows_hidden
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from tests.made.alternatives import with_alternatives, with_tree
from tests.made.traces import made_trace
from viz_app.data.selection import key_names, query_names


def tokens(trace: Trace, rows: int) -> Iterator[Token]:
    """Every token of what is written from row `rows` on."""
    one = trace.sentences[0]
    yield from one.written[rows:]
    yield from one.read[rows + 1 :]
    for step in trace.candidate_tokens[0][rows:]:
        yield from step
    for other in trace.alternatives:
        yield from other.written[rows:]
    yield from (node.token for node in trace.tree if node.step >= rows)


def test_later_tokens_are_covered_and_nothing_else_is() -> None:
    trace = with_tree(with_alternatives(made_trace("the white house", "la casa blanca es vieja", sentences=1)))
    for rows in range(len(trace.sentences[0].written) + 1):
        found = with_rows_hidden(trace, 0, rows)
        assert {(token.text, token.piece) for token in tokens(found, rows)} <= {(LATER, LATER)}
        assert [token.id for token in tokens(found, rows)] == [token.id for token in tokens(trace, rows)]
        assert found.sentences[0].written[:rows] == trace.sentences[0].written[:rows]
        assert found.sentences[0].source == trace.sentences[0].source
        name = trace.name("cross", "weights", 0)
        assert np.shares_memory(found.arrays[name], trace.arrays[name])
        assert np.array_equal(found.numbers["probability"], trace.numbers["probability"])


def test_covered_words_are_not_numbered() -> None:
    one = with_rows_hidden(made_trace("a b", "la casa la mesa"), 0, 2).sentences[0]
    assert query_names(one, "cross") == (("<s>", "la"), ("la", "casa"), ("casa", LATER), (LATER, LATER), (LATER, LATER))
    assert key_names(one, "decoder") == ("<s>", "la", "casa", LATER, LATER)


def test_a_covered_run_is_made_once_a_step_and_released() -> None:
    trace, unwritten = made_trace(), UnwrittenRun()
    assert unwritten.trace_at(trace, 0, None) is trace
    first = unwritten.trace_at(trace, 0, 1)
    assert unwritten.trace_at(trace, 0, 1) is first and unwritten.trace_at(trace, 0, 2) is not first
    assert unwritten.trace_at(trace, 0, None) is trace and unwritten._made.cache_info().currsize == 0
