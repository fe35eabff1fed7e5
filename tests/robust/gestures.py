"""A user who does anything at random: clicks, keys, foreign letters, wheel, drags, sizes, commands.

A gesture is a plain value made from a seed alone, never from what the window shows: the same seed gives the same
gestures again, and any part of them can be done once more. Places are shares (0 to 1) of the width and height of
whatever window is on top.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QDrag, QInputMethodEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPlainTextEdit, QWidget
from shiboken6 import isValid

from viz_app.commands.actions import ACTIONS
from viz_app.window.main_window import Window

Gesture = tuple[Any, ...]
"""("click", x, y, button, keys held), ("key", key, keys held), … as `gestures` makes them."""

WEIGHTS = {
    "click": 24, "double": 4, "move": 12, "drag": 8, "wheel": 8, "key": 18, "letters": 8, "compose": 5, "text": 2,
    "action": 8, "resize": 1, "clear": 2,
}  # fmt: skip
"""How often each kind comes among 100."""

WORDS = ("casa", "mar", "the", "refuse", "boom", "a", "  ", "</s>", "<b>x</b>", "%s{0}", "\n", "7.")
SCRIPTS = ("ñandú", "Привет мир", "日本語です", "שלום", "👩‍👩‍👧", "e\u0301\u0302", "▁", "مرحبا")
KEY_NAMES = (
    "A C D E P Z Y 1 2 3 9 Comma Period Space Tab Backtab Return Escape Left Right Up Down Home End PageUp PageDown "
    "Backspace Delete F1 F2 F6 F10 Plus Minus Equal Menu Alt Slash"
)
KEYS = tuple(getattr(Qt.Key, f"Key_{name}") for name in KEY_NAMES.split())
HELD = (Qt.KeyboardModifier.NoModifier,) * 5 + (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
BUTTONS = (Qt.MouseButton.LeftButton,) * 6 + (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
COMMANDS = tuple(action.id for action in ACTIONS if action.id not in ("quit", "open", "open.model", "train.start"))
PATIENCE = 100
"""Milliseconds for which a gesture stays in a menu, a message box or a drag with an event loop of its own: whatever
plays meanwhile counts as the gesture's."""
MOST_WINDOWS = 3
"""So many sheets may stand open beside the window; the user then closes them."""


def gestures(seed: int, count: int) -> Iterator[Gesture]:
    """The first `count` gestures of this seed."""
    dice = random.Random(seed)
    for kind in dice.choices(list(WEIGHTS), list(WEIGHTS.values()), k=count):
        yield kind, *_details(kind, dice)


def _details(kind: str, dice: random.Random) -> tuple[Any, ...]:
    place = round(dice.random(), 4), round(dice.random(), 4)
    match kind:
        case "click" | "double":
            return *place, dice.choice(BUTTONS), dice.choice(HELD)
        case "drag":
            return *place, round(dice.random(), 4), round(dice.random(), 4)
        case "wheel":
            return *place, dice.choice((-240, -120, 120, 240)), dice.choice(HELD)
        case "key":
            return dice.choice(KEYS), dice.choice(HELD)
        case "letters":
            return ("".join(dice.choices("abelmnost .,7<>&", k=dice.randint(1, 4))),)
        case "compose":
            return (dice.choice(SCRIPTS), dice.random() < 0.7)
        case "text":
            return (" ".join(dice.choices(WORDS, k=dice.randint(1, 5))),)
        case "action":
            return (dice.choice(COMMANDS),)
        case "resize":
            return dice.randint(300, 1600), dice.randint(200, 1000)
    return place if kind == "move" else ()


@contextmanager
def outlived() -> Iterator[None]:
    """What a gesture goes to may go by it, as a chip does whose text changes. Qt's test functions then complain; the
    program's own exceptions never come this way."""
    try:
        yield
    except RuntimeError as error:
        if "already deleted" not in str(error):
            raise


