"""The large map: colours, hatches, labels, marks, pointer, zoom, vectors."""

from __future__ import annotations

import gc
import itertools
import math
import weakref
from itertools import combinations
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFont, QHelpEvent, QImage, QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from model_core.record import mask_reasons
from tests.support.harness import svg_of, turn_wheel
from viz_app.data import vocabulary
from viz_app.data.map_text import RowLabel
from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import Scale
from viz_app.maps import cells
from viz_app.maps.cells import Cells
from viz_app.maps.grid import Grid, fit_grid
from viz_app.maps.heatmap import HeatMap, Marks
from viz_app.maps.scene import MapScene
from viz_app.widgets import painting, theme

pytestmark = pytest.mark.usefixtures("qapp")

WEIGHTS = Scale()
WORDS = ["<s>", "the", "Donaudampfschifffahrtsgesellschaft", "▁", "القط", "is", "</s>", "überprüft", "中文"]


def words(count: int) -> list[str]:
    """Tokens of all kinds, over and over."""
    return [WORDS[at % len(WORDS)] for at in range(count)]


def shown(
    qtbot: QtBot,
    values: np.ndarray,
    masked: np.ndarray | None = None,
    size: tuple[int, int] = (700, 500),
    scale: Scale = WEIGHTS,
) -> HeatMap:
    """A visible map with labels on both sides, nothing sliding."""
    view = HeatMap()
    view.motion = False
    qtbot.addWidget(view)
    view.resize(*size)
    view.set_values(values, masked, scale)
    view.set_rows([RowLabel(a, b) for a, b in zip(words(len(values)), words(len(values) + 1)[1:], strict=True)])
    view.set_columns(words(values.shape[1]))
    view.show()
    QApplication.processEvents()
    return view


def random(count_q: int, count_k: int, seed: int = 0) -> np.ndarray:
    """Weights between 0 and 1."""
    return np.random.default_rng(seed).random((count_q, count_k), dtype=np.float32)


def image_of(view: QWidget) -> QImage:
    """What the widget shows now."""
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def colour_at(image: QImage, point: QPointF) -> int:
    """One pixel, 0xffRRGGBB."""
    return image.pixel(int(point.x()), int(point.y()))


def colours_in(image: QImage, rect: QRectF) -> set[int]:
    """All pixel values inside a rectangle, its border left out."""
    inner = rect.adjusted(2, 2, -2, -2)
    return {
        image.pixel(x, y)
        for x in range(int(inner.left()) + 1, int(inner.right()))
        for y in range(int(inner.top()) + 1, int(inner.bottom()))
    }


# ---- values and colours


@pytest.mark.parametrize("name", list(theme.THEMES))
@pytest.mark.parametrize("ramp", colormaps.RAMPS)
def test_a_cell_has_the_colour_of_its_number(qapp: QApplication, qtbot: QtBot, name: str, ramp: str) -> None:
    """A pixel near the corner of each cell is exactly the ramp's entry, in every theme."""
    theme.apply(qapp, theme.THEMES[name])
    values = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    view = shown(qtbot, values, scale=Scale(-1.0, 1.0, ramp))
    image, table = image_of(view), colormaps.table(ramp, theme.THEMES[name].dark)
    for q in range(3):
        for k in range(4):
            entry = int(colormaps.index(values[q : q + 1, k], -1.0, 1.0)[0])
            assert colour_at(image, view.cell_rect(q, k).topLeft() + QPointF(3, 3)) == table[entry]


@pytest.mark.parametrize("count", [300, 500, 2048])
def test_one_bright_cell_among_many_stays_visible(qtbot: QtBot, count: int) -> None:
    """Cells of less than a pixel are joined by their largest value, wherever in its block that lies."""
    rng = np.random.default_rng(count)
    view = shown(qtbot, np.zeros((count, count), np.float32), size=(300, 260))
    assert view.grid().cell_w < 1.0
    for cell in rng.integers(0, count, (12, 2)).tolist():
        values = np.zeros((count, count), np.float32)
        values[tuple(cell)] = 1.0
        view.set_values(values, None, WEIGHTS)
        place = view.cell_rect(*cell).center()
        near = image_of(view).copy(QRect(int(place.x()) - 2, int(place.y()) - 2, 5, 5))
        assert int(colormaps.table("weights", dark=False)[255]) in {
            near.pixel(x, y) for x in range(5) for y in range(5)
        }


def test_the_picture_holds_the_largest_of_every_block(qtbot: QtBot) -> None:
    """Pixel by pixel against numpy's own reduction of the values: no bright cell is lost, none is invented."""
    values = random(400, 333)
    view = shown(qtbot, values, size=(300, 260))
    image, grid = image_of(view), view.grid()
    rows, columns = (
        np.arange(pixels) * count // pixels for count, pixels in ((400, round(grid.height)), (333, round(grid.width)))
    )
    largest = np.maximum.reduceat(np.maximum.reduceat(values, rows, axis=0), columns, axis=1)
    expected = np.rint(largest * 255).astype(int)
    table = colormaps.table("weights", dark=False)
    for y in range(0, len(rows), 7):
        for x in range(0, len(columns), 5):
            assert image.pixel(int(grid.left) + x, int(grid.top) + y) == table[expected[y, x]]


