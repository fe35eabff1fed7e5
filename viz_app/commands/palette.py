"""The list behind Ctrl K: every command by its words, narrowed by typing, run by Enter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from viz_app.commands.choice_list import WORD, EntryDelegate, SearchPopup
from viz_app.system.language import tr
from viz_app.widgets import theme as themes


@dataclass(frozen=True)
class Entry:
    """One command of the list: where it lives ("View"), its words, its key or what it is, what it does, and what is
    said of it elsewhere, by which it is found, too."""

    menu: str
    words: str
    key: str
    run: Callable[[], None]
    about: str = ""


def matching(entries: Iterable[Entry], typed: str) -> list[Entry]:
    """The entries that hold every typed word: what was typed itself first, then those whose words begin with it; last
    those for which a word begins only in what is said about them."""
    wanted, ranked = typed.casefold().split(), list[tuple[tuple[bool, bool, bool], Entry]]()
    whole = " ".join(wanted)
    for one in entries:
        text, words = f"{one.menu} {one.words} {one.key}".casefold(), one.words.casefold()
        missing = [part for part in wanted if part not in text]
        if all(f" {part}" in f" {one.about}".casefold() for part in missing):
            ranked.append(((bool(missing), words != whole, not words.startswith(whole)), one))
    return [one for _, one in sorted(ranked, key=lambda found: found[0])]


class Palette(SearchPopup):
    """Closes before the chosen command runs."""

    def __init__(self, entries: Iterable[Entry], parent: QWidget) -> None:
        super().__init__(tr("Commands"), parent)
        self._entries = list(entries)
        self._shown: list[Entry] = []
        self.box.setPlaceholderText(tr("A command, a head, a step, a model, a sentence"))
        self.box.setAccessibleName(tr("Find anything"))
        self.box.setToolTip(tr("A few letters are enough; Enter runs it or goes there."))
        self.list.setItemDelegate(EntryDelegate(self.list))
        self.list.setAccessibleName(tr("Matches"))
        self.column.setContentsMargins(8, 8, 8, 8)
        self.narrow("")

    def lines_for(self, typed: str) -> Iterator[tuple[str, Mapping[int, str]]]:
        """The commands that hold every typed word."""
        self._shown = matching(self._entries, typed)
        for entry in self._shown:
            yield entry.words, {WORD: entry.key}

    def pick(self, row: int) -> None:
        """Runs the command."""
        self._shown[row].run()

    def words(self) -> list[str]:
        """What is listed."""
        return [entry.words for entry in self._shown]

    def show_over(self, window: QWidget) -> None:
        """Opens under the top of a window, in its middle."""
        width = min(themes.px(520), window.width() - 32)
        self.setFixedWidth(width)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.open_at(corner + QPoint((window.width() - width) // 2, themes.px(52)), self.box)
