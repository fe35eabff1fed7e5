"""A choice of one: a list, or buttons side by side that become a list if they do not fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QComboBox,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from viz_app.system.in_turns import one_at_a_time
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.painting import elided, set_tip

_LEAST = 88  # px at text size 100 % of a list where its words have no room


class ElidedBox(QComboBox):
    """A list whose text is elided if it does not fit."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = QApplication.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width()
        words = option.currentText or self.placeholderText()
        option.currentText = elided(words, QFontMetricsF(self.font()), room)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def least_width(self) -> int:
        """Width in px when its text is elided."""
        return min(self.sizeHint().width(), themes.px(_LEAST))


class DropDown(ElidedBox):
    """A list of words of which one is selected, opened by a click."""

    def __init__(self, parent: QWidget, name: str, about: str) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        set_tip(self, about)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMaxVisibleItems(16)
        self._words, self._filled = QStringListModel(self), list[str]()
        self.setModel(self._words)

    def fill(self, words: Sequence[str], chosen: int) -> bool:
        """Sets the words and the selected one, without a signal; returns whether the words have changed."""
        new, self._filled = list(words) != self._filled, list(words)
        with QSignalBlocker(self):
            if new:
                self._words.setStringList(self._filled)
            self.setCurrentIndex(chosen)
        return new


def enter_at_chosen(buttons: Collection[QAbstractButton]) -> None:
    """Tab stops at the selected one of these, or at the first that is enabled; arrow keys lead to the others."""
    there = [one for one in buttons if one.isEnabled()]
    stops = [one for one in there if one.isChecked()] or there[:1]
    for one in buttons:
        others = one.focusPolicy() & ~Qt.FocusPolicy.TabFocus
        one.setFocusPolicy(others | Qt.FocusPolicy.TabFocus if one in stops else others)


class Segmented(QWidget):
    """`choices` are value -> (word, tip) or (word, tip, full name); `fit` decides between buttons and list.

    With `wide` the buttons fill the width together, otherwise each is as wide as its word.
    """

    chosen = Signal(str)

    def __init__(
        self, name: str, choices: Mapping[str, tuple[str, ...]], parent: QWidget | None = None, *, wide: bool = False
    ) -> None:
        super().__init__(parent)
        self._choices = dict(choices)
        self.value = next(iter(choices))  # the choice that is marked
        self._combo: DropDown | None = None
        self._across = QSizePolicy.Policy.Expanding if wide else QSizePolicy.Policy.Fixed
        self.setSizePolicy(self._across, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self._row = row_of(parent=self, spacing=0)
        self._group = QButtonGroup(self)
        self.buttons = {value: self._make(value, place) for place, value in enumerate(choices)}
        self.show_value(self.value)

    def _make(self, value: str, place: int) -> QPushButton:
        word, about, *name = self._choices[value]
        button = QPushButton(word, self)
        button.setCheckable(True)
        button.setProperty("segment", {0: "first", len(self._choices) - 1: "last"}.get(place, "middle"))
        set_tip(button, about, word)
        button.setAccessibleName(name[0] if name and name[0] else word)
        fills = self.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Expanding
        across = QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Minimum
        button.setSizePolicy(across, QSizePolicy.Policy.Preferred)  # as high as its neighbours, after any text size
        button.clicked.connect(lambda: self.chosen.emit(value))
        self._group.addButton(button)
        self._row.addWidget(button)
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(event.key() in ARROWS)  # at the end of the row it goes nowhere, least of all to the view

    @property
    def combo(self) -> DropDown:
        """The same choices as a list; created on demand."""
        if self._combo is None:
            about = "\n".join(f"{word}: {about}" for word, about, *_ in self._choices.values())
            self._combo = DropDown(self, self.accessibleName(), about)
            self._combo.hide()
            self._combo.activated.connect(lambda place: self.chosen.emit(list(self._choices)[place]))
            self._row.addWidget(self._combo)
            QWidget.setTabOrder(self.buttons[next(reversed(self.buttons))], self._combo)
            self.show_value(self.value)
        return self._combo

    def show_value(self, value: str) -> None:
        """Selects another choice; no signal."""
        self.value = value
        self.buttons[value].setChecked(True)
        enter_at_chosen(self.buttons.values())
        if self._combo is not None:
            self._combo.fill([word for word, *_ in self._choices.values()], list(self._choices).index(value))

    def is_open(self) -> bool:
        """Whether the choices are side by side, not in a list."""
        return self._combo is None or self._combo.isHidden()

    def set_available(self, values: Collection[str], why_not: str = "") -> None:
        """Sets which choices are enabled; the tooltip of the others is `why_not`."""
        for value, button in self.buttons.items():
            there = value in values
            button.setEnabled(there)
            word, about, *_ = self._choices[value]
            set_tip(button, about, word) if there or not why_not else set_tip(button, why_not)
        enter_at_chosen(self.buttons.values())

    def buttons_width(self) -> int:
        """Width in px of the buttons side by side."""
        for button in self.buttons.values():
            button.ensurePolished()
        return sum(button.sizeHint().width() for button in self.buttons.values())

    def least_width(self) -> int:
        """Width in px of the list with its text elided."""
        return self.combo.least_width()

    @one_at_a_time
    def fit(self, width: int) -> None:
        """Buttons if they fit into `width` px, otherwise the list."""
        fits = self.buttons_width() <= width
        shrinks = QSizePolicy.Policy.Maximum if self._across == QSizePolicy.Policy.Fixed else self._across
        self.setSizePolicy(self._across if fits else shrinks, QSizePolicy.Policy.Fixed)
        for button in self.buttons.values():
            show_part(button, fits)
        if self._combo is not None or not fits:
            self.combo.setMinimumWidth(self.combo.least_width())
            show_part(self.combo, not fits)
