"""Fonts with their metrics, and the layout of text, tokens and head maps in a box of the diagram.

Text keeps its size at every zoom. Lengths are logical pixels of the screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from viz_app.data import number_format
from viz_app.views.model import text as words
from viz_app.views.model.layout import Box
from viz_app.views.model.live_state import LiveState
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import pixel_font

INSET = 8.0  # px beside the words of a box
BETWEEN = 12.0  # px between two words of a line
_HEADS = 15.0  # px: an attention box shows its heads where this much is left under its title
_SMALLEST, _GAP = 11.0, 3.0  # px: smaller maps of heads show nothing; between two of them
_CUT = 24.0  # px for the … where tokens are left out
_ROLES: tuple[themes.Role, ...] = ("body", "small", "strong", "code")


class DiagramFonts:
    """The fonts of the diagram with their metrics, `factor` times as large as elsewhere; `fixed` ones are sized in px,
    for SVG and PDF."""

    def __init__(self, fixed: bool = False, factor: float = 1.0) -> None:
        self.factor = factor
        made = {role: themes.font(role) for role in _ROLES}
        made["code"].setPointSizeF(made["small"].pointSizeF())
        for one in made.values():
            one.setPointSizeF(one.pointSizeF() * factor)
        self.font: dict[str, QFont] = {role: pixel_font(one) if fixed else one for role, one in made.items()}
        self.measure = {role: QFontMetricsF(one) for role, one in self.font.items()}
        self.line = {role: math.ceil(one.height()) for role, one in self.measure.items()}

    def width(self, role: str, text: str) -> float:
        """Width of a text, px."""
        return painting.text_width(text, self.font[role])

    def elided(self, role: str, text: str, room: float) -> str:
        """A text, elided if it is wider than `room` px."""
        return text if self.width(role, text) <= room else painting.elided(text, self.measure[role], room)

    def fitting(self, height: float) -> str:
        """The largest font of which a line fits into this height: "body", "small", or "" for none."""
        height += 1e-6  # of a box that is seen at just the scale at which the line fits
        if height >= self.line["body"] + 2:
            return "body"
        return "small" if height >= self.line["small"] - 1 else ""


def head_places(rect: QRectF, heads: int, fonts: DiagramFonts) -> list[QRectF]:
    """The rectangles of the heads' small maps in an attention box shown at `rect`; [] if they do not fit."""
    line = fonts.line["body"]
    room = rect.adjusted(INSET, line + 3, -INSET, -4)
    side = min(room.height(), (room.width() + _GAP) / heads - _GAP)
    if room.height() < _HEADS or side < _SMALLEST:
        return []
    side = float(int(side))
    top = room.top() + (room.height() - side) / 2
    return [QRectF(room.left() + head * (side + _GAP), top, side, side) for head in range(heads)]


def inner_places(rect: QRectF, box: Box, live: LiveState, fonts: DiagramFonts) -> list[tuple[int, QRectF]]:
    """The rectangles of the heads, layers or tokens of a box shown at `rect`; -1 stands for tokens that are left
    out."""
    if box.kind == "attention":
        return list(enumerate(head_places(rect, live.trace.spec.heads_of(box.attention), fonts)))
    if box.kind == "folded":
        return layer_places(rect, box)
    places = token_places(rect, box.name, live, fonts) if box.kind == "tokens" else []
    return [(token, area) for token, area, _ in places]


def layer_places(rect: QRectF, box: Box) -> list[tuple[int, QRectF]]:
    """The rectangles of the layer numbers in a folded box that stands for several; [] for one layer."""
    if box.count == 1:
        return []
    left, wide = rect.left() + 0.45 * rect.width(), 0.55 * rect.width() / box.count
    return [(layer, QRectF(left + place * wide, rect.top(), wide, rect.height()))
            for place, layer in enumerate(box.layers)]  # fmt: skip


def token_places(rect: QRectF, name: str, live: LiveState, fonts: DiagramFonts) -> list[tuple[int, QRectF, str]]:
    """(token, area, text) of the tokens that fit into a box shown at `rect`, including the selected one. Tokens that
    are left out are represented by … with token -1."""
    found, font = live.tokens(name), fonts.fitting(rect.height())
    if not found or not font:
        return []
    x = rect.left() + INSET + lead(rect, name, fonts)
    room, blank = rect.right() - INSET - x, fonts.width(font, " ") + 4
    most = max(_CUT, room * 0.5)

    def text_of(place: int) -> str:
        if not 0 <= place < len(found):
            return number_format.ELLIPSIS
        return fonts.elided(font, painting.visible_words(found[place], fonts.font[font]), min(most, room))

    chosen = min(live.token(name) or 0, len(found) - 1)
    first, last = _window(found, chosen, lambda place: fonts.width(font, text_of(place)) + blank, room)
    shown = [*([-1] if first > 0 else []), *range(first, last), *([-1] if last < len(found) else [])]
    made = []
    for place in shown:
        text = text_of(place)
        wide = fonts.width(font, text)
        made.append((place, QRectF(x, rect.top() + 2, wide, rect.height() - 4), text))
        x += wide + blank
    return made


def lead(rect: QRectF, name: str, fonts: DiagramFonts) -> float:
    """Width in px of the label before the tokens, 0 if it does not fit."""
    wide = fonts.width("small", words.TOKENS[name])
    return wide + BETWEEN if wide < rect.width() * 0.35 else 0.0


def _window(found: Sequence[str], chosen: int, wide: Callable[[int], float], room: float) -> tuple[int, int]:
    """First and last + 1 of the tokens that fit into `room`, including the selected one, from the start if possible."""
    first, last, used = chosen, chosen + 1, wide(chosen)
    while first > 0 and used + wide(first - 1) <= room - _CUT * ((first > 1) + (last < len(found))):
        first -= 1
        used += wide(first)
    while last < len(found) and used + wide(last) <= room - _CUT * ((first > 0) + (last + 1 < len(found))):
        used += wide(last)
        last += 1
    return first, last
