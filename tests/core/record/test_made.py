"""The made-up Traces hang together as a real run's do, so that a test which uses them tests something."""

from __future__ import annotations

import numpy as np
import pytest

from model_core.analysis.arithmetic import entropy_bits
from model_core.record.trace import FUTURE, PADDING, VISIBLE
from model_core.spec import EOS, KINDS
from tests.made.traces import made_steps, made_trace


@pytest.mark.parametrize(("source", "target"), [(1, 1), (1, 5), (5, 1), (4, 4), (400, 3)])
def test_lengths(source: int, target: int) -> None:
    trace = made_trace(source_tokens=source, target_tokens=target, layers=(1, 2), heads=2)
    assert trace.size("encoder") == (source, source)
    assert trace.size("decoder") == (target, target)
    assert trace.size("cross") == (target, source)
    assert len(trace.maps("cross")) == 2 and trace.map("cross", 1, 1).shape == (target, source)
    assert [token.id for token in trace.sentences[0].written][-1] == EOS


def test_scores_become_weights() -> None:
    trace = made_trace(sentences=2)
    for kind in KINDS:
        for sentence in range(2):
            reason = trace.reason(kind, sentence)
            raw, scaled, masked, weights = (
                trace.map(kind, 2, 3, what, sentence) for what in ("raw", "scaled", "masked", "weights")
            )
            np.testing.assert_allclose(scaled, raw / np.sqrt(8), rtol=1e-5, atol=1e-5)
            assert (np.isneginf(masked) == (reason != VISIBLE)).all()
            assert (weights[reason != VISIBLE] == 0).all() and (weights[reason == VISIBLE] > 0).all()
            np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)


def test_masks_have_their_reasons() -> None:
    trace = made_trace("uno dos tres", "one two three", sentences=2)
    assert (trace.reasons["encoder"][1][:, 3:] == PADDING).all()
    assert (trace.reason("encoder", 1) == VISIBLE).all()
    assert (trace.reason("decoder") == np.triu(np.full((4, 4), FUTURE), 1)).all()


def test_candidates_are_sorted_and_the_written_one_is_best() -> None:
    trace = made_trace()
    for step, token in enumerate(trace.sentences[0].written):
        candidates = trace.candidates(step)
        chances = [candidate.probability for candidate in candidates]
        assert candidates[0].token.id == token.id
        assert chances == sorted(chances, reverse=True) and sum(chances) < 1
    logits = trace.arrays["logits"][0]
    full = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    np.testing.assert_allclose(trace.numbers["entropy"][0], entropy_bits(full), rtol=1e-4)


def test_steps_are_the_rows_of_the_trace() -> None:
    trace = made_trace()
    steps = made_steps(trace)
    assert [step.token for step in steps] == list(trace.sentences[0].written)
    assert steps[2].weights["decoder"].shape == (3, 4, 3) and steps[2].weights["cross"].shape == (3, 4, 4)
    assert (steps[1].weights["cross"][0, 2] == trace.map("cross", 0, 2)[1]).all()


def test_partial_forced_and_unfinished() -> None:
    partial = made_trace(stage="encoded")
    assert not partial.complete and partial.has("encoder") and not partial.has("cross")
    forced = made_trace(forced=True)
    assert forced.run.target == ("la casa blanca",) and forced.sentences[0].forced == 4
    assert not made_trace(finished=False).sentences[0].finished
    assert made_trace(seed=1).arrays["logits"].std() != made_trace(seed=2).arrays["logits"].std()
