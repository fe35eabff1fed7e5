"""Where a number comes from: tensor, index, shape, type, formula, inputs, and a Python script that computes it. No
torch.

A `Source` names one number of a Trace. Its `name` is one of

    "decoder.layers.1.cross_attn.weights"    an array of `Trace.arrays`, by its hook name
    "numbers.entropy" "ids.written" "reasons.cross"    an array of that mapping of the Trace
    "alternatives.0.numbers.probability" "alternatives.0.weights.cross"    one of an Alternative
    "tree.5.score"    a field of a Node of the beam tree (index ())
    "model_core.analysis.arithmetic.products"    a pure function of model_core, called with the Trace and `arguments`
    "Engine.effects"    an answer of the engine about a run (model_core.explain.engine_numbers): the array is included

and `index` the number's place in it, counted from 0, the sentence of the batch first where the array has it.
"""

from __future__ import annotations

import builtins
import importlib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from model_core.errors import Refused
from model_core.explain import formulas, source_lines
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace

Plain = str | int | float | bool | tuple[int, ...] | None
MAPPINGS = ("numbers", "ids", "reasons", "milliseconds")
"""Mappings of a Trace beside its arrays."""
ALL = None
"""In an index of an input: the whole axis, written ":"."""


@dataclass(frozen=True)
class Source:
    """One number, or with ALL in the index a row of them.

    arguments  of a function, by name: (("kind", "cross"), ("layer", 1), …)
    title      what the number is, in a few plain words; "" = from the table of formulas
    formula    how it is computed; "" = from the table of formulas
    inputs     what it is computed from; () = from the table of formulas
    pinned     for a function of two runs the other Trace, its second argument
    found      for an answer of the engine the array itself
    script     Python lines that compute the array from `engine` and `run`; the last one is an expression
    uses       values that these lines write out, whose types are imported
    """

    name: str
    index: tuple[int | None, ...] = ()
    arguments: tuple[tuple[str, Plain], ...] = ()
    title: str = ""
    formula: str = ""
    inputs: tuple[Source, ...] = ()
    pinned: Trace | None = field(default=None, compare=False, repr=False)
    found: np.ndarray | None = field(default=None, compare=False, repr=False)
    script: tuple[str, ...] = ()
    uses: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def place(self) -> tuple[str, tuple[int | None, ...], tuple[tuple[str, Plain], ...]]:
        """The identity of a number: name, index and arguments."""
        return self.name, self.index, self.arguments

    def opened(self, axes: int) -> Source:
        """The numbers along the last axes in which this one lies, as a map for a cell of it."""
        return replace(self, index=(*self.index[: len(self.index) - axes], *[ALL] * axes))

    def covers(self, other: Source) -> bool:
        """Whether the other number is this one, or is in this row."""
        if self.name != other.name or self.arguments != other.arguments or len(self.index) != len(other.index):
            return False
        return all(own is ALL or own == place for own, place in zip(self.index, other.index, strict=True))

    def words(self) -> str:
        """The number as code names it: "decoder.layers.1.cross_attn.weights[0, 2, 3, :]"."""
        given = ", ".join(f"{name}={value!r}" for name, value in self.arguments)
        call = f"({given})" if self.is_function else ""
        place = ", ".join(":" if one is ALL else str(one) for one in self.index)
        return f"{self.name.removeprefix('model_core.')}{call}" + (f"[{place}]" if place else "")

    @property
    def is_function(self) -> bool:
        """Whether it is computed from recorded arrays, and not recorded itself."""
        return self.name.startswith("model_core.")


def function(name: str, index: tuple[int | None, ...] = (), **arguments: Plain) -> Source:
    """A number of `model_core.analysis.arithmetic`: function("products", (3,), kind="cross", layer=0, …)."""
    return Source(f"model_core.analysis.arithmetic.{name}", index, tuple(arguments.items()))


@dataclass(frozen=True)
class Origin:
    """Everything that is known about one number. Texts are plain; `shortest_text` is the shortest text that reads back
    as the value.

    axes   a letter per axis ("BHQM"), "" if unknown
    code   the line of the model's own source that computes the tensor, "" if there is none, and `place` its file
           and line
    """

    source: Source
    title: str
    value: float
    digits: str
    shape: tuple[int, ...]
    axes: str
    dtype: str
    formula: str
    inputs: tuple[Source, ...]
    code: str
    place: str
    python: str


