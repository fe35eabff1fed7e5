"""Words under the columns: one long word neither turns nor thins out the others."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.harness import tip_text
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.maps.axes import ColumnAxis, RowAxis
from viz_app.maps.grid import Grid
from viz_app.maps.heatmap import HeatMap
from viz_app.widgets import theme as themes

pytestmark = pytest.mark.usefixtures("qapp")

SHORT = ("el", "gato", "en", "la", "cama", "es", "ve", "al", "sol", "no", ".", "</s>")
LONG, LONGER = "Donaudampfschifffahrt", "Rindfleischetikettierung"


def with_words(*long: str) -> tuple[str, ...]:
    """The short words, some long ones in place of the last of them."""
    return SHORT[: len(SHORT) - len(long)] + long


@pytest.mark.parametrize("size", [80, 100, 150])
def test_a_few_long_words_leave_the_others_level(size: int) -> None:
    """One of five is shortened; more turn all of them, and so does too little room for any letter."""
    font = QFont(themes.font("body"))
    font.setPixelSize(round(13 * size / 100))
    short, two, three = (
        ColumnAxis(with_words(*long), font) for long in ((), (LONG, LONGER), (LONG, LONGER, LONG + LONG))
    )
    cell = short.widest + 8
    assert short.level(cell) and two.level(cell) and not three.level(cell)
    assert ColumnAxis(with_words(LONG) + with_words(LONG, LONGER), font).level(cell), "three of twenty-four"
    assert (two.room(cell, 400), two.overhang(cell)) == (short.room(cell, 400), 0.0)
    narrow = ColumnAxis((".",) * 12, font).widest + 8
    assert not ColumnAxis((".",) * 11 + (LONG,), font).level(narrow)


def test_a_long_word_uses_the_space_left_by_short_neighbours() -> None:
    """Whole between two short words, where its own column is too narrow for it; shortened beside another long one."""
    font = QFont(themes.font("body"))
    font.setPixelSize(13)
    words = ("is", "sleeping", "on", "a", "is", "on", "a", "is", "sleeping", "sleeping", "a")
    axis = ColumnAxis(words, font)
    cell = math.ceil(axis.widest) - 8.0
    assert axis.level(cell)
    grid = Grid(1, len(words), 0.0, 0.0, cell * len(words), 100.0, cell, 100.0)
    placed = [axis.place(column, grid, QRectF(0, 0, 900, 200)) for column in range(len(words))]
    labels = [label for label in placed if label is not None]
    shown = [label.pieces[0][0] for label in labels]
    assert len(labels) == len(words) and shown[1] == "sleeping" and labels[1].width > cell - 6
    assert all(word.endswith("…") and len(word) > 2 for word in shown[8:10])
    areas = [label.area.boundingRect() for label in labels]
    assert not any(one.intersects(other) for at, one in enumerate(areas) for other in areas[at + 1 :])


def test_what_is_written_is_whole_before_what_was_read() -> None:
    """As long as something is left of what was read; else it stands alone."""
    font = QFont(themes.font("body"))
    font.setPixelSize(13)
    axis = RowAxis([RowLabel("coche", "blanca / …o"), RowLabel("internacionales", "de")], font)
    grid, wanted = Grid(2, 1, 0.0, 0.0, 100.0, 40.0, 100.0, 20.0), axis.width("blanca / …o")
    seen = {}
    for room in (wanted + 200, wanted + 50, wanted + 15):
        label = axis.place(0, replace(grid, left=room + 14), QRectF(0, 0, 900, 200))
        assert label is not None and label.pieces[-1][0] == "blanca / …o"
        seen[room] = label.pieces[0][0]
    assert list(seen.values()) == ["coche", seen[wanted + 50], "blanca / …o"] and seen[wanted + 50].endswith("…")


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


def test_level_words_of_a_presentation_are_whole() -> None:
    """One of five was shortened there, and in the next scene all of them stood at an angle."""
    font = QFont(themes.font("body"))
    font.setPixelSize(26)
    word = "sleepwalker"
    usual, whole = (ColumnAxis(with_words(word), font, whole=on) for on in (False, True))
    cell = ColumnAxis(SHORT, font).widest + 8
    assert usual.level(cell) and not whole.level(cell)
    assert whole.level(whole.widest + 8)
    grid = Grid(1, len(SHORT), 0.0, 0.0, cell * len(SHORT), 100.0, cell, 100.0)
    cut, seen = (axis.place(len(SHORT) - 1, grid, QRectF(0, 0, 2000, 900)) for axis in (usual, whole))
    assert cut is not None and not usual.is_whole(cut)
    assert seen is not None and whole.is_whole(seen) and seen.pieces[0][0] == word


@pytest.mark.parametrize("seed", range(20))
def test_words_of_a_presentation_move_apart_and_no_further_than_they_must(seed: int) -> None:
    """A long word beside middling ones tilted all of them, though a little to the side there was room."""
    font = QFont(themes.font("body"))
    font.setPixelSize(20)
    drawn = np.random.default_rng(seed)
    words = tuple("m" * int(count) for count in drawn.integers(1, 7, 9))
    axis = ColumnAxis(words, font, whole=True)
    for cell in (30.0, 60.0, 75.0, 90.0, axis.widest + 8):
        grid = Grid(1, len(words), 0.0, 0.0, cell * len(words), 100.0, cell, 100.0)
        if not axis.level(cell):
            assert cell < axis.widest + 8
            continue
        labels = [axis.place(column, grid, QRectF(0, 0, 2000, 900), bold=True) for column in range(len(words))]
        areas = [label.area.boundingRect() for label in labels if label is not None]
        assert [label.pieces[0][0] for label in labels if label is not None] == list(words)
        assert areas[0].left() >= 0 and areas[-1].right() <= cell * len(words)
        assert all(one.right() + 5.9 <= other.left() for one, other in itertools.pairwise(areas))
        moved = [abs(area.center().x() - (at + 0.5) * cell) for at, area in enumerate(areas)]
        assert max(moved) <= 0.25 * cell + 0.01
        assert cell < axis.widest + 6 or max(moved) < 0.01, "where each has its column none moves"


@pytest.mark.parametrize("size", [13, 20, 26])
def test_words_of_a_presentation_stand_upright_before_one_is_left_out(size: int) -> None:
    """Every second one was, beside a lesson, in text as small as that of the window."""
    font, words = QFont(themes.font("body")), with_words("sleepwalker", "sleeping")
    font.setPixelSize(size)
    axis = ColumnAxis(words, font, whole=True)
    for cell in (axis.apart * share for share in (1.0, 1.2, 1.41, 1.42, 2.0)):
        grid = Grid(1, len(words), 0.0, 0.0, cell * len(words), 100.0, cell, 100.0)
        area = QRectF(0, 0, grid.width, 100.0 + axis.room(cell, 900.0))
        labels = [label for at in axis.shown(grid) if (label := axis.place(at, grid, area))]
        assert {label.angle for label in labels} == {-90.0 if cell < axis.apart * 1.414 else -45.0}
        assert [label.index for label in labels] == list(range(len(words)))
        assert not any(one.overlaps(other) for one, other in itertools.pairwise(labels))
        for label in labels[1:] if cell < axis.apart * 1.414 else labels[6:]:  # a slope needs room at the left
            assert label.pieces[0][0] == words[label.index]
            assert area.adjusted(-1, 0, 1, 1).contains(label.area.boundingRect())
        for label in labels:
            middle = label.area.boundingRect().center()
            assert axis.column_under(middle, grid) == label.index


@pytest.mark.parametrize("count", [1, 2, 3])
def test_level_words_of_few_columns_do_not_reach_beyond_them(count: int) -> None:
    """Two words that were a little too wide together stood to the left of the map."""
    font = QFont(themes.font("body"))
    font.setPixelSize(20)
    axis = ColumnAxis(("mmmmmm",) * count, font, whole=True)
    levels = set[bool]()
    for part in range(50, 130):
        cell = axis.widest * part / 100
        grid = Grid(1, count, 0.0, 0.0, cell * count, 100.0, cell, 100.0)
        levels.add(axis.level(cell))
        if axis.level(cell):
            labels = [axis.place(column, grid, QRectF(-500, 0, 2000, 900), bold=True) for column in range(count)]
            areas = [label.area.boundingRect() for label in labels if label is not None]
            assert len(areas) == count and areas[0].left() >= 0 and areas[-1].right() <= cell * count
    assert levels == {False, True}


def test_a_map_with_words_that_are_cut_or_at_an_angle_is_not_labelled_for_large_text(qtbot: QtBot) -> None:
    heat = HeatMap()
    qtbot.addWidget(heat)
    heat.set_values(np.zeros((2, len(SHORT))), None, Scale(0.0, 1.0))
    heat.set_rows([RowLabel("a", "b"), RowLabel("b", "c")])
    heat.fill(True)
    heat.resize(900, 400)
    for words, large in ((SHORT, True), (with_words(LONG, LONGER), False)):
        heat.set_columns(words)
        assert heat.is_labelled() and heat.is_labelled(large=True) is large
    heat.set_columns(SHORT)
    heat.set_rows([RowLabel(LONG, LONGER), RowLabel("b", "c")])
    heat.resize(420, 400)
    assert not heat.is_labelled(large=True)
    heat.counted = True
    assert heat.is_labelled(large=True), "numbers in order need no label each"
