"""Files of weights that must not be opened: every damage of the header by arithmetic, before anything is allocated."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from model_core.checkpoints.checkpoint import read_weights
from model_core.errors import Refused

SHAPES: dict[str, tuple[int, ...]] = {"a.weight": (4, 3), "b.bias": (5,)}
SIZE = 2 * (12 + 5)

Header = dict[str, Any]


def header() -> Header:
    """The header of a good file: two tensors of half precision."""
    return {
        "__metadata__": {"format": "headscope-model"},
        "a.weight": {"dtype": "F16", "shape": [4, 3], "data_offsets": [0, 24]},
        "b.bias": {"dtype": "F16", "shape": [5], "data_offsets": [24, 34]},
    }


def file_of(head: Any, data: bytes = bytes(SIZE)) -> bytes:
    """A file with this header (JSON values or a text) before its data."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return len(text).to_bytes(8, "little") + text + data


def entry(**changes: Any) -> bytes:
    """A file in which the first tensor is described otherwise."""
    head = header()
    head["a.weight"] |= changes
    return file_of(head)


def without(name: str) -> bytes:
    """A file in which a field of the first tensor is missing."""
    head = header()
    del head["a.weight"][name]
    return file_of(head)


def tensors(change: Callable[[Header], Any], data: bytes = bytes(SIZE)) -> bytes:
    """A file with another list of tensors."""
    head = header()
    change(head)
    return file_of(head, data)


def number(value: bytes) -> bytes:
    """A file with one number of its data replaced."""
    return file_of(header(), value + bytes(SIZE - len(value)))


GOOD = file_of(header())
NAN, INFINITY = struct.pack("<e", float("nan")), struct.pack("<e", float("inf"))
HEADER, NAMES, SHAPE, SIZES, READ = (
    f"E-WEIGHTS-{word}" for word in ("HEADER", "NAMES", "SHAPE", "SIZE", "READ")
)  # fmt: skip

