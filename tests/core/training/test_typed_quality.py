"""What people type is scored beside the same sources as they are written."""

from __future__ import annotations

import random
import re
import sys

import pytest

from model_core.engine.translate import Translation
from model_core.errors import Refused
from model_core.training import typed_quality
from model_core.training.typed_quality import TypedQuality, homemade_lists, report, swapped
from tests.made.small import small_model, small_pieces

PAIRS = [
    ("I don't know Anna.", "No conozco a Anna."),
    ("I don't know Anna.", "Yo no conozco a Anna."),
    ("It is 7 now, not 12.", "Ahora son las 7, no las doce."),
    ("Yes.", "Sí."),
    (
        "The old man who lives in the white house near the river has never seen the sea.",
        "El viejo nunca ha visto el mar.",
    ),
]


class Echo:
    """Stands for translations: a known source gets its last reference, everything else comes back as it is."""

    def __init__(self, known: dict[str, str]) -> None:
        self.known, self.asked, self.as_typed = known, list[str](), set[str]()

    def __call__(self, model, vocab, sources, batch: int = 1, as_typed: bool = False):
        self.asked += sources
        self.as_typed |= set(sources) if as_typed else set()
        return [Translation(self.known.get(source, source)) for source in sources]


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> Echo:
    made = Echo(dict(PAIRS))
    monkeypatch.setattr(typed_quality, "translate", made)
    return made


def test_each_kind_is_scored_on_the_sources_that_it_changes(echo: Echo) -> None:
    found = {row.name: row for row in TypedQuality(small_model(), small_pieces(), PAIRS).typed()}
    assert found["without apostrophes"].sources == 1 and found["capitals"].sources == 4
    assert found["two letters swapped"].sources == 2, "words of four letters and more"
    assert "I DON'T KNOW ANNA." in echo.asked and "I dont know Anna." in echo.asked
    assert len(echo.as_typed) == 2 + 1, "the same sources once more, nothing put right"
    assert found["two letters swapped, as typed"].sources == 2 and found["without apostrophes, as typed"].sources == 1
    assert all(echo.asked.count(source) == 2 for source in echo.as_typed)
    for row in found.values():
        assert row.plain_multi.value == pytest.approx(100) and row.multi.value < 100
    assert found["capitals"].plain_single.value < 100, "each pair on its own: one of two references is missed"


def test_without_sacrebleu_nothing_is_translated(echo: Echo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(Refused, match="E-EVAL-MISSING"):
        TypedQuality(small_model(), small_pieces(), PAIRS)
    assert not echo.asked


def test_lengths_part_the_sources(echo: Echo) -> None:
    found = {row.name: row.sources for row in TypedQuality(small_model(), small_pieces(), PAIRS).lengths()}
    assert found == {"1 to 4 words": 2, "5 to 7 words": 1, "15 words or more": 1}


def test_the_rarest_word_parts_the_sources(echo: Echo) -> None:
    found = TypedQuality(small_model(), small_pieces(), [("A dog runs.", "a"), ("A cat.", "b"), ("A yak runs.", "c")])
    trained = ["a dog"] * 6 + ["runs, runs"] * 60 + ["A cat"] * 200
    assert {row.name: row.sources for row in found.rarities(trained)} == {
        "a word never seen in training": 1, "rarest word 6 to 20 times": 1, "rarest word 101 or more times": 1,
    }  # fmt: skip


def test_only_what_a_reference_keeps_can_be_kept(echo: Echo) -> None:
    numbers, names = TypedQuality(small_model(), small_pieces(), PAIRS).kept_counts()
    assert (numbers.kept, numbers.count) == (1, 1), "the reference spells twelve out"
    assert (names.kept, names.count) == (1, 1)
    echo.known = {}
    numbers, names = TypedQuality(
        small_model(), small_pieces(), [("It is 7 now.", "Son las 7."), ("Is Anna 17?", "¿Anna?")]
    ).kept_counts()
    assert (numbers.kept, names.kept) == (1, 1), "copied as they are"


def test_one_swap_stays_inside_a_word() -> None:
    rng = random.Random(3)
    for _ in range(300):
        wrong = swapped("The teacher knows it.", rng)
        assert wrong != "The teacher knows it." and sorted(wrong) == sorted("The teacher knows it.")
        assert re.fullmatch(r"The t[a-z]{6} k[a-z]{4} it\.", wrong)
    assert swapped("It is a dog.", rng) == "It is a dog."


def test_the_lists_are_deterministic_and_their_share_is_reported(echo: Echo) -> None:
    lists = homemade_lists()
    assert lists == homemade_lists() and all(len(pairs) > 60 for pairs in lists.values())
    echo.known = dict(lists["names"])
    lines = list(report(small_model(), small_pieces(), None, True))
    assert len(lines) == len(lists)
    assert any(re.search(rf"names +{len(lists['names'])} of {len(lists['names'])} ", line) for line in lines)
