"""The tree of continuations as a picture, and under it the end probability at each step.

Data come in through `show_tree`; user actions come out as signals. The view follows the chosen step until the user
scrolls. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.charts.step_columns import Columns
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.number_sources import candidate_source
from viz_app.data.selection import candidate_name
from viz_app.data.snapshot import Snapshot
from viz_app.data.words.parts import ASKS_ORIGIN, click_to_step
from viz_app.system.language import tr
from viz_app.views.decoding.end_panel import END, StepBars, step_number, why_words
from viz_app.views.decoding.parts import Answer, DecodingPanel
from viz_app.views.decoding.tree_layout import (
    ALTERNATIVE,
    KEPT,
    MAIN,
    PASSED,
    PRUNED,
    START,
    ZOOMS,
    Plan,
    Spot,
    TreePlace,
    click_words,
    figure,
    spot_words,
    tree_plan,
)  # fmt: skip
from viz_app.views.decoding.tree_painting import TreePicture, cross_rect
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.layout import show_part
from viz_app.widgets.pan_canvas import PanCanvas
from viz_app.widgets.theme import Theme

Place = Spot | tuple[str, int]
"""A spot, ("step", step) or ("remove", alternative)."""

_TIP = tr(
    "Thickness is probability. Arrow keys walk the tree, Enter continues from a token, Delete removes a branch; "
    "wheel or + and - to zoom, drag to pan, 0 to show all."
)
_STRIP = 40  # px of the bars of the end at text size 100 %
_LOW = 330  # px at text size 100 %: in a lower panel it fits only beside few lanes


class TreeMap(PanCanvas):
    """The picture. `at` is the spot of the keyboard cursor; None = the chosen step on the main path."""

    asks = ASKS_ORIGIN
    moves = ARROWS
    held = Qt.KeyboardModifier.NoModifier
    stepped = Signal(int)  # another step of the main path
    continued = Signal(object, int)  # (ids up to the chosen token, the alternative it lies on or -1)
    removed = Signal(int)  # an alternative that is to be removed
    moved = Signal()  # another part of it is seen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Tree of continuations"))
        self.plan = Plan()
        self.texts: tuple[DecodedText, ...] = ()
        self.step = 0
        self.rows_shown: int | None = None
        self._trace: Trace | None = None
        self._sentence = self._lanes = 0
        self._room: int | None = None  # px that the tree was made for, None = its own height
        self._zoom = 1.0
        self._widest = 0.0  # px of its widest word or number
        self._held: TreePlace | None = None  # the present geometry, None when it has to be found again
        self._free: tuple[float, float] | None = None  # what the user moved into sight
        self._grabbed = (0.0, 0.0)
        self.setMinimumSize(120, 60)
        self.setToolTip(_TIP)
        self.moved.connect(self.update)
        self.source = self._number
        self.answers()

    # ---- what it shows

    def show_tree(
        self, trace: Trace, sentence: int, texts: Sequence[DecodedText], step: int, rows_shown: int | None
    ) -> None:
        """Shows the tree of a sentence around a step; `rows_shown` as in a Snapshot."""
        if not self.shows(trace, sentence):
            self._trace, self._sentence, self.texts = trace, sentence, tuple(texts)
            self.point_at(None)  # what a click would do there is another thing now
            self.at, self._lanes, self._zoom, self._free = None, 0, 1.0, None
            self._held = None
        elif (step, rows_shown) == (self.step, self.rows_shown):
            return
        if step != self.step:
            self._free = self._held = self.at = None
        self.step, self.rows_shown = step, rows_shown
        self.place()
        self.setAccessibleDescription(self.spoken(self.start()))
        self.update()

    def shows(self, trace: Trace, sentence: int) -> bool:
        """Whether it shows this sentence, at any step."""
        return trace is self._trace and sentence == self._sentence

    def wanted_height(self, room: int) -> int:
        """The height in px that the tree takes of at most `room` px, for which it is laid out from then on."""
        lines = self.line("body"), self.line("small")
        if self._trace is None:
            return room
        self._room = room
        self._plan_for(TreePlace.lanes_in(room, lines))
        return min(room, round(TreePlace.most_height(self.plan.lanes, lines)))

    def _plan_for(self, lanes: int) -> None:
        """The tree in this many lanes, rebuilt only if the number changes."""
        if lanes != self._lanes and self._trace is not None:
            self._lanes = lanes
            self.plan = tree_plan(self._trace, self._sentence, self.texts, lanes)
            self._widest = self._widest_word()
            self._held = self.at = None
            self.unpoint()

    def sizeHint(self) -> QSize:
        return QSize(640, 300)

    def restyled(self) -> None:
        self._held, self._lanes = None, 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._held = None

    # ---- where things are

    def place(self) -> TreePlace:
        """The geometry for the present size, text size and step."""
        if self._held is not None:
            return self._held
        lines = self.line("body"), self.line("small")
        self._plan_for(TreePlace.lanes_in(self.height() if self._room is None else self._room, lines))
        found = self._geometry()
        if self._free is not None:
            found = replace(found, columns=found.columns.shifted(self._free[0]), lift=self._lift(found, self._free[1]))
        else:
            found = replace(found, columns=found.columns.around(self.step + 1))
        self._held = found
        return found

    def _geometry(self) -> TreePlace:
        size, lines = (self.width(), self.height()), (self.line("body"), self.line("small"))
        return TreePlace.fitted(self.plan, size, lines, self._zoom, self._widest)

    def _widest_word(self) -> float:
        """Width in px of the widest token or number."""
        word, number, font = self.metrics_of("strong"), self.metrics_of("small"), self.font_of("strong")
        names = {painting.visible_words(candidate_name(spot.token), font) for spot in self.plan.spots}
        figures = {figure(spot, roomy=True) for spot in self.plan.spots}
        return max((*map(word.horizontalAdvance, names), *map(number.horizontalAdvance, figures)), default=0.0)

    def _lift(self, place: TreePlace, wanted: float) -> float:
        most = place.top + self.plan.lanes * place.lane - self.height()
        return min(max(0.0, wanted), max(0.0, most))

    def place_at(self, point: QPointF) -> Place | None:
        place = self.place()
        for other in self.plan.labels:
            if self.texts[other].branch is not None and cross_rect(self, other).contains(point):
                return "remove", other
        spot = place.at(self.plan, point)
        if spot is not None:
            return spot
        column = place.columns.column_at(point.x())
        return ("step", column - 1) if point.y() < place.top - 4 and column else None

    def tip_of(self, place: object) -> str:
        if isinstance(place, Spot):
            return spot_words(place, self.texts)
        kind, number = place if isinstance(place, tuple) else ("", 0)
        return tr("Remove {name}", name=self.texts[number].name) if kind == "remove" else ""

    def hint_of(self, place: object) -> str:
        if isinstance(place, Spot):
            return click_words(self.plan, place, self.texts)
        kind, number = place if isinstance(place, tuple) else ("", 0)
        if kind == "step":
            return click_to_step(number)
        name = self.texts[number].name if kind == "remove" else ""
        return tr("Click to remove {name}; Ctrl+Z brings it back.", name=name) if name else ""

    def draw(self, painter: QPainter, theme: Theme) -> None:
        TreePicture(self, painter, theme, self.place(), self.plan).draw()

    def _number(self, place: object) -> Answer:
        """The probability under a token; for what beam search left, its log-probability."""
        if not isinstance(place, Spot) or (trace := self._trace) is None:
            return None
        spot, found = place, None
        if spot.role in (MAIN, ALTERNATIVE):
            return step_number(trace, self._sentence, self.texts[spot.text], "probability", spot.step)
        if spot.role == PASSED:
            found = candidate_source(trace, self._sentence, spot.step, spot.token.id)
        elif spot.role in (KEPT, PRUNED):
            at = next((number for number, node in enumerate(trace.tree) if node is spot.node), None)
            found = None if at is None else Source(f"tree.{at}.log_probability")
        return None if found is None else (trace, found)

    # ---- zoom and drag

    def zoom_by(self, factor: float, at: QPointF | None = None) -> bool:
        """Zooms the steps around a point of the widget, by default the middle."""
        place, x = self.place(), self.width() / 2 if at is None else at.x()
        column = (x - place.columns.left + place.columns.shift) / place.columns.pitch
        self._zoom = min(ZOOMS[1], max(ZOOMS[0], self._zoom * factor))
        pitch = self._geometry().columns.pitch
        self._move_to(column * pitch - (x - place.columns.left), place.lift)
        return True

    def show_all(self) -> None:
        self._zoom, self._free, self._held = 1.0, None, None
        self.moved.emit()

    def grab_view(self) -> bool:
        place = self.place()
        self._grabbed = place.columns.shift, place.lift
        return True

    def drag_view(self, by: QPointF) -> None:
        self._move_to(self._grabbed[0] - by.x(), self._grabbed[1] - by.y())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolls sideways, or with Shift."""
        turn, place = event.angleDelta(), self.place()
        if turn.x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._move_to(place.columns.shift - (turn.x() or turn.y()), place.lift)
            event.accept()
        else:
            super().wheelEvent(event)

    def _move_to(self, shift: float, lift: float) -> None:
        self._free, self._held = (shift, lift), None
        self.moved.emit()

    # ---- what the user does

    def pick(self, place: object) -> None:
        """Goes to a spot of the main path, or continues from any other token."""
        kind, number = place if isinstance(place, tuple) else ("spot", place)
        if kind == "step":
            self.stepped.emit(number)
        elif kind == "remove":
            self.removed.emit(number)
        elif isinstance(place, Spot):
            self.at = None if place.role == MAIN else place
            if place.role == MAIN:
                self.stepped.emit(place.step)
            elif place.role != START:
                self.continued.emit(place.path(), place.text)
        self.update()

    def start(self) -> Spot | None:
        """The spot of the keyboard cursor."""
        return self.at if isinstance(self.at, Spot) else self.plan.at(self.step + 1, 0)

    def take_key(self, event: QKeyEvent) -> bool:
        at = self.start()
        if event.key() == Qt.Key.Key_Delete and at is not None and at.role == ALTERNATIVE:
            self.removed.emit(at.text)
            return True
        return super().take_key(event)

    def walk(self, place: object, down: int, right: int) -> Spot | None:
        """The next spot in a direction: the previous token, the first one after, the one above or below."""
        if not isinstance(place, Spot):
            return None
        if right < 0:
            found = place.parent
        elif right > 0:
            found = next((one for one in self.plan.in_column(place.column + 1) if one.parent is place), None)
        else:
            beside = [one for one in self.plan.in_column(place.column) if (one.lane - place.lane) * down > 0]
            found = beside[0 if down > 0 else -1] if beside else None
        return None if found is None or found.role == START else found

    def move_to(self, place: object) -> None:
        """Moves the cursor to a spot; one of the main path becomes the chosen step."""
        super().move_to(place)
        if not isinstance(place, Spot):
            return
        if place.role == MAIN:
            self.at = None
            self.stepped.emit(place.step)
            return
        geometry = self.place()
        rect = geometry.rect(place)
        if not QRectF(self.rect()).contains(rect):  # it is scrolled into sight
            lift = self._lift(geometry, geometry.lift + rect.bottom() - self.height() / 2)
            self._move_to(geometry.columns.around(place.column).shift, lift)


