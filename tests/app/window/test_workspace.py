"""The desk: what is drawn when, what a view says and what becomes of it, and views that do not work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import ModuleType

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QSlider, QSpinBox

import viz_app.views
from model_core.engine.messages import EngineLost, Problem, Ready
from model_core.record.edits import SublayerPlace
from tests.made.traces import made_trace
from tests.support.harness import pixels_of
from viz_app.commands.actions import ACTIONS
from viz_app.data.edit_list import residual_switched
from viz_app.data.snapshot import ShownNumber, Snapshot, option
from viz_app.document.changes import other_decoding, other_edits
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Drawer
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.view import View
from viz_app.window import workspace as desks
from viz_app.window.option_bar import OptionBar
from viz_app.window.workspace import Workspace, typed_options


class Seen(View):
    """Keeps the snapshots that it was asked to draw."""

    title = "Seen"
    sentence = "What was drawn."

    @dataclass(frozen=True)
    class Options:
        top: int = option(5, "Rows", low=1, high=20)
        colour: str = option("blue", "Colour", choices={"blue": "Blue", "red": "Red"})
        loud: bool = option(False, "Loud")

    def build(self) -> None:
        self.shots: list[Snapshot] = []

    def draw(self, shot: Snapshot) -> None:
        self.shots.append(shot)

    def heading(self, shot: Snapshot) -> str:
        return f"head {shot.look.head + 1} of <s>"


class Other(Seen):
    title = "Other"


class Failing(View):
    """Cannot draw the token "bad"."""

    title = "Failing"

    def draw(self, shot: Snapshot) -> None:
        if shot.look.head == 1:
            raise ZeroDivisionError("no drawing today")


class Unbuildable(View):
    def build(self) -> None:
        raise ImportError("a part is missing")


def module_of(view: type[View]) -> ModuleType:
    """A module with this one view."""
    name = f"viz_app.views.{view.__name__.lower()}.view"
    module = ModuleType(name)
    module.view = type(view.__name__, (view,), {"__module__": name})
    return module


@pytest.fixture(autouse=True)
def views(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [module_of(view) for view in (Seen, Other, Failing, Unbuildable)]
    for module in made:
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(viz_app.views, "VIEWS", tuple(module.__name__.split(".")[2] for module in made))


@pytest.fixture
def caught(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    found: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: found.append(error))
    return found


TRACE = made_trace("the white house", "la casa blanca")


@pytest.fixture
def make(qtbot) -> Iterator[Callable[..., tuple[Store, Workspace]]]:
    def desk_with(*names: str, trace: bool = True) -> tuple[Store, Workspace]:
        store = Store(State(run=TRACE.run, desk=Layout(views=names)))
        desk = Workspace(store)
        qtbot.addWidget(desk)
        desk.resize(900, 600)
        desk.show()
        if trace:
            store.accept(TRACE)
        return store, desk

    yield desk_with


def shots(desk: Workspace, name: str) -> list[Snapshot]:
    page = desk.page(name)
    assert page is not None
    return page.view.shots


# ---------------------------------------------------------------- drawing


def test_before_the_first_trace_nothing_is_drawn_and_the_placeholder_says_why(make) -> None:
    store, desk = make("seen", trace=False)
    assert desk.page("seen") is None
    assert "Loading" in desk._place.line.text()
    store.accept(Ready())
    store.submit()
    assert "Reading" in desk._place.line.text()
    store.cancel()
    again = next(one for one in ACTIONS if one.id == "again")
    assert "Nothing is computed" in desk._place.line.text() and again.when(store)
    store.run(source=("",))
    assert "Type a sentence" in desk._place.line.text()
    store.accept(Problem("E-TEST", "not this", store.state.run))
    assert "Not this" in desk._place.sentence.text()


def test_a_trace_is_drawn_and_every_change_of_the_look_draws_once(make) -> None:
    store, desk = make("seen")
    assert [shot.trace for shot in shots(desk, "seen")] == [TRACE]
    store.look(head=2)
    store.look(head=2)
    store.set_hover((1, 1))
    assert [(shot.look.head, shot.hover) for shot in shots(desk, "seen")[1:]] == [(2, None), (2, (1, 1))]


def test_a_pointer_that_moves_before_a_new_text_is_drawn_marks_nothing_of_the_old_picture(qtbot) -> None:
    """What answers a change first may move the pointer's cell: then a view still has its places in the last text."""
    store = Store(State(run=TRACE.run, desk=Layout(views=("seen",))))
    store.changed.connect(lambda names: store.set_hover((0, len(names))) if "trace" in names else None)
    desk = Workspace(store)
    qtbot.addWidget(desk)
    desk.show()
    store.accept(TRACE)
    other = made_trace("the cat", "el gato")
    store.run(source=other.run.source)
    store.accept(other)
    assert [shot.trace for shot in shots(desk, "seen")] == [TRACE, other]
    assert shots(desk, "seen")[-1].hover is not None
    store.set_hover((1, 1))
    assert [shot.hover for shot in shots(desk, "seen")[2:]] == [(1, 1)]


