"""The toy task of scripts: its letters are those of the standards, its splits never meet, its vocabulary reads all."""

import unicodedata
from random import Random

import pytest

from model_core.checkpoints.checkpoint import load_model
from model_core.checkpoints.task_vocabulary import task_vocabulary
from model_core.engine.engine import Engine
from model_core.engine.translate import translate
from model_core.record.run_spec import RunSpec
from model_core.synthetic.task import Pair
from model_core.synthetic.toy_tasks import TASKS
from model_core.synthetic.toys.scripts import LATIN, MOST, is_held_out
from model_core.tokenizers.vocab import vocabulary_of

TASK = TASKS["scripts"]


def sample(seed: int = 7, count: int = 1500) -> list[Pair]:
    return TASK.train(Random(seed), count) + TASK.test(Random(seed), count)


@pytest.mark.parametrize(
    ("source", "target"),
    [("Αθήνα", "Athī́na"), ("ευτυχία", "eutychía"), ("ούζο", "oúzo"), ("άυλος", "áylos"), ("ΟΥ Υ", "OU Y"),
     ("Ψυχή", "Psychī́"), ("ώρα ΐΰ", "ṓra ḯÿ́"), ("щука", "ŝuka"), ("Їжак", "Ïžak"), ("объём", "obʺëm"),
     ("Ґанок", "G̀anok"), ("שלום", "s̀lwm"), ("ארץ ישראל", "ʾrṣ ys̀rʾl"), ("חטעת", "ḥṭʿt"), ("Tel תל 12!", "Tel tl 12!")],
)  # fmt: skip
def test_letters_are_those_of_the_standards(source: str, target: str) -> None:
    assert TASK.solve(source).target == unicodedata.normalize("NFC", target)


def test_every_letter_of_both_sides_is_in_use_and_composed() -> None:
    used = {letter for pair in sample(1, 6000) for letter in (pair.source + pair.target).replace(" ", "")}
    assert used == set(TASK.words) and len(set(TASK.words)) == len(TASK.words)
    for texts in (LATIN, LATIN.values()):
        assert all(unicodedata.normalize("NFC", text) == text for text in texts)


def test_pairs_are_solved_as_they_were_drawn_and_links_cover_the_target_in_reading_order() -> None:
    for pair in sample():
        letters, written = pair.source.replace(" ", ""), pair.target.replace(" ", "")
        assert TASK.solve(pair.source) == pair and len(letters) <= MOST
        assert [row for _, row in pair.links] == list(range(len(written)))
        places = [place for place, _ in pair.links]
        assert places == sorted(places) and set(places) == set(range(len(letters)))
        for place, row in pair.links:
            if letters[place].lower() not in "υύ":
                assert written[row] in LATIN[letters[place]]


def test_training_never_shows_a_held_out_word_and_every_test_text_has_one() -> None:
    trained = {word for pair in TASK.train(Random(1), 20000) for word in pair.source.split()}
    assert not any(map(is_held_out, trained))
    tested = TASK.test(Random(1), 2000)
    assert all(any(map(is_held_out, pair.source.split())) for pair in tested)
    assert len({pair.source for pair in tested}) > 1900


def test_which_words_are_held_out_stays_the_same_between_releases() -> None:
    words = ("мир", "слово", "Москва", "שלום", "λόγος", "Αθήνα", "tea", "о")
    assert [word for word in words if is_held_out(word)] == ["слово"]


def test_scripts_are_mixed_and_every_script_occurs_alone() -> None:
    def scripts(text: str) -> frozenset[str]:
        return frozenset(unicodedata.name(letter).split()[0] for letter in text if letter.isalpha())

    found = [scripts(pair.source) for pair in sample()]
    assert {frozenset({"GREEK"}), frozenset({"CYRILLIC"}), frozenset({"HEBREW"}), frozenset({"LATIN"})} <= set(found)
    assert sum(len(one) > 1 for one in found) > len(found) / 4


@pytest.mark.parametrize(
    ("source", "reason"),
    [("", "0 letters"), ("а" * 17, "17 letters"), ("سلام", "'س'"), ("שָׁלוֹם", "is not one of"), ("мир 👍", "'👍'")],
)
def test_a_text_outside_this_task_is_refused_with_the_reason(source: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        TASK.solve(source)


def test_examples_are_solved_with_any_blanks_between() -> None:
    for example in TASK.examples:
        pair = TASK.solve(example)
        assert pair.source == example and TASK.solve(f"  {example.replace(' ', '   ')}\t") == pair
        assert TASK.solve(unicodedata.normalize("NFD", example)) == pair


def test_a_token_is_a_letter_and_links_count_tokens() -> None:
    vocab = vocabulary_of(task_vocabulary(TASK).to_json(), "tokenizer.json")
    assert not vocab.closed and vocab.size == TASK.entries
    for pair in sample(3, 200):
        source, target = vocab.tokens(pair.source), vocab.tokens(pair.target)
        assert "".join(token.piece for token in source) == "▁" + pair.source.replace(" ", "▁")
        assert vocab.text([token.id for token in target]) == pair.target
        assert (len(source), len(target)) == (pair.links[-1][0] + 1, pair.links[-1][1] + 1)
    assert [token.text for token in vocab.tokens("ع")] == ["▁", "ع 1/2", "ع 2/2"], "an unknown letter is read as bytes"


def test_combining_marks_get_a_circle_and_invisible_characters_are_spelt_out() -> None:
    vocab = task_vocabulary(TASK)
    assert [token.text for token in vocab.tokens("s̀lwm")] == ["s", "◌̀", "l", "w", "m"]
    assert [token.text for token in vocab.tokens("\u05b8")][1:] == ["◌\u05b8 1/2", "◌\u05b8 2/2"]
    assert [token.text for token in vocab.tokens("a\u200db")][1:4] == ["U+200D 1/3", "U+200D 2/3", "U+200D 3/3"]


def test_the_bundled_model_spells_texts_with_unseen_words() -> None:
    model, vocab = load_model("scripts")
    pairs = TASK.test(Random(11), 400)
    written = [one.text for one in translate(model, vocab, [pair.source for pair in pairs])]
    wrong = [(pair.source, text) for pair, text in zip(pairs, written, strict=True) if text != pair.target]
    assert len(wrong) <= 0.01 * len(pairs), wrong
    words = ("Θεσσαλονίκη", "Київ мир", "ירושלים", "Ψυχή שמש", "άυλος ούζο")
    assert [one.text for one in translate(model, vocab, words)] == [TASK.solve(word).target for word in words]


def test_the_bundled_models_cross_attention_follows_the_reading_not_the_drawing() -> None:
    trace = Engine("scripts").trace(RunSpec("scripts", source=("שלום мир",)))
    one, links = trace.sentences[0], TASK.solve("שלום мир").links
    assert [token.text for token in one.source][:4] == ["ש", "ל", "ו", "ם"], "token 1 is the first letter read"
    found = trace.maps("cross")[-1].mean(0)[: len(links)].argmax(-1)
    near = [abs(int(key) - place) <= 1 for key, (place, _) in zip(found, links, strict=True)]
    assert all(near), (found, links)
