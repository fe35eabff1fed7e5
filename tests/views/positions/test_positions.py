"""The positions view: the recorded table against the formula, products, sums, what is chosen, and the charts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.engine.position_edits import edited_table
from model_core.errors import Refused
from model_core.explain.provenance import value_of
from model_core.record.edits import Edits, PositionEdits
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.transformer.layers import SinusoidalPositions
from tests.made.small import small_model
from tests.made.traces import made_spec, made_trace
from tests.support.harness import ViewStage, svg_of, tip_text, turn_wheel
from viz_app.charts.line_chart import CurvePlot
from viz_app.charts.plot_area import Curve, placed_apart, tick_step
from viz_app.data.maps.colormaps import Scale, table, unpack
from viz_app.views.positions import position_table
from viz_app.views.positions.bias import BiasPictures
from viz_app.views.positions.edits import ShownPositions, defined_table, draft_text, explained, pictured
from viz_app.views.positions.panels import NumberedMap, ScaleBar
from viz_app.views.positions.position_table import (
    DistanceBias,
    PositionTable,
    by_distance,
    parse_dimensions,
    similarity,
    toggled,
)
from viz_app.views.positions.sum_table import SumCard
from viz_app.views.positions.view import FEW, Positions
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (1008, 600)
SOURCE, TARGET = "the white house is very old", "la casa blanca"


@pytest.fixture
def trace() -> Trace:
    """Seven source tokens, four target rows; width 32, a sinusoidal table of 512 positions."""
    return made_trace(SOURCE, TARGET)


def formula(positions: int, width: int, base: float = 10_000.0) -> np.ndarray:
    """Section 3.5 of the paper, number by number in float64."""
    found = np.zeros((positions, width))
    for position in range(positions):
        for dimension in range(width):
            angle = position / base ** ((dimension - dimension % 2) / width)
            found[position, dimension] = math.cos(angle) if dimension % 2 else math.sin(angle)
    return found


def of_model(trace: Trace, arrays: dict[str, np.ndarray] | None = None, **spec: Any) -> Trace:
    """The Trace as one of a model with other fields of its spec, in which some arrays are others."""
    model = replace(trace.model, spec=replace(trace.spec, **spec))
    return trace.with_(arrays={**trace.arrays, **(arrays or {})}, model=model)


def normed(trace: Trace) -> Trace:
    """The Trace as one of a model with a norm on its embeddings, which doubles them."""
    arrays = {}
    for side in ("encoder", "decoder"):
        total = arrays[f"{side}.embed.sum"] = trace.arrays[f"{side}.embed.input"]
        arrays[f"{side}.embed.input"] = 2 * total
    return of_model(trace, arrays, embedding_norm=True)


def learned(trace: Trace, seed: int = 3, whole: bool = True) -> Trace:
    """The Trace as a model with learned positions would have made it."""
    values = np.random.default_rng(seed).standard_normal((512, trace.spec.d_model)).astype(np.float32)
    arrays = dict(trace.arrays)
    for side in ("encoder", "decoder"):
        rows = values[: len(arrays[f"{side}.embed.positions"])]
        arrays[f"{side}.embed.positions"] = rows
        arrays[f"{side}.embed.input"] = arrays[f"{side}.embed.tokens"] + rows
        arrays[f"{side}.embed.position.table"] = values
        if not whole:
            del arrays[f"{side}.embed.position.table"]
    return of_model(trace.with_(arrays=arrays), positions="learned")


def changed(trace: Trace, name: str, at: tuple[int, ...], number: float) -> Trace:
    """The Trace with one recorded number changed."""
    array = trace.arrays[name].copy()
    array[at] = number
    return trace.with_(arrays={**trace.arrays, name: array})


class PositionsStage(ViewStage):
    """The positions view."""

    of = Positions

    @property
    def pictures(self) -> Any:
        return self.view.pictures

    @property
    def position(self) -> int:
        """The position whose sum is shown."""
        return int(self.view.card.token.currentIndex())


def move(widget: Any, point: QPointF, held: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """The pointer goes to a point of a widget."""
    kind, none = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
    event = QMouseEvent(kind, point, widget.mapToGlobal(point), none, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


# ---------------------------------------------------------------- the numbers


def test_waves_are_smooth_and_pass_through_every_position(qtbot: QtBot, trace: Trace) -> None:
    """As many rows as the sentence has, and between them the wave of the formula; a learned table has none."""
    stage = PositionsStage(qtbot, trace, dimensions="0, 3")
    used = stage.view._table.used
    assert len(stage.pictures.table.map._scene.cells.values) == used
    for curve in stage.pictures.curves.curves:
        assert curve.fine is not None and len(curve.y) == used
        apart = (len(curve.fine) - 1) // (used - 1)
        assert apart > 4 and np.allclose(curve.fine[::apart], curve.y, atol=1e-5)
    assert max(abs(float(step)) for step in np.diff(stage.pictures.curves.curves[0].fine)) < 0.3, "no corners"
    own = PositionsStage(qtbot, learned(trace))
    assert all(curve.fine is None for curve in own.pictures.curves.curves)


def test_the_tip_of_many_heads_has_the_chosen_one_first(qtbot: QtBot) -> None:
    by_distance = np.arange(12 * 5, dtype=np.float32).reshape(12, 5)
    bias = DistanceBias(np.arange(-2, 3), by_distance, np.zeros((12, 3, 3), np.float32))
    pictures = BiasPictures()
    qtbot.addWidget(pictures)
    pictures.show_bias(bias, 10)
    _, first, *others = pictures.curves.describe(-2).splitlines()
    assert first == "head 11: 50.000" and 4 < len(others) < 11


def test_a_model_with_distances_shows_what_they_add(qtbot: QtBot, trace: Trace) -> None:
    """The recorded numbers of every head by distance, in place of a table of zeros."""
    count, heads = len(trace.sentences[0].source), trace.spec.heads
    by_distance = np.random.default_rng(2).standard_normal((heads, 2 * count - 1)).astype(np.float32)
    apart = np.arange(count)[None] - np.arange(count)[:, None]
    arrays = {"encoder.distances.bias": by_distance[:, apart + count - 1][None]}
    stage = PositionsStage(qtbot, trace)
    stage.trace = of_model(trace, arrays, positions="relative")
    stage.draw()
    bias = stage.view.bias
    assert bias.isVisible() and not stage.pictures.isVisible()
    curves = {curve.name: curve.y for curve in bias.curves.curves}
    assert list(curves) == [f"head {head + 1}" for head in range(heads)]
    assert all(np.array_equal(curves[f"head {head + 1}"], by_distance[head]) for head in range(heads))
    assert bias.curves.describe(-2).splitlines()[:2] == [
        "to the token 2 earlier", f"head 1: {by_distance[0, count - 3]:.3f}".replace("-", "\u2212")
    ]  # fmt: skip
    shown = bias.map.map._scene.cells.values
    assert np.array_equal(shown, arrays["encoder.distances.bias"][0, stage.shot().look.head])
    found = stage.view.table()
    assert found.headings == ("distance", *curves) and len(found.rows) == 2 * count - 1


def test_vectors_that_an_edit_adds_to_a_model_with_distances_are_shown(qtbot: QtBot) -> None:
    model, engine = small_model(positions="relative"), Engine()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    for edits, far in ((PositionEdits(), True), (PositionEdits(table="interleaved"), False)):
        stage = PositionsStage(qtbot, engine.trace(RunSpec("own", ("5 6 7 8",), edits=Edits(positions=edits))))
        assert stage.view.bias.isVisible() is far and stage.pictures.isVisible() is not far
        assert ("reach" in stage.view.unused(stage.shot())) is far
        assert stage.view.table().headings[1] == ("head 1" if far else "token")


@pytest.mark.parametrize(
    ("positions", "table", "base"),
    [("sinusoidal", "model", 500.0), ("sinusoidal", "none", None), ("sinusoidal", "halves", 70.0),
     ("learned", "model", None), ("learned", "interleaved", 70.0), ("none", "model", None)],
)  # fmt: skip
def test_only_waves_have_a_base(qtbot: QtBot, trace: Trace, positions: str, table: str, base: float | None) -> None:
    """The model's own, or that of the edit which puts other waves in place of it."""
    own = of_model(learned(trace) if positions == "learned" else trace, positions=positions, position_base=500.0)
    draft = draft_text(PositionEdits(table=table, base=70.0))
    box = PositionsStage(qtbot, own, apply=False, draft=draft).view.bar.form.controls["base"]
    assert box.isEnabled() == (base is not None) and (base is None or box.value() == base)