def test_the_scale_is_kept_to(qtbot: QtBot) -> None:
    """Values beyond the scale get its ends; logarithms spread what is small."""
    view = shown(qtbot, np.array([[0.001, 0.01, 5.0]], np.float32), scale=Scale(1e-3, 1.0, "grey", log=True))
    image, table = image_of(view), colormaps.table("grey", dark=False)
    found = [colour_at(image, view.cell_rect(0, k).topLeft() + QPointF(3, 3)) for k in range(3)]
    assert found == [table[0], table[85], table[255]]


@pytest.mark.parametrize(
    ("values", "masked", "words"),
    [
        (np.zeros(3, np.float32), None, "shape"),
        (np.zeros((0, 4), np.float32), None, "at least one cell"),
        (np.zeros((2, 3), np.float32), np.zeros((3, 2), np.uint8), "mask"),
        (np.zeros((2, 2), np.float32), np.full((2, 2), 4, np.uint8), "reason"),
    ],
)
def test_wrong_arrays_are_refused_and_the_last_picture_stays(
    qtbot: QtBot, values: np.ndarray, masked: np.ndarray | None, words: str
) -> None:
    """The error says what is wrong; nothing on the screen changes."""
    view = shown(qtbot, random(3, 3))
    before = image_of(view)
    with pytest.raises(ValueError, match=words):
        view.set_values(values, masked, Scale())
    assert image_of(view) == before


def test_given_arrays_are_neither_copied_nor_written(qtbot: QtBot) -> None:
    """Read-only memory of another process will do, masks and broken numbers included."""
    values, masked = random(6, 6), np.triu(np.ones((6, 6), np.uint8), 1)
    values[0, 0] = np.nan
    copies = values.copy(), masked.copy()
    values.setflags(write=False)
    masked.setflags(write=False)
    view = shown(qtbot, values, masked)
    image_of(view)
    np.testing.assert_array_equal(values, copies[0])
    np.testing.assert_array_equal(masked, copies[1])


def test_an_empty_map_is_blank(qtbot: QtBot) -> None:
    """Before the first values and after clear there is only ground."""
    view = HeatMap(surface="panel")
    qtbot.addWidget(view)
    view.resize(200, 150)
    assert colours_in(image_of(view), QRectF(0, 0, 200, 150)) == {QColor(theme.LIGHT.panel).rgb()}
    assert view.cell_at(QPointF(100, 70)) is None and view.broken == 0
    view.set_values(random(2, 2), None, Scale())
    assert len(colours_in(image_of(view), QRectF(0, 0, 200, 150))) > 1
    view.clear()
    assert len(colours_in(image_of(view), QRectF(0, 0, 200, 150))) == 1


# ---- masks


@pytest.mark.parametrize("name", list(theme.THEMES))
def test_a_hidden_cell_is_hatched_and_never_a_colour_of_the_ramp(qapp: QApplication, qtbot: QtBot, name: str) -> None:
    """Each reason has its own lines and ground; weights of 0 beside them look different."""
    theme.apply(qapp, theme.THEMES[name])
    masked = np.array([[0, 1, 2, 3]], np.uint8)
    view = shown(qtbot, np.zeros((1, 4), np.float32), masked)
    image = image_of(view)
    found = [colours_in(image, view.cell_rect(0, k)) for k in range(4)]
    assert found[0] == {int(colormaps.table("weights", theme.THEMES[name].dark)[0])}
    for code in (1, 2, 3):
        assert len(found[code]) > 3, "lines over a ground"
        ground = painting.hatch_ground(theme.THEMES[name], code).rgb()
        assert ground in found[code] and ground not in found[0]
    assert len({frozenset(one) for one in found}) == 4


def test_what_is_no_number_is_hatched_and_counted(qtbot: QtBot) -> None:
    """NaN and infinities in visible cells; hidden ones are expected to hold minus infinity."""
    values = np.array([[0.5, np.nan, np.inf], [-np.inf, -np.inf, 0.5]], np.float32)
    view = shown(qtbot, values, np.array([[0, 0, 0], [1, 0, 0]], np.uint8))
    assert view.broken == 3
    image = image_of(view)
    assert painting.hatch_ground(theme.LIGHT, vocabulary.BROKEN).rgb() in colours_in(image, view.cell_rect(0, 1))
    assert painting.hatch_ground(theme.LIGHT, mask_reasons.FUTURE).rgb() in colours_in(image, view.cell_rect(1, 0))
    why = vocabulary.REASON_TERMS[mask_reasons.FUTURE].key  # in the language of the window
    assert "NaN" in view.text_of(0, 1) and "∞" in view.text_of(0, 2) and why in view.text_of(1, 0)


@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("large", [1.0, 1e30])
def test_one_number_that_is_none_is_found_among_a_million(qtbot: QtBot, broken: float, large: float) -> None:
    """Also beside numbers whose squares are too large for a float."""
    values = np.full((1000, 1000), large, np.float32)
    view = shown(qtbot, values)
    assert view.broken == 0
    values = values.copy()
    values[700, 300] = broken
    for numbers in (values, values.T, np.asfortranarray(values)):
        view.set_values(numbers, None, WEIGHTS)
        assert view.broken == 1


