"""Many lines at once: each in its place, each as if it were alone, and what is cut is said."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.engine import translate as engine_translate
from model_core.engine.translate import GREEDY, Translation, changed_number, translate, translated_ids
from model_core.io.limits import TEXT_CHARACTERS
from model_core.record.edits import Decoding
from model_core.tokenizers.typed_text import SeenWords
from model_core.tokenizers.vocab import learn_pieces
from model_core.transformer.model import EncoderDecoder
from tests.daily import examples
from tests.made.small import SENTENCES, small_model, small_pieces, small_words

PIECES, WORDS = small_pieces(), small_words()
MODEL = small_model(source_vocabulary=PIECES.size, target_vocabulary=PIECES.size)


def texts(lines, batch: int = 4, window: int = 2048, decoding: Decoding = GREEDY) -> list[str]:
    """The translations, without their notes."""
    return [one.text for one in translate(MODEL, PIECES, lines, batch, window, decoding)]


@settings(max_examples=examples(20))
@given(
    st.lists(st.one_of(st.sampled_from([*SENTENCES, "", " ", "Open."]), st.text(max_size=12)), max_size=9),
    st.integers(1, 5),
    st.sampled_from([1, 2, 3, 100]),
    st.sampled_from([GREEDY, Decoding("sample", 1.5, seed=4), Decoding("beam", beams=3)]),
)
def test_each_line_is_translated_in_place_as_if_alone(
    lines: list[str], batch: int, window: int, decoding: Decoding
) -> None:
    alone = [text for line in lines for text in texts([line], decoding=decoding)]
    assert texts(lines, batch, window, decoding) == alone
    assert all(not text for line, text in zip(lines, alone, strict=True) if not PIECES.ids([line])[0])
    assert not any("\n" in text or "\r" in text for text in alone), "one translation is one line"


def test_lines_are_taken_as_they_are_needed() -> None:
    endless = itertools.cycle(SENTENCES)
    found = translate(MODEL, PIECES, endless, window=3)
    first = [next(found).text for _ in range(4)]
    assert first == texts(SENTENCES[:4])
    assert next(endless) == SENTENCES[6], "two windows of three were read"


def test_lines_are_answered_before_all_of_them_are_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each as soon as its batch is; `soon`: of the first two batches before more are looked at."""
    sizes: list[int] = []
    decode = engine_translate.translated_ids

    def counted(model: EncoderDecoder, sources: Sequence[Sequence[int]], decoding: Decoding) -> list[list[int]]:
        sizes.append(len(sources))
        return decode(model, sources, decoding)

    monkeypatch.setattr(engine_translate, "translated_ids", counted)
    lines = [SENTENCES[place % len(SENTENCES)] for place in range(40)]
    expected = texts(lines)
    for soon in (False, True):
        sizes.clear()
        found = translate(MODEL, PIECES, lines, batch=4, soon=soon)
        assert next(found).text == expected[0] and sizes == [4]
        assert [one.text for one in found] == expected[1:] and sum(sizes) == 40
    sizes.clear()
    found = translate(MODEL, PIECES, lines, batch=4, soon=True)
    assert [next(found).text for _ in range(8)] == expected[:8] and sizes == [4, 4]


def test_a_cut_is_reported() -> None:
    one, two, three = translate(MODEL, PIECES, ["x" * (TEXT_CHARACTERS + 5), "open " * 30, ""])
    assert "cut to the first 20,000 of 20,005 characters" in one.note and "tokens, this model's maximum" in one.note
    assert two.note.startswith("cut to the first 23 of 30 tokens") and three == Translation("")


