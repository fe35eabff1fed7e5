"""Degenerate repetition (Holtzman et al. 2020): the position from which a text only repeats itself. No torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 6
"""A loop has at least this many tokens, and its round at least `ROUNDS` times."""
ROUNDS = 2.5


@dataclass(frozen=True)
class Loop:
    """From token `start` (from 0) to the end, each token is the one `period` before it; `start` begins the second
    round."""

    start: int
    period: int


def loop_of(ids: Sequence[int]) -> Loop | None:
    """The loop that a text ends in, None if it ends in none; of several the one that begins first."""
    count, found = len(ids), None
    for period in range(1, count // 2 + 1):
        start = count
        while start > period and ids[start - 1] == ids[start - 1 - period]:
            start -= 1
        length = count - (start - period)  # with the first round
        enough = length >= LEAST and length >= ROUNDS * period
        if enough and (found is None or start < found.start):
            found = Loop(start, period)
    return found
