"""In English the parts of a model are called as model_core calls them."""

from __future__ import annotations

import pytest

from model_core.record.effects import Component
from model_core.record.lens import StackPlace
from viz_app.data.words.parts import part_name, place_name

PARTS = (
    Component("heads", "cross", 2, 1),
    Component("heads", "encoder", 0, 0),
    Component("feed_forwards", "decoder", 0),
    Component("source", "encoder", 0, 3),
)
PLACES = (
    StackPlace("embedding"),
    StackPlace("self-attention", 0),
    StackPlace("cross-attention", 1),
    StackPlace("feed-forward", 2),
)


@pytest.mark.parametrize("part", PARTS, ids=lambda one: one.name)
def test_a_part_has_the_name_of_the_core_in_english(part: Component) -> None:
    assert part_name(part) == part.name


@pytest.mark.parametrize("place", PLACES, ids=lambda one: one.name)
def test_a_place_has_the_name_of_the_core_in_english(place: StackPlace) -> None:
    assert place_name(place) == place.name
