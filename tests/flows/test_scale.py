"""The scale of the attention view, from its card to the picture, back by undo, and through a session."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QSlider
from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.support.fake_engine import FakeEngine
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.system.engine_client import InlineEngine
from viz_app.window.workspace import ViewFrame, Workspace

pytestmark = pytest.mark.usefixtures("qapp")


def opened(qtbot: QtBot, state: State) -> tuple[Workspace, Store, ViewFrame]:
    """A desk with the attention view of that state."""
    store = Store(state)
    desk = Workspace(store)
    qtbot.addWidget(desk)
    lane = InlineEngine(FakeEngine(), parent=store)
    store.attach(lane)
    lane.start()
    desk.resize(1000, 640)
    desk.show()
    page = desk.page("attention")
    assert page is not None and page.options is not None
    return desk, store, page


def chosen(page: ViewFrame, name: str) -> QComboBox:
    """A box of the card by its name."""
    return next(box for box in page.options.cards["Scale"].findChildren(QComboBox) if box.accessibleName() == name)


def test_the_scale_is_chosen_in_one_card_undone_and_kept(qtbot: QtBot) -> None:
    _desk, store, page = opened(qtbot, State(run=RunSpec(source=("the white house",))))
    card, heat, legend = page.options.cards["Scale"], page.view.figure.heat, page.view.figure.legend
    assert card.button.words() == "Scale 0\u20131" and card.button.isVisible()
    qtbot.keyClick(card.button, Qt.Key.Key_Space)
    assert card.isVisible() and QApplication.focusWidget() is chosen(page, "Strongest colour")
    chosen(page, "Colours").setCurrentText("cividis")
    chosen(page, "Dim columns").setCurrentText("special tokens")
    card.findChild(QSlider).setValue(3)
    chosen(page, "Strongest colour").setCurrentText("row maximum")
    assert store.state.options["attention"] == {
        "palette": "cividis", "dim": "special", "threshold": 0.05, "scale": "row",
    }  # fmt: skip
    assert legend.key.ramp == heat._scene.cells.scale.ramp == "cividis"
    assert legend.key.notes[0].startswith("</s> column dimmed: ")
    assert legend.key.notes[1] == "Weights below 0.05 are left blank"
    assert card.button.words() == "Scale row maximum" and card.isVisible(), "the card stays open while one tries"
    card.close()
    kept = State.from_json(store.state.to_json())
    while store.can_undo():
        store.undo()
    assert store.state.options == {} and legend.key.ramp == "weights" and legend.key.notes == ()
    assert card.button.words() == "Scale 0\u20131"
    store.redo()
    assert legend.key.ramp == "cividis"
    _second, _, again = opened(qtbot, kept)
    assert len(again.view.figure.legend.key.notes) == 2 and again.view.figure.legend.key.ramp == "cividis"
    assert again.options.cards["Scale"].button.words() == "Scale row maximum"
    assert chosen(again, "Dim columns").currentText() == "special tokens"


def test_what_a_session_says_that_is_no_scale_is_left_out(qtbot: QtBot) -> None:
    odd = {"attention": {"scale": "gamma", "threshold": 7.0, "dim": 3, "palette": "jet", "numbers": "yes"}}
    _desk, _, page = opened(qtbot, State(run=RunSpec(source=("the white house",)), options=odd))
    assert page.options.cards["Scale"].button.words() == "Scale 0\u20131"
    assert page.view.figure.legend.key.ramp == "weights" and page.view.figure.legend.key.notes == ()
