"""Pairs made by rule copy what has to be copied, and slips keep what the links of words rely on."""

from __future__ import annotations

import random
import re
from difflib import SequenceMatcher

import pytest

from model_core.io import resources
from model_core.training.data import read_pairs
from model_core.training.homemade import words
from model_core.training.homemade.slips import misspelt, renamed, slipped, wrong_letter
from model_core.training.homemade.templates import KINDS, home_words, pairs

COUNT = 3000


@pytest.mark.parametrize("kind", KINDS)
def test_both_sides_are_there_and_every_digit_is_copied(kind: str) -> None:
    rng = random.Random(7)
    for _ in range(COUNT):
        source, target = KINDS[kind][1](rng)
        assert source.strip() == source and target.strip() == target and source and target
        assert "{" not in source + target and "  " not in source + target
        assert sorted(re.findall(r"\d+", source)) == sorted(re.findall(r"\d+", target)), (source, target)
        assert ("?" in source) == ("¿" in target) and (source[-1] == "!") == (target[-1] == "!")


def test_the_same_seed_gives_the_same_pairs() -> None:
    assert pairs(random.Random(3), 500) == pairs(random.Random(3), 500) != pairs(random.Random(4), 500)


def test_names_are_copied_and_negation_is_kept() -> None:
    rng = random.Random(5)
    names = [KINDS["names"][1](rng) for _ in range(COUNT)]
    assert all(name in target for source, target in names for name in re.findall(r"name is (\w+)\.", source))
    said = [KINDS["negation"][1](rng) for _ in range(COUNT)]
    denied = re.compile(r"n't|not\b|cannot", re.IGNORECASE)
    assert all(bool(denied.search(source)) == bool(re.search(r"\bno\b", target, re.I)) for source, target in said)


def test_articles_and_adjectives_agree_with_their_noun() -> None:
    noun = next(one for one in words.NOUNS if one.english == "house")
    adjective = next(one for one in words.ADJECTIVES if one.english == "red")
    assert (noun.spanishes, noun.gender, adjective.form("f", True)) == ("casas", "f", "rojas")
    assert words.spanish_plural("lápiz") == "lápices" and words.spanish_plural("red neuronal") == "redes neuronales"
    assert words.english_plural("child") == "children" and words.english_plural("key") == "keys"


def test_invented_names_are_not_among_the_words_seen() -> None:
    assert {"transformer", "carlos", "^carlos", "homework", "seventeen"} <= home_words()
    assert not {"asdf", "onei", "lina"} & home_words()


# ---------------------------------------------------------------- slips


def counted(text: str) -> int:
    return len(re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", text))


def test_slips_keep_the_number_of_words() -> None:
    rng = random.Random(2)
    source = "I don't think Tom's sister knows it, but she will."
    found = {slipped(source, rng, 0.9) for _ in range(2000)}
    assert len(found) > 300 and source in found
    assert {counted(text) for text in found} == {counted(source)}
    assert any("dont" in text for text in found) and any(text.islower() for text in found)


def test_no_slips_at_rate_zero() -> None:
    rng = random.Random(2)
    assert {slipped("I don't know.", rng, 0.0) for _ in range(200)} == {"I don't know."}


def test_a_wrong_letter_changes_a_word_by_one_slip() -> None:
    rng = random.Random(8)
    for _ in range(1000):
        word = wrong_letter("teacher", rng)
        kept = sum(block.size for block in SequenceMatcher(None, "teacher", word).get_matching_blocks())
        assert abs(len(word) - 7) <= 1 and kept >= 6 and word.isalpha()
    assert misspelt("Good dog", rng, 2) == "Good dog", "too short to be read in spite of it"


def test_other_names_stand_on_both_sides() -> None:
    rng = random.Random(6)
    found = {renamed("Tom met Mary in Boston.", "Tom conoció a María en Boston.", rng, 1.0) for _ in range(200)}
    assert len(found) > 100
    for source, target in found:
        he, _, she, *_ = source.split()
        assert target.startswith(f"{he} conoció a {she} en ") and he in words.MEN and she in words.WOMEN
    assert renamed("Tom met Mary.", "Se encontraron.", rng, 1.0) == ("Tom met Mary.", "Se encontraron.")


def test_the_talk_of_a_class_is_sound_and_says_nothing_twice() -> None:
    corpus = read_pairs([resources.folder() / "class_talk.tsv"])
    assert corpus.skipped_count == 0 and len(set(corpus.pairs)) == len(corpus.pairs) > 250
    assert all(("?" in source) == ("¿" in target) for source, target in corpus.pairs)
