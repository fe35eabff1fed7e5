"""Minimal pairs are read strictly, and the bundled model's translations show the difference that each is about."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model_core.analysis.minimal_pairs import COLUMNS, MinimalPair, by_phenomenon, minimal_pairs
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io import resources
from model_core.record.run_spec import RunSpec
from model_core.spec import KINDS

HEAD = "\t".join(COLUMNS)
GOOD = "Number\tA dog.\tDogs.\tperro\tperros\tcross\tOne letter."


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
    for pair in pairs:
        first, second = (f" {translations[sentence]} " for sentence in pair.sentences)
        assert first != second
        for shows, text in zip(pair.shows, (first, second), strict=True):
            assert shows in text, f"{pair.sentences}: {text}"
        assert pair.shows[1] not in first, f"{pair.shows[1]!r} is in {first!r} too"


def test_there_are_pairs_for_every_phenomenon_and_every_attention(pairs: tuple[MinimalPair, ...]) -> None:
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


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_text(f"{HEAD}\n{GOOD}\n", "utf-8")
    assert minimal_pairs(path) == (
        MinimalPair("Number", ("A dog.", "Dogs."), ("perro", "perros"), "cross", "One letter."),
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{GOOD}\n", "E-PAIRS-HEAD"),
        (f"{HEAD}\n", "E-PAIRS-COUNT"),
        ("", "E-PAIRS-HEAD"),
        (f"{HEAD}\n{GOOD}\tmore\n", "E-PAIRS-COLUMNS"),
        (f"{HEAD}\n{GOOD}\n\n{GOOD}\n", "E-PAIRS-COLUMNS"),
        (f"{HEAD}\n{GOOD}\n{GOOD}\n", "E-PAIRS-TWICE"),
        (f"{HEAD}\n" + GOOD.replace("cross", "both"), "E-PAIRS-KIND"),
        (f"{HEAD}\n" + GOOD.replace("Dogs.", "A dog."), "E-PAIRS-SAME"),
        (f"{HEAD}\n" + GOOD.replace("letter.", "letter"), "E-PAIRS-REASON"),
        (f"{HEAD}\n" + GOOD.replace("perros", " "), "E-PAIRS-WORDS"),
        (f"{HEAD}\n" + GOOD.replace("perros", "p\u202eq"), "E-PAIRS-WORDS"),
        (f"{HEAD}\n" + GOOD.replace("A dog", "A" * 400), "E-PAIRS-WORDS"),
    ],
)
def test_anything_else_is_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "p.tsv"
    path.write_text(text, "utf-8")
    with pytest.raises(Refused) as refused:
        minimal_pairs(path)
    assert refused.value.code == code and "p.tsv" in refused.value.message


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(Refused, match="UTF-8"):
        minimal_pairs(path)
