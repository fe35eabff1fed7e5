"""Which cell of the three masks is looked at: pointed at, pinned, or taken as an example. No Qt.

Cells are (query, key) with the padding of the batch; what other views know of has no padding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from model_core.record.trace import Trace
from viz_app.data.selection import step_of
from viz_app.views.masks import mask_rows

if TYPE_CHECKING:
    from viz_app.data.snapshot import Cell, Snapshot

    Place = tuple[str, Cell]

_NOWHERE: tuple[str, Cell | None] = ("", None)


class Pointing:
    """`pointed` is under the pointer; `held` is a pinned cell of padding, which no other view has a place for."""

    def __init__(self) -> None:
        self.pointed: Place | None = None
        self.held: Place | None = None

    def follow(self, before: Snapshot | None, shot: Snapshot) -> bool:
        """Another text or sentence lets both go, another pin what is held; a cell that is gone is none. Returns whether
        what was pointed at is not any more."""
        pointed = self.pointed
        shown = None if before is None else (before.trace.run.source, before.look.sentence)
        if shown != (shot.trace.run.source, shot.look.sentence):
            self.pointed = self.held = None
        self.pointed, self.held = (
            place if place is not None and _inside(shot.trace, *place) else None for place in (self.pointed, self.held)
        )
        if shot.pinned is not None:
            self.held = None
        return pointed != self.pointed

    def place(self, shot: Snapshot, sentence: int, narrow: bool) -> tuple[Place, bool]:
        """The cell that numbers are shown for, and whether it is only an example.

        An example is a masked cell, where there is one; in a `narrow` view of the map that is shown.
        """
        kinds = mask_rows.shown_kinds(shot.trace)
        kind = shot.look.kind if shot.look.kind in kinds else kinds[0]
        for own, cell in (self.pointed or _NOWHERE, (kind, shot.hover), self.held or _NOWHERE, (kind, shot.pinned)):
            if cell is not None and own in kinds and _inside(shot.trace, own, cell):
                return (own, cell), False
        reasons = {own: shot.trace.reasons[own][sentence] for own in kinds}
        seen = (kind,) if narrow else (kind, *kinds[1:2])
        kind = next((own for own in seen if reasons[own].any()), kind)
        return (kind, mask_rows.telling_cell(reasons[kind], step_of(shot.trace, shot.look) or 0)), True

    def marks(self, shot: Snapshot, kind: str) -> tuple[Cell | None, Cell | None]:
        """The pinned and the hovered cell of one map."""
        own = kind == shot.look.kind
        pinned = shot.pinned if own else None
        if self.held is not None and self.held[0] == kind:
            pinned = self.held[1]
        hovered = self.pointed[1] if self.pointed is not None and self.pointed[0] == kind else None
        return pinned, shot.hover if own and self.pointed is None else hovered


def _inside(trace: Trace, kind: str, cell: Cell) -> bool:
    if kind not in trace.reasons:
        return False
    rows, columns = trace.reasons[kind].shape[1:]
    return 0 <= cell[0] < rows and 0 <= cell[1] < columns


def is_real(trace: Trace, kind: str, sentence: int, cell: Cell) -> bool:
    """Whether row and column both hold a token."""
    rows, columns = trace.size(kind, sentence)
    return cell[0] < rows and cell[1] < columns
