"""The tiny language: correct English, correct Spanish, gold links that mean something, and new pairs in the test."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.synthetic.task import Pair
from model_core.synthetic.toys.grammar import ADJECTIVES, ENGLISH_WORDS, GRAMMAR, NOUNS, SPANISH_WORDS, is_held_out

# An independent table of the Spanish nouns: lemma -> gender, written out with both numbers.
SPANISH_NOUNS = {
    "gato": "m1", "gatos": "m2", "perro": "m1", "perros": "m2", "caballo": "m1", "caballos": "m2",
    "vaca": "f1", "vacas": "f2", "gallina": "f1", "gallinas": "f2", "tortuga": "f1", "tortugas": "f2",
    "libro": "m1", "libros": "m2", "árbol": "m1", "árboles": "m2", "coche": "m1", "coches": "m2",
    "casa": "f1", "casas": "f2", "flor": "f1", "flores": "f2", "llave": "f1", "llaves": "f2",
}  # fmt: skip
SPANISH_DETERMINERS = {
    "el": {"m1"}, "la": {"f1"}, "los": {"m2"}, "las": {"f2"}, "un": {"m1"}, "una": {"f1"},
    "mi": {"m1", "f1"}, "mis": {"m2", "f2"}, "este": {"m1"}, "esta": {"f1"}, "estos": {"m2"}, "estas": {"f2"},
}  # fmt: skip
ADJECTIVE_ENDINGS = {"o": "m1", "a": "f1", "os": "m2", "as": "f2"}
ADJECTIVE_STEMS = {"roj", "blanc", "negr", "amarill", "pequeñ", "bonit", "suci", "extrañ"}
SPANISH_VERBS = {
    "ve": "ven", "quiere": "quieren", "encuentra": "encuentran", "lleva": "llevan", "toca": "tocan",
    "empuja": "empujan", "esconde": "esconden", "duerme": "duermen", "corre": "corren", "salta": "saltan",
}  # fmt: skip
ENGLISH_VERBS = {
    "sees": "see", "wants": "want", "finds": "find", "carries": "carry", "touches": "touch", "pushes": "push",
    "hides": "hide", "sleeps": "sleep", "runs": "run", "jumps": "jump",
}  # fmt: skip
ENGLISH_NOUNS = {
    "cat", "dog", "horse", "cow", "hen", "turtle", "book", "tree", "car", "house", "flower", "key",
}  # fmt: skip


def sample(count: int = 3000) -> list[Pair]:
    return GRAMMAR.train(Random(7), count // 2) + GRAMMAR.test(Random(7), count // 2)


def adjective_noun_pairs(source: str) -> set[tuple[str, str]]:
    """English (adjective, noun in the singular) of a source."""
    words = source.split()
    return {(first, second.removesuffix("s")) for first, second in pairwise(words) if first in ADJECTIVES}


def adjective_features(word: str) -> str | None:
    """Gender and number of a Spanish adjective, None for any other word."""
    for ending, features in ADJECTIVE_ENDINGS.items():
        if word.removesuffix(ending) in ADJECTIVE_STEMS and word != word.removesuffix(ending):
            return features
    return None


def test_vocabulary_of_the_grammar():
    assert len(GRAMMAR.words) == 158
    assert f" {len(GRAMMAR.words)} words" in GRAMMAR.about
    assert not set(ENGLISH_WORDS) & set(SPANISH_WORDS)
    assert GRAMMAR.words == ENGLISH_WORDS + SPANISH_WORDS
    assert set(SPANISH_NOUNS) | set(SPANISH_DETERMINERS) <= set(SPANISH_WORDS)


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        ("the cats see the red house", "los gatos ven la casa roja", "0-0 1-1 2-2 3-3 4-5 5-4"),
        ("the dog does not see it", "el perro no lo ve", "0-0 1-1 3-2 4-4 5-3"),
        ("these hens do not find them today", "estas gallinas no los encuentran hoy", "0-0 1-1 3-2 4-4 5-3 6-5"),
        ("my small turtle wants my books", "mi tortuga pequeña quiere mis libros", "0-0 1-2 2-1 3-3 4-4 5-5"),
        ("a horse carries a flower here", "un caballo lleva una flor aquí", "0-0 1-1 2-2 3-3 4-4 5-5"),
        ("this white cow touches the trees", "esta vaca blanca toca los árboles", "0-0 1-2 2-1 3-3 4-4 5-5"),
        ("the pretty cats hide these strange keys", "los gatos bonitos esconden estas llaves extrañas",
         "0-0 1-2 2-1 3-3 4-4 5-6 6-5"),
        ("my dogs run", "mis perros corren", "0-0 1-1 2-2"),
    ],
)  # fmt: skip
def test_known_translations(source, target, links):
    pair = GRAMMAR.solve(source)
    assert pair.target == target
    assert " ".join(f"{i}-{j}" for i, j in pair.links) == links


def check_spanish_phrase(words: list[str]) -> str:
    """Takes a noun phrase off the front of `words`, checks order and agreement; gives number '1' or '2'."""
    determiner, noun = words.pop(0), words.pop(0)
    features = SPANISH_NOUNS[noun]
    assert features in SPANISH_DETERMINERS[determiner]
    if words and adjective_features(words[0]):
        assert adjective_features(words.pop(0)) == features
    return features[1]


def check_spanish(target: str) -> None:
    """A whole sentence: subject, no, clitic, verb in the number of the subject, object, adverb."""
    words = target.split()
    number = check_spanish_phrase(words)
    if words[0] == "no":
        words.pop(0)
    clitic = words.pop(0) if words[0] in ("lo", "los") else None
    verb = words.pop(0)
    assert verb in (SPANISH_VERBS if number == "1" else SPANISH_VERBS.values()), target
    transitive = verb[:4] not in ("duer", "corr", "salt")
    if transitive and not clitic:
        check_spanish_phrase(words)
    assert transitive or not clitic
    assert words in ([], ["hoy"], ["aquí"], ["ahora"]), target


def test_spanish_is_well_formed():
    for pair in sample():
        check_spanish(pair.target)


def check_english_phrase(words: list[str]) -> bool:
    """Takes a noun phrase off the front of `words`, checks it; says whether it is plural."""
    determiner = words.pop(0)
    if words[0] in ADJECTIVES:
        words.pop(0)
    noun = words.pop(0)
    plural = noun not in ENGLISH_NOUNS
    assert noun.removesuffix("s") in ENGLISH_NOUNS
    assert determiner in (("the", "my", "these") if plural else ("the", "my", "this", "a"))
    return plural


def test_english_is_well_formed():
    for pair in sample():
        words = pair.source.split()
        plural = check_english_phrase(words)
        if words[0] in ("do", "does"):
            assert [words.pop(0), words.pop(0)] == ["do" if plural else "does", "not"]
            plural = True
        verb = words.pop(0)
        assert verb in (ENGLISH_VERBS.values() if plural else ENGLISH_VERBS), pair
        if words and words[0] in ("it", "them"):
            words.pop(0)
        elif verb[:4] not in ("slee", "run", "runs", "jump"):
            check_english_phrase(words)
        assert words in ([], ["today"], ["here"], ["now"]), pair


def test_no_english_word_after_a_needs_an():
    for pair in sample():
        assert " a a" not in pair.source
        words = pair.source.split()
        assert all(after[0] not in "aeiou" for word, after in pairwise(words) if word == "a")


def test_links_join_words_of_the_same_meaning():
    meanings: dict[str, set[str]] = {}
    for pair in sample(6000):
        sources, targets = pair.source.split(), pair.target.split()
        for i, j in pair.links:
            meanings.setdefault(sources[i], set()).add(targets[j])
        unlinked = set(range(len(sources))) - {i for i, _ in pair.links}
        assert {sources[i] for i in unlinked} <= {"does", "do"}
    assert meanings["not"] == {"no"} and meanings["it"] == {"lo"} and meanings["them"] == {"los"}
    assert meanings["the"] == {"el", "la", "los", "las"} and meanings["a"] == {"un", "una"}
    assert meanings["my"] == {"mi", "mis"} and meanings["see"] == {"ve", "ven"} and meanings["sees"] == {"ve"}
    assert meanings["red"] == {"rojo", "roja", "rojos", "rojas"} and meanings["flowers"] == {"flores"}
    assert meanings["today"] == {"hoy"} and "does" not in meanings and "do" not in meanings


def test_a_fifth_of_the_adjective_noun_pairs_is_held_out_evenly():
    held_out = {(adjective, noun) for adjective in ADJECTIVES for noun in NOUNS if is_held_out(adjective, noun)}
    assert 0.18 < len(held_out) / (len(ADJECTIVES) * len(NOUNS)) < 0.22
    assert {adjective for adjective, _ in held_out} == set(ADJECTIVES)
    assert {noun for _, noun in held_out} == set(NOUNS)
    for adjective in ADJECTIVES:
        genders = {noun.feminine for noun in NOUNS if not is_held_out(adjective, noun)}
        assert genders == {False, True}


def test_every_tested_adjective_noun_pair_is_new():
    trained = set().union(*(adjective_noun_pairs(pair.source) for pair in GRAMMAR.train(Random(2), 20000)))
    per_sentence = [adjective_noun_pairs(pair.source) for pair in GRAMMAR.test(Random(2), 3000)]
    assert all(per_sentence)
    tested = set().union(*per_sentence)
    assert not trained & tested
    assert len(trained | tested) == len(ADJECTIVES) * len(NOUNS)


@pytest.mark.parametrize("side", ["train", "test"])
def test_every_construction_occurs_in_both_splits(side):
    pairs = getattr(GRAMMAR, side)(Random(11), 3000)
    sources = [pair.source.split() for pair in pairs]
    tests = {
        "negation singular": lambda words: "does" in words,
        "negation plural": lambda words: "do" in words,
        "clitic": lambda words: bool({"it", "them"} & set(words)),
        "negated clitic": lambda words: "not" in words and bool({"it", "them"} & set(words)),
        "adverb": lambda words: words[-1] in ("here", "now", "today"),
        "intransitive": lambda words: bool({"sleep", "sleeps", "run", "runs", "jump", "jumps"} & set(words)),
        "two adjectives": lambda words: sum(word in ADJECTIVES for word in words) == 2,
        "adjective on the object only": lambda words: words[1] not in ADJECTIVES and bool(set(ADJECTIVES) & set(words)),
        "plural subject": lambda words: words[1].endswith("s") or (words[2].endswith("s") and words[1] in ADJECTIVES),
        "these": lambda words: "these" in words,
    }
    for name, holds in tests.items():
        share = sum(map(holds, sources)) / len(sources)
        assert 0.04 < share < 0.96, (name, share)
    assert {len(words) for words in sources} >= set(range(4, 11))
    assert max(map(len, sources)) == 10


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "expected the subject .* as word 1, but the sentence ends"),
        ("the cat see the house", "did you mean 'the cat sees the house'"),
        ("these cat sleep", "did you mean 'this cat sleeps'"),
        ("this cat do not sees it", "did you mean 'this cat does not see it'"),
        ("a cats sleep", "'a' cannot stand before the plural 'cats'"),
        ("The cat sleeps", "'The' is not an English word of this grammar"),
        ("the cat sleeps.", "'sleeps.' is not an English word"),
        ("el gato duerme", "'el' is not an English word"),
        ("the house sleeps", "'house' cannot be the subject .* choose from cat"),
        ("the cat sees the dogs", "'dogs' cannot be the object .* choose from book"),
        ("the cat sleeps it", "should end before 'it'"),
        ("the cat sleeps now today", "should end before 'today'"),
        ("the cat sees", "expected the object .*it or them.* but the sentence ends"),
        ("the cat does see it", "expected 'not' as word 4, but found 'see'"),
        ("the cat the", "expected a verb as word 3, but found 'the'"),
        ("the red small cat sleeps", "expected a noun as word 3, but found 'small'"),
    ],
)
def test_sources_outside_the_grammar_are_refused(source, reason):
    with pytest.raises(ValueError, match=reason):
        GRAMMAR.solve(source)


@given(st.lists(st.sampled_from(GRAMMAR.words), max_size=11))
def test_any_words_are_solved_or_refused_with_a_reason(words):
    try:
        pair = GRAMMAR.solve(" ".join(words))
    except ValueError as reason:
        assert str(reason)
    else:
        assert pair.source == " ".join(words)


@given(st.integers(0, 999), st.data())
def test_a_changed_word_is_refused_or_still_gives_well_formed_spanish(seed, data):
    words = GRAMMAR.train(Random(seed), 1)[0].source.split()
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(ENGLISH_WORDS))
    try:
        pair = GRAMMAR.solve(" ".join(words))
    except ValueError:
        return
    assert pair.source == " ".join(words)
    check_spanish(pair.target)
