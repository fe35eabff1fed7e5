"""The file of minimal pairs is sound, and the bundled model's translations show the difference that each is about."""

from __future__ import annotations

import pytest
import torch

from model_core.analysis.minimal_pairs import MinimalPair, by_phenomenon, minimal_pairs
from model_core.engine.engine import Engine
from model_core.io import resources
from model_core.record.run_spec import RunSpec
from model_core.spec import KINDS


def lines() -> list[list[str]]:
    """The columns of each line of the file."""
    text = (resources.folder() / "pairs.tsv").read_text("utf-8")
    return [line.split("\t") for line in text.removesuffix("\n").split("\n")]


@pytest.fixture(scope="module")
def pairs() -> tuple[MinimalPair, ...]:
    return minimal_pairs()


@pytest.fixture(scope="module")
def translations(pairs: tuple[MinimalPair, ...]) -> dict[str, str]:
    """Sentence -> what the bundled model makes of it, greedily, a pair at a time as the window shows it."""
    torch.set_num_threads(1)
    engine, found = Engine(), {}
    for pair in pairs:
        trace = engine.trace(RunSpec(source=pair.sentences))
        found |= {one.source_text: one.target_text for one in trace.sentences}
    return found


def test_every_translation_shows_what_the_other_one_does_not(
    pairs: tuple[MinimalPair, ...], translations: dict[str, str]
) -> None:
    for pair, (_, _, _, *shown, _, _) in zip(pairs, lines()[1:], strict=True):
        first, second = (f" {translations[sentence]} " for sentence in pair.sentences)
        assert first != second
        for shows, text in zip(shown, (first, second), strict=True):
            assert shows in text, f"{pair.sentences}: {text}"
        assert shown[1] not in first, f"{shown[1]!r} is in {first!r} too"


def test_every_phenomenon_and_every_attention_has_pairs(pairs: tuple[MinimalPair, ...]) -> None:
    wanted = {"Number", "Gender", "Adjective order", "Negation", "Question", "Long subject", "Pronoun", "Tense"}
    groups = by_phenomenon(pairs)
    assert wanted | {"Preposition"} <= set(groups) and len(pairs) >= 24
    assert {pair.kind for pair in pairs} == set(KINDS)
    assert [pair for group in groups.values() for pair in group] == list(pairs), "those of one phenomenon lie together"
    for pair in pairs:
        assert all(sentence[-1] in ".?" and sentence[0].isupper() for sentence in pair.sentences)
        assert 30 < len(pair.reason) <= 160 and "left" not in pair.reason and "right" not in pair.reason


def test_no_sentence_is_one_of_the_phrases(pairs: tuple[MinimalPair, ...]) -> None:
    phrases = (resources.folder() / "phrases.tsv").read_text("utf-8")
    assert not [sentence for pair in pairs for sentence in pair.sentences if f"{sentence}\t" in phrases]


def test_the_file_has_one_line_of_plain_words_for_each_pair(pairs: tuple[MinimalPair, ...]) -> None:
    head, *rows = lines()
    assert head == ["phenomenon", "first", "second", "shows first", "shows second", "attention", "reason"]
    for row in rows:
        assert len(row) == len(head)
        assert all(words and words == words.strip() and words.isprintable() for words in row)
        assert row[1] != row[2] and row[6].endswith(".")
    assert len({pair.sentences for pair in pairs}) == len(pairs) == len(rows)
