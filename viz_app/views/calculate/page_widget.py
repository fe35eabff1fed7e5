"""The page of the calculation as a widget: hovering a number highlights its inputs, a click shows its source."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from model_core.explain import provenance
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.system.language import capitalised, tr, translated
from viz_app.views.calculate.blocks import STEPS, step_words
from viz_app.views.calculate.page_layout import PageLayout, PlacedNumber
from viz_app.views.calculate.page_painting import PagePainter
from viz_app.widgets import canvas, painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.layout import settle
from viz_app.widgets.number_card import explain
from viz_app.widgets.theme import Theme

_BACK = 2  # how many steps back an input is followed that is not on the page


class PageWidget(Canvas):
    """Shows a PageLayout. Ctrl and an arrow key go from number to number, Return explains the one that is lit.

    Its places are numbers by their place in `page.numbers`, ("key", key), ("turn", (entry of Choice.pages, ±1)) and
    ("step", step).
    """

    key_picked = Signal(int)
    key_hovered = Signal(object)  # key under the pointer, None
    turned = Signal(int, int)  # entry of Choice.pages, ±1
    step_picked = Signal(int)

    moves = canvas.ARROWS
    held = Qt.KeyboardModifier.ControlModifier
    shared = True
    still = True  # but for the rings, see `point_at`
    steady = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Calculation"))
        self.laid: PageLayout | None = None  # the part laid out so far
        self._trace: Trace | None = None
        self._step = 1
        self._lit: frozenset[int] = frozenset()
        self._at_key: int | None = None
        self.source = self._number
        tip = tr(
            "Point at a number to see its inputs; click to see where it comes from. From the keyboard: Ctrl+arrow "
            "keys and Enter."
        )
        painting.set_tip(self, tip)

    # ---- what it shows

    @property
    def page(self) -> PageLayout | None:
        """The page. What was deferred is made now, in the space reserved for it; existing numbers keep their places."""
        if self.laid is not None and self.laid.finish is not None:
            self.laid = self.laid.finish()
            self._fit()
            self._lit = self._inputs(self.pointed) if isinstance(self.pointed, int) else frozenset()
        return self.laid

    def _page_to(self, bottom: float) -> PageLayout | None:
        """The page, complete down to at least this height."""
        return self.laid if self.laid is not None and bottom < self.laid.ready else self.page

    def _fit(self) -> None:
        assert self.laid is not None
        if (high := max(1, round(self.laid.height))) != self.minimumHeight():
            self.setFixedHeight(high)

    @property
    def lit_number(self) -> PlacedNumber | None:
        at = self.start()
        return self.laid.numbers[at] if self.laid is not None and at is not None else None

    def show_page(self, page: PageLayout, trace: Trace, step: int) -> None:
        if self.start() is not None:
            self.point_at(None)
        self.laid, self._trace = page, trace
        self._fit()
        self.show_step(step)

    def show_step(self, step: int) -> None:
        self._step = step
        self.setAccessibleDescription(step_words(step))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, self.height())

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """The page, with rings around the hovered number and its inputs."""
        seen = self.exposed
        page = self.page if seen is None else self._page_to(seen.boundingRect().bottom())
        if page is not None:
            made = PagePainter(page, self._step)
            made.held, made.lit = self.lit_number, self._lit
            made.paint(painter, seen)

    def spotlit_rect(self) -> QRectF | None:
        """The rows of the present step."""
        rows = [one.rect for one in self.laid.rows if one.row.step == self._step] if self.laid is not None else []
        return rows[0].united(rows[-1]) if rows else None

    def ring_rect(self) -> QRectF:
        """The visible part of the page."""
        return QRectF(self.visibleRegion().boundingRect())

    # ---- pointing

    def place_at(self, point: QPointF) -> object:
        page = self._page_to(point.y())
        return page.place_at(point) if page is not None else None

    def point_at(self, place: object) -> None:
        """Highlights the number at this place with its inputs; None for none. Repaints their rows."""
        if place == self.pointed:
            return
        before = self._ringed()
        self._lit = self._inputs(place) if isinstance(place, int) else frozenset()
        super().point_at(place)
        for at, _ in before ^ self._ringed():
            assert self.laid is not None
            rect = self.laid.numbers[at].rect
            self.update(QRectF(0, rect.top() - 1, self.width(), rect.height() + 2).toAlignedRect())
        if place is None:
            self.setAccessibleDescription(step_words(self._step))
        key = place[1] if isinstance(place, tuple) and place[0] == "key" else None
        if isinstance(place, int) and self.laid is not None:
            key = self.laid.numbers[place].number.key
        if key != self._at_key:
            self._at_key = key
            self.key_hovered.emit(key)

    def _ringed(self) -> set[tuple[int, bool]]:
        """The ringed numbers: their places, and whether it is the hovered one."""
        at = self.start()
        return {(one, False) for one in self._lit} | (set() if at is None else {(at, True)})

    def _number(self, place: object) -> tuple[Trace, Source] | None:
        source = self.laid.numbers[place].number.source if isinstance(place, int) and self.laid is not None else None
        return (self._trace, source) if source is not None and self._trace is not None else None

    def _inputs(self, at: int) -> frozenset[int]:
        """The places of a number's inputs on the page so far."""
        assert self.laid is not None and self._trace is not None
        source = self.laid.numbers[at].number.source
        if source is None:
            return frozenset()
        return self._on_page(provenance.inputs_of(self._trace, source), _BACK) - {at}

    def _on_page(self, inputs: tuple[Source, ...], back: int) -> frozenset[int]:
        """The places of these numbers; for one that is not on the page, of its inputs, `back` levels deep."""
        assert self.laid is not None and self._trace is not None
        found: frozenset[int] = frozenset()
        for one in inputs:
            places = enumerate(placed.number.source for placed in self.laid.numbers)
            own = frozenset(place for place, source in places if source and one.covers(source))
            if not own and back:
                own = self._on_page(provenance.inputs_of(self._trace, one), back - 1)
            found |= own
        return found

    def hint_of(self, place: object) -> str:
        if isinstance(place, int):
            return self.tip_of(place)
        what, value = place if isinstance(place, tuple) else ("", None)
        if what == "turn":
            return tr("Click to see the previous units.") if value[1] < 0 else tr("Click to see the next units.")
        if what == "step":
            return tr("Click to go to step {step}: {what}.", step=value, what=STEPS[value - 1][1])
        return tr("Click to follow this key instead.")

    def tip_of(self, place: object) -> str:
        """A number on one line: what it is, and that a click shows more."""
        if not isinstance(place, int) or self.laid is None or self._trace is None:
            return ""
        number = self.laid.numbers[place].number
        if number.source is None:
            return ""
        if number.look == "mask":
            return tr("Mask: {why}. Click to see where this comes from.", why=REASON_TERMS[number.reason].why)
        title = translated(provenance.title_of(self._trace, number.source))
        value = provenance.shortest_text(np.float32(number.value)).replace("-", number_format.MINUS)
        words = [f"{capitalised(title)}: {value}."]
        words += [tr("Ringed: its inputs.")] if self._lit and place == self.pointed else []
        return " ".join([*words, tr("Click to see where it comes from.")])

    def tip_at(self, point: QPointF) -> str:
        """A number's text, otherwise that of its row."""
        page = self._page_to(point.y())
        place, row = self.place_at(point), page.row_at(point) if page is not None else None
        return self.tip_of(place) if isinstance(place, int) else row.row.tip if row is not None else ""

    def label_at(self, point: QPointF) -> str:
        page = self._page_to(point.y())
        return page.label_at(point) if page is not None else ""

    def pick(self, place: object) -> None:
        """Explains a number, follows another key, turns units, goes to a step."""
        if isinstance(place, int):
            if (found := self._number(place)) is not None and self.laid is not None:
                explain(self, *found, self.mapToGlobal(self.laid.numbers[place].rect.center().toPoint()))
        elif isinstance(place, tuple):
            what, value = place
            if what == "key":
                self.key_picked.emit(value)
            elif what == "turn":
                self.turned.emit(*value)
            else:
                self.step_picked.emit(value)

    # ---- keyboard

    def start(self) -> int | None:
        return self.pointed if isinstance(self.pointed, int) else None

    def walk(self, place: object, down: int, right: int) -> int | None:
        """The number beside the highlighted one; the first one of the step if there is none."""
        if self.page is None or not self.page.numbers:
            return None
        numbers, rows = self.page.numbers, self.page.rows
        if not isinstance(place, int):
            own = (at for at, placed in enumerate(numbers) if rows[placed.row].row.step == self._step)
            return next(own, 0)
        now = numbers[place]
        if right:
            beside = [at for at, one in enumerate(numbers) if (one.row, one.column) == (now.row, now.column + right)]
            return beside[0] if beside else place
        others = sorted({one.row for one in numbers if (one.row - now.row) * down > 0}, reverse=down < 0)
        if not others:
            return place
        line = [at for at, one in enumerate(numbers) if one.row == others[0]]
        return min(line, key=lambda at: abs(numbers[at].rect.center().x() - now.rect.center().x()))


class PageArea(QScrollArea):
    """The scrolling viewport of a page: it brings the present step into view."""

    def __init__(self, page: PageWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._scrolled: tuple[float, ...] | None = None  # what was last scrolled to: step, where it lies, width, height
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def forget(self) -> None:
        """Scrolls to the next step in any case."""
        self._scrolled = None

    def reveal(self, page: PageLayout, step: int, card: str, room: float) -> None:
        """Brings a step, or the named card, into view in `room` px of height, when it, the place of its rows or the
        room has changed."""
        view, (top, bottom) = self.parentWidget(), page.span(step, card)
        if view is None or self._scrolled == (step, top, bottom, view.width(), room):
            return
        self._scrolled = step, top, bottom, view.width(), room
        settle(view)
        value = 0 if bottom <= room else min(top, max(0.0, page.height - room))
        self.verticalScrollBar().setRange(0, max(0, round(page.height - room)))
        self.verticalScrollBar().setValue(round(value))
