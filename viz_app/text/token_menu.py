"""The menu of one source token: mask it, swap it with another one, take either back; where its id comes from."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from model_core.explain.provenance import Source
from model_core.record.edits import Edits, TokenPlace
from model_core.record.trace import Trace
from viz_app.data.edit_list import with_hidden, with_swap
from viz_app.system.command_queue import queued
from viz_app.text.token_search import TokenSearch
from viz_app.widgets import painting
from viz_app.widgets.number_card import QUESTION, explain

Ask = Callable[[Callable[[Edits], Edits]], None]
"""Gets what is to be done to the edits that are in force when an entry is chosen, which may be later ones."""


def open_token_menu(parent: QWidget, trace: Trace, edits: Edits, token: TokenPlace, point: QPoint, ask: Ask) -> QMenu:
    """Opens the menu at a point of the screen, with entries for a token under `edits`."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    one = trace.sentences[token.sentence].source[token.place]
    hidden = token in edits.masks.hidden
    _add(menu, parent, "Let this token be read again" if hidden else "Mask this token",
         "No query of encoder self-attention and cross-attention may read it.",
         lambda: ask(lambda now: with_hidden(now, token, not hidden)))  # fmt: skip
    last = len(trace.sentences[token.sentence].source) - 1
    if token.place < last:  # the end of sentence stays

        def search() -> None:
            box = TokenSearch(trace.model.folder, one, parent)
            box.chosen.connect(lambda token_id: ask(lambda now: with_swap(now, token, token_id)))
            box.show_at(point)

        _add(menu, parent, "Swap with another token…",
             "The model reads another token in its place; the text stays.", search)  # fmt: skip
    if any((swap.place, swap.sentence) == (token.place, token.sentence) for swap in edits.swaps):
        _add(menu, parent, "Take the swap back", "The model reads the text's own token again.",
             lambda: ask(lambda now: with_swap(now, token, None)))  # fmt: skip
    if "source" in trace.ids:
        menu.addSeparator()
        number = Source("ids.source", (token.sentence, token.place))
        _add(menu, parent, QUESTION, "Tells of the token's id: its row of the vocabulary.",
             lambda: explain(parent, trace, number, point))  # fmt: skip
    menu.popup(point)
    return menu


def _add(menu: QMenu, owner: QWidget, words: str, tip: str, do: Callable[[], object]) -> None:
    entry = menu.addAction(words)
    entry.setToolTip(painting.tip(tip))
    entry.setStatusTip(tip)
    entry.triggered.connect(queued(owner, do))  # not the menu's: it deletes itself
