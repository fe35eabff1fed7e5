"""Beam search of many sentences in one pass: each as if it were alone, whatever shares its passes."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.decoding import beam
from model_core.decoding.beam import Beam, search_steps
from model_core.decoding.passes import Passes
from model_core.engine.batch import Batch, padded
from model_core.errors import Refused
from model_core.proofs.proof import close, difference
from model_core.record.edits import CellEdit, Decoding, Edits, HeadPattern, HeadPlace, MaskEdits, WeightOverride
from model_core.transformer.cache import LayerCache
from model_core.transformer.model import EncoderDecoder
from tests.core.decoding.test_beam import EOS, PAD, every_score, tiny
from tests.daily import examples
from tests.made.small import VARIANTS, small_model

LEAKY = {"mask_value": -1e-20, "mask_place": "before", "norm_place": "post", "final_norm": False}
KINDS: dict[str, dict[str, Any]] = {**VARIANTS, "a mask that hides nothing": LEAKY}
SOURCES = ([5, 3, 4, 5], [4], [], [3, 3, 5, 4, 3, 5])
DECODINGS = st.builds(
    Decoding,
    method=st.just("beam"),
    beams=st.integers(1, 6),
    length_penalty=st.sampled_from([-1.0, 0.0, 0.6, 1.0, 3.0]),
    early_stopping=st.booleans(),
)


@torch.inference_mode()
def searched(
    model: EncoderDecoder, sources: list[list[int]], searches: list[Beam], watch: bool = False
) -> list[list[tuple[int, int]]]:
    """Runs the searches together; what each step of each sentence told: (row, id)."""
    source = padded([[*ids, model.spec.eos_id] for ids in sources], model.spec.pad_id)
    told: list[list[tuple[int, int]]] = [[] for _ in sources]
    for step in search_steps(model, source, model.encode(source), searches, watch):
        told[step.sentence].append((step.index, step.id))
    return told


def paths(search: Beam) -> dict[tuple[int, ...], tuple[float, float, bool, bool]]:
    """Every text of the tree -> what is said of it."""
    found: dict[tuple[int, ...], tuple[float, float, bool, bool]] = {}
    texts: list[tuple[int, ...]] = []
    for node in search.nodes:
        texts.append((*(texts[node.parent] if node.parent != beam.ROOT else ()), node.id))
        found[texts[-1]] = node.total, node.score, node.kept, node.ended
    return found


# ---------------------------------------------------------------- proofs


@settings(max_examples=examples(90), deadline=None)
@given(
    st.sampled_from(sorted(KINDS)),
    st.integers(0, 60),
    st.lists(st.tuples(st.lists(st.integers(3, 39), max_size=7), st.integers(1, 9)), min_size=2, max_size=5),
    DECODINGS,
    st.integers(1, 24),
)
def test_every_sentence_is_searched_as_if_it_were_alone(
    kind: str, seed: int, given_: list[tuple[list[int], int]], decoding: Decoding, together: int
) -> None:
    """Of its own length, within its own limit, some with a forced beginning; whether all candidates are recorded or
    none."""
    model = small_model(seed, **KINDS[kind])
    sources = [given_[0][0] if model.spec.leaks else ids for ids, _ in given_]  # such a mask lets padding be read
    limits = [limit for _, limit in given_]
    prefixes = [[7, 9][: at % 3] for at in range(len(sources))]

    def made(records: bool) -> list[Beam]:
        rows = zip(limits, prefixes, strict=True)
        return [Beam(model.spec, limit, decoding, prefix, records) for limit, prefix in rows]

    alone, whole, lean = made(True), made(True), made(False)
    steps = [searched(model, [ids], [one])[0] for ids, one in zip(sources, alone, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beam, "TOGETHER", together)
        assert searched(model, sources, whole) == searched(model, sources, lean) == steps
    for one, other, least in zip(alone, whole, lean, strict=True):
        assert other.text() == least.text() == one.text()
        expected, found = paths(one), paths(other)
        assert list(found) == list(expected)
        for text, numbers in expected.items():
            assert found[text] == pytest.approx(numbers, rel=1e-4, abs=1e-4), text
        assert paths(least) == {text: numbers for text, numbers in found.items() if numbers[2]}


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 60), st.sampled_from([-1.0, 0.0, 0.6, 2.0]), st.sampled_from([1.0, 4.0]))
def test_enough_beams_find_the_best_of_all_texts_of_every_sentence(seed: int, alpha: float, lively: float) -> None:
    model, limits = tiny(seed, 6, lively), [4, 3, 2, 4]
    searches = [Beam(model.spec, limit, Decoding("beam", beams=32, length_penalty=alpha)) for limit in limits]
    searched(model, list(SOURCES), searches)
    for ids, limit, search in zip(SOURCES, limits, searches, strict=True):
        source = torch.tensor([[*ids, EOS]])
        scores = every_score(model, 6, limit, alpha, source)
        assert scores[tuple(search.text())] == pytest.approx(max(scores.values()), abs=1e-5)


@pytest.mark.parametrize("edited", [False, True])
def test_a_batch_under_edits_records_what_each_sentence_alone_does(edited: bool) -> None:
    """Cells, weights and patterns of one sentence stay with its texts, however many others are still searched."""
    edits = Edits(
        MaskEdits(cells=(CellEdit("cross", 0, 1, False, 0), CellEdit("decoder", 2, 1, False, 3))),
        heads_off=(HeadPlace("cross", 0, 1),),
        overrides=(WeightOverride("cross", 1, 0, 1, 1, 0.7, 3), WeightOverride("decoder", 0, 0, 2, 1, 0.7, 0)),
        patterns=(HeadPattern("cross", 1, 2, "previous"),),
    )  # fmt: skip
    for seed in range(4):
        model = small_model(seed, tied=False)
        source = padded([[*ids, EOS] for ids in SOURCES], PAD)
        batch = Batch(model, source, edits if edited else Edits())
        batch.encode()
        decoding = Decoding("beam", beams=3, length_penalty=0.6)
        prefixes = [[], [9, 30], [12], []]
        rows = [(row, row.weights) for row in batch.write(decoding, 8, prefixes, watch=True)]
        for at, prefix in enumerate(prefixes):
            one = batch.subset([at])
            own = [(row, row.weights) for row in one.write(decoding, 8, [prefix], watch=True)]
            here = [pair for pair in rows if pair[0].sentence == at]
            assert batch.written[at] == one.written[0]
            assert [(row.index, row.id) for row, _ in here] == [(row.index, row.id) for row, _ in own]
            assert [(node.id, node.kept, won) for node, won in batch.trees[at]] == [
                (node.id, node.kept, won) for node, won in one.trees[0]
            ]
            for (mine, maps), (theirs, expected) in zip(here, own, strict=True):
                assert difference(mine.log_p, theirs.log_p) <= close(theirs.log_p)
                assert all(difference(maps[kind], expected[kind]) <= 1e-5 for kind in ("decoder", "cross"))
            pairs = zip(batch.step_log_p[at], one.step_log_p[0], strict=True)
            assert all(difference(mine, theirs) <= close(theirs) for mine, theirs in pairs)
            assert len(batch.step_log_p[at]) == len(batch.written[at])


# ---------------------------------------------------------------- what is shared


def test_a_sentence_that_is_finished_is_not_computed_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    model, rows = small_model(2, tied=False, output_bias=True), list[int]()
    with torch.no_grad():
        model.to_logits.bias[EOS] = -60.0
    computed = Passes.rows
    monkeypatch.setattr(Passes, "rows", lambda self, read: rows.append(len(read)) or computed(self, read))
    limits = [2, 5, 5, 7]
    searches = [Beam(model.spec, limit, Decoding("beam", beams=3, early_stopping=False)) for limit in limits]
    searched(model, [[9]] * 4, searches)
    assert rows == [4, *(3 * sum(limit > step for limit in limits) for step in range(1, 7))]


def test_no_pass_has_more_texts_than_are_allowed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    model, most = small_model(2), list[int]()
    computed = Passes.rows
    monkeypatch.setattr(beam, "TOGETHER", 7)
    monkeypatch.setattr(
        Passes, "rows", lambda self, read: (self.length or most.append(len(read)), computed(self, read))[1]
    )
    searched(model, [[9]] * 5, [Beam(model.spec, 4, Decoding("beam", beams=3)) for _ in range(5)])
    assert most == [2, 2, 1], "two sentences of three beams each"
    monkeypatch.setattr(beam, "PASS_BYTES", 4 * 3 * 4 * model.spec.target_vocabulary)
    most.clear()
    searches = [Beam(model.spec, 4, Decoding("beam", beams=3)) for _ in range(3)]
    searched(model, [[9]] * 3, searches, watch=True)
    assert most == [1, 1, 1] and all(len(one.rows) == len(one.text()) for one in searches), "what is kept has room"


def test_a_damaged_model_is_refused_at_the_step_of_its_sentence() -> None:
    model = tiny(1)
    with torch.no_grad():
        model.decoder.embed.table.weight[4] = torch.nan
    searches = [Beam(model.spec, 4, Decoding("beam", beams=2), prefix) for prefix in ([3, 3, 4], [3, 5, 5, 3])]
    with pytest.raises(Refused, match="probability at step 4 is NaN"):
        searched(model, [[3], [5, 5]], searches)


@pytest.mark.parametrize("texts", [[0, 1, 2], [2, 0, 1], [1, 1], [2], [0, 0, 1, 2, 2]])
def test_a_cache_keeps_the_texts_that_are_chosen(texts: list[int]) -> None:
    cache = LayerCache(5)
    made = torch.arange(3.0 * 2 * 4).view(3, 1, 2, 4)
    cache.select(torch.tensor([0]))
    assert not cache.filled
    cache.extend(made, -made)
    cache.select(torch.tensor(texts))
    cache.extend(*[torch.ones(len(texts), 1, 1, 4)] * 2)
    for found, expected in zip(cache.views(), (made, -made), strict=True):
        assert torch.equal(found[:, :, :2], expected[texts]) and bool((found[:, :, 2] == 1).all())


def test_equal_probabilities_are_decided_alike_in_any_batch() -> None:
    """All tokens are equally probable."""
    model = small_model(3, tied=False)
    with torch.no_grad():
        model.to_logits.weight.zero_()
    decoding = Decoding("beam", beams=4, early_stopping=False)
    alone = Beam(model.spec, 5, decoding)
    searched(model, [[7, 8]], [alone])
    for count, at in itertools.product((2, 5), (0, 1)):
        searches = [Beam(model.spec, 5, decoding) for _ in range(count)]
        searched(model, [[9] * (1 + (row != at)) for row in range(count)], searches)
        assert all(paths(one) == paths(alone) for one in searches)
