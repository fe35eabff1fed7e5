"""A Trace with parts hidden: words not written yet while decoding is played back, and what a question hides until it is
answered. Sentences, rows and steps count from 0."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from model_core.record.mask_reasons import HIDDEN
from model_core.record.tokens import Token
from model_core.record.trace import Sentence, Step, Trace

LATER = "…"
"""The text in place of a token that is not written yet."""


def with_rows_hidden(trace: Trace, sentence: int, rows: int) -> Trace:
    """The same run with … in place of every target token of a sentence, every candidate and every other text from
    row `rows` on. Numbers stay."""

    def of_sentence(place: int, one: Sentence) -> Sentence:
        if place != sentence:
            return one
        return replace(one, read=_cover(one.read, rows + 1), written=_cover(one.written, rows), target_text="")

    def of_candidates(place: int, steps: tuple[tuple[Token, ...], ...]) -> tuple[tuple[Token, ...], ...]:
        return (*steps[:rows], *(_cover(one, 0) for one in steps[rows:])) if place == sentence else steps

    return trace.with_(
        sentences=tuple(of_sentence(place, one) for place, one in enumerate(trace.sentences)),
        candidate_tokens=tuple(of_candidates(place, steps) for place, steps in enumerate(trace.candidate_tokens)),
        alternatives=tuple(
            replace(one, read=_cover(one.read, rows + 1), written=_cover(one.written, rows))
            if one.sentence == sentence else one
            for one in trace.alternatives
        ),
        tree=tuple(
            node if node.sentence != sentence or node.step < rows else replace(node, token=_cover((node.token,), 0)[0])
            for node in trace.tree
        ),
    )  # fmt: skip


def _cover(tokens: tuple[Token, ...], first: int) -> tuple[Token, ...]:
    return (*tokens[:first], *(replace(one, piece=LATER, text=LATER, note="") for one in tokens[first:]))


@dataclass(frozen=True)
class HiddenParts:
    """What is hidden of one sentence until a question is answered.

    words    from this decoder row on nothing that is written, could be written or was written elsewhere
    chances  from this row on no probability
    row      (kind, query): this row of every head of one attention
    parts    what single parts of the model do: effects, texts without a part, the text read early
    texts    no word of source and target at all
    """

    sentence: int = 0
    words: int | None = None
    chances: int | None = None
    row: tuple[str, int] | None = None
    parts: bool = False
    texts: bool = False

    @property
    def rows(self) -> int | None:
        """How many decoder rows are shown, None for all: the last is the one that is asked for, else that of the first
        hidden word."""
        if self.words is None:
            return None
        return self.words + 1 if self.row is None else min(self.words, self.row[1]) + 1

    def fitted(self, trace: Trace) -> HiddenParts:
        """The same where a text has fewer sentences or rows than the places that are asked about: the last sentence
        and the last row are used instead."""
        if not trace.sentences:
            return self
        one = replace(self, sentence=max(0, min(self.sentence, len(trace.sentences) - 1)))
        source = self.row is not None and self.row[0] == "encoder"
        length = len(trace.sentences[one.sentence].source if source else trace.sentences[one.sentence].read)
        row = None if self.row is None else self.row[1]
        places = [place for place in (row, self.chances, self.words) if place is not None]
        beyond = min(places, default=0) - max(0, length - 1)
        if beyond <= 0:
            return one
        row, chances, words = (None if place is None else place - beyond for place in (row, self.chances, self.words))
        return replace(one, words=words, chances=chances, row=self.row and (self.row[0], row or 0))

    def hide_in(self, trace: Trace) -> Trace:
        """The Trace with all this hidden: rows of weights become NaN, and their cells have the reason HIDDEN."""
        if not 0 <= self.sentence < len(trace.sentences):
            return trace
        known = [place for place in (self.words, self.chances) if place is not None]
        if known:
            trace = _without_numbers(trace, self.sentence, min(known))
        if self.texts or self.words is not None:
            trace = _without_ids(with_rows_hidden(trace, self.sentence, 0 if self.texts else self.words or 0), self)
        for kind, first, last in self._rows(trace):
            trace = _without_rows(trace, self.sentence, kind, first, last)
        return trace

    def _rows(self, trace: Trace) -> list[tuple[str, int, int]]:
        """(kind, first row, row behind the last) of the maps that are hidden."""
        found = [] if self.row is None else [(self.row[0], self.row[1], self.row[1] + 1)]
        if self.rows is not None:
            found += [(kind, self.rows, trace.size(kind, self.sentence)[0]) for kind in ("decoder", "cross")]
        return [(kind, first, last) for kind, first, last in found if kind in trace.reasons and first < last]

    def visible_steps(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps of a run that is being written, without those that would reveal a hidden word."""
        if self.texts:
            return ()
        if self.words is None:
            return steps
        return tuple(step for step in steps if step.sentence != self.sentence or step.index < self.words)


