"""All heads of all attentions as switches: a click switches one off or on again, with Shift its whole layer; beside
them those of the feed-forwards.

What a head gives while it is off is chosen for the whole view. Layers and heads count from 0 here and from 1 on the
screen. Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.record.edits import Edits, FeedForwardPlace, HeadPlace
from model_core.record.trace import Trace
from model_core.spec import KINDS, ModelSpec
from viz_app.data.maps.head_names import HeadNames
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.maps.all_heads import AllHeads
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.language import tr
from viz_app.views.heads import switches
from viz_app.views.heads.switches import OFF, FeedForwardSwitches, Instead
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, row_of, show_part

_LARGEST, _SMALLEST = 44.0, 10.0  # px at text size 100 %: sides of a thumbnail
_BETWEEN = 6.0  # px between thumbnails
STACKS = ("encoder", "decoder")
"""Attentions whose layers are shown with their feed-forwards; the decoder's are beside its self-attention."""
_NOTED = 300  # px at text size 100 %: a lower column has no room for the note


class HeadSwitches(HeadGrid):
    """The heads of one attention. Arrow keys choose a head, Space switches it, Shift+Space its layer; a click on the
    number of a layer is a Shift+click."""

    switched = Signal(int, int, bool)  # layer, head, whether the whole layer
    left = Signal(int, int)  # an arrow key leads out of it: lines down, the column

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, largest=_LARGEST, smallest=_SMALLEST, fills=True, numbered=False)
        self.setToolTip(
            tr("Rows are layers. Click or press Space to switch a head off or on, with Shift its whole layer.")
        )
        self._replaced: frozenset[tuple[int, int]] = frozenset()

    def set_replaced(self, heads: frozenset[tuple[int, int]]) -> None:
        """Marks heads whose pattern is replaced: a set of (layer, head)."""
        if heads != self._replaced:
            self._replaced = heads
            self._tell_current()
            self.viewport().update()

    def _draw_marks(self, painter: QPainter, font: QFont, seen: QRect) -> None:
        """A dashed frame and a line through each replaced head, too."""
        super()._draw_marks(painter, font, seen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(themes.current().q("user"), 1.5, Qt.PenStyle.DashLine))
        for head in self._replaced:
            if self._has(*head):
                rect = self.head_rect(*head).adjusted(0.75, 0.75, -0.75, -0.75)
                painter.drawRoundedRect(rect, 3, 3)
                painter.drawLine(rect.bottomLeft(), rect.topRight())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.head_at(event.position())
        whole = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if place is None:
            place, whole = self.layer_at(event.position()), True
        if event.button() == Qt.MouseButton.LeftButton and place is not None:
            self.switched.emit(*place, whole)
        else:
            event.ignore()

    def layer_at(self, point: QPointF) -> tuple[int, int] | None:
        """(layer, 0) if the number of a layer is under a point, otherwise None."""
        places = self.places()
        if not 0 <= point.x() < places.left:
            return None
        return self.head_at(QPointF(places.left + 1, point.y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self.layer_at(event.position()) is not None:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _takes(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not _takes(event):
            super().keyPressEvent(event)
        elif self._current is None or not self._has(*self._current):
            self.picked.emit(0, 0)  # another attention's head is selected: the keys work on one of these from now on
        elif _presses(event):
            self.switched.emit(*self._current, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            down, _ = ARROWS[Qt.Key(event.key())]
            if down and not self._has(self._current[0] + down, self._current[1]):
                self.left.emit(down, self._current[1])
            else:
                super().keyPressEvent(event)


def _takes(event: QKeyEvent) -> bool:
    """Whether a key belongs to the switches alone: Space or an arrow, which no command may take."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier  # which arrows have on macOS
    return _presses(event) or (event.key() in ARROWS and held == Qt.KeyboardModifier.NoModifier)


def _presses(event: QKeyEvent) -> bool:
    """Whether a key is Space, possibly with Shift."""
    return event.key() == Qt.Key.Key_Space and event.modifiers() in (
        Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier,
    )  # fmt: skip


class AttentionSwitches(QWidget):
    """The switches of one attention under its title."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = kind
        self.name = plain_label(self, "small", ATTENTIONS[kind].word)
        self.grid = HeadSwitches(self)
        self.grid.setAccessibleName(
            tr("Switches of the heads of {attention}: rows are layers", attention=ATTENTIONS[kind].inline)
        )
        self.feed_forwards = FeedForwardSwitches(kind, self._line, self)  # if there are none a gap as wide
        if kind not in STACKS:
            self.feed_forwards.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.grid.verticalScrollBar().valueChanged.connect(self.feed_forwards.update)
        row = row_of((self.grid, 1), self.feed_forwards, spacing=2)
        column_of(self.name, (row, 1), parent=self, spacing=0)
        self._heads = AllHeads(self.grid, self)
        self._heads.grown.connect(self._take_maps)
        self._shown: tuple[Trace, MapChoice] | None = None

    def _line(self, layer: int) -> tuple[float, float]:
        rect = self.grid.head_rect(layer, 0)
        return rect.top(), rect.height()

    def draw(self, shot: Snapshot, names: Callable[[], HeadNames], instead: Instead) -> None:
        """Updates what has changed; `names` gives names of heads, `instead` what a head gives when switched off."""
        here = MapChoice.from_snapshot(shot)
        place = replace(here, kind=self.kind, what="weights", layer=0, head=0)
        if 0 in shot.trace.size(self.kind, place.sentence):
            return
        if self._shown is None or self._shown[0] is not shot.trace or self._shown[1].maps != place.maps:
            self._shown = shot.trace, place
            self._take_maps()
        edits = shot.state.run.edits
        self.grid.describe = partial(self._tip, edits, names, instead)
        self.grid.set_off({(one.layer, one.head) for one in edits.heads_off if one.kind == self.kind})
        self.grid.set_replaced(frozenset((one.layer, one.head) for one in edits.patterns if one.kind == self.kind))
        if self.kind in STACKS:
            quiet = frozenset(one.layer for one in edits.feed_forwards_off if one.stack == self.kind)
            self.feed_forwards.show_layers(shot.trace.spec.layers(self.kind), quiet)
        self.grid.set_current(*((here.layer, here.head) if shot.look.kind == self.kind else (-1, -1)))
        self._heads.set_rows_shown(shot.last_row(self.kind))

    def _take_maps(self) -> None:
        if self._shown is not None:
            self._heads.show(*self._shown)

    def pause(self) -> None:
        """Stops computing while out of view."""
        self._heads.pause()
        self._shown = None

    def _tip(self, edits: Edits, names: Callable[[], HeadNames], instead: Instead, layer: int, head: int) -> str:
        """The name of a head, what replaces it, and what a click does."""
        place = HeadPlace(self.kind, layer, head)
        state = switches.state_words(edits, place)
        name = switches.head_name(place, names().get((self.kind, layer, head), ""))
        act = switches.act_words(edits, place, instead)
        what = tr("Click or press Space: {act}. With Shift: the whole layer.", act=act)
        return f"{', '.join(filter(None, (name, state)))}\n{what}"


class Switchboard(QWidget):
    """The switches of all attentions, one below the other, each as high as its layers need."""

    picked = Signal(object)  # changes of the look: kind, layer, head
    edited = Signal(object)  # Edits -> Edits
    hinted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Switchboard of all heads"))
        self.panels = {kind: AttentionSwitches(kind, self) for kind in KINDS}
        self.note = plain_label(self, "small", muted=True, wrapped=True)
        self._box = column_of(*((panel, 1) for panel in self.panels.values()), self.note, parent=self, spacing=4)
        self._shot: Snapshot | None = None
        self._instead: Instead | None = OFF
        self._pointed: HeadPlace | None = None
        for kind, panel in self.panels.items():
            panel.grid.picked.connect(partial(self._pick, kind))
            panel.grid.switched.connect(partial(self._switch, kind))
            panel.grid.left.connect(partial(self._leave, kind))
            panel.grid.hovered.connect(partial(self._hint, kind))
            panel.feed_forwards.switched.connect(partial(self._switch_feed_forward, kind))
            panel.feed_forwards.hinted.connect(self.hinted)

    # ---- what it shows

    def draw(self, shot: Snapshot, names: Callable[[], HeadNames], instead: Instead | None, height: int) -> None:
        """Shows every attention of the run, in this height; the note if there is room. `instead` is None if it is not
        known what a head is to give."""
        self._shot, self._instead = shot, instead
        show_part(self.note, height >= themes.px(_NOTED))
        self.note.setText(switches.note_words(instead))
        for place, (kind, panel) in enumerate(self.panels.items()):
            show_part(panel, kind in shot.trace.kinds)
            self._box.setStretch(place, shot.trace.spec.layers(kind))
            if kind in shot.trace.kinds:
                panel.draw(shot, names, instead or OFF)
        head, spec = self._pointed, shot.trace.spec
        if head is not None and head.layer < spec.layers(head.kind) and head.head < spec.heads_of(head.kind):
            self._say_hint(head, shot)

    def pause(self) -> None:
        """Computes nothing while it is not seen."""
        for panel in self.panels.values():
            panel.pause()

    @staticmethod
    def _side(spec: ModelSpec, height: float) -> float:
        """The side of thumbnails that all fit into this height, px."""
        names = len(KINDS) * (themes.px(16) + 14)
        return float((height - names) / sum(spec.layers(kind) for kind in KINDS) - _BETWEEN)

    def has_room(self, spec: ModelSpec, height: int) -> bool:
        """Whether all thumbnails fit into this height, or enough of them to be worth scrolling."""
        return height >= themes.px(_NOTED) or self._side(spec, height) >= themes.px(_SMALLEST)

    def wanted_width(self, spec: ModelSpec, height: int) -> int:
        """Width in px at which thumbnails are as large as the height allows."""
        side = min(themes.px(_LARGEST), max(themes.px(_SMALLEST), self._side(spec, height - themes.px(36))))
        heads = max(spec.heads_of(kind) for kind in KINDS)
        return max(themes.px(120), round(heads * (side + _BETWEEN) + themes.px(72)))

    # ---- what the user does

    def _pick(self, kind: str, layer: int, head: int) -> None:
        self.picked.emit({"kind": kind, "layer": layer, "head": head})

    def _switch(self, kind: str, layer: int, head: int, whole: bool) -> None:
        assert self._shot is not None
        place = HeadPlace(kind, layer, head)
        places = switches.layer_of(self._shot.trace.spec, place) if whole else (place,)
        if not whole:
            self._pick(kind, layer, head)
        if (instead := self._instead) is not None:
            self.edited.emit(lambda edits: switches.switched(edits, places, instead))

    def _switch_feed_forward(self, stack: str, layer: int) -> None:
        self.edited.emit(partial(switches.with_feed_forward, place=FeedForwardPlace(stack, layer)))

    def _leave(self, kind: str, down: int, head: int) -> None:
        """Moves to the attention below or above."""
        kinds = [one for one in self.panels if not self.panels[one].isHidden()]
        at = kinds.index(kind) + down
        if self._shot is None or not 0 <= at < len(kinds):
            return
        other, spec = kinds[at], self._shot.trace.spec
        layer = 0 if down > 0 else spec.layers(other) - 1
        self._pick(other, layer, min(head, spec.heads_of(other) - 1))
        self.panels[other].grid.setFocus(Qt.FocusReason.TabFocusReason)

    def _hint(self, kind: str, place: tuple[int, int] | None) -> None:
        self._pointed = None if place is None else HeadPlace(kind, *place)
        if self._pointed is None or self._shot is None:
            self.hinted.emit("")
        else:
            self._say_hint(self._pointed, self._shot)

    def _say_hint(self, head: HeadPlace, shot: Snapshot) -> None:
        act = switches.act_words(shot.state.run.edits, head, self._instead or OFF)
        named = {"head": switches.head_name(head), "layer": switches.layer_name(head)}
        self.hinted.emit(tr("{head}: click to {act}, Shift+click for {layer}.", act=act, **named))
