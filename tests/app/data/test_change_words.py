"""One changed option of a view in words, as the history says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from viz_app.data.depth import Control, change_words
from viz_app.data.snapshot import option


@dataclass(frozen=True)
class Options:
    """One option of each sort."""

    unit: str = option("pieces", "Tokens", choices={"pieces": "pieces", "words": "words"})
    grid: bool = option(True, "Grid lines")
    digits: int = option(2, "Digits", low=0, high=6)
    share: float = option(0.5, "Share", low=0.0, high=1.0)
    hidden: str = ""
    order: str = "layer"


CONTROLS = (Control("Sort by", "order", {"layer": ("layer", "sorted by layer"), "measure": "measure"}), Control("Find"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"unit": "words"}, "tokens, words"),
        ({"grid": True}, "grid lines, on"),
        ({"grid": False}, "grid lines, off"),
        ({"digits": 0}, "digits, 0"),
        ({"share": 0.25}, "share, 0.25"),
        ({"order": "layer"}, "sort by, layer"),
        ({"order": "measure"}, "sort by, measure"),
        ({"hidden": "x"}, ""),
        ({"none": "x"}, ""),
        ({"": "x"}, ""),
        ({"unit": "words", "digits": 3}, ""),
        ({}, ""),
    ],
)
def test_one_change_is_the_options_label_and_its_value(changes: dict[str, Any], words: str) -> None:
    assert change_words(Options, CONTROLS, changes) == words


def test_a_view_without_options_has_only_its_controls() -> None:
    assert change_words(None, CONTROLS, {"order": "measure"}) == "sort by, measure"
    assert change_words(None, (), {"order": "measure"}) == ""
