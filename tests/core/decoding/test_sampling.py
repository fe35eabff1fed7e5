"""Sampling: what tokens are drawn by, that they are drawn so often, and what a seed decides."""

from __future__ import annotations

import math
from collections import Counter
from statistics import NormalDist

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.decoding.decode import draw, generate, sampling_probabilities
from model_core.record.edits import Decoding
from model_core.transformer.model import EncoderDecoder
from tests.core.decoding.test_decode import padded
from tests.daily import examples
from tests.made.small import VARIANTS, small_model

PAD, BOS, EOS = 0, 1, 2
NEVER = (PAD, BOS)


def sampling(temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0, seed: int = 1) -> Decoding:
    """A way of sampling."""
    return Decoding("sample", temperature, top_k, top_p, seed)


def tiny(seed: int = 1) -> EncoderDecoder:
    """A model of six tokens."""
    return small_model(seed, source_vocabulary=6, target_vocabulary=6, tied=False)


def written(model: EncoderDecoder, rows: list[list[int]], limit: int, decoding: Decoding, **more) -> list[list[int]]:
    """What each sentence wrote."""
    source = padded(rows)
    with torch.inference_mode():
        steps = list(generate(model, source, model.encode(source), limit, decoding, **more))
    columns = torch.stack([step.written for step in steps], dim=1).tolist()
    return [[index for index in column if index != PAD] for column in columns]


def by_hand(logits: list[float], decoding: Decoding, never: tuple[int, ...]) -> np.ndarray:
    """The probabilities to draw by, written out one token at a time in Python's own floats."""
    order = sorted((i for i in range(len(logits)) if i not in never), key=lambda i: (-logits[i], i))
    order = order[: decoding.top_k or None]
    highest = logits[order[0]] / decoding.temperature
    p = {i: math.exp(logits[i] / decoding.temperature - highest) for i in order}
    total, kept, reached = sum(p.values()), {}, 0.0
    for i in order:
        if reached >= decoding.top_p and decoding.top_p < 1:
            break
        kept[i] = p[i] / total
        reached += kept[i]
    return np.array([kept.get(i, 0.0) / sum(kept.values()) for i in range(len(logits))])


@settings(max_examples=examples(200))
@given(
    st.lists(st.integers(-600, 600), min_size=4, max_size=9),
    st.floats(0.05, 20),
    st.integers(0, 10),
    st.sampled_from([0.0001, 0.3, 0.55, 0.9, 0.999, 1.0]),
)
def test_chances_are_temperature_then_top_k_then_top_p(
    hundredths: list[int], temperature: float, top_k: int, top_p: float
) -> None:
    logits = [value / 100 for value in hundredths]
    found = sampling_probabilities(
        torch.tensor(logits, dtype=torch.float64), sampling(temperature, top_k, top_p), NEVER
    ).numpy()
    expected = by_hand(logits, sampling(temperature, top_k, top_p), NEVER)
    edge = np.cumsum(np.sort(by_hand(logits, sampling(temperature, top_k), NEVER))[::-1])
    if np.abs(edge - top_p).min() > 1e-9 or top_p == 1.0:  # on the edge itself a rounding decides
        assert found == pytest.approx(expected, abs=1e-9)
    assert found.sum() == pytest.approx(1.0) and not found[list(NEVER)].any()
    shifted = sampling_probabilities(
        torch.tensor(logits, dtype=torch.float64).log_softmax(-1), sampling(temperature, top_k), NEVER
    )
    again = sampling_probabilities(torch.tensor(logits, dtype=torch.float64), sampling(temperature, top_k), NEVER)
    assert shifted.numpy() == pytest.approx(again.numpy(), abs=1e-9), "log-probabilities do as well as logits"


def test_a_nucleus_of_everything_leaves_the_least_probable_tokens_their_chance() -> None:
    """Though the others add up to 1 in float64."""
    logits = torch.tensor([50.0, 1.0, 0.0, -3.0], dtype=torch.float64)
    assert torch.allclose(sampling_probabilities(logits, sampling()), logits.softmax(-1), rtol=1e-12, atol=0)


def test_other_methods_are_the_softmax() -> None:
    logits = torch.randn(3, 8, dtype=torch.float64)
    for method in ("greedy", "beam"):
        assert torch.equal(sampling_probabilities(logits, Decoding(method, 0.3, 2, 0.5), NEVER), logits.softmax(-1))


# ---------------------------------------------------------------- frequencies


