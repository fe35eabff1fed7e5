"""Numbers in the cells, painted with glyphs that were laid out before: the same pixels as text by text."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from viz_app.data.maps.colormaps import Scale
from viz_app.maps.cells import Cells
from viz_app.maps.grid import fit_grid
from viz_app.widgets import theme


def picture(cells: Cells, font: QFont, quick: bool) -> QImage:
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    image.fill(theme.LIGHT.q("background"))
    rows, columns = cells.values.shape
    with QPainter(image) as painter:
        grid = fit_grid(QRectF(7.3, 5.6, 780, 580), rows, columns)
        cells.draw(painter, grid, theme.LIGHT)
        cells.draw_numbers(painter, grid, theme.LIGHT, font, None, quick=quick)
    return image


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("scale", [Scale(), Scale(-3.0, 3.0, "diverging")])
@pytest.mark.parametrize("size", [3, 9, 13])
def test_quick_numbers_are_the_same_pixels(qapp: QApplication, size: int, scale: Scale, bold: bool) -> None:
    cells = Cells()
    values = np.random.default_rng(size).random((size, size + 1), dtype=np.float32)
    cells.set((values - 0.5) * 6 if scale.signed else values, None, scale)
    small, large = QFont(qapp.font()), QFont(qapp.font())
    small.setPixelSize(10)
    large.setPixelSize(14)
    large.setBold(bold)
    for font in (small, large, small):  # what was laid out in one font is not used for another
        assert picture(cells, font, quick=True) == picture(cells, font, quick=False)


def test_the_numbers_are_seen_at_all(qapp: QApplication) -> None:
    cells = Cells()
    cells.set(np.full((3, 3), 0.5, np.float32), None, Scale())
    font = QFont(qapp.font())
    font.setPixelSize(11)
    written = picture(cells, font, quick=True)
    cells.set(np.full((3, 3), 0.25, np.float32), None, Scale())
    assert picture(cells, font, quick=True) != written
