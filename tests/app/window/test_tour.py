"""The tour in a window: each stop has its part on the screen, a card beside it; it goes on by deeds, keys and Next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_model
from tests.support.harness import live_window, settled
from viz_app.document.lesson import Lesson, Scene
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.lessons.tours.tour import Tour, card_place
from viz_app.lessons.tours.tour_stops import STOPS
from viz_app.window.main_window import Window
from viz_app.window.tour_parts import tour_parts

pytestmark = pytest.mark.usefixtures("qapp")

Make = Callable[..., Window]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def window_with(size: tuple[int, int] = (1280, 720), **desk: object) -> Window:
        source = "the old white house near the sea was sold to my friends"
        store = Store(State(run=RunSpec(source=(source,)), desk=Layout(**{"theme": "light", **desk})))  # type: ignore[arg-type]
        return live_window(store, qtbot, made_model((3, 3), 4), size)

    return window_with


def tour_of(window: Window) -> Tour:
    """The tour, begun; nothing is waited for."""
    tour = window.sheets.tour
    tour.start()
    tour._pause.setInterval(0)
    settled()
    tour.look()
    return tour


# ---------------------------------------------------------------- where the card stands


def test_the_card_is_placed_at_the_first_side_where_it_fits() -> None:
    window, card = QRect(0, 0, 1280, 720), QSize(300, 180)
    small, huge = QRect(100, 100, 200, 40), QRect(20, 20, 1240, 680)
    light, corner = card_place((small,), card, window)
    assert light == small and not QRect(corner, card).intersects(light)
    light, corner = card_place((huge, small), card, window)
    assert light == small and not QRect(corner, card).intersects(light)
    light, corner = card_place((huge,), card, window)
    assert light == huge and window.contains(QRect(corner, card))
    assert card_place((), card, window)[0].isEmpty()


LAYOUTS = [
    ((1280, 720), {}), ((1440, 900), {}), ((1920, 1080), {"text_scale": 1.5}), ((1280, 720), {"text_scale": 1.5}),
    ((1280, 720), {"text_scale": 2.0}), ((1280, 720), {"depth": "first"}), ((1440, 900), {"inspector": False}),
    ((1440, 900), {"views": ("lines", "masks")}), ((1024, 700), {"views": ("model",)}),
    ((1280, 720), {"theme": "high_contrast", "depth": "research"}),
]  # fmt: skip


@pytest.mark.parametrize(("size", "desk"), LAYOUTS)
@pytest.mark.share(2)
def test_every_stop_has_its_part_on_the_screen_and_the_card_never_covers_it(
    make: Make, size: tuple[int, int], desk: dict[str, object]
) -> None:
    window = make(size, **desk)
    tour = tour_of(window)
    for stop in STOPS:
        assert STOPS[tour.at] is stop
        settled()
        tour.look()
        (light,) = tour.lit_rects()
        card = tour.card.geometry()
        assert tour.card.isVisible() and window.rect().contains(card), stop.part
        assert window.rect().contains(light) and light.width() >= 16 and light.height() >= 16, stop.part
        assert not card.intersects(light), (stop.part, card, light)
        assert tour.card.height() >= tour.card.column.totalHeightForWidth(card.width()), "every word is seen"
        tour.card.next.click()
    assert not tour.on and tour.card.isHidden() and tour.veil.isHidden()


def test_every_stop_of_the_tour_has_exactly_one_part(make: Make) -> None:
    assert set(tour_parts(make())) == {stop.part for stop in STOPS}
    assert 8 <= len(STOPS) <= 10


# ---------------------------------------------------------------- going through


def deeds(window: Window) -> dict[str, Callable[[], object]]:
    """What is done at each stop, as a person does it: by the part itself."""

    def page() -> QWidget:
        found = window.desk.page("attention")
        assert found is not None
        return found.view

    def click(part: QWidget, point: QPoint) -> None:
        QTest.mouseClick(part, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)

    def click_cell() -> None:
        heat = page().figure.heat  # type: ignore[attr-defined]
        click(heat, heat.cell_rect(1, 2).center().toPoint())

    def click_head() -> None:
        mosaic = page().pick.mosaic  # type: ignore[attr-defined]
        mosaic.picked.emit(1, 2)

    return {
        "source": lambda: QTest.keyClicks(window.text.source.box, " x"),
        "chips": lambda: window.text.source.chips.picked.emit(1),
        "steps": lambda: click(window.text.target.transport.back, QPoint(5, 5)),
        "candidates": lambda: window.inspector.step.chosen.emit(other_candidate(window)),
        "heads": click_head,
        "map": click_cell,
        "switch": lambda: click(window.inspector.head.switch, QPoint(5, 5)),
        "edits": lambda: click(window.edits.chips[0], QPoint(5, 5)),
        "views": lambda: click(window.rail.buttons["lines"], QPoint(20, 10)),
    }


def other_candidate(window: Window) -> int:
    """The id of a candidate of the step that was not written."""
    ids, written = window.inspector.step._ids, window.inspector.step._written
    return next(one for one in ids if one != written)


def test_each_stop_advances_when_its_task_is_done(make: Make, qtbot: QtBot) -> None:
    window = make((1440, 900))
    tour, acts = tour_of(window), deeds(window)
    for stop, after in pairwise(STOPS):
        assert STOPS[tour.at] is stop
        acts[stop.part]()
        qtbot.waitUntil(lambda after=after: STOPS[tour.at] is after, timeout=5000)
    tour.card.next.click()
    assert not tour.on


def test_what_is_taken_back_before_the_pause_is_over_is_not_done(make: Make) -> None:
    window = make((1440, 900))
    tour = tour_of(window)
    tour._show(next(at for at, stop in enumerate(STOPS) if stop.part == "switch"))
    tour._pause.setInterval(60_000)
    deeds(window)["switch"]()
    tour.look()
    assert tour.card.done.text() and tour._pause.isActive()
    window.store.undo()
    tour.look()
    assert not tour.card.done.text() and not tour._pause.isActive()


def test_the_tour_works_by_keyboard_alone(make: Make) -> None:
    window = make()
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    settled()
    tour = window.sheets.tour
    assert tour.on and tour.card.next.hasFocus()
    for stop in STOPS[:3]:
        assert STOPS[tour.at] is stop
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F2)
        focus = QApplication.focusWidget()
        assert focus is not None and not tour.card.isAncestorOf(focus), stop.part
        QTest.keyClick(focus, Qt.Key.Key_F2)
        assert tour.card.next.hasFocus()
        QTest.keyClick(tour.card.next, Qt.Key.Key_Space)
    assert STOPS[tour.at] is STOPS[3]
    QTest.keyClick(window.text.source.box, Qt.Key.Key_Escape)
    assert not tour.on and window.isVisible()


def test_one_button_ends_it_at_the_last_stop(make: Make) -> None:
    window = make()
    window.commands.run("tour")
    card = window.sheets.tour.card
    for _ in STOPS[1:]:
        assert card.end.isVisible()
        card.next.click()
    assert not card.end.isVisible() and card.next.text() == "Finish"
    card.next.click()
    assert not window.sheets.tour.on


def test_it_stays_when_something_else_is_done_and_brings_its_part_back(make: Make) -> None:
    window = make()
    tour = tour_of(window)
    tour._show(next(at for at, stop in enumerate(STOPS) if stop.part == "map"))
    window.open_view("model")
    window.store.desk(theme="dark")
    settled()
    tour.look()
    assert tour.on and tour.lit_rects() == [] and tour.card.isVisible()
    assert not tour.card.again.isHidden()
    tour.card.again.click()
    settled()
    tour.look()
    assert len(tour.lit_rects()) == 1 and tour.card.again.isHidden()
    window.resize(1100, 700)
    settled()
    tour.look()
    assert window.rect().contains(tour.card.geometry())


def test_a_presentation_has_the_window_to_itself(make: Make) -> None:
    window = make()
    tour = tour_of(window)
    window.sheets.presenter.start()
    tour.look()
    assert not tour.on and tour.card.isHidden()
    window.sheets.presenter.stop()


def test_a_screen_reader_announces_each_stop(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event.message()))
    tour = tour_of(make())
    tour.go(1)
    assert [STOPS[0].text in said[0], STOPS[1].text in said[1]] == [True, True]
    assert f"2 of {len(STOPS)}" in tour.card.accessibleName() and STOPS[1].title in tour.card.accessibleName()


# ---------------------------------------------------------------- the offer


def test_showing_less_is_offered_only_if_more_is_shown(make: Make) -> None:
    window = make(views=("lines",), inspector=False, depth="first")
    window.sheets.offer_tour()
    assert [button.text() for button in window.notice.offers] == ["Take the tour"]


def test_it_is_offered_in_a_line_that_goes_when_it_is_taken(make: Make) -> None:
    window = make(views=("lines",), inspector=False)  # which ask this engine for no effects
    window.sheets.offer_tour()
    assert [button.text() for button in window.notice.offers] == ["Take the tour", "Show less"]
    words = window.notice.text.text()
    assert "two-minute" in words and not window.sheets.tour.on
    window.notice.offers[1].click()
    settled()
    assert window.store.state.desk.depth == "first" and window.notice.text.text() != words
    window.sheets.offer_tour()
    window.notice.offers[0].click()
    settled()
    assert window.sheets.tour.on and window.notice.text.text() != words and window.notice.offers == []
    window.sheets.tour.stop()


def test_whoever_is_in_a_lesson_is_not_offered_the_tour(make: Make) -> None:
    """The line stood above the scenes until it was closed by hand."""
    window = make(views=("lines",), inspector=False)
    window.sheets.offer_tour()
    assert window.notice.isVisible()
    player = window.sheets.lessons.player
    player.open(Lesson(scenes=(Scene("One"), Scene("Two"))))
    settled()
    assert not window.notice.isVisible() and window.notice.offers == []
    window.sheets.offer_tour()
    settled()
    assert not window.notice.isVisible(), "nor does it come while a lesson is open"
    window.notice.notify("The lesson was saved.")
    player.go(1)
    assert window.notice.isVisible(), "other news stay"
    player.leave()


@pytest.mark.parametrize("stop", ["heads", "steps"])
def test_an_arrow_on_the_card_is_one_on_the_part(make: Make, stop: str) -> None:
    """The card says that arrows choose a head; they moved the focus to what stands in the dark."""
    window = make()
    tour = tour_of(window)
    tour.go([one.part for one in STOPS].index(stop))
    settled()
    tour.card.next.setFocus(Qt.FocusReason.TabFocusReason)
    before = window.store.state.look
    QTest.keyClick(tour.card.next, Qt.Key.Key_Right)
    settled()
    assert window.store.state.look == (replace(before, head=before.head + 1) if stop == "heads" else before)
    assert window.focusWidget() is tour.card.next


@pytest.mark.parametrize(
    ("views", "size"), [(("attention", "lines"), (1280, 720)), (("lines", "attention"), (700, 600))]
)
def test_a_stop_has_its_view_alone_for_two_leave_its_part_no_room(
    make: Make, views: tuple[str, ...], size: tuple[int, int]
) -> None:
    """It spoke of small maps where there were none, or lit nothing; and Lines, which is to be opened, was open."""
    window = make(size, views=views)
    tour = tour_of(window)
    tour.go([stop.part for stop in STOPS].index("heads"))
    settled()
    picker = window.desk.page("attention").view.pick.mosaic
    assert window.store.state.desk.views == ("attention",) and picker.isVisible()
    spot = tour._spot()
    assert spot is not None and spot.widget is picker
    tour.stop()
