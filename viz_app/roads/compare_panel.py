"""Two texts of one sentence beside each other, and the difference of their cross-attention, head by head.

Shapes: L layers, H heads, T rows, M memory (keys). Layers, heads and steps count from 0 here, from 1 in words.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from model_core.provenance import Source
from model_core.roads import attention_difference, largest_difference
from model_core.trace import Trace
from viz_app import paint
from viz_app import theme as themes
from viz_app.axes import RowLabel
from viz_app.colours import Scale
from viz_app.figure import Figure
from viz_app.mapkey import Key
from viz_app.mosaic import Mosaic
from viz_app.parts import plain_label, show_part
from viz_app.provenance import answer
from viz_app.roads.flow import Flow
from viz_app.roads.sources import difference_number, step_number
from viz_app.roads.word_rows import WordRows
from viz_app.roads.writings import FREE, PLAIN, Writing
from viz_app.view import Cell, Snapshot

ALONE = "There is one text only. Compare it with another one:"
BESIDE = "Let the model write by itself, beside it"
MINE = "Compare with a text of mine"
_HINT = "Or click a token that was passed over in the tree: both continuations stay open."
_WIDE = 620  # px at text size 100 % from which all heads are shown beside the map
_LOW = 260  # px at text size 100 %: a lower panel has no room for the map
_SMALLEST = 1e-6  # differences below this are none


class ComparePanel(QWidget):
    """What is compared is one of the writings beside the main one. `asked` carries changes of the run."""

    chosen = Signal(str)  # the name of the road to compare with
    stepped = Signal(int)
    asked = Signal(object)
    picked = Signal(object)
    hovered = Signal(object)
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._trace: Trace | None = None
        self._part: tuple[object, ...] = ()
        self._difference: np.ndarray | None = None
        self._texts: tuple[Writing, ...] = ()
        self._names: tuple[str, str] = ("", "")
        self._other = ""  # the road that was chosen, by name
        self._most = 0.0  # the largest difference of all heads
        self._shown_head = (0, 0)
        self._texts_of_all: tuple[str, ...] = ()
        self._sentence = 0
        self.rows = WordRows(self)
        self.figure = Figure(self)
        self.mosaic = Mosaic(self, largest=56.0)
        self.mosaic.setToolTip(paint.tip("The difference in every head: rows are layers, columns are heads."))
        self._make_top()
        self._lay_out()
        self._connect()

    def _make_top(self) -> None:
        self.words = plain_label(self, "body")
        self.words.setWordWrap(True)
        self.more = plain_label(self, "body", muted=True)
        self.more.setWordWrap(True)
        self.more.setText(_HINT)
        self.chooser = QComboBox(self)
        self.chooser.setAccessibleName("Compare the main text with")
        self.chooser.setToolTip(paint.tip("Which text stands below the main one."))
        self.beside = QPushButton(BESIDE, self)
        self.beside.setToolTip(paint.tip("Shows your text and the model's own for the same source."))
        self.mine = QPushButton(MINE, self)
        self.mine.setToolTip(paint.tip("You write the target, the model writes its own beside it."))
        self.flow = Flow(self)
        for part in (self.chooser, self.beside, self.mine):
            self.flow.add(part)
        self.title = plain_label(self, "small", muted=True)

    def _lay_out(self) -> None:
        self._maps = QHBoxLayout()
        self._maps.setSpacing(16)
        self._maps.addWidget(self.mosaic)
        self._maps.addWidget(self.figure, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for part in (self.words, self.flow, self.more, self.rows, self.title):
            column.addWidget(part)
        column.addLayout(self._maps, 1)
        self._stretch = QWidget(self)
        column.addWidget(self._stretch, 1)

    def _connect(self) -> None:
        self.chooser.activated.connect(lambda place: self.chosen.emit(self.chooser.itemText(place)))
        self.beside.clicked.connect(self._let_write)
        self.mine.clicked.connect(self._write_mine)
        self.rows.stepped.connect(self.stepped)
        self.rows.hinted.connect(self.hinted)
        self.mosaic.picked.connect(lambda *head: self.picked.emit({"kind": "cross", "layer": head[0], "head": head[1]}))
        heat = self.figure.heat
        heat.hovered.connect(self.hovered)
        heat.clicked.connect(lambda cell: self.picked.emit({"kind": "cross", "query": cell[0], "key": cell[1]}))
        heat.row_clicked.connect(self.stepped)
        heat.describe = self._describe
        answer(heat, self._cell_number)
        self.rows.source = self._step_number

    # ---- what it shows

    def show_compare(self, shot: Snapshot, sentence: int, texts: Sequence[Writing], other: str) -> None:
        """The main text against the road of that name, or the first one; offers what else can be compared."""
        self._texts, self._sentence, self._other = tuple(texts), sentence, other
        place = _compared(texts, other)
        there = len(texts) > 1
        self._offer(shot, texts, place)
        for part in (self.rows, self.figure, self.mosaic, self.title):
            show_part(part, there)
        self._stretch.setVisible(not there)
        if not there:
            self._trace, self._part, self._difference = None, (), None
            return
        self.rows.show_texts((texts[0], texts[place]), (0, place), shot.step)
        self.words.setText(self.rows.parted_words())
        self._names = texts[0].name, texts[place].name
        self._take_maps(shot, sentence, texts, place)
        self._mark(shot)
        self.share_room()

    def _offer(self, shot: Snapshot, texts: Sequence[Writing], place: int) -> None:
        """The list of roads, and buttons for those that could be there."""
        run, there = shot.trace.run, len(texts) > 1
        names = [text.name for text in texts[1:]]
        if names != [self.chooser.itemText(number) for number in range(self.chooser.count())]:
            blocked = QSignalBlocker(self.chooser)
            self.chooser.clear()
            self.chooser.addItems(names)
            blocked.unblock()
        self.chooser.setCurrentIndex(place - 1)
        own: set[QWidget] = {self.chooser} if len(names) > 1 else set()
        if run.target is not None and FREE not in names:
            own.add(self.beside)
        if run.target is None:
            own.add(self.mine)
        self.flow.show_only(own)
        show_part(self.flow, bool(own))
        show_part(self.more, not there)
        if not there:
            self.words.setText(ALONE if texts else "The decoder has not written anything yet.")

    def _take_maps(self, shot: Snapshot, sentence: int, texts: Sequence[Writing], place: int) -> None:
        """The difference of all heads, found again only where trace, sentence or road are others."""
        part = (sentence, place)
        trace = shot.trace
        new = trace is not self._trace or part != self._part
        if new:
            self._trace, self._part = trace, part
            try:
                self._difference = attention_difference(trace, "cross", texts[place].place)
            except KeyError:
                self._difference = None
            self._take_words(trace, sentence, texts, place)
        if self._difference is None or 0 in self._difference.shape:
            self.figure.say("Cross-attention was not recorded in this run.")
            return
        most = self._most = largest_difference(self._difference) if new else self._most
        scale = Scale(-max(most, _SMALLEST), max(most, _SMALLEST), "diverging")
        if new:
            self.mosaic.set_maps(self._difference, None, scale)
        layer, head = self._head(shot)
        self.mosaic.set_current(layer, head)
        if not new and (layer, head) == self._shown_head:
            return
        self._shown_head = layer, head
        self.figure.say("")
        self.figure.heat.set_values(self._difference[layer, head], None, scale)
        self._say(layer, head, most)

    def _take_words(self, trace: Trace, sentence: int, texts: Sequence[Writing], place: int) -> None:
        heat, (one, other) = self.figure.heat, (texts[0], texts[place])
        pairs = zip(one.read, one.written, other.written, strict=False)
        labels = [RowLabel(read.text, a.text if a.id == b.id else f"{a.text} / {b.text}") for read, a, b in pairs]
        heat.set_rows(labels)
        heat.set_columns([token.text for token in trace.sentences[sentence].source])

    def _head(self, shot: Snapshot) -> tuple[int, int]:
        """Layer and head that are looked at, inside of the difference."""
        assert self._difference is not None
        layers, heads = self._difference.shape[:2]
        return max(0, min(shot.look.layer, layers - 1)), max(0, min(shot.look.head, heads - 1))

    def _say(self, layer: int, head: int, most: float) -> None:
        minus = f"{self._names[0]} − {self._names[1]}"
        words = f"Cross-attention · layer {layer + 1} · head {head + 1} · weight of {minus}"
        self.title.setText(words)
        self.figure.heat.setAccessibleName(f"Difference of cross-attention: {minus}")
        end = paint.fmt_weight(most, 2 if most >= 0.005 else 6)
        notes = () if most >= _SMALLEST else ("No weight differs.",)
        ticks = ((0.0, f"{paint.MINUS}{end}"), (0.5, "0"), (1.0, end))
        self.figure.set_key(Key("difference", "diverging", ticks, (), 0.0, notes))

    def _describe(self, query: int, key: int) -> str:
        """A cell of the map in words."""
        if self._difference is None or not self._texts or self._trace is None:
            return ""
        layer, head = self._shown_head
        value = float(self._difference[layer, head, query, key])
        token = self._trace.sentences[self._sentence].source[key].text
        return f"step {query + 1}, “{token}”: weight differs by {paint.fmt_score(value, 3)}"

    def _cell_number(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """Where a cell of the map comes from; for None the pinned one."""
        heat = self.figure.heat
        cell = heat.marks.pinned if point is None else heat.cell_at(QPointF(point))
        if cell is None or self._trace is None or self._difference is None:
            return None
        return self._trace, difference_number(self._trace, self.rows.texts[1], (*self._shown_head, *cell))

    def _step_number(self, text: Writing, step: int) -> tuple[Trace, Source] | None:
        """Where the probability of a token comes from."""
        if self._trace is None:
            return None
        found = step_number(self._trace, self._sentence, text, "probability", step)
        return None if found is None else (self._trace, found)

    def _mark(self, shot: Snapshot) -> None:
        if self._difference is None:
            return
        rows, columns = self._difference.shape[2:]
        cells = [shot.pinned, shot.hover] if shot.look.kind == "cross" else [None, None]
        pinned, hovered = (_inside(cell, rows, columns) for cell in cells)
        self.figure.heat.set_marks(pinned, hovered, shot.step if shot.step < rows else None)

    def _let_write(self) -> None:
        """The model writes beside the given target."""
        self._show_free()
        self.asked.emit({"beside": True})

    def _show_free(self) -> None:
        """What the model writes by itself is what will be compared, whatever was chosen before."""
        if self._other not in ("", FREE):
            self.chosen.emit(FREE)

    def _write_mine(self) -> None:
        """The user's text begins as the model's own."""
        if self._texts_of_all:
            self._show_free()
            self.asked.emit({"target": self._texts_of_all, "beside": True, "prefix": (), "opening": ""})

    def set_texts(self, texts: tuple[str, ...]) -> None:
        """The target text of every line, which the user's own begins as."""
        self._texts_of_all = texts
        self.mine.setEnabled(bool(texts))

    # ---- room

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.share_room()

    def share_room(self) -> None:
        """All heads beside the map where there is room; no map in a low place."""
        there = len(self._texts) > 1
        low = self.height() < themes.px(_LOW)
        wide = self.width() >= themes.px(_WIDE) and not low
        show_part(self.mosaic, there and wide and self._difference is not None)
        show_part(self.figure, there and not low)
        show_part(self.title, there and not low)
        self._stretch.setVisible(not there or low)
        words = self.words.heightForWidth(self.width()) + 8
        self.rows.set_room(self.height() - words)
        show_part(self.words, not there or self.rows.height() + words <= self.height())
        self.mosaic.setFixedWidth(min(themes.px(260), self.width() // 3))

    def dress(self) -> None:
        """Fonts in the text size of now."""
        for label in (self.words, self.more):
            label.setFont(themes.font("body"))
        self.title.setFont(themes.font("small"))
        self.flow.arrange()
        self.figure.arrange()
        self.share_room()


def _compared(texts: Sequence[Writing], other: str) -> int:
    """The place of the road of that name; else of the model's own, of the run without edits, of the first; 0: none."""
    places = {text.name: place for place, text in reversed(list(enumerate(texts))) if place}
    wanted = (other, FREE, PLAIN, *(text.name for text in texts[1:2]))
    return next((places[name] for name in wanted if name in places), 0)


def _inside(cell: Cell | None, rows: int, columns: int) -> Cell | None:
    return cell if cell is not None and 0 <= cell[0] < rows and 0 <= cell[1] < columns else None


__all__ = ["ALONE", "BESIDE", "MINE", "ComparePanel"]
