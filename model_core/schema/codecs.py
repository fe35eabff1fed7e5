"""Codecs by type hint: how values of one type are written in a format and read again."""

from __future__ import annotations

import math
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from model_core.errors import Message, short
from model_core.schema.declared import Choice, Length, Pattern, Range, hints


class Misfit(Exception):
    """A value that does not fit its type hint.

    problem  a field of Codes
    need     what is needed instead, in words
    shown    the value as the message has it; "" = abbreviated by `short`
    path     names of the fields that lead to it, the outermost first
    """

    def __init__(self, problem: str, need: str, value: Any, shown: str = "") -> None:
        super().__init__(need)
        self.problem, self.need, self.value, self.shown = problem, need, value, shown
        self.path: list[str] = []

    def inside(self, name: str) -> Misfit:
        """This misfit, as that of the field of a larger value."""
        self.path.insert(0, name)
        return self

    def text(self) -> Message:
        """One line: the place, the value, what is needed."""
        where = ".".join(self.path).replace(".[", "[") or Message("the value")
        return Message("{where} is {value}; {need}", where=where, value=self.shown or short(self.value), need=self.need)


class Codec(NamedTuple):
    """How values of one type are written as JSON and read again; each gets the value and the format's context."""

    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]


def exact(kind: type, need: str) -> Codec:
    """Values of exactly this type, as they are."""

    def read(value: Any, context: Any) -> Any:
        if type(value) is not kind:
            raise Misfit("type", need, value)
        return value

    return Codec(unchanged, read)


def unchanged(value: Any, context: Any) -> Any:
    return value


NONE = exact(types.NoneType, Message("expected null"))


class Codecs:
    """The codecs of one format, made when first needed: `leaves` by type, `record` for dataclasses.

    With `declared` ranges, choices and lengths are enforced.
    """

    def __init__(self, leaves: Mapping[Any, Codec], record: Callable[[type], Codec], declared: bool) -> None:
        self._made = dict(leaves)
        self._record = record
        self._declared = declared
        self._fields: dict[type, tuple[tuple[str, Codec], ...]] = {}

    def of(self, hint: Any) -> Codec:
        """The codec for a hint. TypeError for one that no field may have: a mistake in this program."""
        made = self._made.get(hint)
        if made is None:
            made = self._made[hint] = self._make(hint)
        return made

    def of_fields(self, kind: Any) -> tuple[tuple[str, Codec], ...]:
        """(name, codec) of a dataclass's fields, in order."""
        made = self._fields.get(kind)
        if made is None:
            by_name = hints(kind, self._declared)
            made = self._fields[kind] = tuple((f.name, self.of(by_name[f.name])) for f in fields(kind))
        return made

    def _make(self, hint: Any) -> Codec:
        origin, arguments = get_origin(hint), get_args(hint)
        if hint is types.NoneType:
            return NONE
        if origin is Annotated:
            return _constrained(self.of(arguments[0]), arguments[0], arguments[1:])
        if origin in (types.UnionType, Union):
            return _union([self.of(one) for one in arguments])
        if origin is tuple and arguments[1:] == (Ellipsis,):
            return _sequence(self.of(arguments[0]))
        if origin is tuple:
            return _fixed_tuple([self.of(one) for one in arguments])
        if origin in (Mapping, dict) and arguments[0] is str:
            return _mapping(self.of(arguments[1]))
        if is_dataclass(hint) and isinstance(hint, type):
            return self._record(hint)
        raise TypeError(f"a field cannot have the type {hint}")


def _optional(inner: Codec) -> Codec:
    def read(value: Any, context: Any) -> Any:
        try:
            return None if value is None else inner.read(value, context)
        except Misfit as misfit:
            misfit.need = Message(_OR_NULL.get(misfit.need, "{need}"), need=misfit.need)
            raise

    return Codec(lambda value, context: None if value is None else inner.write(value, context), read)


def _union(inner: list[Codec]) -> Codec:
    """The first of these that fits."""
    if len(inner) == 2 and inner[1] is NONE:
        return _optional(inner[0])

    def attempt(value: Any, context: Any, way: int) -> Any:
        for codec in inner:
            try:
                return codec[way](value, context)
            except Misfit:
                continue
        raise Misfit("type", Message("the value has the wrong type"), value)

    return Codec(lambda value, context: attempt(value, context, 0), lambda value, context: attempt(value, context, 1))


def _sequence(inner: Codec) -> Codec:
    """A tuple of any length with items of one type."""

    def write(value: Any, context: Any) -> list[Any]:
        if not isinstance(value, tuple):
            raise Misfit("type", Message("expected a tuple"), value)
        return [inner.write(item, context) for item in value]

    def read(value: Any, context: Any) -> tuple[Any, ...]:
        try:
            return tuple([inner.read(item, context) for item in as_list(value)])
        except Misfit:
            for index, item in enumerate(as_list(value)):
                with_path(f"[{index}]", inner.read, item, context)
            raise

    return Codec(write, read)


