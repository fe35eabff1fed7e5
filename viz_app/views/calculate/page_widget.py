"""The page of the calculation as a widget: pointing at a number lights up its inputs, a click says where it is from."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from model_core.explain import provenance
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.data.mask_rows import REASON_TEXT
from viz_app.views.calculate.blocks import STEPS
from viz_app.views.calculate.page_layout import Page, Placed
from viz_app.views.calculate.page_painting import PagePainter
from viz_app.widgets import painting

_MOVES = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
_CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Sheet(QWidget):
    """Shows a Page. Ctrl and an arrow key go from number to number, Return explains the one that is lit."""

    explained = Signal(object, QPoint)  # Source, and where on the screen
    key_picked = Signal(int)
    key_hovered = Signal(object)  # key under the pointer, None
    turned = Signal(int, int)  # entry of Choice.pages, ±1
    step_picked = Signal(int)
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page: Page | None = None
        self._trace: Trace | None = None
        self._step = 1
        self._held: int | None = None  # place in page.numbers
        self._lit: frozenset[int] = frozenset()
        self._at_key: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Calculation")
        tip = "Point at a number to see its inputs; click: where does it come from? Ctrl and arrows move, Return asks."
        self.setToolTip(painting.tip(tip))

    # ---- what it shows

    @property
    def page(self) -> Page | None:
        """What is laid out."""
        return self._page

    @property
    def held(self) -> Placed | None:
        """The number that is pointed at."""
        return self._page.numbers[self._held] if self._page is not None and self._held is not None else None

    def lit(self) -> list[Source]:
        """The inputs that are lit up, of those on the page."""
        assert self._page is not None
        found = (self._page.numbers[at].number.source for at in sorted(self._lit))
        return [source for source in found if source is not None]

    def show_page(self, page: Page, trace: Trace, step: int) -> None:
        """Another page or step."""
        self._page, self._trace = page, trace
        if self._held is not None:
            self._held, self._lit = None, frozenset()
            self.hinted.emit("")
        self.setFixedHeight(max(1, round(page.height)))
        self.show_step(step)

    def show_step(self, step: int) -> None:
        """Another step of the same page."""
        self._step = step
        self.setAccessibleDescription(f"Step {step} of {len(STEPS)}: {STEPS[step - 1][1]}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the page; the number that is pointed at and its inputs ringed."""
        if self._page is None:
            return
        painter = QPainter(self)
        made = PagePainter(self._page, self._step)
        made.held, made.lit = self.held, self._lit
        made.paint(painter)
        painter.end()

    # ---- pointing

    def hold(self, at: int | None) -> None:
        """Lights up the number at this place of the page, with its inputs; None lets go."""
        if at == self._held:
            return
        self._held, self._lit = at, frozenset() if at is None else self._inputs(at)
        self.hinted.emit("" if at is None else self.words(at))
        self.update()

    def _inputs(self, at: int) -> frozenset[int]:
        """The places of the inputs of a number that are on the page."""
        assert self._page is not None and self._trace is not None
        source = self._page.numbers[at].number.source
        if source is None:
            return frozenset()
        inputs = provenance.inputs_of(self._trace, source)
        places = enumerate(placed.number.source for placed in self._page.numbers)
        return frozenset(place for place, one in places if one and any(each.covers(one) for each in inputs))

    def words(self, at: int) -> str:
        """A number in a line: what it is and that a click tells more."""
        assert self._page is not None and self._trace is not None
        number = self._page.numbers[at].number
        if number.source is None:
            return ""
        if number.look == "mask":
            return f"Mask: {REASON_TEXT[number.reason]}. Click: where does this come from?"
        title = provenance.title_of(self._trace, number.source)
        value = provenance.digits(np.float32(number.value)).replace("-", number_format.MINUS)
        return f"{title[:1].upper()}{title[1:]}: {value}. Ringed: its inputs. Click: where does it come from?"

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Lights up what is under the pointer."""
        if self._page is None:
            return
        point = event.position()
        placed = self._page.number_at(point)
        self.hold(None if placed is None else self._page.numbers.index(placed))
        key, turn, row = self._page.key_at(point), self._page.turn_at(point), self._page.row_at(point)
        on_label = placed is None and row is not None and row.label.contains(point)
        self._point_key(placed.number.key if placed is not None else key)
        if key is not None:
            self.hinted.emit("Click to follow this key instead.")
        elif turn is not None:
            self.hinted.emit("Click for the units before." if turn[1] < 0 else "Click for the next units.")
        elif on_label and row is not None:
            self.hinted.emit(f"Click to go to step {row.row.step}: {STEPS[row.row.step - 1][1]}.")
        active = placed is not None or key is not None or turn is not None or on_label
        self.setCursor(Qt.CursorShape.PointingHandCursor if active else Qt.CursorShape.ArrowCursor)

    def _point_key(self, key: int | None) -> None:
        if key != self._at_key:
            self._at_key = key
            self.key_hovered.emit(key)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self.hold(None)
        self._point_key(None)
        self.hinted.emit("")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Explains a number, follows another key, turns units, goes to a step."""
        if self._page is None or event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        placed, key, turn = self._page.number_at(point), self._page.key_at(point), self._page.turn_at(point)
        row = self._page.row_at(point)
        if placed is not None:
            self._explain(placed, event.globalPosition().toPoint())
        elif key is not None:
            self.key_picked.emit(key)
        elif turn is not None:
            self.turned.emit(*turn)
        elif row is not None and row.label.contains(point):
            self.step_picked.emit(row.row.step)

    def _explain(self, placed: Placed, at: QPoint) -> None:
        if placed.number.source is not None:
            self.explained.emit(placed.number.source, at)

    # ---- keyboard

    def take_key(self, event: QKeyEvent) -> bool:
        """Ctrl and an arrow key move from number to number, Return explains; False for any other key."""
        if self._page is None or not self._page.numbers:
            return False
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in _CHOOSE and self.held is not None:
            self._explain(self.held, self.mapToGlobal(self.held.rect.center().toPoint()))
            return True
        if held == Qt.KeyboardModifier.ControlModifier and Qt.Key(event.key()) in _MOVES:
            self.hold(self._neighbour(*_MOVES[Qt.Key(event.key())]))
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of `take_key`; all others go on to the view."""
        if not self.take_key(event):
            event.ignore()

    def _neighbour(self, down: int, right: int) -> int:
        """The number beside the one that is lit; the first one of the step where none is."""
        assert self._page is not None
        numbers, rows = self._page.numbers, self._page.rows
        if self._held is None:
            own = (at for at, placed in enumerate(numbers) if rows[placed.row].row.step == self._step)
            return next(own, 0)
        now = numbers[self._held]
        if right:
            beside = [at for at, one in enumerate(numbers) if (one.row, one.column) == (now.row, now.column + right)]
            return beside[0] if beside else self._held
        others = sorted({one.row for one in numbers if (one.row - now.row) * down > 0}, reverse=down < 0)
        if not others:
            return self._held
        line = [at for at, one in enumerate(numbers) if one.row == others[0]]
        return min(line, key=lambda at: abs(numbers[at].rect.center().x() - now.rect.center().x()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What the keyboard lit up goes out."""
        self.hold(None)

    def event(self, event: QEvent) -> bool:
        """Answers the question for a tool tip with the number's words."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._page is not None:
            placed = self._page.number_at(QPointF(event.pos()))
            row = self._page.row_at(QPointF(event.pos()))
            words = self.words(self._page.numbers.index(placed)) if placed else row.row.tip if row else ""
            QToolTip.showText(event.globalPos(), painting.tip(words), self)
            return True
        return bool(super().event(event))


def step_words(step: int) -> str:
    """A step in one sentence: "Step 3 of 10: q·k, unit by unit and summed"."""
    return f"Step {step} of {len(STEPS)} · {STEPS[step - 1][0]}: {STEPS[step - 1][1]}"


__all__ = ["Sheet", "step_words"]
