"""Editing the positions: which edits are shown, whether the model runs with them, and what each control asks for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from model_core.edits import PositionEdits
from model_core.spec import ModelSpec
from viz_app.laboratory import position_edits
from viz_app.laboratory.position_bar import MOST, PositionBar
from viz_app.position_table import explained


@dataclass(frozen=True)
class Shown:
    """The positions that are shown: those of the run, else the ones of the view's options that are only drawn.

    run            the run's edits
    apply, draft   as in the view's options; a run with edits applies them whatever `apply` says
    length, width  of the pictures, 0 = the model's own
    """

    run: PositionEdits = field(default_factory=PositionEdits)
    apply: bool = True
    draft: str = ""
    length: int = 0
    width: int = 0

    @property
    def edits(self) -> PositionEdits:
        """The edits that are seen."""
        return self.run if self.run != PositionEdits() else position_edits.draft_of(self.draft)

    @property
    def applied(self) -> bool:
        """Whether edits go into the model."""
        return self.apply or self.run != PositionEdits()

    @property
    def size(self) -> tuple[int, int]:
        """(length, width) of the pictures, inside of what is drawn."""
        return min(max(0, self.length), MOST["length"]), min(max(0, self.width), MOST["width"])

    def heading(self, side: str, spec: ModelSpec) -> str:
        """What the table of one side is: "sinusoidal", "shuffled", "no positions · picture only"."""
        made = position_edits.short_words(position_edits.on_side(self.edits, side))
        return spec.positions if not made else made if self.applied else f"{made} · picture only"

    def explained(self, spec: ModelSpec) -> str:
        """What the table is made of and what it is for, or what the edits do; what is only drawn says so."""
        if any(self.size):
            own = f"width is {spec.d_model}, its length {spec.max_positions}"
            return f"Picture only, of another size: this model's {own}."
        if self.edits == PositionEdits(stacks=self.edits.stacks):
            return explained(spec)
        return position_edits.explained(self.edits, self.applied)


class PositionLaboratory(QObject):
    """`asked` carries PositionEdits for the run, `opted` changes of the view's options."""

    asked = Signal(object)
    opted = Signal(object)

    def __init__(self, bar: PositionBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._shown = bar, Shown()
        bar.changed.connect(lambda changes: self._set(replace(self._shown.edits, **changes)))
        bar.reset.connect(self._reset)
        bar.applied.connect(self._apply)
        bar.sized.connect(self.opted)

    def show(self, shown: Shown, spec: ModelSpec) -> None:
        """Shows what is in force."""
        self._shown = shown
        self._bar.show_edits(shown.edits, shown.applied, shown.size, spec)

    def _set(self, edits: PositionEdits) -> None:
        """Other edits, for the model or for the picture alone."""
        if edits == self._shown.edits:
            return
        if self._shown.applied:
            self.asked.emit(edits)
        else:
            self.opted.emit({"draft": position_edits.draft_text(edits)})

    def _apply(self, on: bool) -> None:
        """Puts what is drawn into the model, or keeps it in the picture alone."""
        shown, changes = self._shown, dict[str, Any](apply=on)
        if on:
            self.opted.emit(changes | {"draft": ""})
            if shown.edits != PositionEdits():
                self.asked.emit(shown.edits)
            return
        if shown.run != PositionEdits():
            self.asked.emit(PositionEdits())
        self.opted.emit(changes | {"draft": position_edits.draft_text(shown.edits)})

    def _reset(self) -> None:
        """The model's own positions in its own size."""
        shown = self._shown
        if shown.run != PositionEdits():
            self.asked.emit(PositionEdits())
        if shown.draft or any(shown.size):
            self.opted.emit({"draft": "", "width": 0, "length": 0})


__all__ = ["PositionLaboratory", "Shown"]
