"""The one way to run a command that a click, a key or a list entry triggers: after that event, in the order of the
triggers.

A command may close a popup, delete a list or open a menu with an event loop of its own. Qt then continues in the event
handler of the widget that was clicked, which must therefore still exist: whatever can delete it waits for the event
loop.
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


_waiting: deque[tuple[QObject, Command]] = deque()
"""Commands that wait for the event loop, each with the object that it belongs to."""


class _Waker(QObject):
    """Calls back in a later turn of the event loop, once per command."""

    rung = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rung.connect(_run_next, Qt.ConnectionType.QueuedConnection)


_bells: list[_Waker] = []


def run_later(owner: QObject, do: Command) -> None:
    """Runs a command in a later turn of the event loop, unless `owner` has been deleted or its window closed by then.

    `owner` is what the command needs alive: if a popup closes with the same click, not the popup but its parent.
    """
    if not _bells or not isValid(_bells[0]):  # there is an application now
        _bells[:] = [_Waker()]
    _waiting.append((owner, do))
    _bells[0].rung.emit()


def _run_next() -> None:
    if _waiting:
        owner, do = _waiting.popleft()
        if isValid(owner):
            do()


def flush() -> None:
    """Runs all waiting commands now, and those that they add: for tests, and before a window is examined."""
    while _waiting and QCoreApplication.instance() is not None:
        _run_next()


def drop(window: QObject) -> None:
    """Forgets the commands waiting for a window that closes and for everything in it."""
    kept = [one for one in _waiting if not _belongs(one[0], window)]
    _waiting.clear()
    _waiting.extend(kept)


def _belongs(owner: QObject, window: QObject) -> bool:
    """Whether `owner` has been deleted, is the window, or is inside it or inside one of its popups or dialogs."""
    one: QObject | None = owner if isValid(owner) else None
    while one is not None and one is not window:
        one = one.parent()
    return one is window or not isValid(owner)


def queued(owner: QObject, do: Command) -> Callable[..., None]:
    """A slot for any signal that runs `do` by `run_later`, without the signal's arguments."""
    return lambda *_: run_later(owner, do)


def queued_with(owner: QObject, do: Callable[[Any], object]) -> Callable[..., None]:
    """As `queued`, for a command that takes the signal's first argument."""
    return lambda value, *_: run_later(owner, partial(do, value))


def empty(menu: QMenu) -> None:
    """Removes everything from a menu. `QMenu.clear` deletes only the entries and leaves their submenus and groups as
    children, which would accumulate."""
    for child in menu.children():
        if child.inherits("QMenu") or child.inherits("QActionGroup"):
            child.deleteLater()
    menu.clear()
