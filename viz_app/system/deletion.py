"""What Qt keeps of the parts of a window or card is forgotten when it is deleted."""

from __future__ import annotations

import gc
from functools import cache

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget


class _DeletionFilter(QObject):
    """Forgets the rules of a window or card when it is deleted.

    One serves all of them and outlives them: a filter that is a child of what it watches dies while its own answer to
    the deletion is on the stack, and now and then the binding then released its wrapper a second time and crashed.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget) and event.type() == QEvent.Type.DeferredDelete:
            forget_rules(watched)
        return False


def leave_nothing(top: QWidget, *, collect: bool = False) -> None:
    """A window or card that is deleted later takes along what Qt knows of its parts.

    With `collect` its objects, which refer to each other, are freed at the event loop's next turn: some ten closed
    windows would wait for the garbage collector, and the memory that they took would stay in pieces.
    """
    top.installEventFilter(_deletion_filter())
    if collect:
        top.destroyed.connect(_collect)


@cache
def _deletion_filter() -> _DeletionFilter:
    """The one of all windows and cards."""
    return _DeletionFilter()


def _collect() -> None:
    QTimer.singleShot(0, gc.collect)


def forget_rules(top: QWidget) -> None:
    """Has Qt forget the sheet's rules for each part when it is deleted. By itself it keeps those of text boxes in boxes
    of numbers, of lists of choices and of what lies in scroll areas, about 1 KB each; with a sheet of its own no part
    is an exception."""
    for part in top.findChildren(QWidget):
        if not part.testAttribute(Qt.WidgetAttribute.WA_StyleSheet):
            part.setStyleSheet("*{}")
