"""Masks: which cells of the three attentions may be read, why the others may not, and what becomes of their scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QVBoxLayout

from model_core.trace import FUTURE, PADDING, USER, VISIBLE, Trace
from viz_app import mask_cell, paint, vector
from viz_app import theme as themes
from viz_app.axes import RowLabel
from viz_app.cursor_map import CursorMap
from viz_app.mask_card import CellCard
from viz_app.mask_cell import MaskCell
from viz_app.mask_maps import MapRow
from viz_app.parts import plain_label, settle, show_part
from viz_app.reading import sentence_of, step_of
from viz_app.reasons_legend import ReasonsLegend
from viz_app.theme import Theme
from viz_app.view import Cell, Snapshot, View, option

LEGEND = {
    VISIBLE: "may be read",
    FUTURE: "future: comes later",
    PADDING: "padding: no token there",
    USER: "forbidden by you",
}
SHORT_LEGEND = {VISIBLE: "may be read", FUTURE: "future", PADDING: "padding", USER: "forbidden"}
ALONE = "padding: none in a single line; put a second line into the source box"
_MAPS = 226  # px at text size 100 %: where the maps would be lower than this, the card gives way
_APART = 10  # px between the parts
_NOWHERE: tuple[str, Cell | None] = ("", None)
_HINT = "A click pins this cell; Shift and an arrow key go to the next one."


class Masks(View):
    """The masks of the three attentions for one line of the batch."""

    title = "Masks"
    sentence = "Each cell is a question: may this row read that column? A hatched one may not: its weight is exactly 0."
    icon = "masks"

    @dataclass(frozen=True)
    class Options:
        """fill: what the cells that may be read show."""

        fill: str = option(
            "mask", "Cells show", tip="The mask alone, or the weights of the chosen head with it.",
            choices={"mask": "the mask alone", "weights": "the weights too"},
        )  # fmt: skip

    def build(self) -> None:
        """Chooser, maps, legend, card."""
        self._shot: Snapshot | None = None
        self._pointed: tuple[str, Cell] | None = None
        self._held: tuple[str, Cell] | None = None  # a pinned cell of padding, which no other view knows
        self._sentence = self._head = 0  # inside the trace
        self._dressed: tuple[Theme, float] | None = None  # what the parts were last laid out for
        self._trace: Trace | None = None  # what the maps show, and of it:
        self._part: tuple[object, ...] = ()
        self._present = {VISIBLE}  # the reasons that the legend names
        self._chooser = QComboBox(self)
        self._chooser.setAccessibleName("Sentence")
        self._chooser.setToolTip(paint.tip("Which line of the batch is shown."))
        self._chooser.currentIndexChanged.connect(lambda place: self.picked.emit({"sentence": place}))
        self._chooser_word = plain_label(self, "body", muted=True)
        self._chooser_word.setText("Sentence")
        self._chooser_word.setBuddy(self._chooser)
        self.words = plain_label(self, "body", muted=True)
        self.words.setText("Masks appear here as soon as there is a sentence.")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setWordWrap(True)
        self.maps = MapRow(self)
        self.legend = ReasonsLegend(self)
        self.card = CellCard(self)
        self._lay_out()
        for kind, block in self.maps.maps.items():
            self._connect(kind, block.map)

    def _lay_out(self) -> None:
        self._top = QHBoxLayout()
        self._top.setSpacing(8)
        self._top.addWidget(self._chooser_word)
        self._top.addWidget(self._chooser)
        self._top.addSpacing(8)
        self._top.addWidget(self.legend, 1)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(_APART)
        self._body.addWidget(self.maps, 1)
        self._body.addWidget(self.card, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_APART)
        column.addWidget(self.words, 1)
        column.addLayout(self._top)
        column.addLayout(self._body, 1)
        for part in (self.maps, self.legend, self.card, self._chooser, self._chooser_word):
            part.hide()

    def _connect(self, kind: str, map_: CursorMap) -> None:
        map_.hovered.connect(lambda cell: self._point(kind, cell))
        map_.clicked.connect(lambda cell: self._click(kind, cell))
        map_.moved.connect(lambda cell: self._pin(kind, cell))
        map_.describe = lambda q, k: self._cell(kind, (q, k)).sentence()

    # ---- words around the view

    def heading(self, shot: Snapshot) -> str:
        """What every view says above itself."""
        return "Masks · why a cell may not be read"

    # ---- drawing

    def draw(self, shot: Snapshot) -> None:
        """Shows the masks of the sentence that is looked at, and the numbers of one cell."""
        before, self._shot = self._shot, shot
        self._sentence = sentence_of(shot.trace, shot.look)
        self._head = max(0, min(shot.look.head, shot.trace.spec.heads - 1))
        for own in (self.maps, self.legend, self.card):
            own.show()
        self.words.hide()
        if before is None or before.trace is not shot.trace or before.look.sentence != shot.look.sentence:
            self._pointed = self._held = None
        if shot.pinned is not None:
            self._held = None
        self._draw_chooser(shot)
        kinds = mask_cell.shown_kinds(shot.trace)
        filled = shot.options is not None and shot.options.fill == "weights"
        part = (self._sentence, (shot.look.layer, self._head) if filled else None)
        if shot.trace is not self._trace or part != self._part:
            self._trace, self._part = shot.trace, part
            self._draw_maps(shot, kinds)
        self._draw_cell(shot)
        if self._dressed != (shot.theme, themes.text_scale()):
            self._dressed = shot.theme, themes.text_scale()
            settle(self)

    def _draw_cell(self, shot: Snapshot) -> None:
        """What depends on the cell that is pointed at, pinned or taken as an example."""
        kinds = mask_cell.shown_kinds(shot.trace)
        (kind, cell), example = self._shown(shot, kinds)
        self._draw_marks(shot, kinds, kind)
        self.card.dress()
        self.card.show_cell(self._cell(kind, cell), example)
        self.maps.set_kinds(kinds, kind)
        self._share_room()

    def _draw_chooser(self, shot: Snapshot) -> None:
        sentences = shot.trace.sentences
        several = len(sentences) > 1
        blocked = QSignalBlocker(self._chooser)
        words = [f"{number}  {_shortened(one.source_text)}" for number, one in enumerate(sentences, start=1)]
        if words != [self._chooser.itemText(place) for place in range(self._chooser.count())]:
            self._chooser.clear()
            self._chooser.addItems(words)
            self._fit_chooser()
        self._chooser.setCurrentIndex(self._sentence)
        blocked.unblock()
        show_part(self._chooser, several)

    def _fit_chooser(self) -> None:
        """The list of sentences as wide as its longest entry at once; the box itself waits a moment before it grows."""
        metrics = self._chooser.fontMetrics()
        entries = (self._chooser.itemText(place) for place in range(self._chooser.count()))
        self._chooser.setFixedWidth(max(map(metrics.horizontalAdvance, entries), default=0) + themes.px(52))

    def _draw_maps(self, shot: Snapshot, kinds: tuple[str, ...]) -> None:
        trace, sentence = shot.trace, self._sentence
        present = {VISIBLE, FUTURE, PADDING}
        for kind in kinds:
            reasons = mask_cell.reasons_of(trace, kind, sentence)
            rows = tuple(RowLabel(*words) for words in mask_cell.row_words(trace, kind, sentence))
            block = self.maps.maps[kind]
            block.show_mask((rows, tuple(mask_cell.column_words(trace, kind, sentence))), reasons)
            block.show_cells(self._weights(shot, kind), reasons)
            present |= set(np.unique(reasons).tolist())
        self._present = present

    def _weights(self, shot: Snapshot, kind: str) -> np.ndarray | None:
        """(Q, M) weights with the padding, where they are asked for and recorded."""
        trace = shot.trace
        layer = mask_cell.layer_of(trace, kind, shot.look.layer)
        if self._part[1] is None or not trace.has(kind, "weights", layer):
            return None
        return trace.arrays[trace.name(kind, "weights", layer)][self._sentence, self._head]

    def _draw_marks(self, shot: Snapshot, kinds: tuple[str, ...], chosen: str) -> None:
        for kind in kinds:
            own = kind == shot.look.kind
            pinned = shot.pinned if own else None
            if self._held is not None and self._held[0] == kind:
                pinned = self._held[1]
            hovered = self._pointed[1] if self._pointed is not None and self._pointed[0] == kind else None
            if own and self._pointed is None:
                hovered = shot.hover
            step = None if kind == "encoder" else step_of(shot.trace, shot.look)
            last = None if shot.rows_shown is None or kind == "encoder" else shot.rows_shown - 1
            block = self.maps.maps[kind]
            block.map.set_marks(pinned, hovered, step, last)
            block.dress(kind == chosen)

    def _shown(self, shot: Snapshot, kinds: tuple[str, ...]) -> tuple[tuple[str, Cell], bool]:
        """The cell that numbers are shown for, and whether it is only an example."""
        kind = shot.look.kind if shot.look.kind in kinds else kinds[0]
        for own, cell in (self._pointed or _NOWHERE, (kind, shot.hover), self._held or _NOWHERE, (kind, shot.pinned)):
            if cell is not None and own in kinds and self._inside(own, cell):
                return (own, cell), False
        reasons = {own: shot.trace.reasons[own][self._sentence] for own in kinds}
        seen = (kind,) if self.maps.is_narrow(self.width()) else (kind, *kinds[1:2])
        kind = next((own for own in seen if reasons[own].any()), kind)
        return (kind, mask_cell.telling_cell(reasons[kind], step_of(shot.trace, shot.look) or 0)), True

    def _inside(self, kind: str, cell: Cell) -> bool:
        assert self._shot is not None
        rows, columns = self._shot.trace.reasons[kind].shape[1:]
        return 0 <= cell[0] < rows and 0 <= cell[1] < columns

    def _cell(self, kind: str, cell: Cell) -> MaskCell:
        assert self._shot is not None
        trace, look = self._shot.trace, self._shot.look
        layer = mask_cell.layer_of(trace, kind, look.layer)
        return mask_cell.mask_row(trace, kind, layer, self._head, self._sentence, cell[0]).at(cell[1])

    # ---- what the user does

    def _point(self, kind: str, cell: Cell | None) -> None:
        """The pointer is over a cell of a map, or left it. Other views are told of cells that they show too."""
        self._pointed = None if cell is None else (kind, cell)
        shot = self._shot
        if shot is None:
            return
        shared = cell if cell is not None and kind == shot.look.kind and self._is_real(kind, cell) else None
        if shared != shot.hover:
            self.hovered.emit(shared)
        self._draw_cell(self._shot or shot)
        self.hinted.emit("" if cell is None else _HINT)

    def _click(self, kind: str, cell: Cell) -> None:
        """Pins a cell; the pinned one is let go."""
        assert self._shot is not None
        if self._held == (kind, cell):
            self._held = None
            self._draw_cell(self._shot)
        elif kind == self._shot.look.kind and cell == self._shot.pinned:
            self.picked.emit({"query": None, "key": None})
        else:
            self._pin(kind, cell)

    def _pin(self, kind: str, cell: Cell) -> None:
        """Pins a cell. One of padding is held here alone: no other view has a place for it."""
        assert self._shot is not None
        self._pointed = None
        self._held = None if self._is_real(kind, cell) else (kind, cell)
        if self._held is None:
            self.picked.emit({"kind": kind, "query": cell[0], "key": cell[1]})
        else:
            self.picked.emit({"kind": kind, "query": None, "key": None})
        self._draw_cell(self._shot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift and an arrow key move the cell, wherever in the view the focus is."""
        shot = self._shot
        if shot is None or not self.maps.maps[shot.look.kind].map.take_key(event):
            super().keyPressEvent(event)

    def _is_real(self, kind: str, cell: Cell) -> bool:
        """Whether row and column both hold a token."""
        assert self._shot is not None
        rows, columns = self._shot.trace.size(kind, self._sentence)
        return cell[0] < rows and cell[1] < columns

    def set_theme(self, theme: Theme) -> None:
        """Fonts and colours of now."""
        self.card.dress()
        self._chooser_word.setFont(themes.font("body"))
        self._fit_chooser()
        if self._shot is not None:
            self.maps.arrange()
            self._draw_cell(self._shot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the room out anew; what is taken as an example depends on which maps there is room for."""
        if self._shot is None or self._trace is not self._shot.trace:  # its maps are not drawn yet
            self._share_room()
        else:
            self._draw_cell(self._shot)

    def _share_room(self) -> None:
        """The maps come first: the card shows what fits under them, or beside the one map that there is room for."""
        narrow = self.maps.is_narrow(self.width())
        alone = self._shot is None or len(self._shot.trace.sentences) == 1
        words = SHORT_LEGEND if narrow else LEGEND | ({PADDING: ALONE} if alone else {})
        self.legend.show_reasons([(reason, words[reason]) for reason in LEGEND if reason in self._present])
        self._chooser_word.setVisible(not alone and not narrow)
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if narrow else QBoxLayout.Direction.TopToBottom)
        self._body.setStretch(1, 1 if narrow else 0)
        room = self.height() - self._top.sizeHint().height() - _APART
        if narrow:
            self.card.give_way(room, (self.width() - _APART) // 2)
        else:
            self.card.give_way(room - _APART - themes.px(_MAPS), self.width())

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints heading, sentence and the view as last drawn, as shapes and text."""
        heading, sentence = (self.heading(self._shot), self.explained(self._shot)) if self._shot else ("", "")
        vector.paint_page(self, painter, rect, heading, sentence)


def _shortened(text: str, most: int = 28) -> str:
    """A line of text for a list: at most `most` letters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
