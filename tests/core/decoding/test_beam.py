"""Beam search: one beam is greedy decoding, enough beams are brute force, and the tree tells what was looked at."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import partial

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.checkpoints.checkpoint import load_model
from model_core.decoding.beam import ROOT, Beam, search_steps
from model_core.decoding.decode import generate
from model_core.engine.interventions import listeners
from model_core.engine.translate import translated_ids
from model_core.errors import Refused
from model_core.proofs.proof import close, difference
from model_core.record.edits import Decoding, Edits, HeadPlace, MaskEdits
from model_core.transformer.hooks import listener_count, recording
from model_core.transformer.model import EncoderDecoder
from tests.daily import examples
from tests.made.small import VARIANTS, small_model

PAD, BOS, EOS = 0, 1, 2
SOURCE = torch.tensor([[5, 3, 4, 5, EOS]])
SEEDS = st.integers(0, 60)


def tiny(seed: int, vocabulary: int = 6, lively: float = 1.0) -> EncoderDecoder:
    """A model of so few tokens that every text can be tried; `lively` makes its choices clearer."""
    model = small_model(seed, source_vocabulary=vocabulary, target_vocabulary=vocabulary, tied=False)
    with torch.no_grad():
        model.to_logits.weight.mul_(lively)
    return model


@torch.inference_mode()
def searched(
    model: EncoderDecoder,
    limit: int,
    decoding: Decoding,
    source: torch.Tensor = SOURCE,
    prefix: Sequence[int] = (),
    **how,
) -> Beam:
    """A search that is over."""
    search = Beam(model.spec, limit, decoding, prefix)
    list(search_steps(model, source, model.encode(source), [search], **how))
    return search


@torch.inference_mode()
def log_p_of(model: EncoderDecoder, text: list[int], source: torch.Tensor = SOURCE) -> list[float]:
    """The log-probability of each token of a text, by one plain pass."""
    log_p = model(source, torch.tensor([[BOS, *text[:-1]]])).double().log_softmax(-1)[0]
    return [float(log_p[row, token]) for row, token in enumerate(text)]


def every_text(vocabulary: int, limit: int) -> list[list[int]]:
    """All texts that can be written: ended ones of up to `limit` tokens, and unended ones of exactly so many."""
    going = [index for index in range(vocabulary) if index not in (PAD, BOS, EOS)]
    texts = [[*body, EOS] for length in range(limit) for body in itertools.product(going, repeat=length)]
    return texts + [list(body) for body in itertools.product(going, repeat=limit)]


@torch.inference_mode()
def every_score(
    model: EncoderDecoder, vocabulary: int, limit: int, alpha: float, source: torch.Tensor = SOURCE
) -> dict[tuple[int, ...], float]:
    """The score of each text that can be written, by one plain pass over all that are equally long."""
    scores = {}
    for length, equal in itertools.groupby(every_text(vocabulary, limit), len):
        texts = torch.tensor(list(equal))
        read = torch.cat([torch.full((len(texts), 1), BOS), texts[:, :-1]], 1)
        log_p = model(source.expand(len(texts), -1), read).double().log_softmax(-1).gather(-1, texts[..., None])
        scores |= zip(map(tuple, texts.tolist()), (log_p.sum((1, 2)) / length**alpha).tolist(), strict=True)
    return scores


# ---------------------------------------------------------------- proofs


@settings(max_examples=examples(60))
@given(st.sampled_from(sorted(VARIANTS)), SEEDS, st.lists(st.integers(3, 39), max_size=7), st.floats(-2, 2))
def test_one_beam_is_greedy_decoding(variant: str, seed: int, ids: list[int], alpha: float) -> None:
    """The ids, and the score of the text."""
    model = small_model(seed, **VARIANTS[variant])
    source = torch.tensor([[*ids, EOS]])
    with torch.inference_mode():
        steps = list(generate(model, source, model.encode(source), 9))
    expected = [int(step.written) for step in steps]
    search = searched(model, 9, Decoding("beam", beams=1, length_penalty=alpha), source)
    assert search.text() == expected
    total = sum(float(step.log_p[0, token]) for step, token in zip(steps, expected, strict=True))
    last = search.nodes[search.winner[-1]]
    assert last.total == pytest.approx(total, abs=1e-4)
    assert last.score == pytest.approx(total / len(expected) ** alpha, rel=1e-4)


@settings(max_examples=examples(40))
@given(SEEDS, st.sampled_from([-1.0, 0.0, 0.6, 1.0, 2.0]), st.sampled_from([1.0, 4.0]))
def test_enough_beams_find_the_best_of_all_texts(seed: int, alpha: float, lively: float) -> None:
    """Of vocabulary 6 all 40 + 81 texts of up to four tokens; at most 27 live at once, which fit into 32 beams."""
    model, limit = tiny(seed, 6, lively), 4
    scores = every_score(model, 6, limit, alpha)
    best = max(scores, key=scores.__getitem__)
    search = searched(model, limit, Decoding("beam", beams=32, length_penalty=alpha))
    found = tuple(search.text())
    assert scores[found] == pytest.approx(scores[best], abs=1e-5)
    assert search.nodes[search.winner[-1]].score == pytest.approx(scores[best], abs=1e-4)


@settings(max_examples=examples(30))
@given(SEEDS, st.integers(2, 6), st.sampled_from([0.0, 1.0]))
def test_more_beams_than_one_score_as_their_text_says(seed: int, beams: int, alpha: float) -> None:
    """Every node's numbers are those of a plain pass over its path; the cache was put in order rightly."""
    model = tiny(seed)
    search = searched(model, 6, Decoding("beam", beams=beams, length_penalty=alpha))
    for index, node in enumerate(search.nodes):
        if not node.kept:
            continue
        path, at = [], index
        while at != ROOT:
            path.append(search.nodes[at].id)
            at = search.nodes[at].parent
        expected = log_p_of(model, path[::-1])
        assert node.log_p == pytest.approx(expected[-1], abs=1e-4)
        assert node.total == pytest.approx(sum(expected), abs=1e-4)
        assert node.score == pytest.approx(sum(expected) / len(expected) ** alpha, abs=1e-4)


