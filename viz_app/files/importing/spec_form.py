"""The fields of a ModelSpec as controls in cards, side by side where there is room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QSpinBox, QVBoxLayout, QWidget

from model_core.spec import ModelSpec
from viz_app.files.importing.form_widgets import Form, shrinkable
from viz_app.files.importing.spec_fields import GROUPS, VOCABULARY, every_field
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import add_layout, column_of, row_of, take_all

NARROW = 800  # px at text size 100 %: with less, the cards stand in one column
LEFT = ("Sizes", "Positions", "Feed-forward", "Token ids")
"""The cards of the left one of two columns."""
HEADINGS = {
    "Sizes": tr("Sizes"),
    "Attention": tr("Attention"),
    "Norms": tr("Norms"),
    "Feed-forward": tr("Feed-forward"),
    "Positions": tr("Positions"),
    "Embeddings and output": tr("Embeddings and output"),
    "Token ids": tr("Token ids"),
}


class SpecForm(QWidget):
    """`changed` when any value is another one. Which rows are greyed follows from the spec."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.form = FormControls(every_field(), self)
        self.controls = self.form.controls
        self.values = self.form.values
        self.form.changed.connect(lambda _name: self.changed.emit())
        self._labels: dict[str, QWidget] = {}
        self._columns = 0
        self.cards = {name: self._card(name, rows) for name, rows in {**GROUPS, "Token ids": VOCABULARY}.items()}
        self._row = row_of(parent=self, spacing=12)
        self._sides = QVBoxLayout(), QVBoxLayout()
        for side in self._sides:
            side.setSpacing(12)
            add_layout(self._row, side)
        self._arrange(1)

    # ---- making it

    def _card(self, name: str, rows: tuple[FormField, ...]) -> QFrame:
        card = QFrame(self)
        card.setProperty("card", True)
        column = column_of(plain_label(card, "strong", HEADINGS.get(name, name)), parent=card, margins=(16, 12, 16, 12))
        form = Form(card)
        for field in rows:
            self._add(form, field)
        add_layout(column, form)
        column.addStretch(1)
        return card

    def _add(self, form: Form, field: FormField) -> None:
        control = self.controls[field.name]
        if isinstance(control, QCheckBox):
            form.addWidget(control, form.rowCount(), 0, 1, 3)
            return
        if isinstance(control, QComboBox):
            shrinkable(control)
        elif isinstance(control, QSpinBox):
            control.setGroupSeparatorShown(True)
        self._labels[field.name] = form.add_row(field.word, control, field.about)

    # ---- its values

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Shows these values; emits `changed` once."""
        self.form.show_values(values)
        self.changed.emit()

    def grey(self, spec: ModelSpec, plain: bool) -> None:
        """Greys the rows that do not apply to this spec, and those of token ids where the vocabulary is another one."""
        for field in every_field():
            counts = plain if field in VOCABULARY else field.counts is None or field.counts(spec)
            for part in filter(None, (self.controls[field.name], self._labels.get(field.name))):
                part.setEnabled(counts)
        self.cards["Token ids"].setVisible(plain)

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
        for side in self._sides:
            take_all(side)
        for name, card in self.cards.items():
            self._sides[columns == 2 and name not in LEFT].addWidget(card)
        for place, side in enumerate(self._sides):
            side.addStretch(1)
            self._row.setStretch(place, place < columns)
