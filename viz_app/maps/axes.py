"""The words along a map: "what was just read ▸ what is written next" beside the rows, tokens under the columns.

Labels never overlap and never shrink: too long ones end in …, and where rows or columns are narrower than a line of
text only every n-th is shown. Columns are written level where all but a few fit (while presenting: where all do, some
of them a little aside), a long word over the room that short neighbours leave, else at 45°; while presenting upright
where that leaves room for labels that 45° would leave out. Every label is plain text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPolygonF, QTransform

from viz_app.data.map_text import RowLabel
from viz_app.maps.grid import Grid
from viz_app.widgets import painting
from viz_app.widgets.theme import Theme

GAP = 10.0  # px between a label and the cells
_ARROW = 16.0  # px for the ▸ and the air around it, at text size 100 %
_SHORTENED = 26.0  # px at text size 100 % for a label that ends in …
_BETWEEN = 6.0  # px between two level labels
_BAND = 4.0  # px that the band behind a label reaches out on both sides
_SLOPE = math.sqrt(0.5)  # sine and cosine of 45°
_ASIDE = 0.25  # of a column: a whole level label may be so far from its middle
_AIR = 1.05  # lines of text are this far apart at least, in heights of a line
_THIN_ROWS, _THIN_COLUMNS = 1.27, 1.14  # the same where labels are thinned out
_LONGEST_ROW, _LONGEST_COLUMN = 230.0, 120.0  # px at text size 100 %


@dataclass(frozen=True)
class Label:
    """A label laid out: its pieces from left to right and its rectangle."""

    index: int
    pieces: tuple[tuple[str, str, float], ...]  # text, "read" | "arrow" | "written", px from the start
    width: float  # px along the text
    start: QPointF  # the left end of the baseline
    angle: float  # degrees, 0, -45 or -90, turned about the start
    area: QPolygonF  # on the widget, px

    def overlaps(self, other: Label, slack: float = 0.0) -> bool:
        """Whether two labels would overlap by more than `slack` px."""
        if self.angle == other.angle == 0.0:
            mine, theirs = (label.area.boundingRect() for label in (self, other))
            return mine.adjusted(slack / 2, slack / 2, -slack / 2, -slack / 2).intersects(theirs)
        return bool(self.area.intersects(other.area))


class _Axis:
    """What both axes share: fonts and their metrics."""

    def __init__(self, font: QFont) -> None:
        self.font, self.bold = QFont(font), QFont(font)
        self.bold.setBold(True)
        self.metrics, self.wide = QFontMetricsF(self.font), QFontMetricsF(self.bold)
        self.unit = self.metrics.height() / 15.6  # 1 at text size 100 %
        self.line = math.ceil(self.metrics.height())
        self.apart = self.metrics.height() * _AIR  # px from line to line at least
        self.cap = self.metrics.capHeight()

    def _text(self, token: str) -> str:
        return painting.visible_words(token, self.font)

    def width(self, text: str, bold: bool = True) -> float:
        """Width of a text in px."""
        return painting.text_width(text, self.bold if bold else self.font)

    def elided(self, text: str, room: float, bold: bool) -> str:
        """`text`, elided if it is wider than `room` px."""
        if self.width(text, bold) <= room:
            return text
        return painting.elided(text, self.wide if bold else self.metrics, room)


def _every(line: float, apart: float, cell: float, air: float) -> int:
    """The interval at which cells of `cell` px can have a label of `line` px: 1 if they are `apart` px high, otherwise
    2, 5, 10, 20 ... with more space."""
    if cell >= apart - 1e-6:
        return 1
    scale = 1
    while True:
        for step in (2 * scale, 5 * scale, 10 * scale):
            if step * cell >= line * air:
                return step
        scale *= 10


def _thinned(visible: range, labels: int, every: int) -> range:
    """Every n-th of the visible rows or columns that have a label."""
    return range(-(-visible.start // every) * every, min(visible.stop, labels), every)


class RowAxis(_Axis):
    """The labels on the left, right-aligned."""

    def __init__(self, labels: Sequence[RowLabel], font: QFont) -> None:
        super().__init__(font)
        self.labels = tuple(
            RowLabel(self._text(read), None if written is None else self._text(written)) for read, written in labels
        )
        self.widest = max((self._width(label) for label in self.labels), default=0.0)

    def _width(self, label: RowLabel) -> float:
        read = self.width(label.read)
        return read if label.written is None else read + self._arrow + self.width(label.written)

    @property
    def _arrow(self) -> float:
        return _ARROW * self.unit

    def room(self, width: float) -> float:
        """Width in px to reserve left of a map in a widget of `width` px: that of the longest label, up to a limit."""
        if not self.labels:
            return 0.0
        return math.ceil(min(self.widest, _LONGEST_ROW * self.unit, width * 0.36)) + GAP + _BAND

    def is_whole(self, label: Label) -> bool:
        """Whether nothing of a placed label is cut that smaller text would show."""
        words = [text for text, kind, _ in label.pieces if kind != "arrow"]
        own = [word for word in self.labels[label.index] if word is not None]
        return words == own or self._width(self.labels[label.index]) > _LONGEST_ROW * self.unit

    def shown(self, grid: Grid) -> range:
        """The rows that may have a label: all, or every n-th if a row is lower than a line of text."""
        return _thinned(grid.visible_rows(), len(self.labels), _every(self.line, self.apart, grid.cell_h, _THIN_ROWS))

    def place(self, row: int, grid: Grid, area: QRectF, *, bold: bool = False) -> Label | None:
        """The label of a row laid out beside the map within an area; None if there is none, or its middle is not
        visible."""
        if not 0 <= row < len(self.labels) or grid.row_at(grid.y_of(row + 0.5)) is None:
            return None
        end = grid.left - GAP
        pieces = self._pieces(self.labels[row], max(8.0, end - area.left() - _BAND), bold)
        width = pieces[-1][2] + self.width(pieces[-1][0], bold)
        middle = grid.y_of(row + 0.5)
        if grid.height >= self.line:  # the first and last may reach out by a quarter of a line
            middle = min(max(middle, grid.top + self.line / 4), grid.bottom - self.line / 4)
        covered = QRectF(end - width, middle - self.line / 2, width, self.line)
        start = QPointF(covered.left(), middle + self.cap / 2)
        return Label(row, pieces, width, start, 0.0, QPolygonF(covered))

    def _pieces(self, label: RowLabel, room: float, bold: bool) -> tuple[tuple[str, str, float], ...]:
        if label.written is None:
            return ((self.elided(label.read, room, bold), "written", 0.0),)
        read, written = self.width(label.read, bold), self.width(label.written, bold)
        most = room - self._arrow - min(read, _SHORTENED * self.unit)  # px that leave room for some of what was read
        if read + self._arrow + written > room and (room < 6 * self.line or most < written <= room):
            return ((self.elided(label.written, room, bold), "written", 0.0),)  # too narrow for two: it matters more
        room -= self._arrow
        if read + written > room:  # what is written is whole, or it keeps most of the room
            written = written if written <= most else max(room * 0.6, room - read)
            read = min(read, room - written)
        first = self.elided(label.read, read + 0.5, bold)
        after = self.width(first, bold) + self._arrow
        last = self.elided(label.written, written + 0.5, bold)
        return ((first, "read", 0.0), ("", "arrow", after - self._arrow), (last, "written", after))


class ColumnAxis(_Axis):
    """The labels under the map, horizontal or slanted at 45° towards their column; `whole`: horizontal ones are never
    shortened, and upright ones take the place of slanted ones that would be left out."""

    def __init__(self, labels: Sequence[str], font: QFont, *, whole: bool = False) -> None:
        super().__init__(font)
        self._whole = whole
        self.labels = tuple(self._text(label) for label in labels)
        self._wide = np.array([self.width(label) for label in self.labels])  # float64 [columns]
        self._beside = np.full(len(self._wide), math.inf)  # the wider of both neighbours; none is beyond an end
        self._beside[1:-1] = np.maximum(self._wide[:-2], self._wide[2:])
        self.widest = float(self._wide.max(initial=0.0))
        self._known: tuple[float, bool] = (-1.0, True)  # the last width of a column, and whether labels are level there
        self._aside = np.zeros(len(self._wide))  # px [columns] that whole labels are moved at that width

    def level(self, cell_w: float) -> bool:
        """Whether the labels can be horizontal: all fit under their columns, or all but a few, which are shortened if
        some of their letters fit."""
        if cell_w != self._known[0]:
            rooms = self._shares(cell_w)
            self._aside = _moved_apart(self._wide + _BETWEEN, cell_w) if self._whole else self._aside
            short = rooms[rooms < self._wide]
            most = max(1, len(rooms) // 5)  # how many may be shortened before all are written at an angle
            few = len(short) <= most and bool(short.min(initial=math.inf) >= _SHORTENED * self.unit)
            near = bool((np.abs(self._aside) <= _ASIDE * cell_w + 1e-6).all())
            near &= float((self._wide + _BETWEEN).sum()) <= len(rooms) * cell_w + 1e-6  # else they reach beyond an end
            self._known = cell_w, near if self._whole else few or cell_w >= 84 * self.unit
        return self._known[1]

    def _shares(self, cell_w: float) -> npt.NDArray[np.float64]:
        """Width in px [columns] for horizontal labels: that of the column, plus what shorter neighbours leave free."""
        own = cell_w - _BETWEEN
        return np.maximum(own, 2 * own - self._beside)

    def _slope(self, cell_w: float) -> tuple[float, float]:
        """Cosine and sine of the angle of labels that are not level."""
        return (0.0, 1.0) if self._whole and self.apart <= cell_w < self.apart / _SLOPE else (_SLOPE, _SLOPE)

    def room(self, cell_w: float, height: float) -> float:
        """Height in px to reserve under a map whose columns are `cell_w` wide, in a widget of `height` px."""
        if not self.labels:
            return 0.0
        if self.level(cell_w):
            return GAP + self.line
        across, down = self._slope(cell_w)
        longest = min(self.widest, _LONGEST_COLUMN * self.unit, height * 0.36 / down)
        return math.ceil(GAP * 0.8 + longest * down + self.line * across)

    def is_whole(self, label: Label) -> bool:
        """Whether nothing of a placed label is cut that smaller text would show."""
        own = label.pieces[0][0] == self.labels[label.index]
        return own or (label.angle != 0.0 and bool(self._wide[label.index] > _LONGEST_COLUMN * self.unit))

    def overhang(self, cell_w: float) -> float:
        """Px by which slanted labels extend left of the map."""
        if not self.labels or self.level(cell_w):
            return 0.0
        longest, (across, down) = _LONGEST_COLUMN * self.unit, self._slope(cell_w)
        wide = np.minimum(self._wide[: math.ceil(longest / cell_w)], longest)
        reach = wide * across + self.line / 2 * down - (np.arange(len(wide)) + 0.5) * cell_w
        return max(0.0, float(reach.max()))

    def shown(self, grid: Grid) -> range:
        """The columns that may have a label: all, or every n-th if their labels would touch."""
        _across, down = self._slope(grid.cell_w)
        line, apart = self.line / down, self.apart / down
        step = 1 if self.level(grid.cell_w) else _every(line, apart, grid.cell_w, _THIN_COLUMNS)
        return _thinned(grid.visible_columns(), len(self.labels), step)

    def place(self, column: int, grid: Grid, area: QRectF, *, bold: bool = False) -> Label | None:
        """The label of a column laid out under the map within an area; None if there is none, or its middle is not
        visible."""
        if not 0 <= column < len(self.labels) or grid.column_at(grid.x_of(column + 0.5)) is None:
            return None
        middle = grid.x_of(column + 0.5)
        if self.level(grid.cell_w):
            room = math.inf if self._whole else float(self._shares(grid.cell_w)[column])
            text = self.elided(self.labels[column], room, bold)
            width, middle = self.width(text, bold), middle + float(self._aside[column])
            covered = QRectF(middle - width / 2, grid.bottom + GAP * 0.8, width, self.line)
            start = QPointF(covered.left(), covered.center().y() + self.cap / 2)
            return Label(column, ((text, "written", 0.0),), width, start, 0.0, QPolygonF(covered))
        across, down = self._slope(grid.cell_w)
        tip = QPointF(middle, grid.bottom + self._drop(across))
        depth = (area.bottom() - tip.y() - self.line / 2 * across) / down
        depth = min(depth, _LONGEST_COLUMN * self.unit)
        if across:
            depth = min(depth, (tip.x() - area.left()) / across - self.line / 2)
        text = self.elided(self.labels[column], max(8.0, depth), bold)
        width = self.width(text, bold)
        angle = -45.0 if across else -90.0
        turn = QTransform().translate(tip.x(), tip.y()).rotate(angle)
        start, box = turn.map(QPointF(-width, self.cap / 2)), QRectF(-width, -self.line / 2, width, self.line)
        return Label(column, ((text, "written", 0.0),), width, start, angle, turn.map(QPolygonF(box)))

    def column_under(self, point: QPointF, grid: Grid) -> int | None:
        """The column whose label is at a point below the map, or None."""
        below = point.y() - grid.bottom
        if below < 0:
            return None
        across, down = (0.0, 1.0) if self.level(grid.cell_w) else self._slope(grid.cell_w)
        return grid.column_at(point.x() + (below - self._drop(across)) * across / down)

    def _drop(self, across: float) -> float:
        """Px from the map down to the end of a label that is not level."""
        return GAP * 0.8 + self.line / 2 * across


def _moved_apart(wide: npt.NDArray[np.float64], cell: float) -> npt.NDArray[np.float64]:
    """Px [columns] by which labels that need `wide` px move from the middle of their columns, together as little as
    possible, so that none reaches into another and none beyond both ends (isotonic regression)."""
    if not len(wide):
        return wide
    middles = (np.arange(len(wide)) + 0.5) * cell
    apart = np.concatenate([[0.0], np.cumsum((wide[1:] + wide[:-1]) / 2)])  # from the first label to each
    groups: list[tuple[float, int]] = []  # sum and number of places that are the same but for `apart`
    for place in (middles - apart).tolist():
        total, count = place, 1
        while groups and groups[-1][0] / groups[-1][1] > total / count:
            total, count = total + groups[-1][0], count + groups.pop()[1]
        groups.append((total, count))
    places = np.concatenate([np.full(count, total / count) for total, count in groups])
    least, most = wide[0] / 2, len(wide) * cell - wide[-1] / 2 - apart[-1]
    return np.minimum(np.maximum(places, least), most) + apart - middles


@dataclass(frozen=True)
class AxisStyle:
    """The style of a label: the colours of its two words, bold or not, and a band behind it."""

    read: QColor
    written: QColor
    bold: bool = False
    band: QColor | None = None


def plain(theme: Theme) -> AxisStyle:
    """The style of an ordinary label: what was read is muted, what is written has the text colour."""
    return AxisStyle(theme.q("muted"), theme.q("ink"))


def draw_plain(painter: QPainter, labels: Sequence[Label], axis: RowAxis | ColumnAxis, theme: Theme) -> None:
    """Paints many ordinary labels: the same as `draw_label` one by one, with fewer changes of pen."""
    look = plain(theme)
    level = [label for label in labels if label.angle == 0.0]
    for label in labels:
        if label.angle != 0.0:
            draw_label(painter, label, axis, look)
    painter.setFont(axis.font)
    for kind, colour in (("read", look.read), ("written", look.written)):
        painter.setPen(colour)
        for label in level:
            for text, own, offset in label.pieces:
                if own == kind:
                    painting.draw_text(painter, QPointF(label.start.x() + offset, label.start.y()), text)
    arrows = [
        (label.start.x() + offset + _ARROW * axis.unit / 2, label.start.y() - axis.cap / 2)
        for label in level
        for _, own, offset in label.pieces
        if own == "arrow"
    ]
    _draw_arrows(painter, arrows, axis.unit, look.read)


def draw_label(painter: QPainter, label: Label, axis: RowAxis | ColumnAxis, look: AxisStyle) -> None:
    """Paints a label as text; `look.bold` must be the value used for its placement."""
    turned = label.angle != 0.0
    at = QPointF(0.0, 0.0) if turned else label.start
    if turned:
        painter.save()
        painter.translate(label.start)
        painter.rotate(label.angle)
    if look.band is not None:
        top = at.y() - (axis.line + axis.cap) / 2
        band = QRectF(at.x() - _BAND, top, label.width + 2 * _BAND, axis.line)
        painting.draw_rounded(painter, band, corner=4, fill=look.band)
    painter.setFont(axis.bold if look.bold else axis.font)
    for text, kind, offset in label.pieces:
        colour = look.written if kind == "written" else look.read
        if kind == "arrow":
            place = at.x() + offset + _ARROW * axis.unit / 2, at.y() - axis.cap / 2
            _draw_arrows(painter, [place], axis.unit, colour)
        else:
            painter.setPen(colour)
            painting.draw_text(painter, QPointF(at.x() + offset, at.y()), text)
    if turned:
        painter.restore()


def _draw_arrows(painter: QPainter, places: Iterable[tuple[float, float]], unit: float, colour: QColor) -> None:
    half = 2.8 * unit
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for x, y in places:
        painter.drawPolygon([QPointF(x - half, y - half), QPointF(x + half, y), QPointF(x - half, y + half)])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def erase(painter: QPainter, labels: Iterable[Label], ground: QColor) -> None:
    """Covers labels, each with a thin margin, so that another can be painted there."""
    painter.save()
    painter.setPen(ground)
    painter.setBrush(ground)
    for label in labels:
        painter.drawPolygon(label.area)
    painter.restore()
