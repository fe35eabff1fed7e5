"""The same pictures as plots of pyqtgraph: one view per head; one head with two lines and a text at the mouse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from benchmarks.window.floors import Floats
from viz_app.data.maps import colormaps


def _look_up() -> Any:
    """The ramp as pyqtgraph wants it: 256 rows of red, green, blue."""
    return (colormaps.unpack(colormaps.table("weights", False)) * 255).round().astype(np.uint8)


class PlottedMosaic(pyqtgraph.GraphicsLayoutWidget):
    """One ViewBox with one ImageItem for each of L × H heads."""

    def __init__(self, layers: int, heads: int) -> None:
        super().__init__()
        self._images = []
        for layer in range(layers):
            for head in range(heads):
                view = self.addViewBox(layer, head, enableMouse=False, invertY=True)
                image = pyqtgraph.ImageItem(axisOrder="row-major")
                image.setLookupTable(_look_up())
                view.addItem(image)
                self._images.append(image)

    def set_maps(self, maps: Floats) -> None:
        """New values [L, H, Q, K]."""
        for image, values in zip(self._images, maps.reshape(-1, *maps.shape[2:]), strict=True):
            image.setImage(values, autoLevels=False, levels=(0.0, 1.0))


class PlottedMap(pyqtgraph.GraphicsLayoutWidget):
    """One head as an ImageItem, with two InfiniteLines and a TextItem that follow the mouse."""

    def __init__(self, cells: int) -> None:
        super().__init__()
        pyqtgraph.setConfigOption("mouseRateLimit", -1)  # or it drops moves above 100 a second
        self._view = self.addViewBox(enableMouse=False, invertY=True)
        self._image = pyqtgraph.ImageItem(axisOrder="row-major")
        self._image.setLookupTable(_look_up())
        self._view.addItem(self._image)
        self._values: Floats = np.zeros((cells, cells), np.float32)
        self._lines = [pyqtgraph.InfiniteLine(angle=angle, pen="k") for angle in (90, 0)]
        self._text = pyqtgraph.TextItem(color="k")
        for item in (*self._lines, self._text):
            self._view.addItem(item, ignoreBounds=True)
        self.moves = 0
        self.scene().sigMouseMoved.connect(self._point_at)

    def set_values(self, values: Floats) -> None:
        """New values [Q, K]."""
        self._values = values
        self._image.setImage(values, autoLevels=False, levels=(0.0, 1.0))

    def _point_at(self, point: QPointF) -> None:
        self.moves += 1
        place = self._view.mapSceneToView(point)
        row, column = (min(len(self._values) - 1, max(0, int(at))) for at in (place.y(), place.x()))
        self._lines[0].setPos(place.x())
        self._lines[1].setPos(place.y())
        self._text.setText(f"{row} {column} {self._values[row, column]:.3f}")
        self._text.setPos(place)

    def image_area(self) -> tuple[QPointF, QPointF]:
        """Two corners of the image on the viewport, px."""
        rect = self._image.mapRectToScene(self._image.boundingRect())
        return QPointF(self.mapFromScene(rect.topLeft())), QPointF(self.mapFromScene(rect.bottomRight()))


def viewport(plot: QWidget) -> QWidget:
    """What is painted of a plot."""
    found = plot.viewport()  # type: ignore[attr-defined]
    assert isinstance(found, QWidget)
    return found