def test_a_hidden_value_never_shines_through_a_block(qtbot: QtBot) -> None:
    """Blocks with hidden and visible cells show the largest visible one only."""
    values = np.ones((600, 600), np.float32)
    visible = np.tril(np.ones((600, 600), bool))
    values[visible] = 0.0
    view = shown(qtbot, values, np.where(visible, 0, 1).astype(np.uint8), size=(300, 260))
    grid = view.grid()
    dark = int(colormaps.table("weights", dark=False)[255])
    assert dark not in colours_in(image_of(view), grid.rect)


@given(
    st.integers(1, 30).flatmap(
        lambda rows: st.integers(1, 30).flatmap(
            lambda columns: st.lists(
                st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=columns, max_size=columns),
                min_size=rows, max_size=rows,
            )
        )
    )
)  # fmt: skip
def test_hidden_areas_cover_each_hidden_cell_once(codes: list[list[int]]) -> None:
    """Whatever the mask, painting its areas paints the mask."""
    reasons = np.array(codes, np.uint8)
    again = np.zeros_like(reasons)
    for code, r0, r1, c0, c1 in cells.areas(reasons):
        assert not again[r0:r1, c0:c1].any()
        again[r0:r1, c0:c1] = code
    np.testing.assert_array_equal(again, reasons)


def test_usual_masks_take_few_areas() -> None:
    """A row each for the causal mask, one for padding."""
    assert len(cells.areas(np.triu(np.ones((512, 512), np.uint8), 1))) == 511
    padding = np.zeros((512, 512), np.uint8)
    padding[:, 400:] = 2
    assert cells.areas(padding) == [(2, 0, 512, 400, 512)]


# ---- where cells lie


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    rows=st.integers(1, 300), columns=st.integers(1, 300), width=st.integers(60, 1500), height=st.integers(60, 900),
    factor=st.floats(1.0, 80.0), corner=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    ratio=st.sampled_from([1.0, 1.25, 1.5, 2.0]),
)  # fmt: skip
def test_point_and_cell_are_inverse_to_each_other(
    rows: int, columns: int, width: int, height: int, factor: float, corner: tuple[float, float], ratio: float
) -> None:
    """The middle of every visible cell leads back to it, at any size, zoom, scroll position and screen scale."""
    room = QRectF(31.0, 7.0, width, height)
    grid = fit_grid(room, rows, columns, ratio=ratio)
    assert grid.right <= room.right() + 0.5 and grid.bottom <= room.bottom() + 0.5
    grid = grid.zoomed(factor, room, ratio) if factor > 1.01 else grid
    grid = grid.shifted(corner[0] * columns * grid.cell_w, corner[1] * rows * grid.cell_h)
    for row in {grid.visible_rows().start, *list(grid.visible_rows())[::17], grid.visible_rows()[-1]}:
        for column in {grid.visible_columns().start, *list(grid.visible_columns())[::13], grid.visible_columns()[-1]}:
            middle = grid.cell_rect(row, column).center()
            if grid.rect.adjusted(0, 0, -0.01, -0.01).contains(middle):
                assert grid.cell_at(middle) == (row, column)
    for point in (QPointF(grid.left - 1, grid.top), QPointF(grid.right + 0.5, grid.top), QPointF(grid.left, 0)):
        assert grid.cell_at(point) is None


@given(
    cells=st.tuples(st.integers(1, 300), st.integers(1, 300)), size=st.tuples(*[st.integers(-80, 40)] * 2),
    factor=st.floats(1.0, 80.0), corner=st.tuples(st.floats(-1, 2), st.floats(-1, 2)),
)  # fmt: skip
def test_in_a_tiny_map_some_cell_is_visible(
    cells: tuple[int, int], size: tuple[int, int], factor: float, corner: tuple[float, float]
) -> None:
    room = QRectF(31.0, 7.0, *size)
    grid = fit_grid(room, *cells).zoomed(factor, room, 1.0)
    grid = grid.shifted(corner[0] * grid.width, corner[1] * grid.height)
    assert grid.visible_rows() and grid.visible_columns()


def test_a_zoomed_map_is_drawn_in_a_window_too_low_for_it(qtbot: QtBot) -> None:
    view = shown(qtbot, random(200, 200))
    turn_wheel(view, view.grid().rect.center(), 1200)
    view.setMinimumSize(1, 1)
    for height in (40, 20, 8, 1):
        view.resize(view.width(), height)
        assert view.zoom > 1 and image_of(view).height() == height


@pytest.mark.parametrize("shape", [(1, 1), (7, 7), (60, 7), (7, 60), (400, 400), (2048, 2048)])
@pytest.mark.parametrize("size", [(120, 96), (400, 300), (1100, 700)])
def test_maps_fit_and_stay_calm(qtbot: QtBot, shape: tuple[int, int], size: tuple[int, int]) -> None:
    """Inside the widget, near its upper left corner, no cell larger than 96 by 72."""
    view = shown(qtbot, random(*shape), size=size)
    grid = view.grid()
    assert QRectF(view.rect()).contains(grid.rect)
    assert grid.top <= 5 and grid.left <= size[0] * 0.4 + 30
    assert grid.cell_w <= 96 * 1.1 and grid.cell_h <= 72 * 1.1
    assert image_of(view).size() == QSize(*size)


