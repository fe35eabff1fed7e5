"""State: all that the user chose, as one frozen value. Neither Qt nor torch.

Which drawer a field lies in decides what a change of it asks for: `run` a computation, `look` only another picture,
`options` and `desk` never more than painting. Undo is a list of old States; a session file is one State as JSON.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import types
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.record.run_spec import RunSpec
from model_core.record.trace import SCORES, Trace
from model_core.spec import KINDS

FORMAT, VERSION = "headscope-session", 2

READINGS = ("row", "column")
WRITERS = ("model", "me")

Plain = str | int | float | bool | None
Record = TypeVar("Record")


@dataclass(frozen=True)
class Look:
    """What is looked at. Layer, head, step, query, key and sentence count from 0.

    step     decoder row, None = the last one
    query    with `key` the pinned cell of the map, None = none
    what     which scores are shown, a key of model_core.record.trace.SCORES
    reading  whether marks follow the row (what a query reads) or the column (who reads a key)
    """

    kind: str = "cross"
    layer: int = 0
    head: int = 0
    step: int | None = None
    query: int | None = None
    key: int | None = None
    sentence: int = 0
    what: str = "weights"
    reading: str = "row"


@dataclass(frozen=True)
class Desk:
    """How the window is laid out. `speed` is in steps per second, `text_scale` a factor.

    writer  who writes the target: "model", or "me" (the run then has a target)
    """

    views: tuple[str, ...] = ("attention",)
    theme: str = "system"
    text_scale: float = 1.0
    speed: float = 2.0
    writer: str = "model"
    inspector: bool = True


Options = Mapping[str, Mapping[str, Plain]]
"""View id -> the changed fields of its Options."""


@dataclass(frozen=True)
class State:
    """Everything that is undone, saved and opened again."""

    run: RunSpec = field(default_factory=RunSpec)
    look: Look = field(default_factory=Look)
    options: Options = field(default_factory=dict)
    desk: Desk = field(default_factory=Desk)

    def __post_init__(self) -> None:
        frozen = {view: MappingProxyType(dict(values)) for view, values in self.options.items()}
        object.__setattr__(self, "options", MappingProxyType(frozen))

    def with_(self, **changes: Any) -> State:
        """A copy with some drawers changed."""
        return replace(self, **changes)

    def with_options(self, view: str, **changes: Plain) -> State:
        """A copy with some fields of one view's options changed."""
        return replace(self, options={**self.options, view: {**self.options.get(view, {}), **changes}})

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values with format and version."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "run": self.run.to_json(),
            "look": dataclasses.asdict(self.look),
            "options": {view: dict(values) for view, values in self.options.items()},
            "desk": dataclasses.asdict(self.desk),
        }

    @classmethod
    def from_json(cls, data: Any) -> State:
        """The State written by `to_json`, of this version or an older one.

        Raises Refused naming the field for anything missing, unknown, of the wrong type or out of its range.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise Refused("E-SESSION-FORMAT", "This is not a headscope session")
        values = migrated(data)
        unknown = sorted(set(values) - {"format", "version", "run", "look", "options", "desk"})
        if unknown:
            raise Refused("E-SESSION-UNKNOWN", f"The session has an unknown part {unknown[0][:80]!r}")
        run = record(RunSpec, values.get("run"), "run")
        look = record(Look, values.get("look"), "look")
        desk = record(Desk, values.get("desk"), "desk")
        check_run(run)
        check_look(look)
        check_desk(desk, run)
        return cls(run, look, read_options(values.get("options")), desk)

    def to_text(self) -> str:
        """The JSON as the text of a session file."""
        return json.dumps(self.to_json(), indent=1, ensure_ascii=True, allow_nan=False) + "\n"

    @classmethod
    def from_newer(cls, data: dict[str, Any]) -> tuple[State, tuple[str, ...]]:
        """What this version understands of the JSON of a newer one, and the names of what it does not.

        Unknown fields, and known ones with values that do not fit, are left out and keep their defaults. Raises Refused
        where nothing is left to open.
        """
        known, left_out = known_part(data)
        run, desk = known["run"], known["desk"]
        desk["writer"] = "model" if run.get("target") is None else "me"
        return cls.from_json({"format": FORMAT, "version": VERSION, **known}), left_out

    @classmethod
    def from_text(cls, text: str, name: str = "the session") -> State:
        """The State of a session file's text; `name` is for messages. Raises Refused."""
        return cls.from_json(parse_json(text, name))


