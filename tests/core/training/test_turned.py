"""A training from the second column to the first: the same pairs, read the other way round."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from model_core.synthetic.slips import unaccented
from model_core.synthetic.templates import home_words
from model_core.training.datasets import training_data_for
from model_core.training.train_spec import TrainSpec

PAIRS = (
    ("The cat sleeps.", "El gato duerme."),
    ("The house is old.", "La casa es vieja."),
    ("Where is the cat?", "¿Dónde está el gato?"),
    ("Come here!", "¡Ven aquí!"),
)


@pytest.fixture
def data(tmp_path: Path) -> str:
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{english}\t{spanish}\n" for english, spanish in PAIRS * 12), encoding="utf-8")
    return str(path)


def lessons(tmp_path: Path, data: str, **settings: object):
    return training_data_for(TrainSpec(str(tmp_path / "out"), (data,), data, vocabulary=400, **settings))


def test_both_sides_change_places_in_training_and_validation(tmp_path: Path, data: str) -> None:
    ways = [lessons(tmp_path / str(turned), data, turned=turned, augment=0.0) for turned in (False, True)]
    straight, turned = (
        [[(way.vocab.text(list(pair[0])), way.vocab.text(list(pair[1]))) for pair in pairs] for pairs in parts]
        for way, parts in ((way, (way.epoch(0), way.valid)) for way in ways)
    )
    for there, back in zip(straight, turned, strict=True):
        assert there and sorted(there) == sorted((source, target) for target, source in back)
    assert straight[1][0][0].startswith("The")


def test_pairs_made_by_rule_are_read_the_same_way(tmp_path: Path, data: str) -> None:
    made = lessons(tmp_path, data, turned=True, homemade=200, slips=0.0)
    sources = [made.vocab.text(list(pair[0])) for pair in made.epoch(0)]
    targets = [made.vocab.text(list(pair[1])) for pair in made.epoch(0)]
    assert sum("¿" in text or "¡" in text for text in sources) > 5
    assert not any("¿" in text for text in targets)


def test_the_words_that_were_seen_are_those_of_the_source(tmp_path: Path, data: str) -> None:
    seen = lessons(tmp_path, data, turned=True, homemade=10).vocab.seen
    assert "gato" in seen and "duerme" in seen and "sleeps" not in seen
    assert "casa" in home_words(turned=True) and "house" in home_words() and "house" not in home_words(turned=True)


def test_links_keep_to_their_words_though_the_first_mark_falls(tmp_path: Path, data: str) -> None:
    made = lessons(tmp_path, data, turned=True, guide=0.1, slips=1.0, augment=0.0)
    linked = 0
    for source, target, *links in made.epoch(0):
        if links:
            linked += 1
            words = made.vocab.text(list(source)), made.vocab.text(list(target))
            assert links[0].shape == (len(target), len(source))
            if "gato" in words[0] and "cat" in words[1]:
                pieces = [made.vocab.text([token]).strip() for token in target]
                best = made.vocab.text([source[int(np.argmax(links[0][pieces.index("cat")]))]])
                assert best.strip() in "gato"
    assert linked


def test_spanish_typed_without_its_own_keys() -> None:
    rng = random.Random(2)
    drawn = {unaccented("¿Dónde está el niño?", rng, 1.0) for _ in range(60)}
    assert drawn == {"Donde esta el nino?", "Dónde está el niño?"}
    assert unaccented("¿Dónde?", rng, 0.0) == "¿Dónde?"
    assert unaccented("¿", rng, 1.0) == "¿"
