"""Example sentences, in the menu of a button beside the source: the model's own, groups of them, pairs, and toy models.

resources/examples.tsv has a heading and then one sentence per line, in four columns: its language, its group, the
sentence, and what it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from model_core.errors import Refused
from model_core.io.resources import folder
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ModelInfo, Trace
from viz_app.charts.images import image_of
from viz_app.data.maps.colormaps import Scale
from viz_app.data.selection import telling_step
from viz_app.data.words.models import language_word, model_about, model_word
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.document.survey_results import bundled_surveys, read_small
from viz_app.system.command_queue import empty
from viz_app.system.language import text_of_resource, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton, add_entry

ENGLISH = "English"


@dataclass(frozen=True)
class Example:
    """A sentence; `reason` says what it shows."""

    language: str
    group: str
    sentence: str
    reason: str


@cache
def examples() -> tuple[Example, ...]:
    lines = (folder() / "examples.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return tuple(Example(*line.split("\t")) for line in lines)


def with_source(state: State, source: tuple[str, ...], *, model: str | None = None) -> State:
    """The state with another source for this model, or for the one in that folder, which writes all of the target."""
    run = state.run.with_(source=source, ids=False, target=None, opening="", prefix=(), prefix_sentence=0, branches=())
    if model not in (None, run.model):
        run = run.with_(model=model, edits=type(run.edits)())  # places and ids of another text
    look = replace(state.look, sentence=0, step=None, query=None, key=None)
    return state.with_(run=run, look=look, desk=replace(state.desk, writer="model"))


class FirstStep(QObject):
    """Waits for the text of a chosen run and goes to its `step`, unless the user has gone to another; deleted then, or
    when another text is requested."""

    def __init__(self, store: Store, run: RunSpec, step: Callable[[Trace], int | None]) -> None:
        super().__init__(store)
        self._store, self._run, self._step = store, run, step
        store.changed.connect(self._begin)

    def _begin(self, names: frozenset[str]) -> None:
        trace = self._store.trace
        there = trace is not None and trace.complete and trace.run == self._run
        if "trace" not in names or (not there and self._store.state.run == self._run):
            return
        self._store.changed.disconnect(self._begin)
        self.deleteLater()
        if trace is not None and there and self._store.state.look.step is None:
            self._store.suggest(step=self._step(trace))


class ExamplesMenu(MenuButton):
    """The button. `pairs_asked` requests the sheet of pairs, `model_asked` a model."""

    pairs_asked = Signal()
    model_asked = Signal(object)  # ModelInfo

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent, elastic=False)
        self._store = store
        self.set_words(tr("Examples"))
        painting.set_tip(self, tr("Sentences to start with, pairs that differ in one word, and toy models"))
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self.fill)
        self.setMenu(menu)

    def fill(self) -> None:
        """Lists the examples: the model's own sentences first."""
        menu, model = self.menu(), self._model()
        empty(menu)
        if model is not None and model.examples and not model.recorded:
            self._head(menu, model_word(model.name))
            for sentence in model.examples:
                add_entry(menu, self, sentence, partial(self.open, sentence))
        for language, reader in self.languages():
            words = tr("{language} sentences", language=language_word(language))
            if reader is None:
                self._head(menu, words)
            inner = menu if reader is None else menu.addMenu(words)  # in one line: the screen may be low
            self._add_groups(inner, [one for one in examples() if one.language == language], reader)
        about = tr("Two sentences that differ in one thing, side by side, and where to look first.")
        add_entry(menu, self, tr("Minimal pairs\u2026"), self.pairs_asked.emit, about)
        toys = [info for info in self._store.models if info.known_words]
        if toys:
            self._head(menu, tr("Toy models"))
        for info in sorted(toys, key=lambda info: info.parameters):
            ask, about = partial(self.model_asked.emit, info), model_about(info.name, info.about)
            entry = add_entry(menu, self, model_word(info.name), ask, about)
            entry.setIcon(model_icon(info.folder))

    def languages(self) -> list[tuple[str, str | None]]:
        """The languages of examples and the folder of the model that reads each, the present one's first; None: the
        present model."""
        model = self._model()
        spoken = model.source_language if model is not None else ""
        known = sorted({one.language for one in examples()}, key=lambda one: (one != spoken, one))
        found = [(one, None if one == spoken else self._reader(one)) for one in known]
        return [(one, reader) for one, reader in found if one == spoken or reader is not None]

    def _add_groups(self, menu: QMenu, sentences: list[Example], reader: str | None) -> None:
        """Adds a menu for each group of a language; `reader` is the folder of the model that reads it, None: the
        present."""
        groups: dict[str, QMenu] = {}
        for one in sentences:
            if one.group not in groups:
                groups[one.group] = menu.addMenu(text_of_resource(one.group))
                groups[one.group].setToolTipsVisible(True)
            open_it, reason = partial(self.open, one.sentence, reader), text_of_resource(one.reason)
            add_entry(groups[one.group], self, one.sentence, open_it, reason)

    def _reader(self, language: str) -> str | None:
        """The folder of a model that reads this language; the bundled one reads English."""
        known = [info.folder for info in self._store.models if info.source_language == language]
        return known[0] if known else "" if language == ENGLISH else None

    def _model(self) -> ModelInfo | None:
        name, trace = self._store.state.run.model, self._store.trace
        known = [info for info in self._store.models if info.folder == name]
        return known[0] if known else trace.model if trace is not None and trace.run.model == name else None

    @staticmethod
    def _head(menu: QMenu, words: str) -> None:
        """Adds a heading; the style sheet draws sections without their text."""
        if not menu.isEmpty():
            menu.addSeparator()
        menu.addAction(words.replace("&", "&&")).setEnabled(False)

    def open(self, sentence: str, model: str | None = None) -> None:
        """Makes a sentence the source, for this model or that of a folder, as one undoable change, and goes to the step
        where another word came closest."""
        wanted = with_source(self._store.state, (sentence,), model=model)
        FirstStep(self._store, wanted.run, telling_step)
        self._store.set_state(wanted, tr("example"))


def model_icon(folder: str) -> QIcon:
    """A small map of a bundled model in the theme's colours: what its sharpest head reads on average, from the bundled
    survey; an empty icon for any other."""
    pattern = _patterns().get(folder)
    if pattern is None:
        return QIcon()
    return QIcon(QPixmap.fromImage(image_of(pattern, Scale(), themes.current())))


@cache
def _patterns() -> dict[str, NDArray[np.float32]]:
    """Model's folder -> (R, R) of 0 to 1: the average pattern of its cross head with the highest strongest weights."""
    found = {}
    for survey in bundled_surveys():
        try:
            one = read_small(survey)
        except Refused:  # damaged: its model stays without a map
            continue
        heads = list(product(range(one.spec.layers("cross")), range(one.spec.heads_of("cross"))))
        if "cross" in one.kinds and heads:
            sharpest = max(heads, key=lambda place: one.measures("cross", *place)["strongest"])
            pattern = one.pattern("cross", *sharpest)
            found[one.model_folder] = np.clip(pattern / max(float(pattern.max()), 1e-9), 0.0, 1.0)
    return found
