"""Every head of one attention as a thumbnail, and one of them large, with exact numbers, hatches and the current step.

Drawing costs only what changed: new arrays are taken over when the Trace, the sentence, the kind, the numbers or the
colour range are other ones; pointing, pinning and stepping set marks and nothing else.

Shapes: L layers, H heads, Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from model_core.spec import KINDS
from viz_app.data import derived_sources, line_text, map_options, map_text, selection
from viz_app.data.derived_map import Arrangement, Arranger, Places
from viz_app.data.map_options import MapChoice, MapOptions
from viz_app.data.selection import step_of
from viz_app.data.snapshot import Cell, OwnTable, ShownNumber, Snapshot
from viz_app.maps.head_chips import HeadChips
from viz_app.maps.heatmap_figure import Figure
from viz_app.views.attention import map_content
from viz_app.views.attention.all_heads import AllHeads
from viz_app.views.attention.head_picker import HeadPick
from viz_app.views.attention.measured_heads import MeasuredHeads
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.number_query import answer
from viz_app.widgets.theme import Theme
from viz_app.widgets.view import View

_NARROW = 560  # px at text size 100 %: below this the mosaic gives its room to the map
_WIDEST = 16_777_215  # px, Qt's word for "as wide as you like"
_APART = 20  # px between the mosaic and the map
_CLICKS = (
    "Click pins this cell, a click on a label reads along it; "
    "wheel or + and - zoom, drag moves, double click or 0 shows all. Right click: where is the number from?"
)


class Attention(View):
    """Left the choice of kind, numbers and head; right the map of that head."""

    title = "Attention"
    sentence = "How strongly each row\u2019s token looks at each column\u2019s token, in every head of every layer."
    icon = "attention"
    kinds = KINDS
    fills = True
    Options = MapOptions

    # ---- parts

    def build(self) -> None:
        self._place: MapChoice | None = None  # what the map shows now
        self._trace: Trace | None = None  # whose arrays it shows
        self._narrow = False
        self._arranger = Arranger()
        self._places = Places(None, (0, 0))  # the way between the map's cells and the model's own
        self._labels: object = None  # what rows and columns are labelled with
        self.pick = HeadPick(self)
        self.chips = HeadChips(self)
        self.chips.hide()
        self.pick.put_below_choices(self.chips)
        self.figure = Figure(self)
        self.heads = AllHeads(self.pick.mosaic, self)
        self.measured = MeasuredHeads(self)
        self._row = row_of(self.pick, (self.figure, 1), parent=self, spacing=_APART)
        self.figure.show_message("Attention maps appear here as soon as there is a sentence.")
        self.setFocusProxy(self.figure)
        self._connect()

    def _connect(self) -> None:
        heat, pick = self.figure.heat, self.pick
        heat.setToolTip(_CLICKS)
        heat.describe = self._describe
        heat.hovered.connect(self._point_at)
        heat.clicked.connect(self._pin)
        heat.row_clicked.connect(self._read_row)
        heat.column_clicked.connect(self._read_column)
        pick.kind_chosen.connect(lambda kind: self.picked.emit({"kind": kind}))
        pick.what_chosen.connect(self._choose_what)
        pick.measure_chosen.connect(lambda measure: self.opted.emit({"measure": measure}))
        pick.mix_chosen.connect(lambda mix: self.opted.emit({"mix": mix}))
        self.chips.clicked.connect(lambda head: self._switch_head(head))
        self.chips.alone.connect(lambda head: self._switch_head(head, alone=True))
        self.chips.hovered.connect(lambda head: self.hinted.emit("" if head is None else self.chips.tip_of(head)))
        pick.head_chosen.connect(lambda layer, head: self.picked.emit({"layer": layer, "head": head}))
        pick.head_hovered.connect(self._hint_head)
        self.heads.grown.connect(self._take_more)
        answer(heat, self._number_at)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Cross-attention · layer 2 · head 3"."""
        place = MapChoice.of(shot)
        words = map_content.title(shot.trace, place)
        if place.plain and map_options.is_off(shot.trace, place):
            words += " · off"
        count = len(shot.trace.sentences)
        return f"{words} · sentence {place.sentence + 1} of {count}" if count > 1 else words

    def explained(self, shot: Snapshot) -> str:
        return map_content.explained(shot)

    def keyboard_part(self) -> QWidget:
        return self.figure.heat

    def shown_number(self, shot: Snapshot, cell: Cell) -> ShownNumber | None:
        place = MapChoice.of(shot)
        part = None if place.plain else self._arranger.arrange(shot.trace, map_content.request(place))
        return None if part is None else derived_sources.shown_cell(shot.trace, part, cell)

    def made(self) -> tuple[str, tuple[int, ...]]:
        """What the map is made of, where it is no head's as recorded."""
        part, trace = self._places.part, self._trace
        return ("", ()) if part is None or trace is None else derived_sources.made(trace, part)

    def table(self) -> OwnTable | None:
        """The map as it is shown, where it is no head's as recorded."""
        part, trace, shot = self._places.part, self._trace, self._shot
        if part is None or trace is None or shot is None:
            return None
        return derived_sources.map_table(shot.state, trace, part)

    def _describe(self, query: int, key: int) -> str:
        if self._trace is None or self._place is None:
            return ""
        return map_content.described(self._trace, self._place, self._places.part, (query, key))

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        place, trace = MapChoice.of(shot), shot.trace
        self.pick.set_kinds(trace.kinds)
        self.pick.set_caution(map_options.caution(trace))
        self.pick.show_choice(place.kind, place.what, place.layer, place.head, place.measure, place.mix)
        self.chips.set_heads(trace.spec.heads, frozenset(place.mixed), place.head)
        show_part(self.chips, bool(place.mixed) and place.measure != "rollout")
        if 0 in trace.size(place.kind, place.sentence):
            if self._trace is None:  # else the last good picture stays
                self.figure.show_message("The decoder has not written anything yet.")
            return
        before, new = self._place, self._trace is not trace
        self._trace, self._place = trace, place
        self._labels = None if new else self._labels
        if new or before is None or before.maps != place.maps:
            self.pick.set_heads(trace.spec.heads, max(map(trace.spec.layers, trace.kinds)))
            self.heads.show(trace, place)
            self._name_heads()
        if new or before != place:
            self._take_map(trace, place)
            self._fit()
        self.figure.heat.set_numbers(getattr(shot.options, "numbers", True))
        self._mark(shot, place)

    def _name_heads(self) -> None:
        if self._trace is not None and self._place is not None:
            place = self._place
            self.pick.show_heads(self._trace, place.kind, self.measured.of(self._trace, place.kind, place.sentence))

    def _take_more(self) -> None:
        """More heads of a long text are there; the colours of scores follow from all of them."""
        if self._trace is not None and self._place is not None:
            self.heads.show(self._trace, self._place)
            if self._place.signed and not self.heads.working:
                self._take_map(self._trace, self._place)

    def _take_map(self, trace: Trace, place: MapChoice) -> None:
        """The numbers of the chosen head, or of what is made of the heads, or why there are none."""
        request = map_content.request(place)
        part = None if place.plain else self._arranger.arrange(trace, request)
        self._places = Places(part, trace.size(place.kind, place.sentence))
        if part is None and not (place.plain and trace.has(place.kind, place.what, place.layer)):
            self.figure.show_message(line_text.missing(trace, request))
            return
        self._take_words(trace, place, part)
        heat, shown = self.figure.heat, map_content.content(trace, place, part, self.heads.most)
        off = place.plain and map_options.is_off(trace, place)
        heat.set_dimmed(range(shown.values.shape[1]) if off else shown.dim.columns)
        heat.set_values(shown.values, shown.masks, shown.found.scale, shown.found.shades)
        heat.setAccessibleName(map_content.title(trace, place))
        self.figure.show_message("")
        self.figure.set_key(map_content.key(trace, place, part, shown, map_options.reasons(shown.masks, heat.broken)))

    def _take_words(self, trace: Trace, place: MapChoice, part: Arrangement | None) -> None:
        """The words of rows and columns, where other ones are needed."""
        joined = None if part is None else (part.queries, part.keys, part.columns)
        labels = place.sentence, place.kind, joined
        if labels == self._labels:
            return
        self._labels, one = labels, trace.sentences[place.sentence]
        self.figure.heat.set_rows(map_text.row_labels(one, place.kind) if part is None else part.row_labels)
        self.figure.heat.set_columns(map_text.column_labels(one, place.kind) if part is None else part.column_labels)

    def _mark(self, shot: Snapshot, place: MapChoice) -> None:
        """The step, the pin, the pointer, and what is written so far."""
        written, places = place.kind != "encoder", self._places
        last = None if shot.rows_shown is None or not written else shot.rows_shown - 1
        row = places.row(shot.look.query if shot.look.reading == "row" and shot.look.key is None else None)
        step = places.row(step_of(shot.trace, shot.look) if written else None)
        column = places.column(map_options.column_read(shot, place))
        heat = self.figure.heat
        heat.set_marks(
            places.shown(shot.pinned), places.shown(shot.hover), step, places.row(last), row=row, column=column
        )
        self.heads.set_rows_shown(last)

    def set_theme(self, theme: Theme) -> None:
        self._fit()
        self.figure.arrange()

    # ---- what the user does

    def _point_at(self, cell: Cell | None) -> None:
        self.hovered.emit(None if cell is None else self._places.piece(cell))
        self.hinted.emit(_CLICKS if cell is not None else "")

    def _hint_head(self, head: tuple[int, int] | None) -> None:
        self.hinted.emit(f"Click to open layer {head[0] + 1}, head {head[1] + 1}." if head else "")

    def _pin(self, cell: Cell) -> None:
        if self._shot is not None:
            self.picked.emit(selection.pinned(self._shot.look, self._places, cell))

    def _read_row(self, row: int) -> None:
        if self._shot is not None and self._place is not None:
            written = self._place.kind != "encoder"
            self.picked.emit(selection.row_read(self._shot.look, self._places, row, written))

    def _read_column(self, column: int) -> None:
        if self._shot is not None:
            self.picked.emit(selection.column_read(self._shot.look, self._places, column))

    def _choose_what(self, what: str) -> None:
        """Recorded numbers again."""
        if self._place is not None and self._place.measure != "recorded":
            self.opted.emit({"measure": "recorded"})
        self.picked.emit({"what": what})

    def _switch_head(self, head: int, alone: bool = False) -> None:
        """Switches a head of the mixture on or off, or leaves it `alone`."""
        if self._trace is not None and self._shot is not None and isinstance(self._shot.options, MapOptions):
            heads = map_options.switched(self._shot.options.heads, head, self._trace.spec.heads, alone)
            self.opted.emit({"heads": heads})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbouring head or layer, with Shift they move the pinned cell; + - 0 zoom."""
        key = Qt.Key(event.key())
        move = ARROWS.get(key)
        if self._place is None or self._trace is None or move is None:
            if self._place is None or not self.figure.heat.take_key(event):
                super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._move_pin(*move)
        else:
            size = self._trace.spec.layers(self._place.kind), self._trace.spec.heads
            changes = selection.head_beside((self._place.layer, self._place.head), move, size)
            if changes:
                self.picked.emit(changes)

    def _move_pin(self, down: int, right: int) -> None:
        """The cell beside the pinned one; without one, the first cell of the step's row."""
        if self._shot is None or self._trace is None:
            return
        step = step_of(self._trace, self._shot.look) or 0
        cell = selection.beside(self._shot.look, self._places, (down, right), step)
        query, key = self._places.piece(cell)
        self.picked.emit({"query": query, "key": key})
        self.figure.heat.show_cell(*cell)

    def _number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number under a point, or for the keyboard in the marked cell."""
        heat = self.figure.heat
        cell = heat.marks.hovered or heat.marks.pinned if point is None else heat.cell_at(QPointF(point))
        if self._trace is None or self._place is None or cell is None:
            return None
        found = map_content.source(self._trace, self._place, self._places.part, cell)
        return None if found is None else (self._trace, found)

    # ---- room and export

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < themes.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
            self._row.setDirection(direction)
            self.pick.set_flat(narrow)
        width = self.pick.wanted_width(self.size())
        self.pick.setMinimumWidth(0 if narrow else width)
        self.pick.setMaximumWidth(_WIDEST if narrow else width)
        self.pick.make_room()

    def paint_content(self, painter: QPainter, room: QRectF) -> None:
        self.figure.paint_to(painter, room, themes.current())
