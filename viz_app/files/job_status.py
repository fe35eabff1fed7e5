"""The part of the status bar about a long job: what it does, for how long, and a button that ends it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.system.child_job import OneJob
from viz_app.system.job_events import JobEvent
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import row_of

WIDEST = 420  # px at text size 100 % that the words take
IGNORED = QSizePolicy.Policy.Ignored  # of a part's height: what comes and goes leaves the bar as high as its words


class JobStatus(QWidget):
    """Visible only while a job runs. The button says `end_words`, with `about` as tooltip; it ends `name`."""

    cancelled = Signal()

    def __init__(self, end_words: str, about: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = self._step = ""
        self._started = 0.0
        self._paused: float | None = None  # since when
        self.words = plain_label(self, "small", muted=True)
        self.words.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.cancel = push_button(self, end_words, about, self.cancelled, name=f"{end_words} {name}", role="flat")
        row_of(self.words, self.cancel, parent=self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, IGNORED)
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._show)
        themes.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def follow(self, job: OneJob, words: Callable[[JobEvent], str], stop: Callable[[], None]) -> None:
        """Shows a job; `words` turns an event into text, "" to ignore it. The button calls `stop`."""
        self._words_of = words
        job.began.connect(self.begin)
        job.message.connect(self._tell)
        job.over.connect(self.end)
        self.cancelled.connect(stop)

    def _tell(self, event: JobEvent) -> None:
        if words := self._words_of(event):
            self.notify(words)

    def begin(self, title: str) -> None:
        self._title, self._step, self._started, self._paused = title, "", time.monotonic(), None
        self._clock.start()
        self._show()
        self.show()

    def pause(self, on: bool) -> None:
        """Shows whether it waits, with its clock stopped, or works."""
        if not on and self._paused is not None:
            self._started += time.monotonic() - self._paused
        self._paused = time.monotonic() if on else None
        self._show()

    def notify(self, step: str) -> None:
        self._step = step
        self._show()

    def end(self) -> None:
        self._clock.stop()
        self.hide()

    def text(self) -> str:
        """All its text, even if not all of it fits."""
        return " · ".join(filter(None, [self._title, self._progress()]))

    def _progress(self) -> str:
        """Its text without the title, which the job keeps from its beginning to its end."""
        seconds = int((self._paused or time.monotonic()) - self._started)
        waits = "" if self._paused is None else tr("paused")
        return " · ".join(filter(None, [self._step, f"{seconds} s" if seconds else "", waits]))

    def _show(self) -> None:
        """Shortens the title first, down to a quarter of the room: what changes is read to its end."""
        whole, progress = self.text(), self._progress()
        metrics, middle = QFontMetrics(self.words.font()), Qt.TextElideMode.ElideMiddle
        room = min(themes.px(WIDEST), max(80, self.window().width() // 3))
        apart = f" · {progress}" if progress else ""
        title = metrics.elidedText(self._title, middle, max(room - metrics.horizontalAdvance(apart), room // 4))
        shown = metrics.elidedText(f"{title}{apart}", middle, room)
        self.words.setText(shown)
        self.words.setFixedWidth(metrics.horizontalAdvance(shown) + 2)
        self.words.setToolTip(whole if shown != whole else "")
        self.setAccessibleName(whole)

    def _restyle(self, _theme: object = None) -> None:
        self.cancel.setFont(themes.font("small"))
        if self._clock.isActive():
            self._show()
