"""Playing the steps of a run one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from viz_app.document.store import Store


class Playback(QObject):
    """Moves the look of a Store on, that many steps per second as its layout says. `number` counts the plays."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._store = store
        self.number = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        """Whether the steps are being played."""
        return self._timer.isActive()

    def start(self) -> None:
        """Play up to the last step; from the first one where the last is shown already. A pinned row that comes later
        is let go: it would tell what it reads before it is written."""
        store = self._store
        self.number += 1
        self._timer.start(self._interval())
        again, look = store.moment.step >= store.moment.rows - 1, store.state.look
        first = 0 if again else store.moment.step
        changes: dict[str, int | None] = {"step": 0} if again else {}
        if look.kind != "encoder" and (look.query or 0) > first:
            changes |= {"query": None, "key": None}
        if changes:
            store.look(**changes)

    def stop(self) -> None:
        """Stay at the present step."""
        self._timer.stop()

    def fit_speed(self) -> None:
        """Go on with the speed that the layout has by now."""
        if self.running:
            self._timer.setInterval(self._interval())

    def _interval(self) -> int:
        """Milliseconds per step."""
        return max(1, round(1000 / self._store.state.desk.speed))

    def _go_on(self) -> None:
        step, last = self._store.moment.step + 1, self._store.moment.rows - 1
        self._store.look(step=None if step >= last else step)
        if step >= last:
            self._store.set_playing(False)
