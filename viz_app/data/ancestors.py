"""What a number is computed from, step by step down to tokens and positions: the lines of a tree. No Qt.

Each line is a number, or a row of numbers that the line above it was computed from (a `Source` with ALL in its index);
its inputs are the lines below it. A line without inputs is where the computation begins: the id of a token, the vector
of a position, a mask.
"""

from __future__ import annotations

from dataclasses import dataclass

from model_core.direction import quoted
from model_core.errors import Refused
from model_core.explain import provenance
from model_core.explain.ancestry import parents
from model_core.explain.provenance import ALL, Source
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.system.language import tr, translated

_NAMED = 12  # tokens at most in a line


@dataclass(frozen=True)
class Ancestor:
    """One line: what the number is, its value in words, and its tensor and index."""

    source: Source
    title: str
    value: str
    name: str
    first: bool
    """Whether nothing below it is known."""


def ancestor(trace: Trace, source: Source) -> Ancestor:
    """The line of a number or of a row of numbers."""
    inputs = parents(trace, source)
    title = translated(provenance.title_of(trace, source)) or tr("a number of this run")
    return Ancestor(source, title, _value(trace, source), source.words(), not inputs)


def _value(trace: Trace, source: Source) -> str:
    token = _token(trace, source)
    if token:
        return token
    if ALL in source.index:
        return tr("a row") if source.index.count(ALL) == 1 else tr("a table")
    try:
        return number_format.fmt_score(float(provenance.value_of(trace, source)), 4)
    except Refused:
        return tr("not recorded")


def _token(trace: Trace, source: Source) -> str:
    """The tokens with these ids, or the position with this vector."""
    if source.name in ("ids.source", "ids.read", "ids.written") and source.index[0] is not ALL:
        sentence, place = source.index
        tokens = getattr(trace.sentences[int(sentence or 0)], source.name.removeprefix("ids."))
        named = tokens if place is ALL else tokens[place : place + 1]
        return " ".join(quoted(token.text) for token in named[:_NAMED]) + (" …" if len(named) > _NAMED else "")
    if source.name.endswith("position.table") and source.index and source.index[0] is not ALL:
        return tr("position {number}", number=int(source.index[0]))
    return ""
