"""A chart keeps its picture until something of it changes, and paints it once then."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.harness import pixels_of
from viz_app.charts import plot_area
from viz_app.charts.line_chart import CurvePlot
from viz_app.charts.plot_area import Curve
from viz_app.widgets import theme as themes


def waves(count: int) -> tuple[np.ndarray, list[Curve]]:
    """A curve over so many x, as high as it is long."""
    return np.arange(count), [Curve("wave", np.sin(np.arange(count)) * count**3, 0)]


CHANGES: dict[str, Callable[[CurvePlot], object]] = {
    "curves": lambda plot: plot.set_curves(*waves(12)),
    "size": lambda plot: plot.resize(500, 220),
    "flags": lambda plot: plot.set_flags([(3, "word")]),
    "shade": lambda plot: plot.set_shade((1.0, 4.0)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_painted_once_and_whole(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(600, 300)
    plot = CurvePlot(page)
    plot.resize(400, 200)
    plot.set_curves(*waves(10))
    page.show()
    settle()
    painted: list[str] = []
    render = CurvePlot.render
    monkeypatch.setattr(CurvePlot, "render", lambda *given: (painted.append(change), render(*given)))
    CHANGES[change](plot)
    settle()
    kept = plot.viewport().grab().toImage()
    assert len(painted) == 1
    plot._spoil()
    assert plot.viewport().grab().toImage() == kept, "what is kept is what would be painted anew"


@pytest.mark.parametrize("last", [9, 1000, 1_000_000])
def test_the_number_at_the_right_end_of_x_is_whole(qtbot: QtBot, last: int) -> None:
    plot = CurvePlot()
    qtbot.addWidget(plot)
    plot.resize(280, 120)
    plot.set_curves(np.array([0, last]), [Curve("", np.array([0.0, 1.0]))])
    plot.show()
    settle()
    number = QFontMetricsF(themes.font("small")).horizontalAdvance(f"{last:,}")
    assert plot.area().right() + number / 2 <= plot.viewport().width()


def test_a_long_wave_is_painted_in_parts_and_looks_as_one_line(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line takes 40 ms where it goes up and down two hundred times, its parts a tenth of that."""
    plot = CurvePlot()
    qtbot.addWidget(plot)
    plot.resize(500, 220)
    fine = np.sin(np.arange(4089) / 8)
    plot.set_curves(np.arange(512), [Curve("wave", fine[::8], fine=fine)])
    plot.show()
    settle()
    parts = pixels_of(plot.viewport().grab().toImage())
    monkeypatch.setattr(plot_area, "_PART", len(fine))
    plot._spoil()
    whole = pixels_of(plot.viewport().grab().toImage())
    apart = np.abs(parts.view(np.uint8).astype(int) - whole.view(np.uint8).astype(int)).reshape(*parts.shape, 4).max(2)
    assert 0 < (apart > 40).sum() < 0.005 * apart.size, "other pixels only where two parts meet"


def settle() -> None:
    """Lets everything that was put off happen."""
    for _ in range(10):
        QApplication.processEvents()
