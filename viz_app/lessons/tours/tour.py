"""The tour: ten stops in about two minutes, each about a part of the live window, with something to do there.

The part is highlighted, a card beside it explains it. The tour advances when the task is done, or on Next; whatever
else the user does, it stays, and Esc ends it. It changes nothing except to make the part visible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QWidget

from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.lessons.keys import LessonKeys
from viz_app.lessons.overlays import Spotlight
from viz_app.lessons.tours.tour_stops import STOPS, Stop
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import Caption, plain_label, push_button
from viz_app.widgets.layout import column_of, row_of, show_part

PAUSE = 1600
"""Milliseconds from when it was done to the next stop: what came of it is seen first."""

POLL = 120
"""Milliseconds between two checks of the part's place: windows and views may change their sizes at any time."""

VEIL = 0.5
"""How strongly everything else is covered."""

WIDTH = 300  # px at text size 100 %
_SHARE = 0.46  # of the window's width, at most
_GAP, _EDGE = 12, 8  # px between light and card, and between card and window


@dataclass(frozen=True)
class LitPart:
    """A part on the screen: the widget that gets the keyboard, and rectangles that may be highlighted, the largest
    first: the first one that leaves room for the card is taken."""

    widget: QWidget
    rects: tuple[QRect, ...]


class Tour(QObject):
    """`parts` find the LitPart of each part that a Stop names, None while it is not visible; `prepare` makes it
    visible. `yields` says whether something else needs the window to itself: a lesson, a presentation."""

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
        self.card = TourCard(window)
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

    # ---- going through

    def start(self) -> None:
        """Starts at the first stop."""
        self.on = True
        self.keys.listen(True)
        self._poll.start()
        self._show(0)
        self.card.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def go(self, by: int) -> None:
        """Goes this many stops forward or back; after the last one the tour ends."""
        if not self.on:
            return
        if self.at + by >= len(STOPS):
            self.stop()
        elif self.at + by >= 0:
            self._show(self.at + by)

    def stop(self) -> None:
        """Ends the tour; everything that the user did stays."""
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
        self.card.show_stop(STOPS[at], at)
        self._before = self._store.state
        self._bring()
        self.card.announce()

    def _bring(self) -> None:
        """Makes the part of the stop visible."""
        self._prepare(STOPS[self.at])
        self._before = self._before.with_(desk=self._store.state.desk, options=self._store.state.options)
        self._light = QRect()
        self.veil.show_over(True)
        self.look()

    # ---- what happens meanwhile

    def look(self) -> None:
        """Checks whether the task is done, and where the part is."""
        if self._yields():
            self.stop()
            return
        state = self._store.state
        if STOPS[self.at].done(self._store, self._before):
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
        """Places the highlight and the card."""
        spot, room = self._spot(), self._window.rect()
        size = self.card.fitted(room.size())
        light, corner = card_place(() if spot is None else spot.rects, size, room, STOPS[self.at].below)
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
        return self._parts[STOPS[self.at].part]()

    def lit_rects(self) -> list[QRect]:
        return [self._light] if not self._light.isEmpty() else []

    # ---- the keyboard

    def _has_focus(self) -> bool:
        focus = self._window.focusWidget()
        return focus is not None and self.card.isAncestorOf(focus)

    def swap_focus(self) -> None:
        """Moves the focus from the card to the part, and back."""
        if self._has_focus():
            self._focus_part()
        else:
            self.card.next.setFocus(Qt.FocusReason.TabFocusReason)

    def _focus_part(self) -> None:
        if (part := self._keyboard_part()) is not None:
            part.setFocus(Qt.FocusReason.TabFocusReason)

    def _keyboard_part(self) -> QWidget | None:
        """The widget of the highlighted part that gets keys."""
        spot = self._spot()
        return None if spot is None else takes_keys(spot.widget)

    def _press(self, key: Qt.Key) -> None:
        """Forwards an arrow key from the card to the part, unless that is a button, which would move the focus."""
        part = self._keyboard_part()
        if part is not None and not isinstance(part, QAbstractButton):
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QCoreApplication.sendEvent(part, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))


