"""Plain text: a label, a caption that is elided if too long, a button with a menu, a slim button."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import partial

from PySide6 import QtGui
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, QSize, Qt, SignalInstance
from PySide6.QtGui import QAction, QActionGroup, QColor, QFocusEvent, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QToolTip, QWidget

from viz_app.system.command_queue import Command, queued
from viz_app.system.glossary import explained
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Role, Theme

_DIGIT = re.compile(r"\d")


def without_ends(text: str, mark: str = " · ") -> tuple[str, ...]:
    """What is left of a text of parts without the last, the last two, and so on."""
    parts = text.split(mark)
    return tuple(mark.join(parts[:count]) for count in reversed(range(1, len(parts))))


class Caption(QWidget):
    """One line of plain text, as high as its font; the tooltip has what does not fit. `role` is a font of
    viz_app.widgets.theme, `tone` one of its colours. An `elastic` caption shrinks for its neighbours, otherwise it
    takes the width that its text needs with any digits, so that a changing count moves nothing."""

    def __init__(self, role: Role = "small", tone: str = "muted", elastic: bool = True, parent: QWidget | None = None):
        super().__init__(parent)
        self._role: Role = role
        self._tone, self._elastic = tone, elastic
        self._text = self._tip = ""
        self._shorter: tuple[str, ...] = ()
        self.align = "left"
        across = QSizePolicy.Policy.Ignored if elastic else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._restyle)

    def text(self) -> str:
        return self._text

    def label(self) -> str:
        """The text if it is a heading, whose terms are explained; "" for any other text."""
        return self._text if self._role in ("title", "strong") else ""

    def set_text(self, text: str, tip: str = "", tone: str | None = None, shorter: tuple[str, ...] = ()) -> None:
        """Shows a text; `tip` is plain text, by default the text itself where it is cut. Where the text does not fit,
        the first of `shorter` that does is shown instead, else the beginning of the last."""
        tone = tone or self._tone
        if (text, tip, tone, shorter) == (self._text, self._tip, self._tone, self._shorter):
            return
        self._shorter = shorter
        fixed = self.minimumWidth() == self.maximumWidth()  # then other words leave everything around where it is
        other = text != self._text and not (fixed or self._elastic)
        before = self.sizeHint() if other else None
        self._text, self._tip, self._tone = text, tip, tone
        self.setAccessibleName(text)
        if other and self.sizeHint() != before:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(themes.font(self._role))
        width = max(map(metrics.horizontalAdvance, (self._text, _DIGIT.sub("0", self._text))))
        return QSize(int(width) + 2, round(metrics.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0 if self._elastic else self.sizeHint().width(), self.sizeHint().height())

    def shown(self) -> str:
        """What of the text has room."""
        font = themes.font(self._role)
        texts = [painting.drawable(text, font) for text in (self._text, *self._shorter)]
        fits = (text for text in texts if painting.text_width(text, font) <= self.width())
        return next(fits, "") or painting.fitted(texts[-1], font, self.width())[0]

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            font, ink = themes.font(self._role), themes.current().q(self._tone)
            painting.draw_words(painter, QRectF(self.rect()), self.shown(), ink, align=self.align, font=font)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            whole = QFontMetricsF(themes.font(self._role)).horizontalAdvance(self._text) <= self.width()
            words = explained(self.label(), self._tip or ("" if whole else self._text))
            QToolTip.showText(event.globalPos(), painting.tip(words), self)
            return True
        return bool(super().event(event))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._restyle()
        super().changeEvent(event)

    def _restyle(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()


class MenuButton(QToolButton):
    """Text with a chevron that opens a menu or a card, in a frame, at least 24 px high. `elastic` False keeps it as
    wide as its text."""

    pad = 8.0  # px beside the words

    def __init__(self, parent: QWidget | None = None, *, elastic: bool = True) -> None:
        super().__init__(parent)
        self._words = self._short = ""
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        across = QSizePolicy.Policy.Preferred if elastic else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        themes.changed.connect(self._restyle)

    def words(self) -> str:
        return self._words

    def set_words(self, words: str, short: str = "") -> None:
        """Sets the text, `short` if `words` do not fit; plain text, & is a letter like any other."""
        if (words, short) != (self._words, self._short):
            self._words, self._short = words, short
            self.setAccessibleName(words)
            self.updateGeometry()
            self.update()

    def set_choices(
        self, choices: Mapping[str, tuple[str, ...]], chosen: Callable[[str], object]
    ) -> dict[str, QAction]:
        """A menu of value -> (word, tip), one of which is checked. `chosen` is called with the value of a new choice.

        Call again to replace the menu. Returns the entries by value.
        """
        before = self.menu()
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        made = {}
        for value, (word, about, *_) in choices.items():
            action = made[value] = QAction(word[0].upper() + word[1:], group)
            action.setCheckable(True)
            action.setToolTip(painting.tip(explained(word, about)))
            action.triggered.connect(queued(self, partial(chosen, value)))
            menu.addAction(action)
        self.setMenu(menu)
        if before is not None:
            before.deleteLater()
        return made

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(themes.font("body"))
        width = metrics.horizontalAdvance(self._words) + self._chevron() + 3 * self.pad
        return QSize(round(width) + 1, max(24, themes.px(24), round(metrics.height()) + 6))

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(48), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """The tooltip has a text that is cut in full, above its own."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.is_cut():
            about = self.accessibleDescription()
            QToolTip.showText(event.globalPos(), painting.tip(f"{self._words}\n{about}".rstrip()), self)
            return True
        return bool(super().event(event))

    def is_cut(self) -> bool:
        """Whether the text does not fit."""
        return QFontMetricsF(themes.font("body")).horizontalAdvance(self._words) > self._room()

    def _room(self) -> float:
        return self.width() - self._chevron() - 3 * self.pad

    @staticmethod
    def _chevron() -> int:
        return themes.px(9)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, on = themes.current(), self.isEnabled()
        active = (self.underMouse() and on) or self.isDown()
        ground = theme.wash("ink", 0.07) if active else theme.q("panel" if on else "background")
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painting.draw_rounded(painter, frame, fill=ground, line=theme.q("edge" if on else "line"))
            if self.hasFocus() and self.property("keys"):
                painting.draw_focus_ring(painter, QRectF(self.rect()), theme)
            place = QRectF(self.pad, 0, self._room(), self.height())
            shown, ink = (self.is_cut() and self._short) or self._words, theme.q("ink" if on else "muted")
            covered = painting.draw_words(painter, place, shown, ink, font=themes.font("body"))
            if on:
                side = self._chevron()
                painter.translate(covered.right() + self.pad + side / 2, self.height() / 2 + 0.5)
                painter.rotate(90)
                icons.draw_icon(painter, "forward", QRectF(-side / 2, -side / 2, side, side), theme.q("ink"))

    def changeEvent(self, event: QEvent) -> None:
        """A disabled button has no hand cursor and no chevron."""
        if event.type() == QEvent.Type.EnabledChange:
            hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
            self.setCursor(hand if self.isEnabled() else arrow)
        super().changeEvent(event)

    def _restyle(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()


class SlimButton(QAbstractButton):
    """A low button with small text, 24 px high. Subclasses set other paddings, colours and a maximum width."""

    side, corner = 8, 6  # px beside the words, radius

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.ring = False
        self.ensurePolished()  # else Qt puts the first font back
        themes.changed.connect(self.restyle)
        self.restyle()

    def setStatusTip(self, words: str) -> None:
        """Also where the window shows it already, since the pointer rests here."""
        super().setStatusTip(words)
        if self.underMouse():
            QCoreApplication.sendEvent(self, QtGui.QStatusTipEvent(words))

    def set_words(self, words: str, name: str, tip: str, key: str = "") -> None:
        """Sets its text, its name, what a press does, and the equivalent key."""
        self.setAccessibleName(name)
        painting.set_tip(self, f"{name} ({key})\n{tip}" if key else f"{name}\n{tip}")
        self.setStatusTip(f"{name.removesuffix('…')}. {tip}")
        if words != self.text():
            self.setText(words)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        words = painting.visible_words(self.text(), self.font())
        return QSize(math.ceil(metrics.horizontalAdvance(words)) + 2 * self.side, max(24, themes.px(24)))

    def colours(self, theme: Theme) -> tuple[QColor | None, QColor | None]:
        """The background and the border in the present state."""
        ground = theme.wash("ink", 0.14 if self.isDown() else 0.07) if self.underMouse() else theme.q("panel")
        return ground, theme.wash("muted", 0.6)

    def draw_words(self, painter: QPainter, theme: Theme) -> None:
        words = painting.visible_words(self.text(), self.font())
        painting.draw_words(painter, QRectF(self.rect()), words, theme.q("ink"), align="centre", font=self.font())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, rect = themes.current(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        ground, edge = self.colours(theme)
        with QPainter(self) as painter:
            painter.setFont(self.font())
            if ground is not None:
                painting.draw_rounded(painter, rect, corner=self.corner, fill=ground, line=edge)
            self.draw_words(painter, theme)
            if self.ring:
                painting.draw_focus_ring(painter, rect, theme, corner=self.corner)

    def changeEvent(self, event: QEvent) -> None:
        """Keeps its font: the window's style resets it when the button is first shown."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.font().pointSizeF() != themes.font("small").pointSizeF():
            self.setFont(themes.font("small"))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.ring = event.reason() in painting.KEYBOARD_FOCUS
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.ring = False
        super().focusOutEvent(event)

    def restyle(self, _theme: object = None) -> None:
        self.setFont(themes.font("small"))
        self.updateGeometry()
        self.update()


class PlainLabel(QLabel):
    """A label for any text as it is, always in one of the current fonts: see `plain_label`."""

    def __init__(self, parent: QWidget, role: Role) -> None:
        super().__init__(parent)
        self._role: Role = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        themes.changed.connect(self._restyle)
        self._restyle()

    def setText(self, text: str) -> None:
        """Characters that no font here can draw are spelled out, as everywhere."""
        super().setText(painting.drawable(text, themes.font(self._role)))

    def _restyle(self, _theme: object = None) -> None:
        self.setFont(themes.font(self._role))


Slot = Callable[[], object] | SignalInstance
"""What is done at a press: a function, or a signal that is emitted."""


def push_button(
    parent: QWidget, words: str, about: str, do: Slot | None = None, *, name: str = "", role: str = ""
) -> QPushButton:
    """A button with its tooltip; `do` is what a press does, `name` what screen readers say, `role` one of the style
    sheet's."""
    button = QPushButton(words, parent)
    button.setAutoDefault(True)  # Enter presses it where it has the focus, in the window as in a dialog
    painting.set_tip(button, about)
    button.setAccessibleName(name or words)
    if role:
        button.setProperty("role", role)
    if do is not None:
        button.clicked.connect(do)
    return button


def add_entry(menu: QMenu, owner: QObject, words: str, do: Command, tip: str = "") -> QAction:
    """Adds an entry to a menu; & in its text is a letter like any other. Its action runs in the event loop while
    `owner` exists: a menu may delete itself."""
    entry = menu.addAction(words.replace("&", "&&"))
    entry.setToolTip(painting.tip(tip))
    entry.setStatusTip(tip)
    entry.triggered.connect(queued(owner, do))
    return entry


def plain_label(
    parent: QWidget, role: Role, text: str = "", *, muted: bool = False, wrapped: bool = False, centred: bool = False
) -> PlainLabel:
    """A label with any text in one of the fonts: optionally muted, wrapped, centred."""
    label = PlainLabel(parent, role)
    label.setText(text)
    label.setWordWrap(wrapped)
    if centred:
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    if muted:
        label.setProperty("tone", "muted")
    return label
