"""Pairs with numbers, made by rule: counts, pages, times, dates, prices, sums, lists. Every digit is copied."""

from __future__ import annotations

import random

from model_core.synthetic import words as w
from model_core.synthetic.words import ended

Made = tuple[str, str]
Random = random.Random


def _clock(rng: Random) -> tuple[str, str]:
    """A time of day on both sides, with "la" or "las" before the Spanish one."""
    hour, minute = rng.randrange(1, 13), rng.choice((0, 5, 10, 15, 20, 30, 45, rng.randrange(60)))
    shape = f"{hour}:{minute:02}"
    return shape, ("la " if hour == 1 else "las ") + shape


def _many(rng: Random) -> int:
    return rng.choice(
        (rng.randrange(2, 21), rng.randrange(2, 100), rng.randrange(100, 1000), rng.randrange(1000, 10_000))
    )


_COUNTED, _NUMBERED = w.pairs_of("counted"), w.pairs_of("numbered")


def numbered(rng: Random) -> Made:
    """A sentence with numbers, times, prices or dates; every digit is copied."""
    if rng.random() < 0.3:
        return _counted(rng)
    time, spoken = _clock(rng)
    day, month = rng.choice(w.DAYS), rng.choice(w.MONTHS)
    thousands = rng.random() < 0.3
    fill = {
        "k": f"{_many(rng) * 1000:,}" if thousands and rng.random() < 0.3 else _many(rng),
        "j": _many(rng),
        "a": rng.randrange(5, 99),
        "y": rng.randrange(1400, 2100),
        "d": rng.randrange(1, 32),
        "t": time,
        "h": spoken,
        "mon": month[0],
        "mes": month[1],
        "day": day[0],
        "dia": day[1],
        "q": f"{rng.random() * 10:.{rng.choice((1, 2))}f}",
        "p": f"{rng.randrange(1, 300)}.{rng.randrange(100):02}" if rng.random() < 0.6 else rng.randrange(1, 2000),
        "phone": rng.choice(("555-{:04}", "{:06}", "{:09}")).format(rng.randrange(10_000)),
    }
    source, target = rng.choice(_NUMBERED)
    return source.format(**fill), target.format(**fill)


def _counted(rng: Random) -> Made:
    one, other = rng.choice(w.THINGS), rng.choice(w.THINGS)
    fill = {"k": _many(rng), "j": _many(rng), "ns": one.englishes, "es": one.spanishes}
    source, target = rng.choice(_COUNTED)
    fill |= {"ms": other.englishes, "fs": other.spanishes}
    return source.format(**fill), target.format(**fill)


def sums(rng: Random) -> Made:
    """Sums, lists of numbers and letters, and calculations in words."""
    kind = rng.random()
    first, second = rng.randrange(1, 100), rng.randrange(1, 30)
    sign, result = rng.choice(
        (("+", first + second), ("-", first - second), ("x", first * second), ("*", first * second))
    )
    if kind < 0.3:
        row = f"{first} {sign} {second} = {result}" if rng.random() < 0.7 else f"{first}{sign}{second}={result}"
        return row, row
    if kind < 0.4:
        return f"What is {first} {sign} {second}?", f"¿Cuánto es {first} {sign} {second}?"
    if kind < 0.7:
        low = rng.choice((1, 1, 0, rng.randrange(200)))
        row = rng.choice((" ", ", ", " ", "-")).join(str(low + step) for step in range(rng.randrange(2, 10)))
        return row, row
    if kind < 0.8:
        letters = rng.choice((" ", ", ", "")).join(rng.choice("ABCDEFGHXYZabcxyz") for _ in range(rng.randrange(2, 6)))
        return letters, letters
    (one, uno), (two, dos) = rng.choice(w.NUMBER_WORDS), rng.choice(w.NUMBER_WORDS)
    if kind < 0.9:
        chosen = rng.sample(w.NUMBER_WORDS, rng.randrange(2, 6))
        return ", ".join(pair[0] for pair in chosen), ", ".join(pair[1] for pair in chosen)
    name, wort = rng.choice((("plus", "más"), ("minus", "menos"), ("times", "por")))
    return ended(f"what is {one} {name} {two}", f"cuánto es {uno} {wort} {dos}", "?")
