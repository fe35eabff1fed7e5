"""What every hand-painted widget shares: tokens as plain text, numbers in one style, hatches, bars, rings, tooltips.

Tokens such as `<s>` look like markup to Qt, so text is always painted as it is at a baseline, and `tip` escapes it.
Lengths are logical pixels; colours come from viz_app.widgets.theme. Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

import html
import math
import re
import unicodedata
from functools import lru_cache

from PySide6 import QtGui
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

from model_core.direction import FIRST, LAST, in_order
from model_core.record.mask_reasons import FUTURE, HIDDEN, NAMES, PADDING, USER
from model_core.record.tokens import CIRCLE
from model_core.spec import SPACE
from viz_app.data.number_format import ELLIPSIS
from viz_app.data.vocabulary import BROKEN
from viz_app.system.glossary import explained
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

KEYBOARD_FOCUS = (  # the ways focus comes from the keyboard, when a ring helps
    Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason,
)  # fmt: skip
_BETWEEN = re.compile(r"(?<=\S) (?=\S)")  # a blank between two parts of a word
_UNDRAWN = ("Cc", "Cf", "Zs", "Zl", "Zp")  # kinds of letters that draw nothing in any font
_BEHIND_BLANK = " ₀₁₂₃₄₅₆₇₈₉"  # what follows a token that is only a space, in "▁ ▸ a" and "▁₂"
BLANK = 5.0
"""Px, the width of the mark of a blank."""
_SPACING = 7.0  # px between hatch lines, measured along an axis
_ALIGNED = {"left": 0.0, "centre": 0.5, "right": 1.0}  # the part of the free room that lies before a text
_Heights = tuple[float, float, float]
_TILE = 28  # px, a multiple of the spacing, so that the pattern closes

# ---- tokens ----------------------------------------------------------------------------------------------------


def visible_text(token: str, font: QFont) -> str:
    """A token made visible: spaces as ␣, control and zero-width characters and those that no font here can draw as
    U+XXXX, a lone combining mark on ◌; an empty token as ∅. Everything else, including `<s>` and ▁, is unchanged."""
    return _visible_text(token, font.family())


@lru_cache(maxsize=4096)  # while a text is typed almost all of its words stay
def _visible_text(token: str, family: str) -> str:
    if not token:
        return "\u2205"
    metrics = QFontMetricsF(QFont(family))
    pieces = [_visible_letter(letter, metrics, alone=len(token) == 1) for letter in token]
    if len(pieces) > 1 and pieces[0] == CIRCLE and len(pieces[1]) > 1:
        del pieces[0]  # no font here has the mark for it
    for at in range(1, len(pieces)):
        if len(pieces[at]) > 1 or len(pieces[at - 1].lstrip()) > 1:  # a code is set apart from the text around it
            pieces[at] = f" {pieces[at]}"
    return "".join(pieces)


def _visible_letter(letter: str, metrics: QFontMetricsF, alone: bool) -> str:
    if "!" <= letter <= "~" or letter in (FIRST, LAST):
        return letter
    if letter == " ":
        return "\u2423"
    kind = unicodedata.category(letter)
    hidden = kind[0] == "C" or kind in ("Zl", "Zp", "Zs")
    if hidden or not metrics.inFontUcs4(ord(letter)):
        return f"U+{ord(letter):04X}"
    return CIRCLE + letter if alone and kind[0] == "M" else letter


def visible_words(word: str, font: QFont) -> str:
    """A word of the screen as it can be seen: `visible_text` of its parts, blanks between them kept ("\u8a9e 1/3").

    Its parts stay in their order whatever way they run. Blanks at an end or beside another one are still ␣.
    """
    return _visible_words(word, font.family())


@lru_cache(maxsize=4096)
def _visible_words(word: str, family: str) -> str:
    parts = [_visible_text(part, family) for part in _BETWEEN.split(word)]
    return in_order(parts) if len(parts) > 1 and FIRST not in word else " ".join(parts)


def undrawn(text: str, font: QFont) -> list[str]:
    """The codes of the characters of a text that no font here can draw, each once."""
    return list(dict.fromkeys(code for one in dict.fromkeys(text) if (code := drawable(one, font)) != one))


def drawable(text: str, font: QFont) -> str:
    """A line of text in which characters that no font here can draw are U+XXXX."""
    return text if text.isascii() else _drawable(text, font.family())


@lru_cache(maxsize=2048)
def _drawable(text: str, family: str) -> str:
    metrics = QFontMetricsF(QFont(family))
    return "".join(
        letter
        if letter.isascii() or unicodedata.category(letter) in _UNDRAWN or metrics.inFontUcs4(ord(letter))
        else f"U+{ord(letter):04X}"
        for letter in text
    )


@lru_cache(maxsize=8192)  # those of the longest text and its candidates
def text_width(text: str, font: QFont) -> float:
    """Width in px of a text in a font, cached."""
    return QFontMetricsF(font).horizontalAdvance(text)


@lru_cache(maxsize=8192)
def fitted(text: str, font: QFont, room: float) -> tuple[str, float]:
    """A line of text as `font` can draw it, elided if wider than `room` px, and its width in px."""
    text = drawable(text, font)
    if text_width(text, font) > room:
        text = elided(text, QFontMetricsF(font), room)
    return text, text_width(text, font)


def elided(text: str, metrics: QFontMetricsF, width: float) -> str:
    """`text` shortened at its end to `width` px with an ellipsis; at least the ellipsis itself."""
    whole = metrics.horizontalAdvance(text) <= width
    return text if whole else metrics.elidedText(text, Qt.TextElideMode.ElideRight, width) or ELLIPSIS


def wrapped(text: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """A text in lines of at most `width` px; a word that is longer ends in …."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [elided(line, metrics, max(8.0, width)) for line in lines]


