"""The layout of the Survey view: all parts if they fit, otherwise one at a time by tabs.

Lengths are logical pixels; `unit` is the text size, 1.0 at 100 %.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from viz_app.views.survey.head_summary import SurveyContent
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import show_part
from viz_app.widgets.segmented import Segmented

if TYPE_CHECKING:
    from viz_app.views.survey.view import Survey

GAP = 16
"""Px between two parts beside each other."""
FULL, MIDDLE, SMALL = "full", "middle", "small"
PANES = {FULL: (), MIDDLE: ("measures", "sentences"), SMALL: ("heads", "pattern", "measures", "sentences")}
"""What the tabs choose between in each arrangement; see `pane_in` for what is shown at first."""
_UNDER = 10
_BESIDE = 1.8  # width / height of a small room from which pattern and measures are side by side
_FULL, _MIDDLE = (760, 390), (600, 250)  # px at text size 100 % from which an arrangement fits
Places = dict[str, QRect]
"""Part -> where it lies; parts that are not named are hidden."""


def fit(view: Survey, content: SurveyContent | None, pane: str, everything: bool) -> None:
    """Places every part of the view; those without a place are hidden. `everything`: all heads compared with each
    other."""
    mode = mode_of(view.width(), view.height(), themes.text_scale())
    tabs, distances = view.tabs.get(mode), content is not None and content.distances() is not None
    heads = 1 if content is None else content.findings.spec.heads_of(content.kind)
    room = _Room(
        view.width(), view.height(), themes.text_scale(), view.bar.sizeHint().height(),
        max(one.sizeHint().height() for one in view.choice.buttons.values()), view.choice.buttons_width(),
        (tabs or view.tabs[SMALL]).buttons_width(), themes.px(24) + themes.px(74) * heads,
        view.measures.needed_height(), view.list.needed_height(), distances,
    )  # fmt: skip
    tabs = None if everything else tabs
    if tabs is not None:
        tabs.show_value(pane_in(mode, pane))
    places = {} if content is None else room.of_all() if everything else room.of_one(mode, pane_in(mode, pane))
    below = view.invitation if content is not None and content.single else view.list
    parts: dict[str, QWidget] = {
        "bar": view.bar, "kinds": view.choice, "tabs": tabs or view.tabs[SMALL], "heads": view.mosaic,
        "pattern": view.pattern, "measures": view.measures, "distances": view.distances, "sentences": below,
        "all": view.all,
    }  # fmt: skip
    for part in {view.list, view.invitation, *view.tabs.values()} - set(parts.values()):
        show_part(part, False)
    for name, part in parts.items():
        show_part(part, name in places)
        if name in places:
            if isinstance(part, Segmented):  # as buttons or as a list
                part.fit(places[name].width())
            part.setGeometry(places[name])


def mode_of(width: int, height: int, unit: float) -> str:
    """The arrangement that fits."""
    for mode, (wide, high) in ((FULL, _FULL), (MIDDLE, _MIDDLE)):
        if width >= wide * unit and height >= high * unit:
            return mode
    return SMALL


def pane_in(mode: str, wanted: str) -> str:
    panes = PANES[mode]
    return wanted if wanted in panes else "pattern" if mode == SMALL else "measures"


@dataclass(frozen=True)
class _Room:
    """The size of the view in px, and what its parts need: the heights of the bar and of the buttons, the widths of the
    kinds, of the tabs and of the column of heads, the heights of all measures and of all sentences; whether there are
    distances."""

    width: int
    height: int
    unit: float
    bar: int
    segments: int
    kinds: int
    tabs: int
    heads: int
    measures: int
    sentences: int
    distances: bool

    @property
    def top(self) -> int:
        """The top of what is below the bar."""
        return self.bar + _UNDER

    @property
    def under(self) -> int:
        """The top of what is below the buttons."""
        return self.top + self.segments + 8

    def of_all(self) -> Places:
        """All heads compared with each other, below the bar and the buttons."""
        return {
            "bar": QRect(0, 0, self.width, self.bar),
            "kinds": QRect(0, self.top, min(self.kinds, self.width), self.segments),
            "all": QRect(0, self.under, self.width, max(1, self.height - self.under)),
        }

    def of_one(self, mode: str, pane: str) -> Places:
        places = self._small(pane) if mode == SMALL else self._wide(mode, pane)
        return {"bar": QRect(0, 0, self.width, self.bar), **places}

    def _wide(self, mode: str, pane: str) -> Places:
        """Heads, pattern, measures side by side; the sentences below them, or in place of the measures."""
        top, width = self.top, self.width
        foot = 0 if mode == MIDDLE else min(self.sentences, round((self.height - top) * 0.34))
        high = self.height - top - (foot and foot + _UNDER)
        left = max(self.kinds, min(self.heads, round(width * 0.3)))
        x = left + GAP
        middle = min(round((width - x - GAP) * 0.54), high - round(8 * self.unit))
        middle = max(middle, round((width - x - GAP) * 0.36))
        places = {
            "kinds": QRect(0, top, left, self.segments),
            "heads": QRect(0, self.under, left, max(1, top + high - self.under)),
            "pattern": QRect(x, top, middle, high),
        }
        x += middle + GAP
        right = QRect(x, top, width - x, high)
        if mode == FULL:
            return places | self._pane(right, "measures") | {"sentences": QRect(0, self.height - foot, width, foot)}
        places["tabs"] = QRect(x, top, min(self.tabs, right.width()), self.segments)
        right.setTop(self.under)
        return places | self._pane(right, pane)

    def _pane(self, rect: QRect, pane: str) -> Places:
        """Measures with the distances under them, or the sentences."""
        if pane != "measures":
            return {pane: rect}
        used = min(self.measures, rect.height())
        places = {"measures": QRect(rect.left(), rect.top(), rect.width(), used)}
        left = rect.height() - used - 12
        if self.distances and left >= 72 * self.unit:
            tall = min(left, round(170 * self.unit))
            places["distances"] = QRect(rect.left(), rect.top() + used + 12, rect.width(), tall)
        return places

    def _small(self, pane: str) -> Places:
        """Buttons and tabs on one line, each half as wide if both do not fit; one part below them."""
        width, half = self.width, (self.width - GAP) // 2
        both = self.kinds + GAP + self.tabs <= width
        kinds, tabs = (min(one, width) if both else half for one in (self.kinds, self.tabs))
        places = {
            "kinds": QRect(0, self.top, kinds, self.segments),
            "tabs": QRect(width - tabs, self.top, tabs, self.segments),
        }
        room = QRect(0, self.under, width, max(1, self.height - self.under))
        if pane == "pattern" and room.width() > _BESIDE * room.height():
            half = room.width() // 2
            right = QRect(half + GAP, self.under, width - half - GAP, room.height())
            return places | {"pattern": QRect(0, self.under, half, room.height())} | self._pane(right, "measures")
        return places | self._pane(room, pane)
