"""Arrangements of a widget that ask for the next one."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from viz_app.system.in_turns import MOST_ARRANGEMENTS, one_at_a_time


class Counter(QObject):
    """Asks for the numbers down to 0 from inside of each other."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[int] = []
        self.ended: list[int] = []

    @one_at_a_time
    def count(self, number: int, *, fails: bool = False) -> None:
        self.begun.append(number)
        if number:
            self.count(-1)  # of two that are asked for meanwhile the last one counts
            self.count(number - 1)
        if fails:
            raise ValueError
        self.ended.append(number)


def test_calls_made_meanwhile_run_afterwards() -> None:
    counter = Counter()
    counter.count(2)
    assert counter.begun == counter.ended == [2, 1, 0]
    counter.count(9)
    assert counter.begun[3:] == [9, 8, 7, 6][:MOST_ARRANGEMENTS], "without an end it is given up"


def test_it_can_be_asked_again_after_a_failure(qtbot: QtBot) -> None:
    counter = Counter()
    with qtbot.captureExceptions() as caught:
        try:
            counter.count(1, fails=True)
        except ValueError:
            counter.count(0)
    assert not caught and counter.ended == [0]


class Restless(QWidget):
    """Has another size in each arrangement."""

    done = 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    @one_at_a_time
    def arrange(self) -> None:
        self.done += 1
        self.resize(200 if self.width() == 100 else 100, 50)


def test_a_widget_whose_arrangement_changes_its_size_for_ever_comes_to_rest(qtbot: QtBot) -> None:
    widget = Restless()
    qtbot.addWidget(widget)
    widget.show()
    widget.done = 0
    widget.resize(300, 50)
    assert widget.done <= MOST_ARRANGEMENTS and widget.size() in (QSize(100, 50), QSize(200, 50))