def array_of(trace: Trace, source: Source) -> np.ndarray:
    """The whole array that contains a number. Raises Refused if this run has none of that name."""
    try:
        return np.asarray(_recorded_array(trace, source))
    except (KeyError, IndexError, AttributeError, ImportError, TypeError) as error:
        raise Refused(
            "E-NUMBER-NONE", "this run did not record {source}: {error}", source=source.name[:120], error=error
        ) from None


def _recorded_array(trace: Trace, source: Source) -> Any:
    if source.found is not None:
        return source.found
    if source.is_function:
        module, _, name = source.name.rpartition(".")
        runs = (trace,) if source.pinned is None else (trace, source.pinned)
        return getattr(importlib.import_module(module), name)(*runs, **dict(source.arguments))
    head, _, rest = source.name.partition(".")
    if head in MAPPINGS:
        return getattr(trace, head)[rest]
    if head == "alternatives":
        place, mapping, name = rest.split(".")
        return getattr(trace.alternatives[int(place)], mapping)[name]
    if head == "tree":
        place, name = rest.split(".")
        return getattr(trace.tree[int(place)], name)
    return trace.arrays[source.name]


def value_of(trace: Trace, source: Source) -> np.generic:
    """The number itself, in its own type. Raises Refused if it does not exist."""
    array = array_of(trace, source)
    if len(source.index) != array.ndim or ALL in source.index:
        raise Refused(
            "E-NUMBER-PLACE", "{source} is not a single number: the array has shape {array_shape}",
            source=source.words(), array_shape=array.shape,
        )  # fmt: skip
    try:
        return array[tuple(int(place) for place in source.index if place is not ALL)]
    except IndexError:
        raise Refused(
            "E-NUMBER-PLACE", "{source} is outside the array of shape {array_shape}",
            source=source.words(), array_shape=array.shape,
        ) from None  # fmt: skip


def origin(trace: Trace, source: Source) -> Origin:
    """Everything about one number. Raises Refused for a number that this run does not have."""
    value, array = value_of(trace, source), array_of(trace, source)
    description = formulas.describe_number(trace, source.name, source.index, source.arguments)
    inputs = source.inputs or tuple(Source(*one) for one in description.inputs)
    line = source_lines.code_line(source.name, trace.spec)
    formula = source.formula or description.formula
    if trace.elsewhere(source.name):
        line, formula, inputs = source_lines.Line(), "recorded from another program, as computed there", ()
    return Origin(
        source, source.title or description.title, float(value), shortest_text(value), array.shape, description.axes,
        str(array.dtype), formula, inputs, line.text, line.place, python_script(trace, source),
    )  # fmt: skip


def inputs_of(trace: Trace, source: Source) -> tuple[Source, ...]:
    """What a number is computed from; () if that is not known."""
    if source.inputs:
        return source.inputs
    return tuple(
        Source(*one) for one in formulas.describe_number(trace, source.name, source.index, source.arguments).inputs
    )


def title_of(trace: Trace, source: Source) -> str:
    """What a number is, in a few words, "" if that is not known; its value is not looked up."""
    return source.title or formulas.describe_number(trace, source.name, source.index, source.arguments).title


def shortest_text(value: np.generic | float) -> str:
    """The shortest text that reads back as exactly this value of its type: "0.71583432", "-inf"."""
    item = np.asarray(value)
    if item.dtype.kind in "iub":
        return str(item.item())
    number = float(item)
    if not math.isfinite(number):
        return str(number)
    own = np.float32(number) if item.dtype == np.float32 else np.float64(number)
    plain = 1e-4 <= abs(number) < 1e16 or number == 0
    return (np.format_float_positional if plain else np.format_float_scientific)(own, unique=True, trim="0")


# ---------------------------------------------------------------- Python


_NEEDS = "# needs model_core, part of headscope: run this where headscope is installed, or from a file in its checkout"


def python_script(trace: Trace, source: Source, here: bool = False) -> str:
    """A script that prints this number in a fresh interpreter: the same run by the same model, then one place of it.

    here  it is for the window's console, where `trace`, `run` and `engine` are there already
    """
    return "\n".join([*_script(trace, {"number": source}, here), "print(float(number))", ""])


def arrays_script(trace: Trace, sources: Sequence[Source], here: bool = False) -> str:
    """As `python_script`, of whole arrays, whose sources have ALL in their index: it prints shape and numbers of each.
    Those that compare two runs have the same second one."""
    named: dict[str, Source] = {}
    for source in sources:
        name = "values" if source.is_function else re.sub(r"\W", "_", source.name.rpartition(".")[2])
        name += "_" if hasattr(builtins, name) else ""
        alike = sum(re.fullmatch(rf"{name}(_\d+)?", other) is not None for other in named)
        named[f"{name}_{alike + 1}" if alike else name] = source
    return "\n".join([*_script(trace, named, here), *(f"print({name}.shape, {name})" for name in named), ""])


