"""The cells of one map: their numbers, their reasons to be hidden, and how they are painted.

For cells below one pixel the largest value of each block is painted, so that a single bright cell stays visible at
any size. Buffers are kept from one picture to the next. Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from model_core.analysis import map_blocks
from model_core.analysis.known_masks import reasons_in
from model_core.analysis.map_blocks import Buffers, joined_reasons
from model_core.record import mask_reasons
from viz_app.data import number_format, vocabulary
from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import ByteArray, FloatArray, Scale
from viz_app.maps.grid import Grid
from viz_app.widgets import painting
from viz_app.widgets.theme import Theme

MOST_RECTANGLES = 4096  # cells up to which a vector picture draws each as a shape of its own
_MASKS = 3  # whose cells and hatched places are kept: those of the three kinds
_Mask = tuple[ByteArray, ByteArray | None, np.ndarray | None]  # as it was given, then what it hides, or None twice
Part = tuple[slice, slice]
Area = tuple[int, int, int, int, int]  # reason, first row, last row + 1, first column, last column + 1


def checked(values: npt.ArrayLike, masked: npt.ArrayLike | None) -> tuple[FloatArray, ByteArray | None]:
    """The two arrays of a map as float32 [Q, K] and uint8 [Q, K] or None, without a copy if they already are. Raises
    ValueError for another shape, for a map without cells and for reason codes above 3."""
    numbers = np.asarray(values, dtype=np.float32)
    if numbers.ndim != 2 or 0 in numbers.shape:
        raise ValueError(f"a map needs values of shape [Q, K] with at least one cell, got {list(numbers.shape)}")
    return numbers, None if masked is None else checked_reasons(masked, numbers.shape)


def checked_reasons(masked: npt.ArrayLike, shape: tuple[int, ...]) -> ByteArray:
    """The reason codes of a map of `shape` as uint8, without a copy if they already are. Raises ValueError for another
    shape and for invalid codes."""
    reasons = np.asarray(masked)
    if reasons.shape != shape:
        raise ValueError(f"the mask has shape {list(reasons.shape)}, the values {list(shape)}")
    known = *range(len(mask_reasons.REASONS)), mask_reasons.HIDDEN
    beyond = int(reasons.min()) < mask_reasons.VISIBLE or int(reasons.max()) > mask_reasons.USER
    if beyond and not np.isin(reasons, known).all():
        raise ValueError("reason codes are 0 visible, 1 future, 2 padding, 3 user, 5 hidden")
    return reasons.astype(np.uint8, copy=False)


def areas(reasons: ByteArray) -> list[Area]:
    """Hidden cells as few rectangles: runs along each row, equal runs of neighbouring rows joined."""
    padded = np.zeros((reasons.shape[0], reasons.shape[1] + 2), np.int16)
    padded[:, 1:-1] = reasons
    rows, edges = np.nonzero(padded[:, 1:] != padded[:, :-1])
    if not len(rows):
        return []
    codes = padded[rows, edges + 1]
    starts = np.flatnonzero(codes)  # a run ends where the next edge of its row lies
    runs = np.stack([codes[starts], edges[starts], edges[starts + 1], rows[starts]], axis=1)
    runs = runs[np.lexsort((runs[:, 3], runs[:, 2], runs[:, 1], runs[:, 0]))]
    new = np.ones(len(runs), bool)
    new[1:] = (runs[1:, :3] != runs[:-1, :3]).any(axis=1) | (runs[1:, 3] != runs[:-1, 3] + 1)
    firsts = np.flatnonzero(new)
    lasts = np.append(firsts[1:], len(runs)) - 1
    return [
        (code, first, last + 1, start, stop)
        for (code, start, stop, first), last in zip(runs[firsts].tolist(), runs[lasts, 3].tolist(), strict=True)
    ]


def runs(columns: Iterable[int]) -> list[tuple[int, int]]:
    """Neighbouring columns joined: first and last + 1 of each run; `columns` is ascending."""
    found: list[tuple[int, int]] = []
    for column in columns:
        if found and found[-1][1] == column:
            found[-1] = found[-1][0], column + 1
        else:
            found.append((column, column + 1))
    return found


def veil(theme: Theme) -> QColor:
    """The colour over dimmed columns: that of the background, nearly opaque."""
    return theme.q("background", 0.85)


class Cells:
    """Values with a mask and a scale, to be painted into any Grid of the same shape."""

    def __init__(self) -> None:
        self.values: FloatArray = np.zeros((1, 1), np.float32)
        self.reasons: ByteArray | None = None
        self.scale = Scale()
        self.broken = 0  # visible cells that are not numbers
        self.dimmed: tuple[int, ...] = ()  # columns painted as if from far away, rising
        self._shades: FloatArray = self.values  # what is coloured
        self._visible: np.ndarray | None = None  # [Q, K] bool; None: all cells are
        self._areas: dict[object, tuple[ByteArray, list[list[QRectF]]]] = {}  # of the masks shown last
        self._masks: list[_Mask] = []  # given lately, the last one first
        self._buffers = Buffers()

    def set(
        self, values: npt.ArrayLike, masked: npt.ArrayLike | None, scale: Scale, shades: npt.ArrayLike | None = None
    ) -> None:
        """Takes a new map; see `checked` for the shapes and the errors. The arrays are kept, not copied. `shades` [Q,
        K], on the same scale, are coloured instead of the values; the written numbers are still the values."""
        numbers, reasons, visible = self._checked(values, masked)
        colour_of = numbers if shades is None else checked(shades, masked)[0]
        if not _are_finite(numbers):
            finite = np.isfinite(numbers)
            lost = ~finite if visible is None else ~finite & visible
            self.broken = int(np.count_nonzero(lost))
            reasons = np.zeros(numbers.shape, np.uint8) if reasons is None else reasons
            reasons = self._known(np.where(lost, np.uint8(vocabulary.BROKEN), reasons))
            visible = reasons == mask_reasons.VISIBLE
        else:
            self.broken = 0
        self._shades, self._visible = colour_of, visible
        self.values, self.reasons, self.scale = numbers, reasons, scale

    @property
    def _neutral(self) -> float:
        """The number in whose colour hidden cells are painted, under their hatch."""
        scale = self.scale
        return min(max(0.0, scale.lo), scale.hi) if scale.signed else scale.lo

    def _blocks(self, part: Part, starts: tuple[colormaps.IntArray, colormaps.IntArray]) -> FloatArray:
        """What is coloured of these rows and columns, finite, in blocks that begin at `starts`; valid until the next
        call."""
        visible = None if self._visible is None else self._visible[part]
        return map_blocks.block_maxima(
            self._shades[part], *starts, signed=self.scale.signed, buffers=self._buffers, visible=visible,
            neutral=self._neutral,
        )  # fmt: skip

    def _cells(self, part: Part) -> FloatArray:
        rows, columns = self._shades[part].shape
        return self._blocks(part, (np.arange(rows), np.arange(columns)))

    @property
    def _shown(self) -> FloatArray:
        """The same of the whole map [Q, K]."""
        return self._cells(np.s_[:, :])

    def _checked(
        self, values: npt.ArrayLike, masked: npt.ArrayLike | None
    ) -> tuple[FloatArray, ByteArray | None, np.ndarray | None]:
        """The arrays of a map and which cells are visible, both None where all are; the same mask is not read twice."""
        numbers = checked(values, None)[0]
        for known in self._masks:
            if isinstance(masked, np.ndarray) and _is_same(masked, known[0]) and numbers.shape == known[0].shape:
                self._masks = [known, *(one for one in self._masks if one is not known)]
                return numbers, *known[1:]
        numbers, reasons = checked(numbers, masked)
        found: tuple[ByteArray | None, np.ndarray | None] = None, None
        if reasons is not None and reasons_in(reasons) != {mask_reasons.VISIBLE}:
            found = self._known(reasons), reasons == mask_reasons.VISIBLE
        if isinstance(masked, np.ndarray):
            self._masks = [(masked, *found), *self._masks[: _MASKS - 1]]
        return numbers, *found

    def _known(self, reasons: ByteArray) -> ByteArray:
        """The identical mask that was shown recently, in place of this one."""
        for known, _ in self._areas.values():
            if known is reasons or _is_same(reasons, known):
                return known
        return self.reasons if self.reasons is not None and np.array_equal(self.reasons, reasons) else reasons

    def reason(self, row: int, column: int) -> int:
        """Why a cell is hidden: a code of viz_app.widgets.painting, 0 if it is visible."""
        return mask_reasons.VISIBLE if self.reasons is None else int(self.reasons[row, column])

    @property
    def weights(self) -> bool:
        """Whether the numbers are shares: shown with two decimals, no sign."""
        return self.scale.lo >= 0.0 and self.scale.hi <= 1.0 and not self.scale.signed

    @property
    def decimals(self) -> int:
        """The number of decimals used in this map."""
        return 2 if self.weights else number_format.score_decimals(max(abs(self.scale.lo), abs(self.scale.hi)))

    def text(self, row: int, column: int) -> str:
        return number_format.fmt_score(float(self.values[row, column]), self.decimals)

    # ---- pictures

    def draw(self, painter: QPainter, grid: Grid, theme: Theme, ratio: float = 1.0) -> None:
        """Paints the visible cells as one picture, hatches over hidden ones. No numbers, no frame."""
        rows, columns = grid.visible_rows(), grid.visible_columns()
        blocks_r = _blocks(len(rows), grid.cell_h * ratio)
        blocks_c = _blocks(len(columns), grid.cell_w * ratio)
        starts = map_blocks.block_starts(len(rows), blocks_r), map_blocks.block_starts(len(columns), blocks_c)
        part = np.s_[rows.start : rows.stop, columns.start : columns.stop]
        image = self._image(self._blocks(part, starts), theme)
        target = QRectF(
            grid.x_of(columns.start), grid.y_of(rows.start), len(columns) * grid.cell_w, len(rows) * grid.cell_h
        )
        painter.drawImage(target, image)
        if self.reasons is not None:
            painter.setBrushOrigin(grid.rect.topLeft())
            self._draw_hatches(painter, target, (rows, columns), starts, theme, ratio)
        self.draw_veil(painter, grid, theme)

    def _draw_hatches(
        self,
        painter: QPainter,
        target: QRectF,
        part: tuple[range, range],
        starts: tuple[colormaps.IntArray, colormaps.IntArray],
        theme: Theme,
        ratio: float,
    ) -> None:
        """Paints the hatches of the rows and columns `part`, joined to blocks that begin at `starts`, on `target`."""
        assert self.reasons is not None
        rows, columns = part
        blocks = len(starts[0]), len(starts[1])
        key = (id(self.reasons), rows.start, rows.stop, columns.start, columns.stop, *blocks, target.getRect())
        if key not in self._areas or self._areas[key][0] is not self.reasons:
            seen = self.reasons[rows.start : rows.stop, columns.start : columns.stop]
            kept = [(old, found) for old, found in self._areas.items() if old != key]
            self._areas = dict(kept[1 - _MASKS :])
            self._areas[key] = self.reasons, _hatched(areas(joined_reasons(seen, *starts)), target, blocks)
        for reason, rects in zip(range(mask_reasons.FUTURE, mask_reasons.HIDDEN + 1), self._areas[key][1], strict=True):
            if rects:
                painter.setBrush(painting.hatch(theme, reason, ratio))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawRects(rects)

    def _image(self, values: FloatArray, theme: Theme) -> QImage:
        """An image with one pixel per value; valid until the next call."""
        found = colormaps.pixels(values, self.scale, theme.dark, self._buffers, theme.q("background").rgb())
        height, width = found.shape
        return QImage(found.data, width, height, 4 * width, QImage.Format.Format_RGB32)

    def numbers_fit(self, grid: Grid, font: QFont) -> bool:
        """True where the longest number of the map has air in a cell."""
        if grid.cell_w < 8:  # of long texts nothing is measured
            return False
        metrics = QFontMetricsF(font)
        scale = self.scale
        ends = [number_format.fmt_score(number, self.decimals) for number in (scale.lo, scale.hi)]
        widest = max(metrics.horizontalAdvance(text) for text in ends)
        return bool(grid.cell_w >= widest + 8 and grid.cell_h >= metrics.height() + 2)

    def draw_numbers(self, painter: QPainter, grid: Grid, theme: Theme, font: QFont, rows_shown: int | None) -> None:
        """Writes the number into every visible cell in a colour legible on it. Weights and differences that would read
        0.00 stay empty: their colour says it, and pointing at the cell gives the number. So do cells below the scale's
        cut. Dimmed columns use the theme’s text colour."""
        scale, decimals = self.scale, self.decimals
        ramp = colormaps.table(scale.ramp, theme.dark)
        inks, faint = colormaps.inks(ramp, dark=theme.dark), colormaps.faint_inks(ramp, theme.muted, dark=theme.dark)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        nothing = 0.5 * 10.0**-decimals
        smallest, low = (nothing, 0.1) if self.weights else (-math.inf, -math.inf)
        nothing = nothing if scale.signed else 0.0
        rows, columns = grid.visible_rows(), grid.visible_columns()
        rows = range(rows.start, rows.stop if rows_shown is None else min(rows.stop, rows_shown + 1))
        half = metrics.capHeight() / 2 + grid.cell_h / 2
        centres = [grid.x_of(column + 0.5) for column in columns]
        by_ink: dict[int, list[tuple[QPointF, str]]] = {}
        part = np.s_[rows.start : rows.stop, columns.start : columns.stop]
        shown = self._cells(part)
        away = np.zeros(shown.shape, bool) if self.reasons is None else self.reasons[part] != mask_reasons.VISIBLE
        skipped = (away | (shown < np.float32(scale.cut))).tolist()
        places = colormaps.index(shown, scale.lo, scale.hi, log=scale.log).tolist()
        table, dimmed, ink_of_dimmed = (faint.tolist(), inks.tolist()), frozenset(self.dimmed), theme.q("ink").rgb()
        for at, numbers in enumerate(self.values[part].tolist()):
            baseline = grid.y_of(rows.start + at) + half
            for column, value in enumerate(numbers):
                if value < smallest or abs(value) < nothing or skipped[at][column]:
                    continue
                text = f"{value:.2f}" if decimals == 2 and value >= 0 else number_format.fmt_score(value, decimals)
                width = painting.text_width(text, font)
                ink = table[value >= low][places[at][column]]
                ink = ink_of_dimmed if columns.start + column in dimmed else ink
                by_ink.setdefault(ink, []).append((QPointF(centres[column] - width / 2, baseline), text))
        for ink, texts in by_ink.items():
            painter.setPen(QColor.fromRgb(ink))
            for start, text in texts:
                painting.draw_text(painter, start, text)

    def draw_vector(self, painter: QPainter, grid: Grid, theme: Theme, rows_shown: int | None = None) -> None:
        """Paints all cells as shapes that stay sharp at any size; very large maps as one image. Rows after `rows_shown`
        are left out."""
        rows = self.values.shape[0] if rows_shown is None else min(self.values.shape[0], rows_shown + 1)
        if self.values.size > MOST_RECTANGLES:
            painter.save()
            painter.setClipRect(QRectF(grid.left, grid.top, grid.width, rows * grid.cell_h))
            self.draw(painter, grid, theme)
            painter.restore()
            return
        scale = self.scale
        ramp = colormaps.table(scale.ramp, theme.dark)
        shown = self._shown
        entries = colormaps.index(shown, scale.lo, scale.hi, log=scale.log)
        for row in range(rows):
            for column in range(self.values.shape[1]):
                blank = shown[row, column] < scale.cut
                colour = theme.q("background") if blank else QColor.fromRgb(int(ramp[entries[row, column]]))
                painter.fillRect(grid.cell_rect(row, column), colour)
        for reason, r0, r1, c0, c1 in [] if self.reasons is None else areas(self.reasons[:rows]):
            corner, end = QPointF(grid.x_of(c0), grid.y_of(r0)), QPointF(grid.x_of(c1), grid.y_of(r1))
            painting.draw_hatched(painter, QRectF(corner, end), theme, reason)
        self.draw_veil(painter, grid, theme, rows)

    def draw_veil(self, painter: QPainter, grid: Grid, theme: Theme, rows: int | None = None) -> None:
        """Paints a veil over the dimmed columns, down to the first `rows` (None: all)."""
        end = grid.y_of(self.values.shape[0] if rows is None else rows)
        for first, last in runs(self.dimmed):
            left, right = grid.x_of(first), grid.x_of(last)
            painter.fillRect(QRectF(left, grid.y_of(0), right - left, end - grid.y_of(0)), veil(theme))


def draw_asked(
    painter: QPainter, reasons: ByteArray | None, grid: Grid, theme: Theme, font: QFont, rows_shown: int | None
) -> None:
    """Writes "?" into every cell that a question hides, its row framed; rows after `rows_shown` are left out."""
    if reasons is None or mask_reasons.HIDDEN not in reasons_in(reasons):
        return
    painter.save()
    painter.setFont(font)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row in np.flatnonzero((reasons == mask_reasons.HIDDEN).any(1)).tolist():
        if rows_shown is not None and row > rows_shown:
            continue
        painter.setPen(QPen(theme.q("target"), 2.0))
        line = QRectF(grid.left, grid.y_of(row), grid.width, grid.cell_h)
        painter.drawRect(line.adjusted(1, 1, -1, -1))
        if min(grid.cell_w, grid.cell_h) < QFontMetricsF(font).height() * 0.7:
            continue
        for column in np.flatnonzero(reasons[row] == mask_reasons.HIDDEN).tolist():
            painter.drawText(grid.cell_rect(row, column), Qt.AlignmentFlag.AlignCenter, "?")
    painter.restore()


def _is_same(array: np.ndarray, known: np.ndarray) -> bool:
    """Whether an array is a known one: it occupies the same memory, which is never written to."""
    places = [(one.ctypes.data, one.shape, one.strides, one.dtype) for one in (array, known)]
    return not array.flags.writeable and places[0] == places[1]


def _are_finite(numbers: FloatArray) -> bool:
    """Whether all numbers are finite: read once where the sum of their squares is."""
    if numbers.flags.c_contiguous:
        flat = numbers.reshape(-1)
        with np.errstate(all="ignore"):
            if np.isfinite(np.dot(flat, flat)):
                return True
    return bool(np.isfinite(numbers.max()) and np.isfinite(numbers.min()))


def _hatched(found: list[Area], target: QRectF, blocks: tuple[int, int]) -> list[list[QRectF]]:
    """The areas as rectangles of `target`, which `blocks` rows and columns fill: a list for each reason."""
    high, wide = target.height() / blocks[0], target.width() / blocks[1]
    return [
        [
            QRectF(target.x() + c0 * wide, target.y() + r0 * high, (c1 - c0) * wide, (r1 - r0) * high)
            for code, r0, r1, c0, c1 in found
            if code == reason
        ]
        for reason in range(mask_reasons.FUTURE, mask_reasons.HIDDEN + 1)
    ]


def _blocks(cells: int, pixels: float) -> int:
    """How many blocks to make of `cells` that are `pixels` device pixels large: at most one per pixel."""
    return cells if pixels >= 1.0 else max(1, min(cells, round(cells * pixels)))
