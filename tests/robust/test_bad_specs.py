"""Descriptions of models that must not be opened: each damage with its code, in one short line, at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from model_core.errors import Refused
from model_core.record.model_info import FORMAT, SPEC, VERSION, describe, read_about
from model_core.spec import LIMITS
from viz_app.files.file_kinds import ModelFolder, look_at
from viz_app.system.refused_files import NotOpened

GOOD: dict[str, Any] = {
    "format": FORMAT,
    "version": VERSION,
    "spec": {
        "source_vocabulary": 40, "target_vocabulary": 40, "d_model": 32, "heads": 4, "encoder_layers": 2,
        "decoder_layers": 2, "d_ff": 48, "max_positions": 24,
    },
    "about": {"name": "Small"},
}  # fmt: skip


def text_with(**changes: Any) -> str:
    """The good description with fields of its spec changed."""
    return json.dumps({**GOOD, "spec": {**GOOD["spec"], **changes}})


def whole_with(**changes: Any) -> str:
    """The good description with whole parts changed."""
    return json.dumps({**GOOD, **changes})


NO_NUMBERS = {"true": True, "a float": 4.0, "digits": "4", "null": None, "a list": [4], "an object": {"a": 4}}
FLAGS = (
    "final_norm", "scale_embedding", "tied", "attention_bias", "output_bias", "norm_bias", "gated", "embedding_norm",
    "feed_forward_bias", "output_tied", "attention_output_bias",
)  # fmt: skip
IDS = ("pad_id", "bos_id", "eos_id", "unk_id")

FIELDS: dict[str, tuple[str, str]] = {
    **{f"{name} below": (text_with(**{name: low - 1}), "E-CFG-RANGE") for name, (low, _) in LIMITS.items()},
    **{f"{name} above": (text_with(**{name: high + 1}), "E-CFG-RANGE") for name, (_, high) in LIMITS.items()},
    **{f"heads as {what}": (text_with(heads=value), "E-CFG-RANGE") for what, value in NO_NUMBERS.items()},
    **{f"d_ff as {what}": (text_with(d_ff=value), "E-CFG-RANGE") for what, value in NO_NUMBERS.items()},
    **{f"{name} as 1": (text_with(**{name: 1}), "E-CFG-TYPE") for name in FLAGS},
    **{f"{name} as a word": (text_with(**{name: "true"}), "E-CFG-TYPE") for name in FLAGS},
    **{f"{name} negative": (text_with(**{name: -1}), "E-CFG-RANGE") for name in IDS},
    **{f"{name} behind the table": (text_with(**{name: 40}), "E-CFG-RANGE") for name in IDS},
    **{f"{name} true": (text_with(**{name: True}), "E-CFG-RANGE") for name in IDS},
    "2^31 entries": (text_with(source_vocabulary=2**31), "E-CFG-RANGE"),
    "10^30 heads": (text_with(heads=10**30), "E-CFG-RANGE"),
    "a number of 5,000 digits": (text_with().replace('"heads": 4', '"heads": ' + "9" * 5000), "E-JSON-PARSE"),
    "infinitely wide": (text_with().replace('"d_model": 32', '"d_model": 1e999'), "E-JSON-NUMBER"),
    "dropout above": (text_with(dropout=0.91), "E-CFG-RANGE"),
    "dropout negative": (text_with(dropout=-0.1), "E-CFG-RANGE"),
    "dropout true": (text_with(dropout=True), "E-CFG-RANGE"),
    "no epsilon": (text_with(norm_eps=0), "E-CFG-RANGE"),
    "a large epsilon": (text_with(norm_eps=1), "E-CFG-RANGE"),
    "position base below": (text_with(position_base=0.5), "E-CFG-RANGE"),
    "position base above": (text_with(position_base=1e10), "E-CFG-RANGE"),
    "another norm": (text_with(norm="instance"), "E-CFG-CHOICE"),
    "another activation": (text_with(activation="RELU"), "E-CFG-CHOICE"),
    "a list for a choice": (text_with(positions=["learned"]), "E-CFG-CHOICE"),
    "nothing for a choice": (text_with(norm_place=None), "E-CFG-CHOICE"),
    "heads that do not divide": (text_with(heads=5), "E-CFG-HEADS"),
    "more heads than units": (text_with(heads=64), "E-CFG-HEADS"),
    "tied to another size": (text_with(target_vocabulary=41), "E-CFG-TIED"),
    "padding that is the end": (text_with(pad_id=2, eos_id=2), "E-CFG-IDS"),
    "a thousand million parameters": (
        text_with(d_model=4096, heads=4, encoder_layers=8, decoder_layers=8, d_ff=8192), "E-CFG-SIZE",
    ),
    "rotary": (text_with(rotary=True), "E-CFG-UNKNOWN"),
    "a field without a name": (text_with(**{"": 1}), "E-CFG-UNKNOWN"),
    "a field with a line break": (text_with(**{"a\nb" * 50: 1}), "E-CFG-UNKNOWN"),
    "a field of Python's own": (text_with(__class__="x"), "E-CFG-UNKNOWN"),
}  # fmt: skip

WHOLE: dict[str, tuple[str, str]] = {
    "nothing": ("", "E-JSON-PARSE"),
    "null": ("null", "E-CFG-FORMAT"),
    "a text": ('"headscope-model"', "E-CFG-FORMAT"),
    "two objects": ("{} {}", "E-JSON-PARSE"),
    "two byte order marks": ("\ufeff\ufeff" + text_with(), "E-JSON-PARSE"),
    "a comma too many": (text_with()[:-1] + ",}", "E-JSON-PARSE"),
    "a comment": ("// mine\n" + text_with(), "E-JSON-PARSE"),
    "a key twice": (text_with().replace('"heads": 4', '"heads": 4, "heads": 4'), "E-JSON-DUPLICATE"),
    "the spec twice": (text_with()[:-1] + ', "spec": {}}', "E-JSON-DUPLICATE"),
    "deep": ('{"a":' * 40 + "1" + "}" * 40, "E-JSON-DEPTH"),
    "a long text": (whole_with(about={"name": "x" * 20_001}), "E-JSON-STRING"),
    "a long key": (whole_with(about={"x" * 20_001: 1}), "E-JSON-STRING"),
    "more than a million bytes": (text_with() + " " * 1_000_000, "E-FILE-SIZE"),
    "no format": (json.dumps({key: value for key, value in GOOD.items() if key != "format"}), "E-CFG-FORMAT"),
    "format a list": (whole_with(format=[FORMAT]), "E-CFG-FORMAT"),
    "format of a session": (whole_with(format="headscope-session"), "E-CFG-FORMAT"),
    "no version": (json.dumps({key: value for key, value in GOOD.items() if key != "version"}), "E-CFG-VERSION"),
    "version 0": (whole_with(version=0), "E-CFG-VERSION"),
    "version true": (whole_with(version=True), "E-CFG-VERSION"),
    "version 1.0": (whole_with(version=1.0), "E-CFG-VERSION"),
    "version as digits": (whole_with(version="1"), "E-CFG-VERSION"),
    "version as a long text": (whole_with(version="1" * 10_000), "E-CFG-VERSION"),
    "version as an object": (whole_with(version={"a\nb": [1] * 500}), "E-CFG-VERSION"),
    "spec null": (whole_with(spec=None), "E-CFG-TYPE"),
    "spec a list": (whole_with(spec=[]), "E-CFG-TYPE"),
    "spec a text": (whole_with(spec="d_model"), "E-CFG-TYPE"),
    "spec empty": (whole_with(spec={}), "E-CFG-MISSING"),
    "one vocabulary": (whole_with(spec={"source_vocabulary": 40}), "E-CFG-MISSING"),
    "about null": (whole_with(about=None), "E-CFG-TYPE"),
    "about a list": (whole_with(about=[]), "E-CFG-TYPE"),
}
CASES = FIELDS | WHOLE


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[str], Path]:
    """Makes a model folder with this description; weights and vocabulary are never looked at."""

    def make(text: str) -> Path:
        for name in ("model.safetensors", "tokenizer.json"):
            (tmp_path / name).write_bytes(b"")
        (tmp_path / SPEC).write_bytes(text.encode("utf-8", "surrogatepass"))
        return tmp_path

    return make


def test_the_good_one_is_opened(folder: Callable[[str], Path]) -> None:
    assert isinstance(look_at(folder(json.dumps(GOOD))), ModelFolder)


@pytest.mark.parametrize(("text", "code"), CASES.values(), ids=CASES)
def test_a_damaged_description(folder: Callable[[str], Path], text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        read_about(folder(text))
    assert caught.value.code == code
    assert len(caught.value.message) < 400
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("name", ["heads above", "deep", "version true", "nothing"])
def test_the_window_says_what_was_kept(folder: Callable[[str], Path], name: str) -> None:
    text, code = CASES[name]
    with pytest.raises(NotOpened) as caught:
        look_at(folder(text))
    assert caught.value.code == code
    assert caught.value.kept and caught.value.advice


@pytest.mark.parametrize(
    "about",
    [
        {"name": 7}, {"name": ["a"]}, {"name": None}, {"examples": "one"}, {"examples": [1, "two", None]},
        {"known_words": {"a": 1}}, {"about": True}, {"name": "<img src=x>\u202e\0"}, {"name": "x" * 20_000},
        {"name": "\ud800"}, {"source_language": {}},
    ],
)  # fmt: skip
def test_what_a_model_says_of_itself_is_only_ever_text(folder: Callable[[str], Path], about: dict[str, Any]) -> None:
    spec, read = read_about(folder(whole_with(about=about)))
    info = describe("small", spec, read, "")
    words = (info.name, info.source_language, info.target_language, info.about, *info.examples, *info.known_words)
    assert all(isinstance(word, str) and len(word) <= 500 for word in words)
    assert info.name