@pytest.mark.parametrize("positions", ["learned", "none"])
def test_only_waves_are_called_waves(positions: str) -> None:
    model, engine = small_model(positions=positions, position_layout="halves"), Engine()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    table = position_table.position_table(engine.trace(RunSpec("own", ("5 6 7",))), "encoder", 0)
    assert table is not None and position_table.wave_words(table, 0) == ""


def test_rows_cannot_be_chosen_where_all_or_one_are_shown(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    assert not stage.view.unused(stage.shot())
    stage.draw(show="sum")
    assert stage.view.unused(stage.shot()) == {"reach"}
    stage.view.reveal("reach")
    assert stage.options.show == "all"
    stage.trace = of_model(trace, positions="relative")
    assert stage.view.unused(stage.shot()) == {"reach"}


def test_curves_and_table_are_the_recorded_ones_and_follow_the_formula(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, dimensions="0, 1, 5, 31", reach="few")
    expected = formula(FEW, 32)
    shown = stage.pictures.table.map._scene.cells.values
    assert shown.shape == (FEW, 32) and np.shares_memory(shown, trace.arrays["encoder.embed.position.table"])
    assert np.abs(shown - expected).max() < 1e-6
    assert [curve.name for curve in stage.pictures.curves.curves] == ["dim 0", "dim 1", "dim 5", "dim 31"]
    for curve, dimension in zip(stage.pictures.curves.curves, (0, 1, 5, 31), strict=True):
        assert np.array_equal(curve.y, shown[:, dimension].astype(np.float64))


def test_numbers_that_were_not_recorded_go_by_no_recorded_name(qtbot: QtBot, trace: Trace) -> None:
    """A table drawn in another size is in no array of the run; the sum is, whatever is drawn above it."""
    for changes, hook in (
        ({}, "encoder.embed.position.table"),
        ({"show": "curves"}, "encoder.embed.position.table"),
        ({"width": 16}, ""),
        ({"length": 20, "show": "curves"}, ""),
        ({"length": 20, "show": "sum"}, "encoder.embed.input"),
        ({"side": "decoder", "show": "sum"}, "decoder.embed.input"),
    ):
        table = PositionsStage(qtbot, trace, **changes).view.table()
        assert table is not None and table.context.hook == hook, changes
    part = PositionsStage(qtbot, learned(trace, whole=False)).view.table()
    assert part is not None and part.context.hook == "encoder.embed.positions"


def test_similarity_is_the_dot_product_of_every_two_rows(qtbot: QtBot, trace: Trace) -> None:
    for one in (trace, learned(trace)):
        stage = PositionsStage(qtbot, one, reach="few")
        rows = one.arrays["encoder.embed.position.table"][:FEW].astype(np.float64)
        expected = [[sum(a * b for a, b in zip(first, second, strict=True)) for second in rows] for first in rows]
        assert np.allclose(stage.pictures.products, expected, rtol=1e-12, atol=1e-12)
        drawn = stage.pictures.alike.map._scene.cells.values
        assert np.array_equal(drawn, stage.pictures.products.astype(np.float32))


def test_products_by_distance_are_means_over_all_pairs(trace: Trace) -> None:
    rows = learned(trace).arrays["encoder.embed.position.table"][:40].astype(np.float64)
    mean, spread = by_distance(similarity(rows))
    for distance in range(40):
        pairs = [float(rows[at] @ rows[at + distance]) for at in range(40 - distance)]
        assert mean[distance] == pytest.approx(sum(pairs) / len(pairs), rel=1e-12, abs=1e-12)
        middle = sum(pairs) / len(pairs)
        assert spread[distance] == pytest.approx(
            math.sqrt(sum((pair - middle) ** 2 for pair in pairs) / len(pairs)), rel=1e-9, abs=1e-9
        )


def test_only_in_the_sinusoidal_table_the_distance_alone_counts(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, reach="few")
    assert stage.pictures.panels["distance"].remark.text() == "all pairs at a distance are equal"
    (curve,) = stage.pictures.distance.curves
    assert curve.band is None
    closed = [sum(math.cos(distance / 10_000 ** (pair / 16)) for pair in range(16)) for distance in range(FEW)]
    assert np.abs(curve.y - closed).max() < 1e-4
    stage.trace = learned(trace)
    stage.draw()
    (curve,) = stage.pictures.distance.curves
    assert stage.pictures.panels["distance"].remark.text().startswith("mean, ± ")
    assert curve.band is not None
    assert np.allclose(curve.band[1] - curve.band[0], 2 * stage.pictures.spread)
    assert f"{stage.pictures.spread.max():.2g}" in stage.pictures.panels["distance"].remark.text()


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_token_and_position_add_up_to_the_recorded_input(qtbot: QtBot, trace: Trace, side: str) -> None:
    stage = PositionsStage(qtbot, trace, side=side)
    for position in range(7 if side == "encoder" else 4):
        stage.view._choose(position)
        assert stage.position == position
        token, place, total = (vector.astype(np.float64) for vector in stage.view.card.numbers.vectors())
        assert np.array_equal(token, trace.arrays[f"{side}.embed.tokens"][0, position].astype(np.float64))
        assert np.abs(place - formula(8, 32)[position]).max() < 1e-6
        assert np.array_equal(total, trace.arrays[f"{side}.embed.input"][0, position].astype(np.float64))
        assert np.abs(token + place - total).max() < 1e-6
        assert stage.view.card.check.text() == "✓ equals the recorded input in all 32 dimensions"


@pytest.mark.parametrize("made_of", [lambda trace: trace, normed], ids=["plain", "normed"])
def test_every_number_of_the_sum_says_where_it_comes_from(
    qtbot: QtBot, trace: Trace, made_of: Callable[[Trace], Trace]
) -> None:
    stage = PositionsStage(qtbot, made_of(trace), side="decoder", position=2)
    numbers = stage.view.card.numbers
    asked = 0
    for dimension in numbers.columns():
        for line, vector in enumerate(numbers.vectors(), start=1):
            found = numbers.number_at(numbers.cell_rect(line, dimension).center().toPoint())
            assert found is not None and found[1].name.startswith("decoder.embed.")
            assert value_of(*found) == vector[dimension]
            asked += 1
    assert asked >= 6
    assert numbers.number_at(numbers.cell_rect(0, 1).center().toPoint()) is None, "its own number is not a number"
    first = numbers.number_at(None)
    assert first is not None and value_of(*first) == numbers.vectors()[2][0]


def test_a_sum_that_does_not_hold_is_reported(qtbot: QtBot, trace: Trace) -> None:
    right = float(trace.arrays["encoder.embed.input"][0, 1, 31])
    stage = PositionsStage(qtbot, changed(trace, "encoder.embed.input", (0, 1, 31), right + 0.25))
    assert stage.view.card.check.text() == "✗ differs from the recorded input by up to 0.25"
    stage.view._choose(2)
    assert stage.view.card.check.text().startswith("✓")
    close = changed(trace, "encoder.embed.input", (0, 1, 31), np.nextafter(np.float32(right), np.float32(9)))
    stage.trace = close
    stage.draw()
    stage.view._choose(1)
    assert stage.view.card.check.text().startswith("✓"), "the rounding of one addition is not a difference"


def test_the_sum_of_one_dimension_in_words(qtbot: QtBot, trace: Trace) -> None:
    one = trace
    for name, number in (("tokens", 0.5), ("input", 0.5 - 0.75)):
        one = changed(one, f"encoder.embed.{name}", (0, 3, 4), number)
    values = one.arrays["encoder.embed.position.table"].copy()
    values[3, 4] = -0.75
    one = one.with_(arrays={**one.arrays, "encoder.embed.position.table": values})
    stage = PositionsStage(qtbot, one, position=3)
    assert stage.view.card.numbers.tip_of((1, 4)) == "dim 4: 0.50000 − 0.75000 = −0.25000"


def test_a_second_sentence_of_a_batch_has_its_own_tokens(qtbot: QtBot) -> None:
    trace = made_trace(SOURCE, TARGET, sentences=2)
    stage = PositionsStage(qtbot, trace, position=2)
    stage.draw(sentence=1)
    token, _, total = stage.view.card.numbers.vectors()
    assert np.array_equal(token, trace.arrays["encoder.embed.tokens"][1, 2])
    assert np.array_equal(total, trace.arrays["encoder.embed.input"][1, 2])
    assert stage.view.card.token.count() == len(trace.sentences[1].source) == 6


def test_the_wave_of_a_dimension_repeats_after_its_wavelength() -> None:
    spec = made_spec()
    for dimension in (0, 1, 6, 13, 30):
        length = position_table.wavelength(dimension, spec.d_model, spec.position_base)
        pair = (dimension - dimension % 2) / spec.d_model
        assert math.sin((5 + length) / 10_000**pair) == pytest.approx(math.sin(5 / 10_000**pair), abs=1e-9)


# ---------------------------------------------------------------- which table, which rows


def test_the_side_is_switched(qtbot: QtBot, trace: Trace) -> None:
    other = changed(trace, "decoder.embed.position.table", (0, 0), 7.0)
    stage = PositionsStage(qtbot, other)
    assert stage.view.heading(stage.shot()) == "Positions · encoder · sinusoidal"
    assert stage.pictures.table.map._scene.cells.values[0, 0] == 0.0
    stage.opt({"side": "decoder"})
    assert stage.view.heading(stage.shot()) == "Positions · decoder · sinusoidal"
    assert stage.pictures.table.map._scene.cells.values[0, 0] == 7.0
    assert [stage.view.card.token.itemText(place) for place in range(4)] == ["0  <s>", "1  la", "2  casa", "3  blanca"]


@pytest.mark.parametrize(("reach", "rows"), [("sentence", 7), ("few", 64), ("all", 512)])
def test_as_many_rows_are_drawn_as_were_asked_for(qtbot: QtBot, trace: Trace, reach: str, rows: int) -> None:
    stage = PositionsStage(qtbot, trace, reach=reach)
    assert stage.pictures.table.map._scene.cells.values.shape == (rows, 32)
    assert stage.pictures.products.shape == (rows, rows)
    assert len(stage.pictures.curves.curves[0].y) == len(stage.pictures.mean) == rows


def test_a_sentence_longer_than_the_first_rows_is_drawn_whole(qtbot: QtBot) -> None:
    stage = PositionsStage(qtbot, made_trace(source_tokens=100, target_tokens=3, layers=(1, 1), heads=1))
    assert stage.pictures.table.map._scene.cells.values.shape[0] == 100


def test_without_the_whole_table_the_rows_in_use_are_drawn(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, learned(trace, whole=False), reach="all")
    assert stage.pictures.table.map._scene.cells.values.shape == (7, 32)
    assert stage.pictures.panels["map"].remark.text() == "the 7 positions of this sentence × 32 dimensions"
    assert stage.view.card.check.text().startswith("✓")


def test_each_kind_of_table_is_explained(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    assert "waves (width 32, base 10,000)" in stage.view.explanation(stage.shot())
    stage.trace = learned(trace)
    assert "learned vector (width 32)" in stage.view.explanation(stage.shot())
    assert stage.view.heading(stage.shot()).endswith("learned")
    zeros = {name: np.zeros_like(one) for name, one in trace.arrays.items() if ".embed.position" in name}
    zeros |= {f"{side}.embed.input": trace.arrays[f"{side}.embed.tokens"] for side in ("encoder", "decoder")}
    stage.trace = of_model(trace, zeros, positions="none")
    stage.draw()
    assert "adds nothing" in stage.view.explanation(stage.shot())
    assert stage.view.card.check.text().startswith("✓")


@pytest.mark.parametrize(
    "kind", [{"position_layout": "halves"}, {"positions": "relative"}, {"positions": "none"}], ids=str
)
def test_the_models_own_table_is_known_behind_another_one(trace: Trace, kind: dict[str, Any]) -> None:
    spec = replace(trace.spec, **kind)
    own = SinusoidalPositions(spec).rows.numpy() if "position_layout" in kind else np.zeros((spec.max_positions, 32))
    edits = PositionEdits(table="random")
    arrays = {"encoder.embed.position.table": edited_table(own.astype(np.float32), edits)}
    there = of_model(trace, arrays, **kind).with_(run=trace.run.with_(edits=Edits(positions=edits)))
    found = pictured(there, "encoder", 0, edits)
    assert found is not None and found.own is not None and np.array_equal(found.own, own)
    longer = defined_table(there, spec.max_positions + 8, 32)
    assert longer is not None and np.allclose(longer[: spec.max_positions], own, atol=1e-6)


def test_where_a_norm_follows_the_sum_is_what_the_norm_reads(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, normed(trace))
    assert stage.view.card.check.text() == "✓ equals the recorded sum in all 32 dimensions"
    assert stage.view.card.title.text() == "Token + position = sum"
    assert stage.view.card.numbers.plan().names[3] == "= sum"
    stage.draw(show="sum")
    found = stage.view.table()
    assert found.headings[-1] == "sum vector" and found.context.hook == "encoder.embed.sum"
    stage.trace = trace
    stage.draw()
    assert stage.view.table().headings[-1] == "input vector"


@pytest.mark.parametrize("kind", ["none", "relative"])
def test_another_order_of_no_table_is_not_said_to_do_anything(trace: Trace, kind: str) -> None:
    spec, shown = replace(trace.spec, positions=kind), ShownPositions(PositionEdits(order="reversed", shift=2))
    assert "changes nothing" in shown.explanation(spec) and "follows" not in shown.explanation(spec)
    assert "reversed" in shown.explanation(trace.spec)
    waves = ShownPositions(PositionEdits("interleaved", order="reversed"))
    assert "reversed" in waves.explanation(spec) and "changes nothing" not in waves.explanation(spec)


def test_positions_of_other_kinds_are_not_called_what_they_are_not(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    stage.trace = of_model(trace, positions="relative")
    assert "the distance between the two tokens" in stage.view.explanation(stage.shot())
    stage.trace = of_model(trace, position_layout="halves")
    assert "sines before cosines" in stage.view.explanation(stage.shot())
    stage.draw()
    assert stage.view._table is not None and "cosine" in position_table.wave_words(stage.view._table, 16)
    told = explained(PositionEdits(table="none"), True, distances=True)
    assert "only from distances" in told and "look alike" not in told


def test_the_decoder_side_has_a_notice_before_anything_is_written(qtbot: QtBot) -> None:
    stage = PositionsStage(qtbot, made_trace(SOURCE, TARGET, stage="encoded"), side="decoder")
    assert "not written anything yet" in stage.view.words.text() and stage.view.words.isVisible()
    assert not stage.pictures.isVisible() and not stage.view.card.isVisible()
    stage.opt({"side": "encoder"})
    assert stage.pictures.isVisible() and stage.view.card.isVisible() and not stage.view.words.isVisible()


def test_a_sentence_of_one_token_has_all_pictures(qtbot: QtBot) -> None:
    stage = PositionsStage(qtbot, made_trace(source_tokens=1, target_tokens=1), reach="sentence")
    assert stage.position == 0 and len(stage.pictures.mean) == 1
    assert stage.pictures.products[0, 0] == pytest.approx(16.0)
    assert stage.view.card.check.text().startswith("✓")
    plot = stage.pictures.curves
    assert plot.point_of(0, float(plot.curves[1].y[0])).x() == pytest.approx(plot.area().center().x(), abs=1.0)


def test_a_shorter_sentence_lets_a_distance_go_that_it_does_not_have(qtbot: QtBot) -> None:
    stage = PositionsStage(qtbot, made_trace(source_tokens=6, target_tokens=6), reach="sentence")
    stage.pictures.distance.set_marked(5)
    assert stage.pictures.distance.accessibleDescription().startswith("5 apart")
    stage.trace = made_trace(source_tokens=3, target_tokens=3)
    stage.draw()
    assert len(stage.pictures.mean) == 3
    assert stage.pictures.distance.marked is None


# ---------------------------------------------------------------- which dimensions


def test_a_click_on_a_column_draws_it_and_takes_it_away(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, reach="few")
    assert stage.pictures.dimensions == (0, 2, 6, 12)
    map_ = stage.pictures.table.map

    def click(dimension: int) -> None:
        qtbot.mouseClick(map_, Qt.MouseButton.LeftButton, pos=map_.cell_rect(10, dimension).center().toPoint())

    click(20)
    assert stage.opted[-1] == {"dimensions": "0, 2, 6, 12, 20"}
    assert [curve.name for curve in stage.pictures.curves.curves][-1] == "dim 20"
    assert stage.pictures.table.chosen == (0, 2, 6, 12, 20) and stage.pictures.field.text() == "0, 2, 6, 12, 20"
    click(2)
    assert stage.pictures.dimensions == (0, 6, 12, 20)


def test_typed_dimensions_are_drawn(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    stage.pictures.field.setText(" 3;3  31,")
    stage.pictures.field.editingFinished.emit()
    assert stage.opted == [{"dimensions": "3, 31"}] and stage.pictures.field.text() == "3, 31"
    stage.pictures.field.editingFinished.emit()
    assert len(stage.opted) == 1


@pytest.mark.parametrize("text", ["32", "-1", "1.5", "one", "1 2 3 4 5 6 7 8 9", "99999999999999", "٣"])
def test_dimensions_that_cannot_be_drawn_are_refused_with_the_reason(qtbot: QtBot, trace: Trace, text: str) -> None:
    stage = PositionsStage(qtbot, trace)
    stage.pictures.field.setText(text)
    stage.pictures.field.editingFinished.emit()
    assert not stage.opted and stage.pictures.field.text() == "0, 2, 6, 12"
    assert stage.hints[-1].endswith("The curves are unchanged.")


def test_a_stored_choice_that_this_model_does_not_have_falls_back(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, dimensions="0, 200")
    assert stage.pictures.dimensions == (0, 2, 6, 12)


@given(st.lists(st.integers(0, 255), min_size=1, max_size=8, unique=True))
def test_dimensions_come_back_from_their_text(found: list[int]) -> None:
    assert parse_dimensions(position_table.dimension_text(tuple(found)), 256) == tuple(found)


@pytest.mark.parametrize("width", [8, 16, 32, 64, 256, 512])
def test_the_usual_dimensions_are_even_distinct_and_inside(width: int) -> None:
    found = position_table.usual_dimensions(width)
    assert len(set(found)) == len(found) >= 2 and all(0 <= dim < width and dim % 2 == 0 for dim in found)
    assert parse_dimensions("", width) == found
    if width == 64:
        assert found == (0, 4, 12, 24)


def test_a_ninth_dimension_takes_the_place_of_the_oldest() -> None:
    eight = tuple(range(8))
    assert toggled(eight, 20) == (1, 2, 3, 4, 5, 6, 7, 20)
    assert toggled((5,), 5) == (5,), "one always stays"
    with pytest.raises(Refused) as refused:
        parse_dimensions("0 1 2 3 4 5 6 7 8", 32)
    assert refused.value.code == "E-DIM-MANY"


# ---------------------------------------------------------------- which position


def test_the_source_token_follows_pin_and_pointer(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    assert stage.position == 1
    stage.draw(kind="cross", query=0, key=4)
    assert stage.position == 4 and stage.pictures.curves.marked == 4
    stage.hover = (2, 6)
    stage.draw()
    assert stage.position == 6
    stage.hover = None
    stage.draw(kind="encoder", query=3, key=5)
    assert stage.position == 3
    stage.draw(kind="decoder", query=2, key=0)
    assert stage.position == 1, "a cell of the decoder holds no source token"


def test_the_target_token_follows_step_and_pin(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, side="decoder")
    assert stage.position == 3
    stage.draw(step=1)
    assert stage.position == 1
    stage.draw(kind="cross", query=2, key=0)
    assert stage.position == 2
    stage.draw(kind="encoder", query=0, key=0)
    assert stage.position == 1


def test_choosing_a_position_moves_what_decides_it(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    stage.view.card.token.setCurrentIndex(5)
    assert stage.opted == [{"position": 5}] and stage.position == 5 and not stage.picked
    stage.draw(kind="cross", query=1, key=0)
    stage.view.card.token.setCurrentIndex(2)
    assert stage.picked == [{"key": 2}] and stage.position == 2
    stage.opt({"side": "decoder"})
    stage.view._choose(3)
    assert stage.picked[-1] == {"query": 3, "step": 3} and stage.position == 3
    stage.draw(query=None, key=None)
    stage.view._choose(0)
    assert stage.picked[-1] == {"step": 0} and stage.position == 0


def test_a_row_s_number_and_a_point_of_a_curve_choose_a_position(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, reach="sentence")
    map_ = stage.pictures.alike.map
    label = map_.label_areas()[0][3].boundingRect().center().toPoint()
    qtbot.mouseClick(map_, Qt.MouseButton.LeftButton, pos=label)
    assert stage.position == 3
    plot = stage.pictures.curves
    point = plot.point_of(5, 0.0).toPoint()
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert stage.position == 5
    stage.opt({"reach": "few"})
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=plot.point_of(40, 0.0).toPoint())
    assert stage.position == 5, "no token stands there"


def test_pointing_at_a_position_marks_it_everywhere(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, reach="few")
    map_ = stage.pictures.table.map
    move(map_, map_.cell_rect(4, 9).center())
    assert stage.pictures.curves.marked == 4 and stage.pictures.alike.map.marks.step == 4
    assert stage.position == 4 and stage.hints[-1]
    move(map_, map_.cell_rect(30, 9).center())
    assert stage.pictures.curves.marked == 30 and stage.position == 6, "the last token is the nearest"
    QApplication.sendEvent(map_, QEvent(QEvent.Type.Leave))
    assert stage.pictures.curves.marked == 1 and stage.position == 1 and stage.hints[-1] == ""
    assert not stage.picked and not stage.opted


def test_the_pointer_writes_no_list_of_tokens_anew(qtbot: QtBot, trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, made = PositionsStage(qtbot, trace), list[int]()
    own = SumCard._entry
    monkeypatch.setattr(SumCard, "_entry", lambda card, place, word: (made.append(place), own(card, place, word))[1])
    map_ = stage.pictures.table.map
    for position in (4, 2, 5):
        move(map_, map_.cell_rect(position, 9).center())
        assert stage.position == position
    assert not made
    stage.draw(side="decoder")
    assert made == list(range(stage.view.card.token.count())), "other tokens are"


def test_the_keyboard_goes_through_curves_and_maps(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(stage.pictures.curves, Qt.Key.Key_Right, shift)
    assert stage.position == 2 and stage.opted[-1] == {"position": 2}
    map_ = stage.pictures.table.map
    qtbot.keyClick(map_, Qt.Key.Key_Down, shift)
    qtbot.keyClick(map_, Qt.Key.Key_Down, shift)
    qtbot.keyClick(map_, Qt.Key.Key_Right, shift)
    assert map_.marks.hovered == (1, 1) and stage.pictures.curves.marked == 1
    qtbot.keyClick(map_, Qt.Key.Key_Return)
    assert stage.opted[-1] == {"dimensions": "0, 2, 6, 12, 1"}
    qtbot.keyClick(stage.pictures.distance, Qt.Key.Key_Right, shift)
    qtbot.keyClick(stage.pictures.distance, Qt.Key.Key_Right, shift)
    assert stage.pictures.distance.marked == 1
    assert stage.pictures.distance.accessibleDescription().startswith("1 apart: ")


def test_tool_tips_say_the_numbers(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace, reach="few")
    pictures = stage.pictures
    table_, products = formula(FEW, 32), stage.pictures.products
    assert pictures.table.map.text_of(1, 0) == (
        f"position 1 “white”, dim 0, a sine that repeats every 6.3 positions: {table_[1, 0]:.3f}"
    )
    far = pictures.table.map.text_of(40, 3)
    assert far.startswith("position 40, dim 3, a cosine that repeats every 11.2 positions")
    expected = f"position 0 “the” · position 6 “</s>”, 6 apart: dot product {products[0, 6]:.3f}"
    assert pictures.alike.map.text_of(0, 6) == expected
    assert pictures.distance.describe(63).endswith("of the only pair")
    assert f"{products[0, 2]:.3f} over 62 pairs, ± " in pictures.distance.describe(2)
    assert pictures.curves.describe(1).splitlines()[:2] == ["position 1 “white”", f"dim 0: {table_[1, 0]:.3f}"]


def test_a_tool_tip_of_a_curve_shows_tokens_as_they_are(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    plot = stage.pictures.curves
    point = plot.point_of(6, 0.0).toPoint()
    assert "position 6 “&lt;/s&gt;”" in tip_text(plot.viewport(), point)


# ---------------------------------------------------------------- room


@pytest.mark.parametrize(
    ("size", "show", "shown"),
    [
        ((1008, 600), "all", ["curves", "distance", "map", "alike"]),
        ((848, 450), "all", ["curves", "distance", "map", "alike"]),
        ((848, 400), "all", ["curves", "distance"]),
        ((848, 330), "all", ["curves", "distance"]),
        ((500, 600), "all", ["curves", "distance", "map"]),
        ((500, 600), "maps", ["map", "alike"]),
        ((1008, 600), "curves", ["curves", "distance"]),
        ((1008, 600), "sum", []),
    ],
)
def test_parts_that_do_not_fit_are_hidden(
    qtbot: QtBot, trace: Trace, size: tuple[int, int], show: str, shown: list[str]
) -> None:
    stage = PositionsStage(qtbot, trace, size, show=show)
    visible = [name for name, panel in stage.pictures.panels.items() if panel.isVisible()]
    assert sorted(visible) == sorted(shown)
    assert stage.view.card.isVisible() == (show in ("all", "sum"))
    places = [stage.pictures.panels[name].geometry() for name in visible]
    assert not any(one.intersects(other) for at, one in enumerate(places) for other in places[at + 1 :])
    assert stage.pictures.height() + (stage.view.card.height() if show == "all" else 0) <= size[1]


def test_the_sum_alone_shows_more_dimensions(qtbot: QtBot, trace: Trace) -> None:
    low, tall = PositionsStage(qtbot, trace), PositionsStage(qtbot, trace, show="sum")
    assert len(low.view.card.numbers.columns()) < len(tall.view.card.numbers.columns()) == 32
    numbers = tall.view.card.numbers
    rects = [numbers.cell_rect(line, dimension) for dimension in range(32) for line in range(4)]
    assert all(rect.left() >= 0 and rect.right() <= numbers.width() + 0.01 for rect in rects)
    assert max(rect.bottom() for rect in rects) <= numbers.height()
    assert numbers.place_at(numbers.cell_rect(2, 20).center()) == (2, 20)


def test_numbers_below_a_map_never_touch_and_chosen_ones_are_always_there(qtbot: QtBot) -> None:
    picture = NumberedMap()
    qtbot.addWidget(picture)
    picture.show_numbers(np.zeros((20, 512), np.float32), Scale(-1, 1, "diverging"))
    for width in (200, 420, 1000):
        picture.resize(width, 150)
        picture.set_chosen((3, 4, 300))
        picture.show()
        QApplication.processEvents()
        found = dict(picture.numbers(picture.map.grid()))
        assert 3 in found and 300 in found
        places = list(found.values())
        assert not any(one.intersects(other) for at, one in enumerate(places) for other in places[at + 1 :])
        assert all(place.bottom() <= picture.height() + 2 for place in found.values())


def test_the_last_number_below_a_map_is_whole(qtbot: QtBot) -> None:
    """Cut at the edge, 1000 reads as 100."""
    picture = NumberedMap()
    qtbot.addWidget(picture)
    picture.show_numbers(np.zeros((1001, 1001), np.float32), Scale(0, 1, "diverging"))
    picture.resize(280, 200)
    picture.show()
    QApplication.processEvents()
    found = dict(picture.numbers(picture.map.grid()))
    assert found[1000].right() <= picture.width()


def test_the_marked_position_belongs_to_the_present_text(qtbot: QtBot) -> None:
    stage = PositionsStage(qtbot, made_trace("the white house is old"), kind="decoder", position=2)
    curves = stage.pictures.curves
    assert "house" in curves.accessibleDescription()
    stage.draw(trace=made_trace("one small bird sings well"))
    assert curves.accessibleDescription() == curves.describe(curves.marked) and "bird" in curves.accessibleDescription()


def test_a_saved_map_is_the_whole_one_with_its_numbers_however_it_is_zoomed(qtbot: QtBot) -> None:
    picture = NumberedMap()
    qtbot.addWidget(picture)
    picture.show_numbers(np.random.default_rng(0).random((20, 64), np.float32), Scale(-1, 1, "diverging"))
    picture.set_chosen((3, 60))
    picture.resize(600, 200)
    picture.show()
    QApplication.processEvents()
    whole = svg_of(picture, (600, 200))
    picture.map.zoom_by(4.0, picture.map.grid().rect.center())
    assert picture.map.zoom == 4.0 and svg_of(picture, (600, 200)) == whole


def test_the_scale_bar_names_both_ends(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, trace)
    assert stage.pictures.table.scale.ends() == ("−1.00", "1.00")
    least = stage.pictures.products.min()
    assert stage.pictures.alike.scale.ends() == (f"{least:.1f}", "16.0")
    bar = ScaleBar()
    qtbot.addWidget(bar)
    bar.show_scale(Scale(-2.5, 2.5, "diverging"))
    assert bar.accessibleDescription() == "−2.50 to 2.50"
    bar.resize(bar.sizeHint())
    image = QImage(bar.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    with QPainter(image) as painter:
        bar.paint_to(painter, image.rect().toRectF())
    middle = image.height() // 2
    row = [image.pixel(x, middle) & 0xFFFFFF for x in range(image.width())]
    ends = {int(table("diverging", False)[at]) & 0xFFFFFF for at in (0, 255)}
    shown = unpack(np.array(row, np.uint32))
    for end in ends:  # the outermost pixel shows the ramp half a pixel further in
        assert np.abs(shown - unpack(np.array([end], np.uint32))).max(axis=1).min() < 0.2


def test_products_below_zero_are_coloured_on_both_sides(qtbot: QtBot, trace: Trace) -> None:
    stage = PositionsStage(qtbot, learned(trace))
    assert stage.pictures.products.min() < 0
    scale = stage.pictures.alike.map._scene.cells.scale
    assert scale.ramp == "diverging" and scale.lo == -scale.hi
    stage.trace = trace
    stage.draw()
    scale = stage.pictures.alike.map._scene.cells.scale
    assert scale.ramp == "weights" and (scale.lo, scale.hi) == pytest.approx((stage.pictures.products.min(), 16.0))


# ---------------------------------------------------------------- the chart by itself


@pytest.fixture
def plot(qtbot: QtBot) -> CurvePlot:
    """Three curves over 0 … 99, shown."""
    made = CurvePlot()
    qtbot.addWidget(made)
    made.resize(600, 220)
    x = np.arange(100)
    made.set_curves(x, [Curve(f"curve {place}", np.sin(x / (place + 2.0)), place) for place in range(3)])
    made.show()
    QApplication.processEvents()
    return made


def test_points_and_x_belong_together(plot: CurvePlot) -> None:
    area = plot.area()
    assert plot.x_at(area.left()) == 0 and plot.x_at(area.right()) == 99
    for x in (0, 17, 50, 99):
        assert plot.x_at(plot.point_of(x, 0.3).x()) == x
    assert plot.point_of(3, 1.0).y() < plot.point_of(3, -1.0).y()
    with pytest.raises(ValueError, match="row of x"):
        plot.set_curves([], [])
    with pytest.raises(ValueError, match="2 x"):
        plot.set_curves([0, 1], [Curve("short", np.zeros(3))])


def test_a_curve_is_painted_in_its_accent_of_the_theme(qapp: QApplication, plot: CurvePlot) -> None:
    def pixels() -> list[int]:
        image, area = plot.grab().toImage(), plot.area().toRect().adjusted(4, 4, -4, -4)
        across, down = range(area.left(), area.right()), range(area.top(), area.bottom())
        return [image.pixel(x, y) for x in across for y in down]

    for one in theme.THEMES.values():
        theme.apply(qapp, one)
        found = pixels()
        assert all(found.count(one.accent(role).rgb()) > 20 for role in range(3))
        assert not any(found.count(one.accent(role).rgb()) for role in range(3, 8))


def test_names_stand_beside_their_curves_and_apart(plot: CurvePlot) -> None:
    x = np.arange(100)
    plot.set_curves(x, [Curve(f"curve {place}", np.full(100, place / 100.0), place) for place in range(8)])
    areas = plot.label_areas()
    assert all(area.left() >= plot.area().right() and area.right() <= plot.width() for area in areas)
    ordered = sorted(areas, key=lambda area: area.top())
    assert all(one.bottom() <= other.top() + 0.01 for one, other in pairwise(ordered))
    assert [area.top() for area in areas] == sorted((area.top() for area in areas), reverse=True)


def test_the_wheel_zooms_and_gives_up_at_both_ends(plot: CurvePlot) -> None:
    held, centre = 40, plot.point_of(40, 0.0)
    assert not turn_wheel(plot.viewport(), centre, -120), "everything is shown: the wheel belongs to whoever scrolls"
    assert turn_wheel(plot.viewport(), centre, 600)
    low, high = plot.box.viewRange()[0]
    assert high - low < 60 and plot.x_at(centre.x()) == held
    for _ in range(30):
        turn_wheel(plot.viewport(), centre, 1200)
    low, high = plot.box.viewRange()[0]
    assert high - low == pytest.approx(4.0) and not turn_wheel(plot.viewport(), centre, 120)
    for _ in range(30):
        turn_wheel(plot.viewport(), centre, -1200)
    assert plot.x_at(plot.area().left()) == 0 and plot.x_at(plot.area().right()) == 99


def test_dragging_moves_and_a_double_click_shows_everything(qtbot: QtBot, plot: CurvePlot) -> None:
    clicked: list[int] = []
    plot.clicked.connect(clicked.append)
    centre = plot.area().center()
    turn_wheel(plot.viewport(), centre, 800)
    before = plot.box.viewRange()[0]
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(plot.viewport(), left, pos=centre.toPoint())
    move(plot.viewport(), centre + QPointF(80, 0), left)
    qtbot.mouseRelease(plot.viewport(), left, pos=(centre + QPointF(80, 0)).toPoint())
    after = plot.box.viewRange()[0]
    assert after[0] < before[0] and after[1] - after[0] == pytest.approx(before[1] - before[0])
    assert not clicked, "a drag is not a click"
    qtbot.mouseDClick(plot.viewport(), left, pos=centre.toPoint())
    assert plot.x_at(plot.area().left()) == 0 and plot.x_at(plot.area().right()) == 99


def test_zoom_survives_new_curves_over_the_same_x(plot: CurvePlot) -> None:
    turn_wheel(plot.viewport(), plot.area().center(), 800)
    zoomed = plot.box.viewRange()[0]
    plot.set_curves(np.arange(100), [Curve("other", np.zeros(100))])
    assert plot.box.viewRange()[0] == zoomed
    plot.set_curves(np.arange(50), [Curve("other", np.zeros(50))])
    assert plot.x_at(plot.area().right()) == 49


def test_numbers_that_are_none_leave_gaps(qtbot: QtBot, plot: CurvePlot) -> None:
    y = np.sin(np.arange(100) / 5.0)
    y[40:60] = np.nan
    plot.set_curves(np.arange(100), [Curve("broken", y), Curve("none", np.full(100, np.nan), 1)])
    plot.set_marked(50)
    assert not plot.grab().toImage().isNull()
    low, high = plot.box.viewRange()[1]
    assert -1.2 < low < -0.9 and 0.9 < high < 1.2


def test_axis_numbers_have_a_true_minus_and_whole_x(plot: CurvePlot) -> None:
    assert plot.axis_y.tickStrings([-0.5, 0.0, 1.0], 1.0, 0.5) == ["−0.5", "0.0", "1.0"]
    for low, high in ((0.0, 1.2), (0.0, 3.0), (0.0, 511.0), (17.0, 21.0)):
        ((step, _),) = plot.axis_x.tickSpacing(low, high, 300.0)
        assert step >= 1 and step == int(step)


@given(st.floats(1e-9, 1e9))
def test_a_tick_step_is_round_and_the_next_one_up(least: float) -> None:
    step = tick_step(least)
    assert least * (1 - 1e-6) <= step <= 2.5 * least * (1 + 1e-6)
    mantissa = step / 10 ** math.floor(math.log10(step) + 1e-9)
    assert min(abs(mantissa - round_) for round_ in (1, 2, 5, 10)) < 1e-6


@given(st.lists(st.floats(-50, 250), min_size=1, max_size=8), st.floats(5, 20))
def test_labels_are_placed_apart_and_inside(middles: list[float], height: float) -> None:
    found = placed_apart(middles, height, 0.0, 200.0)
    order = sorted(range(len(middles)), key=lambda place: middles[place])
    placed = [found[place] for place in order]
    assert all(later - earlier >= height - 1e-6 for earlier, later in pairwise(placed))
    if len(middles) * height <= 200:
        assert placed[0] - height / 2 >= -1e-6 and placed[-1] + height / 2 <= 200 + 1e-6
    free = [place for place in order if height / 2 <= middles[place] <= 200 - height / 2]
    if len(middles) == 1 and free:
        assert found[0] == middles[0]


def test_a_table_knows_its_sum(trace: Trace) -> None:
    found = position_table.position_table(trace, "encoder", 0)
    assert isinstance(found, PositionTable) and found.used == 7 and found.width == 32 and found.whole
    assert found.words[:2] == ("the", "white")
    assert position_table.position_table(made_trace(stage="encoded"), "decoder", 0) is None
    assert position_table.position_table(trace.with_(arrays={}), "encoder", 0) is None
