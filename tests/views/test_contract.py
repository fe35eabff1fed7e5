"""What every view of VIEWS keeps to, whatever it draws."""

from __future__ import annotations

import ast
import dataclasses
import gc
import importlib
import json
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractAnimation, QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QMouseEvent, QPainter, QPdfWriter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QScrollBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from model_core.record.edits import (
    Branch,
    CellEdit,
    Decoding,
    Donor,
    Edits,
    FeedForwardPlace,
    HeadPattern,
    HeadPlace,
    MaskEdits,
    Patch,
    PositionEdits,
    SublayerPlace,
    Swap,
    TokenPlace,
    WeightOverride,
)
from model_core.record.run_spec import RunSpec
from model_core.record.trace import SCORES, Trace
from model_core.spec import KINDS
from tests.daily import Run, share
from tests.made.traces import made_trace
from tests.support.harness import colours_of, svg_of
from viz_app.data.snapshot import Snapshot
from viz_app.document.changes import changes_of
from viz_app.document.state import READINGS, Look, Pin, State, fit_look
from viz_app.views import VIEWS, view_class
from viz_app.widgets import theme
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.view import View

pytestmark = pytest.mark.usefixtures("qapp")

every_view = pytest.mark.parametrize("name", VIEWS)
VIEWS_IN_TURN = list(VIEWS)
SIZE = (1008, 590)  # px, the centre of a window of 1440 × 900
LENGTHS = (1, 12, 60, 400)
HOSTILE = "<s> <b>bold</b> &amp; \u0627\u0644\u0642\u0637 \u4e2d\u6587 \u202ex a\u200bb <img/src=x>"


@pytest.fixture(scope="module")
def traces() -> dict[int, Trace]:
    """One made Trace of each length, with a few more target rows than source tokens."""
    return {length: made_trace(source_tokens=length, target_tokens=min(400, length + 1)) for length in LENGTHS}


@pytest.fixture(scope="module")
def sentence() -> Trace:
    """An ordinary sentence."""
    return made_trace("the white house is very old", "la casa blanca es muy vieja")


def shown(qtbot: QtBot, name: str, size: tuple[int, int] = SIZE) -> View:
    """A view on the screen that was told nothing yet."""
    view = view_class(name)()
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    return view


def snapshot(view: View, trace: Trace, look: Look | None = None, **more: Any) -> Snapshot:
    """A moment in which `look`, made to fit, is looked at."""
    state = State(run=trace.run, look=fit_look(look or Look(), trace))
    options = view.Options() if view.Options is not None else None
    if view.pins:
        state, more = state.with_(pin=Pin(trace.run)), {"against": trace, **more}
    return Snapshot(state, trace, theme.current(), options=more.pop("options", options), **more)


def picture(view: View) -> QImage:
    """What the view shows when nothing moves any more."""
    for animation in view.findChildren(QAbstractAnimation):
        animation.setCurrentTime(animation.duration())
    QApplication.processEvents()
    return view.grab().toImage()


def drawn(view: View, shot: Snapshot) -> QImage:
    """What the view shows of a snapshot."""
    view.draw(shot)
    return picture(view)


# ---------------------------------------------------------------- what a view says of itself


@every_view
def test_it_has_title_and_sentence(name: str) -> None:
    kind = view_class(name)
    assert kind.title.strip() == kind.title != ""
    assert kind.sentence.endswith(".") and "\n" not in kind.sentence and len(kind.sentence) > 20
    assert set(kind.kinds) <= set(KINDS)


@every_view
def test_its_options_are_frozen_and_have_words(name: str) -> None:
    kind = view_class(name).Options
    if kind is None:
        return
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    for field in dataclasses.fields(kind):
        if not field.metadata:  # without a control: the view itself changes it
            assert isinstance(field.default, bool | int | float | str)
            continue
        assert field.metadata["label"]
        allowed = [value for value, _ in field.metadata["choices"]]
        assert not allowed or field.default in allowed
        assert isinstance(field.default, bool | int | float) or allowed