def test_a_map_that_was_fitted_before_is_fitted_as_if_anew(qapp: QApplication) -> None:
    scene = MapScene(Cells(), QFont())
    cases = itertools.product(
        (3, 40), (("a", "b"), ("longer", "words", "here")), (1.0, 1.75), (False, True), (300, 800)
    )
    for count, labels, scene.roomy, scene.filled, wide in (case for case in (*cases,) * 2):
        scene.set_words(tuple(RowLabel(one) for one in labels), labels, QFont())
        scene.cells.set(random(count, 5), None, Scale())
        for least, tall in ((0.0, 0.0), (90.0, 0.0), (0.0, 31.0)):
            area = QRectF(4, 3, wide, 400)
            grid, room = scene._fitted(area, 1.0, least, tall)
            most = math.inf if scene.filled else scene.rows.unit * scene.roomy
            assert (grid, room) == scene._fitted_anew(area, 1.0, least, tall, most)
            room.translate(50, 0)  # whoever gets it may change it


def test_a_map_without_cells_has_no_place() -> None:
    """The geometry refuses it too."""
    with pytest.raises(ValueError):
        fit_grid(QRectF(0, 0, 100, 100), 0, 3)


# ---- labels


@pytest.mark.parametrize("shape", [(1, 1), (7, 7), (12, 30), (60, 60), (400, 3), (400, 400)])
@pytest.mark.parametrize("size", [(220, 160), (640, 480), (1300, 800)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_labels_never_overlap_and_never_leave_the_widget(
    qapp: QApplication, qtbot: QtBot, shape: tuple[int, int], size: tuple[int, int], scale: float
) -> None:
    """Whatever is laid out is apart from its neighbours, from the cells and from the edge."""
    theme.apply(qapp, theme.LIGHT, scale)
    view = shown(qtbot, random(*shape), size=size)
    rows, columns = view.label_areas()
    assert rows and columns
    areas = [*rows.values(), *columns.values()]
    for one in areas:
        assert QRectF(view.rect()).adjusted(-1, -1, 1, 1).contains(one.boundingRect())
        assert not one.boundingRect().adjusted(1, 1, -1, -1).intersects(view.grid().rect) or one in columns.values()
    for side in (rows, columns):
        for (_, one), (_, other) in combinations(sorted(side.items())[:80], 2):
            shared = one.intersected(other).boundingRect()
            assert shared.width() < 0.5 or shared.height() < 0.5


def test_labels_thin_out_evenly(qtbot: QtBot) -> None:
    """Every n-th row is named, n a round number, and the letters keep their size."""
    view = shown(qtbot, random(400, 400))
    rows, columns = view.label_areas()
    for side in (rows, columns):
        steps = set(np.diff(sorted(side)))
        assert len(steps) == 1 and steps <= {2, 5, 10, 20, 50}
        assert min(one.boundingRect().height() for one in side.values()) >= 12


@pytest.mark.parametrize("token", ["<s>", "</s>", "<pad>", "<b>x</b>", "▁", "القط"])
def test_every_label_leaves_ink(qtbot: QtBot, token: str) -> None:
    """Tokens that look like markup are painted, on both sides."""
    view = shown(qtbot, random(1, 1), size=(300, 200))
    view.set_rows([RowLabel(token)])
    view.set_columns([token])
    image = image_of(view)
    for side in view.label_areas():
        ground = QColor(theme.LIGHT.background).rgb()
        inked = colours_in(image, side[0].boundingRect().adjusted(-2, -2, 2, 2)) - {ground}
        assert inked


def test_labels_say_read_and_written(qtbot: QtBot) -> None:
    """What was read is muted, what is written is ink, and the current step is orange."""
    view = shown(qtbot, random(3, 3))
    view.set_rows([RowLabel("mmmm", "mmmm")] * 3)
    area = view.label_areas()[0][1].boundingRect()
    left, right = QRectF(area), QRectF(area)
    left.setWidth(area.width() * 0.4)
    right.setLeft(area.right() - area.width() * 0.4)
    image = image_of(view)
    assert QColor(theme.LIGHT.muted).rgb() in colours_in(image, left)
    assert QColor(theme.LIGHT.ink).rgb() in colours_in(image, right)
    view.set_marks(None, None, 1)
    pointed = colours_in(image_of(view), right)
    assert QColor(theme.LIGHT.target).rgb() in pointed
    assert QColor(theme.LIGHT.ink).rgb() not in pointed, "the plain word under it is gone"


# ---- numbers


def test_numbers_are_written_in_cells_that_are_large_enough(qtbot: QtBot) -> None:
    """Same size everywhere, none in small cells, none that would read 0.00."""
    view = shown(qtbot, np.array([[0.5, 0.001], [0.25, 1.0]], np.float32))
    image = image_of(view)
    inked = [len(colours_in(image, view.cell_rect(q, k))) > 1 for q in range(2) for k in range(2)]
    assert inked == [True, False, True, True]
    small = shown(qtbot, np.full((60, 60), 0.5, np.float32), size=(400, 300))
    assert len(colours_in(image_of(small), small.grid().rect)) == 1


def test_numbers_are_legible_on_their_cell(qtbot: QtBot) -> None:
    """The strongest pixel of a number reaches the contrast of text, from the first to the last colour."""
    values = np.linspace(0.01, 1.0, 12, dtype=np.float32).reshape(3, 4)
    view = shown(qtbot, values)
    image = image_of(view)
    for q in range(3):
        for k in range(4):
            rect = view.cell_rect(q, k)
            ground = QColor.fromRgb(colour_at(image, rect.topLeft() + QPointF(3, 3)))
            found = max(theme.contrast(QColor.fromRgb(pixel), ground) for pixel in colours_in(image, rect))
            assert found >= 4.0  # antialiasing may soften thin strokes


def test_scores_keep_one_format(qtbot: QtBot) -> None:
    """Decimals follow the scale, not the cell, so that a column of numbers lines up."""
    view = shown(qtbot, np.array([[-23.4, 0.04]], np.float32), scale=Scale(-24, 24, "diverging"))
    assert view.text_of(0, 0).endswith("−23.4") and view.text_of(0, 1).endswith(": 0.0")


# ---- marks


def test_marks_show_and_leave_no_trace(qtbot: QtBot) -> None:
    """Pin, pointer, step and unwritten rows each change the picture; taking them back restores it exactly."""
    view = shown(qtbot, random(8, 8))
    plain = image_of(view)
    seen = [plain]
    for marks in (((2, 3), None, None, None), (None, (2, 3), None, None), (None, None, 4, None), (None, None, None, 5)):
        view.set_marks(*marks)
        seen.append(image_of(view))
        view.set_marks(None, None, None, None)
        assert image_of(view) == plain
    assert all(one != other for one, other in combinations(seen, 2))


def test_the_step_is_outlined_in_orange(qtbot: QtBot) -> None:
    """Above and below the row, over its whole width."""
    view = shown(qtbot, random(8, 8))
    view.set_marks(None, None, 3)
    image, grid = image_of(view), view.grid()
    orange = QColor(theme.LIGHT.target).rgb()
    for k in range(8):
        rect = grid.cell_rect(3, k)
        assert colour_at(image, QPointF(rect.center().x(), rect.top() - 1)) == orange
        assert colour_at(image, QPointF(rect.center().x(), rect.bottom())) == orange


def test_rows_not_written_yet_are_empty(qtbot: QtBot) -> None:
    """Not even their hatches are there: nothing is known about them."""
    masked = np.triu(np.ones((6, 6), np.uint8), 1)
    view = shown(qtbot, random(6, 6), masked)
    view.set_marks(None, None, 2, rows_shown=2)
    image = image_of(view)
    for k in range(6):
        assert colours_in(image, view.cell_rect(3, k)) == {QColor(theme.LIGHT.background).rgb()}
    assert len(colours_in(image, view.cell_rect(2, 0))) > 1
    view.set_marks(None, None, None, rows_shown=-1)
    assert len(colours_in(image_of(view), view.grid().rect)) == 1


def test_marks_outside_the_map_are_harmless(qtbot: QtBot) -> None:
    """They may arrive before the values that they belong to."""
    view = shown(qtbot, random(3, 3))
    plain = image_of(view)
    view.set_marks((9, 1), (1, 9), 99, 99)
    assert image_of(view) == plain
    assert view.marks == Marks((9, 1), (1, 9), 99, 99)
    view.set_values(random(12, 12), None, Scale())
    assert image_of(view) != plain


def test_a_pointed_label_is_always_there(qtbot: QtBot) -> None:
    """Rows whose label was thinned out are named while they are pointed at, and no other word is cut."""
    view = shown(qtbot, random(400, 400))
    rows, _ = view.label_areas()
    hidden = next(row for row in range(120, 140) if row not in rows)
    plain = image_of(view)
    view.set_marks(None, (hidden, 7), None)
    middle = view.cell_rect(hidden, 0).center().y()
    strip = QRect(0, int(middle) - 6, int(view.grid().left) - 8, 12)
    assert image_of(view).copy(strip) != plain.copy(strip)


def test_the_step_slides_and_arrives(qtbot: QtBot) -> None:
    """The one thing that moves: between two rows for a moment, then still."""
    view = shown(qtbot, random(8, 8))
    view.motion = True
    view.set_marks(None, None, 1)
    still = image_of(view)
    view.set_marks(None, None, 6)
    assert view._step_at() is not None and view._step_at() < 6
    qtbot.waitUntil(lambda: view._step_at() == 6.0, timeout=2000)
    arrived = image_of(view)
    assert arrived != still
    view.motion = False
    view.set_marks(None, None, 1)
    assert image_of(view) == still
    view.motion = True
    view.set_marks(None, None, 6)
    view.hide()
    assert view._step_at() == 6.0


# ---- the pointer


def test_pointing_and_clicking_are_reported_once(qtbot: QtBot) -> None:
    """One signal per cell, None outside, and what was clicked on the cells and on both sides."""
    view = shown(qtbot, random(5, 6))
    view.set_rows([RowLabel("read", "written")] * 5)
    told: list[object] = []
    view.hovered.connect(told.append)
    first, last = view.cell_rect(1, 2).center(), view.cell_rect(4, 5).center()
    for place in (first, first + QPointF(2, 2), last):
        qtbot.mouseMove(view, place.toPoint())
    assert told == [(1, 2), (4, 5)]
    qtbot.mouseMove(view, QPoint(2, view.height() - 2))
    assert told[-1] is None and view.marks.hovered is None

    left = Qt.MouseButton.LeftButton
    with qtbot.waitSignal(view.clicked) as clicked:
        qtbot.mouseClick(view, left, pos=view.cell_rect(3, 0).center().toPoint())
    assert clicked.args == [(3, 0)]
    with qtbot.waitSignal(view.row_clicked) as row:
        qtbot.mouseClick(view, left, pos=QPoint(int(view.grid().left) - 20, int(view.cell_rect(2, 0).center().y())))
    assert row.args == [2]
    with qtbot.waitSignal(view.column_clicked) as column:
        area = view.label_areas()[1][4].boundingRect().center()
        qtbot.mouseClick(view, left, pos=area.toPoint())
    assert column.args == [4]
    qtbot.mouseMove(view, view.cell_rect(1, 1).center().toPoint())
    with qtbot.waitSignal(view.hovered) as left_widget:
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert left_widget.args == [None]


def test_the_empty_room_below_a_map_is_no_column(qtbot: QtBot) -> None:
    view = shown(qtbot, random(3, 4), size=(600, 700))
    view.set_columns(list("wxyz"))
    middle = view.cell_rect(0, 2).center().x()
    assert view.bottom() < view.height() - 20, "the cells grow no larger"
    assert view.column_under(QPointF(middle, view.label_areas()[1][2].boundingRect().center().y())) == 2
    assert view.column_under(QPointF(middle, view.bottom() + 2)) is None
    told: list[int] = []
    view.column_clicked.connect(told.append)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round(middle), view.height() - 5))
    assert told == []


