"""Every limit on external input, and the strict readers that enforce them. No torch."""

from __future__ import annotations

import json
import math
import re
import stat
from pathlib import Path
from typing import Any, NoReturn

from model_core.errors import Refused

TEXT_CHARACTERS = 20_000
"""Longest source or target text of one run; more is cut, with a notice."""
SOURCE_LINES = 64
DECODE_STEPS = 256
JSON_DEPTH = 32
JSON_KEYS = 300_000
JSON_STRING = TEXT_CHARACTERS
JSON_PARTS = 250_000
"""Most commas and opening brackets, those in strings included, of a document that the window reads: half a second's
work."""
WEIGHTS_BYTES = 8_000_000_000
"""Largest file of weights."""
SAFETENSORS_HEADER = 8_000_000
SAFETENSORS_TENSORS = 10_000
TENSOR_RANK = 4
TSV_LINE = 20_000
LINE_BYTES = 4_000_000
"""Longest line of any text file, in bytes; a file with a longer one is refused as not being text."""
RECORDED_SENTENCES = SOURCE_LINES
RECORDED_TOKENS = 16_384
"""Longest sentence of a recording made elsewhere."""
RECORDED_ALL_TOKENS = 65_536
"""Tokens of all its sentences together, on both sides."""
RECORDED_TOKEN = 1_000
"""Longest text of one of its tokens, and of its name."""
RECORDED_BYTES = 1 << 40
"""Largest such file; only the parts that are shown are read."""


def regular_file(path: Path, limit: int) -> Path:
    """The path, if it is a plain file of at most `limit` bytes; raises Refused for anything else."""
    try:
        info = path.stat()
    except (OSError, ValueError) as error:
        raise Refused(
            "E-FILE-READ", "cannot read {path}: {error}", path=path, error=getattr(error, "strerror", None) or error
        ) from None
    if not stat.S_ISREG(info.st_mode):
        raise Refused("E-FILE-KIND", "{path} is not a regular file", path=path.name)
    if info.st_size > limit:
        raise Refused(
            "E-FILE-SIZE", "{path} has {st_size:,} bytes; the limit is {limit:,}",
            path=path.name, st_size=info.st_size, limit=limit,
        )  # fmt: skip
    return path


_STRUCTURE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A string of JSON, whole or cut off, or a bracket outside one."""


def read_json(path: Path, limit: int) -> Any:
    """Strict JSON of a plain UTF-8 file: no duplicate keys, no NaN or Infinity, bounded depth and sizes.

    Raises Refused naming the file and what is wrong with it.
    """
    try:
        data = regular_file(path, limit).read_bytes()
    except OSError as error:
        raise Refused("E-FILE-READ", "cannot read {path}: {error}", path=path, error=error.strerror or error) from None
    return parse_json(data, path.name)


def parse_json(text: str | bytes, name: str, longest: int = JSON_STRING, parts: int | None = None) -> Any:
    """The value of a JSON text, as it is or in UTF-8, under the same rules as `read_json`; `name` is for messages,
    `longest` how many characters one text in it may have, `parts` how many commas and opening brackets it may have
    (None = any). A byte order mark, which some editors put before what they save, is not part of it."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("E-JSON-UTF8", "{name} is not UTF-8 text", name=name) from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise Refused("E-JSON-PARSE", "{name} is empty", name=name)
    if parts is not None and (count := sum(map(text.count, ",[{"))) > parts:
        raise Refused(
            "E-JSON-PARTS", "{name} has {count:,} values; the limit is {parts:,}",
            name=name, count=count, parts=parts,
        )  # fmt: skip
    written = _check_depth(text, name)
    try:
        value = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constants, parse_float=_finite)
        if written > longest:  # no text has more characters than are written for it
            check_texts(value, longest)
        return value
    except Refused as error:
        raise Refused(error.code, "{name}: {value}", name=name, value=error.message) from None
    except (ValueError, RecursionError) as error:
        raise Refused("E-JSON-PARSE", "{name} is not valid JSON: {error}", name=name, error=error) from None


def _check_depth(text: str, name: str) -> int:
    """Refuse deep nesting before the parser meets it; brackets inside strings do not count. Returns the number of
    characters of the longest string as it is written."""
    depth = longest = 0
    for found in _STRUCTURE.finditer(text):
        character = found[0]
        if character in "[{":
            depth += 1
            if depth > JSON_DEPTH:
                raise Refused(
                    "E-JSON-DEPTH", "{name} is nested more than {json_depth} levels deep",
                    name=name, json_depth=JSON_DEPTH,
                )  # fmt: skip
        elif character in "]}":
            depth -= 1
        elif len(character) > longest:
            longest = len(character)
    return longest


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > JSON_KEYS:
        raise Refused("E-JSON-KEYS", "more than {json_keys:,} keys in one object", json_keys=JSON_KEYS)
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise Refused("E-JSON-DUPLICATE", "duplicate key {key}", key=f"{key[:80]!r}")
        result[key] = value
    return result


def check_texts(value: Any, longest: int) -> None:
    """Refuse a text or key of more than that many characters, at any depth."""
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, str):
            if len(part) > longest:
                raise Refused(
                    "E-JSON-STRING", "the string {part}… is longer than {longest:,} characters",
                    part=f"{part[:40]!r}", longest=longest,
                )  # fmt: skip
        elif isinstance(part, dict):
            left += part
            left += part.values()
        elif isinstance(part, list):
            left += part


def _finite(digits: str) -> float:
    """A number with a point or an exponent; one too large for its type would be read as infinity."""
    number = float(digits)
    return number if math.isfinite(number) else _no_constants(digits[:40])


def _no_constants(name: str) -> NoReturn:
    raise Refused("E-JSON-NUMBER", "{name} is not a valid JSON number", name=name)
