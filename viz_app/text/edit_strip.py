"""The edits in force on one slim line, each with a × that removes it; visible only while there are edits.

Nothing else uses its place, so that nothing moves when the first edit is made: a second click at the same point hits
the same thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QPointF, QRect, QSize, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from model_core.record.edits import Edits
from model_core.record.trace import Trace
from viz_app.data.edit_list import ListedEdit, list_edits
from viz_app.system.command_queue import empty
from viz_app.system.language import counted, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, MenuButton, SlimButton, add_entry
from viz_app.widgets.layout import parts_in, row_of, show_part
from viz_app.widgets.theme import Theme

_GAP = 8  # px between the parts of the line
_LONGEST, _LEAST = 300, 60  # px at text size 100 %, the widest chip; with less room all of them are in the menu
_MOST = 40  # chips, few enough for one line
_CROSS, _APART = 8, 6  # px: the × of a chip, the gap before it and between chips


class EditChip(SlimButton):
    """One edit with a ×; pressing it removes the edit."""

    side, corner = 8, 6

    def show_edit(self, one: ListedEdit) -> None:
        self.setText(one.words)
        self.setAccessibleName(tr("Remove: {edit}", edit=one.words))
        painting.set_tip(self, f"{one.words}\n{one.tip}\n{tr('Click to remove it.')}")
        self.setStatusTip(tr("Removes: {edit}", edit=one.words))

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(min(hint.width() + themes.px(_CROSS) + _APART + 2, themes.px(_LONGEST)), hint.height())

    def colours(self, theme: Theme) -> tuple[QColor, QColor]:
        return theme.wash("user", 0.22 if self.underMouse() else 0.08), theme.wash("user", 0.6)

    def draw_words(self, painter: QPainter, theme: Theme) -> None:
        """The text on the left, the × on the right."""
        metrics, side = QFontMetricsF(self.font()), themes.px(_CROSS)
        room = self.width() - 1 - 2 * self.side - side - _APART
        words = painting.elided(painting.visible_words(self.text(), self.font()), metrics, room)
        painter.setPen(theme.q("ink"))
        painter.drawText(QPointF(self.side, (self.height() - metrics.height()) / 2 + metrics.ascent()), words)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.q("ink" if self.underMouse() else "muted"), 1.4))
        centre = QPointF(self.width() - 0.5 - self.side - side / 2, self.height() / 2)
        for lean in (-1, 1):
            arm = QPointF(side / 2 - 0.5, (side / 2 - 0.5) * lean)
            painter.drawLine(centre - arm, centre + arm)


class ClearButton(SlimButton):
    """Muted text without a frame."""

    side, corner = 9, 6

    def colours(self, theme: Theme) -> tuple[QColor | None, QColor | None]:
        return (theme.wash("ink", 0.07) if self.underMouse() else None), None


class EditStrip(QWidget):
    """Shows the edits in force and requests others."""

    asked = Signal(object)  # Edits

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._listed: tuple[ListedEdit, ...] = ()
        self.chips: list[EditChip] = []
        self.setAccessibleName(tr("Active edits"))
        self.label = Caption("small", elastic=False, parent=self)
        self.label.set_text(tr("Edits:"), tr("What is changed inside the model. Ctrl+Z undoes the last change."))
        self.room = QWidget(self)
        self.room.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.more = MenuButton(self, elastic=False)
        self.more.setMenu(QMenu(self.more))
        self.more.menu().aboutToShow.connect(self._fill_more)
        painting.set_tip(self.more, tr("Edits that do not fit here; click one to remove it."))
        self.clear = ClearButton(self)
        self.clear.setText(tr("Clear all"))
        self.clear.setAccessibleName(tr("Clear all edits"))
        painting.set_tip(self.clear, tr("Removes all edits and restores the original model."))
        self.clear.setStatusTip(tr("Removes all edits"))
        self.clear.clicked.connect(lambda: self.asked.emit(Edits()))
        row_of(self.label, (self.room, 1), self.more, self.clear, parent=self, spacing=_GAP)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        themes.changed.connect(self.restyle)
        self.restyle()

    def show_edits(self, edits: Edits, trace: Trace | None) -> None:
        """Lists these edits; the strip is hidden if there are none."""
        found = list_edits(edits, trace)
        if found != self._listed:
            self._listed = found
            while len(self.chips) < min(len(found), _MOST):  # as many as ever needed
                chip = EditChip(self.room)
                chip.clicked.connect(partial(self._take_back, len(self.chips)))
                self.chips.append(chip)
            for chip, one in zip(self.chips, found, strict=False):
                chip.show_edit(one)
            self._arrange()
        show_part(self, bool(found))

    def _take_back(self, place: int, _checked: bool = False) -> None:
        if place < len(self._listed):
            self.asked.emit(self._listed[place].without)

    # ---- room

    def shown(self) -> Sequence[EditChip]:
        return [chip for chip in self.chips[: len(self._listed)] if not chip.isHidden()]

    def needed(self, most: int) -> int:
        """Width in px at which as many chips fit as in `most` px; if none fits, that of the menu alone."""
        ends = list(accumulate(chip.sizeHint().width() + _APART for chip in self.chips[: len(self._listed)]))
        others = self._beside() - _APART
        widths = [end + others + (place < len(self._listed) - 1) * self._more_width() for place, end in enumerate(ends)]
        return max((wide for wide in widths if wide <= most), default=self.least())

    def least(self) -> int:
        """Width in px with all edits in the menu."""
        return self._more_width() + self.clear.sizeHint().width() + _GAP

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Shows as many chips as fit; the others are in the menu."""
        left, fits = 0, 0
        self.room.setFixedHeight(EditChip.sizeHint(self.chips[0]).height() if self.chips else 1)
        room = self.width() - self._beside()
        sizes = [chip.sizeHint() for chip in self.chips[: len(self._listed)]]
        least = room - self._more_width()
        listed = room < sizes[0].width() and least < themes.px(_LEAST) if sizes else False
        show_part(self.label, not listed)
        for place, size in enumerate(sizes):
            last = place == len(sizes) - 1 == len(self._listed) - 1
            if listed or (left + size.width() > (room if last else least) and place):
                break
            most = room if last else least
            self.chips[place].setGeometry(left, 0, min(size.width(), max(most - left, 40)), size.height())
            left, fits = left + size.width() + _APART, place + 1
        for place, chip in enumerate(self.chips):
            show_part(chip, place < fits)
        waiting = len(self._listed) - fits
        words = tr("{number} more", number=waiting) if fits else counted(waiting, tr("edit"), tr("edits"))
        self.more.set_words(words if waiting else "", f"{waiting}" if waiting else "")
        show_part(self.more, waiting > 0)
        both = self.more.sizeHint().width() + self.clear.sizeHint().width() + _GAP
        show_part(self.clear, not listed or both <= self.width())  # else the menu has it

    def _beside(self) -> int:
        """Width in px of the text around the chips, with the gaps."""
        return 3 * _GAP + self.label.sizeHint().width() + self.clear.sizeHint().width()

    def _more_width(self) -> int:
        """Width in px of the menu button."""
        return round(QFontMetricsF(themes.font("body")).horizontalAdvance("99 more")) + themes.px(36)

    def _fill_more(self) -> None:
        menu = self.more.menu()
        empty(menu)
        for place in range(len(self.shown()), len(self._listed)):
            words = painting.visible_words(self._listed[place].words, themes.font("body"))
            ask = partial(self.asked.emit, self._listed[place].without)
            add_entry(menu, self, tr("Remove: {edit}", edit=words), ask)
        if self.clear.isHidden():
            menu.addSeparator()
            add_entry(menu, self, self.clear.text(), self.clear.click)

    def restyle(self, _theme: object = None) -> None:
        for chip in (self.clear, *self.chips):
            chip.restyle()
        self._arrange()
        self.update()


