"""Vocabularies on `tokenizers`: byte-pair pieces with byte fallback for text, closed word lists for toy tasks.

Special tokens are rows of the table only, never patterns of the tokenizer: a typed "<s>" is four ordinary characters.
"""

from __future__ import annotations

import json
import random
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from model_core.errors import Message, Refused
from model_core.io.limits import parse_json, read_json
from model_core.record.tokens import LONGEST_CHARACTER, Token, character_bytes, fragment, visible
from model_core.spec import PAD, SPACE, SPECIAL_PIECES, UNK
from model_core.tokenizers.merge_steps import MergeDropout, merges_of
from model_core.tokenizers.typed_text import WORDS_NAME, SeenWords

BYTES = tuple(f"<0x{value:02X}>" for value in range(256))
TOKENIZER_NAME = "tokenizer.json"
PIECES = r"▁?\p{L}[\p{L}\p{M}]*(['’]\p{L}[\p{L}\p{M}]*)?|▁?\p{N}|▁?[^\s\p{L}\p{N}]"
"""Pre-tokenisation: pieces stay inside words with inner apostrophes, single digits and single signs."""

_SPECIAL_TEXT = {
    "<pad>": Message("padding: no token here"), "<s>": Message("start of sentence"), "</s>": Message("end of sentence"),
}  # fmt: skip


class Vocabulary:
    """Text <-> ids of one table of pieces, shared by source and target.

    `seen` holds the source words of the model's training where they are known, else None.
    """

    seen: SeenWords | None = None

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._single: dict[int, Token] = {}
        self._splitter = _pieces_tokenizer({}).pre_tokenizer
        self.size = tokenizer.get_vocab_size()
        self.sizes, self.pad = (self.size, self.size), PAD
        self._pieces = [tokenizer.id_to_token(index) or f"<{index}>" for index in range(self.size)]
        self.closed = not any(piece == BYTES[0] for piece in self._pieces[:300])

    @property
    def target(self) -> Vocabulary:
        """The target's vocabulary: this one, unless source and target differ."""
        return self

    def files(self) -> dict[str, bytes]:
        """Further files beside tokenizer.json: name -> bytes."""
        return {WORDS_NAME: self.seen.to_bytes()} if self.seen is not None else {}

    # -- text to ids ------------------------------------------------------------------------------------------------
    def ids(self, lines: Sequence[str]) -> list[list[int]]:
        """Ids of each line, without special tokens."""
        encodings = self._tokenizer.encode_batch([clean(line) for line in lines], add_special_tokens=False)
        return [self._plain(encoding.ids) for encoding in encodings]

    def ids_and_words(self, lines: Sequence[str]) -> list[tuple[list[int], list[int]]]:
        """Ids of each line as `ids` gives them, and for each the number of its word in `split`."""
        encodings = self._tokenizer.encode_batch([clean(line) for line in lines], add_special_tokens=False)
        return [(self._plain(one.ids), [-1 if word is None else word for word in one.word_ids]) for one in encodings]

    def cut_at_random(
        self, lines: Sequence[str], dropout: float, rng: random.Random
    ) -> list[tuple[list[int], list[int]]]:
        """Like `ids_and_words`, but merges are skipped with this probability (Provilkov et al. 2020). Raises Refused
        if there are none."""
        return [self._skipping.cut(*line, dropout, rng) for line in self.ids_and_words(lines)]

    def split(self, line: str) -> list[str]:
        """The words and signs into which a line is split before byte-pair encoding."""
        normal = self._tokenizer.normalizer.normalize_str(clean(line))
        return [word for word, _ in self._splitter.pre_tokenize_str(normal)]

    def tokens(self, line: str) -> tuple[Token, ...]:
        """The Tokens of one line, without special tokens; unknown words of a closed vocabulary keep their spelling."""
        text = clean(line)
        encoding = self._tokenizer.encode_batch([text], add_special_tokens=False)[0]
        words = [-1 if word is None else word for word in encoding.word_ids]
        spellings = [text[start:end] for start, end in encoding.offsets]
        return tuple(self._readable(self._plain(encoding.ids), words, spellings))

    def spans(self, line: str) -> list[tuple[int, int]]:
        """(start, end) in the cleaned line of each of `tokens(line)`."""
        return list(self._tokenizer.encode_batch([clean(line)], add_special_tokens=False)[0].offsets)

    def token(self, index: int) -> Token:
        """The Token of a single id; a byte piece is then part of an unfinished character."""
        if index not in self._single:
            self._single[index] = self.tokens_of([index])[0]
        return self._single[index]

    def tokens_of(self, ids: Iterable[int]) -> tuple[Token, ...]:
        """Tokens of ids (with special tokens), words counted from the pieces' leading spaces and signs."""
        ids = list(ids)
        return tuple(self._readable(ids, self._words(ids), [""] * len(ids)))

    def text(self, ids: Iterable[int]) -> str:
        """Readable text of ids; special tokens are left out, broken byte runs become U+FFFD."""
        plain = [i for i in ids if i >= len(SPECIAL_PIECES)]
        return str(self._tokenizer.decode(plain, skip_special_tokens=False)).strip(" ")

    def piece(self, index: int) -> str:
        """The vocabulary's spelling of an id; IndexError outside the table."""
        return self._pieces[index]

    def to_json(self) -> str:
        """The tokenizer file's text."""
        return str(self._tokenizer.to_str(pretty=False))

    def words(self) -> tuple[str, ...]:
        """All words of a closed vocabulary, empty for byte-pair ones."""
        return tuple(self._pieces[len(SPECIAL_PIECES) :]) if self.closed else ()

    # -- inside -----------------------------------------------------------------------------------------------------
    def _plain(self, ids: list[int]) -> list[int]:
        """The ids; in a closed vocabulary a typed "<s>" would be found in the table, and becomes unknown."""
        return [index if index >= UNK else UNK for index in ids] if self.closed else ids

    @cached_property
    def _skipping(self) -> MergeDropout:
        return MergeDropout(self._tokenizer.get_vocab(), merges_of(json.loads(self.to_json())))

    def _words(self, ids: Sequence[int]) -> list[int]:
        """Word index per id, counted as in typed text; -1 for padding, start and end."""
        spelt = _spelt([self.piece(index) for index in ids]) if not self.closed else [SPACE + "x"] * len(ids)
        spelt = ["" if index < UNK else text for index, text in zip(ids, spelt, strict=True)]
        ends = [end for _, (_, end) in self._splitter.pre_tokenize_str("".join(text or "" for text in spelt))]
        words: list[int] = []
        place = 0
        for index, text in zip(ids, spelt, strict=True):
            if index < UNK:
                words.append(-1)
            elif text is None:  # a further byte of the same character
                words.append(words[-1])
            else:
                words.append(bisect_right(ends, place))
            place += len(text or "")
        return words

    def _readable(self, ids: Sequence[int], words: Sequence[int], spellings: Sequence[str]) -> Iterator[Token]:
        """Tokens with readable texts; runs of byte pieces are read together to name their character."""
        shares = _byte_shares([self.piece(index) for index in ids])
        for index, word, spelling, share in zip(ids, words, spellings, shares, strict=True):
            piece = self.piece(index)
            if piece in SPECIAL_PIECES[:3]:
                yield Token(index, piece, piece, "pad" if index == 0 else "special", _SPECIAL_TEXT[piece])
            elif piece == SPECIAL_PIECES[3]:
                note = Message("a word this model does not know" if spelling else "unknown word")
                yield Token(index, piece, visible(spelling) or piece, "unknown", note, word)
            elif share is not None:
                yield Token(index, piece, share[0], "byte", share[1], word)
            else:
                yield _token_of(index, piece, self.closed or piece.startswith(SPACE), word)