def test_the_search_stops_when_no_live_text_can_win() -> None:
    """One ended text that is nearly certain: it is over long before the limit, without `beams` ended ones."""
    model = tiny(1)
    sure = small_model(1, source_vocabulary=6, target_vocabulary=6, tied=False, output_bias=True)
    with torch.no_grad():
        sure.to_logits.bias[EOS] = 12.0
    search = searched(sure, 20, Decoding("beam", beams=3, length_penalty=0.0))
    assert search.text() == [EOS] and len(search.ended) < 3
    assert search.nodes[-1].step == 0
    longer = searched(sure, 20, Decoding("beam", beams=3, length_penalty=6.0))
    assert longer.nodes[-1].step > 0, "a long text could still win by its length"
    never = searched(model, 3, Decoding("beam", beams=2), prefix=[3, 4, 5])
    assert never.text() == [3, 4, 5] and not never.ended, "at the limit live texts compete"


def test_without_early_stopping_a_search_continues_while_a_text_can_win() -> None:
    """Some search is over too early with it: a later text has the better score."""
    better = 0
    for seed in range(30):
        model = tiny(seed, 6, 2.0)
        decodings = (Decoding("beam", beams=2, length_penalty=2.0, early_stopping=one) for one in (True, False))
        early, patient = (searched(model, 12, decoding) for decoding in decodings)
        scores = [one.nodes[one.winner[-1]].score for one in (early, patient)]
        assert scores[1] >= scores[0] and patient.nodes[-1].step >= early.nodes[-1].step
        better += scores[1] > scores[0]
    assert better > 0


@pytest.mark.parametrize("beams", [2, 3, 4, 8])
def test_a_text_that_a_model_is_sure_of_is_not_cut_short_by_its_beginnings(beams: int) -> None:
    """With early stopping "6", "6 5" and "6 5 4" end the search of three beams, improbable as they are."""
    model, vocab = load_model("reverse")
    sources = vocab.ids(["1 2 3 4 5 6", "3 2 5"])
    assert translated_ids(model, sources, Decoding("beam", beams=beams)) == translated_ids(model, sources)


# ---------------------------------------------------------------- the tree


