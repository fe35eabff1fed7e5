"""The menu of a map, a box or any other numbers that have no menu of their own: compare with mine."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu, QWidget

from viz_app.inspector.pointed_numbers import pointed_numbers
from viz_app.system.array_comparison import offer_comparison
from viz_app.system.language import tr


class ArrayMenu(QObject):
    """Listens to a window for right clicks, and the menu key, that nothing in it has taken."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the click where there are numbers."""
        if event.type() != QEvent.Type.ContextMenu or not isinstance(event, QContextMenuEvent):
            return False
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        part = self._window.focusWidget() if keyboard else self._window.childAt(event.pos())
        if part is None:
            return False
        pointed = pointed_numbers(part, None if keyboard else part.mapFromGlobal(event.globalPos()))
        menu = QMenu(tr("These numbers"), self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if pointed is None or offer_comparison(menu, part, lambda: pointed) is None:
            menu.deleteLater()
            return False
        menu.popup(part.mapToGlobal(part.rect().center()) if keyboard else event.globalPos())
        return True
