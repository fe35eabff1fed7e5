"""The live tensor of one box beside the diagram: which hook point, its numbers as a map, one row as bars, its facts."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from model_core.direction import quoted
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.charts.bar_list import Facts
from viz_app.data.snapshot import Cell
from viz_app.system.language import tr, translated
from viz_app.views.model import tensor_text
from viz_app.views.model.live_state import LiveState
from viz_app.views.model.row_plot import RowPlot
from viz_app.views.model.tensor import Tensor
from viz_app.views.model.tensor_text import TensorSummary
from viz_app.views.model.weight_panel import BoxPanel, fill_box
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, push_button
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.number_card import explain

_LOW = (470, 360, 290)  # px at text size 100 %: below these facts, bars, then key and hook give the map their room
_LEAST = 48  # px that a map keeps
_ROOMY, _LOW_CELLS = (22, 72), (17, 46)  # px at text size 100 % that a map takes at most for a row, and for the words
_MANY = 40  # under it; the latter for narrow cells, from this many columns on
_TIP = tr(
    "Click a number to see where it comes from, a row’s word to read that row; wheel to zoom, double-click to show "
    "all; Shift+arrow keys move from number to number, Enter explains it."
)
_TIP_MAP = tr(
    "Click to pin this cell in every view, click a row’s word to read that row; right-click or press Enter to see "
    "where the number comes from; wheel to zoom, double-click to show all."
)


class TensorPanel(BoxPanel):
    head_chosen = Signal(int)
    row_chosen = Signal(int)
    cell_chosen = Signal(object)  # (query, key) of an attention map
    cell_hovered = Signal(object)  # the same under the pointer, or None
    attention_asked = Signal()
    save_asked = Signal()
    copy_asked = Signal()
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Live tensor"))
        self.tensor: Tensor | None = None
        self.head = self.row = 0
        self._cell: Cell | None = None  # the number that the keyboard is on, where it is not a shared cell
        self._trace: Trace | None = None  # whose numbers the map shows
        self._measured: TensorSummary | None = None
        self._row_shown: int | None = None
        self._make_parts()
        self._lay_out()
        self._connect()

    # ---- parts

    def _make_parts(self) -> None:
        self.close_button.setAccessibleName(tr("Close the tensor"))
        painting.set_tip(self.close_button, tr("Closes the tensor to make room for the diagram. (Esc)"))
        self.heads = QComboBox(self)
        self.heads.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)  # a head that is off has more words
        self.choice.setAccessibleName(tr("Hook point"))
        painting.set_tip(self.choice, tr("Which of this box's numbers are shown."))
        self.heads.setAccessibleName(tr("Head"))
        painting.set_tip(self.heads, tr("Which head is shown, here and in every view."))
        self.hook = Caption("small", "muted", parent=self)
        self.make_map()
        self.map.setMinimumHeight(_LEAST)
        self.row_title = Caption("small", "muted", parent=self)
        self.bars = RowPlot(self)
        self.bars.describe = lambda column: self.text_of(self.row, column)
        self.bars.source = lambda column: self._number((self.row, column))
        self.facts = Facts(6, self)
        about = tr("Shows this layer’s heads in the Attention view.")
        self.attention = push_button(self, tr("Open in Attention"), about, self.attention_asked, role="primary")
        self.save = push_button(self, tr("Save…"), tr("Saves these numbers as CSV, JSON or NPZ."), self.save_asked)
        self.copy = push_button(self, tr("Copy"), tr("Copies this matrix for a spreadsheet."), self.copy_asked)

    def _lay_out(self) -> None:
        top, choice = row_of((self.title, 1), self.close_button, spacing=None), row_of((self.choice, 1), self.heads)
        above = self.hook, (self.words, 1), (self.map, 4), self.key
        below = self.row_title, (self.bars, 1), self.facts, 0
        buttons = row_of(self.attention, self.copy, self.save, 1, margins=(0, 4, 0, 0))
        edges = (12, 8, 12, 12)
        column = column_of(top, choice, *above, *below, buttons, parent=self, margins=edges, spacing=4)
        column.insertSpacing(2 + len(above), 4)
        self.restyle()

    def _connect(self) -> None:
        self.heads.activated.connect(self.head_chosen)
        self.map.clicked.connect(self._click)
        self.map.moved.connect(self._move)
        self.map.chosen.connect(self.explain)
        self.map.row_clicked.connect(self.row_chosen)
        self.map.hovered.connect(self._point)
        self.map.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.map.customContextMenuRequested.connect(self._explain_at)
        self.bars.hovered.connect(self.bars.mark)
        self.bars.hinted.connect(self.hinted)
        self.bars.clicked.connect(lambda column: self.explain((self.row, column)))

    # ---- what it shows

    def show_tensor(self, tensor: Tensor, live: LiveState, marks: tuple[Cell | None, Cell | None]) -> None:
        """Shows a tensor; `marks` are the pinned and the hovered cell of the shared selection, if they belong to it."""
        self.tensor, self.head = tensor, tensor.head_at(live.head)
        self.row = min(live.source or 0 if tensor.letters[0] == "S" else live.step or 0, max(0, len(tensor.rows) - 1))
        key = (tensor.name, tensor.sentence, self.head, themes.current().name)
        if tensor.trace is not self._trace or key != self._shown:
            self._trace, self._shown, self._cell = tensor.trace, key, None
            self._show_words(tensor, live)
            self._show_map(tensor)
            self._measured = tensor_text.measured(tensor, self.head)
            self._row_shown = None
        if self.row != self._row_shown:
            self._row_shown = self.row
            self._show_row(tensor, live)
        self._mark(tensor, live, marks)
        self._fit()

    def _show_words(self, tensor: Tensor, live: LiveState) -> None:
        self.title.set_text(tensor_text.title(tensor))
        found = tensor_text.choices_of(tensor.part)
        fill_box(self.choice, found, tensor.name)
        show_part(self.choice, len(found) > 1)
        hook = tensor_text.hook_words(tensor)
        self.hook.set_text(hook, f"{hook}: {translated(tensor.activation.words)}")
        off = live.off.get((tensor.attention, tensor.layer), ())
        heads = [
            (tr("head {head}, off", head=head + 1) if head in off else tr("head {head}", head=head + 1), head)
            for head in range(tensor.heads)
        ]
        fill_box(self.heads, heads, self.head)
        show_part(self.heads, tensor.heads > 0)

    def _show_map(self, tensor: Tensor) -> None:
        matrix = tensor.matrix(self.head)
        there = matrix is not None and matrix.size > 0
        self.words.setText(tensor.missing)
        show_part(self.words, not there)
        for part in (self.map, self.key, self.row_title, self.bars, self.facts):
            show_part(part, there)
        for button in (self.copy, self.save):
            button.setEnabled(there)
        show_part(self.attention, bool(tensor.attention))
        self.map.clear()
        if matrix is None or not there:
            return
        scale = tensor.scale(matrix)
        self.fill_map(matrix, tensor.rows, tensor.columns, scale, tensor.reasons)
        row, foot = _LOW_CELLS if matrix.shape[1] > _MANY else _ROOMY
        self.map.setMaximumHeight(themes.px(foot) + len(matrix) * themes.px(row))
        self.map.setAccessibleName(f"{self.title.text()}: {translated(tensor.activation.words)}")
        painting.set_tip(self.map, self._tip())
        self.fill_key(scale, tensor.visible(matrix), tensor.hidden_for)

    def _show_row(self, tensor: Tensor, live: LiveState) -> None:
        matrix = tensor.matrix(self.head)
        if matrix is None or self._measured is None:
            return
        named = tensor.row_columns(self.row) if tensor.letters[1] in ("S", "T", "C") else ()
        of_source = tensor.letters[0] == "S"
        side = tr("row") if of_source else tr("step {step}", step=self.row + 1)
        self.bars.show_row(matrix[self.row], named, "source" if of_source else "target")
        name = tensor_text.row_name(tensor, self.row)
        self.row_title.set_text(f"{side} {quoted(name)}")
        self.facts.set_facts(tensor_text.facts(tensor, self._measured, live.known, matrix[self.row], name))

    def _mark(self, tensor: Tensor, live: LiveState, marks: tuple[Cell | None, Cell | None]) -> None:
        if tensor.missing:
            return
        target = tensor.letters[0] == "T"
        pinned, hovered = marks if tensor.is_attention else (self._cell, self.map.marks.hovered)
        step, last, row = (self.row, live.last, None) if target else (None, None, self.row)
        self.map.set_marks(pinned, hovered, step, last, row=row)

    def text_of(self, row: int, column: int) -> str:
        return "" if self.tensor is None else tensor_text.cell_text(self.tensor, self.head, row, column)

    # ---- what the user does

    def _click(self, cell: Cell) -> None:
        self._move(cell)
        if not self._is_attention:
            self.explain(cell)

    def _move(self, cell: Cell) -> None:
        """Pins a cell of an attention; for other numbers moves the keyboard cursor and selects the row."""
        if self._is_attention:
            self.cell_chosen.emit(cell)
            return
        self._cell = cell
        self.map.set_marks(cell, self.map.marks.hovered, self.map.marks.step, self.map.marks.rows_shown, row=cell[0])
        if cell[0] != self.row:
            self.row_chosen.emit(cell[0])

    def explain(self, cell: Cell, at: QPoint | None = None) -> None:
        """Opens the card with the source of a number."""
        found = self._number(cell)
        if found is not None:
            point = at or self.map.cell_rect(*cell).center().toPoint()
            explain(self.map, *found, at=self.map.mapToGlobal(point))

    def _number(self, cell: Cell) -> tuple[Trace, Source] | None:
        """The source of a number; None while there is none."""
        if self.tensor is None or self.tensor.missing:
            return None
        return self.tensor.trace, tensor_text.source(self.tensor, self.head, *cell)

    def _explain_at(self, point: QPoint) -> None:
        cell = self.map.cell_at(point.toPointF())
        if cell is not None:
            self.explain(cell, point)

    def _point(self, cell: Cell | None) -> None:
        self.bars.mark(cell[1] if cell is not None and cell[0] == self.row else None)
        if self._is_attention:
            self.cell_hovered.emit(cell)
        self.hinted.emit("" if cell is None else f"{self.text_of(*cell)}. {self._tip()}")

    def _tip(self) -> str:
        return _TIP_MAP if self._is_attention else _TIP

    @property
    def _is_attention(self) -> bool:
        return self.tensor is not None and self.tensor.is_attention

    # ---- room

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def _fit(self) -> None:
        """In a low panel first the facts, then the bars, then the legend make room for the map."""
        there = self.tensor is not None and not self.tensor.missing
        tall, middle, roomy = (self.height() >= themes.px(low) for low in _LOW)
        show_part(self.facts, there and tall)
        for part in (self.row_title, self.bars):
            show_part(part, there and middle)
        show_part(self.key, there and roomy)
        show_part(self.hook, not there or roomy)
