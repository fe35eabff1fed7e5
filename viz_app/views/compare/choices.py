"""What the present run is compared with: a button with all that is offered, one that pins it, one that lets A go."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from viz_app.data.snapshot import Snapshot
from viz_app.system.command_queue import queued
from viz_app.system.language import tr
from viz_app.views.compare import words
from viz_app.views.compare.content import Compared
from viz_app.views.compare.pin_offers import PinOffer, offers
from viz_app.widgets import painting, vector_painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, MenuButton, SlimButton, plain_label, push_button
from viz_app.widgets.layout import FlowLayout, column_of, row_of, show_part, take_all

_ABOUT = tr("The same without the edits, another sentence, decoding, continuation, head or step")
PIN = tr("Pin this run")
PIN_ABOUT = tr(
    "This run becomes A. Then change the text, the step, the model, the decoding or an edit: that is B. (Ctrl+D)"
)


class PinChoices(QWidget):
    """`chosen` carries a PinOffer; `dropped`: the pinned run is released."""

    chosen = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shot: Snapshot | None = None
        self.offers: tuple[PinOffer, ...] = ()
        self.pin = push_button(self, PIN, PIN_ABOUT, self._pin)
        self.button = MenuButton(self, elastic=False)
        self.button.set_words(tr("Compare with"))
        painting.set_tip(self.button, _ABOUT)
        menu = QMenu(self.button)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self.fill)
        self.button.setMenu(menu)
        self.said = Caption("small", "muted", parent=self)
        self.drop = push_button(self, tr("Let go"), tr("Compares with nothing any more."), self.dropped)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row_of(self.pin, self.button, (self.said, 1), self.drop, parent=self)

    def tell(self, found: Compared | None) -> None:
        """Says what A is, where no map has it above."""
        self.said.set_text("" if found is None else f"A: {found.a.name or tr('the same run')}")

    def show_run(self, shot: Snapshot) -> None:
        """Offers what can be compared with this run."""
        self._shot = shot
        show_part(self.drop, shot.state.pin is not None)

    def fill(self) -> None:
        """Lists what there is now; all but the run itself, which has its own button."""
        menu, shot = self.button.menu(), self._shot
        menu.clear()
        if shot is None:
            return
        self.offers = offers(shot.trace, shot.look)
        for offer in self.offers[1:]:
            entry = menu.addAction(painting.shown(offer.words, menu.font()).replace("&", "&&"))
            entry.setToolTip(painting.tip(offer.about))
            entry.setStatusTip(offer.about)
            entry.triggered.connect(queued(self, partial(self.chosen.emit, offer)))

    def _pin(self) -> None:
        if self._shot is not None:
            self.chosen.emit(offers(self._shot.trace, self._shot.look)[0])


class NothingPinned(QWidget):
    """Stands in place of the comparison while there is none: how to pin, and all that is offered as buttons."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = plain_label(self, "body", words.UNPINNED, muted=True, wrapped=True)
        self.offers: tuple[PinOffer, ...] = ()
        self.buttons: list[SlimButton] = []
        self.place = QWidget(self)
        self._flow = FlowLayout(self.place, 8, 8)
        column_of(self.words, self.place, 1, parent=self, spacing=12)

    def show_run(self, shot: Snapshot, told: str) -> None:
        """Offers what there is, or says what is waited for."""
        self.words.setText(told or words.UNPINNED)
        found = () if told else offers(shot.trace, shot.look)
        if found == self.offers:
            return
        self.offers = found
        take_all(self._flow)
        for button in self.buttons:
            button.deleteLater()
        self.buttons = [self._made(offer) for offer in found]

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the words alone: in a picture no button can be pressed."""
        vector_painting.paint_words(painter, rect, "", self.words.text())

    def _made(self, offer: PinOffer) -> SlimButton:
        button = SlimButton(self.place)
        shown = painting.elided(offer.words, QFontMetricsF(themes.font("small")), themes.px(320))
        button.set_words(shown, offer.words, offer.about)
        button.clicked.connect(queued(self, partial(self.chosen.emit, offer)))
        self._flow.addWidget(button)
        button.show()
        return button
