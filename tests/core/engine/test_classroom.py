"""Lines of a class, typed well, hurried and shouted: what the bundled models write was judged by hand."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
import torch

from benchmarks.classroom import CARES, LISTS, VERDICTS, Row, judged_anew, read, translations, write
from model_core.io import resources

COUNTS = {"": 200, "spanish-english": 100}


@pytest.fixture(scope="module", params=LISTS)
def model(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def rows(model: str) -> list[Row]:
    return read(LISTS[model])


def key(text: str) -> str:
    plain = unicodedata.normalize("NFD", text.casefold().replace("'", ""))
    return " ".join(re.findall(r"[^\W_]+", "".join(sign for sign in plain if not unicodedata.combining(sign))))


def test_there_are_so_many_lines_in_three_kinds_of_care(model: str, rows: list[Row]) -> None:
    counts = Counter(row.care for row in rows)
    assert sum(counts.values()) == COUNTS[model] == len({key(row.line) for row in rows})
    assert set(counts) == set(CARES) and min(counts.values()) >= 0.3 * COUNTS[model]
    assert all(row.line == row.line.upper() for row in rows if row.care == "shouted")


def test_no_line_is_one_that_was_written_for_the_training(rows: list[Row]) -> None:
    home = [resources.folder() / name for name in ("class_talk.tsv", "class_talk_spanish.tsv", "phrases.tsv")]
    pairs = [line.split("\t") for path in home for line in path.read_text("utf-8").splitlines()]
    assert not {key(side) for pair in pairs for side in pair} & {key(row.line) for row in rows}


def test_every_line_has_a_verdict_and_every_fault_is_named(rows: list[Row]) -> None:
    assert {row.verdict for row in rows} <= set(VERDICTS)
    assert all(bool(row.fault) == (row.verdict != "right") for row in rows)


def test_the_verdicts_are_about_what_the_bundled_model_writes(model: str, rows: list[Row]) -> None:
    """A few lines may differ where a processor rounds otherwise."""
    torch.set_num_threads(1)
    told = translations(model, [row.line for row in rows])
    other = [(row.line, text) for row, text in zip(rows, told, strict=True) if row.translation != text]
    assert len(other) <= COUNTS[model] // 50, other


def test_the_card_and_the_list_say_the_same(model: str, rows: list[Row]) -> None:
    counts = Counter(row.verdict for row in rows)
    folder = resources.bundled(model) if model else resources.bundled()
    card = ((folder or Path()) / "card.md").read_text("utf-8")
    assert f"{counts['right']} of {len(rows)} right" in card and f"{counts['opposite']} the opposite" in card
    for care in CARES if model else ():
        of_care = [row for row in rows if row.care == care]
        right = sum(row.verdict == "right" for row in of_care)
        assert f"{care} {right} of {len(of_care)}" in card


def test_a_verdict_falls_with_its_translation(tmp_path: Path) -> None:
    rows = [Row("hurried", "hola", "Hello.", "right", ""), Row("hurried", "adios", "Hello.", "wrong", "it is goodbye")]
    made = judged_anew(rows, ["Hello.", "Goodbye."])
    assert made == [rows[0], Row("hurried", "adios", "Goodbye.", "", "")]
    write(tmp_path / "list.tsv", made)
    assert read(tmp_path / "list.tsv") == made
