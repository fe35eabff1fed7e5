"""The option bar of a view: a control for each field of its Options, in groups that open as cards."""

from __future__ import annotations

import dataclasses
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QWidget

from model_core.schema import FieldInfo, Range
from viz_app.data.depth import reaches
from viz_app.system.language import tr
from viz_app.widgets.dialog import Popup
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import MenuButton
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.painting import set_tip
from viz_app.widgets.segmented import ElidedBox, Segmented

_BESIDE = 3  # most choices shown side by side; more are a list


def _option_field(field: dataclasses.Field[Any]) -> FormField:
    """The field of a form that `viz_app.data.snapshot.option` declares."""
    meta, word = field.metadata, field.metadata["label"]
    info = FieldInfo(field.name, type(field.default), field.default, Range(meta["low"] or 0, meta["high"] or 99))
    beside = bool(meta["choices"]) and len(meta["choices"]) <= _BESIDE and not (meta["group"] or meta["slider"])
    return FormField(info, word, meta["tip"] or word, meta["choices"], meta["slider"], beside)


class OptionBar(QWidget):
    """One control per field of an Options dataclass made with `viz_app.data.snapshot.option`.

    A plain field gets none: the view itself changes it, by `opted`.
    """

    changed = Signal(object)  # dict of the one field that the user changed

    def __init__(self, options: type, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: dict[str, OptionCard] = {}
        self._depths: dict[str, str] = {}
        self._labels: dict[str, QLabel | None] = {}
        shown = [field for field in dataclasses.fields(options) if "label" in field.metadata]
        self.form = FormControls(map(_option_field, shown), self)
        self.form.changed.connect(lambda name: self.changed.emit({name: self.form.value(name)}))
        row = self._row = row_of(parent=self)
        for field in shown:
            parts = self._parts(field.name)
            self._depths[field.name], self._labels[field.name] = field.metadata["depth"], parts[0]
            group = field.metadata["group"]
            if group and group not in self.cards:
                self.cards[group] = OptionCard(group, self)
                row.addWidget(self.cards[group].button)
            if group:
                self.cards[group].add(field.name, *parts)
            else:
                for part in filter(None, parts):
                    row.addWidget(part)

    def add(self, part: QWidget) -> None:
        """Adds a control that is not an option at the end."""
        self._row.addWidget(part)

    def minimumSizeHint(self) -> QSize:
        """The smallest width: with lists in place of buttons."""
        narrow = sum(part.least_width() - part.sizeHint().width() for part in self._segments() if part.is_open())
        return super().minimumSizeHint() + QSize(narrow, 0)

    def wide(self) -> int:
        """Width in px with all choices side by side."""
        more = sum(part.buttons_width() - part.sizeHint().width() for part in self._segments())
        return self.sizeHint().width() + more

    def fit(self, width: int) -> None:
        """Choices side by side if all of them fit, otherwise as lists, which may be narrow."""
        for box in (part for part in self.form.controls.values() if isinstance(part, ElidedBox)):
            box.setMinimumWidth(box.least_width())
        roomy = self.wide() <= width
        for part in self._segments():
            if part.is_open() != roomy:
                part.fit(part.buttons_width() if roomy else 0)

    def _segments(self) -> list[Segmented]:
        return [one for one in self.form.controls.values() if isinstance(one, Segmented) and not one.isHidden()]

    def show_values(self, options: Any, depth: str = "research", unused: frozenset[str] = frozenset()) -> None:
        """Shows an Options value without a signal: every field down to this depth, and those not at their default;
        without those that are `unused`."""
        self.form.show_values({name: getattr(options, name) for name in self.form.controls})
        usual = type(options)()
        there = dict[str, bool]()
        for name, own in self._depths.items():
            in_force = getattr(options, name) != getattr(usual, name)
            there[name] = name not in unused and (reaches(depth, own) or in_force)
            for part in filter(None, (self._labels[name], self.form.controls[name])):
                show_part(part, there[name])
        for card in self.cards.values():
            card.say_choice()
            show_part(card.button, any(there[name] for name in card.names))

    def _parts(self, name: str) -> tuple[QLabel | None, QWidget]:
        """A control with the label before it, None if it carries its own."""
        control = self.form.controls[name]
        if isinstance(control, QCheckBox):
            return None, control
        label = QLabel(self.form.fields[name].word, self)
        label.setProperty("tone", "muted")
        set_tip(label, self.form.fields[name].about, label.text())
        label.setBuddy(control)
        return label, control


class OptionCard(Popup):
    """A popup with the options of one group; `button` opens it and shows the value of the first."""

    def __init__(self, group: str, bar: QWidget) -> None:
        super().__init__(bar, group)
        self.group = group
        self.button = MenuButton(bar, elastic=False)
        about = tr("Shows everything in {group}.", group=group.lower())
        set_tip(self.button, tr("Shows the other options.") if group == tr("More") else about)
        self.button.clicked.connect(self.open)
        self.button.set_words(group)
        self.names: list[str] = []
        self._first: QWidget | None = None
        self._grid = self.make_grid()

    def add(self, name: str, label: QLabel | None, control: QWidget) -> None:
        """Adds a line: the option of this name."""
        self.names.append(name)
        line = self._grid.rowCount()
        if label is not None:
            self._grid.addWidget(label, line, 0)
        self._grid.addWidget(control, line, 1)
        self._first = self._first or control

    def say_choice(self) -> None:
        """Writes the value of the first option on the button."""
        chosen = self._first.currentText() if isinstance(self._first, QComboBox) else ""
        self.button.set_words(f"{self.group} {chosen}".strip(), self.group)

    def open(self) -> None:
        self.open_below(self.button, self._first)
