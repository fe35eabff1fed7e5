"""The fields of a ModelSpec as controls in cards, side by side where there is room."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from model_core.errors import Refused
from model_core.spec import ModelSpec
from viz_app.importing.form_widgets import Form, choice
from viz_app.importing.spec_fields import GROUPS, VOCABULARY, Field
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.painting import tip

NARROW = 800  # px at text size 100 %: with less, the cards stand in one column

Control = QCheckBox | QComboBox | QLineEdit | QSpinBox


class SpecForm(QWidget):
    """`changed` when any value is another one. Which rows are greyed follows from the spec."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.controls: dict[str, Control] = {}
        self._rows: dict[str, tuple[Field, QWidget | None]] = {}
        self._columns = 0
        self.cards = {name: self._card(name, rows) for name, rows in {**GROUPS, "Token ids": VOCABULARY}.items()}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)
        self._arrange(1)

    # ---- making it

    def _card(self, name: str, rows: tuple[Field, ...]) -> QFrame:
        card = QFrame(self)
        card.setProperty("card", True)
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(plain_label(card, "strong", name))
        form = Form(card)
        for field in rows:
            self._add(form, field, card)
        column.addLayout(form)
        column.addStretch(1)
        return card

    def _add(self, form: Form, field: Field, card: QWidget) -> None:
        control = self._control(field, card)
        self.controls[field.name] = control
        about = field.about
        if isinstance(control, QCheckBox):
            control.setToolTip(tip(about))
            control.setAccessibleName(field.word)
            form.addWidget(control, form.rowCount(), 0, 1, 3)
            self._rows[field.name] = field, None
        else:
            self._rows[field.name] = field, form.add_row(field.word, control, about)

    def _control(self, field: Field, card: QWidget) -> Control:
        if field.kind == "flag":
            flag = QCheckBox(field.word, card)
            flag.toggled.connect(self._notify)
            return flag
        if field.kind == "choice":
            box = choice(card, field.values)
            box.currentIndexChanged.connect(self._notify)
            return box
        if field.kind == "count":
            spin = QSpinBox(card)
            ends = field.info.range
            assert ends is not None
            spin.setRange(int(ends.ge), int(ends.le))
            spin.setGroupSeparatorShown(True)
            spin.setSpecialValueText(_ZERO.get(field.name, ""))
            spin.valueChanged.connect(self._notify)
            return spin
        line = QLineEdit(card)
        line.setPlaceholderText("−∞" if field.kind == "hidden" else "")
        line.textChanged.connect(self._notify)
        return line

    # ---- its values

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Shows these values; emits `changed` once."""
        for name, value in values.items():
            control = self.controls[name]
            blocked = QSignalBlocker(control)
            if isinstance(control, QCheckBox):
                control.setChecked(bool(value))
            elif isinstance(control, QComboBox):
                control.setCurrentIndex(_index(control, value))
            elif isinstance(control, QSpinBox):
                control.setValue(int(value))
            else:
                control.setText("" if value is None else f"{value:g}")
            blocked.unblock()
        self._notify()

    def value(self, name: str) -> Any:
        """The value of a control. Raises Refused for a text that is not a number."""
        control = self.controls[name]
        if isinstance(control, QCheckBox):
            return control.isChecked()
        if isinstance(control, QComboBox):
            return control.currentData()
        if isinstance(control, QSpinBox):
            return control.value()
        return self._real(name, control.text())

    def _real(self, name: str, text: str) -> float | None:
        field = self._rows[name][0]
        text = text.strip().replace("−", "-").replace("∞", "inf")
        if field.kind == "hidden" and text in ("", "-inf"):
            return None
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise Refused("E-CFG-TYPE", f"{name} is {text[:20]!r}, which is no number")
        return number

    def values(self) -> dict[str, Any]:
        """All values. Raises Refused for a text that is not a number."""
        return {name: self.value(name) for name in self.controls}

    def grey(self, spec: ModelSpec, plain: bool) -> None:
        """Greys the rows that do not apply to this spec, and those of token ids where the vocabulary is another one."""
        ids = {field.name for field in VOCABULARY}
        for name, (field, label) in self._rows.items():
            counts = plain if name in ids else field.counts(spec)
            for part in (self.controls[name], *([label] if label is not None else [])):
                part.setEnabled(counts)
        self.cards["Token ids"].setVisible(plain)

    def _notify(self, _value: object = None) -> None:
        self.changed.emit()

    # ---- where the cards stand

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two columns of cards where there is room for them, else one."""
        super().resizeEvent(event)
        columns = 2 if self.width() >= themes.px(NARROW) else 1
        if columns != self._columns:
            self._arrange(columns)

    def _arrange(self, columns: int) -> None:
        """Puts the cards into one column or two."""
        self._columns = columns
        for card in self.cards.values():
            self._grid.removeWidget(card)
        order = list(self.cards)
        split = {2: ("Sizes", "Positions", "Feed-forward", "Token ids"), 1: tuple(order)}[columns]
        left = QVBoxLayout()
        right = QVBoxLayout()
        for old in self.findChildren(QVBoxLayout, "column"):
            self._grid.removeItem(old)
            old.deleteLater()
        for place, column in enumerate((left, right)[:columns]):
            column.setObjectName("column")
            column.setSpacing(12)
            for name in order:
                if (name in split) == (place == 0):
                    column.addWidget(self.cards[name])
            column.addStretch(1)
            self._grid.addLayout(column, 0, place)
            self._grid.setColumnStretch(place, 1)
        self._grid.setColumnStretch(1, columns - 1)


_ZERO = {"d_key": "D ÷ H", "d_value": "as its keys"}
"""Field -> what 0 means."""


def _index(box: QComboBox, value: object) -> int:
    """Where a value stands; Qt's own search takes True for 1 and None for nothing."""
    found = [place for place in range(box.count()) if box.itemData(place) is value or box.itemData(place) == value]
    return found[0] if found else 0


__all__ = ["SpecForm"]
