"""The vocabulary that a converted model gets: SentencePiece where its files are there, else plain ids to type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from model_core.checkpoints.published import TOKENIZERS
from model_core.errors import Message, Refused
from model_core.importers.foreign import ForeignCheckpoint
from model_core.io.limits import read_json
from model_core.io.safe_files import read_plain
from model_core.spec import ModelSpec
from model_core.tokenizers.byte_pairs import ByteVocabulary, checked
from model_core.tokenizers.foreign import (
    MODEL_BYTES,
    IdVocabulary,
    Pieces,
    SentencePieceVocabulary,
    Specials,
    processor,
)
from model_core.tokenizers.vocab import Vocabulary, is_text
from model_core.tokenizers.word_list import WordVocabulary, read_words, specials_in

TABLE_BYTES = 20_000_000

Found = tuple[Vocabulary, str] | None
"""A vocabulary and a note about it; None if its files are missing."""


def marian(foreign: ForeignCheckpoint, spec: ModelSpec) -> Found:
    """source.spm, target.spm and vocab.json (target_vocab.json) of an OPUS-MT folder."""
    folder = foreign.folder
    names = {"source": "source.spm", "target": "target.spm"}
    if _missing(foreign, "marian"):
        return None
    source = table_of(folder / "vocab.json", spec.source_vocabulary)
    other = folder / "target_vocab.json"
    if not other.is_file() and spec.source_vocabulary != spec.target_vocabulary:
        raise Refused(
            "E-VOC-SIZE",
            "the model has {source_vocabulary:,} source and {target_vocabulary:,} target pieces, but its folder "
                "has no {other}",
            source_vocabulary=spec.source_vocabulary, target_vocabulary=spec.target_vocabulary, other=other.name,
        )  # fmt: skip
    target = table_of(other, spec.target_vocabulary) if other.is_file() else source
    sides = [
        Pieces(name, read_plain(folder / name, MODEL_BYTES), pieces)
        for name, pieces in zip(names.values(), (source, target), strict=True)
    ]
    return SentencePieceVocabulary(sides[0], sides[1], Specials.from_spec(spec)), Message(
        "source.spm, target.spm and vocab.json"
    )


def single_model(name: str) -> Callable[[ForeignCheckpoint, ModelSpec], Found]:
    """One SentencePiece model for both sides, whose own ids are the model's (T5)."""

    def find(foreign: ForeignCheckpoint, spec: ModelSpec) -> Found:
        path = foreign.folder / name
        if not path.is_file():
            return None
        data = read_plain(path, MODEL_BYTES)
        own = processor(Pieces(name, data, ()))
        count = min(own.get_piece_size(), spec.source_vocabulary)
        pieces = (*map(own.id_to_piece, range(count)), *_extra(count, spec.source_vocabulary))
        side = Pieces(name, data, pieces)
        return SentencePieceVocabulary(side, side, Specials.from_spec(spec)), name

    return find


def byte_pairs(foreign: ForeignCheckpoint, spec: ModelSpec) -> Found:
    """vocab.json and merges.txt of BART: merged bytes, and a source begins with <s>."""
    table, rules = foreign.folder / "vocab.json", foreign.folder / "merges.txt"
    if not table.is_file() or not rules.is_file():
        return None
    pieces = table_of(table, spec.source_vocabulary)
    try:
        lines = read_plain(rules, TABLE_BYTES).decode("utf-8").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError:
        raise Refused("E-VOC-TABLE", "{rules} is not UTF-8 text", rules=rules.name) from None
    merges = [line for line in lines if line.strip() and not line.startswith("#version")]
    checked(list(pieces), merges, rules.name)
    start = pieces.index("<s>") if "<s>" in pieces else spec.bos_id
    specials = replace(Specials.from_spec(spec), bos=start)
    return ByteVocabulary(pieces, merges, specials, begins=True), Message(
        "vocab.json and merges.txt; a source begins with <s>"
    )


def _extra(count: int, size: int) -> Iterator[str]:
    """Pieces of the ids that the model has beyond its SentencePiece model: T5's hundred masks, counted down."""
    for index in range(count, size):
        mask = count + 99 - index
        yield f"<extra_id_{mask}>" if mask >= 0 else f"<{index}>"


