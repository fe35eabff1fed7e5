"""How byte-pair encoding cuts a word: letters first, then the learned merges, the earliest learned first, one by one.

Sennrich, Haddow and Birch 2016. The table of merges is read from the model's tokenizer.json; the tokenizer itself does
the same in one call, and a test compares the two. No torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.io.resources import bundled
from model_core.io.safe_files import read_plain, stamp_of

LARGEST = 64_000_000
"""Bytes of a tokenizer.json."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class MergeStep:
    """The pieces after one merge, the pair that was merged and the rank of the merge (from 0); of the first step,
    before any merge, the letters without a pair."""

    pieces: tuple[str, ...]
    pair: Pair | None = None
    rank: int = -1


def merge_steps(word: str, merges: Sequence[Pair]) -> tuple[MergeStep, ...]:
    """The letters of a word, then the pieces after each merge, until none applies any more."""
    ranks = {pair: rank for rank, pair in reversed(list(enumerate(merges)))}
    pieces = tuple(word)
    steps = [MergeStep(pieces)]
    while True:
        known = [ranks[pair] for pair in pairwise(pieces) if pair in ranks]
        if not known:
            return tuple(steps)
        rank = min(known)
        pieces = _joined(pieces, merges[rank])
        steps.append(MergeStep(pieces, merges[rank], rank))


def _joined(pieces: tuple[str, ...], pair: Pair) -> tuple[str, ...]:
    """The pieces with every occurrence of this pair joined, from left to right."""
    found: list[str] = []
    at = 0
    while at < len(pieces):
        both = pieces[at : at + 2] == pair
        found.append("".join(pair) if both else pieces[at])
        at += 2 if both else 1
    return tuple(found)


def read_merges(folder: str) -> tuple[Pair, ...]:
    """The merges of a model's tokenizer in the order in which they were learned ("" = the bundled model's folder).
    Raises Refused where it has none: a vocabulary of whole words."""
    path = (bundled(folder) or Path(folder)) / "tokenizer.json"
    return _read(path, stamp_of(path))


@lru_cache(maxsize=4)
def _read(path: Path, _stamp: object) -> tuple[Pair, ...]:
    """The merges of a tokenizer.json."""
    return merges_of(parse_json(read_plain(path, LARGEST).decode("utf-8", "replace"), "tokenizer.json"))


def merges_of(values: Any) -> tuple[Pair, ...]:
    """The merges in what a tokenizer.json holds. Raises Refused like `read_merges`."""
    model = values.get("model") if isinstance(values, dict) else None
    merges = model.get("merges") if isinstance(model, dict) else None
    if not isinstance(merges, list) or not merges:
        raise Refused("E-TOK-MERGES", "this model's tokenizer has no merges")
    pairs = [tuple(one) if isinstance(one, list) else tuple(str(one).split(" ", 1)) for one in merges]
    if not all(len(pair) == 2 and all(isinstance(half, str) for half in pair) for pair in pairs):
        raise Refused("E-TOK-MERGES", "the merges of tokenizer.json are damaged")
    return tuple((first, second) for first, second in pairs)
