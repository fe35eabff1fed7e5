"""Positional tables in a checkpoint that are sinusoids, and so can be computed: their base and layout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from model_core.errors import Message, Refused
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.table import Form, Name, Shape
from model_core.spec import LIMITS
from model_core.transformer.positions import sinusoidal

CLOSE = 2e-5
"""Largest difference of a table from its rule in its first rows: what float32 makes of angles and divisors."""

STEADY = 200
"""Rows up to which CLOSE holds; further on the difference may grow as the angles do."""

MOST = LIMITS["max_positions"][1]


def sinusoid_rule(table_PD: np.ndarray) -> dict[str, Any] | None:
    """Layout and base (fields of a ModelSpec) of the sinusoids in a table, None if it is no such table."""
    places, width = table_PD.shape
    if places < 2 or width < 4:
        return None
    close_P1 = CLOSE * np.maximum(1, np.arange(places) / STEADY)[:, None]
    for halves in (False, True):
        unit = width // 4
        angle = math.asin(max(-1.0, min(1.0, float(table_PD[1, unit if halves else 2 * unit]))))
        guesses = [10_000.0]
        if angle > 0:
            guess = angle ** (-width / (2 * unit))
            guesses += [float(f"{guess:.{digits}g}") for digits in (2, 4, 6)]
        for base in guesses:
            if 1 <= base <= 1e9 and (np.abs(sinusoidal(places, width, base, halves) - table_PD) <= close_P1).all():
                return {"position_layout": "halves" if halves else "interleaved", "position_base": base}
    return None


def positions(foreign: ForeignCheckpoint, source: str, target: str) -> tuple[dict[str, Any], list[Name], list[str]]:
    """Fields of the spec, lines of the table and notes for two stored tables, of any axes of length 1 around (P, D).

    Sinusoids need no line: they are computed. Tables that follow no known rule are kept as learned ones.
    """
    tables = [flat_table(foreign, name) for name in (source, target)]
    rules = [sinusoid_rule(table[:MOST]) for table in tables]
    places = min(MOST, *map(len, tables))
    if rules[0] is not None and rules[0] == rules[1]:
        base, layout = rules[0]["position_base"], rules[0]["position_layout"]
        words = "{source} is the sinusoidal table of base {base:,.10g}, {layout}: computed, not stored"
        note = Message(words, source=source, base=base, layout=Message(layout))
        return {"positions": "sinusoidal", "max_positions": places, **rules[0]}, [], [note]
    lines = [
        Name(name, (f"{side}.embed.position.table",), flattened(foreign.shapes[name]))
        for side, name in (("encoder", source), ("decoder", target))
    ]
    notes: list[str] = [Message("{source} follows no known formula: kept as it is", source=source)]
    for name, table in zip((source, target), tables, strict=True):
        notes += left_out(name, len(table), places)
    return {"positions": "learned", "max_positions": places}, lines, notes


def left_out(name: str, rows: int, places: int) -> list[str]:
    """The note on a table with more rows than the model has positions."""
    if rows <= places:
        return []
    return [Message("{name} has {rows:,} rows: the first {places:,} are kept", name=name, rows=rows, places=places)]


def flattened(shape: tuple[int, ...]) -> Form:
    """A table with axes of length 1 around (P, D) in the file: without them, and of its rows as many as there are
    positions, for each parameter that reads it."""
    rows, width = math.prod(shape[:-1]), shape[-1]

    def needed(ours: Sequence[Shape]) -> Shape:
        return shape if all(one[0] <= rows and one[1] == width for one in ours) else ours[0]

    return Form(needed, lambda tensor, ours: [tensor.reshape(rows, width)[: one[0]] for one in ours])


def flat_table(foreign: ForeignCheckpoint, name: str) -> np.ndarray:
    """(P, D) a stored table of positions, without axes of length 1 around. Refused if it is none."""
    if not (shape := foreign.shapes[name]) or not all(shape):
        raise Refused(
            "E-IMPORT-SHAPE", "{name} has shape {shape}; expected a table of positions", name=name, shape=shape
        )
    table: np.ndarray = foreign.tensors([name])[name].float().numpy()
    return table.reshape(-1, shape[-1])


def exact_patterns(names: Sequence[str]) -> list[str]:
    """Patterns of the names of tables that are computed."""
    return [name.replace(".", r"\.") for name in names]
