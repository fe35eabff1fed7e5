"""The thumbnails of all heads: one picture, one row at a time, picked and framed."""

from __future__ import annotations

import math
import re
import weakref
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QHelpEvent, QImage, QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from model_core.record import mask_reasons
from tests.support.harness import pixels_of, svg_of
from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import Scale
from viz_app.files import picture_export
from viz_app.maps.head_bars import HeadBars
from viz_app.maps.head_grid import HeadGrid
from viz_app.maps.head_grid_picture import draw_words
from viz_app.maps.head_grid_places import Thumbnails, _columns, thumbnails
from viz_app.maps.thumbnails import Atlas, Source
from viz_app.widgets import painting, theme

pytestmark = pytest.mark.usefixtures("qapp")

WEIGHTS = Scale()
DIFFERENCES = Scale(-1.0, 1.0, "diverging")


def random(layers: int, heads: int, count_q: int, count_k: int, seed: int = 0) -> np.ndarray:
    """Maps of weights between 0 and 1, [L, H, Q, K]."""
    return np.random.default_rng(seed).random((layers, heads, count_q, count_k), dtype=np.float32)


def shown(
    qtbot: QtBot,
    maps: np.ndarray | list[np.ndarray],
    masked: np.ndarray | None = None,
    size: tuple[int, int] = (420, 320),
) -> HeadGrid:
    """A visible mosaic."""
    view = HeadGrid()
    qtbot.addWidget(view)
    view.resize(*size)
    view.set_maps(maps, masked, WEIGHTS)
    view.show()
    QApplication.processEvents()
    return view


def image_of(view: HeadGrid) -> QImage:
    """What the widget shows now."""
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def middle_of(view: HeadGrid, layer: int, head: int) -> QPointF:
    """The middle of a thumbnail."""
    return view.head_rect(layer, head).center()


# ---- the picture


