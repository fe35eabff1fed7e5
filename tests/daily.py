"""How much of their cases the larger tests try every day: a part of all, which `--full` tries; with --seed another."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, TypeVar

Case = TypeVar("Case")


class Run:
    """What the command line asked for, known when test modules are imported."""

    full = False
    seed = 1


def share(cases: Iterable[Case], number: int, part: int = 0) -> list[Case]:
    """One of so many equal parts of the cases, drawn by the seed, or all with `--full`. Where a test has several turns,
    `part` is the place of the turn: together they try every case."""
    every = list(cases)
    if Run.full or not every:
        return every
    places = list(range(len(every)))
    random.Random(Run.seed).shuffle(places)
    return [every[place] for place in sorted(places[part % min(number, len(every)) :: number])]


def examples(number: int) -> int:
    """How many random examples of a property are tried: a third every day, all with `--full`."""
    return number if Run.full else -(-number // 3)


def deselected(items: list[Any], named: bool) -> tuple[list[Any], list[Any]]:
    """(tests to run, tests left out by their marker `share(number)`). Those run whose places in the lists of values add
    up to a multiple of the number, so that any two values still meet; all with `--full`, or where tests are named."""
    run, left = [], []
    seen: dict[tuple[Any, str], dict[str, int]] = defaultdict(dict)
    for item in items:
        marker = None if Run.full or named else item.get_closest_marker("share")
        place = Run.seed - 1
        for name, value in item.callspec.params.items() if marker else ():
            places = seen[item.function, name]
            place += places.setdefault(repr(value), len(places))
        (left if marker and place % marker.args[0] else run).append(item)
    return run, left


def lift_limits(items: list[Any]) -> None:
    """No marker `timeout` ends a test: who runs one for hours says `--timeout=0`, which the marker would outdo."""
    for item in items:
        item.own_markers = [marker for marker in item.own_markers if marker.name != "timeout"]
