"""Vocabulary files that must not be opened: the library that reads them ends the whole program on some of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from model_core.errors import Refused
from model_core.tokenizers.vocab import closed_vocabulary, learn_pieces, load_vocabulary

LINES = ("The baker opens the shop.", "My sister paints the boat.", "El panadero abre la tienda.")
PIECES = learn_pieces([line for line in LINES for _ in range(3)], 400).to_json()
WORDS = closed_vocabulary(["north", "south"]).to_json()


def changed(change: Callable[[dict[str, Any]], Any], text: str = PIECES) -> str:
    """A vocabulary's file after a change of its JSON."""
    data = json.loads(text)
    change(data)
    return json.dumps(data)


def part(name: str, value: Any, text: str = PIECES) -> str:
    """A vocabulary's file with one part replaced."""
    return changed(lambda data: data.update({name: value}), text)


def table(change: Callable[[dict[str, Any]], Any], text: str = PIECES) -> str:
    """A vocabulary's file with a changed table of pieces."""
    return changed(lambda data: change(data["model"]["vocab"]), text)


def setting(name: str, value: Any, text: str = PIECES) -> str:
    """A vocabulary's file with another setting of its model."""
    return changed(lambda data: data["model"].update({name: value}), text)


NORMALIZERS = (
    "NFD", "NFKD", "NFKC", "NFC", "Lowercase", "StripAccents", "Nmt", "BertNormalizer", "ByteLevel", "Strip", "Prepend",
)  # fmt: skip
SPLITTERS = ("Whitespace", "ByteLevel", "Metaspace", "CharDelimiterSplit", "Punctuation", "Digits", "UnicodeScripts")
DECODERS = ("BPEDecoder", "ByteLevel", "WordPiece", "Metaspace", "CTC", "Fuse", "ByteFallback")
TRAPS = {
    "that counts without end": "(a|a)*$",
    "that repeats a repetition": "(x+x+)+y",
    "that looks behind": "(?<=a{1,1000})b",
    "that is none": "(((",
    "that is empty": "",
}

