"""Parts that are shown only from a certain depth on, even if something else would show them."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from viz_app.data.depth import DepthRule
from viz_app.document.state import State
from viz_app.widgets.layout import show_part


class VisibilityGate(QObject):
    """Keeps a part hidden while closed, even if something shows it; when opened, the part returns to the last requested
    state."""

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self._part, self.open, self._wanted = part, True, False

    def set_open(self, open_: bool) -> None:
        if open_ is self.open:
            return
        self.open = open_
        if open_:
            self._part.removeEventFilter(self)  # an open gate costs nothing
        else:
            self._part.installEventFilter(self)
            self._wanted = not self._part.isHidden()
        if self._wanted:
            show_part(self._part, open_)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hides a part that shows itself while the gate is closed."""
        if event.type() == QEvent.Type.ShowToParent:
            self._wanted = True
            self._part.hide()
        return False


class DeepParts:
    """The parts of a widget that have a depth, by the names of their attributes ("pick.sort")."""

    def __init__(self, host: QWidget, deep: Mapping[str, DepthRule]) -> None:
        self._gates = [(one, VisibilityGate(attrgetter(name)(host))) for name, one in deep.items()]

    def fit(self, state: State, options: Any = None) -> None:
        """Shows the parts that the depth allows; `options` is the Options value of a view."""
        for one, gate in self._gates:
            gate.set_open(one.shown(state, options))
