"""The kept continuations as a menu, and what the main text can be compared with: a list, and buttons for new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from model_core.record.edits import Branch
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.data.decoded_texts import FREE, DecodedText, closest_call
from viz_app.data.selection import candidate_name
from viz_app.system.command_queue import queued
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import MenuButton, plain_label, push_button
from viz_app.widgets.layout import Flow, column_of, show_part
from viz_app.widgets.segmented import DropDown

ALONE = "There is one text only. Compare it with another one:"
NOTHING = "The decoder has not written anything yet."
BESIDE = "Let the model write by itself, beside it"
MINE = "Compare with a text of mine"
_HINT = "Or click a token that was passed over in the tree: both continuations stay open."
_LONGEST = 36  # letters of a continuation that are listed


class CompareChoices(QWidget):
    """One line of words, the list, the buttons. `asked` carries changes of the run, `chosen` an alternative's name."""

    chosen = Signal(str)
    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._other = ""
        self._targets: tuple[str, ...] = ()
        self._branches: tuple[Branch, ...] = ()
        self.words = plain_label(self, "body", wrapped=True)
        self.more = plain_label(self, "body", _HINT, muted=True, wrapped=True)
        self.chooser = DropDown(self, "Compare the main text with", "Which text stands below the main one.")
        self.beside = push_button(self, BESIDE, "Shows your text and the model's own for the same source.")
        self.mine = push_button(self, MINE, "You write the target, the model writes its own beside it.")
        self.second = push_button(self, "", "The step at which another token came closest: the text it leads to.")
        self.flow = Flow((self.chooser, self.beside, self.mine, self.second), self)
        column_of(self.words, self.flow, self.more, parent=self)
        self._connect()

    def _connect(self) -> None:
        self.chooser.activated.connect(lambda place: self.chosen.emit(self.chooser.itemText(place)))
        self.beside.clicked.connect(lambda: self._ask_free({"beside": True}))
        self.mine.clicked.connect(
            lambda: self._ask_free({"target": self._targets, "beside": True, "prefix": (), "opening": ""})
        )
        self.second.clicked.connect(lambda: self.asked.emit({"branches": self._branches}))

    def _ask_free(self, changes: dict[str, object]) -> None:
        """Asks for the model's own text beside a given one, which is compared then, whatever was chosen before."""
        if self._other not in ("", FREE):
            self.chosen.emit(FREE)
        self.asked.emit(changes)

    def show_offers(self, trace: Trace, sentence: int, texts: Sequence[DecodedText], place: int, other: str) -> None:
        """Offers for these texts; the one at `place` is compared, `other` is the name that was chosen."""
        self._other = other
        self._targets = tuple(one.target_text for one in trace.sentences)
        names = [text.name for text in texts[1:]]
        self.chooser.fill(names, place - 1)
        own: set[QWidget] = {self.chooser} if len(names) > 1 else set()
        if trace.run.target is not None and FREE not in names:
            own.add(self.beside)
        if trace.run.target is None and texts:
            own.add(self.mine)
            if not names and self._find_second(trace, sentence, texts):
                own.add(self.second)
        self.flow.show_only(own)
        show_part(self.flow, bool(own))
        show_part(self.more, len(texts) == 1)
        if not names:
            self.words.setText(ALONE if texts else NOTHING)

    def _find_second(self, trace: Trace, sentence: int, texts: Sequence[DecodedText]) -> bool:
        """Names the button of the token that came closest; False where there is none."""
        found = closest_call(trace, sentence)
        if found is None:
            return False
        step, one = found
        ids = (*texts[0].ids[:step], one.token.id)
        self._branches = (*trace.run.branches, Branch(ids, sentence))
        word = painting.shown(candidate_name(one.token), self.second.font()).replace("&", "&&")
        self.second.setText(f"Compare with “{word}” at step {step + 1} ({number_format.p_words(one.probability)})")
        return True

    def heights(self, width: int) -> int:
        """Px that all of it takes in that width."""
        shown = [part for part in (self.words, self.flow, self.more) if not part.isHidden()]
        return sum(part.heightForWidth(width) for part in shown) + 8 * len(shown)


class AlternativesMenu(MenuButton):
    """A button that is there as long as there are alternatives."""

    compared = Signal(str)  # the name of an alternative
    promoted = Signal(int)  # its place among the texts
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, elastic=False)
        self._shown: tuple[object, ...] | None = None
        self.setMenu(QMenu(self))
        painting.set_tip(self, "Continuations that are kept beside the main text")

    def show_texts(self, texts: Sequence[DecodedText]) -> None:
        """Lists all but the main text."""
        others = [(place, text.name, text.branch, text.text()) for place, text in enumerate(texts) if place]
        self.setVisible(bool(others))
        if tuple(others) == self._shown:
            return
        self._shown = tuple(others)
        count = len(others)
        self.set_words(f"{count} other text{'s' * (count != 1)}")
        menu = self.menu()
        menu.clear()
        for place, name, branch, text in others:
            font = themes.font("body")
            menu.addSection(painting.shown(f"{name}: {_shortened(text)}", font).replace("&", "&&"))
            self._add(f"Compare with {name}", partial(self.compared.emit, name))
            if branch is not None:
                self._add(f"Make {name} the main text", partial(self.promoted.emit, place))
                self._add(f"Remove {name}", partial(self.removed.emit, place))

    def _add(self, words: str, do: Callable[[], object]) -> None:
        self.menu().addAction(words).triggered.connect(queued(self, do))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
