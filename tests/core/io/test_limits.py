"""The strict readers, at, one below and one above every limit."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from model_core.errors import Refused
from model_core.io import limits
from model_core.io.limits import parse_json, read_json, regular_file


def code_of(text: str) -> str:
    """The code with which a JSON text is refused."""
    with pytest.raises(Refused, match="a file") as refused:
        parse_json(text, "a file")
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 300
    return refused.value.code


@pytest.mark.parametrize("text", ["{}", "[]", "1", '"a"', "null", '{"a": [1, 2.5, true, "é\\u0000"]}'])
def test_ordinary_json_is_read_as_it_is(text: str) -> None:
    assert parse_json(text, "a file") == json.loads(text)


def test_a_byte_order_mark_before_it_is_no_part_of_it() -> None:
    """Some editors put one before what a user has changed by hand."""
    assert parse_json('\ufeff{"a": [1]}', "x") == {"a": [1]}
    with pytest.raises(Refused, match="not valid JSON"):
        parse_json('\ufeff\ufeff{"a": [1]}', "x")


@pytest.mark.parametrize("text", ["", "{", '{"a": 1,}', "{'a': 1}", '{"a" 1}', "01", '"\n"', "{} {}", "9" * 5000])
def test_what_is_not_json_is_refused(text: str) -> None:
    assert code_of(text) == "E-JSON-PARSE"


def test_an_empty_file_is_called_empty() -> None:
    for nothing in ("", " \n", b"\xef\xbb\xbf\n"):
        with pytest.raises(Refused, match="a file is empty"):
            parse_json(nothing, "a file")


@pytest.mark.parametrize("text", ["NaN", '{"a": Infinity}', "[-Infinity]"])
def test_invalid_numbers_are_refused(text: str) -> None:
    assert code_of(text) == "E-JSON-NUMBER"


def test_a_number_too_large_for_its_type_is_no_infinity() -> None:
    assert code_of("[1e999]") == "E-JSON-NUMBER"


def test_a_key_twice_is_refused_at_any_depth() -> None:
    assert code_of('{"a": 1, "a": 1}') == "E-JSON-DUPLICATE"
    assert code_of('[{"b": {"a": 1, "c": 2, "a": 3}}]') == "E-JSON-DUPLICATE"


def test_depth() -> None:
    deepest = "[" * limits.JSON_DEPTH + "]" * limits.JSON_DEPTH
    assert parse_json(deepest, "a file")
    assert code_of(f"[{deepest}]") == "E-JSON-DEPTH"
    assert code_of('{"a":' * 100_000) == "E-JSON-DEPTH"
    assert parse_json(json.dumps("[" * 100), "a file") == "[" * 100, "brackets in a text do not count"
    assert parse_json(json.dumps(['"[[[["\\'] * 20), "a file")


def test_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "JSON_KEYS", 3)
    assert len(parse_json('{"a": 1, "b": 1, "c": 1}', "a file")) == 3
    assert code_of('{"a": 1, "b": 1, "c": 1, "d": 1}') == "E-JSON-KEYS"


def test_length_of_texts() -> None:
    longest = "x" * limits.JSON_STRING
    for text in ({"a": longest}, {longest: 1}, [longest]):
        assert parse_json(json.dumps(text), "a file") == text
    for text in ({"a": longest + "x"}, {longest + "x": 1}, [[longest + "x"]], longest + "x"):
        assert code_of(json.dumps(text)) == "E-JSON-STRING"


# ---------------------------------------------------------------- files


def test_a_file_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a file"
    path.write_bytes(b" " * 8 + b"{}")
    assert read_json(path, 10) == {}
    assert regular_file(path, 10) == path
    with pytest.raises(Refused, match="a file has 10 bytes; the limit is 9"):
        read_json(path, 9)


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "a file").write_bytes(b'"\xff"')
    with pytest.raises(Refused, match="not UTF-8"):
        read_json(tmp_path / "a file", 100)


def test_only_plain_files_are_opened(tmp_path: Path) -> None:
    """A named pipe would wait forever, a device would never end."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "target").write_text("{}")
    for path, code in (
        (tmp_path / "pipe", "E-FILE-KIND"),
        (tmp_path, "E-FILE-KIND"),
        (Path("/dev/zero"), "E-FILE-KIND"),
        (tmp_path / "missing", "E-FILE-READ"),
        (tmp_path / "loop", "E-FILE-READ"),
        (tmp_path / ("x" * 300), "E-FILE-READ"),
        (tmp_path / "nul\0", "E-FILE-READ"),
    ):
        with pytest.raises(Refused) as refused:
            read_json(path, 100)
        assert refused.value.code == code, path
    assert read_json(tmp_path / "link", 100) == {}


@pytest.mark.parametrize("written", ['"abcdef"', '"\\u0041bcdef"', '{"abcdef": 1}', '[["ab", "abcdef"]]'])
def test_a_text_may_be_as_long_as_it_is_allowed_however_it_is_written(written: str) -> None:
    """Escapes count as the one character that they mean."""
    assert parse_json(written, "it", 6) is not None
    with pytest.raises(Refused) as refused:
        parse_json(written, "it", 5)
    assert refused.value.code == "E-JSON-STRING"
