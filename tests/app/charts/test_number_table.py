"""The table of numbers: which columns are shown, where they lie, what stands in a cell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from model_core.record import mask_reasons
from viz_app.charts.number_table import NumberCell, NumberLine, NumberTable, coloured
from viz_app.data.maps.colormaps import Scale
from viz_app.widgets import theme as themes

LINES = (NumberLine("a rather long name", "name"), NumberLine("weight", "weight", remark="Σ 1.00", ruled=True))


class Table(NumberTable):
    """Two lines over columns: the column's number, and half of it as a weight."""

    def __init__(self, wraps: bool = False) -> None:
        self.wraps = wraps
        super().__init__(None, "Numbers")
        self.hidden: set[int] = set()

    def figure(self, line: int, column: int) -> NumberCell:
        if line == 1:
            return NumberCell(str(column), reason=mask_reasons.FUTURE if column in self.hidden else 0)
        return NumberCell(f"{column / 100:.2f}", value=column / 100, scale=Scale())


def table(qtbot: QtBot, count: int, chosen: int | None, size: tuple[int, int], wraps: bool = False) -> Table:
    made = Table(wraps)
    qtbot.addWidget(made)
    made.resize(*size)
    made.show_numbers(LINES, [str(column) for column in range(count)], chosen, "words")
    return made


@pytest.mark.parametrize("chosen", [0, 7, 39])
def test_columns_that_do_not_fit_are_left_out_around_the_chosen_one(qtbot: QtBot, chosen: int) -> None:
    shown = table(qtbot, 40, chosen, (500, 100))
    columns = shown.columns()
    assert chosen in columns and 3 < len(columns) < 40
    rects = [shown.cell_rect(1, column) for column in columns]
    assert all(one.right() <= other.left() + 0.01 for one, other in pairwise(rects))
    assert rects[0].left() > 20 and rects[-1].right() < 500


def test_every_column_is_shown_if_space_allows(qtbot: QtBot) -> None:
    assert table(qtbot, 5, 2, (900, 100)).columns() == range(5)


def test_columns_wrap_below_while_space_allows(qtbot: QtBot) -> None:
    low, tall = (table(qtbot, 60, None, (500, height), wraps=True) for height in (90, 2000))
    assert 0 < len(low.columns()) < len(tall.columns()) == 60
    rects = [tall.cell_rect(line, column) for column in range(60) for line in range(4)]
    assert all(rect.left() >= 0 and rect.right() <= 500.01 for rect in rects)
    assert len({(rect.left(), rect.top()) for rect in rects}) == len(rects)


def test_a_point_finds_its_line_and_column(qtbot: QtBot) -> None:
    shown = table(qtbot, 40, 20, (500, 100))
    for column in shown.columns():
        for line in range(4):
            assert shown.place_at(shown.cell_rect(line, column).center()) == (line, column)
    assert shown.place_at(shown.rect().topLeft().toPointF()) is None


def test_long_names_are_short_in_a_narrow_place(qtbot: QtBot) -> None:
    assert table(qtbot, 4, 0, (900, 100)).plan().names[1] == LINES[0].name
    assert table(qtbot, 4, 0, (200, 100)).plan().names[1] == LINES[0].short


def test_nothing_is_shown_without_heads(qtbot: QtBot) -> None:
    empty = table(qtbot, 0, None, (300, 100))
    assert list(empty.columns()) == [] and not empty.grab().toImage().isNull()


def picture(shown: Table) -> QImage:
    return shown.grab().toImage()


def test_a_hidden_cell_is_hatched_and_a_weight_is_coloured(qtbot: QtBot) -> None:
    shown = table(qtbot, 5, None, (900, 100))
    before = picture(shown)
    shown.hidden = {3}
    after = picture(shown)
    hatched, plain = (shown.cell_rect(1, column).toAlignedRect() for column in (3, 2))
    assert before.copy(hatched) != after.copy(hatched) and before.copy(plain) == after.copy(plain)
    ground, _ = coloured(0.04, Scale(), themes.current())
    corner = shown.cell_rect(2, 4).topLeft().toPoint()
    assert after.pixelColor(corner.x() + 4, corner.y() + 4) == QColor(ground)
