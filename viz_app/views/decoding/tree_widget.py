"""The tree of continuations as a picture: thickness is probability, a click goes on from any token.

Data come in through `show_tree`; what the user does comes out as signals. The window follows the chosen step until
the user moves it. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import Writing
from viz_app.views.decoding import tree_painting, tree_text
from viz_app.views.decoding.sources import spot_number
from viz_app.views.decoding.tree_layout import ZOOMS, TreePlace
from viz_app.views.decoding.tree_order import MAIN, ROAD, START, Plan, tree_plan
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.number_query import answer
from viz_app.widgets.theme import Theme

Place = tuple[str, int]
"""("spot", place in the plan), ("step", step) or ("remove", road)."""

_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_ZOOM_KEYS = {Qt.Key.Key_Plus: 1.25, Qt.Key.Key_Equal: 1.25, Qt.Key.Key_Minus: 0.8, Qt.Key.Key_0: 0.0}
_TIP = (
    "Thickness is probability. Arrow keys walk the tree, Return goes on from a token, Delete removes a branch; "
    "wheel or + and - zoom, drag moves, 0 shows all again."
)


class TreeMap(Canvas):
    """The picture. `chosen_spot` is the spot that the keys start from; None = the chosen step on the main path."""

    asks = "Right click: where its number comes from."
    stepped = Signal(int)  # another step of the main path
    continued = Signal(object, int)  # (ids up to the chosen token, the road it lies on or -1)
    removed = Signal(int)  # a road that is to be removed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = Plan()
        self.texts: tuple[Writing, ...] = ()
        self.step = 0
        self.rows_shown: int | None = None
        self.chosen_spot: int | None = None
        self._trace: Trace | None = None
        self._sentence = 0
        self._lanes = 0
        self._room: int | None = None  # px that the tree was made for, None = its own height
        self._zoom = 1.0
        self._held: TreePlace | None = None  # the geometry of now, None when it has to be found again
        self._free: tuple[float, float] | None = None  # where the user moved the window to
        self._pressed: QPointF | None = None
        self._grabbed: tuple[QPointF, float, float] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 60)
        self.setAccessibleName("Tree of continuations")
        self.setToolTip(_TIP)
        answer(self, self.number_at)

    # ---- what it shows

    def show_tree(
        self, trace: Trace, sentence: int, texts: Sequence[Writing], step: int, rows_shown: int | None
    ) -> None:
        """Shows the tree of a sentence around a step; `rows_shown` as in a Snapshot."""
        if trace is not self._trace or sentence != self._sentence:
            self._trace, self._sentence, self.texts = trace, sentence, tuple(texts)
            self.point_at(None)  # what a click would do there is another thing now
            self.chosen_spot, self._lanes, self._zoom, self._free = None, 0, 1.0, None
            self._held = None
        if step != self.step:
            self._free = self._held = None
            self.chosen_spot = None
        self.step, self.rows_shown = step, rows_shown
        self._say()
        self.update()

    def _say(self) -> None:
        """What a screen reader says: the spot that the keys start from."""
        self.place()
        at = self.start()
        self.setAccessibleDescription("" if at is None else tree_text.spot_words(self.plan, at, self.texts))

    def wanted_height(self, room: int) -> int:
        """Px that the tree of now takes in at most `room` px; from then on it is made for that much room."""
        lines = self.line("body"), self.line("small")
        if self._trace is None:
            return room
        self._room = room
        self._plan_for(TreePlace.lanes_in(room, lines))
        return min(room, round(TreePlace.most_height(self.plan.lanes, lines)))

    def _plan_for(self, lanes: int) -> None:
        """The tree in so many lanes, made again only where that is another number."""
        if lanes != self._lanes and self._trace is not None:
            self._lanes = lanes
            self.plan = tree_plan(self._trace, self._sentence, self.texts, lanes)
            self._held = None
            self.chosen_spot = self.pointed = None

    def sizeHint(self) -> QSize:
        return QSize(640, 300)

    def restyled(self) -> None:
        self._held, self._lanes = None, 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._held = None

    # ---- where things are

    def place(self) -> TreePlace:
        """The geometry for the size, the text size and the step of now."""
        if self._held is not None:
            return self._held
        lines = self.line("body"), self.line("small")
        self._plan_for(TreePlace.lanes_in(self.height() if self._room is None else self._room, lines))
        found = TreePlace.of(self.plan, (self.width(), self.height()), lines, self._zoom)
        if self._free is not None:
            found = replace(found, columns=found.columns.shifted(self._free[0]), lift=self._lift(found, self._free[1]))
        else:
            found = replace(found, columns=found.columns.around(self.step + 1))
        self._held = found
        return found

    def _lift(self, place: TreePlace, wanted: float) -> float:
        most = place.top + self.plan.lanes * place.lane - self.height()
        return min(max(0.0, wanted), max(0.0, most))

    def start(self) -> int | None:
        """The spot that the keys start from."""
        if self.chosen_spot is not None and self.chosen_spot < len(self.plan.spots):
            return self.chosen_spot
        return self.plan.at(self.step + 1, 0)

    def place_at(self, point: QPointF) -> Place | None:
        """What lies under a point."""
        place = self.place()
        for road in self.plan.labels:
            if self.texts[road].branch is not None and tree_painting.cross_rect(self, road).contains(point):
                return "remove", road
        spot = place.at(self.plan, point)
        if spot is not None:
            return "spot", spot
        column = place.columns.column_at(point.x())
        if point.y() < place.top - 4 and column:
            return "step", column - 1
        return None

    def tip_of(self, place: object) -> str:
        kind, number = self._known(place)
        if kind == "spot":
            return tree_text.spot_words(self.plan, number, self.texts)
        return f"Remove {self.texts[number].name}" if kind == "remove" else ""

    def hint_of(self, place: object) -> str:
        kind, number = self._known(place)
        if kind == "spot":
            return tree_text.click_words(self.plan, number, self.texts)
        if kind == "step":
            return f"Click to go to step {number + 1}."
        return f"Click to remove {self.texts[number].name}; Ctrl+Z brings it back." if kind == "remove" else ""

    @staticmethod
    def _known(place: object) -> Place:
        return place if isinstance(place, tuple) else ("", 0)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Edges, tokens, step numbers, the names of the roads."""
        tree_painting.draw_tree(self, painter, theme)

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number of the token under a point, of the one that the keys are at for None."""
        spot = self.start() if point is None else self.place().at(self.plan, QPointF(point))
        if spot is None or self._trace is None:
            return None
        found = spot_number(self._trace, self._sentence, self.texts, self.plan.spots[spot])
        return None if found is None else (self._trace, found)

    # ---- what the user does

    def activate(self, spot: int) -> None:
        """What a click or Return on a spot does."""
        one = self.plan.spots[spot]
        if one.role == MAIN:
            self.stepped.emit(one.step)
        elif one.role != START:
            self.continued.emit(self.plan.path(spot), one.road)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._pressed is not None and self._grabbed is None:
            if (point - self._pressed).manhattanLength() < QApplication.startDragDistance():
                return
            place = self.place()
            self._grabbed = self._pressed, place.columns.shift, place.lift
        if self._grabbed is None:
            super().mouseMoveEvent(event)
            return
        start, shift, lift = self._grabbed
        self._move_to(shift + start.x() - point.x(), lift + start.y() - point.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        grabbed, self._grabbed = self._grabbed is not None, None
        pressed, self._pressed = self._pressed, None
        if grabbed or pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        kind, number = self._known(self.place_at(event.position()))
        if kind == "spot":
            self.chosen_spot = number if self.plan.spots[number].role != MAIN else None
            self.activate(number)
        elif kind == "step":
            self.stepped.emit(number)
        elif kind == "remove":
            self.removed.emit(number)
        self.update()

    def _move_to(self, shift: float, lift: float) -> None:
        self._free, self._held = (shift, lift), None
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer; sideways, or with Shift, it scrolls."""
        turn = event.angleDelta()
        if turn.x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            place = self.place()
            self._move_to(place.columns.shift - (turn.x() or turn.y()), place.lift)
        elif turn.y():
            self.zoom_by(1.25 ** (turn.y() / 120), event.position().x())
        event.accept()

    def zoom_by(self, factor: float, x: float | None = None) -> None:
        """Zooms the steps around a place on the widget, the middle if none is given; factor 0 shows all as at first."""
        if factor == 0.0:
            self._zoom, self._free, self._held = 1.0, None, None
            self.update()
            return
        place, at = self.place(), self.width() / 2 if x is None else x
        column = (at - place.columns.left + place.columns.shift) / place.columns.pitch
        self._zoom = min(ZOOMS[1], max(ZOOMS[0], self._zoom * factor))
        self._held = None
        pitch = TreePlace.of(self.plan, (self.width(), self.height()), (self.line(), self.line("small")), self._zoom)
        self._move_to(column * pitch.columns.pitch - (at - place.columns.left), place.lift)

    def event(self, event: QEvent) -> bool:
        """Keeps the plain arrow keys for the tree, while the keyboard's focus is on it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if held == Qt.KeyboardModifier.NoModifier and Qt.Key(event.key()) in _ARROWS:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, at = Qt.Key(event.key()), self.start()
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _ZOOM_KEYS:
            self.zoom_by(_ZOOM_KEYS[key])
        elif at is None or held != Qt.KeyboardModifier.NoModifier:
            event.ignore()
        elif key in _ARROWS:
            self._walk(at, *_ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activate(at)
        elif key == Qt.Key.Key_Delete and self.plan.spots[at].role == ROAD:
            self.removed.emit(self.plan.spots[at].road)
        else:
            event.ignore()

    def _walk(self, at: int, right: int, down: int) -> None:
        """The next spot in a direction becomes the cursor; one of the main path the chosen step."""
        spot, found = self.plan.spots[at], None
        if right < 0:
            found = spot.parent if spot.parent >= 0 else None
        elif right > 0:
            lanes = self.plan.lanes_of(spot.column + 1)
            ahead = [self.plan.at(spot.column + 1, lane) for lane in lanes]
            found = next((one for one in ahead if one is not None and self.plan.spots[one].parent == at), None)
        else:
            lanes = [lane for lane in self.plan.lanes_of(spot.column) if (lane - spot.lane) * down > 0]
            found = self.plan.at(spot.column, min(lanes) if down > 0 else max(lanes)) if lanes else None
        if found is None or self.plan.spots[found].role == START:
            return
        self.chosen_spot = None if self.plan.spots[found].role == MAIN else found
        if self.chosen_spot is None:
            self.stepped.emit(self.plan.spots[found].step)
        else:
            self._reveal(found)
        self._say()
        self.hinted.emit(tree_text.click_words(self.plan, found, self.texts))
        self.update()

    def _reveal(self, spot: int) -> None:
        """Scrolls so that a spot is seen."""
        place, one = self.place(), self.plan.spots[spot]
        rect = place.rect(one)
        if not QRectF(self.rect()).contains(rect):
            around = place.columns.around(one.column)
            self._move_to(around.shift, self._lift(place, place.lift + rect.bottom() - self.height() / 2))


__all__ = ["TreeMap"]
