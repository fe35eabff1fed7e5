"""The view Calculate: its numbers, its steps, what lights up, what can be asked for, and its room."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain import provenance
from model_core.explain.provenance import function
from model_core.explain.source_lines import code_line
from model_core.record.model_info import bundled_models
from model_core.record.run_spec import RunSpec
from model_core.record.trace import FUTURE, VISIBLE, Trace
from model_core.spec import KINDS, ModelSpec
from tests.made.traces import made_trace
from tests.support.harness import SIZE, ViewStage, changed_unpainted, colours_of, shown, stored, svg_of
from viz_app.commands import actions
from viz_app.data import map_text
from viz_app.data.number_format import factor, figures
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Layout, Look, State
from viz_app.system.command_queue import flush
from viz_app.views.calculate import page_painting
from viz_app.views.calculate.attention_blocks import AttentionBlocks
from viz_app.views.calculate.blocks import DEPTHS, STEPS, Block, Choice, Number, PageRow, Place, place_of
from viz_app.views.calculate.cell_rows import shown_keys, shown_units, sum_of_products
from viz_app.views.calculate.output_blocks import OutputBlocks
from viz_app.views.calculate.page_layout import Measures, PageLayout
from viz_app.views.calculate.page_painting import PagePainter, Rects
from viz_app.views.calculate.toolbar import CachedFlow
from viz_app.views.calculate.view import Calculate
from viz_app.widgets import painting, theme
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.layout import FlowLayout
from viz_app.widgets.number_card import NumberCard

pytestmark = pytest.mark.usefixtures("qapp")

TINY = Place("cross", 0, 0, 0, 0, 0)


@pytest.fixture(scope="module")
def tiny() -> Trace:
    """A real run of the tiny model."""
    return Engine().trace(RunSpec("tiny", ("red ball",)))


@pytest.fixture(scope="module")
def made() -> Trace:
    """An ordinary sentence of random numbers."""
    return made_trace("the white house is very old", "la casa blanca es muy vieja")


class CalculateStage(ViewStage):
    """The calculate view. A run that is asked for is shown at once."""

    of = Calculate

    def __init__(self, qtbot: QtBot, trace: Trace, size: tuple[int, int] = SIZE, **changes: Any) -> None:
        super().__init__(qtbot, trace, size, run=trace.run, **{"depth": "numbers", "digits": 4} | changes)

    def ask(self, changes: dict[str, Any]) -> None:
        self.draw(run=self.run.with_(**changes))

    @property
    def page(self) -> PageLayout:
        """What is laid out."""
        assert self.view.sheet.page is not None
        return self.view.sheet.page

    def rows(self, step: int) -> list[PageRow]:
        return [placed.row for placed in self.page.rows if placed.row.step == step]

    def place_of(self, source: provenance.Source) -> int:
        """Where a number lies on the page."""
        return next(at for at, placed in enumerate(self.page.numbers) if placed.number.source == source)

    def lit(self) -> list[provenance.Source]:
        """The inputs that are lit up, of those on the page."""
        found = (self.page.numbers[at].number.source for at in sorted(self.view.sheet._lit))
        return [source for source in found if source is not None]

    def spot(self, at: int) -> QPoint:
        return self.page.numbers[at].rect.center().toPoint()


def blocks(trace: Trace, place: Place, choice: Choice | None = None) -> list[Block]:
    """All blocks of one cell."""
    choice = choice or Choice(8, 8)
    return [*AttentionBlocks(trace, place, choice).blocks(), *OutputBlocks(trace, place, choice).blocks()]


def rows_of(found: list[Block], step: int) -> list[PageRow]:
    return [row for block in found for row in block.rows if row.step == step]


def test_a_bar_that_gives_the_page_another_width_for_ever_is_laid_out_for_the_last_one(
    qtbot: QtBot, made: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A control that is shown can make the split view give the page another width, and that another height."""
    stage = CalculateStage(qtbot, made)
    bar, fit, widths = stage.view.bar, stage.view.bar.fit, list[int]()

    def restless(width: int, room: float) -> None:
        widths.append(width)
        fit(width, room)
        stage.view.resize(700 if stage.view.width() == 600 else 600, 500)

    with monkeypatch.context() as patch:
        patch.setattr(bar, "fit", restless)
        stage.view.resize(900, 500)
    assert widths[0] == 900 and 1 < len(widths) < 10
    stage.view.resize(800, 500)
    assert 600 < stage.page.width < 800 and bar.isVisible()


# ---------------------------------------------------------------- the numbers


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("real", [True, False])
def test_every_number_is_what_its_source_says(kind: str, real: bool, tiny: Trace, made: Trace) -> None:
    trace = tiny if real else made
    rows, keys = trace.size(kind)
    place = Place(kind, 0, 0, 0, rows - 1, keys - 1)
    checked = 0
    for block in blocks(trace, place, Choice(3, 4, "most", (1, 2, 3))):
        for row in block.rows:
            for one in (*row.numbers, *filter(None, [row.result])):
                assert one.source is not None
                assert one.value == pytest.approx(float(provenance.value_of(trace, one.source)), nan_ok=True)
                checked += 1
    assert checked > 40


