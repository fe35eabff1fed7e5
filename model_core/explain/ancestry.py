"""The chain of inputs of a number, down to token ids and position vectors.

A number's parents are the numbers and rows of numbers that it is computed from (`provenance.inputs_of`).
"""

from __future__ import annotations

from model_core.explain import provenance
from model_core.explain.provenance import Source
from model_core.record.trace import Trace

MOST_NUMBERS = 400
"""Most numbers that a search visits."""


def parents(trace: Trace, source: Source) -> tuple[Source, ...]:
    """What a number or a row of numbers is computed from, each once."""
    if trace.elsewhere(source.name):
        return ()
    return tuple({one.place: one for one in provenance.inputs_of(trace, source)}.values())


def paths_to_inputs(trace: Trace, source: Source) -> list[tuple[Source, ...]]:
    """The shortest ways from a number to every token and position that it depends on, each from the number on.

    Breadth first, so that each number is visited once; at most MOST_NUMBERS are visited.
    """
    ways: list[tuple[Source, ...]] = [(source,)]
    seen, found = {source.place}, []
    for way in ways:
        above = parents(trace, way[-1])
        if not above and is_input(way[-1]):
            found.append(way)
        for one in above:
            if one.place not in seen and len(ways) < MOST_NUMBERS:
                seen.add(one.place)
                ways.append((*way, one))
    return found


def is_input(source: Source) -> bool:
    """Whether a number is a token id or part of a position vector: an input of the model."""
    return source.name.startswith("ids.") or source.name.endswith("position.table")
