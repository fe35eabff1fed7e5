"""A gesture that was begun on one text is dropped when another text is shown: in every view, at every place."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.edits import MaskEdits
from model_core.record.trace import Trace
from tests.daily import share
from tests.made.traces import made_trace
from tests.views.test_contract import SIZE, picture, send, shown, snapshot
from viz_app.document.changes import changes_of
from viz_app.document.state import Look
from viz_app.views import VIEWS
from viz_app.widgets.view import View

CONTROLS = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox)
"""Qt's own: what they do has nothing to do with the text that is shown."""

LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PRESS, MOVE, RELEASE = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease
STEP = 57  # px between the places that are tried

CASES = [(name, {}) for name in VIEWS] + [
    ("masks", {"tool": "edit"}), ("decoding", {"part": "chances"}), ("decoding", {"part": "end"}),
    ("compare", {"part": "heads"}), ("compare", {"part": "patching"}), ("decoding", {"part": "cache"}),
]  # fmt: skip


@pytest.fixture(scope="module")
def long() -> Trace:
    """A sentence on which gestures begin."""
    return made_trace("the white house is very old and the red hen is young", "la casa blanca es muy vieja y no sé")


@pytest.fixture(scope="module")
def short() -> Trace:
    """The sentence that is shown before they end."""
    return made_trace("a hen", "una gallina")


def some(tried: list[tuple[QWidget, QPointF]]) -> list[tuple[QWidget, QPointF]]:
    """The first place on each widget, and an eighth of the others."""
    firsts = [tried[i] for i in range(len(tried)) if tried[i][0] not in {widget for widget, _ in tried[:i]}]
    return firsts + share([one for one in tried if one not in firsts], 8)


def said(view: View) -> list[Any]:
    """Whatever the view asks for from now on."""
    found: list[Any] = []
    for signal in (view.picked, view.asked, view.opted, view.opened, view.commanded):
        signal.connect(found.append)
    return found


def places(view: View) -> list[tuple[QWidget, QPointF]]:
    """Widgets of the view and points on them, all over it."""
    found = []
    for x in range(9, view.width(), STEP):
        for y in range(9, view.height(), STEP):
            widget = view.childAt(x, y) or view
            if not isinstance(widget, CONTROLS):
                found.append((widget, QPointF(widget.mapFrom(view, QPoint(x, y)))))
    return found


@pytest.mark.parametrize(("name", "options"), CASES, ids=lambda value: str(value))
def test_a_press_does_not_outlive_its_text(
    qtbot: QtBot, name: str, options: dict[str, Any], long: Trace, short: Trace
) -> None:
    view = shown(qtbot, name, SIZE)
    chosen = dataclasses.replace(view.Options(), **options) if view.Options is not None else None
    first, second = (snapshot(view, trace, Look(kind="cross"), options=chosen) for trace in (long, short))
    view.renew(first)
    picture(view)
    for widget, point in some(places(view)):
        view.renew(first)
        send(widget, PRESS, point, LEFT)
        view.renew(second)
        found = said(view)
        send(widget, MOVE, point + QPointF(1, 1), LEFT)
        send(widget, MOVE, point + QPointF(60, 45), LEFT)
        send(widget, MOVE, point, LEFT)
        send(widget, RELEASE, point, LEFT)
        assert found == [], f"a press on {type(widget).__name__} at {point.toTuple()} did something to another text"
        for signal in (view.picked, view.asked, view.opted, view.opened, view.commanded):
            signal.disconnect(found.append)


def test_a_stroke_goes_on_while_the_result_of_the_one_before_comes(qtbot: QtBot, long: Trace) -> None:
    """The same tokens with other weights: the user draws on without a break."""
    view = shown(qtbot, "masks", SIZE)
    options = dataclasses.replace(view.Options(), tool="edit")
    view.renew(snapshot(view, long, Look(kind="cross"), options=options))
    picture(view)
    map_ = view.maps.maps["cross"].map
    start, end = (QPointF(map_.cell_rect(*cell).center()) for cell in ((1, 1), (1, 3)))
    send(map_, PRESS, start, LEFT)
    again = dataclasses.replace(long, run=long.run.with_(edits=dataclasses.replace(long.run.edits, masks=MaskEdits())))
    view.renew(snapshot(view, again, Look(kind="cross"), options=options))
    found = said(view)
    send(map_, MOVE, end, LEFT)
    send(map_, RELEASE, end, LEFT)
    (edited,) = [changes_of(asked, again.run)["edits"] for asked in found if callable(asked)]
    assert {(cell.query, cell.key) for cell in edited.masks.cells} == {(1, 1), (1, 2), (1, 3)}
