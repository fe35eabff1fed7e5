"""A line of plain mathematics, set as a formula: fractions with a bar, raised and lowered parts, roots with a roof.

The text is that of the rows: "w = e^(s − max s) / Σ = 1.00 / 1.08". A slash between two blanks divides what stands
before it by what stands after it, each up to the next blank outside parentheses; ^ raises the parentheses or the
word behind it, _ lowers it, √ has a roof over it. Lengths are logical pixels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from viz_app.widgets import painting

_MARK = re.compile(r"(\^|_|√)(\(|[\w.]+)")
_RISE, _FALL = 0.42, 0.22  # of the height of a letter, how far a part is raised or lowered
_SMALL = 0.78  # size of these parts
_AIR = 2.0  # px beside and around the bar of a fraction


@dataclass(frozen=True)
class MathBox:
    """A part of a line: its `width`, its extent `up` and `down` from the baseline, and how it is painted there."""

    width: float
    up: float
    down: float
    paint: Callable[[QPainter, float, float], None]


class MathLine:
    """A formula in a font, raised and lowered parts smaller, broken into lines of at most `width` px."""

    def __init__(self, text: str, font: QFont, width: float) -> None:
        self._font, self._small = font, QFont(font)
        if font.pixelSize() > 0:
            self._small.setPixelSize(max(9, round(font.pixelSize() * _SMALL)))
        else:
            self._small.setPointSizeF(font.pointSizeF() * _SMALL)
        self._space = QFontMetricsF(font).horizontalAdvance(" ")
        self.lines: list[list[MathBox]] = [[]]
        left = 0.0
        for box in self._words(text):
            if self.lines[-1] and left + box.width > width:
                self.lines.append([])
                left = 0.0
            self.lines[-1].append(box)
            left += box.width + self._space

    @property
    def height(self) -> float:
        """Height of all lines, px."""
        return sum(up + down for up, down in map(_reach, self.lines))

    def draw(self, painter: QPainter, corner: QPointF) -> None:
        """Paints it with the painter's pen from a corner on."""
        painter.save()
        top = corner.y()
        for line in self.lines:
            up, down = _reach(line)
            left = corner.x()
            for box in line:
                box.paint(painter, left, top + up)
                left += box.width + self._space
            top += up + down
        painter.restore()

    # ---- parts

    def _words(self, text: str) -> Iterator[MathBox]:
        """The parts between blanks outside parentheses, divided ones as fractions."""
        words = _split(text)
        at = 0
        while at < len(words):
            if at + 2 < len(words) and words[at + 1] == "/":
                yield _fraction(self._row(_bare(words[at])), self._row(_bare(words[at + 2])))
                at += 3
            else:
                yield self._row(words[at])
                at += 1

    def _row(self, text: str, small: bool = False) -> MathBox:
        """A word with its raised and lowered parts."""
        font = self._small if small else self._font
        boxes, at = [], 0
        for mark in _MARK.finditer(text):
            if mark.start() < at:
                continue
            end = _closing(text, mark.start(2)) if mark[2] == "(" else mark.end()
            if mark.start() > at:
                boxes.append(_plain(text[at : mark.start()], font))
            inner = text[mark.start(2) : end]
            if mark[1] == "√":
                boxes.append(_root(self._row(_bare(inner), small), font))
            else:
                high = QFontMetricsF(font).capHeight()
                rise = -_RISE * high if mark[1] == "^" else _FALL * high
                boxes.append(_moved(self._row(_bare(inner), True), rise))
            at = end
        if at < len(text) or not boxes:
            boxes.append(_plain(text[at:], font))
        return boxes[0] if len(boxes) == 1 else _side_by_side(boxes)


def _split(text: str) -> list[str]:
    """The words of a text; a space inside parentheses does not divide."""
    words, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == " " and depth <= 0:
            words.append("")
        else:
            words[-1] += letter
    return [word for word in words if word]


def _closing(text: str, start: int) -> int:
    """The index behind the parenthesis that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at + 1
    return len(text)


def _bare(text: str) -> str:
    """A text without parentheses around all of it: a fraction bar, a root or its height groups it."""
    return text[1:-1] if text.startswith("(") and _closing(text, 0) == len(text) else text


def _reach(boxes: Sequence[MathBox]) -> tuple[float, float]:
    return max((box.up for box in boxes), default=0.0), max((box.down for box in boxes), default=0.0)


def _plain(text: str, font: QFont) -> MathBox:
    metrics = QFontMetricsF(font)

    def paint(painter: QPainter, x: float, y: float) -> None:
        painter.setFont(font)
        painting.draw_text(painter, QPointF(x, y), text)

    return MathBox(metrics.horizontalAdvance(text), metrics.ascent(), metrics.descent(), paint)


def _moved(box: MathBox, by: float) -> MathBox:
    """A part moved down by `by` px, up if negative."""
    return MathBox(box.width + 1, box.up - by, box.down + by, lambda painter, x, y: box.paint(painter, x + 1, y + by))


def _side_by_side(boxes: Sequence[MathBox]) -> MathBox:
    def paint(painter: QPainter, x: float, y: float) -> None:
        for box in boxes:
            box.paint(painter, x, y)
            x += box.width

    up, down = _reach(boxes)
    return MathBox(sum(box.width for box in boxes), up, down, paint)


def _root(box: MathBox, font: QFont) -> MathBox:
    sign = _plain("√", font)

    def paint(painter: QPainter, x: float, y: float) -> None:
        sign.paint(painter, x, y)
        painter.setPen(QPen(painter.pen().color(), 1))
        roof = y - QFontMetricsF(font).capHeight() - 2.5
        painter.drawLine(QPointF(x + sign.width - 1, roof), QPointF(x + sign.width + box.width, roof))
        box.paint(painter, x + sign.width, y)

    return MathBox(sign.width + box.width, max(sign.up, box.up), max(sign.down, box.down), paint)


def _fraction(top: MathBox, bottom: MathBox) -> MathBox:
    """One part over the other, the bar at the height of a minus sign."""
    wide, axis = max(top.width, bottom.width) + 2 * _AIR, 4.0

    def paint(painter: QPainter, x: float, y: float) -> None:
        bar = y - axis
        top.paint(painter, x + (wide - top.width) / 2, bar - _AIR - top.down)
        bottom.paint(painter, x + (wide - bottom.width) / 2, bar + _AIR + bottom.up)
        painter.setPen(QPen(painter.pen().color(), 1))
        painter.drawLine(QPointF(x, bar), QPointF(x + wide, bar))

    return MathBox(wide, top.up + top.down + _AIR + axis, bottom.up + bottom.down + _AIR - axis, paint)
