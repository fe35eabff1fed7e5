"""Editing the positions: which edits are shown, whether the model runs with them, and what each control asks for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from model_core.record.edits import PositionEdits
from model_core.spec import ModelSpec
from viz_app.data.words.parts import POSITIONS
from viz_app.system.language import tr
from viz_app.views.positions import edits as position_edits
from viz_app.views.positions.position_table import explained
from viz_app.views.positions.toolbar import MOST, PositionBar


@dataclass(frozen=True)
class ShownPositions:
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

    def adds(self, side: str) -> bool:
        """Whether one stack adds vectors that are not the model's own."""
        return position_edits.on_side(self.edits, side).table not in ("model", "none")

    @property
    def size(self) -> tuple[int, int]:
        """(length, width) of the pictures, inside what is drawn."""
        return min(max(0, self.length), MOST["length"]), min(max(0, self.width), MOST["width"])

    def heading(self, side: str, spec: ModelSpec) -> str:
        """What the table of one side is: "sinusoidal", "shuffled", "no positions · picture only"."""
        made = position_edits.short_words(position_edits.on_side(self.edits, side))
        if not made:
            return POSITIONS[spec.positions]
        return made if self.applied else tr("{positions} · picture only", positions=made)

    def explanation(self, spec: ModelSpec) -> str:
        """What the table is made of and what it is for, or what the edits do; what is only drawn says so."""
        if any(self.size):
            return tr(
                "Picture only, in another size: this model's width is {width}, its length {length}.",
                width=spec.d_model,
                length=spec.max_positions,
            )
        if self.edits == PositionEdits(stacks=self.edits.stacks):
            return explained(spec)
        if self.edits.table == "model" and spec.positions in ("none", "relative"):
            return f"{explained(spec)} {tr('With nothing in the table, another order or shift changes nothing.')}"
        return position_edits.explained(self.edits, self.applied, spec.positions == "relative")


class PositionEditor(QObject):
    """`asked` carries PositionEdits -> PositionEdits for those in force and changes of the view's options with them,
    `opted` such alone."""

    asked = Signal(object, object)
    opted = Signal(object)

    def __init__(self, bar: PositionBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._shown = bar, ShownPositions()
        bar.changed.connect(self._set)
        bar.reset.connect(self._reset)
        bar.applied.connect(self._apply)
        bar.sized.connect(self.opted)

    def show(self, shown: ShownPositions, spec: ModelSpec) -> None:
        """Shows what is in force."""
        self._shown = shown
        self._bar.show_edits(shown.edits, shown.applied, shown.size, spec)

    def _set(self, changes: dict[str, Any]) -> None:
        """Other values of some fields, for the model or for the picture alone."""
        shown, edits = self._shown, replace(self._shown.edits, **changes)
        if edits == shown.edits:
            return
        if shown.applied:
            self.asked.emit(lambda run: replace(replace(shown, run=run).edits, **changes), {})
        else:
            self.opted.emit({"draft": position_edits.draft_text(edits)})

    def _apply(self, on: bool) -> None:
        """Puts what is drawn into the model, or keeps it in the picture alone."""
        draft = "" if on else position_edits.draft_text(self._shown.edits)
        self._request(self._shown.edits if on else PositionEdits(), {"apply": on, "draft": draft})

    def _reset(self) -> None:
        """The model's own positions in its own size."""
        self._request(PositionEdits(), {"draft": "", "width": 0, "length": 0})

    def _request(self, edits: PositionEdits, options: dict[str, Any]) -> None:
        """Asks for edits of the run and for options in one act, so that one step back undoes both."""
        if edits != self._shown.run:
            self.asked.emit(lambda _: edits, options)
        else:
            self.opted.emit(options)
