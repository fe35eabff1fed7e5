"""Which screen has the picture that is presented, and which the teacher's notes."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.lessons.notes import NotesWindow
from viz_app.lessons.panel import LessonPanel

SETTLING = 300
"""Milliseconds after which a screen that came or went has its place among the others."""


class Screens(QObject):
    """The window fills one screen, the notes another, if there is one. `begun`: when the presentation began, s of
    time.monotonic. `changed`: the picture may have another screen."""

    changed = Signal()

    def __init__(self, window: QWidget, panel: LessonPanel) -> None:
        super().__init__(window)
        self._window, self._panel = window, panel
        self._on, self.begun = False, 0.0
        self.notes: NotesWindow | None = None
        self._settled = QTimer(self, singleShot=True, interval=SETTLING)
        self._settled.timeout.connect(self._plugged)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        for signal in (app.screenAdded, app.screenRemoved):
            signal.connect(self._await)  # a lambda would keep this window as long as the program runs

    def fill(self) -> None:
        """Starts presenting: moves the window to the screen of the class and opens the notes."""
        self._on, self.begun = True, time.monotonic()
        self._take(self._for_the_class())
        self._find_notes()

    def leave(self) -> None:
        """It ends: no notes any more. The window is not put back."""
        self._on = False
        self._close_notes()

    def swap(self) -> None:
        """The picture goes to the other screen, the notes come here."""
        if (other := self._other()) is not None:
            self._take(other)
            self._find_notes()
            self.changed.emit()

    def _other(self) -> QScreen | None:
        """A screen beside that of the window, None where there is none."""
        return next((one for one in QGuiApplication.screens() if one is not self._window.screen()), None)

    def _for_the_class(self) -> QScreen:
        """Where the picture goes: a screen beside the system's main one, which is the teacher's."""
        here = self._window.screen()
        return here if here is not QGuiApplication.primaryScreen() else self._other() or here

    def _find_notes(self) -> None:
        """The clock and the notes on the other screen, if there is one now; the keyboard stays with the picture."""
        if (other := self._other()) is None:
            self._close_notes()
        elif self.notes is None:
            self.notes = NotesWindow(self._panel.player, lambda: self._panel.language, self._window, self.begun)
        if self.notes is not None and other is not None:
            self.notes.fill(other)
        self._window.activateWindow()

    def _await(self, _screen: object) -> None:
        self._settled.start()

    def _plugged(self) -> None:
        """A screen came or went."""
        if self._on:
            self._take(self._window.screen() if self.notes is not None else self._for_the_class())
            self._find_notes()
            self.changed.emit()

    def _take(self, screen: QScreen) -> None:
        """The picture fills this screen: as a window, since one that fills a screen cannot be moved."""
        window = self._window
        if screen is not window.screen() or (window.isFullScreen() and window.size() != screen.size()):
            window.showNormal()
            window.setScreen(screen)
            window.setGeometry(screen.geometry())
        window.showFullScreen()

    def _close_notes(self) -> None:
        if self.notes is not None:
            self.notes.close()
            self.notes.deleteLater()
            self.notes = None
