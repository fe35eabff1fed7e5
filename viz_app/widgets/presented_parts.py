"""What a presentation asks of everything that paints itself."""

from __future__ import annotations

from PySide6.QtCore import QRectF


class PresentedParts:
    """The defaults are those of a part whose labels always have room and in which nothing is highlighted."""

    def is_labelled(self, *, large: bool = False) -> bool:
        """Whether each label has its place; for `large` text also whether none is cut or at an angle."""
        return True

    def spotlit_rect(self) -> QRectF | None:
        """What a spotlight is on, such as the row of the step; None if nothing is highlighted."""
        return None
