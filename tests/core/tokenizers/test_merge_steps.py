"""Merges one by one: the last step is what the tokenizer itself gives, for every word of the bundled examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model_core.errors import Refused
from model_core.io.resources import bundled
from model_core.tokenizers.merge_steps import merge_steps, read_merges
from model_core.tokenizers.vocab import load_vocabulary

MERGES = (("a", "b"), ("ab", "c"), ("b", "c"), ("x", "x"))


def test_the_earliest_merge_comes_first_wherever_it_stands() -> None:
    steps = merge_steps("abcab", MERGES)
    assert [step.pieces for step in steps] == [("a", "b", "c", "a", "b"), ("ab", "c", "ab"), ("abc", "ab")]
    assert [step.rank for step in steps] == [-1, 0, 1] and steps[1].pair == ("a", "b")
    assert merge_steps("xxx", MERGES)[-1].pieces == ("xx", "x"), "from left to right"
    assert [step.pieces for step in merge_steps("q", MERGES)] == [("q",)]


TEXTS = ("The little boy drank cold water.", "neighbours antidisestablishmentarianism", "I can't.")


@pytest.mark.parametrize("text", TEXTS)
def test_the_last_step_is_what_the_tokenizer_gives(text: str) -> None:
    folder = bundled("english-spanish")
    assert folder is not None
    vocab, merges = load_vocabulary(folder / "tokenizer.json"), read_merges("")
    ids, words = vocab.ids_and_words([text])[0]
    cut: dict[int, list[str]] = {}
    for index, word in zip(ids, words, strict=True):
        cut.setdefault(word, []).append(vocab.piece(index))
    assert len(cut) > 1
    for pieces in cut.values():
        assert merge_steps("".join(pieces), merges)[-1].pieces == tuple(pieces)


def test_a_model_without_merges_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no merges"):
        read_merges("tiny")
    (tmp_path / "tokenizer.json").write_text(json.dumps({"model": {"merges": [["a"]]}}))
    with pytest.raises(Refused, match="damaged"):
        read_merges(str(tmp_path))


def test_the_merges_are_those_that_are_there_now(tmp_path: Path) -> None:
    for merges in (MERGES, MERGES[:2]):
        (tmp_path / "tokenizer.json").write_text(json.dumps({"model": {"merges": merges}}))
        assert read_merges(str(tmp_path)) == merges