@pytest.fixture(scope="module")
def imported() -> dict[str, list[str]]:
    """View -> every module that its own brings along, in a program that had only Qt, NumPy and what every view is."""
    code = (
        "import importlib, json, os, sys, numpy, PySide6.QtWidgets, viz_app.widgets.view\n"
        f"for name in {VIEWS_IN_TURN}:\n"
        "    if not os.fork():\n"
        "        importlib.import_module(f'viz_app.views.{name}.view')\n"
        "        print(json.dumps([name, sorted(sys.modules)]), flush=True)\n"
        "        os._exit(0)\n"
        "    assert os.wait()[1] == 0, name\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd())
    return dict(json.loads(line) for line in found.stdout.splitlines())


@every_view
@pytest.mark.skipif(not hasattr(os, "fork"), reason="one program is forked for each view")
def test_its_module_imports_only_what_a_view_may_know(imported: dict[str, list[str]], name: str) -> None:
    loaded = set(imported[name])
    forbidden = {"torch", "pyqtgraph", "model_core.engine.engine", "model_core.transformer.model", "PySide6.QtTest"}
    forbidden |= {"viz_app.document.store", "viz_app.system.engine_client"}
    assert not loaded & forbidden
    rooms = {"window", "text", "inspector", "commands", "files", "importing", "cli", "app"}
    prefixes = tuple(f"viz_app.{room}" for room in rooms)
    prefixes += tuple(f"viz_app.views.{other}." for other in VIEWS if other != name)
    assert not [module for module in loaded if module.startswith(prefixes)]
    assert f"viz_app.views.{name}.view" in loaded


@every_view
def test_it_computes_no_softmax_of_its_own(name: str) -> None:
    """Every number on the screen is in the Trace."""
    path = Path(importlib.import_module(f"viz_app.views.{name}.view").__file__ or "")
    used = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
    assert not used & {"exp", "matmul", "einsum", "softmax", "dot"}


@every_view
def test_its_choices_can_be_made_before_there_is_anything_to_show(qtbot: QtBot, name: str) -> None:
    view = shown(qtbot, name)
    for menu in view.findChildren(QMenu):
        for action in menu.actions():
            action.trigger()
    QApplication.processEvents()


# ---------------------------------------------------------------- drawing


@every_view
def test_it_is_a_calm_place_without_a_trace(qtbot: QtBot, name: str) -> None:
    view = shown(qtbot, name)
    image = picture(view)
    assert image.size() == QSize(*SIZE) and len(colours_of(image, 3)) > 1
    view.restyle()
    canvas = QImage(300, 200, QImage.Format.Format_RGB32)
    with QPainter(canvas) as painter:
        view.paint_to(painter, QRectF(0, 0, 300, 200))
    assert picture(view) == image


@every_view
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(3)
def test_it_draws_any_length_and_the_same_twice(
    qtbot: QtBot, name: str, length: int, kind: str, traces: dict[int, Trace]
) -> None:
    view = shown(qtbot, name)
    empty = picture(view)
    shot = snapshot(view, traces[length], Look(kind=kind))
    assert view.heading(shot) and view.explanation(shot)
    first = drawn(view, shot)
    assert first != empty
    assert drawn(view, shot) == first
    assert drawn(view, shot.with_()) == first


@every_view
def test_its_words_are_those_of_the_moment_that_is_drawn_next(qtbot: QtBot, name: str, sentence: Trace) -> None:
    """The frame asks for heading and sentence before the view draws: they follow from the snapshot alone."""
    view = shown(qtbot, name)
    before = snapshot(view, sentence)
    for field in dataclasses.fields(view.Options) if view.Options is not None else ():
        for value, _ in field.metadata.get("choices", ()):
            view.draw(before)
            shot = before.with_(options=dataclasses.replace(before.options, **{field.name: value}))
            told = view.heading(shot), view.full_explanation(shot)
            view.draw(shot)
            assert (view.heading(shot), view.full_explanation(shot)) == told, (field.name, value)


@every_view
@pytest.mark.parametrize("size", [(866, 420), (1008, 590), (440, 420), (240, 160)])
@pytest.mark.parametrize(("layers", "heads"), [((1, 1), 1), ((6, 6), 16)])
@pytest.mark.share(3)
def test_it_draws_any_model_at_any_size(
    qtbot: QtBot, name: str, size: tuple[int, int], layers: tuple[int, int], heads: int
) -> None:
    view = shown(qtbot, name, size)
    trace = made_trace(layers=layers, heads=heads)
    first = drawn(view, snapshot(view, trace))
    assert len(colours_of(first, 3)) > 4
    last = Look(layer=layers[1] - 1, head=heads - 1)
    assert len(colours_of(drawn(view, snapshot(view, trace, last)))) > 4


@every_view
def test_a_model_with_fewer_layers_and_heads_may_follow(qtbot: QtBot, name: str) -> None:
    """The look may still be the old one: the view keeps inside the sizes itself."""
    view = shown(qtbot, name)
    large, small = made_trace(layers=(6, 6), heads=8), made_trace(layers=(1, 2), heads=2)
    look = Look(layer=5, head=7, query=2, key=2)
    drawn(view, snapshot(view, large, look))
    shot = Snapshot(State(look=look), small, theme.current(), options=snapshot(view, small).options)
    assert len(colours_of(drawn(view, shot))) > 4


@every_view
def test_it_takes_what_is_only_encoded(qtbot: QtBot, name: str, sentence: Trace) -> None:
    view = shown(qtbot, name)
    part = made_trace("the white house is very old", "la casa", stage="encoded")
    for kind in KINDS:
        shot = snapshot(view, part, Look(kind=kind))
        assert view.heading(shot) and view.explanation(shot)
        assert len(colours_of(drawn(view, shot))) > 1
    whole = drawn(view, snapshot(view, sentence))
    fresh = shown(qtbot, name)
    assert whole == drawn(fresh, snapshot(fresh, sentence))


@every_view
def test_each_sentence_of_a_batch_has_its_own_picture(qtbot: QtBot, name: str) -> None:
    view = shown(qtbot, name)
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja", sentences=3)
    pictures = [drawn(view, snapshot(view, trace, Look(sentence=place))) for place in range(3)]
    assert pictures[0] != pictures[1] != pictures[2]
    assert drawn(view, snapshot(view, trace)) == pictures[0]


@every_view
def test_any_text_is_drawn_as_it_is(qtbot: QtBot, name: str) -> None:
    view = shown(qtbot, name)
    trace = made_trace(HOSTILE, HOSTILE[::-1])
    assert len(colours_of(drawn(view, snapshot(view, trace, hover=(1, 1))))) > 4
    labels = [label for label in view.findChildren(QLabel) if label.textFormat() != Qt.TextFormat.PlainText]
    assert not labels


def walk(rows: int, columns: int) -> list[tuple[Look, dict[str, Any]]]:
    """Looks, one after another, that together touch every field."""
    looks = [
        *(Look(kind=kind, layer=layer, head=head) for kind in KINDS for layer, head in ((0, 0), (2, 3))),
        *(Look(kind=kind, what=what) for kind in KINDS for what in SCORES),
        *(Look(kind=kind, reading=reading, query=1, key=2) for kind in KINDS for reading in READINGS),
        Look(reading="column", key=1),
        Look(reading="row", query=1),
        *(Look(step=step) for step in (0, rows - 1, None)),
    ]
    more: list[dict[str, Any]] = [{}, {"hover": (0, 0)}, {"hover": (rows - 1, columns - 1)}, {"rows_shown": 2}]
    return [(look, more[at % len(more)]) for at, look in enumerate(looks)]


@every_view
def test_a_picture_depends_on_the_snapshot_alone(qtbot: QtBot, name: str, sentence: Trace) -> None:
    """After a long walk through looks, hovers and rows the view shows what a fresh one shows. Drawing says nothing: a
    view that answered it with a wish would go round in circles."""
    view, fresh = shown(qtbot, name), shown(qtbot, name)
    heard = Heard(view, sentence)
    rows, columns = sentence.size("cross")
    for look, more in share(walk(rows, columns), 6, VIEWS_IN_TURN.index(name)):
        last = drawn(view, snapshot(view, sentence, look, **more))
        assert last == drawn(fresh, snapshot(fresh, sentence, look, **more))
        fresh = shown(qtbot, name)
    assert not heard.picked and not heard.hovered


def unusual_options(view: View) -> Iterator[Any]:
    """The view's options with one of them set to each value that it may have."""
    if view.Options is None:
        return
    for field in (field for field in dataclasses.fields(view.Options) if field.metadata):
        values = [value for value, _ in field.metadata["choices"]]
        if isinstance(field.default, bool):
            values = [not field.default]
        for value in values or [field.metadata["low"], field.metadata["high"]]:
            yield dataclasses.replace(view.Options(), **{field.name: value})


@every_view
def test_another_cell_under_the_pointer_is_shown_as_by_a_whole_drawing(
    qtbot: QtBot, name: str, sentence: Trace
) -> None:
    pointed, whole = shown(qtbot, name), shown(qtbot, name)
    for kind in KINDS:
        shot = snapshot(pointed, sentence, Look(kind=kind, layer=1, head=2))
        drawn(pointed, shot)
        for cell in ((1, 2), (3, 0), None):
            now = shot.with_(hover=cell)
            pointed.mark(now)
            assert picture(pointed) == drawn(whole, now), (kind, cell)


@every_view
def test_every_option_can_be_chosen(qtbot: QtBot, name: str, sentence: Trace) -> None:
    view = shown(qtbot, name)
    if view.Options is None:
        return
    usual = drawn(view, snapshot(view, sentence))
    for number, options in enumerate(unusual_options(view)):
        for what in share(SCORES, 3, number):
            drawn(view, snapshot(view, sentence, Look(what=what), options=options))
    assert drawn(view, snapshot(view, sentence)) == usual


# ---------------------------------------------------------------- themes and text size


@every_view
def test_themes_change_the_ground(qapp: QApplication, qtbot: QtBot, name: str, sentence: Trace) -> None:
    view = shown(qtbot, name)
    seen = {}
    for one in theme.THEMES.values():
        theme.apply(qapp, one)
        view.restyle()
        image = drawn(view, snapshot(view, sentence))
        seen[one.name] = image.pixelColor(1, image.height() - 2).name()
        assert image.pixelColor(1, image.height() - 2) in (one.q("background"), one.q("panel"))
    assert len(set(seen.values())) == len(theme.THEMES)
    theme.apply(qapp, theme.LIGHT)
    view.restyle()
    fresh = shown(qtbot, name)
    assert drawn(view, snapshot(view, sentence)) == drawn(fresh, snapshot(fresh, sentence))


def cut(widget: QWidget) -> str:
    """What of a widget's own text is cut off, in words; "" when nothing is."""
    metrics = QFontMetricsF(widget.font())
    if isinstance(widget, QLabel) and widget.text():
        needed = widget.heightForWidth(widget.width()) if widget.wordWrap() else widget.sizeHint().height()
        wide = widget.wordWrap() or widget.width() + 1 >= metrics.horizontalAdvance(widget.text())
        return "" if wide and widget.height() + 1 >= needed else f"label {widget.text()!r}"
    if isinstance(widget, QAbstractButton) and widget.text():
        small = widget.width() < metrics.horizontalAdvance(widget.text()) or widget.height() < metrics.height()
        return f"button {widget.text()!r}" if small else ""
    return ""


@every_view
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [SIZE, (848, 410)])
@pytest.mark.share(2)
def test_no_word_is_cut_off(
    qapp: QApplication, qtbot: QtBot, name: str, scale: float, size: tuple[int, int], sentence: Trace
) -> None:
    theme.apply(qapp, theme.LIGHT, scale)
    view = shown(qtbot, name, size)
    view.restyle()
    drawn(view, snapshot(view, sentence))
    inside = view.rect()
    for widget in view.findChildren(QWidget):
        if widget.isVisible() and not widget.isWindow():
            assert cut(widget) == ""
            corner = widget.mapTo(view, QPoint(0, 0))
            words = getattr(widget, "text", None)
            assert not (callable(words) and words()) or inside.contains(corner)


