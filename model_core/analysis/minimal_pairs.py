"""Minimal pairs: two sentences that differ in one thing, and why it is worth seeing what the heads make of it.

resources/pairs.tsv has a heading and then one pair a line, seven columns: the phenomenon, the two sentences, what the
bundled model's translation of each shows, the attention to look at first, and the reason. No torch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from model_core.errors import Refused
from model_core.io.resources import folder
from model_core.io.safe_files import read_plain
from model_core.spec import KINDS

COLUMNS = ("phenomenon", "first", "second", "shows first", "shows second", "attention", "reason")
BYTES, LINES, CHARACTERS = 200_000, 1_000, 300
"""Limits of the file, of its lines, and of one column."""


@dataclass(frozen=True)
class MinimalPair:
    """Two sentences.

    shows   a part of each translation that the other one has not
    kind    the attention to look at first: "encoder", "decoder" or "cross"
    reason  one sentence
    """

    phenomenon: str
    sentences: tuple[str, str]
    shows: tuple[str, str]
    kind: str
    reason: str


def minimal_pairs(path: Path | None = None) -> tuple[MinimalPair, ...]:
    """The pairs of a file, of the one that comes along for None. Raises Refused naming the line that is wrong."""
    path = path or folder() / "pairs.tsv"
    try:
        text = read_plain(path, BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("E-PAIRS-UTF8", f"{path.name} is not UTF-8 text") from None
    lines = text.removesuffix("\n").split("\n")
    if tuple(lines[0].split("\t")) != COLUMNS:
        raise Refused("E-PAIRS-HEAD", f"{path.name} has to begin with the columns {', '.join(COLUMNS)}")
    if not 2 <= len(lines) <= LINES:
        raise Refused("E-PAIRS-COUNT", f"{path.name} has {len(lines) - 1:,} pairs; 1 to {LINES - 1:,} are read")
    pairs = tuple(_pair(line, f"{path.name}, line {number}") for number, line in enumerate(lines[1:], 2))
    if len({pair.sentences for pair in pairs}) < len(pairs):
        raise Refused("E-PAIRS-TWICE", f"{path.name} has a pair twice")
    return pairs


def _pair(line: str, place: str) -> MinimalPair:
    """One line. Raises Refused naming its place."""
    columns = line.split("\t")
    if len(columns) != len(COLUMNS):
        raise Refused("E-PAIRS-COLUMNS", f"{place}: {len(columns)} columns; {len(COLUMNS)} are needed")
    for name, words in zip(COLUMNS, columns, strict=True):
        if not words.strip() or words != words.strip() or not words.isprintable() or len(words) > CHARACTERS:
            raise Refused("E-PAIRS-WORDS", f"{place}: the column “{name}” is empty, too long or not plain text")
    phenomenon, first, second, shows_first, shows_second, kind, reason = columns
    if first == second:
        raise Refused("E-PAIRS-SAME", f"{place}: the two sentences are the same")
    if kind not in KINDS:
        raise Refused("E-PAIRS-KIND", f"{place}: {kind[:40]!r} is no attention; known are {', '.join(KINDS)}")
    if not reason.endswith("."):
        raise Refused("E-PAIRS-REASON", f"{place}: the reason is not a sentence")
    return MinimalPair(phenomenon, (first, second), (shows_first, shows_second), kind, reason)


def by_phenomenon(pairs: Iterable[MinimalPair]) -> dict[str, tuple[MinimalPair, ...]]:
    """Phenomenon -> its pairs, in the order of the first of each."""
    found: dict[str, tuple[MinimalPair, ...]] = {}
    for pair in pairs:
        found[pair.phenomenon] = (*found.get(pair.phenomenon, ()), pair)
    return found


__all__ = ["COLUMNS", "MinimalPair", "by_phenomenon", "minimal_pairs"]
