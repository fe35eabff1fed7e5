"""Compare with mine, in the window: an array that is dropped or opened is compared with what is pointed at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.document.store import Store
from viz_app.files.open_save import FileActions
from viz_app.inspector.array_check import FILTERS, comparison_words, is_array, pointed_words
from viz_app.inspector.array_menu import pointed_numbers
from viz_app.system.language import tr
from viz_app.widgets.number_card import Pointed


class ArrayActions:
    """`say` gets the result in words and the source text that it is about."""

    def __init__(
        self, window: QWidget, store: Store, files: FileActions, say: Callable[[str, tuple[str, ...]], None]
    ) -> None:
        self._window, self._store, self._files, self._say = window, store, files, say

    def take(self, found: tuple[Trace, Source | tuple[Source, ...]] | None, path: Path | None = None) -> None:
        """Compares what a menu or a card is about with the file dropped there, or asks for one."""
        if found is None:
            return
        pointed = found[0], found[1] if isinstance(found[1], tuple) else (found[1],)
        if path is None:
            self.ask(pointed)
        else:
            self.compare(path, pointed)

    def ask(self, pointed: Pointed | None = None) -> None:
        """Asks for an array and reports its distance from what is pointed at, otherwise from the number at the keyboard
        cursor, otherwise from the run."""
        pointed = pointed or pointed_numbers(self._window.focusWidget(), None)
        title = tr("Compare an array with this run")
        if pointed is not None:
            title = tr("Compare an array with {name}", name=pointed_words(*pointed))
        self._files.ask(title, partial(self.compare, pointed=pointed), FILTERS)

    def take_dropped(self, paths: tuple[Path, ...], spot: QPoint) -> None:
        """Opens files dropped at a point of the screen; an array is compared with the numbers there."""
        if paths and is_array(paths[0]) and self._store.trace is not None:
            place = self._window.mapFromGlobal(spot)
            part = self._window.childAt(place) or self._window
            self.compare(paths[0], pointed_numbers(part, part.mapFromGlobal(spot)))
            self._files.tell_others(paths)
        else:
            self._files.open_dropped(paths)

    def compare(self, path: Path, pointed: Pointed | None = None) -> None:
        """Reports the distance of a file's arrays from what is pointed at if the shapes match, otherwise from what is
        selected."""
        trace, state = self._store.trace, self._store.state
        if trace is None:
            return
        if self._store.hiding.hidden is not None:
            self._say(tr("Hidden until you answer."), state.run.source)
            return
        words: list[str] = []
        compare = partial(comparison_words, path, trace, state.look, pointed)
        if self._files.attempt(tr("{name} was not compared", name=path.name), lambda: words.append(compare())):
            self._say(words[0], state.run.source)
