"""What the status line says of long work: what it does, for how long, and that it waits."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from viz_app.files import job_status
from viz_app.files.job_status import JobStatus


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