class Hand:
    """Does gestures in a window. `wait` ends whatever waits inside one: a menu or a drag with an event loop of its
    own; called after `patience` ms (0: never), or from a timer."""

    def __init__(self, window: Window, patience: int = PATIENCE) -> None:
        self.window = window
        self.waited = 0  # menus and message boxes that were closed
        self._patience = QTimer()
        self._patience.setInterval(patience)
        self._patience.timeout.connect(self.wait)

    def do(self, gesture: Gesture) -> None:
        """One gesture, and all that follows from it."""
        if self._patience.interval():
            self._patience.start()
        try:
            with outlived():
                getattr(self, f"_{gesture[0]}")(*gesture[1:])
            self._close_sheets()
            QApplication.processEvents()
        finally:
            self._patience.stop()

    def wait(self) -> None:
        """Closes the menu or the message box, or gives up the drag, that keeps a gesture from ending: Qt's file dialog
        says in a box with an event loop of its own that a file is not there."""
        QDrag.cancel()
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        elif isinstance(modal, QMessageBox):
            modal.reject()
        self.waited += popup is not None or isinstance(modal, QMessageBox)

    def _top(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    def _at(self, x: float, y: float) -> tuple[QWidget, QPoint]:
        """The widget at a place of the top window, and the place in it."""
        top = self._top()
        point = QPoint(int(x * top.width()), int(y * top.height()))
        widget = top.childAt(point) or top
        return widget, widget.mapFrom(top, point)

    def _focus(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.focusWidget() or self.window

    def _close_sheets(self) -> None:
        others = [top for top in QApplication.topLevelWidgets() if top.isVisible() and top is not self.window]
        if len(others) > MOST_WINDOWS:
            for one in others:
                one.close()

    def _click(self, x: float, y: float, button: Any, held: Any) -> None:
        widget, point = self._at(x, y)
        QTest.mouseClick(widget, button, held, point)

    def _double(self, x: float, y: float, button: Any, held: Any) -> None:
        widget, point = self._at(x, y)
        QTest.mouseDClick(widget, button, held, point)

    def _move(self, x: float, y: float) -> None:
        self._move_to(*self._at(x, y))

    @staticmethod
    def _move_to(widget: QWidget, point: QPoint) -> None:
        if isValid(widget):
            QTest.mouseMove(widget, point)

    def _drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        widget, start = self._at(x, y)
        end = QPoint(int(to_x * widget.width()), int(to_y * widget.height()))
        left = Qt.MouseButton.LeftButton
        QTest.mousePress(widget, left, Qt.KeyboardModifier.NoModifier, start)
        for part in (1, 2, 3):
            self._move_to(widget, start + (end - start) * part / 3)
        if isValid(widget):
            QTest.mouseRelease(widget, left, Qt.KeyboardModifier.NoModifier, end)

    def _wheel(self, x: float, y: float, turn: int, held: Any) -> None:
        widget, point = self._at(x, y)
        event = QWheelEvent(
            QPointF(point), QPointF(widget.mapToGlobal(point)), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton,
            held, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)

    def _key(self, key: Any, held: Any) -> None:
        QTest.keyClick(self._focus(), key, held)

    def _letters(self, letters: str) -> None:
        """ASCII only: Qt's test keys end the program on other letters."""
        for letter in letters:
            QTest.keyClick(self._focus(), letter)

    def _compose(self, text: str, commit: bool) -> None:
        """Letters of an input method: first as a proposal, then taken or given up."""
        for preedit, committed in ((text, ""), ("", text if commit else "")):
            event = QInputMethodEvent(preedit, [])
            event.setCommitString(committed)
            QApplication.sendEvent(self._focus(), event)

    def _text(self, text: str) -> None:
        self.window.file_actions.open_text(text)

    def _clear(self) -> None:
        """Empties the text box that has the keyboard, so that texts stay of a length that people type."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QPlainTextEdit):
            focus.selectAll()
            QTest.keyClick(focus, Qt.Key.Key_Delete)

    def _action(self, name: str) -> None:
        self.window.commands.qt_actions[name].trigger()

    def _resize(self, width: int, height: int) -> None:
        self.window.resize(width, height)


def in_words(gesture: Gesture) -> str:
    """A gesture on one line."""
    return " ".join(part if isinstance(part, str) and part.isalpha() else repr(part) for part in gesture)


__all__ = ["Gesture", "Hand", "gestures", "in_words"]
