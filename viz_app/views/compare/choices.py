"""What the present run is compared with: a menu of everything offered, a button that pins it, one that unpins A."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from viz_app.data.snapshot import Snapshot
from viz_app.system.command_queue import empty, queued
from viz_app.system.language import tr
from viz_app.views.compare import words
from viz_app.views.compare.content import RunComparison
from viz_app.views.compare.pin_offers import PIN, PinOffer, offers
from viz_app.widgets import painting, vector_painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, MenuButton, SlimButton, plain_label, push_button
from viz_app.widgets.layout import FlowLayout, column_of, row_of, show_part

_ABOUT = tr("The same without the edits, or another sentence, decoding, continuation, head or step")
PIN_ABOUT = tr("This run becomes A. Then change the text, step, model, decoding or an edit to make B. (Ctrl+D)")
_APART = 16  # px between how to pin and the offers
_GAP = 10  # px at text size 100 % between two lines of offers


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
        self.drop = push_button(self, tr("Clear"), tr("Stops comparing."), self.dropped)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row_of(self.pin, self.button, (self.said, 1), self.drop, parent=self)

    def show_pinned(self, found: RunComparison | None) -> None:
        """Describes A, if no map has it as title."""
        self.said.set_text("" if found is None else f"A: {found.a.name or tr('the same run')}")

    def show_run(self, shot: Snapshot) -> None:
        """Offers what this run can be compared with."""
        self._shot = shot
        show_part(self.drop, shot.state.pin is not None)

    def fill(self) -> None:
        """Lists the offers, except the run itself, which has its own button."""
        menu, shot = self.button.menu(), self._shot
        empty(menu)
        if shot is None:
            return
        self.offers = offers(shot.trace, shot.look)
        for offer in self.offers[1:]:
            entry = menu.addAction(painting.visible_words(offer.words, menu.font()).replace("&", "&&"))
            entry.setToolTip(painting.tip(offer.about))
            entry.setStatusTip(offer.about)
            entry.triggered.connect(queued(self, partial(self.chosen.emit, offer)))

    def _pin(self) -> None:
        if self._shot is not None:
            self.chosen.emit(offers(self._shot.trace, self._shot.look)[0])


class NothingPinned(QWidget):
    """In place of the comparison while nothing is pinned: how to pin, and all offers as buttons, each with an
    explanation if there is a line for each."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = plain_label(self, "body", words.UNPINNED, muted=True, wrapped=True)
        self.offers: tuple[PinOffer, ...] = ()
        self.buttons: list[SlimButton] = []
        self.about: list[Caption] = []
        self.place = QWidget(self)
        self._flow = FlowLayout(self.place, 12, _GAP)
        column_of(self.words, self.place, 1, parent=self, spacing=_APART)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """One line per offer with its explanation, otherwise just the buttons."""
        buttons = self.buttons[: len(self.offers)]
        needed = sum(button.sizeHint().height() for button in buttons) + themes.px(_GAP) * (len(buttons) - 1)
        widest = max((button.sizeHint().width() for button in buttons), default=0)
        listed = needed + self.words.heightForWidth(self.width()) + _APART <= self.height()
        listed = listed and widest + themes.px(360) <= self.width()
        for at, (button, about) in enumerate(zip(self.buttons, self.about, strict=True)):
            button.setFixedWidth(widest if listed else button.sizeHint().width())
            about.setFixedWidth(max(0, self.width() - widest - themes.px(12)))
            show_part(about, listed and at < len(buttons))

    def show_run(self, shot: Snapshot, reason: str) -> None:
        """Shows the offers, or says what it is waiting for."""
        self.words.setText(reason or words.UNPINNED)
        found = () if reason else offers(shot.trace, shot.look)[1:]  # the run itself has its own button above
        if found == self.offers:
            return
        self.offers = found
        while len(self.buttons) < len(found):
            self._add_line(len(self.buttons))
        for at, (button, about) in enumerate(zip(self.buttons, self.about, strict=True)):
            show_part(button, at < len(found))
            if at < len(found):
                shown = painting.elided(found[at].words, QFontMetricsF(themes.font("small")), themes.px(320))
                button.set_words(shown, found[at].words, found[at].about)
                about.set_text(found[at].about)
        self._fit()

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the text alone: in a picture no button can be pressed."""
        vector_painting.paint_words(painter, rect, "", self.words.text())

    def _add_line(self, at: int) -> None:
        """Adds the button of an offer, and space for its explanation."""
        button, about = SlimButton(self.place), Caption("small", elastic=False, parent=self.place)
        button.clicked.connect(queued(self, partial(self._choose, at)))
        self.buttons.append(button)
        self.about.append(about)
        for part in (button, about):
            self._flow.addWidget(part)

    def _choose(self, at: int) -> None:
        if at < len(self.offers):
            self.chosen.emit(self.offers[at])
