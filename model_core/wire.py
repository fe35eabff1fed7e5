"""Frozen values <-> bytes, for the line between the window and the engine's process. No torch, no pickle.

A message is

    4 bytes "HSw1" · 4 bytes length of the head · 8 bytes length of the arrays (little-endian) · head · arrays

The head is JSON: the kind of message, its fields in order, a table of the Tokens in it (every Token stands there once)
and, for each array, dtype, shape and offset. Fields are written and read by the type hints of their dataclass, so that
whatever does not fit is refused. Arrays lie out of band: they are written from where they are, and reading makes
read-only views on the one buffer that was received.
"""

from __future__ import annotations

import json
import math
import operator
import struct
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, BinaryIO, NamedTuple, Union, get_args, get_origin, get_type_hints

import numpy as np

from model_core.events import AskModels, Cancel, Close, Models, Problem, Ready, Run, Stopped
from model_core.spec import RunSpec
from model_core.trace import ModelInfo, Step, Token, Trace

MAGIC = b"HSw1"
PREFIX = struct.Struct("<4sIQ")
HEAD_LIMIT = 64 << 20
ARRAYS_LIMIT = 4 << 30
RANK_LIMIT = 8
ALIGNMENT = 64
"""Bytes: every array begins at a multiple of it."""

DTYPES = frozenset(np.dtype(name).str for name in ("?", *"bhiq", *"BHIQ", *"efd"))
"""Booleans, integers and floats up to 64 bits, little-endian."""

MESSAGES: dict[str, type] = {
    kind.__name__: kind
    for kind in (Run, Cancel, AskModels, Close, Models, Ready, Problem, Stopped, Trace, Step, RunSpec, ModelInfo)
}
"""What may stand on the line, by name."""

NOT_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


class WireError(Exception):
    """Bytes that are no message, or a value that cannot be one. The text says what is wrong with it."""


# ---------------------------------------------------------------- whole messages


