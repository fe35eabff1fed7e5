"""Words above the matrix stand level where they have room, and turned where they have not."""

from __future__ import annotations

import pytest

from viz_app.views.heads.matrix_picture import matrix_layout


@pytest.mark.parametrize(
    ("columns", "word", "level"),
    [(7, 12.0, True), (11, 60.0, True), (11, 130.0, False), (60, 40.0, False), (1774, 40.0, False), (0, 0.0, True)],
)
def test_words_are_level_where_they_fit(columns: int, word: float, level: bool) -> None:
    places = matrix_layout(900, columns, 150, word, 20, 60, 1.0, bold=1.25 * word)
    assert places.level is level
    assert places.right + places.gap + places.total <= 900
    if level:
        assert places.top < 30 and places.every(14) == 1
        assert places.cell >= 0.8 * word
    else:
        assert places.top > 1.25 * word * 0.7
        assert places.gap >= places.row, "where the sums begin, the last turned word is above the line of their name"
