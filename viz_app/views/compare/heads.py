"""How much the reading of each head differs between the two runs: a square for each, and a list of the most changed.

Layers and heads count from 0 here and from 1 on the screen. Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.spec import KINDS
from viz_app.charts.bar_list import Bar, Bars
from viz_app.charts.number_table import coloured
from viz_app.data.maps.colormaps import Scale
from viz_app.data.maps.head_filter import ListedHeads
from viz_app.data.number_format import fmt_chance
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.data.words.parts import KIND_WORDS, head_number
from viz_app.system.language import tr
from viz_app.views.compare.content import HeadAt, RunComparison
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS, Canvas
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, row_of
from viz_app.widgets.theme import Theme

_SIDE = 40.0  # px of a square at text size 100 %, at most
_APART = 18.0
_HINT = tr("Click to compare this head; double-click or press Enter to open it in Attention.")
_COLOUR = tr("Number and colour: the average share of a row's weight that moved.")


def _opened_by(key: QKeyEvent, picture: HeadSquares | HeadRanking) -> bool:
    """Opens the head at the cursor if the key picks one."""
    picks = Qt.Key(key.key()) in picture.picks and picture.wants(key)
    if picks:
        picture.opened.emit(picture.start())
    return picks


def _open_at(event: QMouseEvent, picture: HeadSquares | HeadRanking) -> None:
    place = picture.place_at(event.position())
    if place is not None:
        picture.opened.emit(place)


class HeadSquares(Canvas):
    """Rows are layers, columns are heads, one block for each attention. A place is (kind, layer, head); Return and a
    double click open one."""

    picked = Signal(object)
    opened = Signal(object)

    still = True
    moves = ARROWS
    held = Qt.KeyboardModifier.NoModifier
    usual = 360, 160
    least = 120, 60

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("How much each head's reading differs"))
        painting.set_tip(self, tr("Rows are layers, columns are heads. Arrow keys move, Enter opens a head."))
        self._found: RunComparison | None = None
        self._listed = ListedHeads(frozenset(), 0)
        self._look: HeadAt | None = None

    def hint_of(self, place: object) -> str:
        return _HINT

    def take_key(self, event: QKeyEvent) -> bool:
        return _opened_by(event, self) or super().take_key(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        _open_at(event, self)

    def show_runs(self, found: RunComparison, listed: ListedHeads) -> None:
        """Shows the heads of two runs, that of B framed; squares of heads that are not `listed` are empty."""
        self._found, self._listed, self._look = found, listed, (found.b.kind, *found.b.head)
        self.setAccessibleDescription(self.tip_of(self._look))
        self.update()

    # ---- where things are

    def _blocks(self) -> Iterator[tuple[str, QRectF, float]]:
        """Each attention with the rectangle of its squares and the side of one."""
        if self._found is None or not (changes := self._found.pair.changes):
            return
        shapes = {kind: one.moved.shape for kind, one in changes.items()}
        gap, top = themes.px(_APART), math.ceil(self.line("small")) + 4.0
        columns, rows = sum(shape[1] for shape in shapes.values()), max(shape[0] for shape in shapes.values())
        room = self.width() - gap * (len(shapes) - 1)
        side = max(3.0, min(themes.px(_SIDE), room / max(1, columns), (self.height() - top) / max(1, rows)))
        left = 0.0
        for kind, (layers, heads) in shapes.items():
            yield kind, QRectF(left, top, heads * side, layers * side), side
            left += max(heads * side, self.metrics_of("small").horizontalAdvance(ATTENTIONS[kind].word)) + gap

    def place_at(self, point: QPointF) -> object:
        for kind, block, side in self._blocks():
            if block.contains(point):
                place = kind, int((point.y() - block.top()) // side), int((point.x() - block.left()) // side)
                return place if self._lists(place) else None
        return None

    def _lists(self, place: HeadAt) -> bool:
        return self._listed.whole or place in self._listed.heads

    def rect_of(self, place: object) -> QRectF | None:
        if not isinstance(place, tuple):
            return None
        for kind, block, side in self._blocks():
            if kind == place[0]:
                found = QRectF(block.left() + place[2] * side, block.top() + place[1] * side, side, side)
                return found if block.contains(found.center()) else None  # of a head that one model lacks
        return None

    def tip_of(self, place: HeadAt) -> str:
        if self._found is None or place[0] not in self._found.pair.changes:
            return ""
        moved = self._found.pair.changes[place[0]].moved
        if place[1] >= moved.shape[0] or place[2] >= moved.shape[1]:
            return tr("{head}: only one of the two models has it", head=head_number(*place))
        name = self._found.pair.called((place[0], place[1], place[2]))
        called = f"{head_number(*place)} ({name})" if name else head_number(*place)
        share = fmt_chance(float(moved[place[1:]]), 3)
        return tr("{head}: {share} of a row's weight moved", head=called, share=share)

    def start(self) -> object:
        return self._look

    def walk(self, place: object, down: int, right: int) -> object:
        """The neighbouring square; past the end of a block the first of the next."""
        changes = {} if self._found is None else self._found.pair.changes
        columns = [(kind, head) for kind, one in changes.items() for head in range(one.moved.shape[1])]
        if not isinstance(place, tuple) or (place[0], place[2]) not in columns:
            return None
        at = columns.index((place[0], place[2])) + right
        kind, head = columns[min(max(at, 0), len(columns) - 1)]
        return kind, min(max(place[1] + down, 0), changes[kind].moved.shape[0] - 1), head

    def move_to(self, place: object) -> None:
        """The cursor is the head of B: requests another one."""
        if place is not None:
            self.ring = True
            self.picked.emit(place)

    def pick(self, place: HeadAt) -> None:
        self.picked.emit(place)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        found = self._found
        if found is None:
            return
        most = max((float(one.moved.max(initial=0.0)) for one in found.pair.changes.values()), default=0.0)
        scale = Scale(0.0, max(most, 1e-6))
        small, font = self.metrics_of("small"), self.font_of("small")
        for kind, block, _ in self._blocks():
            above = QRectF(block.left(), 0, max(block.width(), 90.0), block.top())
            painting.draw_words(painter, above, ATTENTIONS[kind].word, theme.q("muted"), font=font)
            painter.setFont(font)
            for (layer, head), value in np.ndenumerate(found.pair.changes[kind].moved):
                rect = self.rect_of((kind, layer, head))
                assert rect is not None
                box, listed = rect.adjusted(1, 1, -1, -1), self._lists((kind, layer, head))
                ground, ink = coloured(float(value), scale, theme)
                painting.draw_rounded(painter, box, corner=2, fill=ground if listed else None, line=theme.q("line"))
                text = fmt_chance(float(value))
                fits = painting.text_width(text, font) + 2 <= box.width() and small.height() <= box.height()
                if listed and value >= 0.005 and fits:
                    painter.setPen(ink)
                    painting.draw_number(painter, rect.center(), text)
        frame = self.rect_of(self._look)
        if frame is not None:
            painting.draw_rounded(painter, frame, corner=3, line=theme.q("target"), width=2.0)


class HeadRanking(Bars):
    """The heads that changed most, the most changed first, as many as fit; Return and a double click open one."""

    opened = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("source", 1, parent)
        self.words = 0.5
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(140), self.row_height())

    def hint_of(self, place: object) -> str:
        return _HINT

    def take_key(self, event: QKeyEvent) -> bool:
        return _opened_by(event, self) or super().take_key(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        _open_at(event, self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.room = max(1, self.height() // self.row_height())
        self.update()


class HeadsPart(QWidget):
    """The squares beside the list. `picked` and `opened` carry (kind, layer, head)."""

    picked = Signal(object)
    opened = Signal(object)
    hinted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.squares, self.list = HeadSquares(self), HeadRanking(self)
        self.list.setAccessibleName(tr("Heads that changed most"))
        painting.set_tip(self.list, tr("Most changed head first. Arrow keys move, Enter opens a head."))
        self.words = plain_label(self, "small", _COLOUR, muted=True, wrapped=True)
        self.ranked: tuple[HeadAt, ...] = ()
        row_of((column_of((self.squares, 1), self.words, margins=None), 3), (self.list, 2), parent=self, spacing=20)
        self.squares.picked.connect(self.picked)
        self.squares.opened.connect(self.opened)
        self.list.picked.connect(lambda row: self.picked.emit(self.ranked[row]))
        self.list.opened.connect(lambda row: self.opened.emit(self.ranked[row]))
        self.squares.hinted.connect(self.hinted)
        self.list.hinted.connect(self.hinted)

    def show_runs(self, found: RunComparison, listed: ListedHeads) -> None:
        """Shows the heads of two runs that are `listed` in B."""
        self.squares.show_runs(found, listed)
        self.ranked = tuple(one for one in found.pair.ranked_heads() if listed.whole or one in listed.heads)
        looked = (found.b.kind, *found.b.head)
        moved = {one: float(found.pair.changes[one[0]].moved[one[1:]]) for one in self.ranked}
        called = {one: f"{head_number(*one)} {found.pair.names[1].get(one, '')}".strip() for one in self.ranked}
        self.list.set_bars([
            Bar(called[one], moved[one], self.squares.tip_of(one), one == looked) for one in self.ranked
        ])  # fmt: skip
        lacking = [KIND_WORDS[kind] for kind in KINDS if kind not in found.pair.changes]
        text = _COLOUR
        if lacking:
            kinds = tr(" and ").join(lacking)
            text = f"{text} {tr('Not for {kinds}: not recorded, or the text is too long.', kinds=kinds)}"
        self.words.setText(text)
