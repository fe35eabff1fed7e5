"""Vocabularies of imported models: plain ids, and SentencePiece with a table of pieces.

Their file is called tokenizer.json as well, but has this program's own format: {"format", "version", "kind", …}. Ids
are the model's; where source and target differ, `target` is the other side.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from model_core.errors import Message, Refused
from model_core.io.installing import install_command
from model_core.io.safe_files import read_plain
from model_core.record.tokens import Token, visible
from model_core.spec import SPACE, ModelSpec
from model_core.tokenizers.vocab import Vocabulary, clean

FORMAT, VERSION = "headscope-vocabulary", 1
MODEL_BYTES = 20_000_000
"""Largest SentencePiece model that is read."""
ENTRIES = 512_000
SENTENCEPIECE = "sentencepiece>=0.2.1,<0.3"
"""The requirement for pip; the same as the extra `marian` in pyproject.toml."""
LANGUAGE = re.compile(r"(>>.+?<<)\s*")
"""The target language's tag at the beginning of a source, in multilingual models."""


@dataclass(frozen=True)
class Specials:
    """The ids of padding, start, end and unknown words."""

    pad: int
    bos: int
    eos: int
    unk: int

    @classmethod
    def from_spec(cls, spec: ModelSpec) -> Specials:
        return cls(spec.pad_id, spec.bos_id, spec.eos_id, spec.unk_id)

    def kind(self, index: int) -> tuple[str, str]:
        """(kind, note) of a special id's Token; ("", "") for an id that stands for text."""
        if index == self.eos:
            return "special", Message("end of sentence")
        if index == self.pad and index == self.bos:
            return "special", Message("padding, and the start of the target")
        if index == self.pad:
            return "pad", Message("padding: no token here")
        if index == self.bos:
            return "special", Message("start of sentence")
        return ("unknown", Message("unknown word")) if index == self.unk else ("", "")


class ForeignVocabulary(Vocabulary):
    """What the vocabularies of imported models have in common: `own`, the pieces of this side by id, special ids that
    no text gives, and the target's side as a vocabulary of its own where it is another one."""

    specials: Specials
    own: Sequence[str]
    space = SPACE
    """What a piece that begins a word begins with."""
    _other: Vocabulary | None

    @property
    def target(self) -> Vocabulary:
        return self._other or self

    def ids(self, lines: Sequence[str]) -> list[list[int]]:
        """Ids of each line, without the end of sentence."""
        return [[token.id for token in self.tokens(line)] for line in lines]

    def tokens_of(self, ids: Iterable[int]) -> tuple[Token, ...]:
        """Tokens of ids; a word begins at each piece with the sign of a space, and at the first."""
        found, word = [], -1
        for index in ids:
            if not self.specials.kind(index)[0] and (self.piece(index).startswith(self.space) or word < 0):
                word += 1
            found.append(self.token(index, max(0, word)))
        return tuple(found)

    def token(self, index: int, word: int = 0) -> Token:
        """The Token of one id, in the word of that number."""
        raise NotImplementedError

    def piece(self, index: int) -> str:
        """The table's spelling of an id; IndexError outside it."""
        return self.own[index]