@every_view
def test_a_change_of_text_size_gives_what_a_fresh_view_shows(
    qapp: QApplication, qtbot: QtBot, name: str, sentence: Trace
) -> None:
    view = shown(qtbot, name)
    drawn(view, snapshot(view, sentence))
    theme.apply(qapp, theme.DARK, 1.5)
    view.restyle()
    fresh = shown(qtbot, name)
    assert drawn(view, snapshot(view, sentence)) == drawn(fresh, snapshot(fresh, sentence))


# ---------------------------------------------------------------- what a view may say


class Heard:
    """Everything that a view said, checked as it comes."""

    def __init__(self, view: View, trace: Trace) -> None:
        self.view, self.trace = view, trace
        self.look = Look()
        self.picked: list[dict[str, Any]] = []
        self.hovered: list[Any] = []
        view.picked.connect(self.take_look)
        view.asked.connect(self.take_run)
        view.opted.connect(self.take_options)
        view.hovered.connect(self.take_hover)

    def take_look(self, changes: dict[str, Any]) -> None:
        self.picked.append(changes)
        wanted = dataclasses.replace(self.look, **changes)
        assert State.from_json(State(look=wanted).to_json()).look == wanted
        assert dataclasses.replace(fit_look(wanted, self.trace), step=wanted.step) == wanted, "outside the trace"
        self.look = wanted

    def take_run(self, asked: Any) -> None:
        changes = changes_of(asked, self.trace.run)
        assert set(changes) <= {field.name for field in dataclasses.fields(RunSpec)}
        self.trace.run.with_(**changes)
        assert lost_by(asked, self.trace.run) == []

    def take_options(self, changes: dict[str, Any]) -> None:
        assert self.view.Options is not None
        self.view.Options(**changes)

    def take_hover(self, cell: Any) -> None:
        self.hovered.append(cell)
        if cell is not None:
            query, key = cell
            assert type(query) is int and type(key) is int and query >= 0 and key >= 0


