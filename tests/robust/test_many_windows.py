"""Windows opened and closed by the dozen: memory, widgets, timers and threads come back to where they were."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
import threading

import psutil
import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from model_core.record.run_spec import RunSpec
from tests.fake_engine import FakeEngine
from tests.made import made_model
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system.crash_report import Faults
from viz_app.system.engine_client import InlineEngine
from viz_app.views import VIEWS
from viz_app.window.main_window import Window, apply_theme

WARM_UP = 15
"""Windows until every cache is filled."""

GROWTH = 5_000_000
"""Bytes that the process may grow by behind the warm-up, however many windows come and go."""


def one_window(number: int) -> None:
    """Opens a window, looks at a view, types, and closes it."""
    desk = Layout(theme="light", views=(VIEWS[number % len(VIEWS)],))
    store = Store(State(run=RunSpec(source=("the white house near the sea",)), desk=desk))
    window = Window(store, None, Faults(None))
    store.attach(InlineEngine(FakeEngine(), (made_model((2, 2), 2),), parent=store))
    window.show()
    settle()
    store.look(kind="encoder", head=1)
    window.file_actions.open_text("the red fox sleeps")
    settle()
    assert store.trace is not None and store.trace.run.source == ("the red fox sleeps",)
    window.close()
    window.deleteLater()
    store.deleteLater()
    del window, store
    settle()


def settle() -> None:
    """Everything that waits is done, the deleting too."""
    for _ in range(3):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def census() -> dict[str, int]:
    """How many of everything there are."""
    gc.collect()
    settle()
    things = gc.get_objects()
    kinds = {"windows": Window, "stores": Store, "widgets in Python": QWidget, "timers": QTimer}
    found = {name: sum(1 for one in things if issubclass(type(one), kind)) for name, kind in kinds.items()}
    return found | {"widgets": len(QApplication.allWidgets()), "threads": threading.active_count()}


def memory() -> int:
    """Bytes of memory of this process, without what was freed and is only kept for later where that can be told."""
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
    return psutil.Process().memory_info().rss


@pytest.mark.timeout(600)
def test_windows_come_and_go_without_a_trace(qapp: QApplication, pytestconfig: pytest.Config) -> None:
    """`--windows 1000` for more of them."""
    for number in range(WARM_UP):
        one_window(number)
    before, base = census(), memory()
    for number in range(pytestconfig.getoption("windows")):
        one_window(number)
    after, grown = census(), memory() - base
    print(f"{pytestconfig.getoption('windows')} windows: {grown / 1e6:+.1f} MB; {after}")
    apply_theme(Layout(theme="light"))
    assert after == before
    assert grown <= GROWTH, f"{grown / 1e6:.1f} MB more"


def test_a_closed_window_does_not_wait_for_the_garbage_collector(qapp: QApplication) -> None:
    for number in range(6):
        one_window(number)
    waiting = [one for one in gc.get_objects() if type(one) is Window]
    assert len(waiting) <= 1, "the last one is let go at the next turn of the event loop"


SWITCHES = 100
"""Changes of the theme in one open window."""


def test_changing_the_theme_of_an_open_window_leaves_no_memory(qapp: QApplication) -> None:
    """Icons that Qt scaled for an earlier palette are let go: they were 16 KB for each change."""
    store = Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light")))
    window = Window(store, None, Faults(None))
    window.show()
    settle()

    def change(times: int) -> int:
        for number in range(times):
            store.desk(theme=("dark", "light")[number % 2])
            settle()
        return memory()

    change(30)
    grown = -memory() + change(SWITCHES)
    print(f"{SWITCHES} changes of the theme: {grown / 1e6:+.2f} MB")
    window.close()
    window.deleteLater()
    store.deleteLater()
    settle()
    assert grown <= 7_500 * SWITCHES, f"{grown / SWITCHES / 1e3:.1f} KB for each change of the theme"
