"""What the present run is compared with: a button with all that is offered, one that pins it, one that lets A go."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from viz_app.data.pins import PinOffer, offers
from viz_app.data.snapshot import Snapshot
from viz_app.system.command_queue import queued
from viz_app.views.compare.content import Compared
from viz_app.widgets import painting
from viz_app.widgets.labels import Caption, MenuButton, push_button
from viz_app.widgets.layout import row_of, show_part

_ABOUT = "The same without the edits, another sentence, decoding, continuation, head or step"
PIN = "Pin this run"
PIN_ABOUT = (
    "This run becomes A. Then change the text, the step, the model, the decoding or an edit: that is B. (Ctrl+D)"
)


class PinChoices(QWidget):
    """`chosen` carries a PinOffer; `dropped`: the pinned run is let go."""

    chosen = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shot: Snapshot | None = None
        self.offers: tuple[PinOffer, ...] = ()
        self.pin = push_button(self, PIN, PIN_ABOUT, self._pin)
        self.button = MenuButton(self, elastic=False)
        self.button.set_words("Compare with")
        self.button.setToolTip(painting.tip(_ABOUT))
        menu = QMenu(self.button)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self.fill)
        self.button.setMenu(menu)
        self.words = Caption("small", "muted", parent=self)
        self.drop = push_button(self, "Let go", "Compares with nothing any more.", self.dropped)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row_of(self.pin, self.button, (self.words, 1), self.drop, parent=self)

    def show_run(self, shot: Snapshot, found: Compared | None = None) -> None:
        """Offers what can be compared with this run."""
        self._shot = shot
        show_part(self.drop, shot.state.pin is not None)
        self.words.set_text("" if found is None else f"A: {found.a.name or 'the same run'}")

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
