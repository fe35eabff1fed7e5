"""Heads as points of a plane, near each other where they read alike. Lengths are logical pixels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from viz_app.charts.head_hues import head_colour
from viz_app.charts.point_labels import PointLabels, fitted_points
from viz_app.system.language import tr
from viz_app.views.survey.likeness import Head, Likeness, number, pair_words
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS, Canvas
from viz_app.widgets.theme import Theme

_MARGIN, _DOT, _NEAR = 30.0, 4.0, 14.0  # px around the points; radius of a point; how near a pointer is on it


class LikenessPlane(Canvas):
    """`chosen` carries the head (layer, head) of a point that was clicked. Arrow keys go to the nearest point on that
    side."""

    chosen = Signal(object)

    moves = ARROWS
    held = Qt.KeyboardModifier.NoModifier
    shared = True
    usual = 360, 320

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Heads in a plane, similar ones close together"))
        self._found: Likeness | None = None
        self._head: Head = (0, 0)
        painting.set_tip(self, tr("Each point is a head; nearby ones read alike. Click to open a head."))

    def show_heads(self, found: Likeness | None, head: Head) -> None:
        """Shows these heads and marks one of them."""
        if found is not self._found:
            self._found = found
            self.point_at(None)
        self._head = head
        self.update()

    # ---- places

    def points(self) -> list[QPointF]:
        """Where the heads lie."""
        return [] if self._found is None else fitted_points(self._found.places, self, _MARGIN)

    def place_at(self, point: QPointF) -> object:
        near = [(math.hypot(at.x() - point.x(), at.y() - point.y()), place) for place, at in enumerate(self.points())]
        best = min(near, default=(math.inf, 0))
        return best[1] if best[0] <= _NEAR else None

    def rect_of(self, place: object) -> QRectF | None:
        points = self.points()
        if not isinstance(place, int) or place >= len(points):
            return None
        return QRectF(points[place].x() - 8, points[place].y() - 8, 16, 16)

    def start(self) -> object:
        if self.pointed is not None or self._found is None:
            return self.pointed
        return self._found.heads.index(self._head) if self._head in self._found.heads else 0

    def walk(self, place: object, down: int, right: int) -> object:
        points = self.points()
        if not isinstance(place, int) or place >= len(points):
            return None
        here, best, found = points[place], math.inf, None
        for other, at in enumerate(points):
            along = (at.x() - here.x()) * right + (at.y() - here.y()) * down
            aside = abs((at.x() - here.x()) * down) + abs((at.y() - here.y()) * right)
            if other != place and along > 0 and along + 2 * aside < best:
                best, found = along + 2 * aside, other
        return found

    # ---- words

    def tip_of(self, place: int) -> str:
        return pair_words(self._found, place, place) if self._found is not None else ""

    def hint_of(self, place: int) -> str:
        if self._found is None:
            return ""
        return tr("Click to select head {head}.", head=self._found.called(place))

    def pick(self, place: int) -> None:
        if self._found is not None:
            self.chosen.emit(self._found.heads[place])

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        found = self._found
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painting.draw_rounded(painter, frame, fill=theme.q("panel"), line=theme.q("line"))
        if found is None:
            return
        points = self.points()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for point, (layer, head) in zip(points, found.heads, strict=True):
            marked = (layer, head) == self._head
            painter.setPen(QPen(theme.q("target"), 2.0) if marked else Qt.PenStyle.NoPen)
            painter.setBrush(head_colour(head, theme))
            radius = _DOT * themes.text_scale() + (2.0 if marked else 0.0)
            painter.drawEllipse(point, radius, radius)
        painter.restore()
        self._draw_words(painter, theme, found, points)
        rect = self.rect_of(self.pointed)
        if rect is not None:
            painting.draw_rounded(painter, rect, corner=8.0, line=theme.q("ink"), width=1.5)

    def _draw_words(self, painter: QPainter, theme: Theme, found: Likeness, points: list[QPointF]) -> None:
        """Number and name beside each point; where others are in the way the number alone, or nothing."""
        metrics, font, line = self.metrics_of("small"), self.font_of("small"), math.ceil(self.line("small"))
        labels = PointLabels(QRectF(self.rect()), points)
        order = sorted(range(len(points)), key=lambda at: (found.heads[at] != self._head, at != self.pointed, at))
        for at in order:
            for text in (found.called(at), number(found.heads[at])):
                rect = labels.place(points[at], metrics.horizontalAdvance(text) + 1, line)
                if rect is not None:
                    tone = "target" if found.heads[at] == self._head else "ink"
                    painting.draw_words(painter, rect, text, theme.q(tone), font=font)
                    break