def test_a_hidden_view_draws_only_when_it_is_opened(make) -> None:
    store, desk = make("seen")
    store.desk(views=("other",))
    store.look(head=3)
    before = len(shots(desk, "seen"))
    assert all(shot.look.head != 3 for shot in shots(desk, "seen"))
    assert not desk.page("seen").isVisible()
    store.desk(views=("seen",))
    assert shots(desk, "seen")[before:][-1].look.head == 3
    assert desk.page("seen").isVisible() and not desk.page("other").isVisible()


def test_two_views_are_shown_side_by_side(make) -> None:
    store, desk = make("seen", "other")
    left, right = desk.page("seen"), desk.page("other")
    assert left.isVisible() and right.isVisible()
    assert left.geometry().right() < right.geometry().left()
    store.look(head=1)
    assert shots(desk, "seen")[-1] == shots(desk, "other")[-1]


def test_only_written_rows_are_shown_while_the_steps_are_played(make) -> None:
    store, desk = make("seen")
    assert shots(desk, "seen")[-1].rows_shown is None
    store.set_playing(True)
    assert shots(desk, "seen")[-1].rows_shown == 1
    store.look(step=2)
    assert shots(desk, "seen")[-1].rows_shown == 3
    store.set_playing(False)
    assert shots(desk, "seen")[-1].rows_shown is None


def test_the_heading_is_plain_text(make) -> None:
    _, desk = make("seen")
    assert desk.page("seen").heading.text() == "head 1 of <s>"
    assert desk.page("seen").sentence.text() == "What was drawn."
    assert desk.page("seen").sentence.textFormat() == Qt.TextFormat.PlainText


def test_drawing_is_measured(make, qtbot) -> None:
    store, desk = make("seen")
    with qtbot.waitSignal(desk.drawn) as told:
        store.look(head=2)
    assert told.args[0] > 0


# ---------------------------------------------------------------- stale marks


def test_a_picture_of_an_older_text_is_labelled_when_the_new_run_is_slow(make) -> None:
    store, desk = make("seen")
    mark = desk.page("seen").mark
    store.run(source=("the old cat",))
    assert desk.is_stale() and mark.isHidden()
    desk.set_late(True)
    assert not mark.isHidden() and mark.text() == "earlier picture"
    store.accept(made_trace("the old cat", "el gato viejo", run=store.state.run))
    assert not desk.is_stale() and mark.isHidden()


def test_a_text_that_was_given_up_leaves_the_last_picture_marked_as_older(make) -> None:
    store, desk = make("seen")
    mark = desk.page("seen").mark
    store.run(source=("the old cat",))
    desk.set_late(True)
    store.cancel()
    desk.set_late(False)
    assert desk.is_stale() and not mark.isHidden()
    store.undo()
    assert not desk.is_stale() and mark.isHidden()


def test_a_refused_text_leaves_the_last_picture_marked_as_older(make) -> None:
    store, desk = make("seen")
    store.run(source=("x" * 50,))
    store.accept(Problem("E-TEST", "not this text", store.state.run))
    assert not desk.page("seen").mark.isHidden()
    assert shots(desk, "seen")[-1].trace is TRACE


def test_a_lost_engine_keeps_the_picture(make) -> None:
    store, desk = make("seen")
    store.accept(EngineLost("gone"))
    assert desk.page("seen").isVisible()


# ---------------------------------------------------------------- what a view says


def test_what_a_view_says_becomes_a_change_of_the_store(make) -> None:
    store, desk = make("seen")
    view = desk.page("seen").view
    view.picked.emit({"query": 2, "key": 1})
    assert (store.state.look.query, store.state.look.key) == (2, 1)
    view.hovered.emit((1, 0))
    assert store.hover == (1, 0)
    view.opted.emit({"top": 9})
    assert store.state.options["seen"] == {"top": 9}
    assert shots(desk, "seen")[-1].options.top == 9
    view.asked.emit({"opening": "la"})
    assert store.state.run.opening == "la"


