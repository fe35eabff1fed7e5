"""The line above the views: news stay until they are closed, those about a source until it is another one."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.window.banner import Banner


def test_a_notice_about_a_source_leaves_with_it(qtbot: QtBot) -> None:
    store = Store(State(run=RunSpec(source=("he is tall", "she is tall"))))
    notice = Banner(store)
    qtbot.addWidget(notice)
    notice.notify("Agreement: one word differs.", store.state.run.source)
    assert notice.isVisibleTo(None) and notice.text.text() == "Agreement: one word differs."
    store.look(head=1)
    assert notice.text.text() == "Agreement: one word differs."
    store.run(source=("something else",))
    assert notice.text.text() == "" and not notice.isVisibleTo(None)
    store.undo()
    assert notice.text.text() == "", "it does not come back by itself"


def test_other_news_stay(qtbot: QtBot) -> None:
    store = Store(State(run=RunSpec(source=("a",))))
    notice = Banner(store)
    qtbot.addWidget(notice)
    notice.notify("The model was imported.")
    store.run(source=("b",))
    assert notice.text.text() == "The model was imported."


def test_news_that_are_no_longer_so_leave_and_others_stay(qtbot: QtBot) -> None:
    notice = Banner(Store())
    qtbot.addWidget(notice)
    notice.notify("The session is not kept.\nA file says more.")
    notice.withdraw("Something else.")
    assert notice.text.text() == "The session is not kept."
    notice.withdraw("The session is not kept.\nA file says more.")
    assert notice.text.text() == "" and not notice.isVisibleTo(None)
    notice.withdraw("")


def test_changed_model_files_are_reported_along_with_other_news(qtbot: QtBot) -> None:
    store, trace = Store(), made_trace()
    notice = Banner(store)
    qtbot.addWidget(notice)

    def compute(model_hash: str) -> None:
        store.run(source=(f"{model_hash} {len(notice.text.text())}",))
        model = replace(trace.model, name="Mine", hash=model_hash)
        store.accept(trace.with_(run=store.state.run, model=model))

    compute("first")
    compute("first")
    assert notice.text.text() == ""
    compute("second")
    assert "Mine" in notice.text.text()
    notice.notify("The model was imported.")
    compute("third")
    told = notice.text.text()
    assert "imported" in told and "Mine" in told
    compute("fourth")
    assert notice.text.text() == told, "once"