@lru_cache(maxsize=16384)  # while a text is typed almost all of its tokens stay
def _token_of(index: int, piece: str, begins: bool, word: int) -> Token:
    """The Token of a piece that is written as it is spelt."""
    return Token(index, piece, visible(piece.removeprefix(SPACE)) or SPACE, "word" if begins else "part", "", word)


def _byte_shares(pieces: Sequence[str]) -> list[tuple[str, str] | None]:
    """(text, note) of each byte piece, naming the character that its run encodes; None for other pieces."""
    shares: list[tuple[str, str] | None] = [None] * len(pieces)
    start = 0
    while start < len(pieces):
        if pieces[start] not in _BYTE_VALUES:
            start += 1
            continue
        length = character_bytes([_BYTE_VALUES.get(piece) for piece in pieces[start : start + LONGEST_CHARACTER]])
        values = [_BYTE_VALUES[piece] for piece in pieces[start : start + length]]
        shares[start : start + length] = _name_bytes(values)
        start += length
    return shares


_BYTE_VALUES = {piece: value for value, piece in enumerate(BYTES)}


def _spelt(pieces: Sequence[str]) -> list[str | None]:
    """The text of each piece with its space sign; the first byte piece of a character has it, the others None."""
    values = [_BYTE_VALUES.get(piece) for piece in pieces]
    texts: list[str | None] = []
    while len(texts) < len(pieces):
        at = len(texts)
        if values[at] is None:
            texts.append("\ufffd" if pieces[at] in SPECIAL_PIECES else pieces[at])
            continue
        length = character_bytes(values[at : at + LONGEST_CHARACTER])
        run = bytes(value for value in values[at : at + length] if value is not None)
        texts += [run.decode(errors="replace"), *[None] * (length - 1)]
    return texts