def test_a_view_names_its_own_numbers_for_the_present_snapshot(make, monkeypatch) -> None:
    store, desk = make("seen")
    taken: list[str] = []
    snapshot = desk.snapshot
    monkeypatch.setattr(desk, "snapshot", lambda page: (taken.append(page.name), snapshot(page))[1])
    assert desk.shown_number((1, 1)) is None and not taken, "every view would answer the same"
    own = type(desk.page("seen").view)
    monkeypatch.setattr(own, "shown_number", lambda _, shot, cell: ShownNumber(shot.look.head, str(cell)))
    store.look(head=2)
    taken.clear()
    assert desk.shown_number((1, 0)) == ShownNumber(2, "(1, 0)") and taken == ["seen"]


def test_what_a_view_asks_for_changes_the_present_run_not_the_one_that_it_drew(make) -> None:
    store, desk = make("seen")
    view = desk.page("seen").view
    for part in ("self-attention", "feed-forward"):  # the second before the first is computed
        view.asked.emit(other_edits(partial(residual_switched, place=SublayerPlace("encoder", 0, part))))
    assert store.busy and len(store.state.run.edits.residuals_cut) == 2
    view.asked.emit(other_decoding({"top_k": 3}))
    view.asked.emit(other_decoding({"temperature": 0.5}))
    assert (store.state.run.decoding.top_k, store.state.run.decoding.temperature) == (3, 0.5)
    before = store.history()
    view.asked.emit(other_decoding({"top_k": 3}))
    assert store.history() == before, "equal settings are no change"


def test_what_a_click_would_do_is_handed_on(make, qtbot) -> None:
    _, desk = make("seen")
    with qtbot.waitSignal(desk.hinted) as told:
        desk.page("seen").view.hinted.emit("Click pins this cell.")
    assert told.args == ["Click pins this cell."]


# ---------------------------------------------------------------- views that do not work


def test_a_view_that_fails_to_draw_is_reported_and_the_others_still_work(make, caught) -> None:
    store, desk = make("failing", "seen")
    store.look(head=1)
    assert "no drawing today" in desk.page("failing").sentence.text()
    assert isinstance(caught[0], ZeroDivisionError)
    assert shots(desk, "seen")[-1].look.head == 1
    store.look(head=2)
    assert "no drawing today" not in desk.page("failing").sentence.text()


def test_a_view_that_cannot_be_built_is_reported_once_and_not_retried(make, caught) -> None:
    store, desk = make("unbuildable")
    assert "cannot be opened" in desk._place.line.text()
    assert "a part is missing" in desk._place.sentence.text()
    store.look(head=1)
    assert len(caught) == 1
    store.desk(views=("seen",))
    assert desk.page("seen").isVisible()


def test_an_unknown_view_is_no_crash(make, caught) -> None:
    _, desk = make("nowhere")
    assert "cannot be opened" in desk._place.line.text()
    assert isinstance(caught[0], KeyError)


# ---------------------------------------------------------------- options


def test_options_of_another_session_that_make_no_sense_fall_back() -> None:
    assert typed_options(Seen.Options, {"top": 7, "colour": "green", "loud": "yes", "gone": 1}) == Seen.Options(top=7)
    assert typed_options(None, {"top": 7}) is None
    assert typed_options(Seen.Options, {"top": True}) == Seen.Options()


def test_the_option_bar_has_a_control_per_field_and_signals_one_change_at_a_time(qtbot) -> None:
    bar = OptionBar(Seen.Options)
    qtbot.addWidget(bar)
    told: list[dict] = []
    bar.changed.connect(told.append)
    spin, segments, check = bar.findChild(QSpinBox), bar.findChild(Segmented), bar.findChild(QCheckBox)
    assert (spin.minimum(), spin.maximum()) == (1, 20)
    assert [button.text() for button in segments.buttons.values()] == ["Blue", "Red"], "two choices are not a list"
    bar.show_values(Seen.Options(3, "red", True))
    assert (spin.value(), segments.value, check.isChecked()) == (3, "red", True)
    assert told == []
    spin.setValue(4)
    segments.buttons["blue"].click()
    check.setChecked(False)
    assert told == [{"top": 4}, {"colour": "blue"}, {"loud": False}]


@dataclass(frozen=True)
class Grouped:
    """Two options in a card, one beside it."""

    range: str = option("all", "Range", choices={"all": "0\u20131", "row": "row maximum"}, group="Scale")
    least: float = option(0.0, "Least", choices={0.0: "nothing", 0.1: "0.1", 0.5: "0.5"}, group="Scale", slider=True)
    loud: bool = option(False, "Loud")


