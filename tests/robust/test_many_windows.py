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
from PySide6.QtWidgets import QApplication, QComboBox, QDoubleSpinBox, QLabel, QScrollArea, QSpinBox, QStyle, QWidget
from shiboken6 import delete

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_model
from tests.support.fake_engine import FakeEngine
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system.crash_report import CrashReporter
from viz_app.system.engine_client import InlineEngine
from viz_app.views import VIEWS
from viz_app.widgets.dialog import Dialog, Popup
from viz_app.widgets.layout import FlowLayout, row_of, take_all
from viz_app.window.main_window import Window, apply_theme

WARM_UP = 15
"""Windows until every cache is filled."""

GROWTH = 5_000_000
"""Bytes that the process may grow by behind the warm-up, however many windows come and go."""


def one_window(number: int) -> None:
    """Opens a window, looks at a view, types, and closes it."""
    desk = Layout(theme="light", views=(VIEWS[number % len(VIEWS)],))
    store = Store(State(run=RunSpec(source=("the white house near the sea",)), desk=desk))
    window = Window(store, None, CrashReporter(None))
    store.attach(InlineEngine(FakeEngine(), (made_model((2, 2), 2),), parent=store))
    window.show()
    settle()
    store.look(kind="encoder", head=1)
    window.file_actions.open_text("the red fox sleeps")
    settle()
    assert store.trace is not None and store.trace.run.source == ("the red fox sleeps",)
    window.close()
    window.deleteLater()
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


def heap() -> int:
    """Bytes that malloc has given out and not got back."""
    gc.collect()
    settle()
    figures = ctypes.CDLL(None).mallinfo2
    figures.restype = _Heap
    return int(figures().uordblks + figures().hblkhd)


_FIGURES = (
    "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
)  # fmt: skip


class _Heap(ctypes.Structure):
    """struct mallinfo2 of the C library."""

    _fields_ = [(name, ctypes.c_size_t) for name in _FIGURES]


def memory() -> int:
    """Bytes of memory of this process, without what was freed and is only kept for later where that can be told."""
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
    return psutil.Process().memory_info().rss


@pytest.mark.timeout(7200)
def test_windows_open_and_close_without_leaks(qapp: QApplication, pytestconfig: pytest.Config) -> None:
    """`--windows 1000` for more of them."""
    for number in range(WARM_UP):
        one_window(number)
    before, base = census(), memory()
    for number in range(pytestconfig.getoption("windows")):
        one_window(number)
    waiting = [one for one in gc.get_objects() if type(one) is Window]
    assert len(waiting) <= 1, "closed ones do not wait for the garbage collector; the last is let go at the next turn"
    del waiting
    after, grown = census(), memory() - base
    print(f"{pytestconfig.getoption('windows')} windows: {grown / 1e6:+.1f} MB; {after}")
    apply_theme(Layout(theme="light"))
    assert after == before
    assert grown <= GROWTH, f"{grown / 1e6:.1f} MB more"


def test_a_window_that_presents_goes_with_its_store(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it asked of the program's screens kept it."""
    close = Window.close

    def present_and_close(window: Window) -> bool:
        window.commands.run("present")
        settle()
        return close(window)

    one_window(0)
    before = census()
    monkeypatch.setattr(Window, "close", present_and_close)
    one_window(0)
    after = census()
    assert [after[name] for name in ("windows", "stores", "widgets")] == [
        before[name] for name in ("windows", "stores", "widgets")
    ]


with_heap = pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="the C library tells no figures")
AT_ONCE = 50
"""So many dialogs stand beside each other."""


@with_heap
@pytest.mark.parametrize("make", [Dialog, Popup], ids=["dialog", "card"])
def test_what_qt_knows_of_the_parts_of_a_dialog_ends_with_it(qapp: QApplication, make: type[QWidget]) -> None:
    """It kept about 1 KB for each box of numbers, list of choices and scroll area, for ever."""

    def open_and_close(count: int) -> None:
        tops = [Dialog("Boxes") if make is Dialog else Popup(desk, "Boxes", once=True) for _ in range(count)]
        for top in tops:
            choices = QComboBox()
            choices.addItems(["greedy", "beam"])
            row = row_of(QSpinBox(), QDoubleSpinBox(), choices, QScrollArea())
            row_of(row, parent=top) if make is Popup else top.column.addLayout(row)
            top.show()
        settle()
        for top in tops:
            top.close()
        settle()

    apply_theme(Layout(theme="light"))
    desk = QWidget()
    open_and_close(AT_ONCE)
    before = heap()
    open_and_close(AT_ONCE)
    grown = heap() - before
    assert grown < 1_000 * AT_ONCE, f"{grown / AT_ONCE:.0f} bytes for each"


@with_heap
def test_what_held_a_part_in_a_layout_ends_with_it(qapp: QApplication) -> None:
    """takeAt leaves it to delete, and a layout written in Python must own it: 96 bytes for each part were kept."""
    desk = QWidget()
    row, part = row_of(parent=desk), QLabel(desk)

    def fill(count: int) -> None:
        for _ in range(count):
            row.addWidget(part)
            row.addSpacing(4)
            take_all(row)
            holder = QWidget()
            flow = FlowLayout(holder)
            parts = [QLabel() for _ in range(4)]
            for one in parts:
                flow.addWidget(one)
            parts[1].deleteLater()
            delete(holder)

    fill(20)
    before = heap()
    fill(500)
    assert heap() - before < 20 * 500
    assert row.count() == 0 and part.parent() is desk


SWITCHES = 60
"""Changes of the theme in one open window."""


def test_changing_the_theme_of_an_open_window_leaves_no_memory(qapp: QApplication) -> None:
    """Icons that Qt scaled for an earlier palette are released: they were 16 KB for each change. So are Python's names
    of an earlier style, which `QWidget.style()` would keep as long as the program runs."""
    store = Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light")))
    window = Window(store, None, CrashReporter(None))
    window.show()
    settle()

    def change(times: int) -> int:
        for number in range(times):
            store.desk(theme=("dark", "light")[number % 2])
            settle()
        return memory()

    change(30)
    styles = sum(isinstance(one, QStyle) for one in gc.get_objects())
    grown = -memory() + change(SWITCHES)
    assert sum(isinstance(one, QStyle) for one in gc.get_objects()) == styles
    print(f"{SWITCHES} changes of the theme: {grown / 1e6:+.2f} MB")
    window.close()
    window.deleteLater()
    settle()
    assert grown <= 7_500 * SWITCHES, f"{grown / SWITCHES / 1e3:.1f} KB for each change of the theme"
