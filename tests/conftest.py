"""Rules for every test: no screen, no network, settings of its own, nothing left behind; the core's tests run first."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hypothesis.core
import pytest
from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

from model_core.io.child_process import SETTINGS
from tests import daily
from tests.support.leftovers import ENDS_BY_ITSELF, HELPERS, leftovers, new_since, watch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ |= {**SETTINGS, **os.environ}  # as the program begins, whichever test is the first that calls its main
os.environ.setdefault("OMP_NUM_THREADS", "1")  # each processor has a worker; last digits are the same everywhere
os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
"""Where pytest makes the folders of tests, which stay for a look when one failed."""

_FOLDER = tempfile.TemporaryDirectory(prefix="headscope-tests-", ignore_cleanup_errors=True)
"""Of this process alone, gone with it: temporary files of tests and their programs, and Qt's own QtProject.conf."""

os.environ["TMPDIR"] = os.environ["XDG_CONFIG_HOME"] = tempfile.tempdir = _FOLDER.name

ORDER = ("core", "", "app", "views", "flows", "robust")
"""The folders of tests/ in running order; "" is tests/ itself. Cheapest and most telling tests first."""

ORDER_IN_WORKERS = ("robust", "flows", "core", "", "app", "views")
"""The same for several workers. The longest tests first, so that no worker is left with one at the end."""

PATIENCE = 30.0
"""Seconds that a thread or a child process that is about to end may take for it."""

CALL_FAILED = pytest.StashKey[bool]()

VARIABLES = pytest.StashKey[frozenset[tuple[Any, Any]]]()

SIZES = {"events": 2000, "machines": 15, "kills": 5, "windows": 20, "mutations": 200, "writes": 4}
"""How much tests/robust does every day; all are options, as is --seed: `--events 500 --seed 7`, fewer and others."""

NOT_OURS = frozenset({"PYTEST_CURRENT_TEST", "TORCHINDUCTOR_CACHE_DIR"})
"""Variables that pytest and torch change by themselves."""

FULL = 10
"""What `--full` multiplies every one of SIZES by. It also tries all cases of which a share is tried every day."""

GARBAGE = 20_000, 20, 20
"""Python's thresholds of automatic garbage collections: its own take a thirtieth of the suite's time."""

SLOW = 10
"""How many times as long as a test says it waits for what is to happen: other programs may have the processors."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Larger, smaller and other random runs than those of every day."""
    parser.addoption("--seed", type=int, default=1, help="tests/robust: the random runs' seed, 1 if not given")
    parser.addoption("--full", action="store_true", help=f"tests/robust: {FULL} times the size of every day; all cases")
    parser.addoption("--seconds", type=float, default=0, help="begin no test later than this; run files as named")
    for name, size in SIZES.items():
        parser.addoption(f"--{name}", type=int, help=f"tests/robust: {name}, {size} or {FULL * size} if not given")


