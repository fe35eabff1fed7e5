"""Two texts of one sentence beside each other, and the difference of the decoder's attentions, head by head.

Shapes: L layers, H heads, T rows, M memory (keys). Layers, heads and steps count from 0 here, from 1 in words. Cells of
the map are (row, column) of what both texts have; other views know them as (query, key) of the main text.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Signal
from PySide6.QtWidgets import QWidget

from model_core.analysis.text_comparison import (
    attention_difference,
    compared_places,
    head_difference,
    largest_difference,
)  # fmt: skip
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.data.colormaps import Scale
from viz_app.data.decoded_texts import FREE, PLAIN, DecodedText
from viz_app.data.map_text import RowLabel
from viz_app.data.selection import key_name, key_names, read_names, written_names
from viz_app.data.snapshot import Cell, ShownNumber, Snapshot
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.maps.head_grid import Mosaic
from viz_app.maps.heatmap_figure import Figure
from viz_app.maps.legend import Key
from viz_app.views.decoding.aligned_texts import AlignedTexts
from viz_app.views.decoding.compare_choices import CompareChoices
from viz_app.views.decoding.panel import DecodingPanel
from viz_app.views.decoding.sources import Answer, difference_number, step_number
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.number_card import answer
from viz_app.widgets.segmented import Segmented

_WIDE = 620  # px at text size 100 % from which all heads are shown beside the map
_LOW = 260  # px at text size 100 %: a lower panel has no room for the map
_MISSING = "The maps of this run were not recorded."
_CHANGE = " Change a word of yours: then you see where they part."
_SAME = {
    "cross": "No weight of the cross-attention differs: both read the source alike.",
    "decoder": "No weight of the decoder’s own attention differs: what both write, they read alike.",
}
_KINDS = {kind: (ATTENTIONS[kind].word, ATTENTIONS[kind].about) for kind in ("decoder", "cross")}
_SMALLEST = 1e-6  # differences below this are none


class ComparePanel(DecodingPanel):
    """What is compared is one of the texts beside the main one. `asked` carries changes of the run."""

    chosen = Signal(str)  # the name of the alternative to compare with
    asked = Signal(object)
    picked = Signal(object)
    hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=8)
        self._trace: Trace | None = None
        self._part: tuple[object, ...] = ()
        self._difference: np.ndarray | None = None  # (L, H, T, M); None where the text is too long for all at once
        self._values: np.ndarray | None = None  # (T, M) of the head that is shown
        self._texts: tuple[DecodedText, ...] = ()
        self._names: tuple[str, str] = ("", "")
        self._same = False  # no weight of any head differs
        self._shown_head = (0, 0)
        self._sentence = 0
        self.rows = AlignedTexts(self)
        self.figure = Figure(self)
        self.mosaic = Mosaic(self, largest=56.0)
        painting.set_tip(self.mosaic, "The difference in every head: rows are layers, columns are heads.")
        self.title = self.label("small", muted=True)
        self.title.setWordWrap(False)
        self.kinds = Segmented("Attention that is compared", _KINDS, self)
        self._kind = "cross"
        self._places: tuple[list[tuple[int, int]], list[tuple[int, int]]] = (
            [],
            [],
        )  # of rows and columns, in both texts
        self.offers = CompareChoices(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.add(self.offers, self.rows)
        self.column.addLayout(row_of(self.kinds, (self.title, 1), margins=None, spacing=12))
        self.column.addLayout(row_of(self.mosaic, (self.figure, 1), margins=None, spacing=16), 1)
        self._stretch = QWidget(self)
        self.column.addWidget(self._stretch, 1)

    def _connect(self) -> None:
        self.offers.chosen.connect(self.chosen)
        self.offers.asked.connect(self.asked)
        self.kinds.chosen.connect(lambda kind: self.picked.emit({"kind": kind}))
        self.mosaic.picked.connect(
            lambda *head: self.picked.emit({"kind": self._kind, "layer": head[0], "head": head[1]})
        )
        heat = self.figure.heat
        heat.hovered.connect(lambda cell: self.hovered.emit(None if cell is None else self.cell_of(cell)))
        heat.clicked.connect(self._pick)
        heat.row_clicked.connect(lambda row: self.stepped.emit(self._places[0][row][0]))
        heat.describe = self._describe
        answer(heat, self._cell_number)
        self.rows.source = self._step_number

    def _pick(self, at: Cell) -> None:
        query, key = self.cell_of(at)
        self.picked.emit({"kind": self._kind, "query": query, "key": key})

    def cell_of(self, at: Cell) -> Cell:
        """(query, key) of the main text for a cell of the map."""
        return self._places[0][at[0]][0], self._places[1][at[1]][0]

    def place_of(self, cell: Cell | None) -> Cell | None:
        """The cell of the map for (query, key) of the main text, None where the other text has none."""
        if cell is None:
            return None
        found = [next((at for at, pair in enumerate(pairs) if pair[0] == own), None)
                 for pairs, own in zip(self._places, cell, strict=True)]  # fmt: skip
        row, column = found
        return None if row is None or column is None else (row, column)

    def shown_number(self, shot: Snapshot, cell: Cell) -> ShownNumber | None:
        """The difference that stands for a cell of the main text."""
        at = self.place_of(cell)
        if self._values is None or at is None or self._trace is not shot.trace or self._same:
            return None
        answer_ = self._number_of(at)
        text = number_format.fmt_score(float(self._values[at]), 3)
        title = f"weight of {self._names[0]} − {self._names[1]}"
        return ShownNumber(self._shown_head[1], title, text, None if answer_ is None else answer_[1])

    # ---- what it shows

    def show_step(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], step: int) -> None:
        """The main text against the chosen alternative, or the first one; offers what else can be compared."""
        other = shot.options.other
        self._texts, self._sentence = tuple(texts), sentence
        place = compared(texts, other)
        there = len(texts) > 1
        self.offers.show_offers(shot.trace, sentence, texts, place, other)
        self._kind = shot.look.kind if shot.look.kind in _KINDS else "cross"
        self.kinds.show_value(self._kind)
        for part in (self.figure, self.mosaic, self.title, self.kinds):
            show_part(part, there)
        show_part(self.rows, bool(texts))
        self._stretch.setVisible(not there)
        shown = (0, place) if there else (0,)  # one text shows what a second one would stand beside
        if texts:
            self.rows.show_texts([texts[at] for at in shown], shown, shot.step)
        if there:
            own = texts[place].name == FREE and self.rows.parted is None
            self.offers.words.setText(f"{self.rows.parted_words()}{_CHANGE if own else ''}")
            self._names = texts[0].name, texts[place].name
            self._show_maps(shot, sentence, texts, place)
            self._mark(shot)
        else:
            self._trace, self._part, self._difference, self._values = None, (), None, None
        self.fit()

    def _show_maps(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], place: int) -> None:
        """The difference of all heads, found again only where trace, sentence or alternative are others."""
        part = (sentence, place, self._kind)
        trace = shot.trace
        new = trace is not self._trace or part != self._part
        if new:
            self._trace, self._part = trace, part
            try:
                self._places = compared_places(trace, self._kind, texts[place].place)
                self._difference = attention_difference(trace, self._kind, texts[place].place)
            except KeyError:
                self._difference = None
            self._set_words(trace, sentence, texts, place)
        layer, head = self._head(shot)
        if not new and (layer, head) == self._shown_head:
            return
        self._shown_head = layer, head
        self._values = self._of_head(trace, layer, head, texts[place].place)
        if self._values is None or not self._values.size:
            self.figure.show_message(_MISSING)
            return
        most = largest_difference(self._values if self._difference is None else self._difference)
        self._same = most < _SMALLEST and self._difference is not None
        if self._same:
            self.figure.show_message(_SAME[self._kind])
            return
        scale = Scale(-max(most, _SMALLEST), max(most, _SMALLEST), "diverging")
        if self._difference is not None:
            if new:
                self.mosaic.set_maps(self._difference, None, scale)
            self.mosaic.set_current(layer, head)
        self.figure.show_message("")
        self.figure.heat.set_values(self._values, None, scale)
        self._set_key(layer, head, most)

    def _of_head(self, trace: Trace, layer: int, head: int, other: int) -> np.ndarray | None:
        """(T, M) of one head, made alone where the text is too long for all; None where nothing was recorded."""
        if self._difference is not None:
            found: np.ndarray = self._difference[layer, head]
            return found
        try:
            return head_difference(trace, self._kind, layer, head, other)
        except KeyError:
            return None

    def _set_words(self, trace: Trace, sentence: int, texts: Sequence[DecodedText], place: int) -> None:
        heat, (one, other) = self.figure.heat, (texts[0], texts[place])
        read = read_names(one.read, one.written)
        names, others = (written_names(text.read, text.written) for text in (one, other))
        rows, columns = self._places
        alike = [one.ids[i] == other.ids[j] for i, j in rows]
        heat.set_rows([
            RowLabel(read[i], names[i] if same else f"{names[i]} / {others[j]}")
            for (i, j), same in zip(rows, alike, strict=True)
        ])  # fmt: skip
        keys = key_names(trace.sentences[sentence], self._kind)
        heat.set_columns(tuple(keys[i] for i, _ in columns))

    def _head(self, shot: Snapshot) -> tuple[int, int]:
        """Layer and head that are looked at, inside of the model."""
        layers, heads = shot.trace.spec.layers(self._kind), shot.trace.spec.heads_of(self._kind)
        return max(0, min(shot.look.layer, layers - 1)), max(0, min(shot.look.head, heads - 1))

    def _set_key(self, layer: int, head: int, most: float) -> None:
        minus = f"{self._names[0]} − {self._names[1]}"
        alone = "" if self._difference is not None else " · this head alone: the text is long"
        words = f"layer {layer + 1} · head {head + 1} · weight of {minus}{alone}"
        self.title.setText(words)
        self.figure.heat.setAccessibleName(f"Difference of {ATTENTIONS[self._kind].title.lower()}: {minus}")
        end = number_format.fmt_weight(most, 2 if most >= 0.005 else 6)
        notes = () if most >= _SMALLEST else ("No weight differs.",)
        ticks = ((0.0, f"{number_format.MINUS}{end}"), (0.5, "0"), (1.0, end))
        self.figure.set_key(Key("difference", "diverging", ticks, (), 0.0, notes))

    def _describe(self, query: int, key: int) -> str:
        """A cell of the map in words."""
        if self._values is None or not self._texts or self._trace is None:
            return ""
        value = float(self._values[query, key])
        step, place = self.cell_of((query, key))
        token = key_name(self._trace.sentences[self._sentence], self._kind, place)
        return f"step {step + 1}, “{token}”: weight differs by {number_format.fmt_score(value, 3)}"

    def _cell_number(self, point: QPoint | None) -> Answer:
        """Where a cell of the map comes from; for None the pinned one."""
        heat = self.figure.heat
        cell = heat.marks.pinned if point is None else heat.cell_at(QPointF(point))
        return None if cell is None else self._number_of(cell)

    def _number_of(self, at: Cell) -> Answer:
        """Where the difference of a cell of the map comes from."""
        if self._trace is None or self._values is None:
            return None
        place, alone = (*self._shown_head, *at), self._difference is None
        return difference_number(self._trace, self._kind, self.rows.texts[1], place, alone)

    def _step_number(self, place: tuple[int, int]) -> Answer:
        """Where the probability of a token comes from."""
        if self._trace is None:
            return None
        return step_number(self._trace, self._sentence, self.rows.texts[place[0]], "probability", place[1])

    def _mark(self, shot: Snapshot) -> None:
        if self._values is None:
            return
        cells = [shot.pinned, shot.hover] if shot.look.kind == self._kind else [None, None]
        pinned, hovered = map(self.place_of, cells)
        step = next((at for at, pair in enumerate(self._places[0]) if pair[0] == shot.step), None)
        self.figure.heat.set_marks(pinned, hovered, step)

    # ---- room

    def fit(self) -> None:
        """All heads beside the map where there is room; no map in a low place."""
        there = len(self._texts) > 1
        low = self.height() < themes.px(_LOW)
        wide = self.width() >= themes.px(_WIDE) and not low
        show_part(self.mosaic, there and wide and self._difference is not None and not self._same)
        show_part(self.figure, there and not low)
        show_part(self.title, there and not low and not self._same)
        show_part(self.kinds, there and not low)
        self._stretch.setVisible(not there or low)
        words = self.offers.heights(self.width())
        self.rows.set_room(self.height() - words)
        show_part(self.offers, not there or self.rows.height() + words <= self.height())
        self.mosaic.setFixedWidth(min(themes.px(260), self.width() // 3))

    def restyle(self) -> None:
        self.figure.arrange()
        super().restyle()


def compared(texts: Sequence[DecodedText], other: str) -> int:
    """The place of the alternative of that name, else the model's own, the run without edits, the first; 0: none."""
    places = {text.name: place for place, text in reversed(list(enumerate(texts))) if place}
    wanted = (other, FREE, PLAIN, *(text.name for text in texts[1:2]))
    return next((places[name] for name in wanted if name in places), 0)
