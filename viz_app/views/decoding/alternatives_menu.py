"""The kept continuations as a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from model_core.direction import isolated
from viz_app.data.decoded_texts import DecodedText
from viz_app.system.command_queue import empty, queued
from viz_app.system.language import counted, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton

_LONGEST = 36  # letters of a continuation that are listed


class AlternativesMenu(MenuButton):
    """A button that is there as long as there are alternatives."""

    compared = Signal(int)  # its place among the texts, as below
    promoted = Signal(int)
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, elastic=False)
        self._shown: tuple[object, ...] | None = None
        self.setMenu(QMenu(self))
        painting.set_tip(self, tr("Saved continuations beside the main text"))

    def show_texts(self, texts: Sequence[DecodedText]) -> None:
        """Lists all but the main text."""
        others = [(place, text.name, text.branch, text.text()) for place, text in enumerate(texts) if place]
        self.setVisible(bool(others))
        if tuple(others) == self._shown:
            return
        self._shown = tuple(others)
        count = len(others)
        self.set_words(counted(count, tr("other text"), tr("other texts")))
        menu = self.menu()
        empty(menu)
        for place, name, branch, text in others:
            font = themes.font("body")
            menu.addSection(painting.visible_words(f"{name}: {isolated(_shortened(text))}", font).replace("&", "&&"))
            self._add(tr("Compare with {name}", name=name), partial(self.compared.emit, place))
            if branch is not None:
                self._add(tr("Make {name} the main text", name=name), partial(self.promoted.emit, place))
                self._add(tr("Remove {name}", name=name), partial(self.removed.emit, place))

    def _add(self, words: str, do: Callable[[], object]) -> None:
        self.menu().addAction(words).triggered.connect(queued(self, do))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
