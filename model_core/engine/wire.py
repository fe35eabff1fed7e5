"""Frozen values <-> bytes, for the pipes between the window and the engine's process. No torch, no pickle.

A message is

    4 bytes "HSw1" · 4 bytes length of the head · 8 bytes length of the arrays (little-endian) · head · arrays

The head is JSON: the kind of message, its fields in order, a table of the Tokens in it (every Token stands there once)
and, for each array, dtype, shape, offset and, where its cells do not lie one after the other, strides. Fields are
written and read by the type hints of their dataclass, so that whatever does not fit is refused. Arrays lie out of band:
they are written from where they are, and reading makes read-only views on the one buffer that was received.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable
from typing import IO, Any

import numpy as np

from model_core.engine.messages import (
    AskBackgroundRun,
    AskText,
    BackgroundRun,
    Cancel,
    Close,
    Models,
    Problem,
    Ready,
    Run,
    Stopped,
    TextWithout,
)
from model_core.engine.wire_fields import (
    Incoming,
    Outgoing,
    WireError,
    as_list,
    read_fields,
    read_token,
    token_row,
    write_fields,
)
from model_core.io.strided import ends_of, memory_of
from model_core.record.effects import Effects, EffectsSpec
from model_core.record.lens import Lens, LensSpec
from model_core.record.patching import Patching, PatchSpec
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import Snapshots, SnapshotsSpec
from model_core.record.trace import ModelInfo, Step, Trace

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
    for kind in (
        Run,
        EffectsSpec,
        LensSpec,
        PatchSpec,
        SnapshotsSpec,
        AskText,
        AskBackgroundRun,
        Cancel,
        Close,
        Models,
        Ready,
        Problem,
        Stopped,
        Trace,
        Step,
        Effects,
        Lens,
        Patching,
        Snapshots,
        TextWithout,
        BackgroundRun,
        RunSpec,
        ModelInfo,
    )
}
"""The messages that may be sent, by name."""


# ---------------------------------------------------------------- whole messages


def encode(message: Any) -> list[bytes | memoryview]:
    """The message as pieces to be written one after the other; the array pieces are views where they can be.

    Raises WireError for a value that is not a message, has a field of another type than its hint, or is too large.
    """
    out = Outgoing()
    kind = type(message).__name__
    if MESSAGES.get(kind) is not type(message):
        raise WireError(f"a {kind} is not a message")
    value = write_fields(message, out)
    tokens = [token_row(token) for token in out.tokens]
    entries, chunks, length = _layout(out.arrays)
    head = {"kind": kind, "value": value, "tokens": tokens, "arrays": entries}
    try:
        text = json.dumps(head, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise WireError(f"this {kind} cannot be written: {error}") from None
    if len(text) > HEAD_LIMIT or length > ARRAYS_LIMIT:
        raise WireError(f"this {kind} is too large for the pipe: {len(text):,} + {length:,} bytes")
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
    arrays = [_view(entry, body) for entry in as_list(data["arrays"])]
    source = Incoming([read_token(row) for row in as_list(data["tokens"])], arrays)
    return read_fields(kind, data["value"], source)


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


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


# ---------------------------------------------------------------- streams


def write(stream: IO[bytes], message: Any) -> None:
    """Write one message to a buffered stream and flush it. Raises WireError before anything is written, or OSError."""
    for chunk in encode(message):
        stream.write(chunk)
    stream.flush()


def read(stream: IO[bytes]) -> Any | None:
    """The next message of a stream; None if the stream has ended. Waits for it.

    Raises WireError for garbage, for a message cut off by the end, or for one there is no memory for.
    """
    prefix = bytearray(PREFIX.size)
    got = _fill(stream, memoryview(prefix))
    if not got:
        return None
    if got < len(prefix):
        raise WireError("the pipe closed within a message")
    head_length, body_length = _lengths(prefix)
    try:
        head, body = bytearray(head_length), np.empty(body_length, np.uint8)
    except MemoryError:
        raise WireError(f"no memory for a message of {body_length:,} bytes") from None
    for part in (memoryview(head), body.data):
        if _fill(stream, part) < len(part):
            raise WireError("the pipe closed within a message")
    return decode(head, body)


def _fill(stream: IO[bytes], room: memoryview) -> int:
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
        raise WireError("the pipe closed within a message")
    magic, head, body = PREFIX.unpack(prefix)
    if magic != MAGIC:
        raise WireError(f"no message begins with {bytes(magic)!r}")
    if head > HEAD_LIMIT or body > ARRAYS_LIMIT:
        raise WireError(f"a message of {head:,} + {body:,} bytes is too large")
    return head, body


# ---------------------------------------------------------------- arrays

_NOTHING = np.empty(0, np.uint8)


def _layout(arrays: Iterable[np.ndarray]) -> tuple[list[list[Any]], list[bytes | memoryview], int]:
    """([dtype, shape, offset] of each array, the pieces to write with the gaps between them, their length)."""
    entries: list[list[Any]] = []
    chunks: list[bytes | memoryview] = []
    end = 0
    for array in arrays:
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        if little.dtype.str not in DTYPES:
            raise WireError(f"an array of type {array.dtype} cannot be sent")
        if little.ndim > RANK_LIMIT:
            raise WireError(f"an array of {array.ndim} axes cannot be sent")
        gap = -end % ALIGNMENT
        entry: list[Any] = [little.dtype.str, list(little.shape), end + gap]
        found = None if little.flags.c_contiguous else memory_of(little)
        memory, first = found or (np.ascontiguousarray(little).reshape(-1), 0)
        if found is not None:
            entry = [*entry[:2], end + gap + first * little.itemsize, list(little.strides)]
        entries.append(entry)
        if gap:
            chunks.append(bytes(gap))
        if memory.nbytes:
            chunks.append(memory.view(np.uint8).data)
        end += gap + memory.nbytes
    return entries, chunks, end


def _view(entry: Any, body: np.ndarray) -> np.ndarray:
    """The read-only array that an entry of the head describes."""
    match entry:
        case [str() as dtype, list() as shape, int() as offset] if dtype in DTYPES and len(shape) <= RANK_LIMIT:
            strides = None
        case [str() as dtype, list() as shape, int() as offset, list() as strides] if dtype in DTYPES:
            pass
        case _:
            raise WireError(f"the description of an array is damaged: {str(entry)[:80]}")
    sizes = [*shape, offset, *map(abs, _whole(strides or []))]
    if len(shape) > RANK_LIMIT or any(size < 0 for size in _whole(sizes)):
        raise WireError(f"the description of an array is damaged: {str(entry)[:80]}")
    size, count = np.dtype(dtype).itemsize, math.prod(shape)
    if count == 0:
        array = _empty(shape, dtype)
        array.flags.writeable = False
        return array
    if strides is None:
        before, after = 0, count * size
    elif len(strides) == len(shape) and count * size <= ARRAYS_LIMIT:
        before, after = ends_of(shape, strides, size)
    else:
        raise WireError(f"the description of an array is damaged: {str(entry)[:80]}")
    if offset < before or offset + after > body.nbytes:
        raise WireError(f"an array of shape {tuple(shape)} does not fit into the message")
    array = np.ndarray(shape, dtype, body.data, offset, strides)
    array.flags.writeable = False
    return array


def _whole(values: list[Any]) -> list[int]:
    """The values, if they are whole numbers; raises WireError otherwise."""
    if not all(type(one) is int for one in values):
        raise WireError(f"whole numbers were expected, not {str(values)[:80]}")
    return values


def _empty(shape: list[int], dtype: str) -> np.ndarray:
    """An array without elements; its sizes may still be absurd."""
    try:
        return np.empty(shape, dtype)
    except (ValueError, MemoryError):
        raise WireError(f"no array has the shape {str(shape)[:80]}") from None


__all__ = ["MESSAGES", "WireError", "decode", "encode", "from_bytes", "read", "to_bytes", "write"]
