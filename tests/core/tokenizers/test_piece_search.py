"""Searching a vocabulary by what is typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from model_core.checkpoints.folder import model_folder
from model_core.errors import Refused
from model_core.spec import PAD
from model_core.tokenizers.byte_pairs import ByteVocabulary
from model_core.tokenizers.foreign import Specials
from model_core.tokenizers.piece_search import matching_tokens, vocabulary_in
from tests.made.small import small_pieces, small_words


def pieces(typed: str, count: int = 40) -> list[str]:
    """The spellings found."""
    return [token.piece for token in matching_tokens(small_pieces(), typed, count)]


def test_the_same_piece_comes_first_then_its_beginnings_then_the_rest() -> None:
    hits = pieces("o")
    assert hits[:2] == ["▁o", "o"] or hits[0] == "o"
    ranks = [(one.removeprefix("▁") != "o", not one.removeprefix("▁").startswith("o")) for one in hits]
    assert ranks == sorted(ranks) and all("o" in one.casefold() for one in hits)
    assert len(pieces("o", 3)) == 3


def test_of_equal_letters_the_piece_in_the_same_position_comes_first() -> None:
    """In the place of a word's beginning its like is offered first, in that of its going on the other one."""
    vocab = small_pieces()
    spellings = {vocab.piece(index) for index in range(vocab.size)}
    both = [one for one in spellings if one.isalpha() and f"▁{one}" in spellings and one == one.casefold()]
    assert both
    for one in both:
        (first,), (other,) = matching_tokens(vocab, one, 1), matching_tokens(vocab, one, 1, begins=False)
        assert (first.piece.casefold(), other.piece.casefold()) == (f"▁{one}", one)


def test_case_does_not_count_and_special_tokens_are_found_by_their_spelling() -> None:
    assert pieces("MI") == pieces("mi") and pieces("mi")
    assert pieces("</s>") == ["</s>"] and pieces("<pad>") == []
    assert pieces("") == pieces("   ") == pieces("no piece has this") == []


def test_pieces_that_are_spelled_in_signs_for_bytes_are_found_by_their_letters() -> None:
    """As BART's: "Ġni" and "Ã±o" are " ni" and "ño"."""
    words = ("niño", "house", "houses", "warehouse")
    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(special_tokens=["<s>", "<pad>", "</s>", "<unk>"], show_progress=False)
    learner.train_from_iterator([f"{word} {word}" for word in words] * 9, trainer)
    table = json.loads(learner.to_str())["model"]
    merges = [one if isinstance(one, str) else " ".join(one) for one in table["merges"]]
    vocab = ByteVocabulary(sorted(table["vocab"], key=table["vocab"].get), merges, Specials(1, 0, 2, 3), True)
    for word in words:
        for begins in (True, False):
            first, second = matching_tokens(vocab, word, 2, begins)
            assert (first.text, second.text) == (word, word)
            assert (first.kind, second.kind) == (("word", "part") if begins else ("part", "word"))
    texts = [token.text for token in matching_tokens(vocab, "house", 9)]
    assert texts[:4] == ["house", "house", "houses", "houses"] and {"warehouse"} < set(texts[4:])


def test_every_token_found_is_the_vocabularys_own() -> None:
    vocab = small_words()
    assert [token.text for token in matching_tokens(vocab, "7", 5)] == ["7"]
    for token in matching_tokens(small_pieces(), "e", 100):
        assert token.id != PAD and small_pieces().piece(token.id) == token.piece


def test_a_bundled_vocabulary_is_read_without_torch() -> None:
    code = (
        "import sys\nfrom model_core.checkpoints.folder import model_folder\n"
        "from model_core.tokenizers.piece_search import matching_tokens, vocabulary_in\n"
        "tokens = matching_tokens(vocabulary_in(model_folder('')), 'house', 3)\n"
        "print(tokens[0].text, 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.split() == ["house", "False"]
    with pytest.raises(Refused):
        vocabulary_in(model_folder("no such folder"))


def test_the_vocabulary_is_the_one_that_is_there_now(tmp_path: Path) -> None:
    for vocab in (small_pieces(), small_words()):
        (tmp_path / "tokenizer.json").write_text(vocab.to_json(), "utf-8")
        assert vocabulary_in(tmp_path).to_json() == vocab.to_json()
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(Refused):
        vocabulary_in(tmp_path)
