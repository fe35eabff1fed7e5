"""What is hidden until a question is answered: everything that shows a run goes through here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from viz_app.system.language import tr

if TYPE_CHECKING:  # number formatting imports this module before numpy is loaded
    from model_core.analysis.unwritten import HiddenParts
    from model_core.record.trace import Trace
    from viz_app.document.history import History
    from viz_app.document.runs.results import Results
    from viz_app.document.state import Layout, State

_hiding: WeakSet[Hiding] = WeakSet()
"""Those of the stores in which a question hides something now."""


def unknown() -> str:
    """The text for NaN: a question mark while a question hides numbers."""
    return "?" if _hiding else "NaN"


class Hiding:
    """Store.trace, Moment and Store.effects leave out what is hidden; `whole` is for whatever measures the answer.
    During a lesson `own` is the user's own State, which is saved for the next start; otherwise None."""

    def __init__(self, results: Results, notify: Callable[[set[str]], None], history: History) -> None:
        self._results, self._notify, self._history = results, notify, history
        self.own: State | None = None

    @property
    def hidden(self) -> HiddenParts | None:
        """What is hidden, None for nothing."""
        return self._results.hidden

    @property
    def whole(self) -> Trace | None:
        """The last complete Trace with all that is in it."""
        return self._results.whole

    def hide(self, hidden: HiddenParts | None) -> None:
        """Hides this in every run from now on; None shows everything."""
        if hidden != self._results.to_hide:
            self._results.to_hide = hidden
            (_hiding.discard if hidden is None else _hiding.add)(self)
            self._notify({"trace", "writing", "effects"})

    def keep_style(self, desk: Layout) -> None:
        """Copies theme, text size and speed chosen during a lesson to the user's own State."""
        if self.own is not None:
            worn = replace(self.own.desk, theme=desk.theme, text_scale=desk.text_scale, speed=desk.speed)
            self.own = self.own.with_(desk=worn)

    def leave(self) -> None:
        """The lesson has ended and its panel is closed: undoing shows the scenes with the user's inspector."""
        own, self.own = self.own, None
        if own is not None:
            self._history.carry("inspector", not own.desk.inspector, own.desk.inspector)

    def close(self) -> None:
        """The store is no longer shown."""
        _hiding.discard(self)

    def snapshot_fields(self, played: int | None) -> dict[str, Any]:
        """The fields of a Snapshot after this many decoder rows of playback (None: all). The pinned run is hidden too,
        as it may be of the same text."""
        if self.hidden is None:
            return {}
        rows = self.hidden.rows
        shown = played if rows is None else min(rows, rows if played is None else played)
        return {"hidden": self.hidden, "rows_shown": shown, "against": None, "unpinned": tr("Hidden until you answer.")}
