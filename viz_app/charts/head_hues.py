"""One stable colour for each head, for any number of heads: hues spread by the head's place, never twice the same.

Each head's hue lies a golden section of the free hues from the one before, so that any run of heads is spread over all
of them and no later head repeats an earlier one. Blue is the source's and orange the target's: no head has them.
Lightness changes from head to head, so that neighbours in hue differ in it too. Computed in OKLab (B. Ottosson's space,
2020), then darkened or lightened until the colour reaches 3 : 1 on the theme's grounds. A head keeps its colour
whatever the layer, the attention, the view and the number of heads.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from PySide6.QtGui import QColor

from viz_app.data.maps.colormaps import from_oklab, to_oklab
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_FREE = ((95.0, 120.0), (290.0, 85.0))  # degrees: where the free hues begin, how many there are: greens, then violets
_FIRST, _TURN = 0.125, (math.sqrt(5) - 1) / 2  # shares of the free hues
_CHROMA = 0.15
_LIGHT = (0.54, 0.44, 0.64)  # lightness 0-1 of heads in turn, on light grounds
_DARK = (0.76, 0.68, 0.84)
_LEAST = 3.0  # contrast of a graphic with its ground, WCAG 2.2 AA
_STEP = 0.01


def head_colour(head: int, theme: Theme) -> QColor:
    """The colour of head `head`, counted from 0, in a theme. Raises ValueError for a negative number."""
    if head < 0:
        raise ValueError(f"heads count from 0, got {head}")
    return QColor(_colour(head, theme.dark, theme.background, theme.panel))


def heads_in_one(theme: Theme) -> QColor:
    """The colour of several heads in one line, and of what has no heads: of the theme, never a head's own."""
    return theme.q("ink")


def hue_of(head: int) -> float:
    """The hue of a head in OKLab, degrees from 0 to 360."""
    place = (_FIRST + _TURN * head) % 1.0 * sum(width for _, width in _FREE)
    (first, width), (second, _) = _FREE
    return (first + place if place < width else second + place - width) % 360.0


@cache
def _colour(head: int, dark: bool, background: str, panel: str) -> str:
    hue = math.radians(hue_of(head))
    lightness = (_DARK if dark else _LIGHT)[head % 3]
    colour = _displayable(lightness, hue)
    while min(themes.contrast(colour, ground) for ground in (background, panel)) < _LEAST and 0 < lightness < 1:
        lightness += _STEP if dark else -_STEP
        colour = _displayable(lightness, hue)
    return colour.name()


def _displayable(lightness: float, hue: float) -> QColor:
    """The most colourful colour of this lightness and hue (radians) that a screen can show, up to a fixed chroma."""
    chroma = _CHROMA
    while True:
        wanted = np.array([lightness, chroma * math.cos(hue), chroma * math.sin(hue)])
        rgb = from_oklab(wanted)
        if chroma <= 0.02 or np.abs(to_oklab(rgb) - wanted).max() < 0.004:
            return QColor.fromRgbF(*(float(part) for part in rgb))
        chroma -= 0.005
