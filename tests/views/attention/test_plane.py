"""Queries and keys of a head in the Attention view: where they lie, what is joined, what clicks and keys do."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model_core.analysis.heads.query_key_plane import head_plane
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, settled, svg_of, tip_text
from viz_app.views.attention.plane import STRONG
from viz_app.views.attention.view import Attention

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")


class Stage(ViewStage):
    """The view with the plane."""

    of = Attention


def test_it_takes_the_place_of_the_map_and_gives_it_back(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, picture="plane", kind="cross", layer=1, head=2)
    view = stage.view
    assert view.plane.isVisible() and not view.figure.isVisible() and view.pick.isVisible()
    assert view.keyboard_part() is view.plane
    stage.draw(all_heads=True)
    assert view.page.isVisible() and not view.plane.isVisible() and not view.pick.isVisible()
    stage.draw(all_heads=False, picture="map")
    assert view.figure.isVisible() and not view.plane.isVisible() and not view.page.isVisible()


def test_every_label_beside_the_plane_belongs_to_its_one_head(qtbot: QtBot) -> None:
    own = Stage(qtbot, TRACE, picture="plane", kind="cross", layer=1, head=2)
    for other in ({"mix": "mean"}, {"measure": "rollout"}, {"measure": "value"}, {"join": "words"}, {"dim": "hidden"}):
        stage = Stage(qtbot, TRACE, picture="plane", kind="cross", layer=1, head=2, **other)
        assert stage.view.heading(stage.shot()) == own.view.heading(own.shot()), other
        assert stage.view.derivation() == ("", ()), "the caption of a picture"
        assert stage.view.shown_number(stage.shot(), (1, 1)) is None, "the inspector's number"
        assert stage.view.plane.table(stage.shot(), "").rows == own.view.plane.table(own.shot(), "").rows


def test_options_of_the_map_are_not_offered_beside_what_they_do_not_change(qtbot: QtBot) -> None:
    of_map = {"join", "numbers", "override", "align"}
    for other, unused in (({}, set()), ({"picture": "plane"}, of_map), ({"all_heads": True}, of_map | {"picture"})):
        stage = Stage(qtbot, TRACE, kind="cross", layer=1, head=2, **other)
        assert stage.view.unused(stage.shot()) == unused
        for name in unused:
            stage.draw(**other)
            stage.view.reveal(name)
            assert name not in stage.view.unused(stage.shot()) and stage.view.figure.isVisible()


def test_what_only_the_map_shows_brings_the_map_back(qtbot: QtBot) -> None:
    for menu, value in (("_mixes", "mean"), ("_whats", "rollout")):
        stage = Stage(qtbot, TRACE, picture="plane", kind="cross", layer=1, head=2)
        getattr(stage.view.pick, menu)[value].trigger()
        settled()
        assert stage.view.figure.isVisible() and value.removesuffix("out") in stage.view.heading(stage.shot())


def test_points_lie_as_the_numbers_say(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, picture="plane", kind="cross", layer=1, head=2)
    found, places = head_plane(TRACE, "cross", 1, 2), stage.view.plane.places()
    numbers = {("query", at): xy for at, xy in enumerate(found.queries)}
    numbers |= {("key", at): xy for at, xy in enumerate(found.keys)}
    assert set(places) == {*numbers, ("origin", 0)}
    sides = {place: colour for place, colour, _ in stage.view.plane.words()}
    assert sides == {place: "target" if place[0] == "query" else "source" for place in numbers}
    origin, first = places["origin", 0], ("key", 0)
    scale = (places[first].x() - origin.x()) / numbers[first][0]
    for place, (x, y) in numbers.items():
        assert places[place].x() - origin.x() == pytest.approx(x * scale, abs=1e-6)
        assert origin.y() - places[place].y() == pytest.approx(y * scale, abs=1e-6)


def test_strong_weights_are_joined_by_lines(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, picture="plane", kind="decoder", layer=0, head=1)
    weights = TRACE.map("decoder", 0, 1)
    lines = stage.view.plane.shown.lines()
    assert {(query, key) for query, key, _ in lines} == set(map(tuple, np.argwhere(weights >= STRONG).tolist()))
    assert [weight for *_, weight in lines] == sorted(float(weights[query, key]) for query, key, _ in lines)
    assert "Lines: weights from 0.15" in stage.view.explanation(stage.shot())
    stage.draw(threshold=0.5)
    assert {(query, key) for query, key, _ in stage.view.plane.shown.lines()} == set(
        map(tuple, np.argwhere(weights >= 0.5).tolist())
    )
    stage.draw(threshold=0.0, rows_shown=2)
    assert all(query < 2 for query, _, _ in stage.view.plane.shown.lines())
    assert ("query", 2) not in stage.view.plane.places()


def test_a_token_says_what_it_reads_and_a_click_pins_that_cell(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, picture="plane", kind="cross", layer=1, head=2)
    plane, weights = stage.view.plane, TRACE.map("cross", 1, 2)
    point = plane.places()["query", 2].toPoint()
    strongest = int(weights[2].argmax())
    text = tip_text(plane, point)
    assert text.count("query of casa ▸ blanca") == 1 and f"{float(weights[2, strongest]):.2f}" in text
    QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=point)
    assert stage.picked[-1] == {"query": 2, "key": strongest}
    plane.point_at(("key", 4))
    assert stage.hovered[-1] == (int(weights[:, 4].argmax()), 4)


def test_keys_go_through_tokens_and_sides(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, picture="plane", kind="cross", layer=1, head=2)
    plane = stage.view.plane
    plane.setFocus()
    held = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(plane, Qt.Key.Key_Right, held)
    assert plane.pointed == ("query", 0)
    QTest.keyClick(plane, Qt.Key.Key_Right, held)
    QTest.keyClick(plane, Qt.Key.Key_Down, held)
    assert plane.pointed == ("key", 1)
    QTest.keyClick(plane, Qt.Key.Key_Right)
    assert stage.picked[-1] == {"layer": 1, "head": 3}, "plain arrows go to the next head, as beside the map"


def test_picture_and_table_have_every_token(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, picture="plane", kind="encoder", layer=0, head=0)
    table = stage.view.table()
    assert [row[:3] for row in table.rows] == [
        (side, at, token.text) for side in ("query", "key") for at, token in enumerate(TRACE.sentences[0].source)
    ]
    found = head_plane(TRACE, "encoder", 0, 0)
    assert table.rows[1][3:] == tuple(map(float, found.queries[1]))
    picture = svg_of(stage.view, (1200, 800))
    assert "house" in picture and "white" in picture


def test_a_head_without_queries_and_keys_is_explained(qtbot: QtBot) -> None:
    kept = {name: array for name, array in TRACE.arrays.items() if not name.endswith((".q", ".k"))}
    stage = Stage(qtbot, TRACE.with_(arrays=kept), picture="plane")
    assert stage.view.explanation(stage.shot()) == (
        "The queries and keys of this head were not recorded, or some are not numbers."
    )
