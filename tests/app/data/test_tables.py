"""What views make of recorded numbers is saved and copied as it is shown, with its name in all that is written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from model_core.analysis.rollout import cross_rollout
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Listing, Table, context_of
from viz_app.document.state import Layout, Look, State
from viz_app.files.export_actions import ExportActions, _name_of
from viz_app.system import language
from viz_app.views import VIEWS, view_class
from viz_app.views.attention.view import Attention
from viz_app.views.calculate.view import Calculate
from viz_app.views.lines.view import Lines
from viz_app.widgets import theme
from viz_app.widgets.view import View

LONG = "the lighthousekeeper sees extraordinarily old boats"


@pytest.fixture(scope="module")
def trace() -> Trace:
    return made_trace(LONG, "el farero ve barcos extraordinariamente viejos", layers=(2, 3), heads=4)


Shown = Callable[..., Any]


@pytest.fixture
def shown(qtbot: QtBot, trace: Trace) -> Shown:
    """Draws a view with these options, layer 2 of the cross-attention."""

    def drawn(kind: type[View], look: Look | None = None, of: Trace = trace, **options: Any) -> View:
        view = kind()
        qtbot.addWidget(view)
        view.resize(1008, 590)
        view.show()
        assert kind.Options is not None
        state = State(run=of.run, look=look or Look(kind="cross", layer=1, head=2))
        view.draw(Snapshot(state, of, theme.LIGHT, options=kind.Options(**options)))
        return view

    return drawn


def read_csv(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def test_a_map_as_recorded_is_the_models_own_table(shown: Shown) -> None:
    view = shown(Attention)
    assert view.table() is None and view.derivation() == ("", ())


def test_a_rollout_is_saved_as_it_is_shown(shown: Shown, trace: Trace) -> None:
    table = shown(Attention, measure="rollout").table()
    assert isinstance(table, Table) and table.name == "attention-cross-rollout-up-to-layer-2"
    maps = {kind: trace.maps(kind) for kind in ("encoder", "decoder", "cross")}
    expected = cross_rollout(maps["decoder"], maps["cross"], maps["encoder"])[1].astype(np.float32)
    assert np.array_equal(table.values, expected)
    rows = list(csv.reader(io.StringIO(table.to_csv().decode(), newline="")))
    found = np.array([[float(cell) for cell in row[3 : 3 + expected.shape[1]]] for row in rows[1:]])
    assert np.array_equal(found, expected.astype(np.float64))
    assert {row[rows[0].index("numbers")] for row in rows[1:]} == {"rollout up to layer 2"}
    assert {row[rows[0].index("head")] for row in rows[1:]} == {"0 1 2 3"}
    document = json.loads(table.to_json())
    assert document["values"][3] == expected.astype(np.float64)[3].tolist()
    assert document["context"]["made"] == "rollout up to layer 2" and document["context"]["heads"] == [0, 1, 2, 3]
    assert document["context"]["hook"] == "model_core.analysis.readings.shown"
    copied = [line.split("\t") for line in table.to_tabs().splitlines()]
    assert len(copied) == len(expected) + 1 and float(copied[4][2]) == expected.astype(np.float64)[3, 1]
    with np.load(io.BytesIO(table.to_npz())) as file:
        assert np.array_equal(file["values"], expected) and str(file["columns"][0]) == "the"
        assert json.loads(str(file["context"]))["made"] == "rollout up to layer 2"


def test_words_and_left_out_columns_keep_their_names(shown: Shown) -> None:
    view = shown(Attention, join="words", dim="hidden", mix="mean", heads="1")
    table = view.table()
    said = "layer 2 · mean of heads 1, 3 and 4 · weights · words · special tokens left out, rows renormalised"
    assert view.derivation() == (said, (0, 2, 3))
    assert json.loads(table.to_json())["context"]["view"] == "Attention"
    assert table.context.place() == f"Cross-attention · {said}"
    assert table.context.fields()["Head"] == "1, 3, 4"
    assert table.columns == ("the", "lighthousekeeper", "sees", "extraordinarily", "old", "boats")
    assert table.values.sum(axis=1) == pytest.approx(np.ones(len(table.rows)), abs=1e-5)
    document = json.loads(table.to_json())
    assert len(document["rows"]) == len(document["values"]) and len(document["columns"]) == 6
    assert len(document["reasons"][0]) == 6


def test_a_map_that_cannot_be_made_leaves_no_older_one_behind(shown: Shown, trace: Trace) -> None:
    view = shown(Attention, measure="value")
    assert view.table() is not None
    bare = trace.with_(arrays={name: array for name, array in trace.arrays.items() if not name.endswith(".v")})
    state = State(run=bare.run, look=Look(kind="cross", layer=1, head=2))
    view.draw(Snapshot(state, bare, theme.LIGHT, options=Attention.Options(measure="value")))
    assert view.table() is None and view.derivation() == ("", ())


def test_lines_are_listed_from_the_threshold_on(shown: Shown, trace: Trace) -> None:
    view = shown(Lines, threshold=0.2)
    table = view.table()
    assert isinstance(table, Listing)
    weights = trace.maps("cross")[1]
    rows = read_csv(table.to_csv())
    assert len(rows) == int((weights >= np.float32(0.2)).sum()) == len(view.lines.drawing.lines)
    for row in rows:
        cell = int(row["head"]), int(row["query"]), int(row["key"])
        assert float(row["number"]) == float(weights[cell]) and row["attention"] == "cross" and row["layer"] == "1"
        assert row["token"] == trace.sentences[0].source[cell[2]].text
        assert row["written"] == trace.sentences[0].written[cell[1]].text
    numbers = [float(row["number"]) for row in rows]
    assert numbers == sorted(numbers, reverse=True)
    assert rows[0]["numbers"] == "layer 2 · 4 heads · weights" and rows[0]["source"] == LONG
    with np.load(io.BytesIO(table.to_npz())) as file:
        assert file["number"].tolist() == numbers and file["query"].dtype.kind == "i"
    assert json.loads(table.to_json())["rows"][0][-1] == numbers[0]


def test_what_is_mixed_over_layers_says_of_which_heads(shown: Shown, trace: Trace) -> None:
    table = shown(Attention, mix="sum_layers", heads="1,2,3,1.0").table()
    expected = sum(trace.map("cross", layer, 0).astype(np.float64) for layer in (0, 2))
    assert table.values == pytest.approx(expected, abs=1e-6)
    said = "all layers · sum of 2 of 12 heads · weights"
    rows = read_csv(table.to_csv())
    assert {(row["layer"], row["head"], row["numbers"]) for row in rows} == {("0 2", "0.0 2.0", said)}
    context = json.loads(table.to_json())["context"]
    assert (context["made"], context["layers"], context["heads"]) == (said, [0, 2], [[0, 0], [2, 0]])
    fields = table.context.fields()
    assert (fields["Layer"], fields["Head"]) == ("1, 3", "1.1, 3.1")
    lines = read_csv(shown(Lines, mix="sum_layers", heads="1,2,3,1.0").table().to_csv())
    assert {(row["layer"], row["head"], row["numbers"]) for row in lines} == {("-1", "-1", said)}
    strongest = np.unravel_index(expected.argmax(), expected.shape)
    assert (int(lines[0]["query"]), int(lines[0]["key"])) == strongest
    assert float(lines[0]["number"]) == pytest.approx(expected.max(), abs=1e-6)


def test_all_lines_are_listed_though_only_the_strongest_are_drawn(shown: Shown) -> None:
    words = " ".join(["boat"] * 60)
    view = shown(Lines, Look(kind="encoder"), made_trace(words, words, layers=(1, 1), heads=4), threshold=0.0)
    assert len(view.table().rows) > len(view.lines.drawing.lines) == 1500


def test_all_three_attentions_are_in_one_listing(shown: Shown) -> None:
    table = shown(Lines, whole=True, threshold=0.2).table()
    assert {row[0] for row in table.rows} == {"encoder", "decoder", "cross"}
    assert table.name.startswith("lines-cross-all-three-attentions") and "all three" in table.context.place()


@pytest.mark.parametrize(("words", "repeated"), [(6, True), (400, False)])
def test_a_listing_of_a_long_text_has_the_text_once(shown: Shown, words: int, repeated: bool) -> None:
    """In each of a million rows it would make gigabytes; a short one says in every row where that belongs."""
    source = " ".join(["boats"] * words)
    lines = shown(Lines, of=made_trace(source, "si"), threshold=0.0)
    first, *rest = read_csv(lines.table().to_csv())
    assert first["source"] == source and len(rest) > 10
    assert {row["source"] for row in rest} == ({source} if repeated else {""})
    assert {row["model_sha256"] for row in rest} == {first["model_sha256"]} and first["model_sha256"]


def test_nothing_is_listed_without_lines(shown: Shown, trace: Trace) -> None:
    view = shown(Lines)
    bare = trace.with_(arrays={name: array for name, array in trace.arrays.items() if not name.endswith(".v")})
    state = State(run=bare.run, look=Look(kind="cross", layer=1, head=2))
    view.draw(Snapshot(state, bare, theme.LIGHT, options=Lines.Options(measure="value")))
    assert view.table() is None and view.derivation() == ("", ())


def test_the_page_of_a_calculation_is_listed_with_its_sources(shown: Shown, trace: Trace) -> None:
    view = shown(Calculate, Look(kind="cross", layer=1, head=2, query=3, key=4), depth="numbers")
    table = view.table()
    assert table.name == "calculate-cross-layer2-head3-row4-key5" and table.context.head == 2
    placed = [one.number for one in view.sheet.page.numbers]
    assert sorted(row[4] for row in table.rows) == sorted(number.value for number in placed)
    own = "decoder.layers.1.cross_attn.weights[0, 2, 3, 4]"
    (weight,) = (row for row in table.rows if (row[2], row[5]) == ("weight", own))
    assert weight[:4] == (5, "From scores to weights", "weight", "sees")
    assert weight[4] == float(trace.map("cross", 1, 2)[3, 4])
    (total,) = (row for row in table.rows if "weight_sum" in row[5])
    assert total[3] == "Σ" and total[4] == pytest.approx(1.0, abs=1e-5)
    first = read_csv(table.to_csv())[0]
    assert first["tensor"].startswith("decoder.layers.1.cross_attn.q[") and first["source"] == LONG
    cell = view.heading(view._shot).removeprefix("Calculate · ")
    assert "reads “sees”" in cell and view.derivation() == (f"layer 2 · head 3 · {cell}", (2,))


@pytest.mark.parametrize("name", VIEWS)
def test_the_line_that_draws_a_picture_again_names_its_view(name: str, trace: Trace) -> None:
    state = State(run=trace.run, desk=Layout(views=("attention", name)))
    context = context_of(state, trace, view_class(name).title)
    assert context.run_facts()["remake"].split()[:4] == ["headscope", "render", "--view", name]
    assert replace(context, view="Elsewhere").run_facts()["remake"].split()[3] == "window"


def test_layers_of_several_heads_are_listed_in_order(trace: Trace) -> None:
    context = context_of(State(run=trace.run, look=Look(layer=1)), trace)
    assert context.layers() == [1]
    assert replace(context, heads=((8, 0), (1, 2), (8, 1), (0, 1))).layers() == [0, 1, 8]


class _Held:
    """What ExportActions reads of a store."""

    def __init__(self, state: State, trace: Trace) -> None:
        self.state, self.trace = state, trace


def test_pictures_and_files_are_named_after_what_is_shown(qtbot: QtBot, shown: Shown, trace: Trace) -> None:
    window, state = QWidget(), State(run=trace.run, look=Look(kind="cross", layer=1, head=2))
    qtbot.addWidget(window)
    for view, name in (
        (shown(Attention), "attention-cross-layer2-head3"),
        (shown(Attention, mix="max"), "attention-cross-layer-2-maximum-of-4-heads-weights"),
        (shown(Lines, mix="one"), "lines-cross-layer-2-head-3-weights"),
    ):
        away = ExportActions(window, _Held(state, trace), lambda view=view: view)  # type: ignore[arg-type]
        context = away.context()
        assert context is not None and _name_of(away.context()) == name
        assert ("head 3 · weights" in context.caption()) == ("maximum" not in name)
    language.choose("es")
    try:
        assert _name_of(away.context()).startswith("líneas-"), "one language for the whole name"
    finally:
        language.choose("en")
