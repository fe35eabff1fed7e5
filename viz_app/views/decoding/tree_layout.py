"""Geometry of the tree of continuations: where spots, edges and labels lie for one size of the widget. Lengths px."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from viz_app.views.decoding.step_columns import Columns
from viz_app.views.decoding.tree_order import Plan, Spot

LEAST, MOST = 98.0, 150.0  # px from step to step at text size 100 %, when all is fitted
AIR = (12.0, 52.0)  # px between two lanes at text size 100 %: at least, and where there is room
ZOOMS = (0.12, 2.0)  # smallest and largest zoom
_WORDS = 62.0  # px from step to step at 100 % below which tokens become dots
_DOT = 4.0  # px, radius of a dot at 100 %
_SIDE = 12.0  # px beside the tree


@dataclass(frozen=True)
class TreePlace:
    """Where everything is; `unit` is 1 at text size 100 %."""

    columns: Columns
    unit: float
    node_h: float
    top: float  # where lane 0 begins
    lane: float  # px from lane to lane
    lift: float = 0.0  # px scrolled away above
    scored: bool = False  # tokens have scores too and take more of their columns

    @classmethod
    def of(cls, plan: Plan, size: tuple[float, float], lines: tuple[float, float], zoom: float) -> TreePlace:
        """For a widget of that size; `lines` are the heights of a line of body and of small text."""
        unit = lines[0] / 15.6
        columns = Columns.fitted(plan.columns, _SIDE, size[0] - 2 * _SIDE, LEAST * unit, MOST * unit, zoom)
        node, top = lines[0] + lines[1] + 6 * unit, lines[1] + 10 * unit
        share = (size[1] - top - 8 * unit) / max(1, plan.lanes)
        lane = min(node + AIR[1] * unit, max(node + AIR[0] * unit, share))
        scored = any(spot.node is not None for spot in plan.spots)
        return cls(columns, unit, node, top, lane, scored=scored)

    @staticmethod
    def lanes_in(height: float, lines: tuple[float, float]) -> int:
        """How many lanes there is room for in a widget of that height."""
        unit = lines[0] / 15.6
        lane = lines[0] + lines[1] + (6 + AIR[0]) * unit
        return max(1, int((height - lines[1] - 16 * unit) // lane))

    @staticmethod
    def most_height(lanes: int, lines: tuple[float, float]) -> float:
        """Px of so many lanes with all the air that they may have."""
        unit = lines[0] / 15.6
        return lines[1] + 18 * unit + max(2, lanes) * (lines[0] + lines[1] + (6 + AIR[1]) * unit)

    @property
    def gap(self) -> float:
        """Px between the tokens of two steps."""
        least = 22.0 * self.unit
        return least if self.scored else min(52.0 * self.unit, max(least, self.columns.pitch * 0.36))

    @property
    def wordless(self) -> bool:
        """Whether tokens are dots, so that a long text is seen as a whole."""
        return self.columns.pitch < _WORDS * self.unit

    def rect(self, spot: Spot) -> QRectF:
        """Where a token stands."""
        left = self.columns.x_of(spot.column)
        top = self.top - self.lift + spot.lane * self.lane
        if self.wordless:
            side = min(2 * _DOT * self.unit, self.columns.pitch)
            return QRectF(left + (self.columns.pitch - side) / 2, top + (self.node_h - side) / 2, side, side)
        return QRectF(left + self.gap / 2, top, self.columns.pitch - self.gap, self.node_h)

    def edge(self, parent: Spot, child: Spot) -> QPainterPath:
        """The line from a token to one that follows it."""
        a, b = self.rect(parent), self.rect(child)
        begin, end = QPointF(a.right(), a.center().y()), QPointF(b.left(), b.center().y())
        bend = (end.x() - begin.x()) * 0.5
        path = QPainterPath(begin)
        path.cubicTo(QPointF(begin.x() + bend, begin.y()), QPointF(end.x() - bend, end.y()), end)
        return path

    def at(self, plan: Plan, point: QPointF) -> int | None:
        """The spot under a point; a dot is taken a little larger than it is painted."""
        column = self.columns.column_at(point.x())
        lane = int((point.y() - self.top + self.lift) // self.lane) if point.y() >= self.top - self.lift else -1
        place = None if column is None else plan.at(column, lane)
        if place is None:
            return None
        grow = 4 * self.unit if self.wordless else 0.0
        return place if self.rect(plan.spots[place]).adjusted(-grow, -grow, grow, grow).contains(point) else None


__all__ = ["ZOOMS", "TreePlace"]
