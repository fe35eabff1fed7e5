"""Parts of a view: showing and hiding, immediate layout, and lines that wrap."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)
from shiboken6 import createdByPython, delete, isValid
from shiboken6.Shiboken import invalidate

from viz_app.widgets import theme as themes

Margins = tuple[int, int, int, int] | None
NO_MARGINS = (0, 0, 0, 0)
Box = TypeVar("Box", bound=QBoxLayout)

NO_LIMIT = 16_777_215
"""Px of a size without a limit, Qt's QWIDGETSIZE_MAX."""


def take_all(box: QLayout) -> None:
    """Takes all parts out of a layout. They stay where they are; the items are deleted, unlike with takeAt."""
    while item := box.takeAt(0):
        delete(item)


def show_part(part: QWidget, shown: bool) -> None:
    """Shows or hides a part. A hidden one does not pass on its focus: Qt would do so as if Tab had been pressed."""
    focus = QApplication.focusWidget()
    if not shown and focus is not None and (focus is part or part.isAncestorOf(focus)):
        focus.clearFocus()
    coming = not (shown or part.isHidden() or part.isVisible())  # perhaps on its way to be seen
    part.setVisible(shown)
    if part.isHidden() and part.isVisible():
        _hide_again(part)
    elif coming:
        QTimer.singleShot(0, partial(_hide_again, part))


def _hide_again(part: QWidget) -> None:
    """Hides what was hidden while it was being shown, by a layout that made room for it: Qt would show it anyway."""
    if isValid(part) and part.isHidden() and part.isVisible():
        part.setAttribute(Qt.WidgetAttribute.WA_WState_Hidden, False)
        part.setVisible(False)


def set_hand_cursors(root: QWidget) -> None:
    """Sets the hand cursor on everything in a widget that can be pressed."""
    for part in root.findChildren(QWidget):
        if isinstance(part, (QAbstractButton, QComboBox)) and not part.testAttribute(Qt.WidgetAttribute.WA_SetCursor):
            part.setCursor(Qt.CursorShape.PointingHandCursor)


def order_tabs(widgets: Iterable[QWidget]) -> None:
    for one, after in pairwise(one for one in widgets if one.focusPolicy() != Qt.FocusPolicy.NoFocus):
        QWidget.setTabOrder(one, after)


def laid_out(part: QWidget, apart: Container[QWidget] = ()) -> list[QWidget]:
    """A part and all that stands on it: what its layouts hold in their order, then the rest as it was made. What is in
    `apart` is left out, with all that stands on it."""
    found, free = [part], [one for one in part.children() if isinstance(one, QWidget)]
    held: list[Any] = [one] if (one := part.layout()) is not None else []
    while inner := next((one for one in held if isinstance(one, QLayout)), None):
        held[(at := held.index(inner)) : at + 1] = parts_in(inner, free)
    for one in dict.fromkeys((*held, *free)):
        if one not in apart and not one.isWindow():
            found += laid_out(one, apart)
    return found


def parts_in(box: QLayout, parts: Iterable[QWidget] | None = None) -> list[QWidget | QLayout]:
    """What a layout holds, in its order, of these parts or of all beside it; not by `itemAt`, see `forget_items`."""
    if parts is None:
        around = box.parentWidget()
        parts = [one for one in around.children() if isinstance(one, QWidget)] if around is not None else ()
    placed: dict[int, Any] = {box.indexOf(one): one for one in (*box.children(), *parts)}  # type: ignore[call-overload]
    return [placed[place] for place in sorted(placed) if place >= 0]


def forget_items(box: QLayout) -> None:
    """Makes Python forget Qt's items in a layout. What it knows of one outlives the item, and is taken for whatever Qt
    makes at the same address later: a window among `topLevelWidgets` was a QWidgetItem."""
    for item in map(box.itemAt, range(box.count())):
        if isinstance(item, QLayout):
            forget_items(item)
        elif item is not None and not createdByPython(item):
            invalidate(item)


def add_layout(box: Any, inner: QLayout, *how: Any) -> None:
    """Adds a layout to another one, through which PySide learns of each of its items."""
    box.addLayout(inner, *how)
    forget_items(inner)


def settle(root: QWidget) -> None:
    """Lays out everything visible in a widget at once, not in one round of events after the other."""
    parts = (root, *(part for part in root.findChildren(QWidget) if part.isVisibleTo(root)))
    for part in parts:
        part.ensurePolished()
    for _ in range(3):  # a first pass may change the sizes of other parts
        for part in parts:
            layout = part.layout()
            if layout is not None:
                layout.activate()


