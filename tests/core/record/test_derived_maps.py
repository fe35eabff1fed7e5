"""Maps made from queries and keys: equal to the forward pass's own, whatever the masks; what is kept and sent."""

from __future__ import annotations

import gc
import itertools
import weakref
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model_core.analysis.unwritten import HiddenParts
from model_core.engine import wire
from model_core.engine.engine import Engine
from model_core.engine.interventions import listeners
from model_core.io.map_cache import MapCache
from model_core.record.derived_maps import Arrays, Derivation, attention_map, visible_cells
from model_core.record.edits import CellEdit, Edits, MaskEdits
from model_core.record.mask_reasons import HIDDEN, USER, VISIBLE
from model_core.record.run_spec import RunSpec
from model_core.record.trace import SCORES, Step, Trace
from model_core.spec import KINDS
from model_core.transformer.hooks import recording
from tests.made.small import VARIANTS, small_model, small_pieces
from tests.made.traces import made_trace

SOURCE = torch.tensor([[5, 6, 7, 8, 2], [9, 10, 2, 0, 0]])
READ = torch.tensor([[1, 11, 12, 13], [1, 14, 0, 0]])
CLOSE = 1e-6

PIECES = small_pieces()
ENGINE = Engine()
ENGINE.add("pieces", small_model(source_vocabulary=PIECES.size, target_vocabulary=PIECES.size), PIECES)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_made_from_queries_and_keys_is_what_the_forward_pass_made(variant: str) -> None:
    """Of scores a millionth of the largest may differ, where that is above 1: they are float32."""
    model = small_model(**VARIANTS[variant])
    with torch.inference_mode(), recording(model) as kept:
        model(SOURCE, READ)
    paths = {name.removesuffix(".weights") for name in kept if name.endswith(".weights")}
    assert len(paths) == model.spec.encoder_layers + 2 * model.spec.decoder_layers
    for path in paths:
        spec = model.spec.for_stack(path.partition(".")[0])
        q, k = kept[f"{path}.q"].numpy(), kept[f"{path}.k"].numpy()
        mask = "decoder.cross_mask" if "cross" in path else f"{path.partition('.')[0]}.mask"
        visible = kept[mask].unsqueeze(1).numpy()
        more = model.spec.positions == "relative" and "cross" not in path  # then distances take part too
        for what in ("raw_scores", "scores") if more else ("raw_scores", "scores", "masked_scores", "weights"):
            own = kept[f"{path}.{what}"].numpy()
            made = attention_map(what, q, k, visible, spec.masked_score, spec.score_scale)
            assert made.dtype == own.dtype and made.shape == own.shape
            hidden = np.isinf(own)
            assert np.array_equal(hidden, np.isinf(made))
            bound = CLOSE * max(1.0, float(np.abs(own[~hidden]).max()))
            assert float(np.abs(made[~hidden] - own[~hidden]).max()) <= bound
    with pytest.raises(KeyError):
        attention_map("values", q, k, visible)


@given(
    st.sampled_from(((0,), (0, 1), (0, 2, 3), (0, 5), (0, 1, 5), (1,), (5,))), st.integers(1, 90), st.integers(1, 90)
)
def test_maps_are_equal_if_one_row_stands_for_a_mask_that_hides_nothing(
    codes: tuple[int, ...], rows: int, keys: int
) -> None:
    """The maps are those with a mask of all cells; scores that a question hides are there."""
    random = np.random.default_rng(rows * 91 + keys)
    reasons = random.choice(np.array(codes, np.uint8), (rows, keys))
    q, k = (random.normal(size=(count, 8)).astype(np.float32) for count in (rows, keys))
    visible, every = visible_cells(reasons, keys), np.isin(reasons, (VISIBLE, HIDDEN))
    assert np.array_equal(np.broadcast_to(visible, every.shape), every)
    for what in ("scores", "masked_scores", "weights"):
        assert np.array_equal(attention_map(what, q, k, visible), attention_map(what, q, k, every))


