"""The tour: ten stops in about two minutes, each tied to a part of the live window, with something to do there.

The part stands in the light, a card beside it says what it is. The tour goes on when what it asks for was done, or on
Next; whatever else is done meanwhile, it stays where it is, and Esc ends it. Nothing is set for the person but that the
part can be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.lessons.keys import LessonKeys
from viz_app.lessons.overlays import Spotlight
from viz_app.lessons.tours.tour_card import TourCard, card_place, takes_keys
from viz_app.lessons.tours.tour_stops import STOPS, Stop

PAUSE = 1600
"""Milliseconds from when it was done to the next stop: what came of it is seen first."""

POLL = 120
"""Milliseconds between two looks at where the part stands: windows and views change their sizes at any time."""

VEIL = 0.5
"""How strongly everything else is covered."""


@dataclass(frozen=True)
class LitPart:
    """A part on the screen: what gets the keyboard, and places on the window that may stand in the light, the largest
    first: the first one is taken that leaves room for the card."""

    widget: QWidget
    rects: tuple[QRect, ...]


class Tour(QObject):
    """`parts` find the LitPart of each part that a Stop names, None while it is not on the screen; `prepare` brings it
    there. `yields` says whether something else needs the window to itself: a lesson, a presentation."""

    ended = Signal()

    def __init__(
        self, window: QWidget, store: Store, parts: Mapping[str, Callable[[], LitPart | None]],
        prepare: Callable[[Stop], None], yields: Callable[[], bool],
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._store, self._parts = window, store, parts
        self._prepare, self._yields = prepare, yields
        self.at, self.on = 0, False
        self._before = State()  # when the stop began
        self._light = QRect()
        self._done: object = None  # the State in which it was done
        self.veil = Spotlight(window, self.lit_rects, VEIL)
        self.card = TourCard(len(STOPS), window)
        self.card.next.clicked.connect(lambda: self.go(1))
        self.card.back.clicked.connect(lambda: self.go(-1))
        self.card.end.clicked.connect(self.stop)
        self.card.again.clicked.connect(self._bring)
        self.card.arrow.connect(self._press)
        acts = {Qt.Key.Key_Escape: self.stop, Qt.Key.Key_F2: self.swap_focus}
        self.keys = LessonKeys(window, acts, firm=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(lambda: self.go(1))
        self._poll = QTimer(self, interval=POLL)
        self._poll.timeout.connect(self.look)

    @property
    def present(self) -> Stop:
        """The stop that is shown."""
        return STOPS[self.at]

    # ---- going through

    def start(self) -> None:
        """From the first stop."""
        self.on = True
        self.keys.listen(True)
        self._poll.start()
        self._show(0)
        self.card.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def go(self, by: int) -> None:
        """So many stops on, or back; after the last one it ends."""
        if not self.on:
            return
        if self.at + by >= len(STOPS):
            self.stop()
        elif self.at + by >= 0:
            self._show(self.at + by)

    def stop(self) -> None:
        """Ends it; everything that was done stays."""
        if not self.on:
            return
        self.on = False
        self.keys.listen(False)
        self._pause.stop()
        self._poll.stop()
        if self._has_focus():
            self._focus_part()
        self.veil.hide()
        self.card.hide()
        self.ended.emit()

    def _show(self, at: int) -> None:
        self._pause.stop()
        self.at, self._done = at, None
        stop = self.present
        self.card.show_stop(stop, at)
        self._before = self._store.state
        self._bring()
        self.card.announce()

    def _bring(self) -> None:
        """Brings the part of the stop on the screen."""
        self._prepare(self.present)
        self._before = self._before.with_(desk=self._store.state.desk, options=self._store.state.options)
        self._light = QRect()
        self.veil.show_over(True)
        self.look()

    # ---- what happens meanwhile

    def look(self) -> None:
        """Whether it was done, and where the part stands now."""
        if self._yields():
            self.stop()
            return
        state = self._store.state
        if self.present.done(self._store, self._before):
            if self._done is None or self._done != state.run:
                self._done = state.run
                self.card.show_done(True)
                self._pause.start()
        elif self._done is not None:  # taken back, or typed on
            self._done = None
            self.card.show_done(False)
            self._pause.stop()
        self._place()

    def _place(self) -> None:
        """The light on the part, the card beside it."""
        spot, room = self._spot(), self._window.rect()
        size = self.card.fitted(room.size())
        light, corner = card_place(() if spot is None else spot.rects, size, room, self.present.below)
        self.card.show_lost(spot is None)
        if light != self._light:
            self._light = light
            self.veil.update()
        if QRect(corner, size) != self.card.geometry() or self.card.isHidden():
            self.card.setGeometry(QRect(corner, size))
            self.card.show()
            self.veil.raise_()
            self.card.raise_()

    def _spot(self) -> LitPart | None:
        return self._parts[self.present.part]()

    def lit_rects(self) -> list[QRect]:
        """What stands in the light."""
        return [self._light] if not self._light.isEmpty() else []

    # ---- the keyboard

    def _has_focus(self) -> bool:
        focus = self._window.focusWidget()
        return focus is not None and self.card.isAncestorOf(focus)

    def swap_focus(self) -> None:
        """From the card to the part, and back."""
        if self._has_focus():
            self._focus_part()
        else:
            self.card.next.setFocus(Qt.FocusReason.TabFocusReason)

    def _focus_part(self) -> None:
        part = self._keyboard_part()
        if part is not None:
            part.setFocus(Qt.FocusReason.TabFocusReason)

    def _keyboard_part(self) -> QWidget | None:
        """What of the part in the light gets keys."""
        spot = self._spot()
        return None if spot is None else takes_keys(spot.widget)

    def _press(self, key: Qt.Key) -> None:
        """An arrow on the card is one on the part, where that is no button, which would pass the focus on; the focus
        stays."""
        part = self._keyboard_part()
        if part is not None and not isinstance(part, QAbstractButton):
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QCoreApplication.sendEvent(part, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))
