"""The fields of frozen dataclasses <-> JSON, by their type hints: the inside of a message on the wire.

Texts, numbers, flags, None, tuples of one type, mappings with names, dataclasses; Tokens go into a table in which each
stands once, arrays into a list beside the JSON. Whatever does not fit its hint is refused, on both sides.
"""

from __future__ import annotations

import math
import operator
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import numpy as np

from model_core.record.derived_maps import Arrays
from model_core.record.trace import Token

NOT_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
"""How numbers that JSON does not know are written: as texts."""


class WireError(Exception):
    """Bytes that are no message, or a value that cannot be one. The text says what is wrong with it."""


@dataclass
class Outgoing:
    """What a message under way has collected: its Tokens by first appearance, its arrays."""

    tokens: dict[Token, int] = field(default_factory=dict)
    arrays: list[np.ndarray] = field(default_factory=list)


@dataclass
class Incoming:
    """The Tokens and arrays that the fields of a received message point to."""

    tokens: list[Token]
    arrays: list[np.ndarray]


class _Plan(NamedTuple):
    """How values of one type are written as JSON and read again."""

    write: Callable[[Any, Outgoing], Any]
    read: Callable[[Any, Incoming], Any]


def _wrong(expected: str, value: Any) -> WireError:
    return WireError(f"{expected} was expected, not {str(value)[:80]!r}")


def listed(value: Any) -> list[Any]:
    """The value, if it is a list; raises WireError otherwise."""
    if not isinstance(value, list):
        raise _wrong("a list", value)
    return value


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


def _write_text(value: Any, out: Outgoing) -> str:
    if not isinstance(value, str):
        raise _wrong("text", value)
    return value


def _read_text(value: Any, source: Incoming) -> str:
    return _write_text(value, Outgoing())


def _write_whole(value: Any, out: Outgoing) -> int:
    if isinstance(value, bool | np.bool_):
        raise _wrong("a whole number", value)
    try:
        return operator.index(value)
    except TypeError:
        raise _wrong("a whole number", value) from None


def _read_whole(value: Any, source: Incoming) -> int:
    if type(value) is not int:
        raise _wrong("a whole number", value)
    return value


def _write_number(value: Any, out: Outgoing) -> float | str:
    if isinstance(value, bool | str):
        raise _wrong("a number", value)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise _wrong("a number", value) from None
    return number if math.isfinite(number) else repr(number)


def _read_number(value: Any, source: Incoming) -> float:
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if type(value) is not float:
        raise _wrong("a number", value)
    return value


def _write_flag(value: Any, out: Outgoing) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise _wrong("true or false", value)
    return bool(value)


def _read_flag(value: Any, source: Incoming) -> bool:
    if type(value) is not bool:
        raise _wrong("true or false", value)
    return value


def _write_array(value: Any, out: Outgoing) -> int:
    if not isinstance(value, np.ndarray):
        raise _wrong("an array", value)
    out.arrays.append(value)
    return len(out.arrays) - 1


def _read_array(value: Any, source: Incoming) -> np.ndarray:
    return source.arrays[_place(value, source.arrays)]


def _write_token(value: Any, out: Outgoing) -> int:
    if not isinstance(value, Token):
        raise _wrong("a token", value)
    return out.tokens.setdefault(value, len(out.tokens))


def _read_token(value: Any, source: Incoming) -> Token:
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

    def write_all(value: Any, out: Outgoing) -> list[Any]:
        if not isinstance(value, tuple):
            raise _wrong("a tuple", value)
        return [inner.write(item, out) for item in value]

    return _Plan(write_all, lambda value, source: tuple([inner.read(item, source) for item in listed(value)]))


def _mapping(inner: _Plan) -> _Plan:
    """A mapping with texts as keys."""

    def write_all(value: Any, out: Outgoing) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise _wrong("a mapping with names", value)
        kept = value.kept if isinstance(value, Arrays) else value  # what can be made again is not sent
        return {key: inner.write(item, out) for key, item in kept.items()}

    def read_all(value: Any, source: Incoming) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _wrong("a mapping", value)
        return {key: inner.read(item, source) for key, item in value.items()}

    return _Plan(write_all, read_all)


def _record(kind: type) -> _Plan:
    """A frozen dataclass: the list of its fields in order."""

    def write_all(value: Any, out: Outgoing) -> list[Any]:
        if type(value) is not kind:
            raise _wrong(f"a {kind.__name__}", value)
        return write_fields(value, out)

    return _Plan(write_all, lambda value, source: read_fields(kind, value, source))


@cache
def _field_plans(kind: Any) -> tuple[tuple[str, _Plan], ...]:
    """(name, plan) of a dataclass's fields, in order."""
    hints = get_type_hints(kind)
    return tuple((f.name, _plan(hints[f.name])) for f in fields(kind))


def write_fields(value: Any, out: Outgoing) -> list[Any]:
    """The list of a dataclass's fields. WireError where one is not what its hint says."""
    return [plan.write(getattr(value, name), out) for name, plan in _field_plans(value.__class__)]


def read_fields(kind: type, value: Any, source: Incoming) -> Any:
    """A dataclass from the list of its fields. WireError where they do not fit."""
    plans = _field_plans(kind)
    if len(listed(value)) != len(plans):
        raise WireError(f"a {kind.__name__} has {len(plans)} fields, not {len(value)}")
    return kind(*[plan.read(item, source) for (_, plan), item in zip(plans, value, strict=True)])


__all__ = ["Incoming", "Outgoing", "WireError", "listed", "read_fields", "write_fields"]
