"""Attention rollout against its definition, by explicit loops in float64."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from model_core.analysis.readings import rolled_out
from model_core.analysis.rollout import cross_rollout, rollout, with_residual
from model_core.record.edits import Edits, SublayerPlace
from model_core.record.trace import Trace
from tests.made.traces import made_trace


@pytest.fixture(scope="module")
def trace() -> Trace:
    """A made run whose three attentions have maps of different sizes."""
    return made_trace("one two three four five", "uno dos tres", layers=(3, 2), heads=3)


def looped(layers: list[np.ndarray]) -> np.ndarray:
    """Ã_l … Ã_1 by the sum over every path through the layers."""
    steps = []
    for weights in layers:
        heads, size, _ = weights.shape
        step = [[0.0] * size for _ in range(size)]
        for row, column in itertools.product(range(size), repeat=2):
            mean = sum(float(weights[head, row, column]) for head in range(heads)) / heads
            step[row][column] = 0.5 * mean + (0.5 if row == column else 0.0)
        steps.append([[value / sum(row) for value in row] for row in step])
    size = len(steps[0])
    shares = np.zeros((size, size))
    for path in itertools.product(range(size), repeat=len(steps) + 1):  # output row first, input token last
        part = 1.0
        for depth, step in enumerate(reversed(steps)):
            part *= step[path[depth]][path[depth + 1]]
        shares[path[0], path[-1]] += part
    return shares


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_it_is_the_sum_over_all_paths(trace: Trace, kind: str) -> None:
    layers = trace.maps(kind)
    found = rollout(layers)
    assert len(found) == len(layers)
    for depth, shares in enumerate(found, start=1):
        assert shares == pytest.approx(looped(layers[:depth]), abs=1e-12)
        assert shares.sum(axis=-1) == pytest.approx(1.0, abs=1e-6)


def test_a_causal_stack_stays_causal(trace: Trace) -> None:
    for shares in rollout(trace.maps("decoder")):
        assert np.array_equal(np.triu(shares, 1), np.zeros_like(shares))
        assert shares[0, 0] == 1.0


def test_one_layer_is_half_weights_half_itself(trace: Trace) -> None:
    weights = trace.maps("encoder")[0]
    assert with_residual(weights) == pytest.approx(0.5 * weights.mean(0) + 0.5 * np.eye(weights.shape[1]), abs=1e-6)


def test_a_row_without_weight_keeps_what_it_had() -> None:
    weights = np.zeros((2, 3, 3), dtype=np.float32)
    assert np.array_equal(with_residual(weights), np.eye(3))


def test_the_rollout_through_both_stacks_is_that_of_one_vector_of_all_inputs(trace: Trace) -> None:
    """Against the same rule on one vector of all inputs: source tokens first, then target tokens."""
    encoder, decoder, cross = (trace.maps(kind) for kind in ("encoder", "decoder", "cross"))
    sources, rows = trace.size("encoder")[0], trace.size("decoder")[0]
    memory = looped(encoder)
    state = [[0.0] * sources + [1.0 if row == column else 0.0 for column in range(rows)] for row in range(rows)]
    for depth, (own, other) in enumerate(zip(decoder, cross, strict=True)):
        steps = np.array([[0.5 * own[:, t, u].mean() + 0.5 * (t == u) for u in range(rows)] for t in range(rows)])
        reads = np.array([[other[:, t, m].mean() for m in range(sources)] for t in range(rows)])
        everything = range(sources + rows)
        mixed = [[sum(steps[t][u] * state[u][i] for u in range(rows)) for i in everything] for t in range(rows)]
        read = [
            [sum(reads[t][m] * memory[m][s] for m in range(sources)) for s in range(sources)] + [0.0] * rows
            for t in range(rows)
        ]
        state = [[0.5 * a + 0.5 * b for a, b in zip(*pair, strict=True)] for pair in zip(mixed, read, strict=True)]
        assert [sum(row) for row in state] == pytest.approx([1.0] * rows, abs=1e-6)
        found = cross_rollout(decoder, cross, encoder)[depth]
        assert found == pytest.approx(np.array(state)[:, :sources], abs=1e-6)


def test_the_share_of_the_source_grows_with_the_layers(trace: Trace) -> None:
    found = cross_rollout(trace.maps("decoder"), trace.maps("cross"), trace.maps("encoder"))
    sums = [shares.sum(axis=-1) for shares in found]
    assert sums[0] == pytest.approx(0.5, abs=1e-6)
    assert sums[1] == pytest.approx(0.75, abs=1e-6)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_where_the_residual_path_is_cut_all_is_read(trace: Trace, kind: str) -> None:
    stack, part = ("decoder", "cross-attention") if kind == "cross" else (kind, "self-attention")
    edits = Edits(residuals_cut=(SublayerPlace(stack, 1, part),))
    found = rolled_out(replace(trace, run=trace.run.with_(edits=edits)), kind)
    plain, weights = rolled_out(trace, kind), trace.maps(kind)[1].mean(0)
    assert np.array_equal(found[0], plain[0])
    if kind == "cross":
        assert found[1] == pytest.approx(weights @ rolled_out(trace, "encoder")[-1], abs=1e-6)
    else:
        assert found[1] == pytest.approx(weights @ plain[0], abs=1e-6)
    assert found[1].sum(-1) == pytest.approx(1.0, abs=1e-6) and not np.allclose(found[1], plain[1])


def test_a_cut_self_attention_changes_what_the_cross_attention_hands_on(trace: Trace) -> None:
    layers = [trace.maps(kind) for kind in ("decoder", "cross", "encoder")]
    memory = looped(layers[2])
    first = 0.5 * layers[1][0].mean(0) @ memory
    wanted = 0.5 * layers[0][1].mean(0) @ first + 0.5 * layers[1][1].mean(0) @ memory
    assert cross_rollout(*layers, {"decoder": (1,)})[1] == pytest.approx(wanted, abs=1e-6)
    assert cross_rollout(*layers, {"encoder": (0, 1, 2)})[0] == pytest.approx(
        0.5 * layers[1][0].mean(0) @ np.linalg.multi_dot([one.mean(0) for one in reversed(layers[2])]), abs=1e-6
    )


def test_without_an_encoder_the_memory_is_the_source(trace: Trace) -> None:
    decoder, cross = trace.maps("decoder")[:1], trace.maps("cross")[:1]
    assert cross_rollout(decoder, cross, [])[0] == pytest.approx(0.5 * cross[0].mean(0), abs=1e-6)
    with pytest.raises(ValueError, match="2 layers"):
        cross_rollout(trace.maps("decoder"), cross, [])
