"""The toy task of dates: "3 May 2024" or "May 3, 2024" becomes "2024-05-03". Every digit and sign is a word of its own.

A head has to find the day, the month and the year wherever they stand; a month's name becomes two digits, a day of one
digit gets a zero. Standard library only.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from random import Random
from zlib import crc32

from model_core.errors import Message
from model_core.synthetic.task import Pair, Task

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
YEARS = range(1800, 2200)
_WRITTEN = re.compile(r"(?:(?P<day>\d{1,2}) (?P<month>[a-z]+) (?P<year>\d{4})"
                      r"|(?P<month2>[a-z]+) (?P<day2>\d{1,2}), (?P<year2>\d{4}))")  # fmt: skip
_APART = re.compile(r"(?<=\d) (?=\d)")
_HINT = "write a date such as 3 May 2024 or May 3, 2024"


def is_held_out_date(day: date) -> bool:
    """Whether a date is held out for testing, in either way of writing it: one in ten, fixed by its checksum."""
    return crc32(day.isoformat().encode()) % 10 == 0


def dated(day: date, month_first: bool) -> Pair:
    """The pair of a date with its alignment: year, month and day each with what they become; "-" comes from nowhere."""
    number, year = list(str(day.day)), list(str(day.year))
    source = [MONTHS[day.month - 1], *number, ",", *year] if month_first else [*number, MONTHS[day.month - 1], *year]
    days, month = (1, 0) if month_first else (0, len(number))
    target = list(day.isoformat())
    links = [(len(source) - 4 + place, place) for place in range(4)]
    links += [(month, 5), (month, 6), (days, 8), (days + len(number) - 1, 9)]
    return Pair(" ".join(source), " ".join(target), tuple(sorted(links)))


def draw_date(rng: Random, held_out: bool) -> Pair:
    """A pair of the wanted side: every month and year alike, either way of writing."""
    while True:
        year, month = rng.choice(YEARS), rng.randrange(1, 13)
        day = date(year, month, rng.randrange(1, monthrange(year, month)[1] + 1))
        if is_held_out_date(day) == held_out:
            return dated(day, rng.random() < 0.5)


def answer_date(source: str) -> Pair:
    """The pair of a typed date, its digits together or apart; ValueError says what does not fit."""
    found = _WRITTEN.fullmatch(_joined(" ".join(source.lower().split())))
    if found is None:
        raise ValueError(f"{source!r} is not a date of this task: {_HINT}")
    parts = {name.rstrip("2"): value for name, value in found.groupdict().items() if value is not None}
    if parts["month"] not in MONTHS:
        raise ValueError(f"{parts['month']!r} is not a month: {_HINT}")
    if int(parts["year"]) not in YEARS:
        raise ValueError(f"the year {parts['year']} is not in {YEARS.start} to {YEARS.stop - 1}")
    try:
        day = date(int(parts["year"]), MONTHS.index(parts["month"]) + 1, int(parts["day"]))
    except ValueError:
        raise ValueError(f"{parts['month']} has no day {parts['day']}") from None
    return dated(day, found["month"] is None)


def _joined(text: str) -> str:
    """Digits that stand apart joined to numbers: "1 2 may 2 0 2 4" -> "12 may 2024"."""
    return _APART.sub("", re.sub(r" ?, ?", " , ", text)).replace(" , ", ", ")


DATES = Task(
    name="dates",
    title=Message("Write dates in figures"),
    about='"3 May 2024" becomes "2024-05-03": heads find day, month and year wherever they are.',
    words=(*"0123456789", "-", ",", *MONTHS),
    examples=("3 May 2024", "December 24, 1999", "29 February 2000", "July 4, 1876"),
    draw=draw_date,
    answer=answer_date,
    fused=True,
)
