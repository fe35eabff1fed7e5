"""Words above a chart that name some of its x, so that they cover no curve and no mark. Lengths are logical pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_ROWS = 3
"""Of words; those for which there is no room are left out, their lines stay."""
_APART, _BESIDE = 6.0, 3.0  # px between two words, from a line to its word


@dataclass(frozen=True)
class Flag:
    """A line at `x`, and where its word stands: the left end, and the row from below; None without room."""

    word: str
    x: float
    left: float
    row: int | None


def placed_flags(
    flags: Sequence[tuple[int, str]], place_of: Callable[[float], float], left: float, right: float
) -> list[Flag]:
    """Each word beside its line in the first row where it touches no other; flags left of `left` or right of `right`
    are not among them."""
    metrics = QFontMetricsF(themes.font("small"))
    ends = [left - _APART] * _ROWS
    found = []
    for x, word in flags:
        at, wide = place_of(float(x)), metrics.horizontalAdvance(word)
        if not left - 0.5 <= at <= right + 0.5:
            continue
        start = max(left, min(at + _BESIDE, right - wide))
        row = next((row for row, end in enumerate(ends) if end + _APART <= start), None)
        if row is not None:
            ends[row] = start + wide
        found.append(Flag(word, at, start, row))
    return found


def flag_room(flags: Sequence[Flag]) -> float:
    """The height that the rows of words take above a chart."""
    rows = max((flag.row + 1 for flag in flags if flag.row is not None), default=0)
    return rows * QFontMetricsF(themes.font("small")).height()


def draw_flags(flags: Sequence[Flag], painter: QPainter, area: QRectF, theme: Theme) -> None:
    """The lines, up to their words above `area`."""
    metrics = QFontMetricsF(painter.font())
    for flag in flags:
        foot = area.top() - (flag.row or 0) * metrics.height()
        painter.setPen(QPen(theme.q("edge"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(flag.x, foot), QPointF(flag.x, area.bottom()))
        if flag.row is not None:
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(flag.left, foot - metrics.descent() - 1), flag.word)
