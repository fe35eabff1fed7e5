"""The whole-word vocabularies of imported models: two closed lists, as hkproj's tutorial learns them.

Texts are split by `tokenizers` at whitespace and punctuation; case matters. Where the model was trained so, every
source begins with the start token.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tokenizers import pre_tokenizers

from model_core.errors import Message, Refused
from model_core.io.limits import read_json
from model_core.record.tokens import Token, visible
from model_core.tokenizers.foreign import ENTRIES, FORMAT, VERSION, ForeignVocabulary, Specials, begins_with_start
from model_core.tokenizers.vocab import Vocabulary, clean, is_text

FILE_BYTES = 50_000_000
NAMES = {"unk": "[UNK]", "pad": "[PAD]", "bos": "[SOS]", "eos": "[EOS]"}
"""The tutorial's names of the special words."""


class WordVocabulary(ForeignVocabulary):
    """Words <-> ids; words that are not in the list are unknown and keep their spelling."""

    def __init__(
        self, source: Sequence[str], target: Sequence[str], specials: Specials, begins: bool, side: str = "source"
    ) -> None:
        self.lists, self.specials = (tuple(source), tuple(target)), specials
        self.own = self.lists[side == "target"]
        self.begins, self._starts = begins, begins and side == "source"
        self.sizes, self.size = (len(source), len(target)), len(self.own)
        self.closed, self.pad = True, specials.pad
        self._cutter = pre_tokenizers.Whitespace()
        self._table = {word: index for index, word in enumerate(self.own)}
        self._other = None if side == "target" else WordVocabulary(source, target, specials, begins, "target")

    def _cut(self, line: str) -> list[tuple[str, tuple[int, int]]]:
        """The words of a line with their places; the start, which has none, first if there is one."""
        found: list[tuple[str, tuple[int, int]]] = self._cutter.pre_tokenize_str(clean(line))
        return [(self.own[self.specials.bos], (0, 0)), *found] if self._starts and found else found

    def tokens(self, line: str) -> tuple[Token, ...]:
        return tuple(self._read(word, place, index) for index, (word, place) in enumerate(self._cut(line)))

    def _read(self, word: str, place: tuple[int, int], index: int) -> Token:
        """A typed word; what looks like a special one is unknown."""
        own, word_index = self._table.get(word, self.specials.unk), index - self._starts
        if place == (0, 0) and self._starts and not index:
            return self.token(self.specials.bos)
        if self.specials.kind(own)[0]:
            unknown, note = self.specials.unk, Message("a word this model does not know")
            return Token(unknown, self.piece(unknown), visible(word) or "?", "unknown", note, word_index)
        return self.token(own, word_index)

    def spans(self, line: str) -> list[tuple[int, int]]:
        """(start, end) in the cleaned line of each of `tokens(line)`."""
        return [place for _, place in self._cut(line)]

    def token(self, index: int, word: int = 0) -> Token:
        kind, note = self.specials.kind(index)
        spelt = visible(self.piece(index)) or f"<{index}>"
        return Token(index, self.piece(index), spelt, kind or "word", note, -1 if kind in ("special", "pad") else word)

    def tokens_of(self, ids: Iterable[int]) -> tuple[Token, ...]:
        """Tokens of ids, each a word of its own."""
        found, word = [], -1
        for index in ids:
            word += self.specials.kind(index)[0] not in ("special", "pad")
            found.append(self.token(index, max(0, word)))
        return tuple(found)

    def text(self, ids: Iterable[int]) -> str:
        """The words with blanks between them; padding, start and end left out."""
        return " ".join(self.piece(one) for one in ids if self.specials.kind(one)[0] not in ("special", "pad"))

    def words(self) -> tuple[str, ...]:
        """Those of the source that can be typed."""
        return tuple(word for index, word in enumerate(self.own) if not self.specials.kind(index)[0])

    def to_json(self) -> str:
        data = {"format": FORMAT, "version": VERSION, "kind": "words", "begins": self.begins, **asdict(self.specials)}
        return json.dumps({**data, "source": self.lists[0], "target": self.lists[1]}, ensure_ascii=False)


def words_of(data: Mapping[str, Any], path: Path, specials: Specials) -> Vocabulary:
    """A vocabulary from the JSON that `to_json` wrote. Raises Refused."""
    sides = [data.get(side) for side in ("source", "target")]
    for side in sides:
        sound = isinstance(side, list) and 0 < len(side) <= ENTRIES and all(isinstance(word, str) for word in side)
        if not sound or len(set(side or ())) != len(side or ()):
            raise Refused("E-VOC-TABLE", "{path}: a list of its words is damaged", path=path.name)
    return WordVocabulary(sides[0] or [], sides[1] or [], specials, begins_with_start(data, path.name))


def read_words(path: Path) -> tuple[str, ...]:
    """The words of a tokenizer.json of `tokenizers` with whole words (WordLevel), by id. Raises Refused."""
    data = read_json(path, FILE_BYTES)
    model = data.get("model") if isinstance(data, dict) else None
    table = model.get("vocab") if isinstance(model, dict) else None
    kind = model.get("type", "WordLevel") if isinstance(model, dict) else None
    if kind != "WordLevel" or not isinstance(table, dict) or not all(map(is_text, table)):
        raise Refused("E-VOC-TYPE", "{path} is not a whole-word tokenizer (WordLevel)", path=path.name)
    cutter = data.get("pre_tokenizer")
    if data.get("normalizer") or not isinstance(cutter, dict) or cutter.get("type") != "Whitespace":
        raise Refused(
            "E-VOC-PARTS", "{path}: only splitting at whitespace and punctuation is supported", path=path.name
        )
    words = sorted(table, key=lambda word: table[word] if type(table[word]) is int else -1)
    if [table[word] for word in words] != list(range(len(words))) or not words:
        raise Refused("E-VOC-TABLE", "{path}: its ids are not 0, 1, 2 …", path=path.name)
    return tuple(words)


def specials_in(words: Sequence[str], name: str) -> dict[str, int]:
    """The ids of the tutorial's special words. Raises Refused for one that is missing."""
    missing = [word for word in NAMES.values() if word not in words]
    if missing:
        raise Refused("E-VOC-TABLE", "{name} has no {missing}", name=name, missing=missing[0])
    return {key: list(words).index(word) for key, word in NAMES.items()}
