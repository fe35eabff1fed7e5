"""Compare with mine: what numbers offer in their menus and cards, and a window answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMenu, QWidget

from viz_app.system.command_queue import queued
from viz_app.system.language import tr

Pointed = object
"""A run and what is pointed at in it, as viz_app.widgets.number_card has them."""

COMPARE = tr("Compare with mine…")
COMPARE_TIP = tr("Opens an array of your own and says how far it is from this one.")


class ArrayComparison(QObject):
    """A child of the window that compares. `asked` carries what is pointed at, and the file that was dropped on it or
    None: then the window asks for one."""

    asked = Signal(object, object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._cards: dict[QObject, Callable[[], Pointed]] = {}

    def take_drops(self, card: QWidget, pointed: Callable[[], Pointed]) -> None:
        """What is dropped on a card is compared with what it is about."""
        self._cards[card] = pointed
        card.destroyed.connect(partial(self._cards.pop, card, None))
        card.setAcceptDrops(True)
        card.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes files that are dropped on a card."""
        if not isinstance(event, QDragEnterEvent | QDropEvent) or watched not in self._cards:
            return False
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls()[:1] if url.isLocalFile()]
        if not files:
            event.ignore()
            return True
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        pointed = self._cards[watched]() if event.type() == QEvent.Type.Drop else None
        if pointed is not None:
            self.asked.emit(pointed, files[0])
        return True


def comparison_of(widget: QWidget) -> ArrayComparison | None:
    """That of the window which a widget or its popup belongs to; None where it compares nothing."""
    top: QWidget = widget.window()
    while (parent := top.parentWidget()) is not None:
        top = parent.window()
    found = top.findChildren(ArrayComparison, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found[0] if found else None


def taking_drops(card: QWidget, pointed: Callable[[], Pointed]) -> ArrayComparison | None:
    """Lets a card take arrays that are dropped on it; what compares them, None where nothing does."""
    found = comparison_of(card)
    if found is not None:
        found.take_drops(card, pointed)
    return found


def offer_comparison(menu: QMenu, owner: QWidget, pointed: Callable[[], Pointed]) -> QAction | None:
    """The entry of a menu; None where the window compares nothing."""
    found = comparison_of(owner)
    if found is None:
        return None
    entry = menu.addAction(COMPARE)

    def ask() -> None:
        if (there := pointed()) is not None:
            found.asked.emit(there, None)

    entry.triggered.connect(queued(found, ask))
    return entry


__all__ = ["COMPARE", "COMPARE_TIP", "ArrayComparison", "offer_comparison", "taking_drops"]