class IdVocabulary(ForeignVocabulary):
    """A vocabulary without pieces: a text is the ids themselves, separated by spaces."""

    def __init__(self, source: int, target: int, specials: Specials, side: str = "source") -> None:
        self.sizes, self.specials = (source, target), specials
        self.size = source if side == "source" else target
        self.closed, self.pad = True, specials.pad
        self._other = None if side == "target" else IdVocabulary(source, target, specials, "target")

    def tokens(self, line: str) -> tuple[Token, ...]:
        """The Tokens of one line; anything that is not an id of the model is unknown. A final end of sentence is left
        out."""
        words = clean(line).split()
        if words and words[-1] == str(self.specials.eos):
            words.pop()
        return tuple(self._read(word, place) for place, word in enumerate(words))

    def _read(self, word: str, place: int) -> Token:
        index = int(word) if word.isascii() and word.isdigit() and len(word) < 9 else -1
        if 0 <= index < self.size and index != self.specials.pad:
            return self.token(index, place)
        words = "not an id of this model: 0 to {last:,}, except {padding}, which is padding"
        note = Message(words, last=self.size - 1, padding=self.specials.pad)
        return Token(self.specials.unk, str(self.specials.unk), visible(word) or "?", "unknown", note, place)

    def spans(self, line: str) -> list[tuple[int, int]]:
        """(start, end) in the cleaned line of each of `tokens(line)`."""
        found = [match.span() for match in re.finditer(r"\S+", clean(line))]
        return found[: len(self.tokens(line))]

    def token(self, index: int, word: int = 0) -> Token:
        kind, note = self.specials.kind(index)
        return Token(index, str(index), str(index), kind or "word", note, -1 if kind in ("special", "pad") else word)

    def tokens_of(self, ids: Iterable[int]) -> tuple[Token, ...]:
        """Tokens of ids, each a word of its own."""
        return tuple(self.token(index, place) for place, index in enumerate(ids))

    def text(self, ids: Iterable[int]) -> str:
        """The ids, padding, start and end left out."""
        return " ".join(str(index) for index in ids if self.specials.kind(index)[0] not in ("special", "pad"))

    def piece(self, index: int) -> str:
        """The id itself. IndexError outside the table."""
        if not 0 <= index < self.size:
            raise IndexError(index)
        return str(index)

    def words(self) -> tuple[str, ...]:
        """None: any id may be typed."""
        return ()

    def to_json(self) -> str:
        data = {"format": FORMAT, "version": VERSION, "kind": "ids", "source": self.sizes[0], "target": self.sizes[1]}
        return json.dumps({**data, **asdict(self.specials)})


@dataclass(frozen=True)
class Pieces:
    """One side of a SentencePiece vocabulary: the model's bytes, its file's name, and the piece of every id."""

    file: str
    model: bytes
    pieces: tuple[str, ...]


