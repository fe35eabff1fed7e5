"""The choice of the model: its description, its menu, and what happens to the text when another model is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from model_core.errors import Refused
from model_core.record.model_info import describe, read_about
from model_core.record.trace import ModelInfo
from model_core.record.training_log import is_snapshot
from viz_app.data.number_format import fmt_count
from viz_app.data.vocabulary import layers_and_heads
from viz_app.data.words.models import model_about, model_word
from viz_app.document.id_text import are_ids, plain_ids, text_of_ids
from viz_app.document.state import Pin
from viz_app.document.store import Store
from viz_app.files.file_kinds import MODEL_FILES
from viz_app.system.command_queue import empty, queued
from viz_app.system.language import tr
from viz_app.system.recent_files import answers

Text = tuple[tuple[str, ...], ModelInfo | None]
"""Lines of a source, and the model that they were typed for."""


def model_words(info: ModelInfo) -> str:
    """One line for a model: "English → Spanish · 3+3 layers · 4 heads"; of a training's snapshot also its update."""
    more = [tr("update {step:,}", step=int(Path(info.folder).name))] if is_snapshot(info.folder) else []
    more += [tr("recording")] if info.recorded else []
    return " · ".join([model_word(info.name), *more, layers_and_heads(info.spec)])


def size_words(info: ModelInfo) -> str:
    """Its device and its size: "cpu · 2.94 M parameters"."""
    if info.recorded:
        return tr("recorded elsewhere")
    return tr("{device} · {number} parameters", device=info.device, number=fmt_count(info.parameters))


def knows(info: ModelInfo, text: str) -> bool:
    """Whether a model can read a text; one with a closed vocabulary only its own words."""
    known = {word.casefold() for word in info.known_words}
    words = re.findall(r"\w+|[^\w\s]", text.casefold())
    return not known or (bool(words) and all(word in known for word in words))


def fitting_source(info: ModelInfo, source: tuple[str, ...]) -> tuple[str, ...]:
    """The source lines for a newly chosen model: the current ones if it can read them, otherwise its first example."""
    ids = plain_ids(info.folder)
    if ids is not None:
        return (ids.example(),) if ids.complaint(source) else source
    texts = [line for line in source if line.strip()]
    if texts and all(knows(info, line) for line in texts):
        return source
    return info.examples[:1] or source


def opened_model(path: Path) -> ModelInfo | None:
    """The model of a folder that was opened, or of a file in one, from its description alone; None for any other file,
    or if it no longer exists."""
    folder = path.parent if path.name in MODEL_FILES else path
    try:
        return describe(str(folder), *read_about(folder), "") if folder.is_dir() else None
    except (Refused, OSError, ValueError):
        return None


