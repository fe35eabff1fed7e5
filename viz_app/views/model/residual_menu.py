"""The menu of a sum in the diagram: whether what came into its sub-layer goes past it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu

from model_core.record.edits import SUBLAYERS, SublayerPlace
from viz_app.data.edit_list import residual_switched
from viz_app.data.snapshot import Snapshot
from viz_app.document.changes import other_edits
from viz_app.system.command_queue import queued
from viz_app.system.language import tr
from viz_app.views.model.box_help import numbers_at
from viz_app.views.model.layout import Box
from viz_app.views.model.live_state import sum_name
from viz_app.widgets.array_comparison import offer_comparison
from viz_app.widgets.number_card import Pointed

if TYPE_CHECKING:
    from viz_app.views.model.diagram_widget import Diagram


class ResidualMenu(QObject):
    """Listens to one diagram: a right click on a sum or on the arrow into it, or the menu key."""

    asked = Signal(object)  # a Wish

    def __init__(self, diagram: Diagram, shot: Callable[[], Snapshot | None]) -> None:
        super().__init__(diagram)
        self._diagram, self._shot = diagram, shot
        self._pointed: Pointed | None = None
        diagram.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the right click on a sum, and nothing else."""
        if event.type() != QEvent.Type.ContextMenu or not isinstance(event, QContextMenuEvent):
            return False
        diagram, keyboard = self._diagram, event.reason() == QContextMenuEvent.Reason.Keyboard
        found = diagram.start() if keyboard else diagram.place_at(QPointF(event.pos()))
        place = None if found is None else sublayer_of(found[0])
        if found is None or place is None:
            return False
        below = diagram.mapToGlobal(diagram.screen_rect(found[0]).bottomLeft().toPoint())
        self._pointed = numbers_at(diagram, None if keyboard else event.pos())
        self._open(place, below if keyboard else event.globalPos())
        return True

    def _open(self, place: SublayerPlace, point: QPoint) -> None:
        menu = QMenu(tr("Residual connection"), self._diagram)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entry = menu.addAction(tr("Cut the residual connection"))
        entry.setCheckable(True)
        shot = self._shot()
        entry.setChecked(shot is not None and place in shot.state.run.edits.residuals_cut)
        entry.triggered.connect(queued(self, partial(self._switch, place)))
        if self._pointed is not None:
            offer_comparison(menu, self._diagram, lambda: self._pointed)
        menu.popup(point)

    def _switch(self, place: SublayerPlace) -> None:
        self.asked.emit(other_edits(partial(residual_switched, place=place)))


def sublayer_of(box: Box) -> SublayerPlace | None:
    """The sub-layer that a sum belongs to, None for any other box."""
    parts = SUBLAYERS if box.lane is not None else ()
    places = (SublayerPlace(box.stack, box.layer, part) for part in parts)
    return next((place for place in places if sum_name(place) == box.name), None)
