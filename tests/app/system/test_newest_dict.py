"""A dict that keeps what was set last."""

from __future__ import annotations

from viz_app.system.newest_dict import NewestDict


def test_the_entries_set_last_are_kept() -> None:
    kept: NewestDict[str, int] = NewestDict(2)
    for number, key in enumerate("abca"):
        kept[key] = number
    assert list(kept.items()) == [("c", 2), ("a", 3)]
    kept["c"] = 4  # set again: now "a" is the oldest
    kept["d"] = 5
    assert list(kept) == ["c", "d"]


def test_a_value_is_made_once() -> None:
    kept: NewestDict[int, list[int]] = NewestDict(2)
    first = kept.made(1, list)
    assert kept.made(1, list) is first and kept.made(2, list) is not first