def test_grouped_options_are_in_a_card_whose_button_shows_the_choice(qtbot) -> None:
    bar = OptionBar(Grouped)
    qtbot.addWidget(bar)
    bar.show()
    told: list[dict] = []
    bar.changed.connect(told.append)
    card = bar.cards["Scale"]
    combo, slider, check = card.findChild(QComboBox), card.findChild(QSlider), bar.findChild(QCheckBox)
    assert not combo.isVisible() and check.isVisible() and not card.isAncestorOf(check)
    bar.show_values(Grouped("row", 0.5))
    assert card.button.words() == "Scale row maximum" == card.button.accessibleName()
    assert (combo.currentText(), slider.value()) == ("row maximum", 2) and told == []
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert card.isVisible() and combo.isVisible() and slider.accessibleName() == "Least"
    slider.setValue(1)
    combo.setCurrentIndex(0)
    assert told == [{"least": 0.1}, {"range": "all"}]
    bar.show_values(Grouped(least=0.3))
    assert slider.value() == 0 and card.button.words() == "Scale 0\u20131"
    qtbot.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_an_option_without_a_kind_of_control_is_a_type_error(qtbot) -> None:
    @dataclass(frozen=True)
    class Strange:
        word: str = option("a", "Word")

    with pytest.raises(TypeError, match="word"):
        OptionBar(Strange)


def test_options_go_below_a_heading_that_grew(make, qtbot) -> None:
    _, desk = make("seen")
    page = desk.page("seen")
    desk.resize(600, 600)
    shot = desk.snapshot(page)
    page.draw(shot)
    beside = page.options.y()
    page.view.heading = lambda _shot: "a very long heading of a map " * 2
    page.draw(shot)
    qtbot.waitUntil(lambda: page.options.y() > beside)
    assert page.heading.width() > 500


def test_a_low_and_narrow_page_puts_its_options_into_a_drawer_and_takes_them_back(make, qtbot) -> None:
    _, desk = make("seen")
    page = desk.page("seen")
    desk.resize(900, 600)
    assert page.options.isVisible() and page.sentence.isVisible() and not page.drawer.button.isVisible()
    desk.resize(300, 200)
    qtbot.waitUntil(lambda: page.drawer.button.isVisible())
    assert not page.options.isVisible() and not page.sentence.isVisible()
    page.drawer.button.click()
    assert page.options.isVisible()
    desk.resize(900, 600)
    qtbot.waitUntil(lambda: page.options.isVisible() and not page.drawer.isVisible())
    assert page.options.window() is desk


def test_the_options_of_a_new_page_are_placed_once(make, monkeypatch) -> None:
    moved: list[object] = []
    monkeypatch.setattr(Drawer, "put_in", lambda _drawer, part: moved.append(part))
    _, desk = make("seen")
    assert desk.page("seen").options.isVisible() and not moved


# ---------------------------------------------------------------- the base class


def test_a_view_paints_itself_into_any_rectangle_in_its_own_proportions(make) -> None:
    _, desk = make("seen")
    view = desk.page("seen").view
    part = QLabel(view)
    part.setStyleSheet("background: #ff0000")
    part.setGeometry(view.rect())
    part.show()
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    view.paint_to(painter, QRectF(QPointF(100, 100), QPointF(300, 300)))
    painter.end()
    down, across = np.nonzero(pixels_of(image) == 0xFFFF0000)
    left, top, right, bottom = across.min(), down.min(), across.max(), down.max()
    assert 100 <= left < 150 < right < 300 and 100 <= top < bottom < 300
    assert (right - left) / (bottom - top) == pytest.approx(view.width() / view.height(), rel=0.05)
    ground = themes.current().background
    assert image.pixelColor(102, 102).name() == ground.lower(), "the view's ground lies under heading and parts"
    assert image.pixelColor(90, 110).name() == image.pixelColor(310, 110).name() == "#ffffff"


def test_a_new_theme_reaches_the_pages(make, qapp) -> None:
    _, desk = make("seen")
    before = len(shots(desk, "seen"))
    shown = themes.current()
    themes.apply(qapp, themes.DARK)
    try:
        assert shots(desk, "seen")[-1].theme is themes.DARK
        assert len(shots(desk, "seen")) > before
    finally:
        themes.apply(qapp, shown)


def test_the_desk_module_never_draws_without_a_trace(make) -> None:
    store, desk = make("seen", trace=False)
    store.look(head=1)
    store.set_hover((0, 0))
    desk.refresh(desks._WATCHED)
    assert desk.page("seen") is None
