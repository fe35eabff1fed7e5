"""The typed reader: what fits its hints comes back equal, what does not is refused by name, code and place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Annotated, Any

import numpy as np
import pytest

from model_core import schema
from model_core.errors import Refused
from model_core.record.edits import Decoding, Edits, HeadPlace, MaskEdits, PositionEdits
from model_core.record.run_spec import RunSpec
from model_core.schema import Choice, Codes, Length, Pattern, Range
from model_core.spec import ModelSpec
from model_core.training.train_spec import TrainSpec


@dataclass(frozen=True)
class Inner:
    places: tuple[Annotated[int, Range(0, 9)], ...] = ()
    share: Annotated[float | None, Range(0.0, 1.0), "a share"] = None


@dataclass(frozen=True)
class Outer:
    name: Annotated[str, Length(1, 5)]
    kind: Annotated[str, Choice(("a", "b")), "which"] = "a"
    count: Annotated[int, Range(1), "how many"] = 1
    inner: Inner = field(default_factory=Inner)
    pair: tuple[str, int] = ("", 0)
    options: Mapping[str, Mapping[str, str | int | bool | None]] = field(default_factory=dict)
    flag: bool | None = None
    plain: Annotated[str, Pattern("[a-z]*")] = ""


CODES = Codes.with_prefix("E-X")
GOOD = {
    "name": "n", "kind": "b", "count": 3, "inner": {"places": [1, 2], "share": 1}, "pair": ["p", 4],
    "options": {"view": {"on": True, "many": 2, "word": "w", "none": None}}, "flag": False,
}  # fmt: skip


def read(**changes: Any) -> Outer:
    return schema.read(Outer, {**GOOD, **changes}, CODES, "the thing")


def test_what_was_written_comes_back() -> None:
    made = read()
    assert made.inner == Inner((1, 2), 1.0) and type(made.inner.share) is float and made.pair == ("p", 4)
    assert schema.read(Outer, schema.write(made), CODES, "the thing") == made
    assert schema.write(made)["options"] == GOOD["options"]
    schema.check(made, CODES)


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({"name": ""}, "E-X-RANGE", "name is empty; the minimum is 1"),
        ({"name": "longer"}, "E-X-RANGE", "name is 6 characters long; the maximum is 5"),
        ({"name": 5}, "E-X-TYPE", "name is 5; expected a string"),
        ({"kind": "c"}, "E-X-CHOICE", "kind is 'c'; expected one of a, b"),
        ({"kind": ["a"]}, "E-X-CHOICE", "kind is"),
        ({"count": 0}, "E-X-RANGE", "count is 0; expected a whole number of at least 1"),
        ({"count": True}, "E-X-RANGE", "count is True"),
        ({"count": 1.0}, "E-X-RANGE", "count is 1.0"),
        ({"inner": {"places": [1, 10]}}, "E-X-RANGE", r"inner.places\[1\] is 10; expected a whole number from 0 to 9"),
        ({"inner": {"share": 2}}, "E-X-RANGE", "inner.share is 2; expected a number from 0 to 1, or null"),
        ({"inner": {"share": float("nan")}}, "E-X-RANGE", "inner.share is nan"),
        ({"inner": {"more": 2}}, "E-X-UNKNOWN", "unknown field 'inner.more' in the thing"),
        ({"inner": None}, "E-X-TYPE", "inner is None; expected an object"),
        ({"pair": ["p"]}, "E-X-TYPE", "pair is"),
        ({"options": {"view": {"on": []}}}, "E-X-TYPE", "options.view.on is"),
        ({"plain": "a\ud800"}, "E-X-CHOICE", r"plain is .*; expected a string matching \[a-z\]\*"),
        ({"flag": 1}, "E-X-TYPE", "flag is 1; expected true, false or null"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(changes: dict[str, Any], code: str, said: str) -> None:
    with pytest.raises(Refused, match=said) as refused:
        read(**changes)
    assert refused.value.code == code


def test_missing_fields_and_other_values_than_objects_are_refused() -> None:
    cases: list[tuple[Any, str]] = [({}, "MISSING"), ([], "TYPE"), (None, "TYPE"), ({"name": "n", "": 1}, "UNKNOWN")]
    for data, problem in cases:
        with pytest.raises(Refused, match="the thing") as refused:
            schema.read(Outer, data, CODES, "the thing")
        assert refused.value.code == f"E-X-{problem}"


def test_a_part_is_named_with_what_it_is_a_part_of() -> None:
    with pytest.raises(Refused, match=r"In the session look\.count is 0"):
        schema.read(Outer, {"name": "n", "count": 0}, CODES, "the session", "look")


def test_values_made_in_python_are_checked_too() -> None:
    for wrong in (Outer("n", count=0), Outer("n", inner=Inner((10,))), Outer("n", kind="c")):
        with pytest.raises(Refused):
            schema.check(wrong, CODES)
    schema.check(Outer("n", count=np.int64(3)), CODES)  # a click on a map gives numpy's integers


def test_what_fits_is_kept_of_values_that_partly_do() -> None:
    known, others = schema.read_known(Outer, {"name": "n", "count": 0, "later": 1, "kind": "b"})
    assert known == {"name": "n", "kind": "b"} and others == ("count", "later")
    assert schema.read_known(Outer, "nothing") == ({}, ())


def test_what_is_declared_can_be_listed() -> None:
    told = schema.describe(Outer)
    assert list(told) == [f.name for f in fields(Outer)]
    assert told["name"].default is MISSING and told["name"].length == Length(1, 5)
    assert told["kind"].choices == ("a", "b") and told["kind"].meaning == "which"
    assert schema.ranges(Inner) == {"share": (0.0, 1.0)} and schema.ranges(Outer, int)["count"][0] == 1


@pytest.mark.parametrize("kind", [ModelSpec, Decoding, MaskEdits, PositionEdits, TrainSpec])
def test_every_number_has_a_range_and_every_field_a_meaning(kind: type) -> None:
    for name, told in schema.describe(kind).items():
        assert told.meaning or name in ("source_language", "target_language"), name
        if told.hint in (int, float, float | None):
            assert told.range is not None, name


def test_every_default_fits_its_own_declaration() -> None:
    for value in (ModelSpec(100, 100), Decoding(), Edits(), RunSpec(), TrainSpec("x")):
        schema.check(value, CODES)
        assert schema.read(type(value), schema.write(value), CODES, "it") == value


def test_a_mistyped_field_names_the_one_that_was_meant() -> None:
    with pytest.raises(Refused, match=r"'plaice'.*; did you mean places\?"):
        schema.read(Inner, {"plaice": [2]}, CODES, "the thing")
    with pytest.raises(Refused, match=r"'zzz'.*; the known ones are places, share"):
        schema.read(Inner, {"zzz": 2}, CODES, "the thing")


def test_a_run_shows_only_what_is_not_as_usual_and_can_be_made_of_it() -> None:
    """In a notebook `trace.run` was 600 characters, nearly all of them defaults."""
    known = {one.__name__: one for one in (RunSpec, Edits, MaskEdits, PositionEdits, Decoding, HeadPlace)}
    edits = Edits(
        MaskEdits(future=False), PositionEdits(order="shuffled", seed=3), heads_off=(HeadPlace("cross", 0, 1),)
    )
    for run in (
        RunSpec(),
        RunSpec(source="the white"),
        RunSpec("", "a", "b", decoding=Decoding("sample", seed=9), edits=edits),
    ):
        assert eval(repr(run), dict(known)) == run
    assert len(repr(RunSpec(source="the white"))) < 60