def _without_numbers(trace: Trace, sentence: int, first: int) -> Trace:
    """NaN in place of all numbers of what is written, from one row on."""

    def of(array: np.ndarray) -> np.ndarray:
        return _with_nan(array, (sentence, slice(first, None)))

    numbers = {name: of(array) for name, array in trace.numbers.items()}
    kept = getattr(trace.arrays, "kept", trace.arrays)
    arrays = {**kept, "logits": of(kept["logits"])} if "logits" in kept else kept
    alternatives = tuple(
        replace(one, numbers={name: _with_nan(array, slice(first, None)) for name, array in one.numbers.items()})
        if one.sentence == sentence else one
        for one in trace.alternatives
    )  # fmt: skip
    tree = tuple(
        replace(node, log_probability=np.nan, total=np.nan, score=np.nan)
        if node.sentence == sentence and node.step >= first else node
        for node in trace.tree
    )  # fmt: skip
    return trace.with_(numbers=numbers, arrays=arrays, alternatives=alternatives, tree=tree)


def _without_ids(trace: Trace, hidden: HiddenParts) -> Trace:
    """No id of a word that is hidden: one below 0, another for each, in its place; no source word either where no text
    is to be seen."""

    def plain(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(replace(one, id=-2 - one.id) if one.text == LATER and one.id >= 0 else one for one in tokens)

    def of_sentence(place: int, one: Sentence) -> Sentence:
        if place != hidden.sentence:
            return one
        source = _cover(one.source, 0) if hidden.texts else one.source
        text = "" if hidden.texts else one.source_text
        read = _cover(one.read, 0) if hidden.texts else one.read
        return replace(one, source=plain(source), read=plain(read), written=plain(one.written), source_text=text)

    return trace.with_(
        sentences=tuple(of_sentence(place, one) for place, one in enumerate(trace.sentences)),
        candidate_tokens=tuple(tuple(plain(one) for one in steps) for steps in trace.candidate_tokens),
        alternatives=tuple(
            replace(one, read=plain(one.read), written=plain(one.written)) for one in trace.alternatives
        ),
        tree=tuple(replace(node, token=plain((node.token,))[0]) for node in trace.tree),
    )


def _without_rows(trace: Trace, sentence: int, kind: str, first: int, last: int) -> Trace:
    """NaN in place of queries and weights of some rows, and the reason HIDDEN."""
    kept = dict(getattr(trace.arrays, "kept", trace.arrays))
    for layer in range(trace.spec.layers(kind)):
        for what in ("weights", "q", "raw", "scaled", "masked"):
            name = trace.name(kind, what, layer)
            if name in kept:
                kept[name] = _with_nan(kept[name], (sentence, slice(None), slice(first, last)))
    reasons = trace.reasons[kind].copy()
    reasons[sentence, first:last] = HIDDEN
    return trace.with_(arrays=kept, reasons={**trace.reasons, kind: reasons})


def _with_nan(array: np.ndarray, place: Any) -> np.ndarray:
    """A copy with NaN there; an array that is not a real number stays."""
    if not np.issubdtype(array.dtype, np.floating):
        return array
    copy = array.copy()
    copy[place] = np.nan
    return copy


class UnwrittenRun:
    """The Trace of the step that is played back, with later words hidden; computed once for all that show it."""

    def __init__(self) -> None:
        self._made = lru_cache(maxsize=1)(with_rows_hidden)

    def trace_at(self, trace: Trace, sentence: int, rows: int | None) -> Trace:
        """The Trace with the words of the first `rows` rows; None: the whole Trace."""
        if rows is None:
            self._made.cache_clear()
            return trace
        return self._made(trace, sentence, rows)
