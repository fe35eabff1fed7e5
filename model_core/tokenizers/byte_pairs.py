"""A byte-level vocabulary of byte pairs that came with another program's model (GPT-2's and BART's: Radford et al.
2019).

Every byte has its own letter, with "Ġ" for the space: nothing is unknown. The table and its merges are checked here;
`tokenizers` splits text by them. Every source begins with the start token if the model was trained that way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from model_core.errors import Message, Refused
from model_core.record.tokens import BYTE_SPACE, Token, fragment, letter_bytes, visible
from model_core.tokenizers.foreign import ENTRIES, FORMAT, VERSION, ForeignVocabulary, Specials, begins_with_start
from model_core.tokenizers.vocab import Vocabulary, clean, is_text

ALPHABET = frozenset(pre_tokenizers.ByteLevel.alphabet())


class ByteVocabulary(ForeignVocabulary):
    """Text <-> ids by byte-level byte pairs (Radford et al. 2019); one table for source and target. The
    target's texts have no start token before them."""

    space = BYTE_SPACE

    def __init__(
        self, pieces: Sequence[str], merges: Sequence[str], specials: Specials, begins: bool, side: str = "source"
    ) -> None:
        self.own, self.merges, self.specials = tuple(pieces), tuple(merges), specials
        self.begins, self._starts = begins, begins and side == "source"
        self.size, self.sizes, self.closed, self.pad = len(pieces), (len(pieces),) * 2, False, specials.pad
        self._cutter = _cutter(pieces, merges)
        self._other = ByteVocabulary(pieces, merges, specials, begins, "target") if self._starts else None

    def ids(self, lines: Sequence[str]) -> list[list[int]]:
        """Ids of each line, without the end of sentence."""
        found = self._cutter.encode_batch([clean(line) for line in lines], add_special_tokens=False)
        first = [self.specials.bos] if self._starts else []
        return [[*first, *one.ids] if one.ids else [] for one in found]

    def tokens(self, line: str) -> tuple[Token, ...]:
        ids = self.ids([line])[0]
        return self.tokens_of(ids)

    def spans(self, line: str) -> list[tuple[int, int]]:
        """(start, end) in the cleaned line of each of `tokens(line)`."""
        found = self._cutter.encode_batch([clean(line)], add_special_tokens=False)[0].offsets
        return [(0, 0), *found] if self._starts and found else list(found)

    def token(self, index: int, word: int = 0) -> Token:
        """The Token of one id on its own; bytes of an unfinished character are shown as numbers."""
        piece, (kind, note) = self.piece(index), self.specials.kind(index)
        if kind:
            return Token(index, piece, visible(piece) or f"<{index}>", kind, note, -1 if kind != "unknown" else word)
        text = str(self._cutter.decode([index], skip_special_tokens=False))
        if "\ufffd" in text:
            letters = letter_bytes()
            bytes_ = fragment(letters[sign] for sign in piece if sign in letters)
            return Token(
                index,
                piece,
                bytes_,
                "byte",
                Message("bytes {bytes} of an unfinished character", bytes=bytes_[1:-1]),
                word,
            )
        begins = text[:1].isspace()
        return Token(index, piece, visible(text.strip(" ")) or "␣", "word" if begins else "part", "", word)

    def text(self, ids: Iterable[int]) -> str:
        """Readable text of ids, special ones left out."""
        plain = [index for index in ids if not self.specials.kind(index)[0]]
        return str(self._cutter.decode(plain, skip_special_tokens=False)).strip(" ")

    def to_json(self) -> str:
        data = {"format": FORMAT, "version": VERSION, "kind": "bytes", "begins": self.begins, **asdict(self.specials)}
        return json.dumps({**data, "pieces": self.own, "merges": self.merges}, ensure_ascii=False)


def _cutter(pieces: Sequence[str], merges: Sequence[str]) -> Tokenizer:
    table = {piece: index for index, piece in enumerate(pieces)}
    pairs = [(first, second) for first, _, second in (one.partition(" ") for one in merges)]
    made = Tokenizer(models.BPE(table, pairs))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    return made


def checked(pieces: Any, merges: Any, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The table and its merges. Raises Refused if they do not match, or a byte has no piece."""
    lists = [isinstance(one, list) and all(map(is_text, one)) for one in (pieces, merges)]
    if not all(lists) or not 0 < len(pieces) <= ENTRIES or len(merges) > ENTRIES:
        raise Refused("E-VOC-TABLE", "{name} has no table of pieces or no list of merges", name=name)
    known = set(pieces)
    if len(known) != len(pieces) or ALPHABET - known:
        raise Refused("E-VOC-TABLE", "{name}: a piece occurs twice, or one of the 256 bytes has no piece", name=name)
    for one in merges:
        first, blank, second = one.partition(" ")
        if not blank or not first or not second or not {first, second, first + second} <= known:
            raise Refused(
                "E-VOC-TABLE",
                "{name}: the result of merge {one} is not one of its pieces",
                name=name,
                one=f"{one[:40]!r}",
            )
    return tuple(pieces), tuple(merges)


def bytes_of(data: Mapping[str, Any], path: Path, specials: Specials) -> Vocabulary:
    """A vocabulary from the JSON that `to_json` wrote. Raises Refused."""
    pieces, merges = checked(data.get("pieces"), data.get("merges"), path.name)
    return ByteVocabulary(pieces, merges, specials, begins_with_start(data, path.name))
