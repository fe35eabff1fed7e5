"""All heads of all attentions as switches: a click switches one off or on again, with Shift its whole layer.

Layers and heads count from 0 here and from 1 on the screen. Lengths are logical pixels.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from model_core.record.edits import HeadPlace
from model_core.record.trace import Trace
from model_core.spec import KINDS, ModelSpec
from viz_app.data.map_options import MapChoice
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.maps.all_heads import AllHeads
from viz_app.maps.head_grid import Mosaic
from viz_app.views.heads.content import Names
from viz_app.views.heads.switches import head_name, layer_name, layer_of, switched
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, show_part

_LARGEST, _SMALLEST = 44.0, 13.0  # px at text size 100 %: sides of a thumbnail
_BETWEEN = 6.0  # px between thumbnails
_NOTED = 300  # px at text size 100 %: a lower column has no room for the note
NOTE = "Click switches a head off or on, Shift+click its layer."


class Switches(Mosaic):
    """The heads of one attention. Arrow keys choose a head, Space switches it, Shift+Space its layer; a click on the
    number of a layer is a Shift+click."""

    switched = Signal(int, int, bool)  # layer, head, whether the whole layer
    left = Signal(int, int)  # an arrow key leads out of it: lines down, the column

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, largest=_LARGEST, smallest=_SMALLEST, fills=True, numbered=False)
        self.setToolTip("Rows are layers. Click or Space switches a head off or on, with Shift its whole layer.")

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
        """(layer, 0) where the number of a layer is under a point, else None."""
        places = self.places()
        if not 0 <= point.x() < places.left:
            return None
        return self.head_at(QPointF(places.left + 1, point.y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self.layer_at(event.position()) is not None:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _presses(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._current is None or not self._has(*self._current):
            event.ignore()
        elif _presses(event):
            self.switched.emit(*self._current, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            down, _ = ARROWS.get(Qt.Key(event.key()), (0, 0))
            if down and not self._has(self._current[0] + down, self._current[1]):
                self.left.emit(down, self._current[1])
            else:
                super().keyPressEvent(event)


def _presses(event: QKeyEvent) -> bool:
    """Whether a key is Space, alone or with Shift."""
    return event.key() == Qt.Key.Key_Space and event.modifiers() in (
        Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier,
    )  # fmt: skip


class AttentionSwitches(QWidget):
    """The switches of one attention under its name."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = kind
        self.name = plain_label(self, "small", ATTENTIONS[kind].word)
        self.grid = Switches(self)
        self.grid.setAccessibleName(f"Switches of the heads of {ATTENTIONS[kind].inline}: rows are layers")
        column_of(self.name, (self.grid, 1), parent=self, spacing=0)
        self._heads = AllHeads(self.grid, self)
        self._heads.grown.connect(self._take_maps)
        self._shown: tuple[Trace, MapChoice] | None = None

    def draw(self, shot: Snapshot, names: Names) -> None:
        """Takes over what is another now."""
        here = MapChoice.of(shot.with_(options=None))
        place = replace(here, kind=self.kind, what="weights", layer=0, head=0)
        if 0 in shot.trace.size(self.kind, place.sentence):
            return
        if self._shown is None or self._shown[0] is not shot.trace or self._shown[1].maps != place.maps:
            self._shown = shot.trace, place
            self._take_maps()
        off = {(one.layer, one.head) for one in shot.state.run.edits.heads_off if one.kind == self.kind}
        self.grid.describe = partial(self._tip, off, names)
        self.grid.set_off(off)
        self.grid.set_current(*((here.layer, here.head) if shot.look.kind == self.kind else (-1, -1)))
        last = shot.rows_shown if self.kind != "encoder" else None
        self._heads.set_rows_shown(last)

    def _take_maps(self) -> None:
        if self._shown is not None:
            self._heads.show(*self._shown)

    def rest(self) -> None:
        """Computes nothing for maps that nobody sees."""
        self._heads.rest()
        self._shown = None

    def _tip(self, off: set[tuple[int, int]], names: Names, layer: int, head: int) -> str:
        """What a head is called, that it is off, and what a click does."""
        is_off = (layer, head) in off
        name = head_name(HeadPlace(self.kind, layer, head), names.get((self.kind, layer, head), ""))
        state = ", switched off" if is_off else ""
        return f"{name}{state}\nClick or Space: switch {'on' if is_off else 'off'}. With Shift: the whole layer."


