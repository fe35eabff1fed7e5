"""Numbers as an image with one pixel each, which a painter scales to any size."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import Scale
from viz_app.widgets.theme import Theme


def image_of(values: np.ndarray, scale: Scale, theme: Theme) -> QImage:
    """(rows, columns) of numbers in the colours of a scale."""
    numbers = np.ascontiguousarray(values, np.float32)
    return _image(colormaps.pixels(numbers, scale, theme.dark, colormaps.Buffers()))


def ramp_image(ramp: str, theme: Theme) -> QImage:
    """All colours of a ramp beside each other."""
    return _image(colormaps.table(ramp, theme.dark)[None])


def _image(pixels: np.ndarray) -> QImage:
    rows, columns = pixels.shape
    return QImage(pixels.tobytes(), columns, rows, 4 * columns, QImage.Format.Format_RGB32).copy()
