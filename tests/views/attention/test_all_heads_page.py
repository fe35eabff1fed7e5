"""All heads of all attentions at once: what is shown, in which order, and the way back to one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.analysis.heads.head_measures import name_of
from model_core.analysis.reads import measured_in
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.harness import ViewStage
from viz_app.data.vocabulary import head_word
from viz_app.document.state import Look
from viz_app.maps.head_grid import HeadGrid
from viz_app.views.attention.view import Attention
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

KINDS = ("encoder", "decoder", "cross")
SIZE = (1060, 620)


@pytest.fixture
def trace() -> Trace:
    """Three layers of four heads, seven tokens each."""
    return made_trace("the white house is very old", "la casa blanca es muy vieja")


class PageStage(ViewStage):
    """The view Attention with all heads."""

    of = Attention

    def __init__(self, qtbot: QtBot, trace: Trace, size: tuple[int, int] = SIZE, **changes: Any) -> None:
        super().__init__(qtbot, trace, size, **{"all_heads": True, **changes})

    def mosaic(self, kind: str) -> HeadGrid:
        mosaic: HeadGrid = self.view.page.panels[kind].mosaic
        return mosaic

    def click(self, qtbot: QtBot, kind: str, layer: int, head: int) -> None:
        mosaic = self.mosaic(kind)
        point = mosaic.head_rect(layer, head).center().toPoint()
        qtbot.mouseClick(mosaic.viewport(), Qt.MouseButton.LeftButton, pos=point)


def everyone(trace: Trace, kind: str) -> dict[tuple[int, int], dict[str, float]]:
    """(layer, head) -> its measures."""
    found = {}
    for layer, maps in enumerate(trace.maps(kind)):
        values = measured_in(maps, kind, trace.sentences[0])
        for head in range(len(maps)):
            found[layer, head] = {name: float(one[head]) for name, one in values.items()}
    return found


def test_it_shows_every_head_of_every_attention(qtbot: QtBot, trace: Trace) -> None:
    stage = PageStage(qtbot, trace, look=Look(kind="cross", layer=1, head=2))
    assert stage.view.heading(stage.shot()) == "All heads"
    assert not stage.view.pick.isVisible() and not stage.view.figure.isVisible()
    for kind in KINDS:
        mosaic = stage.mosaic(kind)
        assert mosaic.isVisible() and mosaic.verticalScrollBar().maximum() == 0
        for mine, recorded in zip(mosaic._atlas.layers, trace.maps(kind), strict=True):
            assert np.shares_memory(mine, recorded)
        assert mosaic._names == {
            head: head_word(name_of(values), kind) for head, values in everyone(trace, kind).items()
        }
        assert mosaic._current == ((1, 2) if kind == "cross" else (-1, -1))
        assert mosaic.places().side >= 60
    assert stage.view.keyboard_part() is stage.mosaic("cross")


@pytest.mark.parametrize("width", range(1055, 1061))
def test_thumbnails_of_all_attentions_are_equally_large_at_every_width(qtbot: QtBot, width: int) -> None:
    square = made_trace(source_tokens=11, target_tokens=11)
    stage = PageStage(qtbot, square, (width, 620))
    last = {kind: stage.mosaic(kind).head_rect(2, 3).getRect() for kind in KINDS}
    assert len(set(last.values())) == 1, last


def test_a_click_opens_that_head(qtbot: QtBot, trace: Trace) -> None:
    stage = PageStage(qtbot, trace)
    stage.click(qtbot, "decoder", 2, 1)
    assert stage.picked == [{"kind": "decoder", "layer": 2, "head": 1}] and stage.opted == [{"all_heads": False}]
    assert stage.view.figure.heat.isVisible() and not stage.view.page.isVisible()
    assert np.shares_memory(stage.view.figure.heat._scene.cells.values, trace.map("decoder", 2, 1))
    assert stage.view.heading(stage.shot()) == "Decoder self-attention · layer 3 · head 2"


def test_buttons_open_the_heads_page_and_return(qtbot: QtBot, trace: Trace) -> None:
    stage = PageStage(qtbot, trace, all_heads=False)
    for button in (stage.view.pick.all, stage.view.page.back):
        assert button.isVisible() and min(button.width(), button.height()) >= 24
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert stage.opted == [{"all_heads": True}, {"all_heads": False}]
    stage.draw(all_heads=True)
    qtbot.keyClick(stage.mosaic("cross"), Qt.Key.Key_Escape)
    assert stage.opted[-1] == {"all_heads": False} and len(stage.opted) == 3


def test_the_keyboard_stays_in_the_view(qtbot: QtBot, trace: Trace) -> None:
    stage = PageStage(qtbot, trace, all_heads=False, look=Look(kind="encoder"))
    stage.view.activateWindow()
    stage.view.figure.heat.setFocus()
    qtbot.waitUntil(stage.view.figure.heat.hasFocus)
    stage.draw(all_heads=True)
    assert stage.mosaic("encoder").hasFocus()
    qtbot.keyClick(stage.mosaic("encoder"), Qt.Key.Key_Down)
    qtbot.keyClick(stage.mosaic("encoder"), Qt.Key.Key_Return)
    assert stage.view.figure.heat.hasFocus() and stage.look.layer == 1


@pytest.mark.parametrize("kind", KINDS)
def test_heads_are_sorted_by_what_is_measured(qtbot: QtBot, trace: Trace, kind: str) -> None:
    stage, values = PageStage(qtbot, trace, order="entropy"), everyone(trace, kind)
    bits = [values[head]["entropy"] for head in stage.mosaic(kind)._order]
    assert len(bits) == 12 and bits == sorted(bits)
    first = stage.mosaic(kind)._order[0]
    words = f"L{first[0] + 1} H{first[1] + 1}\n{bits[0]:.2f}"
    assert stage.mosaic(kind)._names[first] == words
    assert stage.mosaic(kind).head_at(stage.mosaic(kind).head_rect(*first).center()) == first
    stage.view.page.orders.chosen.emit("pattern")
    assert stage.opted == [{"order": "pattern"}]
    names = [name_of(values[head]) for head in stage.mosaic(kind)._order]
    assert sorted(set(names), key=names.index) == [name for at, name in enumerate(names) if name not in names[:at]]
    assert sum(one != other for one, other in pairwise(names)) == len(set(names)) - 1
    stage.draw(order="place")
    assert stage.mosaic(kind)._order is None
    stage.draw(order="nonsense")
    assert stage.mosaic(kind)._order is None


def test_keys_move_and_enter_opens(qtbot: QtBot, trace: Trace) -> None:
    stage = PageStage(qtbot, trace, look=Look(kind="encoder"), order="entropy")
    order = stage.mosaic("encoder")._order
    stage.draw(layer=order[0][0], head=order[0][1])
    qtbot.keyClick(stage.mosaic("encoder"), Qt.Key.Key_Right)
    assert stage.picked[-1] == {"kind": "encoder", "layer": order[1][0], "head": order[1][1]} and not stage.opted
    qtbot.keyClick(stage.mosaic("encoder"), Qt.Key.Key_Return)
    assert stage.opted == [{"all_heads": False}]


def test_rows_grow_in_chorus_while_playing(qtbot: QtBot, trace: Trace) -> None:
    stage = PageStage(qtbot, trace)
    whole = stage.picture()
    stage.draw(rows_shown=3)
    assert [stage.mosaic(kind)._rows_shown for kind in KINDS] == [None, 2, 2]
    ground = theme.LIGHT.q("background")
    playing = stage.picture()
    for kind in ("decoder", "cross"):
        mosaic = stage.mosaic(kind)
        corner = mosaic.viewport().mapTo(stage.view, QPoint(0, 0))
        point = mosaic.head_rect(2, 3).bottomLeft().toPoint() + QPoint(6, -6) + corner
        assert playing.pixelColor(point) == ground != whole.pixelColor(point)


def test_many_heads_of_a_long_text_come_one_after_the_other(qtbot: QtBot) -> None:
    trace = made_trace(" ".join(["one"] * 120), " ".join(["dos"] * 120), layers=(6, 6), heads=8)
    stage = PageStage(qtbot, trace, order="entropy")
    qtbot.waitUntil(lambda: not stage.view.page.working, timeout=20_000)
    for kind in KINDS:
        values = everyone(trace, kind)
        bits = [values[head]["entropy"] for head in stage.mosaic(kind)._order]
        assert len(bits) == 48 and bits == pytest.approx(sorted(bits), abs=1e-9)
    stage.draw(all_heads=False)
    assert not stage.view.page.working


def test_attentions_that_were_not_recorded_take_no_room(qtbot: QtBot, trace: Trace) -> None:
    one = PageStage(qtbot, trace)
    side = one.mosaic("cross").places().side
    recorded = replace(trace.model, recorded=True)
    only = trace.with_(model=recorded, reasons={"cross": trace.reasons["cross"]})
    assert only.kinds == ("cross",)
    stage = PageStage(qtbot, only)
    assert not stage.mosaic("encoder").isVisible() and stage.mosaic("cross").places().side > side


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_everything_has_room(qapp: QApplication, qtbot: QtBot, trace: Trace, scale: float) -> None:
    theme.apply(qapp, theme.LIGHT, scale)
    stage = PageStage(qtbot, trace, size=(930, 440))
    page = stage.view.page
    for kind in KINDS:
        panel, mosaic = page.panels[kind], stage.mosaic(kind)
        assert page.rect().contains(panel.geometry()) and panel.rect().contains(mosaic.geometry())
        assert panel.name.width() >= panel.name.fontMetrics().horizontalAdvance(panel.name.text())
        assert mosaic.head_rect(0, 3).right() <= mosaic.viewport().width()
    assert page.rect().contains(page.orders.geometry())


def test_it_is_exported_as_it_is_seen(qtbot: QtBot, trace: Trace) -> None:
    stage = PageStage(qtbot, trace)
    seen = QImage(*SIZE, QImage.Format.Format_RGB32)
    seen.fill(theme.LIGHT.q("background"))
    with QPainter(seen) as painter:
        stage.view.paint_content(painter, stage.view.rect().toRectF())
    shown = stage.picture()
    for kind in KINDS:
        corner = stage.mosaic(kind).viewport().mapTo(stage.view, QPoint(0, 0))
        rect = stage.mosaic(kind).head_rect(1, 1).toRect().adjusted(4, 4, -4, -4)
        middle = rect.center() + corner
        assert seen.pixelColor(middle) == shown.pixelColor(middle)