FINDERS: dict[str, Callable[[ForeignCheckpoint, ModelSpec], Found]] = {
    "marian": marian,
    "bart": byte_pairs,
    "t5": single_model("spiece.model"),
}
"""Layout -> how its vocabulary is found."""


def _missing(foreign: ForeignCheckpoint, layout: str) -> list[str]:
    return [name for name in TOKENIZERS.get(layout, ()) if not (foreign.folder / name).is_file()]


def vocabulary(
    foreign: ForeignCheckpoint, layout: str, spec: ModelSpec, tokenizers: Sequence[Path] = ()
) -> tuple[Vocabulary, str]:
    """The vocabulary of a checkpoint, and a note about it. Raises Refused for tokenizers of other sizes."""
    if tokenizers:
        return _whole_words(tokenizers, spec)
    found = FINDERS[layout](foreign, spec) if layout in FINDERS else None
    if found is not None:
        return found[0], Message("text is tokenized with {pieces}", pieces=found[1])
    specials = Specials.from_spec(spec)
    ids_note = Message(
        "padding {pad}, start {start}, end {end}, unknown {unknown} (--pad, --bos, … change it)",
        pad=specials.pad, start=specials.bos, end=specials.eos, unknown=specials.unk,
    )  # fmt: skip
    typed = Message("texts are typed as token ids separated by spaces, such as 7 18 15")
    plain, one = "no tokenizer: {typed}; {ids}", "no tokenizer ({absent} is not in the folder): {typed}; {ids}"
    more = "no tokenizer ({absent} are not in the folder): {typed}; {ids}"
    absent = _missing(foreign, layout)
    words = {"absent": ", ".join(absent), "typed": typed, "ids": ids_note}
    note = Message(plain if not absent else one if len(absent) == 1 else more, **words)
    return IdVocabulary(spec.source_vocabulary, spec.target_vocabulary, specials), note


def _whole_words(tokenizers: Sequence[Path], spec: ModelSpec) -> tuple[Vocabulary, str]:
    """Two lists of words; sources begin with the start token, as the tutorial that learns such lists has them."""
    lists = [read_words(path) for path in tokenizers]
    sizes = (spec.source_vocabulary, spec.target_vocabulary)
    for path, words, size in zip(tokenizers, lists, sizes, strict=True):
        if len(words) != size:
            raise Refused(
                "E-VOC-SIZE", "{path} has {words_count:,} words, but the model has {size:,}",
                path=path.name, words_count=len(words), size=size,
            )  # fmt: skip
    files = " + ".join(path.name for path in tokenizers)
    return WordVocabulary(lists[0], lists[1], Specials.from_spec(spec), begins=True), Message(
        "whole words of {files}; a source begins with the start token", files=files
    )


def tokenizer_ids(tokenizers: Sequence[Path]) -> dict[str, int]:
    """Fields of the spec: the special ids of these files. Raises Refused if the two differ."""
    found = [specials_in(read_words(path), path.name) for path in tokenizers]
    if any(one != found[0] for one in found):
        raise Refused("E-VOC-TABLE", "the two tokenizers have different ids for padding, start, end or unknown words")
    return {f"{name}_id": index for name, index in found[0].items()} if found else {}


def table_of(path: Path, size: int) -> tuple[str, ...]:
    """The piece of every id, from a JSON object piece -> id. Refused if ids are missing, double or outside."""
    table: Any = read_json(path, TABLE_BYTES)
    if not isinstance(table, dict) or not all(is_text(piece) and type(index) is int for piece, index in table.items()):
        raise Refused("E-VOC-TABLE", "{path} is not a JSON object of pieces and ids", path=path.name)
    found = {index: piece for piece, index in table.items()}
    if len(found) != len(table) or not all(0 <= index < size for index in found):
        raise Refused(
            "E-VOC-TABLE", "{path}: an id occurs twice, or is outside 0 to {size:,}", path=path.name, size=size - 1
        )
    return tuple(found.get(index, f"<{index}>") for index in range(size))