def draw_words(
    painter: QPainter, rect: QRectF, text: str, colour: QColor, *, align: str = "left", font: QFont | None = None
) -> QRectF:
    """Paints text unchanged on one line at half height of `rect`, elided if too long; returns its rectangle. `align` is
    "left", "centre" or "right". Raises ValueError for another word."""
    if align not in _ALIGNED:
        raise ValueError(f'align must be "left", "centre" or "right", not {align!r}')
    used = painter.font() if font is None else font
    place: tuple[float, ...] = rect.getRect()  # type: ignore[assignment]
    left, top, room, high = place
    text, width, found, (ascent, height, cap) = _fitted_line(text, used, room)
    left += (room - width) * _ALIGNED[align]
    baseline = top + (high + cap) / 2
    painter.setFont(used)
    painter.setPen(colour)
    _draw_line(painter, left, baseline, text, found, ascent)
    return QRectF(left, baseline - ascent, width, height)


@lru_cache(maxsize=2048)
def _fitted_line(text: str, font: QFont, room: float) -> tuple[str, float, QtGui.QStaticText | None, _Heights]:
    """A text as `fitted`, laid out as `laid_out`, with the heights of its font."""
    text, width = fitted(text, font, room)
    return text, width, laid_out(text, font)[0], heights(font)


def draw_token(
    painter: QPainter, rect: QRectF, token: str, colour: QColor, *, align: str = "centre", font: QFont | None = None
) -> QRectF:
    """Paints one token as plain text as `draw_words` does; invisible characters are written out. The sign of the space
    before it (viz_app.data.selection.candidate_name) is a thin line."""
    used = font or painter.font()
    if len(token) < 2 or token[0] != SPACE or token[1] in _BEHIND_BLANK:
        return draw_words(painter, rect, visible_words(token, used), colour, align=align, font=font)
    sign, words = BLANK + 2, visible_words(token[1:], used)
    covered = draw_words(painter, rect.adjusted(sign, 0, 0, 0), words, colour, align=align, font=font)
    faint = QColor(colour)
    faint.setAlphaF(0.6 * colour.alphaF())
    draw_blank(painter, covered.left() - sign, covered.top() + QFontMetricsF(used).ascent(), faint)
    return covered.adjusted(-sign, 0, 0, 0)


