"""What the values of the command line's options may be; each function reads one, or says what is wrong with it."""

from __future__ import annotations

import argparse
import math
import re


def count(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or not 1 <= int(text[:19]) < 10**9:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1")
    return int(text)


def whole(text: str) -> int:
    """A whole number from 0."""
    if not text.isdecimal() or len(text) > 19:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0")
    return int(text)


def percent(text: str) -> float:
    """Text size 100–200 as a factor."""
    value = number(text.rstrip("%"))
    if not 100 <= value <= 200:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a percentage from 100 to 200")
    return value / 100


def number(text: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number")
    return value


def size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT in pixels."""
    match = re.fullmatch("([0-9]{1,6})[xX×]([0-9]{1,6})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no size such as 1440x900")
    return int(match[1]), int(match[2])
