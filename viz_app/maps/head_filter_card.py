"""Which heads are listed: a button that says how many, and the card to choose them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model_core.schema import FieldInfo, Range, describe
from viz_app.data.maps.head_filter import NO_FILTER, ListedHeads, filter_words
from viz_app.data.maps.head_order import EFFECTS, KINDS_OF, ORDERS, SMALLEST_FIRST
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.state import HeadFilter
from viz_app.system.language import tr
from viz_app.widgets.dialog import Popup
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import MenuButton, plain_label, push_button
from viz_app.widgets.layout import show_part
from viz_app.widgets.painting import set_tip

_INFO = describe(HeadFilter)
_MEASURES = (("", tr("anything")), *((name, ORDERS[name][0]) for name in (*EFFECTS, *KINDS_OF)))
_SIDES = (("least", tr("≥ at least")), ("most", tr("≤ at most")))
_KINDS = (("", tr("all", "of the attentions")), *((kind, term.word) for kind, term in ATTENTIONS.items()))
_FIELDS = (
    FormField(_INFO["measure"], tr("With"), tr("The measure or effect that the filter tests."), _MEASURES),
    FormField(_INFO["side"], tr("that is"), tr("Whether the number is a minimum or a maximum."), _SIDES),
    FormField(_INFO["bound"], tr("the number"), tr("In its unit; effects are changes of log-probability."), step=0.05),
    FormField(_INFO["kind"], tr("Attention"), tr("Lists only the heads of one attention."), _KINDS),
    FormField(
        FieldInfo("layer", int, 0, Range(0, 999)), tr("Layer"), tr("Lists only the heads of one layer."),
        zero=tr("all", "of the layers"),
    ),
)  # fmt: skip
"""What is chosen; the layer counts from 1 here, 0 = all."""


class HeadFilterButton(MenuButton):
    """`chosen` carries the HeadFilter that the user chose."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, elastic=False)
        self._filter = NO_FILTER
        self.card = Popup(self, tr("Which heads are listed"))
        self.form = FormControls(_FIELDS, self.card)
        self.form.changed.connect(self._change)
        self.count = plain_label(self.card, "small", muted=True, wrapped=True)
        self.all = push_button(self.card, tr("All heads"), tr("Removes the filter."), self._clear)
        grid = self.card.make_grid()
        for line, (name, control) in enumerate(self.form.controls.items()):
            label = plain_label(self.card, "body", self.form.fields[name].word, muted=True)
            label.setBuddy(control)
            grid.addWidget(label, line, 0)
            grid.addWidget(control, line, 1)
        grid.addWidget(self.count, len(_FIELDS), 0, 1, 2)
        grid.addWidget(self.all, len(_FIELDS) + 1, 1)
        self.clicked.connect(self.open)

    def show_filter(self, asked: HeadFilter, listed: ListedHeads | None) -> None:
        """Shows the filter and how many heads it leaves; None if no heads are listed."""
        show_part(self, listed is not None)
        if listed is None:
            return
        self._filter = asked
        self.set_words(listed.words())
        about = tr("Lists only the heads of one attention or layer, or those with enough of a measure or effect.")
        set_tip(self, filter_words(asked) or about, listed.words())
        self.count.setText(listed.words() if listed.known else tr("unknown for these heads"))
        self.all.setEnabled(asked != NO_FILTER)
        own = asdict(asked) | {"layer": 0 if asked.layer is None else asked.layer + 1}
        if own != self.form.values():
            self.form.show_values(own)
        for name in ("side", "bound"):
            self.form.controls[name].setEnabled(bool(asked.measure))

    def open(self) -> None:
        self.card.open_below(self, self.form.controls["measure"])

    def _clear(self) -> None:
        self.chosen.emit(NO_FILTER)

    def _change(self, name: str) -> None:
        values: dict[str, Any] = self.form.values()
        if name == "measure" and values["measure"] != self._filter.measure:  # where the search for such heads begins
            low = values["measure"] in (*EFFECTS, *SMALLEST_FIRST)
            values |= {"side": "most" if low else "least"}
            values |= {"bound": -0.1 if values["measure"] in EFFECTS else 0.5}
        self.chosen.emit(HeadFilter(**values | {"layer": values["layer"] - 1 if values["layer"] else None}))
