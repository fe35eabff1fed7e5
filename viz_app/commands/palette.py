"""The command palette (Ctrl+K): every command by its name; heads, steps, text sizes, options of views and runs to
compare with. Typing filters it, Enter runs."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from viz_app.commands.choice_list import WORD, EntryDelegate, SearchPopup
from viz_app.data import selection
from viz_app.data.depth import DEPTH_TERMS, reaches
from viz_app.data.maps.head_names import head_names
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system.language import searched, tr, view_word
from viz_app.system.settings import TEXT_SIZES
from viz_app.views import DEPTH_OF, VIEWS, view_class
from viz_app.views.compare.pin_offers import PinOffer, offers
from viz_app.widgets import theme as themes


@dataclass(frozen=True)
class Entry:
    """One command of the list: its menu ("View"), its name, its key or what it is, what it does, and further text by
    which it can be found."""

    menu: str
    words: str
    key: str
    run: Callable[[], None]
    about: str = ""


def matching(entries: Iterable[Entry], typed: str) -> list[Entry]:
    """The entries that contain every typed word, with or without accents: the exact text first, then those whose words
    begin with it, last those that match only in their further text."""
    wanted, ranked = searched(typed).split(), list[tuple[tuple[bool, bool, bool], Entry]]()
    whole = " ".join(wanted)
    for one in entries:
        text, words = searched(f"{one.menu} {one.words} {one.key}"), searched(one.words)
        missing = [part for part in wanted if part not in text]
        if all(f" {part}" in searched(f" {one.about}") for part in missing):
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
        """The commands that contain every typed word."""
        self._shown = matching(self._entries, typed)
        for entry in self._shown:
            yield entry.words, {WORD: entry.key}

    def pick(self, row: int) -> None:
        self._shown[row].run()

    def words(self) -> list[str]:
        return [entry.words for entry in self._shown]

    def show_over(self, window: QWidget) -> None:
        """Opens below the top of a window, centred."""
        width = min(themes.px(520), window.width() - 32)
        self.setFixedWidth(width)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.open_at(corner + QPoint((window.width() - width) // 2, themes.px(52)), self.box)


# ---- other entries than commands


MOST_STEPS = 200
"""Of a longer text the first ones are listed."""


def with_depth(words: str, desk: Layout, view: str) -> str:
    """The name of a view in the palette; says so if the current depth leaves it out of the rail."""
    return words if view in desk.views else _with_depth(words, desk, DEPTH_OF.get(view, "first"))


def _with_depth(words: str, desk: Layout, depth: str) -> str:
    if reaches(desk.depth, depth):
        return words
    return tr("{name} (in depth {depth})", name=words, depth=DEPTH_TERMS[depth].word)


def options_found(state: State, show: Callable[[str, str, str], None]) -> Iterator[Entry]:
    """Every option of the views whose modules are loaded (in an idle window all); says so for options that the current
    depth hides. `show` gets the view, the option and the depth to switch to, "" = none."""
    for view in VIEWS:
        if f"viz_app.views.{view}.view" not in sys.modules:
            continue
        kind = view_class(view)
        for name, one in kind.controls.items():
            yield _option(view, one.word, name, one.depth, state, show)
        for field in dataclasses.fields(kind.Options) if kind.Options is not None else ():
            if "label" not in field.metadata:
                continue
            depth = field.metadata["depth"]
            if state.options.get(view, {}).get(field.name, field.default) != field.default:
                depth = "first"  # what is set is shown at every depth
            yield _option(view, field.metadata["label"], field.name, depth, state, show)


def _option(view: str, word: str, name: str, depth: str, state: State, show: Callable[[str, str, str], None]) -> Entry:
    words = tr("{view}: {option}", view=view_word(view), option=word)
    more = "" if reaches(state.desk.depth, depth) else depth
    return Entry(tr("Option"), _with_depth(words, state.desk, depth), "", partial(show, view, name, more))


def findable(store: Store) -> Iterator[Entry]:
    """Heads and steps of the current run, and every text size."""
    yield from _heads(store)
    yield from _steps(store)
    for size in TEXT_SIZES:
        words = tr("Text size {percent:.0f} %", percent=100 * size)
        yield Entry(tr("View"), words, "", partial(store.desk, text_scale=size))


def comparisons(store: Store, compare: Callable[[PinOffer], None]) -> Iterator[Entry]:
    """The runs to compare with, each an entry; none while an answer is hidden. Pinning the run itself is a command of
    its own."""
    if store.trace is None or not store.trace.sentences or store.hiding.hidden is not None:
        return
    for offer in offers(store.trace, store.state.look)[1:]:
        yield Entry(tr("Compare"), tr("Compare with: {offer}", offer=offer.words), "", partial(compare, offer))


def _heads(store: Store) -> Iterator[Entry]:
    """Every head of every attention: "Cross-attention layer 2 head 3 · diagonal"; choosing one keeps the rest of the
    look."""
    if (trace := store.trace) is None:
        return
    names = head_names(trace, selection.sentence_of(trace, store.state.look)) if trace.sentences else {}
    for kind in trace.kinds:
        layers, heads = trace.spec.layers(kind), trace.spec.heads_of(kind)
        for layer in range(layers):
            for head in range(heads):
                words = tr(
                    "{attention} layer {layer} head {head}",
                    attention=ATTENTIONS[kind].title,
                    layer=layer + 1,
                    head=head + 1,
                )
                name = names.get((kind, layer, head))
                words = tr("{head} · {name}", head=words, name=name) if name else words
                show = partial(store.look, kind=kind, layer=layer, head=head)
                yield Entry(tr("Head"), words, f"{layer + 1}.{head + 1}", show)


def _steps(store: Store) -> Iterator[Entry]:
    """Every step of the selected sentence: "Step 4 writes duerme"; none while later words are hidden."""
    trace = store.trace
    if trace is None or not trace.sentences or store.playing:
        return
    written = trace.sentences[selection.sentence_of(trace, store.state.look)].written
    for step, token in enumerate(written[:MOST_STEPS]):
        yield Entry(
            tr("Step"),
            tr("Step {step} writes {token}", step=step + 1, token=token.text),
            "",
            partial(store.look, step=step),
        )
