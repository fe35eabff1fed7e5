"""Where numbers along an axis and names beside curves may stand: pure geometry."""

from __future__ import annotations

import math
from collections.abc import Sequence


def tick_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 … (or 0.5, 0.2 …) that is not below `least` > 0."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= least * (1 - 1e-9))


def placed_apart(middles: Sequence[float], height: float, top: float, bottom: float) -> list[float]:
    """Middles of labels of one `height`, as near to where they belong as they can be without touching.

    The order stays; all lie between `top` and `bottom` where they fit. Any unit, growing downwards.
    """
    order = sorted(range(len(middles)), key=lambda place: middles[place])
    half = height / 2
    found = [0.0] * len(middles)
    groups: list[tuple[float, list[int]]] = []  # (middle of the group, its labels)
    for place in order:
        members, sum_ = [place], middles[place]
        while True:
            reach = half * len(members)
            middle = min(max(sum_ / len(members), top + reach), max(bottom - reach, top + reach))
            if not groups or groups[-1][0] + half * len(groups[-1][1]) <= middle - reach + 1e-9:
                break
            _, earlier = groups.pop()
            members = earlier + members
            sum_ = sum(middles[member] for member in members)
        groups.append((middle, members))
    for middle, members in groups:
        for number, member in enumerate(members):
            found[member] = middle + (number - (len(members) - 1) / 2) * height
    return found
