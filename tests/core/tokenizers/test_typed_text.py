"""Capitals are read in sentence case, wrong letters are put right, and words that training never had are marked."""

from __future__ import annotations

import re
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.errors import Refused
from model_core.record.tokens import UNSEEN
from model_core.tokenizers.typed_text import (
    WORDS_NAME,
    SeenWords,
    as_read,
    sentence_case,
    unseen_words,
    with_unseen_marked,
    words_of,
    words_with_case,
)
from model_core.tokenizers.vocab import Vocabulary, learn_pieces, load_vocabulary

TEXTS = (
    "I live in Boston with Tom.",
    "Does Tom live in the USA now?",
    "She doesn't know if Tom left the USA or not.",
    "They live in a house and I don't.",
    "We left Boston now. The house is in Boston.",
)


@pytest.fixture(scope="module")
def vocab() -> Vocabulary:
    """Pieces learned from the texts, with their words."""
    made = learn_pieces(TEXTS * 30, 420)
    made.seen = SeenWords.from_words(words_with_case(TEXTS))
    return made


# ---------------------------------------------------------------- the words of a training


@given(st.sets(st.text("abcdefghijñ'", min_size=1, max_size=9), max_size=60))
def test_no_word_that_was_seen_is_called_unseen(words: set[str]) -> None:
    seen = SeenWords.from_words(words)
    assert all(word in seen and word.replace("'", "") in seen for word in words if not word.endswith("'s"))


def test_hardly_any_other_word_passes_for_seen() -> None:
    seen = SeenWords.from_words(f"word{number}" for number in range(3000))
    passed = sum(f"other{number}" in seen for number in range(20_000))
    assert passed < 60, "about one in 1,300"
    assert len(seen.to_bytes()) < 2.1 * 3000


def test_words_are_letters_with_inner_apostrophes_in_small_letters() -> None:
    assert words_of("Don’t ask Tom's 3 sisters — ¡Ñu!") == ["don't", "ask", "tom's", "sisters", "ñu"]


def test_names_and_acronyms_are_recognised_inside_sentences() -> None:
    found = words_with_case(TEXTS)
    assert {"^tom", "^boston", "^^usa"} <= found
    assert not {"^they", "^she", "^house", "^the"} & found, "a capital at the beginning says nothing"


def test_the_file_is_read_as_it_was_written(tmp_path: Path, vocab: Vocabulary) -> None:
    (tmp_path / "tokenizer.json").write_text(vocab.to_json(), "utf-8")
    assert load_vocabulary(tmp_path / "tokenizer.json").seen is None, "a model without the file says nothing"
    for name, data in vocab.files().items():
        (tmp_path / name).write_bytes(data)
    assert load_vocabulary(tmp_path / "tokenizer.json").seen == vocab.seen


@pytest.mark.parametrize("damage", [slice(0, -1), slice(1, None), slice(0, 0)])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: slice) -> None:
    path = tmp_path / WORDS_NAME
    path.write_bytes(SeenWords.from_words(["one", "two"]).to_bytes()[damage])
    with pytest.raises(Refused, match=r"training-words\.bin"):
        SeenWords.read(path)


# ---------------------------------------------------------------- capitals


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("I LIVE IN A HOUSE.", "I live in a house."),
        ("TOM LEFT BOSTON. SHE DOESN'T KNOW.", "Tom left Boston. She doesn't know."),
        ("DO I LIVE IN THE USA?", "Do I live in the USA?"),
        ("They live in a HOUSE.", "They live in a HOUSE."),
        ("DO I LIVE IN A HOUSE? Tom left.  SHE KNOWS!", "Do I live in a house? Tom left.  She knows!"),
        ("USA", "USA"),
        ("2 + 2 = 4", "2 + 2 = 4"),
        ("", ""),
    ],
)
def test_lines_of_capitals_are_read_in_sentence_case(vocab: Vocabulary, typed: str, read: str) -> None:
    found = as_read(typed, vocab)
    assert (found.text, found.capitals) == (read, read != typed) and not found.words


def test_sentence_case_begins_each_sentence_with_a_capital() -> None:
    assert sentence_case("¿WHAT? I KNOW! ...SO DO I.") == "¿What? I know! ...So do I."


@pytest.mark.parametrize(
    ("typed", "read", "words"),
    [
        ("They leevt", "They leevt", ()),
        ("the hosue and Boston", "the house and Boston", (("hosue", "house"),)),
        ("Teh thye. Tehy", "Teh they. They", (("thye", "they"), ("Tehy", "They"))),
        ("a housse. Llive!", "a house. Live!", (("housse", "house"), ("Llive", "Live"))),
        ("I dosen't", "I doesn't", (("dosen't", "doesn't"),)),
        ("She saw Bosotn", "She saw Bosotn", ()),
        ("I dont and SHE DOESNT.", "I don't and SHE DOESN'T.", (("dont", "don't"), ("DOESNT", "DOESN'T"))),
        ("hes im isnt", "hes im isnt", ()),
        ("houses hous hause iLve", "houses hous hause iLve", ()),
        ("", "", ()),
    ],
)
def test_swapped_and_doubled_letters_are_put_right(
    vocab: Vocabulary, typed: str, read: str, words: tuple[tuple[str, str], ...]
) -> None:
    """Only where one word of the training is meant; names inside sentences and short words stay as they are."""
    found = as_read(typed, vocab)
    assert (found.text, found.words, found.capitals) == (read, words, False)
    assert as_read(read, vocab).text == read, "what is read once stays"
    assert [note for note in found.notes() if "is read as" in note] == [f"{a} is read as {b}" for a, b in words]


