"""The layout of the calculation's page at a given width. Lengths are logical pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from viz_app.system.language import tr
from viz_app.views.calculate.blocks import Block, Number, PageRow
from viz_app.views.calculate.math_line import MathLine
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Role

PAD, GAP, EDGE = 12.0, 8.0, 2.0  # px inside a card, between cards, left of them
AIR = 8.0  # px that a row is higher than its text
_LABEL, _NOTE = 128.0, 168.0  # px at text size 100 %
_NARROW = 620.0  # px at text size 100 %: below it the notes go
_WIDEST = 104.0  # px of a column at text size 100 %
_WORD = 46.0  # px of a column with a word alone at text size 100 %
_BAR = 34.0  # px of a row of bars at text size 100 %
_WIDEST_BAR = 44.0  # px at text size 100 %
_TALLEST = {"picture": 4.0, "numbers": 3.5}  # times the usual height: rows in the room of a presentation
WRAP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWrapAnywhere


@dataclass(frozen=True)
class Measures:
    """The widths of a row's parts for a page width, and how many columns fit."""

    label: float
    note: float
    room: float
    unit: float
    key: float

    @classmethod
    def for_page(cls, width: float, decimals: int) -> Measures:
        """For a page `width` px wide whose numbers have this many decimals."""
        scale = themes.text_scale()
        label = min(_LABEL * scale, width * 0.3)
        note = 0.0 if width < _NARROW * scale else _NOTE * scale
        unit = Canvas.metrics_of("body").horizontalAdvance(f"\u221200.{'0' * decimals}") + 10
        return cls(label, note, max(1.0, width - 2 * PAD - label - note), unit, max(unit, 68 * scale))

    @property
    def units(self) -> int:
        """How many columns of units fit."""
        return max(1, int(self.room // self.unit))

    @property
    def words(self) -> int:
        """How many columns of keys fit if only a word is above each."""
        return max(1, int(self.room // (_WORD * themes.text_scale())))

    @property
    def keys(self) -> int:
        """How many columns of keys fit."""
        return max(1, int(self.room // self.key))


@dataclass
class PlacedNumber:
    number: Number
    rect: QRectF
    row: int
    column: int


@dataclass
class PlacedBlock:
    block: Block
    rect: QRectF
    title: QRectF
    heads: list[QRectF] = field(default_factory=list)
    arrows: tuple[QRectF, ...] = ()
    pager: QRectF = field(default_factory=QRectF)
    words: str = ""  # the text


@dataclass
class PlacedRow:
    """One row: its whole line, its label, the space for its numbers or text, its note."""

    row: PageRow
    card: PlacedBlock
    rect: QRectF
    label: QRectF
    body: QRectF
    note: QRectF
    first: bool  # the first row of its step in its block
    texts: tuple[tuple[Role, str, QRectF], ...] = ()  # (font, text, place) of formula and code


@dataclass(frozen=True)
class Below:
    """The size of blocks still to come: px of the widest one's numbers, px of height."""

    wide: float = 0.0
    height: float = 0.0


def _rects_of(placed: Iterable[PlacedNumber | PlacedRow]) -> np.ndarray:
    """(N, 4) left, top, right and bottom, as a screen reader queries thousands of points."""
    return np.array([one.rect.getCoords() for one in placed]).reshape(-1, 4)


def _first_at(rects: np.ndarray, point: QPointF) -> int | None:
    """The index of the first rectangle that contains a point."""
    (left, top, right, bottom), x, y = rects.T, point.x(), point.y()
    found = np.flatnonzero((left <= x) & (x <= right) & (top <= y) & (y <= bottom))
    return int(found[0]) if len(found) else None


class PageLayout:
    """The blocks under each other. `numbers`, `rows` and `cards` say where what lies, `height` how far down it goes,
    what comes `below` them included; `ready` is how far down the page is made of what comes with each key; `card` names
    the block that stands out in place of a step, "" = none; `finish`, if there is one, makes the whole page of one
    whose blocks from `ready` on are left until they are seen. `spare` px are shared by the rows of numbers, which
    become higher by them."""

    def __init__(
        self, blocks: Sequence[Block], depth: str, width: float, decimals: int, below: Below = Below(),
        spare: float = 0.0,
    ) -> None:  # fmt: skip
        self.blocks, self.depth, self.width, self.decimals = tuple(blocks), depth, width, decimals
        self.ready, self.card = 0.0, ""
        self.finish: Callable[[], PageLayout] | None = None
        self.measures = Measures.for_page(width, decimals)
        self.line, self.low = (math.ceil(Canvas.line(role)) for role in ("body", "small"))
        self._high = self._row_height(spare)
        written = depth in ("formula", "code")
        self.wide = self.measures.room if written else max(map(self._columns_end, blocks), default=0.0)
        self.wide = max(self.wide, below.wide)
        self.numbers: list[PlacedNumber] = []
        self.rows: list[PlacedRow] = []
        self.cards: list[PlacedBlock] = []
        self.maths: dict[str, MathLine] = {}  # how each formula is set
        top = 0.0
        for block in blocks:
            top = self._place(block, top) + GAP
        self.height = max(0.0, top - GAP) + below.height

    # ---- finding things

    def place_at(self, point: QPointF) -> object:
        """What is at a point: the index of a number, ("key", key), ("turn", (entry of Choice.pages, ±1)) or ("step",
        step); None for nothing."""
        if (number := _first_at(self._number_rects, point)) is not None:
            return number
        for card in (one for one in self.cards if one.rect.top() <= point.y() <= one.rect.bottom()):
            keys = zip(card.block.keys, card.heads, strict=False)
            if (key := next((key for key, rect in keys if rect.contains(point)), None)) is not None:
                return "key", key
            for arrow, by in zip(card.arrows, (-1, 1), strict=False):
                if arrow.contains(point) and card.block.pager is not None:
                    return "turn", (card.block.pager.sort, by)
        row = self.row_at(point)
        named = row is not None and row.row.step > 0 and row.label.contains(point)
        return ("step", row.row.step) if row is not None and named else None

    def label_at(self, point: QPointF) -> str:
        """The label of a row or the title of a card under a point; "" elsewhere."""
        row = self.row_at(point)
        if row is not None:
            return row.row.label if row.label.contains(point) else ""
        return next((card.block.title for card in self.cards if card.title.contains(point)), "")

    def row_at(self, point: QPointF) -> PlacedRow | None:
        at = _first_at(self._row_rects, point)
        return None if at is None else self.rows[at]

    @cached_property
    def _number_rects(self) -> np.ndarray:
        return _rects_of(self.numbers)

    @cached_property
    def _row_rects(self) -> np.ndarray:
        return _rects_of(self.rows)

    def span(self, step: int, card: str = "") -> tuple[float, float]:
        """Top and bottom of the rows of a step, with the heading of the card in which they begin; or of the named card,
        if it exists."""
        if named := [placed.rect for placed in self.cards if card and placed.block.card == card]:
            return named[0].top(), named[0].bottom()
        found = [placed for placed in self.rows if placed.row.step == step]
        return (found[0].card.rect.top(), found[-1].rect.bottom() + PAD) if found else (0.0, 0.0)

    def result_words(self, row: PageRow) -> tuple[str, Number | None]:
        """The text behind a row, and the number behind it."""
        if self.depth == "picture" and row.figure is not None:
            return row.figure
        return ("" if self.depth == "picture" and row.result is not None else row.note), (
            row.result if self.depth == "numbers" else None
        )

    def bar_width(self, card: PlacedBlock, count: int) -> float:
        """Width of one bar in px: a column's if columns have words above them."""
        return card.heads[0].width() if card.heads else self._bar(count)

    def below(self, count: int) -> Below:
        """The size of the cards after the first `count`."""
        wide = max((self._columns_end(card.block) for card in self.cards[count:]), default=0.0)
        return Below(wide, self.height - self.cards[count - 1].rect.bottom())

    @cached_property
    def scales(self) -> dict[str, float]:
        """The largest magnitude of each group of rows that share a scale."""
        found: dict[str, float] = {}
        for placed in self.rows:
            row = placed.row
            sizes = np.abs(row.whole if len(row.whole) else [number.value for number in row.numbers])
            most = float(sizes.max(initial=1e-9, where=np.isfinite(sizes)))
            found[row.scale] = max(found.get(row.scale, 1e-9), most)
        found["weight"] = 1.0
        return found

    # ---- placing

    def _columns_end(self, block: Block) -> float:
        """Where in px the numbers or bars of a card end: notes follow those of the widest one."""
        if self.depth == "numbers" or block.keys or block.named:
            return len(block.columns) * self._cell(block)
        most = max((len(row.whole) or len(row.numbers) for row in block.rows), default=0)
        return most * self._bar(most)

    def _bar(self, count: int) -> float:
        return min(self.measures.room / max(1, count), _WIDEST_BAR * themes.text_scale())

    def _cell(self, block: Block) -> float:
        """Width of one column in px: columns share the room, up to a readable maximum."""
        room = self.measures.room / max(1, len(block.columns))
        return min(room, _WIDEST * themes.text_scale() * (1.15 if block.keys else 1.0))

    def _place(self, block: Block, top: float) -> float:
        """Places one card at `top`; returns its bottom."""
        y = top + PAD - 4
        card = PlacedBlock(block, QRectF(), QRectF(PAD, y, self.width - 2 * PAD, self.line))
        y += self.line + 4
        self._place_pager(card)
        if self.depth in ("picture", "numbers") and block.columns:
            y = self._place_heads(card, y)
        step = 0
        for row in block.rows:
            y = self._place_row(card, row, y, row.step != step)
            step = row.step
        card.rect = QRectF(EDGE, top, self.width - EDGE, y + PAD - 6 - top)
        self.cards.append(card)
        return card.rect.bottom()

    def _place_pager(self, card: PlacedBlock) -> None:
        """Places its text at the right of the title, and the arrows behind it."""
        pager, numbers = card.block.pager, self.depth == "numbers"
        if pager is None or self.depth in ("formula", "code"):
            return
        right, side = card.title.right(), self.line + 6
        if pager.sort >= 0 and pager.pages > 1 and numbers:
            last = QRectF(right - side, card.title.top() - 3, side, side)
            card.arrows = (last.translated(-side, 0), last)
            right -= 2 * side + 4
        card.words = pager.words if numbers else _all_words(card.block)
        title = Canvas.metrics_of("strong").horizontalAdvance(card.block.title)
        words = Canvas.metrics_of("small").horizontalAdvance(card.words)
        wide = max(0.0, min(words + 2, right - card.title.left() - title - 12))
        card.pager = QRectF(right - wide, card.title.top(), wide, card.title.height())

    def _place_heads(self, card: PlacedBlock, y: float) -> float:
        """Places labels above the columns: unit numbers, or the keys' tokens."""
        block = card.block
        if self.depth == "picture" and not block.named and (not block.keys or block.values != len(block.columns)):
            return y
        cell, left = self._cell(block), PAD + self.measures.label
        card.heads = [QRectF(left + at * cell, y, cell, self.low + 4) for at in range(len(block.columns))]
        return y + self.low + 4

    def _row_height(self, spare: float) -> float:
        """Px of a row of bars or numbers."""
        usual = self.line + AIR if self.depth == "numbers" else _BAR * themes.text_scale()
        rows = sum(not (row.missing and not row.numbers) for block in self.blocks for row in block.rows)
        return min(usual + spare / max(1, rows), usual * _TALLEST.get(self.depth, 1.0))

    def _place_row(self, card: PlacedBlock, row: PageRow, y: float, first: bool) -> float:
        left, label = PAD + self.measures.label, QRectF(PAD, y, self.measures.label, self.line + AIR)
        if self.depth in ("formula", "code") or (row.missing and not row.numbers):
            return self._place_text(card, row, label, first)
        height = self._high
        label.setHeight(height)
        body = QRectF(left, y, self.wide, height)
        rest = self.width - PAD - body.right() - 8 if self.measures.note else 0.0
        note = QRectF(body.right() + 8, y, max(0.0, rest), height)
        placed = PlacedRow(row, card, QRectF(0, y, self.width, height), label, body, note, first)
        if self.depth == "numbers":
            cell, at_row = self._cell(card.block), len(self.rows)
            for at, number in enumerate(row.numbers):
                self.numbers.append(PlacedNumber(number, QRectF(left + at * cell, y, cell, height), at_row, at))
        self._place_result(placed, len(self.rows))
        self.rows.append(placed)
        return y + height

    def _place_result(self, placed: PlacedRow, at_row: int) -> None:
        """Places the number at the end of a row, behind its note."""
        words, result = self.result_words(placed.row)
        note = placed.note
        if result is None or note.width() < self.measures.unit:
            return
        room = note.width() - self.measures.unit
        left = note.left() + min(painting.fitted(words, Canvas.font_of("small"), room)[1] + 6, room)
        rect = QRectF(left, note.top(), note.right() - left, note.height())
        self.numbers.append(PlacedNumber(result, rect, at_row, len(placed.row.numbers)))

    def _place_text(self, card: PlacedBlock, row: PageRow, label: QRectF, first: bool) -> float:
        """Places a formula or code instead of numbers, wrapped as needed."""
        left, y, wide = label.right(), label.top(), self.width - label.right() - PAD
        texts: list[tuple[Role, str, QRectF]] = []
        down = y + AIR / 2
        for font, text in self._lines(row):
            if self.depth == "formula" and font == "body":
                math_line = MathLine(text, Canvas.font_of("body"), wide)
                self.maths[text] = math_line
                high = float(math.ceil(math_line.height))
            else:
                metrics = QFontMetricsF(Canvas.font_of(font))
                high = metrics.boundingRect(QRectF(0, 0, wide, 1e6), int(WRAP), text).height()
            texts.append((font, text, QRectF(left, down, wide, high)))
            down += high
        rect = QRectF(0, y, self.width, max(self.line + AIR, down - y + AIR / 2))
        self.rows.append(PlacedRow(row, card, rect, label, rect, QRectF(), first, tuple(texts)))
        return rect.bottom()

    def _lines(self, row: PageRow) -> list[tuple[Role, str]]:
        """(font, text) of what a row has in place of numbers."""
        if row.missing:
            return [("small", row.missing)]
        if self.depth == "code":
            text = "\n".join(line.strip() for line in row.code.text.splitlines())
            if text and self.rows and self.rows[-1].row.code == row.code:
                return [("small", tr("on the same line of the model’s code"))]
            return [("code", text), ("small", row.code.place)] if text else [("small", tr("an input of this step"))]
        lines: list[tuple[Role, str]] = [
            ("small" if at else "body", line) for at, line in enumerate(row.formula) if line
        ]
        return [*lines, ("code", row.einsum)] if row.einsum else lines


def fitted(layout: Callable[..., PageLayout], blocks: Sequence[Block], step: int, card: str, room: float) -> PageLayout:
    """All blocks if they fit into `room` px of height; otherwise the one with a step, or the named card, and as many
    after it as fit. Their rows share what is left."""
    page = layout(blocks)
    found = [at for at, block in enumerate(blocks) if card and block.card == card]
    first = next(iter([*found, *(at for at, block in enumerate(blocks) if step in block.steps())]), 0)
    end = len(blocks)
    while page.height > room and end > first:
        page = layout(blocks[first:end])
        end -= 1
    left = math.floor(room - page.height) if math.isfinite(room) else 0
    return layout(page.blocks, spare=left) if left > 0 and page.depth in _TALLEST else page


def _all_words(block: Block) -> str:
    """Says that a picture shows all of a block."""
    if block.keys:
        return tr("all {count:,} keys", count=block.values) if block.values > 1 else tr("one key")
    return tr("all {count:,} units", count=block.values) if block.values > 1 else tr("one unit")