def test_where_no_row_may_read_anything_every_weight_is_0() -> None:
    q, k = (np.ones((count, 4), np.float32) for count in (3, 2))
    assert not attention_map("weights", q, k, np.zeros((3, 2), bool)).any()


def test_a_row_that_may_read_nothing_has_weights_of_0_and_a_value_can_stand_for_minus_infinity() -> None:
    draw = np.random.default_rng(1)
    q, k = (draw.standard_normal((3, 4), np.float32) for _ in range(2))
    visible = np.array([[True, False, True], [False, False, False], [True, True, True]])
    weights = attention_map("weights", q, k, visible)
    assert not weights[1].any() and weights[0, 1] == 0.0 and weights[2].sum() == pytest.approx(1.0)
    shown = attention_map("masked_scores", q, k, visible, -1e-20)
    assert np.array_equal(shown[0, 1:2], np.float32([-1e-20]))
    assert np.isfinite(attention_map("weights", q, k, visible, -1e9)).all()


@pytest.mark.parametrize("what", ["masked_scores", "weights"])
def test_a_long_map_made_some_rows_at_a_time_is_the_same(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(2)
    q, k = (draw.standard_normal((2, 9, 4), np.float32) for _ in range(2))
    for visible in (np.tri(9, dtype=bool), np.array([[True] * 7 + [False] * 2]), draw.random((2, 9, 9)) < 0.3):
        whole = attention_map(what, q, k, visible)
        with monkeypatch.context() as some:
            some.setattr("model_core.record.derived_maps.ROWS", 2)
            made = attention_map(what, q, k, visible)
        assert np.allclose(made, whole, rtol=1e-6, atol=0), "but for the order of sums"
        assert (made == whole)[~np.broadcast_to(visible, made.shape)].all(), "masked"


def test_of_a_long_text_only_what_its_maps_are_made_of_is_recorded_unless_all_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    run = RunSpec("pieces", ("the white house is old",), target="the house")
    *_, part = ENGINE.lazy_events(run, whole=False)
    *_, whole = ENGINE.lazy_events(run)
    assert isinstance(part, Trace) and isinstance(whole, Trace)
    assert part.recorded_bytes < whole.recorded_bytes / 2 and part.maps_only().unsent
    sent, all_of_it = part.maps_only().arrays, whole.maps_only().arrays
    assert set(sent) == set(all_of_it) and all(np.array_equal(sent[name], all_of_it[name]) for name in sent)
    for kind in KINDS:
        assert np.array_equal(part.map(kind, 0, 0), whole.map(kind, 0, 0))


# ---------------------------------------------------------------- in a Trace


def without(trace: Trace, *ends: str) -> Trace:
    """The Trace without the arrays whose names end so."""
    return trace.with_(arrays={name: one for name, one in trace.arrays.items() if not name.endswith(ends)})


def test_scores_that_were_not_recorded_are_derived() -> None:
    full = made_trace(sentences=2)
    trace = without(full, "scores")
    assert set(trace.arrays) == set(full.arrays) and len(trace.arrays) == len(full.arrays)
    assert not any(name.endswith("scores") for name in trace.arrays.kept)
    for kind in KINDS:
        for what in SCORES:
            name = trace.name(kind, what, 0)
            assert trace.has(kind, what) and trace.whole(kind, what) and name in trace.arrays
            made, own = trace.arrays[name], full.arrays[name]
            finite = np.isfinite(own)
            assert np.array_equal(finite, np.isfinite(made)) and not made.flags.writeable
            assert np.abs(made[finite] - own[finite]).max() <= CLOSE * max(1.0, float(np.abs(own[finite]).max()))
            assert trace.arrays[name] is made, "made once"
            for sentence in (0, 1):
                assert trace.map(kind, 0, 1, what, sentence).shape == full.map(kind, 0, 1, what, sentence).shape
                shapes = [[one.shape for one in found.maps(kind, what, sentence)] for found in (trace, full)]
                assert shapes[0] == shapes[1]


def test_without_queries_there_are_no_scores() -> None:
    trace = without(made_trace(), "scores", "cross_attn.q")
    assert trace.has("encoder", "raw") and not trace.has("cross", "raw") and trace.has("cross")
    with pytest.raises(KeyError):
        trace.map("cross", 0, 0, "raw")
    with pytest.raises(KeyError):
        trace.arrays[trace.name("cross", "raw", 0)]


def test_what_can_be_made_is_not_sent() -> None:
    trace = without(made_trace(), "scores")
    sent = wire.from_bytes(wire.to_bytes(trace))
    assert sum(map(len, wire.encode(trace))) < sum(map(len, wire.encode(made_trace())))
    assert set(sent.arrays) == set(trace.arrays) and set(sent.arrays.kept) == set(trace.arrays.kept)
    assert np.array_equal(sent.map("decoder", 1, 0, "masked"), trace.map("decoder", 1, 0, "masked"))


def test_of_a_long_text_one_head_is_made_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    full = made_trace(source_tokens=40, target_tokens=30)
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 1000)
    trace = without(full, "scores", ".weights")
    for kind in KINDS:
        assert trace.has(kind) and trace.has(kind, "masked") and not trace.whole(kind) and not trace.whole(kind, "raw")
        assert not any(trace.name(kind, what, 0) in trace.arrays for what in SCORES)
        with pytest.raises(KeyError):
            trace.maps(kind)
        name = trace.name(kind, "weights", 1)
        assert name not in list(trace.arrays) and trace.arrays[name] is trace.arrays[name], "made, but not listed"
        assert np.abs(trace.arrays[name] - full.arrays[name]).max() <= CLOSE
        for what in SCORES:
            made, own = trace.map(kind, 1, 0, what), full.map(kind, 1, 0, what)
            finite = np.isfinite(own)
            assert np.abs(made[finite] - own[finite]).max() <= CLOSE * max(1.0, float(np.abs(own[finite]).max()))
            assert trace.map(kind, 1, 0, what) is made and not made.flags.writeable


