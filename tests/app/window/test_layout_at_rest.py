"""A window in which nothing happens lays nothing out: a layout that answers itself keeps a processor busy for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.edits import Edits, HeadPlace
from tests.made.traces import made_trace
from tests.support.harness import commands_at_rest, items_known, settled, shown, stored
from viz_app.document.state import Layout, Pin, State
from viz_app.document.store import Store
from viz_app.views import VIEWS
from viz_app.window.main_window import Window

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
SIZES = [(width, height) for width in (900, 1280) for height in (420, 600)]
TURNS = 12
"""Turns of the event loop in which a new size may be answered."""


class Layouts(QObject):
    """Counts the layout requests of each class of widget."""

    def __init__(self) -> None:
        super().__init__()
        self.found = Counter[str]()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and isinstance(watched, QWidget):
            self.found[type(watched).__name__] += 1
        return False


@pytest.fixture
def layouts(qapp) -> Iterator[Layouts]:
    made = Layouts()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


def test_in_every_view_and_size_the_layout_comes_to_rest(qtbot, layouts: Layouts) -> None:
    window = Window(Store(State(run=TRACE.run, desk=Layout(theme="light"))))
    qtbot.addWidget(window)
    window.store.accept(TRACE)
    window.show()
    settled()
    commands_at_rest(window)
    restless = {}
    for view in VIEWS:
        window.store.desk(views=(view,))
        for width, height in SIZES:
            window.resize(width, height)
            for _ in range(TURNS):
                QApplication.processEvents()
            layouts.found.clear()
            for _ in range(4):
                QApplication.processEvents()
            answered = {part: count for part, count in layouts.found.items() if count > 1}
            if answered:
                restless[view, width, height] = answered
    assert restless == {}


def places(window: QWidget) -> dict[QWidget, tuple[str, QRect]]:
    """Where each part is that is seen, with its name."""
    parts = (part for part in window.findChildren(QWidget) if part.isVisible())
    return {part: (f"{type(part).__name__} {part.accessibleName()}", part.geometry()) for part in parts}


@pytest.mark.parametrize("views", [("compare",), *pairwise(VIEWS)][::2], ids=str)
def test_a_window_that_is_shown_has_all_parts_in_their_places(shown_window, views: tuple[str, ...]) -> None:
    """A part is resized while it is laid out for a former size: the pass for that one must not have the last word."""
    store = stored(TRACE, pin=Pin(TRACE.run), desk=Layout(theme="light", depth="full", views=views))
    window = shown_window(store, (1366, 768))
    for _ in range(TURNS):
        QApplication.processEvents()
    before = places(window)
    for part in (window, *before):
        if (layout := part.layout()) is not None:
            layout.invalidate()
    for _ in range(TURNS):
        QApplication.processEvents()
    after = places(window)
    moved = [(name, was, after[part][1]) for part, (name, was) in before.items() if part in after]
    assert [one for one in moved if one[1] != one[2]] == []


def test_nothing_is_known_of_qts_items_whatever_is_opened(shown_window) -> None:
    """Each one that Python knows lives on behind Qt's back, see `forget_items`."""
    store = stored(TRACE)
    window = shown_window(store, (1280, 720))
    for view in VIEWS:
        store.desk(views=(view,))
        settled()
    sheets = window.sheets
    for show in (sheets.show_keys, sheets.show_lessons, sheets.show_glossary, sheets.show_history, sheets.show_pairs):
        show()
    sheets.show_about()
    sheets.show_fault("a story")
    for name in ("model.new", "model.prune", "picture.save", "numbers.save", "heads.filter", "lesson.add", "find"):
        window.commands.run(name)
    sheets.presenter.start()
    settled()
    sheets.presenter.stop()
    assert len(QApplication.topLevelWidgets()) > 8
    assert items_known() == []


def test_a_window_that_was_small_looks_as_before_when_it_is_large_again(qtbot) -> None:
    """The inspector, which a small window hides, comes back without the bar that it would have needed there."""
    store = stored(TRACE, desk=Layout(theme="light", views=("attention",)))
    store.run(edits=Edits(heads_off=(HeadPlace("cross", 0, 0),)))
    window = Window(store)
    qtbot.addWidget(window)
    for width, height in ((1280, 720), (640, 480), (1280, 720)) * 2:
        window.resize(width, height)
        window.show()
        for _ in range(TURNS):
            QApplication.processEvents()
        if width == 1280:
            inspector = window.inspector
            assert inspector.isVisible() and inspector.verticalScrollBar().maximum() == 0


class Painted(QObject):
    """Where the parts of a widget were painted since the last `clear`."""

    def __init__(self, whole: QWidget) -> None:
        super().__init__(whole)
        self.whole, self.places = whole, dict[QWidget, set[object]]()
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and self.whole.isAncestorOf(watched):
            place = watched.mapTo(self.whole.window(), QPoint()).toTuple(), watched.size().toTuple()
            self.places.setdefault(watched, set()).add(place)
        return False


def test_the_target_is_painted_once_for_each_size_of_the_window(qtbot: QtBot) -> None:
    """Its buttons were painted where they stood in the former size, and a moment later where they belong."""
    with shown(stored(made_trace("the white house", "la casa blanca"), desk=Layout()), qtbot, (1280, 720)) as window:
        painted = Painted(window.text.target.transport)
        for size in ((1400, 900), (700, 500), (1000, 620), (1280, 720), (640, 480), (1900, 1000), (900, 420)):
            painted.places.clear()
            window.resize(*size)
            for _ in range(8):
                settled()
            assert all(len(places) == 1 for places in painted.places.values()), size
        QApplication.instance().removeEventFilter(painted)
