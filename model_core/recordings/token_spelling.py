"""Tokens of other programs' tokenizers, as texts: how their pieces read, and the text they spell together. No torch.

Four spellings are known, told apart by what stands in the pieces of one recording:

    "▁house"   SentencePiece: ▁ is a blank before the piece (Kudo and Richardson 2018)
    "Ġhouse"   bytes as letters, as GPT-2's tokenizer writes them: Ġ is the byte of a blank
    "##ing"    WordPiece: ## continues with the word
    " house"   pieces that were decoded one by one: the blank itself

Anything else is shown as it is, each token a word of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from model_core.record.tokens import BYTE_SPACE, Token, fragment, letter_bytes, visible
from model_core.spec import SPACE

UNKNOWN_ID = -1
"""Id of a token whose row of a table is not known: a recording has texts only."""

LATER = Token(UNKNOWN_ID, "\u2026", "\u2026", "special", "This recording does not include the last written token.")
"""Stands for a written token that was not recorded."""

_SPECIAL = re.compile(r"<\|[^|]+\|>|<[^<>\s]{1,40}>|\[[A-Z0-9_]{2,20}\]|>>[^<>\s]{1,20}<<")
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")
_CUT = "These bytes are part of a character; the neighbouring pieces have the rest."


def _from_letters(piece: str) -> str:
    """The text of a piece of bytes as letters; the piece itself where it is a part of a character only."""
    letters = letter_bytes()
    if not all(letter in letters for letter in piece):
        return piece
    try:
        return bytes(letters[letter] for letter in piece).decode("utf-8")
    except UnicodeDecodeError:
        return piece


def _cut_bytes(piece: str) -> list[int]:
    """The bytes of a piece that are not whole characters; [] for any other piece."""
    values = [letter_bytes().get(letter, -1) for letter in piece]
    try:
        bytes(values).decode("utf-8")
    except UnicodeDecodeError:
        return values
    except ValueError:
        pass
    return []


def _blank_before(piece: str) -> tuple[bool, str]:
    return piece.startswith(SPACE), piece.removeprefix(SPACE).replace(SPACE, " ")


def _byte_letters(piece: str) -> tuple[bool, str]:
    return _decoded(_from_letters(piece))


def _decoded(piece: str) -> tuple[bool, str]:
    return piece.startswith((" ", "\n", "\t")), piece.lstrip(" ")


def _word_piece(piece: str) -> tuple[bool, str]:
    return not piece.startswith("##"), piece.removeprefix("##")


def _plain(piece: str) -> tuple[bool, str]:
    return True, piece


def spelling(pieces: Sequence[str]) -> Callable[[str], tuple[bool, str]]:
    """How these pieces are spelled: piece -> (a blank stands before it, its text)."""
    if any(piece.startswith(SPACE) for piece in pieces):
        return _blank_before
    if any(piece.startswith(BYTE_SPACE) for piece in pieces):
        return _byte_letters
    if any(piece.startswith("##") and len(piece) > 2 for piece in pieces):
        return _word_piece
    if any(piece.startswith(" ") and piece.strip() for piece in pieces):
        return _decoded
    return _plain


def tokens(pieces: Sequence[str], read: Callable[[str], tuple[bool, str]]) -> tuple[Token, ...]:
    """The pieces of one sentence as Tokens, spelled in the way `read`."""
    made: list[Token] = []
    word = -1
    for piece in pieces:
        if _BYTE.fullmatch(piece):
            made.append(Token(UNKNOWN_ID, piece, fragment([int(piece[3:5], 16)]), "byte", word=word))
        elif _SPECIAL.fullmatch(piece):
            made.append(Token(UNKNOWN_ID, piece, piece, "special"))
        else:
            begins, text = read(piece)
            begins = begins or word < 0
            word += begins
            if read is _byte_letters and text == piece and (cut := _cut_bytes(piece)):
                made.append(Token(UNKNOWN_ID, piece, fragment(cut), "byte", _CUT, word))
                continue
            made.append(Token(UNKNOWN_ID, piece, _visible(text), "word" if begins else "part", word=word))
    return tuple(made)


def _visible(text: str) -> str:
    """The text as it can be seen, or a sign for one that nothing would be seen of."""
    return visible(text) if text.strip() else "\u2423" * max(1, len(text))


def line(sentence: Sequence[Token], read: Callable[[str], tuple[bool, str]]) -> str:
    """The text that the tokens spell, without special ones, as one line; "" for none."""
    parts: list[str] = []
    cut = b""
    for token in sentence:
        values = _cut_bytes(token.piece) if read is _byte_letters and token.kind == "byte" else []
        cut += bytes(values)
        if cut and not values:
            parts.append(cut.decode(errors="replace"))
            cut = b""
        if values:
            continue
        if token.kind == "byte":
            parts.append(token.piece)
        elif token.kind != "special":
            begins, text = read(token.piece)
            parts.append(f" {text}" if begins else text)
    return " ".join("".join([*parts, cut.decode(errors="replace")]).split())
