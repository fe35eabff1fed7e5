"""The content of the lens: the table over places and rows, two curves, the largest shares. No Qt.

For the encoder the text is the source. Places, rows and layers count from 0 here and from 1 in words. Shapes: P places,
T target rows, C candidates, N parts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from model_core.record.lens import Lens, LensReading, LensSpec, StackPlace
from model_core.record.tokens import Token
from model_core.record.trace import Sentence, Trace
from model_core.spec import ModelSpec
from viz_app.data.map_text import row_name
from viz_app.data.maps.head_names import head_names
from viz_app.data.selection import candidate_name, key_names, numbered, query_names, read_names, written_names
from viz_app.data.tables import Context, Listing
from viz_app.data.words.parts import part_name, share_names
from viz_app.system.language import tr

LARGEST = 9
"""Shares that are shown one by one; the others are summed."""
AFTER = {
    "decoder": ("self-attention", "cross-attention", "feed-forward"),
    "encoder": ("self-attention", "feed-forward"),
}


@dataclass(frozen=True)
class Share:
    """One bar: what a part adds to a logit, or to the difference of two."""

    name: str
    value: float


@dataclass(frozen=True, eq=False)
class LensContent:
    """The text of one sentence, as it was `asked`, perhaps of an earlier run.

    read, written  names of what each row reads and writes; of the encoder's both are the token of the source
    rivals         the most probable other token of each row; () until there is a reading
    trace          what is selected
    places         of the stack, from the embedding on
    done           how many of them are read
    """

    asked: LensSpec
    read: tuple[str, ...]
    written: tuple[str, ...]
    places: tuple[StackPlace, ...]
    done: int
    reading: LensReading | None = None
    rivals: tuple[str, ...] = ()
    words: Mapping[int, str] = field(default_factory=dict)
    vocabulary: int = 2
    trace: Trace | None = None

    @property
    def rows(self) -> int:
        return len(self.written)

    @property
    def decodes(self) -> bool:
        return self.asked.stack == "decoder"

    @property
    def sublayers(self) -> int:
        """The number of places in a layer."""
        return len(AFTER[self.asked.stack])

    @property
    def _numbers(self) -> LensReading:
        assert self.reading is not None
        return self.reading

    def named(self, row: int) -> str:
        """A row as "read ▸ written"; in the encoder its token."""
        return row_name(self.read[row], self.written[row]) if self.decodes else self.written[row]

    def word(self, place: int, row: int, rank: int = 0) -> str:
        """The token of this rank there, by default the most probable."""
        return self.words[int(self._numbers.top[place, row, rank])]

    def shown_word(self, place: int, row: int) -> str:
        """The text of a cell: the decoder's most probable token, in the encoder the token other than its own that the
        place resembles most."""
        own = None if self.decodes else self._numbers.written[row].id
        return self.words[next(int(one) for one in self._numbers.top[place, row] if one != own)]

    def shown_words(self, place: int, rows: range) -> list[str]:
        """`shown_word` of neighbouring rows of the text."""
        if not self.decodes:
            return [self.shown_word(place, row) for row in rows]
        return [self.words[one] for one in self._numbers.top[place, rows.start : rows.stop, 0].tolist()]

    def framed(self, place: int, row: int) -> bool:
        """Whether a cell is framed: in the decoder if the written token comes first, in the encoder if its own does
        not."""
        return (self.rank(place, row) == 0) == self.decodes

    def chance(self, place: int, row: int, rival: bool = False) -> float:
        """The probability there of the token that the row writes, or of the most probable other one."""
        return math.exp(self._numbers.log_p[place, row, int(rival)])

    def rank(self, place: int, row: int) -> int:
        """How many tokens are more probable there than the one that the row writes."""
        return int(self._numbers.rank[place, row, 0])

    def shade(self, by: str) -> np.ndarray:
        """(P, T) from 0 to 1: the probability of the written token, or its rank on a logarithmic scale, 1 for the first
        and 0 for the last of the vocabulary."""
        if by == "rank":
            ranks: np.ndarray = np.log1p(self._numbers.rank[:, :, 0])
            return np.asarray(1.0 - ranks / math.log(max(2, self.vocabulary)))
        return np.asarray(np.exp(self._numbers.log_p[:, :, 0]))

    def called(self) -> Mapping[str, str]:
        """Head -> its name by what it reads; empty for an earlier run."""
        if (known := self.known()) is None:
            return {}
        names = head_names(known[0], self.asked.sentence)
        return {part_name(part): names.get((part.kind, part.layer, part.index), "") for part in known[1].parts
                if part.group == "heads"}  # fmt: skip

    def known(self) -> tuple[Trace, LensReading] | None:
        """The current run and its reading; None while the content is of an earlier one."""
        if self.trace is None or self.reading is None or self.trace.run != self.asked.run:
            return None
        return self.trace, self.reading

    def looks_like(self, other: LensContent | None) -> bool:
        """Whether both look the same: for an earlier run's reading it does not matter which run is current."""
        return other is not None and self.reading is other.reading and self._seen() == other._seen()

    def _seen(self) -> tuple[object, ...]:
        named = None if self.known() is None else id(self.trace)
        return self.asked.stack, self.read, self.written, self.places, self.done, self.rivals, self.vocabulary, named

    def total(self, row: int, against: bool) -> float:
        """The logit of what a row writes, or its lead over the most probable other token."""
        logits = self._numbers.logits[row]
        return float(logits[0] - logits[1] if against else logits[0])

    def all_shares(self, row: int, against: bool, *, plain: bool = False) -> tuple[Share, ...]:
        """What every part, the embedding and the constants add to it; `plain`: in the words of files, not those of the
        window."""
        names, shares = self._numbers.names() if plain else share_names(self._numbers), self._numbers.shares[:, row]
        values = shares[:, 0] - shares[:, 1] if against else shares[:, 0]
        return tuple(Share(name, float(one)) for name, one in zip(names, values, strict=True))

    def largest(self, row: int, against: bool, count: int = LARGEST) -> tuple[Share, ...]:
        """The `count` largest by magnitude, positive ones first; then the sum of the others, if any."""
        ordered = sorted(self.all_shares(row, against), key=lambda one: -abs(one.value))
        kept, others = ordered[:count], ordered[count:]
        shown = sorted(kept, key=lambda one: -one.value)
        rest = (Share(tr("{count} others", count=len(others)), sum(one.value for one in others)),) if others else ()
        return (*shown, *rest)


