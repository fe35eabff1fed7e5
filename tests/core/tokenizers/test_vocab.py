"""Vocabularies: any text in and readably out again, no special token out of typed text, strict files."""

from __future__ import annotations

import json
import random
import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from model_core.errors import Refused
from model_core.record.tokens import Token, visible
from model_core.spec import PAD, SPECIAL_PIECES, UNK
from model_core.tokenizers.merge_steps import merges_of
from model_core.tokenizers.vocab import (
    BYTES,
    Vocabulary,
    clean,
    closed_vocabulary,
    learn_pieces,
    load_vocabulary,
)
from tests.made.small import SENTENCES, small_pieces, small_words

PIECES, WORDS = small_pieces(), small_words()

SPACES = re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
"""Unicode's white space, spelled out."""


def tidy(text: str) -> str:
    """What should come back, written without our own code: composed, one kind of quote, single spaces, no halves."""
    text = "".join("\ufffd" if unicodedata.category(ch) == "Cs" else ch for ch in text)
    text = unicodedata.normalize("NFC", text).replace("▁", "_")
    text = re.sub("[‘’ʼ´`]", "'", text)
    text = re.sub("[“”„]", '"', text)
    return SPACES.sub(" ", text).strip(" ")


ANY = st.text(st.characters(exclude_categories=("Cn", "Cs")), max_size=40)
HALVES = st.text(st.sampled_from("a \ud800\udbff\udc00\udfffé"), max_size=6)


