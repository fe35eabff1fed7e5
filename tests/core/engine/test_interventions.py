"""Edits: what each of them changes, that it changes nothing else, and that decoding step by step sees the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.engine.batch import Batch, WholePass, padded, row_numbers
from model_core.engine.engine import Engine
from model_core.engine.interventions import listeners
from model_core.engine.position_edits import edited_table
from model_core.errors import Refused
from model_core.proofs.proof import close, difference
from model_core.record.edits import CellEdit, Decoding, Edits, HeadPlace, MaskEdits, PositionEdits, Swap, TokenPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ATTENTION, FUTURE, PADDING, USER, VISIBLE, Trace
from model_core.spec import EOS, KINDS, PAD
from model_core.transformer.hooks import listener_count, recording
from model_core.transformer.model import EncoderDecoder, build
from tests.daily import examples
from tests.made.small import SENTENCES, VARIANTS, small_model, small_pieces, small_spec, varied_model

PIECES = small_pieces()
ENGINE = Engine()
ENGINE.add("pieces", varied_model(PIECES), PIECES)
LINE = "We don't open."
SOURCES = ([5, 6, 7, 8], [9, 10])
GREEDY = Decoding()


def passed(model: EncoderDecoder, edits: Edits, written: Sequence[list[int]] = (), limit: int = 7) -> Batch:
    """These sources through the model: written by it, or with these texts."""
    batch = Batch(model, padded([[*source, EOS] for source in SOURCES], PAD), edits)
    batch.encode()
    if written:
        batch.force_texts(list(written))
    else:
        list(batch.write(GREEDY, limit, [[], []], watch=True))
    return batch


def whole(model: EncoderDecoder, edits: Edits, written: Sequence[list[int]] = ()) -> WholePass:
    """Everything recorded of one pass over what was written, the encoder's activations too."""
    batch = passed(model, edits, written)
    encoded = batch.encode(lambda name: True)
    one = batch.whole_pass(lambda name: True)
    return replace(one, kept=encoded | one.kept)


def traced(edits: Edits = Edits(), **run: Any) -> Trace:  # noqa: B008
    """The full Trace of a run with these edits."""
    return ENGINE.trace(RunSpec(**{"model": "pieces", "source": (LINE,), "max_steps": 9, "edits": edits, **run}))


def cells(*places: tuple[str, int, int, bool], sentence: int = 0, **masks: Any) -> Edits:
    """Cells set by hand, in one sentence."""
    return Edits(MaskEdits(tuple(CellEdit(*place, sentence) for place in places), **masks))


# ---------------------------------------------------------------- steps and the whole

Places = st.integers(0, 8)
ForbiddenCells = st.builds(CellEdit, st.sampled_from(KINDS), Places, Places, st.just(False), st.integers(0, 2))
PastCells = st.builds(
    lambda kind, one, other, sentence: CellEdit(kind, max(one, other), min(one, other), True, sentence),
    st.sampled_from(KINDS), Places, Places, st.integers(0, 2),
)  # fmt: skip
StepMasks = st.builds(
    MaskEdits,
    cells=st.lists(ForbiddenCells | PastCells, max_size=6).map(tuple),
    padding=st.booleans(),
    value=st.sampled_from([None, None, -1e9]),
    hidden=st.lists(st.builds(TokenPlace, st.integers(0, 6), st.integers(0, 2)), max_size=3).map(tuple),
)
AnyPositions = st.builds(
    PositionEdits,
    table=st.sampled_from(["model", "interleaved", "halves", "random", "none"]),
    base=st.sampled_from([10_000.0, 20.0]),
    order=st.sampled_from(["kept", "shuffled", "reversed"]),
    shift=st.integers(-30, 30),
    stacks=st.sampled_from(["both", "encoder", "decoder"]),
    seed=st.integers(0, 5),
)
AnyHeads = st.lists(st.builds(HeadPlace, st.sampled_from(KINDS), st.integers(0, 2), st.integers(0, 4)), max_size=4)
StepEdits = st.builds(Edits, StepMasks | st.just(MaskEdits()), AnyPositions | st.just(PositionEdits()), AnyHeads)
"""Edits under which no row reads later ones: all but "no peeking ahead" off, later cells allowed, masks that leak."""