class TreePanel(DecodingPanel):
    """The tree takes all the room that the small chart leaves."""

    continued = Signal(object, int)
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=8)
        self.map = TreeMap(self)
        self.end = StepBars("end_probability", END, "target", "", 1.0, self, log=True)
        self.end.follow = self._under
        self.map.moved.connect(self.end.update)
        self.why = self.label(muted=True)
        self.add(self.map, stretch=1)
        self.add(self.why, self.end)
        self.column.addStretch()
        self.filled = False  # presented: the chart has all that the tree leaves
        self.map.continued.connect(self.continued)
        self.map.removed.connect(self.removed)

    def show_step(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], step: int) -> None:
        trace = shot.trace
        self.end.show_text(trace, sentence, texts[0], step, shot.rows_shown)
        if not self.map.shows(trace, sentence):
            self.why.setText(why_words(trace, texts[0]))
        self.map.show_tree(trace, sentence, texts, step, shot.rows_shown)
        self.fit()

    def _under(self) -> Columns | None:
        """The tree's columns without its start: each bar is under its token."""
        columns = self.map.place().columns
        if not self.map.isVisibleTo(self):
            return None
        return replace(columns, count=columns.count - 1, left=columns.left + columns.pitch)

    def fit(self) -> None:
        """The tree comes first: the chart, then the sentence are left out for it. Room that a tree of few lanes does
        not need makes the chart twice as high, while presenting higher, and stays empty below both."""
        show_part(self.why, self.height() >= themes.px(_LOW) * 0.6)
        why = 0 if self.why.isHidden() else self.why.heightForWidth(self.width()) + 8
        room = self.height() - why
        strip = themes.px(_STRIP) + round(self.end.line("small")) + 10
        low = self.height() < themes.px(_LOW) and room - self.map.wanted_height(room) < strip + 8
        show_part(self.end, not low)
        room = room if low else room - strip - 8
        wanted = self.map.wanted_height(room)
        self.map.setMaximumHeight(max(wanted, self.map.minimumHeight()))
        high = strip + room - wanted
        self.end.setFixedHeight(high if self.filled else min(2 * strip, high))
