"""The toy tasks: digits, dates, a tiny language, and letters of other scripts. `TASKS` holds them by name.

They need no file and train in seconds, so a model can be watched while it learns, and the gold alignment of every
pair is known. In teaching order the cross-attention they ask for is a diagonal (copy), an anti-diagonal (reverse),
a look-up by content (sort, dates), the word alignment of a language (grammar) and the letters of a text (scripts).

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from zlib import crc32

from model_core.errors import Message
from model_core.synthetic.task import Pair, Task
from model_core.synthetic.toys.dates import DATES
from model_core.synthetic.toys.grammar import GRAMMAR
from model_core.synthetic.toys.scripts import SCRIPTS

DIGITS = tuple("0123456789")
LENGTHS = range(3, 9)
"""How many digits a source may have."""

Order = Callable[[Sequence[str]], list[int]]
"""For the digits of a source: the source positions in the order in which the target reads them."""


def is_held_out(source: str) -> bool:
    """Whether a digit source is held out for testing: one in ten, fixed by its checksum."""
    return crc32(source.encode()) % 10 == 0


def copied(digits: Sequence[str]) -> list[int]:
    """Left to right."""
    return list(range(len(digits)))


def reversed_(digits: Sequence[str]) -> list[int]:
    """Right to left."""
    return list(reversed(range(len(digits))))


def sorted_(digits: Sequence[str]) -> list[int]:
    """Ascending; equal digits keep their order, so the alignment is one and no other."""
    return sorted(range(len(digits)), key=lambda position: digits[position])


def reordered(order: Order, digits: Sequence[str]) -> Pair:
    """The pair whose target is `digits` read in `order`, each target digit linked to the digit it came from."""
    positions = order(digits)
    target = " ".join(digits[position] for position in positions)
    links = sorted((position, place) for place, position in enumerate(positions))
    return Pair(" ".join(digits), target, tuple(links))


def draw_digits(order: Order, rng: Random, held_out: bool) -> Pair:
    """A pair of the wanted side: first a length, then digits, drawn again until the source is on that side."""
    while True:
        digits = rng.choices(DIGITS, k=rng.choice(LENGTHS))
        if is_held_out(" ".join(digits)) == held_out:
            return reordered(order, digits)


def answer_digits(order: Order, source: str) -> Pair:
    """The pair for a source of 3 to 8 digits written apart; ValueError names what does not fit."""
    digits = source.split()
    for word in digits:
        if word not in DIGITS:
            raise ValueError(f"{word!r} is not a single digit: write digits with spaces between them, as in '3 1 4'")
    if len(digits) not in LENGTHS:
        raise ValueError(f"{len(digits)} digits: this task takes {LENGTHS.start} to {LENGTHS.stop - 1}")
    return reordered(order, digits)


def _digit_task(name: str, title: str, about: str, order: Order) -> Task:
    examples = ("3 1 4 1 5", "2 7 1 8", "9 8 7 0 1 2 3", "5 5 0 5")
    return Task(name, title, about, DIGITS, examples, partial(draw_digits, order), partial(answer_digits, order))


TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        _digit_task("copy", Message("Copy digits"), "Repeat 3 to 8 digits: attention learns the diagonal.", copied),
        _digit_task(
            "reverse",
            Message("Reverse digits"),
            "Say 3 to 8 digits backwards: attention learns the anti-diagonal.",
            reversed_,
        ),
        _digit_task(
            "sort",
            Message("Sort digits"),
            "Put 3 to 8 digits in ascending order: attention looks for what a digit is, not where it stands.",
            sorted_,
        ),
        DATES,
        GRAMMAR,
        SCRIPTS,
    )
}
"""Every toy task by its name, in teaching order."""
