"""Work that is done one piece after the other: heads, a few milliseconds at a time between other turns of the event
loop; and arrangements of a widget that each ask for the next."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

TURN = 0.012
"""Seconds after which a turn begins no further head."""

EVERY = 0.08
"""Seconds between two tellings of what is there."""

MOST_ARRANGEMENTS = 4
"""So often in a row a widget is arranged, each time because the one before changed its size."""

Head = tuple[int, int]
"""(layer, head)"""

Own = TypeVar("Own", bound=QObject)
Given = ParamSpec("Given")


def one_at_a_time(arrange: Callable[Concatenate[Own, Given], None]) -> Callable[Concatenate[Own, Given], None]:
    """A method that arranges a widget's parts and is called again by what it does, when a part that is shown changes
    the widget's size. Such a call is made after the present one, the last one only; two arrangements that each make the
    other necessary end as one of them."""
    name = f"_{arrange.__name__}_asked"

    @wraps(arrange)
    def arranged(self: Own, *args: Given.args, **named: Given.kwargs) -> None:
        asked = vars(self).get(name)
        if asked is not None:
            asked[:] = [(args, named)]
            return
        asked = vars(self)[name] = [(args, named)]
        try:
            for _ in range(MOST_ARRANGEMENTS):
                if asked:
                    args, named = asked.pop()
                    arrange(self, *args, **named)
        finally:
            del vars(self)[name]

    return arranged


class HeadTask(QObject):
    """Subclasses say by `left` which heads are still to come, and take one off that list in `make`."""

    grown = Signal()  # more heads are there than were told before

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._told = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._turn)

    @property
    def working(self) -> bool:
        """Whether heads are still to come."""
        return self._timer.isActive()

    def left(self) -> list[Head]:
        """The heads that are still to come, the next one first."""
        raise NotImplementedError

    def make(self, head: Head) -> None:
        """Does the work for one head."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Begins the next turn soon, if there is one."""
        if self.left():
            self._timer.start(0)
        else:
            self._timer.stop()

    def pause(self) -> None:
        """Makes no more heads; what is there is kept."""
        self._timer.stop()

    def _turn(self) -> None:
        """At least one head."""
        ends = time.perf_counter() + TURN
        while self.left():
            self.make(self.left()[0])
            if time.perf_counter() >= ends:
                break
        self.go_on()
        now = time.perf_counter()
        if not self.left() or now - self._told >= EVERY:
            self._told = now
            self.grown.emit()
