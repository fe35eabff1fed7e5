"""An array that is dropped on a number, a map or a box is compared with that, and its name is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from safetensors.numpy import save_file

from model_core.analysis.unwritten import HiddenParts
from model_core.explain import provenance
from model_core.explain.provenance import Source
from model_core.record.trace import ModelInfo
from tests.made.traces import made_trace
from tests.support.harness import dropped, of_urls, settled
from viz_app.charts.bar_list import Facts
from viz_app.document.state import Layout, Look, State
from viz_app.document.store import Store
from viz_app.inspector.array_menu import pointed_numbers
from viz_app.system.command_queue import flush
from viz_app.views.attention.view import Attention
from viz_app.views.calculate.view import Calculate
from viz_app.views.model import tensor
from viz_app.views.model.view import Model
from viz_app.widgets.number_card import COMPARE, NumberCard, explain
from viz_app.window.main_window import Window

TRACE = made_trace("the white house is very old", "la casa blanca es vieja")
LOOK = Look(kind="cross", layer=1, head=2, query=3, key=1)


@pytest.fixture
def window(shown_window: Callable[[Store, tuple[int, int]], Window]) -> Iterator[Window]:
    store = Store(State(run=TRACE.run, look=LOOK, desk=Layout(theme="light")))
    store.accept(TRACE)
    yield shown_window(store, (1440, 900))


def opened(window: Window, name: str) -> QWidget:
    window.store.desk(views=(name,))
    settled()
    (view,) = window.desk.open_views()
    return view.view


def answer(window: Window, part: QWidget, at: QPoint, path: Path, array: np.ndarray) -> str:
    """What the window says of an array that is dropped on the window where a point of a part is."""
    if path.suffix == ".npy":
        np.save(path, array)
    else:
        save_file({"mine": np.ascontiguousarray(array)}, path)
    assert dropped(window, of_urls(path), part.mapTo(window, at))
    return window.notice._news


def test_a_map_takes_the_map_of_its_head_a_row_or_one_number(window: Window, tmp_path: Path) -> None:
    view = opened(window, "attention")
    assert isinstance(view, Attention)
    heat, own, path = view.map.figure.heat, TRACE.map("cross", 1, 2), tmp_path / "mine.npy"
    at = heat.cell_rect(3, 1).center().toPoint()
    name = "attention weight, decoder.layers.1.cross_attn.weights"
    for mine, place in (
        (own, "[0, 2, :, :]"),
        (own[3], "[0, 2, 3, :]"),
        (own[3, 1], "[0, 2, 3, 1]"),
        (TRACE.maps("cross")[1], "[0, :, :, :]"),
    ):
        said = answer(window, heat, at, path, mine)
        assert said.startswith(f"mine.npy is equal to {name}{place}:"), said
        said = answer(window, heat, at, path, mine + 0.25)
        assert said.startswith(f"mine.npy is 0.25 away from {name}{place}"), said


def test_what_it_is_dropped_on_is_compared_though_another_is_nearer(window: Window, tmp_path: Path) -> None:
    view = opened(window, "attention")
    assert isinstance(view, Attention)
    picker = view.pick.mosaic
    rect = picker.head_rect(0, 3)
    at = picker.viewport().mapTo(picker, rect.center().toPoint())
    said = answer(window, picker, at, tmp_path / "mine.safetensors", TRACE.map("cross", 0, 1))
    assert "away from attention weight, decoder.layers.0.cross_attn.weights[0, 3, :, :]" in said
    assert "It is nearest to weights, cross-attention layer 1 head 2 (0 away)." in said


def test_a_box_of_the_model_takes_what_passes_it(window: Window, tmp_path: Path) -> None:
    view = opened(window, "model")
    assert isinstance(view, Model) and view.diagram.plan is not None
    box = view.diagram.plan.box("decoder.layers.1.cross_attn")
    assert box is not None
    at = view.diagram.screen_rect(box).center().toPoint()
    for hook in ("q", "head_outputs"):
        array = TRACE.arrays[f"decoder.layers.1.cross_attn.{hook}"][0]
        found = pointed_numbers(view.diagram, at)
        assert found is not None and any(source.name.endswith(hook) for source in found[1])
        said = answer(window, view.diagram, at, tmp_path / "mine.npy", array)
        assert f"decoder.layers.1.cross_attn.{hook}[0, :, :, :]: the largest" in said


def test_a_box_of_the_model_takes_what_it_was_trained_to_be(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained: dict[str, np.ndarray] = {}

    def read(_model: ModelInfo, name: str) -> np.ndarray:
        width = TRACE.spec.d_model
        shape = {"weight": (width, width), "bias": (width,)}[name.rsplit(".", 1)[-1]]
        return trained.setdefault(name, np.random.default_rng(len(name)).normal(size=shape).astype(np.float32))

    monkeypatch.setattr(tensor, "own_weight", read)
    view = opened(window, "model")
    assert isinstance(view, Model) and view.diagram.plan is not None
    box = view.diagram.plan.box("decoder.layers.1.cross_attn")
    assert box is not None and box.part is not None
    at, name = view.diagram.screen_rect(box).center().toPoint(), box.part.inside[0].weights[0].name
    pointed_numbers(view.diagram, at)
    said = answer(window, view.diagram, at, tmp_path / "mine.npy", trained[name])
    assert f"{name}[:, :]: the largest difference is 0" in said


def test_numbers_of_calculate_and_of_the_inspector_take_theirs(window: Window, tmp_path: Path) -> None:
    view = opened(window, "calculate")
    assert isinstance(view, Calculate) and view.sheet.page is not None
    path = tmp_path / "mine.npy"
    placed = next(one for one in view.sheet.page.numbers if one.number.source is not None)
    source = placed.number.source
    assert source is not None
    own = float(provenance.value_of(TRACE, source))
    said = answer(window, view.sheet, placed.rect.center().toPoint(), path, np.float32(own))
    assert source.words() in said and "equal to" in said
    facts: Facts = window.inspector.cell.facts
    names = [fact.name for fact in facts.facts]
    at = QPoint(8, round(facts.row_rect(names.index("weight")).center().y()))
    said = answer(window, facts, at, path, TRACE.map("cross", 1, 2)[3, 1])
    assert "cross_attn.weights[0, 2, 3, 1]" in said and "equal to" in said


def test_another_shape_is_compared_with_the_run_and_says_what_fits(window: Window, tmp_path: Path) -> None:
    view = opened(window, "attention")
    assert isinstance(view, Attention)
    heat = view.map.figure.heat
    at = heat.cell_rect(0, 0).center().toPoint()
    said = answer(window, heat, at, tmp_path / "mine.npy", TRACE.map("encoder", 0, 0))
    assert "equal to weights, encoder layer 1 head 1" in said
    rows, keys = TRACE.size("cross")
    assert f"has no part of shape {keys} × {keys}" in said and f"{rows} × {keys}" in said
    assert "The run has no array" in answer(window, heat, at, tmp_path / "mine.npy", np.zeros((2, 3, 5)))


def test_the_command_takes_what_the_keyboard_is_at(window: Window, tmp_path: Path) -> None:
    view = opened(window, "attention")
    assert isinstance(view, Attention)
    view.map.figure.heat.setFocus()
    window.commands.run("array.compare")
    flush()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    name = "attention weight, decoder.layers.1.cross_attn.weights[0, 2, 3, 1]"
    assert dialog.windowTitle() == f"Compare an array with {name}"
    np.save(tmp_path / "mine.npy", TRACE.map("cross", 1, 2)[3] + 0.5)
    dialog.fileSelected.emit(str(tmp_path / "mine.npy"))
    flush()
    assert "0.5 away from attention weight, decoder.layers.1.cross_attn.weights[0, 2, 3, :]" in window.notice._news
    dialog.close()


def test_nothing_is_shown_while_an_answer_is_hidden(window: Window, tmp_path: Path) -> None:
    view = opened(window, "attention")
    assert isinstance(view, Attention)
    window.store.hiding.hide(HiddenParts(words=2, chances=2))
    heat = view.map.figure.heat
    assert answer(window, heat, QPoint(60, 60), tmp_path / "mine.npy", TRACE.map("cross", 1, 2)) == (
        "Hidden until you answer."
    )
    window.store.hiding.hide(None)


def menu_at(part: QWidget, at: QPoint) -> QMenu:
    """The menu of a right click there."""
    QApplication.sendEvent(part, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, part.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def asked_title(window: Window) -> str:
    """What the window asks an array for."""
    flush()
    (dialog,) = window.findChildren(QFileDialog)
    title = dialog.windowTitle()
    dialog.close()
    dialog.setParent(None)
    return title


def test_a_right_click_compares_with_mine_on_a_number_a_head_and_a_box(window: Window) -> None:
    view = opened(window, "attention")
    assert isinstance(view, Attention)
    heat, picker = view.map.figure.heat, view.pick.mosaic
    square = picker.head_rect(0, 3).center().toPoint()
    places = [(heat, heat.cell_rect(3, 1).center().toPoint(), "layers.1.cross_attn.weights[0, 2, 3, 1]"),
              (picker.viewport(), square, "layers.0.cross_attn.weights[0, 3, :, :]")]  # fmt: skip
    for part, at, name in places:
        menu = menu_at(part, at)
        menu.close()
        (entry,) = (one for one in menu.actions() if one.text() == COMPARE)
        entry.trigger()
        assert asked_title(window).endswith(name)
    model = opened(window, "model")
    assert isinstance(model, Model) and model.diagram.plan is not None
    for box in ("decoder.layers.1.cross_attn", "decoder.layers.1.ff_sublayer.residual"):
        found = model.diagram.plan.box(box)
        assert found is not None
        menu = menu_at(model.diagram, model.diagram.screen_rect(found).center().toPoint())
        menu.close()
        assert COMPARE in [one.text() for one in menu.actions()]


def test_the_card_of_a_number_takes_an_array(window: Window, tmp_path: Path) -> None:
    source = Source("decoder.layers.1.cross_attn.weights", (0, 2, 3, 1))
    name, row = "layers.1.cross_attn.weights[0, 2, 3", TRACE.map("cross", 1, 2)[3]
    explain(window.desk, TRACE, source)
    (card,) = (one for one in window.findChildren(NumberCard) if one.isVisible())
    np.save(tmp_path / "mine.npy", row)
    assert dropped(card, of_urls(tmp_path / "mine.npy"), QPoint(20, 20))
    assert window.notice._news.startswith("mine.npy is equal to") and f"{name}, :]" in window.notice._news
    card.compare.click()
    flush()
    assert not card.isVisible() and asked_title(window).endswith(f"{name}, 1]")