@pytest.mark.parametrize("name", list(theme.THEMES))
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (12, 12), (30, 20)])
def test_every_thumbnail_shows_its_own_map(qapp: QApplication, qtbot: QtBot, name: str, shape: tuple[int, int]) -> None:
    """Cell by cell: the pixel in the middle of each cell has the ramp's colour of its number."""
    theme.apply(qapp, theme.THEMES[name])
    maps = random(3, 4, *shape)
    view = shown(qtbot, maps)
    image, table = image_of(view), colormaps.table("weights", theme.THEMES[name].dark)
    for layer in range(3):
        for head in range(4):
            rect = view.head_rect(layer, head)
            for q in range(shape[0]):
                for k in range(shape[1]):
                    x = rect.left() + (k + 0.5) / shape[1] * rect.width()
                    y = rect.top() + (q + 0.5) / shape[0] * rect.height()
                    corner = min(x - rect.left(), rect.right() - x) < 3 and min(y - rect.top(), rect.bottom() - y) < 3
                    if not corner:
                        entry = colormaps.index(maps[layer, head, q : q + 1, k], 0.0, 1.0)[0]
                        assert image.pixel(int(x), int(y)) == table[entry]


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 30), st.booleans(), st.booleans(), st.integers(0, 2**16))
def test_blocks_are_those_of_brute_force(
    count_q: int, count_k: int, side: int, signed: bool, hiding: bool, seed: int
) -> None:
    """The largest visible value of each block, the one farthest from zero for differences; none where all is hidden."""
    rng = np.random.default_rng(seed)
    maps = rng.uniform(-1, 1, (2, 3, count_q, count_k)).astype(np.float32)
    masked = rng.choice([0, 0, 1, 2, 3], (count_q, count_k)).astype(np.uint8) if hiding else None
    scale = DIFFERENCES if signed else Scale(-1.0, 1.0)
    atlas = Atlas()
    atlas.set(maps, masked, scale)
    atlas.image(side, 2, False, 0xFFFFFFFF)
    high, wide = -(-count_q // side), -(-count_k // side)
    found = atlas._blocks
    assert found is not None and found.shape == (2, 3, -(-count_q // high), -(-count_k // wide))
    for (layer, head, r, c), value in np.ndenumerate(found):
        block = maps[layer, head, r * high : (r + 1) * high, c * wide : (c + 1) * wide]
        if masked is not None:
            block = block[masked[r * high : (r + 1) * high, c * wide : (c + 1) * wide] == 0]
        block = block.ravel()
        if not block.size:
            assert value == (0.0 if signed else -1.0)
        else:
            assert value == (block[np.abs(block).argmax()] if signed else block.max())


@given(size=st.tuples(st.integers(1, 400), st.integers(1, 400)), side=st.integers(22, 110), data=st.data())
def test_one_bright_cell_is_seen_wherever_it_is(size: tuple[int, int], side: int, data: st.DataObject) -> None:
    """Also in the last row and column, where the end token is: their block may be narrower than a pixel."""
    at = data.draw(st.sampled_from([(-1, -1), (0, -1), (-1, 0), (size[0] // 2, size[1] // 2)]))
    atlas, maps = Atlas(), np.zeros((1, 1, *size), np.float32)
    maps[(0, 0, *at)] = 1.0
    atlas.set(maps, None, Scale())
    pixels = pixels_of(atlas.image(side, 1, False, 0xFFFFFFFF))[:side, :side]
    assert len(np.unique(pixels)) == 2 or max(size) == 1


def test_what_is_hidden_is_hatched_in_every_thumbnail(qtbot: QtBot) -> None:
    """Never a colour of the ramp, whatever stands in the hidden cells."""
    masked = np.zeros((6, 6), np.uint8)
    masked[:, 3:] = 2
    view = shown(qtbot, np.ones((2, 2, 6, 6), np.float32), masked)
    image, full = image_of(view), int(colormaps.table("weights", dark=False)[255])
    ground = painting.hatch_ground(theme.LIGHT, mask_reasons.PADDING).rgb()
    for layer in range(2):
        for head in range(2):
            rect = view.head_rect(layer, head).adjusted(4, 4, -4, -4)
            right = {
                image.pixel(x, y)
                for x in range(int(rect.center().x()) + 2, int(rect.right()))
                for y in range(int(rect.top()), int(rect.bottom()))
            }
            assert full not in right and ground in right
            assert image.pixel(int(rect.left()), int(rect.top())) == full


def test_rows_not_written_yet_are_empty(qtbot: QtBot) -> None:
    """In every thumbnail at once; None shows them again."""
    view = shown(qtbot, np.ones((1, 2, 8, 8), np.float32))
    whole = image_of(view)
    view.set_rows_shown(3)
    rect = view.head_rect(0, 1)
    image = image_of(view)
    assert image.pixel(int(rect.center().x()), int(rect.top() + 2)) == whole.pixel(
        int(rect.center().x()), int(rect.top() + 2)
    )
    assert image.pixel(int(rect.center().x()), int(rect.bottom() - 4)) == QColor(theme.LIGHT.background).rgb()
    view.set_rows_shown(None)
    assert image_of(view) == whole


def test_what_is_no_number_does_no_harm(qtbot: QtBot) -> None:
    """NaN and infinities are the least colour; their neighbours in a block are seen."""
    maps = np.zeros((1, 1, 200, 200), np.float32)
    maps[0, 0, 50:100] = np.nan
    maps[0, 0, 60, 60] = 1.0
    maps[0, 0, 150, 150] = np.inf
    view = shown(qtbot, maps)
    assert view._atlas._blocks is not None
    assert np.isfinite(view._atlas._blocks).all() and view._atlas._blocks.max() == 1.0
    image_of(view)


@pytest.mark.parametrize(
    "maps",
    [
        np.zeros((2, 3, 4), np.float32),
        np.zeros((0, 3, 4, 4), np.float32),
        np.zeros((2, 3, 0, 4), np.float32),
        [np.zeros((2, 4, 4), np.float32), np.zeros((2, 4, 5), np.float32)],
    ],
)
def test_wrong_maps_are_refused_and_the_last_picture_stays(qtbot: QtBot, maps: np.ndarray) -> None:
    """The error names the shapes; so does a wrong mask."""
    view = shown(qtbot, random(2, 2, 4, 4))
    before = image_of(view)
    with pytest.raises(ValueError, match=r"layers|shape"):
        view.set_maps(maps, None, WEIGHTS)
    with pytest.raises(ValueError, match="mask"):
        view.set_maps(random(2, 2, 4, 4), np.zeros((3, 4), np.uint8), WEIGHTS)
    assert image_of(view) == before


def test_layers_may_differ_in_heads(qtbot: QtBot) -> None:
    """A pruned model: where a head is missing there is only ground, and nothing to pick."""
    view = shown(qtbot, [random(1, 3, 5, 5)[0], random(1, 1, 5, 5)[0]])
    gone = middle_of(view, 1, 2)
    assert image_of(view).pixel(int(gone.x()), int(gone.y())) == QColor(theme.LIGHT.background).rgb()
    assert view.head_at(gone) is None and view.head_at(middle_of(view, 0, 2)) == (0, 2)


# ---- arrangement


@given(
    st.integers(1, 12), st.integers(1, 16), st.floats(100, 1600), st.floats(60, 1200), st.sampled_from([1.0, 1.25, 2.0])
)
def test_thumbnails_do_not_overlap_and_stay_inside(
    layers: int, heads: int, width: float, height: float, ratio: float
) -> None:
    """Squares of whole device pixels within the width; each middle leads back to its head."""
    places = thumbnails(QSizeF(width, height), layers, heads, left=17, top=18, largest=64, smallest=22, ratio=ratio)
    assert places.side * ratio == pytest.approx(round(places.side * ratio))
    if width > 17 + 10 + heads * 6 + 20:
        assert places.rect(0, heads - 1).right() <= width
    for layer, head in ((0, 0), (layers - 1, heads - 1), (layers // 2, heads // 2)):
        assert places.at(places.rect(layer, head).center()) == (layer, head)
    assert places.at(QPointF(places.left - 8, places.top)) is None
    assert not places.rect(0, 0).intersects(places.rect(0, 1)) and not places.rect(0, 0).intersects(places.rect(1, 0))


@given(st.integers(1, 12), st.integers(1, 32), st.floats(150, 1600), st.floats(120, 1200), st.booleans())
def test_folded_and_sorted_thumbnails_do_not_overlap(
    layers: int, heads: int, width: float, height: float, by_order: bool
) -> None:
    """Every head has a place of its own inside the width, and each middle leads back to its head."""
    everyone = [(layer, head) for layer in range(layers) for head in range(heads)]
    order = tuple(reversed(everyone)) if by_order else None
    places = thumbnails(
        QSizeF(width, height), layers, heads, left=17, top=18, largest=110, smallest=22, ratio=1.0, word=15, folds=True,
        order=order,
    )  # fmt: skip
    rects = [places.rect(*head) for head in everyone]
    assert [places.at(rect.center()) for rect in rects] == everyone
    assert len({(rect.left(), rect.top()) for rect in rects}) == len(everyone)
    assert max(rect.bottom() for rect in rects) <= places.height
    if by_order:
        assert [places.head_at(*divmod(at, places.columns)) for at in range(len(order))] == list(order)
        assert max(rect.right() for rect in rects) <= width


@pytest.mark.parametrize("sizes", [{"order": [(1, 2), (0, 0), (1, 0), (0, 2), (0, 1), (1, 1)]}, {"heads": 24}])
def test_a_thumbnail_shows_its_own_map_at_any_position(qtbot: QtBot, sizes: dict[str, Any]) -> None:
    """Folded or sorted, each map's picture is the one it has by place."""
    maps = random(2, sizes.get("heads", 3), 6, 6)
    plain, moved = HeadGrid(largest=24.0), HeadGrid(largest=24.0, fills=True)
    for view in (plain, moved):
        qtbot.addWidget(view)
        view.set_maps(maps, None, Scale(0.0, 1.0))
        view.set_names({(layer, head): "x" for layer in range(2) for head in range(len(maps[0]))})
    plain.resize(900, 300)
    moved.set_order(sizes.get("order"))
    moved.resize(220, 400)
    places, pictures = moved.places(), [image_of(view) for view in (plain, moved)]
    assert places.side == plain.places().side and (places.folds > 1 or places.order)
    for layer in range(2):
        for head in range(len(maps[layer])):
            rects = [view.head_rect(layer, head).toRect() for view in (plain, moved)]
            assert pictures[0].copy(rects[0]) == pictures[1].copy(rects[1]), f"layer {layer}, head {head}"


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (3, 4), (6, 8), (6, 16), (12, 16)])
def test_it_scrolls_only_when_it_must(qtbot: QtBot, layers: int, heads: int) -> None:
    """In its wished size nothing is hidden; in a low window the current head is scrolled to."""
    view = shown(qtbot, random(layers, heads, 7, 7))
    view.resize(view.sizeHint())
    assert view.verticalScrollBar().maximum() == 0
    view.resize(300, view.heightForWidth(300))
    assert view.verticalScrollBar().maximum() == 0
    view.resize(300, 100)
    view.set_current(layers - 1, heads - 1)
    assert view.head_rect(layers - 1, heads - 1).bottom() <= view.viewport().height() + 1
    view.set_current(0, 0)
    assert view.head_rect(0, 0).top() >= 0


def test_text_size_makes_room_for_numbers(qapp: QApplication, qtbot: QtBot) -> None:
    """At 200 % the thumbnails grow and start further right and down."""
    view = shown(qtbot, random(3, 4, 7, 7), size=(700, 600))
    before = view.places()
    theme.apply(qapp, theme.LIGHT, 2.0)
    after = view.places()
    assert after.left > before.left and after.top > before.top and after.side > before.side


# ---- marks


def test_the_current_head_is_framed_in_orange(qtbot: QtBot) -> None:
    """Around the thumbnail, not over it; another head moves the frame without painting the maps again."""
    view = shown(qtbot, random(3, 4, 7, 7))
    plain, pictures = image_of(view), view.pictures
    view.set_current(1, 2)
    rect, orange = view.head_rect(1, 2), QColor(theme.LIGHT.target).rgb()
    image = image_of(view)
    for point in (QPointF(rect.center().x(), rect.top() - 2), QPointF(rect.left() - 2, rect.center().y())):
        assert image.pixel(int(point.x()), int(point.y())) == orange
    inner = rect.adjusted(3, 3, -3, -3).toRect()
    assert image.copy(inner) == plain.copy(inner)
    view.set_current(0, 0)
    assert image_of(view) != image
    assert view.pictures == pictures


def test_heads_switched_off_are_crossed_out(qtbot: QtBot) -> None:
    """Only they change, and they come back."""
    view = shown(qtbot, random(2, 3, 7, 7))
    plain = image_of(view)
    view.set_off({(0, 1)})
    image = image_of(view)
    for head in ((0, 0), (0, 1), (1, 1)):
        rect = view.head_rect(*head).toRect()
        assert (image.copy(rect) != plain.copy(rect)) is (head == (0, 1))
    assert view.text_of(0, 1) == "layer 1, head 2, switched off"
    view.set_off(set())
    assert image_of(view) == plain


def test_a_saved_picture_shows_what_the_screen_shows(qtbot: QtBot) -> None:
    """Crosses, hatches, dimmed columns, rows not written yet, and of a grid that is scrolled the part that is seen."""
    masked = np.zeros((6, 6), np.uint8)
    masked[:, 4:], masked[0, 3] = 2, 1
    view = shown(qtbot, random(8, 4, 6, 6), masked, size=(200, 130))
    assert view.verticalScrollBar().maximum() > 0
    view.set_rows_shown(4)
    view.set_off({(0, 1), (7, 0)})
    view.set_dimmed({(0, 2): (1, 2), (7, 3): (0,)})
    for layer in (0, 7):
        view.set_current(layer, 3)
        room, screen = view.viewport().rect(), view.viewport().grab().toImage()
        saved = QImage(view.width(), 2 * view.height(), QImage.Format.Format_RGB32)
        saved.fill(theme.LIGHT.q("background"))
        with QPainter(saved) as painter:
            view.paint_to(painter, QRectF(view.rect()))
        for head in range(4):
            place = view.head_rect(layer, head).toAlignedRect()
            assert room.contains(place)
            pair = (pixels_of(one.copy(place)).view(np.uint8).astype(int) for one in (saved, screen))
            assert np.abs(np.subtract(*pair)).max() <= 2, f"head {head} of layer {layer}"
        assert set(pixels_of(saved)[view.height() :].flat) == {theme.LIGHT.q("background").rgb()}


def test_a_saved_drawing_has_each_hatch_as_shapes_unless_they_are_too_many(qtbot: QtBot) -> None:
    sizes = []
    for layers in (1, 40):
        view = shown(qtbot, random(layers, 12, 20, 20), np.triu(np.ones((20, 20), np.uint8), 1), size=(700, 60))
        sizes.append(svg_of(view, (700, 60)).count("<image") // (layers * 12))
    assert sizes == [0, 1]


def test_in_the_picture_of_a_window_words_are_text(qtbot: QtBot, tmp_path: Path) -> None:
    """Over the word of the current head lies a darker one: as pixels below, it would be seen beside another font."""
    view = shown(qtbot, random(1, 3, 6, 6))
    view.set_names({(0, 0): "diagonal", (0, 1): "previous", (0, 2): "broad"})
    view.set_current(0, 1)
    picture_export.save_picture(tmp_path / "a.svg", picture_export.of_window(view))
    found = re.findall(r"<text[^>]*>([a-z]+)<", (tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert sorted(found) == ["broad", "diagonal", "previous", "previous"]


def test_columns_of_one_head_are_dimmed_and_no_other_changes(qtbot: QtBot) -> None:
    view = shown(qtbot, np.ones((2, 2, 6, 6), np.float32))
    before = image_of(view)
    view.set_dimmed({(1, 0): (2, 3)})
    dimmed = image_of(view)
    rect = view.head_rect(1, 0)
    ground = np.array(theme.LIGHT.q("background").getRgb()[:3])
    for column in range(6):
        spot = QPointF(rect.left() + (column + 0.5) * rect.width() / 6, rect.center().y()).toPoint()
        old, new = (np.array(image.pixelColor(spot).getRgb()[:3]) for image in (before, dimmed))
        if column in (2, 3):
            assert np.abs(new - ground).max() <= 0.16 * np.abs(old - ground).max() + 1
        else:
            assert (new == old).all()
    for head in ((0, 0), (0, 1), (1, 1)):
        area = view.head_rect(*head).toAlignedRect()
        assert dimmed.copy(area) == before.copy(area)
    view.set_dimmed({(1, 0): (40,), (7, 7): (0,)})
    assert image_of(view) == before, "columns and heads that are not there are harmless"


def test_blocks_below_the_cut_are_ground(qtbot: QtBot) -> None:
    maps = np.full((1, 2, 300, 300), 0.01, np.float32)
    maps[0, 1, 150, 150] = 0.9
    view = shown(qtbot, maps)
    view.set_maps(maps, None, Scale(cut=0.1))
    image = image_of(view)
    ground = theme.LIGHT.q("background").rgb()
    colours_of = []
    for head in range(2):
        inner = image.copy(view.head_rect(0, head).toAlignedRect().adjusted(4, 4, -4, -4))
        colours_of.append({inner.pixel(x, y) for x in range(inner.width()) for y in range(inner.height())})
    assert colours_of[0] == {ground} < colours_of[1], "one cell above it is seen"


def test_marks_of_missing_heads_are_harmless(qtbot: QtBot) -> None:
    """They may be told before the model that has them."""
    view = shown(qtbot, random(2, 2, 4, 4))
    plain = image_of(view)
    view.set_current(7, 7)
    view.set_off({(9, 9)})
    assert image_of(view) == plain


# ---- pointer, keys, words


def test_heads_are_pointed_at_and_picked(qtbot: QtBot) -> None:
    """One signal per head, None outside, and a click picks."""
    view = shown(qtbot, random(3, 4, 7, 7))
    pictures = view.pictures
    told: list[object] = []
    view.hovered.connect(told.append)
    for head in ((0, 0), (2, 3)):
        for shift in (0, 3):
            qtbot.mouseMove(view.viewport(), middle_of(view, *head).toPoint() + QPointF(shift, 0).toPoint())
    qtbot.mouseMove(view.viewport(), QPointF(2, 2).toPoint())
    assert told == [(0, 0), (2, 3), None]
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(view, 1, 3).toPoint())
    assert picked.args == [1, 3]
    qtbot.mouseMove(view.viewport(), middle_of(view, 1, 1).toPoint())
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert told[-2:] == [(1, 1), None]
    view.viewport().repaint()
    assert view.pictures == pictures, "the maps were not painted again"


def test_the_description_of_the_current_head_is_up_to_date(qtbot: QtBot) -> None:
    """Another text gives it other words; a head that is not there has none."""
    view = shown(qtbot, random(2, 3, 4, 4))
    view.set_current(1, 2)
    view.describe = lambda layer, head: f"head {layer}.{head} of a text"
    assert view.accessible_description() == "head 1.2 of a text"
    view.describe = lambda layer, head: f"head {layer}.{head} of the next"
    assert view.accessible_description() == "head 1.2 of the next"
    view.set_maps(random(1, 1, 4, 4), None, WEIGHTS)
    assert "head" not in view.accessible_description()


def test_arrow_keys_move_to_the_neighbour(qtbot: QtBot) -> None:
    """Inside the mosaic only; other keys are left to the window."""
    view = shown(qtbot, random(2, 3, 4, 4))
    view.set_current(0, 1)
    told: list[tuple[int, int]] = []
    view.picked.connect(lambda layer, head: told.append((layer, head)))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view, key)
    assert told == [(0, 0), (0, 2), (1, 1)]
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_M, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view, event)
    assert not event.isAccepted()


def test_the_keyboard_sees_where_it_is(qtbot: QtBot) -> None:
    """A ring when Tab brought the focus, none after a click."""
    view = shown(qtbot, random(2, 3, 4, 4))
    plain = image_of(view)
    QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert image_of(view).pixel(view.width() // 2, 0) == QColor(theme.LIGHT.focus).rgb()
    QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.MouseFocusReason))
    assert image_of(view) == plain


def test_heads_are_named_from_one(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """In tool tips, for screen readers, and in the view's own words where it has some."""
    view = shown(qtbot, random(3, 4, 4, 4))
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, *_: told.append(text))
    where = middle_of(view, 1, 2).toPoint()
    for _ in range(2):
        QApplication.sendEvent(
            view.viewport(), QHelpEvent(QEvent.Type.ToolTip, where, view.viewport().mapToGlobal(where))
        )
        view.describe = lambda layer, head: f"<s> {layer}.{head}"
    assert "layer 2, head 3" in told[0] and "&lt;s&gt; 1.2" in told[1]
    view.describe = None
    view.set_current(2, 0)
    assert view.accessibleDescription() == "layer 3, head 1" and view.accessibleName()


def test_a_new_theme_repaints(qapp: QApplication, qtbot: QtBot) -> None:
    """Ground, ramp, hairlines and numbers change together."""
    view = shown(qtbot, random(2, 2, 5, 5))
    light = image_of(view)
    theme.apply(qapp, theme.DARK)
    dark = image_of(view)
    assert dark.pixel(view.width() - 2, view.height() - 2) == QColor(theme.DARK.background).rgb()
    theme.apply(qapp, theme.LIGHT)
    assert image_of(view) == light and dark != light


def test_thumbnails_of_one_kind_differ(qtbot: QtBot) -> None:
    """No head is painted in another's place."""
    view = shown(qtbot, random(2, 3, 9, 9))
    image = image_of(view)
    cut = [image.copy(view.head_rect(layer, head).toRect()) for layer in range(2) for head in range(3)]
    assert all(one != other for one, other in combinations(cut, 2))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
@given(st.lists(st.sampled_from(["maps", "off", "current", "rows", "theme", "size"]), max_size=8))
def test_any_order_of_calls_ends_in_the_same_picture(qapp: QApplication, qtbot: QtBot, calls: list[str]) -> None:
    """Kept pictures never lag behind: after any history the result is that of a fresh mosaic."""
    view = HeadGrid()
    view.resize(300, 200)
    for at, call in enumerate(calls):
        if call == "maps":
            view.set_maps(random(2, 2, 5 + at, 6, at), None, WEIGHTS)
        elif call == "off":
            view.set_off({(0, at % 2)})
        elif call == "current":
            view.set_current(1, at % 2)
        elif call == "rows":
            view.set_rows_shown(at)
        elif call == "theme":
            theme.apply(qapp, theme.DARK if at % 2 else theme.LIGHT)
        elif call == "size":
            view.resize(200 + 40 * at, 150 + 20 * at)
        view.grab()
    theme.apply(qapp, theme.LIGHT)
    view.resize(300, 200)
    fresh = HeadGrid()
    fresh.resize(300, 200)
    for one in (view, fresh):
        one.set_maps(random(2, 2, 6, 6, 99), None, WEIGHTS)
        one.set_off({(1, 1)})
        one.set_current(0, 0)
    assert image_of(view) == image_of(fresh)
    for one in (view, fresh):
        one.deleteLater()


@pytest.mark.parametrize("side", [24.0, 40.0, 60.0, 120.0])
def test_words_of_neighbours_stay_apart(side: float) -> None:
    """Two that touched read as one word: "diag. +2diag. +2"."""
    font, painter = theme.font("small"), Mock()
    words = [((0, head), "diagonal +2") for head in range(3)]
    draw_words(painter, Thumbnails(1, 3, 0.0, 0.0, side, 4.0, 3, 14.0), words, "ink", font)
    drawn = [(call.args[0].x(), call.args[1]) for call in painter.drawText.call_args_list]
    ends = [left + QFontMetricsF(font).horizontalAdvance(text) for left, text in drawn]
    assert len(drawn) == 3 and all(text for _, text in drawn)
    assert all(left - end > 1.0 for (left, _), end in zip(drawn[1:], ends, strict=False))
    assert drawn[0][1] == "diagonal +2" if side > 100 else drawn[0][1].startswith("d")


def test_words_of_one_grid_have_one_spelling() -> None:
    """Whole or shortened, all alike, and so is the current one, which is painted again in ink."""
    font, names = theme.font("small"), {(0, 0): "just read", (0, 1): "1-to-1", (0, 2): "diagonal"}
    least = max(map(QFontMetricsF(font).horizontalAdvance, names.values()))
    for side, words in ((least + 9, list(names.values())), (least - 6, ["read", "1-to-1", "diag."])):
        painter, places = Mock(), Thumbnails(1, 3, 0.0, 0.0, side, 4.0, 3, 14.0)
        draw_words(painter, places, list(names.items()), "ink", font)
        draw_words(painter, places, list(names.items()), "ink", font, only=(0, 2))
        assert [call.args[1] for call in painter.drawText.call_args_list] == [*words, words[-1]]


def test_bars_begin_in_the_middle_and_point_to_their_side(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[QRectF, str]] = []
    monkeypatch.setattr(painting, "draw_text", lambda *_: None)
    monkeypatch.setattr(
        painting, "draw_rounded", lambda _painter, rect, *, corner, fill: drawn.append((rect, fill.name()))
    )
    bars, names = (
        HeadBars({(0, 0): -4.0, (0, 1): 2.0, (0, 2): math.nan, (0, 3): -1e-9}, limit=4.0),
        {(0, at): "x" for at in range(4)},
    )
    places = Thumbnails(1, 4, 0.0, 0.0, 60.0, 4.0, 4, 14.0)
    bars.draw(Mock(), places, names, None, theme.LIGHT, theme.font("small"))
    middles = [places.rect(0, head).center().x() for head in (0, 1, 3)]
    below, above = theme.LIGHT.q("source").name(), theme.LIGHT.q("target").name()
    assert [colour for _, colour in drawn] == [below, above, below]
    ends = [(rect.left() - middle, rect.right() - middle) for (rect, _), middle in zip(drawn, middles, strict=True)]
    assert ends == [(-30.0, 0.0), (0.0, 15.0), (-1.0, 0.0)], "none is too short to be seen"


@given(st.floats(40, 900), st.floats(40, 900), st.integers(1, 24), st.floats(0, 8))
def test_columns_are_those_of_the_largest_thumbnails(width: float, height: float, count: int, gap: float) -> None:
    def sides(columns: int) -> tuple[float, float, float]:
        return gap, (width + gap) / columns - gap, (height + gap) / -(-count // columns) - gap

    best = max(min(sides(columns)[1:]) for columns in range(1, count + 1))
    assert min(sides(_columns(sides, count, 1.0))[1:]) == best or best <= 0


def test_the_memory_of_arrays_that_are_gone_is_not_that_of_others_at_its_place() -> None:
    one, two = (np.zeros(3) for _ in range(2))
    place = ((1, (3,), (8,)),)
    kept, other = Source(place, (weakref.ref(one),)), Source(place, (weakref.ref(two),))
    assert kept.same(kept) and not kept.same(other) and not other.same(kept)
    assert not kept.same(Source(((2, (3,), (8,)),), kept.owners))
    del two
    assert kept.lives() and not other.lives() and not kept.same(other) and not other.same(other)


def test_head_names_beside_numbers_are_shortened_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    font, names = theme.font("small"), {(0, 0): "just read", (0, 1): "just read", (0, 2): "diagonal"}
    metrics, said = QFontMetricsF(font), list[str]()
    monkeypatch.setattr(painting, "draw_text", lambda _painter, _at, text: said.append(text))
    monkeypatch.setattr(painting, "draw_rounded", lambda *_args, **_named: None)
    bars = HeadBars({(0, 0): 0.0, (0, 1): -0.01, (0, 2): 0.0})
    side = metrics.horizontalAdvance("just read") + 4 + metrics.horizontalAdvance(bars.number((0, 1))) - 1
    bars.draw(Mock(), Thumbnails(1, 3, 0.0, 0.0, side, 4.0, 3, 14.0), names, None, theme.LIGHT, font)
    assert said[::2] == ["read", "read", "diag."], "one of the three has no room"