@settings(max_examples=examples(30))
@given(SEEDS, st.integers(1, 8))
def test_the_tree_holds_the_searched_hypotheses(seed: int, beams: int) -> None:
    search = searched(tiny(seed), 6, Decoding("beam", beams=beams))
    nodes = search.nodes
    assert all(node.parent < index for index, node in enumerate(nodes)), "parents come first"
    assert all((node.parent == ROOT) == (node.step == 0) for node in nodes)
    assert all(nodes[node.parent].kept and not nodes[node.parent].ended for node in nodes if node.parent != ROOT)
    assert all(nodes[node.parent].step == node.step - 1 for node in nodes if node.parent != ROOT)
    assert all(node.ended == (node.id == EOS) and node.id not in (PAD, BOS) for node in nodes)
    assert all(node.log_p <= 0 and node.total <= node.log_p + 1e-9 for node in nodes)
    for step in range(nodes[-1].step + 1):
        here = [node for node in nodes if node.step == step]
        parents = {node.parent for node in here}
        assert len({(node.parent, node.id) for node in here}) == len(here), "each text once"
        assert len(here) >= min(2 * beams, 4 * len(parents))
        assert sum(node.kept and not node.ended for node in here) <= beams
        best = max(here, key=lambda node: node.total)
        assert best.kept
    won = [nodes[index] for index in search.winner]
    assert [node.step for node in won] == list(range(len(won))) and all(node.kept for node in won)
    ended = [node for node in nodes if node.kept and node.ended]
    assert all(won[-1].score >= node.score for node in ended)


def test_a_forced_beginning_is_not_searched() -> None:
    model = tiny(3)
    search = searched(model, 6, Decoding("beam", beams=3), prefix=[4, 4])
    assert search.text()[:2] == [4, 4]
    assert [node.id for node in search.nodes if node.step < 2] == [4, 4]
    assert searched(model, 6, Decoding("beam", beams=3), prefix=[4, EOS, 5]).text() == [4, EOS]
    with torch.inference_mode():
        steps = list(generate(model, SOURCE, model.encode(SOURCE), 6, prefixes=[[4, 4]]))
    one = searched(model, 6, Decoding("beam", beams=1), prefix=[4, 4])
    assert one.text() == [int(step.written) for step in steps]


def test_the_score_of_a_text_counts_its_forced_beginning() -> None:
    """Its probability and its length, as in the texts without one that it may be compared with."""
    model = tiny(3)
    search = searched(model, 6, Decoding("beam", beams=3, length_penalty=0.7), prefix=[4, 4])
    assert search.nodes[search.winner[-1]].step > 2
    for node in search.nodes:
        path, above = [node.id], node.parent
        while above != ROOT:
            path, above = [search.nodes[above].id, *path], search.nodes[above].parent
        assert node.score == pytest.approx(sum(log_p_of(model, path)) / len(path) ** 0.7, abs=1e-4)


def test_steps_report_the_best_text_so_far_and_its_row() -> None:
    model = small_model(5)
    source = torch.tensor([[7, 8, 9, EOS]])
    with torch.inference_mode():
        memory = model.encode(source)
    search = Beam(model.spec, 6, Decoding("beam", beams=3))
    for step in search_steps(model, source, memory, [search], watch=True):
        here = [index for index, node in enumerate(search.nodes) if node.step == step.index]
        assert step.id in {search.nodes[index].id for index in here}
        assert step.weights["decoder"].shape == (2, 4, step.index + 1)
        assert step.weights["cross"].shape == (2, 4, 4)
        assert float(step.log_p.exp().sum()) == pytest.approx(1.0, abs=1e-5)
        assert listener_count(model) == 0
    rows = search.rows
    with torch.inference_mode():
        log_p = model(source, torch.tensor([[BOS, *search.text()[:-1]]])).log_softmax(-1)[0]
    assert difference(torch.stack(rows), log_p) <= close(log_p)


def test_edits_are_in_force_in_every_live_text() -> None:
    model = small_model(5)
    source = torch.tensor([[7, 8, 9, EOS]])
    edits = Edits(MaskEdits(), heads_off=tuple(HeadPlace("cross", 1, head) for head in range(4)))
    edits_of = partial(listeners, model, edits)
    search = searched(model, 6, Decoding("beam", beams=3), source, watch=True, edits_of=edits_of)
    read = torch.tensor([[BOS, *search.text()[:-1]]])
    with torch.inference_mode(), recording(model, lambda name: False, edits_of([0])):
        log_p = model(source, read).log_softmax(-1)[0]
    assert difference(torch.stack(search.rows), log_p) <= close(log_p)
    with torch.inference_mode():
        plain = model(source, read).log_softmax(-1)[0]
    assert difference(plain, log_p) > 1e-3


def test_what_would_take_too_much_memory_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.decoding.beam.PASS_BYTES", 100)
    search = searched(tiny(2), 6, Decoding("beam", beams=3), watch=True)
    assert search.rows == [] and search.text()


def test_a_damaged_model_is_refused() -> None:
    model = tiny(1)
    with torch.no_grad():
        model.decoder.layers[0].feed_forward.down.bias[0] = math.nan
    with pytest.raises(Refused, match="probability at step 1 is NaN"):
        searched(model, 3, Decoding("beam", beams=2))
