"""A view's frozen Options as check boxes, spin boxes and combo boxes in a row, made from the fields' own words.

Fields of a group stand in a card that a quiet button opens, so that the row stays short.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSlider,
    QSpinBox,
    QWidget,
)

from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import Caption, QuietMenu
from viz_app.widgets.painting import tip

Choices = tuple[tuple[Any, str], ...]


class OptionBar(QWidget):
    """One control per field of an Options dataclass that was made with `viz_app.data.snapshot.option`.

    A plain field gets none: the view itself changes it, by `opted`.
    """

    changed = Signal(object)  # dict of the one field that the user changed

    def __init__(self, options: type, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controls: dict[str, QWidget] = {}
        self.cards: dict[str, OptionCard] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(themes.px(8))
        for field in dataclasses.fields(options):
            if "label" not in field.metadata:
                continue
            group = field.metadata.get("group", "")
            if group and group not in self.cards:
                self.cards[group] = OptionCard(group, self)
                row.addWidget(self.cards[group].button)
            self._add(self.cards[group] if group else row, field)

    def show_values(self, options: Any) -> None:
        """Shows an Options value without a signal."""
        for name, control in self._controls.items():
            value = getattr(options, name)
            blocked = QSignalBlocker(control)
            if isinstance(control, QCheckBox):
                control.setChecked(bool(value))
            elif isinstance(control, QComboBox):
                control.setCurrentIndex(max(0, control.findData(value)))
            elif isinstance(control, StopSlider):
                control.set_value(value)
            elif isinstance(control, QSpinBox | QDoubleSpinBox):
                control.setValue(value)
            blocked.unblock()
        for card in self.cards.values():
            card.name_button()

    def _add(self, place: QHBoxLayout | OptionCard, field: dataclasses.Field[Any]) -> None:
        """Makes the control of one field; a label stands before what does not carry its own word."""
        words = field.metadata.get("label", field.name.replace("_", " "))
        control = self._control(field, words)
        control.setToolTip(tip(field.metadata.get("tip") or words))
        control.setAccessibleName(words)
        label = None
        if not isinstance(control, QCheckBox):
            label = QLabel(words, self)
            label.setProperty("tone", "muted")
            label.setBuddy(control)
        if isinstance(place, OptionCard):
            place.add(label, control)
        else:
            for part in (label, control) if label is not None else (control,):
                place.addWidget(part)
        self._controls[field.name] = control

    def _control(self, field: dataclasses.Field[Any], words: str) -> QWidget:
        name, meta = field.name, field.metadata
        if meta.get("choices"):
            return self._slider(name, meta["choices"]) if meta.get("slider") else self._combo(name, meta["choices"])
        if isinstance(field.default, bool):
            box = QCheckBox(words, self)
            box.toggled.connect(lambda on: self.changed.emit({name: on}))
            return box
        if not isinstance(field.default, int | float):
            raise TypeError(f"option {name!r}: a {type(field.default).__name__} needs choices")
        spin: QSpinBox | QDoubleSpinBox = QSpinBox(self) if isinstance(field.default, int) else QDoubleSpinBox(self)
        low, high = meta.get("low"), meta.get("high")
        if isinstance(spin, QSpinBox):
            spin.setRange(int(low or 0), int(99 if high is None else high))
        else:
            spin.setRange(low or 0.0, 1.0 if high is None else high)
            spin.setSingleStep((spin.maximum() - spin.minimum()) / 20)
        spin.valueChanged.connect(lambda value: self.changed.emit({name: value}))
        return spin

    def _combo(self, name: str, choices: Choices) -> QComboBox:
        box = QComboBox(self)
        for value, words in choices:
            box.addItem(words, value)
        box.currentIndexChanged.connect(lambda place: self.changed.emit({name: choices[place][0]}))
        return box

    def _slider(self, name: str, choices: Choices) -> StopSlider:
        slider = StopSlider(choices, self)
        slider.chosen.connect(lambda value: self.changed.emit({name: value}))
        return slider


class OptionCard(Popup):
    """A popup with the options of one group; `button` opens it and says what is chosen for the first of them."""

    def __init__(self, group: str, bar: QWidget) -> None:
        super().__init__(bar, group)
        self.group = group
        self.button = QuietMenu(bar, elastic=False)
        self.button.setToolTip(tip(f"Opens all that belongs to {group.lower()}."))
        self.button.clicked.connect(self.open)
        self.button.set_words(group)
        self._first: QWidget | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 12, 16, 12)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)

    def add(self, label: QLabel | None, control: QWidget) -> None:
        """One more line."""
        line = self._grid.rowCount()
        if label is not None:
            self._grid.addWidget(label, line, 0)
        self._grid.addWidget(control, line, 1)
        self._first = self._first or control

    def name_button(self) -> None:
        """Writes on the button what is chosen first."""
        chosen = self._first.currentText() if isinstance(self._first, QComboBox) else ""
        self.button.set_words(f"{self.group} {chosen}".strip(), self.group)

    def open(self) -> None:
        """Opens below the button."""
        self.open_below(self.button, self._first)


class StopSlider(QWidget):
    """A slider that stops at each of the choices, and the word of the present one."""

    chosen = Signal(object)  # the value of a stop that the user went to

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(choices) - 1)
        self.slider.setPageStep(1)
        self.word = Caption("small", "ink", elastic=False, parent=self)
        self.word.set_text(choices[0][1])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.slider, 1)
        row.addWidget(self.word)
        self.setFocusProxy(self.slider)
        self.slider.valueChanged.connect(self._choose)
        self._restyle()
        themes.changed.connect(self._restyle)

    def _restyle(self, _theme: object = None) -> None:
        """Keeps room for the longest word, so that the slider stays where it is."""
        metrics = QFontMetricsF(themes.font("small"))
        widest = max(metrics.horizontalAdvance(word) for _, word in self._choices)
        self.word.setMinimumWidth(math.ceil(widest) + 2)

    def set_value(self, value: Any) -> None:
        """Shows the stop of a value, the first for one that has none; no signal."""
        stops = [choice for choice, _ in self._choices]
        blocked = QSignalBlocker(self.slider)
        self.slider.setValue(stops.index(value) if value in stops else 0)
        blocked.unblock()
        self.word.set_text(self._choices[self.slider.value()][1])

    def setToolTip(self, text: str) -> None:
        """The same on all its parts."""
        super().setToolTip(text)
        self.slider.setToolTip(text)

    def setAccessibleName(self, name: str) -> None:
        """The name of the slider too."""
        super().setAccessibleName(name)
        self.slider.setAccessibleName(name)

    def _choose(self, stop: int) -> None:
        value, word = self._choices[stop]
        self.word.set_text(word)
        self.chosen.emit(value)
