"""All keys of the program on one page (F1): what each does, in as many columns as fit.

Besides the actions it lists mouse gestures with the keys that do the same, which each picture also gives in its tooltip
and in the status bar, and the keys of lessons, text boxes, the console and presentations.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QAccessible, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.commands.action import Action
from viz_app.commands.actions import MENUS
from viz_app.commands.bindings import key_words
from viz_app.system.language import tr
from viz_app.system.newest_dict import NewestDict
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme


class Gesture(NamedTuple):
    """A gesture, the equivalent keys in portable notation, and what they do; `parts` are the classes that respond to
    it."""

    mouse: str
    keys: tuple[str, ...]
    does: str
    parts: tuple[str, ...] = ()


TITLE = tr("In a picture with the keyboard focus")

GESTURES = (
    Gesture(
        tr("point, click"),
        ("Shift+Left", "Return"),
        tr("Move from item to item, and select"),
        ("Canvas", "PanCanvas", "EditableHeatMap", "HeatMap", "ChipRow", "CurvePlot"),
    ),
    Gesture(
        tr("point, click"),
        ("Left",),
        tr("The same in lists, token rows, trees and the model"),
        ("HeadGrid", "LineMap"),
    ),
    Gesture(tr("wheel"), ("+", "-"), tr("Zoom in or out"), ("PanCanvas", "CurvePlot", "TreeMap")),
    Gesture(tr("double-click"), ("0",), tr("Fit to view"), ("PanCanvas", "CurvePlot", "Diagram", "EditableHeatMap")),
    Gesture(tr("double-click a cell"), ("G",), tr("Follow its number"), ("HeatMap",)),
    Gesture(tr("double-click a head"), ("Return",), tr("Open it"), ("EffectMatrix", "HeadSquares", "HeadRanking")),
    Gesture(tr("double-click a head's number"), ("Shift+Return",), tr("That head alone"), ("HeadChips",)),
    Gesture(
        tr("right-click"),
        ("Shift+F10",),
        tr("What you can do with a number, a token or an arrow"),
        ("ChipRow", "Diagram"),
    ),
    Gesture(tr("click a switch"), ("Space",), tr("Switch a head off or on; with Shift its layer"), ("HeadSwitches",)),
    Gesture(tr("draw on a mask"), ("Shift+Left", "Return"), tr("Forbid or allow cells, after X"), ("EditableHeatMap",)),
    Gesture(tr("drag a weight"), ("Tab",), tr("Type it in the box beside the map"), ("WeightMap",)),
    Gesture(tr("wheel over a list"), ("PgDown",), tr("Scroll"), ("ScrolledCanvas", "ChipRow")),
    Gesture(tr("Ctrl+click in the rail"), ("Ctrl+Shift+B",), tr("View beside")),
)

Keys = dict[str, tuple[tuple[tuple[str, ...], str], ...]]
"""Heading -> (keys, what they do)."""

TAUGHT: Keys = {
    tr("In a lesson or a guess"): (
        (("Right", "PgDown"), tr("Next scene")),
        (("Left", "PgUp"), tr("Previous scene")),
        (("1",), tr("Choose the first answer; 2 to 9 choose the others")),
        (("Return",), tr("Show the answer, then the next scene")),
        (("Esc",), tr("Leave")),
    ),
    tr("While presenting"): (
        (("S",), tr("Spotlight")),
        (("B",), tr("Black screen, and back")),
        (("P",), tr("Pen: a click marks a cell")),
        (("N",), tr("Next sentence")),
        (("R",), tr("Show the answer, then the next scene")),
        (("T",), tr("Words of the lesson, or the view alone")),
        (("+", "-"), tr("Larger or smaller text")),
        (("X",), tr("The picture on the other screen")),
        (("Esc",), tr("End presenting")),
    ),
}
"""Those of LessonDesk and of Presenter."""
TYPED: Keys = {
    tr("In the source or target text"): ((("Esc",), tr("Leave it for the view, whose keys then work")),),
    tr("In the console"): (
        (("Return",), tr("Run a complete statement")),
        (("Ctrl+Return", "Shift+Return"), tr("Run what is typed")),
        (("Up", "Down"), tr("What was run before")),
        (("Tab",), tr("Complete a name")),
        (("Ctrl+C",), tr("Interrupt, where nothing is selected")),
    ),
}
"""Those of the text boxes and of the console's Prompt."""

OR = f"  {tr('or')}  "
"""Between the keys of one command."""
Row = tuple[str, ...]
"""(heading,), or (keys, what they do)."""
MOST = 3  # columns
_APART, _GAP, _BAR = 48, 24, 12  # px between two columns, between keys and words, for the scroll bar
_ABOVE, _BETWEEN = 8.0, 4.0  # px above a heading that is not the first, between two lines and two keys
_WORDS = 160  # px at text size 100 % that words have at least beside their keys
_CAP = 24  # px that a key is wide at least, at text size 100 %
_INSIDE = 6.0  # px beside the words of a key
_ROUND = 5.0  # px


