"""Frozen dataclasses from JSON and back, by their type hints. What a field may hold is declared once, at the field.

    d_model: Annotated[int, Range(2, 4096), "units of a token's vector"] = 256
    norm: Annotated[str, Choice(NORMS), "which norm"] = "layer"

`read` makes a value from parsed JSON, `check` examines one made in Python, `write` gives plain JSON, `read_known` keeps
what fits, and `describe` lists what is declared, for forms, command lines and documentation.

Hints may be str, int, float, bool, Any, None, unions, tuples, mappings with text keys, and dataclasses of these. Other
formats with the same hints (the wire's) make `Codecs` of their own. A value that does not fit is a `Misfit`, which
`read` and `check` raise as Refused with the codes of their caller. No torch, no numpy.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, TypeVar

from model_core.errors import Message, Refused, short
from model_core.schema.codecs import Codec, Codecs, Misfit, exact, unchanged, with_path
from model_core.schema.declared import Choice, FieldInfo, Length, Pattern, Range, describe, ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")


class Short:
    """A dataclass (`repr=False`) that shows only the fields that are not as usual; Python makes it of these again."""

    def __repr__(self) -> str:
        told: Any = fields(self)  # type: ignore[arg-type]
        usual = {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in told}
        values = {f.name: getattr(self, f.name) for f in told}
        words = (f"{name}={value!r}" for name, value in values.items() if value != usual[name])
        return f"{type(self).__name__}({', '.join(words)})"


@dataclass(frozen=True)
class Codes:
    """The codes of refusals: a value of another type, another type where a Range is declared, a number outside its
    Range or too many items, none of the choices, an unknown field, a missing one."""

    type: str
    number: str
    range: str
    choice: str
    unknown: str
    missing: str

    @classmethod
    def with_prefix(cls, prefix: str, **changes: str) -> Codes:
        """prefix-TYPE, prefix-RANGE …; `changes` name the ending for a problem (number="TYPE")."""
        endings = {f.name: f.name.upper() for f in fields(cls)} | {"number": "RANGE"} | changes
        return cls(**{name: f"{prefix}-{ending}" for name, ending in endings.items()})

    @classmethod
    def uniform(cls, code: str) -> Codes:
        """The same code for every problem."""
        return cls(*[code] * len(fields(cls)))


@contextmanager
def _refusing(codes: Codes, subject: str, where: str) -> Iterator[None]:
    """Misfits raised inside become Refused; `subject` names what is read, "the session", `where` the part of it."""
    try:
        yield
    except Misfit as misfit:
        code: str = getattr(codes, misfit.problem)
        if where:
            misfit.inside(where)
        if misfit.problem in ("unknown", "missing"):
            known = known_among(misfit.path[-1], misfit.value) if misfit.problem == "unknown" else ""
            name = ".".join(misfit.path).replace(".[", "[")
            raise Refused(
                code, "{need} {name} in {subject}{known}",
                need=misfit.need, name=short(name), subject=subject, known=known,
            ) from None  # fmt: skip
        if not misfit.path:
            raise Refused(code, "{subject} is not a JSON object", subject=subject) from None
        if where:
            raise Refused(code, "In {subject} {text}", subject=subject, text=misfit.text()) from None
        raise Refused(code, misfit.text()) from None


def _joined_by_or(one: str, other: str) -> str:
    return Message("{one} or {other}", one=one, other=other)


_LISTED = 12
"""Most field names that a refusal lists: it is one line."""


def known_among(name: str, names: Sequence[str]) -> str:
    """The names most like a mistyped one, or else the known names; for the end of a refusal."""
    from difflib import get_close_matches  # here: the first window waits for this module

    near = get_close_matches(name[:100], names, 3)
    if near:
        return Message("; did you mean {names}?", names=reduce(_joined_by_or, near))
    listed, more = sorted(names)[:_LISTED], max(0, len(names) - _LISTED)
    names = ", ".join(listed)
    return (Message("; the known ones are {names} and {more} more", names=names, more=more) if more
            else Message("; the known ones are {names}", names=names))  # fmt: skip


# ---------------------------------------------------------------- JSON with names


def _read_whole(value: Any, context: Any) -> int:
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):  # numpy's integers have it
        raise Misfit("type", Message("expected a whole number"), value)
    return operator.index(value)


def _read_float(value: Any, context: Any) -> float:
    if isinstance(value, float):
        return value
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:  # a whole number beyond every float
            pass
    raise Misfit("type", Message("expected a number"), value)


def _object(kind: type) -> Codec:
    """A dataclass as an object by field names; a value made in Python is checked."""

    def write(value: Any, context: Any) -> dict[str, Any]:
        return {name: codec.write(getattr(value, name), context) for name, codec in JSON.of_fields(kind)}

    def read(value: Any, context: Any) -> Any:
        if type(value) is not kind:
            return kind(**_read_values(kind, value))
        for name, codec in JSON.of_fields(kind):
            with_path(name, codec.read, getattr(value, name), context)
        return value

    return Codec(write, read)


def _read_values(kind: type, data: Any) -> dict[str, Any]:
    """The fields of a JSON object, by name; those not given have defaults."""
    if not isinstance(data, Mapping):
        raise Misfit("type", Message("expected an object"), data)
    codecs = _codecs_of(kind)
    for name in sorted(data.keys() - codecs.keys()):
        raise Misfit("unknown", Message("unknown field"), tuple(codecs)).inside(name)
    for name in _needed_of(kind):
        if name not in data:
            raise Misfit("missing", Message("missing field"), data).inside(name)
    found: dict[str, Any] = {}
    try:
        for name, value in data.items():
            found[name] = codecs[name].read(value, None)
    except Misfit as misfit:
        raise misfit.inside(name) from None
    return found


@cache
def _codecs_of(kind: type) -> dict[str, Codec]:
    return dict(JSON.of_fields(kind))


@cache
def _needed_of(kind: type) -> tuple[str, ...]:
    """The fields without a default."""
    return tuple(name for name, info in describe(kind).items() if info.default is MISSING)


JSON = Codecs(
    {
        str: exact(str, Message("expected a string")),
        int: Codec(unchanged, _read_whole),
        float: Codec(unchanged, _read_float),
        bool: exact(bool, Message("expected true or false")),
        Any: Codec(unchanged, unchanged),
    },
    _object,
    declared=True,
)
"""The codecs of JSON files: objects by field names, ranges enforced."""


def read(kind: type[T], data: Any, codes: Codes, subject: str, where: str = "") -> T:
    """A dataclass from a JSON object; fields not given keep their defaults.

    `subject` names what is read in messages ("the session"), `where` the part of it ("look"). Raises Refused for an
    unknown or missing field and for a value of the wrong type or out of its range.
    """
    with _refusing(codes, subject, where):
        return kind(**_read_values(kind, data))


def check(value: Any, codes: Codes, subject: str = "", where: str = "") -> None:
    """Refuse a dataclass made in Python if one of its fields does not fit; raises as `read` does."""
    with _refusing(codes, subject, where):
        JSON.of(type(value)).read(value, None)


def write(value: Any) -> dict[str, Any]:
    """A dataclass as plain JSON values by field name."""
    return JSON.of(type(value)).write(value, None)


def read_known(kind: Any, data: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """(the fields of a JSON object that fit, the names of all others), for files of newer versions and settings."""
    codecs = _codecs_of(kind)
    known, others = {}, []
    for name, value in data.items() if isinstance(data, Mapping) else ():
        try:
            known[name] = codecs[name].read(value, None)
        except (KeyError, Misfit):
            others.append(name)
    return known, tuple(others)


__all__ = [
    "JSON", "Choice", "Codec", "Codecs", "Codes", "FieldInfo", "Length", "Misfit", "Pattern", "Range", "check",
    "describe", "known_among", "ranges", "read", "read_known", "write",
]  # fmt: skip
