"""Everything that a run recorded, requested when a view shows it: with each key come only the arrays that maps are made
of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from model_core.io.memory import trim

if TYPE_CHECKING:
    from viz_app.document.engine_link import EngineLink
    from viz_app.document.store import Store

PAUSE = 300
"""Milliseconds after a picture without another key until the rest of what was recorded is requested."""

SHORT = 160
"""Tokens of source and target together up to which that is done for every text."""

LONG = 300
"""Tokens from which on freed memory goes back, also after the text that follows: of 2,048 each 25 MB."""

LATER = 3000
"""Milliseconds after a picture until it does: small maps of a long text are made meanwhile."""


class RestOfRun(QObject):
    """Requests the rest of the current run (Trace.unsent): at once while it is `shown`; in a pause if the part that
    shows it is scrolled out of sight, and for a short text, so that it is there when needed; otherwise when `ask` is
    called."""

    def __init__(self, store: Store, engine: EngineLink) -> None:
        super().__init__(store)
        self._store, self._engine = store, engine
        self._below = False
        self._was_long = False  # the text of the picture before
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._rest)
        self._later = QTimer(self, singleShot=True, interval=LATER)
        self._later.timeout.connect(lambda: trim())

    def set_shown(self, on: bool, below: bool = False) -> None:
        """Whether something shows more of a run than its maps: then every run comes complete, and the rest of the
        current one is requested now. `below`: something would if the user scrolled down."""
        self._engine.whole, self._below = on, below
        if on:
            self.ask()
        elif below and not self._pause.isActive():
            self._pause.start()

    def _rest(self) -> None:
        if self._below or self._tokens() <= SHORT:
            self.ask()

    def _tokens(self) -> int:
        """The number of source and target tokens shown."""
        trace = self._store.trace
        return 0 if trace is None else sum(trace.size("cross"))

    def ask(self) -> None:
        """Requests it if only the arrays for maps have arrived."""
        trace, run = self._store.trace, self._store.state.run
        if trace is not None and trace.unsent and trace.run == run and not self._store.busy:
            self._engine.ask_rest(run)

    def picture_arrived(self) -> None:
        if self._engine.whole:
            self.ask()
        self._pause.start()
        long = self._tokens() > LONG
        if long or self._was_long:
            self._later.start()
        self._was_long = long