# ---------------------------------------------------------------- order and memory


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[object]:
    """Nearly all that is imported and collected stays: no garbage collection looks at it, now or later."""
    gc.disable()
    try:
        import_modules(session)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def import_modules(session: pytest.Session) -> None:
    """Where everything is run, each worker imports another part of the modules before it collects all: what one has
    compiled the others find in __pycache__. In a fresh copy that takes pytest 20 s, once instead of in every worker."""
    place, here = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"), Path(__file__).parent
    if [Path(session.config.rootpath, word) for word in session.config.args] != [here]:
        return
    files = sorted(here.rglob("test_*.py"))
    begin = len(files) * int(place) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    for file in files[begin:] if begin else ():
        with contextlib.suppress(Exception), warnings.catch_warnings(action="error"):  # collecting tells why
            importlib.import_module(".".join(file.relative_to(here.parent).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Not those that `--full` alone runs; the folders in their order, unless time is short; in a folder it stays."""
    items[:], left = daily.deselected(items, bool(config.option.keyword) or any("::" in word for word in config.args))
    config.hook.pytest_deselected(items=left)
    if config.option.timeout == 0:
        daily.lift_limits(items)
    if config.option.seconds:
        return
    here = Path(__file__).parent
    order = ORDER_IN_WORKERS if "PYTEST_XDIST_WORKER" in os.environ else ORDER

    @cache
    def rank(path: Path) -> int:
        folder = (*path.parent.relative_to(here).parts, "")[0] if path.is_relative_to(here) else ""
        return order.index(folder) if folder in order else len(order)

    items.sort(key=lambda item: rank(item.path))


@pytest.hookimpl(tryfirst=True, specname="pytest_runtest_setup")
def pytest_skip_late(item: pytest.Item) -> None:
    """Skips what would begin after the time that --seconds gives."""
    if time.time() > getattr(item.config.option, "until", float("inf")):
        pytest.skip(f"not begun: {item.config.option.seconds:.0f} s are over")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Remembers the environment before the test, with what fixtures add: those of several tests may stay. What holds
    for every test is no fixture, which would take as long again as the shortest tests do."""
    Network.loopback = Network.always or item.get_closest_marker("allow_loopback") is not None
    if "viz_app.system.command_queue" in sys.modules:
        let_commands_follow()
    if "viz_app.document.store" in sys.modules:
        let_no_time_pass()
    before = variables()
    done = yield
    item.stash[VARIABLES] = before | variables()
    return done


def variables() -> frozenset[tuple[Any, Any]]:
    """The environment as the system spells it, which costs a tenth of reading it."""
    return frozenset(os.environ._data.items())  # type: ignore[attr-defined]


@pytest.fixture(scope="module", autouse=True)
def frozen() -> None:
    """What imports and earlier modules of tests left in memory is not looked at by later garbage collections."""
    gc.collect()
    gc.freeze()


# ---------------------------------------------------------------- network


class NetworkUse(RuntimeError):
    """A test tried to reach another machine, or itself without the marker allow_loopback."""


class Network:
    """Whether this test may connect to its own machine: where it is marked allow_loopback. Windows builds socket pairs
    from loopback connections."""

    always = sys.platform == "win32"
    loopback = always


def refuse(connection: socket.socket, address: Any) -> None:
    """Raises NetworkUse where a test must not connect to this address. Unix sockets and socket pairs stay free."""
    if connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    local = str(address[0]) in ("localhost", "::1") or str(address[0]).startswith("127.")
    if not (local and Network.loopback):
        raise NetworkUse(f"a test may not connect to {address}: headscope works without a network")


def pytest_configure(config: pytest.Config) -> None:
    """The sizes of the random runs, the moment after which no test begins, the guards of connections and of all that
    works by itself; the folder's end, which a worker would leave to nobody."""
    config.add_cleanup(_FOLDER.cleanup)
    for name, size in SIZES.items():
        if config.getoption(name) is None:
            setattr(config.option, name, size * (FULL if config.option.full else 1))
    if config.option.seconds and not hasattr(config.option, "until"):  # workers are told
        config.option.until = time.time() + config.option.seconds
    daily.Run.full, daily.Run.seed = config.option.full, config.option.seed
    draw_examples(config.option.seed)
    guard_connections()
    wait_patiently()
    watch()
    gc.set_threshold(*GARBAGE)


def draw_examples(seed: int) -> None:
    """Properties are tried with the same examples every day, so that no day fails by chance; with `--full` with new
    ones, with another seed with those of that seed. However long they take."""
    settings.register_profile(
        "headscope", deadline=None, derandomize=not daily.Run.full and seed == 1, print_blob=True,
        max_examples=daily.examples(50), suppress_health_check=[HealthCheck.too_slow],
    )  # fmt: skip
    settings.load_profile("headscope")
    if seed != 1:
        hypothesis.core.global_force_seed = seed


def guard_connections() -> None:
    """Put `refuse` before the two functions that open a connection, for the whole run."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guarded_connect(self: socket.socket, address: Any) -> None:
        refuse(self, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        refuse(self, address)
        return connect_ex(self, address)

    socket.socket.connect, socket.socket.connect_ex = guarded_connect, guarded_connect_ex


def wait_patiently() -> None:
    """A wait ends when it comes true, as before. Only one that never does takes SLOW times as long."""

    def patient(wait: Callable[..., Any]) -> Callable[..., Any]:
        def waits(*args: Any, timeout: int = 5000, **named: Any) -> Any:
            return wait(*args, timeout=timeout * SLOW, **named)

        return waits

    for name in ("waitUntil", "waitSignal", "waitSignals"):
        setattr(QtBot, name, patient(getattr(QtBot, name)))


# ---------------------------------------------------------------- settings


class Home:
    """The folder for settings of the last test: one that left it empty leaves it to the next."""

    folder = Path()
    made = 0


@pytest.fixture(autouse=True)
def isolated_settings(monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for this test's settings, sessions and logs, also for programs that it starts."""
    if not Home.made or not Home.folder.is_dir() or os.listdir(Home.folder):
        Home.made += 1
        Home.folder = Path(_FOLDER.name) / f"headscope home {Home.made}"
        Home.folder.mkdir()
    home = Home.folder
    monkeypatch.setenv("HEADSCOPE_HOME", str(home))
    monkeypatch.setenv("HEADSCOPE_LANGUAGE", "en")  # whatever the machine speaks
    return home


class Light:
    """How the application looks in the light theme at 100 %, once it was seen so."""

    look: tuple[object, ...] = ()


@pytest.fixture(autouse=True)
def light_theme(request: pytest.FixtureRequest) -> None:
    """A test with a QApplication begins with the light theme at 100 %, without the frames that a window lets the focus
    have, and with the pointer far away and no button pressed; an earlier one may have changed anything."""
    if "qapp" not in request.fixturenames:
        return
    app = request.getfixturevalue("qapp")
    release_buttons()
    if "viz_app.widgets.theme" not in sys.modules:
        return
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QCursor

    from viz_app.widgets import theme

    QCursor.setPos(QPoint(10_000, 10_000))
    styling = sys.modules.get("viz_app.widgets.application_theme")
    if styling is not None and app.property(styling._APPLIED):
        app.focusChanged.disconnect(styling.mark_focus)
        app.setProperty(styling._APPLIED, False)
    if Light.look != (app.styleSheet(), app.font(), app.palette(), theme.current(), theme.text_scale()):
        theme.apply(app, theme.LIGHT)
        Light.look = (app.styleSheet(), app.font(), app.palette(), theme.current(), theme.text_scale())


def release_buttons() -> None:
    """Releases what a test pressed: with a button pressed no focus counts as one from the keyboard."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QWidget

    pressed = QGuiApplication.mouseButtons()
    for button in [one for one in Qt.MouseButton if one.value and one in pressed]:
        QTest.mouseRelease(QWidget(), button)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Makes this a Linux machine; call it with True or False to say whether it has a screen."""
    import system_libraries

    def choose(there: bool) -> None:
        monkeypatch.setattr(system_libraries, "is_linux", lambda: True)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        monkeypatch.setenv("DISPLAY", ":0") if there else monkeypatch.delenv("DISPLAY", raising=False)

    return choose


# ---------------------------------------------------------------- programs that tests start


@pytest.fixture(scope="session")
def prepared_process() -> Iterator[Any]:
    """The process of tests/support/prepared.py, which forks programs that need torch; None where no process can."""
    from tests.support.prepared import POSSIBLE, Prepared

    if not POSSIBLE:
        yield None
        return
    made = Prepared()
    HELPERS.add(made.process.pid)
    yield made
    made.close()


@pytest.fixture
def prepared(request: pytest.FixtureRequest, prepared_process: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that this test starts are forked from a process that has loaded torch, where that is possible."""
    from tests.support.prepared import execute_child

    if prepared_process and not request.node.get_closest_marker("fresh"):
        monkeypatch.setattr(subprocess.Popen, "_execute_child", execute_child(prepared_process))


@pytest.fixture
def quick_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test, or a program that is forked for it, converts or checks is proved by the quick proofs alone."""
    from tests.support.quick_proofs import VARIABLE, only_quick_proofs

    only_quick_proofs(monkeypatch.setattr)
    monkeypatch.setenv(VARIABLE, "1")


# ---------------------------------------------------------------- nothing left behind


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Remember whether the test itself failed: its traceback then keeps objects alive, which is no leak."""
    report = yield
    if report.when == "call":
        item.stash[CALL_FAILED] = report.failed
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Fail the test that changed the environment, which is that of all tests behind it, for good."""
    done = yield
    before = item.stash.get(VARIABLES, None)
    changed = sorted({os.fsdecode(name) for name, _ in variables() - before} - NOT_OURS) if before is not None else ()
    if changed:
        pytest.fail(f"left behind by this test: environment variables {', '.join(changed)}", pytrace=False)
    return done


def encodable(value: Any) -> Any:
    """A report's data without lone surrogates, with which it could not leave a worker, and the whole run would end."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {encodable(name): encodable(one) for name, one in value.items()}
    return type(value)(encodable(one) for one in value) if type(value) in (list, tuple) else value


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(report: Any) -> Iterator[None]:
    """What a worker tells of a test."""
    return encodable((yield))


GESTURES = (
    "keyClick", "keyClicks", "keyPress", "keySequence", "mouseClick", "mouseDClick", "mousePress", "mouseRelease",
)  # fmt: skip


@cache
def let_commands_follow() -> None:
    """A click, a key or an action that a test sends ends when the commands that it asked for have run."""
    from PySide6.QtGui import QAction
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QAbstractButton

    from viz_app.system.command_queue import flush

    def ended(act: Callable[..., None]) -> Callable[..., None]:
        def ends(*args: Any, **named: Any) -> None:
            act(*args, **named)
            flush()

        return ends

    for name in GESTURES:
        setattr(QTest, name, staticmethod(ended(getattr(QTest, name))))
    QAction.trigger = ended(QAction.trigger)  # type: ignore[method-assign]
    QAbstractButton.click = ended(QAbstractButton.click)  # type: ignore[method-assign]


@cache
def let_no_time_pass() -> None:
    """Between two changes of a Store that is given no clock: however slow the machine is, two of the same thing are one
    to take back."""
    sys.modules["viz_app.document.store"].time = SimpleNamespace(monotonic=lambda: 0.0)  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails the test after which a thread, a child process, a timer or a window is left that was not there before."""
    before = leftovers()
    yield
    if request.node.stash.get(CALL_FAILED, False):
        return
    end, pause = time.monotonic() + PATIENCE, 0.02
    found = new_since(before)
    if found and all(kind == ENDS_BY_ITSELF for kind, _ in found):
        request.node.funcargs.clear()  # a store's timers go with it as soon as the test no longer holds it
        gc.collect()
        found = new_since(before)
    while found and time.monotonic() < end:
        time.sleep(pause)
        pause = min(2 * pause, 1.0)
        gc.collect()
        found = new_since(before)
    if found:
        pytest.fail(f"left behind by this test: {'; '.join(sorted(found.values()))}", pytrace=False)
