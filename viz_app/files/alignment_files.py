"""Word alignments as files: an opened one is put on the current text, or brings its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from model_core.analysis.alignment import links_text
from model_core.analysis.heads.head_alignment import own_words
from model_core.errors import Refused
from model_core.io.safe_files import save
from model_core.record.aligned_text import AlignedText
from model_core.record.trace import Trace
from viz_app.data.maps.aligned_heads import Alignments, placed_in
from viz_app.data.selection import sentence_of
from viz_app.document.changes import changed_run, text_model
from viz_app.document.store import Store
from viz_app.files.file_dialogs import FileDialogs
from viz_app.files.file_kinds import OpenedAlignments
from viz_app.system.language import counted, tr

_BEFORE, _AFTER = re.compile(r" +([.,;:!?…%)\]»]+)(?= |$)"), re.compile(r"(^| )([¿¡(\[«]+) +")
"""Spaces before and after punctuation that is a word of its own."""
FILTERS = [tr("Words and links (*.tsv)"), tr("Links alone, Pharaoh format (*.txt)")]


class AlignmentFiles:
    """Opening and saving an alignment in a window."""

    def __init__(self, dialogs: FileDialogs, store: Store) -> None:
        self._dialogs, self._store = dialogs, store

    def show(self, found: OpenedAlignments) -> None:
        """Replaces the alignments by those of a file and shows the map of cross-attention; if none belongs to the
        current text, the first one's text is opened."""
        with_words = any(one.source for one in found.texts)
        self._dialogs.attempt(
            tr("{name} was not opened", name=found.path.name),
            lambda: self._show_texts(found) if with_words else self._show_links(found),
        )

    def _show_links(self, found: OpenedAlignments) -> None:
        """Links alone belong to the sentences shown."""
        trace = self._store.trace
        if trace is None or not trace.complete:
            raise Refused("E-ALIGN-TEXT", tr("There is no translation to link words in yet"))
        texts = links_on_sentences(found.texts, trace, sentence_of(trace, self._store.state.look))
        self._apply(found, texts)
        shown, lines = len(trace.sentences), len(found.texts)
        words = tr("{name} aligns the words of this text.", name=found.path.name)
        if lines > max(1, shown):
            words += " " + tr("The first {shown:,} of its {lines:,} lines are read.", lines=lines, shown=shown)
        self._dialogs.notify(words)

    def _show_texts(self, found: OpenedAlignments) -> None:
        trace, texts = self._store.trace, found.texts
        known = trace is not None and any(placed_in(texts, trace, place) for place in range(len(trace.sentences)))
        words = counted(len(texts), tr("aligned sentence"), tr("aligned sentences"))
        if known:
            self._apply(found, texts)
            self._dialogs.notify(tr("{name}: {words}.", name=found.path.name, words=words))
        else:
            source, target = joined_words(texts[0].source), joined_words(texts[0].target)
            model = text_model(self._store.state.run.model)
            run = {"model": model, "source": (source,), "target": (target,), "opening": "", "ids": False}
            self._apply(found, texts, **run, prefix=(), branches=())
            self._dialogs.notify(
                tr("{name}: {words}. The first is shown, with its target.", name=found.path.name, words=words)
            )

    def _apply(self, found: OpenedAlignments, texts: Alignments, **run: Any) -> None:
        """One change: the alignments, the map that shows them, and another text."""
        state = self._store.state
        look = replace(state.look, kind="cross", what="weights", sentence=0 if run else state.look.sentence)
        desk = replace(state.desk, views=("attention",)) if "attention" not in state.desk.views else state.desk
        desk = replace(desk, writer="me") if run else desk
        shown = state.with_options("attention", align=True, all_heads=False, picture="map")
        self._store.set_state(
            shown.with_(alignments=texts, run=changed_run(state.run, run), look=look, desk=desk),
            tr("open {name}", name=found.path.name),
        )

    def save(self) -> None:
        self._dialogs.ask(tr("Save the alignment"), self.save_as, FILTERS, tr("alignment"))

    def save_as(self, path: Path) -> None:
        """Writes all alignments of this session with their words, or as .txt the links of the current text, one line
        per sentence."""
        texts, trace = self._store.state.alignments, self._store.trace
        alone = path.suffix.lower() != ".tsv"
        if alone and trace is not None:
            placed = [placed_in(texts, trace, place) for place in range(len(trace.sentences))]
            texts = tuple(replace(texts[0], sure=(), possible=()) if one is None else one.text for one in placed)
        data = links_text(texts, words=not alone).encode()
        self._dialogs.write(path, lambda: save(path, data))


def links_on_sentences(links: Sequence[AlignedText], trace: Trace, chosen: int) -> Alignments:
    """Links alone with the words of the current texts: each line of links belongs to a sentence, a single one to the
    `chosen` sentence. Raises Refused for a link between words that do not exist."""
    first = chosen if len(links) == 1 else 0
    found = []
    for number, (one, sentence) in enumerate(zip(links, trace.sentences[first:], strict=False), start=1):
        words = own_words(sentence)
        text = AlignedText(words.source, words.target, one.sure, one.possible)
        if not text.fits():
            raise Refused("E-ALIGN-WORDS", tr(
                "Line {number} links beyond the {source} and {target} words of sentence {sentence}", number=number,
                source=len(words.source), target=len(words.target), sentence=first + number,
            ))  # fmt: skip
        found.append(text)
    return tuple(one for one in found if one.sure or one.possible)


def joined_words(words: Sequence[str]) -> str:
    """A sentence from separate words, with punctuation spaced as in writing."""
    return _AFTER.sub(r"\1\2", _BEFORE.sub(r"\1", " ".join(words)))
