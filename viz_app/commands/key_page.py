"""The keys of the program as one picture: what each does, in as many columns as there is room for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QAccessible, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.commands.action import Action
from viz_app.commands.actions import MENUS
from viz_app.commands.bindings import key_words
from viz_app.commands.gestures import GESTURES, TAUGHT, TITLE
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

OR = f"  {tr('or')}  "
"""Between the keys of one command."""
Row = tuple[str, ...]
"""(heading,), or (keys, what they do)."""
MOST = 3  # columns
_APART, _GAP, _BAR = 48, 24, 12  # px between two columns, between keys and words, for the scroll bar
_ABOVE, _BETWEEN = 8.0, 4.0  # px above a heading that is not the first, between two lines and two keys
_CAP = 24  # px that a key is wide at least, at text size 100 %
_INSIDE = 6.0  # px beside the words of a key
_ROUND = 5.0  # px


class KeyPage(Canvas):
    """Rows of keys and of what they do below their headings. It is as wide as one column needs, or wider."""

    accessible_role = QAccessible.Role.List
    passive = True
    still = True

    def __init__(self, rows: Sequence[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Keys"))
        self.rows = tuple(rows)
        self._ways = {count: in_columns(self.rows, count) for count in range(1, MOST + 1)}
        self._measured: list[tuple[float, float]] = []  # px of the keys and of the words of each row
        self._places: dict[int, QRectF] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # ---- how much room it takes

    def restyled(self) -> None:
        self._measured.clear()
        self._places.clear()

    def caps(self, row: int) -> list[QRectF]:
        """Where the keys of a row are."""
        area, found, left = self.rect_of(row), [], 0.0
        for key in _keys(self.rows[row]):
            found.append(QRectF(area.left() + left, area.top() + 1, self._cap(key), area.height() - 2))
            left += self._cap(key) + _BETWEEN
        return found

    def _cap(self, key: str) -> float:
        return max(float(themes.px(_CAP)), math.ceil(self.metrics_of("small").horizontalAdvance(key)) + 2 * _INSIDE)

    def _line(self) -> float:
        return math.ceil(max(self.line(), self.line("small") + 7))

    def _widths(self) -> list[tuple[float, float]]:
        if not self._measured:
            body, strong = (self.metrics_of(role).horizontalAdvance for role in ("body", "strong"))
            for row in self.rows:
                caps = sum(self._cap(key) + _BETWEEN for key in _keys(row))
                self._measured.append(
                    (0.0, strong(row[0])) if len(row) == 1 else (max(0.0, caps - _BETWEEN), body(row[1]))
                )
        return self._measured

    def _columns(self, count: int) -> list[tuple[int, int]]:
        """Px of the keys of each column, and of the whole column."""
        sizes = []
        for start, end in self._ways[count]:
            rows = list(zip(self.rows[start:end], self._widths()[start:end], strict=True))
            keys = max((size[0] for row, size in rows if len(row) == 2), default=0.0)
            words = max((size[1] for row, size in rows if len(row) == 2), default=0.0)
            heading = max((size[1] for row, size in rows if len(row) == 1), default=0.0)
            sizes.append((math.ceil(keys), math.ceil(max(heading, keys + _GAP + words))))
        return sizes

    def _across(self, count: int) -> int:
        return sum(width for _, width in self._columns(count)) + _APART * (len(self._ways[count]) - 1) + _BAR

    def _count(self, width: float) -> int:
        """Columns that have room in so many px."""
        return next((count for count in range(MOST, 1, -1) if self._across(count) <= width), 1)

    def wanted(self, width: int) -> QSize:
        """What it takes where there are so many px."""
        across = self._across(self._count(width))
        return QSize(across, self.heightForWidth(max(width, across)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._across(1), 0)

    def sizeHint(self) -> QSize:
        return self.wanted(self.width())

    def heightForWidth(self, width: int) -> int:
        return math.ceil(max(self._height(start, end) for start, end in self._ways[self._count(width)]))

    def _height(self, start: int, end: int) -> float:
        headings = sum(len(row) == 1 for row in self.rows[start + 1 : end])
        return (end - start) * (self._line() + _BETWEEN) + headings * _ABOVE

    # ---- where things are

    def resizeEvent(self, _event: object) -> None:
        self._places.clear()

    def _lay_out(self) -> dict[int, QRectF]:
        if not self._places:
            left, count = 0.0, self._count(self.width())
            for (start, end), (_, width) in zip(self._ways[count], self._columns(count), strict=True):
                top = 0.0
                for row in range(start, end):
                    top += _ABOVE if len(self.rows[row]) == 1 and row > start else 0.0
                    self._places[row] = QRectF(left, top, width, self._line())
                    top += self._line() + _BETWEEN
                left += width + _APART
        return self._places

    def rect_of(self, place: int) -> QRectF:
        return self._lay_out().get(place, QRectF())

    def place_at(self, point: QPointF) -> int | None:
        return next((row for row, area in self._lay_out().items() if area.contains(point)), None)

    def accessible_places(self) -> Sequence[int]:
        return range(len(self.rows))

    def spoken(self, place: int) -> str:
        return ": ".join(filter(None, self.rows[place]))

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        count = self._count(self.width())
        seen = QRectF(self.rect() if self.exposed is None else self.exposed.boundingRect())
        words = partial(painting.draw_words, painter)
        for (start, end), (keys, _) in zip(self._ways[count], self._columns(count), strict=True):
            for row in range(start, end):
                area, said = self.rect_of(row), self.rows[row]
                if not seen.intersects(area):
                    continue
                if len(said) == 1:
                    words(area, said[0], theme.q("ink"), font=self.font_of("strong"))
                    continue
                for cap, key in zip(self.caps(row), _keys(self.rows[row]), strict=True):
                    _draw_cap(painter, cap, theme)
                    words(cap.adjusted(0, 0, 0, -1), key, theme.q("ink"), align="centre", font=self.font_of("small"))
                words(area.adjusted(keys + _GAP, 0, 1, 0), said[1], theme.q("ink"), font=self.font_of("body"))


def _draw_cap(painter: QPainter, cap: QRectF, theme: Theme) -> None:
    """A key as it looks on a keyboard: its lower edge is thicker."""
    painting.draw_rounded(painter, cap, corner=_ROUND, fill=theme.q("edge"))
    painting.draw_rounded(
        painter, cap.adjusted(0, 0, 0, -1), corner=_ROUND, fill=theme.q("panel"), line=theme.q("edge")
    )


def in_columns(rows: Sequence[Row], count: int) -> list[tuple[int, int]]:
    """From which row to which before there are at most `count` columns, each cut before a heading, the longest as short
    as can be."""
    headings = [place for place, row in enumerate(rows) if len(row) == 1 and place]
    ways = itertools.combinations(headings, min(count - 1, len(headings)))
    cuts = [list(itertools.pairwise((0, *way, len(rows)))) for way in ways]
    return min(cuts, key=lambda way: max(end - start for start, end in way))


def _keys(row: Row) -> list[str]:
    return row[0].split(OR) if len(row) == 2 and row[0] else []


def key_rows(actions: Iterable[Action]) -> list[Row]:
    """Rows of the sheet: (menu,) as a heading, (keys, what they do) below it; "" for what has no key."""
    known = list(actions)
    rows: list[Row] = []
    for menu in MENUS:
        listed = [action for action in known if action.menu == menu]
        if listed:
            rows.append((MENUS[menu],))
            rows += [(OR.join(map(key_words, one.keys)), one.text.rstrip("…")) for one in listed]
    return rows


def taught_rows() -> list[Row]:
    """The same for lessons and presenting."""
    rows: list[Row] = []
    for title, uses in TAUGHT.items():
        rows += [(title,), *((OR.join(map(key_words, keys)), does) for keys, does in uses)]
    return rows


def gesture_rows() -> list[Row]:
    """The same for the keys that do what the mouse does in pictures."""
    return [(TITLE,), *((OR.join(map(key_words, one.keys)), f"{one.does} ({one.mouse})") for one in GESTURES)]
