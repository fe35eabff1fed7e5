"""The controls of edited masks: what a click does, the two switches, the mask value, reset."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QCheckBox, QWidget

from model_core.record.edits import MaskEdits
from model_core.record.trace import FUTURE, PADDING
from viz_app.data.number_format import fmt_setting
from viz_app.system.language import tr
from viz_app.views.masks.edits import VALUE_TIPS, VALUES
from viz_app.views.masks.reasons_legend import draw_swatch
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import push_button
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
_SIDE = 14  # px of a swatch at text size 100 %


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

    def reasons_shown(self) -> set[int]:
        """The reasons whose hatches stand beside a switch in the line."""
        away = set(self.hidden_away)
        return {reason for name, (reason, *_) in SWITCHES.items() if self.switches[name] not in away}

    def show_edits(self, masks: MaskEdits, tool: str, own: str = "") -> None:
        """Shows what is in force, without a signal; `own` is the model's own mask value, "" for −∞."""
        self.tool.show_value(tool if tool in TOOLS else "inspect")
        for name, box in self.switches.items():
            box.setChecked(bool(getattr(masks, name)))
        values = list(VALUES) if masks.value in VALUES else [*VALUES, masks.value]
        self._values = values
        first = tr("{value}, its own", value=own) if own else fmt_setting(None)
        self.value.fill([first, *map(fmt_setting, values[1:])], values.index(masks.value))
        set_usable(self.button, masks != MaskEdits())


def _swatch(reason: int, ratio: float) -> QIcon:
    side = themes.px(_SIDE)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        draw_swatch(painter, QRectF(0, 0, side, side), reason)
    return QIcon(picture)