def _script(trace: Trace, named: Mapping[str, Source], here: bool) -> list[str]:
    """The lines that give each name its numbers."""
    sources = tuple(named.values())
    pinned = next((one.pinned for one in sources if one.pinned is not None), None)
    runs = [trace] if pinned is None else [trace, pinned]
    engines = [("recordings.open", "Recordings") if one.model.recorded else ("engine.engine", "Engine") for one in runs]
    lines = [f"# {one.words()} of {trace.model.name!r}".replace("\n", " ") for one in sources]
    lines += [] if here else [_NEEDS]
    written = 1 if here else 0  # of the runs, the first that the script writes out
    lines += [f"from model_core.{module} import {made}" for module, made in sorted(set(engines[written:]))]
    if values := [*(one.run for one in runs[written:]), *(value for one in sources for value in one.uses)]:
        lines += import_lines(*values)
    functions = {one.name.rpartition(".") for one in sources if one.is_function}
    lines += [f"from {module} import {name}" for module, _, name in sorted(functions)]
    asks = any(one.script for one in sources)
    if not here:
        lines += ["", f"run = {python_value(trace.run)}", *(["engine = Engine()"] if asks else [])]
        lines += [f"trace = {'engine' if asks else f'{engines[0][1]}()'}.trace(run)"]
    if trace.model.hash and not here:
        lines += [f"assert trace.model.hash == {trace.model.hash!r}, 'the model has changed'"]
    if pinned is not None:
        lines += ["", f"pinned = {engines[1][1]}().trace({python_value(pinned.run)})"]
        if pinned.model.hash:
            lines += [f"assert pinned.model.hash == {pinned.model.hash!r}, 'the pinned model has changed'"]
    for name, source in named.items():
        lines += _assignment(name, source)
    return lines


def _assignment(name: str, source: Source) -> list[str]:
    arguments = "".join(f", {key}={value!r}" for key, value in source.arguments)
    both = "" if source.pinned is None else ", pinned"
    function = source.name.rpartition(".")[2]
    *before, expression = source.script or (
        f"{function}(trace{both}{arguments})" if source.is_function else _expression(source.name),
    )
    place = ", ".join(":" if one is ALL else str(one) for one in source.index)
    return [*before, f"{name} = {expression}" + (f"[{place}]" if place.strip(":, ") else "")]


def _expression(name: str) -> str:
    """The array of this name as an expression of `trace`."""
    head, _, rest = name.partition(".")
    if head == "alternatives":
        place, mapping, key = rest.split(".")
        return f"trace.alternatives[{place}].{mapping}[{key!r}]"
    if head == "tree":
        place, field = rest.split(".")
        return f"trace.tree[{place}].{field}"
    return f"trace.{head}[{rest!r}]" if head in MAPPINGS else f"trace.arrays[{name!r}]"


def import_lines(*runs: Any) -> list[str]:
    """The import lines that `python_value` of these values needs."""
    kinds = _kinds(runs) | {RunSpec}
    modules = sorted({kind.__module__ for kind in kinds})
    names = {module: sorted(kind.__name__ for kind in kinds if kind.__module__ == module) for module in modules}
    return [f"from {module} import {', '.join(names[module])}" for module in modules]


def _kinds(value: Any) -> set[type]:
    """The dataclasses that `python_value` writes for this value."""
    if isinstance(value, tuple):
        return set().union(*map(_kinds, value)) if value else set()
    if not hasattr(type(value), "__dataclass_fields__"):
        return set()
    inner = (_kinds(getattr(value, name)) for name in _changed(value))
    return {type(value)}.union(*inner)


def _changed(value: Any) -> list[str]:
    """The fields of a dataclass that differ from their defaults."""
    try:
        usual = type(value)()
    except TypeError:
        return [field.name for field in fields(value)]
    return [field.name for field in fields(value) if getattr(value, field.name) != getattr(usual, field.name)]


def python_value(value: Any) -> str:
    """A RunSpec (or a part of it) as a Python expression, without fields that have their default."""
    if isinstance(value, tuple):
        return f"({', '.join(map(python_value, value))}{',' if len(value) == 1 else ''})"
    if hasattr(type(value), "__dataclass_fields__"):
        given = (f"{name}={python_value(getattr(value, name))}" for name in _changed(value))
        return f"{type(value).__name__}({', '.join(given)})"
    return ascii(value)