class SentencePieceVocabulary(ForeignVocabulary):
    """SentencePiece splits the text, and a separate table gives the ids (Kudo and Richardson 2018; as in OPUS-MT).

    Pieces that are not in the table get the unknown id. Where each side has a model of its own (Marian), a language tag
    ( >>es<< ) is looked up as a whole.
    """

    def __init__(self, source: Pieces, target: Pieces, specials: Specials, side: str = "source") -> None:
        self.sides, self.specials = (source, target), specials
        one = source if side == "source" else target
        self.own, self.size, self.closed, self.pad = one.pieces, len(one.pieces), False, specials.pad
        self.sizes = (len(source.pieces), len(target.pieces))
        self._processor = processor(one)
        self._table = {piece: index for index, piece in enumerate(self.own)}
        self._other = None if side == "target" else SentencePieceVocabulary(source, target, specials, "target")

    def ids(self, lines: Sequence[str]) -> list[list[int]]:
        """Ids of each line, without the end of sentence."""
        return [[self._id(piece) for piece in self._cut(clean(line))] for line in lines]

    def _id(self, piece: str) -> int:
        """The id of a piece; a special one cannot be typed."""
        index = self._table.get(piece, self.specials.unk)
        return index if not self.specials.kind(index)[0] else self.specials.unk

    def _tag(self, text: str) -> re.Match[str] | None:
        """The language's tag at the beginning of a text, in a model that may have one."""
        return LANGUAGE.match(text) if self.sides[0].file != self.sides[1].file else None

    def _cut(self, text: str) -> list[str]:
        mark = self._tag(text)
        rest = text[mark.end() :] if mark else text
        return [*([mark[1]] if mark else []), *self._processor.encode(rest, out_type=str)]

    def tokens(self, line: str) -> tuple[Token, ...]:
        """The Tokens of one line; pieces that are not in the table keep their spelling."""
        found, word = [], -1
        for piece in self._cut(clean(line)):
            word += piece.startswith(SPACE) or word < 0
            index = self._id(piece)
            if index == self.specials.unk:
                spelt = visible(piece.removeprefix(SPACE)) or piece
                found.append(
                    Token(index, self.piece(index), spelt, "unknown", Message("not in this model's table"), word)
                )
            else:
                found.append(self.token(index, word))
        return tuple(found)

    def spans(self, line: str) -> list[tuple[int, int]]:
        """(start, end) in the cleaned line of each of `tokens(line)`."""
        text = clean(line)
        mark = self._tag(text)
        first = mark.end() if mark else 0
        places = _places(self._processor, text[first:])
        return [*([mark.span(1)] if mark else []), *((first + start, first + end) for start, end in places)]

    def token(self, index: int, word: int = 0) -> Token:
        """The Token of one id on its own."""
        piece = self.piece(index)
        kind, note = self.specials.kind(index)
        if kind:
            return Token(index, piece, visible(piece) or f"<{index}>", kind, note, -1 if kind != "unknown" else word)
        text = visible(piece.removeprefix(SPACE)) or SPACE
        return Token(index, piece, text, "word" if piece.startswith(SPACE) else "part", "", word)

    def text(self, ids: Iterable[int]) -> str:
        """Readable text of ids, special ones left out."""
        pieces = [self.piece(index) for index in ids if not self.specials.kind(index)[0]]
        return str(self._processor.decode_pieces(pieces)).strip(" ")

    def to_json(self) -> str:
        """The text of its file; it holds the hashes of the SentencePiece models, which are files beside it."""
        data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "kind": "sentencepiece", **asdict(self.specials)}
        for name, side in zip(("source", "target"), self.sides, strict=True):
            data[name] = {"file": side.file, "sha256": hashlib.sha256(side.model).hexdigest()}
        data["source"]["pieces"] = self.sides[0].pieces
        if self.sides[1].pieces != self.sides[0].pieces:
            data["target"]["pieces"] = self.sides[1].pieces
        return json.dumps(data, ensure_ascii=False)

    def files(self) -> dict[str, bytes]:
        """Further files beside tokenizer.json: name -> bytes."""
        return {side.file: side.model for side in self.sides}


def sentencepiece_missing() -> Refused:
    """Why a text of such a model cannot be read, and the line that installs the library."""
    hint = "this model needs the sentencepiece library: {command}"
    return Refused("E-VOC-SENTENCEPIECE", hint, command=install_command(SENTENCEPIECE))


def processor(side: Pieces) -> Any:
    """A SentencePiece processor. Refused if the library is missing or too old, or the model damaged."""
    try:
        import sentencepiece
    except ImportError:
        raise sentencepiece_missing() from None
    version = tuple(int(part) for part in re.findall(r"\d+", sentencepiece.__version__)[:3])
    if version < (0, 2, 1):
        raise Refused(
            "E-VOC-SENTENCEPIECE", "sentencepiece {sentencepiece_version} has a known vulnerability: install "
                                   "0.2.1 or newer",
            sentencepiece_version=sentencepiece.__version__,
        )  # fmt: skip
    try:
        made = sentencepiece.SentencePieceProcessor(model_proto=side.model)
        if made.get_piece_size() > 0:
            return made
        raise ValueError("it is empty")
    except (RuntimeError, ValueError) as error:
        raise Refused(
            "E-VOC-READ", "{file} is not a SentencePiece model: {error}", file=side.file, error=str(error)[:80]
        ) from None


def _places(cutter: Any, text: str) -> list[tuple[int, int]]:
    """(start, end) of each piece in the text; older versions of the library have another interface for it."""
    try:
        found: list[tuple[int, int]] = cutter.encode(text, return_type="offset_mapping")["offsets"]
    except (TypeError, ValueError, RuntimeError):
        found = [(one.begin, one.end) for one in cutter.encode(text, out_type="immutable_proto").pieces]
    return found


# ---------------------------------------------------------------- reading


