"""CrashReporter: whatever nobody caught becomes one line, a story and an entry in the log."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qWarning

from model_core.errors import Refused
from viz_app.system.crash_report import CrashReporter
from viz_app.system.language import catalogue_file, read_catalogue


@pytest.fixture
def faults(qapp, tmp_path: Path) -> Iterator[CrashReporter]:
    made = CrashReporter(tmp_path / "log")
    made.install()
    yield made
    made.remove()


def raise_in_slot(words: str) -> None:
    raise RuntimeError(words)


def log_of(tmp_path: Path) -> str:
    return (tmp_path / "log" / "headscope.log").read_text(encoding="utf-8")


def fail(words: str = "broken on purpose") -> None:
    """Hands an exception to the hook as PySide does for a slot."""
    try:
        raise RuntimeError(words)
    except RuntimeError as error:
        sys.excepthook(RuntimeError, error, error.__traceback__)


def test_an_exception_is_shown_in_one_line_and_logged_in_full(faults: CrashReporter, tmp_path: Path) -> None:
    told: list[str] = []
    faults.message.connect(told.append)
    fail()
    assert len(told) == 1 and "kept" in told[0] and "\n" not in told[0]
    assert "RuntimeError: broken on purpose" in faults.story()
    assert "broken on purpose" in log_of(tmp_path) and "Traceback" in log_of(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
def test_a_full_disk_keeps_faults_out_of_the_log_and_out_of_the_terminal(
    qapp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "headscope.log").symlink_to("/dev/full")
    made = CrashReporter(tmp_path)
    made.install()
    fail()
    qWarning("so")
    made.remove()
    assert "broken on purpose" in made.story() and capsys.readouterr().err == ""


def test_a_repeated_fault_is_reported_once(faults: CrashReporter) -> None:
    told: list[str] = []
    faults.message.connect(told.append)
    for _ in range(50):
        fail()
    assert len(told) == 1
    assert faults.count == 50


def test_a_fault_in_a_thread_comes_to_the_same_place(faults: CrashReporter, qtbot) -> None:
    with qtbot.waitSignal(faults.message):
        thread = threading.Thread(target=raise_in_slot, args=("in a thread",))
        thread.start()
        thread.join()
    assert "in a thread" in faults.story()


def test_a_fault_in_a_slot_comes_to_the_same_place(faults: CrashReporter, qtbot) -> None:
    with qtbot.waitSignal(faults.message):
        QTimer.singleShot(0, lambda: raise_in_slot("in a slot"))
    assert "in a slot" in faults.story()


def test_qt_warnings_go_to_the_log_only(faults: CrashReporter, tmp_path: Path) -> None:
    told: list[str] = []
    faults.message.connect(told.append)
    qWarning("a warning of Qt")
    assert told == []
    assert "a warning of Qt" in log_of(tmp_path)


def test_closing_restores_the_hooks(qapp) -> None:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    made = CrashReporter(None)
    made.install()
    assert sys.excepthook != before[0]
    made.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_a_folder_that_cannot_be_written_is_no_reason_not_to_start(qapp, tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.touch()
    made = CrashReporter(file / "log")
    made.install()
    fail()
    assert made.count == 1
    made.remove()


def test_what_is_refused_while_drawing_says_its_own_reason(faults: CrashReporter) -> None:
    """A recording that was written over, say: the user can do something about that."""
    lines: list[str] = []
    faults.message.connect(lines.append)
    error = Refused("E-REC-CHANGED", "hen.safetensors was changed while it was open; open it again")
    faults.report(Refused, error, None)
    assert lines == [f"{error.message}. Your text and the picture are kept."]


def test_the_messages_of_a_fault_are_in_the_catalogue(faults: CrashReporter) -> None:
    lines: list[str] = []
    faults.message.connect(lines.append)
    faults.report(ValueError, ValueError("inside"), None)
    told = {(lines[0], ""), ("{what}. Your text and the picture are kept.", "")}
    assert told <= set(read_catalogue(catalogue_file("es"))), "whose texts are those of the code (test_untranslated.py)"
