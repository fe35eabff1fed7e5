"""Split view: two views side by side with one selection; which they are, and how the second one is chosen.

The open views are `views` of the store's Layout, so that they are undone, saved and opened again with the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, QPoint, QSize, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QBoxLayout, QMenu, QToolButton, QWidget

from viz_app import views
from viz_app.document.store import Store
from viz_app.system.command_queue import empty, queued
from viz_app.system.language import tr, view_word
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton
from viz_app.widgets.layout import row_of
from viz_app.widgets.painting import set_tip

MOST = 2
"""How many views are side by side."""

LEAST = (400, 300)
"""Width and height (px at text size 100 %) that a view needs with another one beside or above it."""

Names = tuple[str, ...]


def side_by_side(names: Iterable[str]) -> Names:
    """Those of these views that are shown: each once, no more than fit."""
    return tuple(dict.fromkeys(names))[:MOST]


def direction(width: int, height: int) -> QBoxLayout.Direction | None:
    """How two views share this room (px): side by side, otherwise one above the other; None if two do not fit."""
    if width >= MOST * themes.px(LEAST[0]):
        return QBoxLayout.Direction.LeftToRight
    return QBoxLayout.Direction.TopToBottom if height >= MOST * themes.px(LEAST[1]) else None


def with_beside(names: Names, name: str) -> Names:
    """The open views with this one to the right of the first."""
    return side_by_side((*(one for one in names[: MOST - 1] if one != name), name))


def without(names: Names, name: str) -> Names:
    """The open views without this one; the last one stays."""
    return tuple(one for one in names if one != name) or names


def replaced(names: Names, place: int, name: str) -> Names:
    """The open views with another one in a place; the two swap if it is already open."""
    old = names[place]
    changed = [old if one == name else one for one in names]
    changed[place] = name
    return side_by_side(changed)


class Split(QObject):
    """Opens and closes the second view; `menu` offers those that can be shown there. `shown` carries the name of one
    that was asked for."""

    shown = Signal(str)

    def __init__(self, store: Store, window: QWidget) -> None:
        super().__init__(window)
        self._store, self._window = store, window
        self._open = self.open()
        self._last = ""  # the view that was closed last
        self.menu = QMenu(tr("View beside"), window)
        self.menu.aboutToShow.connect(lambda: fill(self.menu, self.open()[1:], self.show_beside))
        store.changed.connect(self._remember)

    def open(self) -> Names:
        """The visible views, from left to right."""
        return side_by_side(self._store.state.desk.views)

    def _remember(self, names: frozenset[str]) -> None:
        if "desk" in names:
            closed = [one for one in self._open if one not in self.open()]
            self._open = self.open()
            self._last = closed[-1] if closed else self._last

    def partner(self) -> str:
        """The default second view: the one closed last, otherwise the next one of the rail."""
        first, known = self.open()[0], views.VIEWS
        if self._last in known and self._last != first:
            return self._last
        place = known.index(first) + 1 if first in known else 0
        return known[place % len(known)]

    def toggle(self) -> None:
        """Opens a second view, or closes it."""
        names = self.open()
        self._store.desk(views=names[:1] if len(names) > 1 else with_beside(names, self.partner()))

    def show_beside(self, name: str) -> None:
        """Shows a view to the right of the first one."""
        self._store.desk(views=with_beside(self.open(), name))
        self.shown.emit(name)

    def toggle_one(self, name: str) -> None:
        """Shows a view as the second one, or closes it if it is open."""
        names = self.open()
        if name in names:
            self._store.desk(views=without(names, name))
        else:
            self.show_beside(name)

    def ask(self) -> None:
        """Opens the list of possible second views."""
        room = self._window.rect()
        self.menu.popup(self._window.mapToGlobal(QPoint(room.width() // 2, themes.px(52))))


def fill(menu: QMenu, chosen: Iterable[str], choose: Callable[[str], object]) -> None:
    """Adds an entry for each view to an empty menu, those that are `chosen` ticked; `choose` takes a name."""
    empty(menu)
    ticked = set(chosen)
    group = QActionGroup(menu)
    group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
    for name in views.VIEWS:
        entry = QAction(view_word(name), menu)
        entry.setCheckable(True)
        entry.setChecked(name in ticked)
        if name in icons.NAMES:
            entry.setIcon(icons.icon(name))
        entry.triggered.connect(queued(menu, partial(choose, name)))
        group.addAction(entry)
        menu.addAction(entry)


class ViewCorner(QWidget):
    """At the right of a page's heading in split view: another view in this place, and close."""

    chosen = Signal(str)  # the view that is to take this place
    closed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        word = view_word(name)
        self.choice = MenuButton(self, elastic=False)
        self.choice.set_words(tr("View"))
        self.choice.setAccessibleName(tr("View shown here: {view}", view=word))
        set_tip(self.choice, tr("Shows another view here."))
        self.choice.setMenu(QMenu(self))
        self.choice.menu().aboutToShow.connect(lambda: fill(self.choice.menu(), (name,), self.chosen.emit))
        self.close_button = QToolButton(self)
        self.close_button.setProperty("role", "flat")
        self.close_button.setAccessibleName(tr("Close {view}", view=word))
        set_tip(self.close_button, tr("Closes {view}; the other view stays.", view=word))
        self.close_button.clicked.connect(queued(self, self.closed.emit))
        row_of(self.choice, self.close_button, parent=self, spacing=0)
        self.hide()
        self.restyle()

    def restyle(self) -> None:
        side = themes.px(14)
        self.close_button.setIcon(icons.icon("close", role="muted"))
        self.close_button.setIconSize(QSize(side, side))