def test_a_single_letter_is_no_word_that_training_did_not_have(vocab: Vocabulary) -> None:
    assert unseen_words("x xy, the z house!", vocab) == {1: "xy"}


@pytest.mark.parametrize("word", ["letter", "llave", "canoo", "aardvark"])
def test_a_letter_that_is_doubled_may_be_written_once(word: str) -> None:
    """The first letter too: Spanish has many words that begin with ll."""
    vocab = learn_pieces([word] * 30, 400)
    vocab.seen = SeenWords.from_words([word])
    once = re.sub(r"(.)\1", r"\1", word)
    assert as_read(f"a {once} b", vocab).words == ((once, word),)


def test_a_technical_term_is_not_corrected() -> None:
    """A causal mask is no casual one."""
    vocab = learn_pieces(["a casual mask"] * 30, 400)
    vocab.seen = SeenWords.from_words(["a", "casual", "mask"])
    assert as_read("A causal mask.", vocab).words == () and as_read("A cassual mask.", vocab).words != ()


def test_a_word_that_could_be_two_words_stays() -> None:
    vocab = learn_pieces(["form from"] * 30, 400)
    vocab.seen = SeenWords.from_words(["trail", "trial", "from"])
    assert as_read("a trali form", vocab).text == "a trail from"
    vocab.seen = SeenWords.from_words(["trail", "tarli", "from"])
    assert as_read("a trali", vocab).text == "a trali"


def test_letters_are_put_right_in_capitals_too_and_names_keep_theirs(vocab: Vocabulary) -> None:
    found = as_read("TOM LEFT BOSOTN AND TEH HOSUE.", vocab)
    assert found.text == "Tom left Boston and teh house." and found.capitals
    assert found.words == (("BOSOTN", "Boston"), ("HOSUE", "house"))


@pytest.mark.parametrize("unit", ["HELLO! ", " ", "! ", ". ", "Xqzwv ", "aeiou", "AB", "a'"])
@pytest.mark.parametrize("begin", ["", "HOUSE!", "House. a", ". " * 5000 + "a "])
def test_the_time_is_linear_in_the_text(vocab: Vocabulary, begin: str, unit: str) -> None:
    """What takes hundredths of a second took minutes where an expression tried every place against every other."""
    line = begin + unit * ((20_000 - len(begin)) // len(unit))
    started = time.process_time()
    as_read(line, vocab)
    sentence_case(line)
    assert time.process_time() - started < 3


@given(st.text("aBß1_ .!?…\n¿'", max_size=16))
def test_a_sentence_begins_after_the_end_of_another(line: str) -> None:
    """As one regular expression says it, which takes too long for long texts."""
    small = re.sub(r"\bi\b", "I", line.lower())
    expected = re.sub(r"(^\W*|[.!?…]\s+\W*)(\w)", lambda found: found[1] + found[2].upper(), small)
    assert sentence_case(line) == expected


@given(st.text(max_size=40))
def test_without_the_words_of_a_training_every_line_is_read_as_it_is(line: str) -> None:
    vocab = learn_pieces(TEXTS, 400)
    assert as_read(line, vocab).text == line and not as_read(line, vocab).notes()


@given(st.text(max_size=40))
def test_a_line_with_small_letters_keeps_its_words(vocab: Vocabulary, line: str) -> None:
    if any(letter != letter.upper() for letter in line):
        found = as_read(line, vocab)
        line = unicodedata.normalize("NFC", line)
        assert not found.capitals and len(words_of(found.text)) == len(words_of(line))
        assert (found.text == line) == (not found.words)


# ---------------------------------------------------------------- marks


def test_the_pieces_of_a_word_never_seen_are_marked_all_of_them(vocab: Vocabulary) -> None:
    line = "Tom lives in the house of Zyx."
    tokens, unseen = with_unseen_marked(vocab.tokens(line), line, vocab)
    assert unseen == ["lives", "of", "Zyx"]
    words = vocab.split(line)
    assert {words[token.word].strip("▁") for token in tokens if token.note.startswith(UNSEEN)} == set(unseen)


def test_without_a_list_nothing_is_marked() -> None:
    plain = learn_pieces(TEXTS * 30, 420)
    tokens = plain.tokens("Zyx")
    assert with_unseen_marked(tokens, "Zyx", plain) == (tokens, [])


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("El nino vive en la habitacion.", "El niño vive en la habitación."),
        ("HABITACION", "Habitación"),
        ("Esta casa esta aqui.", "Esta casa esta aquí."),  # both "esta" and "está" are words: nothing is guessed
        ("la verguenza", "la vergüenza"),
    ],
)
def test_accents_that_a_keyboard_lacks_are_put_back(typed: str, read: str) -> None:
    texts = ("El niño vive aquí.", "La habitación está en esta casa.", "El niño siente vergüenza.")
    spanish = learn_pieces(texts * 30, 420)
    spanish.seen = SeenWords.from_words(words_with_case(texts))
    found = as_read(typed, spanish)
    assert found.text == read
    assert len(found.words) == sum(one != other for one, other in zip(words_of(typed), words_of(read), strict=True))


def test_accents_that_are_characters_of_their_own_are_read_with_their_letters() -> None:
    """As in text that was copied from a PDF or a file name of macOS."""
    texts = ("El niño vive aquí.", "Mañana voy al médico.")
    apart = [unicodedata.normalize("NFD", text) for text in texts]
    assert words_with_case(apart) == words_with_case(texts)
    spanish = learn_pieces(texts * 30, 420)
    spanish.seen = SeenWords.from_words(words_with_case(texts))
    for text, other in zip(texts, apart, strict=True):
        assert as_read(other, spanish) == as_read(text, spanish) == (text, False, ())
