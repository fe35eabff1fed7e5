"""The widget of the Lines view: two columns of words and the strands between them, with pointer, zoom and export.

It shows what it is told and says what is pointed at; which strands stand out is told to it as a Focus. All strands are
painted once into a kept layer; a moving pointer lays that layer down paler and paints only the strands in focus.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from viz_app.data import number_format
from viz_app.data.line_selection import BETWEEN, EARLIER_SIDE, Strands, Target, together
from viz_app.data.map_text import RowLabel
from viz_app.views.lines.scene import Sheet
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_PALE = {True: 0.4, False: 0.14}  # the strength of strands out of focus: of a step, of what is pointed at or pinned
_WORDS = {True: 0.85, False: 0.6}  # that of words
_CLEAR_WORDS = 0.8  # where contrast comes first


@dataclass(frozen=True, eq=False)
class Focus:
    """What stands out: some strands (S,) bool, tokens (side, place) with a band, and where numbers are written.

    numbered  the side whose words get the numbers of the strands that end there, None for no numbers
    soft      the rest stays well seen: for the current step
    """

    chosen: np.ndarray
    tokens: frozenset[tuple[int, int]] = frozenset()
    numbered: int | None = None
    soft: bool = False


@dataclass(frozen=True, eq=False)
class Drawing:
    """What a LineMap shows.

    words    labels of both columns; titles a word over each
    strands  the lines, colours one per series; fades (S,) 0-1, paler ones, or None
    arcs     room for arcs on the outer sides
    written  rows of the second column from this one on are not written yet, None for none
    """

    words: tuple[Sequence[RowLabel], Sequence[RowLabel]] = ((), ())
    titles: tuple[str, str] = ("", "")
    strands: Strands = field(default_factory=lambda: together([]))
    colours: tuple[QColor, ...] = ()
    fades: np.ndarray | None = None
    arcs: bool = False
    written: int | None = None


class LineMap(QWidget):
    """Paints a Drawing. `describe` gives the words of a Target for tool tips and screen readers."""

    pointed = Signal(object)  # Target, or None
    clicked = Signal(object)  # Target

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.describe: Callable[[Target], str] | None = None
        self.pictures = 0  # how often the strands were painted, for measurements
        self._drawing = Drawing()
        self._sheet = Sheet()
        self._focus: Focus | None = None
        self._step: int | None = None
        self._target: Target | None = None
        self._laid = False
        self._layer: QPixmap | None = None
        self._grounds: dict[object, QPixmap] = {}
        self._pressed: QPointF | None = None
        self._held: float | None = None  # the shift when dragging began
        self._ring = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 64)
        self.setAccessibleName("Lines")
        themes.changed.connect(self._forget)

    # ---- what it shows

    @property
    def drawing(self) -> Drawing:
        """What is shown now."""
        return self._drawing

    @property
    def focus(self) -> Focus | None:
        """What stands out now."""
        return self._focus

    @property
    def target(self) -> Target | None:
        """What the pointer is on."""
        return self._target

    def set_drawing(self, drawing: Drawing) -> None:
        """Shows something else; zoom stays while the words are equally many."""
        before = [len(words) for words in self._drawing.words]
        if before != [len(words) for words in drawing.words]:
            self._sheet.factor, self._sheet.shift = 1.0, 0.0
        self._drawing, self._focus, self._target = drawing, None, None
        self._sheet.words, self._sheet.titles, self._sheet.arcs = drawing.words, drawing.titles, drawing.arcs
        self._sheet.lanes = max(1, len(drawing.colours))
        self._forget()

    def set_focus(self, focus: Focus | None) -> None:
        """Lets something stand out, or nothing."""
        if focus is not None or self._focus is not None:
            self._focus = focus
            self.update()

    def set_step(self, row: int | None) -> None:
        """Marks the word of the present step, a row of the second column; None for none."""
        if row != self._step:
            self._step = row
            self.update()

    def zoom_by(self, notches: float, y: float | None = None) -> None:
        """Zooms as so many notches of a wheel do, about a height on the widget."""
        sheet = self.sheet()
        at = (sheet.top + sheet.bottom) / 2 if y is None else y
        before = sheet.factor
        sheet.factor = max(1.0, before * 1.2**notches)
        sheet.lay_out(sheet.rect, self.font())
        sheet.shift = (at - sheet.top + sheet.shift) * sheet.factor / before - (at - sheet.top)
        self._forget()

    def show_place(self, side: int, place: int) -> None:
        """Scrolls so that a token is seen."""
        sheet = self.sheet()
        y = sheet.y(side, place)
        if not sheet.top <= y <= sheet.bottom:
            sheet.shift += y - (sheet.top + sheet.bottom) / 2
            self._forget()

    @property
    def zoom(self) -> float:
        """1 where all is seen."""
        return self._sheet.factor

    def sheet(self) -> Sheet:
        """Where everything lies now."""
        if not self._laid:
            self._laid = True
            self._sheet.lay_out(QRectF(self.rect()), self.font())
        return self._sheet

    def most_height(self) -> int:
        """The px that the words need when they are as far apart as they may be."""
        return self._sheet.most_height(self.font())

    def sizeHint(self) -> QSize:
        """A comfortable size; the drawing fits itself into any."""
        return QSize(640, 420)

    # ---- painting

    def _forget(self, _theme: object = None) -> None:
        self._laid, self._layer = False, None
        self._grounds.clear()
        self.update()

    def _strand_layer(self) -> QPixmap:
        """All strands on nothing."""
        if self._layer is None:
            ratio, strands = self.devicePixelRatioF(), self._drawing.strands
            self._layer = QPixmap(self.size() * ratio)
            self._layer.setDevicePixelRatio(ratio)
            self._layer.fill(Qt.GlobalColor.transparent)
            with QPainter(self._layer) as painter:
                self._paint_strands(painter, np.arange(len(strands)), ratio=ratio)
            self.pictures += 1
        return self._layer

    def _paint_strands(
        self, painter: QPainter, chosen: np.ndarray, *, stress: float = 1.0, vector: bool = False, ratio: float = 1.0
    ) -> None:
        drawing = self._drawing
        self._sheet.draw_strands(
            painter, drawing.strands, chosen, drawing.colours,
            fades=drawing.fades, stress=stress, vector=vector, ratio=ratio,
        )  # fmt: skip

    def _ground(self, soft: bool | None) -> QPixmap:
        """Ground, strands and words; `soft` says how far strands and words stand back, None not at all."""
        if soft not in self._grounds:
            layer, theme, ratio = self._strand_layer(), themes.current(), self.devicePixelRatioF()
            made = self._grounds[soft] = QPixmap(layer.size())
            made.setDevicePixelRatio(ratio)
            made.fill(theme.q("background"))
            with QPainter(made) as painter:
                painter.setOpacity(1.0 if soft is None else _PALE[soft])
                painter.drawPixmap(0, 0, layer)
                painter.setOpacity(1.0)
                self._sheet.draw_titles(painter, theme)
                self._sheet.draw_words(painter, theme, strength=_words(theme, soft), written=self._drawing.written)
        return self._grounds[soft]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lays the kept picture and paints what is in focus over it."""
        self.sheet()
        focus, theme = self._focus, themes.current()
        with QPainter(self) as painter:
            if painter.paintEngine().type() != QPaintEngine.Type.Raster and self.zoom == 1.0:
                painter.fillRect(self.rect(), theme.q("background"))
                self.paint_to(painter, QRectF(self.rect()))  # a window that is saved as SVG or PDF
            else:
                painter.drawPixmap(0, 0, self._ground(None if focus is None else focus.soft))
                self._paint_step(painter, theme)
                if focus is not None:
                    self._paint_focus(painter, theme, focus, ratio=self.devicePixelRatioF())
            if self._ring:
                painting.draw_focus_ring(painter, QRectF(self.rect()), theme, corner=4)

    def _paint_step(self, painter: QPainter, theme: Theme) -> None:
        """The word of the present step in the colour of the target."""
        if self._step is not None:
            self._clear(painter, theme, [(1, self._step)])
            self._sheet.draw_word(painter, theme, 1, self._step, tone="target")

    def _paint_focus(
        self, painter: QPainter, theme: Theme, focus: Focus, *, vector: bool = False, ratio: float = 1.0
    ) -> None:
        chosen = np.flatnonzero(focus.chosen)
        self._paint_strands(painter, chosen, stress=1.25, vector=vector, ratio=ratio)
        partners = self._partners(chosen, focus)
        self._clear(painter, theme, [*partners, *focus.tokens])
        for side, place in partners:
            self._sheet.draw_word(painter, theme, side, place)
        for side, place in sorted(focus.tokens):
            role = "target" if side else "source"
            band = theme.wash(role, 0.16, "background")
            self._sheet.draw_word(painter, theme, side, place, tone=role, band=band)
        if focus.numbered is not None:
            font = themes.font("small")
            worded = {place for side, place in (*partners, *focus.tokens) if side == focus.numbered}
            self._write_numbers(painter, theme, chosen, focus.numbered, worded, _pixels(font) if vector else font)

    def _clear(self, painter: QPainter, theme: Theme, tokens: Sequence[tuple[int, int]]) -> None:
        """Covers these tokens' own words and whatever words would touch them."""
        sheet, ground = self._sheet, theme.q("background")
        for side in (0, 1):
            places = sorted(place for own, place in tokens if own == side)
            if not places:
                continue
            apart = sheet.line / max(1e-6, sheet.cells[side])
            for place in sheet.labelled(side):
                near = bisect_right(places, place - apart)
                if near < len(places) and abs(places[near] - place) < apart:
                    painter.fillRect(sheet.word_rect(side, place).adjusted(-2, 0, 3, 0), ground)

    def _partners(self, chosen: np.ndarray, focus: Focus) -> list[tuple[int, int]]:
        """The tokens at the ends of these strands, the strongest first, as far as their words do not touch."""
        strands, sheet = self._drawing.strands, self._sheet
        found: dict[tuple[int, int], None] = {}
        for at in chosen[::-1].tolist():
            run = int(strands.run[at])
            sides = (0, 1) if run == BETWEEN else (0, 0) if run == EARLIER_SIDE else (1, 1)
            found.setdefault((sides[0], int(strands.key[at])))
            found.setdefault((sides[1], int(strands.query[at])))
        kept: list[tuple[int, int]] = list(focus.tokens)
        for side, place in found:
            apart = sheet.line / max(1e-6, sheet.cells[side])
            if all(side != other or abs(place - near) >= apart * 0.95 for other, near in kept):
                kept.append((side, place))
        return [token for token in kept if token not in focus.tokens]

    def _write_numbers(
        self, painter: QPainter, theme: Theme, chosen: np.ndarray, side: int, places: set[int], font: QFont
    ) -> None:
        """The largest number of each of these words of a column, in the colour of its series, where its strand ends."""
        drawing, sheet, metrics = self._drawing, self._sheet, QFontMetricsF(font)
        keys, queries = sheet.ends(drawing.strands)
        left = set(places)
        painter.setFont(font)
        for at in chosen[::-1].tolist():
            place = int((drawing.strands.query if side else drawing.strands.key)[at])
            y = float(queries[at] if side else keys[at])
            if drawing.strands.run[at] != BETWEEN or place not in left or not sheet.top <= y <= sheet.bottom:
                continue
            left.remove(place)
            text = number_format.fmt_weight(float(drawing.strands.number[at]))
            wide = metrics.horizontalAdvance(text)
            x = sheet.edges[2] - 6 - wide if side else sheet.edges[1] + 6
            painter.fillRect(QRectF(x - 2, y - metrics.height() / 2, wide + 4, metrics.height()), theme.q("background"))
            painter.setPen(drawing.colours[int(drawing.strands.series[at])])
            painter.drawText(QPointF(x, y + metrics.capHeight() / 2), text)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the whole drawing, with what stands out, as shapes and text into `rect`, in px of the screen."""
        kept, theme, font = self._sheet, themes.current(), _pixels(self.font())
        self._sheet = replace(kept, factor=1.0, shift=0.0)
        painter.save()
        try:
            self._sheet.lay_out(rect, font)
            focus = self._focus
            stress = 1.0 if focus is None else _PALE[focus.soft]
            self._paint_strands(painter, np.arange(len(self._drawing.strands)), stress=stress, vector=True)
            self._sheet.draw_titles(painter, theme)
            strength = _words(theme, None if focus is None else focus.soft)
            self._sheet.draw_words(painter, theme, strength=strength, written=self._drawing.written)
            self._paint_step(painter, theme)
            if focus is not None:
                self._paint_focus(painter, theme, focus, vector=True)
        finally:
            painter.restore()
            self._sheet = kept

    # ---- the mouse

    def target_at(self, point: QPointF) -> Target | None:
        """The token or the strand at a point of the widget."""
        sheet = self.sheet()
        side = sheet.side_at(point)
        if side is not None:
            place = sheet.place_at(side, point.y())
            return None if place is None else Target(side=side, place=place)
        at = sheet.nearest(self._drawing.strands, point)
        if at is None:
            return None
        strands = self._drawing.strands
        cell = int(strands.query[at]), int(strands.key[at])
        return Target(run=int(strands.run[at]), cell=cell, series=int(strands.series[at]))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Points at a token or strand, or drags a zoomed drawing."""
        point, pressed = event.position(), self._pressed
        if pressed is not None and self.zoom > 1.0:
            if self._held is None and (point - pressed).manhattanLength() >= QApplication.startDragDistance():
                self._held = self._sheet.shift
            if self._held is not None:
                self._sheet.shift = self._held + pressed.y() - point.y()
                self._forget()
                return
        self._point_at(self.target_at(point))

    def _point_at(self, target: Target | None) -> None:
        if target == self._target:
            return
        self._target = target
        self.setCursor(Qt.CursorShape.ArrowCursor if target is None else Qt.CursorShape.PointingHandCursor)
        words = self.describe(target) if target is not None and self.describe is not None else ""
        self.setAccessibleDescription(words)
        self.pointed.emit(target)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a click or a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a drag, or says what was clicked."""
        dragged, self._held = self._held is not None, None
        began, self._pressed = self._pressed, None
        if dragged or began is None or event.button() != Qt.MouseButton.LeftButton:
            return
        target = self.target_at(event.position())
        if target is not None:
            self.clicked.emit(target)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Shows all again."""
        self._pressed = None
        self.zoom_by(-1000)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer; where nothing is to zoom the wheel goes on to whoever scrolls."""
        before = self.zoom
        self.zoom_by(event.angleDelta().y() / 120, event.position().y())
        event.setAccepted(self.sheet().factor != before)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point_at(None)

    def event(self, event: QEvent) -> bool:
        """Answers the question for a tool tip; everything else as usual."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            target = self.target_at(QPointF(event.pos()))
            words = self.describe(target) if target is not None and self.describe is not None else ""
            QToolTip.showText(event.globalPos(), painting.tip(words), self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays out anew."""
        self._forget()

    def changeEvent(self, event: QEvent) -> None:
        """Measures the words again when the font changes."""
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_sheet"):
            self._forget()
        super().changeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard brought the focus."""
        self._ring = event.reason() in painting.KEYBOARD_FOCUS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the ring."""
        self._ring = False
        self.update()


def _words(theme: Theme, soft: bool | None) -> float:
    """How strong words are; `soft` as in a Focus, None without one."""
    if soft is None:
        return 1.0
    return max(_WORDS[soft], _CLEAR_WORDS if theme.name == "high_contrast" else 0.0)


def _pixels(font: QFont) -> QFont:
    """The same font with its size in px, so that it looks alike on any painter."""
    made = QFont(font)
    made.setPixelSize(QFontInfo(font).pixelSize())
    return made


__all__ = ["Drawing", "Focus", "LineMap"]
