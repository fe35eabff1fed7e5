"""What screen readers get from pictures: a role, a name, plain text, and every place as a child with text and a
position; and from drop-down lists what they choose.

Created by Qt on demand when a screen reader runs.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QFocusEvent
from PySide6.QtWidgets import QAbstractScrollArea, QAccessibleWidget, QComboBox, QWidget

from viz_app.widgets import painting

MOST = 400
"""Places of one picture that are exposed one by one, the upper left ones; View ▸ Table has all."""
STEP = 8
"""Px between the points at which places are looked for."""
_TAG = re.compile(r"<[^>]*>")
_INSIDE = {QAccessible.Role.Table: QAccessible.Role.Cell, QAccessible.Role.List: QAccessible.Role.ListItem}
"""Role of a picture -> that of its places."""
_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def plain(tip: str) -> str:
    return html.unescape(_TAG.sub("", tip)) if tip.startswith("<div") else tip


class KeyboardRing:
    """A mixin of scroll areas; `ring`: it has a focus ring, as the keyboard came to it by a key."""

    ring = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._show_ring(event.reason() in painting.KEYBOARD_FOCUS)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._show_ring(False)

    def _show_ring(self, on: bool) -> None:
        assert isinstance(self, QAbstractScrollArea)
        self.ring = on
        self.viewport().update()


class AccessibleParts:
    """A mixin through which a widget that paints itself describes itself to screen readers.

    accessible_role      its role: Table, List, Chart, Graphic …
    painted       how often it was painted: when it was again, places are looked for again; None: at each question
    """

    accessible_role = QAccessible.Role.Graphic
    painted: int | None = None

    def accessible_description(self) -> str:
        """What it currently shows, in plain words."""
        assert isinstance(self, QWidget)
        return self.accessibleDescription() or self.accessible_summary() or plain(self.toolTip())

    def accessible_summary(self) -> str:
        """What it shows in a sentence or two, read when no place is selected; "" for nothing better than its
        tooltip."""
        return ""

    def place_at(self, point: QPointF) -> Any:
        """The place under a point, None for nothing."""
        return None

    def rect_of(self, place: Any) -> QRectF | None:
        """The rectangle of a place, for the focus ring and for how long a tooltip stays; None if the whole widget
        serves."""
        return None

    def spoken(self, place: Any) -> str:
        """The text of a place for screen readers."""
        return ""

    def label_of(self, place: Any) -> str:
        """The words that name a place, such as that of a line of numbers: glossary terms in them are explained
        there."""
        return ""

    def hint_of(self, place: Any) -> str:
        """What a click on a place would do; "" if it does nothing."""
        return ""

    def accessible_places(self) -> Sequence[object]:
        """Its places, from the upper left to the lower right: by default as a pointer would find them."""
        assert isinstance(self, QWidget)
        return _scanned(self, self)

    def accessible_place_text(self, place: Any) -> str:
        """A place in words, on one line."""
        return " · ".join((self.spoken(place) or self.label_of(place) or self.hint_of(place)).splitlines())

    def accessible_rect(self, place: Any) -> QRectF | None:
        """Where a place is, in px of the widget; None for the whole."""
        return self.rect_of(place)


def _scanned(widget: QWidget, picture: AccessibleParts) -> list[object]:
    """The places of a widget, line by line, each scanned only up to its end, if known."""
    found: list[object] = []
    for y in range(STEP // 2, widget.height(), STEP):
        x = STEP / 2
        while x < widget.width() and len(found) < MOST:
            point = QPointF(x, y)
            place = picture.place_at(point)
            rect = picture.accessible_rect(place) if place is not None else None
            if place is not None and place not in found:
                found.append(place)
            x = max(x + STEP, rect.right() + 1 if rect is not None and rect.contains(point) else x)
    return found


class PictureAccess(QAccessibleWidget):
    """A picture: first the widgets in it, then its places."""

    def __init__(self, widget: QWidget, picture: AccessibleParts) -> None:
        super().__init__(widget, picture.accessible_role)  # a name given here would stay when the widget's changes
        self.shown, self.picture = widget, picture
        self._made: dict[int, PlaceAccess] = {}
        self._found: tuple[object, Sequence[object]] = None, ()
        widget.destroyed.connect(self._forget)

    def _forget(self) -> None:
        """Drops the entries of places with their picture."""
        for one in self._made.values():
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(one))
        self._made.clear()

    def _widgets(self) -> list[QWidget]:
        inner = self.shown.viewport() if isinstance(self.shown, QAbstractScrollArea) else None
        found = self.shown.findChildren(QWidget, options=_DIRECT)
        return [one for one in found if one is not inner and not one.isHidden() and not one.isWindow()]

    def places(self) -> Sequence[object]:
        key = self.picture.painted, self.shown.size()
        if self.picture.painted is None or key != self._found[0]:
            self._found = key, self.picture.accessible_places()[:MOST]
        return self._found[1]

    def text(self, which: QAccessible.Text) -> str:
        if which == QAccessible.Text.Description:
            return self.picture.accessible_description()
        return super().text(which) if which == QAccessible.Text.Name else ""

    def childCount(self) -> int:
        return len(self._widgets()) + len(self.places())

    def child(self, index: int) -> Any:
        widgets = self._widgets()
        if index < len(widgets):
            return QAccessible.queryAccessibleInterface(widgets[index])
        at = index - len(widgets)
        if at not in self._made:
            self._made[at] = PlaceAccess(self, at)
        return self._made[at]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        widgets, thing = self._widgets(), child.object()
        if isinstance(thing, QWidget) and thing in widgets:
            return widgets.index(thing)
        at = next((at for at, one in self._made.items() if one is child), -1)
        return at if at < 0 else len(widgets) + at

    def childAt(self, x: int, y: int) -> Any:
        point, widgets = self.shown.mapFromGlobal(QPoint(x, y)), self._widgets()
        for at, widget in enumerate(widgets):
            if widget.geometry().contains(point):
                return self.child(at)
        for at, place in enumerate(self.places(), len(widgets)):
            rect = self.picture.accessible_rect(place)
            if rect is not None and rect.contains(QPointF(point)):
                return self.child(at)
        return None


class PlaceAccess(QAccessibleInterface):
    """One place of a picture: a cell, a token, a box."""

    def __init__(self, owner: PictureAccess, at: int) -> None:
        super().__init__()
        self._owner, self._at = owner, at

    def _place(self) -> Any:
        places = self._owner.places()
        return places[self._at] if self._at < len(places) else None

    def isValid(self) -> bool:
        return self._owner.isValid() and self._place() is not None

    def object(self) -> Any:
        """None: a place is not a widget."""
        return None

    def window(self) -> Any:
        return self._owner.window()

    def parent(self) -> QAccessibleInterface:
        return self._owner

    def role(self) -> QAccessible.Role:
        """A cell of a table, a line of a list, else a picture."""
        return _INSIDE.get(self._owner.picture.accessible_role, QAccessible.Role.Graphic)

    def state(self) -> QAccessible.State:
        return QAccessible.State()

    def text(self, which: QAccessible.Text) -> str:
        """Its text; none if the picture has changed since, and is about to be painted."""
        place = self._place()
        if which != QAccessible.Text.Name or place is None:
            return ""
        try:
            return self._owner.picture.accessible_place_text(place)
        except (IndexError, KeyError):
            return ""

    def setText(self, which: QAccessible.Text, text: str) -> None:
        """Does nothing: a place is read-only."""

    def rect(self) -> QRect:
        place, shown = self._place(), self._owner.shown
        found = None if place is None else self._owner.picture.accessible_rect(place)
        inside = shown.rect() if found is None else found.toAlignedRect().intersected(shown.rect())
        return QRect(shown.mapToGlobal(inside.topLeft()), inside.size())

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> Any:
        return None

    def childAt(self, x: int, y: int) -> Any:
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1


class DropDownAccess(QAccessibleWidget):
    """A drop-down list: its name says what it chooses, its value what is chosen. Qt's own, on Linux, gives the value as
    both, and leaves the name to a label, which not every list has."""

    def __init__(self, box: QComboBox) -> None:
        super().__init__(box, QAccessible.Role.ComboBox)
        self.box = box

    def text(self, which: QAccessible.Text) -> str:
        if which == QAccessible.Text.Name:
            labels = (one.text(which) for one, _ in self.relations(QAccessible.RelationFlag.Label))
            return self.box.accessibleName() or next(labels, "")
        return self.box.currentText() if which == QAccessible.Text.Value else super().text(which)

    def state(self) -> QAccessible.State:
        state = super().state()
        opened = self.box.view().isVisible()
        state.expandable, state.expanded, state.collapsed = 1, int(opened), int(not opened)
        return state

    def childCount(self) -> int:
        return 1

    def child(self, index: int) -> Any:
        return QAccessible.queryAccessibleInterface(self.box.view()) if index == 0 else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if child.object() is self.box.view() else -1

    def childAt(self, x: int, y: int) -> Any:
        return self.child(0) if self.box.view().isVisible() and self.child(0).rect().contains(x, y) else None

    def actionNames(self) -> list[str]:
        return [*dict.fromkeys([self.showMenuAction(), self.pressAction(), *super().actionNames()])]

    def doAction(self, name: str) -> None:
        """Opens the list, or closes it."""
        if name not in (self.showMenuAction(), self.pressAction()):
            super().doAction(name)
        elif self.box.view().isVisible():
            self.box.hidePopup()
        else:
            self.box.showPopup()


def _access(_key: str, thing: QObject) -> QAccessibleInterface | None:
    """The accessible interface of a widget; None for everything that Qt knows itself."""
    if isinstance(thing, QComboBox) and not thing.isEditable():
        return DropDownAccess(thing)
    return PictureAccess(thing, thing) if isinstance(thing, AccessibleParts) and isinstance(thing, QWidget) else None


QAccessible.installFactory(_access)
