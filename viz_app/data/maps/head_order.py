"""The order of heads: one list of measures, with the same words in every view. No Qt. Layers and heads count from 0."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

from model_core.analysis.heads.head_alignment import AGREEMENT, ERROR_RATE
from model_core.analysis.heads.head_measures import LEADS, MEASURES, REPEATS, Measure, name_of
from model_core.analysis.reads import LAGS, READS
from viz_app.data.maps.head_names import Measures
from viz_app.data.number_format import fmt_percent
from viz_app.data.vocabulary import head_word
from viz_app.data.words.measures import measure_about, measure_name, measure_unit
from viz_app.document.state import EFFECT, TEXT
from viz_app.system.language import tr

One = TypeVar("One", bound=Hashable)
"""What stands for a head: (layer, head), or (attention, layer, head)."""

PLACE, PATTERN = "place", "pattern"
EFFECTS = (EFFECT, TEXT)
SMALLEST_FIRST = ("entropy", "breadth", ERROR_RATE.name)
"""Measures sorted from the smallest; all others are sorted from the largest."""
_LAGGED = {name for lags in LAGS.values() for name in lags}
_MEASURED = [*MEASURES, *(one for one in READS if one.name not in _LAGGED), AGREEMENT, ERROR_RATE]
KINDS_OF = {one.name: one.kinds for one in _MEASURED}
"""Measure -> the attentions that it makes sense for."""


def _words(one: Measure) -> tuple[str, str]:
    """The name of a measure and its explanation."""
    name = head_word(one.name, one.kinds[0]) if one in READS else measure_name(one.name)
    first = tr("Smallest first") if one.name in SMALLEST_FIRST else tr("Largest first")
    return name, f"{first}: {measure_about(one)} ({measure_unit(one)})."


ORDERS: dict[str, tuple[str, str]] = {
    PLACE: (tr("place"), tr("By layer and head.")),
    PATTERN: (tr("pattern"), tr("Heads that read alike side by side, the strongest first.")),
    EFFECT: (
        tr("effect on the token"),
        tr("Largest first: how much the current token changes when only that head is switched off."),
    ),
    TEXT: (
        tr("effect on the text"),
        tr("Largest first: how much the whole text changes when only that head is switched off."),
    ),
    **{one.name: _words(one) for one in _MEASURED},
}
"""How heads may be sorted -> word and tip, in the order in which every view offers them."""

_NAMES = (
    "1-to-1", "diagonal", "anti-diagonal", *(read.name for read in READS if read.name in _LAGGED),
    *REPEATS, "previous", "same", "next", "punctuation", "first", "end", "mixed", "broad",
)  # fmt: skip
"""Names of heads in the order of PATTERN."""


def available_orders(kinds: Collection[str], effects: bool = True) -> dict[str, tuple[str, str]]:
    """The orders that make sense for these attentions."""
    known = {name for name, of in KINDS_OF.items() if set(of) & set(kinds)} | {PLACE, PATTERN}
    known |= set(EFFECTS) if effects else set()
    return {name: words for name, words in ORDERS.items() if name in known}


def ordered(
    everyone: Sequence[One], order: str, values: Mapping[One, Measures], effects: Mapping[One, float] | None = None
) -> tuple[One, ...]:
    """All heads, sorted by a word of ORDERS, those without a value last; () = by place."""
    keys: dict[One, tuple[float, ...]] = {}
    if order in EFFECTS:
        keys = {one: (-abs(value),) for one, value in (effects or {}).items()}
    elif order == PATTERN:
        keys = {one: _pattern(of) for one, of in values.items()}
    elif order in KINDS_OF:
        sign = 1 if order in SMALLEST_FIRST else -1
        keys = {one: (sign * of[order],) for one, of in values.items() if order in of}
    if not keys:
        return ()
    place = {one: at for at, one in enumerate(everyone)}
    known = sorted((one for one in everyone if one in keys), key=lambda one: (keys[one], place[one]))
    return (*known, *(one for one in everyone if one not in keys))


def _pattern(values: Measures) -> tuple[float, ...]:
    """By name, then by how well the name fits."""
    name = name_of(dict(values))
    return _NAMES.index(name), -values[LEADS.get(name, name)]


def number(order: str, values: Measures) -> str:
    """The number beside a head's name when heads are sorted by a measure; "" if it has none."""
    if order not in KINDS_OF or order not in values:
        return ""
    return fmt_percent(values[order]) if order == ERROR_RATE.name else f"{values[order]:.2f}"