class KeyPage(Canvas):
    """Rows of keys with what they do, under headings. In a narrow window the text is wrapped."""

    accessible_role = QAccessible.Role.List
    passive = True
    still = True

    def __init__(self, rows: Sequence[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Keys"))
        self.rows = tuple(rows)
        self._ways = {count: in_columns(self.rows, count) for count in range(1, MOST + 1)}
        self._placed: NewestDict[int, dict[int, QRectF]] = NewestDict(2)  # px -> the layout of the rows in that many
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def restyled(self) -> None:
        self._placed.clear()

    # ---- how much room it takes

    def _cap(self, key: str) -> float:
        """Width of a key in px."""
        words = math.ceil(painting.text_width(key, self.font_of("small")))
        return max(float(themes.px(_CAP)), words + 2 * _INSIDE)

    def caps(self, row: int, area: QRectF | None = None) -> list[QRectF]:
        """The rectangles of the keys of a row within its area."""
        area, found = self.rect_of(row) if area is None else area, list[QRectF]()
        for key in _keys(self.rows[row]):
            left = found[-1].right() + _BETWEEN if found else area.left()
            found.append(QRectF(left, area.top() + 1, self._cap(key), self._line() - 2))
        return found

    def _line(self) -> float:
        return math.ceil(max(self.line(), self.line("small") + 7))

    def _columns(self, count: int) -> list[tuple[int, int]]:
        """Width in px of the keys of each column, and of the whole column."""
        sizes = []
        for start, end in self._ways[count]:
            keys = words = heading = 0.0
            for row in self.rows[start:end]:
                if len(row) == 1:
                    heading = max(heading, painting.text_width(row[0], self.font_of("strong")))
                else:
                    keys = max(keys, sum(self._cap(key) + _BETWEEN for key in _keys(row)) - _BETWEEN)
                    words = max(words, painting.text_width(row[1], self.font_of("body")))
            sizes.append((math.ceil(keys), math.ceil(max(heading, keys + _GAP + words))))
        return sizes

    def _across(self, count: int) -> int:
        return sum(width for _, width in self._columns(count)) + _APART * (len(self._ways[count]) - 1) + _BAR

    def _count(self, width: float) -> int:
        """How many columns fit into this many px."""
        return next((count for count in range(MOST, 1, -1) if self._across(count) <= width), 1)

    def wanted(self, width: int) -> QSize:
        across = min(self._across(self._count(width)), width)
        return QSize(across, self.heightForWidth(across))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._columns(1)[0][0] + _GAP + themes.px(_WORDS) + _BAR, 0)

    def sizeHint(self) -> QSize:
        return self.wanted(self.width())

    def heightForWidth(self, width: int) -> int:
        return math.ceil(max(area.bottom() + _BETWEEN for area in self._places(width).values()))

    # ---- where things are

    def _places(self, width: int) -> dict[int, QRectF]:
        return self._placed.made(width, lambda: self._laid_out(width))

    def _laid_out(self, width: int) -> dict[int, QRectF]:
        left, count, places = 0.0, self._count(width), dict[int, QRectF]()
        for (start, end), (keys, across) in zip(self._ways[count], self._columns(count), strict=True):
            top, across = 0.0, min(across, width - _BAR)
            for row in range(start, end):
                top += _ABOVE if len(self.rows[row]) == 1 and row > start else 0.0
                lines = 1 if len(self.rows[row]) == 1 else len(self._wrapped(row, across - keys - _GAP))
                places[row] = QRectF(left, top, across, self._line() * lines)
                top += places[row].height() + _BETWEEN
            left += across + _APART
        return places

    def _wrapped(self, row: int, room: float) -> list[str]:
        """What the keys of a row do, in lines of this many px."""
        return painting.wrapped(self.rows[row][1], self.metrics_of("body"), max(1.0, room))

    def rect_of(self, place: int) -> QRectF:
        return self._places(self.width())[place]

    def place_at(self, point: QPointF) -> int | None:
        return next((row for row, area in self._places(self.width()).items() if area.contains(point)), None)

    def accessible_places(self) -> Sequence[int]:
        return range(len(self.rows))

    def spoken(self, place: int) -> str:
        return ": ".join(filter(None, self.rows[place]))

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        count, places = self._count(self.width()), self._places(self.width())
        seen = QRectF(self.rect() if self.exposed is None else self.exposed.boundingRect())
        words = partial(painting.draw_words, painter)
        for (start, end), (keys, _) in zip(self._ways[count], self._columns(count), strict=True):
            for row in range(start, end):
                area, said = places[row], self.rows[row]
                if not seen.intersects(area):
                    continue
                if len(said) == 1:
                    words(area, said[0], theme.q("ink"), font=self.font_of("strong"))
                    continue
                for cap, key in zip(self.caps(row, area), _keys(self.rows[row]), strict=True):
                    painting.draw_rounded(
                        painter, cap, corner=_ROUND, fill=theme.q("edge")
                    )  # thicker at its lower edge
                    top, edge = cap.adjusted(0, 0, 0, -1), theme.q("edge")
                    painting.draw_rounded(painter, top, corner=_ROUND, fill=theme.q("panel"), line=edge)
                    words(top, key, theme.q("ink"), align="centre", font=self.font_of("small"))
                room = area.adjusted(keys + _GAP, 0, 1, 0)
                for place, line in enumerate(self._wrapped(row, room.width() - 1)):
                    at = QRectF(room.left(), room.top() + place * self._line(), room.width(), self._line())
                    words(at, line, theme.q("ink"), font=self.font_of("body"))


def in_columns(rows: Sequence[Row], count: int) -> list[tuple[int, int]]:
    """Row ranges of at most `count` columns, each cut before a heading, the longest as short as possible."""
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


def rows_of(table: Keys) -> list[Row]:
    """Rows as in `key_rows` for the keys of TAUGHT or TYPED."""
    rows: list[Row] = []
    for title, uses in table.items():
        rows += [(title,), *((OR.join(map(key_words, keys)), does) for keys, does in uses)]
    return rows


def gesture_rows() -> list[Row]:
    """Rows as in `key_rows` for the keys equivalent to mouse gestures."""
    return [(TITLE,), *((OR.join(map(key_words, one.keys)), f"{one.does} ({one.mouse})") for one in GESTURES)]
