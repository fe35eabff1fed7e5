"""The button beside the target that shows how the next token is chosen, and the card that it opens."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from model_core.record.run_spec import RunSpec
from viz_app.data.decoded_texts import GIVEN, decoding_words
from viz_app.system.language import tr
from viz_app.views.decoding.decoding_form import DecodingForm
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import MenuButton
from viz_app.widgets.layout import column_of, settle

_TIP = tr("How the next token is chosen: greedy, sampling or beam search")
_WIDTH = 320  # px of the card at text size 100 %


class DecodingButton(MenuButton):
    """The button. `chosen` carries a Wish; while the target is given the button is disabled and says why."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clicked.connect(self.open)
        self.show_run(RunSpec())

    @cached_property
    def card(self) -> Popup:
        """The card, made at the first click."""
        return Popup(self, tr("How the next token is chosen"))

    @cached_property
    def form(self) -> DecodingForm:
        made = DecodingForm(self.card)
        self._column = column_of(made, parent=self.card, margins=(16, 12, 16, 12), spacing=None)
        made.changed.connect(self.chosen)
        made.show_decoding(self._run.decoding, GIVEN if self._run.target is not None else "")
        return made

    def show_run(self, run: RunSpec) -> None:
        self._run, given = run, run.target is not None
        words, short = decoding_words(run.decoding), decoding_words(run.decoding, short=True)
        self._both = (tr("given by you"), "given") if given else (words, short)
        self.set_words(*self._both)
        painting.set_tip(self, GIVEN if given else _TIP)
        self.setEnabled(not given)
        if "form" in self.__dict__:
            self.form.show_decoding(run.decoding, GIVEN if given else "")
            if self.card.isVisible():
                self._fit()

    def minimumSizeHint(self) -> QSize:
        """The width of the short text, which is never cut."""
        whole = super().sizeHint()
        words, short = (QFontMetricsF(themes.font("body")).horizontalAdvance(text) for text in self._both)
        return QSize(min(whole.width(), round(whole.width() - words + short) + 1), whole.height())

    def _fit(self) -> None:
        """Makes the card as high as its lines."""
        self.form.restyle()
        self.card.setFixedWidth(themes.px(_WIDTH))
        settle(self.card)
        for layout in (self.form.layout(), self._column):  # they would answer with the height that they found last
            if layout is not None:
                layout.invalidate()
        self.card.setFixedHeight(self._column.totalHeightForWidth(themes.px(_WIDTH)))

    def open(self) -> None:
        self._fit()
        self.card.open_below(self, self.form.method.buttons[self.form.decoding.method])