@settings(max_examples=examples(80))
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 20), StepEdits)
def test_cached_steps_are_the_rows_of_the_whole_pass_under_every_edit(variant: str, seed: int, edits: Edits) -> None:
    model = small_model(seed, **VARIANTS[variant])
    batch = Batch(model, padded([[*source, EOS] for source in SOURCES], PAD), edits)
    batch.encode()
    told = list(batch.write(GREEDY, 7, [[], []], watch=True))
    one = batch.whole_pass(lambda name: name.endswith(".weights"))
    log_p_BTV = one.logits_BTV.log_softmax(-1)
    nothing_to_read = edits.masks.value is not None  # then such a row reads all keys evenly, later ones too
    for row in told:
        if nothing_to_read and any(c.kind == "decoder" for c in edits.masks.cells):
            continue
        assert difference(row.log_p, log_p_BTV[row.sentence, row.index]) <= close(log_p_BTV)
        for kind, weights in row.weights.items():
            for layer, rows in enumerate(weights):
                name = f"{ATTENTION[kind].format(layer=layer)}.weights"
                expected = one.kept[name][row.sentence, :, row.index, : rows.shape[-1]]
                assert difference(rows, expected) <= 1e-5
    assert listener_count(model) == 0
    apart = batch.cache_difference(one)
    assert apart is not None and apart.shape == one.written_BT.shape


OWN_CELL = CellEdit("decoder", 0, 0, allowed=False)
"""All that the first row may read."""
LATER = {
    "the future may be read": MaskEdits(future=False),
    "masked by next to nothing": MaskEdits(value=-1e-20),
    "a later cell": MaskEdits(cells=(CellEdit("decoder", 1, 3, allowed=True),)),
    "a row of masked cells, by a number": MaskEdits(cells=(OWN_CELL,), value=-1e9),
    "a row of masked cells": MaskEdits(cells=(OWN_CELL,)),
    "masked by a number": MaskEdits(value=-1e9),
    "a cell of the source": MaskEdits(cells=(CellEdit("cross", 0, 1, allowed=True),), hidden=(TokenPlace(1),)),
    "a cell of the encoder": MaskEdits(cells=(CellEdit("encoder", 0, 1, allowed=True),), hidden=(TokenPlace(1),)),
    "an earlier cell": MaskEdits(cells=(CellEdit("decoder", 2, 1, allowed=True),)),
}


@pytest.mark.parametrize("changes", [{}, {"mask_value": -1e20}, {"mask_value": -1e-20}])
@pytest.mark.parametrize("name", LATER)
def test_a_step_has_its_own_probability_where_a_row_reads_a_later_token(name: str, changes: dict[str, Any]) -> None:
    edits = Edits(LATER[name])
    batch = passed(small_model(4, **changes), edits)
    kept = batch.whole_pass(lambda hook: hook.endswith("self_attn.weights")).kept
    later = max(float(weights[0].triu(1).max()) for hook, weights in kept.items() if hook.startswith("decoder."))
    assert (batch.step_probability() is not None) == (later > 0)