CASES: dict[str, tuple[str, str]] = {
    **{f"normalizer {kind}": (part("normalizer", {"type": kind}), "E-VOC-PARTS") for kind in NORMALIZERS},
    **{f"splitter {kind}": (part("pre_tokenizer", {"type": kind}), "E-VOC-PARTS") for kind in SPLITTERS},
    **{f"decoder {kind}": (part("decoder", {"type": kind}), "E-VOC-PARTS") for kind in DECODERS},
    **{
        f"a pattern {what}": (
            changed(lambda data, pattern=pattern: data["pre_tokenizer"]["pattern"].update(Regex=pattern)),
            "E-VOC-PARTS",
        )
        for what, pattern in TRAPS.items()
    },
    **{
        f"model {kind}": (setting("type", kind), "E-VOC-TYPE")
        for kind in ("WordPiece", "Unigram", "bpe", "", None, 1, [])
    },
    "no normalizer": (part("normalizer", None), "E-VOC-PARTS"),
    "a normalizer in a row of itself": (
        changed(lambda data: data.update(normalizer={"type": "Sequence", "normalizers": [data["normalizer"]]})),
        "E-VOC-PARTS",
    ),
    "words split as pieces": (part("pre_tokenizer", json.loads(PIECES)["pre_tokenizer"], WORDS), "E-VOC-PARTS"),
    "a template": (part("post_processor", {"type": "TemplateProcessing", "single": []}), "E-VOC-TYPE"),
    "padding to a thousand million": (part("padding", {"strategy": {"Fixed": 10**9}, "pad_id": 0}), "E-VOC-TYPE"),
    "a stride beyond the length": (part("truncation", {"max_length": 1, "stride": 9}), "E-VOC-TYPE"),
    "an added token": (part("added_tokens", [{"id": 0, "content": "<pad>", "special": True}]), "E-VOC-TYPE"),
    "an id of 2^32": (table(lambda rows: rows.update({"new": 2**32})), "E-VOC-TABLE"),
    "an id of 2^64": (table(lambda rows: rows.update({"new": 2**64})), "E-VOC-TABLE"),
    "an id with a point": (table(lambda rows: rows.update({"<pad>": 0.0})), "E-VOC-TABLE"),
    "an id that is null": (table(lambda rows: rows.update({"<pad>": None})), "E-VOC-TABLE"),
    "an empty table": (setting("vocab", {}), "E-VOC-TABLE"),
    "no table": (changed(lambda data: data["model"].pop("vocab")), "E-VOC-TABLE"),
    "a table of lists": (setting("vocab", [["<pad>", 0.0]]), "E-VOC-TABLE"),
    "without a byte": (table(lambda rows: rows.pop("<0x7F>")), "E-VOC-TABLE"),
    "without the last piece but one": (
        table(lambda rows: rows.pop(sorted(rows, key=rows.__getitem__)[-2])), "E-VOC-TABLE",
    ),
    "words without a start": (table(lambda rows: rows.pop("<s>"), WORDS), "E-VOC-TABLE"),
    "a dropout": (setting("dropout", 1.0), "E-VOC-PARTS"),
    "a prefix": (setting("continuing_subword_prefix", "##"), "E-VOC-PARTS"),
    "merges passed over": (setting("ignore_merges", True), "E-VOC-PARTS"),
    "unknown pieces fused": (setting("fuse_unk", True), "E-VOC-PARTS"),
    "a setting that nobody knows": (setting("command", "rm"), "E-VOC-PARTS"),
    "merges as a text": (setting("merges", "a b"), "E-VOC-READ"),
    "merges of three": (setting("merges", [["▁", "t", "h"]]), "E-VOC-READ"),
    "merges null": (setting("merges", None), "E-VOC-READ"),
    "a merge without its piece": (setting("merges", [["qq", "zz"]]), "E-VOC-READ"),
    "deep": ('{"model":' * 50, "E-JSON-DEPTH"),
    "a piece twice": (PIECES.replace('"<pad>":0', '"<pad>":0,"<pad>":0'), "E-JSON-DUPLICATE"),
    "a piece of 20,001 letters": (table(lambda rows: rows.update({"x" * 20_001: len(rows)})), "E-JSON-STRING"),
    "not a number": (PIECES.replace('"<pad>":0', '"<pad>":NaN'), "E-JSON-NUMBER"),
    "a list": (f"[{PIECES}]", "E-VOC-TYPE"),
    "null": ("null", "E-VOC-TYPE"),
    "a model of nothing": (part("model", {}), "E-VOC-TYPE"),
    "a model that is a list": (part("model", []), "E-VOC-TYPE"),
}  # fmt: skip


@pytest.mark.parametrize("text", [PIECES, WORDS], ids=["pieces", "words"])
def test_ours_are_opened(tmp_path: Path, text: str) -> None:
    (tmp_path / "tokenizer.json").write_text(text, encoding="utf-8")
    assert load_vocabulary(tmp_path / "tokenizer.json").to_json() == text


@pytest.mark.parametrize(("text", "code"), CASES.values(), ids=CASES)
def test_others_are_refused(tmp_path: Path, text: str, code: str) -> None:
    assert text not in (PIECES, WORDS)
    (tmp_path / "tokenizer.json").write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as caught:
        load_vocabulary(tmp_path / "tokenizer.json")
    assert caught.value.code == code
    assert len(caught.value.message) < 400
    assert "\n" not in caught.value.message


def test_a_hundred_million_bytes_are_not_read(tmp_path: Path) -> None:
    with (tmp_path / "tokenizer.json").open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(Refused) as caught:
        load_vocabulary(tmp_path / "tokenizer.json")
    assert caught.value.code == "E-FILE-SIZE"


@pytest.mark.parametrize("share", range(5, 100, 5))
def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path, share: int) -> None:
    data = PIECES.encode()
    (tmp_path / "tokenizer.json").write_bytes(data[: len(data) * share // 100])
    with pytest.raises(Refused) as caught:
        load_vocabulary(tmp_path / "tokenizer.json")
    assert caught.value.code in ("E-JSON-PARSE", "E-JSON-UTF8")
