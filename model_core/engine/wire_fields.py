"""The fields of a message on the wire as JSON, by the type hints of `model_core.schema`.

A dataclass is the list of its fields in order. Tokens go into a table in which each stands once, arrays into a list
beside the JSON. Ranges are not enforced here: a run that makes no sense crosses, and the engine refuses it by name.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from model_core.errors import Message
from model_core.record.derived_maps import Arrays
from model_core.record.tokens import Token
from model_core.schema import JSON, Codec, Codecs, Misfit

NOT_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
"""How numbers that JSON does not know are written: as texts."""


class WireError(Exception):
    """Bytes that are not a message, or a value that cannot be sent. The text says what is wrong."""


@dataclass
class Outgoing:
    """Tokens by first appearance and arrays, collected while a message is written."""

    tokens: dict[Token, int] = field(default_factory=dict)
    arrays: list[np.ndarray] = field(default_factory=list)


@dataclass
class Incoming:
    """The Tokens and arrays that the fields of a received message point to."""

    tokens: list[Token]
    arrays: list[np.ndarray]


def _misfit(expected: str, value: Any) -> Misfit:
    return Misfit("type", f"{expected} was expected", value)


_plain_text = JSON.of(str).read


def _write_text(value: Any, out: Outgoing) -> str | dict[str, Any]:
    if not isinstance(value, str):
        raise _misfit("text", value)
    return value.to_json() if isinstance(value, Message) else value


def _read_text(value: Any, source: Incoming) -> str:
    if isinstance(value, dict):
        try:
            return Message.from_json(value)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError):
            raise _misfit("a message", value) from None
    return _plain_text(value, source)


def _write_whole(value: Any, out: Outgoing) -> int:
    if isinstance(value, bool | np.bool_):
        raise _misfit("a whole number", value)
    try:
        return operator.index(value)
    except TypeError:
        raise _misfit("a whole number", value) from None


def _write_number(value: Any, out: Outgoing) -> float | str:
    if isinstance(value, bool | str):
        raise _misfit("a number", value)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise _misfit("a number", value) from None
    return number if math.isfinite(number) else repr(number)


def _read_number(value: Any, source: Incoming) -> float:
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if type(value) is not float:
        raise _misfit("a number", value)
    return value


def _write_flag(value: Any, out: Outgoing) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise _misfit("true or false", value)
    return bool(value)


def _write_array(value: Any, out: Outgoing) -> int:
    if not isinstance(value, np.ndarray):
        raise _misfit("an array", value)
    out.arrays.append(value)
    return len(out.arrays) - 1


def _read_array(value: Any, source: Incoming) -> np.ndarray:
    return source.arrays[_place(value, source.arrays)]


def _write_arrays(value: Any, out: Outgoing) -> dict[str, int]:
    """Arrays by name; what an Arrays derives from others is not sent."""
    kept = value.kept if isinstance(value, Arrays) else value
    if not isinstance(kept, Mapping) or not all(isinstance(key, str) for key in kept):
        raise _misfit("a mapping with names", value)
    return {name: _write_array(one, out) for name, one in kept.items()}


def _read_arrays(value: Any, source: Incoming) -> dict[str, np.ndarray]:
    if not isinstance(value, dict):
        raise _misfit("a mapping", value)
    return {name: _read_array(place, source) for name, place in value.items()}


def _write_token(value: Any, out: Outgoing) -> int:
    if not isinstance(value, Token):
        raise _misfit("a token", value)
    return out.tokens.setdefault(value, len(out.tokens))


def _read_token(value: Any, source: Incoming) -> Token:
    return source.tokens[_place(value, source.tokens)]


def _place(value: Any, table: list[Any]) -> int:
    if type(value) is not int or not 0 <= value < len(table):
        raise _misfit(f"a place in a table of {len(table)}", value)
    return value


def _record(kind: type) -> Codec:
    """A dataclass as the list of its fields in order."""

    def write(value: Any, out: Outgoing) -> list[Any]:
        if type(value) is not kind:
            raise _misfit(f"a {kind.__name__}", value)
        return [codec.write(getattr(value, name), out) for name, codec in WIRE.of_fields(kind)]

    def read(value: Any, source: Incoming) -> Any:
        codecs = WIRE.of_fields(kind)
        if not isinstance(value, list) or len(value) != len(codecs):
            raise _misfit(f"a {kind.__name__} of {len(codecs)} fields", value)
        return kind(*[codec.read(item, source) for (_, codec), item in zip(codecs, value, strict=True)])

    return Codec(write, read)


WIRE = Codecs(
    {
        str: Codec(_write_text, _read_text),
        bool: Codec(_write_flag, JSON.of(bool).read),
        int: Codec(_write_whole, JSON.of(int).read),
        float: Codec(_write_number, _read_number),
        Token: Codec(_write_token, _read_token),
        np.ndarray: Codec(_write_array, _read_array),
        Mapping[str, np.ndarray]: Codec(_write_arrays, _read_arrays),
    },
    _record,
    declared=False,
)
"""Every field's codec; a Token as a field is a place in the message's table, whose rows `_TOKEN` writes."""
_TOKEN = _record(Token)


def as_list(value: Any) -> list[Any]:
    """The value, if it is a list; raises WireError otherwise."""
    if not isinstance(value, list):
        raise WireError(f"a list was expected, not {str(value)[:80]!r}")
    return value


def write_fields(value: Any, out: Outgoing) -> list[Any]:
    """The list of a dataclass's fields. WireError where one is not what its hint says."""
    try:
        return _of(type(value)).write(value, out)
    except Misfit as misfit:
        raise WireError(misfit.text()) from None


def read_fields(kind: type, value: Any, source: Incoming) -> Any:
    """A dataclass from the list of its fields. WireError where they do not fit."""
    try:
        return _of(kind).read(value, source)
    except Misfit as misfit:
        raise WireError(misfit.text()) from None


@lru_cache(maxsize=8192)  # from key to key almost all candidates are the same
def token_row(token: Token) -> list[Any]:
    """The fields of a token in a message's table, not to be changed. WireError as `write_fields`."""
    return write_fields(token, Outgoing())


def read_token(row: Any) -> Token:
    """The Token of a row of the table, the same one for an equal row. WireError as `read_fields`."""
    try:
        return _read_row(*as_list(row))
    except TypeError:  # a list or a mapping within it
        return read_fields(Token, row, Incoming([], []))


@lru_cache(maxsize=8192, typed=True)  # True is no 1 here
def _read_row(*row: Any) -> Token:
    return read_fields(Token, list(row), Incoming([], []))


def _of(kind: type) -> Codec:
    return _TOKEN if kind is Token else WIRE.of(kind)