def test_while_decoding_there_is_no_future_to_read() -> None:
    """Steps with the cache are those of the unedited model; the whole pass over the text is another computation."""
    model = small_model(4)
    plain, peeking = passed(model, Edits()), passed(model, Edits(MaskEdits(future=False)))
    assert plain.written == peeking.written
    for one, other in zip(plain.step_log_p, peeking.step_log_p, strict=True):
        assert difference(torch.stack(one), torch.stack(other)) <= 1e-5
    apart = peeking.cache_difference(peeking.whole_pass(lambda name: False))
    assert apart is not None and float(apart[0, 0]) > 1e-3
    own, read_back = peeking.step_probability(), peeking.whole_pass(lambda name: False)
    unedited = row_numbers(plain.whole_pass(lambda name: False).log_p_BTV, read_back.written_BT, EOS)["probability"]
    back = row_numbers(read_back.log_p_BTV, read_back.written_BT, EOS)["probability"]
    assert own is not None and plain.step_probability() is None, "the whole pass tells the same"
    for row, ids in enumerate(peeking.written):
        assert own[row, : len(ids)].numpy() == pytest.approx(unedited[row, : len(ids)], abs=1e-5)
    assert float(np.abs(own.numpy() - back)[0, 0]) > 1e-5
    last = plain.whole_pass(lambda name: False)
    same = plain.cache_difference(last)
    assert same is not None and float(same.max()) <= close(last.log_p_BTV)


