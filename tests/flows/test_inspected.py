"""What the inspector says is what the views show: every number at the pointer, in every reading of a map."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from model_core.spec import KINDS
from tests.made.traces import made_trace
from viz_app.data.number_format import fmt_weight
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.views.lines.line_selection import Target
from viz_app.window.workspace import Workspace

SOURCE, TARGET = "the white house is very old", "la casa blanca es muy vieja"


OPTIONS = [
    {"mix": mix, "measure": measure, "heads": heads}
    for mix, measure in itertools.product(("one", "mean", "max", "sum_layers"), ("recorded", "value", "rollout"))
    for heads in ("", "1,3")[: 1 + (mix != "one")]
]


class Stage:
    """Views and inspector of one store."""

    def __init__(self, qtbot: QtBot, *views: str) -> None:
        trace = made_trace(SOURCE, TARGET)
        self.store = Store(State(run=trace.run, desk=Layout(views=views)))
        self.desk = Workspace(self.store)
        self.inspector = Inspector(self.store, self.desk.shown_number)
        for widget in (self.desk, self.inspector):
            qtbot.addWidget(widget)
            widget.resize(1000, 640)
            widget.show()
        self.store.accept(trace)
        self.trace = trace

    def facts(self) -> dict[str, str]:
        return {fact.name: fact.value for fact in self.inspector.cell.facts.facts}


@pytest.fixture
def attention(qtbot: QtBot) -> Stage:
    return Stage(qtbot, "attention")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.share(3)
def test_the_number_of_the_map_is_the_inspectors_first(attention: Stage, kind: str, options: dict[str, str]) -> None:
    store = attention.store
    store.look(kind=kind, layer=1, head=2)
    store.options("attention", **options)
    heat = attention.desk.page("attention").view.figure.heat
    values = heat._scene.cells.values
    for cell in ((1, 0), (3, 2), (5, 5)):
        heat.hovered.emit(cell)
        first = attention.inspector.cell.facts.facts[0]
        assert first.value == fmt_weight(float(values[cell]), 3), (first.name, cell)
        plain = options["mix"] == "one" and options["measure"] == "recorded"
        assert (first.name == "weight") == plain
        own = float(attention.trace.map(kind, 1, 2)[cell])
        assert attention.facts()["weight" if plain else "weight, head 3"] == fmt_weight(own, 3)
    heat.hovered.emit(None)


def test_a_line_of_another_head_is_inspected_as_that_heads(qtbot: QtBot) -> None:
    stage = Stage(qtbot, "lines")
    store = stage.store
    store.look(kind="cross", layer=1, head=0)
    view = stage.desk.page("lines").view
    found = view.lines.drawing.lines
    places = zip(found.run, found.series, found.query, found.key, strict=True)
    drawn = [Target(run=int(run), cell=(int(row), int(column)), series=int(one)) for run, one, row, column in places]
    heads = set()
    of_one_cell = [replace(drawn[0], series=other) for other in (0, 1, 2)]
    for target in (*drawn[:: max(1, len(drawn) // 40)], *of_one_cell):
        view.lines.hovered.emit(target)
        part = view._picture.part_of(target)
        head = part.series[target.series]
        heads.add(head)
        query, key = store.hover
        assert stage.facts()["weight"] == fmt_weight(float(stage.trace.map("cross", 1, head)[query, key]), 3)
        assert stage.inspector.head.title.text().startswith(f"Layer 2 · head {head + 1} · ")
        assert stage.inspector.head.switch.isEnabled() == (head == 0)
    assert len(heads) > 1
    view.lines.hovered.emit(None)
    assert stage.inspector.head.title.text().startswith("Layer 2 · head 1")


def test_the_run_of_another_model_is_read_by_its_own_sizes(qtbot: QtBot) -> None:
    stage = Stage(qtbot, "attention")
    stage.store.options("attention", mix="mean")
    stage.store.look(layer=2)
    other = made_trace("uno", "one", (1, 1), 2, run=RunSpec(source=("uno",)))
    stage.store.run(source=("uno",))
    stage.store.accept(other)
    assert stage.inspector.cell.facts.facts[0].value != ""


def test_what_is_shown_is_read_at_once_when_another_mixture_is_chosen(qtbot: QtBot) -> None:
    stage = Stage(qtbot, "attention")
    assert stage.inspector.cell.facts.facts[0].name == "weight"
    stage.store.options("attention", mix="sum")
    qtbot.waitUntil(lambda: "sum" in stage.inspector.cell.facts.facts[0].name, timeout=5000)
