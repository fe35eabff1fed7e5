"""What is hidden until a question is answered: one place, through which everything that shows a run goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from viz_app.system.language import tr

if TYPE_CHECKING:  # what writes numbers imports this module before numpy is there
    from model_core.analysis.unwritten import HiddenParts
    from model_core.record.trace import Trace
    from viz_app.document.history import History
    from viz_app.document.runs.results import Results
    from viz_app.document.state import Layout, State

_hiding: WeakSet[Hiding] = WeakSet()
"""Those of the stores in which a question hides something now."""


def unknown() -> str:
    """What stands for a number that is none: a question mark while a question hides numbers, for those are NaN then."""
    return "?" if _hiding else "NaN"


class Hiding:
    """Store.trace, Moment and Store.effects are without what is hidden; `whole` is for what measures the answer. `own`
    is the user's State behind the scenes of a lesson, which is kept for the next start; None without a lesson."""

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
        """From now on this is hidden, of whatever run is shown; None shows everything."""
        if hidden != self._results.to_hide:
            self._results.to_hide = hidden
            (_hiding.discard if hidden is None else _hiding.add)(self)
            self._notify({"trace", "writing", "effects"})

    def keep_style(self, desk: Layout) -> None:
        """Theme, text size and speed that are chosen during a lesson are those of the State behind it, too."""
        if self.own is not None:
            worn = replace(self.own.desk, theme=desk.theme, text_scale=desk.text_scale, speed=desk.speed)
            self.own = self.own.with_(desk=worn)

    def leave(self) -> None:
        """The lesson has ended: the panel that stood in its place is gone, so undoing shows the scenes with the user's
        inspector."""
        own, self.own = self.own, None
        if own is not None:
            self._history.carry("inspector", not own.desk.inspector, own.desk.inspector)

    def close(self) -> None:
        """Nothing of the store is shown any more."""
        _hiding.discard(self)

    def snapshot_fields(self, played: int | None) -> dict[str, Any]:
        """What a Snapshot says of it where that many decoder rows have been played (None: all). The pinned run may be
        of the same text: it would tell, too."""
        if self.hidden is None:
            return {}
        rows = self.hidden.rows
        shown = played if rows is None else min(rows, rows if played is None else played)
        return {"hidden": self.hidden, "rows_shown": shown, "against": None, "unpinned": tr("Hidden until you answer.")}
