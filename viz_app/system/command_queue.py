"""The one way to run a command that a click, a key or a list entry asks for: after that event, in the order asked.

A command may close a popup, delete a list or open a menu with an event loop of its own. Qt goes on in the event handler
of the widget that was clicked, which must therefore still be there: whatever can delete it waits for the event loop.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from shiboken6 import isValid

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

Command = Callable[[], object]


class CommandQueue(QObject):
    """Commands that wait for the event loop, each with the object that it belongs to."""

    _added = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[tuple[QObject, Command]] = deque()
        self._added.connect(self._run_next, Qt.ConnectionType.QueuedConnection)

    def add(self, owner: QObject, do: Command) -> None:
        """Runs `do` in a later turn of the event loop, unless `owner` has been deleted or its window closed by then."""
        self._waiting.append((owner, do))
        self._added.emit()

    def drop(self, window: QObject) -> None:
        """Forgets what waits for this window and everything in it."""
        self._waiting = deque(one for one in self._waiting if not _belongs(one[0], window))

    def flush(self) -> None:
        """Runs everything that waits, and what that adds."""
        while self._waiting:
            self._run_next()

    def _run_next(self) -> None:
        if self._waiting:
            owner, do = self._waiting.popleft()
            if isValid(owner):
                do()


def _belongs(owner: QObject, window: QObject) -> bool:
    """Whether `owner` has been deleted, is the window, or lies in it or in a popup or dialog of it."""
    one: QObject | None = owner if isValid(owner) else None
    while one is not None and one is not window:
        one = one.parent()
    return one is window or not isValid(owner)


_queues: list[CommandQueue] = []


def _queue() -> CommandQueue:
    """The queue of this program, made when it is first needed: there is an application then."""
    if not _queues or not isValid(_queues[0]):
        _queues[:] = [CommandQueue()]
    return _queues[0]


def run_later(owner: QObject, do: Command) -> None:
    """Runs a command in a later turn of the event loop, unless `owner` has been deleted or its window closed by then.

    `owner` is what the command needs to be alive: where a popup closes by the same click, not the popup but its parent.
    """
    _queue().add(owner, do)


def queued(owner: QObject, do: Command) -> Callable[..., None]:
    """A slot for any signal that runs `do` by `run_later`; what the signal carries is left out."""
    return lambda *_: run_later(owner, do)


def queued_with(owner: QObject, do: Callable[[Any], object]) -> Callable[..., None]:
    """The same for a command that takes the first value that the signal carries."""
    return lambda value, *_: run_later(owner, partial(do, value))


def empty(menu: QMenu) -> None:
    """Takes everything out of a menu. `QMenu.clear` deletes the entries alone and leaves the menus that they open and
    the groups that they belong to as children, some more at each opening."""
    for child in menu.children():
        if child.inherits("QMenu") or child.inherits("QActionGroup"):
            child.deleteLater()
    menu.clear()


def flush() -> None:
    """Runs everything that waits now: for tests, and before a window is judged."""
    if _queues and QCoreApplication.instance() is not None:
        _queue().flush()


def drop(window: QObject) -> None:
    """The window closes: forgets what waits for it."""
    if _queues:
        _queue().drop(window)