def read_vocabulary(data: Mapping[str, Any], path: Path) -> Vocabulary:
    """A vocabulary of this module from its JSON; `path` is its file. Raises Refused."""
    name, version, kind = path.name, data.get("version"), data.get("kind")
    if type(version) is not int or version != VERSION:
        raise Refused(
            "E-VOC-VERSION", "{name} has version {version}; this headscope reads version {version2}",
            name=name, version=f"{version!r:.40}", version2=VERSION,
        )  # fmt: skip
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Refused("E-VOC-TYPE", "{name}: unknown kind of vocabulary {kind}", name=name, kind=f"{kind!r:.40}")
    specials = Specials(*(_whole(data, one, name, ENTRIES) for one in ("pad", "bos", "eos", "unk")))
    vocabulary: Vocabulary = _KINDS[kind](data, path, specials)
    if any(index >= min(vocabulary.sizes) for index in asdict(specials).values()):
        raise Refused("E-VOC-TABLE", "{name}: a special id is outside the table", name=name)
    return vocabulary


def _whole(data: Mapping[str, Any], key: str, name: str, most: int) -> int:
    value = data.get(key)
    if type(value) is not int or not 0 <= value <= most:
        raise Refused(
            "E-VOC-TABLE", "{name}: {key} is {value}; expected a whole number from 0 to {most:,}",
            name=name, key=key, value=f"{value!r:.40}", most=most,
        )  # fmt: skip
    return value


def begins_with_start(data: Mapping[str, Any], name: str) -> bool:
    """Whether every source begins with the start token. Raises Refused if the file does not say."""
    if type(data.get("begins")) is not bool:
        raise Refused("E-VOC-TABLE", "{path}: it does not say whether a source begins with the start token", path=name)
    return bool(data["begins"])


def _ids(data: Mapping[str, Any], path: Path, specials: Specials) -> Vocabulary:
    source, target = (_whole(data, side, path.name, ENTRIES) for side in ("source", "target"))
    return IdVocabulary(source, target, specials)


def _sentencepiece(data: Mapping[str, Any], path: Path, specials: Specials) -> Vocabulary:
    source = _side(data, "source", path, ())
    return SentencePieceVocabulary(source, _side(data, "target", path, source.pieces), specials)


def _side(data: Mapping[str, Any], key: str, path: Path, pieces: tuple[str, ...]) -> Pieces:
    """One side; the target's pieces are the source's if it has none."""
    entry = data.get(key)
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise Refused(
            "E-VOC-TABLE", "{path}: it does not name the {key}'s SentencePiece model", path=path.name, key=key
        )
    found, file = entry.get("pieces", list(pieces)), entry["file"]
    sound = isinstance(found, list) and all(isinstance(piece, str) for piece in found)
    if not sound or not 0 < len(found) <= ENTRIES:
        raise Refused("E-VOC-TABLE", "{path}: the {key}'s table of pieces is damaged", path=path.name, key=key)
    if not re.fullmatch(r"[A-Za-z0-9_]{1,40}\.(spm|model)", file):
        raise Refused(
            "E-VOC-TABLE",
            "{path}: {file} is not a valid name for a SentencePiece model",
            path=path.name,
            file=f"{file!r:.60}",
        )
    model = read_plain(path.with_name(file), MODEL_BYTES)
    if hashlib.sha256(model).hexdigest() != entry.get("sha256"):
        raise Refused("E-VOC-HASH", "{file} has been changed since this model was saved", file=file)
    return Pieces(file, model, tuple(found))


def _words(data: Mapping[str, Any], path: Path, specials: Specials) -> Vocabulary:
    from model_core.tokenizers.word_list import words_of

    return words_of(data, path, specials)


def _bytes(data: Mapping[str, Any], path: Path, specials: Specials) -> Vocabulary:
    from model_core.tokenizers.byte_pairs import bytes_of

    return bytes_of(data, path, specials)


_KINDS = {"ids": _ids, "sentencepiece": _sentencepiece, "words": _words, "bytes": _bytes}