class ModelChoice(QObject):
    """Fills a menu with the models and switches between them; remembers the text typed for an open vocabulary."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._kept: Text | None = None  # the last one of a model that knows any word
        self._last: Text | None = None  # the last one that was no recording, no ids and no example of a small model
        self._typed: dict[str, tuple[str, ...]] = {}  # the last text of each language
        self._offered: tuple[str, ...] | None = None  # its replacement for a model of another language
        store.changed.connect(self._note)

    def typed(self) -> tuple[str, ...]:
        """The text typed last, () for none: no recording, no ids, no example of a small model."""
        return () if self._last is None else self._last[0]

    def take_up(self, typed: tuple[str, ...]) -> None:
        """Restores `typed` of the last session."""
        self._last = self._last or ((typed, None) if typed else None)

    def _note(self, names: frozenset[str]) -> None:
        """Remembers the text of the current run, which a recording or another model may replace."""
        if not names & {"run", "trace"}:
            return
        run, info = self._store.state.run, self.current()
        if info is None or info.recorded or are_ids(run):
            return
        if run.source == self._offered:
            return  # a translation of the model's
        if not info.known_words:
            self._kept = self._last = run.source, info
        elif run.source[:1] != info.examples[:1]:
            self._last = run.source, info

    def current(self) -> ModelInfo | None:
        """The chosen model, None while nothing is known about it."""
        name = self._store.state.run.model
        found = [info for info in self._store.models if info.folder == name]
        trace = self._store.trace
        return found[0] if found else trace.model if trace is not None and trace.run.model == name else None

    def models(self) -> tuple[ModelInfo, ...]:
        """The bundled models, then opened ones, the most recent first."""
        known, own = self._store.models, self.current()
        opened = {info.folder: info for info in answers(opened_model).values() if info is not None}
        if own is not None and not own.recorded and own.folder not in {one.folder for one in known}:
            opened = {own.folder: own} | {folder: info for folder, info in opened.items() if folder != own.folder}
        return (*known, *opened.values())

    def open(self, folder: str) -> None:
        """Switches to the model in a folder, as `choose`."""
        info = opened_model(Path(folder))
        if info is not None:
            self.choose(info)

    def choose(self, info: ModelInfo, pin: Pin | None = None) -> None:
        """Switches to another model; the text stays if the model can read it. With a `pin`, the run to compare with,
        that is one change."""
        run, before = self._store.state.run, self.current()
        if info.folder == run.model:
            return
        source = run.source if not run.ids or self._store.trace is None else text_of_ids(self._store.trace)
        own: Text = source, before
        ids = plain_ids(run.model) is not None
        if ids or (before is not None and before.recorded):  # no text of another model's, as that of a decoder alone
            found = () if ids or not any(line.strip() for line in source) else source
            own = self._last or (found or info.examples[:1] or source, None)
        elif before is None or not before.known_words:
            self._kept = self._last = own
        elif self._kept and not info.known_words and source[:1] == before.examples[:1]:
            own = self._kept  # the text in between was ours, not the user's
        source = self._in_its_language(info, *own) or fitting_source(info, own[0])
        text = {"source": source, "ids": False, "target": None, "opening": "", "prefix": ()}
        self._store.ask("compare", None, None, pin=pin, model=info.folder, **text)

    def _in_its_language(self, info: ModelInfo, source: tuple[str, ...], before: ModelInfo | None) -> tuple[str, ...]:
        """What a model of another language reads in place of a text typed for the model `before`: its translation, if
        that is in its language, or an example. () for the text itself. On the way back the text that was typed in that
        language, unless the one in between was changed by hand."""
        spoken = "" if before is None else before.source_language
        if before is None or not spoken or info.source_language in ("", spoken):
            return ()
        trace = self._store.trace
        self._typed[spoken] = source
        if source == self._offered and info.source_language in self._typed:
            return self._typed[info.source_language]
        run = self._store.state.run
        written = trace is not None and trace.run == run and run.model == before.folder
        if trace is not None and written and before.target_language == info.source_language:
            self._offered = tuple(one.target_text for one in trace.sentences if one.target_text.strip())
        else:
            self._offered = ()
        self._offered = self._offered or info.examples[:1]
        return self._offered

    def fill(self, menu: QMenu, other: Callable[[ModelInfo], object] | None = None) -> None:
        """Puts an entry for each model into an emptied menu, the chosen one ticked; opened ones stand below. `other` is
        called, in place of `choose`, with one that is not the present one."""
        empty(menu)
        group = QActionGroup(menu)
        for place, info in enumerate(self.models()):
            if place == len(self._store.models):
                menu.addSeparator()
            entry = QAction(model_words(info).replace("&", "&&"), menu)
            entry.setCheckable(True)
            entry.setChecked(info.folder == self._store.state.run.model)
            entry.setStatusTip(model_about(info.name, info.about) or info.folder)
            entry.setEnabled(other is None or not entry.isChecked())
            entry.triggered.connect(queued(self, partial(other or self.choose, info)))
            group.addAction(entry)
            menu.addAction(entry)
