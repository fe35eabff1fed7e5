"""The picture of patching: two maps of the residual stream, and a list of the parts that restore most. Lengths are
logical pixels."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record import mask_reasons
from model_core.record.edits import Patch
from model_core.record.trace import Trace
from viz_app.charts.number_table import coloured
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_format import MINUS, fmt_score
from viz_app.data.snapshot import Cell
from viz_app.data.words.parts import KIND_WORDS
from viz_app.maps.legend import LegendContent
from viz_app.system.language import tr
from viz_app.views.compare import patching
from viz_app.views.compare.maps import MapPane
from viz_app.views.compare.patching import STACK_TITLES, PatchContent
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import UP_DOWN, Canvas, along
from viz_app.widgets.labels import SlimButton, plain_label
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.number_card import answer
from viz_app.widgets.theme import Theme

_SCALE = Scale(-1.0, 1.0, "diverging")
_TICKS = ((0.0, f"{MINUS}1"), (0.5, "0"), (1.0, "1"))
_KEPT = tr("Click to patch this activation of A into B and keep it as an edit.")
_LIST = 520  # px at text size 100 % from which the list fits beside the maps
_BOTH = 380  # px at text size 100 % from which both maps have room


class PatchMap(MapPane):
    """The residual stream of one stack: rows are its places, columns tokens. `kept` carries a Patch."""

    kept = Signal(object)
    pointed = Signal(str)
    hinted = Signal(str)

    def __init__(self, stack: str, parent: QWidget) -> None:
        super().__init__(tr("Activations of the {stack} patched in from A", stack=KIND_WORDS[stack]), parent)
        self.stack = stack
        self._shown: PatchContent | None = None
        self._shares = np.zeros((1, 1))
        self.title.set_text(STACK_TITLES[stack])
        heat = self.figure.heat
        heat.setToolTip(
            painting.tip(tr("Rows are points in the stack, columns are tokens. Click to keep the activation of A."))
        )
        heat.describe = self._describe
        heat.clicked.connect(self._keep)
        heat.hovered.connect(self._point)
        answer(heat, self._number)

    def _number(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The share that a cell restores; None while it is computed."""
        heat = self.figure.heat
        cell = heat.marks.pinned if point is None else heat.cell_at(QPointF(point))
        return None if cell is None or self._shown is None else patching.source_of(self._shown, *self._site(cell))

    def show_content(self, shown: PatchContent) -> None:
        """Shows the results so far; hatched cells are still being computed."""
        self._shown = shown
        shares = shown.shares(self.stack)
        if shares is None or not shares.size:
            self.figure.show_message("")
            self.figure.heat.clear()
            return
        self._shares = shares
        missing = ~np.isfinite(shares)
        codes = np.where(missing, mask_reasons.PADDING, mask_reasons.VISIBLE).astype(np.uint8)
        masked = codes if missing.any() else None
        self.figure.show_message("")
        self.figure.heat.set_rows([RowLabel(name) for name in shown.rows(self.stack)])
        self.figure.heat.set_columns(shown.columns(self.stack)[: shares.shape[1]])
        self.figure.heat.set_values(np.nan_to_num(shares, nan=0.0).astype(np.float32), masked, _SCALE)
        self.figure.set_key(LegendContent(tr("share restored"), "diverging", _TICKS))

    def _site(self, cell: Cell) -> tuple[Patch | None, float]:
        shown = self._shown
        return (None if shown is None else shown.site(self.stack, *cell)), float(self._shares[cell])

    def _describe(self, row: int, column: int) -> str:
        return "" if self._shown is None else patching.site_words(self._shown, *self._site((row, column)))

    def _point(self, cell: Cell | None) -> None:
        self.pointed.emit("" if cell is None else self._describe(*cell))
        self.hinted.emit("" if cell is None else _KEPT)

    def _keep(self, cell: Cell) -> None:
        patch, share = self._site(cell)
        if patch is not None and math.isfinite(share):
            self.kept.emit(patch)


