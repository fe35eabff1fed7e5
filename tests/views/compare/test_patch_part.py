"""The picture of patching: its numbers are the engine's, what it says in words is in them, a click keeps the patch."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model_core.record.edits import Edits, HeadPlace, Swap
from model_core.record.patching import Patching, PatchSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.support.harness import ViewStage, settled
from tests.views.compare.test_compare import ONE, engine, trace_of
from viz_app.data.edit_list import list_edits
from viz_app.data.number_format import fmt_percent
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Pin
from viz_app.views.compare import patching, words
from viz_app.views.compare.patching import PatchContent
from viz_app.views.compare.view import _MAPS, Compare
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

TWO = "The baker closes the shop at nine."


class Stage(ViewStage):
    """The view at its patches, with those that the engine has found."""

    of = Compare
    patchings: dict[PatchSpec, Patching]

    def __init__(self, qtbot: QtBot, b: Trace, a: Trace, *found: Patching, **changes: Any) -> None:
        self.patchings, self.against = {one.asked: one for one in found}, a
        super().__init__(qtbot, b, (1000, 700), **{"part": "patching", **changes})

    def shot(self) -> Snapshot:
        shot = super().shot()
        state = shot.state.with_(pin=Pin(self.against.run))
        return shot.with_(state=state, against=self.against, patchings=self.patchings)

    @property
    def shown(self) -> Any:
        return patching.content(self.shot(), self.view._comparer.compared(self.shot()))


def stage_of(qtbot: QtBot, *more: Patching, **changes: Any) -> Stage:
    return Stage(qtbot, trace_of(TWO), trace_of(ONE), *more, **changes)


def asked_of(qtbot: QtBot) -> PatchSpec:
    (request,) = stage_of(qtbot).view.effects_requests(stage_of(qtbot).shot())
    assert isinstance(request.asked, PatchSpec)
    return request.asked


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """With all that the engine found."""
    asked = asked_of(qtbot)
    *_, last = engine().answers(asked, trace_of(TWO))
    assert isinstance(last, Patching) and last.complete
    return stage_of(qtbot, last)


def test_what_is_asked_for_is_the_first_step_that_differs_or_the_chosen_one(qtbot: QtBot) -> None:
    a, b = ([token.id for token in trace_of(text).sentences[0].written] for text in (ONE, TWO))
    apart = [at for at, (one, other) in enumerate(zip(a, b, strict=False)) if one != other]
    assert asked_of(qtbot).row == apart[0]
    last = stage_of(qtbot, step=apart[-1])
    assert last.shown.asked.row == apart[-1] and last.shown.asked.tokens == (a[apart[-1]], b[apart[-1]])
    assert stage_of(qtbot, part="texts").view.effects_requests(stage_of(qtbot, part="texts").shot()) == ()


def test_its_cells_and_its_list_are_the_shares_that_the_engine_found(stage: Stage) -> None:
    shown, part = stage.shown, stage.view.patches
    for stack, picture in part.maps.items():
        places, shares = shown.found.residual(stack)
        np.testing.assert_allclose(picture.figure.heat._scene.cells.values, shares, atol=1e-6)
        assert shown.rows(stack) == tuple(place.name for place in places)
        for place in range(len(places)):
            for column in range(shares.shape[1]):
                assert shown.found.share(shown.site(stack, place, column)) == shares[place, column]
    shares = [abs(share) for _, share in part.list.rows]
    assert shares == sorted(shares, reverse=True)
    spec = trace_of(TWO).spec
    heads = spec.encoder_layers * spec.heads + 2 * spec.decoder_layers * spec.heads_of("decoder")
    assert len(shares) == heads + spec.encoder_layers + spec.decoder_layers


def test_the_shares_are_what_is_saved(stage: Stage, qtbot: QtBot) -> None:
    table, found = stage.view.table(), stage.shown.found
    assert table is not None and table.name == "compare-patching" and len(table.rows) == len(found.sites)
    rows = [dict(zip(table.headings, row, strict=True)) for row in table.rows]
    assert [row["difference"] for row in rows] == found.differences.tolist()
    assert [row["share"] for row in rows] == found.shares.tolist()
    for row, site in zip(rows, found.sites, strict=True):
        assert (row["activation"], row["attention"], row["layer"]) == (site.what, site.kind, site.layer)
        assert row["head"] == (site.head if site.what == "head" else -1)
        assert (row["place"], row["token"]) == ((-1, "") if site.place is None else (
            site.place, stage.shown.columns(site.kind)[site.place]))  # fmt: skip
    differences = np.where(np.arange(len(found.sites)) < 3, found.differences, np.nan)
    half = stage_of(qtbot, replace(found, done=3, differences=differences)).view.table()
    assert half is not None and half.rows == table.rows[:3], "those that are computed"
    assert stage_of(qtbot).view.table() is None


@pytest.mark.parametrize("size", [(1000, 700), (1190, 720), (1570, 760), (1570, 920)])
def test_the_maps_of_both_runs_keep_their_room(stage: Stage, size: tuple[int, int]) -> None:
    stage.view.resize(*size)
    settled()
    assert stage.view.maps.isVisible() and stage.view.maps.height() >= theme.px(_MAPS)
    assert stage.view.patches.height() >= 2 * stage.view.maps.height() - 16, "most is for what restores most"


def test_without_room_for_the_maps_the_heading_names_no_head(stage: Stage) -> None:
    """What restores most is of no head; the view asks to be drawn again, for its heading stands above it."""
    asked = []
    stage.view.requests_changed.connect(lambda: asked.append(stage.view.heading(stage.shot())))
    assert "cross 1.1" in stage.view.heading(stage.shot())
    stage.view.resize(1000, 400)
    settled()
    assert not stage.view.maps.isVisible() and asked == [words.heading(None)]
    stage.view.resize(1000, 700)
    settled()
    assert stage.view.maps.isVisible() and "cross 1.1" in asked[-1]


def test_words_name_the_source_token_and_the_first_place_that_restores_half(stage: Stage) -> None:
    shown = stage.shown
    said = stage.view.patches.strongest.text()
    last = shown.shares("encoder")[-1]
    word = shown.columns("encoder")[int(last.argmax())]
    if last.max() >= patching.LEAST:
        assert f"“{word}” restores {fmt_percent(float(last.max()))}" in said
    decoder = shown.shares("decoder")
    first = next(at for at, row in enumerate(decoder) if row.max() >= 0.5)
    assert f"after {shown.rows('decoder')[first]}, at" in said
    assert "half" in said and "first appears" not in said, "smaller shares may be there before"
    assert f"step {shown.asked.row + 1}" in stage.view.patches.about.text()


def test_words_name_every_part_that_restores_as_much_as_the_first(stage: Stage, monkeypatch) -> None:
    ranked = stage.shown.ranked()
    share, names = ranked[0][1], [patching.site_name(stage.shown, part) for part, _ in ranked[:2]]
    for second, tied in ((share, True), (0.0, False)):
        shares = [(ranked[0][0], share), (ranked[1][0], second)]
        monkeypatch.setattr(patching.PatchContent, "ranked", lambda _, shares=shares: shares)
        said = patching.strongest_words(stage.shown)
        assert names[0] in said and (names[1] in said) == tied
        assert not any(part and part[0].islower() for part in said.split(". ")), "sentences"


def test_a_click_keeps_the_activation_as_an_edit_that_the_engine_runs(stage: Stage) -> None:
    shown = stage.shown
    picture = stage.view.patches.maps["decoder"].figure.heat
    last = len(shown.rows("decoder")) - 1, shown.asked.row
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=picture.cell_rect(*last).center().toPoint())
    (changes,) = stage.asked
    run = trace_of(TWO).run.with_(**changes)
    assert run.edits.patches == (shown.site("decoder", *last),)
    assert len(list_edits(run.edits, trace_of(TWO))) == 1
    patched = engine().trace(run)
    written = patched.sentences[0].written[shown.asked.row].id
    assert written == shown.asked.tokens[0], "the last place of the row decides what it writes"


def test_the_list_is_walked_by_keys_and_return_keeps(stage: Stage) -> None:
    part = stage.view.patches.list
    part.setFocus()
    QTest.keyClick(part, Qt.Key.Key_Down)
    QTest.keyClick(part, Qt.Key.Key_Down)
    QTest.keyClick(part, Qt.Key.Key_Return)
    assert stage.asked[-1]["edits"].patches == (part.rows[1][0],)
    assert "restores" in part.accessibleDescription()


def test_what_is_not_computed_yet_is_hatched_and_counted(qtbot: QtBot) -> None:
    asked = asked_of(qtbot)
    first, *_ = engine().answers(asked, trace_of(TWO))
    assert isinstance(first, Patching) and not first.complete
    stage = stage_of(qtbot, first)
    assert f"of {len(first.sites):,} computed" in stage.view.patches.about.text()
    cells = stage.view.patches.maps["encoder"].figure.heat._scene.cells
    assert cells.reasons is not None and (cells.reasons > 0).all() and stage.view.patches.strongest.text() == ""
    picture = stage.view.patches.maps["encoder"].figure.heat
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=picture.cell_rect(0, 0).center().toPoint())
    assert stage.asked == []


def test_two_models_and_equal_texts_say_why_there_is_nothing_to_restore(qtbot: QtBot) -> None:
    other = Stage(qtbot, trace_of(TWO), trace_of(ONE, model="other"))
    assert other.shown.asked is None and "two models" in other.view.patches.about.text()
    same = Stage(qtbot, trace_of(ONE), trace_of(ONE))
    assert "no difference" in same.view.patches.about.text() and not same.view.patches.maps["decoder"].isVisible()


def test_a_run_with_edits_has_no_activations_to_patch_from(qtbot: QtBot) -> None:
    """They would be those of the model without edits; other source tokens are part of the text."""
    run = RunSpec("own", (ONE,), max_steps=7)
    off = tuple(HeadPlace("cross", layer, head) for layer in range(2) for head in range(4))
    edited = engine().trace(run.with_(edits=Edits(heads_off=off)))
    stage = Stage(qtbot, trace_of(ONE), edited)
    assert edited.sentences[0].written != trace_of(ONE).sentences[0].written
    assert stage.shown.asked is None and "edits" in stage.view.patches.about.text()
    assert stage.view.effects_requests(stage.shot()) == ()
    swapped = engine().trace(run.with_(edits=Edits(swaps=(Swap(2, trace_of(TWO).sentences[0].source[2].id),))))
    assert swapped.sentences[0].written != trace_of(ONE).sentences[0].written
    assert Stage(qtbot, trace_of(ONE), swapped).shown.asked is not None


def test_a_difference_of_roundings_is_none(qtbot: QtBot, stage: Stage) -> None:
    found = stage.shown.found
    noise = replace(found, donor=found.own + 1e-5, differences=found.own + 1e-5 * np.sign(found.differences))
    shown = replace(stage.shown, found=noise)
    assert "equally" in patching.strongest_words(shown)
    stage.view.patches.show_content(shown)
    assert not any(one.isVisible() for one in (*stage.view.patches.maps.values(), stage.view.patches.list))


def test_of_one_text_with_another_token_it_says_why_nothing_is_patched(qtbot: QtBot) -> None:
    run = RunSpec("own", (ONE,), max_steps=1)
    trace = engine().trace(run)
    other = engine().trace(run.with_(prefix=(70 + (trace.sentences[0].written[0].id == 70),)))
    stage = Stage(qtbot, other, trace)
    assert stage.shown.asked is None and "read the same" in stage.view.patches.about.text()
    assert stage.view.effects_requests(stage.shot()) == ()


def test_a_button_stops_the_patches_and_goes_on(qtbot: QtBot) -> None:
    asked = asked_of(qtbot)
    first, *_ = engine().answers(asked, trace_of(TWO))
    assert isinstance(first, Patching) and not first.complete
    going = stage_of(qtbot, first)
    button, commands = going.view.patches.stop, list[str]()
    going.view.commanded.connect(commands.append)
    assert button.isVisible() and button.text() == "Cancel"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert commands == ["cancel"]
    shot = going.shot().with_(stopped=frozenset({asked}))
    going.view.draw(shot)
    assert button.text() == "Resume" and going.view.patches.about.text() != ""


def test_patches_that_are_all_there_have_no_button(stage: Stage) -> None:
    assert stage.view.patches.stop.isHidden()


@pytest.mark.parametrize(
    ("shares", "source", "first"),
    [
        ([[0.9, 0.1], [0.2, 0.9], [0.3, 0.1]], (0, 0.3), (0, 0, 0.9)),
        ([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.0, -2.0, -1.0]], (0, 0.0), (1, 2, 0.6)),
        ([[0.1, 0.49], [-3.0, 0.2]], (1, 0.2), None),
        ([[0.1, math.nan], [0.7, 0.2]], (0, 0.7), None),
        ([[0.7, 0.2], [0.1, math.nan]], None, None),
        (np.zeros((0, 3)), None, None),
        (None, None, None),
    ],
)
def test_where_most_and_where_half_is_restored(shares: Any, source: Any, first: Any) -> None:
    shown = Mock(shares=lambda _: None if shares is None else np.array(shares))
    assert PatchContent.source_place(shown) == source and PatchContent.first_place(shown) == first
