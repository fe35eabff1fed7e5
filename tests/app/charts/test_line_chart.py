"""A chart keeps its picture until something of it changes, and paints it once then."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from viz_app.charts.line_chart import CurvePlot
from viz_app.charts.plot_area import Curve


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


def settle() -> None:
    """Lets everything that was put off happen."""
    for _ in range(10):
        QApplication.processEvents()