def with_path(name: str, read: Callable[[Any, Any], Any], value: Any, context: Any) -> Any:
    """The result of `read`; its Misfit gets the name at the front of its path."""
    try:
        return read(value, context)
    except Misfit as misfit:
        raise misfit.inside(name) from None


def _fixed_tuple(inner: list[Codec]) -> Codec:
    """A tuple of a fixed length, each item of its own type."""

    def attempt(value: Any, context: Any, way: int) -> list[Any]:
        if len(as_list(value)) != len(inner):
            raise Misfit("type", Message("expected a list of length {count}", count=len(inner)), value)
        return [codec[way](item, context) for codec, item in zip(inner, value, strict=True)]

    return Codec(lambda value, context: attempt(value, context, 0),
                 lambda value, context: tuple(attempt(value, context, 1)))  # fmt: skip


def _mapping(inner: Codec) -> Codec:
    def attempt(value: Any, context: Any, way: int) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise Misfit("type", Message("expected an object"), value)
        found, key = {}, ""
        try:
            for key, item in value.items():
                found[key] = inner[way](item, context)
        except Misfit as misfit:
            raise misfit.inside(key) from None
        return found

    return Codec(lambda value, context: attempt(value, context, 0), lambda value, context: attempt(value, context, 1))


def as_list(value: Any) -> Any:
    """The value, if it is a list or tuple; raises Misfit otherwise."""
    if not isinstance(value, list | tuple):
        raise Misfit("type", Message("expected a list"), value)
    return value


# ---------------------------------------------------------------- ranges, choices, lengths


def _constrained(codec: Codec, hint: Any, declared: tuple[Any, ...]) -> Codec:
    for one in declared:
        check = _CHECKS.get(type(one))
        if check is not None:
            codec = check(codec, hint, one)
    return codec


def _in_range(inner: Codec, hint: Any, limits: Range) -> Codec:
    kinds = get_args(hint) or (hint,)
    whole, optional = float not in kinds, types.NoneType in kinds
    low, high = limits.ge, limits.le
    need = Message(_RANGES[whole, optional, high == math.inf], low=_number_text(low), high=_number_text(high))

    def read(value: Any, context: Any) -> Any:
        try:
            got = inner.read(value, context)
        except Misfit:
            raise Misfit("number", need, value) from None
        if got is not None and not low <= got <= high:  # a NaN is in no range
            raise Misfit("range", need, value)
        return got

    return Codec(inner.write, read)


def _one_of(inner: Codec, hint: Any, choice: Choice) -> Codec:
    need = Message("expected one of {names}", names=", ".join(choice.allowed))

    def read(value: Any, context: Any) -> Any:
        if value not in choice.allowed:
            raise Misfit("choice", need, value)
        return value

    return Codec(inner.write, read)


def _of_length(inner: Codec, hint: Any, length: Length) -> Codec:
    text = hint is str or (str in get_args(hint) and get_origin(hint) is not tuple)
    long = "{count:,} characters long" if text else "{count:,} entries long"

    def read(value: Any, context: Any) -> Any:
        got = inner.read(value, context)
        if got is not None and not length.ge <= len(got) <= length.le:
            fewest, most = "the minimum is {count:,}", "the maximum is {count:,}"
            few = len(got) < length.ge
            need = Message(fewest if few else most, count=length.ge if few else length.le)
            raise Misfit("range", need, value, Message(long, count=len(got)) if got else Message("empty"))
        return got

    return Codec(inner.write, read)


def _matching(inner: Codec, hint: Any, pattern: Pattern) -> Codec:
    expression = re.compile(pattern.expression)

    def read(value: Any, context: Any) -> Any:
        got = inner.read(value, context)
        if got is not None and not expression.fullmatch(got):
            raise Misfit("choice", Message("expected a string matching {pattern}", pattern=pattern.expression), value)
        return got

    return Codec(inner.write, read)


_OR_NULL = {
    "expected a string": "expected a string or null", "expected a number": "expected a number or null",
    "expected a whole number": "expected a whole number or null",
    "expected true or false": "expected true, false or null",
    "expected an object": "expected an object or null", "expected a list": "expected a list or null",
}  # fmt: skip
"""The same needs for an optional field."""
_RANGES = {
    (True, False, False): "expected a whole number from {low} to {high}",
    (True, True, False): "expected a whole number from {low} to {high}, or null",
    (True, False, True): "expected a whole number of at least {low}",
    (True, True, True): "expected a whole number of at least {low}, or null",
    (False, False, False): "expected a number from {low} to {high}",
    (False, True, False): "expected a number from {low} to {high}, or null",
    (False, False, True): "expected a number of at least {low}",
    (False, True, True): "expected a number of at least {low}, or null",
}
"""What is needed, by (whole number, optional, without largest value)."""
_CHECKS: dict[type, Callable[[Codec, Any, Any], Codec]] = {
    Range: _in_range, Choice: _one_of, Length: _of_length, Pattern: _matching,
}  # fmt: skip


def _number_text(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:g}"
