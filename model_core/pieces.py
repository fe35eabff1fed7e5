"""All pieces of a model's vocabulary, to be searched by what is typed. No torch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from model_core.resources import model_folder
from model_core.trace import Token
from model_core.vocab import SPACE, TOKENIZER_NAME, Vocabulary, load_vocabulary


@lru_cache(maxsize=2)
def vocabulary_in(folder: str) -> Vocabulary:
    """The vocabulary of a model folder or bundled model; Refused where there is none."""
    return load_vocabulary(model_folder(folder) / TOKENIZER_NAME)


def found(vocab: Vocabulary, typed: str, count: int) -> list[Token]:
    """At most `count` tokens that hold what was typed: the same first, then those that begin with it, short ones first.

    Case does not count, a blank at the beginning asks for pieces that begin a word. Padding is no token.
    """
    wanted = typed.replace(" ", SPACE).casefold()
    bare = wanted.strip(SPACE)
    if not bare:
        return []
    hits = [
        (_rank(piece, wanted, bare), len(piece), index)
        for index, piece in enumerate(_folded(vocab))
        if bare in piece and index != vocab.pad
    ]
    return [vocab.token(index) for _, _, index in sorted(hits)[:count]]


def _rank(piece: str, wanted: str, bare: str) -> int:
    """0 for a whole word, 1 for the same piece without its blank, 2 for a beginning, 3 for anything else."""
    if piece in (wanted, SPACE + bare):
        return 0
    if piece == bare:
        return 1
    return 2 if piece.removeprefix(SPACE).startswith(bare) else 3


@lru_cache(maxsize=2)
def _folded(vocab: Vocabulary) -> Sequence[str]:
    return [vocab.piece(index).casefold() for index in range(vocab.size)]


__all__ = ["found", "vocabulary_in"]
