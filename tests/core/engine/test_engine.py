"""The engine: from a RunSpec to Traces and Steps, on models without files."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.decoding import draft
from model_core.decoding.decode import generate
from model_core.decoding.draft import shared_ends
from model_core.engine import batch
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io.limits import SOURCE_LINES, TEXT_CHARACTERS
from model_core.record import recording_policy
from model_core.record.edits import Decoding, Edits, HeadPlace
from model_core.record.effects import EffectsSpec
from model_core.record.lens import LensSpec
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import UNSEEN
from model_core.record.trace import FUTURE, PADDING, SCORES, VISIBLE, Step, Trace
from model_core.spec import BOS, EOS, KINDS, PAD, UNK
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.transformer.hooks import listener_count
from tests.daily import examples
from tests.made.small import SENTENCES, small_model, small_pieces, small_words, varied_model

PIECES, WORDS = small_pieces(), small_words()
ENGINE = Engine()
ENGINE.add("pieces", varied_model(PIECES), PIECES, "Pieces")
ENGINE.add("words", varied_model(WORDS), WORDS)

LINE = "We don't open."


def events_of(**run: Any) -> tuple[Trace, list[Step], Trace]:
    """The first Trace, the steps and the full Trace of a run."""
    first, *steps, last = ENGINE.run(RunSpec(**{"model": "pieces", "max_steps": 9, **run}))
    assert isinstance(first, Trace) and isinstance(last, Trace)
    return first, [step for step in steps if isinstance(step, Step)], last


def full(**run: Any) -> Trace:
    """The full Trace of a run."""
    return ENGINE.trace(RunSpec(**{"model": "pieces", "max_steps": 9, **run}))


def test_the_time_that_a_run_took_is_no_longer_than_its_caller_waited() -> None:
    start = time.perf_counter()
    told = full(source=(LINE,)).milliseconds
    waited = (time.perf_counter() - start) * 1000
    parts = told["encode"], told["decode"], told["forward"], told["total"]
    assert all(0 < part <= waited for part in parts) and told["encode"] < told["forward"] <= told["total"]
    assert told["decode"] + told["forward"] - told["encode"] <= told["total"]


def test_the_models_of_these_tests_write_varied_text() -> None:
    """Who writes one token for ever is blind to tokens and rows that are mixed up."""
    for model, lines in (("pieces", SENTENCES[:4]), ("words", ("1 2 3", "4 5 6 7"))):
        texts = [[token.id for token in one.written] for one in full(model=model, source=lines).sentences]
        assert max(len(set(ids)) for ids in texts) >= 4 and len(set(map(tuple, texts))) == len(texts)


def refusal(**run: Any) -> str:
    """The code with which a run is refused."""
    with pytest.raises(Refused) as refused:
        full(**run)
    assert "\n" not in str(refused.value)
    return refused.value.code


# ---------------------------------------------------------------- the order and the parts of a run


def test_a_run_gives_the_encoded_trace_the_steps_and_the_complete_trace() -> None:
    first, steps, last = events_of(source=(LINE,))
    assert (first.stage, last.stage) == ("encoded", "complete")
    assert [step.index for step in steps] == list(range(len(last.sentences[0].written)))
    assert first.has("encoder") and not first.has("cross") and last.has("cross") and last.has("encoder")
    assert set(first.reasons) == {"encoder"} and set(last.reasons) == set(KINDS)
    assert listener_count(ENGINE.open("pieces").model) == 0


def test_the_trace_holds_every_hook_point_under_its_name() -> None:
    from model_core.transformer.hooks import hook_points

    trace = full(source=(LINE,))
    tables = {"encoder.embed.position.table", "decoder.embed.position.table"}
    assert set(trace.arrays) == set(hook_points(ENGINE.open("pieces").model)) | tables
    assert all(isinstance(array, np.ndarray) and not array.flags.writeable for array in trace.arrays.values())
    with pytest.raises(ValueError, match="read-only"):
        trace.arrays["logits"][0, 0, 0] = 1.0


def test_shapes_rows_and_sizes() -> None:
    trace = full(source=(LINE,))
    one = trace.sentences[0]
    sources, rows = len(one.source), len(one.read)
    assert one.source[-1].piece == "</s>" and one.read[0].piece == "<s>"
    assert one.read[1:] == one.written[:-1], "row t reads what row t - 1 wrote"
    assert [maps.shape for maps in trace.maps("cross")] == [(4, rows, sources)] * 2
    assert trace.maps("encoder")[0].shape == (4, sources, sources)
    for what in SCORES:
        assert trace.map("decoder", 1, 3, what).shape == (rows, rows)
    assert trace.ids["read"].shape == trace.ids["written"].shape == trace.numbers["probability"].shape == (1, rows)
    assert trace.ids["read"][0].tolist() == [token.id for token in one.read]


def test_each_step_is_the_row_of_the_complete_trace() -> None:
    """Token, probabilities, candidates and every head's new row: the slider over rows shows what decoding did."""
    _, steps, trace = events_of(source=(LINE, "3 1", SENTENCES[3]))
    assert len({step.sentence for step in steps}) == 3
    for step in steps:
        row, one = step.index, trace.sentences[step.sentence]
        assert step.token.id == one.written[row].id
        assert step.probability == pytest.approx(float(trace.numbers["probability"][step.sentence, row]), abs=1e-5)
        ends = trace.numbers["end_probability"]
        assert step.end_probability == pytest.approx(float(ends[step.sentence, row]), abs=1e-5)
        expected = [(c.token.id, pytest.approx(c.probability, abs=1e-5)) for c in trace.candidates(row, step.sentence)]
        assert [(c.token.id, c.probability) for c in step.candidates] == expected
        for kind in ("decoder", "cross"):
            for layer, rows in enumerate(step.weights[kind]):
                whole = trace.maps(kind, sentence=step.sentence)[layer][:, row]
                shown = whole[:, : row + 1] if kind == "decoder" else whole
                assert np.abs(rows - shown).max() <= 1e-5