@pytest.mark.parametrize("decoding", [GREEDY, Decoding("beam", beams=2)], ids=lambda one: one.method)
def test_rows_of_log_probabilities_too_large_to_be_compared_are_not_kept(
    decoding: Decoding, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, edits = small_model(4), Edits(MaskEdits(future=False))

    def written() -> Batch:
        batch = Batch(model, padded([[*source, EOS] for source in SOURCES], PAD), edits)
        batch.encode()
        list(batch.write(decoding, 7, [[], []], watch=True))
        return batch

    whole = written()
    rows = [[float(log_p_V[token]) for log_p_V, token in zip(steps, ids, strict=True)]
            for steps, ids in zip(whole.step_log_p, whole.written, strict=True)]  # fmt: skip
    assert whole.written_log_p == [pytest.approx(row) for row in rows]
    for module in ("model_core.engine.batch.STEP_BYTES", "model_core.decoding.beam.PASS_BYTES"):
        monkeypatch.setattr(module, 4 * model.spec.target_vocabulary)
    less = written()
    assert not any(less.step_log_p) and less.cache_difference(less.whole_pass(lambda name: False)) is None
    own, known = less.step_probability(), whole.step_probability()
    assert own is not None and known is not None and torch.equal(own, known)
    assert [row[: len(ids)] for row, ids in zip(own.tolist(), less.written, strict=True)] == [
        pytest.approx(np.exp(row).tolist(), rel=1e-5) for row in rows
    ]


def test_a_guess_is_not_made_where_its_rows_could_see_each_other() -> None:
    model = small_model(4)
    source = padded([[*SOURCES[0], EOS]], PAD)
    for masks in (MaskEdits(future=False), MaskEdits(value=-1e-20)):
        texts = []
        for guess in ((), (30, 31, 32, 33, 34)):
            batch = Batch(model, source, Edits(masks))
            batch.encode()
            list(batch.write(GREEDY, 7, [[]], guess, watch=True))
            texts.append((batch.written, torch.stack(batch.step_log_p[0])))
        assert texts[0][0] == texts[1][0] and torch.equal(texts[0][1], texts[1][1])


# ---------------------------------------------------------------- masks


WRITTEN = ([11, 12, 13, EOS], [14, EOS])


def map_of(one: WholePass, kind: str, what: str = "weights", layer: int = 0) -> torch.Tensor:
    """(B, H, Q, M) of a layer's attention."""
    return one.kept[f"{ATTENTION[kind].format(layer=layer)}.{what}"]


@settings(max_examples=examples(30))
@given(st.lists(ForbiddenCells, min_size=1, max_size=12))
def test_what_is_forbidden_gets_no_weight_and_the_rest_of_the_row_shares_it(forbidden: list[CellEdit]) -> None:
    """In every layer: the softmax of the recorded scores over what is left, computed in float64."""
    model = small_model(2)
    one = whole(model, Edits(MaskEdits(tuple(forbidden))), WRITTEN)
    plain = whole(model, Edits(), WRITTEN)
    for kind in KINDS:
        mask = plain.kept[{"encoder": "encoder.mask", "decoder": "decoder.mask", "cross": "decoder.cross_mask"}[kind]]
        mask = mask.clone()
        for cell in forbidden:
            if cell.kind == kind and cell.sentence < 2 and cell.query < mask.shape[1] and cell.key < mask.shape[2]:
                mask[cell.sentence, cell.query, cell.key] = False
        for layer in range(2):
            raised = map_of(one, kind, "scores", layer).double().exp() * mask.unsqueeze(1)
            expected = raised / raised.sum(-1, keepdim=True).clamp_min(1e-300)
            assert difference(map_of(one, kind, "weights", layer).double(), expected) <= 1e-5
    assert bool(one.logits_BTV.isfinite().all())


def test_a_query_that_may_read_nothing_has_no_weights_and_an_explanation() -> None:
    length = len(PIECES.ids([LINE])[0]) + 1
    trace = traced(cells(*(("encoder", 1, key, False) for key in range(length)), ("cross", 0, 0, True)))
    assert trace.size("encoder") == (length, length)
    for layer in range(2):
        weights = trace.maps("encoder")[layer]
        assert not weights[:, 1].any() and np.abs(weights[:, 0].sum(-1) - 1).max() <= 1e-5
    assert (trace.reason("encoder")[1] == USER).all()
    assert np.isfinite(trace.arrays["logits"]).all()
    assert "1 query is not allowed to read anything: all weights in its row are 0." in trace.notices


def test_a_query_that_may_read_nothing_has_uniform_weights_with_a_finite_mask_value() -> None:
    model = small_model(mask_value=-1e9, source_vocabulary=PIECES.size, target_vocabulary=PIECES.size)
    length = len(PIECES.ids([LINE])[0]) + 1
    edits = cells(*(("encoder", 1, key, False) for key in range(length)))
    engine = Engine()
    engine.add("m", model, PIECES)
    trace = engine.trace(RunSpec("m", (LINE,), edits=edits))
    assert np.allclose(trace.map("encoder", 0, 0)[1], 1 / length)
    assert any("1 query is not allowed to read anything: all keys have the same score" in one for one in trace.notices)
    even = traced(cells(*(("encoder", 1, key, False) for key in range(length)), value=-1e9))
    assert np.abs(even.maps("encoder")[0][:, 1] - 1 / length).max() <= 1e-6
    assert any("the same weight" in notice for notice in even.notices)


def test_allowed_by_hand_wins_over_the_future() -> None:
    trace = traced(cells(("decoder", 0, 2, True), ("decoder", 2, 0, False)), target=("No abrimos.",))
    reason = trace.reason("decoder")
    assert reason[0].tolist()[:3] == [VISIBLE, FUTURE, VISIBLE] and reason[2, 0] == USER
    assert (trace.maps("decoder")[1][:, 0, 2] > 0).all() and (trace.maps("decoder")[0][:, 2, 0] == 0).all()


def test_of_two_edits_of_one_cell_the_later_counts() -> None:
    trace = traced(cells(("cross", 0, 1, False), ("cross", 0, 1, True), ("cross", 0, 0, True), ("cross", 0, 0, False)))
    assert trace.reason("cross")[0].tolist()[:2] == [USER, VISIBLE]
    weights = trace.maps("cross")[0][:, 0]
    assert (weights[:, 0] == 0).all() and (weights[:, 1] > 0).all()


def test_peeking_ahead_reads_all_tokens_but_no_padding() -> None:
    trace = traced(Edits(MaskEdits(future=False)), source=(LINE, "Open."), target=("No abrimos.", "No"))
    for sentence in (0, 1):
        rows, _ = trace.size("decoder", sentence)
        assert (trace.reason("decoder", sentence) == VISIBLE).all()
        assert (trace.maps("decoder", sentence=sentence)[0] > 0).all()
        assert (trace.reasons["decoder"][sentence][:rows, rows:] == PADDING).all()
    assert trace.reasons["decoder"][1].shape[1] > trace.size("decoder", 1)[1], "there is padding"
    assert not any("later tokens is allowed" in notice for notice in trace.notices), "a given target is read as a whole"
    assert any("later tokens is allowed" in notice for notice in traced(Edits(MaskEdits(future=False))).notices)


def test_padding_that_may_be_read() -> None:
    edits = Edits(MaskEdits(padding=False))
    trace = traced(edits, source=(SENTENCES[0], "Open."), target=("No", "No abrimos."))
    assert all((trace.reasons[kind] == VISIBLE).all() for kind in ("encoder", "cross"))
    decoder = trace.reasons["decoder"]
    assert np.array_equal(decoder == FUTURE, np.triu(np.ones(decoder.shape, bool), 1)) and PADDING not in decoder
    short = trace.size("encoder", 1)[1]
    assert short < trace.reasons["encoder"].shape[2], "there is padding"
    assert (trace.arrays[Trace.name("encoder", "weights", 0)][1, :, 0, short:] > 0).all()
    assert any("Reading padding is allowed, but there is none" in notice for notice in traced(edits).notices)
    assert not any("Padding" in notice for notice in trace.notices)


@pytest.mark.parametrize("value", [-1e9, -4.0, -1e-20, 0.0])
def test_another_number_in_the_place_of_a_masked_score(value: float) -> None:
    model = small_model(2)
    one, plain = (whole(model, edits, WRITTEN) for edits in (Edits(MaskEdits(value=value)), Edits()))
    hidden = plain.kept["decoder.mask"].logical_not().unsqueeze(1)
    scores, masked = map_of(one, "decoder", "scores"), map_of(one, "decoder", "masked_scores")
    assert difference(masked, scores.masked_fill(hidden, value)) == 0.0
    weights = map_of(one, "decoder")
    leaked = float(weights.masked_select(hidden).max())
    assert (leaked == 0.0) == (value == -1e9)
    assert difference(weights.double(), masked.double().softmax(-1)) <= 1e-6
    assert torch.equal(plain.kept["decoder.mask"], one.kept["decoder.mask"]), "the mask itself is as it was"


def test_a_hidden_token_is_never_read_at_any_step() -> None:
    """In both attentions over the source, by cells set by hand for every query; a cell allowed by hand wins."""
    places = (TokenPlace(1), TokenPlace(2, 1), TokenPlace(40))
    trace = traced(Edits(MaskEdits(hidden=places)), source=(LINE, "Open the old window."), max_steps=7)
    for sentence, place in ((0, 1), (1, 2)):
        for kind in ("encoder", "cross"):
            assert (trace.reason(kind, sentence)[:, place] == USER).all()
            assert not any(maps[:, :, place].any() for maps in trace.maps(kind, sentence=sentence))
            assert np.count_nonzero(trace.reason(kind, sentence) == USER) == trace.size(kind, sentence)[0]
    assert USER not in trace.reasons["decoder"]
    assert any("1 edit is outside" in notice for notice in trace.notices)
    one = traced(Edits(MaskEdits(hidden=places[:1])))
    rows, columns = one.size("cross")
    by_hand = [("encoder", query, 1, False) for query in range(columns)]
    by_hand += [("cross", query, 1, False) for query in range(rows)]
    same = traced(cells(*by_hand))
    assert same.sentences == one.sentences and np.array_equal(same.arrays["logits"], one.arrays["logits"])
    masks = MaskEdits((CellEdit("cross", 0, 1, True),), hidden=places[:1])
    opened = traced(Edits(masks))
    assert opened.reason("cross")[0, 1] == VISIBLE and (opened.maps("cross")[0][:, 0, 1] > 0).all()
    length = len(PIECES.ids([LINE])[0]) + 1
    nothing = traced(Edits(MaskEdits(hidden=tuple(map(TokenPlace, range(length))))))
    assert np.isfinite(nothing.arrays["logits"]).all()
    assert any("queries are not allowed to read anything" in notice for notice in nothing.notices)


def test_masks_are_recorded_as_they_are_in_force() -> None:
    trace = traced(cells(("encoder", 0, 1, False)))
    assert trace.arrays["encoder.mask"].dtype == np.bool_
    assert not trace.arrays["encoder.mask"][0, 0, 1]
    first = next(iter(ENGINE.run(trace.run)))
    assert isinstance(first, Trace) and first.reason("encoder")[0, 1] == USER


# ---------------------------------------------------------------- heads


@pytest.mark.parametrize("kind", KINDS)
def test_a_head_switched_off_is_a_model_without_its_columns(kind: str) -> None:
    """Against the same weights with those columns of the output projection set to 0."""
    model, cut = small_model(6), small_model(6)
    module = cut.get_submodule(ATTENTION[kind].format(layer=1))
    width = model.spec.head_width
    with torch.no_grad():
        module.get_parameter("to_out.weight")[:, 2 * width : 3 * width] = 0.0
    one, expected = whole(model, Edits(heads_off=(HeadPlace(kind, 1, 2),)), WRITTEN), whole(cut, Edits(), WRITTEN)
    assert difference(one.logits_BTV, expected.logits_BTV) <= 1e-5
    assert difference(one.logits_BTV, whole(model, Edits(), WRITTEN).logits_BTV) > 1e-3
    outputs = map_of(one, kind, "head_outputs", 1)
    assert not outputs[:, 2].any() and bool(outputs[:, [0, 1, 3]].any())


# ---------------------------------------------------------------- positions


def test_positions_none_is_the_model_without_positions() -> None:
    model = small_model(7)
    bare = build(small_spec(positions="none"))
    bare.load_state_dict(model.state_dict())
    one = whole(model, Edits(positions=PositionEdits(table="none")), WRITTEN)
    assert difference(one.logits_BTV, whole(bare, Edits(), WRITTEN).logits_BTV) == 0.0


@given(AnyPositions)
@settings(max_examples=examples(30))
def test_each_place_reads_its_row_of_the_table_in_force(positions: PositionEdits) -> None:
    model = small_model(7, positions="learned")
    one = whole(model, Edits(positions=positions), WRITTEN)
    for stack in ("encoder", "decoder"):
        own = getattr(model, stack).embed.position.table.detach().numpy()
        table = edited_table(own, positions) if positions.stacks in ("both", stack) else own
        read = one.kept[f"{stack}.embed.positions"].numpy()
        assert np.array_equal(read, table[: len(read)])


def test_the_table_in_force_is_in_the_trace() -> None:
    positions = PositionEdits(table="halves", shift=3, stacks="encoder")
    trace = traced(Edits(positions=positions))
    for stack in ("encoder", "decoder"):
        table, rows = trace.arrays[f"{stack}.embed.position.table"], trace.arrays[f"{stack}.embed.positions"]
        assert np.array_equal(table[: len(rows)], rows)
    own = ENGINE.open("pieces").model.encoder.embed.position.table.numpy()
    assert np.array_equal(trace.arrays["encoder.embed.position.table"], edited_table(own, positions))


# ---------------------------------------------------------------- swaps


def test_a_swapped_token_is_read_as_if_it_stood_there() -> None:
    ids = PIECES.ids([SENTENCES[0]])[0]
    trace = traced(Edits(swaps=(Swap(2, ids[0]), Swap(0, ids[1]))))
    source = trace.sentences[0].source
    plain = traced()
    assert [source[2].id, source[0].id] == ids[:2] and source[2].text == PIECES.token(ids[0]).text
    assert [token.word for token in source] == [token.word for token in plain.sentences[0].source]
    assert trace.sentences[0].source_text == LINE
    assert trace.ids["source"][0].tolist() == [token.id for token in source]
    model = ENGINE.open("pieces").model
    with torch.inference_mode(), recording(model) as kept:
        model.encode(torch.tensor(trace.ids["source"]))
    assert np.array_equal(kept["encoder.output"].numpy(), trace.arrays["encoder.output"])
    said = " ".join(trace.notices)
    assert f"“{source[2].text}” instead of “{plain.sentences[0].source[2].text}” (token 3)" in said


# ---------------------------------------------------------------- what does not fit


def test_edits_outside_the_text_or_the_model_do_nothing_and_are_counted() -> None:
    places = ("encoder", 40, 0, False), ("decoder", 0, 30, True)
    outside = Edits(
        MaskEdits((*(CellEdit(*place) for place in places), CellEdit("cross", 0, 0, False, 9))),
        heads_off=(HeadPlace("cross", 9, 0), HeadPlace("cross", 0, 44)),
        swaps=(Swap(40, 300), Swap(0, 10**6), Swap(0, PAD), Swap(0, 300, 9)),
    )
    trace, plain = traced(outside), traced()
    assert trace.sentences == plain.sentences
    for name, array in plain.arrays.items():
        assert np.array_equal(array, trace.arrays[name]), name
    assert "9 edits are outside this text or model and have no effect here." in trace.notices
    assert not any("edit" in notice for notice in plain.notices)
    one = traced(Edits(heads_off=(HeadPlace("cross", 9, 0),)))
    assert "1 edit is outside this text or model and has no effect here." in one.notices


def test_edits_that_make_no_sense_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        traced(Edits(positions=PositionEdits(table="none of these")))
    assert refused.value.code == "E-RUN-EDITS"


def test_nothing_listens_where_nothing_is_edited() -> None:
    assert listeners(small_model(), Edits(), (0,)) == {}


@settings(max_examples=examples(40))
@given(st.builds(Edits, st.builds(MaskEdits, st.lists(ForbiddenCells | PastCells, max_size=5).map(tuple), st.booleans(),
       st.booleans(), st.sampled_from([None, -1e9, -1e-20])), AnyPositions, AnyHeads,
       st.lists(st.builds(Swap, Places, st.integers(0, 500), st.integers(0, 2)), max_size=4)))  # fmt: skip
def test_no_edit_breaks_a_run(edits: Edits) -> None:
    edits = replace(edits, heads_off=tuple(edits.heads_off), swaps=tuple(edits.swaps))
    for target in (None, ("No abrimos.",)):
        trace = traced(edits, source=(LINE, "Open."), target=target, max_steps=5)
        assert np.isfinite(trace.arrays["logits"]).all()
        for kind in KINDS:
            for sentence in (0, 1):
                for weights in trace.maps(kind, sentence=sentence):
                    assert weights.min() >= 0 and weights.sum(-1).max() <= 1 + 1e-5


def test_the_logits_of_a_long_text_are_made_some_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    with torch.inference_mode():
        model = small_model()
        one = passed(model, Edits(), WRITTEN)
        expected = one.whole_pass(lambda name: False)
        unembed = model.unembed
        monkeypatch.setattr(model, "unembed", lambda hidden: made.append(hidden.shape[1]) or unembed(hidden))
        monkeypatch.setattr("model_core.engine.batch.BLOCK", 2)
        blocks = one.whole_pass(lambda name: False)
        assert not made, "none before they are asked for"
        numbers = blocks.numbers(EOS)
        assert max(made) <= 2 and sum(made) == expected.written_BT.shape[1]
        for name, values in expected.numbers(EOS).items():
            assert np.allclose(numbers[name], values, atol=1e-5), name
        kept = one.whole_pass(lambda name: name == "logits").kept["logits"]
        assert difference(kept, expected.logits_BTV) <= 1e-5, "where they are recorded they are made at once"
