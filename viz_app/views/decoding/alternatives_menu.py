"""The kept continuations as a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from model_core.direction import isolated
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.number_format import shortened
from viz_app.system.command_queue import empty, queued
from viz_app.system.language import counted, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton

_LONGEST = 36  # letters of a continuation that are listed


class AlternativesMenu(MenuButton):
    """A button that is there as long as there are alternatives."""

    compared = Signal(object)  # a DecodedText, as below
    promoted = Signal(object)
    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, elastic=False)
        self._shown: tuple[object, ...] | None = None
        self.setMenu(QMenu(self))
        painting.set_tip(self, tr("Saved continuations beside the main text"))

    def show_texts(self, texts: Sequence[DecodedText]) -> None:
        """Lists all but the main text."""
        shown = tuple((text.name, text.branch, text.text()) for text in texts[1:])
        self.setVisible(bool(shown))
        if shown == self._shown:
            return
        self._shown, count = shown, len(shown)
        self.set_words(counted(count, tr("other text"), tr("other texts")))
        menu = self.menu()
        empty(menu)
        for text in texts[1:]:
            name, font = text.name, themes.font("body")
            words = painting.visible_words(f"{name}: {isolated(shortened(text.text(), _LONGEST))}", font)
            menu.addSection(words.replace("&", "&&"))
            self._add(tr("Compare with {name}", name=name), partial(self.compared.emit, text))
            if text.branch is not None:
                self._add(tr("Make {name} the main text", name=name), partial(self.promoted.emit, text))
                self._add(tr("Remove {name}", name=name), partial(self.removed.emit, text))

    def _add(self, words: str, do: Callable[[], object]) -> None:
        self.menu().addAction(words).triggered.connect(queued(self, do))