def surprise(counts: Counter, p: np.ndarray) -> float:
    """Standard deviations by which Pearson's χ² of these counts exceeds what is expected (Wilson and Hilferty 1931)."""
    total, kinds = sum(counts.values()), np.flatnonzero(p)
    square = sum((counts[int(i)] - total * p[i]) ** 2 / (total * p[i]) for i in kinds)
    free = len(kinds) - 1
    return float(((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / math.sqrt(2 / (9 * free)))


LIMIT = NormalDist().inv_cdf(1 - 1e-5)


@pytest.mark.parametrize(
    "decoding", [sampling(), sampling(2.5), sampling(1.0, top_k=3), sampling(1.0, top_p=0.7), sampling(1.5, 5, 0.8)]
)
def test_draws_come_as_often_as_their_probability_says(decoding: Decoding) -> None:
    p = sampling_probabilities(torch.tensor([0.0, 0.0, 1.2, 0.4, -0.5, 2.0, 0.1, -1.0]), decoding, NEVER)
    generator = torch.Generator().manual_seed(4)
    counts = Counter(int(draw(p, generator)) for _ in range(6000))
    assert set(counts) <= set(np.flatnonzero(p.numpy()).tolist())
    assert abs(surprise(counts, p.numpy())) < LIMIT
    tilted = p.numpy() * np.linspace(0.7, 1.3, 8)
    assert surprise(counts, tilted / tilted.sum()) > LIMIT, "the test can fail"


@pytest.mark.parametrize("decoding", [sampling(1.2), sampling(1.5, top_k=2), sampling(2.0, top_p=0.75)])
@pytest.mark.share(3)
def test_texts_of_two_tokens_come_as_often_as_the_model_says(decoding: Decoding) -> None:
    """Over seeds: the joint distribution of both tokens, from plain passes of the model."""
    model, source = tiny(), padded([[5, 4, 3]])
    with torch.inference_mode():
        first = sampling_probabilities(model(source, torch.tensor([[BOS]]))[0, 0], decoding, NEVER).numpy()
        joint = np.zeros((6, 6))
        joint[EOS, EOS] = first[EOS]
        for token in (3, 4, 5):
            row = sampling_probabilities(model(source, torch.tensor([[BOS, token]]))[0, 1], decoding, NEVER).numpy()
            joint[token] = first[token] * row
    counts: Counter = Counter()
    for seed in range(700):
        text = written(model, [[5, 4, 3]], 2, sampling(decoding.temperature, decoding.top_k, decoding.top_p, seed))[0]
        counts[text[0] * 6 + text[-1]] += 1
    p = joint.flatten()
    assert p.sum() == pytest.approx(1.0) and set(counts) <= set(np.flatnonzero(p).tolist())
    assert abs(surprise(counts, p)) < LIMIT


# ---------------------------------------------------------------- what decides a text


@settings(max_examples=examples(25))
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 30), st.integers(0, 2**62))
def test_the_same_seed_gives_the_same_text_alone_and_in_a_batch(variant: str, seed: int, draws: int) -> None:
    model = small_model(seed, **VARIANTS[variant])
    rows = [[5, 6, 7], [8], [9, 10, 11, 12]]
    together = written(model, rows, 7, sampling(1.3, seed=draws))
    assert together == [written(model, [row], 7, sampling(1.3, seed=draws))[0] for row in rows]
    assert together == written(model, rows, 7, sampling(1.3, seed=draws))
    assert not {model.spec.pad_id, model.spec.bos_id} & {index for text in together for index in text}


def test_other_seeds_give_other_texts() -> None:
    model = small_model(2)
    assert len({tuple(written(model, [[5, 6]], 8, sampling(2.0, seed=seed))[0]) for seed in range(12)}) > 6


@settings(max_examples=examples(25))
@given(st.integers(0, 30), st.sampled_from([sampling(0.01), sampling(top_k=1), sampling(5.0, top_p=0.0001)]))
def test_the_coldest_the_only_and_the_smallest_nucleus_are_greedy(seed: int, decoding: Decoding) -> None:
    model, source = small_model(seed), padded([[5, 6, 7]])
    with torch.inference_mode():
        expected = [int(step.written) for step in generate(model, source, model.encode(source), 8)]
    assert written(model, [[5, 6, 7]], 8, decoding)[0] == expected


@settings(max_examples=examples(25))
@given(st.integers(0, 30), st.integers(0, 6), st.integers(0, 1000))
def test_what_was_drawn_may_as_well_be_forced(seed: int, length: int, draws: int) -> None:
    """Each step has its own draw, forced or not: a click on the token that was drawn changes nothing."""
    model = small_model(seed)
    free = written(model, [[5, 6, 7]], 9, sampling(1.5, seed=draws))[0]
    assert written(model, [[5, 6, 7]], 9, sampling(1.5, seed=draws), prefixes=[free[:length]])[0] == free
    assert written(model, [[5, 6, 7]], 9, sampling(1.5, seed=draws), guess=[*free[:length], 30, 31])[0] == free
    forced = written(model, [[5, 6, 7]], 9, sampling(1.5, seed=draws), prefixes=[[33, 34]])[0]
    assert forced[:2] == [33, 34]


def test_the_last_possible_draw_is_a_token_that_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rounding leaves the sum of all below the number that was drawn."""
    monkeypatch.setattr(torch, "rand", lambda *a, **k: torch.tensor(1.0, dtype=torch.float64))
    p = torch.tensor([0.0, 0.0, 0.25, 0.5, 0.25], dtype=torch.float64)
    assert int(draw(p, torch.Generator())) == 4
    monkeypatch.setattr(torch, "rand", lambda *a, **k: torch.tensor(0.0, dtype=torch.float64))
    assert int(draw(p, torch.Generator())) == 3