class Switchboard(QWidget):
    """The switches of all attentions below each other, as high as each has layers."""

    picked = Signal(object)  # changes of the look: kind, layer, head
    edited = Signal(object)  # Edits
    hinted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Switchboard of all heads")
        self.panels = {kind: AttentionSwitches(kind, self) for kind in KINDS}
        self.note = plain_label(self, "small", NOTE, muted=True, wrapped=True)
        self._box = column_of(*((panel, 1) for panel in self.panels.values()), self.note, parent=self, spacing=4)
        self._shot: Snapshot | None = None
        for kind, panel in self.panels.items():
            panel.grid.picked.connect(partial(self._pick, kind))
            panel.grid.switched.connect(partial(self._switch, kind))
            panel.grid.left.connect(partial(self._leave, kind))
            panel.grid.hovered.connect(partial(self._hint, kind))

    # ---- what it shows

    def draw(self, shot: Snapshot, names: Names, height: int) -> None:
        """Shows every attention of the run, in so many px; the note where it is not low."""
        self._shot = shot
        show_part(self.note, height >= themes.px(_NOTED))
        for place, (kind, panel) in enumerate(self.panels.items()):
            show_part(panel, kind in shot.trace.kinds)
            self._box.setStretch(place, shot.trace.spec.layers(kind))
            if kind in shot.trace.kinds:
                panel.draw(shot, names)

    def rest(self) -> None:
        """Computes nothing while it is not seen."""
        for panel in self.panels.values():
            panel.rest()

    def wanted_width(self, spec: ModelSpec, height: int) -> int:
        """Px that let thumbnails be as large as the height lets them."""
        names = len(KINDS) * (themes.px(16) + 14)
        lines = sum(spec.layers(kind) for kind in KINDS)
        side = min(themes.px(_LARGEST), max(themes.px(_SMALLEST), (height - names - themes.px(36)) / lines - _BETWEEN))
        heads = max(spec.heads_of(kind) for kind in KINDS)
        return max(themes.px(120), round(heads * (side + _BETWEEN) + themes.px(34)))

    # ---- what the user does

    def _pick(self, kind: str, layer: int, head: int) -> None:
        self.picked.emit({"kind": kind, "layer": layer, "head": head})

    def _switch(self, kind: str, layer: int, head: int, whole: bool) -> None:
        if self._shot is None:
            return
        place = HeadPlace(kind, layer, head)
        places = layer_of(self._shot.trace.spec, place) if whole else (place,)
        if not whole:
            self._pick(kind, layer, head)
        self.edited.emit(switched(self._shot.state.run.edits, places))

    def _leave(self, kind: str, down: int, head: int) -> None:
        """Goes on to the attention below or above."""
        kinds = [one for one in self.panels if not self.panels[one].isHidden()]
        at = kinds.index(kind) + down
        if self._shot is None or not 0 <= at < len(kinds):
            return
        other, spec = kinds[at], self._shot.trace.spec
        layer = 0 if down > 0 else spec.layers(other) - 1
        self._pick(other, layer, min(head, spec.heads_of(other) - 1))
        self.panels[other].grid.setFocus(Qt.FocusReason.TabFocusReason)

    def _hint(self, kind: str, place: tuple[int, int] | None) -> None:
        if place is None or self._shot is None:
            self.hinted.emit("")
            return
        head = HeadPlace(kind, *place)
        way = "on" if head in self._shot.state.run.edits.heads_off else "off"
        self.hinted.emit(f"Click to switch {head_name(head)} {way}; Shift+click for {layer_name(head)}.")


__all__ = ["NOTE", "AttentionSwitches", "Switchboard", "Switches"]