AWAY = 9  # a layer, head or line that none of these traces has
NEWER = {
    "edits": Edits(
        MaskEdits((CellEdit("cross", 0, 0, False, AWAY),), False, False, -2.5, (TokenPlace(0, AWAY),)),
        PositionEdits("halves", 77.0, "reversed", 3, "decoder", 5),
        (HeadPlace("cross", AWAY, AWAY),), (Swap(0, 5, AWAY),), (HeadPattern("cross", AWAY, 0, "first"),),
        (FeedForwardPlace("decoder", AWAY),), (WeightOverride("cross", AWAY, 0, 0, 0, 0.5),),
        (Patch("head", "cross", AWAY, None, Donor("a", (5,))),), (SublayerPlace("encoder", AWAY, "feed-forward"),),
    ),
    "decoding": Decoding("sample", 0.7, 3, 0.9, 8, 5, 0.5, False),
    "branches": (Branch((5,), AWAY),),
}  # fmt: skip
"""What else was changed since a view was drawn: every edit, every setting of the decoding, a branch."""


def leaves(value: Any, name: str = "") -> dict[str, Any]:
    """What is inside of nested dataclasses, by dotted names."""
    if not dataclasses.is_dataclass(value):
        return {name: value}
    parts = (leaves(getattr(value, one.name), f"{name}.{one.name}") for one in dataclasses.fields(value))
    return {key: inner for part in parts for key, inner in part.items()}


