"""The keys of a lesson, before the window's own: arrows and a clicker's keys, Enter, Esc, and numbers that answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.commands.bindings import needs_key
from viz_app.widgets.canvas import Canvas

Key = Qt.Key
CLICKER = (Key.Key_PageUp, Key.Key_PageDown)
"""Keys that a clicker sends: they are the lesson's, whatever has the focus."""


class LessonKeys(QObject):
    """While it listens, the keys of `acts` belong to the lesson in its window, unless what has the focus needs them: a
    text box all, a button Enter and the space, a row of chips its arrows; `firm` keys yield to typing alone. They are
    those of windows that `belongs_to` it, too."""

    def __init__(self, window: QWidget, acts: Mapping[Qt.Key, Callable[[], object]], firm: bool = False) -> None:
        super().__init__(window)
        self._firm = firm
        self._window, self._acts = window, acts
        self._on = False

    def listen(self, on: bool) -> None:
        """Begins to stand before everything else that gets keys, or ends it."""
        app = QApplication.instance()
        if app is None or on is self._on:
            return
        self._on = on
        (app.installEventFilter if on else app.removeEventFilter)(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answers Qt's question whether a key is a shortcut, and then takes the key."""
        if not isinstance(event, QKeyEvent):  # asked first: each event of the application comes here
            return False
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
        if key == Key.Key_Plus:  # stands above = on many keyboards
            held &= ~Qt.KeyboardModifier.ShiftModifier
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
