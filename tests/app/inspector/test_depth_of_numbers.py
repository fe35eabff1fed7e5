"""The inspector and the target at each depth: few numbers at a first look, ids and log-probabilities for research."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.record.edits import Decoding
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.charts.bar_list import Facts
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.text.panel import TextPanel

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def store() -> Store:
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    made = Store(State(run=trace.run))
    made.accept(trace)
    made.look(step=2, query=2, key=1)
    return made


@pytest.fixture
def inspector(qtbot: QtBot, store: Store) -> Inspector:
    made = Inspector(store)
    qtbot.addWidget(made)
    made.resize(made.sizeHint().width(), 760)
    made.show()
    QApplication.processEvents()
    return made


def names(part: Facts) -> list[str]:
    return [fact.name for fact in part.facts] if not part.isHidden() else []


def trace_of(store: Store) -> Trace:
    assert store.trace is not None
    return store.trace


def test_a_first_look_has_the_weight_and_what_the_row_reads_alone(inspector: Inspector, store: Store) -> None:
    store.desk(depth="first")
    QApplication.processEvents()
    assert names(inspector.cell.facts) == ["weight"]
    assert names(inspector.step.facts) == [] and names(inspector.head.facts) == []
    assert inspector.step.bars.bars and inspector.head.row_bars.bars
    assert inspector.head.column_bars.isHidden() and not inspector.head.row_bars.isHidden()
    used = inspector._page.needed(inspector.viewport().width())
    assert used <= inspector.viewport().height()
    store.desk(depth="full")
    QApplication.processEvents()
    assert "score q·k" in names(inspector.cell.facts) and "entropy" in names(inspector.step.facts)
    assert not inspector.head.column_bars.isHidden()


def test_a_mask_that_hides_the_cell_is_reported_at_every_depth(inspector: Inspector, store: Store) -> None:
    store.desk(depth="first")
    store.look(kind="decoder", query=1, key=3)
    assert names(inspector.cell.facts) == ["weight", "mask"]
    y = Facts.row_height() + 4
    found = inspector.cell.facts.number_at(QPoint(5, y))
    assert found is not None and found[1].name == "reasons.decoder", "the number's own source, not that of its line"


def test_research_has_ids_index_and_logarithm_with_its_source(inspector: Inspector, store: Store) -> None:
    store.desk(depth="research")
    QApplication.processEvents()
    trace = trace_of(store)
    one = trace.sentences[0]
    found = {fact.name: fact for fact in (*inspector.step.facts.facts, *inspector.cell.facts.facts)}
    assert found["token ids"].value == f"{one.read[2].id} → {one.source[1].id}"
    assert found["token id"].value == str(one.written[2].id)
    look = store.state.look
    assert found["index"].value == f"[0, {look.head}, 2, 1]"
    assert found["index"].tip == Trace.name("cross", "weights", look.layer) and found["index"].tip in trace.arrays
    ranks = [each.token.id for each in trace.candidates(2)]
    assert found["rank"].value == str(ranks.index(one.written[2].id) + 1)
    place = next(at for at, fact in enumerate(inspector.step.facts.facts) if fact.name == "log-probability")
    source = inspector.step.facts.number_at(QPoint(5, place * Facts.row_height() + 4))
    if "log_probability" in trace.numbers:
        assert source is not None and source[1].name == "numbers.log_probability"
    last = len(inspector.cell.facts.facts) * Facts.row_height() - 4
    assert inspector.cell.facts.number_at(QPoint(5, last)) is None, "an index is not a number of the model"


def test_what_is_chosen_over_the_target_stays_on_the_screen(qtbot: QtBot, store: Store) -> None:
    panel = TextPanel(store)
    qtbot.addWidget(panel)
    panel.resize(1300, 160)
    panel.show()
    side = panel.target
    assert not side.decoding.isHidden() and not side.measure.isHidden()
    store.desk(depth="first")
    assert side.decoding.isHidden() and side.measure.isHidden() and not side.writer.isHidden()
    store.options("text", measure="entropy")
    assert not side.measure.isHidden() and side.decoding.isHidden()
    store.run(decoding=Decoding(method="sample"))
    assert not side.decoding.isHidden()
