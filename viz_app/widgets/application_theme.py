"""The theme and the text size of the application."""

from __future__ import annotations

import gc
from functools import cache
from typing import Protocol

from PySide6 import QtCore
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_APPLIED = "headscope_theme_applied"  # property of the application: a theme was applied to it
_PRESENTED = "headscope_presented"  # property of the application: the text size while something is presented


class ThemeChoice(Protocol):
    """Anything with a theme name and a text size: a Layout, the Settings."""

    @property
    def theme(self) -> str:
        """ "system" or one of THEMES."""

    @property
    def text_scale(self) -> float:
        """1.0 is 100 %."""


def apply_theme(desk: ThemeChoice, *, dressed: bool = True) -> bool:
    """Applies a desk's theme and text size to the application, if they differ; without stylesheet if not `dressed`."""
    app = QApplication.instance()
    if not isinstance(app, QApplication) or (is_applied(desk) and (app.styleSheet() or not dressed)):
        return False
    themes.apply(app, *_wanted(app, desk), dressed=dressed)
    if not app.property(_APPLIED):
        app.focusChanged.connect(mark_focus)
    app.setProperty(_APPLIED, True)
    return True


def is_applied(desk: ThemeChoice) -> bool:
    """Whether the application already has a desk's theme and text size, or there is no application."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return True
    return bool(app.property(_APPLIED)) and _wanted(app, desk) == (themes.current(), themes.text_scale())


def _wanted(app: QApplication, desk: ThemeChoice) -> tuple[Theme, float]:
    return chosen_theme(desk.theme), app.property(_PRESENTED) or desk.text_scale


def present_in(size: float | None) -> None:
    """Overrides the text size of desks from the next `apply_theme` on; None: no override."""
    app = QApplication.instance()
    if app is not None:
        app.setProperty(_PRESENTED, size)


def chosen_theme(name: str) -> Theme:
    """The theme of this name; "system" is dark if the system is, otherwise light. Before the first painting its palette
    decides: the import of `Qt`, which has the names of colour schemes, takes a tenth of the time until then."""
    if name in themes.THEMES:
        return themes.THEMES[name]
    app, palette = QGuiApplication.instance(), QGuiApplication.palette()
    if app is not None and not app.property(_APPLIED):
        dark = palette.window().color().lightness() < palette.windowText().color().lightness()
    else:
        dark = QGuiApplication.styleHints().colorScheme() == QtCore.Qt.ColorScheme.Dark
    return themes.DARK if dark else themes.LIGHT


def mark_focus(before: QWidget | None, now: QWidget | None) -> None:
    """Tells a newly focused control whether the focus came from the keyboard: after a mouse press it has no frame,
    since the pointer is there. Nor has the one to which Qt passes the focus of a control that a click hid or
    disabled."""
    if now is None or getattr(now, "unframed", False):
        return
    keys = QGuiApplication.mouseButtons() == QtCore.Qt.MouseButton.NoButton
    if before is not None and not (before.isEnabled() and before.isVisibleTo(before.window())):
        keys = bool(before.property("keys"))
    frame_focus(now, keys)


def frame_focus(part: QWidget, keys: bool) -> None:
    """Tells a focused control whether the focus came from the keyboard."""
    if not keys and getattr(part, "ring", False):
        part.ring = False  # type: ignore[attr-defined]
        part.update()
    if bool(part.property("keys")) != keys:
        part.setProperty("keys", keys)
        _polish(part, again=True)


def set_style_property(part: QWidget, name: str, value: object) -> None:
    """Sets a property for which the application's stylesheet has rules, for `part` and its children. A stylesheet of
    its own would keep Qt from passing the font on to its children."""
    if part.property(name) != value:
        part.setProperty(name, value)
        for one in (part, *part.findChildren(QWidget)):
            _polish(one, again=True)
            one.updateGeometry()


def _polish(part: QWidget, *, again: bool = False) -> None:
    """Repolishes a part and restores its own font, which the sheet would reset."""
    own = part.font() if part.testAttribute(QtCore.Qt.WidgetAttribute.WA_SetFont) else None
    if again:
        QApplication.style().unpolish(part)
    QApplication.style().polish(part)
    if own is not None:
        part.setFont(own)
    part.update()


def take_off_sheet(root: QWidget) -> None:
    """Exempts a widget and its parts from the application's stylesheet and from changes of it, whose cost grows with
    the number of parts that have it or are notified."""
    polished, untold = _marks()
    for part in (root, *root.findChildren(QWidget)):
        if part.testAttribute(polished):
            QApplication.style().unpolish(part)
            part.setAttribute(polished, False)
            part.setAttribute(untold)


def put_on_sheet(root: QWidget) -> None:
    """Reverts `take_off_sheet`, under the present stylesheet."""
    polished, untold = _marks()
    for part in (root, *root.findChildren(QWidget)):
        if not part.testAttribute(polished):
            part.setAttribute(untold, False)
            _polish(part)
            part.setAttribute(polished)
            QApplication.sendEvent(part, QEvent(QEvent.Type.StyleChange))


def _marks() -> tuple[QtCore.Qt.WidgetAttribute, QtCore.Qt.WidgetAttribute]:
    """Of a part with the stylesheet, and of one without any."""
    return QtCore.Qt.WidgetAttribute.WA_WState_Polished, QtCore.Qt.WidgetAttribute.WA_SetStyle


class _DeletionFilter(QObject):
    """Drops the rules of a window or card when it is deleted."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget) and event.type() == QEvent.Type.DeferredDelete:
            forget_rules(watched)
        return False


_deletion_filter = cache(_DeletionFilter)  # one for all: a child of what it sees dies inside its own answer: a crash


def free_when_deleted(top: QWidget, *, collect: bool = False) -> None:
    """Frees what Qt keeps about the parts of a window or card when that is deleted. With `collect` its objects, which
    refer to each other, are freed at the event loop's next turn: otherwise some ten closed windows would wait for the
    garbage collector, and their memory would stay fragmented."""
    top.installEventFilter(_deletion_filter())
    if collect:
        top.destroyed.connect(lambda: QTimer.singleShot(0, gc.collect))


def forget_rules(top: QWidget) -> None:
    """Makes Qt drop the stylesheet's rules for each part when it is deleted. Otherwise it keeps those of text boxes
    inside number boxes, of combo boxes and of the content of scroll areas, about 1 KB each; a part with a stylesheet of
    its own is no exception."""
    for part in top.findChildren(QWidget):
        if not part.testAttribute(QtCore.Qt.WidgetAttribute.WA_StyleSheet):
            part.setStyleSheet("*{}")
