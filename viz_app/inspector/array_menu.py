"""Where Compare with mine is offered: in the context menu of numbers that have no menu of their own, and for files
dropped on a number's card; and which numbers are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMenu, QWidget

from viz_app.commands.drag_drop import dropped_files
from viz_app.system.language import tr
from viz_app.widgets.number_card import NumberCard, NumberQuestions, Pointed, offer_comparison

if TYPE_CHECKING:
    from viz_app.inspector.array_actions import ArrayActions


class ArrayMenu(QObject):
    """Listens for right clicks, and the menu key, that nothing in a window has handled, and for drops on its cards."""

    def __init__(self, window: QWidget, arrays: Callable[[], ArrayActions]) -> None:
        super().__init__(window)
        self._window, self._arrays = window, arrays
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handles clicks on numbers, and files over a card."""
        if isinstance(watched, NumberCard):
            return isinstance(event, QDragEnterEvent | QDropEvent) and self._drop(watched, event)
        if event.type() == QEvent.Type.ContextMenu and isinstance(event, QContextMenuEvent):
            return self._offer(event)
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            card = event.child()
            if isinstance(card, NumberCard):
                card.setAcceptDrops(True)
                card.installEventFilter(self)
        return False

    def _offer(self, event: QContextMenuEvent) -> bool:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        part = self._window.focusWidget() if keyboard else self._window.childAt(event.pos())
        if part is None:
            return False
        pointed = pointed_numbers(part, None if keyboard else part.mapFromGlobal(event.globalPos()))
        if pointed is None:
            return False
        menu = QMenu(tr("These numbers"), self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        offer_comparison(menu, part, lambda: pointed)
        menu.popup(part.mapToGlobal(part.rect().center()) if keyboard else event.globalPos())
        return True

    def _drop(self, card: NumberCard, event: QDropEvent) -> bool:
        files = dropped_files(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(bool(files) and card.shown is not None)
        if event.isAccepted() and event.type() == QEvent.Type.Drop:
            self._arrays().take(card.shown, files[0])
        return True


def pointed_numbers(part: QWidget | None, point: QPoint | None) -> Pointed | None:
    """The numbers at a point of a widget (None: at its keyboard cursor): its own, otherwise those of the nearest parent
    that has any."""
    while part is not None:
        found = _own(part, point)
        if found is not None or part.isWindow():
            return found
        point = part.mapToParent(point) if point is not None else None
        part = part.parentWidget()
    return None


def _own(part: QWidget, point: QPoint | None) -> Pointed | None:
    """The numbers a widget reports itself: several arrays by `sources_at`, one number by its number query."""
    several = getattr(part, "sources_at", None)
    if several is not None:
        found: Pointed | None = several(point)
        return found
    answering = part.findChildren(NumberQuestions, options=Qt.FindChildOption.FindDirectChildrenOnly)
    number = answering[0].number_at(point) if answering else getattr(part, "number_at", lambda _: None)(point)
    return None if number is None else (number[0], (number[1],))
