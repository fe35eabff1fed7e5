"""A little map for a model in a list: what its sharpest head reads on average, from the survey that comes along."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QIcon, QImage, QPixmap

from model_core.errors import Refused
from viz_app.data.maps import colormaps
from viz_app.document.survey_results import bundled_surveys, read_small
from viz_app.widgets import theme as themes


def model_icon(folder: str) -> QIcon:
    """The map of a bundled model, in the colours of the theme; an empty icon for any other."""
    pattern = _patterns().get(folder)
    if pattern is None:
        return QIcon()
    ramp = colormaps.table("weights", themes.current().dark)
    pixels = np.ascontiguousarray(ramp[np.rint(pattern * 255).astype(np.uint8)], dtype=np.uint32)
    rows, columns = pixels.shape
    image = QImage(pixels.tobytes(), columns, rows, 4 * columns, QImage.Format.Format_RGB32)
    return QIcon(QPixmap.fromImage(image))


@cache
def _patterns() -> dict[str, NDArray[np.float32]]:
    """Model's folder -> (R, R) of 0 to 1: the average pattern of its cross head with the highest strongest weights."""
    found = {}
    for folder in bundled_surveys():
        try:
            one = read_small(folder)
        except Refused:  # damaged: its model stays without a map
            continue
        heads = list(product(range(one.spec.layers("cross")), range(one.spec.heads_of("cross"))))
        if "cross" in one.kinds and heads:
            sharpest = max(heads, key=lambda place: one.measures("cross", *place)["strongest"])
            pattern = one.pattern("cross", *sharpest)
            found[one.model_folder] = np.clip(pattern / max(float(pattern.max()), 1e-9), 0.0, 1.0)
    return found
