"""What the matrix shows, made once for a text and its effects; the matrix of the last text stays as it is until those
of the next one are there. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from model_core.record.edits import Edits
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.trace import Alternative, Trace
from viz_app.data.maps.aligned_heads import Alignments
from viz_app.data.maps.head_names import head_names
from viz_app.data.snapshot import Snapshot
from viz_app.views.heads import content as contents
from viz_app.views.heads.content import EffectContent, EffectRow


class EffectContentCache:
    """Keeps what was made last."""

    def __init__(self) -> None:
        self.names = lru_cache(maxsize=1)(head_names)  # what heads are called by what they read in a text
        self._found: tuple[Effects | None, ...] = ()
        self._asked: tuple[EffectsSpec, EffectsSpec | None] | None = None
        self._edits = Edits()
        self._content: EffectContent | None = None
        self._sorted: tuple[EffectContent, str, Alignments, EffectContent] | None = None
        self._with_texts: tuple[tuple[EffectRow, ...], Mapping[Component, Alternative], tuple[EffectRow, ...]] = (
            (),
            {},
            (),
        )

    def of(
        self, trace: Trace, asked: EffectsSpec, found: Effects | None, other: EffectsSpec | None, beside: Effects | None
    ) -> EffectContent:
        """As `content`, and `side_by_side` where there is an `other` replacement. Effects of an earlier text stay with
        all that stands beside them."""
        before = self._content
        if before is not None and found is not None and self._stays(trace, found, other):
            if before.trace is not trace:
                before = self._content = replace(before, trace=trace)
            return before
        again = self._found != (found, beside) or self._asked != (asked, other)
        if before is None or before.trace is not trace or again:
            self._found, self._asked, self._edits = (found, beside), (asked, other), asked.run.edits
            shown = contents.content(trace, asked, found, self.names(trace, asked.sentence))
            self._content = shown if other is None else contents.side_by_side(shown, other, beside)
        assert self._content is not None
        return self._content

    def _stays(self, trace: Trace, found: Effects, other: EffectsSpec | None) -> bool:
        """Whether these effects of an earlier text, already shown, are shown beside this one as they are."""
        if found.asked.run == trace.run or self._asked is None or found is not self._found[0]:
            return False
        second = self._asked[1]
        same = other is second or (other is not None and second is not None and other.replacement == second.replacement)
        return same and trace.run.edits == self._edits

    def sorted(self, shown: EffectContent, trace: Trace, order: str, alignments: Alignments) -> EffectContent:
        """As `by_measure`, made once for a content."""
        if self._sorted is None or self._sorted[:3] != (shown, order, alignments):
            self._sorted = shown, order, alignments, contents.by_measure(shown, trace, order, alignments)
        return self._sorted[3]

    def with_texts(self, shown: EffectContent, shot: Snapshot) -> EffectContent:
        """The content with what the model writes without each part, as far as it is known."""
        if shown.asked.run == shot.trace.run:
            asked, ids = replace(shown.asked, method="removed"), [token.id for token in shot.sentence.written]
            texts = {part: text for (spec, part), text in shot.texts.items() if spec == asked}
            if self._with_texts[0] is not shown.rows or not _same(self._with_texts[1], texts):
                rows = tuple(_with_text(row, texts.get(row.part), ids) for row in shown.rows) if texts else shown.rows
                self._with_texts = shown.rows, texts, rows
        return replace(shown, rows=self._with_texts[2]) if self._with_texts[0] is shown.rows else shown


def _same(one: Mapping[Component, Alternative], other: Mapping[Component, Alternative]) -> bool:
    """Whether these are the very same texts."""
    return one.keys() == other.keys() and all(text is other[part] for part, text in one.items())


def _with_text(row: EffectRow, text: Alternative | None, ids: list[int]) -> EffectRow:
    """A row with the text without its part, and whether that has other tokens than these."""
    if text is None:
        return row
    return replace(row, writes=text.written, differs=[token.id for token in text.written] != ids)
