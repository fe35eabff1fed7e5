"""The page of lessons: a card for each bundled lesson, opening others, and how to make one's own."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QGridLayout, QScrollArea, QSizePolicy, QWidget

from model_core.errors import Refused
from model_core.io.resources import folder, lessons
from viz_app.charts.images import image_of
from viz_app.data.maps.colormaps import Scale
from viz_app.document.lesson import Lesson, in_language, load_lesson
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import add_layout, row_of

ABOUT = tr("Lessons play in this window on the live model, offline. You can use everything meanwhile; Esc leaves.")
OWN = tr(
    "Make your own: set up the window as you want it and add it as a scene. Save it: one file that opens anywhere."
)
SIDE = 56  # px at text size 100 %
COLUMNS = 3  # at most
WIDTH, NARROWEST = 860, 240  # px at text size 100 %: of the page, and of a card with what is beside it


def card_maps() -> dict[str, np.ndarray]:
    """Name of a bundled lesson -> the map that its most telling scene shows, as its model computes it: weights (Q, K)
    of 0 to 1 (measured by `python -m tests.lesson_maps`)."""
    found = json.loads((folder() / "lesson_maps.json").read_text(encoding="ascii"))
    return {name: np.array(rows) for name, rows in found.items()}


class CardMap(QWidget):
    """Weights (Q, K) of 0 to 1 as a map in the theme's colours, without labels; None = an empty field."""

    def __init__(self, weights: np.ndarray | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.weights = weights
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return QSize(themes.px(SIDE), themes.px(SIDE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, room = themes.current(), QRectF(0, 0, themes.px(SIDE), themes.px(SIDE))
        with QPainter(self) as painter:
            if self.weights is not None:
                painter.drawImage(room, image_of(self.weights, Scale(), theme))
            painter.setPen(theme.q("line"))
            painter.drawRect(room.adjusted(0.5, 0.5, -0.5, -0.5))


class Card(QAbstractButton):
    """A lesson: a map of it, its number and title, its subject, its duration."""

    def __init__(self, number: int, lesson: Lesson, weights: np.ndarray | None, language: str, parent: QWidget) -> None:
        super().__init__(parent)
        title, about = in_language(lesson.title, language), in_language(lesson.about, language)
        self.title = plain_label(self, "strong", f"{number}  {title}" if number else title, wrapped=True)
        self.about = plain_label(self, "small", about, muted=True, wrapped=True)
        self.minutes = plain_label(
            self, "small", tr("{number} min", number=lesson.minutes) if lesson.minutes else "", muted=True
        )
        for label in (self.title, self.about, self.minutes):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("{title}, {number} minutes", title=title, number=lesson.minutes))
        self.setAccessibleDescription(about)
        painting.set_tip(self, about)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.column = QGridLayout(self)
        self.column.setContentsMargins(14, 10, 14, 10)
        self.column.setSpacing(2)
        self.column.setHorizontalSpacing(12)
        self.map = CardMap(weights, self)
        self.column.addWidget(self.map, 0, 0, 4, 1, Qt.AlignmentFlag.AlignTop)
        self.column.setColumnStretch(1, 1)
        for row, label in enumerate((self.title, self.about, self.minutes)):
            self.column.addWidget(label, row, 1)
        self.column.setRowStretch(3, 1)

    def sizeHint(self) -> QSize:
        return self.column.sizeHint().expandedTo(QSize(themes.px(210), themes.px(84)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the lesson instead of closing the page."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        ground = theme.wash("ink", 0.05) if self.underMouse() else theme.q("panel")
        rect = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painting.draw_rounded(painter, rect, fill=ground, line=theme.q("edge"))
            if self.hasFocus():
                painting.draw_focus_ring(painter, rect, theme)


class LessonsSheet(Dialog):
    """See module. `chosen` carries the path of a lesson, `asked` asks to open another one, `making` to make the present
    window a scene."""

    chosen = Signal(object)
    asked = Signal()
    making = Signal()

    def __init__(self, language: str, parent: QWidget | None = None) -> None:
        super().__init__(tr("Lessons"), parent)
        self.column.addWidget(plain_label(self, "body", ABOUT, muted=True, wrapped=True))
        page = QWidget(self)
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(10)
        self.cards: list[Card] = []
        self._maps = card_maps()
        wide = min(themes.px(WIDTH), self.room().width())
        self.columns = max(1, min(COLUMNS, wide // themes.px(NARROWEST)))
        for path in lessons():
            self._add(path, language, page, grid)
        for column in range(self.columns):
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(len(self.cards) // self.columns + 1, 1)
        area = QScrollArea(self)
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the first card has it, and scrolls with it
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.column.addWidget(area, 1)
        own = plain_label(self, "small", OWN, muted=True, wrapped=True)
        about = tr("Starts a lesson of your own, or adds to it")
        self.add = push_button(self, tr("Add this window as a scene"), about, partial(self._close_for, self.making))
        add_layout(self.column, row_of((own, 1), self.add))
        ask = partial(self._close_for, self.asked)
        self.end_with_close(push_button(self, tr("Open a lesson…"), tr("Opens a lesson file"), ask))
        self.resize_on_screen(themes.px(WIDTH), themes.px(736))

    def _add(self, path: Path, language: str, page: QWidget, grid: QGridLayout) -> None:
        try:
            lesson = load_lesson(path)
        except Refused:
            return
        number = path.stem.partition("-")[0]
        known = self._maps.get(path.stem)
        card = Card(int(number) if number.isdecimal() else 0, lesson, known, language, page)
        card.clicked.connect(partial(self._close_for, self.chosen, path))
        grid.addWidget(card, len(self.cards) // self.columns, len(self.cards) % self.columns)
        self.cards.append(card)

    def _close_for(self, signal: SignalInstance, *what: object) -> None:
        self.close()
        signal.emit(*what)
