"""Makes the numbers of any widget answer "where do you come from?": by a right click, the menu key, or a click."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.system.command_queue import queued
from viz_app.widgets.number_card import explain

Find = Callable[[QPoint | None], tuple[Trace, Source] | None]
"""The number at a point of the widget, or for None the one that the keyboard is at; None where there is none."""

QUESTION = "Where does this number come from?"


class Answering(QObject):
    """Listens to one widget. `click`: a left click asks too, for widgets where a click means nothing else."""

    def __init__(self, widget: QWidget, find: Find, click: bool = False) -> None:
        super().__init__(widget)
        self._widget, self._click = widget, click
        bound = inspect.ismethod(find)  # kept weakly: its object owns the widget, and may go when nobody needs it
        self._known: Callable[[], Find | None] = weakref.WeakMethod(find) if bound else lambda: find
        self._point: QPoint | None = None
        self._menu: QMenu | None = None
        widget.installEventFilter(self)
        if click:
            widget.setCursor(Qt.CursorShape.PointingHandCursor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the question, and nothing else."""
        if event.type() == QEvent.Type.ContextMenu and isinstance(event, QContextMenuEvent):
            keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
            return self._offer(None if keyboard else event.pos())
        if self._click and event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            return event.button() == Qt.MouseButton.LeftButton and self.ask(event.position().toPoint())
        return self._click and event.type() == QEvent.Type.MouseButtonRelease

    def _find(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        find = self._known()
        return find(point) if find is not None else None

    def _offer(self, point: QPoint | None) -> bool:
        """A menu with the question; False where there is no number."""
        if self._find(point) is None:
            return False
        if self._menu is None:
            self._menu = QMenu(self._widget)
            self._menu.setAccessibleName("This number")
            self._asked = self._menu.addAction(QUESTION)
            self._asked.triggered.connect(queued(self, lambda: self.ask(self._point)))
        self._point = point
        self._menu.popup(self._spot(point))
        return True

    def _spot(self, point: QPoint | None) -> QPoint:
        """Where on the screen."""
        return self._widget.mapToGlobal(point if point is not None else self._widget.rect().center())

    def ask(self, point: QPoint | None = None) -> bool:
        """Opens the card of the number at a point; False where there is none."""
        found = self._find(point)
        if found is None:
            return False
        explain(self._widget, *found, self._spot(point))
        return True


def answer(widget: QWidget, find: Find, click: bool = False) -> Answering:
    """Lets the numbers of `widget` be asked where they come from; `find` says which number is where."""
    return Answering(widget, find, click)
