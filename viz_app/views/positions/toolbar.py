"""The controls of the positions laboratory: table, order, shift, whether the model runs so; base, stacks, seed; and
the size of the pictures alone."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QDoubleSpinBox, QSpinBox, QWidget

from model_core.record.edits import PositionEdits
from model_core.spec import ModelSpec
from viz_app.views.positions.edits import ORDER_WORDS, STACK_WORDS, TABLE_WORDS
from viz_app.widgets.labels import push_button
from viz_app.widgets.overflow_bar import LabBar, set_usable
from viz_app.widgets.painting import tip

MOST = {"width": 1024, "length": 1024}
"""The largest picture."""


class PositionBar(LabBar):
    """Shows PositionEdits and tells of every change of them."""

    changed = Signal(object)  # dict of changed fields of PositionEdits
    applied = Signal(bool)
    sized = Signal(object)  # dict of "width" or "length" of the pictures, 0 = the model's own
    reset = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Positions", parent)
        self.table = self._list("table", TABLE_WORDS, "Table", "Where the vectors of the positions come from.")
        self.order = self._list("order", ORDER_WORDS, "Order", "Which place reads which row of the table.")
        self.stacks = self._list("stacks", STACK_WORDS, "Stacks", "Whose positions are changed.")
        self.shift = self._spin("shift", (-9999, 9999), "Shift", "Every place reads the row so many further on.")
        self.seed = self._spin("seed", (0, 999_999), "Seed", "Another shuffle, another random table.")
        self.base = self._make_base()
        self.sizes = {name: self._size(name) for name in MOST}
        self.apply = QCheckBox("Apply to the model", self)
        self.apply.setToolTip(tip("On: the model runs with these positions. Off: they are drawn only."))
        self.apply.clicked.connect(self.applied)
        about = "The model's own positions again. Ctrl+Z brings the edits back."
        self.button = push_button(self, "Reset", about, self.reset, name="Reset positions")
        for control, words in (
            (self.table, "Table"), (self.order, "Order"), (self.shift, "Shift"), (self.apply, ""), (self.button, ""),
            (self.base, "Base"), (self.stacks, "Stacks"), (self.seed, "Seed"),
            (self.sizes["width"], "Width of the picture"), (self.sizes["length"], "Length of the picture"),
        ):  # fmt: skip
            self.add(control, words)
        self.show_edits(PositionEdits(), True, (0, 0), None)

    # ---- making

    def _list(self, field: str, choices: Mapping[str, str], name: str, about: str) -> QComboBox:
        box = QComboBox(self)
        for value, words in choices.items():
            box.addItem(words, value)
        box.setAccessibleName(name)
        box.setToolTip(tip(about))
        box.activated.connect(lambda _place: self.changed.emit({field: box.currentData()}))
        return box

    def _spin(self, field: str, ends: tuple[int, int], name: str, about: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(*ends)
        _calm(box, name, about)
        box.valueChanged.connect(lambda value: self.changed.emit({field: value}))
        return box

    def _make_base(self) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setRange(2.0, 1e9)
        box.setDecimals(0)
        box.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        _calm(box, "Base", "Of the sinusoids: the larger it is, the longer are the slow waves.")
        box.valueChanged.connect(self._rebase)
        return box

    def _rebase(self, base: float) -> None:
        """Another base; the model's own waves become sinusoids of that base."""
        own = self.table.currentData() == "model"
        self.changed.emit({"table": "interleaved", "base": base} if own else {"base": base})

    def _size(self, name: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(0, MOST[name])
        _calm(box, f"{name.capitalize()} of the picture", f"Draws a table of another {name}; the model keeps its own.")
        box.valueChanged.connect(lambda value: self.sized.emit({name: value}))
        return box

    # ---- showing

    def show_edits(self, edits: PositionEdits, applied: bool, size: tuple[int, int], spec: ModelSpec | None) -> None:
        """Shows what is in force and the (length, width) of the pictures, without telling of it."""
        boxes = (self.table, self.order, self.stacks, self.shift, self.seed, self.base, *self.sizes.values())
        blocked = [QSignalBlocker(box) for box in boxes]
        for box, value in ((self.table, edits.table), (self.order, edits.order), (self.stacks, edits.stacks)):
            box.setCurrentIndex(box.findData(value))
        self.shift.setValue(edits.shift)
        self.seed.setValue(min(edits.seed, self.seed.maximum()))
        waves = spec is not None and spec.positions == "sinusoidal" and edits.table == "model"
        self.base.setValue(spec.position_base if spec is not None and waves else edits.base)
        self._show_size(size, spec)
        for blocker in blocked:
            blocker.unblock()
        self.apply.setChecked(applied)
        set_usable(self.button, edits != PositionEdits() or size != (0, 0))
        set_usable(self.base, waves or edits.table in ("interleaved", "halves"))
        set_usable(self.seed, edits.order == "shuffled" or edits.table == "random")
        free = spec is not None and not (spec.positions == "learned" and edits.table == "model")
        set_usable(self.sizes["width"], free)

    def _show_size(self, size: tuple[int, int], spec: ModelSpec | None) -> None:
        own = (0, 0) if spec is None else (spec.max_positions, spec.d_model)
        for name, value, have in zip(("length", "width"), size, own, strict=True):
            self.sizes[name].setSpecialValueText(f"as the model: {have}")
            self.sizes[name].setValue(value)


def _calm(box: QSpinBox | QDoubleSpinBox, name: str, about: str) -> None:
    """A box that tells of a typed number once, when it is finished."""
    box.setKeyboardTracking(False)
    box.setAccessibleName(name)
    box.setToolTip(tip(about))