def test_columns_written_at_an_angle_are_clicked_where_they_stand(qtbot: QtBot) -> None:
    """The middle of each climbing label belongs to its own column."""
    view = shown(qtbot, random(10, 24))
    told: list[int] = []
    view.column_clicked.connect(told.append)
    _, columns = view.label_areas()
    assert columns[max(columns)].boundingRect().height() > 25, "at an angle"
    for area in columns.values():
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=area.boundingRect().center().toPoint())
    assert told == list(columns)


def test_pointing_never_paints_the_map_again(qtbot: QtBot) -> None:
    """Hover, pins and steps lie over the kept picture; new values and sizes do paint."""
    view = shown(qtbot, random(64, 64))
    image_of(view)
    pictures = view.pictures
    for at in range(30):
        qtbot.mouseMove(view, view.cell_rect(at, at).center().toPoint())
        view.set_marks((at, 3), view.marks.hovered, at, at)
        view.repaint()
    assert view.pictures == pictures
    view.set_values(random(64, 64, 1), None, Scale())
    image_of(view)
    assert view.pictures == pictures + 1


def test_tooltips_are_made_on_demand_and_plain(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """`describe` speaks for cells, the whole token for labels that were cut; nothing is taken for markup."""
    view = shown(qtbot, random(5, 5))
    view.describe = lambda q, k: f"<s> at {q}, {k}"
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, *_: told.append(text))
    for point in (view.cell_rect(1, 2).center(), QPointF(view.grid().left - 20, view.cell_rect(1, 0).center().y())):
        where = point.toPoint()
        QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, where, view.mapToGlobal(where)))
    assert "&lt;s&gt; at 1, 2" in told[0] and "Donaudampfschifffahrtsgesellschaft" in told[1]


