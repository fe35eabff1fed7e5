"""The controls of an editor on one line; those that do not fit are in a card that a button opens."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from viz_app.data.depth import reaches
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import MenuButton, plain_label
from viz_app.widgets.layout import row_of, show_part, take_all
from viz_app.widgets.painting import set_tip
from viz_app.widgets.theme import Theme

_APART, _LABEL = 12, 6  # px between two controls, between a label and its control

_ROUNDS = 3
"""How often the controls are shared out once more where their new places changed what they need."""


class OverflowBar(QWidget):
    """`add` takes controls in order of importance: the last ones move into the card first. `placed` signals that others
    than before are on the line."""

    placed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: list[tuple[QLabel | None, QWidget]] = []  # those that are shown at this depth
        self._all: list[tuple[str, Callable[[], bool], tuple[QLabel | None, QWidget]]] = []
        self._inside = -1  # how many stand in the line
        self._placing = False
        self.card = Popup(self, name)
        self._grid = self.card.make_grid()
        about = tr("Shows the other settings of {settings}.", settings=name.lower())
        more = tr("More of {settings}", settings=name.lower())
        self.more = MenuButton(self, elastic=False)
        self.more.set_words(tr("More"))
        self.more.setAccessibleName(more)
        set_tip(self.more, about)
        self.more.clicked.connect(self.open)
        self._row = row_of(self.more, 1, parent=self, spacing=0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.restyle()
        themes.changed.connect(self.restyle)

    def add(self, control: QWidget, words: str = "", depth: str = "first", in_force: Callable[[], bool] = bool) -> None:
        """Adds a control, with a label before it unless it carries its own. Below its depth it is shown only while what
        it sets is `in_force`."""
        label = None
        if words:
            label = plain_label(self, "body", words, muted=True)
            label.setBuddy(control)
        self._entries.append((label, control))
        self._all.append((depth, in_force, (label, control)))
        self._inside = -1

    def show_depth(self, depth: str) -> None:
        """Shows the controls down to this depth, and those whose settings are in force."""
        wanted = [parts for own, in_force, parts in self._all if reaches(depth, own) or in_force()]
        if wanted != self._entries:
            self._entries, self._inside = wanted, -1
            for _, _, parts in self._all:
                for part in filter(None, parts):
                    show_part(part, parts in wanted)
            self.arrange()

    def restyle(self, _theme: Theme | None = None) -> None:
        for _, _, (label, _) in self._all:
            self._write(label)
        self.arrange()

    @staticmethod
    def _write(label: QLabel | None) -> None:
        if label is not None:
            label.ensurePolished()  # else Qt puts its first font back
            label.setFont(themes.font("body"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:
        """A control that changes size may need another place."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return handled

    def arrange(self) -> None:
        """Distributes the controls between the line and the card."""
        if not self._entries:
            self.more.hide()
            return
        if self._placing:
            return  # a control that is shown in its place may have the line laid out at once
        before, self._placing = self._inside, True
        for _ in range(_ROUNDS):
            if (count := self._fitting()) == self._inside:
                break
            self._inside = count
            self._place(count)
        self._placing = False
        if self._inside != before:
            self.placed.emit()

    def _fitting(self) -> int:
        """How many of the controls fit on the line, with the button if not all do."""
        widths = [self._width(*entry) for entry in self._entries]
        if sum(widths) <= self.width():
            return len(widths)
        room, count = self.width() - self.more.sizeHint().width(), 0
        while count < len(widths) and sum(widths[: count + 1]) <= room:
            count += 1
        return count

    @staticmethod
    def _width(label: QLabel | None, control: QWidget) -> int:
        control.ensurePolished()
        wide = getattr(control, "buttons_width", None)
        words = 0 if label is None else label.sizeHint().width() + _LABEL
        return words + (control.sizeHint().width() if wide is None else int(wide())) + _APART

    def _place(self, count: int) -> None:
        """Puts the first `count` controls into the line and the others into the card."""
        take_all(self._row)
        for place, (label, control) in enumerate(self._entries):
            parts = [part for part in (label, control) if part is not None]
            for part in parts:
                self._grid.removeWidget(part)
            if place < count:
                for part in parts:
                    self._row.addWidget(part)
                    self._row.addSpacing(_LABEL if part is label else _APART)
            else:
                for column, part in enumerate(parts, start=2 - len(parts)):
                    self._grid.addWidget(part, place, column)
            for part in parts:
                part.show()
                part.raise_()  # screen readers read the parts of a widget in this order
            self._write(label)  # another parent may have given it another font
        self._row.addWidget(self.more)
        self.more.raise_()
        self._row.addStretch(1)
        self.more.setVisible(count < len(self._entries))

    @property
    def hidden_away(self) -> list[QWidget]:
        """The controls in the card."""
        return [control for _, control in self._entries[self._inside :]]

    def sizeHint(self) -> QSize:
        return QSize(sum(self._width(*entry) for entry in self._entries), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """The button alone, as high as the highest control."""
        high = max((control.sizeHint().height() for _, control in self._entries), default=0)
        return QSize(self.more.sizeHint().width(), max(high, self.more.sizeHint().height()))

    def open(self) -> None:
        self.card.open_below(self.more, next(iter(self.hidden_away), None))


def set_usable(control: QWidget, usable: bool) -> None:
    """Enables or disables a control; a disabled one is skipped by the keyboard."""
    control.setEnabled(usable)
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus if usable else Qt.FocusPolicy.NoFocus)