def joined(text: str) -> str:
    """The text with neighbouring halves of a surrogate pair as the one character they are."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass") if pairs_only(text) else text


def pairs_only(text: str) -> bool:
    """Whether no half of a pair stands alone."""
    return not re.search("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]", text)


# ---------------------------------------------------------------- byte-pair pieces: there and back


@given(ANY)
@example("")
@example("\x00\x1b\x7f")
@example("\x1c\x1d\x1e\x1fa\x1f")
@example("▁ ▁▁")
@example("e\u0301 ‘so’ “it’s” `")
@example("👩\u200d👩\u200d👧 🇪🇸 שלום \u202e 你好")
@example("\ufeffa\ufeff")
@example("<s> </s> <pad> <unk> <0x41> ▁<s>")
def test_any_text_comes_back_readably(text: str) -> None:
    ids = PIECES.ids([text])[0]
    assert PIECES.text(ids) == tidy(text)
    assert all(len(SPECIAL_PIECES) <= index < PIECES.size for index in ids), "no special token, nothing unknown"


@given(st.lists(ANY, max_size=5))
def test_a_batch_is_each_line_alone(lines: list[str]) -> None:
    assert PIECES.ids(lines) == [PIECES.ids([line])[0] for line in lines]
    assert [[token.id for token in PIECES.tokens(line)] for line in lines] == PIECES.ids(lines)


@given(HALVES)
@example("\ud83d\ude00")
@example("\ud83da")
@example("\udce9")
def test_half_characters_become_the_replacement_and_nothing_else_is_lost(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.encode() is not None
    expected = re.sub("[\ud800-\udbff][\udc00-\udfff]", lambda m: joined(m[0]), text)
    assert cleaned == re.sub("[\ud800-\udfff]", "\ufffd", expected)
    PIECES.ids([text])


@given(ANY)
def test_clean_leaves_whole_characters_alone(text: str) -> None:
    assert clean(text) == text


@given(ANY, st.floats(0.0, 1.0), st.integers())
def test_skipping_merges_spells_the_same_text_in_the_same_words(text: str, rate: float, seed: int) -> None:
    ((ids, words),) = PIECES.cut_at_random([text], rate, random.Random(seed))
    assert PIECES.text(ids) == tidy(text)
    assert list(dict.fromkeys(words)) == list(dict.fromkeys(PIECES.ids_and_words([text])[0][1]))
    assert PIECES.cut_at_random([text], rate, random.Random(seed)) == [(ids, words)]
    assert PIECES.cut_at_random([text], 0.0, random.Random(seed)) == PIECES.ids_and_words([text])


def test_skipping_merges_changes_pieces_but_not_plain_encoding() -> None:
    text = "The baker opens the shop."
    plain, letters = PIECES.ids([text])[0], PIECES.cut_at_random([text], 1.0, random.Random(1))[0][0]
    assert len(letters) == len(f" {text}") > len(plain)
    assert PIECES.ids([text])[0] == plain


@cache
def ranks_of_merges() -> dict[tuple[str, str], int]:
    return {pair: rank for rank, pair in enumerate(merges_of(json.loads(PIECES.to_json())))}


def skipped(word: str, rate: float, rng: random.Random) -> tuple[str, ...]:
    """A word cut as Provilkov et al. define it: before each merge, every one that is possible is left out at random."""
    ranks, pieces = ranks_of_merges(), list(word)
    while True:
        possible = [(ranks[pair], at) for at, pair in enumerate(pairwise(pieces)) if pair in ranks]
        left = [one for one in possible if rng.random() >= rate]
        if not left:
            return tuple(pieces)
        at = min(left)[1]
        pieces[at : at + 2] = ["".join(pieces[at : at + 2])]


@pytest.mark.parametrize("rate", [0.1, 0.5])
def test_merges_are_skipped_as_often_as_by_definition(rate: float) -> None:
    count, rng = 3000, random.Random(3)
    ours = Counter(tuple(map(PIECES.piece, ids)) for ids, _ in PIECES.cut_at_random(["window"] * count, rate, rng))
    defined = Counter(skipped("▁window", rate, rng) for _ in range(count))
    assert len(defined) > 5
    for pieces in ours | defined:
        assert ours[pieces] == pytest.approx(defined[pieces], abs=0.03 * count)


@given(st.lists(st.integers(0, PIECES.size - 1), max_size=20))
def test_any_ids_have_a_text_and_tokens(ids: list[int]) -> None:
    """A model may write anything, byte pieces that spell no character too."""
    text = PIECES.text(ids)
    assert text.encode() is not None and not re.search(r"<(s|/s|pad|unk|0x[0-9A-F]{2})>", text.replace("\ufffd", ""))
    tokens = PIECES.tokens_of(ids)
    assert [token.id for token in tokens] == ids
    assert all(token.text and token.piece == PIECES.piece(token.id) for token in tokens)


# ---------------------------------------------------------------- tokens as the window shows them


def shown(line: str, vocab: Vocabulary = PIECES) -> list[tuple[str, str, int]]:
    """(text, kind, word) of each token of a line."""
    return [(token.text, token.kind, token.word) for token in vocab.tokens(line)]


def test_words_and_their_parts() -> None:
    assert shown("The baker Don't.") == [
        ("The", "word", 0), ("baker", "word", 1), ("Do", "word", 2), ("n't", "part", 2), (".", "part", 3),
    ]  # fmt: skip
    pieces = shown("boats")
    assert pieces[0] == ("boat", "word", 0) and pieces[1:] == [("s", "part", 0)]


def test_bytes_name_the_character_they_spell() -> None:
    tokens = PIECES.tokens("a ß")
    assert [token.piece for token in tokens[-2:]] == ["<0xC3>", "<0x9F>"]
    assert [token.text for token in tokens[-2:]] == ["ß 1/2", "ß 2/2"]
    assert [token.kind for token in tokens[-2:]] == ["byte", "byte"]
    assert tokens[-1].note == "byte 9F, 2 of 2 of “ß” (U+00DF)"


def test_bytes_that_draw_nothing_show_their_code() -> None:
    assert [token.text for token in PIECES.tokens("\x07")] == ["▁", "U+0007"]
    assert PIECES.tokens("\u202e")[-1].text == "U+202E 3/3"


def test_an_incomplete_run_of_bytes_is_described() -> None:
    first = PIECES.tokens_of([4 + 0xC3, 4 + 0xC3, 4 + 0xB1])
    assert [token.text for token in first] == ["‹C3›", "ñ 1/2", "ñ 2/2"]
    assert first[0].note == "byte C3 of an unfinished character"
    assert PIECES.text([4 + 0xC3]) == "\ufffd"


def test_special_tokens_have_a_note_and_no_word() -> None:
    pad, start, end, unknown = PIECES.tokens_of([0, 1, 2, 3])
    assert [(token.text, token.kind, token.word) for token in (pad, start, end)] == [
        ("<pad>", "pad", -1), ("<s>", "special", -1), ("</s>", "special", -1),
    ]  # fmt: skip
    assert unknown.kind == "unknown" and all(token.note for token in (pad, start, end, unknown))


@given(ANY)
@example("a1b2 ¡Hola! Don't — stop (ß) ñandú’s 1ß2")
@example("The baker's 24 boats, e\u0301l.")
def test_words_of_written_ids_are_counted_like_those_of_typed_text(line: str) -> None:
    for vocab in (PIECES, WORDS):
        tokens = vocab.tokens(line)
        again = vocab.tokens_of([1, *(token.id for token in tokens), 2])
        assert [token.word for token in again] == [-1, *(token.word for token in tokens), -1]


def test_one_token_on_its_own_is_the_same_every_time() -> None:
    assert PIECES.token(300) is PIECES.token(300)
    assert PIECES.token(2) == Token(2, "</s>", "</s>", "special", "end of sentence")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", "a b"),
        ("\t", "U+0009"),
        ("\u200b", "U+200B"),
        ("a\u0301", "a\u0301"),
        ("\xa0", "U+00A0"),
        ("😀", "😀"),
        ("\u0301", "◌\u0301"),
        ("\u05b8\u05c1", "◌\u05b8\u05c1"),
        ("ש\u05c1", "ש\u05c1"),
        ("\u2067ש", "U+2067ש"),
    ],
)
def test_characters_that_draw_nothing_are_spelled(text: str, expected: str) -> None:
    assert visible(text) == expected


# ---------------------------------------------------------------- closed vocabularies


def test_a_closed_vocabulary_reads_words_and_single_digits() -> None:
    assert WORDS.ids(["3 1 42"])[0] == [4 + 3, 4 + 1, 4 + 4, 4 + 2]
    assert WORDS.text([7, 5, 2]) == "3 1"
    assert WORDS.closed and not PIECES.closed
    assert WORDS.words() == tuple("0123456789") and PIECES.words() == ()
    assert shown("3 14", WORDS) == [("3", "word", 0), ("1", "word", 1), ("4", "word", 2)]


def test_capitals_are_read_as_small_letters() -> None:
    vocab = closed_vocabulary(["él", "come"])
    assert vocab.ids(["ÉL E\u0301l Come"]) == [[4, 4, 5]]


def test_unknown_words_keep_their_spelling() -> None:
    token = WORDS.tokens("3 Dragón")[1]
    assert (token.id, token.text, token.kind) == (UNK, "Dragón", "unknown")
    assert "does not know" in token.note


@given(st.one_of(ANY, st.lists(st.sampled_from([*SPECIAL_PIECES, "3", " "])).map("".join)))
@example("<s> <pad> </s> <unk> <PAD>")
def test_no_special_token_comes_out_of_typed_text(text: str) -> None:
    for vocab in (WORDS, PIECES):
        assert all(index >= UNK for index in vocab.ids([text])[0])
        assert {token.id for token in vocab.tokens(text)} == set(vocab.ids([text])[0])


# ---------------------------------------------------------------- learning and files


def test_what_is_learned_has_special_and_byte_pieces_in_front() -> None:
    assert [PIECES.piece(index) for index in range(4)] == list(SPECIAL_PIECES)
    assert [PIECES.piece(4 + value) for value in range(256)] == list(BYTES)
    assert PIECES.size == 420
    assert [PIECES.piece(index) for index in PIECES.ids(["The baker opens"])[0]] == ["▁The", "▁baker", "▁open", "s"]


def test_learning_again_gives_the_same_vocabulary() -> None:
    assert small_pieces().to_json() == PIECES.to_json()


def test_a_vocabulary_without_room_is_refused() -> None:
    with pytest.raises(Refused, match="minimum is 400"):
        small_pieces(300)


def test_half_characters_in_the_corpus_do_no_harm() -> None:
    vocab = learn_pieces(["a\ud800b", *SENTENCES * 3], 400)
    assert vocab.size == 400 and vocab.text(vocab.ids(["a\ud800b"])[0]) == "a\ufffdb"


@pytest.mark.parametrize("vocab", [PIECES, WORDS], ids=["pieces", "words"])
def test_a_file_gives_the_same_vocabulary(vocab: Vocabulary, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(vocab.to_json(), encoding="utf-8")
    again = load_vocabulary(path)
    lines = [*SENTENCES, "3 1 ß \x00"]
    assert again.ids(lines) == vocab.ids(lines) and again.size == vocab.size and again.closed == vocab.closed


def damaged(change: Any, vocab: Vocabulary = PIECES) -> str:
    """The file of a vocabulary after a change of its JSON."""
    data = json.loads(vocab.to_json())
    change(data)
    return json.dumps(data)


def swap(data: dict, one: str, other: str) -> None:
    """Exchange the ids of two pieces."""
    table = data["model"]["vocab"]
    table[one], table[other] = table[other], table[one]


GROWS = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 1000}
CHARSMAP = {"type": "Precompiled", "precompiled_charsmap": "AAAA"}
BAD = {
    "empty": "",
    "cut off": PIECES.to_json()[:1000],
    "a list": "[]",
    "another kind": damaged(lambda d: d["model"].update(type="Unigram")),
    "no model": damaged(lambda d: d.update(model=None)),
    "padding": damaged(lambda d: d.update(padding={"strategy": {"Fixed": 10**9}})),
    "truncation": damaged(lambda d: d.update(truncation={"max_length": 5})),
    "a post-processor": damaged(lambda d: d.update(post_processor={"type": "TemplateProcessing"})),
    "added tokens": damaged(lambda d: d.update(added_tokens=[{"id": 1, "content": "<s>"}])),
    "a normalizer that grows": damaged(lambda d: d["normalizer"]["normalizers"].extend([GROWS] * 3)),
    "a charsmap": damaged(lambda d: d.update(normalizer=CHARSMAP)),
    "another pattern": damaged(lambda d: d["pre_tokenizer"]["pattern"].update(Regex="(a+)+$")),
    "another decoder": damaged(lambda d: d.update(decoder=None)),
    "no table": damaged(lambda d: d["model"].update(vocab=[])),
    "ids as text": damaged(lambda d: d["model"]["vocab"].update({"▁The": "7"})),
    "ids as booleans": damaged(lambda d: d["model"]["vocab"].update({"▁The": True})),
    "a hole": damaged(lambda d: d["model"]["vocab"].update({"▁The": 2**31})),
    "an id twice": damaged(lambda d: d["model"]["vocab"].update({"▁The": 300})),
    "a negative id": damaged(lambda d: d["model"]["vocab"].update({"▁The": -1})),
    "special pieces elsewhere": damaged(lambda d: swap(d, "<pad>", "▁The")),
    "bytes exchanged": damaged(lambda d: swap(d, "<0x41>", "<0x42>")),
    "another unknown": damaged(lambda d: d["model"].update(unk_token="<s>")),
    "merges of nothing": damaged(lambda d: d["model"].update(merges=[["zz", "qq"]])),
    "words with padding": damaged(lambda d: d.update(padding={"a": 1}), WORDS),
    "words without the unknown": damaged(lambda d: d["model"].update(unk_token="nil"), WORDS),
    "no byte pieces": damaged(lambda d: d["model"].update(byte_fallback=False)),
    "random merges": damaged(lambda d: d["model"].update(dropout=0.5)),
    "a suffix": damaged(lambda d: d["model"].update(end_of_word_suffix="</w>")),
    "merges of numbers": damaged(lambda d: d["model"].update(merges=[1, 2])),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_file_that_is_none_of_ours_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=r"tokenizer\.json") as refused:
        load_vocabulary(path)
    assert len(str(refused.value)) < 400 and "\n" not in str(refused.value)


def test_the_pad_is_row_zero() -> None:
    assert PIECES.piece(PAD) == "<pad>"
    with pytest.raises(IndexError):
        PIECES.piece(PIECES.size)
