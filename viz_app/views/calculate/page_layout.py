"""Where everything of the calculation's page lies at a given width. Lengths are logical pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from viz_app.views.calculate.blocks import Block, Number, PageRow
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import pixel_font

PAD, GAP, EDGE = 12.0, 8.0, 2.0  # px inside a card, between cards, left of them
AIR = 8.0  # px that a row is higher than its text
_LABEL, _NOTE = 128.0, 168.0  # px at text size 100 %
_NARROW = 620.0  # px at text size 100 %: below it the notes go
_WIDEST = 104.0  # px of a column at text size 100 %
_BAR = 34.0  # px of a row of bars at text size 100 %
_WIDEST_BAR = 44.0  # px at text size 100 %
WRAP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWrapAnywhere


class PageFonts:
    """The fonts of a page with their measures; in pixels, so that pictures of any resolution look alike."""

    def __init__(self) -> None:
        self.body, self.strong = pixel_font(themes.font("body")), pixel_font(themes.font("strong"))
        self.small, self.code = pixel_font(themes.font("small")), pixel_font(themes.font("code"))
        self.metrics = QFontMetricsF(self.body)
        self.line = math.ceil(self.metrics.height())
        self.low = math.ceil(QFontMetricsF(self.small).height())


@dataclass(frozen=True)
class Measures:
    """How wide the parts of a row are at a page's width, and how many columns fit."""

    label: float
    note: float
    room: float
    unit: float
    key: float

    @classmethod
    def of(cls, width: float, decimals: int) -> Measures:
        """For a page `width` px wide whose numbers have so many decimals."""
        scale, metrics = themes.text_scale(), QFontMetricsF(pixel_font(themes.font("body")))
        narrow = width < _NARROW * scale
        label = min(_LABEL * scale, width * 0.3)
        note = 0.0 if narrow else _NOTE * scale
        room = max(1.0, width - 2 * PAD - label - note)
        unit = metrics.horizontalAdvance(f"\u221200.{'0' * decimals}") + 10
        return cls(label, note, room, unit, max(unit, 68 * scale))

    @property
    def units(self) -> int:
        """How many columns of units fit."""
        return max(1, int(self.room // self.unit))

    @property
    def keys(self) -> int:
        """How many columns of keys fit."""
        return max(1, int(self.room // self.key))


@dataclass
class Placed:
    """One number on the page."""

    number: Number
    rect: QRectF
    row: int
    column: int


@dataclass
class PlacedRow:
    """One row: its whole line, its label, the room of its numbers or text, its note."""

    row: PageRow
    rect: QRectF
    label: QRectF
    body: QRectF
    note: QRectF
    first: bool  # the first row of its step in its block
    texts: tuple[tuple[str, str, QRectF], ...] = ()  # (font, text, place) of formula and code


@dataclass
class PlacedBlock:
    """One card."""

    block: Block
    rect: QRectF
    title: QRectF
    heads: list[QRectF] = field(default_factory=list)
    arrows: tuple[QRectF, QRectF] | None = None
    pager: QRectF = field(default_factory=QRectF)
    words: str = ""  # what stands there


class PageLayout:
    """The blocks under each other. `numbers`, `rows` and `cards` say where what lies, `height` how far down it goes."""

    def __init__(self, blocks: Sequence[Block], depth: str, width: float, decimals: int) -> None:
        self.blocks, self.depth, self.width, self.decimals = tuple(blocks), depth, width, decimals
        self.fonts = PageFonts()
        self.measures = Measures.of(width, decimals)
        self.wide = self._columns_end(blocks)
        self.numbers: list[Placed] = []
        self.rows: list[PlacedRow] = []
        self.cards: list[PlacedBlock] = []
        top = 0.0
        for block in blocks:
            top = self._place(block, top) + GAP
        self.height = max(0.0, top - GAP)

    # ---- finding things

    def number_at(self, point: QPointF) -> Placed | None:
        """The number under a point."""
        return next((one for one in self.numbers if one.rect.contains(point)), None)

    def row_at(self, point: QPointF) -> PlacedRow | None:
        """The row under a point."""
        return next((one for one in self.rows if one.rect.contains(point)), None)

    def key_at(self, point: QPointF) -> int | None:
        """The key whose heading is under a point."""
        for card in self.cards:
            for key, rect in zip(card.block.keys, card.heads, strict=False):
                if rect.contains(point):
                    return key
        return None

    def turn_at(self, point: QPointF) -> tuple[int, int] | None:
        """(entry of Choice.pages, ±1) of the arrow under a point."""
        for card in self.cards:
            for arrow, by in zip(card.arrows or (), (-1, 1), strict=False):
                if arrow.contains(point) and card.block.pager is not None:
                    return card.block.pager.sort, by
        return None

    def span(self, step: int) -> tuple[float, float]:
        """Top and bottom of the rows of a step, with the heading of the card that they begin in."""
        found = [placed for placed in self.rows if placed.row.step == step]
        if not found:
            return 0.0, 0.0
        cards = [card for card in self.cards if card.rect.contains(found[0].rect.center())]
        top = cards[0].rect.top() if cards else found[0].rect.top()
        return top, found[-1].rect.bottom() + PAD

    def cards_of(self, row: PlacedRow) -> PlacedBlock:
        """The card that a row lies in."""
        return next(card for card in self.cards if card.rect.contains(row.rect.center()))

    def bar_width(self, card: PlacedBlock, count: int) -> float:
        """Px of one bar of a picture: a column's where these have words above them."""
        if card.heads:
            return card.heads[0].width()
        return min(self.measures.room / max(1, count), _WIDEST_BAR * themes.text_scale())

    # ---- placing

    def _columns_end(self, blocks: Sequence[Block]) -> float:
        """Px that the numbers of the card with the widest ones take: notes stand behind them."""
        if self.depth == "numbers":
            wide = [len(one.columns) * self._cell(len(one.columns), bool(one.keys)) for one in blocks]
        elif self.depth == "picture":
            wide = [self._bars_end(one) for one in blocks]
        else:
            wide = [self.measures.room]
        return max(wide, default=0.0)

    def _bars_end(self, block: Block) -> float:
        """Px that the bars of a card take."""
        if block.keys:
            return len(block.columns) * self._cell(len(block.columns), True)
        most = max((len(row.whole) or len(row.numbers) for row in block.rows), default=0)
        return most * min(self.measures.room / max(1, most), _WIDEST_BAR * themes.text_scale())

    def _place(self, block: Block, top: float) -> float:
        """Places one card at `top`; returns where it ends."""
        inner, y = self.width - 2 * PAD, top + PAD - 4
        card = PlacedBlock(block, QRectF(), QRectF(PAD, y, inner, self.fonts.line))
        y += self.fonts.line + 4
        self._place_pager(card)
        if self.depth in ("picture", "numbers") and block.columns:
            y = self._place_heads(card, y)
        step = 0
        for row in block.rows:
            y = self._place_row(block, row, y, row.step != step)
            step = row.step
        card.rect = QRectF(EDGE, top, self.width - EDGE, y + PAD - 6 - top)
        self.cards.append(card)
        return card.rect.bottom()

    def _place_pager(self, card: PlacedBlock) -> None:
        """Its words at the right of the title, and the arrows behind them."""
        pager = card.block.pager
        if pager is None or self.depth in ("formula", "code"):
            return
        metrics = QFontMetricsF(self.fonts.small)
        right, side = card.title.right(), self.fonts.line + 6
        if pager.sort >= 0 and pager.pages > 1 and self.depth == "numbers":
            last = QRectF(right - side, card.title.top() - 3, side, side)
            card.arrows = (last.translated(-side, 0), last)
            right -= 2 * side + 4
        words = pager.words if self.depth == "numbers" else _all_words(card.block)
        card.words = words
        title = QFontMetricsF(self.fonts.strong).horizontalAdvance(card.block.title)
        wide = max(0.0, min(metrics.horizontalAdvance(words) + 2, right - card.title.left() - title - 12))
        card.pager = QRectF(right - wide, card.title.top(), wide, card.title.height())

    def _place_heads(self, card: PlacedBlock, y: float) -> float:
        """Words above the columns: unit numbers, or the keys' tokens."""
        whole = max((len(row.whole) for row in card.block.rows), default=0)
        if self.depth == "picture" and (not card.block.keys or whole != len(card.block.columns)):
            return y
        columns = len(card.block.columns)
        cell = self._cell(columns, bool(card.block.keys))
        left = PAD + self.measures.label
        card.heads = [QRectF(left + at * cell, y, cell, self.fonts.low + 4) for at in range(columns)]
        return y + self.fonts.low + 4

    def _cell(self, columns: int, keys: bool) -> float:
        """Px of one column: they share out the room, and are not wider than reads well."""
        room = self.measures.room / max(1, columns)
        return min(room, _WIDEST * themes.text_scale() * (1.15 if keys else 1.0))

    def _place_row(self, block: Block, row: PageRow, y: float, first: bool) -> float:
        left, label = PAD + self.measures.label, QRectF(PAD, y, self.measures.label, self.fonts.line + AIR)
        if self.depth in ("formula", "code") or (row.missing and not row.numbers):
            return self._place_text(row, label, y, first)
        height = self.fonts.line + AIR if self.depth == "numbers" else _BAR * themes.text_scale()
        label.setHeight(height)
        body = QRectF(left, y, self.wide, height)
        rest = self.width - PAD - body.right() - 8 if self.measures.note else 0.0
        note = QRectF(body.right() + 8, y, max(0.0, rest), height)
        placed = PlacedRow(row, QRectF(0, y, self.width, height), label, body, note, first)
        cell = self._cell(len(block.columns), bool(block.keys))
        at_row = len(self.rows)
        if self.depth == "numbers":
            for at, number in enumerate(row.numbers):
                self.numbers.append(Placed(number, QRectF(left + at * cell, y, cell, height), at_row, at))
            self._place_result(placed, cell, at_row)
        self.rows.append(placed)
        return y + height

    def _place_result(self, placed: PlacedRow, cell: float, at_row: int) -> None:
        """The sum at the end of a row, behind its note."""
        result = placed.row.result
        if result is None or placed.note.width() < self.measures.unit:
            return
        words = QFontMetricsF(self.fonts.small).horizontalAdvance(placed.row.note)
        left = min(placed.note.left() + words + 6, placed.note.right() - self.measures.unit)
        rect = QRectF(left, placed.note.top(), placed.note.right() - left, placed.note.height())
        self.numbers.append(Placed(result, rect, at_row, len(placed.row.numbers)))

    def _place_text(self, row: PageRow, label: QRectF, y: float, first: bool) -> float:
        """Formula or code instead of numbers, broken into as many lines as it needs."""
        lines = self._lines(row)
        left, wide = label.right(), self.width - label.right() - PAD
        texts, down = [], y + AIR / 2
        for font, text in lines:
            metrics = QFontMetricsF(self._font(font))
            need = metrics.boundingRect(QRectF(0, 0, wide, 1e6), int(WRAP), text)
            texts.append((font, text, QRectF(left, down, wide, need.height())))
            down += need.height()
        height = max(self.fonts.line + AIR, down - y + AIR / 2)
        rect = QRectF(0, y, self.width, height)
        self.rows.append(PlacedRow(row, rect, label, rect, QRectF(), first, tuple(texts)))
        return y + height

    def _lines(self, row: PageRow) -> list[tuple[str, str]]:
        if row.missing:
            return [("small", row.missing)]
        if self.depth == "code":
            text = "\n".join(line.strip() for line in row.code.text.splitlines())
            return [("code", text), ("small", row.code.place)] if text else [("small", "an input of this step")]
        return [("body" if not at else "small", line) for at, line in enumerate(row.formula) if line]

    def _font(self, name: str) -> QFont:
        font: QFont = getattr(self.fonts, name)
        return font


def _all_words(block: Block) -> str:
    """How much a picture shows: all of it."""
    count = max((len(row.whole) for row in block.rows), default=0)
    word = "key" if block.keys else "unit"
    return f"all {count:,} {word}s" if count > 1 else f"one {word}"


__all__ = ["Measures", "PageLayout", "Placed", "PlacedBlock", "PlacedRow"]
