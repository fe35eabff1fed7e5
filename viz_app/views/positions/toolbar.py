"""The controls of edited positions: table, order, shift, whether the model runs so; base, stacks, seed; and
the size of the pictures alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QDoubleSpinBox, QSpinBox, QWidget

from model_core.record.edits import PositionEdits
from model_core.schema import FieldInfo, Range, describe
from model_core.spec import ModelSpec
from viz_app.system.language import tr
from viz_app.views.positions.edits import ORDER_WORDS, STACK_WORDS, TABLE_WORDS
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import push_button
from viz_app.widgets.overflow_bar import OverflowBar, set_usable
from viz_app.widgets.painting import set_tip

MOST = {"width": 1024, "length": 1024}
"""The largest picture."""
_ENDS = {
    "shift": Range(-9999, 9999), "seed": Range(0, 999_999), "base": Range(2.0, 1e9),
    **{name: Range(0, most) for name, most in MOST.items()},
}  # fmt: skip
FIELDS: dict[str, tuple[str, str, Mapping[str, str]]] = {
    "table": (tr("Table"), tr("Where the position vectors come from."), TABLE_WORDS),
    "order": (tr("Order"), tr("Which position reads which row of the table."), ORDER_WORDS),
    "shift": (tr("Shift"), tr("Every position reads the row this many places further on."), {}),
    "base": (tr("Base"), tr("For sinusoids: the larger it is, the longer the slow waves."), {}),
    "stacks": (tr("Stacks"), tr("Which stack's positions are changed."), STACK_WORDS),
    "seed": (tr("Seed"), tr("Another shuffle, another random table."), {}),
    "width": (tr("Width of the picture"), tr("Draws a table of another width; the model keeps its own."), {}),
    "length": (tr("Length of the picture"), tr("Draws a table of another length; the model keeps its own."), {}),
}
"""Field of PositionEdits or size of the picture -> its word, its tool tip, and its choices in words."""

LATER = ("base", "stacks", "seed", *MOST)
"""What is shown from depth full on."""


def _fields() -> Iterator[FormField]:
    declared = {**describe(PositionEdits), **{name: FieldInfo(name, int, 0) for name in MOST}}
    for name, (word, about, choices) in FIELDS.items():
        info = replace(declared[name], range=_ENDS.get(name))
        yield FormField(info, word, about, tuple(choices.items()), step=float(name == "base"))


class PositionBar(OverflowBar):
    """Shows PositionEdits and reports every change of them."""

    changed = Signal(object)  # dict of changed fields of PositionEdits
    applied = Signal(bool)
    sized = Signal(object)  # dict of "width" or "length" of the pictures, 0 = the model's own
    reset = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Positions"), parent)
        self._edits, self._sizes = PositionEdits(), dict.fromkeys(MOST, 0)
        self.form = FormControls(_fields(), self)
        self.form.changed.connect(self._report)
        self.apply = QCheckBox(tr("Apply to the model"), self)
        set_tip(self.apply, tr("On: the model runs with these positions. Off: they are only drawn."))
        self.apply.clicked.connect(self.applied)
        about = tr("Restores the model's own positions. Ctrl+Z brings the edits back.")
        self.button = push_button(self, tr("Reset"), about, self.reset, name=tr("Reset positions"))
        for name, control in self.form.controls.items():
            if isinstance(control, QAbstractSpinBox):
                control.setKeyboardTracking(False)  # a typed number counts when it is finished
            if isinstance(control, QDoubleSpinBox):
                control.setDecimals(0)
                control.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
            depth = "full" if name in LATER else "first"
            self.add(control, FIELDS[name][0], depth, partial(self._is_set, name))
            if name == "shift":
                self.add(self.apply)
                self.add(self.button)
        self.show_edits(PositionEdits(), True, (0, 0), None)

    def _is_set(self, name: str) -> bool:
        """Whether a field is another than the usual one."""
        return bool(self._sizes[name] if name in MOST else getattr(self._edits, name) != getattr(PositionEdits(), name))

    def _report(self, name: str) -> None:
        """A field was changed; with another base the model's own waves become sinusoids of that base."""
        own = name == "base" and self.form.value("table") == "model"
        changes = {name: self.form.value(name)} | ({"table": "interleaved"} if own else {})
        (self.sized if name in MOST else self.changed).emit(changes)

    def show_edits(self, edits: PositionEdits, applied: bool, size: tuple[int, int], spec: ModelSpec | None) -> None:
        """Shows what is in force and the (length, width) of the pictures, without a signal."""
        self._edits, self._sizes = edits, {"length": size[0], "width": size[1]}
        controls = self.form.controls
        own = (0, 0) if spec is None else (spec.max_positions, spec.d_model)
        for name, have in zip(("length", "width"), own, strict=True):
            box = controls[name]
            assert isinstance(box, QSpinBox)
            box.setSpecialValueText(tr("as the model: {count}", count=have))
        waves = spec is not None and spec.positions == "sinusoidal" and edits.table == "model"
        self.form.show_values({
            "table": edits.table, "order": edits.order, "stacks": edits.stacks, "shift": edits.shift,
            "seed": min(edits.seed, round(_ENDS["seed"].le)), "length": size[0], "width": size[1],
            "base": spec.position_base if spec is not None and waves else edits.base,
        })  # fmt: skip
        self.apply.setChecked(applied)
        set_usable(self.button, edits != PositionEdits() or size != (0, 0))
        set_usable(controls["base"], waves or edits.table in ("interleaved", "halves"))
        set_usable(controls["seed"], edits.order == "shuffled" or edits.table == "random")
        set_usable(controls["width"], spec is not None and not (spec.positions == "learned" and edits.table == "model"))
