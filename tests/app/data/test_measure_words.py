"""Every measure of heads has its words in the catalogue, and in English they are those of model_core."""

from __future__ import annotations

import pytest

from model_core.analysis.heads.head_alignment import ALIGNED
from model_core.analysis.heads.head_measures import MEASURES, Measure
from model_core.analysis.reads import READS
from tests.catalogue import texts
from viz_app.data.words import measures

ALL = (*MEASURES, *ALIGNED, *READS)


@pytest.mark.parametrize("measure", ALL, ids=lambda one: one.name)
def test_a_measure_has_words_in_the_catalogue(measure: Measure) -> None:
    own = (measures.measure_name(measure.name), measures.measure_about(measure), measures.measure_unit(measure))
    assert own == (measure.name, measure.words, measure.unit)
    assert {(text, "head" if text == "copies" else "") for text in own} <= texts().keys()


def test_what_is_no_known_measure_keeps_its_words() -> None:
    own = Measure("own", "a measure of somebody else", "apples", ("cross",))
    assert measures.measure_name(own.name) == "own"
    assert measures.measure_about(own) == "a measure of somebody else"
    assert measures.measure_unit(own) == "apples"