class TourCard(QFrame):
    """Explains the highlighted part and the task, with navigation; `arrow`: an arrow key was pressed on a button."""

    arrow = Signal(Qt.Key)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = plain_label(self, "strong", wrapped=True)
        self.text = plain_label(self, "body", wrapped=True)
        self.place, self.done = Caption("small", parent=self), Caption("small", "good", elastic=False, parent=self)
        self.keys = plain_label(self, "small", tr("F2 moves to the part and back."), muted=True, wrapped=True)
        self.lost = plain_label(self, "small", tr("This part is not on the screen now."), muted=True, wrapped=True)
        self.again = push_button(self, tr("Show it"), tr("Brings this stop's part into view"))
        self.end = push_button(self, tr("End the tour"), tr("Ends the tour; what you did is kept (Esc)"), role="flat")
        self.back = push_button(self, tr("Back"), tr("The previous stop"))
        self.next = push_button(self, tr("Next"), tr("The next stop"), role="primary")
        for button in (self.again, self.end, self.back, self.next):
            button.installEventFilter(self)
        top, ways = row_of((self.place, 1), self.done), row_of(self.end, 1, self.back, self.next)
        parts = (top, self.title, self.text, self.lost, self.again, self.keys, ways)
        self.column = column_of(*parts, parent=self, margins=(16, 12, 12, 12), spacing=6)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_stop(self, stop: Stop, at: int) -> None:
        """Shows another stop, by its number from 0."""
        self.place.set_text(tr("{number} of {count}", number=at + 1, count=len(STOPS)))
        self.title.setText(stop.title)
        self.text.setText(stop.text)
        self.back.setEnabled(at > 0)
        last = at == len(STOPS) - 1
        self.next.setText(tr("Finish") if last else tr("Next"))
        show_part(self.end, not last)  # one button that ends it is enough
        self.setAccessibleName(tr("Tour, {number} of {count}: {title}", number=at + 1, count=len(STOPS),
                                  title=stop.title))  # fmt: skip
        self.setAccessibleDescription(stop.text)
        self.show_done(False)
        self.show_lost(False)

    def announce(self) -> None:
        """Has a screen reader announce the stop."""
        words = f"{self.accessibleName()}. {self.accessibleDescription()}"
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def show_done(self, done: bool) -> None:
        self.done.set_text(tr("✓ done") if done else "")

    def show_lost(self, lost: bool) -> None:
        """Shows whether the part is not visible."""
        for part in (self.lost, self.again):
            part.setVisible(lost)

    def fitted(self, window: QSize) -> QSize:
        width = min(themes.px(WIDTH), round(window.width() * _SHARE))
        width = max(width, self.column.minimumSize().width())
        return QSize(width, max(self.column.totalHeightForWidth(width), 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys go to the highlighted part: buttons would move the focus out of it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in ARROWS:
            self.arrow.emit(Qt.Key(event.key()))
            return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        with QPainter(self) as painter:
            rect = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
            painting.draw_rounded(painter, rect, fill=theme.q("panel"), line=theme.q("target"))


def card_place(rects: Sequence[QRect], card: QSize, window: QRect, below: bool = False) -> tuple[QRect, QPoint]:
    """The first rectangle that leaves room for a card beside it, and the card's corner. If none does, the last one with
    the card in the corner that covers least of it; without rectangles no highlight, and the card at the bottom centre.
    With `below` the card is below the highlight if possible."""
    room = window.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    for light in rects:
        corners = _corners(light, card, room)
        for corner in [corners.pop(2), *corners] if below else corners:
            if room.contains(QRect(corner, card)):
                return light, corner
    if not rects:
        return QRect(), QPoint(room.center().x() - card.width() // 2, room.bottom() + 1 - card.height())
    right, bottom = room.right() + 1 - card.width(), room.bottom() + 1 - card.height()
    ends = [QPoint(x, y) for x in (right, room.left()) for y in (bottom, room.top())]
    return rects[-1], min(ends, key=lambda corner: _area(QRect(corner, card).intersected(rects[-1])))


def _corners(light: QRect, card: QSize, room: QRect) -> list[QPoint]:
    """Possible corners of a card: left of the highlight, right of it, below, above; vertically aligned with it as far
    as possible."""
    right, bottom = room.right() + 1 - card.width(), room.bottom() + 1 - card.height()
    level = max(room.top(), min(light.center().y() - card.height() // 2, bottom))
    across = max(room.left(), min(light.center().x() - card.width() // 2, right))
    return [
        QPoint(light.left() - _GAP - card.width(), level),
        QPoint(light.right() + 1 + _GAP, level),
        QPoint(across, light.bottom() + 1 + _GAP),
        QPoint(across, light.top() - _GAP - card.height()),
    ]


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height())


def takes_keys(part: QWidget) -> QWidget | None:
    """The widget of a part that gets the keyboard: itself, otherwise its first child that accepts it."""
    for one in (part, *part.findChildren(QWidget)):
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible() and one.isEnabled():
            return one
    return None
