"""What an idle window loads: in a thread, one module after the other, nothing of Qt made, nothing while it is used; and
what garbage it collects."""

from __future__ import annotations

import gc
import importlib
import threading
import weakref
from types import ModuleType, SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from pytestqt.qtbot import QtBot

from tests.app.cli.test_start import said_by
from viz_app.cli import idle_loader
from viz_app.cli.idle_loader import MANY, IdleCollector, IdleLoader, modules

LOADED = """
import gc, importlib, sys, threading
from PySide6.QtCore import QObject
from viz_app.cli import program
program.application()
from viz_app.cli import idle_loader
idle_loader.load_parts()
objects = lambda: {id(one) for one in gc.get_objects() if isinstance(one, QObject)}
before = objects()
thread = threading.Thread(target=lambda: [importlib.import_module(name) for name in idle_loader.LATER])
thread.start()
thread.join()
made = [one for one in gc.get_objects() if isinstance(one, QObject) and id(one) not in before]
print(made, "torch" in sys.modules, "pyqtgraph" in sys.modules, all(name in sys.modules for name in idle_loader.LATER))
"""


def test_views_loaded_in_a_thread_create_no_qt_objects() -> None:
    assert said_by(LOADED) == "[] False True True"


class Changing(QObject):
    changed = Signal(object)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """(module, whether in the window's thread) of every import; the second module cannot be imported."""
    found: list[tuple[str, bool]] = []

    def load(name: str) -> ModuleType:
        found.append((name, threading.current_thread() is threading.main_thread()))
        if name == "b":
            raise ImportError("broken")
        return ModuleType(name)

    monkeypatch.setattr(idle_loader, "LATER", ("a", "b", "c"))
    monkeypatch.setattr(idle_loader, "IDLE", 40)
    monkeypatch.setattr(idle_loader, "BETWEEN", 1)
    monkeypatch.setattr(importlib, "import_module", load)
    return found


def test_one_after_the_other_in_a_thread_and_a_broken_one_ends_nothing(
    qtbot: QtBot, loaded: list[tuple[str, bool]]
) -> None:
    frozen, kept = gc.get_freeze_count(), [[] for _ in range(1000)]
    store = Changing()
    loader = IdleLoader(store.changed, modules())
    qtbot.waitUntil(lambda: len(loaded) == 3)
    assert loaded == [("a", False), ("b", False), ("c", False)]
    qtbot.waitUntil(lambda: gc.get_freeze_count() >= frozen + len(kept))
    loader.stop()


def test_a_change_puts_it_off(qtbot: QtBot, loaded: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_loader, "IDLE", 600_000)
    store = Changing()
    loader = IdleLoader(store.changed, modules())
    loader._timer.setTimerType(Qt.TimerType.PreciseTimer)  # the usual one rounds by a twentieth
    loader._timer.start()
    qtbot.wait(30)
    before = loader._timer.remainingTime()
    store.changed.emit(frozenset())
    assert loader._timer.remainingTime() > before and loaded == []
    loader.stop()


def test_after_a_stop_nothing_more_is_loaded(qtbot: QtBot, loaded: list[tuple[str, bool]]) -> None:
    store = Changing()
    loader = IdleLoader(store.changed, modules())
    loader.stop()
    qtbot.wait(80)
    assert loaded == []


class Page:
    def __init__(self, name: str, made: list[str]) -> None:
        made.append(name)
        self.view = SimpleNamespace(preparation=lambda trace: lambda: made.append(f"{name} of {trace}"))


def test_after_the_modules_come_the_pages_and_what_they_need_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(idle_loader, "LATER", ("sys",))
    monkeypatch.setattr(idle_loader, "VIEWS", ("one", "two"))
    desk, store = SimpleNamespace(made_page=lambda name: Page(name, made)), SimpleNamespace(trace="a text")
    for beside in idle_loader.preparations(desk, store):
        if beside is not None:
            beside()
    assert made == ["one", "one of a text", "two", "two of a text"]


def test_without_a_module_no_page_is_made_in_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_loader, "LATER", ("sys", "no_such_module"))
    assert len(list(idle_loader.preparations(SimpleNamespace(), SimpleNamespace()))) == 2


UNREAD = """
import linecache
from viz_app.cli import program
program.application()
from viz_app.cli import idle_loader
idle_loader.load_parts()
print([name for name in linecache.cache if "viz_app" in name or "numpy" in name])
"""


def test_no_source_is_read_and_kept_for_what_the_window_imports() -> None:
    assert said_by(UNREAD) == "[]"


class Garbage:
    """Refers to itself: only the collector finds it."""

    def __init__(self) -> None:
        self.own = self


def test_garbage_is_collected_when_nothing_changes_any_more(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_loader, "QUIET", 20)
    usual, store = gc.get_threshold(), Changing()
    collector = IdleCollector(store.changed)
    made = weakref.ref(Garbage())
    store.changed.emit(frozenset())
    assert made() is not None
    qtbot.waitUntil(lambda: made() is None)
    old = weakref.ref(kept := Garbage())
    for _ in range(2 * MANY):
        gc.collect(1)  # what survives this is in the oldest generation
    del kept
    store.changed.emit(frozenset())
    qtbot.waitUntil(lambda: old() is None)
    collector.stop()
    assert gc.get_threshold() == usual


def test_during_changes_only_new_objects_are_collected(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_loader, "QUIET", 600_000)
    store = Changing()
    collector = IdleCollector(store.changed)
    collected: list[int] = []
    note = lambda phase, about: collected.append(about["generation"]) if phase == "start" else None  # noqa: E731
    gc.callbacks.append(note)
    kept = []
    for _ in range(25):
        store.changed.emit(frozenset())
        kept.append([[] for _ in range(1000)])
        qtbot.wait(1)
    gc.callbacks.remove(note)
    collector.stop()
    assert collected.count(0) >= 25 and 2 not in collected
    assert collected.count(1) <= collected.count(0) / 9, "a tenth, whatever the first one begins with"
