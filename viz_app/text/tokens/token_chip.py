"""One token as a chip: its piece, a bar for its number, and the frames, shades and marks that it can carry.

A chip is painted from three things: the frozen `Chip` (what it says), the frozen `Marks` of its row (what is selected)
and the theme. Its width depends on its words alone, so that no mark ever moves a chip. All text is plain text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from model_core.direction import right_to_left
from model_core.explain.provenance import Source, function
from model_core.record.edits import Edits
from model_core.record.tokens import UNSEEN, Token
from model_core.record.trace import Trace
from model_core.spec import SPACE
from viz_app.data.maps import colormaps
from viz_app.system.language import tr, translated
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

LONGEST = 220.0  # px at text size 100 %, the widest chip; longer pieces end in …
_SIDE, _TOP = 7.0, 4.0  # px of air inside a chip
_WORD_GAP, _NEAR_GAP = 6.0, 2.0  # px before a chip that begins a word, and before one without a blank before it
_CORNER = 6.0
_BAR = 2.5  # px, the height of the bar
_LEVELS = 100  # amounts whose colours can be distinguished: 30 % of 255 entries
_WASH = 0.30  # how strongly a measure of 1 colours a chip


@dataclass(frozen=True)
class Chip:
    """The content of one chip.

    text    the readable piece; never empty
    figure  its number in words (id, probability, bits), may be empty; shown by tooltip and bar
    tip     plain text of the tooltip
    kind    Token.kind: "special" and "unknown" look different
    space   the piece begins with a space
    joined  the piece continues the word of the chip before it: no gap between them
    near    another word without a space before it, such as a full stop: a very small gap
    forced  the token was given, not chosen by the model
    rtl     the piece is written from right to left
    amount  the measure (0-1): the length of the bar, and the colour of the chip unless attention colours it
    barred  there is a measure
    off     the token is masked: crossed through
    unseen  the token's word did not occur in training
    """

    text: str
    figure: str = ""
    tip: str = ""
    kind: str = "word"
    space: bool = False
    joined: bool = False
    near: bool = False
    forced: bool = False
    rtl: bool = False
    amount: float = 0.0
    barred: bool = False
    off: bool = False
    unseen: bool = False

    def face(self, width: float) -> tuple[object, ...]:
        """All that is painted of it, that many px wide: equal means painted alike, but for half a px of its bar."""
        amount = round(self.amount * max(_LEVELS, 2 * width))
        return self.text, self.kind, self.forced, self.rtl, amount, self.barred, self.off, self.unseen


@dataclass(frozen=True, eq=False)
class ChipMarks:
    """The selection in a row of chips; all indices count from 0.

    shades   weight of each chip (0-1) if attention colours the row, otherwise None
    key      the current key, framed in the source colour
    query    the current query, framed in the target colour
    current  the chip of the current step: framed in the target colour, bold
    later    the first chip after the current step: it and all that follow are pale and dashed
    hidden   later chips are not shown at all, so that one can guess
    """

    shades: np.ndarray | None = None
    key: int | None = None
    query: int | None = None
    current: int | None = None
    later: int | None = None
    hidden: bool = False

    def same(self, other: ChipMarks) -> bool:
        """Whether all chips look alike with other marks."""
        places = [(one.key, one.query, one.current, one.later, one.hidden) for one in (self, other)]
        if places[0] != places[1] or self.shades is None or other.shades is None:
            return places[0] == places[1] and self.shades is other.shades
        return np.array_equal(self.shades, other.shades)

    def where(self, same: Sequence[bool]) -> ChipMarks:
        kept = frozenset(index for index, one in enumerate(same) if one)
        shades = None if self.shades is None else self.shades[: len(same)] * np.array(same[: len(self.shades)], bool)
        key, query = (place if place in kept else None for place in (self.key, self.query))
        return replace(self, shades=shades, key=key, query=query)

    def comes_later(self, index: int) -> bool:
        """True for a chip that comes after the current step."""
        return self.later is not None and index >= self.later

    def hides(self, index: int) -> bool:
        """True for a chip that comes later and is hidden."""
        return self.hidden and self.comes_later(index)

    def of(self, index: int) -> tuple[object, ...]:
        """Everything that the marks say about one chip: equal means painted alike."""
        inside = self.shades is not None and index < len(self.shades)
        entry = shade(float(self.shades[index])) if self.shades is not None and inside else None
        framed = index == self.key, index == self.query, index == self.current
        return entry, self.shades is None, *framed, self.comes_later(index), self.hides(index)


NO_MARKS = ChipMarks()


# ---------------------------------------------------------------- tokens become chips


def token_chips(tokens: Sequence[Token]) -> tuple[Chip, ...]:
    return tuple(map(token_chip, tokens, (None, *tokens)))


@lru_cache(maxsize=4096)  # while a text is typed almost all of its chips stay
def token_chip(token: Token, before: Token | None = None) -> Chip:
    """The chip of one token with its id as figure; `before` is the previous token, to see whether it continues its
    word."""
    blank = token.text == SPACE
    joined = before is not None and continues(token, before)
    return Chip(
        text="\u2423" if blank else token.text,
        figure=str(token.id) if token.id >= 0 else "",
        tip=token_tip(token),
        kind=token.kind,
        space=token.spaced,
        joined=joined,
        near=token.kind == "part" and not joined,
        rtl=right_to_left(token.text),
        unseen=token.note.startswith(UNSEEN),
    )


def continues(token: Token, before: Token) -> bool:
    return token.word >= 0 and token.word == before.word and not token.piece.startswith(SPACE)


@lru_cache(maxsize=2048)
def token_tip(token: Token) -> str:
    """The tooltip of a token: its note, the piece as the vocabulary spells it, the id."""
    lines = [translated(token.note)] if token.note else []
    number = [tr("id {id}", id=str(token.id))] if token.id >= 0 else []
    lines.append("   ".join([tr("piece {piece}", piece=token.piece), *number]))
    if token.spaced or token.text == SPACE:
        lines.append(tr("{space} = a space before it", space=token.piece[0]))
    if right_to_left(token.text):
        lines.append(tr("written right to left; chips are in reading order"))
    return "\n".join(lines)


# ---------------------------------------------------------------- measuring and painting

PlacedChip = tuple[QRectF, Chip, int]
"""Where a chip is painted, the chip, and its place in the row."""


class ChipFace:
    """Measures and paints chips in the fonts of the current text size. `side` is "source" or "target"."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.text, self.bold, self.small = themes.font("body"), themes.font("strong"), themes.font("small")
        self.metrics, self.wide, self.fine = (QFontMetricsF(font) for font in (self.text, self.bold, self.small))
        self._high = self.metrics.height()
        self.height = max(24, math.ceil(2 * _TOP + self._high))

    def gap(self, chip: Chip) -> float:
        """Space in px between a chip and the one before it."""
        return 0.0 if chip.joined else _NEAR_GAP if chip.near else _WORD_GAP

    def width(self, chip: Chip) -> float:
        """Width in px of a chip, bold or not."""
        words = painting.text_width(self.shown(chip), self.bold) + self._lock_room(chip)
        return math.ceil(min(themes.px(LONGEST), max(words, self._high) + 2 * _SIDE)) + 1.0

    def shown(self, chip: Chip) -> str:
        """The piece as the fonts can draw it, with a sign for right to left; the space in "ñ 1/2" is kept."""
        return painting.visible_words(f"\u25c2{chip.text}" if chip.rtl else chip.text, self.text)

    def _lock_room(self, chip: Chip) -> float:
        return round(self.fine.capHeight() * 0.9) + 3.0 if chip.forced else 0.0

    def draw(self, painter: QPainter, chips: Sequence[PlacedChip], marks: ChipMarks, theme: Theme) -> None:
        """Paints chips into their rectangles (px, as wide as `width` says), which do not overlap: all grounds and
        frames first, then all words, since pens and hints that stay the same take as long as a chip."""
        inks = []
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for rect, chip, index in chips:
            ground, ink, faint = self._colours(chip, index, marks, theme)
            later = marks.comes_later(index)
            self._ground(painter, rect, chip, later, ground, theme)
            self._frame(painter, rect, index, marks, theme, ground)
            inks.append((theme.q("muted") if later and ground is None else ink, faint))
        painter.restore()
        for (rect, chip, index), (ink, faint) in zip(chips, inks, strict=True):
            self._words(painter, rect, chip, ink, faint, bold=index == marks.current)
            if chip.barred:
                self._bar(
                    painter, rect, chip, marks.comes_later(index), faint if marks.shades is not None else None, theme
                )
            if chip.off:
                y = self._baseline(rect) - self.metrics.xHeight() / 2
                painter.setPen(QPen(theme.q("user"), 2.0))
                painter.drawLine(QPointF(rect.left() + 4, y), QPointF(rect.right() - 4, y))

    def _ground(
        self, painter: QPainter, rect: QRectF, chip: Chip, later: bool, ground: QColor | None, theme: Theme
    ) -> None:
        """As painting.draw_rounded, with hints that are set."""
        line, dashed = theme.wash(self.side, 0.30 if later else 0.45), later
        if chip.kind == "unknown" or chip.unseen:
            line, dashed = theme.q("error"), True
        elif chip.kind in ("special", "pad"):
            line, dashed = theme.wash("muted", 0.45), later or chip.kind == "pad"
        painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else ground)
        painter.setPen(QPen(line, 1.0, Qt.PenStyle.DashLine) if dashed else line)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _CORNER, _CORNER)

    def _bar(
        self, painter: QPainter, rect: QRectF, chip: Chip, later: bool, faint: QColor | None, theme: Theme
    ) -> None:
        """The bar of the chip's measure; `faint` is its colour on a shade."""
        full = rect.width() - 2 * _SIDE
        colour = theme.wash(self.side, 0.45) if later else faint or theme.q(self.side)
        painter.fillRect(
            QRectF(rect.left() + _SIDE, rect.bottom() - _BAR - 2, max(1.0, full * chip.amount), _BAR), colour
        )

    def _colours(self, chip: Chip, index: int, marks: ChipMarks, theme: Theme) -> tuple[QColor | None, QColor, QColor]:
        """(background, text colour of the piece, text colour of the figure) of one chip; both texts reach 4.5 : 1."""
        if marks.shades is not None and index < len(marks.shades):
            return shaded(shade(float(marks.shades[index])), theme)
        quiet = chip.kind in ("special", "pad")
        ink = theme.q("muted") if quiet else theme.q("ink")
        if marks.shades is None and chip.amount > 0 and not marks.comes_later(index):
            ground = theme.wash(self.side, _WASH * min(1.0, chip.amount))
            faint = "muted" if themes.contrast(ground, theme.muted) >= colormaps.CONTRAST else "ink"
            return ground, theme.q(faint if quiet else "ink"), theme.q(faint)
        return (theme.q("background") if quiet else None), ink, theme.q("muted")

    def _frame(
        self, painter: QPainter, rect: QRectF, index: int, marks: ChipMarks, theme: Theme, ground: QColor | None
    ) -> None:
        """The 2 px frames of query and key; a light line inside separates them from a dark shade."""
        if index not in (marks.current, marks.query, marks.key):
            return
        roles = [role for role, place in (("target", marks.current), ("target", marks.query), ("source", marks.key))
                 if place == index]  # fmt: skip
        for depth, role in enumerate(dict.fromkeys(roles)):
            inner = rect.adjusted(2 * depth, 2 * depth, -2 * depth, -2 * depth)
            if ground is not None:
                painting.draw_rounded(painter, inner, corner=_CORNER - depth, line=theme.q("panel"), width=3.0)
            painting.draw_rounded(painter, inner, corner=_CORNER - depth, line=theme.q(role), width=2.0)

    def _baseline(self, rect: QRectF) -> float:
        """The baseline of the text; a bar has space below it."""
        lift = 1.0 if self.side == "target" else 0.0
        return rect.top() + (rect.height() - self._high) / 2 + self.metrics.ascent() - lift

    def _words(self, painter: QPainter, rect: QRectF, chip: Chip, ink: QColor, faint: QColor, bold: bool) -> None:
        """The piece, centred, with a lock before one that was given."""
        lock = self._lock_room(chip)
        font = self.bold if bold else self.text
        text, width = painting.fitted(self.shown(chip), font, rect.width() - 2 * _SIDE - lock)
        left, baseline = rect.center().x() - (width + lock) / 2, self._baseline(rect)
        painter.setFont(font)
        painter.setPen(ink)
        painting.draw_text(painter, QPointF(left + lock, baseline), text)
        if chip.forced:
            self._lock(painter, QRectF(left, baseline - self.fine.capHeight(), lock - 3, self.fine.capHeight()), faint)

    @staticmethod
    def _lock(painter: QPainter, rect: QRectF, colour: QColor) -> None:
        """A small padlock: this token was given, not chosen."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(rect.left(), rect.top() + rect.height() * 0.42, rect.width(), rect.height() * 0.58)
        bow = QRectF(rect.left() + rect.width() * 0.2, rect.top(), rect.width() * 0.6, rect.height() * 0.8)
        painter.setPen(QPen(colour, max(1.0, rect.width() * 0.14)))
        painter.drawArc(bow, 0, 180 * 16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(body, 1, 1)
        painter.restore()


def shade(weight: float) -> int:
    """The entry (0-255) of the ramp for a weight 0-1; NaN gives 0."""
    return max(0, min(255, int(weight * 255 + 0.5))) if math.isfinite(weight) else 0


@lru_cache(maxsize=1024)
def shaded(entry: int, theme: Theme) -> tuple[QColor, QColor, QColor]:
    """(background, text colour, faint text colour) of a chip for an entry of the ramp, in the colours of the maps."""
    table = colormaps.table("weights", theme.dark)
    ink = colormaps.inks(table, dark=theme.dark)[entry]
    faint = colormaps.faint_inks(table, theme.muted, dark=theme.dark)[entry]
    return QColor(int(table[entry])), QColor(int(ink)), QColor(int(faint))


def chip_source(trace: Trace, sentence: int, step: int, measure: str) -> Source | None:
    """The number on a target chip: "probability", "surprise" or "entropy" of the step that wrote it."""
    own = "step_probability" in trace.numbers
    measure = "step_probability" if own and measure == "probability" else measure
    if measure == "surprise":
        there = own or "log_probability" in trace.numbers
        return function("surprise", (sentence, step)) if there else None
    return Source(f"numbers.{measure}", (sentence, step)) if measure in trace.numbers else None


def edited_chips(tokens: Sequence[Token], edits: Edits, sentence: int) -> tuple[Chip, ...]:
    """The chips of a source sentence, masked tokens crossed through; the tooltips say what was changed."""
    masked = {one.place for one in edits.masks.hidden if one.sentence == sentence}
    swapped = {one.place for one in edits.swaps if one.sentence == sentence}
    chips = enumerate(token_chips(tokens))
    return tuple(_edited_chip(chip, place in masked, place in swapped) for place, chip in chips)


@lru_cache(maxsize=2048)  # while a text is typed almost all of its chips stay
def _edited_chip(chip: Chip, masked: bool, swapped: bool) -> Chip:
    words = [tr("masked: no position may read it")] if masked else []
    words += [tr("replaces the text's own token")] if swapped else []
    tip = "\n".join([chip.tip, *words, tr("right-click: mask it, swap it")])
    return replace(chip, tip=tip, off=masked)
