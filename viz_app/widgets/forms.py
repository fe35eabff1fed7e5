"""Forms of frozen values: a control for each field, by its type and its declaration.

Beyond the value's own declaration a form gives only labels, and when a field applies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSlider, QSpinBox, QWidget

from model_core.errors import Refused
from model_core.schema import FieldInfo
from viz_app.system.language import capitalised, tr
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import row_of
from viz_app.widgets.painting import set_tip
from viz_app.widgets.segmented import ElidedBox, Segmented

Choices = tuple[tuple[Any, str], ...]
"""Values with their words."""
KINDS: dict[Any, str] = {int: "count", float: "real", float | None: "hidden", bool: "flag"}
UNDECIDED: Choices = ((None, tr("as usual")), (True, tr("yes")), (False, tr("no")))


@dataclass(frozen=True)
class FormField:
    """One field of a form; unless given here, everything is as declared at the value's field.

    info     the declaration of the field
    word     its label
    tip      its tooltip, "" = the declared meaning
    choices  the values with labels of their own
    slider   the choices are the stops of a slider
    beside   the choices are buttons side by side
    counts   for which values of the form the field applies; `only` says so in words
    zero     the label of 0
    step     the step of a real number's spin box; 0 = it is typed into a line
    """

    info: FieldInfo
    word: str
    tip: str = ""
    choices: Choices = ()
    slider: bool = False
    beside: bool = False
    counts: Callable[[Any], bool] | None = None
    only: str = ""
    zero: str = ""
    step: float = 0.0

    @property
    def name(self) -> str:
        return self.info.name

    @property
    def values(self) -> Choices:
        """The possible values, with their labels; () if it is not a choice."""
        undecided = UNDECIDED if self.info.hint == bool | None else ()
        return self.choices or tuple((value, value) for value in self.info.choices) or undecided

    @property
    def kind(self) -> str:
        """ "count" (a whole number), "real", "hidden" (a number or None), "flag" or "choice". Raises TypeError."""
        if not self.values and self.info.hint not in KINDS:
            raise TypeError(f"field {self.name!r}: a {self.info.hint} needs choices")
        return "choice" if self.values else KINDS[self.info.hint]

    @property
    def about(self) -> str:
        """What it means and when it applies, in sentences."""
        meaning = self.tip or f"{capitalised(self.info.meaning)}."
        ends = self.info.range
        span = tr("From {least:,} to {most:,}.", least=ends.ge, most=ends.le) if self.kind == "count" and ends else ""
        return " ".join(filter(None, (meaning, span, tr("Applies {when}.", when=self.only) if self.only else "")))


class FormControls(QObject):
    """The controls of some fields by name; their owner lays them out."""

    changed = Signal(str)  # the field that the user changed

    def __init__(self, fields: Iterable[FormField], parent: QWidget) -> None:
        super().__init__(parent)
        self.fields = {field.name: field for field in fields}
        self.controls: dict[str, QWidget] = {}
        self._show: dict[str, Callable[[Any], object]] = {}
        self._read: dict[str, Callable[[], Any]] = {}
        for name, field in self.fields.items():
            control, changed, self._show[name], self._read[name] = _control(field, parent)
            changed.connect(lambda _value, name=name: self.changed.emit(name))
            for part in {control, getattr(control, "slider", control)}:
                set_tip(part, field.about, field.word)
                part.setAccessibleName(field.word)
            self.controls[name] = control

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Sets these values; no signal."""
        for name, value in values.items():
            with QSignalBlocker(self.controls[name]):
                self._show[name](value)

    def value(self, name: str) -> Any:
        """The value of a control. Raises Refused for a text that is not a number."""
        return self._read[name]()

    def values(self) -> dict[str, Any]:
        """All values. Raises Refused for a text that is not a number."""
        return {name: read() for name, read in self._read.items()}


Control = tuple[QWidget, SignalInstance, Callable[[Any], object], Callable[[], Any]]
"""A control, its signal of a change, how it shows a value, how its value is read."""


