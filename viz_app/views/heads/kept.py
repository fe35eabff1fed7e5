"""What the matrix shows, made once for a text and its effects; the matrix of the last text stays as it is until those
of the next one are there. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.trace import Alternative, Trace
from viz_app.data.maps.head_names import head_names
from viz_app.data.snapshot import Snapshot
from viz_app.views.heads import content as contents
from viz_app.views.heads.content import EffectContent, EffectRow


class EffectContentCache:
    """Keeps what was made last."""

    def __init__(self) -> None:
        self.names = lru_cache(maxsize=1)(head_names)  # what heads are called by what they read in a text
        self.sorted = lru_cache(maxsize=1)(contents.by_measure)
        self._made = lru_cache(maxsize=1)(self._make)
        self._asked: tuple[EffectsSpec, Effects | None, EffectsSpec | None] | None = None
        self._content: EffectContent | None = None
        self._texts: Mapping[Component, Alternative] = {}
        self._rows: tuple[EffectRow, ...] = ()  # those without and with these texts
        self._with_texts: tuple[EffectRow, ...] = ()

    def of(
        self, trace: Trace, asked: EffectsSpec, found: Effects | None, other: EffectsSpec | None, beside: Effects | None
    ) -> EffectContent:
        """As `content`, and `side_by_side` where there is an `other` replacement. Effects of an earlier text stay with
        all that stands beside them."""
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
        shown = contents.content(trace, asked, found, self.names(trace, asked.sentence))
        return shown if other is None else contents.side_by_side(shown, other, beside)

    def _stays(self, trace: Trace, found: Effects | None, other: EffectsSpec | None) -> bool:
        """Whether these effects of an earlier text, already shown, are shown beside this one as they are."""
        if found is None or found.asked.run == trace.run or self._asked is None or found is not self._asked[1]:
            return False
        asked, _, second = self._asked
        same = other is second or (other is not None and second is not None and other.replacement == second.replacement)
        return same and trace.run.edits == asked.run.edits

    def with_texts(self, shown: EffectContent, shot: Snapshot) -> EffectContent:
        """The content with what the model writes without each part, as far as it is known."""
        if shown.asked.run == shot.trace.run:
            asked, ids = replace(shown.asked, method="removed"), [token.id for token in shot.sentence.written]
            texts = {part: text for (spec, part), text in shot.texts.items() if spec == asked}
            if self._rows is not shown.rows or not _same(self._texts, texts):
                self._rows, self._texts = shown.rows, texts
                self._with_texts = tuple(_with_text(row, texts.get(row.part), ids) for row in shown.rows)
        return replace(shown, rows=self._with_texts) if self._rows is shown.rows else shown


def _same(one: Mapping[Component, Alternative], other: Mapping[Component, Alternative]) -> bool:
    """Whether these are the very same texts."""
    return one.keys() == other.keys() and all(text is other[part] for part, text in one.items())


def _with_text(row: EffectRow, text: Alternative | None, ids: list[int]) -> EffectRow:
    """A row with the text without its part, and whether that has other tokens than these."""
    if text is None:
        return row
    return replace(row, writes=text.written, differs=[token.id for token in text.written] != ids)
