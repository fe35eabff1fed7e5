"""Every view at every depth: it draws, hides nothing that is set, and nothing hidden gets the keyboard."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from operator import attrgetter
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.edits import Edits, MaskEdits, PositionEdits
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.harness import colours_of
from tests.views.test_contract import snapshot
from viz_app.data.depth import reaches
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Layout, Look
from viz_app.system.settings import DEPTHS
from viz_app.views import VIEWS, view_class
from viz_app.widgets import theme
from viz_app.widgets.overflow_bar import OverflowBar
from viz_app.window.focus_order import focus_chain
from viz_app.window.view_frame import ViewFrame

pytestmark = pytest.mark.usefixtures("qapp")
every_view = pytest.mark.parametrize("name", VIEWS)


@pytest.fixture(scope="module")
def sentence() -> Trace:
    return made_trace("the white house is very old", "la casa blanca es muy vieja")


@pytest.fixture
def frame(qtbot: QtBot, name: str) -> ViewFrame:
    made = ViewFrame(name, view_class(name)())
    qtbot.addWidget(made)
    made.resize(1100, 640)
    made.show()
    return made


def at(frame: ViewFrame, trace: Trace, depth: str, look: Look | None = None, **more: Any) -> Snapshot:
    """Draws a moment at a depth."""
    shot = snapshot(frame.view, trace, look, **more)
    shot = shot.with_(state=shot.state.with_(desk=Layout(depth=depth)))
    frame.draw(shot)
    theme.changed.emit(theme.current())  # sizes are taken anew: nothing comes back by that
    QApplication.processEvents()
    return shot


def controls(frame: ViewFrame) -> dict[str, QWidget]:
    """Everything that a depth may hide, by name."""
    found = {name: attrgetter(name)(frame.view) for name in frame.view.deep}
    found |= {} if frame.options is None else frame.options.form.controls
    for bar in frame.view.findChildren(OverflowBar):
        found |= {f"bar {place}": control for place, (_, _, (_, control)) in enumerate(bar._all)}
    return found


def own_depth(frame: ViewFrame, name: str) -> str:
    """From which depth on a control is shown."""
    if name in frame.view.deep:
        return frame.view.deep[name].depth
    if name.startswith("bar "):
        return frame.view.findChildren(OverflowBar)[0]._all[int(name[4:])][0]
    kind = frame.view.Options
    return next(field.metadata["depth"] for field in dataclasses.fields(kind) if field.name == name)  # type: ignore[arg-type]


@every_view
def test_it_draws_at_every_depth_and_each_shows_what_the_one_before_shows(frame: ViewFrame, sentence: Trace) -> None:
    before: set[str] = set()
    for depth in DEPTHS:
        at(frame, sentence, depth)
        assert len(colours_of(frame.grab().toImage(), 3)) > 4
        hidden = {name for name, part in controls(frame).items() if not reaches(depth, own_depth(frame, name))}
        assert all(controls(frame)[name].isHidden() for name in hidden)
        shown = {name for name, part in controls(frame).items() if not part.isHidden()}
        assert before <= shown
        before = shown
    at(frame, sentence, "first")
    assert {name for name, part in controls(frame).items() if not part.isHidden()} <= before


@every_view
def test_nothing_hidden_gets_the_keyboard(frame: ViewFrame, sentence: Trace) -> None:
    for depth in DEPTHS:
        at(frame, sentence, depth)
        frame.activateWindow()
        hidden = [part for part in controls(frame).values() if part.isHidden()]
        assert hidden or depth != "first" or not controls(frame) or name_is_plain(frame)
        for part in hidden:
            part.setFocus()
            assert QApplication.focusWidget() is not part
            assert not part.isVisible()
        assert not [part for part in focus_chain(frame) if part.isVisible() and any(part is away for away in hidden)]


def name_is_plain(frame: ViewFrame) -> bool:
    """Whether all that the view has is shown at every depth."""
    return all(own_depth(frame, name) == "first" for name in controls(frame))


def others(field: dataclasses.Field[Any]) -> list[Any]:
    """Values of an option that are not the usual one."""
    values = [value for value, _ in field.metadata.get("choices", ())]
    values = values or ([not field.default] if isinstance(field.default, bool) else [])
    values = values or (
        [field.metadata["low"], field.metadata["high"]] if field.metadata.get("low") is not None else []
    )
    return [value for value in values if value != field.default]


@every_view
def test_options_never_make_a_view_wider_than_a_small_screen(frame: ViewFrame, sentence: Trace, name: str) -> None:
    """At the largest text, where choices stand in lists whose words end in …"""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, theme.LIGHT, 2.0)
    frame.restyle()
    frame.resize(1280, 720)
    at(frame, sentence, "research")
    assert frame.minimumSizeHint().width() <= 1280 and frame.width() == 1280


@every_view
def test_an_option_that_is_set_is_shown_at_every_depth(frame: ViewFrame, sentence: Trace, name: str) -> None:
    kind = frame.view.Options
    if kind is None or frame.options is None:
        return
    for field in (one for one in dataclasses.fields(kind) if one.name in frame.options.form.controls):
        control = frame.options.form.controls[field.name]
        for value in others(field):
            shot = at(frame, sentence, "first", options=replace(kind(), **{field.name: value}))
            unused = field.name in frame.view.unused(shot)
            assert control.isHidden() is unused, field.name
            group = field.metadata["group"]
            assert not group or frame.options.cards[group].button.isHidden() is unused
        unused = field.name in frame.view.unused(at(frame, sentence, "first"))
        assert control.isHidden() is (unused or not reaches("first", field.metadata["depth"]))


def test_what_a_part_of_attention_sets_keeps_it_on_the_screen(qtbot: QtBot, sentence: Trace) -> None:
    frame = ViewFrame("attention", view_class("attention")())
    qtbot.addWidget(frame)
    frame.resize(1100, 900)
    frame.show()
    view: Any = frame.view
    at(frame, sentence, "first")
    assert view.pick.numbers.isHidden() and view.pick.mix.isHidden() and view.pick.sort.isHidden()
    at(frame, sentence, "first", Look(what="raw"))
    assert not view.pick.numbers.isHidden() and view.pick.sort.isHidden()
    options = view.Options
    at(frame, sentence, "first", options=options(mix="mean"))
    assert not view.pick.mix.isHidden()
    at(frame, sentence, "first", options=options(order="effect"))
    assert not view.pick.sort.isHidden() and view.pick.numbers.isHidden()


@pytest.mark.parametrize(
    ("name", "edits", "control"),
    [
        ("masks", Edits(masks=MaskEdits(value=-1e9)), "value"),
        ("positions", Edits(positions=PositionEdits(table="random", seed=3)), "seed"),
        ("positions", Edits(positions=PositionEdits(order="reversed", stacks="encoder")), "stacks"),
    ],
)
def test_an_edit_that_is_in_force_keeps_its_control(
    frame: ViewFrame, sentence: Trace, edits: Edits, control: str
) -> None:
    (bar,) = frame.view.findChildren(OverflowBar)
    part: QWidget = getattr(bar, control, None) or bar.form.controls[control]  # type: ignore[attr-defined]
    at(frame, sentence, "first")
    assert part.isHidden() and part not in bar.hidden_away
    shot = snapshot(frame.view, sentence)
    run = replace(sentence.run, edits=edits)
    frame.draw(
        shot.with_(state=shot.state.with_(run=run, desk=Layout(depth="first")), trace=replace(sentence, run=run))
    )
    assert not part.isHidden() or part in bar.hidden_away


@every_view
def test_what_a_view_says_and_saves_is_the_same_at_every_depth(frame: ViewFrame, sentence: Trace) -> None:
    """A depth hides controls; it changes no number, no heading and no table."""
    found = set()
    for depth in DEPTHS:
        shot = at(frame, sentence, depth)
        table = frame.view.table()
        lines = [] if table is None else table.to_tabs().splitlines()
        saved = tuple(line for line in lines if "depth" not in line)  # the line of the state names it
        found.add((frame.view.heading(shot), frame.view.explanation(shot), saved, frame.view.derivation()))
    assert len(found) == 1
