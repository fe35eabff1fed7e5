"""Words under the columns: one long word neither turns nor thins out the others."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.harness import tip_text
from viz_app.data.colormaps import Scale
from viz_app.maps.axes import ColumnAxis
from viz_app.maps.heatmap import HeatMap
from viz_app.widgets import theme as themes

pytestmark = pytest.mark.usefixtures("qapp")

SHORT = ("el", "gato", "en", "la", "cama", "es", "ve", "al", "sol", "no", ".", "</s>")
LONG, LONGER = "Donaudampfschifffahrt", "Rindfleischetikettierung"


def with_words(*long: str) -> tuple[str, ...]:
    """The short words, some long ones in the place of the last of them."""
    return SHORT[: len(SHORT) - len(long)] + long


@pytest.mark.parametrize("size", [80, 100, 150])
def test_a_few_long_words_leave_the_others_level(size: int) -> None:
    """One of eight, at least one, is shortened; more turn all of them, and so does too little room for any letter."""
    font = QFont(themes.font("body"))
    font.setPixelSize(round(13 * size / 100))
    short, one, two = (ColumnAxis(with_words(*long), font) for long in ((), (LONG,), (LONG, LONGER)))
    cell = short.widest + 8
    assert short.level(cell) and one.level(cell) and not two.level(cell)
    assert ColumnAxis(with_words() + with_words(LONG, LONGER), font).level(cell), "two of twenty-four"
    assert (one.room(cell, 400), one.overhang(cell)) == (short.room(cell, 400), 0.0)
    narrow = ColumnAxis((".",) * 12, font).widest + 8
    assert not ColumnAxis((".",) * 11 + (LONG,), font).level(narrow)


def test_a_shortened_word_is_whole_in_its_tool_tip(qtbot: QtBot) -> None:
    view = HeatMap()
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.set_values(np.random.default_rng(0).random((8, 12), dtype=np.float32), None, Scale())
    view.set_columns(with_words(LONG))
    view.show()
    QApplication.processEvents()
    _, areas = view.label_areas()
    boxes = [areas[column].boundingRect() for column in sorted(areas)]
    assert len(boxes) == 12 and all(box.height() <= 1.5 * boxes[0].height() for box in boxes), "all there, and level"
    assert not any(box.intersects(other) for at, box in enumerate(boxes) for other in boxes[at + 1 :])
    assert LONG in tip_text(view, boxes[-1].center().toPoint())