@pytest.mark.parametrize("decoding", [GREEDY, Decoding("beam", beams=3, length_penalty=2.0)])
def test_a_model_that_does_not_end_is_stopped_at_the_same_place_in_any_batch(decoding: Decoding) -> None:
    model = small_model(
        source_vocabulary=WORDS.size, target_vocabulary=WORDS.size, tied=False, output_bias=True, max_positions=64
    )
    with torch.no_grad():
        model.to_logits.bias[2] = -60.0
    lines = ["3", "3 1 4 1 5 9"]
    alone = [next(iter(translate(model, WORDS, [line], decoding=decoding))) for line in lines]
    assert list(translate(model, WORDS, lines, decoding=decoding)) == alone
    assert [len(ids) for ids in translated_ids(model, [[7], [7] * 6], decoding)] == [20, 30]
    assert alone[0].note == "the model did not end the sentence; stopped after 20 tokens"


@pytest.mark.parametrize("decoding", [GREEDY, Decoding("sample", seed=4), Decoding("beam", beams=3)])
def test_a_line_is_the_same_in_any_batch_of_a_model_that_reads_padding(decoding: Decoding) -> None:
    sources = [[7], [8, 9, 10, 11, 12], [6, 5, 4]]
    for seed in range(4):
        model = small_model(seed, mask_value=-1e-20, mask_place="before", norm_place="post", final_norm=False)
        alone = [translated_ids(model, [source], decoding)[0] for source in sources]
        assert translated_ids(model, sources, decoding) == alone


def test_the_end_of_a_line_spelled_in_bytes_does_not_make_two_lines() -> None:
    model = small_model(source_vocabulary=PIECES.size, target_vocabulary=PIECES.size, tied=False, output_bias=True)
    with torch.no_grad():
        model.to_logits.weight.zero_()
        model.to_logits.bias.zero_()
        model.to_logits.bias[4 + 0x0A] = 1.0
    (one,) = translate(model, PIECES, ["Open."])
    assert "\n" not in one.text


@pytest.mark.parametrize("line", ["<s> </s>", "\x00\x1b[0m", "\ud83d", "👩\u200d👧", "שלום", "猫"])
def test_any_line_has_a_translation(line: str) -> None:
    assert len(texts([line])) == 1


def test_other_ways_of_decoding_give_other_texts_and_one_beam_the_greedy_ones() -> None:
    greedy = texts(SENTENCES[:5])
    assert texts(SENTENCES[:5], decoding=Decoding("sample", 1.5, seed=4)) != greedy
    assert texts(SENTENCES[:5], decoding=Decoding("beam", beams=3)) != greedy
    assert texts(SENTENCES[:5], decoding=Decoding("beam", beams=1)) == greedy


def test_capitals_are_read_in_sentence_case_unless_they_are_to_be_read_as_typed() -> None:
    vocab = learn_pieces(["open the door now."] * 9, 400)
    vocab.seen = SeenWords.from_words(["the"])
    model = small_model(source_vocabulary=vocab.size, target_vocabulary=vocab.size)
    typed = "OPEN THE DOOR NOW."
    plain, told = translate(model, vocab, ["Open the door now.", typed])
    assert told.text == plain.text and told.note.startswith("capitals are read in sentence case")
    right = next(iter(translate(model, vocab, ["Open hte door tthe now."])))
    assert right == Translation(next(iter(translate(model, vocab, ["Open hte door the now."]))).text, right.note)
    assert right.note.startswith("tthe is read as the")
    as_typed = next(iter(translate(model, vocab, [typed], as_typed=True)))
    vocab.seen = None
    assert as_typed == next(iter(translate(model, vocab, [typed]))) != told


def test_a_changed_number_is_reported() -> None:
    told = changed_number("Call 555-0199.", "Llama 55-0199.")
    assert told == "the translation has 55 instead of 555: do not trust it"
    assert changed_number("In 2000 there were 11.", "En 20000 había 11.").endswith("instead of 2000: do not trust it")
    assert changed_number("In 2000 there were 11.", "En 2000 había once.") == "", "spelt out"
    assert changed_number("1 2 3", "3 2 1") == changed_number("It is 3:45 pm.", "Son las 3:45.") == ""