def lost_by(asked: Any, drawn: RunSpec) -> list[str]:
    """What of NEWER is taken back by what a view asks for, though it is nothing of what the view itself changes.
    Another run altogether, and the model's own masks or positions, take back what they are meant to."""
    newer, lost = drawn.with_(**NEWER), []
    own, found = changes_of(asked, drawn), changes_of(asked, newer)
    for part in NEWER.keys() & found.keys() if "max_steps" not in found else ():
        before, after = leaves(getattr(drawn, part)), leaves(own.get(part, getattr(drawn, part)))
        for name, value in leaves(found[part]).items():
            wanted = leaves(getattr(newer, part))[name]
            if name.startswith(".masks") and found[part].masks == MaskEdits():
                continue
            if name.startswith(".positions") and found[part].positions == PositionEdits():
                continue
            if isinstance(value, tuple):
                lost += [part + name] * (not set(wanted) <= set(value))
            elif before[name] == after[name] and value != wanted:
                lost.append(part + name)
    return lost


def send(widget: QWidget, kind: QEvent.Type, point: QPointF, button: Qt.MouseButton) -> None:
    """One mouse event on a widget."""
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
    where = widget.mapToGlobal(point)
    event = QMouseEvent(kind, point, where, button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def click_through(view: View, step: int) -> None:
    """Moves over and clicks at points all over the view; menus are not opened, their entries are chosen."""
    for x in range(3, view.width(), step):
        for y in range(3, view.height(), step):
            widget = view.childAt(x, y) or view
            if isinstance(widget, QToolButton) and widget.menu() is not None:
                continue
            point = QPointF(widget.mapFrom(view, QPoint(x, y)))
            send(widget, QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton)
            send(widget, QEvent.Type.MouseButtonPress, point, Qt.MouseButton.LeftButton)
            send(widget, QEvent.Type.MouseButtonRelease, point, Qt.MouseButton.LeftButton)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # type: ignore[call-overload]
    for menu in view.findChildren(QMenu):
        for action in menu.actions():
            action.trigger()


@every_view
def test_it_asks_only_for_what_there_is(qtbot: QtBot, name: str, sentence: Trace) -> None:
    """Clicks everywhere, all menus and the arrow keys: every wish is a change of look, run or options that fits."""
    view = shown(qtbot, name)
    heard = Heard(view, sentence)
    for kind in share(view.kinds or KINDS, 3, VIEWS_IN_TURN.index(name)):
        heard.look = Look(kind=kind)
        view.draw(snapshot(view, sentence, heard.look))
        picture(view)
        click_through(view, 23 if Run.full else 37)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape, Qt.Key.Key_A):
        for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
            qtbot.keyClick(view.focusWidget() or view, key, modifier)
            view.draw(snapshot(view, sentence, heard.look))
    if view.kinds:
        assert heard.picked and any(heard.hovered)
    assert picture(view) is not None


