"""The way from view to view: back and forward beside undo, which is for text, model and edits. No Qt."""

from __future__ import annotations

from typing import Protocol

from viz_app.document.history import History
from viz_app.document.state import Layout, State

Views = tuple[str, ...]
MOST = 50
"""How many moves can be gone back."""


class OpenViews(Protocol):
    """What ViewHistory needs of a Store."""

    @property
    def state(self) -> State: ...
    def desk(self, *, views: Views) -> None: ...


class ViewHistory:
    """Which views were seen before the present ones, and after them where somebody went back."""

    def __init__(self, store: OpenViews, history: History) -> None:
        self._store, self._history = store, history
        self.past: list[Views] = []
        self.future: list[Views] = []
        self._going = False

    def left(self, state: State, desk: Layout) -> State:
        """The State with another desk, whose views take the place of the present ones: no change to be undone. What lay
        ahead is forgotten."""
        self._history.carry(state.desk.views, desk.views)
        if not self._going:
            self.past.append(state.desk.views)
            del self.past[:-MOST]
            self.future.clear()
        return state.with_(desk=desk)

    def go(self, back: bool) -> None:
        """Shows the views seen before or after the present ones; nothing where there are none."""
        source, target = (self.past, self.future) if back else (self.future, self.past)
        if source:
            target.append(self._store.state.desk.views)
            self._going = True
            try:
                self._store.desk(views=source.pop())
            finally:
                self._going = False
