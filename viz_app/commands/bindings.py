"""The table of ACTIONS as Qt's actions: menus, shortcuts and tips; and which widget gets a key first.

A shortcut without Ctrl (space, comma, E …) must never take a key from a widget that uses it itself: `ShortcutFilter`
gives such keys to text boxes, buttons, lists and sliders first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from viz_app.commands.action import Action, Frame
from viz_app.commands.actions import ACTIONS, MENUS, SUBMENUS
from viz_app.system.command_queue import queued
from viz_app.widgets import icons
from viz_app.widgets.painting import tip

Key = Qt.Key
_ARROWS = frozenset({Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down})
_JUMPS = frozenset({Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown})
_PRESSES = frozenset({Key.Key_Space, Key.Key_Return, Key.Key_Enter, Key.Key_Select})
_ENTERS = frozenset({Key.Key_Return, Key.Key_Enter})
LATE = 250
"""Milliseconds without another change after which actions show what has changed, if they were not asked for before."""
TEXT_BOXES = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)
"""What is typed into."""


class Commands(QObject):
    """One QAction per Action, in step with the store. Shortcuts of views work within `view_area`. Actions that are out
    of sight may lag behind (`fall_behind`): menus, shortcuts and readers of `made` bring them up to date."""

    def __init__(self, frame: Frame, window: QWidget, view_area: QWidget, actions: Iterable[Action] = ACTIONS) -> None:
        super().__init__(window)
        self._frame = frame
        self.actions: Mapping[str, Action] = {action.id: action for action in actions}
        self._made = {name: self._make(action) for name, action in self.actions.items()}
        self._late = QTimer(self, singleShot=True, interval=LATE)
        self._late.timeout.connect(self.refresh)
        for name, made in self._made.items():
            (view_area if self.actions[name].where == "view" else window).addAction(made)
        window.installEventFilter(self)
        self._courtesy = ShortcutFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._courtesy.follow)

    @property
    def qt_actions(self) -> Mapping[str, QAction]:
        self.catch_up()
        return self._made

    def _make(self, action: Action) -> QAction:
        made = QAction(action.text, self)
        made.setShortcuts([QKeySequence.fromString(key) for key in action.keys])
        in_view = action.where == "view"
        made.setShortcutContext(
            Qt.ShortcutContext.WidgetWithChildrenShortcut if in_view else Qt.ShortcutContext.WindowShortcut
        )
        made.setAutoRepeat(action.id.startswith(("step.", "head.", "layer.", "text.", "undo", "redo")))
        made.setStatusTip(action.tip)
        made.setToolTip(tip(self.words(action.id)))
        made.setCheckable(action.checked is not None)
        made.triggered.connect(queued(self, lambda: self.run(action.id)))
        return made

    def words(self, name: str) -> str:
        """The tooltip: what the action does and its key."""
        action = self.actions[name]
        key = key_words(action.keys[0]) if action.keys else ""
        text = action.tip or f"{action.text}."
        return f"{text} ({key})" if key else text

    def run(self, name: str) -> None:
        """Runs an action if it is available."""
        action = self.actions[name]
        if action.when(self._frame.store):
            action.do(self._frame)
        self.refresh()

    def fall_behind(self) -> None:
        """Something has changed: shows it once nothing more changes for a moment, or when it is asked for."""
        self._late.start()

    def catch_up(self) -> None:
        """Updates now."""
        if self._late.isActive():
            self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Updates before a key that no widget claims becomes a shortcut; while a menu is open, leaves the arrow keys to
        the menu bar."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in _ARROWS and isinstance(QApplication.activePopupWidget(), QMenu):
                event.accept()
                return True
            self.catch_up()
        return False

    def refresh(self, names: Iterable[str] = ()) -> None:
        """Updates what is enabled and checked: these actions, or all if none is named."""
        store = self._frame.store
        if not names:
            self._late.stop()
        for name in names or self.actions:
            action, made = self.actions[name], self._made[name]
            made.setEnabled(action.when(store))
            if action.words is not None:
                made.setText(action.words(store).replace("&", "&&"))
            if action.checked is not None:
                made.setChecked(action.checked(store))

    def restyle(self) -> None:
        """Repaints the icons in the theme's colours."""
        for name, action in self.actions.items():
            if action.icon:
                self._made[name].setIcon(icons.icon(action.icon))

    def fill(self, bar: QMenuBar) -> dict[str, QMenu]:
        """Adds the menus with their entries; returns the menus by their English titles."""
        menus = {name: bar.addMenu(f"&{word}") for name, word in MENUS.items()}
        inner = dict[tuple[str, str], QMenu]()
        for word, menu in menus.items():
            group = None
            for action in (one for one in self.actions.values() if one.menu == word):
                if group is not None and action.group != group:
                    menu.addSeparator()
                group = action.group
                key = word, action.id.partition(".")[0]
                if key in SUBMENUS and key not in inner:
                    inner[key] = menu.addMenu(SUBMENUS[key])
                inner.get(key, menu).addAction(self._made[action.id])
            menu.aboutToShow.connect(lambda: self.refresh())
        return menus


class ShortcutFilter(QObject):
    """Watches the widget with the keyboard focus and reserves for it the keys that it uses itself."""

    def follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """The focus has moved."""
        if old is not None:
            old.removeEventFilter(self)
        if new is not None:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tells Qt that a key is no shortcut if the widget needs it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and needs_key(watched, event):
            event.accept()
            return True
        return False


def needs_key(widget: QObject, event: QKeyEvent) -> bool:
    """Whether `widget` uses this key itself, so that no shortcut may take it."""
    held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    if held != Qt.KeyboardModifier.NoModifier:
        return False
    key, letters = event.key(), bool(event.text()) and event.text().isprintable()
    if isinstance(widget, TEXT_BOXES):
        return letters or key in _ARROWS | _JUMPS | _PRESSES or key in (Key.Key_Backspace, Key.Key_Delete)
    if isinstance(widget, QAbstractItemView) and key in _ENTERS and is_popup(widget):
        return False  # Qt itself answers here: the entry is chosen, the list closes
    if isinstance(widget, QAbstractItemView | QComboBox):
        return letters or key in _ARROWS | _JUMPS | _PRESSES
    if isinstance(widget, QAbstractSlider):
        return key in _ARROWS | _JUMPS
    if isinstance(widget, QAbstractButton):  # Tab stops at one of a group: arrows are the way to the others
        return key in _PRESSES or (key in _ARROWS and widget.group() is not None and bool(widget.property("keys")))
    return False


def is_popup(widget: QWidget) -> bool:
    """Whether the widget is in a window that closes by itself, such as the list of a combo box."""
    return widget.window().windowType() == Qt.WindowType.Popup


def key_words(sequence: str) -> str:
    """A key sequence as this platform writes it: "Ctrl+Z", "⌘Z"."""
    return QKeySequence.fromString(sequence).toString(QKeySequence.SequenceFormat.NativeText)