CASES: dict[str, tuple[bytes, str]] = {
    "1 byte": (b"\0", HEADER),
    "8 zeros": (bytes(8), "E-JSON-PARSE"),
    "a header of no bytes": (file_of(b""), "E-JSON-PARSE"),
    "a header of blanks": (file_of(b" " * 64), "E-JSON-PARSE"),
    "a header of one byte too many": ((len(GOOD)).to_bytes(8, "little") + GOOD[8:], HEADER),
    "a header of 200 million bytes": ((200_000_000).to_bytes(8, "little") + GOOD[8:], HEADER),
    "a header of 2^64 - 1": (b"\xff" * 8 + GOOD[8:], HEADER),
    "big end first": (GOOD[:8][::-1] + GOOD[8:], HEADER),
    "a pickle": (b"\x80\x04K\x01.", HEADER),
    "a header that is null": (file_of(b"null"), HEADER),
    "a header that is a text": (file_of(b'"a"'), HEADER),
    "a header that is a number": (file_of(b"7"), HEADER),
    "no tensors": (file_of({}), NAMES),
    "only the metadata": (file_of({"__metadata__": {}}), NAMES),
    "brackets without end": (file_of(b"[" * 100_000), "E-JSON-DEPTH"),
    "a tensor twice": (file_of(json.dumps(header()).replace('"b.bias"', '"a.weight"').encode()), "E-JSON-DUPLICATE"),
    "a field twice": (file_of(json.dumps(header()).replace('"shape"', '"dtype"', 1).encode()), "E-JSON-DUPLICATE"),
    "not a number": (file_of(json.dumps(header()).replace("[4, 3]", "[NaN, 3]").encode()), "E-JSON-NUMBER"),
    "a name of 20,001 letters": (tensors(lambda head: head.update({"x" * 20_001: head["b.bias"]})), "E-JSON-STRING"),
    "10,001 tensors": (tensors(lambda head: head.update({str(n): head["b.bias"] for n in range(10_000)})), HEADER),
    "a tensor that is null": (tensors(lambda head: head.update({"a.weight": None})), HEADER),
    "a tensor that is a list": (tensors(lambda head: head.update({"a.weight": [4, 3]})), HEADER),
    "a tensor missing": (tensors(lambda head: head.pop("a.weight")), NAMES),
    "a tensor too many": (tensors(lambda head: head.update({"c": head["b.bias"]})), NAMES),
    "a tensor under another name": (tensors(lambda head: head.update({"A.weight": head.pop("a.weight")})), NAMES),
    "a tensor without a name": (tensors(lambda head: head.update({"": head.pop("a.weight")})), NAMES),
    "a name with a zero": (tensors(lambda head: head.update({"a.weight\0": head.pop("a.weight")})), NAMES),
    "no type": (without("dtype"), "E-WEIGHTS-DTYPE"),
    "no shape": (without("shape"), HEADER),
    "no offsets": (without("data_offsets"), HEADER),
    **{
        f"type {kind}": (entry(dtype=kind), "E-WEIGHTS-DTYPE")
        for kind in ("F8_E4M3", "F8_E5M2", "I8", "U8", "I64", "BOOL", "C64", "f16", "", None, 16, ["F16"], {"F16": 1})
    },
    "turned shape": (entry(shape=[3, 4]), SHAPE),
    "flat shape": (entry(shape=[12]), SHAPE),
    "no dimensions": (entry(shape=[]), SHAPE),
    "a dimension of 0": (entry(shape=[0, 999_999_999_999]), SHAPE),
    "a shape that overflows": (entry(shape=[2**62, 8]), SHAPE),
    "a shape of 10^30": (entry(shape=[10**30, 3]), SHAPE),
    "a negative shape": (entry(shape=[-4, -3]), HEADER),
    "a shape of true": (entry(shape=[True, 12]), HEADER),
    "a shape with a point": (entry(shape=[4.0, 3]), HEADER),
    "a shape as digits": (entry(shape="43"), HEADER),
    "five dimensions": (entry(shape=[1, 1, 1, 4, 3]), HEADER),
    "three offsets": (entry(data_offsets=[0, 12, 24]), HEADER),
    "one offset": (entry(data_offsets=[24]), HEADER),
    "offsets as digits": (entry(data_offsets=["0", "24"]), HEADER),
    "offsets with a point": (entry(data_offsets=[0.0, 24.0]), HEADER),
    "a negative offset": (entry(data_offsets=[-24, 0]), HEADER),
    "an offset of 10^30": (entry(data_offsets=[0, 10**30]), SIZES),
    "an offset behind the end": (entry(data_offsets=[0, SIZE + 1]), SIZES),
    "offsets that overlap": (entry(data_offsets=[10, 34]), READ),
    "offsets backwards": (entry(data_offsets=[24, 0]), READ),
    "a hole between": (
        tensors(lambda head: head["b.bias"].update(data_offsets=[30, 40]), bytes(SIZE + 6)), READ,
    ),
    "too few bytes for its shape": (
        tensors(lambda head: (head["a.weight"].update(data_offsets=[0, 20]),
                              head["b.bias"].update(data_offsets=[20, 30])), bytes(30)), READ,
    ),
    "a type of twice the bytes": (entry(dtype="F32"), READ),
    "one byte too few": (GOOD[:-1], SIZES),
    "one byte too many": (GOOD + b"\0", SIZES),
    "no data": (GOOD[:-SIZE], SIZES),
    "another file behind it": (GOOD + GOOD, SIZES),
    "metadata of numbers": (tensors(lambda head: head.update(__metadata__={"a": 1})), READ),
    "one number is NaN": (number(NAN), "E-WEIGHTS-NAN"),
    "one number is infinite": (number(bytes(6) + INFINITY), "E-WEIGHTS-NAN"),
    "every number is NaN": (file_of(header(), NAN * 17), "E-WEIGHTS-NAN"),
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file lies."""
    return tmp_path / "model.safetensors"


def test_the_good_one_is_read(path: Path) -> None:
    path.write_bytes(GOOD)
    assert {name: tuple(tensor.shape) for name, tensor in read_weights(path, SHAPES).items()} == SHAPES


@pytest.mark.parametrize(("data", "code"), CASES.values(), ids=CASES)
def test_a_damaged_one_is_refused(path: Path, data: bytes, code: str) -> None:
    path.write_bytes(data)
    with pytest.raises(Refused) as caught:
        read_weights(path, SHAPES)
    assert caught.value.code == code
    assert len(caught.value.message) < 400 and "\n" not in caught.value.message
    assert path.read_bytes() == data


def test_forty_thousand_million_bytes_are_not_touched(path: Path) -> None:
    with path.open("wb") as file:
        file.write(GOOD)
        file.truncate(40_000_000_000)
    with pytest.raises(Refused) as caught:
        read_weights(path, SHAPES)
    assert caught.value.code == "E-FILE-SIZE"


@given(place=st.integers(0, 8 * (len(GOOD) - SIZE) - 1))
def test_a_flipped_bit_of_the_header_is_refused_or_changes_no_number(
    tmp_path_factory: pytest.TempPathFactory, place: int
) -> None:
    data = bytearray(GOOD)
    data[place // 8] ^= 1 << place % 8
    path = tmp_path_factory.mktemp("flipped") / "model.safetensors"
    path.write_bytes(data)
    try:
        found = read_weights(path, SHAPES)
    except Refused as error:
        assert error.code.startswith(("E-WEIGHTS-", "E-JSON-"))
    else:
        assert {name: tuple(tensor.shape) for name, tensor in found.items()} == SHAPES
        assert all(not tensor.any() for tensor in found.values())


def flipped() -> Iterator[bytes]:
    """Good files with one byte of the header set to each of a few others."""
    for place in range(len(GOOD) - SIZE):
        for byte in (0, 0x22, 0x2C, 0x7D, 0xFF):
            data = bytearray(GOOD)
            data[place] = byte
            yield bytes(data)


def test_any_byte_of_the_header_may_be_wrong(path: Path) -> None:
    opened = refused = 0
    for data in flipped():
        path.write_bytes(data)
        try:
            read_weights(path, SHAPES)
            opened += 1
        except Refused:
            refused += 1
    assert refused > 10 * opened > 0
