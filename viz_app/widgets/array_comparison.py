"""Compare with mine: what numbers offer in their menus and cards, and a window answers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from viz_app.system.command_queue import queued
from viz_app.system.language import tr

COMPARE = tr("Compare with mine…")


class ArrayComparison(QObject):
    """A child of the window that compares. `asked` carries a run and the Source, or Sources, that are pointed at."""

    asked = Signal(object)


def comparison_of(widget: QWidget) -> ArrayComparison | None:
    """That of the window which a widget or its popup belongs to; None where it compares nothing."""
    top: QWidget = widget.window()
    while (parent := top.parentWidget()) is not None:
        top = parent.window()
    return top.findChild(ArrayComparison, options=Qt.FindChildOption.FindDirectChildrenOnly)


def offer_comparison(menu: QMenu, owner: QWidget, pointed: Callable[[], object]) -> bool:
    """The entry of a menu; False where the window compares nothing."""
    if (found := comparison_of(owner)) is not None:
        menu.addAction(COMPARE).triggered.connect(queued(found, lambda: found.asked.emit(pointed())))
    return found is not None
