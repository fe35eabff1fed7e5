"""The content of the matrix of effects: rows of parts, columns of written tokens, sorted, folded. No Qt.

Layers, heads and steps count from 0 here and from 1 in words. Shapes: P parts, T target rows, S source tokens.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from model_core.analysis.effect_order import rank_correlation
from model_core.record.edits import Edits, FeedForwardPlace, TokenPlace
from model_core.record.effects import GROUPS, METHODS, Component, Effects, EffectsSpec, parts_of
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Trace
from viz_app.data.maps.aligned_heads import Alignments
from viz_app.data.maps.head_filter import NO_FILTER, ListedHeads, aligned_measures, filter_heads
from viz_app.data.maps.head_names import HeadNames, head_names
from viz_app.data.maps.head_order import EFFECTS, ORDERS, PLACE, ordered
from viz_app.data.maps.head_order import number as order_number
from viz_app.data.number_format import fmt_weight
from viz_app.data.selection import numbered, written_names
from viz_app.data.snapshot import Snapshot
from viz_app.data.words.parts import part_name
from viz_app.document.state import EFFECT
from viz_app.system.language import tr

if TYPE_CHECKING:
    from viz_app.views.heads.view import Heads

LEAST = 0.1
"""The colours reach at least to this change, so that rounding is not made to look like something."""
SHARE = 98.0
"""Per cent of all changes that lie inside the colours: a single large one does not make all others pale."""
GROUP_WORDS = {
    "heads": (tr("head"), tr("heads")),
    "feed_forwards": (tr("feed-forward"), tr("feed-forwards")),
    "source": (tr("source word"), tr("source words")),
}
"""Group -> one of it, several of it."""
TOGETHER = "together"
"""Beside each head alone: the same once the chosen one is off, too."""


@dataclass(frozen=True)
class EffectRow:
    """One part: values (T,) change of log-probability, NaN while they are being computed.

    note    a head's name by what it reads; `number` the measure that rows are sorted by, "" for none
    off     already "off", or "replaced", by an edit of the run; "" otherwise
    read    for a source token its weight, averaged over all heads of cross-attention
    other   (T,) the same by another replacement, or while another head is off, if two are side by side
    writes  the tokens that the model writes without it, None if unknown; `differs`: they are others
    """

    part: Component
    name: str
    note: str
    values: np.ndarray
    off: str = ""
    read: np.ndarray | None = None
    other: np.ndarray | None = None
    writes: tuple[Token, ...] | None = None
    differs: bool = False
    number: str = ""

    @property
    def place(self) -> tuple[str, int, int]:
        """Kind, layer and index of the part."""
        return self.part.kind, self.part.layer, self.part.index

    def value(self, column: int | None, other: bool = False) -> float:
        """The change of one column, or of the whole text for None; with the `other` replacement if there are two."""
        values = self.other if other and self.other is not None else self.values
        return float(values.sum() if column is None else values[column])

    def side_text(self, column: int | None) -> str:
        """The text beside the name: what a head reads or the measure that rows are sorted by, or how much of a source
        token is read for this column."""
        if self.read is None:
            return self.number or self.note
        return fmt_weight(float(self.read.mean() if column is None else self.read[column]))


Line = EffectRow | int
"""A row, or how many are folded here."""


@dataclass(frozen=True, eq=False)
class EffectContent:
    """The content for one sentence, as it was `asked`, perhaps of an earlier run.

    base        (T,) the unchanged log-probabilities
    limit       where colours of the tokens end, `total_limit` those of the whole text
    done        how many of the rows have been computed
    other       what is beside it: another replacement, or a head that is off together with each; None for nothing
    other_base  (T,) the log-probabilities that `other` changes
    order       a measure that rows are sorted by instead of their effects, "" = by those; `sorted` the parts in that
                order
    all         the number of rows including those that a filter hides; 0 if it hides none
    trace       the current run
    """

    asked: EffectsSpec
    columns: tuple[str, ...]
    rows: tuple[EffectRow, ...]
    base: np.ndarray
    limit: float
    total_limit: float
    done: int
    other: EffectsSpec | None = None
    other_base: np.ndarray | None = None
    order: str = ""
    all: int = 0
    trace: Trace | None = None
    sorted: tuple[Component, ...] = ()

    def looks_like(self, other: EffectContent) -> bool:
        """Whether it gives the same picture, perhaps beside another text."""
        return all(getattr(self, one.name) is getattr(other, one.name) for one in fields(self) if one.name != "trace")

    @property
    def current(self) -> bool:
        """Whether the numbers are those of the current run, not of an earlier one."""
        return self.trace is None or self.asked.run == self.trace.run

    @property
    def group(self) -> str:
        """The kind of parts."""
        return self.asked.groups[0]

    def row_of(self, part: Component | None) -> EffectRow | None:
        return next((row for row in self.rows if row.part == part), None)

    def called(self, column: int | None) -> str:
        """The name of a column in a sentence: "step 10, “verde”", "the whole text"."""
        if column is None:
            return tr("the whole text")
        return tr("step {step}, “{token}”", step=column + 1, token=self.columns[column])

    def sorted_by(self, column: int | None) -> str:
        """What rows are sorted by, in words."""
        return ORDERS[self.order][0] if self.sorted else self.called(column)

    def agreement(self, column: int | None) -> float:
        """Rank correlation between the attention to the source tokens and their effect; NaN without either."""
        if self.done < len(self.rows) or any(row.read is None for row in self.rows) or len(self.rows) < 3:
            return math.nan
        reads = [row.read for row in self.rows if row.read is not None]
        weights = [float(read.mean() if column is None else read[column]) for read in reads]
        return rank_correlation(np.array(weights), np.array([-row.value(column) for row in self.rows]))


NOTHING = EffectContent(EffectsSpec(RunSpec()), (), (), np.zeros(0), LEAST, LEAST, 0)
"""What is shown before the first snapshot."""


def content(trace: Trace, asked: EffectsSpec, found: Effects | None, names: HeadNames) -> EffectContent:
    """The content for these effects, which may be of an earlier run; without any, the rows by place, empty."""
    one = trace.sentences[asked.sentence]
    same = found is None or found.asked.run == trace.run
    source, written = (one.source, one.written) if found is None or same else (found.source, found.written)
    columns = written_names(one.read[:1], written)
    parts = parts_of(trace.spec, len(one.source), asked.groups) if found is None else found.parts
    values = np.full((len(parts), len(columns)), np.nan) if found is None else found.changes
    base = np.full(len(columns), np.nan) if found is None else found.base
    tokens = numbered(token.text for token in source)
    read_TS = _attention(trace, asked.sentence) if asked.groups == ("source",) and source == one.source else None
    read_TS = read_TS if read_TS is not None and len(read_TS) == len(columns) else None
    rows = tuple(
        EffectRow(
            part,
            tokens[part.index] if part.group == "source" else part_name(part),
            names.get((part.kind, part.layer, part.index), "") if part.group == "heads" else "",
            own,
            _is_off(part, asked.run.edits, asked.sentence),
            None if read_TS is None else read_TS[:, part.index],
        )
        for part, own in zip(parts, values, strict=True)
    )
    of, limits = asked if found is None else found.asked, (limit_of(values), limit_of(values.sum(1)))
    return EffectContent(of, columns, rows, base, *limits, 0 if found is None else found.done, trace=trace)


def side_by_side(shown: EffectContent, asked: EffectsSpec, found: Effects | None) -> EffectContent:
    """The content with the effects under another replacement, or the additional effects once another part is off, on
    one scale; empty until computed."""
    parts = tuple(row.part for row in shown.rows)
    same = found is not None and found.asked.run == shown.asked.run and found.parts == parts
    own = np.array([row.values for row in shown.rows]).reshape(len(parts), len(shown.columns))
    others = found.changes if found is not None and same else np.full_like(own, np.nan)
    others = others if others.shape == own.shape else np.full_like(own, np.nan)
    off = sum((own[parts.index(part)] for part in asked.together if part in parts), np.zeros(own.shape[1]))
    others = others - off
    both = np.concatenate([own, others])
    rows = tuple(replace(row, other=values) for row, values in zip(shown.rows, others, strict=True))
    ends = limit_of(both), limit_of(both.sum(1))
    return replace(shown, rows=rows, other=asked, other_base=shown.base + off, limit=ends[0], total_limit=ends[1])


def by_measure(shown: EffectContent, trace: Trace, order: str, alignments: Alignments) -> EffectContent:
    """The content by place, or its heads by a measure of what they read; unchanged if none is known."""
    if order == PLACE:
        return replace(shown, order=order, sorted=tuple(row.part for row in shown.rows))
    if shown.group != "heads" or order in EFFECTS:
        return shown
    measured = aligned_measures(trace, shown.asked.sentence, alignments)
    values = {row.part: measured[row.place] for row in shown.rows if row.place in measured}
    parts = ordered([row.part for row in shown.rows], order, values)
    rows = tuple(replace(row, number=order_number(order, values.get(row.part, {}))) for row in shown.rows)
    return replace(shown, rows=rows, order=order, sorted=parts) if parts else shown


def heads_left(shown: EffectContent, shot: Snapshot) -> ListedHeads | None:
    """The heads of the matrix that the filter leaves, by the effects in it; None for other parts."""
    if shown.group != "heads":
        return None
    asked, column = shot.look.heads, min(shot.step, len(shown.columns) - 1)
    measured = aligned_measures(shot.trace, shown.asked.sentence, shot.state.alignments) if asked.measure else {}
    effects = {}
    if asked.measure in EFFECTS and shown.done == len(shown.rows) and shown.columns:
        effects = {row.place: row.value(column if asked.measure == EFFECT else None) for row in shown.rows}
    return filter_heads(asked, {row.place: measured.get(row.place) for row in shown.rows}, effects)


def effects_shown(shot: Snapshot, options: Heads.Options, beside: bool = False) -> EffectsSpec | None:
    """The effects of the current run, or those `beside` them; None if they need a survey that is not there, or nothing
    is beside."""
    replacement = options.replacement if options.parts == "heads" else "zero"
    together: tuple[Component, ...] = ()
    if beside:
        if options.parts != "heads" or options.beside in ("", replacement):
            return None
        if options.beside == TOGETHER:
            together = (chosen_part(shot, options),)
        else:
            replacement = options.beside
    folder = ""
    if replacement == "mean":
        if shot.findings is None or shot.findings.model_hash != shot.trace.model.hash or not shot.findings.folder:
            return None
        folder = shot.findings.folder
    method = options.parts if options.parts in METHODS else "removed"
    group = options.parts if options.parts in GROUPS else "source"
    return EffectsSpec(shot.trace.run, shot.look.sentence, replacement, (group,), together, folder, method)


def chosen_part(shot: Snapshot, options: Heads.Options) -> Component:
    look, spec = shot.look, shot.trace.spec
    if options.parts == "heads":
        return Component("heads", look.kind, look.layer, look.head)
    if options.parts != "feed_forwards":
        return Component("source", "encoder", 0, min(options.index, max(0, len(shot.sentence.source) - 1)))
    index = min(options.index, spec.encoder_layers + spec.decoder_layers - 1)
    inside = index < spec.encoder_layers
    layer = index if inside else index - spec.encoder_layers
    return Component("feed_forwards", "encoder" if inside else "decoder", layer)


TEXTS = 8
"""Of this many parts, those with the largest effect, it is found out what the model writes without them."""


def texts_asked(
    shot: Snapshot, asked: EffectsSpec, looked_at: Sequence[Component], column: int | None
) -> tuple[Component, ...]:
    """The parts without which a text is to be written: the selected or hovered ones, and those with the largest
    effect."""
    if shot.trace.run.target is not None:
        return ()
    found = shot.effects.get(asked)
    strongest = found.ranked(column)[:TEXTS] if found is not None and found.complete else []
    return tuple(dict.fromkeys((*looked_at, *strongest)))


def with_filter(shown: EffectContent, shot: Snapshot) -> EffectContent:
    """The content with only the rows that the filter leaves."""
    listed = heads_left(shown, shot) if shot.look.heads != NO_FILTER else None
    if listed is None or listed.whole:
        return shown
    kept = [row.place in listed.heads for row in shown.rows]
    rows = tuple(row for row, there in zip(shown.rows, kept, strict=True) if there)
    return replace(shown, rows=rows, done=sum(kept[: shown.done]), all=len(shown.rows))


def _is_off(part: Component, edits: Edits, sentence: int) -> str:
    """Whether a part is already "off", or a head "replaced", by an edit of the run."""
    if part.group == "heads" and part.head in edits.heads_changed:
        return "off" if part.head in edits.heads_off else "replaced"
    hidden = part.group == "source" and TokenPlace(part.index, sentence) in edits.masks.hidden
    quiet = part.group == "feed_forwards" and FeedForwardPlace(part.kind, part.layer) in edits.feed_forwards_off
    return "off" if hidden or quiet else ""


def limit_of(values: np.ndarray) -> float:
    """The value at which the colours end, see SHARE and LEAST."""
    known = np.abs(values[~np.isnan(values)])
    return max(LEAST, float(np.percentile(known, SHARE))) if known.size else LEAST


def _attention(trace: Trace, sentence: int) -> np.ndarray | None:
    """(T, S) mean weight of all heads of cross-attention; None if the maps are not recorded as arrays."""
    if not trace.whole("cross") or 0 in trace.size("cross", sentence):
        return None
    return np.asarray(np.stack(trace.maps("cross", sentence=sentence)).mean((0, 1), dtype=np.float64))


def arranged(
    shown: EffectContent, column: int | None, room: int, everything: bool, chosen: Component | None
) -> tuple[Line, ...]:
    """The rows from the top: losses of the chosen column first, gains last, or in their sorted order.

    If they do not fit into `room`, the strongest or the first in order are kept, and the chosen one; the number of
    folded rows takes the place of the rest. Until all are computed the first ones stay in place.
    """
    rows, computed = shown.rows, shown.done >= len(shown.rows)
    if computed and shown.sorted:
        rows = tuple(sorted(rows, key=lambda row: shown.sorted.index(row.part)))
    elif computed:
        rows = tuple(sorted(rows, key=lambda row: row.value(column)))
    if everything or len(rows) <= room:
        return rows
    most = max(1, room - 1)
    if not computed or shown.sorted:
        beyond = tuple(row for row in rows[most:] if row.part == chosen)
        return *rows[: most - len(beyond)], len(rows) - most, *beyond
    strongest = sorted(rows, key=lambda row: (row.part != chosen, -abs(row.value(column))))[:most]
    stay = {row.part for row in strongest}
    losses = (row for row in rows if row.part in stay and row.value(column) < 0)
    gains = (row for row in rows if row.part in stay and row.value(column) >= 0)
    return *losses, len(rows) - most, *gains


class EffectContentCache:
    """Caches the last content: the matrix of the last text stays until that of the next one arrives."""

    def __init__(self) -> None:
        self.names = lru_cache(maxsize=1)(head_names)  # what heads are called by what they read in a text
        self.sorted = lru_cache(maxsize=1)(by_measure)
        self._made = lru_cache(maxsize=1)(self._make)
        self._asked: tuple[EffectsSpec, Effects | None, EffectsSpec | None] | None = None
        self._content: EffectContent | None = None
        self._texts: Mapping[Component, Alternative] = {}
        self._rows: tuple[EffectRow, ...] = ()  # those without and with these texts
        self._with_texts: tuple[EffectRow, ...] = ()

    def of(
        self, trace: Trace, asked: EffectsSpec, found: Effects | None, other: EffectsSpec | None, beside: Effects | None
    ) -> EffectContent:
        """As `content`, and `side_by_side` if there is an `other` replacement. Effects of an earlier text stay with
        everything beside them."""
        before = self._content
        if before is None or not self._stays(trace, found, other):
            self._asked = asked, found, other
            before = self._made(trace, asked, found, other, beside)
        elif before.trace is not trace:
            before = replace(before, trace=trace)
        self._content = before
        return before

    def _make(
        self, trace: Trace, asked: EffectsSpec, found: Effects | None, other: EffectsSpec | None, beside: Effects | None
    ) -> EffectContent:
        shown = content(trace, asked, found, self.names(trace, asked.sentence))
        return shown if other is None else side_by_side(shown, other, beside)

    def _stays(self, trace: Trace, found: Effects | None, other: EffectsSpec | None) -> bool:
        """Whether these effects of an earlier text, already shown, are shown beside this one unchanged."""
        if found is None or found.asked.run == trace.run or self._asked is None or found is not self._asked[1]:
            return False
        asked, _, second = self._asked
        same = other is second or (other is not None and second is not None and other.replacement == second.replacement)
        return same and trace.run.edits == asked.run.edits

    def with_texts(self, shown: EffectContent, shot: Snapshot) -> EffectContent:
        """The content with what the model writes without each part, as far as known."""
        if shown.asked.run == shot.trace.run:
            asked, ids = replace(shown.asked, method="removed"), [token.id for token in shot.sentence.written]
            texts = {part: text for (spec, part), text in shot.texts.items() if spec == asked}
            same = self._texts.keys() == texts.keys() and all(text is self._texts[one] for one, text in texts.items())
            if self._rows is not shown.rows or not same:
                self._rows, self._texts = shown.rows, texts
                self._with_texts = tuple(_with_text(row, texts.get(row.part), ids) for row in shown.rows)
        return replace(shown, rows=self._with_texts) if self._rows is shown.rows else shown


def _with_text(row: EffectRow, text: Alternative | None, ids: list[int]) -> EffectRow:
    """A row with the text without its part, and whether its tokens differ from these."""
    if text is None:
        return row
    return replace(row, writes=text.written, differs=[token.id for token in text.written] != ids)