class PatchRanking(Canvas):
    """Heads and feed-forwards, those that restore most first. A place is a row; `kept` carries its Patch."""

    kept = Signal(object)

    moves = UP_DOWN
    held = Qt.KeyboardModifier.NoModifier
    usual = 240, 140
    least = 100, 60

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Heads and feed-forwards by how much they restore"))
        self._shown: PatchContent | None = None
        self.rows: list[tuple[Patch, float]] = []
        painting.set_tip(self, tr("Up and down move; click or press Enter to keep the activation of A in B."))
        answer(self, self._number)

    def _number(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The share that a part restores."""
        place = self.at if point is None else self.place_at(QPointF(point))
        if self._shown is None or not isinstance(place, int) or place >= len(self.rows):
            return None
        return patching.source_of(self._shown, *self.rows[place])

    def show_content(self, shown: PatchContent) -> None:
        self._shown, self.rows = shown, shown.ranked()
        if isinstance(self.at, int) and self.at >= len(self.rows):
            self.at = None
        self.setAccessibleDescription("; ".join(map(self.tip_of, range(min(3, len(self.rows))))))
        self.update()

    def _row(self) -> float:
        return math.ceil(self.line("small")) + 6.0

    def _count(self) -> int:
        """How many rows fit."""
        return min(len(self.rows), int(self.height() // self._row()))

    def place_at(self, point: QPointF) -> int | None:
        row = int(point.y() // self._row())
        return row if 0 <= row < self._count() else None

    def rect_of(self, place: int) -> QRectF:
        return QRectF(0, place * self._row(), self.width(), self._row())

    def tip_of(self, place: int) -> str:
        if self._shown is None:
            return ""
        return patching.site_words(self._shown, *self.rows[place])

    def hint_of(self, place: int) -> str:
        return _KEPT

    def walk(self, place: object, down: int, right: int) -> int | None:
        return along(place, down, self._count())

    def pick(self, place: int) -> None:
        self.kept.emit(self.rows[place][0])

    def draw(self, painter: QPainter, theme: Theme) -> None:
        shown = self._shown
        if shown is None:
            return
        number = self.metrics_of("small").horizontalAdvance("\u22120.00") + 8
        for row, (patch, share) in enumerate(self.rows[: self._count()]):
            rect = self.rect_of(row)
            if row in (self.pointed, self.at):
                painting.draw_rounded(painter, rect, corner=4, fill=theme.wash("ink", 0.06))
            words = QRectF(rect.left() + 4, rect.top(), rect.width() - number - 12, rect.height())
            name = patching.part_name(patch)
            painting.draw_words(painter, words, name, theme.q("ink"), font=self.font_of("small"))
            box = QRectF(rect.right() - number, rect.top() + 1, number, rect.height() - 2)
            ground, ink = coloured(share, _SCALE, theme)
            painting.draw_rounded(painter, box, corner=3, fill=ground)
            painting.draw_words(painter, box, fmt_score(share, 2), ink, align="centre", font=self.font_of("small"))


class PatchPart(QWidget):
    """Both maps, the list, and the strongest place in words. `kept` carries a Patch."""

    kept = Signal(object)
    hinted = Signal(str)
    stopped = Signal()  # or continued

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: PatchContent | None = None
        self.stop = SlimButton(self)
        self.stop.clicked.connect(self.stopped)
        self.about = plain_label(self, "small", muted=True, wrapped=True)
        self.strongest = plain_label(self, "body", wrapped=True)
        self.maps = {stack: PatchMap(stack, self) for stack in STACK_TITLES}
        self.list = PatchRanking(self)
        self.pictures = row_of(*((one, 3) for one in self.maps.values()), (self.list, 2), margins=None, spacing=16)
        line = row_of((self.about, 1), self.stop, margins=None, spacing=8)
        column_of(self.strongest, line, (self.pictures, 1), 0, parent=self, spacing=4)
        for one in self._pictures():
            one.kept.connect(self.kept)
            one.hinted.connect(self.hinted)

    def _pictures(self) -> tuple[PatchMap | PatchRanking, ...]:
        return (*self.maps.values(), self.list)

    def show_content(self, shown: PatchContent) -> None:
        """Shows the results so far."""
        self._shown = shown
        self.about.setText(patching.explained(shown))
        word = tr("Resume") if shown.stopped else tr("Cancel")
        about = tr("Pauses or resumes patching activations of A into B; what is there stays.")
        self.stop.set_words(word, word, about, "Ctrl+.")
        show_part(self.stop, shown.going)
        self.strongest.setText(patching.strongest_words(shown))
        show_part(self.strongest, bool(self.strongest.text()))
        for one in self._pictures():
            one.show_content(shown)
        self.fit()

    def fit(self) -> None:
        """The maps, and the list if it fits."""
        there = self._shown is not None and self._shown.asked is not None and not self._shown.equal
        width = self.width()
        show_part(self.list, there and width >= themes.px(_LIST))
        show_part(self.maps["encoder"], there and width >= themes.px(_BOTH))
        show_part(self.maps["decoder"], there)

    def restyle(self) -> None:
        """Applies the current text size."""
        for one in self.maps.values():
            one.figure.arrange()
        self.fit()

    def hasHeightForWidth(self) -> bool:
        """False: the preferred height of its wrapped text would become its minimum."""
        return False

    def sizeHint(self) -> QSize:
        return QSize(640, themes.px(260))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, themes.px(80))
