"""However a window came to its state, it looks as a new one does in that state: nothing is left of what was before."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.trace import Trace
from tests.daily import Run, examples
from tests.made.traces import made_trace
from viz_app.data.depth import DEPTHS
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.views import VIEWS
from viz_app.widgets.application_theme import apply_theme
from viz_app.window.main_window import Window

Looks = dict[str, list[tuple[int, ...]]]
"""The way to parts of one name -> the rectangle in the window and the px of the font of each."""

SIZES = ((1280, 720), (1440, 900), (1920, 1080), (1010, 560), (640, 840), (1366, 768))
SCALES = (1.0, 1.25, 1.5, 2.0)
WORDS = (1, 6, 24, 60)
LATER = 25
"""Milliseconds after which Qt's lists of choices have their size."""
STEPS = 24
"""Comparisons of a walk."""


def rest() -> None:
    for _ in range(12):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def looks(window: Window) -> Looks:
    """Everything that is seen, but what says how long something took, and curves between chips, which end where rows
    are scrolled to."""
    QTest.qWait(LATER)
    rest()
    found: Looks = defaultdict(list)

    def go_into(part: QWidget, way: str) -> None:
        for child in part.children():
            if not isinstance(child, QWidget) or not child.isVisible() or child.isWindow():
                continue
            assert not child.isHidden(), f"{way}/{type(child).__name__} is seen, although it was hidden"
            kind = type(child).__name__
            if child is window.status or kind == "Curves" or child.objectName().startswith("qt_"):
                continue
            name = f"{way}/{kind}:{child.accessibleName()}"
            corner = child.mapTo(window, QPoint(0, 0))
            area = corner.x(), corner.y(), child.width(), child.height()
            found[name].append((*area, QFontInfo(child.font()).pixelSize()))
            go_into(child, name)

    go_into(window, "")
    return {name: sorted(parts) for name, parts in found.items()}


class Walk:
    """A window that somebody uses: size, text, view, depth, theme … in any order."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.traces = [made_trace(*[" ".join(f"w{place}" for place in range(count))] * 2) for count in WORDS]
        self.text, self.size, self.done = 1, SIZES[0], list[str]()
        run = self.traces[1].run
        self.window = self.opened(State(run=run, desk=Layout(theme="light", views=("attention",))))

    def opened(self, state: State) -> Window:
        """A new window in a state."""
        apply_theme(state.desk)
        window = Window(Store(state))
        window.resize(*self.size)
        window.show()
        rest()
        window.store.accept(self.trace)
        rest()
        return window

    @property
    def trace(self) -> Trace:
        return self.traces[self.text]

    def act(self) -> None:
        """One thing that a user does."""
        store, choose = self.window.store, self.random.choice
        kind = choose(("size", "size", "scale", "view", "view", "split", "depth", "text", "panel", "look", "present"))
        what: object = ""
        if kind == "size":
            what = self.size = choose(SIZES)
        elif kind == "scale":
            store.desk(text_scale=(what := choose(SCALES)))
        elif kind in ("view", "split"):
            what = tuple(self.random.sample(list(VIEWS), 1 + (kind == "split")))
            store.desk(views=what)
        elif kind == "depth":
            store.desk(depth=(what := choose(list(DEPTHS))))
        elif kind == "panel":
            store.desk(inspector=(what := not store.state.desk.inspector))
        elif kind == "text":
            what = self.text = self.random.randrange(len(WORDS))
            store.set_state(replace(store.state, run=self.trace.run))
            store.accept(self.trace)
        elif kind == "look":
            store.look(kind=(what := choose(("encoder", "decoder", "cross"))))
        else:
            self.window.sheets.presenter.start()
            rest()
            self.window.sheets.presenter.stop()
        self.window.resize(*self.size)
        self.done.append(f"{kind} {what}".strip())
        rest()

    def close(self, window: Window) -> None:
        window.close()
        window.deleteLater()
        rest()


@pytest.fixture
def walk(qtbot: QtBot) -> Iterator[Walk]:
    made = Walk(Run.seed)
    yield made
    made.close(made.window)
    apply_theme(Layout(theme="light"))


def test_a_window_looks_as_a_new_one_in_its_state(walk: Walk) -> None:
    for _ in range(examples(3 * STEPS)):
        for _ in range(walk.random.randint(1, 3)):
            walk.act()
        here = looks(walk.window)
        new = walk.opened(walk.window.store.state)
        there = looks(new)
        walk.close(new)
        other = {key: (here.get(key), there.get(key)) for key in {*here, *there} if here.get(key) != there.get(key)}
        assert not other, f"after {', '.join(walk.done[-12:])} in {walk.window.store.state.desk}: {other}"


def test_a_view_that_was_alone_has_its_heading_in_its_half(walk: Walk) -> None:
    """Its line was laid out for the whole width, last, and its buttons stood outside."""
    walk.text = 3
    store = walk.window.store
    store.set_state(replace(store.state, run=walk.trace.run))
    store.accept(walk.trace)
    for views in (("survey",), ("lines",), ("masks",), ("heads",), ("positions",), ("attention", "heads")):
        store.desk(views=views)
        rest()
    for page in walk.window.desk.open_views():
        assert page.corner.isVisible() and page.rect().contains(page.corner.geometry())