EDITORS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "attention": ({"override": True}, {"kind": "cross", "query": 1, "key": 1}),
    "masks": ({"tool": "edit"}, {}), "positions": ({}, {}), "heads": ({}, {}), "decoding": ({"part": "chances"}, {}),
}  # fmt: skip
"""View -> the options and the look with which it shows controls that ask for another run."""


@pytest.mark.parametrize("name", EDITORS)
def test_what_it_asks_for_keeps_what_was_changed_since_it_was_drawn(qtbot: QtBot, name: str, sentence: Trace) -> None:
    """A second change before the first is computed: the picture, and the run that it shows, is still the old one."""
    options, look = EDITORS[name]
    view, drawn_run = shown(qtbot, name), sentence.run.with_(decoding=Decoding("sample"))
    trace = sentence.with_(run=drawn_run)
    options = dataclasses.replace(view.Options(), **options)  # type: ignore[misc]
    heard: list[Any] = []
    view.asked.connect(heard.append)
    view.draw(snapshot(view, trace, Look(**look), options=options))
    picture(view)
    click_through(view, 37)
    for part in view.findChildren(QWidget):
        view.draw(snapshot(view, trace, Look(**look), options=options))
        if not (part.isVisible() and part.isEnabled()):
            continue
        if isinstance(part, QAbstractSpinBox):
            part.stepBy(1)
        elif isinstance(part, QComboBox):
            part.setCurrentIndex(part.count() - 1)
            part.activated.emit(part.currentIndex())
    assert heard, "nothing was asked for"
    assert {lost for asked in heard for lost in lost_by(asked, drawn_run)} == set()


def test_edits_and_decoding_are_asked_for_as_changes_of_the_present_run() -> None:
    """A dict of a view that holds them was made of the run that it drew: see document.changes."""
    found = [
        f"{path}:{node.lineno}"
        for path in Path("viz_app/views").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "emit"
        for node in ast.walk(call)
        if isinstance(node, ast.Dict)
        and {key.value for key in node.keys if isinstance(key, ast.Constant)} & NEWER.keys()
    ]
    assert found == []


# ---------------------------------------------------------------- export


