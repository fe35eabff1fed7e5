"""A little map for a model in a list: what its sharpest head reads on average, from the survey that comes along."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QIcon, QPixmap

from model_core.errors import Refused
from viz_app.charts.images import image_of
from viz_app.data.maps.colormaps import Scale
from viz_app.document.survey_results import bundled_surveys, read_small
from viz_app.widgets import theme as themes


def model_icon(folder: str) -> QIcon:
    """The map of a bundled model, in the colours of the theme; an empty icon for any other."""
    pattern = _patterns().get(folder)
    if pattern is None:
        return QIcon()
    return QIcon(QPixmap.fromImage(image_of(pattern, Scale(), themes.current())))


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
