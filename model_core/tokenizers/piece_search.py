"""Search in all pieces of a model's vocabulary by typed text. No torch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from model_core.io.safe_files import stamp_of
from model_core.record.tokens import Token
from model_core.spec import SPACE
from model_core.tokenizers.vocab import TOKENIZER_NAME, Vocabulary, load_vocabulary


def vocabulary_in(folder: Path) -> Vocabulary:
    """The vocabulary that is in a model folder now; Refused if there is none."""
    path = folder / TOKENIZER_NAME
    return _loaded(path, stamp_of(path))


@lru_cache(maxsize=2)
def _loaded(path: Path, _stamp: object) -> Vocabulary:
    return load_vocabulary(path)


def matching_tokens(vocab: Vocabulary, typed: str, count: int, begins: bool = True) -> list[Token]:
    """At most `count` tokens that contain the typed text: exact matches first, then those that begin with it, short
    ones first.

    Of pieces with the same letters the one that begins a word comes first, without `begins` the one that continues a
    word. Case is ignored. Padding is not a token.
    """
    bare = typed.replace(" ", SPACE).casefold().strip(SPACE)
    if not bare:
        return []
    hits = [
        (_rank(piece, bare, begins), len(piece), index)
        for index, piece in enumerate(_folded(vocab))
        if bare in piece and index != vocab.pad
    ]
    return [vocab.token(index) for _, _, index in sorted(hits)[:count]]


def _rank(piece: str, bare: str, begins: bool) -> int:
    """0 for the wanted piece, 1 for the same with or without its space sign, 2 for a prefix, 3 for all others."""
    if piece in (bare, SPACE + bare):
        return int(piece.startswith(SPACE) != begins)
    return 2 if piece.removeprefix(SPACE).startswith(bare) else 3


@lru_cache(maxsize=2)
def _folded(vocab: Vocabulary) -> Sequence[str]:
    """Each piece as it is typed, with the space sign before one that begins a word, whatever its table's spelling."""
    return [_spelling(vocab.token(index)).casefold() for index in range(vocab.size)]


def _spelling(token: Token) -> str:
    if token.kind not in ("word", "part"):
        return token.piece
    return token.text if token.kind == "part" or token.text == SPACE else SPACE + token.text
