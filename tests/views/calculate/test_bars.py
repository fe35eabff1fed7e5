"""Many bars as rectangles whose numbers NumPy writes."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from viz_app.views.calculate.page_painting import Rects


def test_rectangles_have_the_numbers_that_were_written() -> None:
    made = Rects()
    lefts, tops, high = np.array([1.0, 3.5, 6.0]), np.array([2.0, -1.25, 0.0]), np.array([4.0, 5.0, 6.5])
    assert made.filled(lefts, tops, 2.0, high) == [QRectF(1, 2, 2, 4), QRectF(3.5, -1.25, 2, 5), QRectF(6, 0, 2, 6.5)]
    assert made.filled(lefts[:1], tops[:1], 1.0, high[1:2]) == [QRectF(1, 2, 1, 5)]
    assert made.filled(lefts[:0], tops[:0], 1.0, high[:0]) == []
    many = np.arange(5000.0)
    assert [one.x() for one in made.filled(many, many, 1.0, many)] == many.tolist()
