"""Every head of one attention as a thumbnail, and one of them large, with exact numbers, hatches and the current step.

Drawing costs only what has changed: new arrays are taken when the Trace, the sentence, the kind, the numbers or the
colour range change; pointing, pinning and stepping set marks and nothing else.

Shapes: L layers, H heads, Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from model_core.spec import KINDS
from viz_app.data import number_sources, selection
from viz_app.data.depth import Control, DepthRule
from viz_app.data.map_text import with_sentence
from viz_app.data.maps import head_order, map_options
from viz_app.data.maps.head_filter import NO_FILTER, heads_listed
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.snapshot import Cell, ExportTable, ShownNumber, Snapshot, options_of
from viz_app.data.tables import HeadsMade
from viz_app.data.vocabulary import DERIVED
from viz_app.data.words.parts import NOTHING_WRITTEN
from viz_app.document.runs.effects_of_run import EffectsRequest
from viz_app.maps.all_heads import AllHeads
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.attention import head_effects, map_content, options
from viz_app.views.attention.all_heads_page import AllHeadsPage
from viz_app.views.attention.head_picker import HeadPick
from viz_app.views.attention.large_map import LargeMap
from viz_app.views.attention.options import MapOptions, map_choice
from viz_app.views.attention.plane import QueryKeyMap
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.layout import NO_LIMIT, row_of, show_part
from viz_app.widgets.view import View

_NARROW = 560  # px at text size 100 %: below this the mosaic gives its room to the map
_APART = 20  # px between the mosaic and the map
_OPEN = tr("Click to open layer {layer}, head {head}.")

_DEEP = {
    **dict.fromkeys(
        ("pick.show_label", "pick.numbers", "pick.mix"), DepthRule(options=("measure", "mix"), look=("what",))
    ),
    "pick.sort": DepthRule(options=("order",)),
}
_CONTROLS = {
    "pick.kinds": Control(tr("Attention")),
    "pick.numbers": Control(tr("Show"), "measure", DERIVED, "full"),
    "pick.mix": Control(tr("Heads in the map"), "mix", map_options.MIXES, "full"),
    "pick.sort": Control(tr("Sort heads by"), "order", head_order.ORDERS, "full"),
    "pick.all": Control(tr("All heads"), "all_heads"),
}


class Attention(View):
    """On the left the choice of kind, numbers and head; on the right the map of that head."""

    title = tr("Attention")
    sentence = tr("How strongly each row’s token reads each column’s token, in every head of every layer.")
    deep, controls, asides = _DEEP, _CONTROLS, ("pick",)
    kinds = KINDS
    mapped = True
    fills = lists_heads = True
    Options = MapOptions

    # ---- parts

    def build(self) -> None:
        self._place: MapChoice | None = None  # what the map shows now
        self._trace: Trace | None = None  # whose arrays it shows
        self._depth = ""  # at which it was laid out
        self._narrow = False
        self.pick = HeadPick(self)
        self.map = LargeMap(self)
        self.figure = self.map.figure
        self.heads = AllHeads(self.pick.mosaic, self)
        self.page = AllHeadsPage(self)
        self.plane = QueryKeyMap(self)
        parts = self.pick, (self.map, 1), (self.plane, 1), (self.page, 1)
        self._row = row_of(*parts, parent=self, spacing=_APART)
        for part in (self.plane, self.page):
            part.hide()
        self.figure.show_message(tr("Attention maps appear here as soon as there is a sentence."))
        self.setFocusProxy(self.figure)
        self._connect()

    def _connect(self) -> None:
        self.pick.picked.connect(self.picked)
        self.pick.opted.connect(self.opted)
        self.pick.hinted.connect(self.hinted)
        self.pick.mosaic.hovered.connect(self._hint_head)
        self.plane.hovered.connect(lambda place: self.hovered.emit(self.plane.cell_of(place)))
        self.plane.clicked.connect(lambda cell: self.picked.emit({"query": cell[0], "key": cell[1]}))
        self.plane.hinted.connect(self.hinted)
        self.heads.grown.connect(self._take_more)
        self.page.picked.connect(self.picked)
        self.page.opted.connect(self.opted)
        self.page.hovered.connect(self._hint_head)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        """For example "Cross-attention · layer 2 · head 3"."""
        place, everything = map_choice(shot), options_of(shot, MapOptions).all_heads
        words = tr("All heads") if everything else map_content.title(shot.trace, place)
        if not everything and place.plain and options.is_off(shot.trace, place):
            words = tr("{heading} · off", heading=words)
        return with_sentence(words, place.sentence, len(shot.trace.sentences))

    def explanation(self, shot: Snapshot) -> str:
        chosen = options_of(shot, MapOptions)
        if chosen.all_heads:
            return map_content.ALL_EXPLAINED
        return self.plane.explanation(shot) if chosen.picture == "plane" else map_content.explained(shot)

    def unused(self, shot: Snapshot) -> frozenset[str]:
        return options.unused(options_of(shot, MapOptions))

    def reveal(self, name: str) -> None:
        if self._shot is not None and name in self.unused(self._shot):
            self.opted.emit({"all_heads": False} | ({} if name == "picture" else {"picture": "map"}))

    def keyboard_part(self) -> QWidget:
        if self._shot is not None and not self.page.isHidden():
            return self.page.part(self._shot.look.kind)
        return self.figure.heat if self.plane.isHidden() else self.plane

    def effects_requests(self, shot: Snapshot) -> tuple[EffectsRequest, ...]:
        return head_effects.effects_requests(shot)

    def shown_number(self, shot: Snapshot, cell: Cell) -> ShownNumber | None:
        place = map_choice(shot)
        part = self.map.part_of(shot.trace, place)
        return None if part is None else number_sources.shown_cell(shot.trace, part, cell)

    def derivation(self) -> tuple[str, HeadsMade]:
        """How the map was derived, if it is not a head's as recorded."""
        part, trace = self.map.places.derived, self._trace
        return ("", ()) if part is None or trace is None else number_sources.derivation(trace, part)

    def arrays(self) -> tuple[Source, ...]:
        """The map, or the weights of all heads, layer by layer."""
        part, trace, shot = self.map.places.derived, self._trace, self._shot
        if shot is not None and not self.page.isHidden():
            return map_content.all_weights(shot.trace, selection.sentence_of(shot.trace, shot.look))
        if part is None or trace is None or self.map.isHidden():
            return super().arrays()
        found = number_sources.shown_number(trace, part, (0, 0))
        return () if found is None else (found.opened(2),)

    def table(self) -> ExportTable | None:
        """All heads, or the map as shown, if it is not a head's as recorded."""
        part, trace, shot = self.map.places.derived, self._trace, self._shot
        if shot is None:
            return None
        if not self.page.isHidden():
            return head_effects.heads_table(shot, self.title)
        if not self.plane.isHidden():
            return self.plane.table(shot, self.title)
        return None if part is None or trace is None else map_content.map_table(shot.state, trace, part)

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        self._shot, chosen = shot, options_of(shot, MapOptions)
        shown = self.page if chosen.all_heads else self.plane if chosen.picture == "plane" else self.map
        if shown.isHidden():
            focused = self.isAncestorOf(QApplication.focusWidget() or self)
            for part in (self.map, self.plane, self.page):
                show_part(part, part is shown)
            show_part(self.pick, not chosen.all_heads)
            self.page.pause()
            if focused:
                self.keyboard_part().setFocus()
        if chosen.all_heads:
            self.page.draw(shot)
        else:
            self._draw_one(shot)

    def mark(self, shot: Snapshot) -> None:
        self._shot, place = shot, map_choice(shot)
        if self.page.isHidden() and self._trace is shot.trace and self._place == place:
            self.map.mark(shot, place)

    def _draw_one(self, shot: Snapshot) -> None:
        """One large map, and the heads of its attention."""
        place, trace = map_choice(shot), shot.trace
        self.pick.draw(shot, place)
        if 0 in trace.size(place.kind, place.sentence):
            if self._trace is None:  # else the last good picture stays
                self.figure.show_message(NOTHING_WRITTEN)
            return
        before, new = self._place, self._trace is not trace
        self._trace, self._place = trace, place
        if new or before is None or before.maps != place.maps:
            self.heads.show(trace, place)
            self.pick.name_heads(trace, place)
        self.pick.show_effects(shot, place)
        if new or before != place:
            self.map.show_map(trace, place, self.heads.most)
        depth, self._depth = self._depth, shot.state.desk.depth
        if new or before != place or depth != self._depth:  # there may be more choices beside the map now
            self.fit()
        self.map.mark(shot, place)
        if not self.plane.isHidden():
            self.plane.draw_head(shot)
        self.heads.set_rows_shown(shot.last_row(place.kind))

    def _take_more(self) -> None:
        """More heads of a long text have arrived; the colours of scores depend on all of them."""
        if self._trace is not None and self._place is not None:
            self.heads.show(self._trace, self._place)
            if self._place.signed and not self.heads.working:
                self.map.show_map(self._trace, self._place, self.heads.most)

    def restyle(self) -> None:
        super().restyle()
        self.figure.arrange()

    # ---- what the user does

    def _hint_head(self, head: tuple[int, int] | None) -> None:
        self.hinted.emit(_OPEN.format(layer=head[0] + 1, head=head[1] + 1) if head else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self._take_key(event))

    def _take_key(self, event: QKeyEvent) -> bool:
        """Arrows go to the neighbouring head or layer, with Shift they move the pinned cell; + - 0 zoom, Escape leaves
        the page of all heads. False for any other key."""
        key, shot = Qt.Key(event.key()), None if self._trace is None else self._shot
        if self.page.isVisible():
            if key == Qt.Key.Key_Escape:
                self.opted.emit({"all_heads": False})
            return key == Qt.Key.Key_Escape
        move = ARROWS.get(key)
        if shot is None or move is None:
            return shot is not None and bool(self.figure.heat.take_key(event))
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.map.move_pin(move)
            return True
        place, spec = map_choice(shot), shot.trace.spec
        now = place.layer, place.head
        changes = selection.head_beside(now, move, (spec.layers(place.kind), spec.heads_of(place.kind)))
        if shot.look.heads != NO_FILTER:
            changes = heads_listed(shot).neighbour(place.kind, now, move)
        if changes:
            self.picked.emit(changes)
        return True

    # ---- room and export

    def event(self, event: QEvent) -> bool:
        """Fits again when the choices beside the map need another width, as after some of them were hidden."""
        asked = event.type() == QEvent.Type.LayoutRequest and not self._narrow
        if asked and self.pick.wanted_width(self.size()) != self.pick.minimumWidth():
            self.fit()
        return super().event(event)

    @one_at_a_time
    def fit(self) -> None:
        narrow = self.width() < themes.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
            self._row.setDirection(direction)
            self.pick.set_flat(narrow)
        width = self.pick.wanted_width(self.size())
        self.pick.setMinimumWidth(0 if narrow else width)
        self.pick.setMaximumWidth(NO_LIMIT if narrow else width)
        self._row.activate()  # at once: the first picture has its sizes
        self.pick.make_room()

    def paint_content(self, painter: QPainter, room: QRectF) -> None:
        if not self.plane.isHidden():
            self.plane.paint_into(painter, room)
        elif self.page.isHidden():
            self.figure.paint_to(painter, room, themes.current())
        else:
            self.page.paint_to(painter, room)