@pytest.mark.parametrize("what", SCORES)
@pytest.mark.parametrize("kind", KINDS)
def test_one_row_is_made_without_the_rest_of_its_map(kind: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = without(made_trace(("one two three four", "one two"), ("uno dos tres cuatro", "uno dos")), "scores")
    whole = [trace.map(kind, 1, 2, what, sentence) for sentence in range(2)]
    fresh, cells = trace.with_(), list[int]()
    own = attention_map
    monkeypatch.setattr(
        "model_core.record.derived_maps.attention_map", lambda *given: (made := own(*given), cells.append(made.size))[0]
    )
    for sentence, rows in enumerate(whole):
        for query, row in enumerate(rows):
            found = fresh.row(kind, 1, 2, query, what, sentence)
            assert found.shape == row.shape and np.allclose(found, row, atol=1e-5, rtol=1e-5)
    assert max(cells, default=0) <= whole[0].shape[1] and bool(cells) == (what != "weights")


def test_of_single_heads_those_asked_for_last_are_kept() -> None:
    kept = MapCache(most=2500)
    asked: list[int] = []

    def make(number: int) -> np.ndarray:
        asked.append(number)
        return np.full((10, 25), number, np.float32)  # 1,000 bytes

    for number in (1, 2, 1, 3, 1, 2):
        assert kept.get(number, lambda number=number: make(number))[0, 0] == number
    assert asked == [1, 2, 3, 2]
    assert MapCache(most=1).get(1, lambda: make(1)).size == 250, "one always stays"


def test_a_map_that_was_made_meanwhile_counts_once() -> None:
    """By the thread that saves the run; the cache kept fewer maps then."""
    kept, made = MapCache(most=2500), list[int]()

    def make(number: int) -> np.ndarray:
        made.append(number)
        return np.zeros(250, np.float32)

    kept.get(0, lambda: (kept.get(0, lambda: make(0)), make(0))[1])
    for number in (1, 0, 1):
        kept.get(number, lambda number=number: make(number))
    assert made == [0, 0, 1]


def filled(kept: MapCache, number: int, rows: int = 10) -> tuple[np.ndarray, bool]:
    """A map of this number made in the cache's memory where it gives some; whether it did."""
    given: list[bool] = []

    def make() -> np.ndarray:
        out = kept.memory((rows, 25))
        given.append(out is not None)
        made = np.empty((rows, 25), np.float32) if out is None else out
        made[:] = number
        return made[:, :20]

    return kept.get(number, make), given[0]


def test_a_map_reuses_the_memory_of_the_oldest_unused_one() -> None:
    kept = MapCache(most=1900)  # two maps of 800 bytes, each in memory of 1,000
    assert not filled(kept, 1)[1] and not filled(kept, 2)[1], "there is room"
    assert filled(kept, 3)[1] and filled(kept, 4)[1]
    assert [float(kept.get(number, lambda: pytest.fail("forgotten"))[0, 0]) for number in (3, 4)] == [3.0, 4.0]
    assert not filled(kept, 5, rows=12)[1], "of another size"


@pytest.mark.parametrize("use", [lambda one: one, lambda one: one[2:4], memoryview, lambda one: weakref.ref(one.base)])
def test_the_memory_of_a_map_that_is_still_used_is_left_alone(use: Callable[[np.ndarray], object]) -> None:
    kept = MapCache(most=1900)
    used = use(filled(kept, 1)[0])
    filled(kept, 2)
    assert not filled(kept, 3)[1]
    assert filled(kept, 4)[1], "of 2"
    if isinstance(used, weakref.ref):
        assert used() is None, "whoever knows the numbers by their memory learns that they are gone"
    else:
        assert (np.asarray(used) == 1).all()


def test_maps_in_used_memory_are_those_in_fresh_memory() -> None:
    rng = np.random.default_rng(5)
    q, k = rng.normal(size=(2, 30, 8)).astype(np.float32)
    visible = np.tril(np.ones((30, 30), bool))
    out = np.full((30, 30), np.nan, np.float32)
    for what in ("raw_scores", "scores", "masked_scores", "weights"):
        fresh = attention_map(what, q, k, visible)
        assert np.array_equal(attention_map(what, q, k, visible, out=out), fresh) and np.array_equal(out, fresh)


@pytest.mark.parametrize("size", [0.1, 1.0, 3.0, 30.0, 3000.0])
def test_weights_of_small_and_of_large_scores_are_the_softmax_in_float64(size: float) -> None:
    rng = np.random.default_rng(6)
    q, k = (size**0.5 * rng.normal(size=(2, 80, 16))).astype(np.float32)
    visible = np.tril(np.ones((80, 80), bool))
    visible[7] = False
    for instead in (-np.inf, -1e9, -80.0, 20.0):
        scores = np.where(visible, q.astype(np.float64) @ k.T.astype(np.float64) / 4, instead)
        with np.errstate(invalid="ignore"):
            right = np.exp(scores - scores.max(axis=1, keepdims=True))
            right /= right.sum(axis=1, keepdims=True)
        right[np.isnan(right)] = 0.0
        made = attention_map("weights", q, k, visible, instead)
        assert np.abs(made - right).max() <= 4e-7 * max(1.0, 16 * size), instead


# ---------------------------------------------------------------- in a run


CELLS = (CellEdit("decoder", 1, 3, True), CellEdit("decoder", 2, 0, False), CellEdit("cross", 1, 2, False))
EDITS = {
    "none": Edits(),
    "cells": Edits(masks=MaskEdits(cells=CELLS)),
    "a query that may read nothing": Edits(masks=MaskEdits(cells=(CellEdit("decoder", 0, 0, False),))),
    "the future": Edits(masks=MaskEdits(future=False)),
    "padding": Edits(masks=MaskEdits(padding=False)),
    "a large number": Edits(masks=MaskEdits(cells=CELLS, value=-1e9)),
    "a number that hides nothing": Edits(masks=MaskEdits(value=-1e-20)),
}


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_a_run_records_no_scores_and_has_them(edits: Edits) -> None:
    """Whatever its masks are."""
    trace = ENGINE.trace(RunSpec(model="pieces", source=("We don't open.", "No."), max_steps=6, edits=edits))
    assert not any(name.endswith("scores") for name in trace.arrays.kept)
    model = ENGINE.open("pieces").model
    changed = listeners(model, edits, range(2))
    with torch.inference_mode(), recording(model, edits=changed) as kept:
        model(torch.tensor(trace.ids["source"]), torch.tensor(trace.ids["read"]))
    bare = without(trace, "attn.weights")
    for name, own in kept.items():
        if own.dtype == torch.float32:
            same(trace.arrays[name], own.numpy())
    for kind in KINDS:
        for what in SCORES:
            for sentence in (0, 1):
                same(bare.arrays.derivation.make(kind, 1, what, (sentence, 2)), trace.map(kind, 1, 2, what, sentence))


def test_a_trace_is_freed_when_it_is_replaced() -> None:
    """By its count of references alone: a long text's numbers must not wait for the collector of cycles."""
    trace = made_trace(source_tokens=30, target_tokens=30)
    trace = without(trace, "attn.weights")
    trace.map("cross", 0, 0, "raw")
    trace.arrays[trace.name("cross", "raw", 1)].sum()
    gone = weakref.ref(trace), weakref.ref(trace.arrays)
    gc.disable()
    try:
        del trace
        assert [one() for one in gone] == [None, None]
    finally:
        gc.enable()


def test_the_four_maps_of_a_cell_are_kept_however_large_they_are() -> None:
    trace = without(made_trace(source_tokens=9, target_tokens=9), "attn.weights")
    heads, made = trace.arrays.heads, []
    heads.most = 1

    def ask(place: str) -> None:
        def make() -> np.ndarray:
            made.append(place)
            return np.zeros(100)

        heads.get(place, make)

    for place in "abcdabcdea":
        ask(place)
    assert "".join(made) == "abcdea"


def same(made: np.ndarray, own: np.ndarray) -> None:
    """Equal but for a millionth of the largest number, where that is above 1."""
    hidden = np.isinf(own)
    assert np.array_equal(np.isinf(made), hidden)
    assert np.abs(made[~hidden] - own[~hidden]).max() <= CLOSE * max(1.0, float(np.abs(own[~hidden]).max()))


def test_a_long_text_is_written_guessed_or_not_without_rows_of_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its attentions only those whose maps are small enough have weights; the numbers stay what they were."""
    run = RunSpec(model="pieces", source=("We don't open the old window tonight.",), max_steps=4)
    full = ENGINE.trace(run)
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 6 * 4 * 30)
    for source in ("We don't open the old window tonigh.", run.source[0]):  # the second one is guessed
        events = list(ENGINE.run(run.with_(source=(source,))))
        assert all(step.weights == {} for step in events[1:-1] if isinstance(step, Step)) and len(events) == 6
    trace = events[-1]
    assert isinstance(trace, Trace) and trace.sentences == full.sentences
    assert [trace.whole(kind) for kind in KINDS] == [False, True, False] and all(map(trace.has, KINDS))
    told = [notice for notice in trace.notices if "computed when you look" in notice]
    assert len(told) == 1 and "large attention maps" in told[0], "not each: the decoder's are recorded"
    for kind in KINDS:
        same(trace.map(kind, 1, 2), full.map(kind, 1, 2))


@pytest.mark.parametrize("variant", ["plain", "value", "masked rows", "nothing read", "-1e9", "large", "hidden"])
def test_a_column_is_that_of_the_map_which_is_made_once(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all heads, padded sentences, masks by rule and by hand, scores that overflow, rows that a question hides."""
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    full = made_trace(sentences=2, source_tokens=90, target_tokens=70)
    if variant == "value":
        full = full.with_(run=replace(full.run, edits=Edits(MaskEdits(value=-2.0))))
    reasons = {kind: codes.copy() for kind, codes in full.reasons.items()}
    if variant == "masked rows":
        reasons["decoder"][:, 5] = reasons["cross"][:, 60] = USER
        full = full.with_(reasons=reasons)
    if variant in ("nothing read", "-1e9"):
        value = -1e9 if variant == "-1e9" else None
        reasons = {kind: np.full_like(codes, USER) for kind, codes in reasons.items()}
        full = full.with_(reasons=reasons, run=replace(full.run, edits=Edits(MaskEdits(value=value))))
    trace = without(full, "scores", ".weights")
    if variant == "large":
        kept = {name: 40 * one if name.endswith(".q") else one for name, one in trace.arrays.items()}
        trace = trace.with_(arrays=kept)
    if variant == "hidden":
        trace = HiddenParts(row=("cross", 3)).hide_in(trace)
    rounding = 1e-3 if variant == "large" else 1e-5  # that of the scores, a share of the weights
    made, make = Counter[str](), Derivation.make
    monkeypatch.setattr(Derivation, "make", lambda *of, **how: made.update([of[3]]) or make(*of, **how))
    for kind, head, sentence in itertools.product(KINDS, range(full.spec.heads), (0, 1)):
        right = trace.map_uncached(kind, 1, head, sentence=sentence)
        for fresh in (trace.with_(), trace):
            made.clear()
            for key in (0, 7, -1, 7):
                column = fresh.column(kind, 1, head, key, sentence)
                assert np.allclose(column, right[:, key], rounding, 1e-9, equal_nan=True), (kind, head, key)
            assert made["weights"] == (fresh is not trace)
        with pytest.raises(IndexError):
            trace.column(kind, 1, head, right.shape[1], sentence)


@pytest.mark.parametrize("seed", range(4))
def test_maps_in_use_stay_while_others_reuse_the_memory_of_older_ones(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Whoever holds a map, or a part of one, among hundreds of others keeps its numbers."""
    full = made_trace(source_tokens=40, target_tokens=40)
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    trace = without(full, "scores", ".weights")
    assert isinstance(trace.arrays, Arrays)
    trace.arrays.heads.most = 40_000  # six of these maps
    draw, held, reused = np.random.default_rng(seed), list[tuple[np.ndarray, np.ndarray]](), 0
    give = MapCache.memory

    def given(cache: MapCache, shape: tuple[int, ...]) -> np.ndarray | None:
        nonlocal reused
        found = give(cache, shape)
        reused += found is not None
        return found

    monkeypatch.setattr(MapCache, "memory", given)
    for _ in range(300):
        kind, what = draw.choice(list(KINDS)), draw.choice(list(SCORES))
        place = kind, int(draw.integers(full.spec.layers(kind))), int(draw.integers(full.spec.heads_of(kind))), what
        made = trace.map(*place)
        right = trace.map_uncached(*place)
        assert np.array_equal(made, right, equal_nan=True)
        if draw.random() < 0.3:
            part = made if draw.random() < 0.5 else made[1:, :2]
            held.append((part, part.copy()))
            del part
        del made
        if len(held) > 4:
            held.pop(int(draw.integers(len(held))))
        assert all(np.array_equal(one, then, equal_nan=True) for one, then in held)
    assert reused > 20


def test_what_can_be_made_of_a_run_that_is_only_sent_is_not_looked_for(monkeypatch) -> None:
    made, looked = made_trace(), list[bool]()
    makers = Derivation.makers
    monkeypatch.setattr(Derivation, "makers", lambda self, large: (looked.append(large), makers(self, large))[1])
    trace = wire.from_bytes(wire.to_bytes(made.maps_only()))
    assert not looked
    assert trace.name("encoder", "raw", 0) in list(trace.arrays) and looked == [False]
