"""Minimal pairs: two sentences that differ in one respect, and why the heads' response is worth a look.

resources/pairs.tsv has a header line and then one pair per line, in seven columns: the phenomenon, the two sentences,
what the bundled model's translation of each shows (a part that the other one lacks), the attention to look at first,
and the reason. No torch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from model_core.io.resources import folder


@dataclass(frozen=True)
class MinimalPair:
    """Two sentences.

    kind    the attention to look at first: "encoder", "decoder" or "cross"
    reason  one sentence
    """

    phenomenon: str
    sentences: tuple[str, str]
    kind: str
    reason: str


def minimal_pairs() -> tuple[MinimalPair, ...]:
    """The bundled pairs."""
    lines = (folder() / "pairs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return tuple(
        MinimalPair(phenomenon, (first, second), kind, reason) for phenomenon, first, second, _, _, kind, reason in rows
    )


def by_phenomenon(pairs: Iterable[MinimalPair]) -> dict[str, tuple[MinimalPair, ...]]:
    """Phenomenon -> its pairs, in the order of the first of each."""
    found: dict[str, tuple[MinimalPair, ...]] = {}
    for pair in pairs:
        found[pair.phenomenon] = (*found.get(pair.phenomenon, ()), pair)
    return found
