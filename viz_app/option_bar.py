"""A view's frozen Options as check boxes, spin boxes and combo boxes in a row, made from the fields' own words."""

from __future__ import annotations

import dataclasses
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from viz_app import theme as themes
from viz_app.paint import tip


class OptionBar(QWidget):
    """One control per field of an Options dataclass that was made with `viz_app.view.option`.

    A plain field gets none: the view itself changes it, by `opted`.
    """

    changed = Signal(object)  # dict of the one field that the user changed

    def __init__(self, options: type, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controls: dict[str, QWidget] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(themes.px(8))
        for field in dataclasses.fields(options):
            if "label" in field.metadata:
                self._add(row, field)

    def show_values(self, options: Any) -> None:
        """Shows an Options value without telling of a change."""
        for name, control in self._controls.items():
            value = getattr(options, name)
            blocked = QSignalBlocker(control)
            if isinstance(control, QCheckBox):
                control.setChecked(bool(value))
            elif isinstance(control, QComboBox):
                control.setCurrentIndex(max(0, control.findData(value)))
            elif isinstance(control, QSpinBox | QDoubleSpinBox):
                control.setValue(value)
            blocked.unblock()

    def _add(self, row: QHBoxLayout, field: dataclasses.Field[Any]) -> None:
        """Makes the control of one field; a label stands before what does not carry its own word."""
        words = field.metadata.get("label", field.name.replace("_", " "))
        control = self._control(field, words)
        control.setToolTip(tip(field.metadata.get("tip", "")))
        control.setAccessibleName(words)
        if not isinstance(control, QCheckBox):
            label = QLabel(words, self)
            label.setProperty("tone", "muted")
            label.setBuddy(control)
            row.addWidget(label)
        row.addWidget(control)
        self._controls[field.name] = control

    def _control(self, field: dataclasses.Field[Any], words: str) -> QWidget:
        name, meta = field.name, field.metadata
        if meta.get("choices"):
            return self._combo(name, meta["choices"])
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

    def _combo(self, name: str, choices: tuple[tuple[Any, str], ...]) -> QComboBox:
        box = QComboBox(self)
        for value, words in choices:
            box.addItem(words, value)
        box.currentIndexChanged.connect(lambda place: self.changed.emit({name: choices[place][0]}))
        return box