class FootRow(QHBoxLayout):
    """The message about the text, followed by the edits, which move into their menu if the message would otherwise not
    fit. A message that still does not fit is cut, at most to half of it."""

    def __init__(self, caption: Caption, parent: QWidget) -> None:
        super().__init__(parent)
        self._caption = caption
        self._strip: EditStrip | None = None
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(_GAP)
        self.addWidget(caption, 1)
        self.addStretch(0)

    def add_edits(self, strip: EditStrip) -> None:
        """Adds the edits at the end."""
        self._strip = strip
        self.addWidget(strip, 3)

    def setGeometry(self, rect: QRect) -> None:
        strip, caption = self._strip, self._caption
        if strip is not None and not strip.isHidden() and not caption.isHidden():
            others = [one for one in parts_in(self) if isinstance(one, QWidget) and one not in (strip, caption)]
            room = rect.width() - _GAP - sum(part.sizeHint().width() + _GAP for part in others if not part.isHidden())
            most = caption.sizeHint().width() + 1
            kept = most if most <= room - strip.least() else room // 2
            words = max(1, min(most, room - strip.needed(room - kept)))
            for part, share in ((caption, words), (strip, max(1, room - words))):
                if self.stretch(at := self.indexOf(part)) != share:
                    self.setStretch(at, share)
        super().setGeometry(rect)
