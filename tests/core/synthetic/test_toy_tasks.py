"""The toy tasks: their splits never meet, their answers are right, and their alignments are complete."""

import subprocess
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.checkpoints.task_vocabulary import task_vocabulary
from model_core.synthetic import toy_tasks
from model_core.synthetic.task import Pair
from model_core.synthetic.toy_tasks import TASKS
from model_core.tokenizers.vocab import vocabulary_of

DIGIT_TASKS = ("copy", "reverse", "sort")
WORD_TASKS = [name for name, task in TASKS.items() if not task.letters]
DIGIT_SOURCES = st.lists(st.sampled_from("0123456789"), min_size=3, max_size=8).map(" ".join)


def sample(name: str, count: int = 3000, seed: int = 7) -> list[Pair]:
    task = TASKS[name]
    return task.train(Random(seed), count // 2) + task.test(Random(seed), count // 2)


# ---- every task


def test_registry_holds_the_tasks_in_teaching_order():
    assert list(TASKS) == ["copy", "reverse", "sort", "dates", "grammar", "scripts"]
    for name, task in TASKS.items():
        assert task.name == name
        assert task.title and task.about.endswith(".") and "\n" not in task.about


@pytest.mark.parametrize("name", WORD_TASKS)
def test_words_are_exactly_those_in_use(name):
    task = TASKS[name]
    used = {word for pair in sample(name, 6000) for word in (pair.source + " " + pair.target).split(" ")}
    assert used == set(task.words)
    assert len(set(task.words)) == len(task.words)
    assert all(word == word.lower() and len(word.split()) == 1 for word in task.words)


@pytest.mark.parametrize("name", TASKS)
def test_solve_agrees_with_every_generated_pair(name):
    for pair in sample(name):
        assert TASKS[name].solve(pair.source) == pair


@pytest.mark.parametrize("name", [name for name in WORD_TASKS if name != "dates"])
def test_links_are_in_bounds_sorted_and_cover_every_target_word_once(name):
    for pair in sample(name):
        sources, targets = len(pair.source.split(" ")), len(pair.target.split(" "))
        assert list(pair.links) == sorted(pair.links)
        assert all(0 <= i < sources for i, _ in pair.links)
        assert sorted(j for _, j in pair.links) == list(range(targets))
        assert len({i for i, _ in pair.links}) == len(pair.links)


@pytest.mark.parametrize("name", TASKS)
def test_training_and_test_never_meet(name):
    task = TASKS[name]
    trained = {pair.source for pair in task.train(Random(1), 20000)}
    tested = {pair.source for pair in task.test(Random(1), 3000)}
    assert len(tested) > 500
    assert not trained & tested


@pytest.mark.parametrize("name", TASKS)
def test_the_seed_decides_and_count_is_kept(name):
    task = TASKS[name]
    assert task.train(Random(3), 50) == task.train(Random(3), 50)
    assert task.test(Random(3), 50) == task.test(Random(3), 50)
    assert task.train(Random(3), 50) != task.train(Random(4), 50)
    assert len(task.train(Random(3), 50)) == 50
    assert task.train(Random(3), 0) == []


@pytest.mark.parametrize("name", TASKS)
def test_examples_are_solved_and_spaces_tidied(name):
    task = TASKS[name]
    assert len(task.examples) >= 4
    for example in task.examples:
        pair = task.solve(example)
        assert pair.source == example if name != "dates" else pair == task.solve(pair.source)
        assert task.solve("  " + example.replace(" ", "   ") + "\t") == task.solve(example)


def test_standard_library_is_enough():
    code = "import sys, model_core.synthetic.toy_tasks; print(sorted({'torch', 'numpy', 'PySide6'} & set(sys.modules)))"
    root = Path(toy_tasks.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ---- dates


def test_dates_are_those_of_the_calendar_with_each_digit_linked_to_where_it_comes_from() -> None:
    for pair in sample("dates"):
        source, target = pair.source.split(" "), pair.target.split(" ")
        written = date.fromisoformat("".join(target))
        month_first = not source[0].isdigit()
        day, month = str(written.day), f"{written:%B}"
        shape = f"{month} {day}, {written:%Y}" if month_first else f"{day} {month} {written:%Y}"
        assert TASKS["dates"].solve(shape) == pair
        assert sorted(row for _, row in pair.links) == [0, 1, 2, 3, 5, 6, 8, 9], "the signs between come from nowhere"
        for place, row in pair.links:
            if row in (5, 6):
                assert source[place] == f"{written:%B}".lower()
            elif row != 8 or written.day > 9:
                assert source[place] == target[row]
            else:
                assert source[place] == str(written.day), "the zero before a day stands for the day"


@pytest.mark.parametrize(
    ("text", "words"),
    [("31 April 2024", "april has no day 31"), ("3 Mai 2024", "'mai' is not a month"), ("3 May 99", "is not a date"),
     ("May 3 2024", "is not a date"), ("3 May 1066", "not in 1800 to 2199"), ("", "is not a date")],
)  # fmt: skip
def test_an_invalid_date_is_reported(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        TASKS["dates"].solve(text)


def test_a_date_is_held_out_in_both_ways_of_writing() -> None:
    held_out = {pair.target for pair in TASKS["dates"].test(Random(1), 4000)}
    assert not held_out & {pair.target for pair in TASKS["dates"].train(Random(1), 20000)}


def test_a_date_is_read_and_written_as_people_do() -> None:
    task = TASKS["dates"]
    vocab = vocabulary_of(task_vocabulary(task).to_json(), "tokenizer.json")
    ids, spelt = vocab.ids(["3 May 2024", "3 may 2 0 2 4"])
    assert ids == spelt and vocab.text(vocab.ids(["2024-05-03"])[0]) == "2024-05-03"


# ---- digits


@given(DIGIT_SOURCES)
def test_copy_is_the_identity(source):
    pair = TASKS["copy"].solve(source)
    assert pair.target == source
    assert all(i == j for i, j in pair.links)


@given(DIGIT_SOURCES)
def test_reverse_twice_is_the_identity(source):
    pair = TASKS["reverse"].solve(source)
    assert TASKS["reverse"].solve(pair.target).target == source
    assert {i + j for i, j in pair.links} == {len(pair.links) - 1}


@given(DIGIT_SOURCES)
def test_sort_is_ascending_and_stable(source):
    pair = TASKS["sort"].solve(source)
    targets = pair.target.split()
    assert targets == sorted(source.split())
    place = {j: i for i, j in pair.links}
    for j in range(1, len(targets)):
        assert targets[j - 1] < targets[j] or place[j - 1] < place[j]


@given(DIGIT_SOURCES, st.sampled_from(DIGIT_TASKS))
def test_digit_links_join_equal_digits(source, name):
    pair = TASKS[name].solve(source)
    sources, targets = pair.source.split(), pair.target.split()
    assert all(sources[i] == targets[j] for i, j in pair.links)


@given(DIGIT_SOURCES)
def test_digit_split_is_decided_by_the_source_alone(source):
    assert toy_tasks.is_held_out(source) == toy_tasks.is_held_out(source)
    tested = {pair.source for pair in TASKS["copy"].test(Random(source), 20)}
    assert all(toy_tasks.is_held_out(other) for other in tested)


def test_digit_split_stays_the_same_between_releases():
    pinned = ["0 3 0", "1 5 0", "2 5 0", "3 7 0", "5 3 0", "7 3 0", "8 0 0", "8 6 0", "9 0 0"]
    held_out = [f"{a} {b} 0" for a in range(10) for b in range(10) if toy_tasks.is_held_out(f"{a} {b} 0")]
    assert held_out == pinned


def test_a_tenth_of_the_digit_sources_is_held_out():
    sources = [" ".join(f"{number:04d}") for number in range(10000)]
    assert 900 < sum(map(toy_tasks.is_held_out, sources)) < 1100


@pytest.mark.parametrize("name", DIGIT_TASKS)
def test_every_length_and_digit_occurs_in_both_splits(name):
    for pairs in (TASKS[name].train(Random(5), 2000), TASKS[name].test(Random(5), 2000)):
        lengths = Counter(len(pair.source.split()) for pair in pairs)
        assert sorted(lengths) == [3, 4, 5, 6, 7, 8]
        assert min(lengths.values()) > 200


@pytest.mark.parametrize("name", DIGIT_TASKS)
@pytest.mark.parametrize(
    ("source", "reason"),
    [("", "0 digits"), ("1 2", "2 digits"), ("1 2 3 4 5 6 7 8 9", "9 digits"), ("123", "'123'"), ("1 x 2", "'x'"),
     ("1 ² 3", "'²'"), ("1 ٣ 3", "'٣'"), ("-1 2 3", "'-1'")],
)  # fmt: skip
def test_digit_sources_outside_the_task_are_refused(name, source, reason):
    with pytest.raises(ValueError, match=reason):
        TASKS[name].solve(source)


@pytest.mark.parametrize("name", TASKS)
def test_a_task_knows_the_size_of_its_vocabulary(name):
    assert TASKS[name].entries == task_vocabulary(TASKS[name]).size