def release(layout: QLayout) -> None:
    """Enables a layout and lays its widget out at once. Where that gives the widget another size the pass for the
    former one ends last: then it is laid out once more."""
    part = layout.parentWidget()
    layout.setEnabled(True)
    layout.invalidate()
    before = part and part.size()
    layout.activate()
    if part is not None and part.size() != before:
        layout.invalidate()


def fit_at_once(part: QWidget, fit: Callable[[], object]) -> None:
    """Calls `fit`, which shows and hides parts of a part that was given another size, and then lays it out: once, not
    for each of them, and before anything is painted. It stays to be laid out again, as the pass for a former size, in
    which this one came, may end after it."""
    if (layout := part.layout()) is None:
        fit()
        return
    layout.setEnabled(False)
    try:
        fit()
    finally:
        release(layout)
        layout.invalidate()


def row_of(
    *parts: Any, parent: QWidget | None = None, margins: Margins = NO_MARGINS, spacing: int | None = 8
) -> QHBoxLayout:
    """A row of parts: widgets, layouts, (part, stretch), or a number for a stretch. Lengths are px; None keeps the
    style's."""
    return _filled(QHBoxLayout(), parent, parts, margins, spacing)


def column_of(
    *parts: Any, parent: QWidget | None = None, margins: Margins = NO_MARGINS, spacing: int | None = 8
) -> QVBoxLayout:
    """A column of parts; as `row_of`."""
    return _filled(QVBoxLayout(), parent, parts, margins, spacing)


def _filled(box: Box, parent: QWidget | None, parts: Iterable[Any], margins: Margins, spacing: int | None) -> Box:
    if parent is not None:
        parent.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        one, *how = part if isinstance(part, tuple) else (part,)
        if isinstance(one, int):
            box.addStretch(one)
        elif isinstance(one, QLayout):
            add_layout(box, one, *how)
        else:
            box.addWidget(one, *how)
    return box


class FlowLayout(QLayout):
    """Parts side by side that wrap to the next line; hidden ones take no space. `across` and `down` are px between
    parts and between lines, with `scaled` those at text size 100 %. A part with an expanding policy takes the rest of
    its line."""

    def __init__(self, parent: QWidget | None = None, across: int = 16, down: int = 8, *, scaled: bool = True) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._apart, self._scaled = (across, down), scaled
        self.setContentsMargins(0, 0, 0, 0)

    def addWidget(self, widget: QWidget) -> None:
        """As Qt's own, with an item that ends with this layout: the one that Qt makes would never be deleted."""
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def places(self, width: int) -> list[tuple[QLayoutItem, QRect]]:
        """The rectangles of the visible parts at this width."""
        lines: list[list[tuple[QLayoutItem, int, int]]] = [[]]  # parts with their width and height
        gap, down = map(themes.px, self._apart) if self._scaled else self._apart
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            asked = item.sizeHint()
            need = _need(item, asked.width(), width)
            if lines[-1] and left + need > width:
                lines.append([])
                left = 0
            lines[-1].append((item, need, asked.height()))
            left += need + gap
        top, found = 0, []
        for line in lines:
            left, high = 0, max((own for _, _, own in line), default=0)
            spare = width - sum(need + gap for _, need, _ in line) + gap
            for item, need, own in line:
                grows = bool(item.expandingDirections() & Qt.Orientation.Horizontal)
                wide = need + max(0, spare * grows)
                found.append((item, QRect(left, top + (high - own) // 2, wide, own)))
                left += wide + gap
            top += high + down
        return found

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines at this width, px."""
        return max((rect.bottom() + 1 for _, rect in self.places(width)), default=0)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        for item, place in self.places(rect.width()):
            item.setGeometry(place.translated(rect.topLeft()))

    def sizeHint(self) -> QSize:
        width = max(self.geometry().width(), 640)
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        widest = max((item.sizeHint().width() for item in self._items if not item.isEmpty()), default=0)
        width = self.geometry().width() or 1 << 20  # as wide as it may get until it is placed: one line
        return QSize(min(widest, themes.px(160)), self.heightForWidth(max(width, widest)))


def _need(item: QLayoutItem, wide: int, room: int) -> int:
    """Width in px of a part that asks for `wide` on a line of `room`; one that expands shrinks before it is cut."""
    if wide > room and item.expandingDirections() & Qt.Orientation.Horizontal:
        wide = item.minimumSize().width()
    return min(wide, max(1, room))
