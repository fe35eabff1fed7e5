"""The keys of a lesson, which come before the window's own: arrows and a clicker's keys, Enter, Esc, and numbers for
answers."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from functools import cache, partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from viz_app.commands.bindings import needs_key
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas

Key = Qt.Key
CLICKER = (Key.Key_PageUp, Key.Key_PageDown)
"""Keys that a clicker sends: they go to the lesson, independent of the focus."""
SIZES = (Key.Key_Plus, Key.Key_Equal, Key.Key_Minus)
"""Keys for the size of the text, also with Ctrl, as elsewhere; + is on the = key of many keyboards."""


class LessonKeys(QObject):
    """While it listens, the keys of `acts` belong to the lesson in its window, unless the focused widget needs them: a
    text box needs all, a button Enter and space, a row of chips its arrows; `firm` keys are left only to typing. The
    same holds for windows that it `belongs_to`."""

    def __init__(self, window: QWidget, acts: Mapping[Qt.Key, Callable[[], object]], firm: bool = False) -> None:
        super().__init__(window)
        self._firm = firm
        self._window, self._acts = window, acts
        self._on = False

    def listen(self, on: bool) -> None:
        """Starts or stops getting keys before everything else."""
        if on is not self._on:
            self._on = on
            _filter().ask(self, on)

    def takes(self, watched: QObject, event: QKeyEvent) -> bool:
        """Tells Qt that a key is no shortcut, then handles the key."""
        kind = event.type()
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) or not self._is_ours(watched, event):
            return False
        if kind == QEvent.Type.ShortcutOverride:
            event.accept()
        else:
            self._acts[Qt.Key(event.key())]()
        return True

    def _is_ours(self, watched: QObject, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if key in SIZES:
            held &= ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier)
        if held != Qt.KeyboardModifier.NoModifier or key not in self._acts:
            return False
        if not isinstance(watched, QWidget):
            return False
        if getattr(watched.window(), "belongs_to", watched.window()) is not self._window:
            return False
        if key in CLICKER:
            return True
        drawn = isinstance(watched, Canvas) and not self._firm and watched.wants(event)
        return not needs_key(watched, event) and not drawn


class _KeyFilter(QObject):
    """One application-wide event filter for the keys of all lessons: the latest is asked first. While anything listens
    it sees each event of the application, except while a theme is applied, which sends tens of thousands."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: list[weakref.ref[LessonKeys]] = []
        self._on = False
        themes.changing.connect(partial(self._stand, False))
        themes.changed.connect(lambda _theme: self._stand(True))

    def ask(self, keys: LessonKeys, on: bool) -> None:
        """Starts or stops filtering these keys before the window gets them."""
        others = [one for one in self._asked if one() not in (None, keys)]
        self._asked = [*others, weakref.ref(keys)] if on else others
        self._stand(True)

    def _stand(self, on: bool) -> None:
        app, on = QApplication.instance(), on and bool(self._asked)
        if app is not None and on is not self._on:
            self._on = on
            (app.installEventFilter if on else app.removeEventFilter)(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):  # asked first: each event of the application comes here
            return False
        asked = [keys for one in reversed(self._asked) if (keys := one()) is not None and isValid(keys)]
        return any(keys.takes(watched, event) for keys in asked)


_filter = cache(_KeyFilter)
