"""What is declared at a dataclass's fields: ranges, choices, lengths, meanings."""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, get_type_hints


@dataclass(frozen=True)
class Range:
    """Smallest and largest number, both allowed. None if the field is optional passes."""

    ge: float
    le: float = math.inf


@dataclass(frozen=True)
class Choice:
    allowed: tuple[str, ...]


@dataclass(frozen=True)
class Length:
    """Fewest and most items of a tuple, or characters of a text."""

    ge: int = 0
    le: int = 1_000_000_000


@dataclass(frozen=True)
class Pattern:
    """The regular expression that a text matches as a whole."""

    expression: str


@dataclass(frozen=True)
class FieldInfo:
    """What is declared for one field. `hint` is its type without declarations; `default` may be dataclasses.MISSING."""

    name: str
    hint: Any
    default: Any
    range: Range | None = None
    choices: tuple[str, ...] = ()
    length: Length | None = None
    meaning: str = ""


@cache
def describe(kind: Any) -> Mapping[str, FieldInfo]:
    """Field name -> what is declared, in the order of the dataclass."""
    full, bare = hints(kind, True), hints(kind, False)
    return types.MappingProxyType({f.name: _info(f, full[f.name], bare[f.name]) for f in fields(kind)})


def _info(field: dataclasses.Field[Any], hint: Any, bare: Any) -> FieldInfo:
    found = {type(one): one for one in reversed(getattr(hint, "__metadata__", ()))}
    choice = found.get(Choice)
    default = field.default if field.default_factory is MISSING else field.default_factory()
    return FieldInfo(
        field.name, bare, default, found.get(Range), choice.allowed if choice else (), found.get(Length),
        found.get(str, ""),
    )  # fmt: skip


def ranges(kind: Any, *only: Any) -> dict[str, tuple[Any, Any]]:
    """Field name -> (smallest, largest) for the fields with a Range; only those of these types where any are given."""
    found = {name: one for name, one in describe(kind).items() if one.range and (not only or one.hint in only)}
    return {name: (one.range.ge, one.range.le) for name, one in found.items() if one.range}


@cache
def hints(kind: Any, declared: bool) -> dict[str, Any]:
    """The type hints of a class by field name, with what is declared in them or without."""
    return get_type_hints(kind, include_extras=declared)
