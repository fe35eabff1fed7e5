"""One writer beside the window: in order, errors told, everything written at the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from viz_app.system.background_writer import BackgroundWriter


@pytest.fixture
def writer(qapp) -> Iterator[BackgroundWriter]:
    made = BackgroundWriter()
    yield made
    assert made.finish()


def fail() -> None:
    raise OSError("the disk is full")


def test_writes_keep_their_order_and_are_reported_in_the_gui_thread(writer: BackgroundWriter, qtbot: QtBot) -> None:
    written: list[int] = []
    told: list[tuple[int, threading.Thread]] = []
    threads: set[threading.Thread] = set()

    def write(number: int) -> None:
        threads.add(threading.current_thread())
        time.sleep(0.002 * (10 - number))
        written.append(number)

    for number in range(10):
        writer.add(lambda n=number: write(n), lambda error, n=number: told.append((n, threading.current_thread())))
    assert writer.busy and told == []
    qtbot.waitUntil(lambda: not writer.busy)
    assert written == list(range(10))
    assert told == [(number, threading.main_thread()) for number in range(10)]
    assert threading.main_thread() not in threads


def test_an_error_is_reported_and_the_next_write_continues(writer: BackgroundWriter, qtbot: QtBot) -> None:
    told: list[Exception | None] = []
    writer.add(fail, told.append)
    writer.add(lambda: None, told.append)
    qtbot.waitUntil(lambda: not writer.busy)
    assert [str(error) for error in told] == ["the disk is full", "None"]


def test_finishing_waits_for_all_writes_and_reports_the_result(writer: BackgroundWriter) -> None:
    told: list[Exception | None] = []
    writer.add(lambda: time.sleep(0.1), told.append)
    writer.add(fail, told.append)
    assert writer.finish() and not writer.busy
    assert len(told) == 2 and told[0] is None and isinstance(told[1], OSError)


def test_an_unresponsive_disk_does_not_block_for_ever(qapp) -> None:
    writer, free = BackgroundWriter(), threading.Event()
    writer.add(lambda: free.wait(600), lambda error: None)
    began = time.monotonic()
    assert not writer.finish(0.05) and writer.busy
    assert time.monotonic() - began < 300
    free.set()
    assert writer.finish() and not writer.busy


def test_what_is_added_by_what_comes_after_is_written_too(writer: BackgroundWriter, qtbot: QtBot) -> None:
    written: list[str] = []

    def again(_error: Exception | None) -> None:
        writer.add(lambda: written.append("second"), lambda _: None)

    writer.add(lambda: written.append("first"), again)
    qtbot.waitUntil(lambda: written == ["first", "second"] and not writer.busy)