def stack(spec: ModelSpec, name: str = "decoder") -> tuple[StackPlace, ...]:
    """The places of a stack, from the embedding on."""
    layers = (StackPlace(after, layer) for layer in range(spec.layers(name)) for after in AFTER[name])
    return StackPlace("embedding"), *layers


def content(trace: Trace, asked: LensSpec, found: Lens | None) -> LensContent:
    """The content for this reading, which may be of an earlier run; without one the rows and places, empty."""
    one, reading = trace.sentences[asked.sentence], None if found is None else found.reading
    decodes = asked.stack == "decoder"
    size = trace.spec.target_vocabulary if decodes else trace.spec.source_vocabulary
    if found is None or reading is None:
        names = _names(one, one.written if decodes else one.source, decodes)
        done = 0 if found is None else found.done
        return LensContent(asked, *names, stack(trace.spec, asked.stack), done, vocabulary=size)
    words = {token.id: candidate_name(token) for token in found.tokens}
    names = _names(one, reading.written, decodes)
    rivals = tuple(words[rival] for rival in reading.rivals)
    return LensContent(found.asked, *names, reading.places, found.done, reading, rivals, words, size, trace)


def _names(one: Sentence, written: tuple[Token, ...], decodes: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of what rows read and write; in an earlier run the start, then what was written before. Those of the
    present sentence are the same as in every view."""
    present = written == (one.written if decodes else one.source)
    if not decodes:
        names = key_names(one, "encoder") if present else numbered(token.text for token in written)
        return names, names
    if present:
        rows = query_names(one, "decoder")
        return tuple(read for read, _ in rows), tuple(word for _, word in rows)
    earlier = (*one.read[:1], *written[:-1])
    return read_names(earlier, written), written_names(earlier, written)


# ---------------------------------------------------------------- as a table

HEADINGS = (
    "number", "where", "step", "read", "written", "other", "first", "p first", "p written", "p other", "rank", "share",
    "share over other",
)  # fmt: skip


def lens_table(context: Context, shown: LensContent) -> Listing:
    """One line for each place and row, then one for each share of a row's logit; steps (in the encoder source
    positions) and ranks count from 0. Missing values are NaN."""
    what = tr("the encoder read early at each point, and every part's share of the logit of its own token")
    if shown.decodes:
        what = tr("the decoder read early at each point, and every part's share of the logit of the written token")
    rows = (*_places(shown), *_shares(shown))
    return Listing("lens", replace(context, what=what, hook=""), HEADINGS, rows)


def _places(shown: LensContent) -> tuple[tuple[Any, ...], ...]:
    assert shown.reading is not None
    return tuple(
        (
            "place", place.name, row, shown.read[row], shown.written[row], shown.rivals[row], shown.word(at, row),
            float(shown.reading.chances[at, row, 0]), shown.chance(at, row), shown.chance(at, row, True),
            shown.rank(at, row), math.nan, math.nan,
        )
        for at, place in enumerate(shown.places)
        for row in range(shown.rows)
    )  # fmt: skip


def _shares(shown: LensContent) -> tuple[tuple[Any, ...], ...]:
    found: list[tuple[Any, ...]] = []
    for row in range(shown.rows):
        names = shown.read[row], shown.written[row], shown.rivals[row]
        both = zip(shown.all_shares(row, False, plain=True), shown.all_shares(row, True, plain=True), strict=True)
        found += [("share", own.name, row, *names, "", *[math.nan] * 4, own.value, over.value) for own, over in both]
    return tuple(found)
