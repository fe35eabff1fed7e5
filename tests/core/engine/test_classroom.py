"""Two hundred lines of a class, typed well, hurried and shouted: what the bundled model writes was judged by hand."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
import torch

from model_core.checkpoints.checkpoint import load_model
from model_core.engine.translate import translate
from model_core.io import resources

FILE = Path(__file__).parents[3] / "docs" / "classroom.tsv"
CARES = ("typed well", "hurried", "shouted")
VERDICTS = ("right", "wrong", "opposite")


class Row(NamedTuple):
    """One line: with what care it was typed, the line, the greedy translation, the verdict, and what is wrong."""

    care: str
    english: str
    spanish: str
    verdict: str
    fault: str


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    head, *lines = FILE.read_text("utf-8").splitlines()
    assert head.split("\t") == ["care", "line", "translation", "verdict", "what is wrong"]
    return [Row(*line.split("\t")) for line in lines]


def key(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold().replace("'", "")))


def test_there_are_two_hundred_lines_in_three_kinds_of_care(rows: list[Row]) -> None:
    counts = Counter(row.care for row in rows)
    assert sum(counts.values()) == 200 == len({key(row.english) for row in rows})
    assert set(counts) == set(CARES) and min(counts.values()) >= 60
    assert all(row.english == row.english.upper() for row in rows if row.care == "shouted")


def test_no_line_is_one_that_was_written_for_the_training(rows: list[Row]) -> None:
    home = [resources.folder() / name for name in ("class_talk.tsv", "phrases.tsv")]
    learnt = {key(line.split("\t")[0]) for path in home for line in path.read_text("utf-8").splitlines()}
    assert not learnt & {key(row.english) for row in rows}


def test_every_line_has_a_verdict_and_every_fault_is_named(rows: list[Row]) -> None:
    assert {row.verdict for row in rows} <= set(VERDICTS)
    assert all(bool(row.fault) == (row.verdict != "right") for row in rows)


def test_the_verdicts_are_about_what_the_bundled_model_writes(rows: list[Row]) -> None:
    """A few lines may differ where a processor rounds otherwise."""
    torch.set_num_threads(1)
    told = translate(*load_model(), [row.english for row in rows])
    other = [(row.english, one.text) for row, one in zip(rows, told, strict=True) if row.spanish != one.text]
    assert len(other) <= 4, other


def test_the_card_and_the_list_say_the_same(rows: list[Row]) -> None:
    counts = Counter(row.verdict for row in rows)
    card = ((resources.bundled() or Path()) / "card.md").read_text("utf-8")
    assert f"{counts['right']} of 200 right, {counts['opposite']} the opposite" in card
