"""What the status line says of long work: what it does, for how long, and that it waits."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from viz_app.files import job_status
from viz_app.files.job_status import JobStatus
from viz_app.widgets import theme as themes


def test_the_clock_of_a_paused_job_stops(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(job_status.time, "monotonic", lambda: now[0])
    line = JobStatus("Stop", "", "training")
    qtbot.addWidget(line)
    line.begin("Training Copy")
    line.notify("update 7")
    now[0] = 109.0
    assert line.text() == "Training Copy · update 7 · 9 s"
    line.pause(True)
    now[0] = 150.0
    assert line.text() == "Training Copy · update 7 · 9 s · paused"
    line.pause(False)
    now[0] = 152.0
    assert line.text() == "Training Copy · update 7 · 11 s"
    line.pause(True)
    line.begin("Training Sort")
    now[0] = 153.0
    assert line.text() == "Training Sort · 1 s"
    line.end()


def test_what_a_long_job_has_reached_is_read_to_its_end(qtbot: QtBot) -> None:
    """The name of a file is shortened, not the number that changes."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1440, 900)
    line = JobStatus("Cancel", "", "the import", window)
    line.begin("Converting a_checkpoint_with_a_rather_long_name_of_its_own.safetensors")
    line.notify("43,756 parameters, written as float32")
    assert line.words.text().startswith("Convert") and "…" in line.words.text()
    assert line.words.text().endswith(" · 43,756 parameters, written as float32")
    assert line.accessibleName() == line.words.toolTip() == line.text()
    line.end()


def test_without_a_job_another_theme_prints_nothing(qtbot: QtBot) -> None:
    line = JobStatus("Cancel", "", "the import")
    qtbot.addWidget(line)
    themes.changed.emit(themes.current())
    assert (line.words.text(), line.accessibleName()) == ("", "")
    line.begin("Reading")
    line.words.setText("")
    themes.changed.emit(themes.current())
    assert line.words.text() == "Reading"
    line.end()
