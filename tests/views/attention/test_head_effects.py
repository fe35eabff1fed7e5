"""Bars under the heads: the same numbers as the Heads view, of the present step, and heads sorted by them."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model_core.record.effects import Effects, EffectsSpec, parts_of
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, svg_of, tip_text
from viz_app.data.snapshot import Snapshot
from viz_app.maps.head_bars import HeadBars
from viz_app.views.attention import head_effects, measured_heads
from viz_app.views.attention.view import Attention

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
SPEC = EffectsSpec(TRACE.run)
PARTS = parts_of(TRACE.spec, 0)
CHANGES = np.random.default_rng(5).normal(0, 0.2, (len(PARTS), len(TRACE.sentences[0].written)))
TEXT = TRACE.sentences[0]
FOUND = Effects(SPEC, TEXT.source, TEXT.written, PARTS, np.zeros(7), CHANGES, len(PARTS), 9.0)


class Stage(ViewStage):
    """The view, with effects or without."""

    of = Attention

    def __init__(self, qtbot: QtBot, found: Effects | None, trace: Trace = TRACE, **changes: object) -> None:
        self.found = found
        super().__init__(qtbot, trace, **changes)

    def shot(self) -> Snapshot:
        shot = super().shot()
        return shot if self.found is None else shot.with_(effects={self.found.asked: self.found})


def test_it_requests_the_effects_of_all_heads_in_a_pause(qtbot: QtBot) -> None:
    stage = Stage(qtbot, None)
    (request,) = stage.view.effects_requests(stage.shot())
    assert request.asked == SPEC and not request.live and not request.texts
    assert stage.view.pick.mosaic._bars is not None and not stage.view.pick.mosaic._bars.values  # their room is kept


@pytest.mark.parametrize(("chosen", "asked"), [(0, 0), (1, 1), (7, 1)])
def test_the_effects_are_those_on_the_chosen_sentence(qtbot: QtBot, chosen: int, asked: int) -> None:
    several = made_trace("the white house", "la casa blanca", sentences=2)
    stage = Stage(qtbot, None, several, sentence=chosen)
    (request,) = stage.view.effects_requests(stage.shot())
    assert request.asked == EffectsSpec(several.run, asked)


def test_a_bar_is_what_the_present_token_loses_without_that_head(qtbot: QtBot) -> None:
    stage = Stage(qtbot, FOUND, step=2, kind="decoder", layer=1, head=3)
    bars = stage.view.pick.mosaic._bars
    for part, row in zip(PARTS, CHANGES, strict=True):
        if part.kind == "decoder":
            assert bars.values[part.layer, part.index] == row[2]
    assert set(bars.values) == {(layer, head) for layer in range(3) for head in range(4)}
    assert "step 3, “blanca”" in stage.view.pick._note.text()
    stage.draw(step=4, kind="cross")
    assert stage.view.pick.mosaic._bars.values[0, 0] == CHANGES[PARTS.index(PARTS[24])][4]
    mosaic = stage.view.pick.mosaic
    tip = tip_text(mosaic.viewport(), mosaic.head_rect(0, 0).center().toPoint())
    assert mosaic._bars.number((0, 0)) in tip and "step 5" in tip


def test_heads_are_sorted_by_their_effect(qtbot: QtBot) -> None:
    stage = Stage(qtbot, FOUND, step=2, kind="cross", order="effect")
    values = stage.view.pick.mosaic._bars.values
    order = stage.view.pick.mosaic.places().order
    assert len(order) == 12 and list(order) == sorted(values, key=lambda head: -abs(values[head]))
    stage.draw(order="place")
    assert stage.view.pick.mosaic.places().order is None
    stage.view.pick.sort.chosen.emit("effect")
    assert stage.opted[-1] == {"order": "effect"}


def test_half_of_the_effects_are_no_effects(qtbot: QtBot) -> None:
    half = Effects(SPEC, FOUND.source, FOUND.written, PARTS, FOUND.base, CHANGES, 4, 1.0)
    assert head_effects.complete_effects(Stage(qtbot, half).shot()) is None


def test_a_recording_has_no_bars_and_no_room_for_them(qtbot: QtBot) -> None:
    from dataclasses import replace

    trace = TRACE.with_(model=replace(TRACE.model, recorded=True))
    stage = Stage(qtbot, None, trace=trace)
    assert stage.view.effects_requests(stage.shot()) == () and stage.view.pick.mosaic._bars is None


def test_the_numbers_are_in_a_vector_picture(qtbot: QtBot) -> None:
    stage = Stage(qtbot, FOUND, step=2, kind="cross")
    bars = stage.view.pick.mosaic._bars
    picture = svg_of(stage.view.pick.mosaic, (400, 500))
    assert all(bars.number(head) in picture for head in bars.values)


def test_a_long_text_whose_heads_have_no_names_has_its_bars(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured_heads, "AT_ONCE", 0)
    stage = Stage(qtbot, FOUND, step=2, kind="cross")
    mosaic, note = stage.view.pick.mosaic, stage.view.pick._note.text()
    picture = svg_of(mosaic, (400, 500))
    assert note.startswith("Bars: ") and all(mosaic._bars.number(head) in picture for head in mosaic._bars.values)


def test_numbers_stand_under_all_heads_or_under_none(qtbot: QtBot) -> None:
    """Else a head without a number would look like one without an effect."""
    stage = Stage(qtbot, FOUND, step=2, kind="cross")
    mosaic, counts = stage.view.pick.mosaic, set()
    mosaic.set_names({head: "diagonal −2" if sum(head) % 2 else "end" for head in mosaic._bars.values})
    for width in range(120, 460, 20):
        mosaic.resize(width, 500)
        picture = svg_of(mosaic, (width, 500))
        counts.add(sum(mosaic._bars.number(head) in picture for head in mosaic._bars.values))
    assert counts == {0, len(mosaic._bars.values)}


@pytest.mark.parametrize(("value", "words"), [(0.004, "0.00"), (-0.004, "0.00"), (0.006, "+0.01"), (-0.006, "−0.01")])
def test_a_number_that_reads_zero_has_no_sign(value: float, words: str) -> None:
    assert HeadBars({(0, 0): value}).number((0, 0)) == words


def test_all_heads_are_sorted_by_their_effect_with_its_number(qtbot: QtBot) -> None:
    stage = Stage(qtbot, FOUND, step=2, kind="cross", all_heads=True, order="effect")
    for kind, panel in stage.view.page.panels.items():
        values = head_effects.bars(stage.shot(), kind).values
        order = panel.mosaic.places().order
        assert list(order) == sorted(values, key=lambda head: -abs(values[head]))
        assert panel.mosaic._names[order[0]].endswith(head_effects.bars(stage.shot(), kind).number(order[0]))
    first = stage.view.page.panels["cross"].mosaic.places().order
    stage.draw(step=5)
    assert stage.view.page.panels["cross"].mosaic.places().order != first
    stage.draw(order="place")
    assert stage.view.page.panels["cross"].mosaic.places().order is None