@pytest.fixture
def guesses(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """What decoding was given as a guess, run by run."""
    given: list[list[int]] = []

    def listening_in(*words: Any, guess: list[int], **more: Any) -> Any:
        given.append(guess)
        return generate(*words, guess=guess, **more)

    monkeypatch.setattr("model_core.engine.batch.generate", listening_in)
    return given


def test_a_text_that_differs_little_is_guessed_to_be_written_alike(guesses: list[list[int]]) -> None:
    """As while typing; the Trace is the one that a fresh engine gives."""
    first = full(source=("We do not open the old door today",))
    full(source=("Something else, with no piece at all of it",))
    assert guesses[-1] == [], "another text is not a guess"
    full(source=("We do not open the old door today",))
    second = full(source=("We do not open the old door toda",))
    written = [token.id for token in first.sentences[0].written]
    assert guesses[-1] == written and len(written) > 1
    full(source=("We do not open the old door today", "or more"))
    assert guesses[-1] == [], "several lines are not guessed"
    fresh = Engine()
    fresh.add("pieces", ENGINE.open("pieces").model, PIECES)
    alone = fresh.trace(second.run)
    assert alone.sentences == second.sentences
    assert set(alone.arrays) == set(second.arrays)
    assert all(np.allclose(alone.arrays[name], second.arrays[name], atol=1e-5) for name in alone.arrays)


@pytest.mark.parametrize("lengths", [(9, 5), (5, 9)], ids=["longer", "shorter"])
def test_a_guess_of_another_length_leaves_the_recording_unchanged(
    lengths: tuple[int, int], guesses: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the maps of one of the two texts are too large to be recorded, and those of the other are not."""
    monkeypatch.setattr(recording_policy, "most_recorded_cells", lambda spec: spec.heads * 7 * 7)
    ended = [(*range(300, 300 + length), EOS) for length in lengths]
    full(source=("We do not open",), prefix=ended[0], max_steps=12)
    second = full(source=("We do not ope",), prefix=ended[1], max_steps=12)
    assert guesses[-1] == list(ended[0]) and len(second.sentences[0].read) == len(ended[1])
    fresh = Engine()
    fresh.add("pieces", ENGINE.open("pieces").model, PIECES)
    alone = fresh.trace(second.run)
    assert set(alone.arrays) == set(second.arrays) and alone.notices == second.notices
    assert alone.whole("decoder") == second.whole("decoder") == (lengths[1] < lengths[0])
    assert all(np.allclose(alone.arrays[name], second.arrays[name], atol=1e-5) for name in alone.arrays)


def test_a_letter_taken_back_is_guessed_to_be_written_as_before(guesses: list[list[int]]) -> None:
    first = full(source=("We do not open the old door",))
    full(source=("We do not open the old door t",))
    again = full(source=("We do not open the old door",))
    assert guesses[-1] == [token.id for token in first.sentences[0].written]
    assert again.sentences == first.sentences and "cache_difference" not in again.numbers
    for name, array in first.arrays.items():
        assert np.allclose(again.arrays[name], array, atol=1e-5), name
    assert np.allclose(again.numbers["probability"], first.numbers["probability"], atol=1e-6)


def test_a_blank_at_the_end_is_guessed_to_change_nothing(guesses: list[list[int]]) -> None:
    """It adds no token, and is typed after every word: one pass shows that the text stays as it was."""
    first = full(source=("We do not open the old door",))
    spaced = full(source=("We do not open the old door ",))
    assert guesses[-1] == [token.id for token in first.sentences[0].written]
    assert spaced.sentences[0].written == first.sentences[0].written
    assert spaced.sentences[0].source_text == "We do not open the old door "


def test_a_guess_of_only_the_end_token_is_one_whole_pass(guesses: list[list[int]]) -> None:
    """After a text that became empty the guess is the end alone, and one row is all there is."""
    run = RunSpec("pieces", (LINE,), prefix=(EOS,))
    ENGINE.trace(run)
    assert ENGINE.open("pieces").recent[-1].target == [EOS]
    trace = ENGINE.trace(run.with_(source=(LINE + "x",)))
    assert guesses[-1] == [EOS]
    alone = Engine()
    alone.add("pieces", ENGINE.open("pieces").model, PIECES)
    other = alone.trace(run.with_(source=(LINE + "x",)))
    assert trace.sentences == other.sentences
    for name, array in other.arrays.items():
        assert np.allclose(trace.arrays[name], array, atol=1e-6), name


def test_steps_are_made_on_request() -> None:
    """As they would have been made at once, however much was written in between."""
    run = RunSpec(model="pieces", source=(LINE, "3 1"), max_steps=9)
    parts = list(ENGINE.lazy_events(run))
    steps = [event for event in ENGINE.run(run) if isinstance(event, Step)]
    made = [part() for part in parts if not isinstance(part, Trace)]
    assert len(made) == len(parts) - 2 == len(steps) > 0
    for one, other in zip(made, steps, strict=True):
        assert all(getattr(one, name) == getattr(other, name) for name in ("sentence", "index", "token", "candidates"))
        assert all(np.array_equal(one.weights[kind], other.weights[kind]) for kind in ("decoder", "cross"))


def test_a_run_that_was_given_up_leaves_no_guess(guesses: list[list[int]]) -> None:
    ids = [token.id for token in full(source=(LINE,)).sentences[0].written]
    given_up = ENGINE.run(RunSpec(model="pieces", source=(LINE + " We",), max_steps=9))
    next(given_up)
    next(given_up)
    given_up.close()
    full(source=(LINE + ".",))
    assert guesses[-1] == ids


def test_the_same_text_again_is_written_row_by_row(guesses: list[list[int]]) -> None:
    """Then, and only then, the difference that the cache makes is known: rows of one pass prove nothing."""
    full(source=("We do not open the old door today",))
    again = full(source=("We do not open the old door today",))
    assert guesses[-1] == []
    apart = again.numbers["cache_difference"]
    assert apart.shape == again.ids["written"].shape and 0 <= float(apart.max()) <= 1e-4
    typed = full(source=("We do not open the old door toda",))
    assert guesses[-1] and "cache_difference" not in typed.numbers
    assert "cache_difference" not in full(source=(LINE,), target=("No",)).numbers


@pytest.mark.parametrize("decoding", [Decoding(), Decoding(method="sample", temperature=0.7, top_p=0.9, seed=3)])
@pytest.mark.parametrize("guessed", [False, True])
def test_the_numbers_of_a_long_text_are_made_block_by_block_and_are_the_same(
    guessed: bool, decoding: Decoding, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for rows in (1000, 2):
        monkeypatch.setattr(batch, "BLOCK", rows)
        monkeypatch.setattr(draft, "LONG", rows)
        ENGINE.open("pieces").recent.clear()
        if guessed:
            full(source=(LINE,), decoding=decoding)
        told.append(full(source=(LINE + ".",), decoding=decoding))
    one, blocks = told
    assert one.ids["written"].shape[1] > 4 and blocks.numbers.keys() == one.numbers.keys()
    assert all(np.array_equal(blocks.numbers[name], one.numbers[name]) for name in one.numbers)
    assert np.array_equal(blocks.ids["candidates"], one.ids["candidates"]) and blocks.sentences == one.sentences
    for name, values in one.numbers.items():
        base = values if values.base is None else values.base
        assert base.nbytes <= 16 * values.nbytes, f"{name} keeps the probabilities of all tokens alive"


@pytest.mark.parametrize(
    ("ids", "others", "shared"),
    [
        ([], [], 0),
        ([1], [], 0),
        ([1, 2, 3], [1, 2, 3], 3),
        ([1, 2, 3], [1, 9, 3], 2),
        ([1, 2], [1, 2, 3], 2),
        ([2, 3], [1, 2, 3], 2),
        ([1, 1, 1], [1, 1], 2),
        ([4], [5], 0),
    ],
)
def test_alike_counts_both_ends_and_nothing_twice(ids: list[int], others: list[int], shared: int) -> None:
    assert shared_ends(ids, others) == shared_ends(others, ids) == shared


def test_numbers_are_those_of_the_recorded_logits() -> None:
    trace = full(source=(LINE,), candidates=5)
    logits = trace.arrays["logits"][0].astype(np.float64)
    p = np.exp(logits - logits.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    rows = np.arange(len(p))
    written = trace.ids["written"][0]
    assert trace.numbers["probability"][0] == pytest.approx(p[rows, written], abs=1e-6)
    assert trace.numbers["log_probability"][0] == pytest.approx(np.log(p[rows, written]), abs=1e-4)
    assert trace.numbers["end_probability"][0] == pytest.approx(p[:, EOS], abs=1e-6)
    assert trace.numbers["entropy"][0] == pytest.approx(-(p * np.log2(p)).sum(-1), abs=1e-4)
    assert trace.numbers["candidates"][0] == pytest.approx(np.sort(p, axis=-1)[:, :-6:-1], abs=1e-6)
    assert p[rows[:, None], trace.ids["candidates"][0]] == pytest.approx(trace.numbers["candidates"][0], abs=1e-6)
    assert [c.token.id for c in trace.candidates(0)] == trace.ids["candidates"][0, 0].tolist()


def test_the_model_writes_its_most_probable_token() -> None:
    trace = full(source=(LINE,))
    allowed = trace.arrays["logits"][0].copy()
    allowed[:, [PAD, BOS]] = -math.inf
    assert trace.ids["written"][0].tolist() == allowed.argmax(-1).tolist()


# ---------------------------------------------------------------- several lines


def test_several_lines_are_a_padded_batch_and_each_is_itself() -> None:
    lines = (SENTENCES[0], "Open.", LINE)
    together = full(source=lines)
    for index, line in enumerate(lines):
        alone = full(source=(line,))
        assert together.sentences[index] == alone.sentences[0]
        for kind in KINDS:
            assert together.size(kind, index) == alone.size(kind)
            for ours, own in zip(together.maps(kind, sentence=index), alone.maps(kind), strict=True):
                assert np.abs(ours - own).max() <= 1e-5


def test_reasons_of_a_padded_batch() -> None:
    trace = full(source=("Open.", SENTENCES[0]), target=("No", "No no no no"))
    short, rows = len(trace.sentences[0].source), len(trace.sentences[0].read)
    cross = trace.reasons["cross"][0]
    assert (cross[:, :short] == VISIBLE).all() and (cross[:, short:] == PADDING).all()
    assert (trace.reason("cross") == VISIBLE).all() and trace.reason("decoder").shape == (rows, rows)
    assert np.array_equal(trace.reason("decoder") == FUTURE, np.triu(np.ones((rows, rows), bool), 1))
    for kind in KINDS:
        hidden = trace.reasons[kind] != VISIBLE
        for layer in range(2):
            weights = trace.arrays[trace.name(kind, "weights", layer)]
            assert (weights[np.broadcast_to(hidden[:, None], weights.shape)] == 0).all()
            scores = trace.arrays[trace.name(kind, "masked", layer)]
            assert np.array_equal(np.isinf(scores), np.broadcast_to(hidden[:, None], scores.shape))


# ---------------------------------------------------------------- given targets, beginnings and prefixes


def test_a_given_target_is_read_and_rated() -> None:
    trace = full(source=(LINE,), target=("No abrimos.",))
    one = trace.sentences[0]
    assert [token.id for token in one.written] == [*PIECES.ids(["No abrimos."])[0], EOS]
    assert one.forced == len(one.written) and one.finished and one.target_text == "No abrimos."
    assert trace.numbers["probability"].min() > 0


def test_missing_target_lines_are_empty_and_too_many_are_refused() -> None:
    trace = full(source=(LINE, "Open."), target=("No",))
    assert [token.id for token in trace.sentences[1].written] == [EOS]
    assert refusal(source=(LINE,), target=("a", "b")) == "E-RUN-LINES"


def test_a_typed_beginning_is_continued() -> None:
    trace = full(source=(LINE,), opening="El barco")
    ids = PIECES.ids(["El barco"])[0]
    assert trace.ids["written"][0, : len(ids)].tolist() == ids
    assert trace.sentences[0].forced == len(ids) and len(trace.sentences[0].written) > len(ids)
    assert trace.sentences[0].target_text.startswith("El barco")


def test_a_clicked_prefix_wins_and_belongs_to_its_sentence() -> None:
    prefix = tuple(PIECES.ids(["Mi hermana"])[0])
    trace = full(source=(LINE, LINE), opening="El barco", prefix=prefix, prefix_sentence=1)
    assert [one.forced for one in trace.sentences] == [0, len(prefix)]
    assert trace.ids["written"][1, : len(prefix)].tolist() == list(prefix)
    assert trace.sentences[0] == full(source=(LINE,)).sentences[0]


@pytest.mark.parametrize("prefix", [(PIECES.size,), (PAD,), (300, PAD, 301), (BOS,)])
def test_a_prefix_that_no_text_can_have_is_refused(prefix: tuple[int, ...]) -> None:
    assert refusal(source=(LINE,), prefix=prefix) == "E-RUN-PREFIX"


def test_an_end_in_the_prefix_ends_the_sentence() -> None:
    trace = full(source=(LINE,), prefix=(300, EOS, 301))
    assert trace.ids["written"].tolist() == [[300, EOS]]
    assert trace.sentences[0].forced == 2 and trace.sentences[0].finished


def test_forced_never_counts_more_than_was_written() -> None:
    trace = full(source=(LINE,), prefix=(300, 301, 302, 303), max_steps=2)
    assert trace.ids["written"].tolist() == [[300, 301]]
    assert trace.sentences[0].forced == 2 and not trace.sentences[0].finished


# ---------------------------------------------------------------- what people type


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\u3000"])
def test_a_blank_line_writes_nothing(text: str) -> None:
    _, _, trace = events_of(source=(text, LINE))
    blank = trace.sentences[0]
    assert [token.piece for token in blank.source] == [token.piece for token in blank.written] == ["</s>"]
    assert blank.target_text == "" and blank.forced == 1 and blank.finished
    assert trace.sentences[1] == full(source=(LINE,)).sentences[0]
    assert np.isfinite(trace.arrays["logits"]).all()


HARD = {
    "control characters": "a\x00b\x07c\x1b[31m",
    "emoji": "👩\u200d👩\u200d👧 ok 🇪🇸",
    "right to left": "שלום עולם \u202eabc",
    "Chinese and Japanese": "你好，世界。これは猫です",
    "special tokens": "<s> </s> <pad> <unk> <0x41>",
    "combining tower": "e" + "\u0301" * 50,
    "the space sign itself": "a ▁ b",
    "markup": "<b>&amp;</b><img src=x>",
}


@pytest.mark.parametrize("text", HARD.values(), ids=HARD)
@pytest.mark.parametrize("model", ["pieces", "words"])
def test_any_text_runs(text: str, model: str) -> None:
    trace = full(source=(text,), model=model)
    source = trace.sentences[0].source
    assert len(source) >= 2 and [token.id for token in source].count(EOS) == 1
    assert not {PAD, BOS} & {token.id for token in source}
    assert all(token.text for token in source), "every chip shows something"
    assert np.isfinite(trace.arrays["logits"]).all()


def test_special_tokens_typed_as_text_are_text() -> None:
    source = full(source=("<s> hi </s>",)).sentences[0].source
    assert [token.id for token in source if token.id < 4] == [EOS]
    assert "".join(token.text for token in source[:-1]).replace("▁", "") == "<s>hi</s>"


def test_lone_surrogates_are_replaced_and_reported() -> None:
    trace = full(source=("a\ud83d b\udce9",))
    assert trace.sentences[0].source_text == "a\ufffd b\ufffd"
    assert any("surrogate" in notice for notice in trace.notices)


def test_text_is_cut_to_the_limits_with_a_notice() -> None:
    text = "open " * 5000
    trace = full(source=(text,), target=(text,))
    assert len(trace.sentences[0].source_text) == TEXT_CHARACTERS
    assert len(trace.sentences[0].source) == len(trace.sentences[0].read) == 24
    said = " ".join(trace.notices)
    assert "source was cut to its first 20,000 of 25,000 characters" in said
    assert "this model reads the first 23" in said and "The target has" in said


def test_of_several_sentences_the_one_that_is_cut_is_named() -> None:
    text = "open " * 30
    trace = full(source=("we open", text, "the window"), target=("open", "open", text))
    said = [notice for notice in trace.notices if "this model reads the first 23" in notice]
    assert [one.partition(" has ")[0] for one in said] == ["Sentence 2: the source", "Sentence 3: the target"]


def test_an_endless_model_is_stopped_and_reported() -> None:
    model = small_model(source_vocabulary=WORDS.size, target_vocabulary=WORDS.size, tied=False, output_bias=True)
    with torch.no_grad():
        model.to_logits.bias[EOS] = -60.0
    ENGINE.add("endless", model, WORDS)
    trace = full(source=("3 1",), model="endless", max_steps=0)
    assert len(trace.sentences[0].written) == 2 * 3 + 16 and not trace.sentences[0].finished
    assert "writing stopped after 22 tokens" in trace.notices[-1]


def test_unknown_words_are_named() -> None:
    trace = full(source=("3 cats 1",), model="words")
    assert [token.id for token in trace.sentences[0].source][1] == UNK
    assert "cats" in trace.notices[0] and "0 1 2 3" not in trace.notices[0].split("cats")[0]


def test_runs_that_make_no_sense_are_refused() -> None:
    assert refusal(source=()) == "E-RUN-EMPTY"
    assert refusal(source=("a",) * (SOURCE_LINES + 1)) == "E-RUN-LINES"
    assert refusal(source=(LINE,), model="no such folder") == "E-MODEL-MISSING"


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ({"max_steps": -1}, "max_steps is -1; expected a whole number from 0 to 100,000"),
        ({"candidates": 0}, "candidates is 0"),
        ({"prefix": (-1,)}, "prefix[0] is -1"),
        ({"source": [[4, 5, 2]], "ids": True}, "source[0] is [4, 5, 2]; expected a string"),
        ({"decoding": "beam"}, "decoding is 'beam'; expected an object"),
        ({"edits": {"mask": {"future": False}}}, "unknown field 'edits.mask' in RunSpec; did you mean masks?"),
    ],
)
def test_a_field_that_does_not_fit_is_named(field: dict[str, Any], said: str) -> None:
    """Not an AttributeError from within; -1 steps were one."""
    with pytest.raises(Refused) as refused:
        full(**{"source": LINE} | field)
    assert said in str(refused.value)


def test_a_run_is_given_as_one_has_it_in_a_notebook() -> None:
    """Lists, and edits and decoding in the form of a session, are the same values."""
    head, beams = {"kind": "cross", "layer": 0, "head": 1}, {"method": "beam", "beams": 2}
    plain: dict[str, Any] = {"source": [LINE], "edits": {"heads_off": [head]}, "decoding": beams}
    edits = Edits(heads_off=(HeadPlace("cross", 0, 1),))
    given, meant = RunSpec(**plain), RunSpec("", (LINE,), edits=edits, decoding=Decoding(method="beam", beams=2))
    assert given == meant and hash(given) == hash(meant)


@settings(max_examples=examples(25))
@given(st.lists(st.text(max_size=30), min_size=1, max_size=3), st.one_of(st.none(), st.text(max_size=20)))
def test_any_typed_text_gives_a_valid_trace(lines: list[str], target: str | None) -> None:
    trace = full(source=tuple(lines), target=None if target is None else (target,), max_steps=4)
    for kind in KINDS:
        for maps in (trace.maps(kind, sentence=index) for index in range(len(lines))):
            assert all(np.abs(layer.sum(-1) - 1).max() <= 1e-5 for layer in maps)
    for one in trace.sentences:
        assert len(one.read) == len(one.written) >= 1 and one.forced <= len(one.written)


# ---------------------------------------------------------------- models


def test_the_last_few_models_stay_open(tmp_path) -> None:
    from model_core.checkpoints.checkpoint import save_model

    model = small_model(source_vocabulary=WORDS.size, target_vocabulary=WORDS.size)
    engine = Engine()
    for name in "abcd":
        save_model(tmp_path / name, model.state_dict(), model.spec, WORDS, {"name": f"Model {name}"})
    first = engine.open(str(tmp_path / "a"))
    assert engine.open(str(tmp_path / "a")) is first and first.info.name == "Model a"
    for name in "bcd":
        engine.open(str(tmp_path / name))
    assert engine.open(str(tmp_path / "a")) is not first
    assert len(engine.open(str(tmp_path / "d")).info.hash) == 64
    trace = engine.trace(RunSpec(model=str(tmp_path / "a"), source=("3 1 2",)))
    assert trace.model.name == "Model a" and trace.model.parameters == model.parameter_count()


def test_a_model_that_was_added_stays_whatever_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "KEEP", 1)
    engine = Engine()
    engine.add("mine", ENGINE.open("words").model, WORDS)
    before = engine.trace(RunSpec("mine", ("3 1 2",)))
    for name in ("copy", "sort"):
        engine.trace(RunSpec(name, ("1 2 3",)))
    assert engine.trace(RunSpec("mine", ("3 1 2",))).sentences == before.sentences
    assert engine.effects(before.run).base.size == len(before.sentences[0].written)


def test_a_model_is_loaded_again_where_its_files_have_changed(tmp_path) -> None:
    from model_core.checkpoints.checkpoint import save_model

    def save(seed: int) -> None:
        model = small_model(seed, source_vocabulary=WORDS.size, target_vocabulary=WORDS.size)
        save_model(tmp_path / "a", model.state_dict(), model.spec, WORDS, {})

    folder = str(tmp_path / "a")
    engine, steady, run = Engine(), Engine(reload=False), RunSpec(model=folder, source=("3 1 2",))
    save(1)
    before = engine.trace(run)
    assert steady.trace(run).model.hash == before.model.hash == engine.trace(run).model.hash
    save(2)
    asked = EffectsSpec(run)
    assert [*engine.sweep(asked, before)][-1].complete, "questions are answered by the model that computed the run"
    after = engine.trace(run.with_(source=("3 1",)))
    assert after.model.hash != before.model.hash == steady.trace(run).model.hash
    for ask in (lambda: engine.sweep(asked, before), lambda: engine.answers(LensSpec(run), before)):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code == "E-MODEL-CHANGED"
    for file in (tmp_path / "a").iterdir():
        file.unlink()
    assert engine.trace(run).model.hash == after.model.hash, "what is in memory is used while there is nothing newer"


def test_the_whole_positional_table_is_recorded_where_it_is_not_large(monkeypatch: pytest.MonkeyPatch) -> None:
    model = ENGINE.open("pieces").model
    trace = ENGINE.trace(RunSpec(model="pieces", source=("the cat",)))
    for side, stack in (("encoder", model.encoder), ("decoder", model.decoder)):
        table = trace.arrays[f"{side}.embed.position.table"]
        rows = trace.arrays[f"{side}.embed.positions"]
        assert table.dtype == np.float32 and not table.flags.writeable
        assert np.array_equal(table, stack.embed.position.table.detach().numpy())
        assert np.array_equal(table[: len(rows)], rows)
    monkeypatch.setattr("model_core.engine.run.TABLE_SIDE", model.spec.max_positions - 1)
    large = ENGINE.trace(RunSpec(model="pieces", source=("the cat",)))
    assert set(trace.arrays) - set(large.arrays) == {f"{side}.embed.position.table" for side in ("encoder", "decoder")}


# ---------------------------------------------------------------- what is typed and what is read


def test_capitals_are_read_in_sentence_case_and_the_trace_records_it() -> None:
    """Every number is the model's: the ids are those of the text that it read."""
    typed = "THE WHITE HOUSE IS OLD."
    trace = ENGINE.trace(RunSpec(source=(typed,)))
    plain = ENGINE.trace(RunSpec(source=("The white house is old.",)))
    assert trace.run.source == (typed,) and trace.sentences[0].source_text == "The white house is old."
    assert trace.sentences == plain.sentences and np.array_equal(trace.ids["source"], plain.ids["source"])
    assert "Capitals are read in sentence case: The white house is old." in trace.notices
    assert not any("sentence case" in one for one in plain.notices)


def test_capitals_are_read_as_typed_on_request() -> None:
    trace = ENGINE.trace(RunSpec(source=("THE WHITE HOUSE",), as_typed=True))
    assert trace.sentences[0].source_text == "THE WHITE HOUSE"
    assert "Capitals are read as typed." in trace.notices
    assert ENGINE.trace(RunSpec(source=("The house",), as_typed=True)).notices == ()


def test_wrong_letters_are_corrected_and_the_trace_records_it() -> None:
    typed = "The hwite huose is old."
    trace, plain = (ENGINE.trace(RunSpec(source=(text,))) for text in (typed, "The white house is old."))
    assert trace.sentences == plain.sentences and np.array_equal(trace.ids["source"], plain.ids["source"])
    assert "Misspellings are corrected: the model reads hwite as white, huose as house." in trace.notices
    left = ENGINE.trace(RunSpec(source=(typed,), as_typed=True))
    assert left.sentences[0].source_text == typed
    assert {"Misspellings are read as typed."} < set(left.notices)
    assert any(one.startswith("Never seen in training: hwite, huose") for one in left.notices)


def test_a_corrected_word_in_capitals_is_named_as_it_is_read() -> None:
    trace = ENGINE.trace(RunSpec(source=("DONT EAT THE HUOSE",)))
    assert trace.sentences[0].source_text == "Don't eat the house"
    assert "Misspellings are corrected: the model reads DONT as Don't, HUOSE as house." in trace.notices


def test_words_never_seen_in_training_are_marked_and_named() -> None:
    trace = ENGINE.trace(RunSpec(source=("The flibbertigibbet is old.",)))
    marks = [token.text for token in trace.sentences[0].source if token.note.startswith(UNSEEN)]
    assert "".join(marks) == "flibbertigibbet"
    assert "Never seen in training: flibbertigibbet. Do not trust how it is translated." in trace.notices
    assert ENGINE.trace(RunSpec(source=("The house is old.",))).notices == ()


def test_unseen_words_of_several_lines_are_one_notice() -> None:
    trace = ENGINE.trace(RunSpec(source=("Fortnite is fun.", "Roblox is fun.", "Fortnite is old.")))
    assert trace.notices == ("Never seen in training: Fortnite, Roblox. Do not trust how they are translated.",)


@pytest.mark.parametrize("line", ["Me gusta el agua fría.", "Hola, ¿cómo estás?", "que es esto", "Das ist ein Haus."])
def test_for_text_in_another_language_the_model_s_language_is_named(line: str) -> None:
    assert ENGINE.trace(RunSpec(source=(line,))).notices == (
        "Many of these words were never seen in training: this model reads English.",
    )
    backwards = ENGINE.trace(RunSpec("spanish-english", (line,))).notices
    assert all("this model reads English" not in one for one in backwards)


RARE = ["I live in Reykjavík.", "My friend Thorbjörn Ásgeirsson lives there.", "Dog", "gato", "Hello Kylian Mbappé",
        "Hi, I'm Lamine Yamal", "I like Fortnite and Minecraft"]  # fmt: skip


@pytest.mark.parametrize("line", RARE)
def test_a_rare_word_or_two_are_no_other_language(line: str) -> None:
    assert all("this model reads" not in one for one in ENGINE.trace(RunSpec(source=(line,))).notices)


def test_steps_are_limited_by_positions_for_every_text_of_a_run() -> None:
    model, engine = small_model(max_positions=3), Engine()
    engine.add("short", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    edits = Edits(heads_off=(HeadPlace("cross", 0, 0),))
    trace = engine.trace(RunSpec("short", "5 6", max_steps=9, edits=edits))
    assert [len(one.written) <= 3 for one in (*trace.sentences, *trace.alternatives)] == [True, True]


# ---------------------------------------------------------------- in a notebook


def test_a_text_alone_is_one_line_and_an_engine_may_have_a_model_of_its_own() -> None:
    assert RunSpec(source="the white", target="la blanca") == RunSpec(source=("the white",), target=("la blanca",))
    engine = Engine("reverse")
    trace = engine.trace("1 2 3")
    assert trace.sentences[0].target_text == "3 2 1" and trace.model.folder == "reverse"
    assert [one.target_text for one in engine.trace(("4 5", "6 7 8")).sentences] == ["5 4", "8 7 6"]
    assert engine.trace(RunSpec("copy", "4 5")).sentences[0].target_text == "4 5"


def test_what_a_notebook_shows_of_a_trace_is_one_short_line() -> None:
    trace = full(source=(LINE,))
    assert len(repr(trace)) < 120 and "Pieces" in repr(trace) and "\n" not in repr(trace)
    with pytest.raises(KeyError, match="unknown attention 'cros'; choose from encoder, decoder, cross"):
        trace.map("cros", 0, 0)
    with pytest.raises(KeyError, match=f"cross has {trace.spec.layers('cross')} layers, counted from 0"):
        trace.map("cross", layer=9, head=0)


def test_what_a_small_vocabulary_lacks_is_named_as_typed_with_how_much_is_left_out() -> None:
    def said(model: str, line: str) -> str:
        return str(ENGINE.trace(RunSpec(model, (line,))).notices[0])

    lacks = "Not in this model's vocabulary: "
    assert said("tiny", "red zebra apple ball") == f"{lacks}“zebra”, “apple”. It knows only these words: red blue ball."
    assert said("tiny", "f e d c b a").startswith(f"{lacks}“f”, “e”, “d”, “c”, “b” and 1 more. It")
    assert f"{lacks}“sleeps.”. It" in said("grammar", "the cat sleeps."), "its full stop is seen to be part of it"
    assert said("grammar", "the zebra").endswith(" yellow small pretty dirty and 146 more.")
