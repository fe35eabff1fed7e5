"""What keys do in the Attention view: arrows go to the neighbouring head or layer, with Shift they move the pinned
cell; + - 0 zoom, Escape leaves the page of all heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from viz_app.data import selection
from viz_app.data.maps.head_filter import NO_FILTER, heads_listed
from viz_app.data.snapshot import Snapshot
from viz_app.views.attention.options import map_choice
from viz_app.widgets.canvas import ARROWS

if TYPE_CHECKING:
    from viz_app.views.attention.view import Attention


def take(view: Attention, event: QKeyEvent) -> bool:
    """Does what a key means here; False for one that means nothing."""
    key, shot = Qt.Key(event.key()), view.drawn
    if view.page.isVisible():
        if key == Qt.Key.Key_Escape:
            view.opted.emit({"all_heads": False})
        return key == Qt.Key.Key_Escape
    if shot is None:
        return False
    move = ARROWS.get(key)
    if move is None:
        return bool(view.figure.heat.take_key(event))
    if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
        _move_pin(view, shot, move)
        return True
    place, spec = map_choice(shot), shot.trace.spec
    size = spec.layers(place.kind), spec.heads_of(place.kind)
    now = place.layer, place.head
    changes = selection.head_beside(now, move, size)
    if shot.look.heads != NO_FILTER:
        changes = heads_listed(shot).neighbour(place.kind, now, move)
    if changes:
        view.picked.emit(changes)
    return True


def _move_pin(view: Attention, shot: Snapshot, move: tuple[int, int]) -> None:
    """The cell beside the pinned one; without one, the first cell of the step's row."""
    cell = selection.moved_cell(shot.look, view.map.places, move, shot.step)
    query, key = view.map.places.piece(cell)
    view.picked.emit({"query": query, "key": key})
    view.figure.heat.show_cell(*cell)
