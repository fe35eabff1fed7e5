"""Pairs made by rule copy what has to be copied, and slips keep what the links of words rely on."""

from __future__ import annotations

import random
import re
from difflib import SequenceMatcher

import pytest

from model_core.io import resources
from model_core.synthetic import words
from model_core.synthetic.slips import as_heard, exclaimed, misspelt, renamed, slipped, wrong_letter
from model_core.synthetic.templates import EMOJI, KINDS, home_words, pairs, short_form
from model_core.training.data import read_pairs

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


def test_quoted_words_and_family_names_are_copied() -> None:
    rng = random.Random(5)
    for source, target in (KINDS["quotes"][1](rng) for _ in range(COUNT)):
        assert re.findall(r'"(.+)"', source) == re.findall(r'"(.+)"', target) != []
    titles = {"Mr.": "Sr.|el señor|al señor|del señor", "Mrs.": "Sra.|la señora", "Miss": "Srta.|la señorita"}
    found = [KINDS["titles"][1](rng) for _ in range(COUNT)]
    for english, spanish in titles.items():
        some = [(source, target) for source, target in found if f"{english} " in source]
        assert len(some) > COUNT / 20 and all(re.search(spanish, target, re.I) for _, target in some)
        assert all(name in target for source, target in some for name in re.findall(rf"{english} (\w+)", source))


def test_two_statements_about_people_agree_each_with_its_own() -> None:
    found = dict(KINDS["talk"][1](random.Random(number)) for number in range(20_000))
    she = [target for source, target in found.items() if re.match(r"The girls are \w+ (and|but) ", source)]
    assert she and all(re.fullmatch(r"Las chicas están \w+s (y|pero) \w+s\.", one) for one in she)
    assert not any(re.search(r"[co]os\b|idos\b", one) for one in she), "seguras, contentas, aburridas"
    assert found["How's your mother?"] == "¿Cómo está tu madre?"
    assert found["How are your friends?"] == "¿Cómo están tus amigos?"
    assert found["The weather is bad in London."] == "Hace mal tiempo en Londres."


def test_long_forms_are_drawn_together_now_and_then() -> None:
    rng = random.Random(4)
    found = {short_form("It is not here and he is.", "x", rng)[0] for _ in range(100)}
    assert found == {"It is not here and he is.", "It's not here and he is."}
    assert {short_form("Here I am.", "Aquí estoy.", rng)[0] for _ in range(100)} == {"Here I am."}


def test_articles_and_adjectives_agree_with_their_noun() -> None:
    noun = next(one for one in words.NOUNS if one.english == "house")
    adjective = next(one for one in words.ADJECTIVES if one.english == "red")
    assert (noun.spanishes, noun.gender, adjective.form("f", True)) == ("casas", "f", "rojas")
    assert words.spanish_plural("lápiz") == "lápices" and words.spanish_plural("red neuronal") == "redes neuronales"
    assert words.english_plural("child") == "children" and words.english_plural("key") == "keys"


@pytest.mark.parametrize(
    ("one", "more"),
    [("bus", "buses"), ("box", "boxes"), ("church", "churches"), ("dish", "dishes"), ("tomato", "tomatoes"),
     ("photo", "photos"), ("story", "stories"), ("school bus", "school buses"), ("fire dog", "fire dogs")],
)  # fmt: skip
def test_english_plurals_are_spelt_by_the_ending(one: str, more: str) -> None:
    assert words.english_plural(one) == more


def test_signs_come_alone_and_within_sentences() -> None:
    rng = random.Random(5)
    found = [KINDS["signs"][1](rng) for _ in range(COUNT)]
    alone = [source for source, _ in found if set(source) <= set(EMOJI)]
    beside = [source for source, _ in found if source[-1] in EMOJI and " " in source]
    noise = [source for source, _ in found if re.fullmatch(r"[a-z]+", source)]
    foreign = [source for source, _ in found if source[0] > "\u0370" and source.isalpha()]
    assert min(map(len, (alone, beside, noise, foreign))) > COUNT / 20
    assert all(source == target for source, target in found if source in {*alone, *noise})


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
    drawn = {wrong_letter("teacher", rng) for _ in range(2000)}
    assert drawn >= {"taecher", "teahcer", "techer", "teaacher", "teaccher"}, "swapped, left out and doubled letters"
    assert {len(word) for word in drawn if sorted(word) != sorted("teacher")} == {6, 7, 8}, "replaced and added ones"
    assert misspelt("Good dog", rng, 2) == "Good dog", "too short to be read in spite of it"


def test_what_is_heard_alike_is_written_alike() -> None:
    rng = random.Random(8)
    assert {as_heard("tomorrow", rng) for _ in range(200)} >= {"tomorow", "tommorrow"}
    assert {as_heard("friend", rng) for _ in range(200)} >= {"freind"}
    assert as_heard("zzz", rng) == "zzz"


def test_statements_are_called_out_on_both_sides() -> None:
    rng = random.Random(1)
    assert exclaimed("It is mine.", "Es mío.", rng, 1.0) == ("It is mine!", "¡Es mío!")
    for kept in (("Is it?", "¿Lo es?"), ("Go! Now.", "Ve. Ya."), ("No", "No"), ("Mr. X left.", "Se fue.")):
        assert exclaimed(*kept, rng, 1.0) == kept
    assert exclaimed("It is mine.", "Es mío.", rng, 0.0)[0] == "It is mine."


def test_other_names_are_used_on_both_sides() -> None:
    rng = random.Random(6)
    found = {renamed("Tom met Mary in Boston.", "Tom conoció a María en Boston.", rng, 1.0) for _ in range(200)}
    assert len(found) > 100
    for source, target in found:
        he, _, she, *_ = source.split()
        assert target.startswith(f"{he} conoció a {she} en ") and he in words.MEN and she in words.WOMEN
    assert renamed("Tom met Mary.", "Se encontraron.", rng, 1.0) == ("Tom met Mary.", "Se encontraron.")


@pytest.mark.parametrize(("name", "least"), [("class_talk.tsv", 400), ("class_talk_spanish.tsv", 250)])
def test_classroom_pairs_are_valid_and_without_repetition(name: str, least: int) -> None:
    corpus = read_pairs([resources.folder() / name])
    assert corpus.skipped_count == 0 and len(set(corpus.pairs)) == len(corpus.pairs) > least
    assert all(("?" in source) == ("¿" in target) for source, target in corpus.pairs)
