"""Heads compared with each other: their similarity as a sorted map, dark where two read alike, beside a plane in which
such heads are close together, and the hovered pair in words. Lengths are logical pixels."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from viz_app.charts.head_hues import head_colour
from viz_app.charts.point_plane import PointPlane
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.data.snapshot import Cell
from viz_app.maps.editable_heatmap import EditableHeatMap
from viz_app.maps.heatmap_figure import HeatMapFigure
from viz_app.maps.legend import LegendContent
from viz_app.system.language import tr
from viz_app.views.survey.likeness import Head, Likeness, number, pair_words
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, plain_label
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.theme import Theme

_DOT = 4.0  # px, the radius of a point


class LikenessMatrix(HeatMapFigure):
    """Rows and columns are heads. `chosen` carries the head (layer, head) of a row that was clicked."""

    chosen = Signal(object)
    hovered = Signal(object)
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        heat = EditableHeatMap()
        super().__init__(parent, heat)
        self._found: Likeness | None = None
        heat.held, heat.motion = Qt.KeyboardModifier.NoModifier, False
        heat.setAccessibleName(tr("How alike heads read, pair by pair"))
        painting.set_tip(heat, tr("Rows and columns are heads, similar ones side by side. Click to open a head."))
        heat.describe = lambda one, other: "" if self._found is None else pair_words(self._found, one, other)
        heat.moved.connect(heat.point_at)
        for signal in (heat.clicked, heat.chosen):
            signal.connect(lambda cell: self._choose(cell[0]))
        heat.row_clicked.connect(self._choose)
        heat.hovered.connect(self.hovered)
        heat.hovered.connect(self._hint)

    def show_heads(self, found: Likeness | None, head: Head) -> None:
        heat = self.heat
        if found is None:
            heat.clear()
        elif found is not self._found:
            heat.set_rows([RowLabel(found.called(at)) for at in range(len(found.heads))])
            heat.set_columns([number(one) for one in found.heads])
            heat.set_values(found.apart, None, Scale(0.0, found.largest), found.largest - found.apart)
            ends = (0.0, f"{found.largest:.2f}"), (1.0, "0")
            self.set_key(LegendContent(tr("bits apart"), "weights", ends))
        self._found = found
        row = found.heads.index(head) if found is not None and head in found.heads else None
        heat.set_marks(None, None, None, row=row)

    def _choose(self, row: int) -> None:
        if self._found is not None:
            self.chosen.emit(self._found.heads[row])

    def _hint(self, cell: Cell | None) -> None:
        if self._found is None or cell is None:
            self.hinted.emit("")
        else:
            self.hinted.emit(tr("Click to select head {head}.", head=self._found.called(cell[0])))


class LikenessPlane(PointPlane):
    """Heads as points, close together if they read alike. `chosen` carries the head (layer, head) of a point that was
    clicked. Arrow keys go to the nearest point on that side."""

    chosen = Signal(object)

    held = Qt.KeyboardModifier.NoModifier
    usual = 360, 320
    near = 14.0
    radius = 8.0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Heads in a plane, similar ones close together"))
        self._found: Likeness | None = None
        self._head: Head = (0, 0)
        painting.set_tip(self, tr("Each point is a head; nearby ones read alike. Click to open a head."))

    def show_heads(self, found: Likeness | None, head: Head) -> None:
        if found is not self._found:
            self._found = found
            self.point_at(None)
        self._head = head
        self.update()

    def points(self) -> dict[int, QPointF]:
        """The positions of the heads."""
        return {} if self._found is None else dict(enumerate(self.fitted(self._found.places)))

    def start(self) -> object:
        if self.pointed is not None or self._found is None:
            return self.pointed
        return self._found.heads.index(self._head) if self._head in self._found.heads else 0

    def walk(self, place: object, down: int, right: int) -> object:
        points = self.points()
        if place not in points:
            return None
        ways = [(point - points[place], other) for other, point in points.items() if other != place]
        along = [(way.x() * right + way.y() * down, abs(way.x() * down) + abs(way.y() * right), at) for way, at in ways]
        return min(((far + 2 * aside, at) for far, aside, at in along if far > 0), default=(0.0, None))[1]

    def tip_of(self, place: int) -> str:
        return pair_words(self._found, place, place) if self._found is not None else ""

    def hint_of(self, place: int) -> str:
        return tr("Click to select head {head}.", head=self._found.called(place)) if self._found is not None else ""

    def pick(self, place: int) -> None:
        if self._found is not None:
            self.chosen.emit(self._found.heads[place])

    def draw_points(self, painter: QPainter, theme: Theme, points: dict[int, QPointF]) -> None:
        for at, (layer, head) in enumerate(self._found.heads if self._found is not None else ()):
            marked = (layer, head) == self._head
            painter.setPen(QPen(theme.q("target"), 2.0) if marked else Qt.PenStyle.NoPen)
            painter.setBrush(head_colour(head, theme))
            radius = _DOT * themes.text_scale() + (2.0 if marked else 0.0)
            painter.drawEllipse(points[at], radius, radius)

    def words(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Number and name of each; only the number if others are in the way."""
        found = self._found
        heads = () if found is None else found.heads
        for at in sorted(range(len(heads)), key=lambda at: (heads[at] != self._head, at != self.pointed, at)):
            if found is not None:
                yield at, "target" if heads[at] == self._head else "ink", (found.called(at), number(heads[at]))


class LikenessPage(QWidget):
    """`chosen` carries the head (layer, head) to be shown alone."""

    chosen = Signal(object)
    hinted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.matrix, self.plane = LikenessMatrix(self), LikenessPlane(self)
        self.line = Caption("small", "muted", parent=self)
        self.words = plain_label(self, "body", muted=True, wrapped=True, centred=True)
        self._found: Likeness | None = None
        self._head: Head = (0, 0)
        self._row = row_of((self.matrix, 1), (self.plane, 1), spacing=20)
        column_of((self._row, 1), self.line, (self.words, 1), parent=self)
        self.words.hide()
        for part in (self.matrix, self.plane):
            part.chosen.connect(self.chosen)
            part.hinted.connect(self.hinted)
            part.hovered.connect(self._show_pair)

    def show_heads(self, found: Likeness | None, head: Head, missing: str) -> None:
        """Shows these heads, one of them marked, or why there are none."""
        self._found, self._head = found, head
        for part in (self.matrix, self.plane):
            part.show_heads(found, head)
        for one in (self.matrix, self.plane, self.line):
            show_part(one, found is not None)
        show_part(self.words, found is None)
        self.words.setText(missing if found is None else "")
        self._show_pair(None)

    def _show_pair(self, place: object) -> None:
        """The hovered pair, otherwise the selected head."""
        found = self._found
        if found is None:
            return
        if isinstance(place, tuple):
            self.line.set_text(pair_words(found, *place))
            return
        at = place if isinstance(place, int) else found.heads.index(self._head) if self._head in found.heads else None
        self.line.set_text("" if at is None else pair_words(found, at, at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side or one below the other, whichever is larger."""
        super().resizeEvent(event)
        wide = self.width() >= self.height()
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if way != self._row.direction():
            self._row.setDirection(way)