def draw_blank(painter: QPainter, left: float, baseline: float, colour: QColor) -> None:
    """A thin ▁ for the space that begins a piece, `BLANK` px wide."""
    painter.setPen(QPen(colour, 1.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    y = round(baseline) + 1.5
    painter.drawLine(QPointF(left, y), QPointF(left + BLANK, y))


def draw_number(painter: QPainter, centre: QPointF, text: str) -> None:
    """Paints a short number centred on a point, by its digits' height, with the pen and font already set."""
    across, up, ascent, found = _number(text, painter.font())
    _draw_line(painter, centre.x() - across, centre.y() + up, text, found, ascent)


@lru_cache(maxsize=2048)
def _number(text: str, font: QFont) -> tuple[float, float, float, QtGui.QStaticText | None]:
    """Half the width of a number, half the height of its digits and the font's ascent, px; the number laid out."""
    ascent, _, cap = heights(font)
    return text_width(text, font) / 2, cap / 2, ascent, laid_out(text, font)[0]


def draw_text(painter: QPainter, start: QPointF, text: str) -> None:
    """Paints what `painter.drawText(start, text)` does, in half the time: the layout of a text is cached for each
    font."""
    found, ascent = laid_out(text, painter.font())
    _draw_line(painter, start.x(), start.y(), text, found, ascent)


def _draw_line(
    painter: QPainter, left: float, baseline: float, text: str, found: QtGui.QStaticText | None, ascent: float
) -> None:
    if found is None:
        painter.drawText(QPointF(left, baseline), text)
    else:
        painter.drawStaticText(QPointF(left, baseline - ascent), found)


@lru_cache(maxsize=2048)  # about 1 KB each
def laid_out(text: str, font: QFont) -> tuple[QtGui.QStaticText | None, float]:
    """A text laid out for repeated painting, None if characters of another font make its line higher, its baseline
    lower; and the ascent of the font, px."""
    made = QtGui.QStaticText(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.prepare(font=font)
    ascent, high, _ = heights(font)
    return (made if made.size().height() == math.ceil(high) else None), ascent


@lru_cache(maxsize=256)
def heights(font: QFont) -> _Heights:
    """Height in px of the ascent, of a line and of a capital letter."""
    metrics = QFontMetricsF(font)
    return metrics.ascent(), metrics.height(), metrics.capHeight()


def tip(text: str) -> str:
    """`text` for QToolTip or setToolTip so that Qt shows it as written: escaped, line breaks kept; "" stays ""."""
    return f"<div style='white-space:pre-wrap'>{html.escape(text)}</div>" if text else ""


def set_tip(part: QWidget, about: str, label: str = "") -> None:
    """Sets the tooltip of a part: what it is `about`, with the glossary terms in its `label`. Screen readers get the
    plain text, as they would read markup aloud."""
    part.setToolTip(tip(explained(label, about)))
    part.setAccessibleDescription(about)


INSPECTOR = "inspector"
"""Object name of the part of a window that says of every cell that is pointed at what a tooltip would."""


def is_told(widget: QWidget) -> bool:
    """Whether the window already shows what the tooltip of a cell would."""
    found = widget.window().findChild(QWidget, INSPECTOR)
    return found is not None and found.isVisible()


# ---- hatches ---------------------------------------------------------------------------------------------------


def hatch_colour(theme: Theme, reason: int) -> QColor:
    """The colour of a masked cell's lines. Raises ValueError for any code but a reason to hide a cell."""
    if not FUTURE <= reason <= HIDDEN:
        raise ValueError(f"no hatch for reason {reason}; known are 1 future, 2 padding, 3 user, 4 broken, 5 hidden")
    return theme.wash(_role(reason), {"light": 0.35, "dark": 0.45}.get(theme.name, 0.75))


def hatch_ground(theme: Theme, reason: int) -> QColor:
    """The pale background under the lines."""
    return theme.wash(_role(reason), 0.06)


def _role(reason: int) -> str:
    """The theme role whose colour cells with this reason have."""
    return "target" if reason == HIDDEN else NAMES[reason]


def hatch(theme: Theme, reason: int, ratio: float = 1.0) -> QBrush:
    """The brush that fills cells masked for `reason`: / future, \\ padding, both for the user's own, = not a number, no
    lines where a question hides them.

    `ratio` is the device pixel ratio. Set the painter's brush origin so that neighbouring cells join.
    """
    return _hatch(theme.name, theme.background, reason, ratio)


@lru_cache(maxsize=64)
def _hatch(name: str, _background: str, reason: int, ratio: float) -> QBrush:
    theme = themes.THEMES.get(name, themes.current())
    side = max(1, round(_TILE * ratio))
    tile = QPixmap(side, side)
    tile.fill(hatch_ground(theme, reason))
    with QPainter(tile) as painter:
        painter.scale(side / _TILE, side / _TILE)
        wider = QRectF(0, 0, _TILE, _TILE).adjusted(-_SPACING, -_SPACING, _SPACING, _SPACING)
        draw_hatch_lines(painter, wider, theme, reason)
    brush = QBrush(tile)
    brush.setTransform(QTransform.fromScale(_TILE / side, _TILE / side))
    return brush


def hatch_lines(rect: QRectF, reason: int) -> list[QLineF]:
    """The hatch of one rectangle as clipped lines, in phase over the whole plane: for vector graphics."""
    lines: list[QLineF] = []
    if reason in (FUTURE, USER):
        lines += _diagonals(rect, rising=True)
    if reason in (PADDING, USER):
        lines += _diagonals(rect, rising=False)
    if reason == BROKEN:
        y = math.ceil(rect.top() / _SPACING) * _SPACING
        while y <= rect.bottom():
            lines.append(QLineF(rect.left(), y, rect.right(), y))
            y += _SPACING
    return lines


def _diagonals(rect: QRectF, rising: bool) -> list[QLineF]:
    """Lines x + y = c (rising to the right on the screen) or x - y = c, c a multiple of the spacing, inside `rect`."""
    sign = 1 if rising else -1
    low, high = sorted((sign * rect.top(), sign * rect.bottom()))
    lines, c = [], math.ceil((rect.left() + low) / _SPACING) * _SPACING
    while c <= rect.right() + high:
        x0, x1 = max(rect.left(), c - high), min(rect.right(), c - low)
        lines.append(QLineF(x0, sign * (c - x0), x1, sign * (c - x1)))
        c += _SPACING
    return lines


def draw_hatch_lines(painter: QPainter, rect: QRectF, theme: Theme, reason: int) -> None:
    """Paints the lines of `hatch_lines` with the reason's pen; leaves the painter as it was."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(hatch_colour(theme, reason), 1.1)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLines(hatch_lines(rect, reason))
    painter.restore()


def opened_tint(theme: Theme) -> QColor:
    """The colour over a cell that only an edit opened: translucent, so that its weight stays visible."""
    colour = QColor(theme.q("target"))
    colour.setAlphaF(0.26)
    return colour


def draw_hatched(painter: QPainter, rect: QRectF, theme: Theme, reason: int) -> None:
    """Fills a rectangle with background and lines, without a texture: exact in SVG and PDF."""
    painter.fillRect(rect, hatch_ground(theme, reason))
    draw_hatch_lines(painter, rect, theme, reason)


# ---- bars, rings, frames ---------------------------------------------------------------------------------------


def draw_bar(painter: QPainter, rect: QRectF, fraction: float, colour: QColor) -> None:
    """A horizontal bar that fills `fraction` (clipped to 0-1) of `rect` from the left; at least 1 px if above 0."""
    part = min(1.0, max(0.0, fraction)) if math.isfinite(fraction) else 0.0
    if part == 0.0:
        return
    filled = QRectF(rect.left(), rect.top(), max(1.0, rect.width() * part), rect.height())
    draw_rounded(painter, filled, corner=min(3.0, filled.width() / 2), fill=colour)


def draw_rounded(
    painter: QPainter, rect: QRectF, *, corner: float = themes.CORNER, fill: QColor | None = None,
    line: QColor | None = None, width: float = 1.0, dashed: bool = False,
) -> None:  # fmt: skip
    """A rectangle with round corners whose line lies inside `rect`, so that 1 px lines stay sharp."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)
    if line is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(rect, corner, corner)
    else:
        plain = width == 1.0 and not dashed  # the pen of a plain colour, a tenth of the time of a QPen
        painter.setPen(line if plain else QPen(line, width, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
        inset = width / 2
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), corner, corner)
    painter.restore()


def draw_focus_ring(painter: QPainter, rect: QRectF, theme: Theme, *, corner: float = themes.CORNER) -> None:
    """The focus ring: 2 px in the focus colour, just inside `rect`, and 1 px that separates it from a filled area."""
    draw_rounded(painter, rect, corner=corner, line=theme.q("focus"), width=2.0)
    draw_rounded(painter, rect.adjusted(2, 2, -2, -2), corner=max(0.0, corner - 2), line=theme.q("panel"))


def pixel_font(font: QFont) -> QFont:
    """The same font with its size in px, so that it looks alike on any painter."""
    made = QFont(font)
    made.setPixelSize(QFontInfo(font).pixelSize())
    return made
