"""Pieces joined to characters or words in attention maps, and columns left out with the rows renormalised to 1.

A word reads what its pieces read on average, and is read as much as its pieces together: weights are summed over keys
and averaged over queries, as in Clark et al. 2019, section 4.1, so that rows still sum to 1. This holds for
weights and for rollout; scores before the softmax and lengths of vectors cannot be joined that way.

Shapes: Q queries, M memory (keys), G groups of neighbouring tokens. Everything counts from 0.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model_core.record.tokens import LONGEST_CHARACTER, Token, character_bytes, visible
from model_core.spec import SPACE

JOINS = ("pieces", "characters", "words")
"""pieces: every token by itself; characters: the bytes of one character together; words: the pieces of one word."""

_BYTE = re.compile(r"<0x([0-9A-F]{2})>")


@dataclass(frozen=True)
class Groups:
    """Neighbouring tokens that are read as one: `starts` are the first token of each group, rising, the first is 0.

    Raises ValueError for starts that do not rise from 0 to below `count` (there are none where `count` is 0).
    """

    starts: tuple[int, ...]
    count: int

    def __post_init__(self) -> None:
        edges = (*self.starts, self.count)
        if edges[0] != 0 or any(a >= b for a, b in itertools.pairwise(edges)):
            raise ValueError(f"groups starting at {self.starts[:8]} do not partition {self.count} tokens")

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def single(self) -> bool:
        """Whether no tokens are joined."""
        return len(self.starts) == self.count

    def span(self, group: int) -> range:
        ends = (*self.starts[1:], self.count)
        return range(self.starts[group], ends[group])

    def of(self, token: int) -> int:
        return bisect.bisect_right(self.starts, token) - 1


def groups(tokens: Sequence[Token], join: str) -> Groups:
    """Which tokens stand together; special tokens and what belongs to no word stand alone.

    Raises ValueError for a word that is not in JOINS.
    """
    if join not in JOINS:
        raise ValueError(f"tokens can be joined into {', '.join(JOINS)}, not into {join!r}")
    starts: list[int] = []
    at = 0
    while at < len(tokens):
        starts.append(at)
        at += _length(tokens, at, join)
    return Groups(tuple(starts), len(tokens))


def _length(tokens: Sequence[Token], at: int, join: str) -> int:
    """How many tokens, from this one on, are joined."""
    if join == "characters":
        return _character(tokens, at)
    word = tokens[at].word
    if join == "pieces" or word < 0:
        return 1
    end = at + 1
    while end < len(tokens) and tokens[end].word == word:
        end += 1
    return end - at


def _character(tokens: Sequence[Token], at: int) -> int:
    """How many byte tokens, from this one on, encode one UTF-8 character; 1 where they encode none."""
    if tokens[at].kind != "byte":
        return 1
    return character_bytes([_byte(token) for token in tokens[at : at + LONGEST_CHARACTER]])


def _byte(token: Token) -> int | None:
    found = _BYTE.fullmatch(token.piece) if token.kind == "byte" else None
    return int(found[1], 16) if found else None


def text(tokens: Sequence[Token], span: range) -> str:
    """How a group is written on the screen: its pieces' texts together, its bytes as the character they spell."""
    parts: list[str] = []
    at = span.start
    while at < span.stop:
        length = min(_character(tokens, at), span.stop - at)
        if len(span) == length or tokens[at].piece != SPACE:  # the sign of a space alone is not part of the word
            parts.append(spelt(tokens[at : at + length]))
        at += length
    return visible("".join(parts))


def spelt(tokens: Sequence[Token]) -> str:
    """One token as it is written inside a word, or the byte tokens of one character as that character."""
    values = [_byte(token) for token in tokens]
    if len(tokens) == 1 or None in values:
        return tokens[0].inner
    return bytes(value or 0 for value in values).decode(errors="replace")


def sentence_parts(tokens: Sequence[Token]) -> tuple[str, ...]:
    """What each token adds to the sentence, with the blank before it; special tokens add nothing.

    The bytes of a letter are one letter, at the last of them; a byte that spells none has its name, ‹E2›.
    """
    parts, joined = list[str](), groups(tokens, "characters")
    for group in range(len(joined)):
        span = joined.span(group)
        token = tokens[span.start]
        if len(span) > 1:
            parts += [*[""] * (len(span) - 1), spelt(tokens[span.start : span.stop])]
        elif token.kind in ("special", "pad"):
            parts.append("")
        else:
            blank = " " if token.piece.startswith(SPACE) or token.kind in ("word", "unknown") else ""
            parts.append(blank if token.text == SPACE else blank + (token.text if blank else token.inner))
    first = next((place for place, part in enumerate(parts) if part.strip()), 0)
    return tuple("" if at < first else part.lstrip() if at == first else part for at, part in enumerate(parts))


def merged(weights: np.ndarray, queries: Groups, keys: Groups) -> np.ndarray:
    """Weights of groups: summed over the keys of a group, averaged over its queries. (…, Q, M) -> (…, G, G′).

    Sums in float64; the result has the type of the weights. The array itself where nothing is joined.
    """
    if queries.single and keys.single:
        return weights
    sums = np.add.reduceat(weights, keys.starts, axis=-1, dtype=np.float64)
    sums = np.add.reduceat(sums, queries.starts, axis=-2)
    counts = np.diff((*queries.starts, queries.count))
    return (sums / counts[:, None]).astype(weights.dtype)


def merged_reasons(reasons: np.ndarray, queries: Groups, keys: Groups) -> np.ndarray:
    """Why a cell of groups is hidden: visible (0) where any of its cells is, else the smallest code. (Q, M) uint8."""
    if queries.single and keys.single:
        return reasons
    return np.minimum.reduceat(np.minimum.reduceat(reasons, keys.starts, -1), queries.starts, -2)


def strongest_piece(weights: np.ndarray, queries: range, keys: range) -> tuple[int, int]:
    """The cell (query, key) of pieces (…, Q, M) with the largest weight of all series in a cell of groups;
    not-a-number counts as least."""
    block = weights[..., queries.start : queries.stop, keys.start : keys.stop]
    block = np.nan_to_num(block.reshape(-1, *block.shape[-2:]).max(axis=0), nan=-np.inf)
    place = int(block.argmax())
    return queries.start + place // block.shape[1], keys.start + place % block.shape[1]


def renormalised(weights: np.ndarray, keep: Sequence[int]) -> tuple[np.ndarray, float]:
    """The kept columns with each row divided by what it has left, and the share of the weight that is left on average.

    (…, Q, M) -> (…, Q, kept), 0-1. Rows that have nothing left stay 0. Sums in float64, the type of the weights.
    """
    part = weights[..., list(keep)].astype(np.float64)
    left = part.sum(axis=-1, keepdims=True)
    whole = weights.sum(axis=-1, dtype=np.float64, keepdims=True)
    shares = np.divide(left, whole, out=np.zeros_like(left), where=whole > 0)
    found = np.divide(part, left, out=np.zeros_like(part), where=left > 0)
    return found.astype(weights.dtype), float(shares.mean()) if shares.size else 0.0
