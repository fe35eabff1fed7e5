"""Columns of steps: all in view where they fit."""

from __future__ import annotations

import pytest

from viz_app.charts.step_columns import Columns


@pytest.mark.parametrize("count", [1, 3, 7, 11, 49, 93, 256])
def test_columns_that_share_a_width_are_all_seen(count: int) -> None:
    """However their widths are rounded: the last one was out of sight in some windows."""
    for width in range(count, 2000, 3):
        columns = Columns.fitted(count, 31.0, width + 0.34375, 0.0, 150.0)
        assert columns.visible() == range(count) and not columns.scrolls, width


@pytest.mark.parametrize("least", [48.3, 60.1, 91.7])
def test_if_not_all_columns_fit_only_whole_ones_are_shown(least: float) -> None:
    for whole in range(1, 12):
        columns = Columns.fitted(400, 0.0, whole * least, least, least)
        assert columns.visible() == range(whole)
