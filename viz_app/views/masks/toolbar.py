"""The controls of the masks: which sentence of the batch is shown, what a click does, the two switches, the mask value,
reset, and a legend of the hatches."""

from __future__ import annotations

import math
from collections.abc import Collection

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QSizePolicy, QWidget

from model_core.record.edits import MaskEdits
from model_core.record.trace import FUTURE, PADDING, USER, VISIBLE, Trace
from viz_app.data.number_format import fmt_setting, shortened
from viz_app.data.vocabulary import ALLOWED, OPENED, REASON_TERMS
from viz_app.system.language import tr
from viz_app.views.masks.edits import VALUE_TIPS, VALUES
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.overflow_bar import OverflowBar, set_usable
from viz_app.widgets.painting import set_tip
from viz_app.widgets.segmented import DropDown, Segmented
from viz_app.widgets.theme import Theme

TOOLS = {
    "inspect": (tr("Inspect"), tr("Click to pin a cell; Shift+click to forbid or allow it. Press X to edit instead.")),
    "edit": (
        tr("Edit"),
        tr("Click or drag to forbid or allow cells; on a label, the whole row or column. Press X to pin instead."),
    ),
}
SWITCHES = {
    "future": (
        FUTURE,
        tr("No peeking ahead"),
        tr(
            "The decoder must not read later tokens. Off: it may read them; with a given target that is the answer "
            "itself."
        ),
    ),
    "padding": (
        PADDING,
        tr("Padding hidden"),
        tr(
            "The padding that fills shorter lines of a batch is never read; a single line has none: put a second line "
            "into the source box to see it. Off: it is read like a token."
        ),
    ),
}
_APART = 10  # px between the controls and the legend
_SIDE = 14  # px of a swatch at text size 100 %
_SPACE, _BETWEEN = 7.0, 22.0  # px at text size 100 %: from a swatch to its words, to the next


class MaskBar(OverflowBar):
    """Shows a MaskEdits and reports every change of it."""

    tool_chosen = Signal(str)
    changed = Signal(object)  # dict of changed fields of MaskEdits
    reset = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self.switches: dict[str, QCheckBox] = {}
        super().__init__(tr("Masks"), parent)
        self.tool = Segmented(tr("What a click does"), TOOLS, self)
        self.tool.chosen.connect(self.tool_chosen)
        self.switches = {name: self._make_switch(name) for name in SWITCHES}
        about = "\n".join([tr("The score that a masked cell gets instead of its own."), *VALUE_TIPS.values()])
        self.value = DropDown(self, tr("Mask value"), about)
        self.value.setSizeAdjustPolicy(DropDown.SizeAdjustPolicy.AdjustToContents)  # a model's own value comes later
        self._values: list[float | None] = []
        self.value.activated.connect(lambda place: self.changed.emit({"value": self._values[place]}))
        about = tr("Restores the model's own masks. Ctrl+Z brings the edits back.")
        self.button = push_button(self, tr("Reset masks"), about, self.reset)
        for control in (self.tool, *self.switches.values()):
            self.add(control)
        self.add(self.value, tr("Mask value"), "full", lambda: self.value.currentIndex() != 0)
        self.add(self.button)
        self.show_edits(MaskEdits(), "inspect")
        self.restyle()

    def _make_switch(self, name: str) -> QCheckBox:
        _, words, about = SWITCHES[name]
        box = QCheckBox(words, self)
        set_tip(box, about)
        box.clicked.connect(lambda on: self.changed.emit({name: on}))
        return box

    def restyle(self, theme: Theme | None = None) -> None:
        for name, box in self.switches.items():
            box.setIcon(_swatch(SWITCHES[name][0], box.devicePixelRatioF()))
            box.setIconSize(QSize(themes.px(_SIDE), themes.px(_SIDE)))
        super().restyle(theme)

    def show_edits(self, masks: MaskEdits, tool: str, own: str = "") -> None:
        """Shows what is in force, without a signal; `own` is the model's own mask value, "" for −∞."""
        self.tool.show_value(tool)
        for name, box in self.switches.items():
            box.setChecked(bool(getattr(masks, name)))
        values = list(VALUES) if masks.value in VALUES else [*VALUES, masks.value]
        self._values = values
        first = tr("{value}, its own", value=own) if own else fmt_setting(None)
        self.value.fill([first, *map(fmt_setting, values[1:])], values.index(masks.value))
        set_usable(self.button, masks != MaskEdits())


