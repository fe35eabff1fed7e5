"""The bars of a page: as pixels what they are as shapes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.views.calculate.page_painting import _BarShapes, _is_moved_only
from viz_app.widgets.theme import LIGHT

WHITE = 0xFFFFFFFF


def shapes(count: int, wide: float, gap: float) -> _BarShapes:
    """Bars up and down from 20.44 px, one of them 0, one the largest."""
    values = np.random.default_rng(count).normal(size=count)
    values[0], values[-1] = 0.0, 9.0
    tall = np.minimum(1.0, np.abs(values) / 2) * 11.5
    tops = np.where(values >= 0, 20.44 - tall, 20.44)
    return _BarShapes(10.43 + np.arange(count) * wide + gap / 2, tops, max(1.0, wide - gap), tall, values >= 0)


def painted(bars: _BarShapes, ratio: float, pixels: bool) -> np.ndarray:
    """(rows, columns) the colours of a white picture with the bars on it, 3 px to the right of where they say."""
    image = QImage(round(700 * ratio), round(40 * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        painter.translate(QPointF(3, 0))
        (bars.draw_pixels if pixels else bars.draw_rects)(painter, LIGHT)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1).copy()


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize(("count", "wide", "gap"), [(12, 40.3, 20.1), (64, 9.7, 1.0), (300, 2.02, 0.0), (5, 80.0, 1.0)])
def test_bars_as_pixels_are_the_bars_as_shapes_but_for_their_edges(
    count: int, wide: float, gap: float, ratio: float
) -> None:
    bars = shapes(count, wide, gap)
    one, other = painted(bars, ratio, True), painted(bars, ratio, False)
    assert {LIGHT.q("target").rgba(), LIGHT.q("source").rgba(), WHITE} >= set(np.unique(one).tolist())
    assert (one != WHITE).sum() > 500 * ratio and np.unique(one).size == 3
    rows, columns = np.nonzero(one != other)
    assert len(rows) <= 0.1 * np.count_nonzero(other != WHITE)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        around = other[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        assert one[row, column] in around, "an edge that lies half a pixel further"


def test_pixels_are_for_pictures_that_are_painted_pixel_by_pixel() -> None:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.translate(3, 4)
        assert _is_moved_only(painter)
        painter.scale(0.5, 0.5)
        assert not _is_moved_only(painter)
