"""The card of a number, and the numbers of the window that answer where they come from."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain.provenance import Source, function, value_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.charts.bar_list import Facts
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Look, State
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.text.run_progress import RunProgress
from viz_app.text.target import TargetSide
from viz_app.text.tokens import token_chip
from viz_app.views.attention.view import Attention
from viz_app.views.masks.view import Masks
from viz_app.widgets import theme
from viz_app.widgets.number_card import QUESTION, NumberCard, answer, explain

pytestmark = pytest.mark.usefixtures("prepared")

ROOT = Path(__file__).resolve().parents[3]
WEIGHT = Source("decoder.layers.1.cross_attn.weights", (0, 2, 1, 1))
PRODUCT = function("products", (3,), kind="cross", layer=1, head=2, query=1, key=1, sentence=0)


@pytest.fixture(autouse=True)
def as_it_was(qapp: QApplication) -> Iterator[None]:
    """Every test begins and ends with the light theme at 100 % and an empty clipboard."""
    yield
    QGuiApplication.clipboard().clear()


@pytest.fixture(scope="module")
def trace() -> Trace:
    return made_trace()


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(600, 500)
    widget.show()
    return widget


def closed(qtbot: QtBot, owner: QWidget) -> None:
    """Closes what is open and waits until it is gone."""
    for card in owner.findChildren(NumberCard):
        card.close()
    qtbot.waitUntil(lambda: not owner.findChildren(NumberCard))


def said(card: NumberCard) -> str:
    """All that stands on the card."""
    parts = [part for part in card.findChildren(QWidget) if part.isVisible()]
    return "\n".join(part.text() for part in parts if isinstance(part, QLabel | QPushButton))


# ---------------------------------------------------------------- the card


def test_the_card_says_tensor_place_type_value_formula_and_inputs(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    card = explain(owner, trace, WEIGHT, QPoint(10, 10))
    text = said(card)
    for words in ("decoder.layers.1.cross_attn.weights", "[0, 2, 1, 1]", "(1, 4, 4, 4) = B × H × Q × M", "float32",
                  "w = e^(m − max m) / Σ e^(m − max m)", "softmax",
                  "model_core/transformer/attention.py:"):  # fmt: skip
        assert words in text
    assert "masked_scores[0, 2, 1, :]" in text.replace("\u200b", "").replace("\u00a0", " ")
    value = trace.arrays[WEIGHT.name][0, 2, 1, 1]
    assert type(value)(card.origin.digits) == value and card.value.text() == card.origin.digits
    closed(qtbot, owner)


def test_inputs_open_their_number_and_back_returns(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    card = explain(owner, trace, PRODUCT)
    inputs = [one for one in card.findChildren(QPushButton) if one.accessibleName().startswith("Input ")]
    assert [one.accessibleName() for one in inputs] == [
        "Input decoder.layers.1.cross_attn.q[0, 2, 1, 3]", "Input decoder.layers.1.cross_attn.k[0, 2, 1, 3]"
    ]  # fmt: skip
    assert not card.back.isVisible()
    inputs[0].click()
    assert card.origin is not None and card.origin.source.name.endswith("cross_attn.q") and card.back.isVisible()
    card.back.click()
    assert card.origin is not None and card.origin.source == PRODUCT and not card.back.isVisible()
    closed(qtbot, owner)


def test_escape_closes_it_and_copy_copies(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    card = explain(owner, trace, WEIGHT)
    assert card.copy_python.hasFocus() or card.focusWidget() is card.copy_python
    qtbot.keyClick(card, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == card.script() and "Copied" in card.copy_python.text()
    card.copy_value.click()
    assert float(QGuiApplication.clipboard().text()) == pytest.approx(card.origin.value, rel=1e-7)
    qtbot.keyClick(card, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not owner.findChildren(NumberCard))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_the_button_that_has_the_focus(qtbot: QtBot, owner: QWidget, trace: Trace, key: Qt.Key) -> None:
    card = explain(owner, trace, PRODUCT)
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(card.copy_python, key)
    assert QGuiApplication.clipboard().text() == card.script() != ""
    asked = next(one for one in card.findChildren(QPushButton) if one.accessibleName().startswith("Input "))
    asked.setFocus()
    qtbot.keyClick(asked, key)
    assert card.origin is not None and card.origin.source.name.endswith("cross_attn.q")
    closed(qtbot, owner)


def test_a_second_number_takes_the_place_of_the_first(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    first = explain(owner, trace, WEIGHT)
    assert explain(owner, trace, PRODUCT) is first and first.origin.source == PRODUCT
    assert len(owner.findChildren(NumberCard)) == 1
    closed(qtbot, owner)


def test_the_card_does_not_grow_with_the_numbers_it_has_shown(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    """Not even while the event loop has no turn to delete what was shown before."""
    card = explain(owner, trace, WEIGHT)
    parts = len(card.findChildren(QWidget))
    for _ in range(5):
        explain(owner, trace, WEIGHT)
    assert len(card.findChildren(QWidget)) == parts
    closed(qtbot, owner)


def test_a_missing_number_is_reported_and_cannot_be_copied(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    card = explain(owner, trace, Source("decoder.layers.9.cross_attn.weights", (0, 0, 0, 0), title="a weight"))
    assert card.origin is None and "not recorded" in said(card) and "A weight" in said(card)
    assert not card.copy_python.isEnabled() and not card.copy_value.isEnabled() and card.script() == ""
    closed(qtbot, owner)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("source", [WEIGHT, PRODUCT, Source("numbers.entropy", (0, 1))], ids=lambda one: one.name)
def test_nothing_on_the_card_is_cut(
    qapp: QApplication, qtbot: QtBot, owner: QWidget, trace: Trace, scale: float, source: Source
) -> None:
    theme.apply(qapp, theme.DARK, scale)
    card = explain(owner, trace, source)
    for label in (one for one in card.findChildren(QLabel) if one.isVisible() and one.text()):
        assert label.textFormat() == Qt.TextFormat.PlainText
        needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
        assert label.height() + 1 >= needed, label.text()
        metrics = QFontMetricsF(label.font())
        for word in re.split(r"[ \n\u200b]", label.text()):
            assert metrics.horizontalAdvance(word) <= label.width() + 1, word
        assert card.rect().contains(label.mapTo(card, label.rect().bottomRight())), label.text()
    for button in (one for one in card.findChildren(QPushButton) if one.isVisible()):
        assert button.width() >= QFontMetricsF(button.font()).horizontalAdvance(button.text())
    assert card.height() == card._column.totalHeightForWidth(card.width()), "nothing is empty below the buttons"
    assert owner.screen().availableGeometry().contains(card.frameGeometry())
    closed(qtbot, owner)


def test_the_card_does_not_cover_its_number(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    screen = owner.screen().availableGeometry()
    for x, y in ((0.5, 0.1), (0.5, 0.5), (0.5, 0.95), (0.98, 0.98), (0.02, 0.7), (0.98, 0.5)):
        point = QPoint(round(screen.width() * x), round(screen.height() * y))
        card = explain(owner, trace, WEIGHT, point)
        assert not card.frameGeometry().adjusted(-8, -8, 8, 8).contains(point), (x, y)
        assert screen.contains(card.frameGeometry())
        closed(qtbot, owner)


def test_markup_in_a_model_name_stays_text(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    card = explain(owner, trace, Source("numbers.entropy", (0, 1), title="<b>bold</b> </s>", formula="<img src=x>"))
    assert "<b>bold</b> </s>" in said(card) and "<img src=x>" in said(card)
    closed(qtbot, owner)


# ---------------------------------------------------------------- widgets that answer


def context(widget: QWidget, point: QPoint, keyboard: bool = False) -> None:
    reason = QContextMenuEvent.Reason.Keyboard if keyboard else QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, point, widget.mapToGlobal(point)))


def test_a_right_click_offers_the_question(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    points: list[QPoint | None] = []

    def find(point: QPoint | None) -> tuple[Trace, Source] | None:
        points.append(point)
        return None if point is not None and point.x() > 300 else (trace, WEIGHT)

    answer(owner, find)
    context(owner, QPoint(400, 10))
    assert not owner.findChildren(QMenu)
    context(owner, QPoint(20, 30))
    (menu,) = owner.findChildren(QMenu)
    assert [entry.text() for entry in menu.actions()] == [QUESTION] and menu.isVisible()
    menu.actions()[0].trigger()
    menu.close()
    (card,) = owner.findChildren(NumberCard)
    assert card.origin is not None and card.origin.source == WEIGHT and points[-1] == QPoint(20, 30)
    closed(qtbot, owner)
    context(owner, QPoint(0, 0), keyboard=True)
    menu.close()
    assert points[-1] is None


def test_a_plain_click_asks_only_where_it_is_wanted(qtbot: QtBot, owner: QWidget, trace: Trace) -> None:
    answer(owner, lambda point: (trace, WEIGHT))
    qtbot.mouseClick(owner, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not owner.findChildren(NumberCard)
    answer(owner, lambda point: (trace, PRODUCT), click=True)
    qtbot.mouseClick(owner, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    (card,) = owner.findChildren(NumberCard)
    assert card.origin is not None and card.origin.source == PRODUCT
    closed(qtbot, owner)


@pytest.fixture
def inspector(qtbot: QtBot) -> Inspector:
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    store = Store(State(run=trace.run))
    store.accept(trace)
    store.look(kind="cross", layer=1, head=2, query=2, key=1, step=2)
    made = Inspector(store)
    qtbot.addWidget(made)
    made.resize(made.sizeHint().width(), 800)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize(
    ("line", "name", "index"),
    [
        (0, "decoder.layers.1.cross_attn.weights", (0, 2, 2, 1)),
        (1, "model_core.analysis.value_norms.handed_over", (2, 1)),
        (2, "decoder.layers.1.cross_attn.raw_scores", (0, 2, 2, 1)),
        (3, "decoder.layers.1.cross_attn.scores", (0, 2, 2, 1)),
        (4, "reasons.cross", (0, 2, 1)),
        (5, "decoder.layers.1.cross_attn.masked_scores", (0, 2, 2, 1)),
    ],
)
def test_the_inspectors_numbers_answer(
    qtbot: QtBot, inspector: Inspector, line: int, name: str, index: tuple[int, ...]
) -> None:
    facts = inspector.cell.facts
    point = QPoint(facts.width() - 10, line * Facts.row_height() + 5)
    qtbot.mouseClick(facts, Qt.MouseButton.LeftButton, pos=point)
    (card,) = inspector.findChildren(NumberCard)
    assert card.origin is not None and (card.origin.source.name, card.origin.source.index) == (name, index)
    closed(qtbot, inspector)


def test_the_heads_numbers_answer(qtbot: QtBot, inspector: Inspector) -> None:
    head, trace = inspector.head, inspector._store.trace
    row = trace.map("cross", 1, 2)[2].astype(np.float64)
    bits = -float((row * np.log2(np.where(row > 0, row, 1))).sum())
    for line, value in ((0, bits), (1, row.max())):
        qtbot.mouseClick(head.facts, Qt.MouseButton.LeftButton, pos=QPoint(5, line * Facts.row_height() + 5))
        (card,) = inspector.findChildren(NumberCard)
        assert card.origin is not None and card.origin.value == pytest.approx(value, abs=1e-5)
        closed(qtbot, inspector)
    for bars in (head.row_bars, head.column_bars):
        for place, bar in enumerate(bars.bars):
            found = bars.number_at(bars.row_rect(place).center().toPoint())
            assert found is not None and float(value_of(*found)) == bar.share
        assert bars.number_at(QPoint(5, bars.height() + 50)) is None
    context(head.column_bars, head.column_bars.row_rect(0).center().toPoint())
    assert [one.text() for one in head.column_bars.findChildren(QMenu)[0].actions()] == [QUESTION]
    head.column_bars.findChildren(QMenu)[0].close()


@pytest.mark.parametrize("measure", ["probability", "surprise", "entropy"])
def test_the_numbers_of_target_chips_answer(qtbot: QtBot, measure: str) -> None:
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    store = Store(State(run=trace.run))
    store.accept(trace)
    store.options("text", measure=measure)
    side = TargetSide(store, progress := RunProgress())
    progress.notice(store.moment)
    qtbot.addWidget(side)
    side.resize(900, 200)
    side.show()
    side.refresh(frozenset({"run", "trace"}), store.moment)
    chips = side.chips
    for row in range(2):
        found = side._number_at(chips.chip_rect(row + 1).center().toPoint())
        assert found is not None and value_of(*found) == pytest.approx(float(chips.chips[row + 1].figure), abs=0.06)
    assert side._number_at(chips.chip_rect(0).center().toPoint()) is None, "the start was written by no step"
    surprise = -np.log2(trace.numbers["probability"][0, 1])
    own = trace.with_(numbers={**trace.numbers, "step_probability": trace.numbers["probability"] / 2})
    for one, bits in ((trace, surprise), (own, surprise + 1)):
        source = token_chip.chip_source(one, 0, 1, measure)
        assert source is not None
        if measure == "surprise":
            assert value_of(one, source) == pytest.approx(bits, abs=1e-5)
        elif measure == "probability":
            assert value_of(one, source) == pytest.approx(2.0**-bits, abs=1e-6)
    exact = {"surprise": surprise, "probability": trace.numbers["probability"][0, 1]}.get(measure)
    if exact is not None:
        found = side._number_at(chips.chip_rect(2).center().toPoint())
        assert found is not None and value_of(*found) == pytest.approx(exact, abs=1e-5)


def test_candidates_and_the_steps_numbers_answer(qtbot: QtBot, inspector: Inspector) -> None:
    bars = inspector.step.bars
    context(bars, bars.row_rect(1).center().toPoint())
    menu = bars.findChildren(QMenu)[0]
    menu.actions()[0].trigger()
    menu.close()
    (card,) = inspector.findChildren(NumberCard)
    assert card.origin is not None and card.origin.source == Source("numbers.candidates", (0, 2, 1))
    assert card.origin.value == pytest.approx(bars.bars[1].share)
    qtbot.mouseClick(inspector.step.facts, Qt.MouseButton.LeftButton, pos=QPoint(5, Facts.row_height() + 4))
    assert card.origin is not None and card.origin.source == Source("numbers.entropy", (0, 2))
    closed(qtbot, inspector)


def test_a_cell_of_the_attention_map_answers(qtbot: QtBot) -> None:
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    view = Attention()
    qtbot.addWidget(view)
    view.resize(1008, 590)
    view.show()
    look = Look(kind="encoder", layer=2, head=1, what="scaled", query=3, key=4)
    view.draw(Snapshot(State(run=trace.run, look=look), trace, theme.LIGHT, options=Attention.Options()))
    QApplication.processEvents()
    heat = view.figure.heat
    for point, cell in ((heat.cell_rect(5, 2).center().toPoint(), (5, 2)), (None, (3, 4))):
        found = view.map.number_at(point)
        assert found == (trace, Source("encoder.layers.2.self_attn.scores", (0, 1, *cell)))
    view.draw(Snapshot(State(run=trace.run, look=look), trace, theme.LIGHT, options=Attention.Options(mix="mean")))
    found = view.map.number_at(heat.cell_rect(5, 2).center().toPoint())
    assert found is not None and found[1].title == f"scaled score, mean of {trace.spec.heads} heads"
    maps = trace.maps("encoder", "scaled")[2].astype(np.float64)
    assert value_of(*found) == pytest.approx(maps[:, 5, 2].mean(), abs=1e-6)


def test_the_masks_card_and_maps_answer(qtbot: QtBot) -> None:
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    view = Masks()
    qtbot.addWidget(view)
    view.resize(1008, 700)
    view.show()
    look = Look(kind="decoder", layer=1, head=2, query=2, key=4)
    view.draw(Snapshot(State(run=trace.run, look=look), trace, theme.LIGHT, options=Masks.Options()))
    QApplication.processEvents()
    strip = view.card.strip
    for line, what in ((1, "scores"), (2, "masked_scores"), (3, "weights")):
        found = strip.number_at(strip.cell_rect(line, 4).center().toPoint())
        assert found == (trace, Source(f"decoder.layers.1.self_attn.{what}", (0, 2, 2, 4)))
    assert strip.number_at(strip.cell_rect(0, 4).center().toPoint()) is None, "a token is not a number"
    heat = view.maps.maps["decoder"].map
    context(heat, heat.cell_rect(1, 3).center().toPoint())
    menu = heat.findChildren(QMenu)[0]
    menu.actions()[0].trigger()
    menu.close()
    (card,) = view.findChildren(NumberCard)
    assert card.origin is not None and card.origin.source == Source("reasons.decoder", (0, 1, 3))
    assert card.origin.value == 1
    closed(qtbot, view)


def test_what_the_card_copies_runs(qtbot: QtBot, owner: QWidget, tmp_path: Path) -> None:
    """From the clipboard into a fresh interpreter: the same number."""
    trace = Engine().trace(RunSpec("tiny", ("ball blue",)))
    card = explain(owner, trace, function("weighted", (1, 0), kind="cross", layer=0, head=0, query=0, sentence=0))
    card.copy_python.click()
    script = QGuiApplication.clipboard().text()
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == pytest.approx(card.origin.value, rel=1e-6)
    closed(qtbot, owner)
