"""The arithmetic of measuring: medians, percentiles, ratios of pairs, and taking turns. No Qt, no torch."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Work = Callable[[], float | None]
"""One thing to measure, once: gives its own milliseconds, or None to be timed from outside."""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0-1) of the values lie, on a straight line between neighbours.

    Raises ValueError for no values or a share outside 0-1.
    """
    if not values or not 0.0 <= share <= 1.0:
        raise ValueError(f"no percentile {share} of {len(values)} values")
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def median(values: Sequence[float]) -> float:
    """The middle value. Raises ValueError for no values."""
    return percentile(values, 0.5)


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of ours / theirs, round by round, so that a slow moment of the machine falls on both of a pair.

    Raises ValueError unless there is one of each per round and all of theirs are above 0.
    """
    if len(ours) != len(theirs) or not ours or min(theirs) <= 0:
        raise ValueError(f"{len(ours)} and {len(theirs)} values are not pairs")
    return median([a / b for a, b in zip(ours, theirs, strict=True)])


@dataclass(frozen=True)
class Samples:
    """What one thing took, round by round (ms, or whatever `unit` says elsewhere)."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return median(self.values)

    @property
    def mean(self) -> float:
        """What all rounds took together, for each of them."""
        return sum(self.values) / len(self.values)

    @property
    def p95(self) -> float:
        """The value that 95 of 100 stay below."""
        return percentile(self.values, 0.95)

    def over(self, other: Samples) -> float:
        """The median ratio of this to the other, round by round."""
        return ratio(self.values, other.values)


class Calm:
    """Tells whether the machine computes as fast as it mostly does. A processor that is shared with others slows down
    for tenths of a second, for half as long again, and no clock leaves that out: a fixed piece of work shows it."""

    SLOWER = 1.15
    """So many times as long as its lower quartile the fixed piece takes in a disturbed moment."""
    TRIES = 4
    """So often a sample is taken until it is left as it is."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.retaken = 0

    def disturbed(self) -> bool:
        """Does the fixed piece, about a millisecond; whether it took long."""
        began, kept = time.process_time(), dict[int, str]()
        for number in range(9000):
            kept[number & 255] = str(number)
        self.times.append(time.process_time() - began)
        return self.times[-1] > self.SLOWER * percentile(self.times[-200:], 0.25)


def in_turns(
    works: Mapping[str, Work], rounds: int, *, warm: int = 2, clock: Callable[[], float] = time.perf_counter,
    calm: Calm | None = None,
) -> dict[str, Samples]:  # fmt: skip
    """Every work once per round, each round beginning with another one; `warm` rounds before that do not count.

    `clock` gives seconds: time.process_time leaves out what others do on the machine meanwhile. A sample with a moment
    before or behind it that `calm` calls disturbed is taken again.
    Raises ValueError for less than one round.
    """
    if rounds < 1:
        raise ValueError("at least one round is needed")

    def sample(work: Work) -> float:
        began = clock()
        told = work()
        return (clock() - began) * 1e3 if told is None else told

    def taken_calmly(work: Work) -> float:
        if calm is None:
            return sample(work)
        for tried in range(1, calm.TRIES + 1):
            before = calm.disturbed()
            took = sample(work)
            if not (calm.disturbed() or before):
                break
            calm.retaken += tried < calm.TRIES
        return took

    names = list(works)
    taken: dict[str, list[float]] = {name: [] for name in names}
    for number in range(-warm, rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            took = taken_calmly(works[name]) if number >= 0 else sample(works[name])
            if number >= 0:
                taken[name].append(took)
    return {name: Samples(tuple(values)) for name, values in taken.items()}