class ReasonsLegend(Canvas):
    """A line of swatches with words: for cells set by hand, and for other reasons that have no switch."""

    passive = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Legend"))
        self.entries: dict[int, str] = {}
        self.needed = False  # whether a cell looks like one of them
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_reasons(())

    def show_reasons(self, reasons: Collection[int]) -> None:
        """Also lists these codes of viz_app.widgets.painting."""
        named = {USER, ALLOWED, *reasons} - {VISIBLE, *(own for own, *_ in SWITCHES.values())}
        entries = {reason: term.short for reason, term in REASON_TERMS.items() if reason in named and term.short}
        self.needed = not entries.keys().isdisjoint(reasons)
        if entries != self.entries:
            self.entries = entries
            set_tip(self, "\n".join(REASON_TERMS[reason].legend for reason in entries))
            self._restyle()

    def places(self) -> list[tuple[int, str, QRectF]]:
        """Code, text and rectangle of each entry."""
        unit, left, found = themes.text_scale(), 0.0, []
        for reason, words in self.entries.items():
            wide = themes.px(_SIDE) + _SPACE * unit + painting.text_width(words, self.font())
            found.append((reason, words, QRectF(left, 0, wide, self.height())))
            left += wide + _BETWEEN * unit
        return found

    def sizeHint(self) -> QSize:
        return QSize(math.ceil(self.places()[-1][2].right()), math.ceil(painting.heights(self.font())[1]) + 4)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        side = themes.px(_SIDE)
        for reason, words, place in self.places():
            _draw_swatch(painter, QRectF(place.left(), place.center().y() - side / 2, side, side), reason)
            words_at = place.adjusted(side + _SPACE * themes.text_scale(), 0, 1, 0)
            painting.draw_words(painter, words_at, words, theme.q("ink"), font=self.font())


class MaskTools(QWidget):
    """The controls, and beside them the legend; if that does not fit, below them, as long as a cell has such a hatch or
    could get one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar, self.legend = MaskBar(self), ReasonsLegend(self)
        parts = (self.bar, 1), (self.legend, 0, Qt.AlignmentFlag.AlignLeft)
        self._line = row_of(*parts, parent=self, spacing=_APART)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def fit(self, width: int) -> int:
        """Takes and returns the height in px that both need at this width."""
        bar, legend = self.bar.sizeHint(), self.legend.sizeHint()
        beside = bar.width() + _APART + legend.width() <= width
        self._line.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        needed = self.legend.needed or self.bar.tool.value == "edit"
        show_part(self.legend, beside or needed)
        high = bar.height() + (legend.height() + _APART if needed and not beside else 0)
        self.setFixedHeight(high)
        return high


class SentenceChoice(QWidget):
    """The lines of a batch as a list. `chosen` carries the sentence (from 0) to show."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.chooser = DropDown(self, tr("Sentence"), tr("Which line of the batch is shown."))
        self.chooser.currentIndexChanged.connect(self.chosen)
        self.word = plain_label(self, "body", tr("Sentence"), muted=True)
        self.word.setBuddy(self.chooser)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row_of(self.word, self.chooser, 1, parent=self)

    def show_sentences(self, trace: Trace, sentence: int) -> None:
        """Shows the lines of another batch."""
        words = [f"{number}  {shortened(one.source_text, 28)}" for number, one in enumerate(trace.sentences, start=1)]
        if self.chooser.fill(words, sentence):
            self.restyle()

    def fit(self, narrow: bool, room: bool) -> None:
        self.word.setVisible(not narrow)
        show_part(self, room and self.chooser.count() > 1)

    def restyle(self) -> None:
        """Makes the list as wide as its longest entry at once; the box itself would wait a moment."""
        wide = self.chooser.fontMetrics().horizontalAdvance
        entries = (self.chooser.itemText(place) for place in range(self.chooser.count()))
        self.chooser.setFixedWidth(max(map(wide, entries), default=0) + themes.px(52))


def _swatch(reason: int, ratio: float) -> QIcon:
    side = themes.px(_SIDE)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        _draw_swatch(painter, QRectF(0, 0, side, side), reason)
    return QIcon(picture)


def _draw_swatch(painter: QPainter, box: QRectF, reason: int) -> None:
    theme = themes.current()
    if reason in (ALLOWED, OPENED):
        painter.fillRect(box, theme.q("panel"))
        painter.fillRect(box, painting.opened_tint(theme))
    else:
        painting.draw_hatched(painter, box, theme, reason)
    painting.draw_rounded(painter, box, corner=2, line=theme.q("edge"))
    if reason == ALLOWED:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.q("user"))
        painter.drawEllipse(box.center(), 0.2 * box.width(), 0.2 * box.width())
        painter.restore()