def test_the_six_steps_equal_an_independent_recomputation(made: Trace) -> None:
    """From q, k and v alone, in float64, to 1e-5."""
    place = Place("decoder", 1, 2, 0, 3, 1)
    q, k, v = (made.arrays[made.name("decoder", what, 1)][0, 2].astype(np.float64) for what in "qkv")
    allowed = made.reason("decoder")[3] == VISIBLE
    score = q[3] @ k.T
    scaled = np.where(allowed, score / math.sqrt(8), -np.inf)
    raised = np.exp(scaled - scaled.max())
    weights = raised / raised.sum()
    found = blocks(made, place)
    (raw,), (divided, mask), (exp, weight) = rows_of(found, 3)[1:], rows_of(found, 4), rows_of(found, 5)
    assert [one.value for one in rows_of(found, 3)[0].numbers] == pytest.approx(q[3] * k[1], abs=1e-5)
    assert rows_of(found, 3)[0].result.value == pytest.approx(score[1], abs=1e-5)
    assert [one.value for one in raw.numbers] == pytest.approx(score, abs=1e-5)
    assert [one.value for one in divided.numbers] == pytest.approx(score / math.sqrt(8), abs=1e-5)
    assert [one.reason for one in mask.numbers] == [VISIBLE] * 4 + [FUTURE] * 3
    assert [one.value for one in exp.numbers] == pytest.approx(raised, abs=1e-5)
    assert exp.result.value == pytest.approx(raised.sum(), abs=1e-5) and weight.result.value == pytest.approx(1.0)
    assert [one.value for one in weight.numbers] == pytest.approx(weights, abs=1e-5)
    z = rows_of(found, 6)[-1]
    assert [one.value for one in z.numbers] == pytest.approx(weights @ v, abs=1e-5)
    strongest = rows_of(found, 6)[1]
    best = int(weights.argmax())
    assert [one.value for one in strongest.numbers] == pytest.approx(weights[best] * v[best], abs=1e-5)


def test_what_follows_attention_hangs_together(tiny: Trace) -> None:
    found = blocks(tiny, TINY)
    merged, output = rows_of(found, 7)
    x, added, total = ([one.value for one in row.numbers] for row in rows_of(found, 8))
    assert [one.value for one in merged.numbers] == [one.value for one in rows_of(found, 6)[-1].numbers]
    assert added == [one.value for one in output.numbers]
    assert total == pytest.approx([a + b for a, b in zip(x, added, strict=True)], abs=1e-6)
    normed = rows_of(found, 9)[-1]
    assert [one.value for one in normed.numbers] == pytest.approx(
        [one / normed.result.value for one in total], abs=1e-5
    )
    before, hidden, back, end = ([one.value for one in row.numbers] for row in rows_of(found, 10))
    assert hidden == [max(0.0, one) for one in before]
    assert end == pytest.approx([a + b for a, b in zip(total, back, strict=True)], abs=1e-6)


@pytest.mark.parametrize("place", ["pre", "post"])
def test_both_places_of_the_norm_have_their_rows(place: str) -> None:
    from model_core.spec import ModelSpec
    from model_core.tokenizers.vocab import closed_vocabulary
    from model_core.transformer.model import build

    engine = Engine()
    spec = ModelSpec(7, 7, d_model=8, heads=2, encoder_layers=2, decoder_layers=2, d_ff=12, norm_place=place)
    engine.add("own", build(spec, seed=3), closed_vocabulary(["a", "b", "c"]))
    trace = engine.trace(RunSpec("own", ("a b c",), ("c b",)))
    for kind in KINDS:
        found = blocks(trace, Place(kind, 1, 1, 0, 1, 0), Choice(12, 8))
        assert not [row.label for block in found for row in block.rows if row.missing]
        x, o, total = ([one.value for one in row.numbers] for row in rows_of(found, 8))
        assert total == pytest.approx([a + b for a, b in zip(x, o, strict=True)], abs=1e-5)
        normed = [one.value for one in rows_of(found, 9)[-1].numbers]
        reads = np.array(
            total if place == "post" or kind != "decoder" else [n.value for n in rows_of(found, 9)[0].numbers]
        )
        assert normed == pytest.approx((reads - reads.mean()) / np.sqrt(reads.var() + 1e-5), abs=1e-4)
        end = rows_of(found, 10)[-1]
        later = kind == "decoder"  # cross-attention adds its part in between
        read, summed = ("x′", "x′") if later else ("x+o", "x + o")
        assert rows_of(found, 9)[-1].label == f"n = norm({read if place == 'pre' else 'x+o'})"
        fed = "x′" if later and place == "post" else "n"
        assert rows_of(found, 10)[0].label.startswith(f"a = {fed}·W₁")
        assert end.label == (f"{summed} + f" if place == "pre" else f"norm({fed} + f)")
        f = [one.value for one in rows_of(found, 10)[-2].numbers]
        if place == "pre":  # the row is the sum that its label names
            assert [one.value for one in end.numbers] == pytest.approx(reads + np.array(f), abs=1e-5)
        elif not later:
            both = np.array(normed) + np.array(f)
            parts = (both - both.mean()) / np.sqrt(both.var() + 1e-5)
            assert [one.value for one in end.numbers] == pytest.approx(parts, abs=1e-4)


@pytest.mark.parametrize(
    ("kind", "query", "key"),
    [("encoder", "source", "source"), ("decoder", "target", "target"), ("cross", "target", "source")],
)
def test_query_and_key_have_the_colour_of_their_side(kind: str, query: str, key: str, made: Trace) -> None:
    found = blocks(made, Place(kind, 0, 0, 0, 1, 1))
    tones = {row.label: row.tone for block in found for row in block.rows}
    assert tones["query q"] == tones["z = Σ"] == tones["z₁"] == query and tones["z₂"] == "ink"
    assert tones["key k"] == next(block.tone for block in found if block.keys) == key


def test_this_heads_output_is_found_again_among_all_heads(made: Trace) -> None:
    for head in (0, 2):
        place, spec = Place("cross", 0, head, 0, 1, 1), made.spec
        for order in ("first", "most"):
            found = blocks(made, place, Choice(4, 4, order))
            card = next(block for block in found if block.title == "Heads joined")
            z = rows_of(found, 6)[-1]
            own = next(row for row in card.rows if row.label == f"z{'₁₂₃₄'[head]}")
            assert [one.value for one in own.numbers] == [one.value for one in z.numbers]
            assert card.columns == next(block for block in found if z in block.rows).columns
            assert own.note == f"this head: {head * spec.value_width + 1}–{(head + 1) * spec.value_width}"
            assert len(card.rows) == spec.heads and len(own.whole) == spec.value_width
            for one, unit in zip(own.numbers, card.columns, strict=True):
                assert one.source.index == (head * spec.value_width + int(unit) - 1,)