def _name_bytes(values: Sequence[int]) -> list[tuple[str, str]]:
    """(text, note) of each byte of one character, or of one byte that spells none."""
    try:
        character = bytes(values).decode()
    except UnicodeDecodeError:
        return [(fragment([value]), Message("byte {value} of an unfinished character", value=f"{value:02X}"))
                for value in values]  # fmt: skip
    name, count = visible(character), len(values)
    code = f"U+{ord(character):04X}"
    if count == 1:
        return [(name, Message("byte {value} ({code})", value=f"{values[0]:02X}", code=code))]
    words = "byte {value}, {place} of {count} of “{name}” ({code})"
    return [
        (f"{name} {i}/{count}", Message(words, value=f"{value:02X}", place=i, count=count, name=name, code=code))
        for i, value in enumerate(values, 1)
    ]


def clean(text: str) -> str:
    """The text with lone surrogates, which no UTF-8 can hold, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_text(value: Any) -> bool:
    """Whether it is a text that UTF-8 can hold: no half of a surrogate pair, which JSON may escape."""
    return isinstance(value, str) and value == clean(value)


def _normalizer() -> normalizers.Normalizer:
    steps = [
        normalizers.NFC(),
        normalizers.Replace("▁", "_"),
        normalizers.Replace(Regex("[‘’ʼ´`]"), "'"),
        normalizers.Replace(Regex("[“”„]"), '"'),
        normalizers.Replace(Regex(r"\s+"), " "),
        normalizers.Strip(),
        normalizers.Prepend(SPACE),
        normalizers.Replace(" ", SPACE),
    ]
    return normalizers.Sequence(steps)


def learn_pieces(lines: Iterable[str], size: int) -> Vocabulary:
    """Learn a byte-pair vocabulary (Sennrich et al. 2016) of `size` entries: 4 special, 256 bytes, the rest pieces."""
    learner = _pieces_tokenizer({})
    room = size - len(SPECIAL_PIECES) - len(BYTES)
    if room < 100:
        raise Refused("E-VOC-SIZE", "a vocabulary of {size} leaves no room for pieces; the minimum is 400", size=size)
    trainer = trainers.BpeTrainer(vocab_size=room, min_frequency=2, limit_alphabet=250, show_progress=False)
    learner.train_from_iterator((clean(line) for line in lines), trainer)
    return Vocabulary(_with_bytes(json.loads(learner.to_str())))


def _with_bytes(learned: dict[str, object]) -> Tokenizer:
    """Put special and byte pieces in front of what was learned and switch byte fallback on."""
    model = learned["model"]
    assert isinstance(model, dict)
    order = sorted(model["vocab"], key=model["vocab"].__getitem__)
    pieces = [*SPECIAL_PIECES, *BYTES, *(p for p in order if p not in SPECIAL_PIECES and p not in BYTES)]
    model["vocab"] = {piece: index for index, piece in enumerate(pieces)}
    model["byte_fallback"] = True
    model["unk_token"] = "<unk>"
    learned["added_tokens"] = []
    return Tokenizer.from_str(json.dumps(learned))


def letter_vocabulary(letters: Iterable[str]) -> Vocabulary:
    """A byte-pair vocabulary of single letters, each also as the beginning of a word; others are read byte by byte."""
    known = list(dict.fromkeys(letters))
    merges = [(SPACE, letter) for letter in known if not unicodedata.category(letter).startswith("M")]
    pieces = [SPACE, *known, *("".join(pair) for pair in merges)]
    tokenizer = _pieces_tokenizer({piece: index for index, piece in enumerate(pieces)}, merges)
    return Vocabulary(_with_bytes(json.loads(tokenizer.to_str())))


def _pieces_tokenizer(table: dict[str, int], merges: Sequence[tuple[str, str]] = ()) -> Tokenizer:
    """A byte-pair tokenizer with this table of pieces and these merges."""
    tokenizer = Tokenizer(models.BPE(table, list(merges), unk_token="<unk>"))
    tokenizer.normalizer = _normalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(PIECES), behavior="isolated")
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace(SPACE, " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    return tokenizer


def closed_vocabulary(words: Iterable[str], fused: bool = False) -> Vocabulary:
    """A vocabulary of whole words (lower case, digits one by one); other words become `<unk>`. Texts are decoded with
    spaces between the words, or without when `fused`."""
    table = {piece: index for index, piece in enumerate([*SPECIAL_PIECES, *dict.fromkeys(words)])}
    return Vocabulary(_words_tokenizer(table, fused))


def learn_words(lines: Iterable[str], size: int) -> Vocabulary:
    """A closed vocabulary of `size` entries: 4 special, then the most frequent words; among equals the first."""
    splitter = _words_tokenizer({})
    counts: Counter[str] = Counter()
    for line in lines:
        text = splitter.normalizer.normalize_str(clean(line))
        counts.update(word for word, _ in splitter.pre_tokenizer.pre_tokenize_str(text))
    return closed_vocabulary(word for word, _ in counts.most_common(size - len(SPECIAL_PIECES)))


def _words_tokenizer(table: dict[str, int], fused: bool = False) -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel(table, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Digits(individual_digits=True)]
    )
    tokenizer.decoder = decoders.Fuse() if fused else decoders.WordPiece(prefix="##", cleanup=False)
    return tokenizer


def load_vocabulary(path: Path) -> Vocabulary:
    """Read a tokenizer.json of ours. Raises Refused for a file that is not one; see `model_core.io.limits`."""
    data = read_json(path, 50_000_000)
    if isinstance(data, dict) and data.get("format") == "headscope-vocabulary":
        from model_core.tokenizers.foreign import read_vocabulary

        return read_vocabulary(data, path)
    vocab = _opened(data, path.name)
    vocab.seen = None if vocab.closed else SeenWords.read(path.with_name(WORDS_NAME))
    return vocab


def vocabulary_of(text: str, name: str) -> Vocabulary:
    """The vocabulary that `Vocabulary.to_json` wrote; `name` is for messages. Raises Refused like `load_vocabulary`."""
    return _opened(parse_json(text, name), name)


def _opened(data: Any, name: str) -> Vocabulary:
    """A vocabulary from its JSON, which is checked first: the library crashes on some damaged files."""
    model = data.get("model") if isinstance(data, dict) else None
    if not isinstance(model, dict) or model.get("type") not in ("BPE", "WordLevel"):
        raise Refused("E-VOC-TYPE", "{name} is not a vocabulary written by headscope (BPE or WordLevel)", name=name)
    if data.get("padding") or data.get("truncation") or data.get("post_processor") or data.get("added_tokens"):
        raise Refused(
            "E-VOC-TYPE",
            "{name} has padding, truncation, a post-processor or added tokens; headscope's vocabularies have none",
            name=name,
        )
    _check_table(model, name)
    _check_parts(data, name)
    try:
        return Vocabulary(Tokenizer.from_str(json.dumps(data)))
    except Exception as error:  # tokenizers raises bare Exception
        raise Refused("E-VOC-READ", "{name} cannot be read as a vocabulary: {error}", name=name, error=error) from None


def _check_table(model: dict[str, Any], name: str) -> None:
    """Refuse a table with missing or double ids, or with other special and byte pieces than ours."""
    table = model.get("vocab")
    if not isinstance(table, dict) or not all(type(index) is int for index in table.values()):
        raise Refused("E-VOC-TABLE", "{name} has no table of pieces", name=name)
    pieces = sorted(table, key=table.__getitem__)
    fixed = [*SPECIAL_PIECES, *(BYTES if model["type"] == "BPE" else ())]
    if [table[piece] for piece in pieces] != list(range(len(pieces))) or pieces[: len(fixed)] != fixed:
        raise Refused(
            "E-VOC-TABLE", "{name}: its ids are not 0, 1, 2 …, or the special pieces do not come first", name=name
        )


def _check_parts(data: dict[str, Any], name: str) -> None:
    """Refuse other normalizers, pre-tokenizers, decoders and settings than ours (some would use up all memory)."""
    ours = json.loads((_pieces_tokenizer if data["model"]["type"] == "BPE" else _words_tokenizer)({}).to_str())
    for part in ("normalizer", "pre_tokenizer", "decoder"):
        fused = part == "decoder" and data["model"]["type"] == "WordLevel" and data.get(part) == {"type": "Fuse"}
        if data.get(part) != ours[part] and not fused:
            raise Refused("E-VOC-PARTS", "{name}: its {part} is not the one headscope uses", name=name, part=part)
    expected = ours["model"] | ({"byte_fallback": True} if data["model"]["type"] == "BPE" else {})
    other = [key for key in expected.keys() | data["model"].keys() if data["model"].get(key) != expected.get(key)]
    if set(other) - {"vocab", "merges"}:
        raise Refused("E-VOC-PARTS", "{name}: its model settings differ from headscope's", name=name)
