"""Who gets which room in the Survey view: all parts where there is room for them, else one after the other by tabs.

Lengths are logical pixels; `unit` is the size of text, 1.0 at 100 %.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRect

GAP = 16
"""Px between two parts beside each other."""
FULL, MIDDLE, SMALL = "full", "middle", "small"
PANES = {FULL: (), MIDDLE: ("measures", "sentences"), SMALL: ("heads", "pattern", "measures", "sentences")}
"""What the tabs choose between in each arrangement; see `pane_in` for what is shown at first."""
_UNDER = 10
_BESIDE = 1.8  # width / height of a small room from which pattern and measures stand beside each other
_FULL, _MIDDLE = (760, 390), (600, 250)  # px at text size 100 % from which an arrangement fits


@dataclass(frozen=True)
class NeededRoom:
    """Px that parts ask for: the height of the bar, of the segments, of all measures, of all sentences; the widths of
    the column of heads and of the segments."""

    bar: int
    segments: int
    measures: int
    sentences: int
    heads: int
    kinds: int
    tabs: int
    distances: bool


@dataclass(frozen=True)
class Room:
    """Where each part lies; parts that are not named are hidden. `tabs` names what may be chosen there."""

    mode: str
    places: dict[str, QRect] = field(default_factory=dict)
    panes: tuple[str, ...] = ()


def mode_of(width: int, height: int, unit: float) -> str:
    """Which arrangement fits."""
    for mode, (wide, high) in ((FULL, _FULL), (MIDDLE, _MIDDLE)):
        if width >= wide * unit and height >= high * unit:
            return mode
    return SMALL


def pane_in(mode: str, wanted: str) -> str:
    """The pane that is shown where this one is wanted."""
    panes = PANES[mode]
    return wanted if wanted in panes else "pattern" if mode == SMALL else "measures"


def shared(width: int, height: int, unit: float, wants: NeededRoom, pane: str) -> Room:
    """The room of a view of this size."""
    mode = mode_of(width, height, unit)
    places = {"bar": QRect(0, 0, width, wants.bar)}
    top = wants.bar + _UNDER
    if mode == SMALL:
        places |= _small(width, height, top, wants, pane_in(mode, pane), unit)
    else:
        places |= _wide(width, height, top, wants, mode, pane_in(mode, pane), unit)
    return Room(mode, places, PANES[mode])


def of_all(width: int, height: int, wants: NeededRoom) -> Room:
    """The room of all heads among each other: under the bar and the segments."""
    top = wants.bar + _UNDER
    under = top + wants.segments + 8
    places = {
        "bar": QRect(0, 0, width, wants.bar),
        "kinds": QRect(0, top, min(wants.kinds, width), wants.segments),
        "all": QRect(0, under, width, max(1, height - under)),
    }
    return Room(FULL, places)


def _wide(width: int, height: int, top: int, wants: NeededRoom, mode: str, pane: str, unit: float) -> dict[str, QRect]:
    """Heads, pattern, measures beside each other; the sentences below them, or in place of the measures."""
    foot = 0 if mode == MIDDLE else min(wants.sentences, round((height - top) * 0.34))
    high = height - top - (foot and foot + _UNDER)
    left = max(wants.kinds, min(wants.heads, round(width * 0.3)))
    places = {"kinds": QRect(0, top, left, wants.segments)}
    under = top + wants.segments + 8
    places["heads"] = QRect(0, under, left, max(1, top + high - under))
    x = left + GAP
    middle = min(round((width - x - GAP) * 0.54), high - round(8 * unit))
    middle = max(middle, round((width - x - GAP) * 0.36))
    places["pattern"] = QRect(x, top, middle, high)
    x += middle + GAP
    right = QRect(x, top, width - x, high)
    if mode == MIDDLE:
        places["tabs"] = QRect(x, top, min(wants.tabs, right.width()), wants.segments)
        right.setTop(under)
        places |= _pane(right, wants, pane, unit)
    else:
        places |= _pane(right, wants, "measures", unit)
        places["sentences"] = QRect(0, height - foot, width, foot)
    return places


def _pane(rect: QRect, wants: NeededRoom, pane: str, unit: float) -> dict[str, QRect]:
    """Measures with the distances under them, or the sentences."""
    if pane != "measures":
        return {pane: rect}
    used = min(wants.measures, rect.height())
    places = {"measures": QRect(rect.left(), rect.top(), rect.width(), used)}
    left = rect.height() - used - 12
    if wants.distances and left >= 72 * unit:
        tall = min(left, round(170 * unit))
        places["distances"] = QRect(rect.left(), rect.top() + used + 12, rect.width(), tall)
    return places


def _small(width: int, height: int, top: int, wants: NeededRoom, pane: str, unit: float) -> dict[str, QRect]:
    """Segments and tabs on one line, or on two; one part below them."""
    both = wants.kinds + GAP + wants.tabs <= width
    kinds = QRect(0, top, min(wants.kinds, width), wants.segments)
    tabs = QRect(width - min(wants.tabs, width), top, min(wants.tabs, width), wants.segments)
    if not both:
        half = (width - GAP) // 2
        kinds.setWidth(half)
        tabs = QRect(width - half, top, half, wants.segments)
    under = top + wants.segments + 8
    room = QRect(0, under, width, max(1, height - under))
    places = {"kinds": kinds, "tabs": tabs}
    if pane == "pattern" and room.width() > _BESIDE * room.height():
        half = room.width() // 2
        right = QRect(half + GAP, under, width - half - GAP, room.height())
        return places | {"pattern": QRect(0, under, half, room.height())} | _pane(right, wants, "measures", unit)
    return places | _pane(room, wants, pane, unit)