def test_unrecorded_arrays_are_marked_as_not_recorded(made: Trace) -> None:
    kept = {name: array for name, array in made.arrays.items() if not name.endswith((".q", ".k", "scores"))}
    found = blocks(made.with_(arrays=kept), Place("cross", 0, 0, 0, 1, 1))
    assert {row.step for block in found for row in block.rows if row.missing} >= {1, 2, 3, 4, 5}
    weight = rows_of(found, 5)[-1]
    assert not weight.missing and weight.result.value == pytest.approx(1.0)


def test_padding_of_a_batch_is_hatched_and_cannot_be_followed(qtbot: QtBot) -> None:
    trace = made_trace(("the cat sleeps now", "good morning"), ("el gato duerme", "buenos"))
    stage = CalculateStage(qtbot, trace, kind="cross", sentence=1, query=0, key=0)
    mask = stage.rows(4)[1]
    assert [one.reason for one in mask.numbers] == [0, 0, 0, 2, 2] and "2 padding" in mask.note
    stage.view.sheet.key_picked.emit(4)
    assert stage.said == []
    stage.view.sheet.key_picked.emit(2)
    assert stage.said == [("picked", {"query": 0, "key": 2, "reading": "row"})]


# ---------------------------------------------------------------- which cell, which columns


def test_the_pinned_cell_is_followed_else_the_step_with_its_strongest_key(made: Trace) -> None:
    def place(**look: Any) -> Place | None:
        return place_of(Snapshot(State(run=made.run, look=Look(**look)), made, theme.LIGHT))

    weights = made.map("cross", 1, 2)
    assert place(kind="cross", layer=1, head=2, query=4, key=3) == Place("cross", 1, 2, 0, 4, 3)
    assert place(kind="cross", layer=1, head=2, step=2) == Place("cross", 1, 2, 0, 2, int(weights[2].argmax()))
    found = place(kind="encoder")
    assert found is not None and found.query == 0


def test_columns_that_do_not_fit_come_on_pages_or_by_size() -> None:
    sizes = np.array([0.1, -5.0, 0.2, 3.0, -0.3, 1.0, 0.0])
    assert shown_units(7, Choice(3), 0, sizes) == [0, 1, 2]
    assert shown_units(7, Choice(3, pages=(2, 0, 0)), 0, sizes) == [6]
    assert shown_units(7, Choice(3, pages=(3, 0, 0)), 0, sizes) == [0, 1, 2], "after the last page the first"
    assert shown_units(7, Choice(3, order="most"), 0, sizes) == [1, 3, 5]
    assert shown_units(7, Choice(3, order="most", pages=(1, 0, 0)), 0, sizes) == [0, 2, 4], (
        "the three largest after them"
    )
    assert shown_units(7, Choice(9, order="most"), 0, sizes) == list(range(7))
    weights = np.array([0.1, 0.5, 0.0, 0.3, 0.1])
    assert shown_keys(weights, Choice(keys=3), 2) == [1, 2, 3]
    assert shown_keys(weights, Choice(keys=9), 2) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("length", [1, 12, 60, 400])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(3)
def test_the_chosen_key_is_always_there_with_the_strongest(length: int, kind: str, qtbot: QtBot) -> None:
    trace = made_trace(source_tokens=length, target_tokens=length)
    stage = CalculateStage(qtbot, trace, kind=kind, query=length - 1, key=0)
    page = stage.page
    scores = next(card for card in page.cards if card.block.keys)
    weights = trace.map(kind, 0, 0)[length - 1]
    assert 0 in scores.block.keys and int(weights.argmax()) in scores.block.keys
    assert len(scores.block.keys) == min(length, page.measures.keys)
    assert scores.block.keys == tuple(sorted(scores.block.keys))
    assert stage.rows(5)[1].result.value == pytest.approx(1.0, abs=1e-5)


def test_more_decimals_leave_room_for_fewer_units(qapp: QApplication) -> None:
    assert Measures.for_page(1000, 4).units < Measures.for_page(1000, 2).units
    assert Measures.for_page(1000, 4).units < Measures.for_page(1400, 4).units
    assert Measures.for_page(60, 4).units == Measures.for_page(60, 4).keys == 1


# ---------------------------------------------------------------- words and mathematics


def test_formulas_hold_their_numbers(tiny: Trace) -> None:
    found = blocks(tiny, TINY)
    lines = [line for block in found for row in block.rows for line in row.formula]
    raw, scaled = (float(tiny.map("cross", 0, 0, what)[0, 0]) for what in ("raw", "scaled"))
    assert f"s = q·k / √K = {figures(raw)} / √2 = {figures(scaled)}" in lines
    assert any(line.startswith("w = e^(s − max s) / Σ = 1.0000 / ") for line in lines)
    assert any("the largest score of the row, is subtracted first" in line for line in lines)
    assert sum_of_products([1.5, -2.0], [2.0, -3.0], 9.0, 2) == "1.5000·2.0000 + (−2.0000)·(−3.0000) = 9.0000"
    assert factor(-1.0, 2) == "(−1.00)" and figures(12345.678) == "12346" and figures(-math.inf) == "−∞"


@pytest.mark.parametrize("path", ["encoder.layers.0.self_attn", "decoder.layers.0.cross_attn"])
def test_code_is_the_product_itself(path: str) -> None:
    for point, product in {"q": "self.to_q(x_BQD)", "k": "self.to_k(memory_BMD)", "v": "self.to_v(memory_BMD)"}.items():
        assert product in code_line(f"{path}.{point}", ModelSpec(10, 10)).text


# ---------------------------------------------------------------- steps


def test_keys_go_through_the_steps_and_stop_at_the_ends(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made)
    asked: list[str] = []
    stage.view.commanded.connect(asked.append)
    qtbot.keyClicks(stage.view, "][}{")
    assert asked == [f"calculation.{name}" for name in ("forward", "back", "last", "first")]
    stage.view.bar.steps.setFocus()
    for code, step in ((Qt.Key.Key_Right, 2), (Qt.Key.Key_End, len(STEPS)), (Qt.Key.Key_Left, len(STEPS) - 1),
                       (Qt.Key.Key_Home, 1), (Qt.Key.Key_Left, 1)):  # fmt: skip
        qtbot.keyClick(stage.view.bar.steps, code)
        assert stage.options.step == step
    assert all(changes.keys() == {"step"} for name, changes in stage.said if name == "opted")


