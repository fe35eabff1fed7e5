"""Token ids that were typed, as tokens. No torch."""

from __future__ import annotations

from dataclasses import replace

from model_core.errors import Message
from model_core.record.tokens import Token, visible
from model_core.tokenizers.vocab import Vocabulary, clean

DIGITS = 9
"""Most digits of an id."""


def id_tokens(vocab: Vocabulary, row: str, unknown: int) -> tuple[Token, ...]:
    """The tokens of a row of ids, special ones and padding among them; what is not an id becomes the `unknown` one."""
    words = clean(row).split()
    ids = [int(word) if word.isascii() and word.isdigit() and len(word) <= DIGITS else -1 for word in words]
    known = [0 <= index < vocab.size for index in ids]
    tokens = vocab.tokens_of([index if good else unknown for index, good in zip(ids, known, strict=True)])
    note = Message("not an id of this model: 0 to {last:,}", last=vocab.size - 1)
    return tuple(
        token if good else replace(token, text=visible(word) or "?", kind="unknown", note=note)
        for token, good, word in zip(tokens, known, words, strict=True)
    )