# ---- zoom


def test_the_wheel_zooms_around_the_pointer(qtbot: QtBot) -> None:
    """The cell under the pointer stays there, cells grow up to 64 px, and a turn back shows everything again."""
    view = shown(qtbot, random(200, 200))
    whole = image_of(view)
    cell = (120, 70)
    for _ in range(6):
        point = view.cell_rect(*cell).center()
        assert turn_wheel(view, point, 240)
        assert view.cell_at(point) == cell
    assert view.zoom > 3 and max(view.grid().cell_w, view.grid().cell_h) <= 64 * 1.2
    for _ in range(40):
        turn_wheel(view, view.cell_rect(*cell).center(), 360)
    assert 40 < max(view.grid().cell_w, view.grid().cell_h) <= 64 * 1.2
    assert len(colours_in(image_of(view), view.cell_rect(*cell))) > 1, "numbers appear"
    assert not turn_wheel(view, view.cell_rect(*cell).center(), 360), "at the end the wheel goes on to the parent"
    view.show_all()
    assert view.zoom == 1.0 and image_of(view) == whole


def test_small_maps_leave_the_wheel_alone(qtbot: QtBot) -> None:
    """Cells that are as large as they get: the page scrolls instead."""
    view = shown(qtbot, random(3, 3))
    assert not turn_wheel(view, view.cell_rect(1, 1).center(), 120)


