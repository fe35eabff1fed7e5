"""What the history says of a change, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from viz_app.document.history import desk_name
from viz_app.document.state import Layout


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"writer": "me"}, "I write"),
        ({"writer": "model"}, "the model writes"),
        ({"views": ("heads", "lens")}, "show heads, lens"),
        ({"theme": "dark"}, "theme dark"),
        ({"text_scale": 1.25}, "text size 125 %"),
        ({"speed": 2.5}, "speed 2.5 steps/s"),
        ({"inspector": True}, "show the inspector"),
        ({"inspector": False}, "hide the inspector"),
        ({"depth": "first"}, "depth: first look"),
        ({"depth": "research"}, "depth: research"),
        ({"speed": 4.0, "writer": "me"}, "I write"),
        ({}, "window"),
    ],
)
def test_a_change_of_the_window_is_named_by_its_first_field(changes: dict[str, Any], words: str) -> None:
    assert desk_name(changes, replace(Layout(), **changes)) == words
