"""What painting costs at least: plain numpy into one kept picture, one QImage, no labels, no theme, no features.

Shapes: L layers, H heads, Q queries, K keys, R and C rows and columns of a thumbnail.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from viz_app.data.maps import colormaps

Floats = npt.NDArray[np.float32]


def random_maps(layers: int, heads: int, cells: int, seed: int) -> Floats:
    """Maps [L, H, Q, K] as softmax would give them in kind: mostly small, few large numbers, all within 0-1."""
    draw = np.random.default_rng(seed)
    found: Floats = draw.random((layers, heads, cells, cells), np.float32)
    np.power(found, 8, out=found)
    return found


def block_maxima(maps: Floats, side: int) -> Floats:
    """The largest value of every block, [L, H, Q, K] -> [L, H, side, side]: by the definition, for checks."""
    layers, heads, cells, _ = maps.shape
    factor = cells // side
    return maps.reshape(layers, heads, side, factor, side, factor).max(axis=(3, 5))


class BareMosaic(QWidget):
    """All maps as one picture: block maxima, rows first, then strided columns; 8-bit index; table; RGB32."""

    def __init__(self, layers: int, heads: int, cells: int, side: int, gap: int) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._table = colormaps.table("weights", False)
        self._factor = max(1, cells // side)
        side = min(side, cells)
        self._rows = np.empty((heads, side, cells), np.float32)
        self._blocks = np.empty((layers, heads, side, side), np.float32)
        self._places = np.empty((layers, heads, side, side), np.float32)
        self._entries = np.empty((layers, heads, side, side), np.uint8)
        self._found = np.empty((layers, heads, side, side), np.uint32)
        step = side + gap
        self._side = side
        self._pixels = np.full((layers, step, heads, step), 0xFFFFFFFF, np.uint32)
        self._image = QImage(self._pixels.data, heads * step, layers * step, QImage.Format.Format_RGB32)

    def set_maps(self, maps: Floats) -> None:
        """New values [L, H, Q, K]."""
        self.set_blocks(self.reduce(maps))

    def reduce(self, maps: Floats) -> Floats:
        """[L, H, Q, K] -> kept [L, H, R, C] of block maxima."""
        factor = self._factor
        if factor == 1:
            return maps
        for layer, values in enumerate(maps):
            np.maximum(values[:, 0::factor], values[:, 1::factor], out=self._rows)
            for offset in range(2, factor):
                np.maximum(self._rows, values[:, offset::factor], out=self._rows)
            blocks = self._blocks[layer]
            np.maximum(self._rows[:, :, 0::factor], self._rows[:, :, 1::factor], out=blocks)
            for offset in range(2, factor):
                np.maximum(blocks, self._rows[:, :, offset::factor], out=blocks)
        return self._blocks

    def set_blocks(self, blocks: Floats) -> None:
        """Values [L, H, R, C] that were reduced before."""
        np.multiply(blocks, np.float32(255.0), out=self._places)
        np.add(self._places, np.float32(0.5), out=self._places)
        np.copyto(self._entries, self._places, casting="unsafe")
        np.take(self._table, self._entries, out=self._found, mode="clip")
        self._pixels[:, : self._side, :, : self._side] = self._found.transpose(0, 2, 1, 3)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """One call."""
        with QPainter(self) as painter:
            painter.drawImage(0, 0, self._image)


class BareMap(QWidget):
    """One map [Q, K] in one picture that fills `area` px, and a cross of two lines with a word where the mouse is."""

    def __init__(self, cells: int, area: QRect) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self._area, self._cells = area, cells
        self._table = colormaps.table("weights", False)
        self._places = np.empty((cells, cells), np.float32)
        self._entries = np.empty((cells, cells), np.uint8)
        self._pixels = np.empty((cells, cells), np.uint32)
        self._image = QImage(self._pixels.data, cells, cells, QImage.Format.Format_RGB32)
        self._values: Floats = self._places
        self._picture: QPixmap | None = None
        self._point: QPointF | None = None

    def set_values(self, values: Floats) -> None:
        """New values [Q, K]."""
        self._values = values
        np.multiply(values, np.float32(255.0), out=self._places)
        np.add(self._places, np.float32(0.5), out=self._places)
        np.copyto(self._entries, self._places, casting="unsafe")
        np.take(self._table, self._entries, out=self._pixels, mode="clip")
        self.update()

    def keep_picture(self) -> None:
        """Paints the map once into a picture that is only laid down from now on."""
        self._picture = QPixmap(self.size())
        self._picture.fill(Qt.GlobalColor.white)
        with QPainter(self._picture) as painter:
            painter.drawImage(self._area, self._image)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Remembers the point."""
        self._point = event.position()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Picture, lines, word."""
        with QPainter(self) as painter:
            if self._picture is None:
                painter.drawImage(self._area, self._image)
                return
            painter.drawPixmap(0, 0, self._picture)
            if self._point is None:
                return
            x, y, area = self._point.x(), self._point.y(), QRectF(self._area)
            painter.drawLines([QLineF(x, area.top(), x, area.bottom()), QLineF(area.left(), y, area.right(), y)])
            row = min(self._cells - 1, int((y - area.top()) / area.height() * self._cells))
            column = min(self._cells - 1, int((x - area.left()) / area.width() * self._cells))
            painter.drawText(QPointF(x + 4, y - 4), f"{row} {column} {self._values[row, column]:.3f}")
