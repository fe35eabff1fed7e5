"""The rules of conftest.py, by tests that break them on purpose in a pytest of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog

HERE = Path(__file__).resolve().parent

CULPRITS = '''
import os, socket, subprocess, sys, tempfile, threading, time
import pytest
from PySide6.QtCore import QThread, QTimer, QVariantAnimation
from PySide6.QtWidgets import QWidget

kept = []

def test_window(qapp):
    kept.append(QWidget(objectName="forgotten"))

def test_window_in_the_hands_of_qtbot(qtbot):
    widget = QWidget()
    widget.show()
    qtbot.addWidget(widget)
    kept.append(widget)

def test_window_that_nobody_holds(qapp):
    QWidget().show()

def test_timer(qapp):
    kept.append(QTimer(objectName="ticking"))
    kept[-1].start(1000)

def test_timer_of_one_shot(qapp):
    kept.append(QTimer(objectName="waiting to fire", singleShot=True))
    kept[-1].start(100000)

@pytest.fixture
def soon(qapp):
    timer = QTimer(singleShot=True)
    timer.start(100000)
    return timer

def test_timer_of_one_shot_that_the_test_alone_holds(soon):
    pass

def test_animation(qapp):
    kept.append(QVariantAnimation(objectName="moving", startValue=0, endValue=1, duration=100000))
    kept[-1].start()

def test_qthread(qapp):
    kept.append(QThread(objectName="spinning"))
    kept[-1].start()

def test_thread():
    kept.append(threading.Event())
    threading.Thread(target=kept[-1].wait, name="waiting").start()

def test_thread_about_to_end():
    threading.Thread(target=time.sleep, args=(0.1,)).start()

def test_litter():
    open(os.path.join(tempfile.mkdtemp(), "a file"), "w").close()
    subprocess.run([sys.executable, "-c", "import tempfile; tempfile.mkdtemp()"], check=True)

def test_child():
    kept.append(subprocess.Popen([sys.executable, "-c", "input('sleeping')"], stdin=subprocess.PIPE))

def test_priority():
    os.nice(1)

def test_network():
    with socket.socket() as connection:
        connection.connect(("203.0.113.1", 80))

def test_own_machine():
    with socket.socket() as connection:
        connection.connect_ex(("127.0.0.1", 9))

@pytest.mark.allow_loopback
def test_own_machine_with_leave():
    with socket.socket() as connection:
        connection.connect_ex(("127.0.0.1", 9))

def test_socket_pair():
    for end in socket.socketpair():
        end.close()

def test_settings_that_are_left():
    open(os.path.join(os.environ["HEADSCOPE_HOME"], "settings.json"), "w").close()

def test_settings():
    assert os.listdir(os.environ["HEADSCOPE_HOME"]) == []
    assert os.environ["HEADSCOPE_HOME"].startswith(os.environ["XDG_CONFIG_HOME"])

def test_variable():
    os.environ["HEADSCOPE_FORGOTTEN"] = "1"

def test_variable_for_the_test_alone(monkeypatch):
    monkeypatch.setenv("HEADSCOPE_PASSING", "1")

def test_warning():
    import warnings
    warnings.warn("a warning is an error")

def test_qt_warning(qapp):
    from PySide6.QtCore import qWarning
    qWarning("Qt complains")

def test_button_that_stays_pressed(qtbot):
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication
    widget = QWidget()
    qtbot.addWidget(widget)
    qtbot.mousePress(widget, Qt.MouseButton.LeftButton)
    qtbot.mousePress(widget, Qt.MouseButton.RightButton)
    assert QGuiApplication.mouseButtons()

def test_no_button_is_pressed_afterwards(qapp):
    from PySide6.QtGui import QGuiApplication
    assert not QGuiApplication.mouseButtons()

@pytest.mark.timeout(0.5)
def test_too_long():
    time.sleep(60)

def test_the_end():
    """Not a test: lets everything go, so that this pytest can end."""
    for thing in kept:
        if isinstance(thing, QThread):
            thing.quit()
            thing.wait()
        elif isinstance(thing, subprocess.Popen):
            thing.communicate(b"x")
        elif isinstance(thing, threading.Event):
            thing.set()
        elif isinstance(thing, (QTimer, QVariantAnimation)):
            thing.stop()
'''


TEMPORARY = "temporary files"
"""The folder for them."""


def pytest_of_its_own(folder: Path, program: str, *options: str) -> tuple[int, str]:
    """Exit code and words of a pytest under the rules of conftest.py, with less patience, that runs `program`."""
    rules = (HERE / "conftest.py").read_text(encoding="utf-8")
    assert "\nPATIENCE = 30.0\n" in rules
    (folder / "conftest.py").write_text(rules.replace("PATIENCE = 30.0", "PATIENCE = 0.3"), encoding="utf-8")
    (folder / "test_culprits.py").write_text(program, encoding="utf-8")
    config = ["-c", str(HERE.parent / "pyproject.toml"), "--rootdir", str(folder), "-p", "no:cacheprovider", "-q"]
    (folder / TEMPORARY).mkdir()
    own = {"QT_QPA_PLATFORM": "offscreen", "COLUMNS": "300", "TMPDIR": str(folder / TEMPORARY)}
    others = ("PYTEST_DEBUG_TEMPROOT", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT")
    env = {name: value for name, value in os.environ.items() if name not in others} | own
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *config, *options, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=env,
        cwd=folder,
    )
    return done.returncode, done.stdout


IN_WORKERS = ("-n", "1", "--dist", "worksteal")
"""One does what several do: what it is told and what it tells passes through a pipe."""


@pytest.fixture(scope="module", params=[(), IN_WORKERS], ids=["in one process", "in workers"])
def verdicts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Test of CULPRITS -> the first line of what pytest held against it; tests that passed are missing. Under the name
    of TEMPORARY, what stayed among temporary files apart from pytest's own folders."""
    folder = tmp_path_factory.mktemp("culprits")
    _, said = pytest_of_its_own(folder, CULPRITS, *request.param)
    lines = re.findall(r"^(?:FAILED|ERROR) \S+::(\w+)(.*)$", said, re.MULTILINE)
    assert lines, said
    stayed = sorted(path.name for path in (folder / TEMPORARY).iterdir() if not path.name.startswith("pytest-of-"))
    return {**dict(lines), TEMPORARY: " ".join(stayed)}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("test_window", "left behind by this test: top-level QWidget 'forgotten'"),
        ("test_timer", "QTimer 'ticking' still works"),
        ("test_timer_of_one_shot", "QTimer 'waiting to fire' still works"),
        ("test_animation", "QAbstractAnimation 'moving' still works"),
        ("test_qthread", "QThread 'spinning' still works"),
        ("test_thread", "thread 'waiting'"),
        ("test_child", "sleeping"),
        pytest.param(
            "test_priority", "the niceness", marks=pytest.mark.skipif(not hasattr(os, "nice"), reason="no nice")
        ),
        ("test_network", "may not connect to ('203.0.113.1', 80)"),
        ("test_own_machine", "may not connect to ('127.0.0.1', 9)"),
        ("test_variable", "environment variables HEADSCOPE_FORGOTTEN"),
        ("test_warning", "UserWarning: a warning is an error"),
        ("test_qt_warning", ""),
        ("test_too_long", "Timeout"),
    ],
)
def test_breaking_a_rule_fails_the_test_that_did_it(verdicts: dict[str, str], name: str, text: str) -> None:
    assert name in verdicts
    assert text in verdicts[name]


