"""What a mosaic paints again, and what it keeps: pictures of maps shown before, strips of rows, frames."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.maps.test_head_grid import WEIGHTS, image_of, random, shown
from viz_app.maps.head_grid import HeadGrid
from viz_app.maps.thumbnails import source_of
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")


def recorded(layers: int, heads: int, count_q: int, count_k: int, seed: int = 0) -> list[np.ndarray]:
    """Maps as a Trace has them: read-only views of arrays that live as long as they do."""
    found = []
    for layer in random(layers, heads, count_q, count_k, seed):
        view = layer.copy()[None][0]
        view.flags.writeable = False
        found.append(view)
    return found


def show(view: HeadGrid, maps: list[np.ndarray], masked: np.ndarray | None = None) -> None:
    view.set_maps(maps, masked, WEIGHTS)
    QApplication.processEvents()


def test_maps_shown_again_are_not_painted_again(qtbot: QtBot) -> None:
    one, two = recorded(2, 3, 12, 12, 1), recorded(2, 3, 9, 12, 2)
    view = shown(qtbot, one)
    first = image_of(view)
    show(view, two)
    second, painted = image_of(view), view.pictures
    show(view, one)
    assert image_of(view) == first
    show(view, two)
    assert image_of(view) == second != first
    assert view.pictures == painted


def test_what_a_picture_depends_on_makes_a_new_one(qapp: QApplication, qtbot: QtBot) -> None:
    one, two = recorded(2, 3, 12, 12, 1), recorded(2, 3, 12, 12, 2)
    view = shown(qtbot, one)
    light = image_of(view)
    show(view, two)
    view.set_off([(0, 1)])
    show(view, one)
    crossed = image_of(view)
    assert crossed != light
    theme.apply(qapp, theme.DARK)
    QApplication.processEvents()
    assert image_of(view) not in (crossed, light)
    theme.apply(qapp, theme.LIGHT)
    view.set_off([])
    view.set_rows_shown(3)
    assert image_of(view) != light
    view.set_rows_shown(None)
    assert image_of(view) == light


def test_arrays_that_may_still_be_written_are_always_painted(qtbot: QtBot) -> None:
    maps = random(2, 3, 12, 12)
    view = shown(qtbot, maps)
    before = image_of(view)
    maps[:] = 1.0 - maps
    show(view, list(maps))
    assert image_of(view) != before


def test_other_arrays_at_the_same_address_are_distinguished(qtbot: QtBot) -> None:
    view = shown(qtbot, recorded(2, 3, 12, 12, 1))
    for seed in range(2, 8):
        gc.collect()
        maps = recorded(2, 3, 12, 12, seed)
        show(view, maps)
        fresh = shown(qtbot, [layer.copy() for layer in maps])
        assert image_of(view) == image_of(fresh)
        view.set_maps(recorded(2, 3, 12, 12, 50), None, WEIGHTS)  # lets these go without a picture
        del maps
    assert len(view._picture._pictures) <= 4


def test_only_read_only_arrays_with_an_owner_have_a_source() -> None:
    maps = recorded(1, 2, 4, 4)
    assert source_of(maps) is not None
    assert source_of([maps[0].copy()]) is None
    source = source_of(maps)
    assert source is not None and source.lives() and source.same(source)
    del maps
    gc.collect()
    assert not source.lives()
