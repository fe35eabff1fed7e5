"""The controls of edited positions: table, order, shift, whether they are applied to the model; base, stacks, seed; and
the size of the pictures alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QDoubleSpinBox, QSpinBox, QWidget

from model_core.record.edits import PositionEdits
from model_core.schema import FieldInfo, Range, describe
from model_core.spec import ModelSpec
from viz_app.system.language import tr
from viz_app.views.positions.edits import MOST, ORDER_WORDS, STACK_WORDS, TABLE_WORDS, ShownPositions, draft_text
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import push_button
from viz_app.widgets.overflow_bar import OverflowBar, set_usable
from viz_app.widgets.painting import set_tip

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
"""Field of PositionEdits or size of the picture -> its word, its tooltip, and its choices in words."""

LATER = ("base", "stacks", "seed", *MOST)
"""What is shown from depth full on."""


def _fields() -> Iterator[FormField]:
    declared = {**describe(PositionEdits), **{name: FieldInfo(name, int, 0) for name in MOST}}
    for name, (word, about, choices) in FIELDS.items():
        info = replace(declared[name], range=_ENDS.get(name))
        yield FormField(info, word, about, tuple(choices.items()), step=float(name == "base"))


class PositionBar(OverflowBar):
    """Shows the positions in force and reports requests. `asked` carries PositionEdits -> PositionEdits for those of
    the run with changes of the view's options, `opted` only the latter."""

    asked = Signal(object, object)
    opted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Positions"), parent)
        self._shown = ShownPositions()
        self.form = FormControls(_fields(), self)
        self.form.changed.connect(self._report)
        self.apply = QCheckBox(tr("Apply to the model"), self)
        set_tip(self.apply, tr("On: the model runs with these positions. Off: they are only drawn."))
        self.apply.clicked.connect(self._apply)
        about = tr("Restores the model's own positions. Ctrl+Z brings the edits back.")
        self.button = push_button(self, tr("Reset"), about, self._reset, name=tr("Reset positions"))
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
        self.show_positions(self._shown, None)

    def _is_set(self, name: str) -> bool:
        """Whether a field is not at its default."""
        if name in MOST:
            return bool(getattr(self._shown, name))
        return bool(getattr(self._shown.edits, name) != getattr(PositionEdits(), name))

    # ---- requests

    def _report(self, name: str) -> None:
        """A field was changed; with another base the model's own waves become sinusoids of that base."""
        shown, changes = self._shown, {name: self.form.value(name)}
        if name == "base" and self.form.value("table") == "model":
            changes["table"] = "interleaved"
        if name in MOST:
            self.opted.emit(changes)
        elif (edits := replace(shown.edits, **changes)) == shown.edits:
            return
        elif shown.applied:
            self.asked.emit(lambda run: replace(replace(shown, run=run).edits, **changes), {})
        else:
            self.opted.emit({"draft": draft_text(edits)})

    def _apply(self, on: bool) -> None:
        """Applies what is drawn to the model, or keeps it to the pictures."""
        edits = self._shown.edits
        self._request(edits if on else PositionEdits(), {"apply": on, "draft": "" if on else draft_text(edits)})

    def _reset(self) -> None:
        """The model's own positions in its own size."""
        self._request(PositionEdits(), {"draft": "", "width": 0, "length": 0})

    def _request(self, edits: PositionEdits, options: dict[str, Any]) -> None:
        """Requests edits of the run and options together, so that one undo reverts both."""
        if edits != self._shown.run:
            self.asked.emit(lambda _: edits, options)
        else:
            self.opted.emit(options)

    # ---- what is shown

    def show_positions(self, shown: ShownPositions, spec: ModelSpec | None) -> None:
        """Shows what is in force, without a signal."""
        self._shown, edits, controls = shown, shown.edits, self.form.controls
        length, width = shown.size
        own = (0, 0) if spec is None else (spec.max_positions, spec.d_model)
        for name, have in zip(("length", "width"), own, strict=True):
            box = controls[name]
            assert isinstance(box, QSpinBox)
            box.setSpecialValueText(tr("as the model: {count}", count=have))
        waves = spec is not None and spec.positions == "sinusoidal" and edits.table == "model"
        self.form.show_values({
            "table": edits.table, "order": edits.order, "stacks": edits.stacks, "shift": edits.shift,
            "seed": min(edits.seed, round(_ENDS["seed"].le)), "length": length, "width": width,
            "base": spec.position_base if spec is not None and waves else edits.base,
        })  # fmt: skip
        self.apply.setChecked(shown.applied)
        set_usable(self.button, edits != PositionEdits() or shown.size != (0, 0))
        set_usable(controls["base"], waves or edits.table in ("interleaved", "halves"))
        set_usable(controls["seed"], edits.order == "shuffled" or edits.table == "random")
        set_usable(controls["width"], spec is not None and not (spec.positions == "learned" and edits.table == "model"))