def encode(message: Any) -> list[bytes | memoryview]:
    """The message as pieces to be written one after the other; the array pieces are views where they can be.

    Raises WireError for a value that is no message, has a field of another type than its hint, or is too large.
    """
    out = _Out()
    kind = type(message).__name__
    if MESSAGES.get(kind) is not type(message):
        raise WireError(f"a {kind} is no message")
    value = _write_fields(message, out)
    tokens = [_write_fields(token, out) for token in out.tokens]
    entries, chunks, length = _laid_out(out.arrays)
    head = {"kind": kind, "value": value, "tokens": tokens, "arrays": entries}
    try:
        text = json.dumps(head, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise WireError(f"this {kind} cannot be written: {error}") from None
    if len(text) > HEAD_LIMIT or length > ARRAYS_LIMIT:
        raise WireError(f"this {kind} is too large for the line: {len(text):,} + {length:,} bytes")
    return [PREFIX.pack(MAGIC, len(text), length) + text, *chunks]


def decode(head: bytes | bytearray | memoryview, body: np.ndarray) -> Any:
    """The message of a head and the uint8 array of its arrays; its arrays are read-only views of `body`.

    Raises WireError for anything that `encode` would not have written.
    """
    try:
        data = json.loads(bytes(head).decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise WireError(f"the head of a message is damaged: {error}") from None
    if not isinstance(data, dict) or set(data) != {"kind", "value", "tokens", "arrays"}:
        raise WireError("the head of a message lacks its parts")
    kind = MESSAGES.get(data["kind"]) if isinstance(data["kind"], str) else None
    if kind is None:
        raise WireError(f"unknown kind of message {str(data['kind'])[:80]!r}")
    arrays = [_view(entry, body) for entry in _list(data["arrays"])]
    source = _In([], arrays)
    source.tokens = [_read_fields(Token, row, source) for row in _list(data["tokens"])]
    return _read_fields(kind, data["value"], source)


def to_bytes(message: Any) -> bytes:
    """One message as one piece of bytes. Raises WireError as `encode` does."""
    return b"".join(encode(message))


def from_bytes(data: bytes) -> Any:
    """The message written by `to_bytes`. Raises WireError for anything else, bytes left over included."""
    head, body = _lengths(data[: PREFIX.size])
    if len(data) != PREFIX.size + head + body:
        raise WireError(f"a message of {PREFIX.size + head + body:,} bytes was expected, {len(data):,} came")
    end = PREFIX.size + head
    return decode(data[PREFIX.size : end], np.frombuffer(data, np.uint8, offset=end) if body else _NOTHING)


# ---------------------------------------------------------------- streams


def write(stream: BinaryIO, message: Any) -> None:
    """Write one message to a buffered stream and flush it. Raises WireError before anything is written, or OSError."""
    for chunk in encode(message):
        stream.write(chunk)
    stream.flush()


def read(stream: BinaryIO) -> Any | None:
    """The next message of a stream; None where the stream has ended. Waits for it.

    Raises WireError for garbage, for a message cut off by the end, or for one there is no memory for.
    """
    prefix = bytearray(PREFIX.size)
    got = _fill(stream, memoryview(prefix))
    if not got:
        return None
    if got < len(prefix):
        raise WireError("the line ended within a message")
    head_length, body_length = _lengths(prefix)
    try:
        head, body = bytearray(head_length), np.empty(body_length, np.uint8)
    except MemoryError:
        raise WireError(f"no memory for a message of {body_length:,} bytes") from None
    for part in (memoryview(head), body.data):
        if _fill(stream, part) < len(part):
            raise WireError("the line ended within a message")
    return decode(head, body)


def _fill(stream: BinaryIO, room: memoryview) -> int:
    """Read until `room` is full or the stream has ended; how many bytes were read."""
    done = 0
    while done < len(room):
        got = stream.readinto(room[done:])  # type: ignore[attr-defined]
        if not got:
            break
        done += got
    return done


def _lengths(prefix: bytes | bytearray) -> tuple[int, int]:
    """(bytes of the head, bytes of the arrays) of a message's first 16 bytes."""
    if len(prefix) != PREFIX.size:
        raise WireError("the line ended within a message")
    magic, head, body = PREFIX.unpack(prefix)
    if magic != MAGIC:
        raise WireError(f"no message begins with {bytes(magic)!r}")
    if head > HEAD_LIMIT or body > ARRAYS_LIMIT:
        raise WireError(f"a message of {head:,} + {body:,} bytes is too large")
    return head, body


# ---------------------------------------------------------------- arrays

_NOTHING = np.empty(0, np.uint8)


def _laid_out(arrays: Iterable[np.ndarray]) -> tuple[list[list[Any]], list[bytes | memoryview], int]:
    """([dtype, shape, offset] of each array, the pieces to write with the gaps between them, their length)."""
    entries: list[list[Any]] = []
    chunks: list[bytes | memoryview] = []
    end = 0
    for array in arrays:
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        if little.dtype.str not in DTYPES:
            raise WireError(f"an array of type {array.dtype} cannot cross")
        if little.ndim > RANK_LIMIT:
            raise WireError(f"an array of {array.ndim} axes cannot cross")
        gap = -end % ALIGNMENT
        entries.append([little.dtype.str, list(little.shape), end + gap])
        if gap:
            chunks.append(bytes(gap))
        if little.nbytes:
            chunks.append(np.ascontiguousarray(little).reshape(-1).view(np.uint8).data)
        end += gap + little.nbytes
    return entries, chunks, end


def _view(entry: Any, body: np.ndarray) -> np.ndarray:
    """The read-only array that an entry of the head describes."""
    match entry:
        case [str() as dtype, list() as shape, int() as offset] if dtype in DTYPES and len(shape) <= RANK_LIMIT:
            pass
        case _:
            raise WireError(f"the description of an array is damaged: {str(entry)[:80]}")
    if not all(type(size) is int and size >= 0 for size in shape) or type(offset) is not int or offset < 0:
        raise WireError(f"the description of an array is damaged: {str(entry)[:80]}")
    count = math.prod(shape)
    if count == 0:
        array = _empty(shape, dtype)
    elif offset + count * np.dtype(dtype).itemsize > body.nbytes:
        raise WireError(f"an array of shape {tuple(shape)} does not fit into the message")
    else:
        array = np.frombuffer(body, dtype, count, offset).reshape(shape)
    array.flags.writeable = False
    return array


def _empty(shape: list[int], dtype: str) -> np.ndarray:
    """An array without elements; its sizes may still be absurd."""
    try:
        return np.empty(shape, dtype)
    except (ValueError, MemoryError):
        raise WireError(f"no array has the shape {str(shape)[:80]}") from None


# ---------------------------------------------------------------- fields, by their type hints


@dataclass
class _Out:
    """What a message under way has collected: its Tokens by first appearance, its arrays."""

    tokens: dict[Token, int] = field(default_factory=dict)
    arrays: list[np.ndarray] = field(default_factory=list)


@dataclass
class _In:
    """The Tokens and arrays that the fields of a received message point to."""

    tokens: list[Token]
    arrays: list[np.ndarray]


class _Plan(NamedTuple):
    """How values of one type are written as JSON and read again."""

    write: Callable[[Any, _Out], Any]
    read: Callable[[Any, _In], Any]


def _wrong(expected: str, value: Any) -> WireError:
    return WireError(f"{expected} was expected, not {str(value)[:80]!r}")


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong("a list", value)
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


@cache
def _plan(hint: Any) -> _Plan:
    """The plan for a type hint. TypeError for one that no field of a message may have: a mistake in this program."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    arguments = get_args(hint)
    if get_origin(hint) in (types.UnionType, Union) and len(arguments) == 2 and arguments[1] is types.NoneType:
        return _optional(_plan(arguments[0]))
    if get_origin(hint) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _row(_plan(arguments[0]))
    if get_origin(hint) is Mapping and arguments[0] is str:
        return _mapping(_plan(arguments[1]))
    if is_dataclass(hint) and isinstance(hint, type):
        return _record(hint)
    raise TypeError(f"no message may have a field of type {hint}")


def _write_text(value: Any, out: _Out) -> str:
    if not isinstance(value, str):
        raise _wrong("text", value)
    return value


def _read_text(value: Any, source: _In) -> str:
    return _write_text(value, _Out())


def _write_whole(value: Any, out: _Out) -> int:
    if isinstance(value, bool | np.bool_):
        raise _wrong("a whole number", value)
    try:
        return operator.index(value)
    except TypeError:
        raise _wrong("a whole number", value) from None


def _read_whole(value: Any, source: _In) -> int:
    if type(value) is not int:
        raise _wrong("a whole number", value)
    return value


def _write_number(value: Any, out: _Out) -> float | str:
    if isinstance(value, bool | str):
        raise _wrong("a number", value)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise _wrong("a number", value) from None
    return number if math.isfinite(number) else repr(number)


def _read_number(value: Any, source: _In) -> float:
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if type(value) is not float:
        raise _wrong("a number", value)
    return value


def _write_flag(value: Any, out: _Out) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise _wrong("true or false", value)
    return bool(value)


def _read_flag(value: Any, source: _In) -> bool:
    if type(value) is not bool:
        raise _wrong("true or false", value)
    return value


def _write_array(value: Any, out: _Out) -> int:
    if not isinstance(value, np.ndarray):
        raise _wrong("an array", value)
    out.arrays.append(value)
    return len(out.arrays) - 1


def _read_array(value: Any, source: _In) -> np.ndarray:
    return source.arrays[_place(value, source.arrays)]


def _write_token(value: Any, out: _Out) -> int:
    if not isinstance(value, Token):
        raise _wrong("a token", value)
    return out.tokens.setdefault(value, len(out.tokens))


def _read_token(value: Any, source: _In) -> Token:
    return source.tokens[_place(value, source.tokens)]


def _place(value: Any, table: list[Any]) -> int:
    if type(value) is not int or not 0 <= value < len(table):
        raise _wrong(f"a place in a table of {len(table)}", value)
    return value


_PLAIN: dict[Any, _Plan] = {
    str: _Plan(_write_text, _read_text),
    int: _Plan(_write_whole, _read_whole),
    float: _Plan(_write_number, _read_number),
    bool: _Plan(_write_flag, _read_flag),
    np.ndarray: _Plan(_write_array, _read_array),
    Token: _Plan(_write_token, _read_token),
}


def _optional(inner: _Plan) -> _Plan:
    return _Plan(
        lambda value, out: None if value is None else inner.write(value, out),
        lambda value, source: None if value is None else inner.read(value, source),
    )


def _row(inner: _Plan) -> _Plan:
    """A tuple of any length of one type."""

    def write_all(value: Any, out: _Out) -> list[Any]:
        if not isinstance(value, tuple):
            raise _wrong("a tuple", value)
        return [inner.write(item, out) for item in value]

    return _Plan(write_all, lambda value, source: tuple([inner.read(item, source) for item in _list(value)]))


def _mapping(inner: _Plan) -> _Plan:
    """A mapping with texts as keys."""

    def write_all(value: Any, out: _Out) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise _wrong("a mapping with names", value)
        return {key: inner.write(item, out) for key, item in value.items()}

    def read_all(value: Any, source: _In) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _wrong("a mapping", value)
        return {key: inner.read(item, source) for key, item in value.items()}

    return _Plan(write_all, read_all)


def _record(kind: type) -> _Plan:
    """A frozen dataclass: the list of its fields in order."""

    def write_all(value: Any, out: _Out) -> list[Any]:
        if type(value) is not kind:
            raise _wrong(f"a {kind.__name__}", value)
        return _write_fields(value, out)

    return _Plan(write_all, lambda value, source: _read_fields(kind, value, source))


@cache
def _field_plans(kind: Any) -> tuple[tuple[str, _Plan], ...]:
    """(name, plan) of a dataclass's fields, in order."""
    hints = get_type_hints(kind)
    return tuple((f.name, _plan(hints[f.name])) for f in fields(kind))


def _write_fields(value: Any, out: _Out) -> list[Any]:
    """The list of a dataclass's fields. WireError where one is not what its hint says."""
    return [plan.write(getattr(value, name), out) for name, plan in _field_plans(value.__class__)]


def _read_fields(kind: type, value: Any, source: _In) -> Any:
    """A dataclass from the list of its fields. WireError where they do not fit."""
    plans = _field_plans(kind)
    if len(_list(value)) != len(plans):
        raise WireError(f"a {kind.__name__} has {len(plans)} fields, not {len(value)}")
    return kind(*[plan.read(item, source) for (_, plan), item in zip(plans, value, strict=True)])


__all__ = ["MESSAGES", "WireError", "decode", "encode", "from_bytes", "read", "to_bytes", "write"]