def test_a_zoomed_map_is_dragged(qtbot: QtBot) -> None:
    """The cell that was held stays under the pointer, and letting go is no click."""
    view = shown(qtbot, random(200, 200))
    turn_wheel(view, view.grid().rect.center(), 1200)
    start = view.grid().rect.center().toPoint()
    held = view.cell_at(QPointF(start))
    clicks: list[object] = []
    view.clicked.connect(clicks.append)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for step in (QPoint(30, 20), QPoint(60, -40)):
        qtbot.mouseMove(view, start + step)
        assert view.cell_at(QPointF(start + step)) == held
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(60, -40))
    assert not clicks
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=start)
    assert view.zoom == 1.0


def test_a_double_click_on_a_cell_follows_its_number(qtbot: QtBot) -> None:
    """In a map that is zoomed in it shows everything again instead."""
    view = shown(qtbot, random(5, 6))
    followed: list[object] = []
    view.followed.connect(followed.append)
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=view.grid().cell_rect(2, 3).center().toPoint())
    assert followed == [(2, 3)]
    large = shown(qtbot, random(200, 200))
    large.followed.connect(followed.append)
    turn_wheel(large, large.grid().rect.center(), 1200)
    assert large.zoom > 1.0
    qtbot.mouseDClick(large, Qt.MouseButton.LeftButton, pos=large.grid().rect.center().toPoint())
    assert followed == [(2, 3)] and large.zoom == 1.0


def test_zoom_survives_new_values_of_the_same_shape_only(qtbot: QtBot) -> None:
    """Another head is compared in the same place; another sentence starts whole."""
    view = shown(qtbot, random(100, 100))
    turn_wheel(view, view.grid().rect.center(), 600)
    grid = view.grid()
    view.set_values(random(100, 100, 1), None, Scale())
    assert view.grid() == grid
    view.set_values(random(99, 100), None, Scale())
    assert view.zoom == 1.0


def test_a_zoomed_picture_shows_the_right_cells(qtbot: QtBot) -> None:
    """Colours are checked cell by cell in a scrolled window."""
    values = random(90, 90)
    view = shown(qtbot, values)
    turn_wheel(view, view.cell_rect(50, 40).center(), 720)
    image, grid, table = image_of(view), view.grid(), colormaps.table("weights", dark=False)
    for q in list(grid.visible_rows())[1:-1]:
        for k in list(grid.visible_columns())[1:-1]:
            entry = colormaps.index(values[q : q + 1, k], 0.0, 1.0)[0]
            assert colour_at(image, grid.cell_rect(q, k).topLeft() + QPointF(2, 2)) == table[entry]


# ---- keyboard, themes, life


def test_arrow_keys_are_left_to_the_view(qtbot: QtBot) -> None:
    """They move through heads and layers, which the map knows nothing of."""
    view = shown(qtbot, random(4, 4))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space):
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view, event)
        assert not event.isAccepted()


def test_the_keyboard_sees_where_it_is(qtbot: QtBot) -> None:
    """A ring when Tab brought the focus, none after a click."""
    view = shown(qtbot, random(4, 4))
    plain = image_of(view)
    grid = view.grid()
    ring = QPointF(grid.rect.center().x(), grid.top - 3)
    for reason, seen in ((Qt.FocusReason.TabFocusReason, True), (Qt.FocusReason.MouseFocusReason, False)):
        QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusIn, reason))
        assert (colour_at(image_of(view), ring) == QColor(theme.LIGHT.focus).rgb()) is seen
        QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusOut, reason))
        assert image_of(view) == plain


def test_a_screen_reader_hears_the_cell(qtbot: QtBot) -> None:
    """The description follows the pointer and the pin, in words and with the number."""
    view = shown(qtbot, np.full((3, 3), 0.25, np.float32))
    assert view.accessibleName()
    view.set_marks((1, 1), None, None)
    assert view.accessibleDescription() == "the ▸ Donaudampfschifffahrtsgesellschaft → the: 0.25"
    view.describe = lambda q, k: f"row {q + 1}"
    view.set_marks((1, 1), (2, 0), None)
    assert view.accessibleDescription() == "row 3"
    view.set_marks(None, None, None)
    assert view.accessibleDescription() == ""


def test_a_new_theme_repaints(qapp: QApplication, qtbot: QtBot) -> None:
    """Ground, ramp and words change together, without new values."""
    view = shown(qtbot, random(4, 4))
    light = image_of(view)
    theme.apply(qapp, theme.DARK)
    dark = image_of(view)
    assert colour_at(dark, QPointF(view.width() - 2, 2)) == QColor(theme.DARK.background).rgb()
    assert dark != light
    theme.apply(qapp, theme.LIGHT)
    assert image_of(view) == light


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(st.lists(st.sampled_from(["values", "mask", "marks", "words", "theme", "size", "zoom", "clear"]), max_size=8))
def test_any_order_of_calls_ends_in_the_same_picture(qapp: QApplication, qtbot: QtBot, calls: list[str]) -> None:
    """Kept pictures, hatches and widths never lag behind: after any history the result is that of a fresh map."""
    view, fresh = HeatMap(), HeatMap()
    for at, call in enumerate(calls):
        masked = np.random.default_rng(at).choice([0, 1, 2, 3], (9, 9)).astype(np.uint8)
        if call == "values":
            view.set_values(random(9 - at, 4 + at, at), None, Scale(0.0, 2.0, "viridis"))
        elif call == "mask":
            view.set_values(random(9, 9, at), masked, WEIGHTS)
        elif call == "marks":
            view.set_marks((at, 1), (2, at), at, at)
        elif call == "words":
            view.set_rows([RowLabel(word * at) for word in words(9)])
        elif call == "theme":
            theme.apply(qapp, theme.DARK, 1.0 + at / 10)
        elif call == "size":
            view.resize(200 + 50 * at, 150 + 30 * at)
        elif call == "zoom":
            turn_wheel(view, QPointF(view.rect().center()), 360)
        elif call == "clear":
            view.clear()
        view.grab()
    theme.apply(qapp, theme.LIGHT)
    final = np.random.default_rng(99).choice([0, 1, 2, 3], (9, 9)).astype(np.uint8)
    for one in (view, fresh):
        one.motion = False
        one.resize(420, 330)
        one.set_values(random(9, 9, 99), final, WEIGHTS)
        one.set_rows([RowLabel(word, word) for word in words(9)])
        one.set_columns(words(9))
        one.set_marks((1, 1), None, 2, 7)
        one.show_all()
    assert image_of(view) == image_of(fresh)
    for one in (view, fresh):
        one.deleteLater()


