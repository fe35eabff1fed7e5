"""The card of a tour: what the part in the light is, what to do there, and the way on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from viz_app.lessons.tours.tour_stops import Stop
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.labels import Caption, plain_label, push_button
from viz_app.widgets.layout import column_of, row_of

WIDTH = 300  # px at text size 100 %
_SHARE = 0.46  # of the window's width, at most
_GAP, _EDGE = 12, 8  # px between light and card, and between card and window


class TourCard(QFrame):
    """See module; `count` is how many stops there are. `arrow` carries an arrow key that is pressed on a button."""

    arrow = Signal(Qt.Key)

    def __init__(self, count: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._count = count
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
        """Says another stop, by its number from 0."""
        self.place.set_text(tr("{number} of {count}", number=at + 1, count=self._count))
        self.title.setText(stop.title)
        self.text.setText(stop.text)
        self.back.setEnabled(at > 0)
        self.next.setText(tr("Next") if at < self._count - 1 else tr("Finish"))
        self.setAccessibleName(tr("Tour, {number} of {count}: {title}", number=at + 1, count=self._count,
                                  title=stop.title))  # fmt: skip
        self.setAccessibleDescription(stop.text)
        self.show_done(False)
        self.show_lost(False)

    def announce(self) -> None:
        """Has a screen reader say the stop."""
        words = f"{self.accessibleName()}. {self.accessibleDescription()}"
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def show_done(self, done: bool) -> None:
        """Whether what was asked for was done."""
        self.done.set_text(tr("✓ done") if done else "")

    def show_lost(self, lost: bool) -> None:
        """Whether the part is not on the screen."""
        for part in (self.lost, self.again):
            part.setVisible(lost)

    def fitted(self, window: QSize) -> QSize:
        """The size that the words need in a window of that size."""
        width = min(themes.px(WIDTH), round(window.width() * _SHARE))
        width = max(width, self.column.minimumSize().width())
        return QSize(width, max(self.column.totalHeightForWidth(width), 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows are for the part in the light: buttons would pass the focus on to what stands in the dark."""
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
    """The first of the places that leaves room for a card beside it, and the card's corner. Where none does, the last
    one with the card in the corner that covers least of it; without places no light, and the card below in the middle.
    With `below` it stands below the light if it can.
    """
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
    """Where a card may stand: left of the light, right of it, below, above; as level with it as there is room."""
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
    """What of a part gets the keyboard: itself, else the first of its own that takes it."""
    for one in (part, *part.findChildren(QWidget)):
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible() and one.isEnabled():
            return one
    return None
