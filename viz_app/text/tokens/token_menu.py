"""The context menu of a source token: mask it, swap it with another one, undo either; how it gets its id."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QListWidget, QMenu, QWidget

from model_core.errors import Refused
from model_core.explain.provenance import Source
from model_core.record.edits import Edits, TokenPlace, with_hidden, with_swap
from model_core.record.trace import Trace
from model_core.tokenizers.merge_steps import Pair, merge_steps, read_merges
from viz_app.commands.choice_list import WORD, EntryDelegate, add_line
from viz_app.system.language import tr
from viz_app.text.tokens.token_search import TokenSearch
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import add_entry, plain_label
from viz_app.widgets.number_card import QUESTION, explain

Ask = Callable[[Callable[[Edits], Edits]], None]
"""Gets what is to be done to the edits that are in force when an entry is chosen, which may be later ones."""


def open_token_menu(parent: QWidget, trace: Trace, edits: Edits, token: TokenPlace, point: QPoint, ask: Ask) -> QMenu:
    """Opens the menu at a screen position, with entries for a token under `edits`."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    one = trace.sentences[token.sentence].source[token.place]
    hidden = token in edits.masks.hidden
    add_entry(menu, parent, tr("Unmask this token") if hidden else tr("Mask this token"),
              lambda: ask(lambda now: with_hidden(now, token, not hidden)),
              tr("Encoder self-attention and cross-attention cannot read it."))  # fmt: skip
    last = len(trace.sentences[token.sentence].source) - 1
    if token.place < last:  # the end of sentence stays

        def search() -> None:
            box = TokenSearch(trace.model.folder, one, parent)
            box.chosen.connect(lambda token_id: ask(lambda now: with_swap(now, token, token_id)))
            box.show_at(point)

        about = tr("The model reads another token instead; the text stays.")
        add_entry(menu, parent, tr("Swap with another token…"), search, about)
    pieces = tuple(each.piece for each in trace.sentences[token.sentence].source if each.word == one.word >= 0)
    merges = _merges(trace.model.folder) if pieces else ()
    if merges and merge_steps("".join(pieces), merges)[-1].pieces == pieces:  # nothing else cut it
        add_entry(menu, parent, tr("How this word was split…"),
                  lambda: MergeSheet("".join(pieces), merges, parent).show(),
                  tr("The merges that build its pieces from its letters, one by one."))  # fmt: skip
    if any((swap.place, swap.sentence) == (token.place, token.sentence) for swap in edits.swaps):
        about = tr("The model reads the text's own token again.")
        add_entry(menu, parent, tr("Undo the swap"), lambda: ask(lambda now: with_swap(now, token, None)), about)
    if "source" in trace.ids:
        menu.addSeparator()
        number = Source("ids.source", (token.sentence, token.place))
        about = tr("Shows the token's id: its row in the vocabulary.")
        add_entry(menu, parent, QUESTION, lambda: explain(parent, trace, number, point), about)
    menu.popup(point)
    return menu


def _merges(folder: str) -> tuple[Pair, ...]:
    """The merges of a model's tokenizer; () if it splits words otherwise."""
    try:
        return read_merges(folder)
    except Refused:
        return ()


class MergeSheet(Dialog):
    """A word from its letters to its pieces: one line per merge, with its rank in the learned table."""

    def __init__(self, word: str, merges: Sequence[Pair], parent: QWidget | None = None) -> None:
        super().__init__(tr("How “{word}” was split", word=painting.visible_words(word, themes.font("title"))), parent)
        about = tr("Byte-pair encoding merges the pair learned first, then the next, until no pair is left.")
        self.column.addWidget(plain_label(self, "body", about, muted=True, wrapped=True))
        self.steps = QListWidget(self)
        self.steps.setAccessibleName(tr("Merges, one by one"))
        self.steps.setItemDelegate(EntryDelegate(self.steps))
        for step in merge_steps(word, merges):
            pieces = "  ".join(painting.visible_words(piece, themes.font("body")) for piece in step.pieces)
            merge = tr("the letters")
            if step.pair is not None:
                merge = tr("{piece}: merge {number:,} of {all:,}", piece="".join(step.pair), number=step.rank + 1,
                           all=len(merges))  # fmt: skip
            spoken = Qt.ItemDataRole.AccessibleTextRole
            add_line(self.steps, pieces, {WORD: merge, spoken: f"{pieces}: {merge}"})
        self.column.addWidget(self.steps, 1)
        self.end_with_close()
        self.resize_on_screen(themes.px(520), themes.px(380))
