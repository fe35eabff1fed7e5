"""What is alive in this process that a test has to end itself: threads, child processes, windows, timers and so on.

So is a lower priority: beside other programs all later tests of the process would wait for those.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import psutil

HELPERS: set[int] = set()
"""Processes that serve several tests and end with the last."""

ENDS_BY_ITSELF = "single shot"
"""The kind of a QTimer that works once."""

WORKING: weakref.WeakSet[Any] = weakref.WeakSet()
"""Every QThread, QTimer and animation that Python made since `watch` and that is still there."""


def watch() -> None:
    """Remember from now on what Python makes that can go on working by itself. Looking for it among all objects of the
    process took a twentieth of the suite's time."""
    from PySide6 import QtCore

    kinds = (QtCore.QThread, QtCore.QTimer, QtCore.QPauseAnimation, QtCore.QVariantAnimation, QtCore.QPropertyAnimation)
    for kind in (*kinds, QtCore.QParallelAnimationGroup, QtCore.QSequentialAnimationGroup):
        kind.__init__ = remembered(kind.__init__)


def remembered(make: Any) -> Any:
    """The initializer of a class whose objects are kept in WORKING."""

    @functools.wraps(make)
    def initialize(self: Any, *args: Any, **named: Any) -> None:
        WORKING.add(self)
        make(self, *args, **named)

    return initialize


def leftovers() -> dict[tuple[str, int], str]:
    """(kind, identity) -> words, for everything alive that a test has to end itself."""
    return {**threads(), **children(), **niceness(), **(qt_objects() if "PySide6.QtWidgets" in sys.modules else {})}


def new_since(before: dict[tuple[str, int], str]) -> dict[tuple[str, int], str]:
    """What is there now and was not before."""
    return {key: words for key, words in leftovers().items() if key not in before}


def threads() -> dict[tuple[str, int], str]:
    """Python threads that would keep the program from ending."""
    running = [thread for thread in threading.enumerate() if not thread.daemon]
    return {("thread", id(thread)): f"thread {thread.name!r}" for thread in running}


def children() -> dict[tuple[str, int], str]:
    """Child processes that still run, apart from HELPERS and multiprocessing's one that cleans up shared memory."""
    found = {}
    for pid in child_ids() - HELPERS:
        try:
            child = psutil.Process(pid)
            words = " ".join(child.cmdline())
            if child.status() != psutil.STATUS_ZOMBIE and "resource_tracker" not in words:
                found["child", pid] = f"child process {pid} ({words[:120]})"
        except psutil.NoSuchProcess:
            continue
    return found


def niceness() -> dict[tuple[str, int], str]:
    """By how much this process lets others go first, where the system knows that."""
    nice = os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0
    return {("niceness", nice): f"the niceness {nice}"}


def child_ids() -> set[int]:
    """Process ids of children. Linux lists them by thread, which takes less than a look at every process there is."""
    try:
        lists = [Path(f"/proc/self/task/{thread}/children").read_text() for thread in os.listdir("/proc/self/task")]
        return {int(word) for words in lists for word in words.split()}
    except OSError:
        return {child.pid for child in psutil.Process().children()}


def qt_objects() -> dict[tuple[str, int], str]:
    """Windows, running QThreads, active timers and animations. Empty while no QApplication was made."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return {}
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    app.processEvents()
    return {**windows(app), **busy(app)}


def windows(app: Any) -> dict[tuple[str, int], str]:
    """Top-level widgets; Qt's own tool tip label is not the test's."""
    from shiboken6 import getCppPointer

    tops = [widget for widget in app.topLevelWidgets() if widget.metaObject().className() != "QTipLabel"]
    return {("window", getCppPointer(top)[0]): f"top-level {type(top).__name__} {top.objectName()!r}" for top in tops}


def busy(app: Any) -> dict[tuple[str, int], str]:
    """Running QThreads, active QTimers and running animations that Python made."""
    from PySide6.QtCore import QAbstractAnimation, QThread, QTimer
    from shiboken6 import getCppPointer, isValid

    works = {
        QTimer: QTimer.isActive,
        QThread: lambda thread: thread.isRunning() and thread is not app.thread(),
        QAbstractAnimation: lambda animation: animation.state() == QAbstractAnimation.State.Running,
    }
    found = {}
    for thing in list(WORKING):
        if not isValid(thing):  # deleted for good, though Python still holds what is left of it
            WORKING.discard(thing)
            continue
        kind = next(kind for kind in works if isinstance(thing, kind))
        if works[kind](thing):
            name = ENDS_BY_ITSELF if kind is QTimer and thing.isSingleShot() else kind.__name__
            found[name, getCppPointer(thing)[0]] = f"{kind.__name__} {thing.objectName()!r} still works"
    return found
