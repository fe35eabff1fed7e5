"""What the series of pictures showed: no control covers another, no word is cut, nothing keeps room that it has no use
for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from tests.made.traces import made_trace
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.inspector.sections import NO_CANDIDATES
from viz_app.maps.heatmap_figure import HeatMapFigure
from viz_app.maps.legend import LegendContent
from viz_app.text.panel import TextPanel
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.segmented import DropDown

pytestmark = pytest.mark.usefixtures("qapp")


def drawn_words(widget: QWidget, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a widget paints with painting.draw_text, draw_words and draw_number."""
    found: list[str] = []
    real = painting._draw_line

    def noted(painter: QPainter, left: float, baseline: float, text: str, *laid_out: Any) -> None:
        found.append(text)
        real(painter, left, baseline, text, *laid_out)

    monkeypatch.setattr(painting, "_draw_line", noted)
    widget.grab()
    return found


def test_a_caption_says_something_shorter_rather_than_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    caption = Caption("small")
    caption.set_text("Target · Spanish", shorter=("Spanish", ""))
    for width, words in ((400, "Target · Spanish"), (60, "Spanish"), (12, "")):
        caption.resize(width, 20)
        with monkeypatch.context() as patch:
            assert drawn_words(caption, patch) == [words]


def test_the_words_of_a_list_end_visibly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a list shows is what was chosen where it fits, and ends in … where it does not."""
    parent = QWidget()
    box = DropDown(parent, "Sort by", "")
    box.fill(["effect on the token", "place"], 0)
    shown: list[str] = []
    from viz_app.widgets import segmented

    real = segmented.elided
    monkeypatch.setattr(segmented, "elided", lambda *one: shown.append(real(*one)) or shown[-1])
    for width in (box.sizeHint().width(), box.sizeHint().width() - 40):
        box.resize(width, 30)
        box.grab()
    assert shown[0] == "effect on the token" and shown[-1].endswith("…")


@pytest.mark.parametrize("size", [(900, 600), (420, 400), (420, 200)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_an_offer_covers_neither_labels_nor_legend(size: tuple[int, int], scale: float) -> None:
    try:
        themes.apply(QApplication.instance(), themes.LIGHT, scale)
        figure = HeatMapFigure()
        figure.resize(*size)
        values = np.full((5, 6), 0.05, np.float32)
        figure.heat.set_rows([RowLabel("", f"row {at}") for at in range(5)])
        figure.heat.set_columns([f"column {at}" for at in range(6)])
        figure.heat.set_values(values, None, Scale())
        figure.set_key(LegendContent("weight", ticks=((0.0, "0"), (1.0, "1"))))
        figure.set_offer("The largest weight is 0.05: scale the colours to it")
        figure.show()
        QApplication.processEvents()
        offer = figure.offer.geometry()
        assert not offer.intersects(figure.heat.geometry())
        if not figure.legend.isHidden():
            legend = figure.legend.geometry()
            legend.setWidth(round(figure.legend.first_line(legend.width())))
            assert not offer.intersects(legend)
    finally:
        themes.apply(QApplication.instance(), themes.LIGHT, 1.0)


@pytest.mark.parametrize("size", [(900, 600), (420, 200)])
def test_without_an_offer_everything_has_its_place_already(qapp, size: tuple[int, int]) -> None:
    figure = HeatMapFigure()
    figure.resize(*size)
    figure.show()

    def places() -> list[QRect]:
        QApplication.processEvents()
        return [part.geometry() for part in (figure.heat, figure.legend)]

    for rows, offer in ((5, ""), (5, "more"), (5, ""), (40, ""), (40, "more"), (7, "")):
        figure.heat.set_rows([RowLabel("", f"row {at}" * (1 + at % 3)) for at in range(rows)])
        figure.heat.set_values(np.full((rows, 6), 0.05, np.float32), None, Scale())
        figure.set_offer(offer)
        figure.set_key(LegendContent("weight", ticks=((0.0, "0"), (1.0, "1"))))
        assert figure.offer.isHidden() == (not offer)
        before = places()
        figure.arrange()
        assert places() == before, (rows, offer)


@pytest.fixture
def panel_of(qtbot) -> Callable[[str, str], TextPanel]:
    def made(source: str, target: str) -> TextPanel:
        trace = made_trace(source, target)
        store = Store(State(run=trace.run))
        panel = TextPanel(store)
        qtbot.addWidget(panel)
        panel.show()
        store.accept(trace)
        panel.resize(1370, panel.sizeHint().height())
        panel.fit_height(900)
        for _ in range(3):
            QApplication.processEvents()
        return panel

    return made


@pytest.mark.parametrize(("words", "lines"), [(3, 1), (12, 2), (120, 1)])
def test_the_band_keeps_a_second_line_of_chips_only_for_chips(
    panel_of: Callable[[str, str], TextPanel], words: int, lines: int
) -> None:
    """Chips that fit into one line, and those that scroll, leave the other line to the view."""
    panel = panel_of("yes", " ".join(["palabra"] * words))
    rows = panel.source.chips, panel.target.chips
    assert [row.lines for row in rows] == [lines, lines]
    taken = {round(rows[1].chip_rect(at).top()) for at in range(len(rows[1].chips))}
    assert len(taken) == lines


def test_the_inspector_has_no_hole_where_no_candidates_were_recorded(qtbot) -> None:
    trace = made_trace("the white house", "la casa blanca")
    trace = trace.with_(model=replace(trace.model, recorded=True), candidate_tokens=(), numbers={})
    store = Store(State(run=trace.run))
    inspector = Inspector(store)
    qtbot.addWidget(inspector)
    inspector.resize(270, 900)
    inspector.show()
    store.accept(trace)
    for _ in range(3):
        QApplication.processEvents()
    step = inspector.step
    assert step.hint.text() == NO_CANDIDATES
    gap = step.hint.mapTo(inspector, step.hint.rect().topLeft()).y()
    gap -= step.title.mapTo(inspector, step.title.rect().bottomLeft()).y()
    assert gap < step.bars.row_height()