def test_the_masks_of_three_kinds_are_compared_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    masks = [np.triu(np.full((9, 9), code, np.uint8), 1) for code in (1, 2, 3)]
    for mask in masks:
        mask.flags.writeable = False
    view, compared = shown(qtbot, random(9, 9)), Mock(wraps=cells.checked_reasons)
    monkeypatch.setattr(cells, "checked_reasons", compared)
    for mask in masks * 3:
        view.set_values(random(9, 9), mask, WEIGHTS)
        assert view._scene.cells.reasons is mask and view._scene.cells._shown[0, 1] == 0.0
    assert compared.call_count == 3


def test_cells_of_a_long_text_have_no_number_measured(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view, measured = shown(qtbot, random(9, 200)), Mock(wraps=cells.QFontMetricsF)
    assert view.grid().cell_w < 8
    monkeypatch.setattr(cells, "QFontMetricsF", measured)
    view.set_values(random(9, 200, 1), None, WEIGHTS)
    view.grab()
    assert not measured.called


def test_nothing_holds_a_closed_map(qapp: QApplication) -> None:
    """The theme's signal does not keep widgets alive."""
    view = HeatMap()
    view.set_values(random(3, 3), None, Scale())
    ghost = weakref.ref(view)
    del view
    gc.collect()
    assert ghost() is None
    theme.apply(qapp, theme.DARK)


def test_a_map_lives_in_a_layout(qtbot: QtBot) -> None:
    """It takes the room that there is, down to its minimum, and fits again when that changes."""
    frame = QWidget()
    qtbot.addWidget(frame)
    layout = QVBoxLayout(frame)
    view = HeatMap(frame)
    layout.addWidget(view)
    view.set_values(random(30, 30), None, Scale())
    frame.resize(800, 600)
    frame.show()
    QApplication.processEvents()
    large = view.grid()
    frame.resize(300, 260)
    QApplication.processEvents()
    assert view.grid().cell_w < large.cell_w
    assert QRectF(view.rect()).contains(view.grid().rect)


# ---- vectors


def test_svg_holds_text_as_text_and_cells_as_shapes(qtbot: QtBot) -> None:
    """Labels and numbers can be searched and edited; hatches are lines; no bitmap."""
    masked = np.triu(np.ones((6, 6), np.uint8), 1)
    view = shown(qtbot, np.full((6, 6), 0.25, np.float32), masked)
    view.set_marks((2, 1), None, 3, 4)
    text = svg_of(view, (600, 400))
    assert "&lt;s&gt;" in text and ">0.25<" in text and "<image" not in text
    assert text.count(">0.25<") == 15, "one per visible cell of the rows written so far"


def test_vectors_show_what_the_screen_shows(qtbot: QtBot, qapp: QApplication) -> None:
    """Painted into an image, the same colours lie in the cells, in any theme."""
    values = random(5, 5)
    view = shown(qtbot, values)
    for chosen in (theme.LIGHT, theme.DARK):
        theme.apply(qapp, chosen)
        image = QImage(700, 500, QImage.Format.Format_RGB32)
        image.fill(QColor(chosen.background))
        with QPainter(image) as painter:
            view.paint_to(painter, QRectF(0, 0, 700, 500))
        table, found = colormaps.table("weights", chosen.dark), colours_in(image, QRectF(0, 0, 700, 500))
        assert {int(table[entry]) for entry in colormaps.index(values, 0.0, 1.0).ravel()} <= found


def test_very_large_maps_become_a_picture_in_vectors(qtbot: QtBot) -> None:
    """Thousands of rectangles help nobody."""
    view = shown(qtbot, random(300, 300))
    image = QImage(700, 500, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        view.paint_to(painter, QRectF(0, 0, 700, 500))
    assert len(colours_in(image, QRectF(0, 0, 700, 500))) > 50


def test_the_grid_is_a_value(qtbot: QtBot) -> None:
    """Two maps of the same shape and size lie in the same place."""
    one, other = (shown(qtbot, random(9, 9, seed)) for seed in range(2))
    assert isinstance(one.grid(), Grid) and one.grid() == other.grid()