def _control(field: FormField, parent: QWidget) -> Control:
    ends, kind = field.info.range, field.kind
    if field.slider:
        slider = StopSlider(field.values, parent)
        return slider, slider.chosen, slider.set_value, slider.value
    if field.beside:
        return _segmented(field, parent)
    if kind == "choice":
        box = choice_box(parent, field.values)
        return box, box.currentIndexChanged, lambda value: box.setCurrentIndex(_place_of(box, value)), box.currentData
    if kind == "flag":
        flag = QCheckBox(field.word, parent)
        return flag, flag.toggled, flag.setChecked, flag.isChecked
    if kind == "count" and ends is not None:
        spin = QSpinBox(parent)
        spin.setRange(int(ends.ge), int(ends.le))
        spin.setSpecialValueText(field.zero)
        low, high = spin.minimum(), spin.maximum()  # a session may hold what no C int does
        return spin, spin.valueChanged, lambda value: spin.setValue(min(max(value, low), high)), spin.value
    if field.step and ends is not None:
        real = QDoubleSpinBox(parent)
        real.setRange(max(ends.ge, 0.01) if ends.ge > 0 else ends.ge, ends.le)  # two decimals are shown
        real.setSingleStep(field.step)
        return real, real.valueChanged, real.setValue, real.value
    line = QLineEdit(parent, alignment=Qt.AlignmentFlag.AlignCenter)  # as in the boxes of the other numbers
    line.setPlaceholderText("−∞" if kind == "hidden" else "")
    read = partial(_typed_number, field.name, line, kind == "hidden")
    return line, line.textChanged, lambda value: line.setText("" if value is None else f"{value:g}"), read


def _segmented(field: FormField, parent: QWidget) -> Control:
    """Buttons side by side, whose values are texts."""
    values = {str(value): value for value, _ in field.values}
    words = {str(value): (word, field.about, f"{field.word}: {word}") for value, word in field.values}
    segments = Segmented(field.word, words, parent)
    segments.chosen.connect(segments.show_value)
    return segments, segments.chosen, lambda value: segments.show_value(str(value)), lambda: values[segments.value]


def choice_box(parent: QWidget, values: Iterable[tuple[Any, str]], now: object = None, ask: str = "") -> QComboBox:
    """A combo box of values with their labels. With `ask` nothing is selected at first, and this text is shown."""
    box = ElidedBox(parent)
    for value, words in values:
        box.addItem(words, value)
    box.setPlaceholderText(ask)
    box.setCurrentIndex(-1 if ask else _place_of(box, now))
    return box


def _typed_number(name: str, line: QLineEdit, hidden: bool) -> float | None:
    """The number that was typed; with `hidden` None for nothing and −∞. Raises Refused for any other text."""
    text = line.text().strip().replace("−", "-").replace("∞", "inf")
    if hidden and text in ("", "-inf"):
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Refused("E-CFG-TYPE", tr("{name} is '{text}', which is not a number", name=name, text=text[:20]))
    return number


def _place_of(box: QComboBox, value: object) -> int:
    """The index of a value, 0 for none; Qt's own search takes True for 1 and None for nothing."""
    data = [box.itemData(place) for place in range(box.count())]
    return next((place for place, one in enumerate(data) if one is value or one == value), 0)


class StopSlider(QWidget):
    """A slider with a stop for each choice, and the label of the current one."""

    chosen = Signal(object)  # the value of a stop that the user went to

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(choices) - 1)
        self.slider.setPageStep(1)
        self.word = Caption("small", "ink", elastic=False, parent=self)
        self.word.set_text(choices[0][1])
        row_of((self.slider, 1), self.word, parent=self)
        self.setFocusProxy(self.slider)
        self.slider.valueChanged.connect(self._choose)
        self._restyle()
        themes.changed.connect(self._restyle)

    def _restyle(self, _theme: object = None) -> None:
        """Reserves the width of the longest label, so that the slider does not move."""
        metrics = QFontMetricsF(themes.font("small"))
        widest = max(metrics.horizontalAdvance(word) for _, word in self._choices)
        self.word.setMinimumWidth(math.ceil(widest) + 2)

    def value(self) -> Any:
        return self._choices[self.slider.value()][0]

    def set_value(self, value: Any) -> None:
        """Moves to the stop of a value, the first if it has none; no signal."""
        stops = [choice for choice, _ in self._choices]
        with QSignalBlocker(self.slider):
            self.slider.setValue(stops.index(value) if value in stops else 0)
        self.word.set_text(self._choices[self.slider.value()][1])

    def _choose(self, stop: int) -> None:
        value, word = self._choices[stop]
        self.word.set_text(word)
        self.chosen.emit(value)