# ---------------------------------------------------------------- fitting


def fitted(look: Look, trace: Trace | None) -> Look:
    """The look inside the sizes of a Trace: layer, head and sentence go to the nearest one, a step that is not there
    becomes the last one, a pinned cell that is not there is let go. So does a kind of attention that a recording has
    not."""
    if trace is None or not trace.sentences:
        return look
    if look.kind not in trace.kinds:
        look = replace(look, kind=trace.kinds[-1], query=None, key=None)
    sentence = max(0, min(look.sentence, len(trace.sentences) - 1))
    rows, columns = trace.size(look.kind, sentence)
    steps = len(trace.sentences[sentence].read)
    query, key = look.query, look.key
    if (query is not None and query >= rows) or (key is not None and key >= columns):
        query = key = None
    return replace(
        look,
        layer=max(0, min(look.layer, trace.spec.layers(look.kind) - 1)),
        head=max(0, min(look.head, trace.spec.heads - 1)),
        step=None if look.step is not None and look.step >= steps else look.step,
        query=query,
        key=key,
        sentence=sentence,
    )


# ---------------------------------------------------------------- reading JSON, strictly


def migrated(data: dict[str, Any]) -> dict[str, Any]:
    """The values of a session file in the present version's form. Raises Refused for a version not known here."""
    version = data.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        advice = "open it with a newer headscope" if is_newer(data) else f"versions 1 to {VERSION} can be opened"
        raise Refused("E-SESSION-VERSION", f"The session has version {str(version)[:20]}; {advice}")
    for number in range(version, VERSION):
        data = MIGRATIONS[number](data)
    return data


def is_newer(data: dict[str, Any]) -> bool:
    """Whether this is the JSON of a session of a later version than the present one."""
    version = data.get("version")
    return data.get("format") == FORMAT and type(version) is int and VERSION < version < 10_000


MIGRATIONS: dict[int, Any] = {1: lambda data: {**data, "version": 2}}  # 2: run.decoding, edits, branches, beside
"""Version -> function that turns the JSON of that version into that of the next one."""


def known_part(data: dict[str, Any]) -> tuple[dict[str, dict[str, Any]], tuple[str, ...]]:
    """(drawers with the fields that fit, names of the others) of a session's JSON of whatever version."""
    known: dict[str, dict[str, Any]] = {}
    left_out = [name for name in data if name not in ("format", "version", "run", "look", "options", "desk")]
    parts: tuple[tuple[str, Any, Any], ...] = (
        ("run", RunSpec, check_run), ("look", Look, check_look), ("desk", Desk, lambda desk: check_desk(desk, None)),
    )  # fmt: skip
    for drawer, kind, check in parts:
        given = data.get(drawer)
        known[drawer] = {}
        for name, value in given.items() if isinstance(given, dict) else ():
            try:
                check(record(kind, {name: value}, drawer))
                known[drawer][name] = value
            except Refused:
                left_out.append(f"{drawer}.{name[:80]}")
    try:
        known["options"] = read_options(data.get("options"))
    except Refused:
        known["options"] = {}
        left_out.append("options")
    return known, tuple(left_out)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def record(kind: type[Record], data: Any, where: str) -> Record:
    """A frozen dataclass from a JSON object. Missing fields keep their defaults; Refused names what does not fit."""
    if not isinstance(data, dict):
        raise Refused("E-SESSION-TYPE", f"The session has no part {where!r}")
    hints: dict[str, Any] = _hints(kind)  # type: ignore[arg-type]
    unknown = sorted(set(data) - set(hints))
    if unknown:
        raise Refused("E-SESSION-UNKNOWN", f"The session has an unknown field {where}.{unknown[0][:80]}")
    return kind(**{name: _typed(hints[name], value, f"{where}.{name}") for name, value in data.items()})


