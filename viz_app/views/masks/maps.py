"""The masks of the three attentions side by side: cells of one size, titles, or only one map if space is tight; and
which cell is selected.

Shapes: Q queries (rows), M memory (keys). Lengths are logical pixels.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.known_masks import reasons_in
from model_core.record.trace import KINDS, Trace
from viz_app.data import map_text
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.data.selection import reading_at_rest, sentence_of, step_of
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.data.vocabulary import ATTENTIONS, OPENED
from viz_app.maps.axes import ColumnAxis, RowAxis
from viz_app.maps.editable_heatmap import EditableHeatMap
from viz_app.system.language import tr
from viz_app.views.masks import mask_rows
from viz_app.views.masks.edits import opened_by_rule, opened_runs
from viz_app.views.masks.mask_rows import SHORT_WHY, WHY
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import set_style_property
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import show_part

Place = tuple[str, Cell]
"""A kind of attention and a cell of its map."""
_MARGIN = 4.0  # px that a map keeps free around itself
_BETWEEN = 24.0  # px between two maps
_SMALLEST, _CELL = 104.0, 24.0  # px: a map with few cells takes at least this much room, or this much a cell
_FONTS: tuple[themes.Role, ...] = ("body", "small")  # of the labels: the first in which each row has one, else the last
_LOWEST = 225.0  # px at text size 100 %: lower maps leave the explanation to their tooltip
_NARROWEST = 190.0  # px at text size 100 %: where a map would have less, only one is shown


class MaskMap(QWidget):
    """One attention's mask under its title and a note on why it exists."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = kind
        self.title = plain_label(self, "strong")
        self.why = plain_label(self, "small", SHORT_WHY[kind], muted=True, wrapped=True)
        self.map = EditableHeatMap(self, ruled=True)
        self.map.setAccessibleName(tr("Mask of the {attention}", attention=ATTENTIONS[kind].title.lower()))
        painting.set_tip(self.map, f"{ATTENTIONS[kind].title}: {WHY[kind]}")
        self.head = 40  # px that title and explanation take, the same in all maps
        self.map_width = 0  # px
        self.labels: tuple[tuple[RowLabel, ...], tuple[str, ...]] = ((), ())

    def show_mask(self, labels: tuple[tuple[RowLabel, ...], tuple[str, ...]], reasons: np.ndarray) -> None:
        """Shows other labels and reasons (Q, M)."""
        if labels != self.labels:
            self.labels = labels
            self.map.drop_stroke()
            self.map.clear()  # labels and cells of one size come together
            self.map.set_rows(labels[0])
            self.map.set_columns(labels[1])
        words = mask_rows.hidden_words(reasons)
        for part in (self.title, self.why):
            painting.set_tip(part, f"{ATTENTIONS[self.kind].title}: {words}. {WHY[self.kind]}")
        self.title.setAccessibleDescription(words)

    def show_cells(self, weights: np.ndarray | None, reasons: np.ndarray) -> None:
        """Fills the cells with weights (Q, M), or leaves them blank."""
        self.map.ruled = weights is None
        weights = np.zeros(reasons.shape, np.float32) if weights is None else weights
        self.map.set_values(weights, reasons, Scale(0.0, 1.0))

    def wanted_head(self, width: float) -> int:
        """Height in px of title and note at this width."""
        why = 0 if self.why.isHidden() else self.why.heightForWidth(max(40, round(width)))
        return self._line() + why + 4

    def wanted_width(self, short: bool) -> float:
        """Width in px of the title, the long or the short one."""
        words = ATTENTIONS[self.kind].word if short else ATTENTIONS[self.kind].title
        return math.ceil(QFontMetricsF(themes.font("strong")).horizontalAdvance(words)) + 4

    @staticmethod
    def _line() -> int:
        return math.ceil(QFontMetricsF(themes.font("strong")).height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def arrange(self) -> None:
        """Title, note, map, one below the other."""
        wide, line = self.width(), self._line()
        self.title.setText(
            ATTENTIONS[self.kind].word if self.wanted_width(False) > wide else ATTENTIONS[self.kind].title
        )
        self.title.setGeometry(0, 0, wide, line)
        self.why.setGeometry(0, line, wide, self.why.heightForWidth(wide))
        self.map.setGeometry(0, self.head, min(wide, self.map_width or wide), max(1, self.height() - self.head))


class Pointing:
    """Which cell of the three masks is selected: `pointed` is the hovered one; `held` is a pinned cell of padding,
    which no other view shows.

    Cells are (query, key) with the padding of the batch; the cells of other views have no padding.
    """

    def __init__(self) -> None:
        self.pointed: Place | None = None
        self.held: Place | None = None

    def follow(self, before: Snapshot | None, shot: Snapshot) -> bool:
        """Clears both for another text or sentence, `held` for another pin, and cells that no longer exist. Returns
        whether the hovered cell was cleared."""
        pointed, trace = self.pointed, shot.trace
        shown = None if before is None else (before.trace.run.source, before.look.sentence)
        other = shown != (trace.run.source, shot.look.sentence)
        if other or not _is_there(trace, pointed):
            self.pointed = None
        if other or shot.pinned is not None or not _is_there(trace, self.held):
            self.held = None
        return pointed != self.pointed

    def place(self, shot: Snapshot) -> tuple[Place, str]:
        """The cell whose numbers are shown, and why that one: the origin of a Reading, "example" where there is none.

        While nothing is pointed at it is the cell that the other views explain; without weights a masked one.
        """
        kinds = mask_rows.shown_kinds(shot.trace)
        kind = shot.look.kind if shot.look.kind in kinds else kinds[0]
        hovered, pinned = (None if cell is None else (kind, cell) for cell in (shot.hover, shot.pinned))
        for place, origin in (
            (self.pointed, "pointer"),
            (hovered, "pointer"),
            (self.held, "pinned"),
            (pinned, "pinned"),
        ):
            if place is not None and _is_there(shot.trace, place):
                return place, origin
        layer, head = mask_rows.head_of(shot.trace, kind, (shot.look.layer, shot.look.head))
        at = reading_at_rest(shot.trace, replace(shot.look, kind=kind, layer=layer, head=head))
        if at.cell is not None:
            return (kind, at.cell), at.origin
        reasons = shot.trace.reasons[kind][sentence_of(shot.trace, shot.look)]
        return (kind, mask_rows.telling_cell(reasons, step_of(shot.trace, shot.look) or 0)), "example"

    def marks(self, shot: Snapshot, kind: str) -> tuple[Cell | None, Cell | None]:
        """The pinned and the hovered cell of one map."""
        own = kind == shot.look.kind
        held, pointed = (place[1] if place and place[0] == kind else None for place in (self.held, self.pointed))
        return held or (shot.pinned if own else None), shot.hover if own and self.pointed is None else pointed


def _is_there(trace: Trace, place: Place | None) -> bool:
    """Whether this run has the cell."""
    if place is None or place[0] not in trace.reasons:
        return False
    (_, rows, columns), (query, key) = trace.reasons[place[0]].shape, place[1]
    return 0 <= query < rows and 0 <= key < columns


def is_real(trace: Trace, kind: str, sentence: int, cell: Cell) -> bool:
    """Whether row and column both belong to tokens."""
    rows, columns = trace.size(kind, sentence)
    return cell[0] < rows and cell[1] < columns


class MapRow(QWidget):
    """The maps side by side, with cells of one size as long as no map gets too small to be legible. `chosen` is the
    kind that is shown alone if three do not fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.alone = False  # presented: the map of the chosen attention fills the screen
        self.maps = {kind: MaskMap(kind, self) for kind in KINDS}
        self.chosen = KINDS[0]
        self._kinds: tuple[str, ...] = ()
        self._shown: tuple[object, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._labelled: tuple[int, ...] = ()  # px with which each row has its label, in each of _FONTS
        self.setMinimumSize(160, 110)

    def show_masks(self, trace: Trace, sentence: int) -> frozenset[int]:
        """Shows the masks of a sentence, which hold for every head; returns the reasons in them."""
        present: set[int] = set()
        for kind in mask_rows.shown_kinds(trace):
            reasons = trace.reasons[kind][sentence]
            rows = tuple(RowLabel(*words) for words in map_text.padded_rows(trace, kind, sentence))
            block = self.maps[kind]
            block.show_mask((rows, tuple(map_text.padded_columns(trace, kind, sentence))), reasons)
            opened = opened_runs(trace, kind, sentence)
            block.map.set_opened(opened)
            present |= reasons_in(reasons)
            if opened_by_rule(trace, kind, sentence, opened):
                present.add(OPENED)
        return frozenset(present)

    def show_cells(self, trace: Trace, sentence: int, head: tuple[int, int] | None) -> None:
        """Shows the weights of (layer, head) in the cells, or nothing."""
        for kind in mask_rows.shown_kinds(trace):
            reasons = trace.reasons[kind][sentence]
            self.maps[kind].show_cells(mask_rows.weights_of(trace, kind, sentence, head), reasons)

    def show_marks(self, shot: Snapshot, pointing: Pointing, chosen: str) -> None:
        """Marks the pinned and the hovered cell and the decoder's step; `chosen` is the selected kind."""
        kinds = mask_rows.shown_kinds(shot.trace)
        for kind in kinds:
            block, (pinned, hovered) = self.maps[kind], pointing.marks(shot, kind)
            step = None if kind == "encoder" else step_of(shot.trace, shot.look)
            block.map.set_marks(pinned, hovered, step, shot.last_row(kind))
            set_style_property(block.title, "tone", "" if kind == chosen else "muted")
        shown = kinds, chosen if self.narrow else "", tuple(self.maps[kind].labels for kind in kinds)
        if shown != self._shown:
            self._shown, self._kinds, self.chosen = shown, kinds, chosen
            self.arrange()

    @property
    def narrow(self) -> bool:
        """Whether three maps would be too small to be legible, in this view or from the back row."""
        view = self.parentWidget()
        return self.alone or (view or self).width() < len(KINDS) * _NARROWEST * themes.text_scale()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def arrange(self) -> None:
        """Distributes the space; the rest goes between the maps."""
        kinds = [kind for kind in self._kinds if kind == self.chosen or not self.narrow]
        low = self.height() < themes.px(_LOWEST)
        for kind, block in self.maps.items():
            show_part(block, kind in kinds)
            block.why.setVisible(not low)
        if not kinds:
            return
        if self.alone:
            self._fill_with(self.maps[kinds[0]])
            return
        found = [self._sizes(kinds, themes.font(role)) for role in _FONTS]
        self._labelled = tuple(labelled for _, labelled, _ in found)
        fits = [place for place, (_, _, whole) in enumerate(found) if whole]
        role = fits[0] if fits else len(_FONTS) - 1
        sizes = found[role][0]
        for block in self.maps.values():
            block.map.setFont(themes.font(_FONTS[role]))
        spare = max(0.0, self.width() - sum(width for width, _ in sizes) - _BETWEEN * (len(kinds) - 1)) / len(kinds)
        left = 0.0
        for kind, (width, height) in zip(kinds, sizes, strict=True):
            block = self.maps[kind]
            block.map_width = math.floor(width)
            block.setGeometry(
                round(left), 0, math.floor(min(width + spare, self.width())), math.floor(min(height, self.height()))
            )
            block.arrange()
            left += width + spare + _BETWEEN

    def _fill_with(self, block: MaskMap) -> None:
        block.map.setFont(themes.font(_FONTS[0]))
        block.map_width, block.head = self.width(), block.wanted_head(self.width())
        block.setGeometry(self.rect())
        block.arrange()

    def labelled_within(self, most: int) -> int:
        """The height in px, at most this, at which each row has its label, in the largest possible font; 0 for none."""
        return next((high for high in self._labelled if high <= most), 0)

    def _sizes(self, kinds: list[str], font: QFont) -> tuple[list[tuple[float, float]], int, bool]:
        """With labels in this font: width and height of each map with its title, the height at which each row has its
        label, px, and whether each has."""
        blocks = [self.maps[kind] for kind in kinds]
        rows, columns = (np.array([len(block.labels[side]) for block in blocks], float) for side in (0, 1))
        axes = [block.map.axes(font) for block in blocks]
        unit, count = themes.text_scale(), len(kinds)
        room = self.width() - _BETWEEN * (count - 1) - (2 * _MARGIN + 1) * count
        share = self.width() / count - _BETWEEN
        short = sum(block.wanted_width(False) for block in blocks) > room
        wide, cell_w = np.full(count, share), np.full(count, 20.0)
        for _ in range(4):
            head = max(block.wanted_head(max(size, share)) for block, size in zip(blocks, wide, strict=True))
            high = self.height() - head - 2 * _MARGIN
            gutters = np.array([_gutter(own, size, room / count) for own, size in zip(axes, cell_w, strict=True)])
            feet = np.array([own[1].room(size, high) for own, size in zip(axes, cell_w, strict=True)])
            cell_w, cell_h = _cells(room - gutters.sum(), high - feet, rows, columns, unit)
            wide = gutters + columns * cell_w + 2 * _MARGIN + 1
        for block in blocks:
            block.head = head
        least = math.ceil(axes[0][0].apart)
        labelled = head + math.ceil((least * rows + feet).max()) + round(2 * _MARGIN) + 1
        wide = np.maximum(wide, [block.wanted_width(short) for block in blocks])
        wide[wide.argmax()] -= max(0.0, wide.sum() - room - (2 * _MARGIN + 1) * count)  # what a title took
        high = rows * cell_h + feet + 2 * _MARGIN + 1 + head
        return list(zip(wide.tolist(), high.tolist(), strict=True)), labelled, bool((cell_h >= least).all())


def _gutter(axes: tuple[RowAxis, ColumnAxis], cell_w: float, width: float) -> float:
    """Width in px of the labels left of the cells, as a map itself divides its space."""
    return max(axes[0].room(width), min(axes[1].overhang(cell_w), 100 * axes[0].unit, width * 0.25))


def _cells(
    width: float, heights: np.ndarray, rows: np.ndarray, columns: np.ndarray, unit: float
) -> tuple[np.ndarray, np.ndarray]:
    """Width and height of a cell of each map, px: one size for all, nearly square, larger in maps with few cells.

    `width` is shared by all columns, `heights` are the heights available for each map's rows.
    """
    least = np.minimum(_SMALLEST / columns, _CELL) * unit
    cell_w = np.full(len(columns), max(0.1, width / columns.sum()))
    for _ in range(2):
        small = cell_w < least
        if small.any() and not small.all():
            left = max(1.0, width - (least * columns)[small].sum())
            cell_w = np.where(small, least, left / columns[~small].sum())
    most_h = np.maximum(1.0, heights) / rows
    least_h = np.minimum(np.minimum(_SMALLEST / rows, _CELL) * unit, most_h)
    cell_h = np.minimum(most_h.min(), 1.25 * cell_w)
    cell_h = np.minimum(np.maximum(cell_h, least_h), 64 * unit)
    return np.minimum(cell_w, np.maximum(1.5 * cell_h, least)), cell_h
