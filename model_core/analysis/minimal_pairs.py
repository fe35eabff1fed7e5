"""Minimal pairs: two sentences that differ in one respect, and why the heads' response is worth a look.

resources/pairs.tsv has a header line and then one pair per line, in seven columns: the phenomenon, the two sentences,
what the bundled model's translation of each shows, the attention to look at first, and the reason. No torch.
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

    shows   a part of each translation that the other one lacks
    kind    the attention to look at first: "encoder", "decoder" or "cross"
    reason  one sentence
    """

    phenomenon: str
    sentences: tuple[str, str]
    shows: tuple[str, str]
    kind: str
    reason: str


def minimal_pairs(path: Path | None = None) -> tuple[MinimalPair, ...]:
    """The pairs of a file, of the bundled one for None. Raises Refused naming the line that is wrong."""
    path = path or folder() / "pairs.tsv"
    try:
        text = read_plain(path, BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("E-PAIRS-UTF8", "{path} is not UTF-8 text", path=path.name) from None
    lines = text.removesuffix("\n").split("\n")
    if tuple(lines[0].split("\t")) != COLUMNS:
        raise Refused(
            "E-PAIRS-HEAD", "{path} must begin with the columns {columns}",
            path=path.name, columns=", ".join(COLUMNS),
        )  # fmt: skip
    if not 2 <= len(lines) <= LINES:
        raise Refused(
            "E-PAIRS-COUNT", "{path} has {lines_count:,} pairs; it must have 1 to {lines:,}",
            path=path.name, lines_count=len(lines) - 1, lines=LINES - 1,
        )  # fmt: skip
    pairs = tuple(_pair(line, f"{path.name}, line {number}") for number, line in enumerate(lines[1:], 2))
    if len({pair.sentences for pair in pairs}) < len(pairs):
        raise Refused("E-PAIRS-TWICE", "{path} lists the same pair twice", path=path.name)
    return pairs


def _pair(line: str, place: str) -> MinimalPair:
    """One line. Raises Refused naming its place."""
    columns = line.split("\t")
    if len(columns) != len(COLUMNS):
        raise Refused(
            "E-PAIRS-COLUMNS", "{place}: {columns_count} columns; expected {columns_count2}",
            place=place, columns_count=len(columns), columns_count2=len(COLUMNS),
        )  # fmt: skip
    for name, words in zip(COLUMNS, columns, strict=True):
        if not words.strip() or words != words.strip() or not words.isprintable() or len(words) > CHARACTERS:
            raise Refused(
                "E-PAIRS-WORDS", "{place}: the column “{name}” is empty, too long or not plain text",
                place=place, name=name,
            )  # fmt: skip
    phenomenon, first, second, shows_first, shows_second, kind, reason = columns
    if first == second:
        raise Refused("E-PAIRS-SAME", "{place}: the two sentences are the same", place=place)
    if kind not in KINDS:
        raise Refused(
            "E-PAIRS-KIND", "{place}: unknown attention {kind}; choose from {kinds}",
            place=place, kind=f"{kind[:40]!r}", kinds=', '.join(KINDS),
        )  # fmt: skip
    if not reason.endswith("."):
        raise Refused("E-PAIRS-REASON", "{place}: the reason is not a sentence", place=place)
    return MinimalPair(phenomenon, (first, second), (shows_first, shows_second), kind, reason)


def by_phenomenon(pairs: Iterable[MinimalPair]) -> dict[str, tuple[MinimalPair, ...]]:
    """Phenomenon -> its pairs, in the order of the first of each."""
    found: dict[str, tuple[MinimalPair, ...]] = {}
    for pair in pairs:
        found[pair.phenomenon] = (*found.get(pair.phenomenon, ()), pair)
    return found