def _typed(hint: Any, value: Any, where: str) -> Any:
    """A JSON value as what its hint says: text, number, flag, None, or a list of one of them as a tuple."""
    options = get_args(hint) if get_origin(hint) is types.UnionType else (hint,)
    for option in options:
        if get_origin(option) is tuple and isinstance(value, list | tuple):
            return tuple(_typed(get_args(option)[0], item, where) for item in value)
        if option is float and type(value) in (int, float):
            with contextlib.suppress(OverflowError):  # a whole number beyond every float
                return float(value)
        if isinstance(option, type) and dataclasses.is_dataclass(option) and isinstance(value, dict):
            return record(option, value, where)
        if type(value) is option:
            return value
    raise Refused("E-SESSION-TYPE", f"In the session {where} is {json.dumps(value)[:80]}, which is of the wrong type")


def read_options(data: Any) -> dict[str, dict[str, Plain]]:
    """The views' options: names, and under each texts, numbers and flags. Raises Refused for anything else."""
    if not isinstance(data, dict):
        raise Refused("E-SESSION-TYPE", "The session has no part 'options'")
    for view, values in data.items():
        if not isinstance(values, dict):
            raise Refused("E-SESSION-TYPE", f"In the session options.{view[:80]} is not an object")
        for name, value in values.items():
            if not isinstance(value, str | int | float | None):
                raise Refused("E-SESSION-TYPE", f"In the session options.{view[:80]}.{name[:80]} is no plain value")
    return data


def _refuse_range(where: str, value: Any, allowed: str) -> None:
    raise Refused("E-SESSION-RANGE", f"In the session {where} is {str(value)[:80]}; {allowed}")


def _check_choice(where: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        _refuse_range(where, repr(value), f"known are {', '.join(allowed)}")


def _check_between(where: str, value: float | None, low: float, high: float) -> None:
    if value is not None and not low <= value <= high:
        _refuse_range(where, value, f"{low:g} to {high:g} is possible")


def check_run(run: RunSpec) -> None:
    """Raises Refused for numbers that make no sense in a run; texts are judged by the engine."""
    for name, low, high in (("prefix_sentence", 0, 1000), ("candidates", 1, 100), ("max_steps", 0, 100_000)):
        _check_between(f"run.{name}", getattr(run, name), low, high)
    if not run.source:
        _refuse_range("run.source", "empty", "at least one line is needed")
    if run.prefix and not 0 <= min(run.prefix) <= max(run.prefix) < 2**31:
        _refuse_range("run.prefix", run.prefix, "token ids are needed")
    for branch in run.branches:
        if not branch.ids or not 0 <= min(branch.ids) <= max(branch.ids) < 2**31 or not 0 <= branch.sentence <= 1000:
            _refuse_range("run.branches", branch, "token ids of a sentence are needed")
    if len(run.branches) > 16:
        _refuse_range("run.branches", f"{len(run.branches)} branches", "at most 16 are kept")
    run.decoding.checked()
    run.edits.checked()


def check_look(look: Look) -> None:
    """Raises Refused for choices that do not exist and negative places; places too large are fitted to the picture."""
    _check_choice("look.kind", look.kind, KINDS)
    _check_choice("look.what", look.what, tuple(SCORES))
    _check_choice("look.reading", look.reading, READINGS)
    for name in ("layer", "head", "step", "query", "key", "sentence"):
        _check_between(f"look.{name}", getattr(look, name), 0, 1_000_000)


def check_desk(desk: Desk, run: RunSpec | None) -> None:
    """Raises Refused for sizes out of range, no view at all, or a writer that does not fit the run (None = any)."""
    _check_choice("desk.writer", desk.writer, WRITERS)
    if run is not None and (run.target is None) != (desk.writer == "model"):
        _refuse_range("desk.writer", repr(desk.writer), "with a run whose target says otherwise")
    for name, low, high in (("text_scale", 0.5, 4.0), ("speed", 0.1, 100.0)):
        value = getattr(desk, name)
        _check_between(f"desk.{name}", math.inf if math.isnan(value) else value, low, high)
    if not 1 <= len(desk.views) <= 16:
        _refuse_range("desk.views", f"{len(desk.views)} views", "1 to 16 are possible")


__all__ = ["Desk", "Look", "Options", "Plain", "State", "fitted", "is_newer"]
