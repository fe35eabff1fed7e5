"""The layout of the target's controls, in as few lines as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLayout

from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Drawer
from viz_app.widgets.layout import NO_LIMIT, column_of, row_of, show_part

if TYPE_CHECKING:
    from viz_app.text.target import TargetSide

SIDE, FOLDED_SIDE = 16, 8  # px beside the lines, and where they are folded
_LABEL = 46  # px at text size 100 % that are left for the label beside the transport
_NAMED = 630  # px at text size 100 % of the whole, from which the language is named beside the playback buttons


class TargetLines:
    """Label, writer and the choices; the sentence and the box; the chips; playback.

    Playback is on the first line if it fits, with step number and speed beside the sentence, and leaves a line for the
    text without the edits; otherwise it takes that line. Folded, the first line is a card that a button beside the
    sentence opens.
    """

    def __init__(self, side: TargetSide) -> None:
        self._side = side
        first = ((side.label, 1), side.free, side.writer, side.decoding, side.measure)
        self._top = row_of(*first, spacing=themes.STEP)
        self.drawer = Drawer(side, tr("How the target is written"))
        side.writer.chosen.connect(self.drawer.hide)
        self._middle = row_of((column_of(side.sentence, side.box, spacing=3), 1), self.drawer.button)
        self._below = row_of((side.before, 4), 1)
        parts = (self._top, self._middle, side.chips, side.transport, self._below, 1)
        self._column = column_of(*parts, parent=side, margins=(SIDE, 4, SIDE, 3), spacing=3)

    def is_inline(self) -> bool:
        """Whether playback is on the first line."""
        return self._top.indexOf(self._side.transport) >= 0

    def is_folded(self) -> bool:
        """Whether writer and choices are in the card."""
        return self.drawer.holds(self._side.writer)

    def fold(self, folded: bool) -> None:
        """Moves writer and choices into the card, or back to the first line."""
        side = self._side
        parts = side.free, side.writer, side.decoding, side.measure
        if folded is self.is_folded():
            return
        show_part(side.label, not folded)
        set_sides(self._column, folded)
        if folded:
            if self.is_inline():
                self._place_transport(False)
            self.drawer.put_in(*parts)
            side.writer.fit(NO_LIMIT)
        else:
            self.drawer.take_out(*parts)
            for place, part in enumerate(parts, 1):
                self._top.insertWidget(place, part)

    def fit(self) -> bool:
        """Distributes the width; True if playback moved. The writer keeps its buttons, or its text, before playback
        gets a long slider and the language is named."""
        side, transport, inline_before = self._side, self._side.transport, self.is_inline()
        if self.is_folded():
            return False
        others = [part for part in (side.free, side.decoding) if not part.isHidden()]
        taken = sum(part.minimumSizeHint().width() + themes.STEP for part in others)
        least, usual = side.measure.minimumSizeHint().width(), side.measure.sizeHint().width()
        measure, whole = (0, 0) if side.measure.isHidden() else (least + themes.STEP, usual + themes.STEP)
        room = side.width() - 2 * SIDE - taken - 2 * themes.STEP
        fewest, label = transport.keys_width(short=True), themes.px(_LABEL)
        spare = room - whole - side.writer.buttons_width()
        spare = spare if spare >= fewest else room - whole - side.writer.combo.sizeHint().width()
        short = fewest <= spare < transport.keys_width() + label
        kept = whole if short else measure
        side.measure.setMinimumWidth(usual if short else 0)
        beside = room - transport.keys_width(short) - (0 if short else label)
        inline = side.writer.combo.sizeHint().width() <= beside - kept
        if inline is not inline_before:
            self._place_transport(inline)
        transport.setMinimumWidth(transport.keys_width(short) if inline else 0)
        side.writer.fit((beside if inline else room) - kept)
        unnamed = inline and (short or side.width() < themes.px(_NAMED))
        show_part(side.label, not unnamed)
        return inline is not inline_before

    def _place_transport(self, inline: bool) -> None:
        transport = self._side.transport
        if inline:
            self._column.removeWidget(transport)
            self._top.addWidget(transport, 2)
            self._middle.insertWidget(1, transport.pace)
        else:
            self._top.removeWidget(transport)
            self._column.insertWidget(3, transport)
            self._middle.removeWidget(transport.pace)
            transport.take_pace()
        transport.setMinimumWidth(0)
        self._side.before.allow(inline)
        transport.refresh()


def set_sides(column: QLayout, folded: bool) -> None:
    """Sets the margins at both sides of one half of the text band."""
    side, margins = FOLDED_SIDE if folded else SIDE, column.contentsMargins()
    column.setContentsMargins(side, margins.top(), side, margins.bottom())
