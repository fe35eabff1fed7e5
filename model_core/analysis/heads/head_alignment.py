"""How well the heads of cross-attention agree with an alignment of words: the weight on linked words, and the alignment
error rate of each word's strongest link (Och & Ney 2003). No torch.

A row belongs to the token that it writes. Shapes: H heads, T target rows, S source tokens.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.alignment import Link, alignment_error_rate, hard_links
from model_core.analysis.heads.head_measures import Measure
from model_core.record.aligned_text import AlignedText
from model_core.record.tokens import Token
from model_core.record.trace import Sentence
from model_core.spec import SPACE

Array = NDArray[np.floating[Any]]
Words = tuple[int | None, ...]
"""The word that each token is part of, None for a special token."""

AGREEMENT = Measure("agreement", "weight that linked target words put on the source words they are linked to",
                    "share of weight", ("cross",))  # fmt: skip
ERROR_RATE = Measure("error rate", "alignment error rate when each target word is linked to its strongest source "
                                   "word (0: no errors)",
                     "share of links", ("cross",))  # fmt: skip
ALIGNED: tuple[Measure, ...] = (AGREEMENT, ERROR_RATE)
"""What is measured of a head where its text has an alignment."""


def words_of(tokens: Sequence[Token]) -> tuple[tuple[str, ...], Words]:
    """The words that tokens spell, and which of them each token is part of."""
    words: list[str] = []
    owners: list[int | None] = []
    before = -1
    for token in tokens:
        spelt = _spelt(token)
        if token.word < 0 or not spelt:
            owners.append(None)
            continue
        if token.word != before:
            words.append("")
        words[-1] += spelt
        owners.append(len(words) - 1)
        before = token.word
    return tuple(words), tuple(owners)


def _spelt(token: Token) -> str:
    """A token without the sign of the blank before it."""
    return "" if token.piece == SPACE else token.text.strip()


@dataclass(frozen=True)
class TokenAlignment:
    """An alignment on the tokens of a sentence: which of its words each row (T) writes and each source token (S) is
    part of."""

    text: AlignedText
    rows: Words
    columns: Words

    def cells(self, strength: str) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) of tokens whose words have a link "sure" or "possible", in order."""
        links = set(self.text.sure if strength == "sure" else self.text.possible)
        pairs = itertools.product(enumerate(self.rows), enumerate(self.columns))
        return tuple((row, column) for (row, target), (column, source) in pairs if (source, target) in links)

    def link_at(self, cell: tuple[int, int]) -> Link | None:
        """The link that a cell (row, column) stands for; None if a special token has no word."""
        row, column = cell
        if row >= len(self.rows) or column >= len(self.columns):
            return None
        target, source = self.rows[row], self.columns[column]
        return None if target is None or source is None else (source, target)


def own_words(sentence: Sentence) -> AlignedText:
    """The words of a sentence, without a link."""
    return AlignedText(words_of(sentence.source)[0], words_of(sentence.written)[0])


def on_tokens(text: AlignedText, sentence: Sentence) -> TokenAlignment | None:
    """An alignment mapped to the tokens of a sentence; None if it belongs to another text."""
    if not text.fits():
        return None
    columns, rows = _owners(text.source, sentence.source), _owners(text.target, sentence.written)
    return None if columns is None or rows is None else TokenAlignment(text, rows, columns)


def alignment_of(texts: Iterable[AlignedText], sentence: Sentence) -> TokenAlignment | None:
    """The first of these alignments that belongs to this sentence, mapped to its tokens."""
    return next((found for text in texts if (found := on_tokens(text, sentence)) is not None), None)


def _owners(words: tuple[str, ...], tokens: Sequence[Token]) -> Words | None:
    """Which of these words each token is part of; None if the tokens spell something else. Blanks and capitals do
    not count, and a token goes with the word that it begins in."""
    own, owners = words_of(tokens)
    if words == own:
        return owners
    spelt = ["" if owner is None else _spelt(token) for token, owner in zip(tokens, owners, strict=True)]
    letters = [number for number, word in enumerate(words) for _ in "".join(word.split())]
    if "".join("".join(words).split()).casefold() != "".join("".join(spelt).split()).casefold():
        return None
    ends = [0, *itertools.accumulate(len("".join(one.split())) for one in spelt)]
    return tuple(letters[begin] if one and begin < len(letters) else None
                 for one, begin in zip(spelt, ends, strict=False))  # fmt: skip


def alignment_measures(weights_HTS: Array, found: TokenAlignment) -> dict[str, Array]:
    """Measure's name (of ALIGNED) -> (H,) of one layer's maps; no agreement where no target word has a link, NaN for a
    head with a weight between words that is not finite.

    ValueError if the maps have another size than the alignment.
    """
    weights_HTS = np.asarray(weights_HTS, np.float64)
    sure, possible = set(found.text.sure), set(found.text.possible)
    rows, columns = (
        [place for place, word in enumerate(own) if word is not None] for own in (found.rows, found.columns)
    )
    finite_H = np.isfinite(weights_HTS[:, rows][:, :, columns]).all(axis=(1, 2))
    links = [hard_links(np.nan_to_num(map_TS), found.rows, found.columns) for map_TS in weights_HTS]
    measures = {ERROR_RATE.name: np.array([alignment_error_rate(one, sure, possible) for one in links])}
    agreement = _agreement(weights_HTS, found)
    if agreement is not None:
        measures = {AGREEMENT.name: agreement, **measures}
    return {name: np.where(finite_H, one, np.nan) for name, one in measures.items()}


def _agreement(weights_HTS: Array, found: TokenAlignment) -> Array | None:
    """(H,) mean over the linked target words of the weight that their rows put on the words they are linked with."""
    linked: dict[int, set[int]] = {}
    for source, target in (*found.text.sure, *found.text.possible):
        linked.setdefault(target, set()).add(source)
    means = []
    for target, sources in sorted(linked.items()):
        rows = [row for row, word in enumerate(found.rows) if word == target]
        columns = [column for column, word in enumerate(found.columns) if word in sources]
        if rows:
            means.append(weights_HTS[:, rows][:, :, columns].sum(2).mean(1))
    return np.asarray(np.mean(means, 0)) if means else None