def test_every_key_counts_however_fast_they_come(qtbot: QtBot, made: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before what the first one asked for is drawn."""
    with shown(stored(made, desk=Layout(views=("calculate",))), qtbot) as window:
        (view,) = window.findChildren(Calculate)
        monkeypatch.setattr(Calculate, "draw", lambda *_: None)  # it is slower than the fingers
        steps = []
        for key in "]]][[[[}]{[":
            view.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, ord(key), Qt.KeyboardModifier.NoModifier, key))
            flush()
            steps.append(window.store.state.options.get("calculate", {}).get("step", 1))
    assert steps == [2, 3, 4, 3, 2, 1, 1, len(STEPS), len(STEPS), 1, 1]


def test_the_window_has_keys_for_the_steps() -> None:
    assert len(STEPS) == actions.CALCULATION_STEPS
    assert actions.action("calculation.forward").keys == ("]",)


def test_a_click_on_a_step_or_a_rows_name_goes_there(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made)
    cells = {step: rect for step, rect, _ in stage.view.bar.steps.cells()}
    qtbot.mouseClick(stage.view.bar.steps, Qt.MouseButton.LeftButton, pos=cells[4].center().toPoint())
    assert stage.options.step == 4
    forward = {step: rect for step, rect, _ in stage.view.bar.steps.cells()}[-2]
    qtbot.mouseClick(stage.view.bar.steps, Qt.MouseButton.LeftButton, pos=forward.center().toPoint())
    assert stage.options.step == 5
    page = stage.page
    label = next(placed.label for placed in page.rows if placed.row.step == 2)
    qtbot.mouseClick(stage.view.sheet, Qt.MouseButton.LeftButton, pos=label.center().toPoint())
    assert stage.options.step == 2


@pytest.mark.parametrize("step", [1, 5])
def test_where_not_all_steps_can_be_named_the_present_one_is(step: int, qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made)
    stage.opt({"step": step})
    steps = stage.view.bar.steps
    full = [f"{at} {name}" for at, (name, _) in enumerate(STEPS, 1)]
    seen = set[str]()
    for width in range(2400, 150, -50):
        steps.resize(width, steps.height())
        names = [words for at, _, words in steps.cells() if at > 0]
        if all(names):
            assert names in (full, [name if at == step else str(at) for at, name in enumerate(full, 1)])
        else:
            assert names == ["" if at != step else f"{step} of {len(STEPS)}" for at in range(1, len(STEPS) + 1)]
        seen.add(names[step % len(STEPS)])
    assert len(seen) == 3, "each of the three ways"


def test_a_step_says_where_a_click_on_its_row_goes(qtbot: QtBot, made: Trace) -> None:
    sheet = CalculateStage(qtbot, made).view.sheet
    assert sheet.hint_of(("step", 2)) == f"Click to go to step 2: {STEPS[1][1]}."
    assert sheet.hint_of(("key", 2)) == "Click to follow this key instead."


def test_the_present_step_is_in_sight_and_stands_out(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, size=(848, 410))
    for step in range(1, len(STEPS) + 1):
        stage.opt({"step": step})
        page = stage.page
        top = stage.view.area.verticalScrollBar().value()
        rows = [placed for placed in page.rows if placed.row.step == step]
        assert rows and top <= rows[0].rect.top() + 1
        assert rows[0].rect.bottom() <= top + stage.view.area.viewport().height()
    stage.opt({"step": len(STEPS)})
    for depth in ("code", "picture", "formula", "numbers"):  # rows of other heights: the step stays in sight
        stage.draw(depth=depth)
        top, page = stage.view.area.verticalScrollBar().value(), stage.page
        first = next(placed for placed in page.rows if placed.row.step == len(STEPS))
        assert top <= first.rect.top() + 1 and first.rect.bottom() <= top + stage.view.area.viewport().height(), depth
    pictures = set()
    for step in range(1, len(STEPS) + 1):
        stage.options = replace(stage.options, step=step)
        picture = stage.view.sheet.grab().toImage()
        stage.draw()
        pictures.add(bytes(picture.constBits()))
    assert len(pictures) == len(STEPS)


@pytest.mark.parametrize("depth", DEPTHS)
def test_each_depth_shows_what_it_says(depth: str, qtbot: QtBot, tiny: Trace) -> None:
    stage = CalculateStage(qtbot, tiny)
    stage.view.bar.depths.buttons[depth].click()
    page = stage.page
    assert stage.options.depth == depth and page.depth == depth
    assert bool(page.numbers) == (depth in ("picture", "numbers"))
    if depth == "picture":
        assert [placed.number for placed in page.numbers] == [
            placed.row.figure[1] for placed in page.rows if placed.row.figure is not None
        ]
    texts = [text for placed in page.rows if not placed.row.missing for _, text, _ in placed.texts]
    assert bool(texts) == (depth in ("formula", "code"))
    assert any("model_core/transformer/attention.py" in text for text in texts) == (depth == "code")
    for placed in page.rows:
        for _, _, rect in placed.texts:
            assert placed.rect.contains(rect.adjusted(1, 1, -1, -1)), "text inside its row"


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_quiet_weights_keep_their_hue_and_order(qapp: QApplication, made: Trace, look: theme.Theme) -> None:
    theme.apply(qapp, look)
    page = PageLayout(blocks(made, Place("cross", 0, 0, 0, 2, 1)), "numbers", 900, 4)
    painter, row = PagePainter(page, 1), page.rows[0].row
    grounds = [painter._quiet(Number(value, None, "weight"), row)[0] for value in (0.1, 0.4, 0.7, 1.0)]
    distances = [abs(one.lightnessF() - look.q("panel").lightnessF()) for one in grounds]
    assert distances == sorted(distances) and distances[0] < distances[-1]
    assert grounds[-1].hsvSaturationF() > 0.25, "blue, no grey"


def test_bars_are_as_tall_as_their_values(qapp: QApplication, made: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a row and of all rows with its scale, the largest of which fills its row."""
    page = PageLayout(blocks(made, Place("cross", 0, 0, 0, 2, 1)), "picture", 900, 4)
    painted: list[float] = []
    filled = page_painting._BARS.filled

    def noted(lefts: Any, tops: Any, wide: float, high: Any) -> Any:
        painted.extend(high)
        return filled(lefts, tops, wide, high)

    monkeypatch.setattr(page_painting._BARS, "filled", noted)
    image, rows = QImage(900, round(page.height), QImage.Format.Format_RGB32), 0
    painter = QPainter(image)
    for placed in page.rows:
        if placed.row.whole is None or len(placed.row.whole) > placed.body.width() // 2:
            continue
        painted.clear()
        PagePainter(page, 1)._bars(painter, placed)
        values = np.sort(np.abs(placed.row.whole))
        if painted and values[-1] > 0:
            share = np.sort(painted) / (placed.body.height() - 6)
            signed = max(share) <= 0.5
            assert share * (2 if signed else 1) == pytest.approx(values / page.scales[placed.row.scale], abs=1e-5)
            rows += 1
    painter.end()
    assert rows > 3


@pytest.mark.parametrize("depth", DEPTHS)
def test_what_is_painted_piece_by_piece_is_the_page(depth: str, qapp: QApplication, made: Trace) -> None:
    """Only what is seen is painted, and no part of what is seen is left out."""
    page = PageLayout(blocks(made, Place("cross", 0, 0, 0, 2, 1)), depth, 900, 4)
    images = [QImage(900, round(page.height), QImage.Format.Format_RGB32) for _ in range(2)]
    for image, pieces in zip(images, (1, 5), strict=True):
        image.fill(0)
        high = image.height() // pieces + 1
        with QPainter(image) as painter:
            for piece in (QRect(0, at * high, 900, high) for at in range(pieces)):
                painter.setClipRect(piece)
                PagePainter(page, 1).paint(painter, QRegion(piece) if pieces > 1 else None)
    assert images[0] == images[1]
    painter, rows = PagePainter(page, 1), list[PageRow]()
    painter._row = lambda _painter, placed: rows.append(placed.row)  # type: ignore[method-assign]
    with QPainter(images[0]) as canvas:
        painter.paint(canvas, QRegion(page.rows[0].rect.adjusted(0, 1, 0, -1).toAlignedRect()))
    assert rows == [page.rows[0].row]


def test_rows_and_numbers_never_overlap(qtbot: QtBot, made: Trace) -> None:
    for width in (220, 440, 848, 1008, 1600):
        for depth in DEPTHS:
            page = PageLayout(blocks(made, Place("decoder", 0, 0, 0, 2, 1), Choice(5, 5)), depth, width, 4)
            assert all(a.rect.bottom() <= b.rect.top() + 0.01 for a, b in zip(page.rows, page.rows[1:], strict=False))
            assert all(a.rect.bottom() < b.rect.top() for a, b in zip(page.cards, page.cards[1:], strict=False))
            rects = [placed.rect.adjusted(0.01, 0.01, -0.01, -0.01) for placed in page.numbers]
            assert not any(a.intersects(b) for at, a in enumerate(rects) for b in rects[at + 1 :])
            assert all(rect.right() <= width for rect in rects)


def test_a_number_follows_a_spelt_out_word(qtbot: QtBot) -> None:
    """What no font here can draw is longer on the screen than its letters."""
    word, font = "\U0001f44f", Canvas.font_of("small")
    assert painting.drawable(word, font) == "U+1F44F"
    trace = made_trace(f"the {word} house")
    page = CalculateStage(qtbot, trace, kind="cross", query=1, key=1, depth="picture").page
    said = [(page.rows[one.row], one.rect) for one in page.numbers]
    beside = [(row, rect) for row, rect in said if word in page.result_words(row.row)[0]]
    assert len(beside) >= 4
    for row, rect in beside:
        words, wide = painting.fitted(page.result_words(row.row)[0], font, row.note.width())
        assert "U+1F44F" in words and row.note.left() + wide <= rect.left()


def test_rectangles_have_the_numbers_that_were_written() -> None:
    made = Rects()
    lefts, tops, high = np.array([1.0, 3.5, 6.0]), np.array([2.0, -1.25, 0.0]), np.array([4.0, 5.0, 6.5])
    assert made.filled(lefts, tops, 2.0, high) == [QRectF(1, 2, 2, 4), QRectF(3.5, -1.25, 2, 5), QRectF(6, 0, 2, 6.5)]
    assert made.filled(lefts[:1], tops[:1], 1.0, high[1:2]) == [QRectF(1, 2, 1, 5)]
    assert made.filled(lefts[:0], tops[:0], 1.0, high[:0]) == []
    many = np.arange(5000.0)
    assert [one.x() for one in made.filled(many, many, 1.0, many)] == many.tolist()


# ---------------------------------------------------------------- what lights up


def test_pointing_at_a_number_lights_up_its_inputs(qtbot: QtBot, tiny: Trace) -> None:
    stage = CalculateStage(qtbot, tiny, step=0, query=0, key=1)
    path = tiny.name("cross", "x", 0).removesuffix(".x")
    given = {"kind": "cross", "layer": 0, "head": 0, "query": 0, "key": 1, "sentence": 0}

    def lit(source: provenance.Source) -> set[str]:
        qtbot.mouseMove(stage.view.sheet, stage.spot(stage.place_of(source)))
        stage.view.sheet.point_at(stage.place_of(source))
        return {one.words().removeprefix(f"{path}.") for one in stage.lit()}

    assert lit(function("products", (1,), **given)) == {"q[0, 0, 0, 1]", "k[0, 0, 1, 1]"}
    assert lit(provenance.Source(f"{path}.raw_scores", (0, 0, 0, 1))) == {
        f"{v}[0, 0, {r}, {i}]" for v, r in (("q", 0), ("k", 1)) for i in (0, 1)
    }
    row = {name: value for name, value in given.items() if name != "key"}
    assert len(lit(function("raised_sum", (), **row))) == 3, "the whole row for the sum"
    assert lit(provenance.Source(f"{path}.head_outputs", (0, 0, 0, 0))) >= {f"weights[0, 0, 0, {m}]" for m in range(3)}
    assert "Click to see where it comes from." in stage.hints[-1]
    stage.view.sheet.point_at(None)
    assert stage.lit() == [] and stage.hints[-1] == ""


@pytest.mark.parametrize("depth", ["numbers", "picture"])
def test_of_a_page_only_the_rows_with_other_rings_are_painted_again(qtbot: QtBot, made: Trace, depth: str) -> None:
    stage = CalculateStage(qtbot, made, (1008, 1200), kind="cross", query=2, key=1, depth=depth)
    sheet, small = stage.view.sheet, 0
    numbers = range(0, len(stage.page.numbers), max(1, len(stage.page.numbers) // 9))
    for at in (*numbers, None):
        missed, painted = changed_unpainted(sheet, lambda at=at: sheet.point_at(at))
        assert not missed, "what was left alone looks as a whole painting does"
        small += sum(rect.width() * rect.height() for rect in painted) < sheet.width() * sheet.height() / 3
    assert small >= 3, "a few rows are not a page"


def test_pointing_at_a_keys_number_shows_the_cell_elsewhere(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", query=2, key=1)
    at = stage.place_of(provenance.Source(made.name("cross", "weights", 0), (0, 0, 2, 3)))
    qtbot.mouseMove(stage.view.sheet, QPoint(2, 2))
    qtbot.mouseMove(stage.view.sheet, stage.spot(at))
    assert ("hovered", (2, 3)) in stage.said
    qtbot.mouseMove(stage.view.sheet, QPoint(2, 2))
    assert stage.said[-1] == ("hovered", None)


def test_the_score_at_the_end_of_its_products_is_that_of_the_chosen_key(made: Trace) -> None:
    (product,) = (row for row in rows_of(blocks(made, Place("cross", 1, 2, 0, 3, 4)), 3) if row.label == "q × k")
    assert product.result is not None and product.result.key == 4
    assert product.result.value == float(made.map("cross", 1, 2, "raw")[3, 4])


def test_keys_go_from_number_to_number_and_ask(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", query=2, key=1)
    sheet, control = stage.view.sheet, Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(sheet, Qt.Key.Key_Right, control)
    first = sheet.lit_number
    assert first is not None and sheet.page is not None and sheet.page.rows[first.row].row.step == 1
    qtbot.keyClick(sheet, Qt.Key.Key_Right, control)
    qtbot.keyClick(sheet, Qt.Key.Key_Down, control)
    held = sheet.lit_number
    assert held is not None and (held.row, held.column) == (first.row + 1, 1)
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    (card,) = stage.view.findChildren(NumberCard)
    assert card.origin is not None and card.origin.source == held.number.source
    qtbot.keyClick(card, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not stage.view.findChildren(NumberCard))


def test_a_click_on_a_number_opens_its_card(qtbot: QtBot, tiny: Trace) -> None:
    stage = CalculateStage(qtbot, tiny, query=0, key=0)
    source = provenance.Source(tiny.name("cross", "weights", 0), (0, 0, 0, 1))
    qtbot.mouseClick(stage.view.sheet, Qt.MouseButton.LeftButton, pos=stage.spot(stage.place_of(source)))
    (card,) = stage.view.findChildren(NumberCard)
    assert card.origin is not None and card.origin.source == source
    assert float(card.origin.digits) == pytest.approx(tiny.map("cross", 0, 0)[0, 1])
    card.close()
    qtbot.waitUntil(lambda: not stage.view.findChildren(NumberCard))


# ---------------------------------------------------------------- choosing


def test_head_row_and_key_are_chosen_in_the_bar(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", layer=1, head=2, query=4, key=3)
    view = stage.view
    assert view.bar.head.currentText() == "layer 2 · head 3"
    assert view.bar.key.currentText() == "→ is"
    assert view.bar.row.currentText() == "es ▸ muy"
    for box, place, wanted in ((view.bar.head, 4, {"layer": 1, "head": 0}), (view.bar.row, 1, {"query": 1, "key": 3}),
                               (view.bar.key, 0, {"query": 1, "key": 0})):  # fmt: skip
        box.setCurrentIndex(place)
        box.activated.emit(place)
        assert wanted.items() <= stage.said[-1][1].items()
    view.bar.kind.buttons["encoder"].click()
    assert stage.said[-1] == ("picked", {"kind": "encoder"})


def test_parts_of_the_bar_stand_close_whatever_was_shown_before(qtbot: QtBot, made: Trace, tiny: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", query=2, key=1)
    for trace, kind in ((made, "encoder"), (tiny, "cross"), (made, "decoder")):
        stage.trace, stage.look = trace, Look(kind=kind)
        stage.draw()
        bar = stage.view.bar
        for left, right in itertools.pairwise((bar.kind, bar.head, bar.row, bar.key, bar.depths)):
            if left.y() == right.y():
                assert right.x() - left.geometry().right() - 1 == 8, kind


def test_another_page_takes_the_hint_of_a_number_back(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", query=2, key=1)
    stage.view.sheet.point_at(3)
    assert stage.hints[-1]
    stage.look = Look(kind="encoder")
    stage.draw()
    assert stage.view.sheet.lit_number is None and stage.hints[-1] == ""


def test_shift_and_arrows_follow_another_cell(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", query=0, key=0)
    shift = Qt.KeyboardModifier.ShiftModifier
    for key, cell in ((Qt.Key.Key_Right, (0, 1)), (Qt.Key.Key_Down, (1, 1)), (Qt.Key.Key_Up, (0, 1)),
                      (Qt.Key.Key_Up, (0, 1)), (Qt.Key.Key_Left, (0, 0)), (Qt.Key.Key_Left, (0, 0))):  # fmt: skip
        qtbot.keyClick(stage.view, key, shift)
        assert (stage.look.query, stage.look.key) == cell


def test_arrows_of_a_card_turn_the_units(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, size=(700, 590))
    page = stage.page
    card = next(card for card in page.cards if card.arrows and card.block.pager and card.block.pager.sort == 1)
    before = card.block.columns
    assert card.arrows is not None
    qtbot.mouseClick(stage.view.sheet, Qt.MouseButton.LeftButton, pos=card.arrows[1].center().toPoint())
    assert stage.said[-1] == ("opted", {"page_model": 1})
    page = stage.page
    after = next(one for one in page.cards if one.block.title == card.block.title).block.columns
    assert after[0] == str(int(before[-1]) + 1)
    stage.draw(page_model=0)
    stage.view._turn(1, -1)
    assert stage.options.page_model == 0


# ---------------------------------------------------------------- the tiny example


@pytest.mark.parametrize("inside", [("red ball",), ("red ball", "red")])
@pytest.mark.parametrize("typed", [("the white house is very old",), ("typed since it was drawn",)])
def test_the_tiny_example_can_be_entered_and_left(
    qtbot: QtBot, made: Trace, tiny: Trace, typed: tuple[str, ...], inside: tuple[str, ...]
) -> None:
    stage = CalculateStage(qtbot, made)
    button, before = stage.view.bar.tiny, made.run.with_(source=typed)
    assert button.isVisible() and button.text() == "Tiny example"
    stage.run = before
    button.click()
    assert stage.run == RunSpec("tiny", ("red ball",))
    stage.trace = tiny
    stage.draw(run=replace(stage.run, source=inside))
    assert button.text().startswith(f"Back to “{typed[0][:14].rstrip()}")
    button.click()
    assert stage.run == before
    stage.trace = made
    stage.draw()
    assert button.text() == "Tiny example"


@pytest.mark.parametrize("size", [SIZE, (500, 300)])
def test_there_is_always_a_way_back_from_the_tiny_example(qtbot: QtBot, size: tuple[int, int], tiny: Trace) -> None:
    """Also in a session that begins there, and where there is little room."""
    stage = CalculateStage(qtbot, tiny, size=size)
    assert stage.view.bar.tiny.isVisible() and stage.view.bar.tiny.text() == "Back to the translator"
    stage.view.bar.tiny.click()
    assert stage.run.model == "" and stage.run.source == bundled_models()[0].examples[:1]


def test_a_layout_before_the_tiny_example_is_there_keeps_the_way_back(qtbot: QtBot, made: Trace, tiny: Trace) -> None:
    """The bar is laid out with the run that was left, when the next one is not drawn yet."""
    stage = CalculateStage(qtbot, made)
    before, bar = stage.run, stage.view.bar
    bar.tiny.click()
    bar.tiny.show_run(before)
    stage.trace = tiny
    stage.draw()
    assert bar.tiny.text().startswith("Back to “the white house")
    bar.tiny.click()
    assert stage.run == before


def test_a_weight_that_is_not_nothing_does_not_read_0(qtbot: QtBot, made: Trace) -> None:
    weights = made.map("cross", 0, 0).copy()
    weights[1] = 0.0
    weights[1, :2] = 0.998, 0.002
    arrays = {**made.arrays, made.name("cross", "weights", 0): np.stack([weights] * 4)[None]}
    stage = CalculateStage(qtbot, made.with_(arrays=arrays), query=1, key=0, depth="numbers", step=5, digits=2)
    picture = svg_of(stage.view, (1000, 900))
    assert "&lt;0.01" in picture


def test_names_of_rows_are_set_as_formulas(qtbot: QtBot, made: Trace) -> None:
    """No caret where there is a raised part."""
    picture = svg_of(CalculateStage(qtbot, made, depth="picture").view, (1000, 900))
    assert ">e<" in picture and ">s − max<" in picture and "^(" not in picture


def test_pictures_are_first_and_say_the_numbers_that_matter(qtbot: QtBot, made: Trace) -> None:
    """Score, scaled score, e to its power, weight, and at the end the probability of what is written."""
    stage = CalculateStage(qtbot, made, kind="cross", layer=2, head=0, query=1, key=2, depth=Calculate.Options().depth)
    assert Calculate.Options().depth == "picture" and Calculate.Options().digits == 2
    said = {placed.row.label: stage.page.result_words(placed.row) for placed in stage.page.rows}
    weights = made.map("cross", 2, 0)[1]
    words, number = said["weight"]
    assert words == f"“{map_text.padded_columns(made, 'cross', 0)[2]}”" and number.value == pytest.approx(weights[2])
    assert said["q × k"][1].value == pytest.approx(float(made.map("cross", 2, 0, "raw")[1, 2]))
    assert list(said.values())[-1][0].startswith("p(")
    assert list(said.values())[-1][1].value == pytest.approx(float(made.numbers["probability"][0, 1]))


def test_the_softmax_rings_its_inputs(qtbot: QtBot, made: Trace) -> None:
    """A weight is made of the scores of its row and its mask; a hint names rings only where there are some."""
    stage = CalculateStage(qtbot, made, kind="cross", query=1, key=2)
    path = made.name("cross", "x", 0).removesuffix(".x")
    at = stage.place_of(provenance.Source(f"{path}.weights", (0, 0, 1, 2)))
    stage.view.sheet.point_at(at)
    names = {one.name for one in stage.lit()}
    assert names == {f"{path}.scores", "reasons.cross"}
    assert "Ringed: its inputs." in stage.hints[-1]
    stage.view.sheet.point_at(stage.place_of(provenance.Source(f"{path}.q", (0, 0, 1, 0))))
    assert not stage.lit() and "Ringed" not in stage.hints[-1]


# ---------------------------------------------------------------- room and pictures


@pytest.mark.parametrize("size", [(1008, 590), (848, 410), (440, 420), (240, 160)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_bar_never_covers_the_page(
    qapp: QApplication, qtbot: QtBot, size: tuple[int, int], scale: float, made: Trace
) -> None:
    theme.apply(qapp, theme.LIGHT, scale)
    stage = CalculateStage(qtbot, made, size=size)
    view = stage.view
    assert (view.bar.steps.isVisible() and view.area.height() > 0.3 * size[1]) or size[1] < 200
    parts = [part for part in view.bar.children() if part.isWidgetType() and part.isVisible()]
    for at, part in enumerate(parts):
        assert view.bar.rect().contains(part.geometry()), part
        assert not any(part.geometry().intersects(other.geometry()) for other in parts[at + 1 :])


def test_a_picture_holds_the_whole_page(qtbot: QtBot, tiny: Trace) -> None:
    """Also what has to be scrolled to on the screen: the lower end of the picture is not empty."""
    stage = CalculateStage(qtbot, tiny, size=(1008, 400))
    image = QImage(1008, 900, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    with QPainter(image) as painter:
        stage.view.paint_to(painter, image.rect().toRectF())
    assert len(colours_of(image.copy(40, 600, 920, 280), 3)) > 12


def test_a_click_beside_everything_does_nothing(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made)
    page = stage.page
    gap = QPointF(page.width / 2, page.cards[0].rect.bottom() + 4).toPoint()
    qtbot.mouseClick(stage.view.sheet, Qt.MouseButton.LeftButton, pos=gap)
    assert stage.said == [] and not stage.view.findChildren(NumberCard)


def test_another_trace_of_the_same_run_is_drawn(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", query=1, key=1)
    before = [one.value for one in stage.rows(1)[0].numbers]
    other = made_trace("the white house is very old", "la casa blanca es muy vieja", seed=9)
    assert other.run == made.run
    stage.trace = other
    stage.draw()
    assert [one.value for one in stage.rows(1)[0].numbers] != before


def test_a_snapshot_that_differs_by_the_pointer_alone_keeps_what_is_lit(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, kind="cross", query=1, key=1)
    stage.view.sheet.point_at(3)
    stage.draw()
    assert stage.view.sheet.lit_number is not None
    stage.opt({"step": 2})
    assert stage.view.sheet.lit_number is not None
    stage.draw(digits=2)
    assert stage.view.sheet.lit_number is None


@pytest.mark.parametrize("card", ["norms", "embedding", "changed", "scaled", "dropout", "einsum"])
def test_a_card_behind_the_steps_is_raised_and_a_step_replaces_it(qtbot: QtBot, card: str) -> None:
    stage = CalculateStage(qtbot, Engine().trace(RunSpec("reverse", ("3 1 4",))), size=(848, 410))
    stage.opt({"step": 2, "card": card, "number": "4", "scaled": True, "dropout": True, "letters": "ij->i"})
    wanted = next(placed.rect for placed in stage.page.cards if placed.block.card == card)
    loud = {placed.card.block.card for placed in stage.page.rows if PagePainter(stage.page, 2)._is_loud(placed.row)}
    assert loud == {card}, "it stands out, no step does"
    top, high = stage.view.area.verticalScrollBar().value(), stage.view.area.viewport().height()
    assert top <= wanted.top() and wanted.bottom() <= top + high
    stage.view._go_to(2)
    assert stage.options.card == "" and stage.view.area.verticalScrollBar().value() < top


# ---------------------------------------------------------------- before the rest of a run is there


def test_a_key_makes_the_blocks_of_the_head_alone_while_no_others_are_seen(
    qtbot: QtBot, made: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = CalculateStage(qtbot, made, depth="picture")
    whole, seen = stage.page, stage.view.area.viewport().height()
    assert whole.cards[2].rect.bottom() >= seen and not stage.view.needs_rest(stage.shot())
    picture = stage.view.grab().toImage()
    after: list[object] = []
    monkeypatch.setattr(OutputBlocks, "blocks", lambda _: after.append(1) or [])
    stage.draw(trace=made.maps_only())
    assert not stage.view.needs_rest(stage.shot()) and not after
    assert stage.page.blocks == whole.blocks[:3] and stage.page.height == whole.height
    assert stage.view.grab().toImage() == picture, "what is seen is the same"
    monkeypatch.undo()
    stage.draw(trace=made)
    assert stage.page.blocks == whole.blocks, "the rest follows"


def test_a_view_that_shows_more_than_the_head_waits_for_the_rest(qtbot: QtBot, made: Trace) -> None:
    early = made.maps_only()
    first = CalculateStage(qtbot, early, depth="picture")
    assert first.view.needs_rest(first.shot()), "how much lies below is not known yet"
    stage = CalculateStage(qtbot, made, depth="picture")
    stage.view.area.verticalScrollBar().setValue(stage.view.area.verticalScrollBar().maximum())
    stage.trace = early
    assert stage.view.needs_rest(stage.shot())
    stage.trace = made
    stage.opt({"step": 8})
    stage.view.area.verticalScrollBar().setValue(0)
    stage.trace = early
    assert stage.view.needs_rest(stage.shot()), "the step is below"


def test_a_table_and_a_picture_say_what_is_still_to_come(qtbot: QtBot, made: Trace) -> None:
    stage = CalculateStage(qtbot, made, depth="picture")
    stage.draw(trace=made.maps_only())
    assert "Waiting for" in svg_of(stage.view, (1000, 1400))


# ---------------------------------------------------------------- places that are kept


def test_the_places_of_the_bar_are_kept_until_a_part_changes(qtbot: QtBot) -> None:
    bar = QWidget()
    qtbot.addWidget(bar)
    kept = CachedFlow(bar)
    parts = [QPushButton("x" * size, bar) for size in (3, 30, 12)]
    for part in parts:
        kept.addWidget(part)
    bar.show()

    def places() -> list[QRect]:
        return [place for _, place in kept.places(180)]

    def changed(change: Callable[[], object]) -> None:
        before = places()
        change()
        assert places() == [place for _, place in FlowLayout.places(kept, 180)] != before

    changed(lambda: parts[1].setText("y"))
    changed(parts[0].hide)
    changed(parts[0].show)
    changed(lambda: parts[2].setFixedWidth(77))
    changed(lambda: parts[1].setFont(theme.font("title")))
    assert kept.places(180) is kept.places(180)
