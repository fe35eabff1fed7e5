"""The status line: hints, patience, measured times, faults."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics

from model_core.engine.messages import EngineLost, Ready, Starting
from tests.made.traces import made_steps, made_trace
from tests.support.harness import settled
from viz_app.commands.actions import ACTIONS
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.widgets.application_theme import apply_theme
from viz_app.window.banner import LOST, Banner, notice_words
from viz_app.window.main_window import Window
from viz_app.window.status_bar import StatusBar, count_maps, time_words

TRACE = made_trace("the white house", "la casa blanca").with_(milliseconds={"forward": 4.12, "total": 9.0})


@pytest.fixture
def store(qapp) -> Store:
    return Store(State(run=TRACE.run))


@pytest.fixture
def status(store: Store, qtbot) -> Iterator[StatusBar]:
    made = StatusBar(store)
    qtbot.addWidget(made)
    made.resize(1200, 30)
    made.show()
    yield made
    made.stop()


def test_the_text_of_a_lesson_is_replaced_by_hints_after_a_while(window: Window) -> None:
    window.commands.run("lesson.copy")
    assert window.status.hint.text() == "No lesson is open: open one first."
    window.status.set_hint("Click pins this cell.")
    window.file_actions._fade.timeout.emit()
    assert window.status.hint.text() == "Click pins this cell."


def test_the_times_are_those_of_the_trace_and_of_the_painting() -> None:
    assert count_maps(TRACE) == (3 + 3 + 3) * 4
    assert time_words(TRACE, 2.31) == ["forward 4.1 ms", "drawn in 2.3 ms", "36 maps recorded"]
    assert time_words(TRACE.with_(milliseconds={}), None) == ["36 maps recorded"]
    assert time_words(None, 3.0) == []


def test_a_new_trace_and_a_new_painting_are_shown(status: StatusBar, store: Store) -> None:
    assert status.times.isHidden()
    store.accept(TRACE)
    store.set_painted(2.31)
    assert "forward 4.1 ms" in status.times.text() and "drawn in 2.3 ms" in status.times.text()


def test_the_times_are_hidden_in_a_narrow_window(status: StatusBar, store: Store) -> None:
    store.accept(TRACE)
    store.set_painted(2.31)
    status.setMinimumWidth(1)  # as in the window, which says itself how narrow it gets
    status.resize(360, 30)
    assert status.times.text() == "forward 4.1 ms"
    status.resize(1200, 30)
    assert status.times.text().endswith("36 maps recorded")


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_line_is_as_high_with_a_job_as_without(status: StatusBar, qtbot, scale: float) -> None:
    """Otherwise the whole window is laid out anew when one begins and when it ends."""
    apply_theme(Layout(text_scale=scale))
    rest = status.sizeHint().height()
    status.run.begin("Computing")
    settled()
    during = status.sizeHint().height()
    status.run.end()
    apply_theme(Layout())
    assert during == rest


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_lies_over_the_words_of_a_job(status: StatusBar, store: Store, qtbot, scale: float) -> None:
    """In a window of 1280 px the times leave their place to it at a large text size, and take it again."""
    store.accept(TRACE)
    status.resize(1280, 40)
    settled()
    before = status.times.text()
    status.run.begin("Converting a_checkpoint_of_a_tutorial.safetensors")
    status.run.notify("43,756 parameters, written as float32")
    for part in (status.restart, status.more):
        part.show()
    apply_theme(Layout(text_scale=scale))
    settled()
    words = status.run.words
    parts = words, status.run.cancel, status.restart, status.times, status.engine
    seen = [QRect(part.mapTo(status, QPoint()), part.size()) for part in parts if part.isVisible()]
    assert [one for one, other in itertools.pairwise(seen) if one.right() >= other.left()] == []
    assert QFontMetrics(words.font()).horizontalAdvance(words.text()) <= words.width()
    status.run.end()
    for part in (status.restart, status.more):
        part.hide()
    apply_theme(Layout())
    settled()
    assert before == status.times.text() != ""


def test_the_engine_is_named(status: StatusBar, store: Store) -> None:
    assert status.engine.text() == "engine starting"
    store.accept(Ready())
    assert status.engine.text() == "engine ready"
    store.accept(EngineLost("gone"))
    assert status.engine.text() == "engine restarting"
    store.accept(EngineLost("gone for good", again=False))
    assert status.engine.text() == "engine stopped"


def test_news_come_before_a_tip_a_tip_before_a_fault_and_a_fault_before_a_hint(status: StatusBar) -> None:
    status.set_hint("Click pins this cell.")
    assert status.hint.text() == "Click pins this cell."
    status.set_fault("Something went wrong.")
    assert status.hint.text() == "Something went wrong." and status.more.isVisible()
    status.set_tip("Undoes the last change.")
    assert status.hint.text() == "Undoes the last change."
    status.set_said("The link is on the clipboard.")
    status.set_tip("Opens the view that happens to be under the pointer.")
    assert status.hint.text() == "The link is on the clipboard."
    status.set_said("")
    status.set_tip("")
    status.set_fault("")
    assert status.hint.text() == "Click pins this cell." and not status.more.isVisible()


def test_only_a_computation_that_takes_long_is_spoken_of(status: StatusBar, store: Store, qtbot) -> None:
    late: list[bool] = []
    status.late.connect(late.append)
    store.run(source=("another text",))
    assert status.run.isHidden()
    qtbot.waitUntil(lambda: status.run.cancel.isVisible())
    assert late == [True]
    for step in made_steps(made_trace("another text", "otro texto", run=store.state.run))[:2]:
        store.accept(step)
    assert "2 tokens written" in status.run.text()
    store.accept(made_trace("another text", "otro texto", run=store.state.run))
    assert status.run.isHidden()
    assert late == [True, False]


def test_a_quick_computation_is_not_spoken_of(status: StatusBar, store: Store) -> None:
    store.run(source=("another text",))
    store.accept(made_trace("another text", "otro texto", run=store.state.run))
    assert not status._wait.isActive() and status.run.isHidden()


def test_cancel_asks_for_it(status: StatusBar, store: Store, qtbot) -> None:
    store.run(source=("another text",))
    qtbot.waitUntil(lambda: status.run.cancel.isVisible())
    with qtbot.waitSignal(status.run.cancelled):
        status.run.cancel.click()


# ---------------------------------------------------------------- an engine that does not answer


@pytest.fixture
def soon(status: StatusBar) -> StatusBar:
    """A status line that finds 20 ms long enough."""
    status._long.setInterval(20)
    return status


def test_the_engine_is_given_ten_seconds(status: StatusBar, store: Store) -> None:
    store.accept(Ready())
    store.submit()
    assert status._long.isActive() and status._long.interval() == 10_000 and status.restart.isHidden()
    store.accept(TRACE)
    assert not status._long.isActive()


def test_a_run_that_takes_too_long_offers_to_restart_the_engine(soon: StatusBar, store: Store, qtbot) -> None:
    store.accept(Ready())
    store.submit()
    qtbot.waitUntil(soon.restart.isVisible)
    assert soon.restart.text() == "Restart the engine" and soon.restart.toolTip()
    with qtbot.waitSignal(soon.restarted):
        soon.restart.click()
    assert soon.restart.isHidden()


def test_the_offer_goes_with_the_answer_or_with_giving_up(soon: StatusBar, store: Store, qtbot) -> None:
    store.accept(Ready())
    for end in (lambda: store.accept(TRACE), store.cancel):
        store.submit()
        qtbot.waitUntil(soon.restart.isVisible)
        end()
        assert soon.restart.isHidden() and not soon._long.isActive()


def test_the_offer_stays_while_the_text_is_changed(soon: StatusBar, store: Store, qtbot) -> None:
    store.accept(Ready())
    store.submit()
    qtbot.waitUntil(soon.restart.isVisible)
    store.run(source=("another text",))
    assert soon.restart.isVisible()


def test_another_text_begins_a_new_count(status: StatusBar, store: Store, qtbot) -> None:
    status._long.setInterval(100_000)
    status._long.setTimerType(Qt.TimerType.PreciseTimer)
    store.accept(Ready())
    store.submit()
    qtbot.waitUntil(lambda: status._long.remainingTime() < 99_500)
    before = status._long.remainingTime()
    store.set_hover((0, 0))
    assert status._long.remainingTime() <= before
    store.run(source=("another text",))
    assert status._long.remainingTime() > before


def test_an_engine_that_starts_or_was_lost_is_not_restarted(status: StatusBar, store: Store) -> None:
    store.submit()
    assert store.engine == "starting" and not status._long.isActive()
    store.accept(Ready())
    assert status._long.isActive()
    store.accept(EngineLost("gone"))
    assert not status._long.isActive() and status.restart.isHidden()


def test_an_engine_that_is_not_restarted_by_itself_can_be_restarted(status: StatusBar, store: Store) -> None:
    restart = next(one for one in ACTIONS if one.id == "engine.restart")
    store.submit()
    store.accept(Ready())
    store.accept(EngineLost("it stopped"))
    assert not restart.when(store)
    store.accept(EngineLost("it stopped six times", again=False))
    assert restart.when(store) and not status.restart.isHidden()
    store.restart_engine()
    assert store.busy and store.problem is None
    for event in (Starting(), Ready()):
        store.accept(event)
    assert status.restart.isHidden() and status.engine.text() == "engine ready"


def test_an_engine_given_up_is_restarted_while_a_recording_is_shown(status: StatusBar, store: Store) -> None:
    """A request for a recording needs no engine: none would be started by it."""
    store._engine = engine = Mock()
    store.run(model="elsewhere.safetensors")
    store.accept(EngineLost("it stopped six times", again=False))
    store.restart_engine()
    engine.restart.assert_called_once_with()


# ---------------------------------------------------------------- the notice above the views


def test_a_lost_engine_is_reported_until_it_is_ready_again(store: Store, qtbot) -> None:
    notice = Banner(store)
    qtbot.addWidget(notice)
    assert notice.isHidden() and notice_words(store) == ("", "")
    store.accept(EngineLost("The engine stopped; your text is kept."))
    assert not notice.isHidden()
    assert notice.text.text() == "The engine stopped; your text is kept."
    store.accept(Ready())
    assert notice.isHidden()


def test_a_lost_engine_without_a_message_gets_a_default_one(store: Store) -> None:
    store.accept(EngineLost(""))
    assert notice_words(store) == ("error", LOST)


def test_a_refused_text_says_that_the_picture_stays(store: Store, qtbot) -> None:
    from model_core.engine.messages import Problem

    notice = Banner(store)
    qtbot.addWidget(notice)
    store.accept(TRACE)
    store.run(source=("<b>too long</b>",))
    store.accept(Problem("E-TEST", "<b>too long</b>: shorten it", store.state.run))
    told = notice.text.text()
    assert told.startswith("<b>too long</b>: shorten it") and "E-TEST" in told and "picture stays" in told
    store.run(source=("short",))
    assert notice.isHidden()


def test_what_another_view_said_leaves_with_it(status: StatusBar, store: Store) -> None:
    status.set_hint("A click pins this cell.")
    status.set_tip("What a click does.")
    store.look(head=1)
    assert status.hint.text() != ""
    store.desk(views=("decoding",))
    assert status.hint.text() == ""
