"""Word links from sentence pairs alone: the toy grammar knows the truth, and a taught head learns them."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model_core.analysis.alignment import alignment_error_rate
from model_core.record.model_info import describe
from model_core.synthetic.toy_tasks import TASKS
from model_core.training import word_links as word_links_module
from model_core.training.data import TaughtPair, join_some, links_of
from model_core.training.datasets import TrainingData, training_data_for
from model_core.training.datasets import _linked as linked
from model_core.training.running.adamw import AdamW
from model_core.training.teacher_forcing import Learner, collate, collate_links
from model_core.training.train_spec import TrainSpec
from model_core.training.word_links import FLOOR, NULL, REACH, _Group, word_links
from model_core.transformer.hooks import listener_count, recording
from tests.made.small import small_model, small_pieces


def test_links_of_the_toy_grammar_are_found() -> None:
    pairs = TASKS["grammar"].train(random.Random(1), 1500)
    found = word_links([(pair.source.split(), pair.target.split()) for pair in pairs])
    wrong = []
    for links_TS, pair in zip(found, pairs, strict=True):
        sums = links_TS.sum(1)
        assert np.all((np.abs(sums - 1) < 0.01) | (sums == 0)), "a row is a share, or nothing is known"
        best = {(int(row.argmax()), place) for place, row in enumerate(links_TS) if row.any()}
        wrong.append(alignment_error_rate(best, set(pair.links)))
    assert np.mean(wrong) < 0.15


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 5))
def test_the_links_of_a_word_are_shares_by_both_directions_or_by_the_first(seed: int, rows: int, columns: int) -> None:
    draw = np.random.default_rng(seed)
    one_TS, other_TS = (draw.random((rows, columns)) * draw.choice([0.0, 0.02, 0.3, 1.0], (rows, 1)) for _ in range(2))
    found_TS = word_links_module._agreed(one_TS, other_TS)
    for row, (one, other) in enumerate(zip(one_TS.tolist(), other_TS.tolist(), strict=True)):
        both = [first * second for first, second in zip(one, other, strict=True)]
        used = both if sum(both) > 0.02 else one if sum(one) > 0.3 else None
        expected = [share / sum(used) for share in used] if used else [0.0] * columns
        assert found_TS[row].tolist() == pytest.approx(expected, abs=2e-3)


def test_a_pair_with_an_empty_side_has_an_empty_table() -> None:
    empty, whole = word_links([([], ["a"]), (["b"], ["a"])])
    assert empty.shape == (1, 0) and whole.tolist() == [[1.0]]


def test_posteriors_and_expected_jumps_are_those_of_all_paths() -> None:
    """Each target word was made at a source place, or by nothing while the place is kept: all paths, one by one."""
    length, width, drawn = 3, 3, np.random.default_rng(4)
    table, jumps = drawn.random(length * (width + 1)), drawn.random(2 * REACH + 1)
    cells = np.arange(len(table)).reshape(1, length, width + 1)
    counted = np.zeros_like(jumps)
    (found,) = word_links_module._hmm_posteriors(table, _Group(np.array([0]), cells), jumps, counted)
    step, first = word_links_module._transitions(jumps, width)
    whole, made, moved = 0.0, np.zeros((length, width + 1)), np.zeros_like(jumps)
    for path in itertools.product(itertools.product(range(width), (False, True)), repeat=length):
        chance, before = 1.0, None
        for t, (place, skipped) in enumerate(path):
            if skipped:
                kept = first[place] if before is None else float(place == before)
                chance *= NULL * (table[cells[0, t, 0]] + FLOOR) * kept
            else:
                going = first[place] if before is None else step[before, place]
                chance *= (1 - NULL) * (table[cells[0, t, place + 1]] + FLOOR) * going
            before = place
        whole += chance
        for t, (place, skipped) in enumerate(path):
            made[t, 0 if skipped else place + 1] += chance
            if t and not skipped:
                moved[place - path[t - 1][0] + REACH] += chance
    assert np.allclose(found, made / whole, rtol=1e-9) and np.allclose(counted, moved / whole, rtol=1e-9)


# ---------------------------------------------------------------- links of pieces

WORDS = np.array([[1, 0, 0], [0, 0.25, 0.75]], np.float16)


def test_the_pieces_of_a_word_share_its_links() -> None:
    pair = linked(([5, 6, 7, 8], [0, 1, 1, 2]), ([9, 10, 11], [0, 0, 1]), WORDS)
    links = links_of(pair)
    assert links is not None and links.tolist() == [[1, 0, 0, 0], [1, 0, 0, 0], [0, 0.125, 0.125, 0.75]]


def test_a_source_that_lost_its_end_mark_keeps_its_links_and_one_of_other_words_has_none() -> None:
    shorter = linked(([5, 6], [0, 1]), ([9, 10], [0, 1]), WORDS)
    links = links_of(shorter)
    assert links is not None and links.tolist() == [[1, 0], [0, 0.25]]
    assert links_of(linked(([5] * 4, [0, 1, 2, 3]), ([9, 10], [0, 1]), WORDS)) is None
    assert links_of(linked(([5, 6], [0, 1]), ([9], [0]), WORDS)) is None


def test_joined_pairs_keep_their_links_to_themselves() -> None:
    one = TaughtPair([5, 6], [7], np.array([[0, 1]], np.float16))
    joined = join_some([one], random.Random(1), 1.0, 100)[1:]
    assert joined
    for pair in joined:
        links = links_of(pair)
        assert links is not None and links[1, 2:4].tolist() == [0, 1] and links.sum() == len(pair[1])


# ---------------------------------------------------------------- the lesson of a head


def test_the_guide_teaches_its_head_and_no_listener_stays() -> None:
    torch.manual_seed(1)
    model = small_model(decoder_layers=2, heads=2)
    pairs = [TaughtPair([5, 6, 7], [8, 9, 10], np.eye(3, dtype=np.float16)[::-1].copy())] * 4
    source, read, written = collate(pairs, model.spec)
    links = collate_links(pairs, source, written)
    learner, plain = Learner(model, 0.0, (1.0, 2, 1)), Learner(model, 0.0)
    assert links is not None

    def missed() -> float:
        with torch.no_grad(), recording(model) as seen:
            assert learner(source, read, written, links) == plain(source, read, written), "the loss of the words alone"
        return -float((links * (seen["decoder.layers.1.cross_attn.weights"][:, 0] + 1e-6).log()).sum())

    before = missed()
    optimizer = AdamW(model.parameters(), 0.0)
    for _ in range(40):
        optimizer.forget_gradients()
        learner(source, read, written, links).backward()
        optimizer.step(1e-2)
    assert listener_count(model) == 0
    assert missed() < 0.2 * before


def test_a_guided_epoch_has_links_and_an_unguided_one_has_none(tmp_path: Path) -> None:
    rows = [f"the {one} sees a {two}\tel {one}o ve un {two}o" for one in "abcd" for two in "efgh"]
    (tmp_path / "data.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    data = str(tmp_path / "data.tsv")
    for guide in (0.1, 0.0):
        spec = TrainSpec(str(tmp_path / "out"), (data,), data, vocabulary=400, guide=guide, slips=0.3, homemade=50)
        epoch = training_data_for(spec).epoch(0)
        assert len(epoch) == len(rows) + 50
        assert sum(links_of(pair) is not None for pair in epoch[: len(rows)]) == (len(rows) if guide else 0)


def test_a_model_says_which_head_was_taught(tmp_path: Path) -> None:
    spec = TrainSpec(str(tmp_path), ("a.tsv",), "b.tsv", guide=0.1, guide_layer=1, guide_head=2)
    about = TrainingData(spec, small_pieces(), [], []).about(spec)
    assert about["taught_heads"] == [[1, 2]]
    assert describe("", small_model(heads=2).spec, about, "").taught == ((0, 1),)
    plain = replace(spec, guide=0.0)
    assert "taught_heads" not in TrainingData(plain, small_pieces(), [], []).about(plain)


@pytest.mark.parametrize("named", [None, 7, [[9, 9]], [[0, 0]], ["x"], [[1, "1"]]])
def test_what_is_no_head_is_left_out(named: object) -> None:
    assert describe("", small_model().spec, {"taught_heads": named}, "").taught == ()