@pytest.mark.parametrize(
    "name",
    [
        *("test_window_in_the_hands_of_qtbot", "test_window_that_nobody_holds", "test_thread_about_to_end"),
        *("test_variable_for_the_test_alone", "test_button_that_stays_pressed", "test_no_button_is_pressed_afterwards"),
        "test_timer_of_one_shot_that_the_test_alone_holds",
        *("test_own_machine_with_leave", "test_socket_pair", "test_litter", "test_settings", "test_the_end"),
    ],
)
def test_keeping_the_rules_passes(verdicts: dict[str, str], name: str) -> None:
    assert verdicts.get(name, "passed") == "passed"


def test_no_temporary_file_stays(verdicts: dict[str, str]) -> None:
    assert verdicts["test_child"], "a run that went through"
    assert verdicts[TEMPORARY] == ""


CRASH = """
import ctypes, os
from pathlib import Path

def test_before():
    pass

def test_that_crashes():
    ctypes.string_at(0)

def test_odd():
    assert "\\ud800" == ""

def test_afterwards():
    Path("afterwards").touch()
"""


def test_a_crash_in_a_worker_fails_the_run_names_the_test_and_the_others_still_run(tmp_path: Path) -> None:
    code, said = pytest_of_its_own(tmp_path, CRASH, *IN_WORKERS)
    assert code == 1
    assert re.search(r"crashed while running 'test_culprits\.py::test_that_crashes'", said), said
    assert re.search(r"2 failed, 2 passed", said), said
    assert "test_odd" in said, "text that is not a Unicode leaves its worker"
    assert "in test_that_crashes" in said, "where it crashed"


SLOW = """
import time
import pytest

@pytest.mark.parametrize("number", range(20))
def test_that_takes_a_while(number):
    time.sleep(0.2)
"""