@every_view
@pytest.mark.parametrize("one", theme.THEMES.values(), ids=lambda one: one.name)
@pytest.mark.share(3)
def test_it_paints_itself_onto_a_picture(
    qapp: QApplication, qtbot: QtBot, name: str, one: theme.Theme, sentence: Trace
) -> None:
    theme.apply(qapp, one)
    view = shown(qtbot, name)
    view.restyle()
    view.draw(snapshot(view, sentence))
    image = QImage(1440, 900, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    with QPainter(image) as painter:
        painter.setPen(Qt.GlobalColor.green)
        view.paint_to(painter, QRectF(40, 30, 1200, 700))
        assert painter.pen().color() == Qt.GlobalColor.green, "the painter is given back as it was"
        assert painter.transform().isIdentity()
    magenta = image.pixel(0, 0)
    assert len(colours_of(image.copy(40, 30, 1200, 700), 3)) > 12
    assert {image.pixel(x, 15) for x in range(0, 1440, 7)} == {magenta}, "nothing outside the rectangle"


@every_view
def test_its_svg_has_text_that_can_be_selected(qtbot: QtBot, name: str, sentence: Trace) -> None:
    view = shown(qtbot, name)
    view.draw(snapshot(view, sentence))
    text = svg_of(view, SIZE)
    assert text.rstrip().endswith("</svg>") and "<text" in text and "white" in text


@every_view
def test_its_pdf_has_a_page_with_fonts(qtbot: QtBot, name: str, sentence: Trace, tmp_path: Path) -> None:
    view = shown(qtbot, name)
    view.draw(snapshot(view, sentence))
    writer = QPdfWriter(str(tmp_path / "view.pdf"))
    with QPainter(writer) as painter:
        view.paint_to(painter, QRectF(0, 0, writer.width(), writer.height()))
    found = (tmp_path / "view.pdf").read_bytes()
    assert found.startswith(b"%PDF") and b"/FontFile" in found and len(found) > 5000


@every_view
def test_it_paints_itself_without_being_shown(qtbot: QtBot, name: str, sentence: Trace) -> None:
    view = view_class(name)()
    qtbot.addWidget(view)
    view.resize(*SIZE)
    view.draw(snapshot(view, sentence))
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    with QPainter(image) as painter:
        view.paint_to(painter, QRectF(image.rect()))
    assert len(colours_of(image, 3)) > 12


# ---------------------------------------------------------------- keyboard and screen reader


def focusable(view: View) -> list[QWidget]:
    """Every visible part that the keyboard can reach."""
    parts = [part for part in view.findChildren(QWidget) if part.isVisible() and not part.isWindow()]
    inner = (QScrollBar,)
    return [
        part for part in parts
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None and not isinstance(part, inner)
    ]  # fmt: skip


@every_view
def test_what_the_keyboard_reaches_has_a_name_and_a_tip(qtbot: QtBot, name: str, sentence: Trace) -> None:
    view = shown(qtbot, name)
    view.draw(snapshot(view, sentence))
    assert view.accessibleName()
    for part in focusable(view):
        words = part.accessibleName() or (part.text() if isinstance(part, QAbstractButton) else "")
        assert words, f"{type(part).__name__} has no name for screen readers"
        assert part.toolTip(), f"{type(part).__name__} {words!r} has no tool tip"


@every_view
def test_tab_goes_through_all_of_it(qtbot: QtBot, name: str, sentence: Trace) -> None:
    view = shown(qtbot, name)
    view.draw(snapshot(view, sentence))
    view.activateWindow()
    view.setFocus()
    reached = set()
    for _ in range(60):
        now = view.focusWidget()
        assert now is not None
        reached.add(now)
        qtbot.keyClick(now, Qt.Key.Key_Tab)
    grouped = {part for part in focusable(view) if isinstance(part, QAbstractButton) and part.group() is not None}
    assert set(focusable(view)) - grouped <= reached
    assert not grouped or grouped & reached


# ---------------------------------------------------------------- the end


@every_view
def test_nothing_is_left_of_it(qtbot: QtBot, name: str, sentence: Trace) -> None:
    before = set(QApplication.allWidgets())
    view = view_class(name)()
    view.resize(*SIZE)
    view.show()
    drawn(view, snapshot(view, sentence, hover=(1, 1)))
    gone = weakref.ref(view)
    view.close()
    view.deleteLater()
    del view
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    gc.collect()
    assert gone() is None
    kept = [type(widget).__name__ for widget in set(QApplication.allWidgets()) - before]
    assert [name for name in kept if name != "QTipLabel"] == []
    theme.changed.emit(theme.current())


@pytest.mark.parametrize("name", ("heads", "lens", "compare", "train"))
def test_a_part_that_is_still_looks_the_same_wherever_the_pointer_is(name: str, sentence: Trace, qtbot: QtBot) -> None:
    view = shown(qtbot, name)
    drawn(view, snapshot(view, sentence))
    parts = [part for part in view.findChildren(Canvas) if part.still]
    assert parts, "without one this shows nothing"
    for part in parts:
        before = part.grab().toImage()
        part.point_at(part.place_at(QPointF(part.rect().center())))
        assert part.grab().toImage() == before, type(part).__name__
