"""The status bar: what a click would do, the computation in progress, measured times, the engine's state."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from model_core.record.trace import Trace
from viz_app.data.number_format import fmt_time
from viz_app.document.store import Store
from viz_app.files.job_status import IGNORED, JobStatus
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, plain_label, push_button
from viz_app.widgets.layout import row_of

_APART = "     "
PATIENCE = 300  # ms that a computation may take before the window speaks of it
_LONG = 888.0  # ms, as wide a time as there is
CALM = 250  # ms that measured times stay before others take their place
TOO_LONG = 10_000  # ms after which starting the engine again is offered
ENGINE_WORDS = {
    "starting": tr("engine starting"),
    "ready": tr("engine ready"),
    "busy": tr("engine ready"),
    "lost": tr("engine restarting"),
    "stopped": tr("engine stopped"),
}


class StatusBar(QFrame):
    """See module. `late` reports when a computation has become long (True) and when it is over (False).

    After TOO_LONG of one computation, while the engine works, and once it has stopped, a button asks for `restarted`;
    `more` is to show the details of a fault.
    """

    late = Signal(bool)
    restarted = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self._now = store, store.moment
        self._hint = self._tip = self._said = self._fault = ""
        self.setObjectName("status")
        self.setAccessibleName(tr("Status"))
        self.hint = Caption("small", "ink", parent=self)
        more = tr("Shows what went wrong, to read and copy.")
        self.more = push_button(self, tr("Details"), more, role="flat")
        self.run = JobStatus(tr("Cancel"), tr("Stops computing; the last picture stays."), tr("the computation"), self)
        about = tr("Ends the engine, which may be stuck, and starts it again; your text is kept.")
        self.restart = push_button(self, tr("Restart the engine"), about, self._restart, role="flat")
        self.survey = JobStatus(
            tr("Stop"), tr("Stops the survey; what is done so far is kept."), tr("the survey"), self
        )
        self.times, self.engine = plain_label(self, "small", muted=True), plain_label(self, "small", muted=True)
        parts = (self.more, self.run, self.restart, self.survey, self.times, self.engine)
        row_of((self.hint, 1), *parts, parent=self, margins=(16, 2, 16, 2), spacing=16)
        for part in (self.more, self.restart):
            part.setSizePolicy(part.sizePolicy().horizontalPolicy(), IGNORED)
            part.hide()
        self._wait = QTimer(self, singleShot=True, interval=PATIENCE)
        self._wait.timeout.connect(self._become_late)
        self._long = QTimer(self, singleShot=True, interval=TOO_LONG)
        self._long.timeout.connect(self.restart.show)
        self._calm = QTimer(self, singleShot=True, interval=CALM)
        self._calm.timeout.connect(self._show_later)
        self._behind = False
        self._timed = True
        store.changed.connect(self.refresh)
        themes.changed.connect(self.restyle)
        self.restyle()
        self.refresh()

    def add_part(self, part: QWidget) -> None:
        """Adds a part beside the hint."""
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.insertWidget(1, part)

    # ---- the left side

    def set_hint(self, text: str) -> None:
        """Sets what a click would do at the pointer."""
        self._hint = text
        self._show_message()

    def set_tip(self, text: str) -> None:
        """Sets Qt's status tip for the menu entry or button under the pointer."""
        self._tip = text
        self._show_message()

    def set_said(self, text: str) -> None:
        """Sets the outcome of a file operation, shown regardless of the pointer; its author clears it."""
        self._said = text
        self._show_message()

    def set_fault(self, text: str) -> None:
        """Reports an internal error; stays until its details are opened."""
        self._fault = text
        self.more.setVisible(bool(text))
        self._show_message()

    def _show_message(self) -> None:
        words = self._said or self._tip or self._fault or self._hint
        self.hint.set_text(" ".join(words.split()), tone="error" if words == self._fault else "ink")

    # ---- the right side

    def refresh(self, names: frozenset[str] = frozenset({"busy", "engine", "trace", "writing"})) -> None:
        before, self._now = self._now, self._store.moment
        if before.state.desk.views != self._now.state.desk.views:
            self._hint = self._tip = ""  # what they described is not seen any more
            self._show_message()
        if "busy" in names:
            self._watch_time()
        if names & {"writing", "busy"} and not self.run.isHidden():
            self.run.notify(self._written())
        if names & {"busy", "engine", "run"}:
            self._watch_engine(anew="run" in names)
        if "engine" in names:
            self.engine.setText(ENGINE_WORDS.get(self._now.engine, self._now.engine))
        if names & {"trace", "painted"} and self._calm.isActive():
            self._behind = True
        elif "trace" in names:
            self._show_times()
        elif "painted" in names:
            self._show_times()
            self._calm.start()

    def _watch_time(self) -> None:
        if self._now.busy and not self._wait.isActive() and self.run.isHidden():
            self._wait.start()
        elif not self._now.busy:
            self._wait.stop()
            self.run.end()
            self.late.emit(False)

    def _watch_engine(self, anew: bool) -> None:
        """Times one computation; starting the engine, or losing it, does not count."""
        if not self._now.busy or self._now.engine != "busy":
            self._long.stop()
            self.restart.setVisible(self._now.engine == "stopped")
        elif self.restart.isHidden() and (anew or not self._long.isActive()):
            self._long.start()

    def _restart(self) -> None:
        self.restart.hide()
        self.restarted.emit()

    def _become_late(self) -> None:
        self.run.begin(tr("Computing"))
        self.run.notify(self._written())
        self.late.emit(True)

    def _written(self) -> str:
        written = len(self._now.writing)
        if not written:
            return ""
        return tr("1 token written") if written == 1 else tr("{number} tokens written", number=written)

    def stop(self) -> None:
        """The window closes: stops all timers."""
        for timer in (self._wait, self._long, self._calm):
            timer.stop()
        for job in (self.run, self.survey):
            job.end()

    # ---- its looks

    def restyle(self, _theme: object = None) -> None:
        for part in (self.more, self.restart):
            part.setFont(themes.font("small"))
        self._show_times()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves the times out if the window is too narrow for them and the hint."""
        super().resizeEvent(event)
        self._show_times()

    def event(self, event: QEvent) -> bool:
        """Leaves the times out if a job that has begun needs their place."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._show_times()
        return super().event(event)

    def _show_later(self) -> None:
        """Shows what was measured while the previous times were still new."""
        if self._behind:
            self._behind = False
            self._show_times()
            self._calm.start()

    def leave_times_out(self) -> None:
        """Hides the times for pictures: a run's picture is the same each time it is drawn; the time is not."""
        self._timed = False
        self._show_times()

    def _show_times(self) -> None:
        """As many of the measured times as leave more than half of the line to the hint, in a width that suffices for
        longer times, so that a new time does not lay out the window again."""
        first, painted = 0 if self._timed else -1, self._now.painted_ms
        parts = time_words(self._now.trace, painted)[first:]
        metrics = QFontMetrics(self.times.font())
        room = min(self.width() * 0.45, self.width() - self._taken())
        while parts and metrics.horizontalAdvance(_APART.join(parts)) > room:
            parts = parts[:-1]
        longer = time_words(self._now.trace, painted and max(painted, _LONG))[first:][: len(parts)]
        self.times.setText(_APART.join(parts))
        self.times.setFixedSize(metrics.size(0, _APART.join(longer)))
        self.times.setVisible(bool(parts))

    def _taken(self) -> int:
        """Px that the parts beside the hint and the times need, with the spaces between them."""
        row = self.layout()
        assert row is not None
        parts = self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        beside = (part for part in parts if part not in (self.hint, self.times) and not part.isHidden())
        wide = [part.sizeHint().width() for part in beside]
        return sum(wide) + (len(wide) + 3) * row.spacing()


def time_words(trace: Trace | None, painted_ms: float | None) -> list[str]:
    """The measured times of the last run and of its painting, and how many maps it recorded."""
    if trace is None:
        return []
    parts = []
    if "forward" in trace.milliseconds:
        parts.append(tr("forward {time}", time=fmt_time(trace.milliseconds["forward"] / 1000)))
    if painted_ms:
        parts.append(tr("drawn in {time}", time=fmt_time(painted_ms / 1000)))
    return [*parts, tr("{number} maps recorded", number=count_maps(trace))]


def count_maps(trace: Trace) -> int:
    """How many heads' weights were recorded; reads none of them, as it is asked each time the bar is laid out."""
    names, spec = set(trace.arrays), trace.spec
    places = ((kind, layer) for kind in trace.kinds for layer in range(spec.layers(kind)))
    return sum(spec.heads_of(kind) for kind, layer in places if trace.name(kind, "weights", layer) in names)