@pytest.mark.parametrize("options", [(), ("-n", "1", "--dist", "load")], ids=["in one process", "in workers"])
def test_no_test_begins_after_the_time_limit_and_that_is_reported(tmp_path: Path, options) -> None:
    code, said = pytest_of_its_own(tmp_path, SLOW, "--seconds", "1", *options)
    assert code == 0, said
    skipped = re.search(r"SKIPPED \[(\d+)\] .*not begun: 1 s are over", said)
    assert skipped is not None and 20 - 6 <= int(skipped[1]) <= 20, said


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt keeps such settings in other places")
def test_what_qt_remembers_of_its_dialogs_stays_in_the_tests_folder(qtbot) -> None:
    """A file dialog that was open writes QtProject.conf when it goes."""
    folder = Path(os.environ["XDG_CONFIG_HOME"])
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.accept()
    dialog.close()
    found = QSettings(QSettings.Scope.UserScope, "QtProject")
    found.setValue("of a test", 1)
    found.sync()
    assert Path(found.fileName()) == folder / "QtProject.conf" and (folder / "QtProject.conf").is_file()
    assert Path.home() not in folder.parents


ASKED = """
import pytest
from hypothesis import given, strategies
from pathlib import Path
from tests.daily import share

def tell(*words):
    with Path("told").open("a") as file:
        print(*words, file=file)

def test_sizes(pytestconfig):
    tell("sizes", [pytestconfig.getoption(name) for name in ("events", "kills", "seed")])

def test_parts():
    parts = [share("abcdefgh", 3, part) for part in range(3)]
    tell("parts", *map(len, parts), "of", "".join(sorted(sum(parts, []))))

@pytest.mark.share(3)
@pytest.mark.parametrize("two", "ab")
@pytest.mark.parametrize("four", "wxyz")
@pytest.mark.parametrize("three", (1, 2, 3))
def test_case(three, four, two):
    tell("case", three, four, two)

@given(strategies.integers())
def test_property(number):
    tell("drawn", number)
"""
FULL = ("--full", "--kills", "7", "--seed", "3", *IN_WORKERS)
ASKED_FOR = {"every day": (), "named": ("--seconds", "900"), "other": ("--seed", "2"), "full": FULL}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Name of options -> what the tests of ASKED told that ran with them, after "order" the files as they ran."""
    found = {}
    for name, options in ASKED_FOR.items():
        folder = tmp_path_factory.mktemp("asked")
        (folder / "robust").mkdir()
        (folder / "robust" / "test_last.py").write_text("def test_last():\n    pass\n", encoding="utf-8")
        code, said = pytest_of_its_own(folder, ASKED, "-vv", *options)
        assert code == 0, said
        files = dict.fromkeys(re.findall(r"^(\S+\.py)::", said, re.MULTILINE))
        found[name] = f"{(folder / 'told').read_text(encoding='utf-8')}order {' '.join(files)}\n"
    return found


def cases(told: str) -> set[tuple[str, ...]]:
    """The values with which the test of ASKED that has several cases ran, each once."""
    found = re.findall(r"case (.) (.) (.)", told)
    assert len(set(found)) == len(found)
    return set(found)


def test_random_tests_have_a_tenth_of_their_full_size_every_day(told: dict[str, str]) -> None:
    assert "sizes [2000, 5, 1]" in told["every day"]
    assert "sizes [2000, 5, 2]" in told["other"]
    assert "sizes [20000, 7, 3]" in told["full"]


def test_every_day_a_share_of_the_cases_runs_in_which_any_two_values_meet(told: dict[str, str]) -> None:
    found, others = cases(told["every day"]), cases(told["other"])
    assert len(found) == 8 and len({one[:2] for one in found}) == 8 and len({one[1:] for one in found}) == 8
    assert len({one[::2] for one in found}) == 6
    assert "parts 3 3 2 of abcdefgh" in told["every day"]
    assert len(others) == 8 and not found & others
    assert len(cases(told["full"])) == 24 and "parts 8 8 8 of aaabbbcccdddeeefffggghhh" in told["full"]


def test_properties_are_tried_with_the_same_examples_until_others_are_asked_for(told: dict[str, str]) -> None:
    drawn = {name: re.findall(r"drawn (-?\d+)", words) for name, words in told.items()}
    assert len(drawn["every day"]) >= 10 and drawn["every day"] == drawn["named"] != drawn["other"]
    assert len(drawn["full"]) > 2 * len(drawn["every day"])


def test_folders_have_their_order_and_with_little_time_files_run_as_named(told: dict[str, str]) -> None:
    assert "order test_culprits.py robust/test_last.py" in told["every day"]
    assert "order robust/test_last.py test_culprits.py" in told["named"]


PATIENT = """
import time
import pytest

@pytest.mark.timeout(0.2)
def test_that_takes_long():
    time.sleep(1)
"""


@pytest.mark.parametrize(("options", "code"), [((), 1), (("--timeout=0",), 0)], ids=["as marked", "without a limit"])
def test_a_run_without_a_limit_has_none_whatever_a_marker_says(
    options: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    """Random events of hours were ended by the limit of those of every day."""
    assert pytest_of_its_own(tmp_path, PATIENT, *options)[0] == code
